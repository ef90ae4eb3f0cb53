package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/internal/testing/results"
	"varlab/lab"
	"varlab/sim"
	"varlab/sim/games"
	"varlab/sim/spec"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// The collections of real games that are predicted, each under the rule set of its name.
// None of their games are here: they are read from clones of the repositories in the
// directory of -with games=DIR, such as DIR/wiegerw/pdn.
var collections = []realFiles{
	{"english", []string{"EricCJoyce/Datasets/Checkers/ACF.txt"}},
	{"russian", []string{"wiegerw/pdn/games/succeed/ussr1947.pdn", "wiegerw/pdn/games/fail/abatsiev.pdn"}},
	{"czech", []string{
		"wiegerw/pdn/games/succeed/mrcd2000kval.pdn", "wiegerw/pdn/games/succeed/mrcd2006.pdn", "wiegerw/pdn/games/succeed/mrcd2007.pdn",
		"wiegerw/pdn/games/fail/mrdrcd07.pdn", "wiegerw/pdn/games/fail/mrdrcd08.pdn",
	}},
	{"italian", []string{"wiegerw/pdn/games/succeed/Campionato Assoluto 2005.pdn"}},
	{"international", []string{
		"wiegerw/pdn/games/succeed/wk2003.pdn", "wiegerw/pdn/games/succeed/nk2003-amsterdam.pdn",
		"wiegerw/pdn/games/succeed/nk ronde 01.pdn", "wiegerw/pdn/games/succeed/nk ronde 02.pdn",
		"wiegerw/pdn/games/succeed/rk ronde 12.pdn", "wiegerw/pdn/games/succeed/090417ronde12.pdn",
		"wiegerw/pdn/games/fail/40Camp.DamaInternazionaleAssoluto.pdn", "wiegerw/pdn/games/succeed/DUTCH96H.pdn",
		"wiegerw/pdn/games/succeed/PROF2.pdn", "wiegerw/pdn/games/succeed/candidate95.pdn",
	}},
}

type realFiles struct {
	rules string
	paths []string
}

// A realTable is what was measured: counts, and no games.
type realTable struct {
	Games, Positions int // predicted; in which moves were compared
	Collections      []realCollection
}

type realCollection struct {
	Rules   string
	Files   []realFile
	Real    realCounts
	Without int // games that cannot be followed from the start
	Stops   stopping
	Fit     realFit
}

type realFile struct{ Path, SHA256 string }

type realCounts struct {
	First, Draws, Second int
	Open                 int `json:",omitempty"` // of the draws: games that were cut off
	Lengths              [3]float64
}

func (c realCounts) games() int { return c.First + c.Draws + c.Second }

func (c realCounts) draws() stats.Rate { return stats.Rate{K: c.Draws, N: c.games()} }

func (c realCounts) score() games.Figure {
	cells := slices.Concat(slices.Repeat([]stats.Cell{{Sum: 1, N: 1}}, c.First), slices.Repeat([]stats.Cell{{Sum: 0.5, N: 1}}, c.Draws), slices.Repeat([]stats.Cell{{Sum: 0, N: 1}}, c.Second))
	e := stats.Mean(cells, 0.95)
	return figure(e.Value, e.Low, e.High)
}

func figure(value, low, high float64) games.Figure {
	return games.Figure{Value: games.Number(value), Low: games.Number(low), High: games.Number(high)}
}

func countsOf(s *games.Stats) realCounts {
	c := realCounts{First: s.FirstWins, Draws: s.Draws, Second: s.SecondWins}
	copy(c.Lengths[:], s.Lengths)
	return c
}

// A realFit is what varlab games fit finds and predicts, with stops from the other collections.
type realFit struct {
	Players                []string // of each class, or one
	Misfit                 float64
	Weakest, Strongest     string
	PeopleLoss, PlayerLoss games.Figure // points a ply
	PeopleBad, PlayerBad   games.Figure // blunders
	Stops                  string
	Predicted              realCounts
	Never                  realCounts // where players never stop
	Warnings               []string
}

const realCommand = "VARLAB_DEEP=1 go test ./cmd/varlab -run RealGames -update -timeout 10h -with games=DIR"

// sized is a number that -with may change: a quick measurement has fewer games.
func sized(name string, usual int) int {
	if n, err := strconv.Atoi(results.With(name)); err == nil {
		return n
	}
	return usual
}

func measureReal(t *testing.T) (d realTable, err error) {
	dir := results.With("games")
	if dir == "" {
		return d, fmt.Errorf("-with games=DIR is missing (want the directory in which OWNER/NAME are clones of the repositories)")
	}
	d.Games, d.Positions = sized("real-games", 100), sized("real-positions", 500)
	workers := sized("real-workers", 2)
	var all []*games.Collection
	for _, c := range collections {
		x := realCollection{Rules: c.rules}
		from := &games.Collection{ID: c.rules}
		r := given.Rules(t, c.rules)
		all = append(all, from)
		for _, path := range c.paths {
			text, err := os.ReadFile(filepath.Join(dir, path))
			if err != nil {
				return d, err
			}
			sum := sha256.Sum256(text)
			x.Files = append(x.Files, realFile{path, hex.EncodeToString(sum[:])})
			if strings.HasSuffix(path, ".txt") {
				text = []byte(pdnOf(string(text)))
			}
			read, err := games.ReadPDN(t.Context(), &games.File{Name: path, Text: bytes.NewReader(text)}, c.rules, r)
			if err != nil {
				return d, err
			}
			x.Without += read.LeftOut
			from.Games = append(from.Games, read.Games...)
		}
		// Players stop as the people of all collections did, whatever the text of the rules
		// says of it.
		if from.Rules, err = games.AllowingStops(r); err != nil {
			return d, err
		}
		x.Real = countsOf(games.StatsOf(from.Games))
		judge, err := judgeOf(fitJudge)
		if err != nil {
			return d, err
		}
		if x.Stops, err = stoppedIn(from.Rules, judge, games.Spread(from.Games, d.Positions)); err != nil {
			return d, err
		}
		d.Collections = append(d.Collections, x)
	}
	for i := range d.Collections {
		var others []stopping
		for k := range d.Collections {
			if k != i {
				others = append(others, d.Collections[k].Stops)
			}
		}
		x := &d.Collections[i]
		if x.Fit, err = d.fit(t, all[i], meanStops(others).options(), workers); err != nil {
			return d, fmt.Errorf("%s: %w", x.Rules, err)
		}
		t.Logf("%s: %+v", x.Rules, x.Fit)
	}
	return d, nil
}

func (d *realTable) fit(t *testing.T, from *games.Collection, stops string, workers int) (f realFit, err error) {
	fitting := games.Fitting{Rules: from.Rules, Positions: d.Positions, Workers: workers, Kept: results.With("kept"), Begin: func(_, _ int, _ string, _ int) {}, Done: func() {}}
	if fitting.Judge, err = judgeOf(fitJudge); err != nil {
		return f, err
	}
	chosen := from.Chosen()
	names, err := games.Classes(chosen, "")
	if err != nil {
		return f, err
	}
	fit, err := fitting.Fit(t.Context(), chosen, names)
	if err != nil {
		return f, err
	}
	for class := range max(1, len(names)) {
		f.Players = append(f.Players, fit.PlayerOf(class))
	}
	fit.Warn(chosen)
	f.Misfit, f.Weakest, f.Strongest, f.Stops, f.Warnings = float64(fit.Misfit), fit.Weakest, fit.Strongest, stops, fit.Warnings
	f.PeopleLoss, f.PlayerLoss, f.PeopleBad, f.PlayerBad = games.Figure(fit.Real.LossPerPly), games.Figure(fit.LossPerPly), games.Figure(fit.Real.Blunders), games.Figure(fit.Blunders)
	begun, err := games.Begun(chosen, fitAt, d.Games)
	if err != nil {
		return f, err
	}
	for stop, counts := range map[string]*realCounts{stops: &f.Predicted, "": &f.Never} {
		c := games.Continuation{
			Rules: from.Rules, Seed: study.DefaultSeed, Workers: workers,
			Player: func(class int) (sim.Player, error) {
				return lab.UsualPlayer(from.Rules, spec.Of(f.Players[class]).And(stop))
			},
		}
		p, err := games.Predict(t.Context(), &c, begun, fitAt)
		if err != nil {
			return f, err
		}
		*counts = countsOf(p.Stats)
		counts.Open = p.Open
	}
	return f, nil
}

// pdnOf rewrites games as the repository Datasets has them: a line for each, squares from
// 0 in rows from Black's side that run the other way, jumps joined by hyphens, and the
// result after a tab, 1-0 for the first mover.
func pdnOf(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		moves, result, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "[Result %q]\n", result)
		for i, move := range strings.Fields(moves) {
			if i%2 == 0 {
				fmt.Fprintf(&b, "%d. ", i/2+1)
			}
			var at []int
			for square := range strings.SplitSeq(move, "-") {
				n, _ := strconv.Atoi(square)
				at = append(at, n)
			}
			mark := "-"
			if rows := at[0]/4 - at[1]/4; rows*rows > 1 {
				mark = "x"
			}
			for k, n := range at {
				if k > 0 {
					b.WriteString(mark)
				}
				b.WriteString(strconv.Itoa(n/4*4 + 4 - n%4))
			}
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s\n\n", result)
	}
	return b.String()
}

// miss is by how many points the draw rate of a collection was missed: predicted less real, and
// the error with the collection's own sampling error taken out.
func (x *realCollection) miss(predicted realCounts) (asIs, net float64) {
	real := x.Real.draws()
	e := 100 * (predicted.draws().Value() - real.Value())
	own := 100 * 100 * real.Value() * (1 - real.Value()) / float64(real.N)
	return e, math.Sqrt(max(0, e*e-own))
}

// missed is the mean error over the collections, with its interval.
func (d *realTable) missed(of func(*realCollection) float64) stats.Estimate {
	var cells []stats.Cell
	for i := range d.Collections {
		cells = append(cells, stats.Cell{Sum: math.Abs(of(&d.Collections[i])), N: 1})
	}
	return stats.Mean(cells, 0.95)
}

func (d *realTable) error() stats.Estimate {
	return d.missed(func(x *realCollection) float64 { e, _ := x.miss(x.Fit.Predicted); return e })
}

// stops are where people stopped, by collection.
func (d *realTable) stops() (all []stopping) {
	for i := range d.Collections {
		all = append(all, d.Collections[i].Stops)
	}
	return all
}

func (d realTable) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Each prediction is from %d games; moves were compared in %d positions (`-with real-games=%[1]d -with real-positions=%[2]d`).\n\n", d.Games, d.Positions)
	b.WriteString("| collection | games | drawn, % | predicted | error | own sampling error taken out | where players never stop | first mover's score, % | predicted | plies | predicted |\n")
	b.WriteString("| --- | ---: | --- | --- | ---: | ---: | --- | --- | --- | --- | --- |\n")
	percent := func(f games.Figure) string {
		return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*f.Value, 100*f.Low, 100*f.High)
	}
	rate := func(r stats.Rate) string {
		i := r.Wilson(0.95)
		return percent(figure(r.Value(), i.Low, i.High))
	}
	plies := func(l [3]float64) string { return fmt.Sprintf("%.0f / %.0f / %.0f", l[0], l[1], l[2]) }
	for i := range d.Collections {
		x := &d.Collections[i]
		p := x.Fit.Predicted
		e, net := x.miss(p)
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %+.1f | %.1f | %s | %s | %s | %s | %s |\n", x.Rules, x.Real.games(), rate(x.Real.draws()), rate(p.draws()),
			e, net, rate(x.Fit.Never.draws()), percent(x.Real.score()), percent(p.score()), plies(x.Real.Lengths), plies(p.Lengths))
	}
	mean := func(e stats.Estimate) string {
		return fmt.Sprintf("%.1f points (%.1f to %.1f)", e.Value, max(0, e.Low), e.High)
	}
	others := func(x *realCollection) float64 { // what anyone could say who knew the other collections' results and no moves
		said := -x.Real.draws().Value()
		for i := range d.Collections {
			said += d.Collections[i].Real.draws().Value()
		}
		return 100 * (said/float64(len(d.Collections)-1) - x.Real.draws().Value())
	}
	fmt.Fprintf(&b, "\nMean error of the draw rate over these tournaments: %s as it is, %s with the collections' own sampling error taken out; %s where players never stop; %s by the mean of the other collections' draw rates, without a player. The intervals are for collections like these, by Student's t.\n",
		mean(d.error()), mean(d.missed(func(x *realCollection) float64 { _, net := x.miss(x.Fit.Predicted); return net })),
		mean(d.missed(func(x *realCollection) float64 { e, _ := x.miss(x.Fit.Never); return e })), mean(d.missed(others)))
	b.WriteString("\n| collection | player | from other games of these people, as weak as | as strong as | misfit | loss a ply, people | player | blunders, %, people | player |\n| --- | --- | --- | --- | ---: | --- | --- | --- | --- |\n")
	loss := func(f games.Figure) string { return fmt.Sprintf("%.2f (%.2f to %.2f)", f.Value, f.Low, f.High) }
	for i := range d.Collections {
		f := &d.Collections[i].Fit
		fmt.Fprintf(&b, "| %s | `%s` | `%s` | `%s` | %.1f | %s | %s | %s | %s |\n", d.Collections[i].Rules, strings.Join(f.Players, "`, `"), f.Weakest, f.Strongest, f.Misfit,
			loss(f.PeopleLoss), loss(f.PlayerLoss), percent(f.PeopleBad), percent(f.PlayerBad))
	}
	b.WriteString("\n| collection | given up | the loser expected, % | agreed drawn | the better side expected, % | pieces left, % | options from the others, or from all |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n")
	for i := range d.Collections {
		x := &d.Collections[i]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | `%s` |\n", x.Rules, x.Stops.Won, x.Stops.Resign, x.Stops.Drawn, x.Stops.Agree, x.Stops.Few, x.Fit.Stops)
	}
	m := meanStops(d.stops())
	fmt.Fprintf(&b, "| all five | %d | %d | %d | %d | %d | `%s` |\n", m.Won, m.Resign, m.Drawn, m.Agree, m.Few, m.options())
	b.WriteString("\n| collection | games left out | file | SHA-256, the first digits |\n| --- | ---: | --- | --- |\n")
	for i := range d.Collections {
		x := &d.Collections[i]
		for k, f := range x.Files {
			name, without := "", ""
			if k == 0 {
				name, without = x.Rules, strconv.Itoa(x.Without)
			}
			fmt.Fprintf(&b, "| %s | %s | `%s` | `%.16s` |\n", name, without, f.Path, f.SHA256)
		}
	}
	for i := range d.Collections {
		for _, text := range d.Collections[i].Fit.Warnings {
			fmt.Fprintf(&b, "\n%s: %s.\n", d.Collections[i].Rules, text)
		}
	}
	return b.String()
}

// figure draws predicted against real draw rates, a cross of intervals for each collection.
func (d realTable) figure() string {
	const left, side = 44, 300
	x := func(share float64) float64 { return left + side*share }
	y := func(share float64) float64 { return 8 + side*(1-share) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 350" role="img" aria-labelledby="t" font-family="system-ui, sans-serif" font-size="12">
<title id="t">Draw rates of real games, and as they were predicted</title>
<rect width="400" height="350" fill="#fff"/>
<path d="M%.1f,%.1fH%.1fV%.1fH%.1fZM%.1f,%.1fL%.1f,%.1f" fill="none" stroke="#8b949e"/>
`, x(0), y(1), x(1), y(0), x(0), x(0), y(0), x(1), y(1))
	for share := 0.0; share <= 1; share += 0.25 {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n", x(share), y(0)+16, 100*share, x(0)-6, y(share)+4, 100*share)
	}
	fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">drawn, real games, %%</text>\n", x(0.5), y(0)+34)
	fmt.Fprintf(&b, "<text transform=\"translate(12,%.1f) rotate(-90)\" text-anchor=\"middle\">predicted, %%</text>\n", y(0.5))
	for i := range d.Collections {
		c := &d.Collections[i]
		real, said := c.Real.draws(), c.Fit.Predicted.draws()
		r, p := real.Wilson(0.95), said.Wilson(0.95)
		fmt.Fprintf(&b, "<path d=\"M%.1f,%.1fH%.1f M%.1f,%.1fV%.1f\" stroke=\"#0072b2\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"#0072b2\"/>", x(r.Low), y(said.Value()), x(r.High), x(real.Value()), y(p.Low), y(p.High), x(real.Value()), y(said.Value()))
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x(real.Value())+6, y(said.Value())-6, c.Rules)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// The table of real games beside predicted ones is what its file makes; what the program
// says of its error, and takes from it, is what the file says.
func TestRealGames(t *testing.T) {
	d := results.Table[realTable]{
		Name: "real-games", Doc: "findings/real-games.md", Command: realCommand,
		Measure:  func() (realTable, error) { return measureReal(t) },
		Markdown: realTable.markdown,
		Files:    func(d realTable) map[string]string { return map[string]string{"findings/real-games.svg": d.figure()} },
	}.Keep(t, *update)
	require.Len(t, d.Collections, len(collections))
	for i, c := range collections {
		x := d.Collections[i]
		require.Equal(t, c.rules, x.Rules)
		require.Len(t, x.Files, len(c.paths))
		for k, path := range c.paths {
			require.Equal(t, path, x.Files[k].Path)
		}
	}
	require.Equal(t, fitStop, meanStops(d.stops()).options(), "players of varlab games fit stop as people of all five did")
	require.InDelta(t, d.error().Value, study.HeldOutError, 0.05, "sim/study says what reports print")
}

// A line of the other format, by hand.
func TestPDNOf(t *testing.T) {
	require.Equal(t, "[Result \"1-0\"]\n1. 9-13 22x15 2. 10x19x26 1-0\n\n", pdnOf("11-15 22-13 10-17-26\t1-0\n\n"))
}
