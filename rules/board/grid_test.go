package board

import "testing"

func TestGridPlacesEverySquareOnce(t *testing.T) {
	for rows := 4; rows <= MaxSide; rows++ {
		for columns := 4; columns <= MaxSide; columns++ {
			for _, odd := range []bool{false, true} {
				if (rows+columns)%2 != 0 || odd && columns%2 == 0 {
					continue
				}
				g := Grid{Rows: rows, Columns: columns, Odd: odd}
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

func TestLinesOfABoard(t *testing.T) {
	next := func(g Grid, row, col int) (n int) {
		q, _ := g.Square(row, col)
		for up := -1; up <= 1; up++ {
			for right := -1; right <= 1; right++ {
				if to := g.Next(q, up, right); to != NoSquare && to != q {
					n++
				}
			}
		}
		return n
	}
	for _, c := range []struct {
		grid          Grid
		row, col, has int
	}{
		{Grid{Rows: 8, Columns: 8, Squares: Dark}, 3, 3, 8},
		{Grid{Rows: 8, Columns: 8, Squares: Dark}, 0, 0, 3},
		{Grid{Rows: 8, Columns: 8, Squares: All}, 3, 3, 8},
		{Grid{Rows: 8, Columns: 8, Squares: All}, 7, 7, 3},
		{Grid{Rows: 8, Columns: 8, Squares: All}, 3, 0, 5},
		{Grid{Rows: 5, Columns: 5, Squares: Alquerque}, 2, 2, 8},
		{Grid{Rows: 5, Columns: 5, Squares: Alquerque}, 1, 2, 4},
		{Grid{Rows: 5, Columns: 5, Squares: Alquerque}, 0, 2, 5},
		{Grid{Rows: 5, Columns: 5, Squares: Alquerque}, 0, 3, 3},
	} {
		if n := next(c.grid, c.row, c.col); n != c.has {
			t.Errorf("%v: %d lines lead from %d,%d, want %d", c.grid, n, c.row, c.col, c.has)
		}
	}
}

// A step by the difference of a direction never ends on another square.
func TestNoStepRunsRoundTheEdge(t *testing.T) {
	for _, g := range []Grid{{Rows: 10, Columns: 10, Squares: All}, {Rows: 7, Columns: 14, Squares: All}, {Rows: 14, Columns: 7, Squares: All}, {Rows: 4, Columns: 4, Squares: All}} {
		for q := range g.All().All() {
			row, col := g.Place(q)
			if at, ok := g.Square(row, col); !ok || at != q || q >= 128 {
				t.Fatalf("%v: square %d is placed at %d,%d", g, q, row, col)
			}
			for up := -1; up <= 1; up++ {
				for right := -1; right <= 1; right++ {
					to := SetOf(q).Shift(up*(g.Columns+1) + right).And(g.All())
					if want := g.Next(q, up, right); to.First() != want {
						t.Fatalf("%v: a step of %d,%d from %d ends on %d, want %d", g, up, right, q, to.First(), want)
					}
				}
			}
		}
	}
}
