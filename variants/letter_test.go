package variants

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/variants/content"
)

// textNames are texts, and people whose words or ways are taken from a text.
var textNames = regexp.MustCompile(`Manoury|Boyer|Parton|Hoyle|Britannica|Encyclopédie|encyclopaedia|Chabreul|Mallet|Meyers|federation|English books|Murray|Parlett|(later|older|other) (books|texts|rules)`)

// A reading whose reason names another text is taken from it: it is imported, which says
// from where. A child may say what its parent's text says.
func TestReadingsFromOtherTextsAreImported(t *testing.T) {
	for _, id := range IDs() {
		v, err := Load(id, nil)
		require.NoError(t, err)
		own := ""
		for _, s := range v.Sources {
			own += s.Title + s.Author + s.Note
		}
		for _, r := range v.Readings {
			if named := textNames.FindString(r.Reason); named != "" && !strings.Contains(own, named) && r.Standing.Standing != content.Imported {
				t.Errorf("%s+%s is %s and names %s: %s", id, r.Name, r.Standing.Standing, named, r.Reason)
			}
			if r.Standing.Standing == content.Imported {
				require.NotEmpty(t, r.From, "%s+%s", id, r.Name)
			}
			if r.Standing.Standing == content.Against {
				require.NotEmpty(t, r.Clauses, "%s+%s", id, r.Name)
				require.NotEmpty(t, r.Words, "%s+%s", id, r.Name)
			}
		}
	}
}

var unsaid = regexp.MustCompile(`not said|not say|is silent|are silent|nowhere said|not spoken of|unsaid`)

// What a text leaves unsaid it does not say: a value that fills a silence cites nothing.
func TestASilenceIsNoSaying(t *testing.T) {
	for _, id := range IDs() {
		v, err := Load(id, nil)
		require.NoError(t, err)
		for _, a := range v.Axes() {
			if cite := v.Cite(a.Key); len(cite.Clauses) > 0 && cite.From == "" && unsaid.MatchString(cite.Assumed) {
				t.Errorf("%s: %s cites %s: %s", id, a.Key, strings.Join(cite.Clauses, ", "), cite.Assumed)
			}
		}
	}
}

// What a second reading of the five texts found: values, what they rest on, and what
// speaks for and against the readings.
func TestToTheLetter(t *testing.T) {
	for _, c := range []struct{ id, key, clauses, assumed string }{
		{"polonaise-souffler", "ending.no_pieces", "chabreul3.c03", ""},
		{"polonaise-souffler", "ending.no_moves", "chabreul3.c04", ""},
		{"polonaise-souffler", "match.resignation", "chabreul3.c01", ""},
		{"francaise-souffler", "ending.no_moves", "chabreul0.applies chabreul3.c04", ""},
		{"manoury", "ending.no_pieces", "", "from polonaise-souffler (chabreul3.c03)"},
		{"manoury", "match.resignation", "hoyle.16", ""},
		{"polonaise-souffler", "conduct.unlifted_pieces", "chabreul2.c13 chabreul2.c16", ""},
		{"polonaise-souffler", "conduct.touch_against_duty", "", "imported from Manoury's rules, hoyle.6"},
		{"encyclopedie-francaise", "king.moves", "encyclopedie.c06 encyclopedie.c12", ""},
		{"encyclopedie-francaise", "man.may_capture_king", "encyclopedie.c08 encyclopedie.c18", ""},
		{"encyclopedie-francaise", "ending.no_moves", "", "against the letter of c20"},
		{"encyclopedie-polonaise", "man.chain", "encyclopedie.c23 encyclopedie.c14 encyclopedie.c15", ""},
		{"encyclopedie-polonaise", "promotion.ends_move", "encyclopedie.c23 encyclopedie.c14", "a man takes as French kings do"},
		{"jeu-plaisant", "capture.completion", "", "is not said"},
	} {
		v, err := Load(c.id, nil)
		require.NoError(t, err)
		cite := v.Cite(c.key)
		require.Equal(t, c.clauses, strings.Join(cite.Clauses, " "), "%s: %s", c.id, c.key)
		require.Contains(t, cite.Assumed, c.assumed, "%s: %s", c.id, c.key)
		require.Equal(t, c.assumed == "", cite.Assumed == "", "%s: %s", c.id, c.key)
	}
	for _, c := range []struct{ id, reading, standing string }{
		{"polonaise-souffler", "leap-over-files", content.Against},
		{"polonaise-souffler", "blocked-is-draw", content.Against},
		{"polonaise-souffler", "blocked-passes", content.Against},
		{"polonaise-souffler", "king-lands-behind-the-last", content.Imported},
		{"encyclopedie-polonaise", "king-lands-behind-the-last", content.Imported},
		{"federation", "king-lands-behind-the-last", content.Imported},
		{"polonaise-souffler", "wrong-square-is-a-false-move", content.Open},
		{"polonaise-souffler", "sides-of-one-piece", content.Open},
		{"polonaise-souffler", "all-pieces-go", content.Open},
		{"polonaise-souffler", "touch-forbids-claims", content.Open},
		{"encyclopedie-francaise", "all-pieces-go", content.Open},
		{"encyclopedie-francaise", "must-huff", content.Open},
		{"encyclopedie-francaise", "eight-directions", content.Against},
		{"encyclopedie-francaise", "blocked-passes", content.Open},
		{"encyclopedie-francaise", "blocked-is-draw", content.Against},
	} {
		v, err := Load(c.id, nil)
		require.NoError(t, err)
		i := slices.IndexFunc(v.Readings, func(r Reading) bool { return r.Name == c.reading })
		require.GreaterOrEqual(t, i, 0, "%s+%s", c.id, c.reading)
		require.Equal(t, c.standing, v.Readings[i].Standing.Standing, "%s+%s", c.id, c.reading)
	}
	v, err := Load("polonaise-souffler", nil)
	require.NoError(t, err)
	require.False(t, v.ReadWhole(), "what stands between the second part and the last paragraph was not seen")
	for id, century := range map[string]int{"spanish": 21, "frisian": 21, "russian": 21, "czech": 20, "jeu-force": 17, "francaise-souffler": 19} {
		v, err := Load(id, nil)
		require.NoError(t, err)
		require.Equal(t, century, v.Century(), id)
	}
}

// Another page of the same book takes nothing from a child: with it the texts of the
// parent speak for the child as before.
func TestAPartOfTheSameText(t *testing.T) {
	const child = `inherits = "polonaise-souffler"
[source.page]
part_of = "chabreul2"
title = "One more page"
year = "1860 to 1890"
[source.page.clauses]
c1 = "Nothing new."
[coverage]
"page.c1" = { as = "common", because = "a remark" }
`
	v, err := Read("child.toml", child)
	require.NoError(t, err)
	require.Equal(t, []string{"chabreul2.c17", "chabreul2.c18"}, v.Cite("claim.huff_turn").Clauses)
	require.Equal(t, "c1", strings.TrimPrefix(v.Clause("page.c1").ID, "page."))
	_, err = Read("child.toml", strings.Replace(child, `"chabreul2"`, `"sheet"`, 1))
	require.ErrorContains(t, err, `"sheet" is no text of the rule set that this one inherits from`)
}
