package variants

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// docs/timeline.md is what the profiles make of it. go test ./variants -update rewrites it.
func TestTimeline(t *testing.T) {
	const path = "../docs/timeline.md"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	texts, clauses := timeline(t)
	now := block(t, string(text), "texts", texts)
	now = block(t, now, "clauses", clauses)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, string(text), "docs/timeline.md is old (go test ./variants -update rewrites it)")
}

// A said is what one text says on one axis.
type said struct {
	year    string
	source  Source
	value   string
	clauses []string
	rules   []string
	read    bool // the clause allows another reading
}

// timeline returns the texts in order of time, and for each axis what they say on it.
func timeline(t *testing.T) (texts, clauses string) {
	var sources []Source
	of := map[string][]string{} // the rule sets of a text
	by := map[string][]said{}
	for _, id := range IDs() {
		v, err := Load(id, nil)
		require.NoError(t, err)
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
				e := said{s.Year, s, a.Means(a.Get(v.Profile)), own, []string{id}, cite.Assumed != ""}
				i := slices.IndexFunc(by[a.Key], func(o said) bool {
					return o.source.ID == s.ID && o.value == e.value && slices.Equal(o.clauses, own) && o.read == e.read
				})
				if i < 0 {
					by[a.Key] = append(by[a.Key], e)
				} else {
					by[a.Key][i].rules = append(by[a.Key][i].rules, id)
				}
			}
		}
	}
	slices.SortStableFunc(sources, func(a, b Source) int { return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Title, b.Title)) })
	var b strings.Builder
	b.WriteString("| years | text | read whole | rule sets |\n| --- | --- | --- | --- |\n")
	for _, s := range sources {
		whole := "no"
		if s.Whole {
			whole = "yes"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", s.Year, s.Title, whole, ids(of[s.ID]))
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
			return cmp.Or(cmp.Compare(a.year, b.year), cmp.Compare(a.source.ID, b.source.ID), slices.Compare(a.clauses, b.clauses))
		})
		fmt.Fprintf(&b, "\n### `%s`\n\n%s\n\n| years | clause | what holds by it | rule sets |\n| --- | --- | --- | --- |\n", a.Key, a.Sentence)
		seen := map[string]bool{}
		for _, e := range list {
			value := strings.ReplaceAll(e.value, "|", "\\|")
			if !seen[e.value] {
				value = "**" + value + "**"
			}
			seen[e.value] = true
			if e.read {
				value += " (as read here)"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.year, ids(e.clauses), value, ids(e.rules))
		}
	}
	return texts, b.String()
}

func ids(list []string) string { return "`" + strings.Join(list, "`, `") + "`" }
