package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An example is a committed result of the worked example: what varlab report
// --format json --brief wrote, and how it came about.
type example struct {
	Commands []string `json:"commands"`
	Date     string   `json:"date"`
	Commit   string   `json:"commit"`
	Report   struct {
		Study struct {
			Name  string
			Hash  string
			Games int
		}
		RuleSets []struct {
			ID               string
			Players          []string
			Games, Horizon   int
			Decisive, Drawn  span
			Lengths          []struct{ Share, Plies, Low, High *float64 }
			Owed, Omissions  int
			Huffed, Waived   int
			Compelled, Draws int
		} `json:"rule_sets"`
		Hypotheses []struct {
			ID, Claim, Verdict, Metric, A, B string
			Players                          []string
			Value                            *float64
			Difference, Low, High            *float64
			P                                float64
			PAdjusted                        float64  `json:"p_adjusted"`
			WouldBeSeen                      *float64 `json:"would_be_seen"`
			Tests                            int
		}
		Deviations []string
		Readings   []struct {
			Base   string
			Ranges []struct {
				Metric                        string
				Value, Low, High, Least, Most *float64
			}
			Readings []struct {
				Name     string
				SameGame bool `json:"same_game"`
				Effects  []struct {
					Metric                string
					Difference, Low, High *float64
					PAdjusted             *float64 `json:"p_adjusted"`
					WouldBeSeen           *float64 `json:"would_be_seen"`
					Matters               bool
				}
			}
		}
		Ablation []struct {
			A, B, Metric string
			Games        int
			AValue       float64 `json:"a_value"`
			BValue       float64 `json:"b_value"`
			Difference   float64
			Low, High    float64
			Clauses      []struct {
				Name                   string
				Axes                   []string
				Attribution, Low, High float64
			}
			Interactions []struct {
				A, B             string
				Value, Low, High float64
			}
		}
		Strength []struct {
			Metric    string
			Wald      *float64
			DF        int
			P         *float64
			Separated bool
		}
	}
}

type span struct{ Value, Low, High float64 }

func (s span) percent() string {
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*s.Value, 100*s.Low, 100*s.High)
}

// scaled writes a difference in points, or in plies.
func scaled(metric string, xs ...*float64) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		switch {
		case x == nil:
			out[i] = "?"
		case metric == "plies":
			out[i] = fmt.Sprintf("%+.0f", *x)
		case metric == "huffed":
			out[i] = fmt.Sprintf("%+.2f", *x)
		default:
			out[i] = fmt.Sprintf("%+.1f", 100**x)
		}
	}
	return out
}

func unit(metric string) string {
	switch metric {
	case "plies":
		return "plies"
	case "huffed":
		return "a game"
	}
	return "points"
}

func chanceOf(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

func whoPlays(players []string) string {
	if players[0] == players[1] {
		return players[0]
	}
	return players[0] + " against " + players[1]
}

// rates is the table of a study's cells.
func (e *example) rates() string {
	var b strings.Builder
	b.WriteString("| rule set | players | games | decisive, % | drawn, % | at the horizon, % | half over after, plies |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range e.Report.RuleSets {
		half := "?"
		for _, l := range c.Lengths {
			if l.Share != nil && *l.Share == 0.5 && l.Plies != nil {
				half = fmt.Sprintf("%.0f", *l.Plies)
			}
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %d | %s | %s | %.1f | %s |\n", c.ID, whoPlays(c.Players), c.Games, c.Decisive.percent(), c.Drawn.percent(), 100*float64(c.Horizon)/float64(c.Games), half)
	}
	return b.String()
}

func (e *example) verdicts() string {
	var b strings.Builder
	b.WriteString("| claim | players | verdict | difference (95 % interval) | p, adjusted | would have been seen |\n| --- | --- | --- | ---: | ---: | ---: |\n")
	last := ""
	for _, h := range e.Report.Hypotheses {
		claim := h.ID + ": " + h.Claim
		if claim == last {
			claim = "″"
		} else {
			last = claim
		}
		seen := "?"
		if h.WouldBeSeen != nil {
			seen = strings.TrimPrefix(fmt.Sprint(scaled(h.Metric, h.WouldBeSeen)...), "+")
		}
		fmt.Fprintf(&b, "| %s | `%s` | **%s** | %s %s | %s | %s |\n", claim, whoPlays(h.Players), h.Verdict,
			fmt.Sprintf("%s (%s to %s)", scaled(h.Metric, h.Difference, h.Low, h.High)...), unit(h.Metric), chanceOf(h.PAdjusted), seen)
	}
	if len(e.Report.Deviations) > 0 {
		fmt.Fprintf(&b, "\nDeviations from the plan: %s\n", strings.Join(e.Report.Deviations, " "))
	}
	return b.String()
}

func (e *example) ablation() string {
	var b strings.Builder
	for i, a := range e.Report.Ablation {
		if i > 0 {
			b.WriteString("\n")
		}
		values := fmt.Sprintf("%.1f %% against %.1f %%", 100*a.AValue, 100*a.BValue)
		if a.Metric == "plies" {
			values = fmt.Sprintf("%.0f against %.0f plies", a.AValue, a.BValue)
		}
		fmt.Fprintf(&b, "%s, `%s` less `%s` (%s, %d games under each mixture):\n\n| part | adds, %s (95 %% interval) |\n| --- | ---: |\n", a.Metric, a.A, a.B, values, a.Games, unit(a.Metric))
		for _, c := range a.Clauses {
			fmt.Fprintf(&b, "| `%s` | %s |\n", c.Name, fmt.Sprintf("%s (%s to %s)", scaled(a.Metric, &c.Attribution, &c.Low, &c.High)...))
		}
		fmt.Fprintf(&b, "| together | %s |\n", fmt.Sprintf("%s (%s to %s)", scaled(a.Metric, &a.Difference, &a.Low, &a.High)...))
	}
	return b.String()
}

func (e *example) readings() string {
	var b strings.Builder
	b.WriteString("| of | metric | base (95 % interval) | over readings | readings shown to change it | would have been seen |\n| --- | --- | ---: | ---: | --- | ---: |\n")
	plain := func(metric string, x *float64) string {
		switch {
		case x == nil:
			return "?"
		case metric == "plies":
			return fmt.Sprintf("%.0f", *x)
		}
		return fmt.Sprintf("%.1f", 100**x)
	}
	for _, set := range e.Report.Readings {
		for k, r := range set.Ranges {
			var matter []string
			low, high := math.Inf(1), math.Inf(-1)
			for _, x := range set.Readings {
				if x.SameGame {
					continue
				}
				f := x.Effects[k]
				if f.Matters {
					matter = append(matter, fmt.Sprintf("`%s` %s", x.Name, fmt.Sprintf("%s (%s to %s)", scaled(r.Metric, f.Difference, f.Low, f.High)...)))
				}
				if f.WouldBeSeen != nil {
					low, high = min(low, *f.WouldBeSeen), max(high, *f.WouldBeSeen)
				}
			}
			if len(matter) == 0 {
				matter = []string{"none"}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s (%s to %s) | %s to %s | %s | %s to %s |\n", set.Base, r.Metric,
				plain(r.Metric, r.Value), plain(r.Metric, r.Low), plain(r.Metric, r.High), plain(r.Metric, r.Least), plain(r.Metric, r.Most),
				strings.Join(matter, "; "), plain(r.Metric, &low), plain(r.Metric, &high))
		}
	}
	return b.String()
}

// omissions is what became of captures that were owed.
func (e *example) omissions() string {
	var b strings.Builder
	b.WriteString("| rule set | players | captures due | left untaken, % | huffed | compelled | let pass |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range e.Report.RuleSets {
		if c.Omissions > 0 {
			fmt.Fprintf(&b, "| `%s` | `%s` | %d | %.1f | %d | %d | %d |\n", c.ID, whoPlays(c.Players), c.Owed, 100*float64(c.Omissions)/float64(c.Owed), c.Huffed, c.Compelled, c.Waived)
		}
	}
	return b.String()
}

func (e *example) strength() string {
	var b strings.Builder
	for _, s := range e.Report.Strength {
		if s.Separated || s.Wald == nil || s.P == nil {
			fmt.Fprintf(&b, "- %s: not tested, since under some rule set all games of some players came out alike.\n", s.Metric)
			continue
		}
		fmt.Fprintf(&b, "- %s: W = %.1f with %d degrees, p %s.\n", s.Metric, *s.Wald, s.DF, strings.Replace("= "+chanceOf(*s.P), "= <", "<", 1))
	}
	return b.String()
}

var exampleBlock = regexp.MustCompile(`(?s)<!-- example: ([a-z]+) ([a-z0-9-]+) -->\n.*?<!-- end of example -->\n`)

// The tables of docs/example.md are those of the committed results, each under
// the commands that make it again.
func TestExampleInDocs(t *testing.T) {
	const path = "../../docs/example.md"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	used := map[string]bool{}
	want := exampleBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		m := exampleBlock.FindStringSubmatch(block)
		raw, err := os.ReadFile(filepath.Join("../../docs/example", m[2]+".json"))
		require.NoError(t, err)
		var e example
		require.NoError(t, json.Unmarshal(raw, &e))
		table := map[string]func() string{
			"rates": e.rates, "verdicts": e.verdicts, "ablation": e.ablation, "readings": e.readings, "omissions": e.omissions, "strength": e.strength,
		}[m[1]]
		require.NotNil(t, table, m[1])
		out := fmt.Sprintf("<!-- example: %s %s -->\n", m[1], m[2])
		if !used[m[2]] {
			out += fmt.Sprintf("From [example/%s.json](example/%s.json), study `%.12s`, %s, commit `%.12s`:\n\n    %s\n\n", m[2], m[2], e.Report.Study.Hash, e.Date, e.Commit, strings.Join(e.Commands, "\n    "))
			used[m[2]] = true
		}
		return out + table() + "<!-- end of example -->\n"
	})
	files, err := filepath.Glob("../../docs/example/*.json")
	require.NoError(t, err)
	require.Len(t, used, len(files), "every result stands in the text")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o666))
		return
	}
	require.Equal(t, want, string(text), "docs/example.md is not current: go test ./cmd/varlab -run ExampleInDocs -update")
	// The parts of each attribution add up.
	for name := range used {
		raw, err := os.ReadFile(filepath.Join("../../docs/example", name+".json"))
		require.NoError(t, err)
		var e example
		require.NoError(t, json.Unmarshal(raw, &e))
		for _, a := range e.Report.Ablation {
			sum := 0.0
			for _, c := range a.Clauses {
				sum += c.Attribution
			}
			require.InDelta(t, a.Difference, sum, 1e-9, "%s: %s", name, a.Metric)
			require.InDelta(t, a.AValue-a.BValue, a.Difference, 1e-5)
		}
	}
}

// A figure in the words of docs/example.md stands in one of its tables too.
func TestExampleFiguresInWords(t *testing.T) {
	text, err := os.ReadFile("../../docs/example.md")
	require.NoError(t, err)
	figure := regexp.MustCompile(`\d+\.\d+`)
	tables := map[string]bool{}
	for _, block := range exampleBlock.FindAllString(string(text), -1) {
		for _, f := range figure.FindAllString(block, -1) {
			tables[f] = true
		}
	}
	found := figure.FindAllString(exampleBlock.ReplaceAllString(string(text), ""), -1)
	require.NotEmpty(t, found)
	for _, f := range found {
		require.True(t, tables[f], "%s stands in no table", f)
	}
}
