package strict

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// scanner walks a text that is known to be TOML and notes where keys and values
// begin. It decides nothing about validity.
type scanner struct {
	text   string
	pos    int
	line   int // of pos, from 0
	start  int // offset at which the line begins
	doc    *Document
	counts map[string]int // tables seen so far of each array of tables
}

func (s *scanner) place() Place {
	return Place{s.line + 1, utf8.RuneCountInString(s.text[s.start:s.pos]) + 1}
}

func (s *scanner) more() bool { return s.pos < len(s.text) }

func (s *scanner) peek(prefix string) bool { return strings.HasPrefix(s.text[s.pos:], prefix) }

func (s *scanner) skip(n int) {
	for ; n > 0 && s.more(); n-- {
		if s.text[s.pos] == '\n' {
			s.line++
			s.start = s.pos + 1
		}
		s.pos++
	}
}

// blank skips spaces, and with lines also line ends and comments.
func (s *scanner) blank(lines bool) {
	for s.more() {
		switch c := s.text[s.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			s.skip(1)
		case lines && c == '\n':
			s.skip(1)
		case lines && c == '#':
			for s.more() && s.text[s.pos] != '\n' {
				s.skip(1)
			}
		default:
			return
		}
	}
}

func (s *scanner) note(path string, key, value Place) {
	if _, ok := s.doc.places[path]; !ok {
		s.doc.Paths = append(s.doc.Paths, path)
		s.doc.places[path] = places{key, value}
	}
}

func (s *scanner) document() {
	if s.peek("\ufeff") {
		s.pos, s.start = 3, 3
	}
	table := ""
	for {
		s.blank(true)
		if !s.more() {
			return
		}
		before := s.pos
		switch {
		case s.peek("[["):
			s.skip(2)
			table = s.header(true)
			s.skip(2)
		case s.peek("["):
			s.skip(1)
			table = s.header(false)
			s.skip(1)
		default:
			s.pair(table)
		}
		if s.pos == before {
			return // not TOML after all
		}
	}
}

// header reads the name of a table. A name on the way that is an array of tables
// means its last table.
func (s *scanner) header(array bool) string {
	s.blank(false)
	at := s.place()
	keys, _ := s.key()
	path := ""
	for i, key := range keys {
		path = Dot(path, key)
		last := i == len(keys)-1
		n := s.counts[path]
		s.note(path, at, at)
		if last && array {
			s.counts[path] = n + 1
			path = At(path, n)
			s.note(path, at, at)
		} else if n > 0 {
			path = At(path, n-1)
		}
	}
	return path
}

// pair reads `key = value` in the table at path.
func (s *scanner) pair(path string) {
	keys, at := s.key()
	s.blank(false)
	if s.peek("=") {
		s.skip(1)
	}
	s.blank(false)
	value := s.place()
	for i, key := range keys {
		path = Dot(path, key)
		s.note(path, at[i], value)
	}
	s.value(path)
}

// key reads a dotted key and where each of its parts begins.
func (s *scanner) key() (keys []string, at []Place) {
	for {
		s.blank(false)
		at = append(at, s.place())
		keys = append(keys, s.part())
		s.blank(false)
		if !s.peek(".") {
			return keys, at
		}
		s.skip(1)
	}
}

func (s *scanner) part() string {
	begin := s.pos
	switch {
	case s.peek(`"`):
		s.str()
		return unescape(s.text[begin+1 : max(begin+1, s.pos-1)])
	case s.peek("'"):
		s.str()
		return s.text[begin+1 : max(begin+1, s.pos-1)]
	}
	for s.more() {
		c, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if !isBare(c) && c < utf8.RuneSelf {
			break
		}
		s.skip(size)
	}
	return s.text[begin:s.pos]
}

func (s *scanner) value(path string) {
	switch {
	case s.peek(`"`), s.peek("'"):
		s.str()
	case s.peek("["):
		s.skip(1)
		for n := 0; ; n++ {
			if s.blank(true); s.peek(",") {
				s.skip(1)
				s.blank(true)
			}
			if !s.more() || s.peek("]") {
				s.skip(1)
				return
			}
			before, at := s.pos, s.place()
			s.note(At(path, n), at, at)
			if s.value(At(path, n)); s.pos == before {
				return
			}
		}
	case s.peek("{"):
		s.skip(1)
		for {
			if s.blank(true); s.peek(",") {
				s.skip(1)
				s.blank(true)
			}
			if !s.more() || s.peek("}") {
				s.skip(1)
				return
			}
			before := s.pos
			if s.pair(path); s.pos == before {
				return
			}
		}
	default:
		for s.more() && !strings.ContainsRune(",]}\n#", rune(s.text[s.pos])) {
			s.skip(1)
		}
	}
}

// str skips a string of any of the four kinds.
func (s *scanner) str() {
	quote := s.text[s.pos : s.pos+1]
	if long := quote + quote + quote; s.peek(long) {
		s.skip(3)
		for s.more() && !s.peek(long) {
			s.skipChar(quote)
		}
		s.skip(3)
		// Up to two quotes may stand inside, right before the closing ones.
		for s.peek(quote) {
			s.skip(1)
		}
		return
	}
	s.skip(1)
	for s.more() && !s.peek(quote) && !s.peek("\n") {
		s.skipChar(quote)
	}
	s.skip(1)
}

func (s *scanner) skipChar(quote string) {
	if quote == `"` && s.peek(`\`) {
		s.skip(1)
	}
	s.skip(1)
}

// unescape reads the escapes of a basic string in a key.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[i]]
		if digits > 0 && i+digits < len(text) {
			if n, err := strconv.ParseUint(text[i+1:i+1+digits], 16, 32); err == nil {
				b.WriteRune(rune(n))
				i += digits
				continue
			}
		}
		if k := strings.IndexByte(`btnfre"\`, text[i]); k >= 0 {
			b.WriteByte("\b\t\n\f\r\x1b\"\\"[k])
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
