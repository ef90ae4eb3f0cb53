package variants

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/variants/content"

	"github.com/stretchr/testify/require"
)

// Every built-in profile, and every reading of it alone, loads and compiles.
func TestReadingsCompile(t *testing.T) {
	for _, id := range IDs() {
		refs, err := Expand(id + "+*")
		require.NoError(t, err)
		for _, ref := range refs {
			t.Run(ref, func(t *testing.T) {
				v := loaded(t, ref)
				require.Equal(t, ref, v.ID)
				_, err = rules.Compile(v.Profile)
				require.NoError(t, err)
			})
		}
	}
}

// The resolved profiles are reviewed as prose when they change: those that inherit, what
// they do not say in their parent's words.
func TestResolved(t *testing.T) {
	parts := func(v *Resolved) []string {
		var b strings.Builder
		require.NoError(t, v.Explain("").WriteText(&b))
		return strings.Split(b.String(), "\n\n")
	}
	for _, id := range IDs() {
		v := loaded(t, id)
		own := parts(v)
		if v.Inherits != "" {
			parent := loaded(t, v.Inherits)
			theirs := parts(parent)
			own = slices.DeleteFunc(own, func(part string) bool { return slices.Contains(theirs, part) })
		}
		golden(t, "testdata/resolved/"+id+".txt", strings.Join(own, "\n\n"))
		var first, again bytes.Buffer
		first.Write(v.Content())
		v = loaded(t, id)
		again.Write(v.Content())
		require.Equal(t, first.String(), again.String())
	}
}

// Every value of every built-in profile has a clause, or the reason why it is
// assumed, and a sentence.
func TestEveryValueHasItsSource(t *testing.T) {
	for _, id := range IDs() {
		v := loaded(t, id)
		for _, field := range []string{v.Title, v.Period, v.Place, v.Language, v.Status, v.Family, v.Summary} {
			require.NotEmpty(t, field, id)
		}
		require.NotZero(t, v.Century(), id)
		for i := range profile.Axes {
			a := &profile.Axes[i]
			if !a.Applies(v.Profile) || a.Key == "board.start" {
				continue
			}
			cite := v.Cite(a.Key)
			require.True(t, len(cite.Clauses) > 0 || cite.Assumed != nil, "%s: %s", id, a.Key)
			require.NotEmpty(t, a.Means(a.Get(v.Profile)), "%s: %s", id, a.Key)
			if a.Unstated == "" || cite.Assumed.String() != a.Unstated {
				require.Regexp(t, `^variants/.*\.toml:\d+$`, cite.Where)
			}
		}
		require.Len(t, v.drawCites, len(v.Profile.Draws))
	}
}

// A text speaks only for the rule sets that name it: what another takes over from them
// is assumed.
func TestTextsSpeakForTheirOwn(t *testing.T) {
	for _, id := range IDs() {
		v := loaded(t, id)
		var own []string
		for _, s := range v.Sources {
			own = append(own, s.ID)
			from, to := years(s.Year)
			require.True(t, 1000 < from && from <= to, "%s: %s", id, s.ID)
		}
		for _, a := range v.Axes() {
			cite := v.Cite(a.Key)
			for _, c := range cite.Clauses {
				require.Contains(t, own, document(c), "%s: %s", id, a.Key)
			}
		}
		for _, cite := range v.drawCites {
			for _, c := range cite.Clauses {
				require.Contains(t, own, document(c), "%s: draw", id)
			}
		}
	}
	for _, c := range []struct{ id, key, from, assumed string }{
		{"jeu-force", "claim.huff_turn", "encyclopedie-francaise", "from encyclopedie-francaise (encyclopedie.c19)"},
		{"ten-row-fifteen", "king.range", "encyclopedie-polonaise", "from encyclopedie-polonaise (encyclopedie.c24, encyclopedie.c25)"},
		{"manoury", "claim.huff_turn", "polonaise-souffler", "from polonaise-souffler (chabreul2.c17, chabreul2.c18)"},
		{"encyclopedie-polonaise", "claim.huff_turn", "", ""},
		{"francaise-souffler", "man.capture", "", ""},
	} {
		v := loaded(t, c.id)
		cite := v.Cite(c.key)
		require.Equal(t, c.from, cite.From, c.id)
		require.Equal(t, c.assumed, cite.Assumed.String(), c.id)
		require.Equal(t, c.from != "", len(cite.Clauses) == 0, c.id)
	}
}

// A reference may state overrides as ids do, so that an id can be given back.
func TestOverridesInReferences(t *testing.T) {
	v := loaded(t, "federation+quiet-25", `draw=[{kind="repetition",count=3}]`, "king.range=short", `capture.precedence=["quantity","value"]`)
	again := loaded(t, v.ID)
	require.Equal(t, v.ID, again.ID)
	require.Equal(t, v.Profile, again.Profile)
	require.Equal(t, v.Sets, again.Sets)

	_, err := Expand("regle-moderne+*+eight-directions")
	require.Error(t, err)
	refs, err := Expand("federation+*{draw=[]}")
	require.NoError(t, err)
	require.Equal(t, []string{"federation{draw=[]}", "federation+compel-or-waive{draw=[]}"}, refs[:2])
	v = loaded(t, "federation{king.range=short, draw=[]}", " king.range=flying ")
	require.Equal(t, profile.Flying, v.Profile.King.Range, "what is said last counts")
	require.Equal(t, "federation{draw=[],king.range=flying}", v.ID, "and has the name of what it is")
	_, err = Load("federation", []string{"king.range=flyng", "king.range=flying"})
	require.ErrorContains(t, err, "flyng", "a mistake is named, whatever comes after it")
	loaded(t, v.ID)
	_, err = Load("federation{draw=[], draw =[]}", nil)
	require.ErrorContains(t, err, "draw stands twice (want each override once)")
	_, err = Load("federation{king.rang=short}", nil)
	require.ErrorContains(t, err, "king.rang")
	_, err = Load("federation{", nil)
	require.Error(t, err)
}

func FuzzReference(f *testing.F) {
	for _, s := range []string{"", "draw=[]", `capture.precedence=["quantity","value"], king.range=short`, "{", "a='}", `x="`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ref := "federation{" + s + "}"
		name, sets := cutSets(ref)
		if name != "federation" {
			t.Fatalf("%q is the name of %q", name, ref)
		}
		v, err := Load(ref, nil)
		if err != nil {
			return
		}
		again, err := Load(v.ID, nil)
		if err != nil {
			t.Fatalf("%q, from %q with %q: %v", v.ID, ref, sets, err)
		}
		require.Equal(t, v.Profile, again.Profile)
	})
}

// What the texts leave open is named where its readings are: in the rule sets of the
// five texts, by a reading or a note.
func TestEveryAmbiguityIsNamed(t *testing.T) {
	found := map[string]bool{}
	for _, id := range []string{"encyclopedie-francaise", "encyclopedie-polonaise", "federation", "polonaise-souffler", "regle-moderne"} {
		v := loaded(t, id)
		for _, r := range v.Readings {
			found[r.Ambiguity] = true
		}
		for _, n := range v.Notes {
			found[n.Ambiguity] = true
		}
	}
	for n := range 30 {
		name := fmt.Sprintf("A%02d", n+1)
		require.True(t, found[name], name)
		delete(found, name)
	}
	require.True(t, found["A21b"])
	delete(found, "A21b")
	delete(found, "") // of readings that the list does not have
	require.Empty(t, found)
}

func TestYears(t *testing.T) {
	for period, want := range map[string]Years{
		"1754":                         {1754, 1754, 1754, true},
		"1668, with the moves of 1754": {1668, 1668, 1668, true},
		"about 1736 to 1805":           {1736, 1736, 1805, true},
		"since 1947":                   {1947, 1947, 0, true},
		"19th century":                 {1801, 1801, 1900, false},
		"20th or early 21st century":   {1901, 1901, 2100, false},
		"20th century to today, of a game played since the 18th century": {1701, 1901, 0, false},
		"long ago": {},
	} {
		v := &Resolved{About: content.About{Period: period}}
		require.Equal(t, want, v.Years(), period)
	}
}
