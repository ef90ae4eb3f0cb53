package variants

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/profile"
)

// A profile written out whole is the same game, with the same clauses.
func TestTOMLIsTheRuleSet(t *testing.T) {
	for _, ref := range append(IDs(), "federation+compel-or-waive", "english{draw=[]}", `international{board.start="W:W31,K40:B1"}`) {
		v := loaded(t, ref)
		path := filepath.Join(t.TempDir(), "written.toml")
		require.NoError(t, os.WriteFile(path, []byte(v.TOML()), 0o666))
		w := loaded(t, path)
		was, err := rules.Compile(v.Profile)
		require.NoError(t, err)
		is, err := rules.Compile(w.Profile)
		require.NoError(t, err)
		require.Equal(t, was.PlayHash(), is.PlayHash(), ref)
		for _, a := range v.Axes() {
			require.Equal(t, a.Get(v.Profile), a.Get(w.Profile), a.Key)
			if a.Kind != profile.Clauses || len(v.Profile.Draws) == 0 {
				require.Equal(t, v.Cite(a.Key).Clauses, w.Cite(a.Key).Clauses, a.Key)
			}
		}
		for i, cite := range v.drawCites {
			require.Equal(t, cite.Clauses, w.drawCites[i].Clauses)
		}
	}
}

// The schema loads, and names every axis, every key of every draw clause and every key
// beside them.
func TestSchemaLoads(t *testing.T) {
	text := Schema()
	path := filepath.Join(t.TempDir(), "schema.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	v := loaded(t, path)
	loaded(t, path+"+flying")
	for i := range profile.Axes {
		require.Contains(t, text, profile.Axes[i].Sentence)
	}
	require.Len(t, v.Profile.Draws, len(profile.ClauseKinds))
	for _, fields := range profile.ClauseFields {
		for _, f := range fields {
			require.Contains(t, text, f.Key+" = ")
		}
	}
	for _, key := range metaKeys {
		require.Regexp(t, `(?m)^(# )?(\[`+key+`[.\]]|`+key+` = )`, text)
	}
}
