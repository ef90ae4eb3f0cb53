package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/study"
)

// saving is what common chance saves in one comparison.
type saving struct {
	Clause    string  `json:"clause"`
	Identical float64 `json:"identical"`
	Parted    int     `json:"parted"` // ply
	// Games that are needed for the same standard error, as a share of those that
	// independent chance needs.
	Decisive float64 `json:"decisive"`
	Score    float64 `json:"score"`
}

// common is the measurement, with the study that it belongs to.
type common struct {
	Study string   `json:"study"`
	Rows  []saving `json:"rows"`
}

// clauses are what federation is compared with.
var clauses = []struct{ words, set string }{
	{"captured pieces removed at once", `capture.removal="at-once"`},
	{"tie-break by kings taken", `capture.precedence=["quantity","kings-taken"]`},
	{"25-move draw", `draw=[{kind="quiet",plies=50,moves="king-moves",side="both"}]`},
	{"men spare kings", `man.may_capture_king=false`},
	{"no duty to take the most", `capture.precedence=[]`},
	{"compel or waive", `capture.obligation="claimable",claim.remedies=["compel","waive"]`},
	{"huff, compel or waive", `capture.obligation="claimable",claim.remedies=["huff","compel","waive"]`},
}

// The table of docs/statistics.md says what it saves that two rule sets meet the same
// chance.
func TestCommonChance(t *testing.T) {
	s := study.Study{
		Heading: study.Heading{Name: "common", Seed: 5},
		Rules:   []string{"federation"},
		Players: []string{"search:nodes=50,noise=5"},
		Design:  study.Design{Games: 700, HorizonPlies: study.DefaultHorizonPlies, Openings: study.Openings{Plies: study.DefaultOpeningPlies}, Metrics: []string{"decisive", "first-score"}},
	}
	for _, c := range clauses {
		s.Rules = append(s.Rules, "federation{"+c.set+"}")
	}
	schedule, err := new(ruleFlags).resolved(&s, playerOf)
	require.NoError(t, err)
	found := results.Table[common]{
		Name: "common", Doc: "statistics.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run CommonChance -update -timeout 60m",
		Measure: func() (found common, err error) {
			dir := filepath.Join(t.TempDir(), "common")
			if err = schedule.Run(t.Context(), sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}); err != nil {
				return found, err
			}
			r, err := reports.Load(t.Context(), dir)
			if err != nil {
				return found, err
			}
			var text bytes.Buffer
			if err = r.Write(&text, "json"); err == nil {
				found.Study = schedule.Manifest.StudyHash
				found.Rows, err = savingsIn(text.Bytes())
			}
			return found, err
		},
		Markdown: func(found common) string {
			rows := found.Rows
			var b strings.Builder
			b.WriteString("| the other rule set | identical games | half of the others part by ply | games needed, decisive share | games needed, first mover's score |\n| --- | ---: | ---: | ---: | ---: |\n")
			for _, r := range rows {
				fmt.Fprintf(&b, "| %s | %.0f %% | %d | %.2f | %.2f |\n", r.Clause, 100*r.Identical, r.Parted, r.Decisive, r.Score)
			}
			return b.String()
		},
	}.Keep(t, *update)
	rows := found.Rows
	require.Len(t, rows, len(clauses))
	// The three that bind least: about a tenth of the games, which docs/statistics.md says.
	for _, r := range rows[:3] {
		require.Less(t, r.Score, 0.1, r.Clause)
	}
	for _, r := range rows[:2] {
		require.Less(t, r.Decisive, 0.2, r.Clause)
	}
}

// savingsIn reads them off a report: the standard error of paired differences against
// that of independent samples of the same size.
func savingsIn(text []byte) (rows []saving, err error) {
	var report struct {
		RuleSets []struct {
			FirstScore struct {
				Value, Low, High float64
			} `json:"first_score"`
		} `json:"rule_sets"`
		Pairs []struct {
			A, Metric         string
			SE, DesignEffect  float64
			Identical, Parted float64
		} `json:"pairs"`
	}
	if err = json.Unmarshal(bytes.ReplaceAll(text, []byte(`"design_effect"`), []byte(`"DesignEffect"`)), &report); err != nil {
		return nil, err
	}
	for i, c := range clauses {
		row := saving{Clause: c.words}
		k := 0
		for _, p := range report.Pairs {
			if p.A != "federation" || p.Metric != "decisive" && p.Metric != "first-score" {
				continue
			}
			if k%len(clauses) == i {
				row.Identical, row.Parted = p.Identical, int(p.Parted)
				if p.Metric == "decisive" {
					row.Decisive = p.DesignEffect
				} else {
					half := func(n int) float64 { s := report.RuleSets[n].FirstScore; return (s.High - s.Low) / 2 / 1.963 }
					row.Score = p.SE * p.SE / (half(0)*half(0) + half(i+1)*half(i+1))
				}
			}
			k++
		}
		rows = append(rows, row)
	}
	return rows, nil
}
