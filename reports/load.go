package reports

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
}

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
func Read(ctx context.Context, from Source, under *Clauses) (*findings, error) {
	r, cells, err := newFindings(from)
	if err == nil {
		r.under, err = r.readUnder(cells, under)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	for i, g := range r.claimed() {
		if a, _ := r.cellsOf(g, r.Plan.Hypotheses[i]); a == nil { // of rules that this program cannot play
			return nil, fmt.Errorf("%s: %s: no games that it could be read from between %s", from.Name, study.At("hypothesis", i), g.Name())
		}
	}
	for _, c := range r.shown() {
		c.kept = new(kept)
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
		c.bind(rec)
		if c.kept != nil {
			c.kept.see(rec)
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
	r.compare()
	r.judge()
	r.read()
	r.divide()
	r.rankAll()
	r.warn()
	r.alike = nil
	return r, nil
}

func newFindings(from Source) (*findings, []*Cell, error) {
	m := from.Manifest
	r := &findings{Manifest: m, Plan: &m.Study, Look: from.Look, Games: from.Games, Root: from.Root, Beside: from.Beside, records: from.Records, alike: map[[2]*Cell]*Alike{}}
	exercisers := map[*Profile]*exerciser{}
	for i, set := range m.Study.RuleSets {
		p := readProfile(i+1, set)
		r.Profiles = append(r.Profiles, p)
		exercisers[p] = newExerciser(set)
	}
	tellApart(r.Profiles)
	var cells []*Cell
	for i, mc := range m.Cells {
		cell := &Cell{Profile: r.profile(mc.RuleSet), Players: mc.Players, Weights: weightsOf(mc.Weights, &m.Study, m.Study.Cell(i)), of: m.Study.Cell(i)}
		if cell.Profile == nil {
			return nil, nil, fmt.Errorf("cells[%d].rule_set: %q is not one of the study", i, mc.RuleSet)
		}
		if cell.of.A.Learns || cell.of.B.Learns {
			cell.weights = m.Study.Donors(cell.of.RuleSet)
		}
		var err error
		if cell.Board, err = m.BoardOf(mc); err != nil {
			return nil, nil, fmt.Errorf("cells[%d].board: %w", i, err)
		}
		cell.Tally = newTally(cell.Board.Span())
		if x := exercisers[cell.Profile]; x != nil {
			cell.board = x.notation.Board
			cell.Exercise = &Exercise{by: x, Bindings: make([]Binding, len(x.keys))}
			for i, key := range x.keys {
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

func (r *findings) compare() {
	for _, g := range r.Groups {
		r.lengths(g)
	}
	for _, m := range r.pairMetrics() {
		tests := map[bool][]*Pair{} // by whether the study asks them, or has them beside
		for _, g := range r.Groups {
			if m.OfPairs() && g.alone() {
				continue
			}
			for i, a := range g.Cells {
				for _, b := range g.Cells[i+1:] {
					if !r.planned(a.Profile, b.Profile) {
						continue
					}
					p := r.compared(m, a, b)
					g.Pairs = append(g.Pairs, p)
					if same(a, b) {
						p.P, p.Holm = 1, 1 // equal by construction: not a test
						continue
					}
					tests[r.asked(p)] = append(tests[r.asked(p)], p)
				}
			}
		}
		for _, family := range tests {
			holm(family)
			r.Tests += len(family)
		}
	}
}

// asked reports whether a study asks of a pair, rather than has it beside the one of which it
// asks.
func (r *findings) asked(p *Pair) bool {
	return r.Plan.Beside == 0 || p.A.Profile.Number == 1 && p.B.Profile.Number == 2
}

// holm adjusts the p of pairs that are tested together, and with it their intervals: that of
// the i-th smallest p of m is of the level at which Holm tests it, 1 - alpha/(m+1-i).
func holm(family []*Pair) {
	ps := list(family, (*Pair).sure)
	adjusted := stats.Holm(ps)
	slices.Sort(ps)
	for i, p := range family {
		less, _ := slices.BinarySearch(ps, p.sure())
		p.Holm, p.Tests = adjusted[i], len(family)
		p.Adjusted = p.at(1 - alpha/float64(len(family)-less))
	}
}

func (r *findings) lengths(g *Group) {
	for _, b := range r.Manifest.Boards {
		cells := g.on(b)
		for _, c := range cells {
			for _, id := range sortedKeys(r.under[c]) {
				cells = append(cells, r.under[c][id].cell)
			}
		}
		for _, c := range cells {
			c.Curve = stats.KaplanMeierClustered(c.Tally.lengths, Level)
		}
		samples := list(cells, func(c *Cell) [][]stats.Length { return c.Tally.settled() })
		for i, q := range stats.ResampleQuantiles(samples, 0.5, rand.NewPCG(r.seed("resample", g, b.ID))) {
			cells[i].medians = q
		}
	}
}

func (g *Group) on(b record.Board) []*Cell {
	return those(g.Cells, func(c *Cell) bool { return c.Board.ID == b.ID })
}

func (r *findings) seed(what string, g *Group, board string) (uint64, uint64) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %q %q %s", what, r.Plan.Seed, g.Players[0], g.Players[1], board))
	return binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])
}

// planned reports whether two rule sets are compared: all are, but of an ablation
// only the two that it takes apart.
func (r *findings) planned(a, b *Profile) bool {
	ab := r.Plan.Ablation
	return ab == nil || a.ID == ab.A && b.ID == ab.B || a.ID == ab.B && b.ID == ab.A
}

// same reports whether two rule sets are the same game between these players: nothing
// differs that changes a turn or an ending, nor the weights that they play with, nor a rule
// about people that they heed. Of engines nobody knows which rules they heed.
func same(a, b *Cell) bool {
	return a.Profile.PlayHash == b.Profile.PlayHash && reflect.DeepEqual(a.weights, b.weights) &&
		!a.of.Engine() && a.of.Heeded(a.Profile.Axes) == b.of.Heeded(b.Profile.Axes)
}

// base is the profile of which p is a reading, if that is in the study too; else
// p itself.
func (r *findings) base(p *Profile) *Profile {
	if len(p.Taken) == 0 {
		return p
	}
	name, _, overrides := p.parts()
	return cmp.Or(r.profile(name+overrides), p)
}
