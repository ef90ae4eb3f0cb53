package variants

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
)

// Every built-in profile, and every reading of it alone, loads and compiles.
func TestReadingsCompile(t *testing.T) {
	for _, id := range IDs() {
		refs, err := Expand(id + "+*")
		require.NoError(t, err)
		for _, ref := range refs {
			t.Run(ref, func(t *testing.T) {
				v, err := Load(ref, nil)
				require.NoError(t, err)
				require.Equal(t, ref, v.ID)
				_, err = rules.Compile(v.Profile)
				require.NoError(t, err)
			})
		}
	}
}
