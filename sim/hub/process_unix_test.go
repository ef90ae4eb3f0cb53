//go:build unix

package hub

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// held returns the path of a pipe and its reader, who comes to the end when nobody is left
// who could write to it.
func held(t *testing.T) (pipe string, f *os.File) {
	t.Helper()
	pipe = filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	f, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return pipe, f
}

// An engine that was started by a script is killed with the script.
func TestWhatTheEngineStartedIsKilled(t *testing.T) {
	e := engine(t, "stays")
	pipe, f := held(t)
	e.spec.Engine = `sh -c '` + e.spec.Engine + ` 9>"` + pipe + `"; true'`
	require.NoError(t, game(e, 1))

	require.NoError(t, f.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	_, err := f.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded, "the engine is not at work")
	require.NoError(t, e.Close())
	require.NoError(t, f.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err = f.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "the engine lives on")
}

// An engine that has ended is known to have, though what it started holds its output; and
// that ends with it, without being asked for.
func TestAnEngineThatEndedIsNotWaitedFor(t *testing.T) {
	e := engine(t, "plays")
	pipe, f := held(t)
	e.spec.Engine = `sh -c 'sleep 1000 9>"` + pipe + `" & read line; exit 3'`
	require.ErrorContains(t, game(e, 1), "has ended")
	require.NoError(t, f.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err := f.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "what the engine started lives on")
}

// An engine that takes its time to listen has less of it to answer.
func TestListeningTakesTimeFromTheAnswer(t *testing.T) {
	p, err := start(Spec{Engine: `sh -c "sleep 1.5; head -c 1000000 >/dev/null; sleep 1.5; echo done move=1-2"`, Limit: 2})
	require.NoError(t, err)
	_, err = p.ask("done", word("pos", strings.Repeat("x", 1<<20)))
	require.ErrorContains(t, err, "said nothing to the purpose for 2s")
	p.end()
}

// While a program is stopped, it cannot hear an engine, whose limit waits meanwhile.
func TestStoppedTimeIsNotTheEngines(t *testing.T) {
	if os.Getenv("VARLAB_STOPPED") != "" {
		p, err := start(Spec{Engine: `sh -c "sleep 5; echo done move=1-2; exec sleep 1000"`, Limit: 4})
		require.NoError(t, err)
		defer p.end()
		_, err = os.Stdout.WriteString("asked\n")
		require.NoError(t, err)
		_, err = p.ask("done", Line{Command: "go"})
		require.NoError(t, err)
		return
	}
	program := exec.Command(os.Args[0], "-test.run=^TestStoppedTimeIsNotTheEngines$")
	program.Env = append(os.Environ(), "VARLAB_STOPPED=1")
	out, err := program.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, program.Start())
	said := bufio.NewReader(out)
	_, err = said.ReadString('\n')
	require.NoError(t, err)
	for range 10 { // none lasts until the limit
		time.Sleep(50 * time.Millisecond)
		require.NoError(t, program.Process.Signal(syscall.SIGSTOP))
		time.Sleep(300 * time.Millisecond)
		require.NoError(t, program.Process.Signal(syscall.SIGCONT))
	}
	rest, err := io.ReadAll(said)
	require.NoError(t, err)
	require.NoError(t, program.Wait(), "%s", rest)
}

// What bears the number of an engine that has ended is somebody else's.
func TestANumberThatIsGivenAnewIsSpared(t *testing.T) {
	p, err := start(Spec{Engine: "true", Limit: 2})
	require.NoError(t, err)
	<-p.ended
	other := exec.Command("sleep", "1000")
	other.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, other.Start())
	p.cmd.Process.Pid = other.Process.Pid
	p.end()
	require.NoError(t, other.Process.Signal(syscall.SIGTERM))
	require.ErrorContains(t, other.Wait(), "terminated")
}

// saidFirst is what a command says that an engine runs before it plays a game.
func saidFirst(t *testing.T, e *Engine, command string) string {
	said := filepath.Join(t.TempDir(), "said")
	e.spec.Engine = `sh -c '{ ` + command + `; } >"` + said + `"; exec ` + e.spec.Engine + `'`
	require.NoError(t, game(e, 1))
	text, err := os.ReadFile(said)
	require.NoError(t, err)
	return string(text)
}

// An engine sees no more of our environment than it needs, and has limits.
func TestTheEngineIsOnItsOwn(t *testing.T) {
	e := engine(t, "plays")
	t.Setenv("A_SECRET", "hunter2")
	text := saidFirst(t, e, "env; ulimit -n -c; ulimit -n; echo data $(ulimit -H -d), files $(ulimit -H -f)")
	require.NotContains(t, text, "hunter2")
	require.Contains(t, text, "PATH=")
	page, err := os.ReadFile("../../docs/threats.md")
	require.NoError(t, err)
	require.Contains(t, string(page), "`"+strings.Join(passed, "`, `")+"`")
	require.Contains(t, text, "\n256\n")
	require.Contains(t, text, "\ndata 4194304, files 2097152\n") // 4 GiB, and 1 GiB in blocks of 512 bytes
	// A cluster may allow a stack without end, unless somebody forbids that here.
	shell := limited("/bin/sh", []string{"sh", "-c", "ulimit -s; ulimit -H -s"})
	shell.Args = append([]string{"sh", "-c", `ulimit -s unlimited || exit 7; exec "$@"`, "sh"}, shell.Args...)
	if stack, err := shell.Output(); shell.ProcessState.ExitCode() != 7 {
		require.NoError(t, err)
		require.Equal(t, "8192\n8192\n", string(stack))
	}
	// Nor can the engine itself allow it.
	stack, err := limited("/bin/sh", []string{"sh", "-c", "ulimit -H -s"}).Output()
	require.NoError(t, err)
	most, err := strconv.Atoi(strings.TrimSpace(string(stack)))
	require.NoError(t, err)
	require.LessOrEqual(t, most, 1<<20)
	// We have processes left where it takes all that it is allowed.
	if of := processes(); of != "" {
		most, err := limited("/bin/sh", []string{"sh", "-c", "ulimit -u 2>/dev/null || ulimit -p"}).Output()
		require.NoError(t, err)
		require.Contains(t, of, " "+strings.TrimSpace(string(most))+" ")
		var ours unix.Rlimit
		require.NoError(t, unix.Getrlimit(unix.RLIMIT_NPROC, &ours))
		left, err := strconv.Atoi(strings.TrimSpace(string(most)))
		require.NoError(t, err)
		require.Less(t, uint64(left), uint64(ours.Cur))
	}
	// It has them too where the path for programs leads to no shell.
	t.Setenv("PATH", t.TempDir())
	files, err := limited("/bin/sh", []string{"sh", "-c", "ulimit -n"}).Output()
	require.NoError(t, err)
	require.Equal(t, "256\n", string(files))
}
