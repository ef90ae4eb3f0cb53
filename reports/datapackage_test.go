package reports

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"varlab/internal/files"
	"varlab/internal/testing/disk"
	"varlab/sim/record"
)

// The package describes every column of its tables, in order, and its tables hold
// the games and the numbers of the report.
func TestPackage(t *testing.T) {
	dir := synthetic(t, "Four rule sets!", fourRuleSets(), []string{spec}, 30, 30)
	to := filepath.Join(t.TempDir(), "data")
	run, err := record.Open(dir)
	require.NoError(t, err)
	defer run.Close()
	for range 2 {
		all, err := Package(t.Context(), run, to, "v1.2.3")
		require.NoError(t, err)
		require.NoError(t, files.Add(false, all...))
	}
	var p struct {
		Name      string
		Resources []struct {
			Name, Path, Format string
			Schema             struct{ Fields []dataField }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(disk.Read(t, filepath.Join(to, "datapackage.json"))), &p))
	require.Equal(t, "four-rule-sets-", p.Name)
	require.Len(t, p.Resources, 3)
	for _, res := range p.Resources {
		var names []string
		for _, f := range res.Schema.Fields {
			require.NotEmpty(t, f.Description, "%s: %s", res.Name, f.Name)
			names = append(names, f.Name)
		}
		if res.Format != "csv" {
			continue
		}
		f, err := os.Open(filepath.Join(to, res.Path))
		require.NoError(t, err)
		rows, err := csv.NewReader(f).ReadAll()
		require.NoError(t, f.Close())
		require.NoError(t, err)
		require.Equal(t, rows[0], names, res.Name)
		if res.Name == "games" {
			require.Len(t, rows, 1+4*30)
		} else {
			var b strings.Builder
			require.NoError(t, load(t, dir).writeCSV(&b))
			want, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
			require.NoError(t, err)
			require.Equal(t, want, rows, "the report's numbers")
		}
	}
	games, err := parquet.ReadFile[record.Record](filepath.Join(to, "games.parquet"))
	require.NoError(t, err)
	require.Len(t, games, 4*30)
	i := 0
	for rec, err := range run.Records() {
		require.NoError(t, err)
		require.Equal(t, *rec, games[i])
		i++
	}
}
