package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/sim/study"
)

// consent is an error unless the engines of a plan, which stands in a file, may be
// started. Those typed on the command line need no flag.
func consent(cmd *cobra.Command, allowed bool, file string, p *study.Plan) error {
	engines := lab.EnginesOf(p)
	if allowed || len(engines) == 0 {
		return nil
	}
	return hinted{
		fmt.Errorf("%s: names external engines, which are programs of this machine (want --engines, to have them started): %s", file, strings.Join(engines, "; ")),
		again(cmd, "engines", "--engines") + " starts them with your rights: look at what they are first",
	}
}
