// Package engines connects players here with other programs, in both directions, and with a
// person at the terminal.
//
// The one idea: an engine is not to be trusted. It may die, say nothing, or play illegal moves;
// its failures cost it the game, and do no other harm.
//
// Programs speak the Hub protocol of Scan 3 (Fabien Letouzey, protocol.txt, 2019): a command,
// then name=value pairs, values with spaces in double quotes. Turns are in hub notation. Claims
// are written as everywhere here; no other program knows them.
package engines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// A line is one line of the protocol.
type line struct {
	Command string
	Pairs   []Pair
}

// A Pair is name=value; a name alone has no value.
type Pair struct{ Name, Value string }

// get returns the value of the first pair with that name, and whether there is one.
func (l *line) get(name string) (string, bool) {
	for _, p := range l.Pairs {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// pairForm is a pair, and the blanks behind it. A value with blanks stands in quotes.
var pairForm = regexp.MustCompile(`^([^=\s"]+)(?:\s*=\s*("[^"]*"?|[^=\s"]*))?\s*`)

// parseLine reads a line.
func parseLine(text string) (line, error) {
	command, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if command == "" || strings.ContainsAny(command, "\"=") {
		return line{}, fmt.Errorf("%q is no command (want a word)", command)
	}
	l := line{Command: command}
	for rest = strings.TrimLeft(rest, " \t"); rest != ""; {
		m := pairForm.FindStringSubmatch(rest)
		if m == nil {
			return line{}, fmt.Errorf("%q is no pair (want name=value)", rest)
		}
		value, quoted := strings.CutPrefix(m[2], "\"")
		if quoted && !strings.HasSuffix(value, "\"") {
			return line{}, fmt.Errorf("%s: the quote is not closed", m[1])
		}
		l.Pairs = append(l.Pairs, Pair{m[1], strings.TrimSuffix(value, "\"")})
		rest = rest[len(m[0]):]
	}
	return l, nil
}

var unwritable = strings.NewReplacer("\"", "", "\n", " ", "\r", " ")

// String writes l as parseLine reads it. It leaves out double quotes, which cannot be written,
// and writes the end of a line as a space.
func (l line) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, p := range l.Pairs {
		b.WriteByte(' ')
		b.WriteString(p.Name)
		if p.Value == "" {
			continue
		}
		value := unwritable.Replace(p.Value)
		if strings.ContainsAny(value, " \t=") || value == "" {
			value = "\"" + value + "\""
		}
		b.WriteString("=" + value)
	}
	return b.String()
}

// The longest lines that are read: of an engine or a person, and of a program that uses varlab
// as its engine.
const (
	longestAnswer  = 1 << 16
	longestCommand = 1 << 20
)

// A listener passes on lines as they come. When lines is closed, err has the reason, unless it
// was the end of the text.
type listener struct {
	lines chan string
	err   error
}

// listen reads lines of at most longest bytes until ctx ends. A reader that waits for a line
// does not notice that end.
func listen(ctx context.Context, r io.Reader, longest int) *listener {
	l := &listener{lines: make(chan string)}
	go func() {
		defer close(l.lines)
		scanner := bufio.NewScanner(r)
		scanner.Buffer(nil, longest)
		for scanner.Scan() {
			select {
			case l.lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		if l.err = scanner.Err(); errors.Is(l.err, bufio.ErrTooLong) {
			l.err = fmt.Errorf("a line of more than %d bytes (want shorter ones)", longest)
		}
	}()
	return l
}
