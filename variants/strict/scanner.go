package strict

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxPathBytes bounds the total length of a document's paths, and with it the number of keys
// and levels: paths within paths grow with the square of a text.
const maxPathBytes = 4 * MaxFile

// A scanner walks a text and notes where keys and values begin. It decides nothing about
// validity.
type scanner struct {
	text    string
	pos     int
	counted int   // up to where lines and columns have been counted
	at      Place // of counted
	doc     *Document
	counts  map[string]int // tables seen so far of each array of tables
	noted   int            // bytes of paths so far
	faults  Faults         // too many paths; repeated keys, of which the library may keep either
}

func (s *scanner) place() Place {
	passed := s.text[s.counted:s.pos]
	if n := strings.Count(passed, "\n"); n > 0 {
		s.at = Place{s.at.Line + n, 1}
		passed = passed[strings.LastIndexByte(passed, '\n')+1:]
	}
	s.counted, s.at.Col = s.pos, s.at.Col+utf8.RuneCountInString(passed)
	return s.at
}

func (s *scanner) more() bool { return s.pos < len(s.text) }

func (s *scanner) peek(prefix string) bool { return strings.HasPrefix(s.text[s.pos:], prefix) }

func (s *scanner) skip(n int) { s.pos = min(s.pos+n, len(s.text)) }

func (s *scanner) accept(prefix string) bool {
	found := s.peek(prefix)
	if found {
		s.skip(len(prefix))
	}
	return found
}

func (s *scanner) until(chars string) {
	if n := strings.IndexAny(s.text[s.pos:], chars); n >= 0 {
		s.pos += n
	} else {
		s.pos = len(s.text)
	}
}

func (s *scanner) blank() {
	s.pos = len(s.text) - len(strings.TrimLeft(s.text[s.pos:], " \t\r"))
}

func (s *scanner) blankLines() {
	for s.blank(); s.peek("\n") || s.peek("#"); s.blank() {
		s.until("\n")
		s.skip(1)
	}
}

// note adds a path, and reports whether there is room for more.
func (s *scanner) note(path string, key, value Place) bool {
	if s.noted += len(path) + 1; s.noted > maxPathBytes {
		s.faults = nil
		s.faults.Add(s.doc.File, key, "", "too many keys, or keys within keys (want fewer)")
		s.pos = len(s.text)
		return false
	}
	if !s.doc.Has(path) {
		s.doc.Paths = append(s.doc.Paths, path)
		s.doc.places[path] = places{key, value}
	}
	return true
}

func (s *scanner) document() {
	if s.accept("\ufeff") {
		s.counted = s.pos
	}
	table := ""
	for {
		s.blankLines()
		if !s.more() {
			return
		}
		before := s.pos
		switch {
		case s.accept("[["):
			table = s.header(true)
			s.skip(2)
		case s.accept("["):
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
func (s *scanner) header(array bool) (path string) {
	s.blank()
	at := s.place()
	keys, _ := s.key()
	for i, key := range keys {
		path = Dot(path, key)
		last := i == len(keys)-1
		n := s.counts[path]
		if !s.note(path, at, at) {
			return path
		}
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

func (s *scanner) pair(path string) {
	keys, at := s.key()
	s.accept("=")
	s.blank()
	value := s.place()
	for i, key := range keys {
		path = Dot(path, key)
		if i == len(keys)-1 && s.doc.Has(path) {
			s.faults.Add(s.doc.File, at[i], path, lost)
		}
		if !s.note(path, at[i], value) {
			return
		}
	}
	s.value(path)
}

func (s *scanner) key() (keys []string, at []Place) {
	for {
		s.blank()
		at = append(at, s.place())
		keys = append(keys, s.part())
		s.blank()
		if !s.accept(".") {
			return keys, at
		}
	}
}

func (s *scanner) part() string {
	begin := s.pos
	if s.peek(`"`) || s.peek("'") {
		s.str()
		part := s.text[begin:s.pos]
		if part[0] == '\'' && len(part) > 1 {
			return part[1 : len(part)-1]
		}
		if key, err := strconv.Unquote(part); err == nil {
			return key
		}
		return part
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
	table := s.peek("{")
	switch {
	case s.peek(`"`), s.peek("'"):
		s.str()
	case table, s.peek("["):
		s.skip(1)
		for n := 0; ; n++ {
			if s.blankLines(); s.accept(",") {
				s.blankLines()
			}
			if !s.more() || s.accept("]") || s.accept("}") {
				return
			}
			before := s.pos
			if table {
				s.pair(path)
			} else {
				elem, at := At(path, n), s.place()
				if !s.note(elem, at, at) {
					return
				}
				s.value(elem)
			}
			if s.pos == before {
				return
			}
		}
	default:
		s.until(",]}\n#")
	}
}

// str skips a string of any of the four kinds.
func (s *scanner) str() {
	quote := s.text[s.pos : s.pos+1]
	end := quote
	if s.peek(quote + quote + quote) {
		end = quote + quote + quote
	}
	s.skip(len(end))
	for s.more() && !s.peek(end) && (end != quote || !s.peek("\n")) {
		if quote == `"` && s.peek(`\`) {
			s.skip(1)
		}
		s.skip(1)
	}
	s.skip(len(end))
	// Up to two quotes may stand inside a long string, right before the closing ones.
	for end != quote && s.accept(quote) {
	}
}
