package variants

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

// Overrides change draw clauses one by one: draw.quiet.plies=20, draw[1].plies=20 where there are
// several of a kind, draw-quiet, draw+{kind=quiet, plies=20, moves=king-moves}.
const addsDraw, takesDraw = "draw+", "draw-"

func changesDraws(set string) bool {
	return slices.ContainsFunc([]string{addsDraw, takesDraw, "draw.", "draw["}, func(p string) bool { return strings.HasPrefix(set, p) })
}

// changeDraws makes such a change to draws, a statement of the list. What is left alone keeps
// its source.
func changeDraws(set string, draws statement, cite Cite, fs *strict.Faults) ([]profile.DrawClause, []Cite, bool) {
	clauses, cites := slices.Clone(draws.value.([]profile.DrawClause)), slices.Clone(draws.drawCites)
	fail := func(format string, args ...any) ([]profile.DrawClause, []Cite, bool) {
		fs.Add(set, strict.Place{}, "draw", format, args...)
		return nil, nil, false
	}
	if clause, ok := strings.CutPrefix(set, addsDraw); ok {
		o, ok := readOverride("draw=["+clause+"]", fs)
		if !ok {
			return nil, nil, false
		}
		return append(clauses, o.Value.([]profile.DrawClause)...), append(cites, cite), true
	}
	var at []int // clauses that are meant
	key, text, found := strings.Cut(set, "=")
	word, field, dotted := strings.Cut(strings.TrimSpace(key[len("draw."):]), ".")
	number := -1
	if _, err := fmt.Sscanf(word, "%d]", &number); err != nil && profile.KindOf(word) == 0 {
		return fail("unknown kind %q (%s)", word, strict.Wanted(word, profile.ClauseKinds))
	}
	for i, c := range clauses {
		if i == number || c.Kind == profile.KindOf(word) {
			at = append(at, i)
		}
	}
	switch {
	case len(at) == 0:
		return fail("no clause is %s (the rule set has %s)", strings.TrimSuffix(word, "]"), strings.Join(kindsOf(clauses), ", "))
	case strings.HasPrefix(set, takesDraw):
		for _, i := range slices.Backward(at) {
			clauses, cites = slices.Delete(clauses, i, i+1), slices.Delete(cites, i, i+1)
		}
		return clauses, cites, true
	case len(at) > 1:
		return fail("%d clauses are %s (want draw[%d].%s, or another number)", len(at), word, at[0], field)
	case !found || !dotted:
		return fail("no value (want draw.%s.KEY=value)", word)
	}
	c := &clauses[at[0]]
	fields, keys := profile.ClauseFields[c.Kind], []string{}
	for _, f := range fields {
		keys = append(keys, f.Key)
	}
	i := slices.Index(keys, field)
	if i < 0 {
		return fail("unknown key %q (%s)", field, strict.Wanted(field, keys))
	}
	doc, _ := parseValue(set, text)
	if doc == nil || fields[i].Set(c, content.Plain(doc.Root["is"])) != nil {
		return fail("%s = %s is not possible (want %s)", field, strings.TrimSpace(text), wantedField(c.Kind, &fields[i], strings.TrimSpace(text)))
	}
	cites[at[0]] = cite
	return clauses, cites, true
}

// wantedField says what a key of a draw clause takes; if a number was given to a key that takes
// a word, it names the key for the number.
func wantedField(kind profile.ClauseKind, field *profile.ClauseField, got string) string {
	var moves int
	if _, err := fmt.Sscan(got, &moves); err == nil && kind == profile.Quiet && field.Key == "moves" {
		return fmt.Sprintf("%s; the number is plies = %d, two a move", field.Wanted(), 2*moves)
	}
	return field.Wanted()
}

func kindsOf(clauses []profile.DrawClause) (kinds []string) {
	for _, c := range clauses {
		kinds = append(kinds, c.Kind.String())
	}
	return kinds
}
