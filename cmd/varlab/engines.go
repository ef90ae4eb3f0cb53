package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/sim/study"
)

// enginesOf are the engines among the players of a plan.
func enginesOf(p *study.Plan) (engines []string) {
	for _, player := range p.Everyone() {
		if isEngine(player.Spec) && !slices.Contains(engines, player.Spec) {
			engines = append(engines, player.Spec)
		}
	}
	return engines
}

// consent is an error unless the engines of a plan, which stands in a file, may be
// started. Those typed on the command line need no flag.
func consent(cmd *cobra.Command, allowed bool, file string, p *study.Plan) error {
	engines := enginesOf(p)
	if allowed || len(engines) == 0 {
		return nil
	}
	return hinted{
		fmt.Errorf("%s: names external engines, which are programs of this machine (want --engines, to have them started): %s", file, strings.Join(engines, "; ")),
		again(cmd, "engines", "--engines") + " starts them with your rights: look at what they are first",
	}
}
