package engines

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"varlab/sim/record"
)

// A process is a running engine, which leads a process group of its own.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *os.File
	said    *listener
	kill    context.CancelFunc // ends the group
	ended   chan struct{}      // closed when the engine has ended
	limit   time.Duration
	greeted bool
	offers  []string // variants; nil if the engine does not say
}

// patience is the time an engine has to quit, or its output to close after its end.
const patience = time.Second

// running are the processes that end with this program.
var running = struct {
	sync.Mutex
	engines map[*process]bool
	over    bool
}{engines: map[*process]bool{}}

// EndAll kills all engines and prevents the start of others, for a program that ends without
// waiting for its players.
func EndAll() {
	running.Lock()
	defer running.Unlock()
	running.over = true
	for p := range running.engines {
		killGroup(p.cmd)
	}
}

func start(s Spec) (*process, error) {
	ctx, kill := context.WithCancel(context.Background())
	words := s.command()
	p := &process{
		cmd: exec.CommandContext(ctx, words[0], words[1:]...), kill: kill, ended: make(chan struct{}),
		limit: time.Duration(s.Limit)*time.Second + time.Duration(s.Milliseconds)*time.Millisecond,
	}
	p.cmd.Cancel = func() error { return killGroup(p.cmd) }
	inGroup(p.cmd)
	out, stdout, err := os.Pipe()
	if err == nil {
		p.cmd.Stdout = stdout
		if p.in, err = p.cmd.StdinPipe(); err == nil {
			err = p.begin()
		}
		stdout.Close()
	}
	if err != nil {
		out.Close()
		kill()
		return nil, err
	}
	p.out, p.said = out, listen(ctx, out, longestAnswer)
	go func() {
		p.cmd.Wait()
		killGroup(p.cmd) // the command may be a script that left an engine running
		running.Lock()
		delete(running.engines, p)
		running.Unlock()
		out.SetReadDeadline(time.Now().Add(patience)) // a process that left the group may hold it open
		close(p.ended)
	}()
	return p, nil
}

func (p *process) begin() error {
	running.Lock()
	defer running.Unlock()
	if running.over {
		return &record.Failure{Code: record.Closing}
	}
	running.engines[p] = true
	if err := p.cmd.Start(); err != nil {
		delete(running.engines, p)
		return &record.Failure{Code: record.Unstarted, Detail: err.Error()}
	}
	return nil
}

// greet makes the engine play a variant, or if that is empty the first of names that it offers.
func (p *process) greet(variant string, names []string) error {
	if _, err := p.ask("wait", line{Command: "hub"}); err != nil {
		return err
	}
	if p.offers != nil {
		known := func(name string) bool { return slices.Contains(p.offers, name) }
		if i := slices.IndexFunc(names, known); variant == "" && i >= 0 {
			variant = names[i]
		}
		if variant == "" && len(names) > 0 || variant != "" && !known(variant) {
			return &record.Failure{Code: record.Variant, Detail: strings.Join(p.offers, " ")}
		}
	}
	lines := []line{{Command: "init"}}
	if variant != "" {
		lines = slices.Insert(lines, 0, line{"set-param", []Pair{{"name", "variant"}, {"value", variant}}})
	}
	_, err := p.ask("ready", lines...)
	return err
}

// silent returns the error of an engine that has stopped talking.
func (p *process) silent() error {
	if p.said.err != nil && !errors.Is(p.said.err, os.ErrDeadlineExceeded) {
		return &record.Failure{Code: record.Overlong}
	}
	return &record.Failure{Code: record.Ended}
}

// quiet skips lines since the last answer. A second answer is an error: it would count as the
// answer to the next question.
func (p *process) quiet(answer string) error {
	for {
		select {
		case text, more := <-p.said.lines:
			if !more {
				return p.silent()
			}
			if l, err := parseLine(text); err == nil && l.Command == answer {
				return &record.Failure{Code: record.Unasked, Detail: text}
			}
		default:
			return nil
		}
	}
}

// ask says lines to the engine and returns its next line with the command of the answer.
// It passes over others, except errors.
func (p *process) ask(answer string, lines ...line) (line, error) {
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(l.String() + "\n")
	}
	go io.WriteString(p.in, text.String()) // an engine that does not read gives no answer in time
	limit := time.NewTimer(p.limit)
	defer limit.Stop()
	for {
		select {
		case said, more := <-p.said.lines:
			if !more {
				return line{}, p.silent()
			}
			switch l, err := parseLine(said); {
			case err != nil: // other output
			case l.Command == answer:
				return l, nil
			case l.Command == "param":
				if name, _ := l.get("name"); name == "variant" {
					value, _ := l.get("value")
					values, _ := l.get("values")
					if p.offers = strings.Fields(values); !slices.Contains(p.offers, value) {
						p.offers = append(p.offers, value)
					}
				}
			case l.Command == "error":
				return line{}, &record.Failure{Code: record.Unclear, Detail: said}
			}
		case <-limit.C:
			return line{}, &record.Failure{Code: record.Late, Detail: p.limit.String()}
		}
	}
}

// end asks the engine to quit and, if it does not, kills its group.
func (p *process) end() {
	go func() {
		io.WriteString(p.in, "quit\n")
		p.in.Close()
	}()
	go func() {
		for range p.said.lines { // an engine whose output nobody reads cannot quit
		}
	}()
	select {
	case <-p.ended:
	case <-time.After(patience):
	}
	p.kill()
	<-p.ended
	p.out.Close()
}
