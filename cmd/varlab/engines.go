package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"varlab/sim/record"
	"varlab/sim/study"
)

// engineFlag is --engines: that the programs which a file names may be started. Who types
// the name of an engine has said so by that.
type engineFlag struct{ allowed bool }

func (f *engineFlag) add(cmd *cobra.Command) {
	take(cmd, "engines", func(flags *pflag.FlagSet) (err error) {
		f.allowed, err = flags.GetBool("engines")
		return err
	})
}

// enginesOf are the engines among the players of a plan.
func enginesOf(p *study.Plan) (engines []string) {
	players := slices.Clone(p.Players)
	for _, pair := range p.Pairs {
		players = append(players, pair.A, pair.B)
	}
	for _, player := range players {
		if isEngine(player.Spec) && !slices.Contains(engines, player.Spec) {
			engines = append(engines, player.Spec)
		}
	}
	return engines
}

// consent is an error unless the engines of a plan, which stands in a file, may be
// started: by the flag, or by who is at the terminal, who is asked once.
func (f *engineFlag) consent(cmd *cobra.Command, file string, p *study.Plan) error {
	engines := enginesOf(p)
	if f.allowed || len(engines) == 0 {
		return nil
	}
	if terminal := terminalOf(cmd); terminal != nil {
		defer terminal.Close() // which ends the wait for an answer, too
		remark(terminal, "%s has these programs of your machine started, with your rights:", file)
		for _, spec := range engines {
			remark(terminal, "  %s", spec)
		}
		fmt.Fprint(terminal, "varlab: start them? (yes or no) ")
		answers := make(chan string, 1)
		go func() {
			answer, _ := bufio.NewReader(terminal).ReadString('\n')
			answers <- answer
		}()
		select {
		case answer := <-answers:
			if strings.TrimSpace(strings.ToLower(answer)) == "yes" {
				return nil
			}
		case <-cmd.Context().Done():
			fmt.Fprintln(terminal)
			return fmt.Errorf("%s: %w", file, cmd.Context().Err())
		}
	}
	return hinted{
		fmt.Errorf("%s: names external engines, which are programs of this machine (want --engines, to have them started): %s", file, strings.Join(engines, "; ")),
		again(cmd, "engines", "--engines") + " starts them with your rights: look at what they are first",
	}
}

// passedOn reports whether the tasks of a run are to be told to start its engines.
func (f *engineFlag) passedOn(cmd *cobra.Command, dir string, m *record.Manifest) (bool, error) {
	return len(enginesOf(&m.Study)) > 0, f.consent(cmd, dir, &m.Study)
}

// terminalOf is the terminal at which somebody can be asked; nil if nobody can.
func terminalOf(cmd *cobra.Command) *os.File {
	if in, ok := cmd.InOrStdin().(*os.File); !ok || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	terminal, err := os.OpenFile("/dev/tty", os.O_RDWR, 0) // whatever stderr is
	if err != nil {
		return nil
	}
	return terminal
}
