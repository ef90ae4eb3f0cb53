// Package duckdb runs the query of docs/runs.md. It is a module of its own,
// so that the program does not carry a database.
package duckdb

import (
	"database/sql"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// The query in the docs gives the shares that the report has.
func TestQueryOfTheDocs(t *testing.T) {
	text, err := os.ReadFile("../../../docs/runs.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```sql\n")
	query, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("no query in docs/runs.md")
	}
	dir := t.TempDir()
	varlab := filepath.Join(dir, "varlab")
	run := func(name string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Stderr = os.Stderr
		if name == "go" {
			cmd.Dir = "../../.."
		} else {
			cmd.Dir = dir
		}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v", name, args, err)
		}
		return out
	}
	run("go", "build", "-o", varlab, "./cmd/varlab")
	report := run(varlab, "compare", "polonaise-souffler", "international", "federation", "--player", "random", "--games", "60", "--horizon", "120", "--out", "run", "--format", "json")
	run(varlab, "export", "run", "--format", "package", "-o", "data")
	var want struct {
		RuleSets []struct {
			ID              string
			Games, Open     int
			Decisive, Drawn struct{ K int }
		} `json:"rule_sets"`
	}
	if err := json.Unmarshal(report, &want); err != nil {
		t.Fatal(err)
	}

	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(strings.ReplaceAll(query, "'data/", "'"+dir+"/data/"))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	seen := 0
	for rows.Next() {
		var id, player string
		var games, openings int
		var decisive, drawn, open float64
		if err := rows.Scan(&id, &player, &games, &decisive, &drawn, &open, &openings); err != nil {
			t.Fatal(err)
		}
		for _, r := range want.RuleSets {
			if r.ID != id {
				continue
			}
			seen++
			n := float64(r.Games)
			for _, x := range []struct{ got, want float64 }{
				{float64(games), n},
				{decisive, float64(r.Decisive.K) / n},
				{drawn, float64(r.Drawn.K) / n},
				{open, float64(r.Open) / n},
				{float64(openings), 60},
			} {
				if math.Abs(x.got-x.want) > 1e-12 {
					t.Errorf("%s: %v (want %v)", id, x.got, x.want)
				}
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if seen != 3 {
		t.Errorf("%d rule sets (want 3)", seen)
	}
}
