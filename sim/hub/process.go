package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// A process is a running engine.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *os.File
	dead    chan struct{} // closed when the engine has ended
	ended   chan struct{} // closed when the engine has ended, and what it started is killed
	lines   chan string   // closed when the engine has said its last
	last    error         // what was wrong with that, once lines is closed
	gone    chan struct{}
	limit   time.Duration
	greeted bool
	mark    string // in the environment of the engine and of what it starts
	reaped  bool   // its number may be somebody else's; guarded by running
}

// running are the engines: true while they are at work, false while they are being ended.
// None is started while it is locked, or once it is over.
var running = struct {
	sync.Mutex
	engines map[*process]bool
	started int
	since   int64 // when the first of these was started, by the clock of processes
	swept   time.Time
	over    bool
}{engines: map[*process]bool{}}

// EndAll kills all engines and what they have started, and has no other started: for a
// program that ends without waiting for who plays with them. It reports whether all that
// it has found have ended.
func EndAll() bool {
	running.Lock()
	left := slices.Collect(maps.Keys(running.engines))
	for _, p := range left {
		running.engines[p] = false
	}
	running.over = true
	running.Unlock()
	return kill(left...)
}

// passed are what an engine has of our environment: what programs need to run, and no
// secret that happens to be there. docs/threats.md lists them.
var passed = []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP"}

// marks is what all marks begin with.
func marks() string { return fmt.Sprintf("VARLAB_ENGINE=%d.", os.Getpid()) }

func start(s Spec) (*process, error) {
	words := s.command()
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, err
	}
	p := &process{
		cmd: limited(path, words), dead: make(chan struct{}), ended: make(chan struct{}), lines: make(chan string), gone: make(chan struct{}),
		limit: time.Duration(s.Limit)*time.Second + time.Duration(s.Milliseconds)*time.Millisecond,
	}
	for _, name := range passed {
		if value, ok := os.LookupEnv(name); ok {
			p.cmd.Env = append(p.cmd.Env, name+"="+value)
		}
	}
	apart(p.cmd)
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	var said *os.File
	if p.out, said, err = os.Pipe(); err != nil {
		return nil, err
	}
	p.cmd.Stdout = said
	running.Lock()
	p.mark = fmt.Sprint(marks(), running.started)
	p.cmd.Env = append(p.cmd.Env, p.mark)
	if len(running.engines) == 0 {
		running.since = now()
	}
	if running.over {
		err = errors.New("the program is ending")
	} else if err = p.cmd.Start(); err == nil {
		running.started++
		running.engines[p] = true
	}
	running.Unlock()
	said.Close()
	if err != nil {
		p.out.Close()
		return nil, err
	}
	go func() {
		exited(p)
		close(p.dead)
		kill(p)
		running.Lock()
		p.cmd.Wait()
		p.reaped = true
		running.Unlock()
		p.out.SetReadDeadline(time.Now().Add(patience)) // whoever is left may hold the other end
		close(p.ended)
	}()
	go func() {
		defer close(p.lines)
		lines := bufio.NewScanner(p.out)
		for lines.Scan() {
			select {
			case p.lines <- lines.Text():
			case <-p.gone:
				return
			}
		}
		if errors.Is(lines.Err(), bufio.ErrTooLong) {
			p.last = fmt.Errorf("said a line of more than %d bytes", bufio.MaxScanTokenSize)
		}
	}()
	return p, nil
}

func (p *process) greet(s Spec) error {
	if _, err := p.ask("wait", Line{Command: "hub"}); err != nil {
		return err
	}
	lines := []Line{{Command: "init"}}
	if s.Variant != "" {
		lines = slices.Insert(lines, 0, Line{"set-param", []Pair{{"name", "variant"}, {"value", s.Variant}}})
	}
	_, err := p.ask("ready", lines...)
	return err
}

func (p *process) silent() error {
	if p.last != nil {
		return p.last
	}
	return p.closed("output")
}

// closed says why an engine's input or output is.
func (p *process) closed(what string) error {
	select {
	case <-p.dead:
		return errors.New("has ended")
	case <-time.After(patience):
		return fmt.Errorf("has closed its %s", what)
	}
}

// quiet passes over what was said since the last answer. A second answer is an
// error: taken for one to the next question it would be a move that nobody meant.
func (p *process) quiet(answer string) error {
	for began := time.Now(); time.Since(began) < p.limit; {
		select {
		case text, ok := <-p.lines:
			if !ok {
				return p.silent()
			}
			if l, err := ParseLine(text); err == nil && l.Command == answer {
				return fmt.Errorf("said %q unasked", text)
			}
		default:
			return nil
		}
	}
	return nil
}

// ask says lines to the engine and returns its next line with the command of the answer.
// Others are passed over, but for errors. To listen and to answer have one limit together.
func (p *process) ask(answer string, lines ...Line) (Line, error) {
	sweep()
	// The limit is spent in small parts: of a time in which we were stopped ourselves, as by
	// a shell or with the machine, it loses little. An answer may wait that came in time.
	ticks := time.NewTicker(standstill / 5)
	defer ticks.Stop()
	left, last := p.limit, time.Now()
	spent := func() bool {
		now := time.Now()
		left -= min(now.Sub(last), standstill)
		last = now
		return left <= 0
	}
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(l.String() + "\n")
	}
	said := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, text.String())
		said <- err
	}()
	for listening := true; listening; {
		select {
		case err := <-said:
			if err != nil {
				return Line{}, p.closed("input")
			}
			listening = false
		case <-ticks.C:
			if spent() {
				return Line{}, fmt.Errorf("did not listen for %v", p.limit)
			}
		}
	}
	for over := false; ; {
		var heard string
		more := true
		select {
		case heard, more = <-p.lines:
		case <-ticks.C:
			if !spent() {
				continue
			}
			over = true
			select {
			case heard, more = <-p.lines: // at the last moment
			default:
			}
		}
		if !more {
			return Line{}, p.silent()
		}
		switch l, err := ParseLine(heard); {
		case err != nil: // chatter
		case l.Command == answer:
			return l, nil
		case l.Command == "error":
			return Line{}, fmt.Errorf("said %q", heard)
		}
		if over {
			return Line{}, fmt.Errorf("said nothing to the purpose for %v", p.limit)
		}
	}
}

const patience = time.Second

// standstill is what counts at most of a time in which we were stopped.
const standstill = 50 * time.Millisecond

// end asks the engine to quit and, if it does not, kills it, and whatever it has
// started.
func (p *process) end() {
	close(p.gone)
	go func() { // who does not listen cannot be told
		io.WriteString(p.in, "quit\n")
		p.in.Close()
	}()
	select {
	case <-p.ended:
	case <-time.After(patience):
	}
	running.Lock()
	running.engines[p] = false
	running.Unlock()
	kill(p)
	select {
	case <-p.ended:
	case <-time.After(10 * patience): // somebody holds it, as a debugger does
	}
	running.Lock()
	delete(running.engines, p)
	running.Unlock()
	p.out.Close()
}
