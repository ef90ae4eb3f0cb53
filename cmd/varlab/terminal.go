package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"varlab/internal/plain"
	"varlab/reports"
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
	terminal     *os.File              // nil: out is none
	shows        func(room int) string // what is seen so far, in at most room letters; nil: nothing
	began        time.Time
	paced        time.Time // since when the pace is taken: what is made before the first things are done is none of it
	before       int       // done by then
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
	p.total, p.found, p.began, p.paced = total, found, time.Now(), time.Time{}
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
	width := 2 * columns
	if p.terminal != nil {
		width = columns
		if w, _, err := term.GetSize(int(p.terminal.Fd())); err == nil {
			width = w
		}
	}
	text := fmt.Sprintf("%s%d of %d %s", p.stage, p.found+played, p.total, p.what)
	if p.total == 0 { // nobody knows
		text = fmt.Sprintf("%s%d %s", p.stage, played, p.what)
	}
	if p.terminal == nil {
		text = "varlab: " + text
	}
	few := p.total / 50 // too few to tell, as a few games of the slowest cell are
	if played > few && p.paced.IsZero() {
		p.paced, p.before = time.Now(), played
	}
	if p.paced.IsZero() || played <= p.before+few {
		text += fmt.Sprintf(" after %s", took.Round(time.Second))
	} else {
		rate := float64(played-p.before) / time.Since(p.paced).Seconds()
		left := time.Duration(float64(max(0, p.total-p.found-played)) / rate * float64(time.Second))
		text += fmt.Sprintf(", %s left", left.Round(time.Second))
		if p.shows != nil {
			text += p.shows(width - 1 - len(text))
		}
	}
	if p.terminal == nil {
		fmt.Fprintln(p.out, text)
		return
	}
	letters := []rune(text)
	fmt.Fprint(p.out, afresh+string(letters[:min(len(letters), max(0, width-1))]))
}

// end replaces the line by a last message.
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

// screenOf is the screen of a command's results: its terminal, or else a text as wide as
// COLUMNS says, or of 80 columns. What is written to it is plain already, but for colours.
func screenOf(cmd *cobra.Command) (reports.Screen, io.Writer) {
	s, out := reports.Screen{Width: columns}, cmd.OutOrStdout()
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		s.Width = max(narrowest, width)
	}
	results, ok := out.(*plain.Writer)
	if !ok {
		return s, out
	}
	o, ok := results.To.(*os.File)
	if !ok || !term.IsTerminal(int(o.Fd())) {
		return s, out
	}
	if width, _, err := term.GetSize(int(o.Fd())); err == nil && width > 0 {
		s.Width = max(narrowest, width)
	}
	s.Colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return s, o
}

// narrowest is the width of a terminal below which nothing is laid out anew.
const narrowest = 40

// fullFlag declares --full.
func fullFlag(cmd *cobra.Command, full *bool) {
	cmd.Flags().BoolVar(full, "full", false, "print all tables and notes, not one screen")
}
