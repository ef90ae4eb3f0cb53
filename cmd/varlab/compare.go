package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"varlab/internal/files"
	"varlab/reports"
	"varlab/rules"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// sourceRuleSets are the rule sets of the source documents, which compare plays
// where none are named.
var sourceRuleSets = []string{
	"encyclopedie-francaise", "encyclopedie-polonaise", "polonaise-souffler", "regle-moderne", "federation",
}

// What compare plays unless told otherwise: with the five source rule sets and the tables
// of endings that they come to, about 45 seconds of two cores.
const (
	compareGames  = 200
	comparePlayer = "search:nodes=300,noise=5"
	compareSeed   = 1754
)

func compareCommand() *cobra.Command {
	var flags ruleFlags
	var to runFlags
	var html string
	exact := study.Exact{}
	byClause := false
	d := division{flags: &flags, to: &to}
	s := study.Study{Heading: study.Heading{Name: reports.Comparison}}
	cmd := newCommand("compare", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if byClause {
			d.study = s
			return d.write(cmd, args)
		}
		if err := cmp.Or(
			needs(cmd, "by-clause", "metric", "orders"),
			unless(html != "-", "--html -: the standard output has the comparison (want a file)"),
		); err != nil {
			return err
		}
		if s.Rules = args; len(args) == 0 {
			s.Rules = sourceRuleSets
		}
		s.Exact.Pieces = reports.ComparisonPieces
		if exact != (study.Exact{}) {
			if err := outside("exact", exact.Pieces, 2, study.MaxExactPieces); err != nil {
				return err
			}
			s.Exact = exact
		}
		schedule, err := flags.resolved(&s, playerOf)
		if err != nil {
			return err
		}
		if html != "" && (to.out == "" || filepath.Dir(html) != filepath.Clean(to.out)) { // which is made
			if err := files.Ready(html); err != nil {
				return err
			}
		}
		r, err := to.report(cmd, schedule, exact.Pieces)
		if err != nil {
			return err
		}
		if html == "" {
			html = filepath.Join(to.out, "report.html")
		}
		if err := writeTo(cmd, html, func(w io.Writer) error { return r.Write(w, "html") }); err != nil {
			return to.cut(cmd, err)
		}
		if err := cmp.Or(r.Write(cmd.OutOrStdout(), formOf(cmd)), cmd.Context().Err()); err != nil {
			return to.cut(cmd, err) // with it not all was looked for
		}
		remark(cmd.ErrOrStderr(), "games in %s, page in %s", to.out, html)
		return nil
	}, reports.Formats...)
	cmd.ValidArgsFunction = completeRules
	setFlag(cmd, &flags.sets)
	studyFlags(cmd, &s)
	f := cmd.Flags()
	f.IntVar(&s.Games, "games", compareGames, "games per rule set and player: `N`")
	f.StringArrayVar(&s.Players, "player", []string{comparePlayer}, "who plays, against itself: `SPEC`; again for another strength")
	f.IntVar(&exact.Pieces, "exact", 0, "compare endings with at most `N` pieces, 2 to 5, with exact values")
	f.BoolVar(&exact.Adjudicate, "adjudicate", false, "with --exact: games end there, with that value, if it holds under the draw clauses that count by then")
	f.BoolVar(&byClause, "by-clause", false, "of two rule sets: say which clause makes the difference")
	f.StringVar(&d.metric, "metric", "decisive", "with --by-clause: what is divided: `METRIC`, as in a study")
	f.IntVar(&d.orders, "orders", 10, fmt.Sprintf("with --by-clause: orders tried, and their reverses, if there are more than %d parts: `N`", study.MaxWhole))
	f.StringVar(&html, "html", "", "page to write: `FILE` (otherwise report.html in the run directory)")
	to.add(cmd)
	return cmd
}

// A division says how compare --by-clause divides a difference.
type division struct {
	flags  *ruleFlags
	to     *runFlags
	study  study.Study
	metric string
	orders int
}

// write divides the difference between the two rule sets that args name among the clauses
// in which they differ.
func (d *division) write(cmd *cobra.Command, args []string) error {
	form, s := formOf(cmd), &d.study
	if err := cmp.Or(
		unless(slices.Contains(reports.AblationFormats, form), "--by-clause with --format %s (want %s)", form, strict.List(reports.AblationFormats)),
		unless(len(args) == 2, "--by-clause with %d rule sets (want two)", len(args)),
		unless(len(s.Players) == 1, "--by-clause with %d players (want one)", len(s.Players)),
		noneBeside(cmd, "by-clause", "exact", "adjudicate", "html"),
		outside("orders", d.orders, 1, study.MaxOrders),
	); err != nil {
		return err
	}
	if err := study.CheckMetric(d.metric); err != nil {
		return usageError{err}
	}
	between, _, err := d.flags.loadTwo(args)
	if err != nil {
		return err
	}
	ablation, sets, err := d.flags.mixtures(args[0], between[0], between[1], d.orders, s.Seed)
	if err != nil {
		return err
	}
	s.Rules = nil
	for _, set := range sets {
		s.Rules = append(s.Rules, set.ID)
	}
	s.Name, s.Weights = "ablate", study.Sharings[1]
	plan, err := s.Resolve(sets, playerOf)
	if err != nil {
		return err
	}
	plan.Ablation = ablation
	if err := plan.CheckParts(); err != nil {
		return err
	}
	schedule, err := layOut(plan)
	if err != nil {
		return err
	}
	r, err := d.to.report(cmd, schedule, 0)
	if err != nil {
		return err
	}
	remark(cmd.ErrOrStderr(), "games in %s", d.to.out)
	return cmp.Or(r.WriteAblation(cmd.OutOrStdout(), d.metric, form), cmd.Context().Err())
}

// A mixed holds the rule sets of an ablation, which their names stand for.
type mixed []study.RuleSet

func (m mixed) Expand(name string) ([]string, error) { return []string{name}, nil }

func (m mixed) RuleSet(name string, _ ...string) (study.RuleSet, error) {
	return m[slices.IndexFunc(m, func(set study.RuleSet) bool { return set.ID == name })], nil
}

// mixtures returns the rule sets between a, which ref names, and b: each game once,
// in the order of its first mixture.
func (f *ruleFlags) mixtures(ref string, a, b *variants.Resolved, pairs int, seed uint64) (*study.Ablation, mixed, error) {
	parts, err := variants.Parts(a, b)
	if err != nil {
		return nil, nil, err
	}
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("%s and %s are the same game (want two that differ)", a.ID, b.ID)
	}
	ab := &study.Ablation{A: a.ID, B: b.ID}
	for _, p := range parts {
		ab.Parts = append(ab.Parts, study.PartOf(p.Keys))
	}
	if len(parts) > study.MaxWhole {
		sum := sha256.Sum256(fmt.Appendf(nil, "orders %d %s %s", seed, a.ID, b.ID))
		source := rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:]))
		ab.Orders = stats.Orders(len(parts), max(1, pairs), source)
	}
	byHash, order := map[string]study.RuleSet{}, map[string]int{}
	list := study.Sets(len(parts), ab.Orders)
	whole := list[len(list)-1]
	// The two themselves come first, so that a mixture that is one of them has its
	// name.
	for _, set := range append([]int{0, whole}, list[1:len(list)-1]...) {
		v, id := a, a.ID
		switch set {
		case 0:
		case whole:
			v, id = b, b.ID
		default:
			if v, err = variants.Mix(ref, f.sets, b, study.Chosen(parts, set)); err != nil {
				return nil, nil, err
			}
			id = ab.Mixed(set)
		}
		r, err := rules.Compile(v.Profile)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", id, err)
		}
		if _, ok := byHash[r.PlayHash()]; !ok {
			byHash[r.PlayHash()], order[id] = f.ruleSet(id, v, r), set
		}
		ab.Mixtures = append(ab.Mixtures, study.Mixture{FromB: set, RuleSet: byHash[r.PlayHash()].ID})
	}
	slices.SortFunc(ab.Mixtures, func(x, y study.Mixture) int { return x.FromB - y.FromB })
	return ab, slices.SortedFunc(maps.Values(byHash), func(x, y study.RuleSet) int { return order[x.ID] - order[y.ID] }), nil
}
