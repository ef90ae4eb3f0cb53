package notation

import (
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"
)

// A Reader reads the games of a PDN file one by one, so that a file of any length
// takes the memory of one game. It reads the reading grammar of PDN 3.0, and
// other forms found in files: strokes between squares with blanks, moves
// without strokes, one letter for the square that a piece leaves, results as
// scores, quotation marks within values.
//
// Text that is no PDN makes its game bad. The reader goes on with the next one: at a
// tag that begins a line after moves or after an empty line, or behind a line that
// ends with a result.
type Reader struct {
	lines  *lines
	number int
}

// NewReader returns a reader of the PDN text r.
func NewReader(r io.Reader) *Reader { return &Reader{lines: newLines(r)} }

// Games returns the games, each with its fault. It ends after an error in reading
// the file, which is no *SyntaxError.
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

// Next returns the next game. With a *SyntaxError it returns the game as far as
// the fault, and goes on after the bad game when called again; the error is
// io.EOF when there is no further game.
func (r *Reader) Next() (*Game, error) {
	p := parser{lines: r.lines, game: &Game{Number: r.number + 1}, names: map[string]bool{}}
	for from := p.offset(); p.skip() && !p.token() && p.fault == nil; {
		if p.offset()-from+partBytes*p.parts > longestGame {
			p.fail("no game is as long (want a result, or tags, where one ends)")
		}
	}
	switch {
	case p.err != nil && p.row > 0:
		return p.game, fmt.Errorf("after line %d: %w", p.row, p.err)
	case p.err != nil:
		return p.game, p.err
	case !p.begun:
		return nil, io.EOF
	}
	r.number++
	switch {
	case p.fault != nil:
		p.resume()
	case len(p.opened) > 0:
		p.fault = p.wrong(p.opened[len(p.opened)-1], "the variation is not closed (want a closing parenthesis)")
	default:
		p.score()
		return p.game, nil
	}
	return p.game, p.fault
}

// resume goes on from the fault to where the next game may begin.
func (p *parser) resume() {
	if p.at == 0 && tagLine(p.text) && p.moves {
		return // it begins here
	}
	bare := len(p.game.Tags)+len(p.game.Moves) == 0
	for !p.end {
		last := strings.TrimRight(p.rest(), white+closing)
		m := lastWord.FindStringSubmatch(last)
		ended := m != nil && resultOf(m[1]) != "" || last != "" && strings.HasSuffix(" "+last, " "+p.game.Tag("Result"))
		p.next()
		tag := tagForm.MatchString(p.line[min(p.indent, len(p.line)):])
		if ended || tag && (p.moves || p.gap) || bare && p.gap {
			return
		}
		p.moves = p.moves || !tag && p.indent < len(p.line)
	}
}

// score takes the last move off a game that ends with a result of another kind, such
// as 4-6 where ten points are shared. Only the tag tells it from a move.
func (p *parser) score() {
	g, stated := p.game, p.game.Tag("Result")
	if n := len(g.Moves); n > 0 && g.Result == "" && resultOf(stated) == "" && g.Moves[n-1].Text == stated {
		g.Moves = g.Moves[:n-1]
	}
}

// longestGame is the greatest size of a game in bytes, where a move, a comment and a variation
// count as partBytes more. It is that of the longest game that varlab records, of 100,000 plies
// with a comment each. So a text that is no game fills no memory.
const (
	longestGame = 1 << 23
	partBytes   = 16
)

// A parser reads one game.
type parser struct {
	*lines
	game   *Game
	begun  bool            // there is something of the game
	names  map[string]bool // of the tags, those that are not understood included
	moves  bool            // the tags are over
	parts  int             // of the game so far
	opened [][2]int        // where variations began that are not closed; nothing of them is kept
	fault  *SyntaxError

	number int          // move number that waits for its move
	dots   bool         // with more than one dot
	absent bool         // three dots wait for what follows
	bare   *SyntaxError // what is wrong with a number without a dot, should no move follow it
	over   bool         // a variation has its result, and may be closed
	place  [2]int
}

var (
	nameForm  = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_-]*)`)
	tagForm   = regexp.MustCompile(`^\[[\s\pZ]*([A-Za-z][A-Za-z0-9_-]*)[\s\pZ]*"`)
	valueForm = regexp.MustCompile(`^((?:\\\\|\\"|.)*?)"[ \t\v\f\x1a]*\]`)
	setupForm = regexp.MustCompile(`^/\s*FEN\s*"([^"]*)"\s*/`)
	// glyphForm is how somebody judges a move or the position.
	glyphForm = regexp.MustCompile(`^(?:,|[!?]+|\([!?*]+\)|\$[0-9]{1,4}|[-/]*[+=~#^<>|][-+=/~#^<>|]*)`)
	starForm  = regexp.MustCompile(`^[!?*]+`)
	// asideForm is what people say of a result.
	asideForm = regexp.MustCompile(`^(?:[ \t]*\([^()]*\)|[^0-9\[\](){};*]+$)`)
)

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

func (p *parser) here() [2]int { return [2]int{p.row, p.column()} }

// token reads one token. It reports whether the game has ended.
func (p *parser) token() bool {
	rest := p.rest()
	first := p.indent == p.at
	switch rest[0] {
	case '{':
		p.comment()
		return false
	case ';':
		p.addComment(p.raw()[1:])
		p.at = len(p.line)
		return false
	}
	if p.over && first && p.gap && rest[0] != ')' {
		return true // nobody closes the variation
	}
	p.over = false
	if name, value, n := readTag(p.raw()); n > 0 || first && nameForm.MatchString(rest) {
		begins := nameForm.FindString(rest)
		if p.moves || p.names[begins] && first && p.gap {
			return true // of the next game
		}
		p.begun, p.names[begins] = true, true
		p.tag(name, value, n)
		return false
	}
	if r, n := result(rest); n > 0 {
		return p.ends(r, n)
	}
	p.begun = true
	p.moves = true
	switch {
	case glyphForm.MatchString(rest):
		p.pass(glyphForm)
	case rest[0] == '(':
		p.absent, p.number = false, 0
		p.opened = append(p.opened, p.here())
		p.parts++
		p.at++
	case rest[0] == ')' && len(p.opened) == 0:
		p.fail("nothing is open that %q could close", ")")
	case rest[0] == ')':
		p.opened = p.opened[:len(p.opened)-1]
		p.at++
	case len(p.opened) > 0:
		p.at += len(rest) - len(strings.TrimLeftFunc(rest, func(c rune) bool { return !strings.ContainsRune(white+"(){", c) }))
	case rest[0] == '/':
		p.setup()
	case rest[0] == '.':
		p.dotted()
	default:
		p.word()
	}
	return false
}

// closing are marks behind a result that are no part of the next game.
const closing = ".,!?\"')]"

// ends takes a result of n bytes. It reports whether the game has ended: it has not if it had
// not begun.
func (p *parser) ends(result string, n int) bool {
	p.absent, p.number = false, 0
	p.at += n
	if p.over = len(p.opened) > 0; p.over {
		return false
	}
	p.at += len(p.rest()) - len(strings.TrimLeft(p.rest(), closing))
	p.pass(asideForm)
	if p.begun {
		p.game.Result = result
	}
	return p.begun
}

// tag adds a tag, of n bytes, which begins here.
func (p *parser) tag(name, value string, n int) {
	switch {
	case name == "":
		p.fail("the tag is not understood (want a name and a value in quotation marks, such as [Event \"Name\"])")
	case n == 0:
		p.fail("the value of tag %s does not end on its line (want \"])", name)
	default:
		p.game.Tags = append(p.game.Tags, Tag{name, strings.TrimSpace(value)})
		p.at += n
		if name == "FEN" && p.game.FENRow == 0 {
			p.game.FENRow = p.row
		}
	}
}

// readTag reads the tag at the beginning of text, n bytes long. The name is empty if no tag begins there, and n is 0 if its value does not end.
// A value ends with the quotation mark that stands before the closing bracket.
func readTag(text string) (name, value string, n int) {
	m := tagForm.FindStringSubmatch(text)
	if m == nil {
		return "", "", 0
	}
	if v := valueForm.FindStringSubmatch(text[len(m[0]):]); v != nil {
		return m[1], strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(v[1]), len(m[0]) + len(v[0])
	}
	return m[1], "", 0
}

// tagLine reports whether a line is tags and nothing else.
func tagLine(line string) bool {
	for tags := false; ; tags = true {
		line = strings.Trim(line, white)
		_, _, n := readTag(line)
		if n == 0 {
			return tags && line == ""
		}
		line = line[n:]
	}
}

// comment reads a comment in braces, which begins here. Braces do not nest. One that
// nobody closed ends at a line of tags.
func (p *parser) comment() {
	place := p.here()
	var text strings.Builder
	for p.at++; ; p.next() {
		before, _, closed := strings.Cut(p.raw(), "}")
		if p.end || text.Len() > longestGame || p.at == 0 && tagLine(p.text) {
			p.begun = true
			p.moves = true
			p.fault = p.wrong(place, "the comment is not closed (want a closing brace)")
			return
		}
		text.WriteString(before + "\n")
		if closed {
			p.at += len(before) + 1
			p.addComment(text.String())
			return
		}
	}
}

// addComment adds a comment. A turn that stands in it is a move.
func (p *parser) addComment(text string) {
	c := strings.Join(strings.Fields(text), " ")
	if _, turn := commanded(c); turn && p.absent {
		p.add(Move{Text: Unknown})
	}
	if n := len(p.game.Moves); n > 0 && len(p.opened) == 0 {
		p.game.Moves[n-1].Comments = append(p.game.Moves[n-1].Comments, c)
		p.parts++
	}
}

// pass passes over what form finds here.
func (p *parser) pass(form *regexp.Regexp) { p.at += len(form.FindString(p.rest())) }

func (p *parser) setup() {
	m := setupForm.FindStringSubmatch(p.rest())
	if m == nil {
		p.fail("the set-up is not understood (want such as /FEN \"W:W31-50:B1-20\"/)")
		return
	}
	p.add(Move{Setup: m[1]})
	p.at += len(m[0])
}

func (p *parser) dotted() {
	rest := p.rest()
	n := len(rest) - len(strings.TrimLeft(rest, "."))
	if n > 1 && p.number == 0 {
		p.dots = true
		p.add(Move{Text: Unknown})
	} else if n > 1 {
		// After a number they may only say whose move it is.
		p.absent, p.place = true, p.here()
	}
	p.at += n
}

func (p *parser) add(m Move) {
	p.parts++
	m.Row, m.Column = p.row, p.column()
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
	p.number, p.dots, p.absent, p.bare = 0, false, false, nil
	moves := p.game.Moves
	if n := len(moves); n > 1 && m.Setup == "" && m.Text != Unknown && m.Number == 0 &&
		moves[n-1].Text == Unknown && moves[n-1].Dots && moves[n-1].Number+len(moves[n-1].Comments) == 0 && moves[n-2].Number > 0 && !moves[n-2].Dots {
		moves = moves[:n-1] // dots only said that the second player goes on
	}
	p.game.Moves = append(moves, m)
}
