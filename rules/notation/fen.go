package notation

import (
	"fmt"
	"strings"

	"varlab/rules/board"
)

// ReadFEN reads a position such as `W:W28:B14,22,K23`: the colour on move, then
// the pieces of each colour in either order, as squares (K before a king) and
// ranges of squares in the order of their numbers (K1-5 for kings). A side may
// have none, and then even its letter may be missing (W:W28:); one dot may end the
// text. Whether the pieces make a position is for
// rules.Rules.Position to say. Errors name the byte, from 1.
func (b *Board) ReadFEN(text string) (board.Setup, error) {
	var s board.Setup
	fail := func(at int, format string, args ...any) (board.Setup, error) {
		return board.Setup{}, fmt.Errorf("fen:%d: %s", at+1, fmt.Sprintf(format, args...))
	}
	body := strings.TrimRight(text, " \t\r\n")
	body = strings.TrimSuffix(body, ".")
	start := len(body) - len(strings.TrimLeft(body, " \t"))
	parts := strings.Split(body[start:], ":")
	const form = "the colour on move and the pieces of each colour, such as W:W31-50:B1-20"
	if len(parts) < 3 {
		return fail(len(body), "the position ends early (want %s)", form)
	}
	if len(parts) > 3 {
		return fail(start+len(strings.Join(parts[:3], ":")), "more than %s", form)
	}
	var ok bool
	if s.Mover, ok = b.side(parts[0]); !ok {
		return fail(start, "%q is not a colour (want W or B)", parts[0])
	}
	at := start + len(parts[0]) + 1
	var taken board.Set
	var seen [2]bool
	for _, part := range parts[1:] {
		if strings.TrimSpace(part) == "" {
			at += len(part) + 1
			continue
		}
		side, ok := b.side(part[:1])
		if !ok {
			return fail(at, "%q is not a colour (want W or B)", part[:1])
		}
		if seen[side] {
			return fail(at, "%q stands twice (want each colour once)", part[:1])
		}
		seen[side] = true
		pos := at + 1
		if part[1:] != "" {
			for item := range strings.SplitSeq(part[1:], ",") {
				squares, king, err := b.readItem(item)
				if err != nil {
					return fail(pos, "%v", err)
				}
				for _, q := range squares {
					if taken.Has(q) {
						return fail(pos, "square %s is occupied twice", b.Name(q))
					}
					taken = taken.With(q)
					s.Put(side, q, king)
				}
				pos += len(item) + 1
			}
		}
		at += len(part) + 1
	}
	return s, nil
}

func (b *Board) readItem(item string) (squares []board.Square, king bool, err error) {
	text := strings.TrimSpace(item)
	text, king = strings.CutPrefix(text, "K")
	from, to, ranged := strings.Cut(text, "-")
	q, err := b.Square(from)
	if err != nil || !ranged {
		return []board.Square{q}, king, err
	}
	last, err := b.Square(to)
	if err != nil {
		return nil, false, err
	}
	if b.Number(last) < b.Number(q) {
		return nil, false, fmt.Errorf("%q runs downwards (want the lower square first)", text)
	}
	return b.squares[b.Number(q)-1 : b.Number(last)], king, nil
}

func (b *Board) side(letter string) (board.Side, bool) {
	switch letter {
	case "W":
		return b.white, true
	case "B":
		return b.white.Other(), true
	}
	return 0, false
}

func (b *Board) letter(side board.Side) byte {
	if side == b.white {
		return 'W'
	}
	return 'B'
}

// WriteFEN writes s as ReadFEN reads it, squares by their numbers, White first.
func (b *Board) WriteFEN(s board.Setup) string {
	var t strings.Builder
	t.WriteByte(b.letter(s.Mover))
	for _, side := range []board.Side{b.white, b.white.Other()} {
		t.WriteByte(':')
		t.WriteByte(b.letter(side))
		for i, q := range b.Ascending(s.Pieces(side)) {
			if i > 0 {
				t.WriteByte(',')
			}
			if s.Kings[side].Has(q) {
				t.WriteByte('K')
			}
			t.WriteString(b.Name(q))
		}
	}
	return t.String()
}
