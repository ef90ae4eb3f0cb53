package notation

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Charset is how a file's letters beyond ASCII are coded.
type Charset uint8

// The character sets. PDN 3.0 wants UTF-8; older files are in the code page of
// whoever typed them. Auto decides for each tag value and each comment: what is
// valid UTF-8 is UTF-8. Otherwise each word votes. One with more high bytes than
// ASCII letters, and at least two, is taken to be Cyrillic; one with high bytes
// among ASCII letters to be Latin. A tie goes to what the last such text of the
// file was, at first Latin1.
const (
	Auto   Charset = iota
	UTF8           // bytes that are not UTF-8 become U+FFFD
	Latin1         // with the letters of Windows-1252 in the rows that ISO 8859-1 leaves to controls
	CP1251         // Windows Cyrillic
)

// CharsetOf reads the name of a character set: auto, utf-8, latin-1 or cp1251.
func CharsetOf(name string) (Charset, bool) {
	i := slices.Index(Charsets, name)
	return Charset(max(i, 0)), i >= 0
}

// Charsets are the names of the character sets.
var Charsets = []string{"auto", "utf-8", "latin-1", "cp1251"}

var (
	// Rows 8 and 9 of Windows-1252, and rows 8 to B of Windows-1251.
	high1252 = []rune("€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ")
	high1251 = []rune("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\uFFFD™љ›њќћџ\u00A0ЎўЈ¤Ґ¦§Ё©Є«¬\u00AD®Ї°±Ііґµ¶·ё№є»јЅѕї")
)

// decode returns text in UTF-8. Last is what the last text that was neither
// ASCII nor UTF-8 was taken to be; decode keeps it up to date.
func (c Charset) decode(text []byte, last *Charset) string {
	switch {
	case !slices.ContainsFunc(text, func(b byte) bool { return b >= utf8.RuneSelf }), c == Auto && utf8.Valid(text):
		return string(text)
	case c == UTF8:
		return strings.ToValidUTF8(string(text), "\uFFFD")
	case c == Auto:
		if votes := cyrillic(text); votes > 0 {
			*last = CP1251
		} else if votes < 0 || *last == Auto {
			*last = Latin1
		}
		c = *last
	}
	var t strings.Builder
	for _, b := range text {
		r := rune(b)
		switch {
		case b < 0x80:
		case c == Latin1 && b < 0xA0:
			r = high1252[b-0x80]
		case c == CP1251 && b < 0xC0:
			r = high1251[b-0x80]
		case c == CP1251:
			r = 'А' + rune(b-0xC0)
		}
		t.WriteRune(r)
	}
	return t.String()
}

// decodeMove returns a move or a result in UTF-8. Squares have Latin letters, so
// the only ones beyond ASCII are signs (½, ×), and Cyrillic letters that look like
// Latin ones: there is nothing to guess from, nor does it say what the file is.
func (c Charset) decodeMove(text []byte) string {
	if c == Auto && !utf8.Valid(text) {
		c = CP1251
		if bytes.IndexByte(text, 0xBD) >= 0 || bytes.IndexByte(text, 0xD7) >= 0 {
			c = Latin1
		}
	}
	return c.decode(text, &c)
}

// cyrillic returns the number of words that look Cyrillic less that of words that
// look Latin.
func cyrillic(text []byte) int {
	votes, high, low := 0, 0, 0
	for i := range len(text) + 1 {
		var b byte
		if i < len(text) {
			b = text[i]
		}
		switch {
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
