package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// longestLine is the longest line that is read, in bytes; longer ones are passed over.
// PDN knows no limit; a whole game may stand on one line, but not a whole collection.
const longestLine = 1 << 24

// lines is text with a place in it. Line ends are \n, \r\n or \r.
type lines struct {
	scan *bufio.Scanner
	line []byte // valid until the next is read
	at   int    // byte of line
	// indent is how many bytes of white space line begins with.
	indent int
	row    int  // number of line, from 1
	read   int  // bytes of the lines before line
	gap    bool // an empty line stands before line
	end    bool
	err    error
	long   int // number of a line that was passed over, until who reads has noted it

	over     bool // of a line that is too long the beginning has been passed over
	unclosed int  // number of a line in which no further tag ends
	searched int  // bytes read ahead that are known to hold no end of line
}

func newLines(r io.Reader) *lines {
	l := &lines{scan: bufio.NewScanner(r)}
	l.scan.Buffer(make([]byte, 0, 1<<16), longestLine+len("\r\n"))
	l.scan.Split(l.split)
	l.next()
	// Its mark alone may be two letters of a character set of single bytes; every other byte
	// of a tag or a move is zero.
	if (bytes.HasPrefix(l.line, []byte("\xFF\xFE")) || bytes.HasPrefix(l.line, []byte("\xFE\xFF"))) && bytes.IndexByte(l.line, 0) >= 0 {
		l.end, l.line, l.row = true, nil, 0
		l.err = errors.New("the text is UTF-16 (want UTF-8, or a character set of single bytes)")
	}
	return l
}

func (l *lines) split(data []byte, end bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data[l.searched:], "\r\n")
	if i >= 0 {
		i += l.searched
	}
	l.searched = 0
	switch {
	case i < 0 && len(data) > longestLine:
		l.over = true
		return len(data), nil, nil
	case i > longestLine:
		l.over = true
		return i, nil, nil
	case i < 0 && !end:
		l.searched = len(data)
		return 0, nil, nil // more is needed
	case i >= 0 && data[i] == '\r' && i+1 == len(data) && !end:
		l.searched = i
		return 0, nil, nil
	case i < 0 && len(data) == 0 && !l.over:
		return 0, nil, nil
	case i < 0:
		return l.passed(len(data), data)
	case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
		return l.passed(i+2, data[:i])
	}
	return l.passed(i+1, data[:i])
}

// passed returns a line, or nothing in the place of one whose beginning is gone.
func (l *lines) passed(advance int, line []byte) (int, []byte, error) {
	if l.over {
		l.over, l.long, line = false, l.row+1, line[:0]
	}
	return advance, line, nil
}

func (l *lines) next() {
	n := blanks(l.line)
	l.read += len(l.line) + 1
	l.at, l.gap = 0, n == len(l.line) || l.gap && l.line[n] == '%'
	if !l.scan.Scan() {
		l.end, l.line, l.err = true, nil, l.scan.Err()
		return
	}
	l.row++
	l.line = bytes.TrimPrefix(l.scan.Bytes(), []byte("\uFEFF")) // in the midst of files that were joined, too
	l.indent = blanks(l.line)
}

func (l *lines) rest() []byte { return l.line[l.at:] }

// offset is how many bytes have been read.
func (l *lines) offset() int { return l.read + l.at }

// blanks returns how many of the bytes of text are white space at its beginning.
func blanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t\v\f\x1a"))
}

// skip goes on to the next byte that is no white space; from % to the end of a line
// all is white space. It reports whether there is one.
func (l *lines) skip() bool {
	for !l.end {
		l.at += blanks(l.rest())
		if l.at < len(l.line) && l.line[l.at] != '%' {
			return true
		}
		l.next()
	}
	return false
}
