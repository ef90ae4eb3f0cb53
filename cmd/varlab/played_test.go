package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/lab"
	"varlab/reports"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim"
	"varlab/sim/spec"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A played study is a committed result of a page of docs: what varlab report --format
// json wrote.
type played struct {
	Games  json.RawMessage `json:"games,omitempty"` // the first of each cell, in older results
	Report struct {
		Study struct {
			Name, Hash string
			Played     string // a digest of the games
			Games      int
		} `json:"study"`
		RuleSets   []playedCell    `json:"rule_sets"`
		Hypotheses []playedClaim   `json:"hypotheses"`
		Readings   json.RawMessage `json:"readings,omitempty"`
	} `json:"report"`
}

type playedCell struct {
	ID              string         `json:"id"`
	Players         []string       `json:"players"`
	Games           int            `json:"games"`
	FirstWins       int            `json:"first_wins"`
	SecondWins      int            `json:"second_wins"`
	Draws           int            `json:"draws"`
	Horizon         int            `json:"horizon"`
	WonByValue      int            `json:"won_by_value"`
	DrawnByValue    int            `json:"drawn_by_value"`
	Open            int            `json:"open"`
	Reasons         map[string]int `json:"reasons"`
	Counts          map[string]int `json:"counts"`              // empty in results of before 29 November 2026
	Omissions       int            `json:"omissions,omitempty"` // this and the next two only there
	Huffed          int            `json:"huffed,omitempty"`
	Compelled       int            `json:"compelled,omitempty"`
	Decisive, Drawn span
	FirstScore      span  `json:"first_score"`
	PlayerScore     *span `json:"player_score"` // of the player named first, if another met it
	Lengths         []struct {
		Share float64
		Plies *float64
	}
}

type playedClaim struct {
	ID, Claim, Verdict, Metric, A, B, Why string
	Players                               []string
	Margin                                float64
	Difference, Low, High                 float64
	Least, Most                           float64
	Trained                               []float64
	PAdjusted                             float64  `json:"p_adjusted"`
	WouldBeSeen                           *float64 `json:"would_be_seen"`
	Identical                             *float64
	Weights                               string // of the two sides; empty in results of before 29 November 2026
}

type span struct{ Value, Low, High, Least, Most float64 }

func (s span) percent() string {
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*s.Value, 100*s.Low, 100*s.High)
}

func (s span) bounds() string { return fmt.Sprintf("%.1f to %.1f", 100*s.Least, 100*s.Most) }

func (c playedCell) median() string {
	for _, l := range c.Lengths {
		if l.Share == 0.5 && l.Plies != nil {
			return fmt.Sprintf("%.0f", *l.Plies)
		}
	}
	return "beyond the horizon"
}

// unit is what a difference in the claim's metric is counted in, and how many of them are 1.
func (c playedClaim) unit() (string, float64) {
	switch c.Metric {
	case "plies":
		return "plies", 1
	case "huffed", "omissions":
		return "a game", 1
	case "playable":
		return "turns", 1
	}
	return "points", 100
}

// signed is a difference as tables and figures have it.
func (c playedClaim) signed(x float64) string {
	unit, factor := c.unit()
	places := map[float64]int{1: 2, 100: 1}[factor]
	if unit == "plies" {
		places = 0
	}
	text := fmt.Sprintf("%+.*f", places, factor*x)
	if strings.Trim(text, "+-0.") == "" {
		return text[1:] // zero has no sign
	}
	return strings.Replace(text, "-", "−", 1)
}

// meeting names the players of a cell or a claim: one alone if it meets itself.
func meeting(players []string, against string) string {
	return strings.Join(slices.Compact(slices.Clone(players)), against)
}

// who is the same as code.
func who(players []string) string { return "`" + meeting(players, "` against `") + "`" }

// rates is the table of a study's cells.
func (e *played) rates() string {
	var b strings.Builder
	scored := "first mover's score, %"
	if e.Report.RuleSets[0].PlayerScore != nil {
		scored = "score of the player named first, %"
	}
	fmt.Fprintf(&b, "| rule set | players | games | decisive, %% | drawn, %% | drawn with the open games | %s | median plies | open |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n", scored)
	for _, c := range e.Report.RuleSets {
		score := c.FirstScore.percent()
		if c.PlayerScore != nil {
			score = c.PlayerScore.percent()
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s | %s | %s | %s | %d |\n", "`"+c.ID+"`", who(c.Players), c.Games, c.Decisive.percent(), c.Drawn.percent(), c.Drawn.bounds(), score, c.median(), c.Open)
	}
	return b.String()
}

// idLetters are those of the id of a profile.
const idLetters = "abcdefghijklmnopqrstuvwxyz0123456789-/._"

const ofTheBase = "‡ With borrowed weights: one side or both play with what was learned for another rule set."

// weights says whose weights the two sides of a claim have. In results that do not say so a
// reading or a what-if has those of its base, which are borrowed if it changes what men, kings,
// captures or claims do.
func (c playedClaim) weights(asked []study.RuleSet) string {
	of := map[string]study.RuleSet{}
	for _, s := range asked {
		of[s.ID] = s
	}
	a, b := of[c.A], of[c.B]
	learned := slices.ContainsFunc(c.Players, func(text string) bool {
		p := study.Player{Spec: text}.Of()
		return p.Kind == "search" && (!p.Has("weights") || p.Number("weights") > 0)
	})
	base := func(s study.RuleSet) string { return s.ID[:len(s.ID)-len(strings.TrimLeft(s.ID, idLetters))] }
	switch {
	case c.Weights != "":
		return c.Weights
	case !learned || len(a.Weights) == 0:
		return "none"
	case base(a) != base(b):
		return "own"
	}
	for key, x := range a.Content.Axes {
		group, _, _ := strings.Cut(key, ".")
		if slices.Contains([]string{"man", "king", "capture", "claim", "promotion"}, group) && !reflect.DeepEqual(x, b.Content.Axes[key]) {
			return "borrowed"
		}
	}
	return "own"
}

func (e *played) verdicts(asked []study.RuleSet) string {
	if len(e.Report.Hypotheses) == 0 {
		return ""
	}
	var b strings.Builder
	below := ""
	b.WriteString("\n| claim | players | verdict | difference (95 % interval) | the open games leave | by training | p, adjusted | identical games |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for i, h := range e.Report.Hypotheses {
		claim := h.ID + ": " + h.Claim
		if i > 0 && e.Report.Hypotheses[i-1].ID == h.ID {
			claim = h.ID
		}
		p := fmt.Sprintf("%.3f", h.PAdjusted)
		if h.PAdjusted < 0.001 {
			p = "< 0.001"
		}
		var trained []string
		for _, x := range h.Trained {
			trained = append(trained, h.signed(x))
		}
		identical := ""
		if h.Identical != nil {
			identical = fmt.Sprintf("%.0f %%", 100**h.Identical)
		}
		unit, _ := h.unit()
		if h.B == "" {
			unit += " from the number claimed"
		}
		marks := ""
		if strings.Contains(h.weights(asked), "borrowed") {
			marks, below = "‡", "\n"+ofTheBase+"\n"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s %s (%s to %s) | %s to %s | %s | %s | %s |\n", claim, who(h.Players), "**"+h.Verdict+"**"+marks,
			h.signed(h.Difference), unit, h.signed(h.Low), h.signed(h.High), h.signed(h.Least), h.signed(h.Most), strings.Join(trained, ", "), p, identical)
	}
	return b.String() + below
}

// figure draws the claims in the unit of the first.
func (e *played) figure() string {
	name := e.Report.Study.Name
	claims := e.Report.Hypotheses
	unit, factor := claims[0].unit()
	f := chart.Forest{Unit: "difference, " + unit, Open: "the margin within which a difference counts as none", Faint: "undecided", Head: chart.Head{
		ID: name, Title: name + ": what was claimed and what was found",
		Desc: "One row for each claim and player: the difference with its 95 % interval, and the margin of a claim of no difference.",
	}}
	named := names(claims)
	for i, h := range claims {
		if u, _ := h.unit(); u != unit {
			continue
		}
		row := chart.ForestRow{
			Label: fmt.Sprintf("%s, %s: %s", h.ID, named[i], h.Verdict), Shown: fmt.Sprintf("%s [%s, %s]", h.signed(h.Difference), h.signed(h.Low), h.signed(h.High)),
			Value: factor * h.Difference, Low: factor * h.Low, High: factor * h.High, Faint: h.Verdict == findings.Undecided,
		}
		if h.Margin > 0 {
			row.From, row.To = -factor*h.Margin, factor*h.Margin
		}
		f.Rows = append(f.Rows, row)
	}
	return chart.File(f, 174)
}

// names says who plays each claim, by what tells the players of all of them apart.
func names(claims []playedClaim) (who []string) {
	var specs []string
	for _, h := range claims {
		specs = append(specs, h.Players...)
	}
	brief := spec.Brief(specs...)
	for _, h := range claims {
		who = append(who, meeting(brief[:len(h.Players)], " against "))
		brief = brief[len(h.Players):]
	}
	return who
}

// A page of docs that rests on a study. The tables of a special page are plain text, of the
// day that stands above them.
type studyPage struct {
	study   string // its file, from the top of the repository
	doc     string // in docs
	special bool
}

func (p studyPage) name() string { return strings.TrimSuffix(filepath.Base(p.study), ".toml") }

// studyPages are the worked example, what the souffleur was for, draws, readings, the Malay
// games, the paper, and the hypotheses.
func studyPages(t *testing.T) []studyPage {
	pages := []studyPage{
		{"studies/example/first.toml", "findings/example.md", false},
		{"studies/example/remedies.toml", "findings/remedies.md", false},
		{"studies/souffleur/surface.toml", "findings/souffleur.md", true},
		{"studies/souffleur/strength.toml", "findings/souffleur.md", true},
		{"studies/souffleur/attention.toml", "findings/souffleur.md", false},
		{"studies/draws/curves.toml", "findings/draws.md", true},
		{"studies/draws/clauses.toml", "findings/draws.md", true},
		{"studies/sources/readings.toml", "findings/readings.md", true},
		{"studies/malay/dum-blas.toml", "findings/malay.md", false},
		{"studies/malay/malaysian.toml", "findings/malay.md", false},
		{"studies/paper/resource.toml", "findings/paper.md", false},
		{"studies/paper/stands.toml", "findings/paper.md", false},
		{"studies/paper/careless.toml", "findings/careless.md", false},
		{"studies/paper/careless-elsewhere.toml", "findings/careless.md", false},
		{"studies/paper/careless-budgets.toml", "findings/careless.md", false},
		{"studies/paper/careless-2000.toml", "findings/careless.md", false},
		{"studies/paper/careless-readings.toml", "findings/careless.md", false},
		{"studies/paper/careless-factors.toml", "findings/careless.md", false},
	}
	files, err := filepath.Glob("studies/hypotheses/H*.toml")
	require.NoError(t, err)
	for _, f := range files {
		p := studyPage{study: f}
		p.doc = "findings/" + p.name() + ".md"
		pages = append(pages, p)
	}
	return pages
}

// The tables of a page are those of its committed result, and the study still claims what
// was decided. -with runs=DIR names a folder in which the studies were played by varlab run;
// without it they are played here.
func TestPlayed(t *testing.T) {
	t.Chdir("../..") // from which the studies name rule sets of their own
	for _, p := range studyPages(t) {
		t.Run(p.name(), func(t *testing.T) {
			s, err := lab.New("").Study(p.study)
			require.NoError(t, err)
			if p.special {
				r, err := results.Read[played](p.name())
				require.NoError(t, err)
				p.requireToday(t, &s.Manifest.Study, r.Data)
				return
			}
			run := fmt.Sprintf("varlab run %s --out runs/%s", p.study, p.name())
			e := results.Table[played]{
				Name: p.name(), Doc: p.doc, Command: run + fmt.Sprintf("; VARLAB_DEEP=1 go test ./cmd/varlab -run TestPlayed/%s$ -update -with runs=$PWD/runs", p.name()),
				Measure: func() (e played, err error) {
					dir := filepath.Join(cmp.Or(results.With("runs"), t.TempDir()), p.name())
					if _, err = os.Stat(dir); err != nil {
						err = s.Run(t.Context(), sim.Options{Dir: dir, Workers: 2, NewPlayer: lab.NewPlayer})
					}
					if err != nil {
						return e, err
					}
					r, err := reports.Load(t.Context(), dir, reports.Options{})
					if err != nil {
						return e, err
					}
					var whole bytes.Buffer
					if err = r.Write(&whole, "json"); err == nil {
						err = json.Unmarshal(whole.Bytes(), &e.Report)
					}
					return e, err
				},
				Markdown: func(e played) string {
					return fmt.Sprintf("Study `%.12s`, games `%.12s`.\n\n%s%s", e.Report.Study.Hash, e.Report.Study.Played, e.rates(), e.verdicts(s.Manifest.Study.RuleSets))
				},
				Files: func(e played) map[string]string {
					if len(e.Report.Hypotheses) == 0 {
						return nil // its figure, of the draws by players, is as old as its table
					}
					return map[string]string{strings.TrimSuffix(p.doc, filepath.Base(p.doc)) + p.name() + ".svg": e.figure()}
				},
			}.Keep(t, *update)
			p.requireToday(t, &s.Manifest.Study, e)
			require.Equal(t, saidThen(e.Report.Hypotheses), saidNow(&s.Manifest.Study), "%s claims something else: play it again (the command stands above the table) or take the page down", p.study)
		})
	}
}

var another = regexp.MustCompile(`program\s+(plays\s+other\s+games|gives\s+[^.]*\s+other\s+digests)`)

// requireToday fails t unless the study of today is the one that was played, or its page says
// that today's program makes another of its file.
func (p studyPage) requireToday(t *testing.T, today *study.Plan, then played) {
	page, err := os.ReadFile(filepath.Join("docs", p.doc))
	require.NoError(t, err)
	require.True(t, today.Hash() == then.Report.Study.Hash || another.Match(page),
		"docs/%s: %s is another study today: play it again, or say that today's program plays other games", p.doc, p.study)
}

var anyTable = regexp.MustCompile(`(?s)<!-- table: [a-zA-Z0-9-]+ -->.*?<!-- end of table: [a-zA-Z0-9-]+ -->`)

// A figure in the words of a page stands in one of its tables too, or in a table of a page of
// findings or of exact values to which it links, or its paragraph says that its games are not kept.
func TestFiguresInWords(t *testing.T) {
	t.Chdir("../..")
	figure := regexp.MustCompile(`\d+\.\d+`)
	tables := func(text string) map[string]bool {
		found := map[string]bool{}
		for _, block := range anyTable.FindAllString(text, -1) {
			for _, f := range figure.FindAllString(block, -1) {
				found[f] = true
			}
		}
		return found
	}
	linked := regexp.MustCompile(`\]\(([a-zA-Z0-9/.-]+\.md)`)
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join("docs", name))
		require.NoError(t, err)
		return string(raw)
	}
	for _, p := range studyPages(t) {
		text := read(p.doc)
		here := tables(text)
		for _, link := range linked.FindAllStringSubmatch(text, -1) {
			maps.Copy(here, tables(read(filepath.Join(filepath.Dir(p.doc), link[1]))))
		}
		for paragraph := range strings.SplitSeq(anyTable.ReplaceAllString(text, ""), "\n\n") {
			for _, f := range figure.FindAllString(paragraph, -1) {
				require.True(t, here[f] || strings.Contains(paragraph, "not kept"), "docs/%s: %s stands in no table", p.doc, f)
			}
		}
	}
}

// A ruling is what was found of one claim, by each of the players whose games were read.
type ruling struct {
	ID, Claim string
	Signs     string // over budgets, by varlab vary; empty where it did not ask the claim
	Found     []verdictBy
}

type verdictBy struct {
	Player, Verdict, Size string
	Turns                 int // at which both look before a choice; 0 for random players, and where they differ
	Weights               string
	Lost                  bool `json:",omitempty"` // with the tests of all hypotheses as one family
}

// p is that of the claim's test, by the standard error to which its interval comes.
func (h playedClaim) p() float64 {
	d, se := math.Abs(h.Difference), (h.High-h.Low)/2/stats.NormalQuantile(0.975)
	switch {
	case se == 0:
		return 1 // the same game
	case h.Margin > 0:
		return min(stats.NormalTail((h.Margin-d)/se), 2*stats.NormalTail((d-h.Margin)/se))
	}
	return 2 * stats.NormalTail(d/se)
}

// rulings are those of all hypotheses, from their committed results.
func rulings(t *testing.T) (all []ruling) {
	var ps []float64
	for _, p := range studyPages(t) {
		if strings.HasPrefix(p.name(), "H") {
			r, err := results.Read[played](p.name())
			require.NoError(t, err)
			for _, h := range r.Data.Report.Hypotheses {
				ps = append(ps, h.p())
			}
		}
	}
	together := stats.Holm(ps)
	for _, p := range studyPages(t) {
		if !strings.HasPrefix(p.name(), "H") {
			continue
		}
		r, err := results.Read[played](p.name())
		require.NoError(t, err)
		claims := r.Data.Report.Hypotheses
		named := names(claims)
		asked, err := lab.New("").Study(p.study)
		require.NoError(t, err)
		signs := map[string]string{}
		if varied, err := results.Read[[]variedClaim](p.name() + "-varied"); err == nil {
			for _, c := range varied.Data {
				signs[c.ID] = c.signs()
			}
		}
		for i, h := range claims {
			if len(all) == 0 || all[len(all)-1].ID != h.ID {
				all = append(all, ruling{ID: h.ID, Claim: h.Claim, Signs: signs[h.ID]})
			}
			unit, _ := h.unit()
			if h.Metric == "huffed" {
				unit = "huffed " + unit
			}
			turns := 0
			if a, b := spec.Of(h.Players[0]).Number("nodes"), spec.Of(h.Players[len(h.Players)-1]).Number("nodes"); a == b {
				turns = a
			}
			r := &all[len(all)-1]
			r.Found = append(r.Found, verdictBy{
				named[i], h.Verdict, fmt.Sprintf("%s %s (%s to %s)", h.signed(h.Difference), unit, h.signed(h.Low), h.signed(h.High)), turns,
				h.weights(asked.Manifest.Study.RuleSets), h.Verdict != findings.Undecided && together[0] >= 0.05,
			})
			together = together[1:]
		}
	}
	return all
}

// The table of all verdicts is made from the results of the hypotheses.
func TestVerdicts(t *testing.T) {
	t.Chdir("../..")
	now := rulings(t)
	kept := results.Table[[]ruling]{
		Name: "verdicts", Doc: "findings.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run TestVerdicts -update",
		Measure: func() ([]ruling, error) { return now, nil },
		Markdown: func(all []ruling) string {
			var b strings.Builder
			b.WriteString("| claim | at 200 turns | at 2000 turns | at others | sign over strength | weights | in one family |\n| --- | --- | --- | --- | --- | --- | --- |\n")
			alone, lost := map[string]int{}, map[string]int{}
			for _, r := range all {
				var at [3][]string
				var weights, gone []string
				for _, v := range r.Found {
					column := slices.Index([]int{200, 2000}, v.Turns)
					if column < 0 {
						column = 2
					}
					turns := fmt.Sprintf("at %d turns", v.Turns)
					name := strings.TrimSuffix(strings.TrimSuffix(v.Player, turns), ", ")
					if column == 2 {
						name = v.Player
					}
					if name != "" {
						name += ": "
					}
					at[column] = append(at[column], fmt.Sprintf("%s**%s** %s", name, v.Verdict, v.Size))
					if weights = append(weights, v.Weights); v.Lost {
						gone = append(gone, v.Player)
						lost[v.Verdict]++
						lost[findings.Undecided]--
					}
					alone[v.Verdict]++
				}
				together := "stands"
				if gone != nil {
					together = "undecided " + strings.Join(gone, ", ")
				} else if !slices.ContainsFunc(r.Found, func(v verdictBy) bool { return v.Verdict != findings.Undecided }) {
					together = ""
				}
				fmt.Fprintf(&b, "| [%s](findings/%s.md): %s | %s | %s | %s | %s | %s | %s |\n", r.ID, r.ID[:3], r.Claim,
					strings.Join(at[0], "; "), strings.Join(at[1], "; "), strings.Join(at[2], "; "), r.Signs, strings.Join(slices.Compact(weights), "; "), together)
			}
			b.WriteString("\nThe sign over strength is that of the first rule set less the second, shown by itself in 400 games of each at one of seven budgets from 20 to 2000 turns; it is exploratory, asks for no margin, and is empty without two rule sets or several budgets. The last column says which verdicts stand, or would be undecided, were the tests of all studies one family (Holm, by the normal quantiles of the intervals). The table below counts every verdict with each of its players.\n")
			b.WriteString("\n| verdict | in its study | with all studies as one family |\n| --- | ---: | ---: |\n")
			for _, word := range []string{findings.Supported, findings.Refuted, findings.Equivalent, findings.Undecided} {
				fmt.Fprintf(&b, "| %s | %d | %d |\n", word, alone[word], alone[word]-lost[word])
			}
			return b.String()
		},
	}.Keep(t, *update)
	require.Equal(t, now, kept, "the results of the hypotheses are others than those of the table")
}

// A said is what a study claims, in its words and in those that are tested.
type said struct {
	ID, Claim, Metric, A, B string
	Margin                  float64
}

// saidThen is what a result says was claimed, and saidNow what a study claims: each once.
func saidThen(claims []playedClaim) (list []said) {
	for _, h := range claims {
		list = append(list, said{h.ID, h.Claim, h.Metric, h.A, h.B, h.Margin})
	}
	return slices.Compact(list)
}

func saidNow(p *study.Plan) (list []said) {
	for _, h := range p.Hypotheses {
		list = append(list, said{h.ID, h.Claim, h.Metric, h.A, h.B, h.Margin})
	}
	return list
}
