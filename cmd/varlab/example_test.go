package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/docs/results"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/record"
)

// An example is a committed result of docs/example.md: what varlab report --format json
// --brief wrote, and enough of the games to see whether they are still the same.
type example struct {
	Games  []exampleGame `json:"games"` // the first of each cell
	Report struct {
		Study struct {
			Name, Hash string
			Games      int
		} `json:"study"`
		RuleSets []struct {
			ID              string   `json:"id"`
			Players         []string `json:"players"`
			Games           int      `json:"games"`
			Horizon         int      `json:"horizon"`
			WonByValue      int      `json:"won_by_value"`
			DrawnByValue    int      `json:"drawn_by_value"`
			Open            int      `json:"open"`
			Decisive, Drawn span
		} `json:"rule_sets"`
		Hypotheses []struct {
			ID, Claim, Verdict, Metric string
			Difference, Low, High      float64
			Least, Most                float64
			Trained                    []float64
			PAdjusted                  float64  `json:"p_adjusted"`
			WouldBeSeen                *float64 `json:"would_be_seen"`
			Identical                  *float64
		} `json:"hypotheses"`
	} `json:"report"`
}

type exampleGame struct {
	Cell   int    `json:"cell"`
	Game   int    `json:"game"`
	Result string `json:"result"`
	Plies  int    `json:"plies"`
	Turns  string `json:"turns"` // the beginning of their SHA-256
}

type span struct{ Value, Low, High, Least, Most float64 }

func (s span) percent() string {
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*s.Value, 100*s.Low, 100*s.High)
}

func (s span) bounds() string { return fmt.Sprintf("%.1f to %.1f", 100*s.Least, 100*s.Most) }

// rates is the table of a study's cells.
func (e *example) rates() string {
	var b strings.Builder
	b.WriteString("| rule set | games | decisive, % | with the open games | drawn, % | with the open games | unfinished | drawn by value | won by value | open |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range e.Report.RuleSets {
		fmt.Fprintf(&b, "| `%s` | %d | %s | %s | %s | %s | %d | %d | %d | %d |\n", c.ID, c.Games, c.Decisive.percent(), c.Decisive.bounds(), c.Drawn.percent(), c.Drawn.bounds(),
			c.Horizon, c.DrawnByValue, c.WonByValue, c.Open)
	}
	return b.String()
}

func (e *example) verdicts() string {
	var b strings.Builder
	b.WriteString("| claim | verdict | difference, points (95 % interval) | the open games leave | by training | p, adjusted | identical games |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, h := range e.Report.Hypotheses {
		p := fmt.Sprintf("%.3f", h.PAdjusted)
		if h.PAdjusted < 0.001 {
			p = "< 0.001"
		}
		var trained []string
		for _, x := range h.Trained {
			trained = append(trained, fmt.Sprintf("%+.1f", 100*x))
		}
		fmt.Fprintf(&b, "| %s: %s | **%s** | %+.1f (%+.1f to %+.1f) | %+.1f to %+.1f | %s | %s | %.0f %% |\n", h.ID, h.Claim, h.Verdict,
			100*h.Difference, 100*h.Low, 100*h.High, 100*h.Least, 100*h.Most, strings.Join(trained, ", "), p, 100**h.Identical)
	}
	return b.String()
}

// gamesAgain is how many games of each cell are played again.
const gamesAgain = 3

const exampleStudy = "../../studies/example/first.toml"

// The tables of docs/example.md are those of the committed result, the study is still the
// one that was played, and its first games are still the same: players and rule sets do
// not change under the page.
func TestExample(t *testing.T) {
	s, err := new(ruleFlags).studied(exampleStudy)
	require.NoError(t, err)
	e := results.Table[example]{
		Name: "example", Doc: "example.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run 'TestExample$' -update",
		Measure: func() (e example, err error) {
			dir := filepath.Join(t.TempDir(), "first")
			if err = s.Run(t.Context(), sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}); err != nil {
				return e, err
			}
			r, err := reports.Load(dir)
			if err != nil {
				return e, err
			}
			var brief bytes.Buffer
			if err = r.WriteBrief(&brief); err == nil {
				err = json.Unmarshal(brief.Bytes(), &e.Report)
			}
			e.Games = firstGames(t, s)
			return e, err
		},
		Markdown: func(e example) string {
			return fmt.Sprintf("Study `%.12s`.\n\n%s\n%s", e.Report.Study.Hash, e.rates(), e.verdicts())
		},
	}.Keep(t, *update)
	const again = "play it again (VARLAB_DEEP=1 go test ./cmd/varlab -run Example -update) or take the page down"
	require.Equal(t, e.Report.Study.Hash, s.Manifest.StudyHash, "%s is another study, or its players or rule sets are others: %s", exampleStudy, again)
	require.Equal(t, e.Games, firstGames(t, s), "the games of %s are others: %s", exampleStudy, again)
}

// firstGames plays the first games of each cell.
func firstGames(t *testing.T, s *sim.Schedule) (games []exampleGame) {
	for cell := range s.Manifest.Cells {
		_, err := s.Try(t.Context(), cell, newPlayer, func(rec *record.Record) bool {
			games = append(games, exampleGame{cell, int(rec.Game), rec.Result, int(rec.Plies), fmt.Sprintf("%.12x", sha256.Sum256([]byte(rec.Turns)))})
			return int(rec.Game) < gamesAgain-1
		})
		require.NoError(t, err)
	}
	return games
}

var exampleTable = regexp.MustCompile(`(?s)<!-- table: example -->.*?<!-- end of table: example -->`)

// A figure in the words of docs/example.md stands in one of its tables too.
func TestExampleFiguresInWords(t *testing.T) {
	text, err := os.ReadFile("../../docs/example.md")
	require.NoError(t, err)
	figure := regexp.MustCompile(`\d+\.\d+`)
	tables := map[string]bool{}
	for _, block := range exampleTable.FindAllString(string(text), -1) {
		for _, f := range figure.FindAllString(block, -1) {
			tables[f] = true
		}
	}
	for _, f := range figure.FindAllString(exampleTable.ReplaceAllString(string(text), ""), -1) {
		require.True(t, tables[f], "%s stands in no table", f)
	}
}
