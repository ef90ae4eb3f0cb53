package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/exact"
)

func readFinding(t *testing.T, name string) *finding {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs/exact", name+".json"))
	require.NoError(t, err)
	f := new(finding)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(f))
	return f
}

var findingBlock = regexp.MustCompile(`(?s)<!-- finding: ([a-z0-9-]+) -->\n(.*?)<!-- end of finding: ([a-z0-9-]+) -->\n`)

// The tables of docs/exact.md are those of the committed results, and each stands
// under the command that repeats it.
func TestFindingsInDocs(t *testing.T) {
	const path = "../../docs/exact.md"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	blocks := 0
	want := findingBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		blocks++
		name := findingBlock.FindStringSubmatch(block)[1]
		f := readFinding(t, name)
		return "<!-- finding: " + name + " -->\nFrom [exact/" + name + ".json](exact/" + name + ".json), " + f.Date + ":\n\n    " +
			f.Command + "\n\n" + f.markdown() + "<!-- end of finding: " + name + " -->\n"
	})
	files, err := filepath.Glob("../../docs/exact/*.json")
	require.NoError(t, err)
	require.Equal(t, len(files), blocks)
	svg := readFinding(t, "kings").lengths().SVG()
	const picture = "../../docs/exact/lengths.svg"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o666))
		require.NoError(t, os.WriteFile(picture, []byte(svg), 0o666))
		return
	}
	require.Equal(t, want, string(text), "docs/exact.md is not current: go test ./cmd/varlab -run FindingsInDocs -update")
	drawn, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, svg, string(drawn))
}

// What is committed is what solving finds: the quick parts of every finding are
// solved again; all of them with VARLAB_DEEP.
func TestFindingsAgain(t *testing.T) {
	deep := os.Getenv("VARLAB_DEEP") != ""
	tables := t.TempDir()
	again := func(to any, args ...string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		require.NoError(t, run(context.Background(), append(args, "--format", "json", "--tables", tables), &stdout, &stderr), "%s", &stderr)
		require.NoError(t, json.Unmarshal(stdout.Bytes(), to))
	}
	solved := 0
	for _, name := range []string{"kings", "elsewhere"} {
		for _, e := range readFinding(t, name).Endings {
			if len(e.Material) > len("KK vs K") && !deep {
				continue
			}
			var rows []solvedRow
			again(&rows, "solve", "-r", e.Rules, "--material", e.Material)
			require.Equal(t, e.Rows, rows, "%s: %s under %s", name, e.Material, e.Rules)
			solved++
		}
	}
	for _, name := range []string{"flips8", "flips10"} {
		for _, e := range readFinding(t, name).Comparisons {
			if len(e.Material) > len("KM vs K") && !deep {
				continue
			}
			var got comparedEnding
			again(&got, "solve", "-r", e.Rules, "--against", e.Against, "--material", e.Material)
			require.Equal(t, e, got)
			solved++
		}
	}
	var games []solvedGame
	files, err := filepath.Glob("../../docs/exact/boards*.json")
	require.NoError(t, err)
	for _, file := range files {
		games = append(games, readFinding(t, strings.TrimSuffix(filepath.Base(file), ".json")).Games...)
	}
	for _, g := range games {
		if !deep && (g.Positions > 100000 || g.Method != exact.ByTables) {
			continue
		}
		var got solvedGame
		again(&got, "solve", "-r", g.Rules, "--board", g.Board, "--men-rows", fmt.Sprint(g.MenRows))
		require.Equal(t, g, got)
		solved++
	}
	require.Greater(t, solved, 50)
}
