package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
)

var update = flag.Bool("update", false, "with VARLAB_DEEP=1: compute the coverage table of the docs again")

const coverageTrials = 4000

// coverage is what the docs print of one method in one setting, over rates.
type coverage struct {
	Method  string    `json:"method"`
	Setting string    `json:"setting"`
	How     string    `json:"how"` // exact, or simulated
	Rates   []float64 `json:"rates"`
	Covers  []float64 `json:"covers"`
	// Promised says that the project holds this setting to its promise.
	Promised bool `json:"promised"`
}

type coverageResult struct {
	Level  float64    `json:"level"`
	Trials int        `json:"trials"` // of each simulated figure
	Rows   []coverage `json:"rows"`
}

var gridRates = []float64{0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99}

// exactCoverage enumerates all outcomes of n independent games.
func exactCoverage(n int, p float64, of func(Rate) Interval) float64 {
	sum := 0.0
	for k := range n + 1 {
		if of(Rate{K: k, N: n}).Contains(p) {
			sum += binomial(k, n, p)
		}
	}
	return sum
}

// exactDifference enumerates all outcomes of two samples of n games with rates p
// and q.
func exactDifference(n int, p, q float64) float64 {
	sum := 0.0
	for k := range n + 1 {
		for l := range n + 1 {
			if Newcombe(Rate{K: k, N: n}, Rate{K: l, N: n}, 0.95).Contains(p - q) {
				sum += binomial(k, n, p) * binomial(l, n, q)
			}
		}
	}
	return sum
}

// exactRows are the settings whose coverage is enumerated.
func exactRows() (rows []coverage) {
	for _, m := range []struct {
		name string
		of   func(Rate) Interval
	}{
		{"Wilson", func(r Rate) Interval { return r.Wilson(0.95) }},
		{"Clopper–Pearson", func(r Rate) Interval { return r.ClopperPearson(0.95) }},
	} {
		for _, n := range []int{10, 30, 100, 300, 1000} {
			c := coverage{Method: m.name, Setting: fmt.Sprintf("%d independent games", n), How: "exact", Rates: gridRates}
			for _, p := range gridRates {
				c.Covers = append(c.Covers, exactCoverage(n, p, m.of))
			}
			rows = append(rows, c)
		}
	}
	for _, n := range []int{10, 30, 60} {
		c := coverage{Method: "Newcombe", Setting: fmt.Sprintf("%d and %d independent games, second rate 0.1 nearer to one half", n, n), How: "exact", Rates: gridRates}
		for _, p := range gridRates {
			c.Covers = append(c.Covers, exactDifference(n, p, nearer(p)))
		}
		rows = append(rows, c)
	}
	return rows
}

func nearer(p float64) float64 {
	if p < 0.5 {
		return p + 0.1
	}
	return p - 0.1
}

var simulatedRates = []float64{0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95}

// A world makes games in clusters: the rate of a cluster has a beta distribution
// with the given mean and correlation of games, the same place in the
// distribution for every sample.
type world struct {
	rng           *rand.Rand
	clusters, per int
	correlation   float64
}

// cells draws one sample for each mean.
func (w *world) cells(means ...float64) [][]Cell {
	out := make([][]Cell, len(means))
	for s := range out {
		out[s] = make([]Cell, w.clusters)
	}
	for i := range w.clusters {
		// A common quantile would need the beta's inverse; a common mixture does
		// with less: with chance correlation the cluster is all hits or all misses.
		u, fixed := w.rng.Float64(), w.rng.Float64() < w.correlation
		for s, mean := range means {
			c := Cell{N: w.per}
			for range w.per {
				if fixed && u < mean || !fixed && w.rng.Float64() < mean {
					c.Sum++
				}
			}
			out[s][i] = c
		}
	}
	return out
}

// simulatedRows are the settings whose coverage is simulated.
func simulatedRows(trials int, only func(coverage) bool) (rows []coverage) {
	rng := rand.New(rand.NewPCG(1754, 1890))
	for _, m := range []struct {
		name   string
		covers func(w *world, p float64) bool
	}{
		{"Wilson with design effect", func(w *world, p float64) bool {
			return RateOf(w.cells(p)[0]).Wilson(0.95).Contains(p)
		}},
		{"paired difference", func(w *world, p float64) bool {
			c := w.cells(p, nearer(p))
			return RateDifference(c[0], c[1], true, 0.95).Contains(p - nearer(p))
		}},
		{"unpaired difference", func(w *world, p float64) bool {
			return RateDifference(w.cells(p)[0], w.cells(nearer(p))[0], false, 0.95).Contains(p - nearer(p))
		}},
		{"log odds ratio by regression", func(w *world, p float64) bool {
			c := w.cells(p, nearer(p))
			var rows []Row
			for s, x := range []float64{1, 0} {
				for i, cell := range c[s] {
					rows = append(rows, Row{X: []float64{1, x}, K: int(cell.Sum), N: cell.N, Cluster: i})
				}
			}
			l, err := Regress(rows)
			if err != nil {
				return true // no claim is made
			}
			q := nearer(p)
			return l.odds(1, 0.95).Contains(p / (1 - p) / (q / (1 - q)))
		}},
	} {
		for _, clusters := range []int{10, 30, 100, 300} {
			wilson := strings.HasPrefix(m.name, "Wilson")
			if clusters == 300 && !wilson {
				continue // what holds with 100 holds with 300
			}
			for _, shape := range []struct {
				per         int
				correlation float64
			}{{1, 0}, {2, 0.3}, {4, 0.3}} {
				c := coverage{
					Method: m.name, How: "simulated", Rates: simulatedRates,
					Setting: fmt.Sprintf("%d openings, %d games each, correlation %v", clusters, shape.per, shape.correlation),
					Promised: clusters >= 100 && strings.HasSuffix(m.name, "difference") ||
						wilson && (clusters >= 100 && shape.per == 2 || clusters == 300 && shape.per == 4),
				}
				if !only(c) {
					continue
				}
				w := &world{rng, clusters, shape.per, shape.correlation}
				for _, p := range simulatedRates {
					covered := 0
					for range trials {
						if m.covers(w, p) {
							covered++
						}
					}
					c.Covers = append(c.Covers, float64(covered)/float64(trials))
				}
				rows = append(rows, c)
			}
		}
	}
	return rows
}

// lengthRows simulate medians and curves of lengths, cut off at 80.
func lengthRows(trials int) (rows []coverage) {
	rng := rand.New(rand.NewPCG(1890, 1754))
	for _, clusters := range []int{30, 100} {
		median, band := 0, 0
		draw := func() (cells [][]Length) {
			for range clusters {
				scale := 25 + 30*rng.Float64() // of the opening
				var ls []Length
				for range 2 {
					if at := 1 + int(scale*rng.ExpFloat64()); at > 80 {
						ls = append(ls, Length{At: 80, Censored: 1})
					} else {
						ls = append(ls, Length{At: int32(at), Ended: 1})
					}
				}
				cells = append(cells, ls)
			}
			return cells
		}
		// the chance that a game outlasts at, the mean over scales
		lasts := func(at int) float64 {
			sum := 0.0
			for i := range 200 {
				sum += math.Exp(-float64(at) / (25 + 30*(float64(i)+0.5)/200))
			}
			return sum / 200
		}
		half := 0
		for lasts(half) > 0.5 {
			half++
		}
		for range trials {
			cells := draw()
			c := KaplanMeierClustered(cells, 0.95)
			if _, i := c.Quantile(0.5); i.Contains(float64(half)) {
				median++
			}
			in := true
			for i, b := range c.Band(0.95) {
				in = in && b.Contains(lasts(c.Steps[i].At))
			}
			if in {
				band++
			}
		}
		setting := fmt.Sprintf("%d openings, 2 games each, cut off at 80", clusters)
		for _, x := range []struct {
			name string
			k    int
		}{{"median length", median}, {"whole length curve", band}} {
			rows = append(rows, coverage{Method: x.name, Setting: setting, How: "simulated", Covers: []float64{float64(x.k) / float64(trials)}})
		}
	}
	return rows
}

// promise is what the project holds an interval to: with 100 openings or more
// and rates from 0.05 to 0.95, those of rates cover in 93.5 to 96.5 of 100 studies,
// and those of differences in 93.5 at least.
func (c coverage) promise() Interval {
	if strings.HasSuffix(c.Method, "difference") {
		return Interval{0.935, 1}
	}
	return Interval{0.935, 0.965}
}

// TestCoverageOfClusters holds single rates to it; differences stand in TestMisses.
func TestCoverageOfClusters(t *testing.T) {
	rows := simulatedRows(1500, func(c coverage) bool {
		return strings.HasPrefix(c.Setting, "100 openings, 2 games") && strings.HasPrefix(c.Method, "Wilson")
	})
	require.Len(t, rows, 1)
	for _, c := range rows {
		for i, share := range c.Covers {
			require.True(t, c.promise().Contains(share), "%s, %s, rate %v: covers %v", c.Method, c.Setting, c.Rates[i], share)
		}
	}
}

// TestCoverageTable: the table in the docs is that of the result file, whose
// exact figures are computed again.
func TestCoverageTable(t *testing.T) {
	r := results.Table[coverageResult]{
		Name: "coverage", Doc: "statistics.md", Command: "VARLAB_DEEP=1 go test ./sim/stats -run Coverage -update -timeout 60m",
		Measure: func() (coverageResult, error) {
			r := coverageResult{Level: 0.95, Trials: coverageTrials}
			r.Rows = append(append(exactRows(), simulatedRows(coverageTrials, func(coverage) bool { return true })...), lengthRows(coverageTrials)...)
			for i := range r.Rows {
				for k, x := range r.Rows[i].Covers {
					r.Rows[i].Covers[k] = math.Round(x*1e5) / 1e5
				}
			}
			return r, nil
		},
		Markdown: coverageResult.table,
	}.Keep(t, *update)
	for i, c := range exactRows() {
		require.Equal(t, c.Method, r.Rows[i].Method)
		require.Equal(t, c.Setting, r.Rows[i].Setting)
		require.InDeltaSlice(t, c.Covers, r.Rows[i].Covers, 1e-5, "%s, %s", c.Method, c.Setting)
	}
	for _, c := range r.Rows {
		for i, share := range c.Covers {
			if c.Promised {
				require.True(t, c.promise().Contains(share), "%s, %s, rate %v: covers %v", c.Method, c.Setting, c.Rates[i], share)
			}
		}
	}
}

// The methods that stand side by side in a table of the docs.
var sideBySide = [][]string{
	{"Wilson", "Clopper–Pearson"},
	{"Newcombe"},
	{"Wilson with design effect", "paired difference", "unpaired difference", "log odds ratio by regression"},
	{"median length", "whole length curve"},
}

// table is the result as the docs have it.
func (r coverageResult) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Least, mean and most coverage over the rates, in %%; in brackets the rate with the least. Simulated figures have %d trials each. * is a setting that a test holds to its promise.\n", r.Trials)
	for _, methods := range sideBySide {
		var cells []cell
		how := ""
		for _, c := range r.Rows {
			if !slices.Contains(methods, c.Method) {
				continue
			}
			how = c.How
			text := fmt.Sprintf("%.1f", 100*c.Covers[0])
			if len(c.Rates) > 0 {
				least, sum := 0, 0.0
				for i, x := range c.Covers {
					if sum += x; x < c.Covers[least] {
						least = i
					}
				}
				text = fmt.Sprintf("%.1f (%v), %.1f, %.1f", 100*c.Covers[least], c.Rates[least], 100*sum/float64(len(c.Covers)), 100*slices.Max(c.Covers))
			}
			if c.Promised {
				text += " *"
			}
			cells = append(cells, cell{c.Setting, c.Method, text})
		}
		b.WriteString("\n" + crossed(how, cells))
	}
	return b.String()
}

// A cell is a figure of a table, by its row and its column.
type cell struct{ row, column, text string }

// crossed writes cells as a table, rows and columns in the order of the cells.
func crossed(corner string, cells []cell) string {
	var rows, columns []string
	texts := map[[2]string]string{}
	for _, c := range cells {
		if !slices.Contains(rows, c.row) {
			rows = append(rows, c.row)
		}
		if !slices.Contains(columns, c.column) {
			columns = append(columns, c.column)
		}
		at := [2]string{c.row, c.column}
		if was := texts[at]; was != "" && was != c.text {
			c.text = was + "; " + c.text
		}
		texts[at] = c.text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |\n|---|%s\n", corner, strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, row := range rows {
		b.WriteString("| " + row)
		for _, column := range columns {
			b.WriteString(" | " + texts[[2]string{row, column}])
		}
		b.WriteString(" |\n")
	}
	return b.String()
}
