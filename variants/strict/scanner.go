package strict

import (
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// What a document can have. The library that decodes, and whoever walks through paths,
// may take time and memory that grow with the product of these: a small file that has
// more of them could fill a machine.
const (
	maxLevels = 16           // of keys and lists within each other; the rule sets here have 6
	MaxPaths  = 5000         // keys and elements of lists; the list of all clauses has 1,200
	maxKey    = 128          // bytes of a key; the longest here has 33
	maxParts  = 4 * MaxPaths // of all keys
	maxPath   = 512          // bytes of a path: of two such keys, in quotation marks, and more
)

const keysAndElements = "keys and elements of lists"

// twice is the fault of a key that has a value, or a table, already.
const twice = notTOML + ": has a value already (want each key once)"

// A scanner walks a text and notes where keys and values begin. It decides nothing about
// validity, but stops where the text has more than a document can.
type scanner struct {
	text    string
	pos     int
	counted int   // up to where lines and columns have been counted
	at      Place // of counted
	doc     *Document
	counts  map[string]int    // tables seen so far of each array of tables
	entries int               // headers and pairs so far, those that stand twice included
	values  map[string]bool   // paths of pairs so far
	decoded map[string]string // parts of keys with escapes
	parts   int               // of keys so far
	twice   Faults            // keys that the library may take twice, and keep one value of
	excess  Faults            // why it stopped
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

// within stops the scanner here unless n is at most a limit.
func (s *scanner) within(n, most int, of string) bool {
	if n > most && s.excess.Len() == 0 {
		s.excess.Add(s.doc.File, s.place(), "", "more than %d %s (want fewer)", most, of)
	}
	if n > most {
		s.pos = len(s.text)
	}
	return n <= most
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

func (s *scanner) note(path string, key, value Place) {
	if _, ok := s.doc.places[path]; !ok && s.within(len(path), maxPath, "bytes in a key and those around it") && s.within(len(s.doc.Paths)+1, MaxPaths, keysAndElements) {
		s.doc.Paths = append(s.doc.Paths, path)
		s.doc.places[path] = places{key, value}
	}
}

// entry counts a header or a pair, and reports whether there may be another: each that is
// valid has a key of its own.
func (s *scanner) entry() bool {
	s.entries++
	return s.within(s.entries, MaxPaths, keysAndElements)
}

func (s *scanner) document() {
	if s.accept("\ufeff") {
		s.counted = s.pos
	}
	table, level := "", 0
	for {
		s.blankLines()
		if !s.more() {
			return
		}
		before := s.pos
		switch {
		case s.accept("[["):
			table, level = s.header(true)
			s.skip(2)
		case s.accept("["):
			table, level = s.header(false)
			s.skip(1)
		default:
			s.pair(table, level)
		}
		if s.pos == before {
			return // not TOML after all
		}
	}
}

// header reads the name of a table. A name on the way that is an array of tables
// means its last table.
func (s *scanner) header(array bool) (path string, level int) {
	s.blank()
	at := s.place()
	if !s.entry() {
		return "", 0
	}
	keys, _ := s.key(0)
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
	return path, len(keys)
}

func (s *scanner) pair(path string, level int) {
	if !s.entry() {
		return
	}
	keys, at := s.key(level)
	s.accept("=")
	s.blank()
	value := s.place()
	for i, key := range keys {
		path = Dot(path, key)
		last := i == len(keys)-1
		if s.values[path] || last && s.doc.Has(path) {
			s.twice.Deny(notTOML, s.doc.File, at[i], path, "%s", twice)
		}
		s.note(path, at[i], value)
		s.values[path] = s.values[path] || last
	}
	s.value(path, level+len(keys))
}

// key reads a key of parts, in a table that is level parts deep.
func (s *scanner) key(level int) (keys []string, at []Place) {
	for s.within(level+len(keys)+1, maxLevels, "levels") {
		s.blank()
		at = append(at, s.place())
		keys = append(keys, s.part())
		s.blank()
		if !s.accept(".") {
			return keys, at
		}
	}
	return nil, nil
}

func (s *scanner) part() string {
	if s.parts++; !s.within(s.parts, maxParts, "parts of keys") {
		return ""
	}
	begin := s.pos
	if s.peek(`"`) || s.peek("'") {
		s.str()
		if !s.within(s.pos-begin, maxKey, "bytes in a key") {
			return ""
		}
		return s.unquoted(s.text[begin:s.pos])
	}
	for s.more() {
		c, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if !isBare(c) && c < utf8.RuneSelf {
			break
		}
		s.skip(size)
	}
	end := s.pos
	s.within(end-begin, maxKey, "bytes in a key")
	return s.text[begin:end]
}

// unquoted is a quoted part of a key; as it is written, where it is none.
func (s *scanner) unquoted(part string) string {
	within := part[1:max(1, len(part)-1)]
	if !strings.ContainsFunc(within, func(c rune) bool { return c == '\\' || c == rune(part[0]) || c < ' ' || c == 0x7f }) && part == part[:1]+within+part[:1] {
		return within
	}
	key, known := s.decoded[part]
	if !known && s.within(len(s.decoded)+1, MaxPaths, "keys with escapes") {
		var quoted struct{ Key string }
		if _, err := toml.Decode("Key = "+part, &quoted); err != nil {
			quoted.Key = part
		}
		key, s.decoded[part] = quoted.Key, quoted.Key
	}
	return key
}

func (s *scanner) value(path string, level int) {
	table := s.peek("{")
	switch {
	case s.peek(`"`), s.peek("'"):
		s.str()
	case table, s.peek("["):
		if !s.within(level+1, maxLevels, "levels") {
			return
		}
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
				s.pair(path, level)
			} else {
				at := s.place()
				s.note(At(path, n), at, at)
				s.value(At(path, n), level+1)
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
