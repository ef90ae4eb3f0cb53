//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/sim/record"
)

// Workers is what runs cost that were made beside each other: one with one worker,
// and meanwhile two with two workers, one after the other. So whatever else goes on
// makes them all slower or faster alike.
type workers struct {
	Machine string         `json:"machine"`
	Go      string         `json:"go"`
	Players string         `json:"players"`
	Games   int            `json:"games"`
	Rounds  [][3]workerRun `json:"rounds"` // with one worker; with two, and again
}

type workerRun struct {
	CPU  float64 `json:"cpu_seconds"` // user and system, of the whole process
	Wall float64 `json:"seconds"`     // by the clock
	Busy float64 `json:"busy"`        // share of the workers' time in which they were at shards
}

const workersRounds = 3

// TestWorkers keeps the table of what a second worker is worth.
func TestWorkers(t *testing.T) {
	w := results.Table[workers]{
		Name: "workers", Doc: "runs.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run TestWorkers -update",
		Measure: func() (workers, error) { return measureWorkers(t) }, Markdown: workersTable,
	}.Keep(t, *update)
	require.GreaterOrEqual(t, w.worth(), 1.95)
}

func measureWorkers(t *testing.T) (w workers, err error) {
	w = workers{Machine: fmt.Sprintf("%s, %d cores", processor(), runtime.NumCPU()), Go: runtime.Version(), Players: "search:nodes=200"}
	g := &ground{T: t, dir: t.TempDir()}
	program, study := g.path("varlab"), g.path("study.toml")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return w, fmt.Errorf("%w: %s", err, out)
	}
	const games = 500
	rules := []string{"international", "polonaise-souffler", "russian"}
	w.Games = games * len(rules)
	text := fmt.Sprintf("name = \"workers\"\nseed = 1754\nrules = [\"%s\"]\nplayers = [%q]\ngames = %d\n", strings.Join(rules, `", "`), w.Players, games)
	if err := os.WriteFile(study, []byte(text), 0o666); err != nil {
		return w, err
	}
	for range workersRounds {
		var round [3]workerRun
		one := make(chan error)
		go func() { one <- round[0].measure(program, study, g.path("one"), 1) }()
		for i := 1; i <= 2; i++ {
			if err := round[i].measure(program, study, g.path("two"), 2); err != nil {
				return w, err
			}
		}
		if err := <-one; err != nil {
			return w, err
		}
		t.Logf("%+v", round)
		w.Rounds = append(w.Rounds, round)
	}
	return w, nil
}

func (r *workerRun) measure(program, study, dir string, workers int) error {
	os.RemoveAll(dir)
	cmd := exec.Command(program, "run", study, "--out", dir, "--workers", strconv.Itoa(workers))
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	r.Wall = time.Since(began).Seconds()
	r.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	seconds, err := inShards(dir)
	r.Busy = seconds / r.Wall / float64(workers)
	return err
}

// inShards returns the seconds that workers have spent at shards.
func inShards(dir string) (sum float64, err error) {
	run, err := record.Open(dir)
	if err != nil {
		return 0, err
	}
	defer run.Close()
	for e := range run.Logs() {
		if e.Shard != "" {
			sum += e.Seconds
		}
	}
	return sum, nil
}

// median is that of what f says of each round.
func (w *workers) median(f func(r [3]workerRun) float64) float64 {
	var list []float64
	for _, r := range w.Rounds {
		list = append(list, f(r))
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// cost is what a game takes of a processor with two workers, if it takes 1 with
// one.
func (w *workers) cost() float64 {
	return w.median(func(r [3]workerRun) float64 { return (r[1].CPU + r[2].CPU) / 2 / r[0].CPU })
}

// busy is the share of the time by the clock in which a worker is at a shard.
func (w *workers) busy(n int) float64 {
	return w.median(func(r [3]workerRun) float64 {
		if n == 1 {
			return r[0].Busy
		}
		return (r[1].Busy + r[2].Busy) / 2
	})
}

// worth is how many times as fast two workers are on two cores that nobody else
// uses, if they are busy for the same share of the time. That a game should cost
// less with two is chance.
func (w *workers) worth() float64 { return 2 * w.busy(2) / w.busy(1) / max(1, w.cost()) }

func workersTable(w workers) string {
	var b strings.Builder
	fmt.Fprintf(&b, "On %s, with %s. %d games between `%s`, medians of %d rounds.\n\n", w.Machine, w.Go, w.Games, w.Players, len(w.Rounds))
	b.WriteString("| workers | milliseconds of a processor a game | share of the time in which workers are at shards |\n| ---: | ---: | ---: |\n")
	one := w.median(func(r [3]workerRun) float64 { return r[0].CPU })
	two := w.median(func(r [3]workerRun) float64 { return (r[1].CPU + r[2].CPU) / 2 })
	fmt.Fprintf(&b, "| 1 | %.2f | %.1f %% |\n", 1e3*one/float64(w.Games), 100*w.busy(1))
	fmt.Fprintf(&b, "| 2 | %.2f | %.1f %% |\n", 1e3*two/float64(w.Games), 100*w.busy(2))
	fmt.Fprintf(&b, "\nIn the median round a game took %.3f times as much of a processor with two workers as with one.\nOn two free cores two workers are so about %.2f times as fast as one.\n", w.cost(), w.worth())
	return b.String()
}
