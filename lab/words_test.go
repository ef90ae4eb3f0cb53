package lab

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/variants"
)

const wordless = `
name = "words"
seed = 1754
rules = [%s]
players = ["random"]
%s
games = 2
metrics = ["drawn"]
horizon_plies = 8
openings = { plies = [2] }
`

// Programs that differ in words alone write the same run: each text of the manifest with a
// blank in it stands in a profile or a list of clauses.
func TestNoWordsOfOursInAManifest(t *testing.T) {
	var texts strings.Builder
	list := []string{`'federation{king.range="short"}'`}
	for _, id := range variants.IDs() {
		list = append(list, fmt.Sprintf("%q", id+"+*"))
	}
	for _, name := range disk.Glob(t, "../variants/*.toml") {
		texts.WriteString(strings.Join(strings.Fields(disk.Read(t, name)), " ") + "\n")
	}
	known := strings.NewReplacer(`\"`, `"`).Replace(texts.String())
	lay := func() []byte {
		s, err := New(t.TempDir()).StudyText("s.toml", fmt.Sprintf(wordless, strings.Join(list, ", "), ""))
		require.NoError(t, err)
		s.Manifest.Program = ""
		text, err := s.Manifest.Encode()
		require.NoError(t, err)
		return text
	}
	text := lay()
	seen := map[string]bool{}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		said, _ := token.(string)
		for part := range strings.SplitSeq(said, ", ") { // clauses of several texts stand apart in a profile
			if strings.Contains(said, " ") && !seen[part] && !strings.Contains(known, part) {
				t.Errorf("%q", said)
			}
			seen[part] = true
		}
	}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		defer func(was string) { a.Unstated = was }(a.Unstated)
		if a.Unstated != "" {
			a.Unstated = "other words"
		}
	}
	require.Equal(t, string(text), string(lay()))
}

// The shards hold no word of the data dictionary and, of a player that failed, only what the
// system said of it.
func TestNoWordsOfOursInRecords(t *testing.T) {
	l := New(t.TempDir())
	l.Engines = true
	s, err := l.StudyText("s.toml", fmt.Sprintf(wordless, `"federation"`, `pairs = [["random", "hub:engine=no-such-engine,nodes=1"]]`))
	require.NoError(t, err)
	require.NoError(t, l.Play(t.Context(), s, Options{Options: sim.Options{Workers: 1}}))
	run, err := record.Open(l.RunDir(s.Plan))
	require.NoError(t, err)
	failed := 0
	for rec, err := range run.Records() {
		require.NoError(t, err)
		if _, ok := rec.Failed(); ok {
			failed++
			require.Equal(t, record.Unstarted, rec.Failure)
			require.Contains(t, rec.FailureDetail, "no-such-engine")
		}
	}
	require.Equal(t, 2, failed)
	for _, shard := range s.Manifest.Shards {
		text := disk.Read(t, filepath.Join(l.RunDir(s.Plan), shard.File))
		for _, c := range record.Columns() {
			require.NotContains(t, text, c.Means)
		}
		require.NotContains(t, text, (&record.Failure{Code: record.Unstarted}).Error())
	}
}
