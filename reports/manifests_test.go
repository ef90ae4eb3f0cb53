package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
)

// leaves calls visit with each value inside v, and how to put another in its place.
func leaves(path string, v any, set func(any), visit func(path string, v any, set func(any))) {
	visit(path, v, set)
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			leaves(path+"."+key, v[key], func(x any) { v[key] = x }, visit)
		}
	case []any:
		for i := range v {
			leaves(fmt.Sprintf("%s[%d]", path, i), v[i], func(x any) { v[i] = x }, visit)
		}
	}
}

// others are values that somebody may have written in the place of v.
func others(v any) []any {
	switch v := v.(type) {
	case json.Number:
		return []any{json.Number("-1"), json.Number("0"), json.Number("7"), json.Number("2000000000"), json.Number("9223372036854775807")}
	case string:
		return []any{"", "x", nil}
	case bool:
		return []any{!v}
	case []any:
		if len(v) == 0 {
			return []any{nil}
		}
		return []any{[]any{}, nil, v[:len(v)-1], append(v[:len(v):len(v)], v[len(v)-1])}
	case map[string]any:
		return []any{map[string]any{}, nil}
	}
	return nil
}

// Whatever a manifest says whose hashes fit, a report is made of its run or refused.
func TestForgedManifests(t *testing.T) {
	forgedManifests(t, synthetic(t, "forged", fourRuleSets(), []string{"random"}, 12, 6, claims))
	sets, ablation := mixtures()
	forgedManifests(t, synthetic(t, "forged", sets, []string{"random"}, 12, 6, ablation))
}

func forgedManifests(t *testing.T, dir string) {
	run, err := record.Open(dir)
	require.NoError(t, err)
	text, err := run.Manifest.Encode()
	require.NoError(t, err)
	run.Close()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var whole any
	require.NoError(t, d.Decode(&whole))
	n, step := 0, 61
	if os.Getenv("VARLAB_DEEP") != "" {
		step = 1
	}
	made, refused := 0, 0
	leaves("", whole, func(any) {}, func(path string, v any, set func(any)) {
		for _, x := range others(v) {
			if n++; n%step != 0 {
				continue
			}
			set(x)
			forged, err := json.Marshal(whole)
			require.NoError(t, err)
			set(v)
			if why := forgedRun(t, filepath.Join(t.TempDir(), "run"), forged, fmt.Sprintf("%s = %v", path, x)); why != nil {
				refused++
			} else {
				made++
			}
		}
	})
	require.Positive(t, made)
	require.Positive(t, refused)
}

func forgedRun(t *testing.T, dir string, text []byte, what string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: %v", what, p)
		}
	}()
	var m record.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	m.StudyHash = m.Study.Hash()
	run, err := record.Create(dir, m)
	if err != nil {
		return err
	}
	for i, s := range run.Manifest.Shards {
		w, err := run.Create(i)
		if err != nil {
			return err
		}
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		for g := s.From; g < s.To; g++ {
			b, err := run.Manifest.BoardOf(run.Manifest.Cells[s.Cell])
			require.NoError(t, err)
			rec := new(record.Record)
			a, err := run.Manifest.Assign(run.Manifest.Study.Cell(s.Cell), b, g)
			if err != nil {
				return err
			}
			run.Manifest.Begin(rec, s.Cell, g, &a)
			game(rng, made{draw: 0.2, plies: 60, horizon: 0.1}, rec)
			if err := w.Write(rec); err != nil {
				return err
			}
		}
		if err := w.Commit(); err != nil {
			return err
		}
	}
	run.Close()
	return summed(dir)
}
