package notation

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
)

// A Reader reads the games of a PDN file one by one, so that a file of any length
// takes the memory of one game. It reads what PDN 3.0 calls the reading grammar,
// and what is found in files besides: strokes between squares with blanks, moves
// without strokes, one letter for the square that a piece leaves, results as
// scores, quotation marks within values.
//
// Text that is no PDN makes its game bad: the reader goes on with the next one,
// which begins after a result, or with a tag. Where the game before has tags alone, the
// next begins with one of the same tags after an empty line; after bad tags, and those that
// may be of a bad game before them, with any. Where the first word of a game is bad already,
// the next begins after an empty line too; in a variation that is not closed, after a result
// and an empty line. A comment ends at a line that begins with tags and goes on, if it does,
// as a game may: with a digit, a square or a comment, say.
type Reader struct {
	Charset Charset // of the file; Auto unless set before the first game is read

	lines  *lines
	number int
	bad    bool    // the last game was, and none has begun since with tags after an empty line
	last   Charset // what the last text beyond ASCII and UTF-8 was
}

// NewReader returns a reader of the PDN text r.
func NewReader(r io.Reader) *Reader { return &Reader{lines: newLines(r)} }

// Games returns the games, each with what is wrong with it. It ends after an
// error that is no *SyntaxError: one in reading the file.
func (r *Reader) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Next()
			if err == io.EOF {
				return
			}
			_, syntax := err.(*SyntaxError)
			if !yield(g, err) || err != nil && !syntax {
				return
			}
		}
	}
}

// Next returns the next game. With a *SyntaxError it returns what stood before
// the fault, and goes on after the bad game when called again; the error is
// io.EOF when there is no further game.
func (r *Reader) Next() (*Game, error) {
	p := parser{reader: r, lines: r.lines, game: &Game{Number: r.number + 1}, names: map[string]bool{}}
	p.stack = []*Line{&p.game.Line}
	p.skip()
	from := p.offset()
	for {
		more := p.skip()
		if p.long > 0 && p.tooLong() || !more || p.token() {
			break
		}
		if p.fault == nil && p.offset()-from+partBytes*p.parts > longestGame {
			p.fail("no game is as long (want a result, or tags, where one ends)")
		}
	}
	switch {
	case r.lines.err != nil && r.lines.row > 0:
		return p.game, fmt.Errorf("after line %d: %w", r.lines.row, r.lines.err)
	case r.lines.err != nil:
		return p.game, r.lines.err
	}
	if !p.begun {
		return nil, io.EOF
	}
	r.number++
	if len(p.stack) > 1 && p.fault == nil {
		p.fault = p.wrong(p.opened[len(p.opened)-1], "the variation is not closed (want a closing parenthesis)")
	}
	r.bad = p.fault != nil || p.stray
	if p.fault != nil {
		return p.game, p.fault
	}
	p.score()
	return p.game, nil
}

// score takes the last move off a game that ends with a result of another kind, such
// as 4-6 where ten points are shared. Only the tag tells it from a move.
func (p *parser) score() {
	g, stated := p.game, p.game.Tag("Result")
	if n := len(g.Moves); n > 0 && g.Result == "" && resultOf(stated) == "" && g.Moves[n-1].Text == stated {
		g.Moves = g.Moves[:n-1]
	}
}

// The greatest depth of variations: what is beyond it is taken to be a bracket that nobody
// closed. Of more marks of strength after a move the rest is left out.
const (
	deepest         = 64
	longestStrength = 16
)

// longestTag is how far the bracket of a bad tag is searched for, in bytes.
const longestTag = 4096

// longestGame is how many bytes a game can have, where a move, a comment, a variation and
// a mark count as partBytes more: as much as the longest that varlab records, of 100,000
// plies with a comment each. A text that nobody meant for a game fills no memory.
const (
	longestGame = 1 << 23
	partBytes   = 16
)

// A parser reads one game.
type parser struct {
	*lines
	reader *Reader
	game   *Game
	begun  bool            // there is something of the game
	names  map[string]bool // of the tags, those that are not understood included
	moves  bool            // the tags are over
	parts  int             // of the game so far
	stack  []*Line         // the main line, and the variations open within it
	opened [][2]int        // where these begin
	fault  *SyntaxError
	stated *string // of a bad game, what its tag Result says

	number int  // move number that waits for its move
	dots   bool // with more than one dot
	absent bool // three dots wait for what follows
	over   bool // a variation has its result, and may be closed; or a game may have had its own
	parted bool // an empty line came after the last token that is no comment
	prose  bool // its first word was bad
	stray  bool // it may be of a bad game before it
	place  [2]int
}

var (
	nameForm   = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_-]*)`)
	tagForm    = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_-]*)\s*"`)
	afterForm  = regexp.MustCompile(`^(?:[;%{(*$/.…0-9½-]|[a-n][0-9]?[-x:]?[a-n][0-9]|$)`)
	firstForm  = regexp.MustCompile(`(?i)[0-9]\.+[ \t]*(?:[a-n]?[0-9]{1,2}[ \t]*[-x:×–]|[a-n][0-9]?[-x:]?[a-n][0-9]|--)`)
	setupForm  = regexp.MustCompile(`^/\s*FEN\s*"([^"]*)"\s*/`)
	nagForm    = regexp.MustCompile(`^\$[0-9]{1,4}`)
	strongForm = regexp.MustCompile(`^(?:[!?*]+|\([!?*]+\))`)
)

func (p *parser) line() *Line { return p.stack[len(p.stack)-1] }

// notes are where a comment goes now.
func (p *parser) notes() *Notes {
	l := p.line()
	if n := len(l.Moves); n > 0 {
		return &l.Moves[n-1].Notes
	}
	return &l.Notes
}

// tooLong makes the game bad to which a line belonged that was passed over, and reports
// whether that was all of it. What tags come after it are of the next.
func (p *parser) tooLong() bool {
	alone := !p.begun
	p.begun, p.moves = true, true
	if p.fault == nil {
		p.fault = p.wrong([2]int{p.long, 1}, fmt.Sprintf("a line of more than %d bytes (want shorter ones)", longestLine))
	}
	p.long, p.over = 0, true // its result may have stood there
	return alone
}

// fail records the first fault of the game.
func (p *parser) fail(format string, args ...any) {
	p.begun = true
	if p.fault == nil {
		p.fault = p.wrong(p.here(), fmt.Sprintf(format, args...))
	}
}

func (p *parser) wrong(place [2]int, msg string) *SyntaxError {
	return &SyntaxError{place[0], place[1], p.game.Number, msg}
}

func (p *parser) here() [2]int { return [2]int{p.row, p.at + 1} }

func (p *parser) begin() {
	if !p.begun {
		p.begun, p.game.Row = true, p.row
	}
}

// token reads one token. It reports whether the game has ended.
func (p *parser) token() bool {
	rest := p.rest()
	first := p.indent == p.at
	p.parted = p.parted || first && p.gap
	switch rest[0] {
	case '{':
		p.comment()
		return false
	case ';':
		p.at++
		p.addComment(p.rest())
		p.at = len(p.lines.line)
		return false
	}
	parted := p.parted
	if parted && (p.over || p.prose && p.row > p.game.Row) && rest[0] != ')' {
		return true // nobody closes the variation, or goes on with the game
	}
	p.over, p.parted = false, false
	if rest[0] == '[' && p.tags(first) {
		name := ""
		if m := nameForm.FindSubmatch(rest); m != nil {
			name = string(m[1])
		}
		if !p.begun {
			p.stray = p.reader.bad && !(first && parted)
		}
		again := p.names[name] || p.fault != nil || p.stray
		if p.moves || again && first && parted {
			return true // of the next game
		}
		p.begin()
		p.names[name] = true
		p.tag()
		return false
	}
	if rest[0] == '*' {
		if p.fault == nil && !p.begun {
			p.pastResult(1, closing)
			return false // nothing ends here
		}
		return p.ends("*", 1)
	}
	if !p.begun {
		if text, n := p.joined(rest, true); p.result(text) != "" {
			p.pastResult(n, closing)
			return false
		}
	}
	bare := !p.begun
	if bare {
		p.stray = p.reader.bad
	}
	p.begin()
	p.moves = true
	if p.fault != nil {
		return p.pass()
	}
	ended := p.play()
	p.prose = bare && p.fault != nil
	return ended
}

// play reads a token of a game that is not bad. It reports whether the game has ended.
func (p *parser) play() bool {
	rest := p.rest()
	switch c := rest[0]; {
	case c == '(':
		p.open()
	case c == ')':
		if len(p.stack) == 1 {
			p.fail("nothing is open that %q could close", ")")
			break
		}
		p.absent, p.number = false, 0
		p.stack, p.opened = p.stack[:len(p.stack)-1], p.opened[:len(p.opened)-1]
		p.at++
	case c == '$':
		p.nag()
	case c == '!' || c == '?':
		p.strength()
	case c == '/':
		p.setup()
	case c == '.' || bytes.HasPrefix(rest, []byte("…")):
		p.dotted()
	case wordByte(c):
		return p.word()
	default:
		p.fail("%q is no part of a game", string(rest[:1]))
		p.at++
	}
	return false
}

// pass skips a token of a bad game. It reports whether the game ends with it.
func (p *parser) pass() bool {
	text, n := p.joined(p.rest(), true)
	if p.stated == nil {
		stated := p.game.Tag("Result")
		p.stated = &stated
	}
	switch result := p.result(text); {
	case result != "":
		return p.ends(result, n)
	case len(text) > 0 && string(text) == *p.stated: // of another kind: see score
		return p.ends(*p.stated, n)
	}
	raw := p.peekWord()
	if n = len(raw); n <= longestWord {
		if m := gluedForm.FindSubmatch(raw); m != nil {
			n = len(m[1])
		}
	}
	p.at += max(n, 1)
	return false
}

// closing are marks behind a result that are no part of the next game.
const closing = ".,!?\"')]"

// pastResult goes on behind a result of n bytes and such marks.
func (p *parser) pastResult(n int, marks string) {
	p.at += n
	p.at += len(p.rest()) - len(bytes.TrimLeft(p.rest(), marks))
}

// ends takes a result of n bytes. It reports whether the game has ended.
func (p *parser) ends(result string, n int) bool {
	p.absent, p.number = false, 0
	if p.fault == nil {
		p.line().Result = result
		if p.over = len(p.stack) > 1; p.over {
			p.pastResult(n, strings.TrimSuffix(closing, ")]"))
			return false
		}
	}
	p.pastResult(n, closing)
	return true
}

// tags reports whether the bracket that stands here begins a tag.
func (p *parser) tags(first bool) bool {
	rest := p.rest()
	if p.moves && !first {
		_, _, n := p.readTag()
		return n > 0
	}
	return (first || p.fault != nil) && len(rest) > 1 && letter(rest[1]) || tagForm.Match(rest)
}

// readTag is readTag of what stands here. No part of a line is searched twice in vain.
func (p *parser) readTag() (name string, value []byte, n int) {
	if p.unclosed != p.row {
		name, value, n = readTag(p.rest())
	} else if m := tagForm.FindSubmatch(p.rest()); m != nil {
		name = string(m[1])
	}
	if name != "" && n == 0 {
		p.unclosed = p.row
	}
	return name, value, n
}

// tag reads a tag, which begins here. If it is bad, the game goes on behind its bracket, or
// without one where a numbered move stands.
func (p *parser) tag() {
	name, value, n := p.readTag()
	switch {
	case name == "":
		p.fail("the tag is not understood (want a name and a value in quotation marks, such as [Event \"Name\"])")
	case n == 0:
		p.fail("the value of tag %s does not end on its line (want \"])", name)
	default:
		whole := p.reader.Charset.decode(value, &p.reader.last)
		text := strings.TrimSpace(whole)
		if len(text) < len(whole) {
			text = strings.Clone(text) // whoever keeps it does not keep the blanks
		}
		if p.fault == nil {
			p.game.Tags = append(p.game.Tags, Tag{name, text})
		}
		p.at += n
		return
	}
	rest := p.rest()
	if n := bracket(rest[:min(len(rest), longestTag)]); n > 0 {
		p.at += n
	} else if m := firstForm.FindIndex(rest); m != nil {
		p.at += m[0]
	} else {
		p.at = len(p.lines.line)
	}
}

// bracket returns how many bytes of text are in the bracket with which it begins; 0 if that
// is not closed.
func bracket(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// readTag reads the tag that begins a line, or the rest of one, of which it takes n
// bytes. The name is empty if no tag begins there, and n is 0 if its value does not end.
// A value ends with the quotation mark that stands before the closing bracket.
func readTag(rest []byte) (name string, value []byte, n int) {
	m := tagForm.FindSubmatch(rest)
	if m == nil {
		return "", nil, 0
	}
	name = string(m[1])
	for i := len(m[0]); i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"' && closes(rest[i+1:]):
			return name, value, i + 1 + bytes.IndexByte(rest[i+1:], ']') + 1
		case c == '\\' && i+1 < len(rest) && (rest[i+1] == '\\' || rest[i+1] == '"' && bytes.IndexByte(rest[i+2:], '"') >= 0):
			i++
			value = append(value, rest[i])
		default:
			value = append(value, c)
		}
	}
	return name, nil, 0
}

func closes(text []byte) bool {
	text = text[blanks(text):]
	return len(text) > 0 && text[0] == ']'
}

// comment reads a comment in braces, which begins here. Braces do not nest.
func (p *parser) comment() {
	place := p.here()
	var text []byte
	p.at++
	for {
		if i := bytes.IndexByte(p.rest(), '}'); i >= 0 {
			text = append(text, p.rest()[:i]...)
			p.at += i + 1
			p.addComment(text)
			return
		}
		text = append(append(text, p.rest()...), '\n')
		p.next()
		if p.long > 0 { // it may have been closed there
			p.tooLong()
			return
		}
		if p.end || len(text) > longestGame || p.tagged() {
			if p.fault == nil {
				p.fault = p.wrong(place, "the comment is not closed (want a closing brace)")
			}
			p.begin()
			p.moves = true
			return
		}
	}
}

// tagged reports whether the line begins with a tag, and goes on, if it does, as a game can
// begin.
func (p *parser) tagged() bool {
	rest := p.lines.line[p.indent:]
	for tags := false; ; tags = true {
		_, _, n := readTag(rest)
		if n == 0 {
			word := p.reader.Charset.decodeMove(rest[:min(len(rest), max(1, words(rest)))])
			return tags && afterForm.MatchString(alike.Replace(word))
		}
		rest = rest[n:]
		rest = rest[blanks(rest):]
	}
}

// addComment adds a comment. A turn that stands in it is a move.
func (p *parser) addComment(text []byte) {
	if p.fault != nil {
		return
	}
	var folded strings.Builder
	for word := range strings.FieldsSeq(p.reader.Charset.decode(text, &p.reader.last)) {
		if folded.Len() > 0 {
			folded.WriteByte(' ')
		}
		folded.WriteString(word)
	}
	c := folded.String()
	if _, turn := commanded(c); turn && p.absent {
		p.add(Move{Text: Unknown})
	}
	p.parts++
	n := p.notes()
	n.Comments = append(n.Comments, c)
}

// open begins a variation, or reads a strength in parentheses.
func (p *parser) open() {
	if strongForm.Match(p.rest()) {
		p.strength()
		return
	}
	if len(p.stack) > deepest {
		p.fail("variations are nested more than %d deep", deepest)
		return
	}
	p.absent, p.number = false, 0
	p.parts++
	n := p.notes()
	n.Variations = append(n.Variations, Line{})
	p.stack = append(p.stack, &n.Variations[len(n.Variations)-1])
	p.opened = append(p.opened, p.here())
	p.at++
}

// strength reads !, ? and the like after a move.
func (p *parser) strength() {
	s := strongForm.Find(p.rest())
	l := p.line()
	if len(l.Moves) == 0 {
		p.fail("%q stands before any move", s)
		return
	}
	if move := &l.Moves[len(l.Moves)-1]; len(move.Strength) < longestStrength {
		move.Strength += strings.Trim(string(s), "()")
	}
	p.at += len(s)
}

func (p *parser) nag() {
	m := nagForm.Find(p.rest())
	if m == nil {
		p.fail("%q without a number (want such as $1)", "$")
		return
	}
	p.parts++
	k, _ := strconv.Atoi(string(m[1:]))
	notes := p.notes()
	notes.NAGs = append(notes.NAGs, k)
	p.at += len(m)
}

func (p *parser) setup() {
	m := setupForm.FindSubmatch(p.rest())
	if m == nil {
		p.fail("the set-up is not understood (want such as /FEN \"W:W31-50:B1-20\"/)")
		return
	}
	p.add(Move{Setup: string(m[1])})
	p.at += len(m[0])
}

func (p *parser) dotted() {
	rest := p.rest()
	n := len(rest) - len(bytes.TrimLeft(rest, ".…"))
	if n > 1 && p.number == 0 {
		p.add(Move{Text: Unknown})
	} else if n > 1 {
		// After a number they may only say whose move it is.
		p.absent, p.place = true, p.here()
	}
	p.at += n
}

func (p *parser) add(m Move) {
	p.parts++
	m.Row, m.Column = p.row, p.at+1
	if p.absent {
		if m.Text == Unknown {
			m.Row, m.Column = p.place[0], p.place[1]
		} else {
			p.dots = true
		}
	}
	if m.Setup == "" {
		m.Number, m.Dots = p.number, p.dots
	}
	p.number, p.dots, p.absent = 0, false, false
	l := p.line()
	l.Moves = append(l.Moves, m)
}
