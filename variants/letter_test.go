package variants

import (
	"regexp"
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
		v := loaded(t, id)
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
		v := loaded(t, id)
		for _, a := range v.Axes() {
			if cite := v.Cite(a.Key); len(cite.Clauses) > 0 && cite.From == "" && unsaid.MatchString(cite.Assumed.String()) {
				t.Errorf("%s: %s cites %s: %s", id, a.Key, strings.Join(cite.Clauses, ", "), cite.Assumed)
			}
		}
	}
}

// A rule set is of the century in which its period begins.
func TestCenturies(t *testing.T) {
	for id, century := range map[string]int{"spanish": 21, "frisian": 21, "russian": 21, "czech": 20, "jeu-force": 17, "francaise-souffler": 19} {
		v := loaded(t, id)
		require.Equal(t, century, v.Century(), id)
	}
}

// A text of the parent may be of the year in which the latest own text appeared, and no later.
func TestTextsOfTheSameYear(t *testing.T) {
	for year, later := range map[string]bool{"1753": true, "1754": false, "1750 to 1754": false, "1755": false} {
		_, err := Read("child.toml", `inherits = "encyclopedie-francaise"
[source.mine]
title = "A text"
year = "`+year+`"
clauses = { moves = "Men move." }
[source.encyclopedie]
last = "c20"
[coverage]
"mine.moves" = { as = "common", because = "a remark" }
`)
		if later {
			require.ErrorContains(t, err, "source.encyclopedie: of 1754, which is later than mine", year)
		} else if err != nil {
			require.NotContains(t, err.Error(), "later than", year)
		}
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
	require.Equal(t, "c1", strings.TrimPrefix(v.clause("page.c1").ID, "page."))
	_, err = Read("child.toml", strings.Replace(child, `"chabreul2"`, `"sheet"`, 1))
	require.ErrorContains(t, err, `"sheet" is no text of the rule set that this one inherits from`)
}
