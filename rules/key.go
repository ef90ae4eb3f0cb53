package rules

import (
	"math/bits"

	"varlab/rules/board"
)

// Key returns a hash of all that s is, for tables of positions: equal states
// have equal keys, on every machine and in every version of this package that
// numbers squares alike.
func (r *Rules) Key(s *State) uint64 {
	k := mixer(s.mover) + 1
	if r.short && !s.ClaimOpen() && !s.compelled { // the whole state is in three words
		k.add(s.pieces[board.First].Lo)
		k.add(s.pieces[board.Second].Lo)
		k.add(s.kings.Lo)
		return uint64(k)
	}
	k.position(&s.position)
	if s.ClaimOpen() || s.compelled {
		named := s.named
		if s.compelled && r.samePiece && named != board.NoSquare {
			// Where no other piece owes, to name this piece is to name none, as happens when
			// the piece that left its capture is not the one that moved.
			b := r.view(&s.position)
			if r.owingAfter(&b, s.huffed) == board.SetOf(named) {
				named = board.NoSquare
			}
		}
		k.set(s.claim)
		k.add(uint64(named)<<2 | word(s.compelOpen)<<1 | word(s.compelled))
		if s.huffed.any {
			k.mark(1)
			k.add(uint64(s.huffed.at)<<1 | word(s.huffed.king))
		}
		if s.compelOpen {
			k.position(&s.before)
		}
	}
	return uint64(k)
}

// A mixer folds words into one by multiplying them to 128 bits (wyhash's step).
type mixer uint64

func (k *mixer) add(w uint64) {
	hi, lo := bits.Mul64(uint64(*k)^0xa0761d6478bd642f, w^0xe7037ed1a0b428db)
	*k = mixer(hi ^ lo)
}

// mark says that the next word is of a kind that not every state has, so that it is not taken
// for another kind.
func (k *mixer) mark(kind mixer) { *k ^= kind }

func (k *mixer) set(s board.Set) {
	k.add(s.Lo)
	if s.Hi != 0 {
		k.mark(2)
		k.add(s.Hi)
	}
}

func (k *mixer) position(p *position) {
	k.set(p.pieces[board.First])
	k.set(p.pieces[board.Second])
	k.set(p.kings)
	if !p.held[board.First].Or(p.held[board.Second]).Empty() {
		k.mark(3)
		k.set(p.held[board.First])
		k.set(p.held[board.Second])
	}
	if p.runs != [2]uint8{} {
		k.mark(4)
		k.add(uint64(p.last[0])<<24 | uint64(p.last[1])<<16 | uint64(p.runs[0])<<8 | uint64(p.runs[1]))
	}
}
