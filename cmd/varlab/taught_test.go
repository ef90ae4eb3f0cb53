package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"varlab/internal/testing/long"
	"varlab/internal/testing/results"
	"varlab/lab"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/sim/train"
)

// heldOut are what-ifs on which no teaching was tried while it was made: four with claims, two
// on twelve rows, two of which no relative has weights.
var heldOut = []string{
	"polonaise-souffler{man.capture=forward}", "encyclopedie-francaise{king.range=flying}", "regle-moderne{king.range=short}", "encyclopedie-polonaise{capture.precedence=[quantity]}",
	"canadian{king.range=short}", "canadian{man.capture=forward}",
	"english{ending.no_pieces=win}", "russian{board.rows=6,board.columns=6,board.men_rows=2}",
	"russian{king.range=short}", "brazilian{capture.precedence=[]}", "spanish{man.capture=all}", "frisian{king.range=short}",
}

// A lessonMatch is a match of what a quick teaching made against what it began with.
type lessonMatch struct {
	Rules               string
	Seed                uint64
	Wins, Draws, Losses int
	Elo, Low, High      float64
	P                   float64 // two-sided, of no difference
}

// deepTraining is the command that measures a table of this file.
func deepTraining(name string) string {
	return "VARLAB_DEEP=1 go test ./cmd/varlab -run Taught/" + name + "$ -update -timeout 10h"
}

// What teachings do is what was measured.
func TestTaught(t *testing.T) {
	t.Run("taught", keepTaught)
	t.Run("weighed", keepWeighed)
	t.Run("spread", func(t *testing.T) {
		rows := keepSpread(t, "spread", "", append(spreadOwn, spreadQuick...))
		require.InDelta(t, study.TrainingSpread.Own, spreadOf(rows, study.Own), 5e-5)
		require.InDelta(t, study.TrainingSpread.Quick, 2*spreadOf(rows, study.Quick), 1e-3)
	})
	// The careless vary no more; so one number serves both.
	t.Run("spread-careless", func(t *testing.T) {
		rows := keepSpread(t, "spread-careless", ",oversight=20,vigilance=60", spreadOwn[:7]) // whose weights the program carries
		require.LessOrEqual(t, spreadOf(rows, study.Own), study.TrainingSpread.Own)
	})
}

func keepTaught(t *testing.T) {
	const nodes, games = 2000, 500
	rows := results.Table[[]lessonMatch]{
		Name: "taught", Doc: "players.md", Command: deepTraining("taught"),
		Measure: func() (rows []lessonMatch, err error) {
			for _, ref := range heldOut {
				for k := range 2 {
					row, err := meetTaught(t, ref, uint64(k), nodes, games)
					if err != nil {
						return nil, err
					}
					t.Logf("%+v", row)
					rows = append(rows, row)
				}
			}
			return rows, nil
		},
		Markdown: func(rows []lessonMatch) string {
			var b strings.Builder
			fmt.Fprintf(&b, "The quick teaching against the weights with which it began, %d games each, %d nodes, under what-ifs on which it was not tried before.\n\n| rules | seed | won | drawn or open | lost | Elo | 95 %% |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n", games, nodes)
			for _, r := range rows {
				fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %+.0f | %+.0f to %+.0f |\n", r.Rules, r.Seed, r.Wins, r.Draws, r.Losses, r.Elo, r.Low, r.High)
			}
			mean, low := pooledElo(rows)
			worse, better := 0, 0
			for _, r := range rows {
				if r.P < 0.05/float64(len(rows)) {
					worse, better = worse+map[bool]int{true: 1}[r.Elo < 0], better+map[bool]int{true: 1}[r.Elo > 0]
				}
			}
			fmt.Fprintf(&b, "\nTogether %+.0f Elo, at least %+.0f with 95 %%. Shown worse, by Bonferroni over all: %d; shown better: %d.\n", mean, low, worse, better)
			return b.String()
		},
	}.Keep(t, *update)
	require.Len(t, rows, 2*len(heldOut))
	for i, r := range rows {
		require.Equal(t, heldOut[i/2], r.Rules)
	}
}

// pooledElo is the mean of some matches, each by its precision, and the lower end of its interval.
func pooledElo(rows []lessonMatch) (mean, low float64) {
	sum, weight := 0.0, 0.0
	for _, r := range rows {
		se := (r.High - r.Low) / 2 / distuv.UnitNormal.Quantile(0.975)
		sum, weight = sum+r.Elo/se/se, weight+1/se/se
	}
	return sum / weight, sum/weight - distuv.UnitNormal.Quantile(0.975)/math.Sqrt(weight)
}

// meetTaught teaches a rule set quickly and lets it meet itself with the weights before.
func meetTaught(t *testing.T, ref string, k uint64, nodes, games int) (row lessonMatch, err error) {
	f := new(lab.RuleSets)
	set, err := f.RuleSet(ref)
	if err != nil {
		return row, err
	}
	teaching := study.Teachings[study.Quick]
	var before *player.Weights
	if len(set.Weights) > 0 {
		before = player.WeightsOf(set.Weights[0])
	}
	lesson := train.Training{Rules: set.Rules, From: before, Seed: teaching.Seed + k, Positions: teaching.Positions, Nodes: teaching.Nodes, Noise: teaching.Noise, Dir: t.TempDir(), Workers: 1}
	after, _, err := lesson.Run(t.Context())
	if err != nil {
		return row, err
	}
	specs := []string{fmt.Sprintf("search:nodes=%d,noise=5,training=1", nodes), fmt.Sprintf("search:nodes=%d,noise=5,training=2", nodes)}
	s := study.Study{
		Heading: study.Heading{Name: "taught", Seed: lesson.Seed}, Rules: []string{ref}, Pairs: [][2]string{{specs[0], specs[1]}},
		Design: study.Design{Weights: study.Base, Games: games, HorizonPlies: 400, Openings: study.Openings{Plies: study.DefaultOpeningPlies}},
	}
	plan, err := s.Resolve(f, lab.PlayerInMatch)
	if err != nil {
		return row, err
	}
	schedule, err := lab.New("").Schedule(plan)
	if err != nil {
		return row, err
	}
	m, err := schedule.Meet(t.Context(), 0, sim.Options{Workers: 1, NewPlayer: func(r *rules.Rules, who, _ string) (sim.Player, error) {
		spec, err := player.Parse(who)
		switch w := map[bool]*player.Weights{true: after, false: before}[who == specs[0]]; {
		case err != nil:
			return nil, err
		case w == nil:
			return spec.Plainly().New(r)
		default:
			return spec.Given(w).New(r)
		}
	}})
	if err != nil {
		return row, err
	}
	found := sim.NewMatch(schedule, m)
	e := m.Scores.Estimate(0.95)
	z := (e.Value - 0.5) / math.Max(e.SE, 1e-9)
	row = lessonMatch{Rules: ref, Seed: lesson.Seed, Wins: m.Wins, Draws: m.Draws + m.Open, Losses: m.Losses, P: 2 * distuv.UnitNormal.Survival(math.Abs(z))}
	for _, x := range []struct {
		to *float64
		is *float64
	}{{&row.Elo, found.Elo}, {&row.Low, found.EloLow}, {&row.High, found.EloHigh}} {
		if x.is != nil {
			*x.to = *x.is
		}
	}
	return row, nil
}

// A weighedPair is a comparison of draws, by whose weights.
type weighedPair struct {
	Name, Weights         string
	Nodes, Games          int
	A, B                  float64 // drawn
	Difference, Low, High float64
	Open                  int
}

// weighedPairs are the comparisons that are asked with each kind of weights.
var weighedPairs = []struct{ name, a, b string }{
	{"men that take backwards (H12), less forwards only", "federation+quiet-25", "federation+quiet-25{man.capture=forward}"},
	{"the duty to take the most (H09), less without it", "federation+quiet-25", "federation+quiet-25{capture.precedence=[]}"},
	{"capture free (H03), less compulsory", "studies/hypotheses/rules/francaise-50.toml{capture.obligation=free}", "studies/hypotheses/rules/francaise-50.toml{capture.obligation=compulsory}"},
	{"short kings, less flying ones", "international{king.range=short}", "international"},
	{"the huff, less compulsion (the default question)", "polonaise-souffler", "polonaise-souffler{capture.obligation=compulsory}"},
}

func keepWeighed(t *testing.T) {
	t.Chdir("../..") // from where studies name their files
	words := []string{study.Base, study.Taught, study.Plain}
	budgets := []struct{ nodes, games int }{{200, 1000}, {2000, 400}}
	rows := results.Table[[]weighedPair]{
		Name: "weighed", Doc: "players.md", Command: deepTraining("weighed"),
		Measure: func() (rows []weighedPair, err error) {
			for _, x := range weighedPairs {
				for _, word := range words {
					for _, b := range budgets {
						row, err := compareWeighed(t, x.a, x.b, word, b.nodes, b.games)
						if err != nil {
							return nil, err
						}
						row.Name = x.name
						t.Logf("%+v", row)
						rows = append(rows, row)
					}
				}
			}
			return rows, nil
		},
		Markdown: func(rows []weighedPair) string {
			var b strings.Builder
			b.WriteString("Drawn, per cent, and the difference in points with the interval of 95 %, by whose weights play; borrowed are those of the base.\n\n| comparison | weights |")
			for _, x := range budgets {
				fmt.Fprintf(&b, " %d turns, %d games |", x.nodes, x.games)
			}
			b.WriteString("\n| --- | --- | --- | --- |")
			for i, r := range rows {
				if i%len(budgets) == 0 {
					fmt.Fprintf(&b, "\n| %s | %s |", r.Name, map[string]string{study.Base: "borrowed", study.Taught: "taught", study.Plain: "plain"}[r.Weights])
				}
				fmt.Fprintf(&b, " %.1f and %.1f: %+.1f (%+.1f to %+.1f) |", 100*r.A, 100*r.B, 100*r.Difference, 100*r.Low, 100*r.High)
			}
			return b.String() + "\n"
		},
	}.Keep(t, *update)
	require.Len(t, rows, len(weighedPairs)*len(words)*len(budgets))
}

func compareWeighed(t *testing.T, a, b, word string, nodes, games int) (row weighedPair, err error) {
	said := does(t, "compare", a, b, "--weights", word, "--player", fmt.Sprintf("search:nodes=%d,noise=5", nodes), "--games", fmt.Sprint(games), "--out", t.TempDir(), "--format", "json")
	var found struct {
		Sets  []equal `json:"rule_sets"`
		Pairs []struct {
			Metric                string
			Difference, Low, High float64
		}
	}
	if err := json.Unmarshal([]byte(said), &found); err != nil {
		return row, err
	}
	row = weighedPair{Weights: word, Nodes: nodes, Games: games, A: found.Sets[0].Drawn.Value, B: found.Sets[1].Drawn.Value, Open: found.Sets[0].Open + found.Sets[1].Open}
	for _, p := range found.Pairs {
		if p.Metric == "drawn" {
			row.Difference, row.Low, row.High = p.Difference, p.Low, p.High
		}
	}
	return row, nil
}

// A trainedRate is how often games are drawn under a rule set with each training.
type trainedRate struct {
	Rules, Kind string // own, or quick
	Games       int    // with each
	Drawn       []float64
	SE          []float64
}

// spreadOwn and spreadQuick are the rule sets of which trainings are compared.
var (
	spreadOwn   = []string{"encyclopedie-francaise", "encyclopedie-polonaise", "polonaise-souffler", "regle-moderne", "federation", "international", "english", "polonaise-souffler{capture.obligation=compulsory}"}
	spreadQuick = []string{"federation{capture.precedence=[]}", "english{king.range=flying}", "polonaise-souffler{claim.huff_turn=spends}", "federation{man.capture=forward}", "federation{king.range=short}", "regle-moderne{man.capture=forward}"}
)

// keepSpread plays the games of sets with players who have further options, or none.
func keepSpread(t *testing.T, name, options string, sets []string) []trainedRate {
	const games = 1500
	return results.Table[[]trainedRate]{
		Name: name, Doc: "calibration.md", Command: deepTraining(name),
		Measure: func() (rows []trainedRate, err error) {
			for i, ref := range sets {
				row := trainedRate{Rules: ref, Kind: study.Own, Games: games}
				if i >= len(spreadOwn) {
					row.Kind = study.Quick
				}
				for k := range study.Trainings {
					x, err := drawnWith(t, ref, row.Kind, fmt.Sprintf("%s,training=%d", options, k+1), games)
					if err != nil {
						return nil, err
					}
					row.Drawn, row.SE = append(row.Drawn, x[0]), append(row.SE, x[1])
				}
				t.Logf("%+v", row)
				rows = append(rows, row)
			}
			return rows, nil
		},
		Markdown: func(rows []trainedRate) string {
			var b strings.Builder
			fmt.Fprintf(&b, "Drawn, per cent, with each of three trainings, %d games each at 200 turns; in brackets the standard error of the sample.\n\n| rules | weights | first | second | third |\n| --- | --- | ---: | ---: | ---: |\n", games)
			for _, r := range rows {
				fmt.Fprintf(&b, "| `%s` | %s |", r.Rules, r.Kind)
				for k := range r.Drawn {
					fmt.Fprintf(&b, " %.1f (%.1f) |", 100*r.Drawn[k], 100*r.SE[k])
				}
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "\nBetween trainings a rate has a standard deviation of %.1f points (own)", 100*spreadOf(rows, study.Own))
			if quick := spreadOf(rows, study.Quick); quick > 0 {
				fmt.Fprintf(&b, " and %.1f (quick)", 100*quick)
			}
			return b.String() + ", beside chance.\n"
		},
	}.Keep(t, *update)
}

// drawnWith plays games between players with options, among them the training, and returns the
// share drawn and its standard error.
func drawnWith(t *testing.T, ref, word, options string, games int) (x [2]float64, err error) {
	said := does(t, "compare", ref, "--weights", word, "--player", "search:nodes=200,noise=5"+options, "--games", fmt.Sprint(games), "--out", t.TempDir(), "--format", "json")
	var found struct {
		Sets []struct {
			Drawn struct {
				Value  float64
				N      float64
				Design float64 `json:"design_effect"`
			}
		} `json:"rule_sets"`
	}
	if err := json.Unmarshal([]byte(said), &found); err != nil {
		return x, err
	}
	d := found.Sets[0].Drawn
	return [2]float64{d.Value, math.Sqrt(math.Max(1, d.Design) * d.Value * (1 - d.Value) / d.N)}, nil
}

// spreadOf is the standard deviation between trainings of a rate, by the moments of the
// trainings of one kind (DerSimonian and Laird 1986, Controlled Clinical Trials 7, pp.
// 177-188, about a mean for each rule set), from the standard errors of the samples.
func spreadOf(rows []trainedRate, kind string) float64 {
	q, degrees, scale := 0.0, 0.0, 0.0
	for _, r := range rows {
		if r.Kind != kind {
			continue
		}
		sum, weights, squares := 0.0, 0.0, 0.0
		for k, x := range r.Drawn {
			w := 1 / r.SE[k] / r.SE[k]
			sum, weights, squares = sum+w*x, weights+w, squares+w*w
		}
		for k, x := range r.Drawn {
			d := x - sum/weights
			q += d * d / r.SE[k] / r.SE[k]
		}
		degrees, scale = degrees+float64(len(r.Drawn)-1), scale+weights-squares/weights
	}
	return math.Sqrt(math.Max(0, q-degrees) / scale)
}

// A study that is taught quickly verifies from its files with another number of workers; whose
// weights it was played with is said.
func TestTaughtRun(t *testing.T) {
	long.Only(t)
	t.Chdir(t.TempDir())
	said := does(t, "compare", "english", "english{king.range=flying}", "--games", "40", "--player", "search:nodes=20,noise=5", "--out", "run", "--workers", "1")
	require.Contains(t, strings.Join(strings.Fields(said), " "), "were each taught before the games")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	require.Contains(t, strings.Join(strings.Fields(does(t, "verify", "run", "--workers", "2", "--sample", "1")), " "), "80 of these played again from their seeds")
	require.Contains(t, does(t, "report", "run", "--format", "csv"), ",quick")
	run, err := record.Open("run")
	require.NoError(t, err)
	require.Len(t, run.Manifest.Taught, 2)
}
