package rules_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/internal/testing/results"
	"varlab/rules"
)

var update = flag.Bool("update", false, "with VARLAB_DEEP=1: measure the table of docs/runs.md again; with -with mobydam=PATH, that of its perft, Moby Dam too")

// A speed is one rate of the engine.
type speed struct {
	What    string  `json:"what"`
	Rules   string  `json:"rules"`
	Depth   int     `json:"depth,omitempty"`   // of a perft
	Count   uint64  `json:"count"`             // lines counted, or turns played in a window
	MPerSec float64 `json:"millions_a_second"` // of lines, or of turns
	Games   float64 `json:"games_a_second,omitempty"`
}

type speeds struct {
	Machine string  `json:"machine"`
	Go      string  `json:"go"`
	Rows    []speed `json:"rows"`
}

// A stint is work that is timed: it returns how much was counted or played, and
// how many games.
type stint struct {
	speed
	work func() (n, games uint64)
}

const (
	kings = "W:WK31-50:BK1-20"
	heavy = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"
)

func stints(t *testing.T) (list []stint) {
	perft := func(what, ref, fen string, depth int, due bool, sets ...string) {
		r := given.Rules(t, ref, sets...)
		s := r.Start()
		if fen != "" {
			s = given.State(t, r, fen)
		}
		list = append(list, stint{
			speed{What: what, Rules: strings.Join(append([]string{ref}, sets...), ", "), Depth: depth},
			func() (uint64, uint64) { return r.Perft(s, depth, due), 0 },
		})
	}
	for _, c := range []struct {
		ref   string
		depth int
		due   bool
	}{
		{"international", 8, false},
		{"polonaise-souffler", 8, true},
		{"encyclopedie-polonaise", 8, true},
		{"frisian", 8, false},
		{"encyclopedie-francaise", 9, true},
		{"english", 9, false},
		{"russian", 9, false},
		{"italian", 9, false},
		{"thai", 8, false},
		{"canadian", 6, false},
	} {
		what := "perft, start"
		if c.due {
			what = "perft of due turns, start"
		}
		perft(what, c.ref, "", c.depth, c.due)
	}
	perft("perft, 20 kings each", "international", kings, 7, false)
	perft("perft, captures (Woldouby)", "international", heavy, 12, false)
	perft("perft with claims, start", "polonaise-souffler", "", 5, false)

	compulsory := []string{`capture.obligation="compulsory"`, `claim.remedies=[]`}
	wide := []string{`capture.obligation="claimable"`, `claim.remedies=["huff", "waive"]`}

	moves := func(ref string, sets ...string) {
		r := given.Rules(t, ref, sets...)
		g := rand.NewPCG(1, 2)
		var turns []rules.Turn
		list = append(list, stint{
			speed{What: "Moves and Play", Rules: strings.Join(append([]string{ref}, sets...), ", ")},
			func() (n, games uint64) {
				for games = 0; n < 20_000; games++ {
					s := r.Start()
					for range 300 {
						if turns = r.Moves(turns[:0], s); len(turns) == 0 {
							break
						}
						s = r.Play(s, turns[g.Uint64()%uint64(len(turns))])
						n++
					}
				}
				return n, games
			},
		})
	}
	moves("polonaise-souffler", compulsory...)
	moves("polonaise-souffler")
	moves("canadian")
	moves("canadian", wide...)
	return list
}

func measureSpeed(t *testing.T) (speeds, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	list := stints(t)
	moby := []struct {
		speed
		args []string // the deepest of the depths that it counts, and the position
	}{
		{speed{What: "perft, start"}, []string{"9"}},
		{speed{What: "perft, 20 kings each"}, []string{"8", kings}},
		{speed{What: "perft, captures (Woldouby)"}, []string{"13", heavy}},
	}
	for range 15 {
		for i := range list {
			s := &list[i]
			before := results.ThreadTime()
			n, games := s.work()
			spent := (results.ThreadTime() - before).Seconds()
			if rate := float64(n) / 1e6 / spent; rate > s.MPerSec {
				s.Count, s.MPerSec, s.Games = n, rate, float64(games)/spent
			}
		}
		if program := results.With("mobydam"); program != "" {
			for i := range moby {
				if err := mobyDam(&moby[i].speed, program, moby[i].args...); err != nil {
					return speeds{}, err
				}
			}
		}
	}
	out := speeds{Machine: machine(), Go: runtime.Version()}
	for _, s := range list {
		out.Rows = append(out.Rows, s.speed)
	}
	for _, m := range moby {
		if m.Rules = "Moby Dam (international)"; m.Count > 0 {
			out.Rows = append(out.Rows, m.speed)
		}
	}
	return out, nil
}

var mobyLine = regexp.MustCompile(`perft\((\d+)\) (\d+) nodes`)

// mobyDam takes the rate at which Moby Dam counts all depths, by its processor time.
func mobyDam(s *speed, program string, args ...string) error {
	c := exec.Command(program, append([]string{"-b", "-c"}, args...)...)
	out, err := c.Output()
	if err != nil {
		return err
	}
	all := uint64(0)
	for _, line := range mobyLine.FindAllStringSubmatch(string(out), -1) {
		s.Depth, _ = strconv.Atoi(line[1])
		s.Count, _ = strconv.ParseUint(line[2], 10, 64)
		all += s.Count
	}
	s.MPerSec = max(s.MPerSec, float64(all)/1e6/c.ProcessState.UserTime().Seconds())
	return nil
}

func machine() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	name := "unknown"
	if m := regexp.MustCompile(`model name\s*: (.*)`).FindSubmatch(info); m != nil {
		name = string(m[1])
	}
	return fmt.Sprintf("%s, %d cores", name, runtime.NumCPU())
}

func speedTable(s speeds) string {
	var b strings.Builder
	fmt.Fprintf(&b, "On %s, with %s.\n\n", s.Machine, s.Go)
	b.WriteString("| what | rules | depth | count | millions a second | games a second |\n| --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, r := range s.Rows {
		depth, games := "", ""
		if r.Depth > 0 {
			depth = strconv.Itoa(r.Depth)
		}
		if r.Games > 0 {
			games = fmt.Sprintf("%.0f", r.Games)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %d | %.4g | %s |\n", r.What, r.Rules, depth, r.Count, r.MPerSec, games)
	}
	return b.String()
}

// The table of the docs is what was measured, and what it says was counted is
// what is counted.
func TestSpeedTable(t *testing.T) {
	s := results.Table[speeds]{
		Name: "speed", Doc: "runs.md",
		Command:  "VARLAB_DEEP=1 go test ./rules -run SpeedTable -update",
		Measure:  func() (speeds, error) { return measureSpeed(t) },
		Markdown: speedTable,
	}.Keep(t, *update)
	counts := map[string]uint64{}
	for _, row := range s.Rows {
		if strings.HasPrefix(row.What, "perft, start") {
			counts[fmt.Sprint(row.Rules, row.Depth)] = row.Count
		}
	}
	require.Equal(t, uint64(6483961), counts["international8"])
	require.Equal(t, uint64(3963680), counts["english9"])
}
