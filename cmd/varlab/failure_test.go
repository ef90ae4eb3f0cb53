//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/files"
	"varlab/internal/testing/disk"
	"varlab/internal/testing/long"
	"varlab/sim"
	"varlab/sim/record"
)

const failureStudy = `
name = "failure"
seed = 1754
rules = ["federation", "polonaise-souffler"]
players = ["search:nodes=%d,noise=5"]
games = %d
horizon_plies = 80
`

// A proving ground is a study, and what its run comes to when nothing goes wrong.
type ground struct {
	*testing.T
	dir   string
	study string
	want  map[string]string
}

func newGround(t *testing.T, nodes, games int) *ground {
	t.Helper()
	g := &ground{T: t, dir: t.TempDir()}
	g.study = g.path("study.toml")
	require.NoError(t, os.WriteFile(g.study, fmt.Appendf(nil, failureStudy, nodes, games), 0o666))
	g.whole("run", g.study, "--out")
	return g
}

// whole does once, into a folder that it names, what is to be the same when something happens,
// and returns how long that took.
func (g *ground) whole(args ...string) time.Duration {
	g.Helper()
	began := time.Now()
	name := args[0] + "-whole"
	g.ok(append(args, g.path(name))...)
	g.want = g.files(name)
	return time.Since(began)
}

func (g *ground) path(name string) string { return filepath.Join(g.dir, name) }

// varlab runs the program, in a process of its own, and returns its exit code and
// what it said.
func (g *ground) varlab(args ...string) (code int, stdout, stderr string) {
	g.Helper()
	return g.finish(g.start(args...))
}

// A process is the program at work.
type process struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
}

func (g *ground) command(args ...string) *process {
	p := &process{Cmd: exec.Command("varlab", args...)}
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	return p
}

func (g *ground) start(args ...string) *process {
	g.Helper()
	p := g.command(args...)
	require.NoError(g, p.Start())
	return p
}

func (g *ground) finish(p *process) (code int, stdout, stderr string) {
	g.Helper()
	err := p.Wait()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		g.Fatal(err)
	}
	return p.ProcessState.ExitCode(), p.stdout.String(), p.stderr.String()
}

func (g *ground) ok(args ...string) (stdout, stderr string) {
	g.Helper()
	code, stdout, stderr := g.varlab(args...)
	require.Zero(g, code, "varlab %s\n%s%s", strings.Join(args, " "), stdout, stderr)
	return stdout, stderr
}

// files reads what stands in a run directory, the log left out.
func (g *ground) files(name string) map[string]string {
	g.Helper()
	found := disk.Tree(g, g.path(name), record.LogDir)
	maps.DeleteFunc(found, func(name, _ string) bool { // of a write that was cut off, under no name that is read
		left, _ := filepath.Match(files.Temporary, filepath.Base(name))
		return left
	})
	return found
}

// same fails unless the run has the bytes of the one that nothing happened to.
func (g *ground) same(name string) {
	g.Helper()
	got := g.files(name)
	for file, text := range g.want {
		require.Equal(g, len(text), len(got[file]), file)
		require.True(g, text == got[file], "%s: other bytes", file)
	}
	require.Len(g, got, len(g.want))
}

func (g *ground) status(name string) *sim.Status {
	g.Helper()
	stdout, _ := g.ok("status", g.path(name), "--format", "json")
	s := new(sim.Status)
	require.NoError(g, json.Unmarshal([]byte(stdout), s))
	return s
}

// Runs, trainings and tables that are killed at random moments go on, and leave the bytes
// of those that nothing happened to.
func TestKilledRuns(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir(), study: filepath.Join(t.TempDir(), "study.toml")}
	require.NoError(t, os.WriteFile(g.study, fmt.Appendf(nil, failureStudy, 40, 100), 0o666))
	kills, seed := 3, uint64(time.Now().UnixNano())
	if long.Form(t) {
		kills = 20
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, args := range [][]string{
		{"run", g.study, "--out"},
		{
			"train", "russian{board.rows=6,board.columns=6,board.men_rows=2}",
			"--positions", "3000", "--nodes", "10", "--workers", "2", "--out",
		},
		{"solve", "english", "--material", "KK vs K", "--tables"},
	} {
		name, took := args[0], g.whole(args...)
		for killed := 0; killed < kills; {
			p := g.start(append(args, g.path(name))...)
			kill := time.AfterFunc(time.Duration(random.Int64N(int64(took))), func() { p.Process.Kill() })
			code, _, stderr := g.finish(p)
			require.LessOrEqual(t, code, 0, stderr)
			if kill.Stop(); code < 0 {
				killed++
				continue
			}
			g.same(name) // it was done before it could be killed: once more from the start
			require.NoError(t, os.RemoveAll(g.path(name)))
		}
		g.ok(append(args, g.path(name))...)
		g.same(name)
	}
}

// Of several runs of one directory one plays, and the others are told.
func TestTwoRuns(t *testing.T) {
	g := newGround(t, 40, 100)
	var all []*process
	for range 3 {
		all = append(all, g.start("run", g.study, "--out", g.path("many"), "--workers", "2"))
	}
	told := 0
	for _, p := range all {
		if code, _, stderr := g.finish(p); code != 0 {
			require.Contains(t, stderr, "is being played by another process (want one at a time)")
			told++
		}
	}
	require.Less(t, told, len(all))
	g.same("many")
}

// Where the disk is full, a run says so, keeps what is complete, and goes on later.
func TestFullDisk(t *testing.T) {
	long.Only(t)
	g := newGround(t, 20, 400)
	disk := g.path("disk")
	require.NoError(t, os.Mkdir(disk, 0o777))
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("no right to mount a small disk: %v: %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", disk).Run() })
	code, _, stderr := g.varlab("run", g.study, "--out", filepath.Join(disk, "run"))
	require.Equal(t, 1, code, stderr)
	require.Contains(t, stderr, "no space left on device; what is complete is kept")
	require.Contains(t, stderr, "hint: when there is room, to go on: varlab run")
	s := g.status("disk/run")
	require.Empty(t, s.Damaged)
	require.Positive(t, s.Complete)
	require.NotEmpty(t, s.Missing)
	out, err := exec.Command("mount", "-o", "remount,size=10m", disk).CombinedOutput()
	require.NoError(t, err, "%s", out)
	g.ok("run", g.path("disk/run"))
	g.same("disk/run")
}

// Ctrl-C stops any command within seconds, whatever it is at. A run says how to go on.
func TestInterrupted(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	g.study = g.path("study.toml")
	const endless = "search:nodes=999999999999"
	text := strings.Replace(fmt.Sprintf(failureStudy, 1, 50), "search:nodes=1,noise=5", endless, 1)
	require.NoError(t, os.WriteFile(g.study, []byte(text), 0o666))
	claimed, games := g.path("claimed.toml"), g.path("games.pdn")
	text += "[[hypothesis]]\nid = \"H\"\nclaim = \"c\"\nmetric = \"decisive\"\na = \"federation\"\nb = \"polonaise-souffler\"\ndirection = \"less\"\n"
	require.NoError(t, os.WriteFile(claimed, []byte(text), 0o666))
	require.NoError(t, os.WriteFile(games, []byte("[Event \"x\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *\n"), 0o666))
	commands := [][]string{
		{"run", g.study, "--out", g.path("run")},
		{"check", g.study},
		{"solve", "federation", "--board", "10x10"},
		{"train", "russian", "--nodes", "10000000", "--out", g.path("weights")},
	}
	if long.Form(t) {
		commands = append(commands, [][]string{
			{"check", claimed},
			{"match", endless, "random", "-r", "federation"},
			{"compare", "federation", "russian", "--player", endless, "--games", "10", "--out", g.path("compared")},
			{"perft", "federation", "30"},
			{"solve", "federation", "--material", "KKK vs KK"},
			{"games", "judge", games, "-r", "international", "--player", endless},
			{"games", "omissions", games, "-r", `international{capture.obligation="claimable",claim.remedies=["huff","waive"]}`, "--player", endless},
			{"games", "continue", games, "-r", "international", "--player", endless},
			{"games", "continue", games, "-r", "international", "--player", endless + ",oversight=5,resign=5"},
			{"games", "fit", games, "-r", "international", "--judge", endless, "-o", g.path("fitted.toml"), "--at", "2"},
		}...)
	}
	for _, args := range commands {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) {
			t.Parallel()
			g := &ground{T: t, dir: g.dir}
			p := g.start(args...)
			time.Sleep(time.Second)
			require.NoError(t, p.Process.Signal(os.Interrupt))
			began := time.Now()
			code, stdout, stderr := g.finish(p)
			require.Less(t, time.Since(began), 20*time.Second)
			require.Contains(t, []int{interrupted, -1}, code, "%s%s", stdout, stderr) // -1: before it listened
			switch args[0] {
			case "games", "match", "compare", "train":
				require.NotContains(t, stderr, "did not stop", "a search has not noticed")
			case "run":
				require.Contains(t, stderr, "hint: to go on: varlab run ")
			}
		})
	}
}

// A page whose making was interrupted lacks what was still looked for, and replaces none.
func TestInterruptedReportsReplaceNone(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.NoError(t, run(t.Context(), []string{"compare", "english", "russian", "--player", "random", "--games", "10", "--out", g.path("run")}, io.Discard, io.Discard))
	page := g.path("page.html")
	require.NoError(t, os.WriteFile(page, []byte("before"), 0o666))
	for _, out := range []string{page, "-"} {
		require.ErrorIs(t, run(ctx, []string{"report", g.path("run"), "-o", out}, io.Discard, io.Discard), context.Canceled)
	}
	require.Equal(t, "before", disk.Read(t, page))
}

// A reader that closes early ends a command quietly. Results that find no room are an error.
func TestReadersOfTheOutput(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	for out, says := range map[*os.File]string{writer: "", full: "varlab: write /dev/stdout: no space left on device\n"} {
		p := g.command("explain", "english")
		p.Stdout = out
		require.NoError(t, p.Start())
		_, _, stderr := g.finish(p)
		require.Equal(t, says, stderr)
		require.NoError(t, out.Close())
	}
}
