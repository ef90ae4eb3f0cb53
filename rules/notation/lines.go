package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"varlab/internal/plain"
)

// lines is text with a place in it. Line ends are \n, \r\n or \r.
//
// PDN 3.0 wants UTF-8; older files are in the code page of the typist. A line that is
// not UTF-8 is in Windows-1251 (Cyrillic) or Windows-1252 (Latin): its words vote.
// A tie goes to the code page of the last such line, at first Latin.
type lines struct {
	scan     *bufio.Scanner
	cyrillic bool // the last line that was not UTF-8
	line     string
	text     string // line as moves are read in it: see spaced
	at       int    // byte of line
	counted  int    // bytes of line up to the last place named, and the characters in them
	letters  int
	indent   int  // bytes of white space at its beginning
	row      int  // its number, from 1
	read     int  // bytes of the lines before
	gap      bool // an empty line stands before it
	end      bool
	err      error
}

// white are the characters between words.
const white = " \t\v\f\x1a"

func newLines(r io.Reader) *lines {
	l := &lines{scan: bufio.NewScanner(r)}
	l.scan.Buffer(make([]byte, 0, 1<<16), longestGame)
	l.scan.Split(splitLine)
	l.next()
	// Its mark alone may be two letters of a character set of single bytes; every other byte
	// of a tag or a move is zero.
	first := l.scan.Bytes()
	if (bytes.HasPrefix(first, []byte("\xFF\xFE")) || bytes.HasPrefix(first, []byte("\xFE\xFF"))) && bytes.IndexByte(first, 0) >= 0 {
		l.end, l.text, l.row = true, "", 0
		l.err = errors.New("the text is UTF-16 (want UTF-8, or a character set of single bytes)")
	}
	return l
}

func splitLine(data []byte, end bool) (advance int, line []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && end && len(data) > 0:
		return len(data), data, nil
	case i < 0, data[i] == '\r' && i+1 == len(data) && !end:
		return 0, nil, nil // more is needed
	case bytes.HasPrefix(data[i:], []byte("\r\n")):
		return i + 2, data[:i], nil
	}
	return i + 1, data[:i], nil
}

func (l *lines) next() {
	l.read += len(l.line) + 1
	l.gap = l.indent == len(l.text) || l.gap && l.text[l.indent] == '%'
	l.line, l.text, l.at, l.counted, l.letters = "", "", 0, 0, 0
	if !l.scan.Scan() {
		if l.end, l.err = true, l.scan.Err(); l.err == bufio.ErrTooLong {
			l.err = fmt.Errorf("a line of more than %d bytes (want shorter ones)", longestGame)
		}
		return
	}
	l.row++
	l.line = l.decode(l.scan.Bytes())
	if strings.HasPrefix(l.line, "[") && !strings.Contains(l.line, "\"") {
		l.line = quotes.Replace(l.line) // a tag from a word processor
	}
	l.text = spaced(l.line)
	l.indent = blanks(l.text)
}

var quotes = strings.NewReplacer("“", "\"", "”", "\"", "„", "\"", "«", "\"", "»", "\"")

// rest is the rest of the line as moves are read in it, and raw as it stands.
func (l *lines) rest() string { return l.text[l.at:] }

func (l *lines) raw() string { return l.line[l.at:] }

// spaced returns a line with spaces for blanks and invisible characters of every kind, and
// for the signs of commentators (∓, □). An ellipsis becomes three dots, and each dash a short
// one, as an arrow does within a move; so does a cross of other kinds a ×. All bytes keep
// their places.
func spaced(line string) string {
	if !strings.ContainsFunc(line, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return line
	}
	var t strings.Builder
	for i, c := range line {
		_, n := utf8.DecodeRuneInString(line[i:])
		within := i > 0 && line[i-1] >= '0' && line[i-1] <= '9' && i+n < len(line) && line[i+n] > ' '
		switch {
		case c == '…':
			t.WriteString("...")
		case unicode.Is(unicode.Pd, c) && n == 3, c == '⁃', within && strings.ContainsRune("→⟶➔➝", c):
			t.WriteRune('–')
		case within && strings.ContainsRune("✕✖⨯⨉", c):
			t.WriteString("× ")
		case c >= utf8.RuneSelf && (blank(c) || unicode.IsSymbol(c) && !strings.ContainsRune("×−\uFFFD", c) || strings.ContainsRune("‼⁇⁈⁉", c)):
			t.WriteString("    "[:utf8.RuneLen(c)])
		default:
			t.WriteString(line[i : i+n])
		}
	}
	return t.String()
}

func blank(c rune) bool { return unicode.IsSpace(c) || plain.Acts(c) }

// column is the place in the line, in characters, from 1. Places do not go back.
func (l *lines) column() int {
	l.letters += utf8.RuneCountInString(l.line[l.counted:l.at])
	l.counted = l.at
	return l.letters + 1
}

// offset is how many bytes have been read.
func (l *lines) offset() int { return l.read + l.at }

// blanks returns how many of the bytes of text are white space at its beginning.
func blanks(text string) int { return len(text) - len(strings.TrimLeft(text, white)) }

// skip goes on to the next character that is no white space; from % to the end of a line
// all is white space. It reports whether there is one.
func (l *lines) skip() bool {
	for !l.end {
		l.at += blanks(l.rest())
		if l.at < len(l.text) && l.text[l.at] != '%' {
			return true
		}
		l.next()
	}
	return false
}

// The upper halves of Windows-1252 and Windows-1251.
var (
	high1252 = []rune("€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿" +
		"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")
	high1251 = []rune("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\uFFFD™љ›њќћџ\u00A0ЎўЈ¤Ґ¦§Ё©Є«¬\u00AD®Ї°±Ііґµ¶·ё№є»јЅѕї" +
		"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя")
)

// decode returns a line in UTF-8.
func (l *lines) decode(line []byte) string {
	if utf8.Valid(line) {
		return string(line)
	}
	if votes := cyrillic(line); votes != 0 {
		l.cyrillic = votes > 0
	}
	high := high1252
	if l.cyrillic {
		high = high1251
	}
	var t strings.Builder
	for _, b := range line {
		if b < utf8.RuneSelf {
			t.WriteByte(b)
		} else {
			t.WriteRune(high[b-utf8.RuneSelf])
		}
	}
	return t.String()
}

// cyrillic returns the number of words that look Cyrillic less that of words that look
// Latin: a Cyrillic word has more high bytes than ASCII letters, and at least two; in a
// Latin one they stand among ASCII letters. Squares have Latin letters: a high byte
// beside a digit is a Cyrillic letter that looks like one, or a Latin sign (× or ½).
func cyrillic(text []byte) int {
	votes, high, low := 0, 0, 0
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i := range len(text) + 1 {
		var b byte
		if i < len(text) {
			b = text[i]
		}
		switch {
		case b == 0xBD, b == 0xD7 && digit(i-1):
			votes--
		case b >= 0xC0 && (digit(i-1) || digit(i+1)):
			votes++
		case b >= 0xC0, b == 0xA8, b == 0xB8: // the last two are the letter yo
			high++
			continue
		case b|0x20 >= 'a' && b|0x20 <= 'z':
			low++
			continue
		}
		switch {
		case high >= 2 && high > low:
			votes++
		case high > 0 && low > 0:
			votes--
		}
		high, low = 0, 0
	}
	return votes
}
