package reports

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/sim/record"
	"varlab/sim/stats"
)

// A cell keeps the first turns that players choose after the opening, of its first
// games: enough to compare what is played, and bounded.
const (
	firstTurns = 2
	firstGames = 5000
	firstLots  = 499
)

type firsts struct {
	games [][firstTurns]int32 // kinds of the first 1, 2 … turns; -1 where the game was over
	at    []int32             // opening of each game
}

type kinds map[uint64]int32

func (k kinds) of(text string) int32 {
	hash := maphash.String(turnsSeed, text)
	n, ok := k[hash]
	if !ok {
		n = int32(len(k))
		k[hash] = n
	}
	return n
}

func (f *firsts) see(rec *record.Record, texts []string, k kinds) {
	if rec.Game >= firstGames {
		return
	}
	var g [firstTurns]int32
	for i := range g {
		g[i] = -1
		if end := int(rec.OpeningPlies) + i + 1; end <= len(texts) {
			g[i] = k.of(strings.Join(texts[rec.OpeningPlies:end], " "))
		}
	}
	f.games, f.at = append(f.games, g), append(f.at, rec.Opening)
}

func (f *firsts) kinds(openings, turns int) [][]int {
	out := make([][]int, openings)
	for i, g := range f.games {
		if g[turns] >= 0 {
			out[f.at[i]] = append(out[f.at[i]], int(g[turns]))
		}
	}
	return out
}

type Variety struct {
	Cell *Cell
	// Bits is Shannon's entropy of the first 1, 2 … turns as seen, and Corrected
	// what it may be with kinds that were not seen: NaN where nothing was seen
	// twice.
	Bits, Corrected [firstTurns]float64
}

// An Apart is how far the first turns of two rule sets on the same openings lie
// apart.
type Apart struct {
	A, B *Cell
	Turn [firstTurns]stats.Divergence
	// Adjusted is p by Holm over the pairs of the group, turn by turn.
	Adjusted [firstTurns]float64
}

func (r *Report) varieties(g *Group) (vs []Variety, as []*Apart) {
	n := len(r.kinds)
	counts := make([]int, n)
	for _, c := range g.Cells {
		v := Variety{Cell: c}
		for k := range firstTurns {
			clear(counts)
			for _, game := range c.firsts.games {
				if game[k] >= 0 {
					counts[game[k]]++
				}
			}
			v.Bits[k], v.Corrected[k] = stats.Entropy(counts), stats.ChaoShen(counts)
		}
		vs = append(vs, v)
	}
	for i, a := range g.Cells {
		for _, b := range g.Cells[i+1:] {
			if a.Board != b.Board || !r.planned(a.Profile, b.Profile) || same(a, b) {
				continue
			}
			x := &Apart{A: a, B: b}
			for k := range firstTurns {
				high, low := r.seed(fmt.Sprintf("openings %d %s %s", k, a.Profile.ID, b.Profile.ID), g, a.Board.ID)
				x.Turn[k] = stats.Diverge(a.firsts.kinds(a.Board.Span(), k), b.firsts.kinds(b.Board.Span(), k), n, firstLots, rand.NewPCG(high, low))
			}
			as = append(as, x)
		}
	}
	for k := range firstTurns {
		adjust(as, stats.Holm, func(x *Apart) (float64, *float64) { return x.Turn[k].P, &x.Adjusted[k] })
	}
	return vs, as
}

func (r *Report) openingsSection(g *Group, title string, cells []*Cell) *section {
	if len(r.kinds) == 0 || len(cells) > few {
		return nil
	}
	vs, as := r.varieties(g.only(cells))
	s := &section{
		ID: "first-turns", Title: title,
		Text: []string{fmt.Sprintf("What players choose in their first turns after the opening, over all openings together. Entropy is in bits: 3 bits are as varied as eight equally frequent turns; the second figure allows for turns that were not seen (Chao and Shen 2003). The divergence of two rule sets (Jensen and Shannon’s) is 0 bits if they play alike and 1 bit if they have no turn in common. Beside it stands what chance alone gives, found by dealing the games of each opening among the rule sets at random, %d times; p is adjusted by Holm.", firstLots)},
	}
	t := table{Title: "Entropy of the first turns, bits (with what was not seen)", Head: []string{"rule set"}}
	for k := range firstTurns {
		t.Head = append(t.Head, plural(k+1, "turn", "turns"))
	}
	for _, v := range vs {
		row := []cell{v.Cell.labelled()}
		for k := range firstTurns {
			row = append(row, cell{Text: fmt.Sprintf("%s (%s)", fixed(v.Bits[k], 2), fixed(v.Corrected[k], 2))})
		}
		t.Rows = append(t.Rows, row)
	}
	s.More = append(s.More, t)
	if len(as) == 0 {
		return s
	}
	d := table{Title: "Divergence of the first turns, bits", Head: []string{"rule sets"}}
	f := chart.Forest{
		ID: "fig-first-turns", Title: "How far the first two turns lie apart, bits", Unit: "bits of 1",
		Desc: "One row for each two rule sets with the same openings.", Open: "from 0 to what chance alone gives",
	}
	for k := range firstTurns {
		d.Head = append(d.Head, plural(k+1, "turn", "turns"), "by chance", "p, Holm")
	}
	for _, x := range as {
		row := []cell{both(x.A, x.B, nil)}
		for k := range firstTurns {
			faint := x.Adjusted[k] >= alpha
			row = append(row, cell{Text: fixed(x.Turn[k].Value, 3), Faint: faint}, cell{Text: fixed(x.Turn[k].Chance, 3), Faint: faint}, cell{Text: chance(x.Adjusted[k]), Faint: faint})
		}
		d.Rows = append(d.Rows, row)
		last := x.Turn[firstTurns-1]
		f.Rows = append(f.Rows, chart.ForestRow{
			Label: x.A.Profile.Short + " and " + x.B.Profile.Short, Shown: fixed(last.Value, 3),
			Value: last.Value, Low: math.NaN(), High: math.NaN(), From: 0, To: last.Chance,
		})
	}
	slices.SortStableFunc(f.Rows, func(a, b chart.ForestRow) int { return cmp.Compare(b.Value, a.Value) })
	s.Figures = []figure{{ID: f.ID, Title: f.Title, Chart: f, Caption: fmt.Sprintf("Jensen and Shannon’s divergence of each two rule sets with the same openings, the largest first; chance by %d lots.", firstLots)}}
	s.More = append(s.More, d)
	return s
}
