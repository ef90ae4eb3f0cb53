package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// An engine that a study names is started only with --engines. It has a time limit, and ends
// with the program, however that ends.
func TestEngines(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	script, engine, study := g.path("eng.sh"), g.path("engine"), g.path("study.toml")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho $$ >"+engine+"\n"+
		"while read word rest; do case $word in hub) echo wait;; init) echo ready;; go) exec sleep 1000;; esac; done\n"), 0o777))
	require.NoError(t, os.WriteFile(study, []byte("name = \"engines\"\nseed = 1\nrules = [\"english\"]\ngames = 2\n"+
		"pairs = [[\"hub:engine="+script+",nodes=1,limit=1\", \"random\"]]\n"), 0o666))
	pid := func() (pid int) {
		text, _ := os.ReadFile(engine)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return pid
	}
	code, _, stderr := g.varlab("run", study, "--out", g.path("run"))
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "want --engines")
	require.Zero(t, pid())
	_, _, stderr = g.varlab("run", study, "--out", g.path("run"), "--engines")
	require.Contains(t, stderr, "gave no answer for 1s")
	require.True(t, dead(pid()))

	for signal, code := range map[os.Signal]int{syscall.SIGTERM: interrupted, syscall.SIGKILL: -1} {
		require.NoError(t, os.Remove(engine))
		p := g.start("match", "hub:engine="+script+",nodes=1", "random", "-r", "english", "--games", "2")
		require.Eventually(t, func() bool { return pid() > 0 }, 30*time.Second, 10*time.Millisecond)
		require.NoError(t, p.Process.Signal(signal))
		got, _, stderr := g.finish(p)
		require.Equal(t, code, got, stderr)
		require.Eventually(t, func() bool { return dead(pid()) }, 20*time.Second, 10*time.Millisecond, "the engine lives on")
	}
}

// dead reports whether a process is gone, or waits for process 1 to take note of it.
func dead(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(status), ") Z ")
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

// A command that waits for a reader of a pipe, or for input, is interrupted at once.
func TestWhoIsWaitedForIsInterrupted(t *testing.T) {
	t.Parallel()
	g := &ground{T: t, dir: t.TempDir()}
	study, run, pipe := g.path("study.toml"), g.path("run"), g.path("pipe")
	require.NoError(t, os.WriteFile(study, fmt.Appendf(nil, failureStudy, 1, 2), 0o666))
	g.ok("run", study, "--out", run)
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	ends := func(p *process, says ...string) (said string) {
		t.Helper()
		began := time.Now()
		code, _, stderr := g.finish(p)
		require.Equal(t, 130, code, stderr)
		require.Contains(t, says, stderr)
		require.Less(t, time.Since(began), lastGrace-time.Second)
		return stderr
	}
	var waiting []*process
	for _, args := range [][]string{
		{"report", run, "-o", pipe},
		{"report", run, "--figures", g.path("figures"), "--format", "html", "-o", pipe},
		{"export", run, "-o", pipe},
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
