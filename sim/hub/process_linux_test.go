package hub

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// init starts a command that is nobody's child and has nothing in its environment, in a
// given group if it may.
func init() {
	if os.Getenv(behaviour) == "holds" {
		holds()
	}
	if os.Getenv(behaviour) != "joins" {
		return
	}
	group, err := strconv.Atoi(os.Args[1])
	for _, attr := range []*syscall.SysProcAttr{{Setpgid: true, Pgid: group}, nil} {
		command := exec.Command(os.Args[2], os.Args[3:]...)
		command.Env, command.SysProcAttr = []string{}, attr
		if err = command.Start(); err == nil {
			os.Exit(0)
		}
	}
	panic(err)
}

// What has left the engine's group is killed too: with the mark of its engine at once,
// without it when no engine is left; and what asks to join our own group does not get away.
func TestWhatHasLeftTheGroupIsKilled(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	joins := fmt.Sprintf(`env -i PATH="$PATH" %s=joins "%s" %d`, behaviour, self, syscall.Getpgrp())
	for _, command := range []string{"setsid", "setsid -f env -i setsid", joins} {
		e, other := engine(t, "stays"), engine(t, "plays")
		left := filepath.Join(t.TempDir(), "pid")
		script := filepath.Join(t.TempDir(), "stray.sh")
		require.NoError(t, os.WriteFile(script, []byte("echo $$ >'"+left+"'\nexec sleep 1000\n"), 0o666))
		e.spec.Engine = `sh -c '` + command + ` sh "` + script + `" >/dev/null 2>&1 & exec ` + e.spec.Engine + `'`
		require.NoError(t, game(other, 1))
		require.NoError(t, game(e, 1))
		pid := toldIn(t, left)
		require.NoError(t, e.Close())
		if strings.HasPrefix(command, "setsid -f") {
			require.NoError(t, syscall.Kill(pid, 0), "it is not known whose it is")
			require.NoError(t, other.Close())
		}
		require.Eventually(t, func() bool {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err != nil || strings.Contains(string(status), ") Z ") // one that is dead may wait for process 1
		}, 20*time.Second, 10*time.Millisecond)
		require.NoError(t, other.Close())
	}
}

// toldIn is the number of a process, once that has written it into a file.
func toldIn(t *testing.T, file string) (pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(file)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return pid > 0
	}, 20*time.Second, 10*time.Millisecond)
	return pid
}

// holds keeps a process from being gone when it has ended.
func holds() {
	runtime.LockOSThread()
	pid, err := strconv.Atoi(os.Args[1])
	if err == nil {
		err = unix.PtraceSeize(pid)
	}
	os.WriteFile(os.Args[2], fmt.Append(nil, err), 0o666)
	os.WriteFile(os.Args[2]+".pipe", []byte("\n"), 0o666)
	time.Sleep(time.Hour)
}

// What an engine leaves behind and has ended is waited for while the engine plays on.
func TestTheDeadAreNotKept(t *testing.T) {
	e := engine(t, "plays")
	e.spec.Engine = `sh -c 'while read word rest; do case $word in hub) echo wait;; init) for i in 1 2 3 4 5 6 7 8; do (true &); done; echo ready;; quit) exit;; esac; done'`
	p, err := e.running()
	require.NoError(t, err)
	said := func(p *process) error {
		_, err := p.ask("wait", Line{Command: "hub"})
		return err
	}
	dead := func() (n int) {
		children, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", syscall.Getpid()))
		if err != nil {
			t.Skip(err)
		}
		for pid := range strings.FieldsSeq(string(children)) {
			if status, _ := os.ReadFile("/proc/" + pid + "/status"); bytes.Contains(status, []byte("State:\tZ")) {
				n++
			}
		}
		return n
	}
	require.Eventually(t, func() bool { return dead() == 0 || said(p) != nil }, 10*time.Second, 300*time.Millisecond)
	require.NoError(t, said(p), "it plays on")
	require.NoError(t, e.Close())
}

// An engine that is held when it has ended is let go, though nobody knows who holds it.
func TestAnEngineIsNotHeld(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	e, other := engine(t, "plays"), engine(t, "plays")
	said := filepath.Join(t.TempDir(), "said")
	require.NoError(t, syscall.Mkfifo(said+".pipe", 0o600))
	e.spec.Engine = `sh -c '( env -i ` + behaviour + `=holds setsid "` + self + `" $$ "` + said + `" & ) >/dev/null 2>&1; read line <"` + said + `.pipe"; exit 3'`
	require.NoError(t, game(other, 1))
	began := time.Now()
	require.ErrorContains(t, game(e, 1), "has ") // ended, or closed its output: who holds it knows
	text, err := os.ReadFile(said)
	require.NoError(t, err)
	if string(text) != "<nil>" {
		t.Skipf("no process here may hold another: %s", text)
	}
	require.Less(t, time.Since(began), 8*time.Second)
	require.NoError(t, other.Close())
}

// Nor does what goes on when its first thread has ended, as a script in Python may have it.
func TestWhatHasLostItsFirstThreadIsKilled(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	e, other := engine(t, "stays"), engine(t, "plays")
	left := filepath.Join(t.TempDir(), "pid")
	script := filepath.Join(t.TempDir(), "stray.py")
	require.NoError(t, os.WriteFile(script, []byte(`
import ctypes, os, threading, time
os.setsid()
threading.Thread(target=lambda: (time.sleep(0.2), open(os.environ["LEFT"], "w").write(str(os.getpid())), time.sleep(1000))).start()
ctypes.CDLL(None).pthread_exit(None)
`), 0o666))
	e.spec.Engine = `sh -c '( LEFT="` + left + `" "` + python + `" "` + script + `" & ) >/dev/null 2>&1; exec ` + e.spec.Engine + `'`
	require.NoError(t, game(other, 1))
	require.NoError(t, game(e, 1))
	pid := toldIn(t, left)
	require.NoError(t, e.Close())
	require.NoError(t, other.Close())
	require.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, 20*time.Second, 10*time.Millisecond)
}

// What was our child before there was an engine is nobody's stray.
func TestWhatWasThereBeforeIsSpared(t *testing.T) {
	other := exec.Command("sleep", "1000")
	other.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	require.NoError(t, other.Start())
	time.Sleep(20 * time.Millisecond) // the clock of processes has hundredths of a second
	e := engine(t, "plays")
	require.NoError(t, game(e, 1))
	require.NoError(t, e.Close())
	require.NoError(t, other.Process.Signal(syscall.SIGTERM))
	require.ErrorContains(t, other.Wait(), "terminated")
}

// What whoever started us has left open does not reach an engine.
func TestNoOpenFileReachesAnEngine(t *testing.T) {
	e := engine(t, "plays")
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, nil, 0o666))
	fd, err := syscall.Open(secret, syscall.O_RDONLY, 0) // without O_CLOEXEC, as a shell does
	require.NoError(t, err)
	defer syscall.Close(fd)
	text := saidFirst(t, e, "ls -l /proc/$$/fd")
	require.Contains(t, text, "pipe")
	require.NotContains(t, text, "secret")
}
