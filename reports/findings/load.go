package findings

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"

	"varlab/internal/lists"
	"varlab/internal/plain"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Source has the games of a run that count: those of each cell up to a number, in the order
// of the manifest.
type Source struct {
	Name        string // of the run, in errors
	Manifest    *record.Manifest
	Look, Games int // see Findings
	Root        string
	Beside      []record.Sighting
	Records     iter.Seq2[*record.Record, error]
	// Exact says with which exact values the games are compared: none if it is nil.
	Exact Known
}

// Known has the exact values of endings with at most pieces, for the games of a study; 0: of none.
type Known func(*study.Plan) (pieces int, of Endings)

// Kept is the source of games that stand in memory, in the order of the manifest.
func Kept(m *record.Manifest, games []*record.Record) Source {
	return Source{Name: m.Study.Name, Manifest: m, Look: len(m.Study.Looks), Games: m.Study.Games, Records: func(yield func(*record.Record, error) bool) {
		for _, rec := range games {
			if !yield(rec, nil) {
				return
			}
		}
	}}
}

// Stored is the source of a run directory: its games up to the last look that is whole.
func Stored(run *record.Run) (s Source, err error) {
	plan := &run.Manifest.Study
	s = Source{Name: run.Dir, Manifest: run.Manifest, Games: plan.Games, Beside: run.Ledger()}
	for k, n := range plan.Looks {
		if run.Complete(n) {
			s.Look, s.Games = k+1, n
		}
	}
	s.Records = run.First(s.Games)
	if s.Root, err = run.Root(); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return s, err
}

// Read makes the findings of a run. With under, its games end by these draw clauses too: see
// Adjudicated. An error says which game does not fit the study.
func Read(ctx context.Context, from Source, under *Clauses) (*Findings, error) {
	r, cells, err := newFindings(from)
	if err == nil {
		r.under, err = readUnder(r, cells, under)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	for i, g := range r.claimed() {
		if a, _ := r.CellsOf(g, r.Plan.Hypotheses[i]); a == nil { // of rules that this program cannot play
			return nil, fmt.Errorf("%s: %s: no games that it could be read from between %s", from.Name, study.At("hypothesis", i), g.Name())
		}
	}
	for _, c := range r.Shown() {
		c.Kept = new(kept)
	}
	var squares squares
	games := sha256.New()
	for rec, err := range from.Records {
		err = cmp.Or(err, ctx.Err())
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(games, "%d %d %s %s\n", rec.Cell, rec.Game, rec.Result, rec.Turns)
		c := cells[rec.Cell]
		if err := c.add(rec); err != nil {
			return nil, fmt.Errorf("%s: %w", from.Name, err)
		}
		c.Bind(rec)
		if c.Kept != nil {
			c.Kept.see(rec)
		}
		turns := squares.turns(c.board, rec)
		c.course.see(rec, turns)
		for _, u := range r.under[c] {
			if err := u.see(rec, turns); err != nil {
				return nil, fmt.Errorf("%s: %w", from.Name, err)
			}
		}
	}
	r.Played = hex.EncodeToString(games.Sum(nil))
	r.Compare()
	judge(r)
	readReadings(r)
	divide(r)
	rankAll(r)
	warn(r)
	r.alike = nil
	if from.Exact != nil {
		if pieces, of := from.Exact(r.Plan); pieces > 0 {
			return r, withExact(ctx, r, from, pieces, of)
		}
	}
	return r, nil
}

func newFindings(from Source) (*Findings, []*Cell, error) {
	m := from.Manifest
	r := &Findings{Manifest: m, Plan: &m.Study, Look: from.Look, Games: from.Games, Root: from.Root, Beside: from.Beside, alike: map[[2]*Cell]*Alike{}}
	exercisers := map[*Profile]*exerciser{}
	short := m.Study.Named()
	for i, set := range m.Study.RuleSets {
		p := readProfile(i+1, set)
		p.Short = plain.Line(short[i])
		r.Profiles = append(r.Profiles, p)
		exercisers[p] = NewExerciser(set)
	}
	TellApart(r.Profiles)
	var cells []*Cell
	for i, mc := range m.Cells {
		cell := &Cell{Profile: r.Profile(mc.RuleSet), Players: mc.Players, Weights: weightsOf(mc.Weights, &m.Study, m.Study.Cell(i)), Study: m.Study.Cell(i)}
		if cell.Profile == nil {
			return nil, nil, fmt.Errorf("cells[%d].rule_set: %q is not one of the study", i, mc.RuleSet)
		}
		if cell.Study.A.Learns || cell.Study.B.Learns {
			cell.Donors = m.Study.Donors(cell.Study.RuleSet)
		}
		var err error
		if cell.Board, err = m.BoardOf(mc); err != nil {
			return nil, nil, fmt.Errorf("cells[%d].board: %w", i, err)
		}
		cell.Tally = newTally(cell.Board.Span(), cell.Profile.drawn(), cell.Profile.first())
		if x := exercisers[cell.Profile]; x != nil {
			cell.board = x.Notation.Board
			cell.Exercise = &Exercise{Played: x, Bindings: make([]Binding, len(x.Keys))}
			for i, key := range x.Keys {
				cell.Exercise.Bindings[i].Axis = key
			}
		}
		cells = append(cells, cell)
		group := slices.IndexFunc(r.Groups, func(g *Group) bool { return g.Players == mc.Players })
		if group < 0 {
			group = len(r.Groups)
			r.Groups = append(r.Groups, &Group{Players: mc.Players})
		}
		r.Groups[group].Cells = append(r.Groups[group].Cells, cell)
	}
	for _, g := range r.Groups {
		slices.SortStableFunc(g.Cells, func(a, b *Cell) int { return cmp.Compare(a.Profile.Number, b.Profile.Number) })
	}
	return r, cells, nil
}

// Compare makes the differences between the cells of each group, and adjusts them for each other.
func (r *Findings) Compare() {
	for _, g := range r.Groups {
		r.lengths(g)
	}
	for _, m := range r.PairMetrics() {
		tests := map[bool][]*Pair{} // by whether the study asks them, or has them beside
		for _, g := range r.Groups {
			if m.OfPairs() && g.Alone() {
				continue
			}
			for i, a := range g.Cells {
				for _, b := range g.Cells[i+1:] {
					if !planned(r, a.Profile, b.Profile) {
						continue
					}
					p := r.Compared(m, a, b)
					g.Pairs = append(g.Pairs, p)
					if Same(a, b) {
						p.P, p.Holm = 1, 1 // equal by construction: not a test
						continue
					}
					tests[r.Asked(p)] = append(tests[r.Asked(p)], p)
				}
			}
		}
		for _, family := range tests {
			holm(family)
			r.Tests += len(family)
		}
	}
}

// holm adjusts the p of pairs that are tested together, and with it their intervals: that of
// the i-th smallest p of m is of the level at which Holm tests it, 1 - alpha/(m+1-i).
func holm(family []*Pair) {
	ps := list(family, (*Pair).Sure)
	adjusted := stats.Holm(ps)
	slices.Sort(ps)
	for i, p := range family {
		less, _ := slices.BinarySearch(ps, p.Sure())
		p.Holm, p.Tests = adjusted[i], len(family)
		p.Adjusted = p.at(1 - Alpha/float64(len(family)-less))
	}
}

func (r *Findings) lengths(g *Group) {
	for _, b := range r.Manifest.Boards {
		cells := g.on(b)
		for _, c := range cells {
			for _, id := range lists.SortedKeys(r.under[c]) {
				cells = append(cells, r.under[c][id].cell)
			}
		}
		for _, c := range cells {
			c.Curve = stats.KaplanMeierClustered(c.Tally.Lengths, Level)
		}
		samples := list(cells, func(c *Cell) [][]stats.Length { return c.Tally.settled() })
		for i, q := range stats.ResampleQuantiles(samples, 0.5, rand.NewPCG(seedOf(r, "resample", g, b.ID))) {
			cells[i].medians = q
		}
	}
}

func seedOf(r *Findings, what string, g *Group, board string) (uint64, uint64) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %q %q %s", what, r.Plan.Seed, g.Players[0], g.Players[1], board))
	return binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])
}

// Same reports whether two rule sets are the same game between these players: nothing
// differs that changes a turn or an ending, nor the weights that they play with, nor a rule
// about people that they heed. Of engines nobody knows which rules they heed.
func Same(a, b *Cell) bool {
	return a.Profile.PlayHash == b.Profile.PlayHash && reflect.DeepEqual(a.Donors, b.Donors) &&
		!a.Study.Engine() && a.Study.Heeded(a.Profile.Axes) == b.Study.Heeded(b.Profile.Axes)
}
