package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/results"
)

// Every command in a document has flags that the program knows, but in results of an earlier
// day.
func TestCommandsInDocuments(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/*/*.md"} {
		found := disk.Glob(t, pattern)
		paths = append(paths, found...)
	}
	named := regexp.MustCompile("`(varlab [^`]+)`|(?m)^(?:\\$ |    )(varlab .*(?:\\\\\n.*)*)$")
	commands := 0
	for _, path := range paths {
		text := disk.Read(t, path)
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			if strings.HasPrefix(strings.TrimPrefix(paragraph, "<!-- table"), "Made ") || strings.Contains(paragraph, "\nMade 20") || strings.Contains(paragraph, "commit `") {
				continue
			}
			for _, match := range named.FindAllStringSubmatch(paragraph, -1) {
				line, _, _ := strings.Cut(match[1]+match[2], " | ")
				cmd, rest, err := newRoot(io.Discard).Find(strings.Fields(line)[1:])
				require.NoError(t, err, "%s: %s", path, line)
				for _, word := range rest {
					if name, ok := strings.CutPrefix(strings.Trim(word, "`',;.)"), "--"); ok && name != "help" && name != "version" {
						name, _, _ = strings.Cut(name, "=")
						require.NotNil(t, cmd.Flag(name), "%s: %s", path, line)
					}
				}
				commands++
			}
		}
	}
	require.Greater(t, commands, 100)
}

// The commit that stands above a table is in the history, where that is here.
func TestCommitsOfTables(t *testing.T) {
	history, err := exec.Command("git", "rev-list", "HEAD").Output()
	if err != nil {
		t.Skip("no git, or no repository")
	}
	files := disk.Glob(t, "../../docs/results/*.json")
	missing := map[string]string{}
	for _, f := range files {
		e, err := results.Read[json.RawMessage](strings.TrimSuffix(filepath.Base(f), ".json"))
		require.NoError(t, err)
		if !bytes.Contains(history, []byte(e.Commit)) {
			missing[f] = e.Commit
		}
	}
	if shallow, _ := exec.Command("git", "rev-parse", "--is-shallow-repository").Output(); string(shallow) != "false\n" || len(missing) == len(files) {
		t.Skip("the history is not here")
	}
	require.Empty(t, missing)
}
