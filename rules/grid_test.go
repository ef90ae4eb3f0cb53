package rules

import "testing"

func TestGridPlacesEverySquareOnce(t *testing.T) {
	for rows := 4; rows <= 12; rows++ {
		for columns := 4; columns <= 12; columns++ {
			for _, corner := range []string{"left", "right"} {
				if (rows+columns)%2 != 0 {
					continue
				}
				g := (&Board{Rows: rows, Columns: columns, DarkCorner: corner}).Grid()
				n := 0
				for row := range rows {
					for col := range columns {
						q, ok := g.Square(row, col)
						if !ok {
							continue
						}
						n++
						if r, c := g.Place(q); r != row || c != col {
							t.Fatalf("%dx%d %s: square %d of %d,%d is placed at %d,%d", rows, columns, corner, q, row, col, r, c)
						}
						// A step is a constant difference, or leaves the board.
						for _, d := range []struct{ row, col, by int }{{1, -1, g.half()}, {1, 1, g.half() + 1}} {
							to := q + Square(d.by)
							want, on := g.Square(row+d.row, col+d.col)
							if on != g.All().Has(to) || on && want != to {
								t.Fatalf("%dx%d %s: a step from %d,%d does not end at %d", rows, columns, corner, row, col, to)
							}
						}
					}
				}
				if got := g.All().Len(); got != n {
					t.Fatalf("%dx%d %s: %d squares, want %d", rows, columns, corner, got, n)
				}
			}
		}
	}
}
