package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/study"
)

func trainedSpread(v *findings.Verdict) string {
	if len(v.Trained) < 2 {
		return none
	}
	return signedIn(v.Metric, slices.Min(v.Trained)) + " to " + signedIn(v.Metric, slices.Max(v.Trained))
}

// baseFor is what a claim compares with, for programs: a rule set’s id, or a number.
func baseFor(h study.Hypothesis) string {
	if h.Value != nil {
		return number(*h.Value).String()
	}
	return h.B
}

func differenceFound(v *findings.Verdict) string {
	return signedIn(v.Metric, v.Value) + " " + v.Metric.Unit.Points
}

func seenSize(v *findings.Verdict) string {
	if math.IsNaN(v.Seen) || math.IsInf(v.Seen, 0) {
		return none
	}
	return fixedIn(v.Metric, v.Seen) + " " + v.Metric.Unit.Points
}

func marginWords(v *findings.Verdict) string {
	return "within " + fixedIn(v.Metric, v.Hypothesis.Margin) + " " + v.Metric.Unit.Points
}

// worseWords is how far a claim lets the one side fall short of the other.
func worseWords(v *findings.Verdict) string {
	return fixedIn(v.Metric, v.Hypothesis.NoWorse) + " " + v.Metric.Unit.Points + lists.Choose(v.Hypothesis.Less(), " above", " below")
}

// testedIn is the statement that was tested, from the fields of the study.
func testedIn(v *findings.Verdict) string {
	return claimedOf(v, func(id string) string { return v.Group.Cell(id).Profile.Short })
}

func claimedOf(v *findings.Verdict, name func(id string) string) string {
	return statementOf(v, name, v.Hypothesis.Less(), true) + when(v.Hypothesis.Adjudicated, ", in the same games by players who did not know the clause")
}

// statementOf says of a claim about a direction which way it goes, and of one about a margin
// whether that holds.
func statementOf(v *findings.Verdict, name func(id string) string, less, holds bool) string {
	h, m := v.Hypothesis, v.Metric
	under, base := "the "+m.Noun()+" under "+name(h.A), ""
	if h.Value != nil {
		base = valueIn(m, *h.Value)
	} else {
		base = "that under " + name(h.B)
	}
	switch {
	case h.NoWorse > 0:
		return fmt.Sprintf("%s lies %s %s %s", under, lists.Choose(holds, "at most", "more than"), worseWords(v), base)
	case h.Margin > 0 && !holds:
		return fmt.Sprintf("%s lies more than %s %s from %s", under, fixedIn(m, h.Margin), m.Unit.Points, base)
	case h.Margin > 0:
		return fmt.Sprintf("%s lies %s of %s", under, marginWords(v), base)
	case h.Value != nil:
		return fmt.Sprintf("%s is %s %s", under, lists.Choose(less, "below", "above"), base)
	}
	return fmt.Sprintf("%s under %s than under %s", m.Says(less), name(h.A), name(h.B))
}

// valueIn is a value with its unit.
func valueIn(m findings.Metric, x float64) string {
	return fixedIn(m, x) + " " + lists.Choose(m.Unit.Factor == 100, "%", m.Unit.Points)
}

// claim is what was claimed, without a full stop.
func claimOf(v *findings.Verdict) string { return strings.TrimSuffix(plain(v.Hypothesis.Claim), ".") }

// verdictText tells a claim with all that was found of it.
func verdictText(r *Report, vs []*findings.Verdict) string {
	c := answerOf(r, vs, true)
	text := fmt.Sprintf("%s: %s%s. %s%s Tested: %s. ", plain(vs[0].Hypothesis.ID), sentence(lists.Distinct(list(vs, verdictWord))), askedAt(vs), when(vs[0].Hypothesis.Against() == "", "Claimed: "), c.Claim, c.Tested)
	return strings.TrimSpace(text + strings.Join(list(c.Rulings, ruling.String), " ") + " " + noises(vs))
}

// valuesOf are what was found of a claim: the metric under either rule set, and the difference
// with its interval and p.
func valuesOf(r *Report, v *findings.Verdict, p string) string {
	if v.SameGame {
		return ": both are the same game"
	}
	base := v.Hypothesis.Value
	if v.B != nil {
		base = new(v.B.Value(v.Metric))
	}
	return ", " + fixedIn(v.Metric, v.A.Value(v.Metric)) + " against " + valueIn(v.Metric, *base) + " (" + differenceFound(v) + ", " + spanIn(v.Metric, v.Interval) + p + leaving(leavesOf(&v.Bounded, v.Metric)) + ")"
}

// word is the verdict, with the margin where that belongs to it.
func verdictWord(v *findings.Verdict) string {
	switch v.Word {
	case findings.Equivalent:
		return "equivalent " + marginWords(v)
	case findings.NotWorse:
		return "not worse by " + fixedIn(v.Metric, v.Hypothesis.NoWorse) + " " + v.Metric.Unit.Points
	}
	return v.Word
}

// rulingText is what was found of a claim with one player; with full also how it was tested.
func rulingText(r *Report, v *findings.Verdict, full bool) string {
	if v.SameGame {
		return verdictWord(v) + valuesOf(r, v, "") + "."
	}
	p := ""
	if full {
		p = fmt.Sprintf(", p%s %s, adjusted for %s %s", when(v.Worse, " at the worse bound"), chanceWords(v.P), plural(v.Tests, "test", "tests"), chanceWords(v.Adjusted))
	}
	text := verdictWord(v) + valuesOf(r, v, p)
	if full && v.Constant != nil {
		text += "; " + constantWords(v)
	}
	if s := trainedSpread(v); full && s != none {
		text += "; by training from " + s
	}
	switch {
	case v.Why != findings.ByNumber:
		text += "; " + whyWords(v)
	case v.Word != findings.Undecided || seenSize(v) == none:
	case v.Hypothesis.Within() > 0:
		text += "; if the two were equal, they would have been shown to " + lists.Choose(v.Hypothesis.NoWorse > 0, "be worse by less than ", "lie within ") + seenSize(v)
	default:
		text += "; a difference of " + seenSize(v) + " would have been shown"
	}
	if full && v.Claims > v.Tests {
		text += fmt.Sprintf("; with all %d tests of the study %s, p %s", v.Claims, v.WithAll, chanceWords(v.Together))
	}
	return text + "."
}

// whys say why a claim is undecided, where that is not the number of games alone.
var whys = map[findings.Why]string{
	findings.OneParity:  "after all openings the same side is to move, so that the first mover cannot be told from the side that chooses first",
	findings.MayAgree:   "the open games could make every opening come out alike, and a mean without variation has no interval",
	findings.OpenDecide: "the open games decide it",
	findings.AllAgree:   "every opening came out alike, and a mean without variation has no interval",
}

func whyWords(v *findings.Verdict) string {
	return lists.Choose(v.Why == findings.NoRoom, roomWords(v, v.Seen), whys[v.Why])
}

// roomWords says that the second rule set leaves a claimed direction less room than the
// difference that would be seen; nothing where it does not.
func roomWords(v *findings.Verdict, seen float64) string {
	room, short := v.Room(seen)
	if !short {
		return ""
	}
	return fmt.Sprintf("the %s is %s %% under %s, which leaves room for %s %s, but differences are seen only from %s up",
		v.Metric.Noun(), percent(v.B.Value(v.Metric)), v.B.Profile.Short, fixedIn(v.Metric, room), v.Metric.Unit.Points, fixedIn(v.Metric, seen))
}

// constantWords says of a share that no game varies in it.
func constantWords(v *findings.Verdict) string {
	return fmt.Sprintf("the %s is %s %% in all of the %d games, which do not vary in it", v.Metric.Noun(), percent(v.Constant.Share), v.Constant.Games)
}

func chanceWords(p float64) string {
	s := chance(p)
	return lists.Choose(strings.HasPrefix(s, "<"), s, "= "+s)
}

func confirmatory(r *Report) *section {
	if len(r.Verdicts) == 0 {
		return nil
	}
	s := &section{
		ID: "verdicts", Title: lists.Choose(r.Plan.Confirmatory, "What was claimed before the games were played", "Claims (exploratory)"),
	}
	t := table{
		Title: "Verdicts",
		Head:  []string{"claim", "verdict", "tested", "players", "difference", "95 % interval", "open games leave", "by training", "p", "p, adjusted", "family", "with all claims", "would have been seen", "identical games", "openings"},
		words: true,
	}
	for _, vs := range r.ByClaim() {
		s.Findings = append(s.Findings, Finding{verdictText(r, vs), r.marks(things(vs)...)})
	}
	for _, v := range r.Verdicts {
		family := plural(v.Tests, "test", "tests") + " by Holm"
		if v.Hypothesis.Family != "" {
			family = plain(v.Hypothesis.Family) + ": " + family
		}
		row := textRow(plain(v.Hypothesis.ID), v.Word, testedIn(v), v.Group.Name(), differenceFound(v), spanIn(v.Metric, v.Interval), leavesOf(&v.Bounded, v.Metric), trainedSpread(v), chance(v.P), chance(v.Adjusted), family, fmt.Sprintf("%s, p %s of %d", v.WithAll, chanceWords(v.Together), v.Claims), seenSize(v), identicalShare(v.Alike), count(v.Clusters))
		if v.SameGame {
			for i := 4; i < len(row); i++ {
				row[i].Text = none
			}
			row[5].Text = "the same game"
		}
		row[0].Warnings = r.marks(v)
		t.Rows = append(t.Rows, row)
	}
	s.More = []table{t}
	if d := deviations(r); len(d) > 0 {
		s.Text = []string{"Deviations from the plan: " + strings.Join(d, " ")}
	} else {
		until := when(r.Look > 0 && r.Games < r.Plan.Games, " up to this look")
		s.Text = []string{"There were no deviations from the plan: every game" + until + " was played, and every claim tested as it was written."}
	}
	s.Text[0] += neighbours(r)
	return s
}

// standing says whether the games can test the claims.
func standingOf(r *Report) string {
	if r.Plan.Confirmatory {
		text := "The seed of these games is made from the claims, the players, the rule sets and the numbers of games: claims that compare anything else have another seed, and nobody could see these games before all that was written down."
		if drawn, of := r.Foreseen(); drawn > 0 {
			text += " But " + alikeFromAnySeed(drawn, of) + "."
		}
		text += " Everything else in this report is exploratory."
		if r.Look > 0 {
			text += fmt.Sprintf(" The study may be read after %s games of each cell; this is look %d of %d, after %s. Every p and interval of a verdict allows for all looks (O’Brien and Fleming’s shape, Lan and DeMets 1983).",
				sentence(list(r.Plan.Looks, count)), r.Look, len(r.Plan.Looks), count(r.Games))
		}
		return text
	}
	return "Exploratory: the study states a seed, so that its games may have been seen before its claims were written. A confirmatory study has to test them."
}

// alikeFromAnySeed says which part of foreseen games a new seed would change.
func alikeFromAnySeed(drawn, of int) string {
	share := count(drawn)
	switch of {
	case 0:
	case drawn:
		share = "all " + share
	default:
		share += " of " + count(of)
	}
	return "players without chance play an opening alike from any seed: only the choice of openings is new, here " + share
}

func deviations(r *Report) []string {
	var list []string
	if drawn, of := r.Foreseen(); r.Plan.Confirmatory && drawn > 0 && drawn == of {
		list = append(list, "Games could be seen before the claims were written: all openings are played, by players without chance.")
	}
	for _, b := range r.Manifest.Boards {
		for _, c := range b.Chapters {
			if c.Wild {
				list = append(list, fmt.Sprintf("Openings of %d plies on %s need not be quiet, since too few quiet positions exist.", c.Plies, strings.ReplaceAll(b.Size, "x", "×")))
			}
		}
	}
	for _, c := range r.Cells() {
		if n := c.N(study.Forfeited); n > 0 {
			list = append(list, fmt.Sprintf("%s of %s %s forfeited under %s.", plural(n, "game", "games"), count(c.N(study.Games)), forms(n, "was", "were"), c.Profile.ID))
		}
	}
	for _, v := range r.Verdicts {
		by := when(len(r.Groups) > 1 && v.Hypothesis.Players == "", " with "+v.Group.Name())
		if v.SameGame {
			list = append(list, fmt.Sprintf("The claim “%s” was not tested%s: %s and %s are the same game.", plain(v.Hypothesis.ID), by, v.A.Profile.Short, v.B.Profile.Short))
		} else if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			list = append(list, fmt.Sprintf("The claim “%s” could not be tested%s: its metric has no value in these games.", plain(v.Hypothesis.ID), by))
		}
	}
	return list
}
