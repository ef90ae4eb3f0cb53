package exact

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"varlab/internal/files"
	"varlab/rules/board"
)

// A Count is the results of the positions of a material, for one of its sides. Counts add.
type Count struct {
	Positions int `json:"positions"`
	Win       int `json:"win"`
	Draw      int `json:"draw"`
	Loss      int `json:"loss"`
	// LongestWin is the highest number of own moves that a win of the side needs.
	LongestWin int `json:"longest_win_moves"`
	// Wins counts the wins by own moves, from 0.
	Wins []int `json:"wins_by_moves,omitempty"`
}

func (c *Count) note(value, turns int, onMove bool) {
	c.Positions++
	switch value {
	case 0:
		c.Draw++
		return
	case -1:
		c.Loss++
		return
	}
	c.Win++
	c.won(ownMoves(turns, onMove), 1)
}

// ownMoves returns the number of the winner's turns among the turns to the end.
func ownMoves(turns int, onMove bool) int {
	if onMove {
		turns++ // the first and the last are its own
	}
	return turns / 2
}

func (c *Count) won(moves, n int) {
	if more := moves + 1 - len(c.Wins); more > 0 {
		c.Wins = append(c.Wins, make([]int, more)...)
	}
	c.Wins[moves] += n
	c.LongestWin = len(c.Wins) - 1
}

// add adds d to c.
func (c *Count) add(d Count) {
	c.Positions += d.Positions
	c.Win += d.Win
	c.Draw += d.Draw
	c.Loss += d.Loss
	for moves, n := range d.Wins {
		if n > 0 {
			c.won(moves, n)
		}
	}
}

// WonAfter returns the number of wins that take more own moves than a limit.
func (c *Count) WonAfter(moves int) int {
	n := 0
	for _, wins := range c.Wins[min(len(c.Wins), moves+1):] {
		n += wins
	}
	return n
}

// A placed is one position of a table, with its value for the side on move. It is valid only
// during the call that receives it.
type placed struct {
	Value, Turns int
	t            *Tables
	at           placement
	occ          occupancy
}

// setup returns p as a setup with the given side on move.
func (p *placed) setup(mover board.Side) board.Setup { return p.t.b.setup(&p.at, mover) }

// quiet reports whether neither side could capture if it were on move.
func (p *placed) quiet() bool {
	b := p.t.b
	for side := range 2 {
		p.occ = occupancy{}
		p.occ.set(p.at.all(side), own)
		p.occ.setOther(b, p.at.all(1-side), theirs)
		if !b.mayCapture(&p.occ, p.at.men(side), p.at.kings(side)) {
			continue
		}
		at := p.at
		if side == 1 {
			at.swap()
		}
		if s := p.t.state(&at); !p.t.r.Quiescent(&s) {
			return false
		}
	}
	return true
}

// parts is the number of parts into which the positions of a table are divided, each for one
// goroutine.
const parts = 64

// gather makes a T of the positions of m in which its first side is on move: note adds a
// position to a T, add joins the Ts of parts, in the order of the positions.
func gather[T any](ctx context.Context, t *Tables, m Material, workers int, note func(sum *T, p *placed), add func(all, sum *T)) (T, error) {
	tb := t.table(m)
	if tb == nil {
		panic("exact: no table of " + m.String())
	}
	a, b := tb.sides[0], tb.sides[1]
	var sums [parts]T
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			p := &placed{t: t}
			p.at.pieces = tb.material
			for part := int(next.Add(1)) - 1; part < parts && ctx.Err() == nil; part = int(next.Add(1)) - 1 {
				for na := part * a.size / parts; na < (part+1)*a.size/parts; na++ {
					mine := a.on(na)
					if mine == nil {
						continue
					}
					copy(p.at.at[0][:], mine)
					for nb := range b.size {
						others := b.on(nb)
						if others == nil || t.b.clash(mine, others) {
							continue
						}
						copy(p.at.at[1][:], others)
						c := tb.code(na*b.size + nb)
						p.Value, p.Turns = c.value(), c.distance()
						note(&sums[part], p)
					}
				}
			}
		})
	}
	wg.Wait()
	var all T
	for i := range sums {
		add(&all, &sums[i])
	}
	return all, ctx.Err()
}

func (b *layout) clash(mine, others []uint8) bool {
	return slices.ContainsFunc(others, func(o uint8) bool { return slices.Contains(mine, b.turned(o)) })
}

// A Tally is the counts of a material for its first side, with one side on move.
type Tally struct {
	All   Count
	Quiet Count // neither side could capture if on move
	// Held are the quiet positions in which a king of the second side stands on a main
	// diagonal, Free the others. Taken are those of Free in which a king of the first side
	// stands there.
	Held, Free, Taken Count
	// Hardest is the first quiet position of the table in which the first side needs the most
	// own moves to win. Nil if it wins none.
	Hardest      *board.Setup
	HardestMoves int
}

func (t *Tally) add(u *Tally) {
	t.All.add(u.All)
	t.Quiet.add(u.Quiet)
	t.Held.add(u.Held)
	t.Free.add(u.Free)
	t.Taken.add(u.Taken)
	if u.Hardest != nil && u.HardestMoves > t.HardestMoves {
		t.Hardest, t.HardestMoves = u.Hardest, u.HardestMoves
	}
}

// Tally counts the positions of m with its first side on move, or its second. Where tables are
// kept, the counts are kept beside them.
func (t *Tables) Tally(ctx context.Context, m Material, first bool, workers int) (Tally, error) {
	table, weak := m, 1
	if !first {
		table, weak = m.Swapped(), 0
	}
	if t.dir == "" {
		return t.count(ctx, table, first, weak, workers)
	}
	kept := keptTally{Sum: t.sum(table)}
	name := fmt.Sprintf("%s.%d.tally", t.path(table), weak)
	if kept.load(name) {
		return kept.Tally, nil
	}
	tally, err := t.count(ctx, table, first, weak, workers)
	if err != nil {
		return tally, err
	}
	kept.Tally = tally
	text, err := json.Marshal(kept)
	if err == nil {
		err = files.WriteBytes(name, text)
	}
	return tally, err
}

// A keptTally is the counts of the table with a sum.
type keptTally struct {
	Sum   string
	Tally Tally
}

// load reads the counts of the table with the sum of k; a file of another table is as good as none.
func (k *keptTally) load(name string) bool {
	var read keptTally
	text, err := os.ReadFile(name)
	if err != nil || json.Unmarshal(text, &read) != nil || read.Sum != k.Sum {
		return false
	}
	*k = read
	return true
}

func (t *Tables) count(ctx context.Context, table Material, first bool, weak, workers int) (Tally, error) {
	return gather(ctx, t, table, workers, func(sum *Tally, p *placed) {
		value := p.Value
		if !first {
			value = -value
		}
		note := func(c *Count) { c.note(value, p.Turns, first) }
		note(&sum.All)
		if !p.quiet() {
			return
		}
		note(&sum.Quiet)
		switch {
		case p.holdsLine(weak):
			note(&sum.Held)
		case p.holdsLine(1 - weak):
			note(&sum.Taken)
			fallthrough
		default:
			note(&sum.Free)
		}
		if moves := ownMoves(p.Turns, first); value > 0 && moves > sum.HardestMoves {
			setup := p.setup(board.First)
			sum.Hardest, sum.HardestMoves = &setup, moves
		}
	}, (*Tally).add)
}

func (p *placed) holdsLine(side int) bool {
	b := p.t.b
	return slices.ContainsFunc(p.at.kings(side), func(q uint8) bool { return b.corners.Has(b.squares[q]) })
}
