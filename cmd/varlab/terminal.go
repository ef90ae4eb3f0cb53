package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"varlab/internal/plain"
)

// remark writes a line beside the results.
func remark(stderr io.Writer, format string, args ...any) {
	fmt.Fprintf(stderr, "varlab: %s\n", plain.Text(fmt.Sprintf(format, args...)))
}

// A progress is one line on stderr that says how far a long command is: redrawn on
// a terminal, otherwise a plain line now and then.
type progress struct {
	total, found int
	what         string
	stage        string // of a command with several; before the rest of the line
	out          io.Writer
	terminal     *os.File // nil: out is none
	began        time.Time
	played       atomic.Int64
	forfeits     atomic.Int64
	stop, ended  chan struct{}
}

// How often the line is written.
const (
	plainEvery = 10 * time.Second
	drawnEvery = 200 * time.Millisecond
)

// afresh clears a line of a terminal.
const afresh = "\r\x1b[K"

// begin starts the line. Of total things, found are done already.
func (p *progress) begin(total, found int) {
	p.total, p.found, p.began = total, found, time.Now()
	p.stop, p.ended = make(chan struct{}), make(chan struct{})
	every := plainEvery
	if o, ok := p.out.(*os.File); ok && term.IsTerminal(int(o.Fd())) {
		every, p.terminal = drawnEvery, o
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
	played, took := int(p.played.Load()), time.Since(p.began)
	text := fmt.Sprintf("varlab: %s%d of %d %s", p.stage, p.found+played, p.total, p.what)
	if played == 0 {
		text += fmt.Sprintf(" after %s", took.Round(time.Second))
	} else {
		rate := float64(played) / took.Seconds()
		left := time.Duration(float64(p.total-p.found-played) / rate * float64(time.Second))
		text += fmt.Sprintf(", %.0f a second, %s left", rate, left.Round(time.Second))
	}
	if p.terminal == nil {
		fmt.Fprintln(p.out, text)
		return
	}
	if width, _, err := term.GetSize(int(p.terminal.Fd())); err == nil {
		text = text[:min(len(text), max(0, width-1))]
	}
	fmt.Fprint(p.out, afresh+text)
}

// end takes the line away and says what was done.
func (p *progress) end() {
	if p.stop == nil {
		return
	}
	close(p.stop)
	<-p.ended
	p.stop = nil
	if p.terminal != nil {
		fmt.Fprint(p.out, afresh)
	}
	if p.found > 0 {
		fmt.Fprintf(p.out, "varlab: %s%d %s were there already\n", p.stage, p.found, p.what)
	}
	if played := p.played.Swap(0); played > 0 {
		forfeits := ""
		if n := p.forfeits.Swap(0); n > 0 {
			forfeits = fmt.Sprintf(", %d of them forfeited", n)
		}
		fmt.Fprintf(p.out, "varlab: %s%d %s in %s%s\n", p.stage, played, p.what, time.Since(p.began).Round(100*time.Millisecond), forfeits)
	}
	p.found = 0
}
