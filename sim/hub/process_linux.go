package hub

import (
	"bytes"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// adopt has the system give us what engines leave behind, instead of process 1: then no
// process that an engine has started is out of our sight. And files that whoever started us
// has left open are not for engines (before Linux 5.11 they stay open).
func adopt() {
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC)
}

// dieWithUs has the system kill the engine when we are killed. It does so at the end of
// the thread that started the engine, which in Go is the end of the process: the runtime
// ends a thread only with a goroutine that has locked it, and here none does.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// killStrays kills what an engine has started that left its group. Such a process is
// known by its mark in the environment, or by a parent that is known; one that has got
// rid of both is a child of ours that nobody knows, and is killed when no engine is left.
// What is in our own session was there before us, for out of its own session nothing can
// come into another. What was killed may just have started another: it is looked for again.
func killStrays(p *process) {
	for range 20 {
		found := strays(p)
		for _, pid := range found {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range found {
			for range 100 { // it is our child as soon as its parent has ended
				syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
				if syscall.Kill(pid, 0) != nil {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
		}
		if len(found) == 0 {
			return
		}
	}
}

func strays(p *process) []int {
	running.Lock()
	defer running.Unlock()
	parents, known := map[int]int{}, map[int]bool{p.cmd.Process.Pid: true}
	ours, _ := unix.Getsid(0)
	last := !slices.Contains(slices.Collect(maps.Values(running.engines)), true)
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		pid, err := strconv.Atoi(filepath.Base(name))
		text, err2 := os.ReadFile(name + "/stat")
		if err != nil || err2 != nil {
			continue // it has ended meanwhile
		}
		// The name of the program stands in brackets and may hold anything. After it come
		// the state, the parent, the group and the session.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) < 4 {
			continue
		}
		parents[pid], _ = strconv.Atoi(fields[1])
		session, _ := strconv.Atoi(fields[3])
		environ, _ := os.ReadFile(name + "/environ")
		if bytes.Contains(environ, []byte(p.mark+"\x00")) ||
			last && parents[pid] == os.Getpid() && session != ours {
			known[pid] = true
		}
	}
	var found []int
	for pid := range parents {
		for up := pid; up > 1 && pid != p.cmd.Process.Pid; up = parents[up] {
			if known[up] {
				found = append(found, pid)
				break
			}
		}
	}
	return found
}
