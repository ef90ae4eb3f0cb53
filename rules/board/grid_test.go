package board

import "testing"

func TestGridPlacesEverySquareOnce(t *testing.T) {
	for rows := 4; rows <= MaxSide; rows++ {
		for columns := 4; columns <= MaxSide; columns++ {
			for _, odd := range []bool{false, true} {
				if (rows+columns)%2 != 0 || odd && columns%2 == 0 {
					continue
				}
				g := Grid{rows, columns, odd}
				n := 0
				for row := range rows {
					for col := range columns {
						q, ok := g.Square(row, col)
						if !ok {
							continue
						}
						n++
						if r, c := g.Place(q); r != row || c != col {
							t.Fatalf("%v: square %d of %d,%d is placed at %d,%d", g, q, row, col, r, c)
						}
						// A step is a constant difference, or leaves the board.
						for _, d := range []struct{ row, col, by int }{{1, -1, g.Half()}, {1, 1, g.Half() + 1}} {
							to := q + Square(d.by)
							want, on := g.Square(row+d.row, col+d.col)
							if on != g.All().Has(to) || on && want != to {
								t.Fatalf("%v: a step from %d,%d does not end at %d", g, row, col, to)
							}
						}
					}
				}
				if got := g.All().Len(); got != n {
					t.Fatalf("%v: %d squares, want %d", g, got, n)
				}
			}
		}
	}
}
