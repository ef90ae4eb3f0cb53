package variants

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// notModelled are the clauses that rule play and that a built-in profile leaves
// out. Nothing else of kind R may be left out.
var notModelled = []string{
	"encyclopedie.c10",  // a figure that no reading of the text allows on eight rows
	"frysk-told.manual", // a worth of kings that is no number
	"quirkat.twice",     // of Bell, not of Alfonso
	"quirkat.last-line",
}

// Every clause of every source of every built-in profile has its row.
func TestCoverage(t *testing.T) {
	covered := map[string]bool{}
	left := map[string]bool{}
	for _, id := range IDs() {
		v := loaded(t, id)
		require.NotEmpty(t, v.Coverage(), id)
		for _, row := range v.Coverage() {
			covered[row.Clause.ID] = true
			require.NotEqual(t, AsNothing, row.As, "%s: %s has no row: no axis cites it, and [coverage] does not say why", id, row.Clause.ID)
			if row.Axes == nil {
				require.NotEmpty(t, row.Reason, "%s: %s", id, row.Clause.ID)
			}
			if row.As == AsNot && strings.Contains(row.Clause.Kind, "R") {
				left[row.Clause.ID] = true
				require.Contains(t, notModelled, row.Clause.ID, "%s: a rule of play is not modelled", id)
			}
		}
	}
	for _, id := range notModelled {
		require.True(t, left[id], "%s is modelled after all (take it off the list)", id)
	}
	for _, clauses := range library() {
		for _, c := range clauses {
			require.True(t, covered[c.ID], "%s is in no profile's coverage table", c.ID)
		}
	}
}

// The documents have the clauses that profiles of them must answer for.
func TestDocuments(t *testing.T) {
	counts := map[string]int{"chabreul1": 23, "chabreul2": 28, "chabreul3": 4, "encyclopedie": 28, "sheet": 30, "articles": 20}
	for doc, n := range counts {
		clauses := clausesOf(doc)
		require.Len(t, clauses, n, doc)
		for _, c := range clauses {
			require.NotEmpty(t, c.Says, c.ID)
			require.NotEmpty(t, c.Kind, c.ID)
			require.NotEmpty(t, c.Words, c.ID)
			require.LessOrEqual(t, len(strings.Fields(c.Words)), 9, "%s quotes more than a few words", c.ID)
		}
	}
}
