package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"varlab/internal/plain"
)

// remark writes a line beside the results.
func remark(stderr io.Writer, format string, args ...any) {
	fmt.Fprintf(stderr, "varlab: %s\n", plain.Text(fmt.Sprintf(format, args...)))
}

// A progress is one line on stderr that says how far a long command is: a bar on
// a terminal, otherwise a plain line now and then.
type progress struct {
	total, found int
	what         string
	stage        string // of a command with several; before the rest of the line
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
	if o, ok := p.out.(*os.File); ok && term.IsTerminal(int(o.Fd())) {
		every = 200 * time.Millisecond
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(o), progressbar.OptionSetDescription(p.stage+p.what),
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
		fmt.Fprintf(p.out, "varlab: %s%d of %d %s after %s\n", p.stage, p.found, p.total, p.what, time.Since(p.began).Round(time.Second))
		return
	}
	rate := float64(played) / time.Since(p.began).Seconds()
	left := time.Duration(float64(p.total-p.found-int(played)) / rate * float64(time.Second))
	fmt.Fprintf(p.out, "varlab: %s%d of %d %s, %.0f a second, %s left\n", p.stage, p.found+int(played), p.total, p.what, rate, left.Round(time.Second))
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
		fmt.Fprintf(p.out, "varlab: %s%d %s were there already\n", p.stage, p.found, p.what)
	}
	if played > 0 {
		forfeits := ""
		if n := p.forfeits.Swap(0); n > 0 {
			forfeits = fmt.Sprintf(", %d of them forfeited", n)
		}
		fmt.Fprintf(p.out, "varlab: %s%d %s in %s%s\n", p.stage, played, p.what, took.Round(100*time.Millisecond), forfeits)
	}
	p.bar, p.found = nil, 0
	p.played.Store(0)
}
