package exact

import (
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A placement is where the pieces stand, each side's in its own ordinals, men
// before kings, both ascending. Side 0 is on move.
type placement struct {
	pieces [2]Pieces
	at     [2][2 * maxPieces]uint8
}

func (p *placement) men(side int) []uint8 { return p.at[side][:p.pieces[side].Men] }
func (p *placement) kings(side int) []uint8 {
	return p.at[side][p.pieces[side].Men:p.pieces[side].Len()]
}
func (p *placement) all(side int) []uint8 { return p.at[side][:p.pieces[side].Len()] }

// add puts a piece on q, where its side has none.
func (p *placement) add(side int, q uint8, king bool) {
	n, from, to := &p.pieces[side], 0, p.pieces[side].Men
	if king {
		from, to = n.Men, n.Len()
	}
	at := &p.at[side]
	i := from
	for i < to && at[i] < q {
		i++
	}
	copy(at[i+1:n.Len()+1], at[i:n.Len()])
	at[i] = q
	if king {
		n.Kings++
	} else {
		n.Men++
	}
}

// remove takes the piece on q away, if there is one, and reports whether it was a king.
func (p *placement) remove(side int, q uint8) (king bool) {
	n := &p.pieces[side]
	i := slices.Index(p.all(side), q)
	if i < 0 {
		return false
	}
	king = i >= n.Men
	copy(p.at[side][i:], p.at[side][i+1:n.Len()])
	if king {
		n.Kings--
	} else {
		n.Men--
	}
	return king
}

func (p *placement) swap() {
	p.pieces[0], p.pieces[1] = p.pieces[1], p.pieces[0]
	p.at[0], p.at[1] = p.at[1], p.at[0]
}

func (b *layout) place(s *rules.State) placement {
	var p placement
	for side, who := range [2]board.Side{s.Mover(), s.Mover().Other()} {
		n := 0
		put := func(set board.Set) {
			from := min(n, len(p.at[side]))
			for q := range set.All() {
				o := b.ordinal[q]
				if who == board.Second {
					o = b.turned(o)
				}
				if n < len(p.at[side]) {
					p.at[side][n] = o
				}
				n++
			}
			if who == board.Second {
				slices.Reverse(p.at[side][from:min(n, len(p.at[side]))])
			}
		}
		put(s.Men(who))
		p.pieces[side].Men = n
		put(s.Kings(who))
		p.pieces[side].Kings = n - p.pieces[side].Men
	}
	return p
}

// setup returns p as a setup with mover on move.
func (b *layout) setup(p *placement, mover board.Side) board.Setup {
	s := board.Setup{Mover: mover}
	for side, who := range [2]board.Side{mover, mover.Other()} {
		for i, o := range p.all(side) {
			s.Put(who, b.square(who, o), i >= p.pieces[side].Men)
		}
	}
	return s
}

// A side numbers the ways to place the pieces of one side: the men's combination times the
// number of the kings' combinations, plus the kings'. Ways with two pieces on a square, or a
// man where it would be a king, have numbers too; their squares begin with none.
type side struct {
	Pieces
	size, kings int
	squares     []uint8 // Len() for each number: men, then kings
}

const mostPlaced = 1 << 26

func (b *layout) ways(p Pieces) (int, error) {
	n := uint64(b.choose[p.Men][b.men]) * uint64(b.choose[p.Kings][b.n])
	if n > mostPlaced {
		return 0, fmt.Errorf("%s can be placed in more than %d ways (want fewer pieces)", p, mostPlaced)
	}
	return int(n), nil
}

// newSide numbers the ways to place p; ways bounds their number.
func (b *layout) newSide(p Pieces) *side {
	men, kings := int(b.choose[p.Men][b.men]), int(b.choose[p.Kings][b.n])
	s := &side{Pieces: p, size: men * kings, kings: kings}
	s.squares = make([]uint8, 0, s.size*p.Len())
	ms, ks := combinations(p.Men, b.men), combinations(p.Kings, b.n)
	for m := range men {
		m := ms[m*p.Men : (m+1)*p.Men]
		for k := range kings {
			k := ks[k*p.Kings : (k+1)*p.Kings]
			at := len(s.squares)
			s.squares = append(append(s.squares, m...), k...)
			if b.waits(m) || slices.ContainsFunc(m, func(q uint8) bool { return slices.Contains(k, q) }) {
				s.squares[at] = none
			}
		}
	}
	return s
}

// waits reports whether a man stands where it would be a king.
func (b *layout) waits(men []uint8) bool {
	return slices.ContainsFunc(men, func(q uint8) bool { return b.crowned[q] })
}

// combinations lists the ways to choose k of n squares, each ascending, in the
// order of their numbers: by the last square, then the last but one, and so on.
func combinations(k, n int) []uint8 {
	var list []uint8
	at := make([]uint8, k)
	for i := range at {
		at[i] = uint8(i)
	}
	for {
		list = append(list, at...)
		i := 0
		for i < k && (i+1 < k && at[i]+1 == at[i+1] || i+1 == k && int(at[i])+1 == n) {
			i++
		}
		if i >= k {
			return list
		}
		at[i]++
		for j := range i {
			at[j] = uint8(j)
		}
	}
}

// on returns the squares of way n; nil if no pieces can stand so.
func (s *side) on(n int) []uint8 {
	at := s.squares[n*s.Len() : (n+1)*s.Len()]
	if at[0] == none {
		return nil
	}
	return at
}

func (b *layout) combination(at []uint8) int {
	n := uint32(0)
	for i, q := range at {
		n += b.choose[i+1][q]
	}
	return int(n)
}

func (b *layout) number(p *placement, side, kings int) int {
	return b.combination(p.men(side))*kings + b.combination(p.kings(side))
}

// moved returns the number of the choice of squares at, with piece i moved to q.
func (b *layout) moved(at []uint8, i int, q uint8) int {
	n, k, placed := uint32(0), 1, false
	for j, o := range at {
		if j == i {
			continue
		}
		if !placed && q < o {
			n += b.choose[k][q]
			k, placed = k+1, true
		}
		n += b.choose[k][o]
		k++
	}
	if !placed {
		n += b.choose[k][q]
	}
	return int(n)
}
