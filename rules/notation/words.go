package notation

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The words of a game are numbers, moves and results. Blanks may stand within
// them, so that where one ends is part of reading it.

var (
	moveForm = regexp.MustCompile(`^(?:(?:[0-9]{1,3}|[a-n][0-9]{1,2})(?:[-x:](?:[0-9]{1,3}|[a-n][0-9]{1,2}))+|[a-n][0-9]{1,2}[a-n][0-9]{1,2}|[0-9]{4}|[a-n](?:[-x:][a-n][0-9]{1,2})+|[a-n]{2}[0-9]{1,2})$`)
	// Blanks may stand before a square, and around a stroke, in any letters that look alike.
	joinForm   = regexp.MustCompile(`^[ \t]+` + begins)
	strokeForm = regexp.MustCompile(`^[ \t]+([-–−—×:xXхХ])[ \t]*` + begins)
	// captureForm is the beginning of a capture, which may go on after a blank.
	captureForm = regexp.MustCompile(`^(?:[0-9]{1,3}|[a-n][0-9]{1,2})(?:[x:](?:[0-9]{1,3}|[a-n][0-9]{1,2}))+$`)
	// gluedForm is a word up to what may be a result that nothing parts from it.
	gluedForm = regexp.MustCompile(`(?s)^(.*(?:[^0-9½]{2}|[^-–−—×x:/0-9½\x{FFFD}])|[^0-9½])(?:[0-9]|½)`)
)

// begins is how a square begins, or a half.
const begins = `(?:[a-nA-NасеАВСЕНКМ]?[0-9]|½)`

// results are what a game may end with, as they are written and as they are
// given in Line.Result.
var results = map[string]string{
	"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "2-0": "2-0", "0-2": "0-2", "1-1": "1-1", "0-0": "0-0",
	"1:0": "1-0", "0:1": "0-1", "2:0": "2-0", "0:2": "0-2", "1:1": "1-1", "0:0": "0-0",
	"1/2": "1/2-1/2", "½-½": "1/2-1/2", "1/2:1/2": "1/2-1/2", "½:½": "1/2-1/2", "½": "1/2-1/2", "0.5-0.5": "1/2-1/2",
}

// longestWord is longer than any move through all squares of a board, in bytes.
const longestWord = 500

// longestResult is longer than any result.
const longestResult = 16

// longestNumber is how many digits a move number may have.
const longestNumber = 6

// Letters that look alike, as they get into moves typed on another keyboard.
var alike = strings.NewReplacer("×", "x", "X", "x", "х", "x", "Х", "x", "а", "a", "с", "c", "е", "e", "–", "-", "−", "-", "—", "-",
	"А", "a", "В", "b", "С", "c", "Е", "e", "Н", "h", "К", "k", "М", "m",
	"A", "a", "B", "b", "C", "c", "D", "d", "E", "e", "F", "f", "G", "g", "H", "h", "I", "i", "J", "j", "K", "k", "L", "l", "M", "m", "N", "n")

// resultOf is the result that text writes, be it with a dash for the stroke; empty if it
// writes none.
func resultOf(text string) string { return results[alike.Replace(text)] }

// result is the same of a word as its bytes stand in the file.
func (p *parser) result(word []byte) string {
	if len(word) > longestResult {
		return ""
	}
	return resultOf(p.reader.Charset.decodeMove(word))
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func wordByte(c byte) bool {
	return letter(c) || c >= '0' && c <= '9' || c == '-' || c == ':' || c == '/' || c >= 0x80
}

func (p *parser) peekWord() []byte {
	rest := p.rest()
	return rest[:words(rest)]
}

func words(text []byte) int {
	if n := slices.IndexFunc(text, func(c byte) bool { return !wordByte(c) }); n >= 0 {
		return n
	}
	return len(text)
}

// word reads a number, a result or a move. It reports whether the game has ended.
func (p *parser) word() bool {
	raw := p.peekWord()
	n := len(raw)
	rest := p.rest()
	if n > longestWord {
		p.fail("%q… is no move, number or result (want such as 32-28, 1. or 1-0)", raw[:longestWord])
		return false
	}
	if digits(raw) && n < len(rest) && rest[n] == '.' {
		if n > longestNumber {
			p.fail("%q is no move number (want at most %d digits)", raw, longestNumber)
			return false
		}
		dots := len(rest) - n - len(bytes.TrimLeft(rest[n:], "."))
		p.number, _ = strconv.Atoi(string(raw))
		p.dots, p.absent = dots > 1, false
		p.at += n + dots
		return false
	}
	if word := string(raw); word == "--" || word == "-" {
		if after := rest[n:]; word == "-" && len(after) > 1 && after[0] == ' ' && after[1] == '-' {
			n += 2
		}
		p.add(Move{Text: Unknown})
		p.at += n
		return false
	}
	text, n := p.joined(rest, false)
	if result := p.result(text); result != "" {
		return p.ends(result, n)
	}
	word := alike.Replace(p.reader.Charset.decodeMove(text))
	switch {
	case moveForm.MatchString(word):
		p.absent = false
		p.add(Move{Text: word})
		p.at += n
		if s := strongForm.Find(p.rest()); s != nil {
			p.strength()
		}
	case digits(raw) && len(raw) < 4: // four without a dot are two squares
		p.number, _ = strconv.Atoi(string(raw))
		p.dots, p.absent = false, false
		p.at += len(raw)
	default:
		p.fail("%q is no move, number or result (want such as 32-28, 1. or 1-0)", word)
	}
	return false
}

// joined is the word that rest begins with, without the blanks that may stand within a move
// or a result, and how many bytes it takes. A result is joined to nothing but the rest of
// it. If only results are sought, no more than one stroke is joined.
func (p *parser) joined(rest []byte, results bool) (text []byte, n int) {
	raw := rest[:words(rest)]
	if n = len(raw); n == 0 || n > longestWord {
		return nil, n
	}
	text = []byte(alike.Replace(string(raw)))
	apart := false
	stroke := func(only string) {
		m := strokeForm.FindSubmatchIndex(rest[n:])
		if m == nil {
			return
		}
		if next := alike.Replace(string(rest[n+m[2] : n+m[3]])); strings.Contains(only, next) {
			text, n = append(text, next...), n+m[3]
		}
	}
	if len(text) < 4 {
		stroke("-x:")
	} else if !results && captureForm.Match(text) {
		stroke("x:")
	}
	for last := text[len(text)-1]; last == '-' || last == 'x' || last == ':'; last = text[len(text)-1] {
		if !joinForm.Match(rest[n:]) && (n >= len(rest) || n == len(raw) || !wordByte(rest[n])) || len(text) < 2 {
			break
		}
		from := n + blanks(rest[n:])
		to := from + words(rest[from:])
		if len(text)+to-from > longestWord {
			break
		}
		if !results && !apart {
			next, _ := p.joined(rest[from:], true)
			apart = p.result(next) != ""
		}
		text = append(text, rest[from:to]...)
		if n = to; results {
			break
		}
		if captureForm.MatchString(alike.Replace(string(text))) {
			stroke("x:")
		}
	}
	if n > len(raw) && p.result(text) == "" && (apart || p.result(raw) != "") {
		return raw, len(raw)
	}
	return text, n
}

func digits(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, "0123456789")) == 0
}
