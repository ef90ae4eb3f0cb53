package variants_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/content"
)

// Squares that a profile, a reading or a child of either has written out stay where they
// are, whatever a later layer calls them.
func TestWrittenSquaresAreNamedAnew(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"child.toml":   "inherits = \"five-queens\"\nstatus = \"invented\"\n[board]\nfirst_square = { is = \"bottom-left\", assumed = \"a\" }\n",
		"crowns.toml":  "inherits = \"english\"\nstatus = \"invented\"\n[promotion]\nsquares = { is = \"W:W3,9:B30\", assumed = \"a\" }\n",
		"renames.toml": "inherits = \"five-queens\"\nstatus = \"invented\"\n[reading.renamed]\nstanding = \"open\"\nreason = \"r\"\nboard.first_square = \"bottom-left\"\n[reading.placed]\nstanding = \"open\"\nreason = \"r\"\nboard.start = \"W:W40-45,K46-50:B1-20\"\n[reading.both]\nstanding = \"open\"\nreason = \"r\"\nboard.start = \"W:W36,41-45,K46-50:B1-20\"\nboard.first_square = \"bottom-left\"\n",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	hash := func(ref string) string { return given.Rules(t, ref).PlayHash() }
	key := func(set string) string { return set[:strings.Index(set, "=")] }
	mirrors := []string{"board.dark_corner=left", "board.dark_corner=right"}
	written := 0
	for _, ref := range append(variants.IDs(), "five-queens+four-men", "child.toml", "child.toml+four-men", "renames.toml+placed", "crowns.toml") {
		v := given.Variant(t, ref)
		if v.Profile.Board.Start == "" && v.Profile.Promotion.Squares == "" {
			continue
		}
		written++
		sets := []string{"board.first_square=top-right", "board.first_square=bottom-left", "board.first_square=bottom-right", "board.white_home=low", "board.white_home=high", "board.notation=algebraic", "board.notation=numeric"}
		if v.Profile.Board.Columns%2 == 0 && profile.AxisOf("board.dark_corner").Applies(v.Profile) {
			sets = append(sets, mirrors...)
		}
		if v.Profile.Board.Start == "" {
			sets = append(sets, "board.first_mover=black", "board.first_mover=white")
		}
		for i, set := range sets {
			together := set
			if other := sets[(i+3)%len(sets)]; key(other) != key(set) {
				together += "," + other
			}
			for _, sets := range []string{set, together} {
				require.Equal(t, hash(ref), hash(ref+"{"+sets+"}"), "%s with %s", ref, sets)
			}
		}
	}
	require.Greater(t, written, 5)
	// Readings mean the same squares in any order, and in a child that names them otherwise.
	require.Equal(t, hash("five-queens"), hash("child.toml"))
	require.Equal(t, hash("five-queens+four-men"), hash("child.toml+four-men"))
	placed := hash("renames.toml+placed")
	require.NotEqual(t, hash("five-queens"), placed)
	for _, other := range []string{"renames.toml+placed+renamed", "renames.toml+renamed+placed", "renames.toml+both"} {
		require.Equal(t, placed, hash(other), other)
	}
	// What is set together is in the names that are set.
	require.Equal(t, placed, hash(`five-queens{board.start="W:W36,41-45,K46-50:B1-20",board.first_square=bottom-left}`))
	_, err := variants.Load("diagonal{board.first_mover=black}", nil)
	require.ErrorContains(t, err, "board.start: the opponent of board.first_mover")
}

// Where the ends of turns are the same, what they take tells them apart.
func TestTurnsAreToldApart(t *testing.T) {
	for b, says := range map[string]string{
		`international{capture.removal="at-once"}`:   "32x16x21x43",
		`english{promotion.squares="W:W2,4:B29,31"}`: "crown",
	} {
		var vs [2]*variants.Resolved
		var rs [2]*rules.Rules
		for i, ref := range []string{strings.Split(b, "{")[0], b} {
			vs[i], rs[i] = given.Variant(t, ref), given.Rules(t, ref)
		}
		c, err := variants.NewContrast(t.Context(), vs, rs, 10_000, 20_000)
		require.NoError(t, err)
		var text strings.Builder
		c.WriteText(&text, true)
		require.Contains(t, text.String(), says)
		if says != "crown" {
			require.NotContains(t, text.String(), "crown")
			require.NotEqual(t, c.Witness.TurnsA, c.Witness.TurnsB)
		}
	}
}

// Tables and figures name rule sets by short names, and tell those of one family apart by
// colour as far as there are colours.
func TestShortNamesAndColours(t *testing.T) {
	short, colours := map[string]string{}, map[string]map[string]int{}
	for _, id := range variants.IDs() {
		v := given.Variant(t, id)
		assert.NotEmpty(t, v.Colour, id)
		assert.LessOrEqual(t, utf8.RuneCountInString(v.Short), content.ShortLength, id)
		assert.Empty(t, short[v.Short], "%s is called as %s", id, short[v.Short])
		short[v.Short] = id
		if colours[v.Family] == nil {
			colours[v.Family] = map[string]int{}
		}
		colours[v.Family][v.Colour]++
	}
	for family, of := range colours {
		sum := 0
		for _, n := range of {
			sum += n
		}
		for colour, n := range of {
			assert.LessOrEqual(t, n, 1+sum/len(content.Colours), "%s: %s", family, colour)
		}
	}
}

func TestLabel(t *testing.T) {
	v := given.Variant(t, "short kings=international{king.range=short}")
	assert.Equal(t, "short kings", v.Label)
	assert.Equal(t, "international{king.range=short}", v.ID)
	for _, ref := range []string{"international{king.range=short}", "./a=b.toml"} {
		label, rest := variants.CutLabel(ref)
		assert.Empty(t, label)
		assert.Equal(t, ref, rest)
	}
}
