package results

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeep(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	require.NoError(t, os.Mkdir(dir, 0o777))
	doc := filepath.Join(dir, "..", "numbers.md")
	require.NoError(t, os.WriteFile(doc, []byte("Before.\n\n<!-- table: n -->\n<!-- end of table: n -->\n\nAfter.\n"), 0o666))
	measured := 0
	table := Table[int]{
		Name: "n", Doc: "numbers.md", Command: "count",
		Measure:  func() (int, error) { measured++; return measured, nil },
		Markdown: func(n int) string { return fmt.Sprintf("| n |\n| ---: |\n| %d |\n", n) },
	}

	_, err := table.keep(dir, false, false)
	require.ErrorIs(t, err, os.ErrNotExist, "nothing was measured")

	r, err := table.keep(dir, true, true)
	require.NoError(t, err)
	require.Equal(t, 1, r.Data)
	require.Len(t, r.Commit, 40)
	text, err := os.ReadFile(doc)
	require.NoError(t, err)
	require.Equal(t, "Before.\n\n<!-- table: n -->\nMade "+r.Date+" at commit `"+r.Commit[:12]+"`; to make it again: `count`.\n\n| n |\n| ---: |\n| 1 |\n<!-- end of table: n -->\n\nAfter.\n", string(text))

	_, err = table.keep(dir, false, true)
	require.NoError(t, err)
	require.Equal(t, 1, measured, "only with update is it measured")

	require.NoError(t, os.WriteFile(filepath.Join(dir, "n.json"), []byte(`{"data": 7}`), 0o666))
	_, err = table.keep(dir, false, false)
	require.EqualError(t, err, "docs/numbers.md: the table n is not what n.json makes (run go test -update)")

	table.Files = func(n int) map[string]string { return map[string]string{"n.svg": fmt.Sprint(n)} }
	_, err = table.keep(dir, false, false)
	require.ErrorContains(t, err, "n.svg is not what n.json makes")
	_, err = table.keep(dir, true, false)
	require.NoError(t, err)
	_, err = table.keep(dir, false, false)
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(doc, []byte("no place\n"), 0o666))
	_, err = table.keep(dir, true, false)
	require.ErrorContains(t, err, "docs/numbers.md: no place for the table")

	table.Measure = func() (int, error) { return 0, errors.New("no such thing") }
	_, err = table.keep(dir, true, true)
	require.EqualError(t, err, "no such thing")
}
