package variants

import (
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/glossary"
)

// All that explain can say of a rule set that has French is there in French, and nothing is
// there of which the English has gone or changed.
func TestFrenchIsWholeAndFresh(t *testing.T) {
	said := map[string]string{} // English texts, and who says them first
	who := program
	tongues["fr"] = func(text string) string {
		if said[text] == "" {
			said[text] = who
		}
		return french(text)
	}
	t.Cleanup(func() { tongues["fr"] = french })
	names, err := fs.Glob(files, "french/*.txt")
	require.NoError(t, err)
	originals := quotable(t)
	texts := map[string]string{} // English texts, and the files that have their French
	for _, name := range names {
		text, err := files.ReadFile(name)
		require.NoError(t, err)
		list := pairs(string(text))
		require.NotEmpty(t, list, name)
		for _, p := range list {
			assert.NotContains(t, texts, p[0], "%s has the French of this too", name)
			texts[p[0]] = name
			for _, quoted := range regexp.MustCompile(`« ([^%]+?) »`).FindAllStringSubmatch(p[1], -1) {
				assert.Contains(t, originals, quoted[1], name)
			}
		}
	}
	sayProgram(tongues["fr"])
	for _, name := range names {
		if who = name; name == program {
			continue
		}
		id := strings.TrimSuffix(strings.TrimPrefix(name, "french/"), ".txt")
		refs, err := Expand(id + "+*")
		require.NoError(t, err)
		for _, ref := range refs {
			v, err := LoadIn("fr", ref, nil)
			require.NoError(t, err)
			require.True(t, v.HasFrench())
			require.NoError(t, v.Explain("").WriteText(io.Discard))
		}
		v, err := LoadIn("fr", id, []string{"conduct.release=seen"})
		require.NoError(t, err)
		words := []string{"claim", "board"}
		for _, term := range glossary.All() {
			if term.Keys != nil {
				words = append(words, term.Words["en"])
			}
		}
		for _, word := range words {
			require.NoError(t, v.Explain(word).WriteText(io.Discard))
		}
	}
	for _, text := range slices.Sorted(maps.Keys(said)) {
		if texts[text] == "" && strings.ContainsFunc(text, unicode.IsLetter) {
			t.Errorf("%s lacks the French of this:\n%s", said[text], text)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		if said[text] == "" {
			t.Errorf("%s has the French of this, which nothing says:\n%s", texts[text], text)
		}
	}
}

// quotable returns all that is there of the originals: their texts, and key words of clauses.
func quotable(t *testing.T) string {
	var all []string
	names, err := fs.Glob(files, "texts/*.txt")
	require.NoError(t, err)
	for _, name := range names {
		text, err := files.ReadFile(name)
		require.NoError(t, err)
		all = append(all, string(text))
	}
	for _, clauses := range library() {
		for _, c := range clauses {
			all = append(all, c.Words)
		}
	}
	return strings.Join(all, "\n")
}

// sayProgram says all that the program itself can say of an axis.
func sayProgram(say func(string) string) {
	for i := range profile.Axes {
		a := &profile.Axes[i]
		say(a.Sentence)
		content.Assumed{{Unstated: a.Key}}.In(say)
		for _, word := range a.Words() {
			a.MeansIn(say, word)
			a.MeansIn(say, []string{word})
		}
		for _, v := range []any{true, false, 0, 3, "", []string{}, []profile.DrawClause{}} {
			if a.Allows(v) == nil || a.Kind == profile.Number {
				a.MeansIn(say, v)
			}
		}
	}
	for kind, fields := range profile.ClauseFields {
		c := profile.DrawClause{Kind: kind, Strong: []string{"KKMMM", "MMMMKKKKK", "K+"}, Weak: []string{"M"}}
		for range 2 {
			for _, f := range fields {
				for _, v := range []any{true, false, 1, 2} {
					_ = f.Set(&c, v)
					c.In(say)
				}
				for _, w := range f.Words {
					_ = f.Set(&c, w)
					c.In(say)
				}
			}
		}
	}
	for _, words := range [][]string{statuses, coverageWords, {AsAxis, AsReplaced, AsConduct + ", not simulated"}, slices.Collect(maps.Values(unplayed))} {
		for _, word := range words {
			say(word)
		}
	}
	for _, standing := range content.Standings {
		content.Standing{Standing: standing, From: "x"}.In(say)
	}
}
