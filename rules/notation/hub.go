package notation

import (
	"cmp"
	"fmt"

	"varlab/rules/board"
)

// ReadHub reads a position of the Hub protocol: W or B for the colour on move,
// then for each square in the order of the numbers w, b (men), W, B (kings) or e
// (empty). Errors name the byte, from 1. Turns have the form Hub.
func (b *Board) ReadHub(text string) (board.Setup, error) {
	var s board.Setup
	if len(text) != b.Len()+1 {
		return s, fmt.Errorf("hub position: %d letters (want %d: the colour on move, then one for each square)", len(text), b.Len()+1)
	}
	var err error
	if s.Mover, err = b.side(text[:1]); err != nil {
		return board.Setup{}, fmt.Errorf("hub position:1: %w", err)
	}
	for i, q := range b.squares {
		c := text[i+1]
		if c == 'e' {
			continue
		}
		side, err := b.side(string(c))
		if err != nil {
			return board.Setup{}, fmt.Errorf("hub position:%d: %q is not a piece (want w, b, W, B or e)", i+2, text[i+1:i+2])
		}
		s.Put(side, q, c&0x20 == 0)
	}
	return s, nil
}

// WriteHub writes s as ReadHub reads it.
func (b *Board) WriteHub(s board.Setup) string {
	text := make([]byte, 1, b.Len()+1)
	text[0] = b.letter(s.Mover)
	for _, q := range b.squares {
		text = append(text, cmp.Or(b.Letter(s, q), 'e'))
	}
	return string(text)
}
