// Package reports reads the records of a run and reports its findings. It plays
// nothing.
//
// The one idea: a Report is counts. Load adds up the records in one pass; every
// rate, interval and sentence is made from those counts, once, and all forms
// (text, HTML, Markdown, CSV, JSON) print the same numbers.
//
// A number that could mislead has its warning beside it: a Report carries its
// warnings, and the tables print them as footnotes.
package reports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"varlab/rules/notation"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// Level is the confidence of every interval, and Power the chance with which a
// difference "that could have been seen" would have been shown.
const (
	Level = 0.95
	Power = 0.80
	alpha = 1 - Level
)

// Options are facts about the program that makes a report.
type Options struct {
	Version string // of the program; empty where it is not known
	// Explore is the address of a page that shows two rule sets in a position: a and b, by the
	// names that commands take, and fen are its query; empty where there is none.
	Explore string
}

type Report struct {
	Options
	*findings
	notes

	// divided is the metric that alone is taken apart; empty in a report of the whole run.
	divided string

	ctx context.Context // ends the search for the positions of pages
}

// Findings are what the games of a run show.
type findings struct {
	Manifest *record.Manifest
	Plan     *study.Plan
	Profiles []*Profile // in the order of Plan.RuleSets
	Groups   []*Group   // one per player, or pair of players
	Verdicts []*Verdict // hypothesis by hypothesis, then group by group
	// Look is at which of the looks of a confirmatory study its games are read, from 1;
	// 0 where it has none. Games are those of each cell until then.
	Look, Games int
	// Root is record.Run.Root; empty while shards are missing.
	Root string
	// Played is one digest of the games that were read, whichever program played and
	// stored them: SHA-256, in hexadecimal digits, of a line for each, in the order of the
	// manifest, with its cell, its number, its result and its turns.
	Played string
	// Beside are the runs that stood beside this one when it was begun.
	Beside   []record.Sighting
	Readings []*ReadingSet
	Tests    int // how many differences were tested in all

	Rankings []*ranking
	// Attributions are of every group in the metrics that have headlines; none where the run is
	// no ablation.
	Attributions []*Attribution

	Warnings []Warning // that concern everything

	alike map[[2]*Cell]*Alike
	under map[*Cell]map[string]*under

	records iter.Seq2[*record.Record, error]
}

type Group struct {
	Players [2]string
	Cells   []*Cell // in the order of Plan.RuleSets
	Pairs   []*Pair // metric by metric, then every two rule sets in order
}

func (g *Group) alone() bool { return g.Players[0] == g.Players[1] }

func (g *Group) Name() string {
	return choose(g.alone(), g.Players[0], g.Players[0]+" against "+g.Players[1])
}

type Cell struct {
	Profile *Profile
	Players [2]string
	Weights []Weights // of the players, one if they are the same; none where they have no use for any
	Board   *record.Board
	Tally   *Tally

	Curve    stats.Curve
	Exercise *Exercise // nil where the rules could not be compiled again
	Exact    *Exact    // nil where nobody asked what endings were worth
	Warnings []Warning
	medians  stats.QuantileSample
	kept     *kept // nil where the report shows no games
	course   course
	board    *notation.Board // nil where the rules could not be compiled again
	of       study.Cell
	weights  [][]string // by which players play who have learned; nil where none has
}

func (c *Cell) add(r *record.Record) error { return c.Tally.add(r, c.of) }

type Pair struct {
	Metric Metric
	A, B   *Cell
	Bounded
	*Alike
	// Paired says that the openings are shared. If not, each rule set has its own.
	Paired bool
	// Holm is p adjusted for all differences of this metric in the report.
	Holm float64
	// Tests is how many differences p was adjusted for, and Adjusted the estimate with the
	// interval of the level that is left to it.
	Tests    int
	Adjusted stats.Estimate
	// Seen is the size that would have been shown with the chance Power: NaN
	// where that cannot be said.
	Seen     float64
	Warnings []Warning
}

func (g *Group) pairs(m Metric) []*Pair {
	return those(g.Pairs, func(p *Pair) bool {
		return p.Metric.Word == m.Word && slices.Contains(g.Cells, p.A) && slices.Contains(g.Cells, p.B)
	})
}

// tested are the pairs that are not the same game.
func (g *Group) tested(m Metric) []*Pair {
	return those(g.pairs(m), func(p *Pair) bool { return !same(p.A, p.B) })
}

func (g *Group) only(cells []*Cell) *Group {
	some := *g
	some.Cells = cells
	return &some
}

// last is the group that a report speaks of where it names none.
func (r *findings) last() *Group { return r.Groups[len(r.Groups)-1] }

// asksMore reports whether a report answers something other than how often games are drawn.
func (r *Report) asksMore() bool {
	return len(r.Verdicts) > 0 || r.Plan.Ablation != nil || len(r.Readings) > 0
}

// cells are those of all groups, group by group.
func (r *findings) cells() []*Cell {
	return slices.Concat(list(r.Groups, func(g *Group) []*Cell { return g.Cells })...)
}

func (r *Report) titled(title string, g *Group) string {
	title += when(len(r.Groups) > 1, " ("+r.who(g)+")")
	return title
}

// Shown reports whether there is a difference by p and by the interval, adjusted alike.
func (p *Pair) Shown() bool {
	return p.Holm < alpha && (p.Adjusted.Low > 0 || p.Adjusted.High < 0)
}

// Load reads the run directory dir, whole. An error says which shard is missing
// or damaged, or which game does not fit the study.
func Load(ctx context.Context, dir string, o Options) (*Report, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	return loadRun(ctx, run, o, nil)
}

// Of reads the games of a manifest, in its order.
func Of(ctx context.Context, m *record.Manifest, games []*record.Record, o Options) (*Report, error) {
	found, err := Read(ctx, Kept(m, games), nil)
	if err != nil {
		return nil, err
	}
	return New(ctx, found, o), nil
}

func loadRun(ctx context.Context, run *record.Run, o Options, under *Clauses) (*Report, error) {
	from, err := Stored(run)
	if err != nil {
		return nil, err
	}
	found, err := Read(ctx, from, under)
	if err != nil {
		return nil, err
	}
	return New(ctx, found, o), nil
}

// New is the report of what was found; ctx ends the search for the positions of its pages.
func New(ctx context.Context, found *findings, o Options) *Report {
	r := &Report{Options: o, findings: found, ctx: ctx}
	r.annotate()
	return r
}

var Formats = []string{"text", "html", "md", "qmd", "csv", "json"}

func (r *Report) Write(w io.Writer, format string) error {
	switch format {
	case "csv":
		return r.WriteCSV(w)
	case "json":
		return WriteJSON(w, r.json())
	}
	return r.writeFor(w, r.document(), format, Formats)
}

func (r *Report) writeFor(w io.Writer, d *document, format string, formats []string) error {
	switch format {
	case "text":
		return r.writeText(w, d)
	case "html":
		return writeHTML(w, d)
	case "md":
		return writeMarkdown(w, d)
	case "qmd":
		return writeQuarto(w, d)
	}
	return fmt.Errorf("format: unknown form %q (want %s)", format, strings.Join(formats, ", "))
}

// Command is the command that plays the same games again and writes this report,
// given in the folder of the files that hold the rule sets. Where the study cannot
// be said in flags it is empty.
func (r *Report) Command() string {
	p := r.Plan
	if len(p.Pairs) > 0 || len(p.Hypotheses) > 0 || p.Openings.File != "" {
		return ""
	}
	words, named := []string{"varlab", "compare"}, r.Profiles
	learns := slices.ContainsFunc(p.Players, func(pl study.Player) bool { return pl.Learns })
	switch ab := p.Ablation; {
	case ab != nil:
		words, named = []string{"varlab", "compare", "--by-clause"}, []*Profile{r.profile(ab.A), r.profile(ab.B)}
	}
	for _, profile := range named {
		words = append(words, Quote(profile.ref()))
	}
	words = append(words, "--games", fmt.Sprint(p.Games)+when(p.Beside > 0, fmt.Sprintf(",%d", p.Beside)))
	for _, pl := range p.Players {
		words = append(words, "--player", Quote(pl.Spec))
	}
	words = append(words,
		"--seed", fmt.Sprint(p.Seed),
		"--horizon", fmt.Sprint(p.HorizonPlies),
		"--opening-plies", strings.ReplaceAll(p.Openings.String(), " or ", ","))
	if learns && p.Ablation == nil {
		words = append(words, "--weights", p.Weights)
	}
	if ab := p.Ablation; ab != nil {
		if n := len(ab.Orders); n > 0 {
			words = append(words, "--orders", fmt.Sprint(n/2))
		}
		if r.divided != "" {
			words = append(words, "--metric", r.divided)
		}
		return strings.Join(words, " ")
	}
	if e := p.Exact; e != ComparisonExact {
		words = append(words, "--exact", fmt.Sprint(e.Pieces))
		if e.Adjudicate {
			words = append(words, "--adjudicate")
		}
	}
	return strings.Join(words, " ")
}

// Study is the study as a file would state it. Of what no file can state it is an error.
func (r *Report) Study() (*study.Study, error) {
	p := r.Plan
	if p.Beside > 0 || p.Ablation != nil || p.Openings.File != "" {
		return nil, errors.New("no study file says this: it was begun by varlab compare, or with the openings of real games")
	}
	s := &study.Study{Heading: p.Heading, Design: p.Design}
	if slices.Equal(p.Metrics, study.DefaultMetrics()) {
		s.Metrics = nil
	}
	s.Rules = list(r.Profiles, (*Profile).ref)
	s.Players = list(p.Players, func(pl study.Player) string { return pl.Spec })
	s.Pairs = list(p.Pairs, func(pair study.Pair) [2]string { return [2]string{pair.A.Spec, pair.B.Spec} })
	return s, nil
}

// Quote writes a word as a shell reads it, plainly. (Of one that begins with = zsh makes the
// place of a program.)
func Quote(word string) string {
	if word != "" && word[0] != '=' && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
