package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/docs/results"
)

// tried is a match of the search with a refinement against the search without it.
type tried struct {
	Refinement string
	Match      matched
}

// A refinement is what is left out of the search together, to see what it is worth.
type refinement struct {
	name    string
	without int
	only    []string // the rule sets in which it does anything; nil: all
}

var refined = []string{"international", "russian", "polonaise-souffler", "english"}

var refinements = []refinement{
	{"late turns reduced", 1, nil},
	{"the turn remembered, killers and history first", 2 + 4 + 8, nil},
	{"narrow windows", 16, nil},
	{"forced turns at no depth", 32, nil},
	{"claims where a line ends", 64, []string{"polonaise-souffler", "francaise-souffler", "encyclopedie-polonaise", "manoury"}},
}

const (
	refinedNodes = 500
	refinedGames = 800 // at most
	refinedStop  = "0,30"
)

func (r refinement) rules() []string {
	if r.only != nil {
		return r.only
	}
	return refined
}

// keepRefinements holds the table of refinements to its file.
func keepRefinements(t *testing.T) {
	spec := fmt.Sprintf("search:nodes=%d,weights=1", refinedNodes)
	rows := results.Table[[]tried]{
		Name: "refinements", Doc: "players.md", Command: measuredBy("refinements"),
		Measure: func() (rows []tried, err error) {
			for _, r := range refinements {
				for _, id := range r.rules() {
					m := meet(t, spec, fmt.Sprintf("%s,without=%d", spec, r.without), id, refinedGames, "--stop", refinedStop)
					rows = append(rows, tried{r.name, m})
				}
			}
			return rows, nil
		},
		Markdown: triedTable,
	}.Keep(t, *update)
	require.NotEmpty(t, rows)
}

// triedTable says of each match what it came to, and what its test decided if it had
// one.
func triedTable(rows []tried) string {
	var b strings.Builder
	head, rule := "| refinement | rules | games | won | drawn | lost | Elo | 95 % |", "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
	if rows[0].Match.Test != nil {
		head, rule = head+" the test |", rule+" --- |"
	}
	b.WriteString(head + "\n" + rule + "\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | `%s` | %s |", r.Refinement, r.Match.Rules, eloCells(r.Match))
		if x := r.Match.Test; x != nil {
			fmt.Fprintf(&b, " %s |", map[string]string{
				"high": fmt.Sprintf("%+.0f", x.High), "low": fmt.Sprintf("%.0f", x.Low), "undecided": "undecided",
			}[x.Decision])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// keepNotKept holds the table of what was tried in vain to its file.
func keepNotKept(t *testing.T) {
	results.Table[[]tried]{
		Name: "not-kept", Doc: "players.md", Command: "varlab match search:nodes=500 search:nodes=500,without=N -r ID --games 600",
		Measure: func() ([]tried, error) {
			return nil, errors.New("what was not kept is in the search of that commit alone")
		},
		Markdown: triedTable,
	}.Keep(t, *update)
}
