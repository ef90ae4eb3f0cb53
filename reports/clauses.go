package reports

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/content"
)

// A ref stands for a clause, and names its card where there is one.
type ref struct{ Text, Card string }

func (r ref) String() string { return r.Text }

// A clauseCard is a clause with its place in the source.
type clauseCard struct {
	ID, Clause  string
	Says, Words string // in English, and a few words of the original
	Language    string // of these
	Where       string // the document, and where it is found
	Again       bool   // that document is also of the card before
}

func clauseOf(r *Report, id string) (content.Clause, bool) {
	for _, p := range r.Profiles {
		for _, c := range p.Clauses {
			if c.ID == id {
				return c, true
			}
		}
	}
	return variants.ClauseOf(id)
}

// unmodelled says which clauses of some rule sets no game knows, if there are any.
func unmodelled(r *Report, profiles []*findings.Profile) (text string) {
	type clauses struct {
		n    int
		said string
	}
	under := map[clauses][]string{}
	var all []clauses
	for _, p := range lists.Distinct(profiles) {
		said := list(lists.SortedKeys(p.Unmodelled), func(id string) string {
			c, _ := clauseOf(r, id)
			return content.Joined(" ", plain(strings.TrimSuffix(c.Says, ".")), "("+plain(id)+lists.Choose(p.Unmodelled[id] == "", ", cited by no rule)", ")"))
		})
		c := clauses{len(said), strings.Join(said, "; ")}
		if under[c] == nil && c.n > 0 {
			all = append(all, c)
		}
		under[c] = append(under[c], p.Short)
	}
	for _, c := range all {
		text += fmt.Sprintf(" %s %s of %s %s not modelled: %s.", sentenceCase(InNumber(c.n)), forms(c.n, "clause", "clauses"), several(under[c]), forms(c.n, "is", "are"), c.said)
	}
	return text
}

func cardID(clause string) string { return "clause-" + bibKey(clause) }

func refsOf(r *Report, ids []string) []ref {
	return list(ids, func(id string) ref {
		x := ref{Text: plain(id)}
		if c, ok := clauseOf(r, id); ok && c.Says != "" {
			x.Card = cardID(id)
		}
		return x
	})
}

// cards are the clauses that the principal rule sets rest on, document by document.
func cards(r *Report) []clauseCard {
	var cards []clauseCard
	seen := map[string]bool{}
	for _, p := range r.Principals() {
		for _, key := range lists.SortedKeys(p.Citations) {
			for _, id := range p.Citations[key] {
				c, ok := clauseOf(r, id)
				if seen[id] || !ok || c.Says == "" {
					continue
				}
				seen[id] = true
				card := clauseCard{ID: cardID(id), Clause: plain(id), Says: plain(c.Says), Words: plain(c.Words), Language: bibKey(p.Language)}
				document, _, _ := strings.Cut(id, ".")
				if i := slices.IndexFunc(p.Sources, func(s content.Source) bool { return s.ID == document }); i >= 0 {
					card.Where = sourceWords(p.Sources[i])
				}
				cards = append(cards, card)
			}
		}
	}
	slices.SortFunc(cards, func(a, b clauseCard) int { return cmp.Compare(a.Clause, b.Clause) })
	for i := range cards {
		cards[i].Again = i > 0 && cards[i].Where == cards[i-1].Where
	}
	return cards
}

// A facing is a rule in which rule sets differ: their values, side by side, and the smallest
// position found in which it shows.
type facing struct {
	Title string
	Sides []side
	Board *smallBoard

	first, second *findings.Profile // whose values the board shows
	ofBoard       bool              // whether the rule is about the board
}

// hero takes out the smallest board of a section on which the first two of some rule sets part.
func (s *section) hero(sets []*findings.Profile) (board *smallBoard) {
	at := -1
	for i, f := range s.Facing {
		if f.Board != nil && f.second == sets[1] && (board == nil || f.Board.pieces < board.pieces) {
			at, board = i, f.Board
		}
	}
	if board != nil {
		s.Facing[at].Board = nil
		board.Title = fmt.Sprintf("Where %s and %s part: %s", sets[0].Short, sets[1].Short, board.Title)
	}
	return board
}

// join takes in another rule about the board, if it divides rule sets alike.
func (f *facing) join(other facing) bool {
	if !f.ofBoard || !other.ofBoard || !slices.EqualFunc(f.Sides, other.Sides, func(x, y side) bool { return x.Who == y.Who }) {
		return false
	}
	f.Title = "The board, and the men on it at the start"
	for i, s := range other.Sides {
		f.Sides[i].Means += " " + s.Means
		f.Sides[i].Basis = lists.Distinct(slices.Concat(f.Sides[i].Basis, s.Basis))
	}
	return true
}

type side struct {
	Who   string
	Means string
	Basis []ref
	Odd   bool // most rule sets have another value
}

func rulesSideBySide(r *Report) *section {
	all := r.Principals()
	if len(all) < 2 {
		return nil
	}
	differ := findings.Differing(all)
	plays := lists.Those(differ, func(a *profile.Axis) bool { return a.Plays })
	names := lists.Those(differ, func(a *profile.Axis) bool { return !a.Plays })
	s := &section{
		ID: "side-by-side", Title: "The rules side by side",
		Text: []string{"What differs, and the clauses behind it: each clause opens to show its words and its source. Assumptions are explained further down. A board shows the smallest position found in which this one rule, changed in the first rule set, changes the turns that can be played."},
	}
	if len(plays) == 0 {
		s.Text = []string{"In nothing that changes a turn or an ending."}
	} else {
		s.Tables = []table{axisTable(r, "Rules that change the game", all, plays)}
		once := table{Head: []string{"rule", "where it arises", "in", "clauses"}, words: true}
		for _, a := range plays {
			f := facingOf(r, all, a)
			if at := slices.IndexFunc(f.Sides, func(s side) bool { return s.Means != notArising }); len(f.Sides) == 2 && f.Sides[1-at].Means == notArising {
				x := f.Sides[at]
				once.Rows = append(once.Rows, []cell{{Text: f.Title}, {Text: x.Means}, {Text: x.Who}, {Under: x.Basis}})
				continue
			}
			f.ofBoard = strings.HasPrefix(a.Key, "board.")
			if n := len(s.Facing); n > 0 && s.Facing[n-1].join(f) {
				continue
			}
			f.Board = partingOf(r, f.first, f.second, a)
			s.Facing = append(s.Facing, f)
		}
		if n := len(once.Rows); n > 0 {
			s.Folded = append(s.Folded, folded{Title: sentenceCase(plural(n, "rule arises", "rules arise")) + " in some of them only", Tables: []table{once}})
		}
	}
	same := lists.Those(all[0].Applied(), func(a *profile.Axis) bool { return a.Plays && !slices.Contains(plays, a) })
	if len(same) > 0 {
		t := table{Head: []string{"rule", "in all of them", "clauses"}, words: true, Rows: list(same, func(a *profile.Axis) []cell {
			basis := slices.Concat(list(all, func(p *findings.Profile) []string { return basisOf(p, a.Key) })...)
			slices.Sort(basis)
			return []cell{{Text: sentenceCase(axisWords(a.Key))}, {Text: plain(meansOf(all[0], a))}, {Under: refsOf(r, slices.Compact(basis))}}
		})}
		s.Folded = append(s.Folded, folded{Title: sentenceCase(plural(len(same), "rule is", "rules are")) + " the same in all of them", Tables: []table{t}})
	}
	if len(names) > 0 {
		t := axisTable(r, "", all, names)
		s.Folded = append(s.Folded, folded{Title: "Names, people and the order of games: nothing of this changes the games played here", Tables: []table{t}})
	}
	return s
}

func axisTable(r *Report, title string, profiles []*findings.Profile, axes []*profile.Axis) table {
	return table{Title: title, Head: append([]string{"rule"}, list(profiles, labelOf)...), words: true, Rows: list(axes, func(a *profile.Axis) []cell {
		return append([]cell{{Text: sentenceCase(axisWords(a.Key))}}, list(profiles, func(p *findings.Profile) cell {
			return cell{Text: plain(meansOf(p, a)), Under: refsOf(r, basisOf(p, a.Key))}
		})...)
	})}
}

// who names the rule sets of a group, or gives their number where they are most of all and
// there is one other group.
func who(profiles []*findings.Profile, groups [][]*findings.Profile, g []*findings.Profile) string {
	if len(groups) == 2 && len(g) > 2 && 2*len(g) > len(profiles) {
		return "The other " + InNumber(len(g))
	}
	return sentence(list(g, func(p *findings.Profile) string { return p.Short }))
}

// facing divides rule sets by their values of an axis, in the order of the study.
func facingOf(r *Report, profiles []*findings.Profile, a *profile.Axis) facing {
	f := facing{Title: sentenceCase(axisWords(a.Key))}
	var groups [][]*findings.Profile
	for _, p := range profiles {
		i := slices.IndexFunc(groups, func(g []*findings.Profile) bool { return reflect.DeepEqual(g[0].Axes[a.Key], p.Axes[a.Key]) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	most := slices.MaxFunc(groups, func(a, b []*findings.Profile) int { return len(a) - len(b) })
	for _, g := range groups {
		var basis []string // not of most: their clauses are many
		if len(profiles) == 2 || 2*len(g) <= len(profiles) {
			basis = lists.Distinct(slices.Concat(list(g, func(p *findings.Profile) []string { return basisOf(p, a.Key) })...))
		}
		f.Sides = append(f.Sides, side{
			Who: who(profiles, groups, g), Means: plain(meansOf(g[0], a)), Basis: refsOf(r, basis),
			Odd: len(profiles) > 2 && 2*len(most) > len(profiles) && len(g) < len(most),
		})
	}
	f.first, f.second = groups[0][0], groups[1][0]
	slices.SortStableFunc(f.Sides, func(a, b side) int { return lists.Choose(a.Odd == b.Odd, 0, lists.Choose(a.Odd, -1, 1)) }) // the odd first
	return f
}
