package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"varlab/internal/testing/results"
	"varlab/sim"
)

// met is a match against another program.
type met struct {
	Program            string
	Match              sim.Match
	OurTime, TheirTime float64 // processor seconds of a game
}

// Other programs that can be run: where their commands are named, and how they speak.
var otherPrograms = map[string]struct{ name, dialect string }{
	"Scan 2.0":             {"scan2", ",dialect=scan2"},
	"KestoG 1.1":           {"kestog", ""},
	"Simple Checkers 1.15": {"simple", ""},
}

// otherMatches are budgets of turns or, in one case, of milliseconds. The turns of the
// match in equal time are those that our search tried in as much processor time as Scan
// took, where the machine did little else.
var otherMatches = [...]struct {
	program, rules string
	ours           int
	theirs         string
	games          int
}{
	{"Scan 2.0", "international", 10_000, "nodes=10000", 120},
	{"Scan 2.0", "international", 150_000, "milliseconds=60", 20},
	{"KestoG 1.1", "russian", 10_000, "nodes=10000", 100},
	{"Simple Checkers 1.15", "english", 10_000, "nodes=10000", 100},
}

// processorTime is that of this process, or of its children that have ended.
func processorTime(who int) float64 {
	var use unix.Rusage
	if err := unix.Getrusage(who, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()).Seconds()
}

// The matches of docs/players.md against other programs are what was measured.
func TestOtherPrograms(t *testing.T) {
	rows := results.Table[[]met]{
		Name: "programs", Doc: "players.md",
		Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run OtherPrograms -update -timeout 2h -with scan2=COMMAND -with kestog=COMMAND -with simple=COMMAND",
		Measure: func() (rows []met, err error) {
			for _, x := range otherMatches {
				other := otherPrograms[x.program]
				command := results.With(other.name)
				if command == "" {
					return nil, fmt.Errorf("-with %s=COMMAND is missing (want the command that runs %s as a Hub engine)", other.name, x.program)
				}
				us, they := processorTime(unix.RUSAGE_SELF), processorTime(unix.RUSAGE_CHILDREN)
				m := meet(t, fmt.Sprintf("search:nodes=%d,weights=1", x.ours), fmt.Sprintf("hub:engine=%s,%s%s", command, x.theirs, other.dialect),
					x.rules, x.games, "--opening-plies", "3")
				n := float64(x.games)
				rows = append(rows, met{x.program, m, (processorTime(unix.RUSAGE_SELF) - us) / n, (processorTime(unix.RUSAGE_CHILDREN) - they) / n})
			}
			return rows, nil
		},
		Markdown: func(rows []met) string {
			var b strings.Builder
			b.WriteString("| rules | the other program | its budget | our turns | games | won | drawn or open | lost | Elo | 95 % | processor time of a game, ours | the other's |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n")
			for i, r := range rows {
				x := otherMatches[i]
				fmt.Fprintf(&b, "| `%s` | %s | %s | %d | %s | %.2f s | %.2f s |\n", x.rules, x.program, strings.Replace(x.theirs, "=", " ", 1), x.ours, eloCells(r.Match), r.OurTime, r.TheirTime)
			}
			return b.String()
		},
	}.Keep(t, *update)
	require.Len(t, rows, len(otherMatches))
	for i, r := range rows {
		x := otherMatches[i]
		require.Equal(t, []any{x.program, x.rules, x.games}, []any{r.Program, r.Match.Rules, r.Match.Games})
		require.Zero(t, r.Match.ForfeitsA)
	}
}
