package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"varlab/internal/lists"
	"varlab/internal/testing/disk"
	"varlab/internal/testing/results"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/spec"
)

// A variedClaim is a claim of a page of docs, asked in many ways.
type variedClaim struct {
	ID, Metric, Found string
	Ways              []way
}

// A way is one specification: the choices that were made, in words.
type way struct {
	Asked                 string
	Difference, Low, High float64
	Verdict               string
}

// waysFrom reads what varlab vary --format json wrote. A way that changed no game is left out.
func waysFrom(raw []byte) (claims []variedClaim, err error) {
	var written struct {
		Claims []struct {
			ID, Metric, Found string
			Specifications    []struct {
				Player              string
				Nodes, Depth, Noise int
				Weights             string
				Training            any
				Openings            string `json:"opening_plies"`
				Horizon             int
				Players             string
				way
			}
		}
	}
	err = json.Unmarshal(raw, &written)
	for _, c := range written.Claims {
		v := variedClaim{ID: c.ID, Metric: c.Metric, Found: c.Found}
		var players []string
		played := map[string]bool{}
		for _, s := range c.Specifications {
			players = append(players, s.Player)
		}
		called := spec.Brief(players...)
		for i, s := range c.Specifications {
			turns := fmt.Sprintf("%d turns", s.Nodes)
			if s.Nodes == 0 {
				turns = fmt.Sprint("depth ", s.Depth)
			}
			s.Asked = fmt.Sprintf("%s; %s; noise %d; weights %s; training %v; openings %s; at most %d plies", called[i], turns, s.Noise, s.Weights, s.Training, s.Openings, s.Horizon)
			if key := fmt.Sprint(s.Players, s.Difference, s.Low, s.High); !played[key] {
				played[key] = true
				v.Ways = append(v.Ways, s.way)
			}
		}
		claims = append(claims, v)
	}
	return claims, err
}

var overStrength = regexp.MustCompile(`Over strength(?: with (.*?))?, from \d+ to \d+ turns a choice, each tested alone: ([^.;]*)`)

// signs says at which budgets a sign is shown, for each kind of player.
func (c variedClaim) signs() string {
	var all []string
	for _, m := range overStrength.FindAllStringSubmatch(c.Found, -1) {
		who := ""
		if m[1] != "" {
			who = m[1] + ": "
		}
		if strings.HasPrefix(m[2], "no sign") {
			m[2] = "none"
		}
		all = append(all, who+m[2])
	}
	return strings.Join(all, "; ")
}

// curve is the specification curve, of the choices that not all ways make.
func (c variedClaim) curve() chart.Chart {
	h := playedClaim{Metric: c.Metric}
	unit, factor := h.unit()
	f := chart.Specifications{Unit: "difference, " + unit, Faint: "undecided by itself", Head: chart.Head{
		ID: c.ID + "-varied", Title: c.ID + ": the difference, asked in many ways",
		Desc: "One column for each way of asking, in the order of the difference, with its interval; below, a mark for each choice made.",
	}}
	made := func(w way) []string { return strings.Split(w.Asked, "; ") }
	for key := range made(c.Ways[0]) {
		for _, w := range c.Ways {
			f.Choices = append(f.Choices, made(w)[key])
		}
	}
	f.Choices = lists.Those(lists.Distinct(f.Choices), func(x string) bool {
		return slices.ContainsFunc(c.Ways, func(w way) bool { return !slices.Contains(made(w), x) })
	})
	for _, w := range slices.SortedStableFunc(slices.Values(c.Ways), func(a, b way) int { return cmp.Compare(a.Difference, b.Difference) }) {
		column := chart.Specification{
			Label: fmt.Sprintf("%s (%s to %s)", h.signed(w.Difference), h.signed(w.Low), h.signed(w.High)),
			Value: factor * w.Difference, Low: factor * w.Low, High: factor * w.High, Faint: w.Verdict == findings.Undecided,
		}
		for _, x := range f.Choices {
			column.Made = append(column.Made, slices.Contains(made(w), x))
		}
		f.Columns = append(f.Columns, column)
	}
	return f
}

// The claims of the hypotheses that compare two rule sets, asked in many ways: the sentences and
// the curves are those of what varlab vary found. -with varied=DIR names the folder of its runs.
func TestVaried(t *testing.T) {
	t.Chdir("../..")
	const games = "400"
	for _, p := range studyPages(t) {
		if !strings.Contains(disk.Read(t, "docs/"+p.doc), "<!-- table: "+p.name()+"-varied -->") {
			continue
		}
		t.Run(p.name(), func(t *testing.T) {
			results.Table[[]variedClaim]{
				Name: p.name() + "-varied", Doc: p.doc,
				Command: fmt.Sprintf("varlab vary %s --games %s --out runs/%s; VARLAB_DEEP=1 go test ./cmd/varlab -run TestVaried/%[3]s$ -update -with varied=$PWD/runs", p.study, games, p.name()),
				Measure: func() ([]variedClaim, error) {
					var written bytes.Buffer
					root := newRoot(&written)
					root.SetArgs([]string{"vary", p.study, "--games", games, "--format", "json", "--out", cmp.Or(results.With("varied"), t.TempDir()) + "/" + p.name()})
					if err := root.ExecuteContext(t.Context()); err != nil {
						return nil, err
					}
					return waysFrom(written.Bytes())
				},
				Markdown: func(claims []variedClaim) string {
					text := fmt.Sprintf("Exploratory: %s games of each rule set, each way; intervals and verdicts are adjusted for nothing.\n", games)
					for _, c := range claims {
						text += fmt.Sprintf("\n**%s.** %s\n\n![%[1]s: the difference, asked in many ways](%[1]s-varied.svg)\n", c.ID, c.Found)
					}
					return text
				},
				Files: func(claims []variedClaim) map[string]string {
					all := map[string]string{}
					for _, c := range claims {
						all["findings/"+c.ID+"-varied.svg"] = chart.File(c.curve(), 174)
					}
					return all
				},
			}.Keep(t, *update)
		})
	}
}
