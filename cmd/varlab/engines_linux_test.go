package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// However the program ends, its engine ends with it; and what the engine has started in a
// session of its own does too, unless the program is killed.
func TestEnginesEndWithTheProgram(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	pidIn := func(path string) (pid int) {
		text, _ := os.ReadFile(path)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return pid
	}
	for _, c := range []struct {
		name       string
		asked      string // what the engine does when it is to choose
		end        func(p *process) error
		code       int
		says       string
		strayStays bool
	}{
		{"hangup", "sleep 1000", func(p *process) error {
			p.Process.Signal(syscall.SIGHUP)
			return p.Process.Signal(syscall.SIGHUP) // as when a shell passes it on
		}, 130, "interrupted", false},
		{"unread", "exit", nil, 141, "", false},
		{"killed", "sleep 1000", func(p *process) error { return p.Process.Kill() }, -1, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "hangup" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("the tests run under nohup")
			}
			g := &ground{T: t, dir: t.TempDir()}
			script, engine, stray := filepath.Join(g.dir, "eng.sh"), filepath.Join(g.dir, "engine"), filepath.Join(g.dir, "stray")
			require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n"+
				"setsid sh -c 'echo $$ >"+stray+"; exec sleep 1000' >/dev/null 2>&1 </dev/null &\n"+
				"while ! test -s "+stray+"; do sleep 0.01; done\n"+
				"echo $$ >"+engine+"\n"+
				"while read word rest; do case $word in hub) echo wait;; init) echo ready;; go) "+c.asked+";; quit) exit;; esac; done\n"), 0o777))
			p := g.command("match", "hub:engine="+script+",nodes=1", "random", "-r", "english", "--games", "2")
			if c.end == nil {
				reader, writer, err := os.Pipe()
				require.NoError(t, err)
				p.Stdout = writer
				require.NoError(t, reader.Close())
			}
			require.NoError(t, p.Start())
			t.Cleanup(func() {
				p.Process.Kill()
				for _, path := range []string{engine, stray} {
					if pid := pidIn(path); pid > 0 {
						syscall.Kill(-pid, syscall.SIGKILL) // each leads a group
					}
				}
			})
			if c.end != nil {
				require.Eventually(t, func() bool { return pidIn(engine) > 0 }, 30*time.Second, 10*time.Millisecond)
				time.Sleep(200 * time.Millisecond) // it is asked for a move
				require.NoError(t, c.end(p))
			}
			began := time.Now()
			code, stdout, stderr := g.finish(p)
			require.Equal(t, c.code, code, stderr)
			require.Less(t, time.Since(began), 20*time.Second)
			require.Empty(t, stdout)
			require.Contains(t, stderr, c.says)
			require.NotContains(t, stderr, "pipe")
			gone := func(path string) func() bool {
				return func() bool { return dead(pidIn(path)) }
			}
			require.Positive(t, pidIn(engine))
			require.Eventually(t, gone(engine), 20*time.Second, 10*time.Millisecond, "the engine lives on")
			if c.strayStays {
				require.False(t, gone(stray)(), "docs/threats.md says that it stays")
				return
			}
			require.Eventually(t, gone(stray), 20*time.Second, 10*time.Millisecond, "what it started lives on")
		})
	}
}

// dead reports whether a process is gone, or waits for process 1 to take note of it.
func dead(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(status), ") Z ")
}

// Many engines that take their time to end, and what they have started, are gone when the
// program has stopped: whatever else it waits for, and though it is told twice.
func TestManyEnginesEndWithTheProgram(t *testing.T) {
	t.Parallel()
	for _, signals := range []int{1, 2} {
		g := &ground{T: t, dir: t.TempDir()}
		script, strays := g.path("eng.sh"), g.path("strays")
		require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n"+
			"setsid sh -c 'echo $$ >>"+strays+"; exec sleep 1000' >/dev/null 2>&1 </dev/null &\n"+
			"varlab hub federation random | (cat; sleep 1000)\n"), 0o777))
		pids := func() []string {
			text, _ := os.ReadFile(strays)
			return strings.Fields(string(text))
		}
		t.Cleanup(func() {
			for _, pid := range pids() {
				n, err := strconv.Atoi(pid)
				require.NoError(t, err)
				syscall.Kill(n, syscall.SIGKILL)
			}
		})
		require.NoError(t, os.WriteFile(g.path("study.toml"), []byte(strings.NewReplacer(`["search:nodes=%d,noise=5"]`, `["random"]
pairs = [["hub:engine=`+script+`,nodes=1", "hub:engine=`+script+`,nodes=2"], ["random", "hub:engine=`+script+`,nodes=3"]]`, "%d", "100", `, "polonaise-souffler"`, "").Replace(failureStudy)), 0o666))
		p := g.start("run", g.path("study.toml"), "--out", g.path("run"), "--engines", "--workers", "2")
		require.Eventually(t, func() bool { return len(pids()) >= 8 }, 30*time.Second, 10*time.Millisecond)
		for range signals {
			require.NoError(t, p.Process.Signal(os.Interrupt))
			time.Sleep(300 * time.Millisecond)
		}
		code, _, stderr := g.finish(p)
		require.Equal(t, 130, code, stderr)
		require.Eventually(t, func() bool {
			return !slices.ContainsFunc(pids(), func(pid string) bool {
				n, err := strconv.Atoi(pid)
				return err == nil && !dead(n)
			})
		}, 5*time.Second, 10*time.Millisecond, "%d signals: what they started lives on", signals)
	}
}

// What nohup starts does not hear that its terminal has closed.
func TestNohup(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	p := &process{Cmd: exec.Command("sh", "-c", `trap "" HUP; exec varlab perft federation 30`)}
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	require.NoError(t, p.Start())
	time.Sleep(time.Second)
	require.NoError(t, p.Process.Signal(syscall.SIGHUP))
	time.Sleep(time.Second)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	require.NoError(t, err)
	require.NotContains(t, string(status), "zombie", "it has ended")
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	g.finish(p)
}

// Who is asked whether engines may be started, and interrupts, is heard at once. So is who
// interrupts a command that waits for somebody to read a pipe, or to say something.
func TestWhoIsWaitedForIsInterrupted(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	study, run, pipe := g.path("study.toml"), g.path("run"), g.path("pipe")
	require.NoError(t, os.WriteFile(study, fmt.Appendf(nil, failureStudy, 1, 2), 0o666))
	g.ok("run", study, "--out", run)
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	text, err := os.ReadFile(study)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(study, bytes.Replace(text, []byte("search:nodes=1,noise=5"), []byte("hub:engine=no-such-engine,nodes=1"), 1), 0o666))

	keys, screen := openTerminal(t)
	ends := func(p *process, says ...string) (said string) {
		t.Helper()
		began := time.Now()
		code, _, stderr := g.finish(p)
		require.Equal(t, 130, code, stderr)
		require.Contains(t, says, stderr)
		require.Less(t, time.Since(began), lastGrace-time.Second)
		return stderr
	}
	p := g.command("run", study, "--out", g.path("asked"))
	p.Stdin, p.SysProcAttr = screen, &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, p.Start())
	for heard, b := "", make([]byte, 100); !strings.HasSuffix(heard, "(yes or no) "); {
		n, err := keys.Read(b)
		require.NoError(t, err, heard)
		heard += string(b[:n])
	}
	_, err = keys.WriteString("\x03")
	require.NoError(t, err)
	ends(p, "varlab: "+study+": interrupted\n")
	require.NoDirExists(t, g.path("asked"))

	var waiting []*process
	for _, args := range [][]string{
		{"report", run, "-o", pipe},
		{"report", run, "--figures", g.path("figures"), "--format", "html", "-o", pipe},
		{"export", run, "-o", pipe},
		{"explore", "english", "-o", pipe},
	} {
		waiting = append(waiting, g.start(args...))
	}
	silent := g.command("games", "replay", "-", "-r", "english")
	silence, err := silent.StdinPipe()
	require.NoError(t, err)
	defer silence.Close()
	require.NoError(t, silent.Start())
	time.Sleep(2 * time.Second) // they wait, or are still at work
	unread, waited := "varlab: "+pipe+": nobody reads the pipe: interrupted\n", 0
	for _, p := range waiting {
		require.NoError(t, p.Process.Signal(os.Interrupt))
		if ends(p, unread, "varlab: interrupted\n") == unread {
			waited++
		}
	}
	require.Positive(t, waited)
	require.NoError(t, silent.Process.Signal(os.Interrupt))
	ends(silent, "varlab: -: interrupted\n")
}

// openTerminal returns both ends of a terminal.
func openTerminal(t *testing.T) (keys, screen *os.File) {
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { keys.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	screen, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { screen.Close() })
	return keys, screen
}

// A command whose bar stands on a terminal that is gone ends, though it is told of no hang-up.
func TestABarHearsThatItsTerminalIsGone(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	keys, screen := openTerminal(t)
	p := g.command("match", "search:nodes=3000,noise=5", "search:nodes=2000,noise=5", "-r", "english", "--games", "200000", "--workers", "1")
	p.Stderr, p.SysProcAttr = screen, &syscall.SysProcAttr{Setsid: true}
	require.NoError(t, p.Start())
	require.NoError(t, screen.Close())
	_, err := keys.Read(make([]byte, 100))
	require.NoError(t, err, "the bar is there")
	require.NoError(t, keys.Close())
	code, _, _ := g.finish(p)
	require.Equal(t, 141, code)
}

// A signal ends a command though nobody reads what it has to say: the other end of its
// stderr, which is full, is held open and not read.
func TestAnUnreadMessageIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	read, full, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	require.NoError(t, full.SetWriteDeadline(time.Now().Add(100*time.Millisecond)))
	_, err = full.Write(make([]byte, 1<<20))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	p := g.command("perft", "international", "30")
	p.Stderr = full
	require.NoError(t, p.Start())
	require.NoError(t, full.Close())
	time.Sleep(2 * time.Second) // it listens
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	code, _, _ := g.finish(p)
	require.Equal(t, 130, code)
}
