package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/sim/record"
	"varlab/sim/study"
)

// engineFlag is --engines: the programs that a file names may be started. Those typed on
// the command line need no flag.
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
// started.
func (f *engineFlag) consent(cmd *cobra.Command, file string, p *study.Plan) error {
	engines := enginesOf(p)
	if f.allowed || len(engines) == 0 {
		return nil
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
