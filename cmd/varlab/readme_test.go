package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the commands of the README print into it")

// Every `$ varlab …` block of the README and of the documents prints what stands
// below it; `| head -N` shows the first lines, `| tail -N` the last.
func TestReadmeCommands(t *testing.T) {
	paths, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	pages, err := filepath.Glob("../../docs/*/*.md")
	require.NoError(t, err)
	paths = append(paths, pages...)
	for _, path := range append(paths, "../../README.md") {
		path, err := filepath.Abs(path)
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.Contains(string(text), "```console\n") {
			t.Run(filepath.Base(path), func(t *testing.T) { runBlocks(t, path, string(text)) })
		}
	}
}

func runBlocks(t *testing.T, path, text string) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // where tables are kept
	var out strings.Builder
	commands, inside := 0, false
	for line := range strings.Lines(text) {
		switch {
		case line == "```console\n":
			inside = true
		case line == "```\n":
			inside = false
		case inside && strings.HasPrefix(line, "$ varlab "):
			commands++
			out.WriteString(line)
			var stdout, stderr bytes.Buffer
			command, filter, _ := strings.Cut(strings.TrimPrefix(line, "$ varlab "), " | ")
			require.NoError(t, run(context.Background(), strings.Fields(command), &stdout, &stderr), "%s%s", line, &stderr)
			lines := slices.Collect(strings.Lines(stdout.String()))
			if which, shown, cut := strings.Cut(strings.TrimSpace(filter), " -"); cut {
				n, err := strconv.Atoi(shown)
				require.NoError(t, err)
				n = min(n, len(lines))
				switch which {
				case "head":
					lines = lines[:n]
				case "tail":
					lines = lines[len(lines)-n:]
				default:
					t.Fatalf("%s is not understood (want head or tail)", which)
				}
			}
			out.WriteString(strings.Join(lines, ""))
			continue
		case inside:
			continue // what was printed before
		}
		out.WriteString(line)
	}
	require.Positive(t, commands)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(out.String()), 0o666))
		return
	}
	require.Equal(t, out.String(), text, "%s is not current: go test ./cmd/varlab -run Readme -update", path)
}

// Who reads the README finds every document.
func TestReadmeNamesEveryDocument(t *testing.T) {
	paths, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for _, path := range paths {
		require.Contains(t, string(text), "(docs/"+filepath.Base(path)+")")
	}
}
