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

	"varlab/internal/testing/results"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/games"
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
		"wiegerw/pdn/games/succeed/PROF2.pdn", "wiegerw/pdn/games/succeed/candidate95.pdn", "wiegerw/pdn/games/succeed/kurnik.pdn",
	}},
}

type realFiles struct {
	rules string
	paths []string
}

// A realTable is what was measured: counts, and no games.
type realTable struct {
	Games, Positions int // predicted in each way; in which moves were compared
	Collections      []realCollection
}

type realCollection struct {
	Rules   string
	Files   []realFile
	Real    realCounts
	Without int // games that cannot be followed from the start
	Stops   stopping
	Fits    []realFit
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

// A realFit is the player that one judge's values lead to, and what is predicted by it.
type realFit struct {
	Judge                  string
	Player                 string
	Misfit                 float64
	PeopleLoss, PlayerLoss games.Figure // points a ply
	PeopleBad, PlayerBad   games.Figure // blunders
	Ways                   []realWay
}

// stopped is the place of a way in which players stop.
const stopped = 3

// A realWay is a way of predicting: from which openings, and whether players stop.
type realWay struct {
	At     int    // ply at which the players take over from people; 0: random openings
	Stops  string `json:",omitempty"` // options, fitted to the other collections
	Counts realCounts
}

// on is the way from the same openings in which players never stop.
func (f *realFit) on(at int) realWay {
	return f.Ways[slices.IndexFunc(f.Ways, func(w realWay) bool { return w.At == at && w.Stops == "" })]
}

func (w realWay) name(judge string) string {
	own := "its own kind of judge"
	if judge == judges[0] {
		own = "a judge without weights"
	}
	from := "random openings"
	if w.At > 0 {
		from = "people's openings to ply " + strconv.Itoa(w.At)
	}
	if w.Stops != "" {
		from += ", players who stop"
	}
	return own + "; " + from
}

// The first judge is another kind of player than those who are fitted: it has the plain
// evaluation and they have the learned one.
var judges = []string{"search:nodes=100000,weights=0", "search:nodes=100000"}

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
	d.Games, d.Positions = sized("real-games", 400), sized("real-positions", 1600)
	workers := sized("real-workers", 2)
	var all []*games.Collection
	for _, c := range collections {
		x := realCollection{Rules: c.rules}
		from := &games.Collection{ID: c.rules}
		r := builtIn(t, c.rules)
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
		if from.Rules, err = allowingStops(r); err != nil {
			return d, err
		}
		x.Real = countsOf(games.StatsOf(from.Games))
		judge, err := judgeOf(judges[1]) // the one who sees best where people stopped
		if err != nil {
			return d, err
		}
		if x.Stops, err = stoppedIn(from.Rules, judge, games.Spread(from.Games, d.Positions)); err != nil {
			return d, err
		}
		d.Collections = append(d.Collections, x)
	}
	for i := range d.Collections {
		x := &d.Collections[i]
		var others []stopping
		for k := range d.Collections {
			if k != i {
				others = append(others, d.Collections[k].Stops)
			}
		}
		for _, spec := range judges {
			f, err := d.fit(t, all[i], spec, meanStops(others).options(), workers)
			if err != nil {
				return d, fmt.Errorf("%s: %w", x.Rules, err)
			}
			x.Fits = append(x.Fits, f)
		}
	}
	return d, nil
}

func (d *realTable) fit(t *testing.T, from *games.Collection, judge, stops string, workers int) (f realFit, err error) {
	quiet := func(string, int) {}
	fitting := games.Fitting{Rules: from.Rules, Positions: d.Positions, Workers: workers, Begin: quiet, Done: func() {}}
	if fitting.Judge, err = judgeOf(judge); err != nil {
		return f, err
	}
	chosen := from.Chosen()
	if err = fitting.Value(t.Context(), chosen); err != nil {
		return f, err
	}
	fit, err := fitting.Fit(t.Context(), -1)
	if err != nil {
		return f, err
	}
	f = realFit{
		Judge: judge, Player: fit.Spec.String(), Misfit: float64(fit.Misfit),
		PeopleLoss: games.Figure(fit.Real.LossPerPly), PlayerLoss: games.Figure(fit.LossPerPly), PeopleBad: games.Figure(fit.Real.Blunders), PlayerBad: games.Figure(fit.Blunders),
	}
	t.Logf("%s: %+v", from.ID, f)
	// The openings of studies, which nobody chose.
	book, err := sim.NewBook([]*rules.Rules{from.Rules}, []int{4, 5}, d.Games, compareSeed)
	if err != nil {
		return f, err
	}
	var random []*games.Game
	for i := range book.Len() {
		random = append(random, &games.Game{Turns: book.Opening(i).Turns})
	}
	ways := []realWay{{At: 8}, {At: 16}, {At: 8, Stops: stops}, {At: 16, Stops: stops}}
	if judge == judges[0] {
		ways = append(ways, realWay{})
	}
	for _, w := range ways {
		player := f.Player
		if w.Stops != "" {
			player += "," + w.Stops
		}
		c := games.Continuation{
			Rules: from.Rules, Seed: compareSeed, Workers: workers,
			Player: func(int) (sim.Player, error) { return newPlayer(from.Rules, player, "") },
		}
		begun, at := chosen, w.At
		if at == 0 {
			begun, at = random, 4
		}
		turns, err := games.Begun(begun, at, d.Games)
		if err != nil {
			return f, err
		}
		p, err := games.Predict(t.Context(), &c, turns, at)
		if err != nil {
			return f, err
		}
		w.Counts = countsOf(p.Stats)
		w.Counts.Open = p.Open
		f.Ways = append(f.Ways, w)
		t.Logf("%s: %+v", from.ID, w)
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

// A heldOut is how far a collection's draw rate was missed, in points.
type heldOut struct {
	fit, way int
	asIs     float64 // predicted less real
	net      float64 // the error with the collection's own sampling error taken out
}

func (d *realTable) miss(i, fit, way int) heldOut {
	x := &d.Collections[i]
	real := x.Real.draws()
	e := 100 * (x.Fits[fit].Ways[way].Counts.draws().Value() - real.Value())
	own := 100 * 100 * real.Value() * (1 - real.Value()) / float64(real.N)
	return heldOut{fit, way, e, math.Sqrt(max(0, e*e-own))}
}

// heldOut chooses for each collection the way that misses the others least, and says how
// far it misses this one. People stop, and only ways in which players do are chosen from,
// unless all are.
func (d *realTable) heldOut(all bool) (list []heldOut) {
	for i := range d.Collections {
		fit, way := d.best(i, all)
		list = append(list, d.miss(i, fit, way))
	}
	return list
}

// best is the way that misses all collections but one least.
func (d *realTable) best(except int, all bool) (fit, way int) {
	least := math.Inf(1)
	for f, x := range d.Collections[0].Fits {
		for w := range x.Ways {
			if sum := d.sum(f, w, except); sum < least && (all || x.Ways[w].Stops != "") {
				fit, way, least = f, w, sum
			}
		}
	}
	return fit, way
}

// stops are where people stopped, by collection.
func (d *realTable) stops() (all []stopping) {
	for i := range d.Collections {
		all = append(all, d.Collections[i].Stops)
	}
	return all
}

// sum is how far a way misses all collections but one, added up.
func (d *realTable) sum(fit, way, except int) (sum float64) {
	for k := range d.Collections {
		if k != except {
			sum += math.Abs(d.miss(k, fit, way).asIs)
		}
	}
	return sum
}

// meanMiss is the mean of errors over collections, with its interval.
func meanMiss(list []heldOut, of func(heldOut) float64) stats.Estimate {
	var cells []stats.Cell
	for _, h := range list {
		cells = append(cells, stats.Cell{Sum: of(h), N: 1})
	}
	return stats.Mean(cells, 0.95)
}

func (d realTable) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Each prediction is from %d games; moves were compared in %d positions (`-with real-games=%[1]d -with real-positions=%[2]d`).\n\n", d.Games, d.Positions)
	b.WriteString("| collection | games | drawn, % | predicted, held out | error | own sampling error taken out | first mover's score, % | predicted | plies | predicted | where players never stop |\n")
	b.WriteString("| --- | ---: | --- | --- | ---: | ---: | --- | --- | --- | --- | --- |\n")
	percent := func(f games.Figure) string {
		return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*f.Value, 100*f.Low, 100*f.High)
	}
	rate := func(r stats.Rate) string {
		i := r.Wilson(0.95)
		return percent(figure(r.Value(), i.Low, i.High))
	}
	plies := func(l [3]float64) string { return fmt.Sprintf("%.0f / %.0f / %.0f", l[0], l[1], l[2]) }
	list := d.heldOut(false)
	for i, h := range list {
		x := &d.Collections[i]
		w := x.Fits[h.fit].Ways[h.way]
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %+.1f | %.1f | %s | %s | %s | %s | %s |\n", x.Rules, x.Real.games(), rate(x.Real.draws()), rate(w.Counts.draws()),
			h.asIs, h.net, percent(x.Real.score()), percent(w.Counts.score()), plies(x.Real.Lengths), plies(w.Counts.Lengths), plies(x.Fits[h.fit].on(w.At).Counts.Lengths))
	}
	asIs := meanMiss(list, func(h heldOut) float64 { return math.Abs(h.asIs) })
	net := meanMiss(list, func(h heldOut) float64 { return h.net })
	fmt.Fprintf(&b, "\nMean held-out error of the draw rate: %.1f points (%.1f to %.1f) with the collections' own sampling error taken out, %.1f (%.1f to %.1f) as it is.\n",
		net.Value, max(0, net.Low), net.High, asIs.Value, max(0, asIs.Low), asIs.High)
	b.WriteString("The intervals are for collections like these five, by Student's t.\n")
	whichever := meanMiss(d.heldOut(true), func(h heldOut) float64 { return math.Abs(h.asIs) })
	fmt.Fprintf(&b, "Had ways been chosen from in which players never stop, it would have been %.1f points (%.1f to %.1f).\n\n", whichever.Value, max(0, whichever.Low), whichever.High)

	b.WriteString("| way of predicting | mean error, points |")
	for i := range d.Collections {
		fmt.Fprintf(&b, " %s |", d.Collections[i].Rules)
	}
	b.WriteString(" chosen for |\n| --- | ---: |" + strings.Repeat(" ---: |", len(d.Collections)) + " --- |\n")
	for f, fit := range d.Collections[0].Fits {
		for w, way := range fit.Ways {
			fmt.Fprintf(&b, "| %s | %.1f |", way.name(fit.Judge), d.sum(f, w, -1)/float64(len(d.Collections)))
			var chosen []string
			for i := range d.Collections {
				fmt.Fprintf(&b, " %.1f |", 100*d.Collections[i].Fits[f].Ways[w].Counts.draws().Value())
				if list[i].fit == f && list[i].way == w {
					chosen = append(chosen, d.Collections[i].Rules)
				}
			}
			fmt.Fprintf(&b, " %s |\n", strings.Join(chosen, ", "))
		}
	}
	// What anyone could say who knew the other collections' results and no moves.
	said, miss := "", 0.0
	for i := range d.Collections {
		mean := 0.0
		for k := range d.Collections {
			if k != i {
				mean += 100 * d.Collections[k].Real.draws().Value() / float64(len(d.Collections)-1)
			}
		}
		said += fmt.Sprintf(" %.1f |", mean)
		miss += math.Abs(mean-100*d.Collections[i].Real.draws().Value()) / float64(len(d.Collections))
	}
	fmt.Fprintf(&b, "| *no player: the mean of the other collections' real draw rates* | %.1f |%s |\n", miss, said)
	b.WriteString("| *real* | |")
	for i := range d.Collections {
		fmt.Fprintf(&b, " *%.1f* |", 100*d.Collections[i].Real.draws().Value())
	}
	b.WriteString(" |\n\n| collection | judge | player | misfit | loss a ply, people | player | blunders, %, people | player |\n| --- | --- | --- | ---: | --- | --- | --- | --- |\n")
	loss := func(f games.Figure) string { return fmt.Sprintf("%.2f (%.2f to %.2f)", f.Value, f.Low, f.High) }
	for i := range d.Collections {
		for _, f := range d.Collections[i].Fits {
			fmt.Fprintf(&b, "| %s | `%s` | `%s` | %.1f | %s | %s | %s | %s |\n", d.Collections[i].Rules, f.Judge, f.Player, f.Misfit,
				loss(f.PeopleLoss), loss(f.PlayerLoss), percent(f.PeopleBad), percent(f.PlayerBad))
		}
	}
	b.WriteString("\n| collection | given up | the loser expected, % | agreed drawn | the better side expected, % | pieces left, % | options from the others, or from all |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n")
	for i := range d.Collections {
		x := &d.Collections[i]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | `%s` |\n", x.Rules, x.Stops.Won, x.Stops.Resign, x.Stops.Drawn, x.Stops.Agree, x.Stops.Few, x.Fits[0].Ways[stopped].Stops)
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
	fmt.Fprintf(&b, "<text transform=\"translate(12,%.1f) rotate(-90)\" text-anchor=\"middle\">predicted, held out, %%</text>\n", y(0.5))
	for i, h := range d.heldOut(false) {
		c := &d.Collections[i]
		real, said := c.Real.draws(), c.Fits[h.fit].Ways[h.way].Counts.draws()
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
	fit, way := d.best(-1, false)
	best := d.Collections[0].Fits[fit]
	require.Equal(t, []any{fitJudge, fitAt, fitStop}, []any{best.Judge, best.Ways[way].At, meanStops(d.stops()).options()}, "varlab fit predicts in the best of these ways")
	asIs := meanMiss(d.heldOut(false), func(h heldOut) float64 { return math.Abs(h.asIs) })
	require.InDelta(t, asIs.Value, study.HeldOutError, 0.05, "sim/study says what reports print")
}

// A line of the other format, by hand.
func TestPDNOf(t *testing.T) {
	require.Equal(t, "[Result \"1-0\"]\n1. 9-13 22x15 2. 10x19x26 1-0\n\n", pdnOf("11-15 22-13 10-17-26\t1-0\n\n"))
}
