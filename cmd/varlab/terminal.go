package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// plain is text that can do nothing to a terminal: profiles, tags of games and
// engines may hold anything, sequences that move the cursor or name the window
// among it. Lines and tabs stay.
func plain(text string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return '�'
		}
		return c
	}, strings.ToValidUTF8(text, "�"))
}

// remark writes a line beside the results.
func remark(stderr io.Writer, format string, args ...any) {
	fmt.Fprintf(stderr, "varlab: %s\n", plain(fmt.Sprintf(format, args...)))
}

// A plainWriter passes on plain text, also to a pipe: who reads its other end may be at a
// terminal. A rune may come in parts.
type plainWriter struct {
	to   io.Writer
	part []byte // the beginning of a rune
}

func (w *plainWriter) Write(p []byte) (int, error) {
	text := append(w.part, p...)
	whole := len(text)
	for back := 1; back <= min(utf8.UTFMax-1, len(text)); back++ {
		if last := text[len(text)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= back
			}
			break
		}
	}
	if _, err := io.WriteString(w.to, plain(string(text[:whole]))); err != nil {
		return 0, err
	}
	w.part = append([]byte(nil), text[whole:]...)
	return len(p), nil
}

// unchanged returns where results that are no text go: not to a terminal.
func unchanged(w io.Writer) io.Writer {
	p, ok := w.(*plainWriter)
	if !ok {
		return w
	}
	if f, ok := p.to.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return p
	}
	return p.to
}

// A progress is one line on stderr that says how far a long command is: a bar on
// a terminal, otherwise a plain line now and then.
type progress struct {
	total, found int
	what         string
	out          io.Writer
	bar          *progressbar.ProgressBar
	began        time.Time
	played       atomic.Int64
	forfeits     atomic.Int64
	stop, ended  chan struct{}
}

// plainEvery is how often a plain line is written.
const plainEvery = 10 * time.Second

// begin starts the line. Of total things, found are done already.
func (p *progress) begin(total, found int) {
	p.total, p.found, p.began = total, found, time.Now()
	p.stop, p.ended = make(chan struct{}), make(chan struct{})
	every := plainEvery
	if f, ok := p.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		every = 200 * time.Millisecond
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(p.what),
			progressbar.OptionSetWidth(30), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(p.what), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
		p.bar.Set(found)
	}
	go func() {
		defer close(p.ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-p.stop:
				return
			case <-tick.C:
				p.show()
			}
		}
	}()
}

// one counts a thing done. Any goroutine may call it.
func (p *progress) one() { p.played.Add(1) }

// forfeit counts a game that a player has forfeited.
func (p *progress) forfeit() { p.forfeits.Add(1) }

// add counts n things done.
func (p *progress) add(n int) { p.played.Add(int64(n)) }

func (p *progress) show() {
	played := p.played.Load()
	if p.bar != nil {
		p.bar.Set64(int64(p.found) + played)
		return
	}
	if played == 0 {
		return
	}
	rate := float64(played) / time.Since(p.began).Seconds()
	left := time.Duration(float64(p.total-p.found-int(played)) / rate * float64(time.Second))
	fmt.Fprintf(p.out, "varlab: %d of %d %s, %.0f a second, %s left\n", p.found+int(played), p.total, p.what, rate, left.Round(time.Second))
}

// end takes the line away and says what was done.
func (p *progress) end() {
	if p.stop == nil {
		return
	}
	close(p.stop)
	<-p.ended
	p.stop = nil
	if p.bar != nil {
		p.bar.Clear()
	}
	played, took := p.played.Load(), time.Since(p.began)
	if p.found > 0 {
		fmt.Fprintf(p.out, "varlab: %d %s were there already\n", p.found, p.what)
	}
	if played > 0 {
		forfeits := ""
		if n := p.forfeits.Swap(0); n > 0 {
			forfeits = fmt.Sprintf(", %d of them forfeited", n)
		}
		fmt.Fprintf(p.out, "varlab: %d %s in %s%s\n", played, p.what, took.Round(100*time.Millisecond), forfeits)
	}
	p.bar, p.found = nil, 0
	p.played.Store(0)
}
