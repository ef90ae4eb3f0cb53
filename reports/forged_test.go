package reports

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
)

// Whatever number stands in a record of somebody else's run whose hashes fit, a report is
// made of it or refused.
func TestForgedNumbers(t *testing.T) {
	dir := synthetic(t, "forged", fourRuleSets()[:2], []string{"random"}, 12, 6)
	run, err := record.Open(dir)
	require.NoError(t, err)
	defer run.Close()
	var games []record.Record
	_, err = run.Games(0, func(rec *record.Record) bool { games = append(games, *rec); return true })
	require.NoError(t, err)
	for i, c := range record.Columns() {
		if c.Type == "string" || c.Name == "cell" || c.Name == "game" { // the writer refuses these
			continue
		}
		for _, n := range []int64{-1, math.MaxInt32} {
			forged := append([]record.Record{}, games...)
			reflect.ValueOf(&forged[3]).Elem().Field(i).SetInt(n)
			require.NoError(t, os.Remove(filepath.Join(dir, run.Manifest.Shards[0].File)))
			w := run.Create(0)
			for k := range forged {
				require.NoError(t, w.Write(&forged[k]))
			}
			require.NoError(t, w.Commit())
			r, err := Load(context.Background(), dir, Options{})
			if err == nil {
				require.NoError(t, r.Write(io.Discard, "html"), "%s %d", c.Name, n)
			}
		}
	}
}
