//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/sim/record"
)

// How many random games the table of docs/runs.md is measured with: those that are
// played, and those that are read, of which all but a few repeat others.
var (
	scaleGames = flag.Int("scale.games", 1_000_000, "games to play")
	scaleRead  = flag.Int("scale.read", 10_000_000, "games to read")
)

// A scale is what runs of many games cost.
type scale struct {
	Machine string     `json:"machine"`
	Go      string     `json:"go"`
	Rows    []scaleRow `json:"rows"`
	// Recording is the share of processor time that goes into writing turns down
	// and writing shards, in a run with Recorder.
	Recording float64 `json:"recording"`
	Recorder  string  `json:"recorder"`
	Samples   int     `json:"samples"` // of the profile, ten milliseconds each
}

type scaleRow struct {
	What  string  `json:"what"`
	Games int     `json:"games"`
	CPU   float64 `json:"cpu_seconds"` // user and system, of the whole process
	Wall  float64 `json:"seconds"`     // by the clock
	Peak  float64 `json:"peak_mb"`     // of resident memory
	Bytes int64   `json:"bytes,omitempty"`
}

// TestScale keeps the table of what large runs cost, and what is promised of it.
func TestScale(t *testing.T) {
	s := results.Table[scale]{
		Name: "scale", Doc: "runs.md", Command: "VARLAB_DEEP=1 go test -timeout 2h ./cmd/varlab -run TestScale -update",
		Measure: func() (scale, error) { return measureScale(t) }, Markdown: scaleTable,
	}.Keep(t, *update)
	require.LessOrEqual(t, s.Recording, 0.02)
	most := map[int]float64{} // memory of what plays, verifies and lists
	for _, row := range s.Rows {
		if row.Games == 10_000_000 {
			require.Less(t, row.Peak, 1024.0, row.What)
		} else if row.What != "report" {
			most[row.Games] = max(most[row.Games], row.Peak)
		}
	}
	require.Len(t, most, 3)
	require.Less(t, most[1_000_000], most[100_000]*1.2)
}

func measureScale(t *testing.T) (s scale, err error) {
	s = scale{Machine: fmt.Sprintf("%s, %d cores", processor(), runtime.NumCPU()), Go: runtime.Version()}
	g := &ground{T: t, dir: t.TempDir()}
	program, query := g.path("varlab"), g.path("query")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return s, fmt.Errorf("%w: %s", err, out)
	}
	build := exec.Command("go", "build", "-o", query, "./query")
	build.Dir = "../../internal/testing/duckdb"
	if out, err := build.CombinedOutput(); err != nil {
		return s, fmt.Errorf("%w: %s", err, out)
	}
	measure := func(what string, games int, args ...string) error {
		cmd := exec.Command(args[0], args[1:]...)
		var complaint bytes.Buffer
		cmd.Stderr = &complaint
		began := time.Now()
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%v: %w: %s", args, err, &complaint)
		}
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		s.Rows = append(s.Rows, scaleRow{
			What: what, Games: games, Peak: float64(usage.Maxrss) / 1024, Wall: time.Since(began).Seconds(),
			CPU: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		})
		t.Logf("%+v", s.Rows[len(s.Rows)-1])
		return nil
	}
	var study, dir string
	for _, games := range []int{*scaleGames / 100, *scaleGames / 10, *scaleGames} {
		study, dir = g.scaleStudy(games)
		for _, workers := range []string{"2", "1"} {
			if games == *scaleGames && workers == "2" {
				continue // fewer games show what it takes
			}
			os.RemoveAll(dir)
			if err := measure("run, "+workers+" at work", games, program, "run", study, "--out", dir, "--workers", workers); err != nil {
				return s, err
			}
			shards, _ := filepath.Glob(filepath.Join(dir, "shards", "*"))
			for _, name := range shards {
				info, err := os.Stat(name)
				if err != nil {
					return s, err
				}
				s.Rows[len(s.Rows)-1].Bytes += info.Size()
			}
		}
		if err := os.Remove(filepath.Join(dir, "shards", "00000.parquet")); err != nil {
			return s, err
		}
		sql := fmt.Sprintf("SELECT rules, result, count(*), avg(plies) FROM '%s/shards/*.parquet' GROUP BY ALL ORDER BY ALL", dir)
		for _, args := range [][]string{
			{"going on, with one shard", program, "run", dir, "--workers", "1"},
			{"status", program, "status", dir},
			{"verify, 0.1 % of the games replayed", program, "verify", dir, "--workers", "1", "--sample", "0.001"},
			{"report", program, "report", dir},
			{"query, by DuckDB", query, sql},
		} {
			if err := measure(args[0], games, args[1:]...); err != nil {
				return s, err
			}
		}
		os.RemoveAll(dir)
	}
	study, dir = g.scaleStudy(*scaleRead)
	if err := g.repeat(study, dir); err != nil {
		return s, err
	}
	if err := measure("report, of games that repeat others", *scaleRead, program, "report", dir); err != nil {
		return s, err
	}
	os.RemoveAll(dir)
	return s, s.recording(t, g)
}

// scaleStudy writes a study of so many games, and names its run directory.
func (g *ground) scaleStudy(games int) (study, dir string) {
	g.Helper()
	study, dir = g.path(fmt.Sprintf("%d.toml", games)), g.path(fmt.Sprintf("run-%d", games))
	text := fmt.Sprintf("name = \"scale\"\nseed = 1754\nrules = [\"international\", \"english\"]\nplayers = [\"random\"]\ngames = %d\n", games/2)
	require.NoError(g, os.WriteFile(study, []byte(text), 0o666))
	return study, dir
}

// repeat writes the whole run of a study without playing it: the games of a small
// one, again and again, each as if it had begun from the opening that belongs
// there.
func (g *ground) repeat(study, dir string) error {
	few, small := g.scaleStudy(10_000)
	g.ok("run", few, "--out", small)
	run, err := record.Open(small)
	if err != nil {
		return err
	}
	defer run.Close()
	games := make([][]record.Record, len(run.Manifest.Cells))
	for rec, err := range run.Records() {
		if err != nil {
			return err
		}
		rec.Turns = strings.Clone(rec.Turns)
		games[rec.Cell] = append(games[rec.Cell], *rec)
	}
	g.ok("run", study, "--out", dir, "--lay-out")
	all, err := record.Open(dir)
	if err != nil {
		return err
	}
	defer all.Close()
	for i, shard := range all.Manifest.Shards {
		w := all.Create(i)
		cell := all.Manifest.Cells[shard.Cell]
		for n := shard.From; n < shard.To; n++ {
			rec := games[shard.Cell][n%len(games[shard.Cell])]
			rec.Game, rec.Opening, rec.Replicate = int32(n), int32(n%cell.Clusters), int32(n/cell.Clusters)
			if err := w.Write(&rec); err != nil {
				return err
			}
		}
		if err := w.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// recording profiles a run with a searching player, in this process.
func (s *scale) recording(t *testing.T, g *ground) error {
	s.Recorder = "search:nodes=200"
	study := g.path("search.toml")
	text := "name = \"recording\"\nseed = 1754\nrules = [\"international\", \"polonaise-souffler\"]\nplayers = [\"search:nodes=200\"]\ngames = 400\n"
	if err := os.WriteFile(study, []byte(text), 0o666); err != nil {
		return err
	}
	profile, err := os.Create(g.path("cpu.pprof"))
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(profile); err != nil {
		return err
	}
	var stdout, stderr bytes.Buffer
	err = run(t.Context(), []string{"run", study, "--out", g.path("recorded"), "--workers", "1"}, &stdout, &stderr)
	pprof.StopCPUProfile()
	if e := profile.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	out, err := exec.Command("go", "tool", "pprof", "-sample_index=samples", "-top", "-cum", "-nodefraction=0", "-nodecount=100000", profile.Name()).Output()
	if err != nil {
		return err
	}
	total := regexp.MustCompile(`(\d+) total`).FindSubmatch(out)
	if total == nil {
		return fmt.Errorf("no total in the profile:\n%.500s", out)
	}
	s.Samples, _ = strconv.Atoi(string(total[1]))
	spent := 0
	for _, name := range []string{`record\.\(\*Scribe\)\.Add`, `record\.\(\*Writer\)\.Write`, `record\.\(\*Writer\)\.Commit`, `record\.\(\*Run\)\.Create`} {
		m := regexp.MustCompile(`(?m)^\s*\d+\s+[\d.]+%\s+[\d.]+%\s+(\d+)\s+[\d.]+%\s+varlab/sim/` + name + `( \(inline\))?$`).FindSubmatch(out)
		if m == nil {
			continue // never seen at it
		}
		n, _ := strconv.Atoi(string(m[1]))
		spent += n
	}
	s.Recording = float64(spent) / float64(s.Samples)
	return nil
}

// processor names the machine's, as Linux does.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`(?m)^model name\s*: (.+)$`).FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return runtime.GOARCH
}

func scaleTable(s scale) string {
	var b strings.Builder
	fmt.Fprintf(&b, "On %s, with %s.\n\n", s.Machine, s.Go)
	b.WriteString("| what | games | processor seconds | microseconds a game | most memory, MB | bytes a game |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range s.Rows {
		size := ""
		if r.Bytes > 0 {
			size = strconv.FormatInt(r.Bytes/int64(r.Games), 10)
		}
		fmt.Fprintf(&b, "| %s | %d | %.4g | %.3g | %.0f | %s |\n", r.What, r.Games, r.CPU, 1e6*r.CPU/float64(r.Games), r.Peak, size)
	}
	fmt.Fprintf(&b, "\nOf a run with `%s`, recording took %.2f %% of the processor's time (of %d samples).\n", s.Recorder, 100*s.Recording, s.Samples)
	return b.String()
}
