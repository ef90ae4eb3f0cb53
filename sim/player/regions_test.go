package player

import (
	"fmt"
	"testing"

	"varlab/rules/board"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

// Patterns are those that one finds square by square, on boards of every kind.
func TestRegionsSeeTheirSquares(t *testing.T) {
	for _, g := range []board.Grid{
		{Rows: 4, Columns: 4},
		{Rows: 8, Columns: 8},
		{Rows: 10, Columns: 10},
		{Rows: 12, Columns: 12},
		{Rows: 14, Columns: 14},
		{Rows: 13, Columns: 13, Odd: true},
		{Rows: 10, Columns: 12},
		{Rows: 12, Columns: 4},
		{Rows: 9, Columns: 9},
		{Rows: 7, Columns: 11, Odd: true},
		{Rows: 11, Columns: 5, Odd: true},
		{Rows: 8, Columns: 8, Squares: board.All},
		{Rows: 10, Columns: 10, Squares: board.All},
		{Rows: 7, Columns: 14, Squares: board.All},
		{Rows: 9, Columns: 4, Squares: board.All},
		{Rows: 5, Columns: 5, Squares: board.Alquerque},
	} {
		n := newRegions(g)
		source := random.New("regions", fmt.Sprint(g))
		var first, second board.Set
		for q := range g.All().All() {
			switch random.Below(source, 3) {
			case 1:
				first = first.With(q)
			case 2:
				second = second.With(q)
			}
		}
		covered := board.Set{}
		regions := [len(windows)]int{}
		n.each(first, second, func(w window, region, pattern int) {
			regions[w.place]++
			kind, band, lane := n.where(w, region)
			want, place := 0, 1
			for row := band; row < band+w.rows; row++ {
				_, late := g.Place(g.Row(row).First()) // 0 or 1
				for k := range windowSquares {
					col := 2*(lane+k-kind*late) + late
					if g.Every() {
						col = lane + k
					}
					if q, ok := g.Square(row, col); ok {
						covered = covered.With(q)
						if first.Has(q) {
							want += place
						} else if second.Has(q) {
							want += 2 * place
						}
					}
					place *= 3
				}
			}
			require.Equal(t, w.patterns, place)
			require.Equal(t, want, pattern, "%v %d rows, region %d", g, w.rows, region)
		})
		for w := range windows {
			require.Len(t, n.of[w], regions[w])
		}
		require.Equal(t, g.All(), covered, "%v: every square is in some region", g)
	}
}

// Turned twice a pattern is itself, and no men are no men.
func TestTurned(t *testing.T) {
	require.Equal(t, 2*243, windows[0].turned(1)) // a man on the first square: the other side's on the last
	for _, w := range windows {
		require.Zero(t, w.turned(0))
		for p := range w.patterns {
			require.Equal(t, p, w.turned(w.turned(p)))
		}
	}
}
