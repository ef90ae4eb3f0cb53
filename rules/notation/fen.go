package notation

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"varlab/rules/board"
)

// A fen is a position as it is written, with what stands beside the pieces.
type fen struct {
	board.Setup
	quiet int      // plies in a row without capture or move of a man
	notes []string // on a reading that is not plain
}

// errMover is the error of a position in which ? stands for the colour on move.
var errMover = errors.New("the position does not say which colour is to move (want W or B in the place of ?)")

var (
	// wrapForm is what may stand before a position: the beginning of its tag, or the address
	// of a page that shows it.
	wrapForm   = regexp.MustCompile(`^(?:https?://[^ :]*/|[ \[/"'“”„«<({=\x60]|(?i:FEN\b))*`)
	colourForm = regexp.MustCompile(`^[WBwb]`)
	flagForm   = regexp.MustCompile(`^(?:[AC-VX-Zac-vx-z]?[0-9]+|(?:\+[0-9]+)+)$`)
	hubForm    = regexp.MustCompile(`^[WBZwbz][wbzWBZe]{9,}$`)
	dashForm   = regexp.MustCompile(` *[-–—−] *`)
	kingForm   = regexp.MustCompile(`(^| )[Kk] +`)
)

const positionForm = "the colour on move and the pieces of each colour, such as W:W31-50:B1-20"

// ReadFEN reads a position such as `W:W28:B14,22,K23`: the colour on move, then
// the pieces of each colour in either order, as squares (K before a king) and
// ranges of squares in the order of their numbers (K1-5 for kings). A side may
// have none, and then even its letter may be missing (W:W28:). On a board with named
// squares numbers are read as files write them (see Filed).
//
// Blanks, letters of either case, a whole tag, and a dot at the end are read. So is
// what sites add: H with a count of plies without progress; other counters are passed
// over. A hub position is read too.
//
// Whether the pieces make a position is for Notation.Begin to say. Errors name the character,
// from 1.
func (b *Board) ReadFEN(text string) (board.Setup, error) {
	f, err := b.readFEN(text)
	return f.Setup, err
}

func (b *Board) readFEN(text string) (fen, error) {
	f, at, err := b.parseFEN(text)
	if err != nil {
		return fen{}, fmt.Errorf("fen:%d: %w", utf8.RuneCountInString(text[:at])+1, err)
	}
	return f, nil
}

// parseFEN returns where the error is.
func (b *Board) parseFEN(text string) (f fen, at int, err error) {
	text = spaced(text)
	doubled := false // py-draughts wrote W before the colour on move
	start := len(wrapForm.FindString(text))
	whole := piece{text[start:], start}
	whole.text = strings.TrimRight(whole.text, " .;|]/\"'“”»>)}`")
	if hubForm.MatchString(whole.text) {
		f.Setup, err = b.Filed().ReadHub(whole.text)
		return f, start, err
	}
	if i := strings.IndexAny(whole.text, ";|"); i >= 0 {
		return f, start + i, fmt.Errorf("%q stands between pieces (want a colon between colours and a comma between squares)", whole.text[i:i+1])
	}
	parts := whole.split(":")
	if len(parts) == 2 && len(parts[0].text) > 1 {
		return f, start, fmt.Errorf("the position does not say which colour is to move (want %s)", positionForm)
	}
	if len(parts) < 3 {
		return f, start + len(whole.text), fmt.Errorf("the position ends early (want %s)", positionForm)
	}
	if len(parts) > 3 && parts[0].text == "W" && len(parts[1].text) == 1 && colourForm.MatchString(parts[3].text) {
		parts = parts[1:]
		doubled = true
	}
	if f.Mover, err = b.side(parts[0].text); err != nil {
		return f, parts[0].at, err
	}
	var seen [2]bool
	for _, part := range parts[1:3] {
		if part.text == "" {
			continue
		}
		_, n := utf8.DecodeRuneInString(part.text)
		side, err := b.side(part.text[:n])
		if err != nil {
			return f, part.at, err
		}
		if seen[side] {
			return f, part.at, fmt.Errorf("%q stands twice (want each colour once)", part.text[:n])
		}
		seen[side] = true
		if at, err := b.readPieces(&f, side, piece{part.text[n:], part.at + n}); err != nil {
			return f, at, err
		}
	}
	for _, flag := range parts[3:] {
		n, err := strconv.Atoi(strings.TrimLeft(flag.text, "Hh"))
		switch {
		case flag.text == "":
		case !flagForm.MatchString(flag.text):
			return f, flag.at, fmt.Errorf("%q is more than %s", flag.text, positionForm)
		case err == nil && flag.text[0]|0x20 == 'h':
			f.quiet = min(n, mostQuiet)
		default:
			f.notes = append(f.notes, flag.text+" in the position is passed over")
		}
	}
	if doubled {
		f.notes = append(f.notes, "of the two colours at the beginning the second is on move")
	}
	return f, 0, nil
}

// mostQuiet is more plies than any draw clause counts.
const mostQuiet = 1 << 20

// A piece of a text, without blanks around it, and where it begins.
type piece struct {
	text string
	at   int
}

func (p piece) split(sep string) (list []piece) {
	at := p.at
	for text := range strings.SplitSeq(p.text, sep) {
		left := strings.TrimLeft(text, " ")
		list = append(list, piece{strings.TrimRight(left, " "), at + len(text) - len(left)})
		at += len(text) + len(sep)
	}
	return list
}

// readPieces reads the pieces of a side. It returns where the error is.
func (b *Board) readPieces(f *fen, side board.Side, list piece) (at int, err error) {
	items := list.split(",")
	if items[len(items)-1].text == "" {
		items = items[:len(items)-1] // no pieces, or a comma at the end
	}
	for _, item := range items {
		text := kingForm.ReplaceAllString(dashForm.ReplaceAllString(item.text, "-"), "${1}K")
		words := strings.Fields(text)
		if len(words) == 0 {
			words = []string{""}
		}
		for _, word := range words {
			squares, king, numbered, err := b.readItem(word)
			if err != nil {
				return item.at, err
			}
			for _, q := range squares {
				if f.Pieces(board.First).Or(f.Pieces(board.Second)).Has(q) {
					return item.at, fmt.Errorf("square %s is occupied twice", b.Name(q))
				}
				f.Put(side, q, king)
			}
			if numbered && b.algebraic && len(f.notes) == 0 {
				f.notes = append(f.notes, "squares by number are counted from the top left, with White at the bottom, as files count them")
			}
		}
	}
	return 0, nil
}

// readItem reads squares of one kind of piece, and reports whether numbers name them.
func (b *Board) readItem(text string) (squares []board.Square, king, numbered bool, err error) {
	from, to, ranged := strings.Cut(text, "-")
	q, king, numbered, err := b.readPiece(from)
	if err != nil || !ranged {
		return []board.Square{q}, king, numbered, err
	}
	last, _, _, err := b.readPiece(to)
	if err != nil {
		return nil, false, false, err
	}
	in := b.squares
	if numbered {
		in = b.counted()
	}
	i, j := slices.Index(in, q), slices.Index(in, last)
	if j < i {
		return nil, false, false, fmt.Errorf("%q runs downwards (want the lower square first)", text)
	}
	return in[i : j+1], king, numbered, nil
}

// readPiece reads a square, with K before it if a king stands there. A small k may also be
// the letter of a column.
func (b *Board) readPiece(text string) (q board.Square, king, numbered bool, err error) {
	name := lookalikes.Replace(text)
	if _, named := b.byName[strings.ToLower(name)]; name != "" && name[0]|0x20 == 'k' && (!named || text[0] != 'k') {
		king, name = true, name[1:]
	}
	q, err = b.Square(name)
	return q, king, name != "" && strings.Trim(name, "0123456789") == "", err
}

func (b *Board) side(letter string) (board.Side, error) {
	switch letter {
	case "W", "w":
		return b.white, nil
	case "B", "b", "В", "Z", "z": // the last two are of the DamExchange protocol
		return b.white.Other(), nil
	case "?":
		return 0, errMover
	}
	return 0, fmt.Errorf("%q is not a colour (want W or B)", letter)
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
