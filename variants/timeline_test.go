package variants

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// docs/findings/timeline.md is what the profiles make of it. go test ./variants -update rewrites it.
func TestTimeline(t *testing.T) {
	const path = "../docs/findings/timeline.md"
	text := disk.Read(t, path)
	texts, clauses := timeline(t)
	now := block(t, text, "texts", texts)
	now = block(t, now, "clauses", clauses)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, text, "docs/findings/timeline.md is old (go test ./variants -update rewrites it)")
}

// A said is what one text says on one axis, for one rule set.
type said struct {
	text    string
	year    string
	value   string
	clauses []string
	read    bool // the clause allows another reading
}

// told writes what texts say of one value: each text once, and each of its clauses.
func told(list []said) (texts []string) {
	at := map[string]int{}
	seen := map[string]bool{}
	for _, s := range list {
		own := slices.DeleteFunc(slices.Clone(s.clauses), func(c string) bool { return seen[c] })
		if len(own) == 0 {
			continue
		}
		words := ids(own)
		if s.read {
			words += " *"
		}
		for _, c := range own {
			seen[c] = true
		}
		if i, ok := at[s.text]; ok {
			texts[i] += ", " + words
			continue
		}
		at[s.text] = len(texts)
		texts = append(texts, s.year+" "+words)
	}
	return texts
}

// timeline returns the texts in order of time, and for each axis what they say on it.
func timeline(t *testing.T) (texts, clauses string) {
	var sources []Source
	of := map[string][]string{} // the rule sets of a text
	by := map[string][]said{}
	for _, id := range IDs() {
		v := loaded(t, id)
		for _, s := range v.Sources {
			if len(of[s.ID]) == 0 {
				sources = append(sources, s)
			}
			of[s.ID] = append(of[s.ID], id)
		}
		for _, a := range v.Axes() {
			cite := v.Cite(a.Key)
			for _, s := range v.Sources {
				own := slices.DeleteFunc(slices.Clone(cite.Clauses), func(c string) bool { return document(c) != s.ID })
				if len(own) == 0 {
					continue
				}
				if value := a.Means(a.Get(v.Profile)); !strings.HasPrefix(value, "No rule ") {
					by[a.Key] = append(by[a.Key], said{s.ID, s.Year, value, own, cite.Assumed != nil})
				}
			}
		}
	}
	slices.SortStableFunc(sources, func(a, b Source) int { return cmp.Or(byYear(a.Year, b.Year), cmp.Compare(a.Title, b.Title)) })
	var b strings.Builder
	b.WriteString("| years | text | where | read whole | rule sets |\n| --- | --- | --- | --- | --- |\n")
	for _, s := range sources {
		whole := "no"
		if s.Whole {
			whole = "yes"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", s.Year, s.Title, s.Where, whole, ids(of[s.ID]))
	}
	texts = b.String()
	b.Reset()
	for i := range profile.Axes {
		a := &profile.Axes[i]
		list := by[a.Key]
		if len(list) == 0 || strings.HasPrefix(a.Key, "board.") && !a.Plays {
			continue
		}
		slices.SortStableFunc(list, func(a, b said) int {
			return cmp.Or(byYear(a.year, b.year), slices.Compare(a.clauses, b.clauses))
		})
		fmt.Fprintf(&b, "\n### `%s`\n\n%s\n\n| what holds | oldest text here | again |\n| --- | --- | --- |\n", a.Key, a.Sentence)
		for len(list) > 0 {
			value := list[0].value
			var those []said
			list = slices.DeleteFunc(list, func(e said) bool {
				if e.value == value {
					those = append(those, e)
				}
				return e.value == value
			})
			when := told(those)
			fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.ReplaceAll(value, "|", "\\|"), when[0], strings.Join(when[1:], "; "))
		}
	}
	return texts, b.String()
}

// byYear orders texts by the year of the first known edition; a text of which only the year by
// which it was printed is known stands there.
func byYear(a, b string) int {
	fromA, toA := years(a)
	fromB, toB := years(b)
	return cmp.Or(cmp.Compare(fromA, fromB), cmp.Compare(toA, toB))
}

func ids(list []string) string { return "`" + strings.Join(list, "`, `") + "`" }
