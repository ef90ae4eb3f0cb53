//go:build unix

package hub

import (
	"fmt"
	"math"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// limits are what an engine may not pass: 4 GiB of data, which no other process shares, files
// of 1 GiB, 256 open files, no dump of its memory, 1 GiB of stack; and the usual 8 MiB where more
// than 1 GiB is allowed. A system that lacks one does without it. They keep an engine that
// has gone wrong from taking the machine with it, no more.
const limits = `ulimit -c 0; ulimit -d 4194304; ulimit -f 2097152; ulimit -n 256; [ "$(ulimit -s)" -le 1048576 ] || ulimit -s 8192; [ "$(ulimit -H -s)" -le 1048576 ] || ulimit -H -s 1048576`

// limited returns the command that sets the limits and then becomes the engine. The
// words stay words: the shell reads nothing in them. Where there is no shell, no engine
// is started: it would have no limits.
func limited(path string, words []string) *exec.Cmd {
	shell, err := exec.LookPath("sh")
	if err != nil {
		shell = "/bin/sh" // which the path for programs need not lead to
	}
	return exec.Command(shell, append([]string{"-c", "{ " + limits + processes() + `; } 2>/dev/null; exec "$@"`, "sh", path}, words[1:]...)...)
}

// processes has an engine allowed fewer processes of our account than we are: one that takes
// all leaves us what we need to end it. Shells differ in the letter. Root has no such limit.
func processes() string {
	var are unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &are); err != nil || are.Cur > math.MaxInt32 {
		return ""
	}
	n := max(are.Cur/2, are.Cur-min(are.Cur, 64))
	return fmt.Sprintf("; ulimit -u %d || ulimit -p %d", n, n)
}

// apart gives the engine a session of its own, and so a group. What interrupts us at a
// terminal does not reach it: it would be taken for a failure. Nor can what it starts
// hide among what our session has besides.
func apart(cmd *exec.Cmd) {
	adopt()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	dieWithUs(cmd.SysProcAttr)
}

// kill kills what is left of the engines' groups, for an engine may have been started by a
// script, and what has left them, where the system tells. It reports whether all that has
// been found has ended.
func kill(ps ...*process) bool {
	running.Lock()
	for _, p := range ps {
		if !p.reaped {
			syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		}
	}
	running.Unlock()
	return killStrays(ps)
}
