//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/files"
	"varlab/files/faulty"
	"varlab/sim"
	"varlab/sim/record"
)

// deep asks for the long form of the tests.
var deep = os.Getenv("VARLAB_DEEP") != ""

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
	took  time.Duration
}

func newGround(t *testing.T, nodes, games int) *ground {
	t.Helper()
	g := &ground{T: t, dir: t.TempDir()}
	g.study = g.path("study.toml")
	require.NoError(t, os.WriteFile(g.study, fmt.Appendf(nil, failureStudy, nodes, games), 0o666))
	began := time.Now()
	g.ok("run", g.study, "--out", g.path("whole"))
	g.took = time.Since(began)
	g.want = g.files("whole")
	return g
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
	files := map[string]string{}
	root := g.path(name)
	require.NoError(g, fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name == record.LogDir:
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		files[name] = string(text)
		return err
	}))
	return files
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

// kills is how often to kill, and draws when; the seed is told.
func (g *ground) kills(few, inLongForm int) (kills int, random *rand.Rand) {
	seed := uint64(time.Now().UnixNano())
	g.Logf("seed %d", seed)
	if deep {
		few = inLongForm
	}
	return few, rand.New(rand.NewPCG(seed, 0))
}

// A run that is killed at random moments, again and again, goes on, and leaves the
// bytes of one that was let be.
func TestKilledRuns(t *testing.T) {
	g := newGround(t, 40, 100)
	kills, random := g.kills(4, 100)
	shards, directory := 0, 0
	for killed := 0; killed < kills; {
		name := fmt.Sprintf("killed-%d", directory)
		p := g.start("run", g.study, "--out", g.path(name), "--workers", strconv.Itoa(1+random.IntN(3)))
		time.Sleep(time.Duration(random.Int64N(int64(g.took))))
		p.Process.Signal(syscall.SIGKILL)
		if code, _, stderr := g.finish(p); code == 0 {
			g.same(name) // it was done before
			directory++
			continue
		} else if code > 0 {
			t.Fatal(stderr)
		}
		killed++
		if _, err := os.Stat(filepath.Join(g.path(name), record.ManifestFile)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		s := g.status(name)
		require.Empty(t, s.Damaged)
		shards += s.Complete
	}
	g.ok("run", g.study, "--out", g.path(fmt.Sprintf("killed-%d", directory)))
	g.ok("run", g.path(fmt.Sprintf("killed-%d", directory)))
	g.same(fmt.Sprintf("killed-%d", directory))
	t.Logf("%d kills, %d directories, %d complete shards seen between", kills, directory+1, shards)
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

// Bytes that rot are named by verify, and run makes them good.
func TestRottenShards(t *testing.T) {
	g := newGround(t, 20, 100)
	rounds := 3
	if deep {
		rounds = 60
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range rounds {
		file := fmt.Sprintf("shards/%05d.parquet", random.IntN(8))
		name := filepath.Join(g.path("whole"), file)
		text := []byte(g.want[file])
		switch round % 3 {
		case 0:
			text[random.IntN(len(text))] ^= byte(1 + random.IntN(255))
		case 1:
			text = text[:random.IntN(len(text))]
		case 2:
			at := random.IntN(len(text))
			text = append(text[:at:at], make([]byte, len(text)-at)...)
		}
		require.NoError(t, os.WriteFile(name, text, 0o666))
		if string(text) == g.want[file] {
			continue
		}
		code, stdout, _ := g.varlab("verify", g.path("whole"))
		require.Equal(t, 1, code)
		require.Contains(t, stdout, file+": damaged: ")
		_, stderr := g.ok("run", g.path("whole"))
		require.Contains(t, stderr, file+": damaged: ")
		require.Contains(t, stderr, "kept as log/damaged/")
		g.same("whole")
	}
}

// Where a file may not grow, the run says so, harms nothing, and goes on later.
func TestFileSizeLimit(t *testing.T) {
	g := newGround(t, 20, 100)
	require.NoError(t, os.RemoveAll(filepath.Join(g.path("whole"), "shards")))
	p := &process{Cmd: exec.Command("sh", "-c", `ulimit -f 2; exec varlab run "$1"`, "sh", g.path("whole"))}
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	require.NoError(t, p.Start())
	code, _, stderr := g.finish(p)
	require.Equal(t, 1, code, stderr)
	require.Contains(t, stderr, "file too large; what is complete is kept")
	require.Contains(t, stderr, "hint: when there is room, to go on: varlab run")
	s := g.status("whole")
	require.Empty(t, s.Damaged)
	g.ok("run", g.path("whole"))
	g.same("whole")
}

// mount has a disk of its own at a folder that is there, with the options of a tmpfs.
func (g *ground) mount(dir, options string) {
	g.Helper()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		g.Skipf("no right to mount a small disk: %v: %s", err, out)
	}
	g.Cleanup(func() { exec.Command("umount", dir).Run() })
}

// The same where the disk is full.
func TestFullDisk(t *testing.T) {
	g := newGround(t, 20, 400)
	disk := g.path("disk")
	require.NoError(t, os.Mkdir(disk, 0o777))
	g.mount(disk, "size=160k")
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

// A directory that cannot be written can be read; what would have to be written is
// an error that says so.
func TestReadOnlyDirectory(t *testing.T) {
	g := newGround(t, 20, 50)
	require.NoError(t, os.Remove(g.path("whole/shards/00001.parquet")))
	require.NoError(t, filepath.WalkDir(g.path("whole"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(name, 0o555)
		}
		return err
	}))
	t.Cleanup(func() {
		exec.Command("chmod", "-R", "u+w", g.path("whole")).Run()
	})
	asReader := func(args ...string) *process {
		p := g.command(args...)
		if os.Geteuid() == 0 { // whom permissions do not bind
			nobody, err := user.Lookup("nobody")
			require.NoError(t, err)
			id, err := strconv.ParseUint(nobody.Uid, 10, 32)
			require.NoError(t, err)
			binary, err := os.ReadFile("/proc/self/exe")
			require.NoError(t, err)
			open := filepath.Join(g.dir, "bin", "varlab")
			if _, err := os.Stat(open); err != nil {
				require.NoError(t, os.Mkdir(filepath.Dir(open), 0o755))
				require.NoError(t, os.WriteFile(open, binary, 0o755))
				for dir := g.dir; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
					require.NoError(t, os.Chmod(dir, 0o755))
				}
			}
			p.Path = open
			p.Dir = "/"
			p.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(id), Gid: uint32(id)}}
		}
		require.NoError(t, p.Start())
		return p
	}
	code, stdout, stderr := g.finish(asReader("status", g.path("whole")))
	require.Zero(t, code, stderr)
	require.Regexp(t, `missing +1 +shards/00001.parquet`, stdout)
	code, stdout, _ = g.finish(asReader("verify", g.path("whole")))
	require.Equal(t, 1, code)
	require.Contains(t, stdout, "3 of 4 shards are whole")
	code, _, stderr = g.finish(asReader("run", g.path("whole")))
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "permission denied")
	require.NoError(t, exec.Command("chmod", "-R", "u+w", g.path("whole")).Run())
	g.ok("run", g.path("whole"))
	g.same("whole")
}

// A signal stops a run within seconds, whatever its players are at; it says how to
// go on, and leaves complete shards only.
func TestSignals(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	if signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = signals[:2]
	}
	for _, signal := range signals {
		t.Run(signal.String(), func(t *testing.T) {
			g := &ground{T: t, dir: t.TempDir()}
			g.study = g.path("study.toml")
			// One turn takes minutes.
			require.NoError(t, os.WriteFile(g.study, fmt.Appendf(nil, failureStudy, 100_000_000, 50), 0o666))
			p := g.start("run", g.study, "--out", g.path("run"))
			for range 600 {
				if left, _ := filepath.Glob(g.path("run/log/*.jsonl")); len(left) > 0 {
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
			require.NoError(t, p.Process.Signal(signal))
			began := time.Now()
			code, _, stderr := g.finish(p)
			require.Less(t, time.Since(began), 20*time.Second)
			require.Equal(t, 130, code)
			require.Contains(t, stderr, "interrupted before the first of 4 shards was complete")
			require.Contains(t, stderr, "hint: to go on: varlab run "+g.study+" --out "+g.path("run"))
			s := g.status("run")
			require.Len(t, s.Missing, 4)
		})
	}
}

// Every command that writes may be killed at any moment: what stands under its name is
// whole, and the command, given again, leaves what one leaves that was let be.
func TestKilledCommands(t *testing.T) {
	g := newGround(t, 20, 50)
	kills, random := g.kills(6, 1000)
	part, games := g.path("part"), g.path("games.pdn")
	require.NoError(t, os.CopyFS(part, os.DirFS(g.path("whole"))))
	require.NoError(t, os.Remove(filepath.Join(part, "shards/00001.parquet")))
	g.ok("export", g.path("whole"), "--rules", "federation", "--format", "pdn", "-o", games)
	// What a command writes is always at the same place, since some of it says where it is.
	here := g.path("here")
	at := func(name string) string { return filepath.Join(here, name) }
	type command struct {
		args   []string
		before string // a run that is laid there first
		slow   bool   // only in the long form, and seldom
		took   time.Duration
		want   map[string]string
	}
	commands := []command{
		{args: []string{"run", g.study, "--workers", "2", "--out", at("run")}},
		{args: []string{"compare", "federation", "russian", "--games", "10", "--player", "search:nodes=20,noise=5", "--out", at("run"), "--html", at("page.html")}, slow: true},
		{args: []string{"submit", "merge", at("merged"), part, g.path("whole")}},
		{args: []string{"submit", "merge", at("part"), g.path("whole")}, before: "part"},
		{args: []string{"report", g.path("whole"), "--format", "html", "-o", at("page.html")}},
		{args: []string{"report", g.path("whole"), "--format", "qmd", "-o", at("report.qmd")}, slow: true},
		{args: []string{"report", g.path("whole"), "--figures", at("figures")}},
		{args: []string{"export", g.path("whole"), "--format", "pdn", "-o", at("games.pdn")}},
		{args: []string{"export", g.path("whole"), "--format", "package", "-o", at("package")}},
		{args: []string{"solve", "-r", "english", "--pieces", "3", "--tables", at("tables")}},
		{args: append(slices.Clone(smallTraining), at("weights"))},
		{args: []string{"games", "fit", games, "-r", "federation", "--judge", "search:nodes=20", "--positions", "100", "--predict", "0", "-o", at("player.toml")}, slow: true},
		{args: []string{"explore", "federation", "-o", at("explore.html")}, slow: true},
		{args: []string{"man", at("man")}},
	}
	if !deep {
		commands = slices.DeleteFunc(commands, func(c command) bool { return c.slow })
	}
	left := func() map[string]string {
		files := g.files("here")
		maps.DeleteFunc(files, func(file, _ string) bool {
			return strings.Contains(file, "/"+record.LogDir+"/") || strings.Contains(file, ".varlab-")
		})
		return files
	}
	whole := func() map[string]string {
		found := left()
		maps.DeleteFunc(found, func(file, _ string) bool { return strings.Contains(file, files.Mark) })
		return found
	}
	anew := func(i int) {
		require.NoError(t, os.RemoveAll(here))
		require.NoError(t, os.Mkdir(here, 0o777))
		if name := commands[i].before; name != "" {
			require.NoError(t, os.CopyFS(at(name), os.DirFS(g.path(name))))
		}
	}
	for i := range commands {
		c := &commands[i]
		anew(i)
		before := len(left())
		began := time.Now()
		g.ok(c.args...)
		c.took, c.want = time.Since(began), whole()
		require.Greater(t, len(c.want), before)
		t.Logf("%v: %d files: varlab %s", c.took.Round(time.Millisecond), len(c.want), strings.Join(c.args[:2], " "))
	}
	unfinished := 0
	for killed, i := 0, random.IntN(len(commands)); killed < kills; i = (i + 1) % len(commands) {
		c := &commands[i]
		if c.slow && random.IntN(5) > 0 {
			continue
		}
		what := strings.Join(c.args, " ")
		anew(i)
		p := g.start(c.args...)
		// Most of them write when they have nearly ended.
		early := random.Float64()
		time.Sleep(time.Duration((1 - early*early) * float64(c.took)))
		p.Process.Signal(syscall.SIGKILL)
		switch code, _, stderr := g.finish(p); {
		case code > 0:
			t.Fatalf("%s\n%s", what, stderr)
		case code < 0: // and not done before
			killed++
		}
		if len(left()) != len(whole()) {
			unfinished++
		}
		for file, text := range whole() {
			require.True(t, c.want[file] == text, "%s: %s is not whole", what, file)
		}
		g.ok(c.args...)
		require.ElementsMatch(t, slices.Collect(maps.Keys(c.want)), slices.Collect(maps.Keys(left())), what)
		for file, text := range whole() {
			require.True(t, c.want[file] == text, "%s: %s: other bytes", what, file)
		}
	}
	t.Logf("%d kills of %d commands, %d with a file unfinished", kills, len(commands), unfinished)
}

// smallTraining is a training that takes a fraction of a second, for the folder that is
// put behind it.
var smallTraining = []string{
	"train", "russian", "--set", "board.rows=6", "--set", "board.columns=6", "--set", "board.men_rows=2",
	"--positions", "1000", "--nodes", "1", "--workers", "1", "--out",
}

// Whichever step of a training fails, or if the power does before it, the games and the
// weights that are there are whole, and the training goes on to the same ones. Games by
// which others were played since are not lost, nor are weights that it has told of.
func TestEveryFaultOfATraining(t *testing.T) {
	var failed error
	act := faulty.Act{Do: func(dir string) error {
		failed = run(t.Context(), append(slices.Clone(smallTraining), filepath.Join(dir, "weights")), io.Discard, io.Discard)
		return failed
	}}
	in := func(t *testing.T, dir string) (names []string, sums map[string][32]byte) {
		sums = map[string][32]byte{}
		if _, err := os.Stat(filepath.Join(dir, "weights")); err == nil {
			for name, text := range (&ground{T: t, dir: dir}).files("weights") {
				sums[name] = sha256.Sum256([]byte(text))
			}
		}
		return slices.Sorted(maps.Keys(sums)), sums
	}
	dir := t.TempDir()
	require.NoError(t, act.Do(dir))
	all, want := in(t, dir)
	require.Len(t, all, 4, "weights, and the games of three rounds")
	weights, games := all[0], all[1:]
	require.True(t, strings.HasSuffix(weights, ".weights"))
	whole := func(t *testing.T, dir string) {
		_, got := in(t, dir)
		for name, sum := range got {
			require.True(t, strings.Contains(name, files.Mark) || want[name] == sum, "%s is not whole", name)
		}
	}
	finally := func(t *testing.T, dir string) {
		_, got := in(t, dir)
		require.Equal(t, want, got)
	}
	faulty.Each(t, act, func(t *testing.T, dir string, err error) {
		whole(t, dir)
		if err == nil {
			names, _ := in(t, dir)
			require.Subset(t, names, all)
		}
	}, finally)
	faulty.PowerLoss(t, act, func(t *testing.T, last, found string) {
		whole(t, found)
		seen, _ := in(t, last)
		kept, _ := in(t, found)
		for i, name := range games {
			if failed == nil || slices.Contains(seen, weights) || i+1 < len(games) && slices.Contains(seen, games[i+1]) {
				require.Contains(t, kept, name, "others were played by what it taught")
			}
		}
		if failed == nil {
			require.Contains(t, kept, weights, "it was said to be complete")
		}
	}, finally)
}

// A report that was interrupted lacks what was still looked for: it is an error, and not
// put in the place of one.
func TestInterruptedReportsAreNotWhole(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"compare", "english", "russian", "--player", "random", "--games", "10", "--out", g.path("run")}, &out, &out))
	for _, form := range []string{"html", "json", "md"} {
		require.ErrorIs(t, run(ctx, []string{"report", g.path("run"), "--format", form}, io.Discard, io.Discard), context.Canceled)
		require.ErrorIs(t, run(ctx, []string{"report", g.path("run"), "--format", form, "-o", g.path("page")}, io.Discard, io.Discard), context.Canceled)
	}
	require.NoFileExists(t, g.path("page"))
}

// One signal ends any command within seconds, whatever it is at; a search
// notices by itself.
func TestOneSignalEndsAnyCommand(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	endless := "search:nodes=999999999999"
	absurd := g.path("absurd.toml")
	text := strings.Replace(fmt.Sprintf(failureStudy, 1, 50), "search:nodes=1,noise=5", endless, 1)
	require.NoError(t, os.WriteFile(absurd, []byte(text), 0o666))
	claimed := g.path("claimed.toml")
	text += "[[hypothesis]]\nid = \"H\"\nclaim = \"c\"\nmetric = \"decisive\"\na = \"federation\"\nb = \"polonaise-souffler\"\ndirection = \"less\"\n"
	require.NoError(t, os.WriteFile(claimed, []byte(text), 0o666))
	games := g.path("games.pdn")
	require.NoError(t, os.WriteFile(games, []byte("[Event \"x\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *\n"), 0o666))
	for _, args := range [][]string{
		{"check", absurd},
		{"check", claimed},
		{"match", endless, "random", "-r", "federation"},
		{"compare", "federation", "russian", "--player", endless, "--out", g.path("run")},
		{"perft", "federation", "30"},
		{"diff", "federation", "international", "--positions", "999999999", "--tries", "999999999"},
		{"solve", "federation", "--board", "10x10"},
		{"solve", "federation", "--material", "KKK vs KK"},
		{"games", "judge", games, "-r", "international", "--player", endless},
		{"games", "continue", games, "-r", "international", "--player", endless},
		{"games", "continue", games, "-r", "international", "--player", endless + ",oversight=5,resign=5"},
		{"games", "fit", games, "-r", "international", "--judge", endless, "-o", g.path("fitted.toml"), "--at", "2"},
		{"train", "russian", "--nodes", "10000000", "--out", g.path("weights")},
	} {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) {
			t.Parallel()
			g := &ground{T: t, dir: g.dir}
			p := g.command(args...)
			if args[0] == "train" {
				p.Dir = g.dir
			}
			require.NoError(t, p.Start())
			began := time.Now()
			for p.ProcessState == nil && time.Since(began) < time.Second {
				time.Sleep(50 * time.Millisecond)
			}
			require.NoError(t, p.Process.Signal(syscall.SIGTERM))
			began = time.Now()
			code, stdout, stderr := g.finish(p)
			require.Less(t, time.Since(began), 20*time.Second)
			require.Contains(t, []int{130, -1}, code, "%s%s", stdout, stderr) // -1: before it listened
			if searches := []string{"games", "match", "compare", "train"}; slices.Contains(searches, args[0]) {
				require.NotContains(t, stderr, "did not stop", "a search has not noticed")
			}
			t.Logf("%v: %s", time.Since(began), stderr)
		})
	}
}

// Whoever reads only part of what a command says ends it with 141, whatever it had to say
// and however soon its reader left; where it finds no room, it says so.
func TestNobodyReadsTheOutput(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	faulty := g.path("faulty.toml")
	require.NoError(t, os.WriteFile(faulty, []byte("inherits = \"english\"\ntitle = 3\n"), 0o666))
	for _, args := range [][]string{{"check", faulty}, {"explain", "english"}, {"explain", "nothing"}, {"run", g.dir}, {"--nothing"}} {
		for range 5 {
			reader, writer, err := os.Pipe()
			require.NoError(t, err)
			require.NoError(t, reader.Close())
			p := g.command(args...)
			p.Stdout, p.Stderr = writer, writer
			require.NoError(t, p.Start())
			code, _, _ := g.finish(p)
			require.NoError(t, writer.Close())
			require.Equal(t, 141, code, args)
		}
	}
	// Of a pipe that is named that is an error, whoever reads the output.
	fifo := g.path("fifo")
	require.NoError(t, syscall.Mkfifo(fifo, 0o666))
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	p := g.command("explore", "-o", fifo)
	p.Stdout = writer
	require.NoError(t, p.Start())
	named, err := os.Open(fifo)
	require.NoError(t, err)
	_, err = named.Read(make([]byte, 1))
	require.NoError(t, err)
	require.NoError(t, named.Close())
	code, _, stderr := g.finish(p)
	require.NoError(t, writer.Close())
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "fifo: broken pipe")

	// Nor who has reset a connection.
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	for _, args := range [][]string{{"explain", "english"}, {"completion", "bash"}} {
		here, err := net.Dial("tcp", listener.Addr().String())
		require.NoError(t, err)
		there, err := listener.Accept()
		require.NoError(t, err)
		require.NoError(t, there.(*net.TCPConn).SetLinger(0))
		require.NoError(t, there.Close())
		connection, err := here.(*net.TCPConn).File()
		require.NoError(t, err)
		time.Sleep(100 * time.Millisecond)
		p := g.command(args...)
		p.Stdout = connection
		require.NoError(t, p.Start())
		code, _, stderr := g.finish(p)
		require.NoError(t, connection.Close())
		require.NoError(t, here.Close())
		require.Equal(t, 141, code, args)
		require.Empty(t, stderr)
	}

	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	p = g.command("check", faulty)
	p.Stdout = full
	require.NoError(t, p.Start())
	code, _, stderr = g.finish(p)
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "no space left on device")
}
