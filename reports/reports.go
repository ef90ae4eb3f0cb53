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
	"slices"
	"strings"

	"varlab/reports/findings"
	"varlab/sim/record"
	"varlab/sim/study"
)

// Options are facts about the program that makes a report.
type Options struct {
	Version string // of the program; empty where it is not known
	// Explore is the address of a page that shows two rule sets in a position: a and b, by the
	// names that commands take, and fen are its query; empty where there is none.
	Explore string
	Exact   findings.Known // with which games are compared; nil: with none
}

// A Report is what a run shows, in the forms in which it can be written.
type Report struct {
	Options
	*findings.Findings
	notes

	// divided is the metric that alone is taken apart; empty in a report of the whole run.
	divided string

	ctx context.Context // ends the search for the positions of pages
}

// asksMore reports whether a report answers something other than how often games are drawn.
func asksMore(r *Report) bool {
	return len(r.Verdicts) > 0 || len(r.Readings) > 0
}

func (r *Report) titled(title string, g *findings.Group) string {
	title += when(len(r.Groups) > 1, " ("+r.who(g)+")")
	return title
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
	return read(ctx, findings.Kept(m, games), o, nil)
}

func loadRun(ctx context.Context, run *record.Run, o Options, under *findings.Clauses) (*Report, error) {
	from, err := findings.Stored(run)
	if err != nil {
		return nil, err
	}
	return read(ctx, from, o, under)
}

func read(ctx context.Context, from findings.Source, o Options, under *findings.Clauses) (*Report, error) {
	from.Exact = o.Exact
	found, err := findings.Read(ctx, from, under)
	if err != nil {
		return nil, err
	}
	return New(ctx, found, o), nil
}

// New is the report of what was found; ctx ends the search for the positions of its pages.
func New(ctx context.Context, found *findings.Findings, o Options) *Report {
	r := &Report{Options: o, Findings: found, ctx: ctx}
	annotate(r)
	return r
}

// Formats are the forms of a report.
var Formats = []string{"text", "html", "md", "qmd", "csv", "json"}

// Write writes the report in one of Formats.
func (r *Report) Write(w io.Writer, format string) error {
	switch format {
	case "csv":
		return r.writeCSV(w)
	case "json":
		return WriteJSON(w, jsonOf(r))
	}
	return writeFor(r, w, r.document(), format, Formats)
}

func writeFor(r *Report, w io.Writer, d *document, format string, formats []string) error {
	switch format {
	case "text":
		return writeText(r, w, d)
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
	exact := p.Exact == ComparisonExact || p.Exact == study.Exact{Pieces: p.Exact.Pieces}
	if len(p.Pairs) > 0 || len(p.Hypotheses) > 0 || p.Openings.File != "" || !exact {
		return ""
	}
	words, named := []string{"varlab", "compare"}, r.Profiles
	learns := slices.ContainsFunc(p.Players, func(pl study.Player) bool { return pl.Learns })
	if ab := p.Ablation; ab != nil {
		words, named = []string{"varlab", "compare", "--by-clause"}, []*findings.Profile{r.Profile(ab.A), r.Profile(ab.B)}
	}
	for _, profile := range named {
		words = append(words, Quote(refOf(profile)))
	}
	words = append(words, "--games", fmt.Sprint(p.Games)+when(p.Beside > 0, fmt.Sprintf(",%d", p.Beside)))
	for _, pl := range p.Players {
		words = append(words, "--player", Quote(pl.Spec))
	}
	words = append(words,
		"--seed", fmt.Sprint(p.Seed),
		"--horizon", fmt.Sprint(p.HorizonPlies),
		"--opening-plies", strings.ReplaceAll(p.Openings.String(), " or ", ","))
	if p.Ablation != nil && r.divided != "" {
		words = append(words, "--metric", r.divided)
	}
	if learns && p.Ablation == nil {
		words = append(words, "--weights", p.Weights)
	}
	if p.Exact != ComparisonExact && p.Ablation == nil {
		words = append(words, "--exact", fmt.Sprint(p.Exact.Pieces))
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
	s.Rules = list(r.Profiles, refOf)
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
