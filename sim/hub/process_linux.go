package hub

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
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

// now is the time by which the system says when a process was started: hundredths of a
// second since the machine was.
func now() int64 {
	var t unix.Timespec
	unix.ClockGettime(unix.CLOCK_BOOTTIME, &t)
	return t.Nano() / 1e7
}

// exited returns when the engine has ended. Its number stays its own until it is waited
// for: what bears it can be killed and is nobody else's.
func exited(p *process) {
	err := error(unix.EINTR)
	for err == unix.EINTR {
		err = unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
	}
	if err != nil { // on what is no Linux of the usual kind
		p.cmd.Wait()
	}
}

// strayLimit is how long is looked for strays, that are started as fast as they are killed.
const strayLimit = 10 * time.Second

// killStrays kills what engines have started that left their groups. Such a process
// descends from us, since we adopt what loses its parent. It is known by the mark of an
// engine that is not at work in its environment, or by a parent that is known; one that
// has got rid of both is a child of ours that nobody knows, and is killed when no engine is
// left: unless it is in our own session, into which nothing can come out of another, or was
// there before the first engine, as what a shell has started that then became us. What was
// killed may just have started another: it is looked for again, until none is found. It
// reports whether it has come so far.
func killStrays(ps []*process) bool {
	end := time.Now().Add(strayLimit)
	for calm := 0; len(ps) > 0 && calm < 4; {
		found, unsure := strays(ps)
		switch {
		case found:
			calm = 0
		case !unsure:
			return true
		default:
			calm++
		}
		if time.Now().After(end) {
			return false
		}
		time.Sleep(5 * time.Millisecond) // what is killed takes its time
	}
	return true
}

// sweep waits for what engines at work have left behind and has ended: nobody else does,
// and dead processes count among those that a system allows.
func sweep() {
	running.Lock()
	now := time.Now()
	due := now.Sub(running.swept) > time.Second
	if due {
		running.swept = now
	}
	running.Unlock()
	if due {
		strays(nil)
	}
}

// strays kills the strays of engines that are alive, and who holds one of them or an engine
// that has ended, as a debugger does: until then it is not gone. It reports whether there
// were any, and whether some process showed no environment, as in the instant in which it
// becomes another program.
func strays(ps []*process) (found, unsure bool) {
	running.Lock()
	defer running.Unlock()
	engines, ended, atWork := map[int]bool{}, map[int]bool{}, map[string]bool{}
	last := true
	for p, plays := range running.engines {
		last = last && !plays
		over := slices.Contains(ps, p)
		atWork[p.mark] = plays && !over
		if !p.reaped {
			engines[p.cmd.Process.Pid], ended[p.cmd.Process.Pid] = true, over
		}
	}
	us := os.Getpid()
	if self, err := os.Readlink("/proc/self"); err != nil || self != strconv.Itoa(us) {
		return false, false // there is none, or it is of other processes
	}
	ours, _ := unix.Getsid(0)
	type child struct {
		pid  int
		dead bool
		ours bool // it cannot be an engine's
	}
	children := map[int][]child{}
	names, _ := os.ReadDir("/proc")
	for _, name := range names {
		pid, err := strconv.Atoi(name.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile("/proc/" + name.Name() + "/stat")
		if err != nil {
			continue // it has ended meanwhile
		}
		// The name of the program stands in brackets and may hold anything. After it come
		// the state, the parent, the group, the session and, much later, how many threads it
		// has, of which the first may have ended alone, and when it began.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) < 20 {
			continue
		}
		parent, _ := strconv.Atoi(fields[1])
		session, _ := strconv.Atoi(fields[3])
		began, _ := strconv.ParseInt(fields[19], 10, 64)
		children[parent] = append(children[parent], child{pid, fields[0] == "Z" && fields[17] <= "1", session == ours || began < running.since})
	}
	marked := func(pid int) bool {
		environ := environOf(pid)
		unsure = unsure || len(environ) == 0
		for text := range bytes.SplitSeq(environ, []byte{0}) {
			if bytes.HasPrefix(text, []byte(marks())) && !atWork[string(text)] {
				return true
			}
		}
		return last && len(environ) > longestEnviron // which could hide a mark
	}
	kin, held := map[int]bool{}, []int{}
	var below func(parent int, known bool)
	below = func(parent int, known bool) {
		for _, c := range children[parent] {
			if _, seen := kin[c.pid]; seen {
				continue // a number that was given anew while we read
			}
			known := known || ended[c.pid] || last && parent == us && !c.ours || marked(c.pid)
			kin[c.pid] = !engines[c.pid] && !c.ours
			if known {
				held = append(held, c.pid)
			}
			switch {
			case engines[c.pid]:
			case c.dead && parent == us && !c.ours: // nobody else waits for it
				syscall.Wait4(c.pid, nil, syscall.WNOHANG, nil)
			case known && !c.dead:
				syscall.Kill(c.pid, syscall.SIGKILL)
				found = true
			}
			below(c.pid, known)
		}
	}
	below(us, false)
	for _, pid := range held {
		if by := tracer(pid); kin[by] {
			syscall.Kill(by, syscall.SIGKILL)
			found = true
		}
	}
	return found, unsure
}

// longestEnviron is more than any program has, in bytes. A process can have the system show
// what memory it likes as its environment.
const longestEnviron = 1 << 20

// environOf is the environment of a process: longer than longestEnviron if it is too long,
// and empty if there is none to be seen.
func environOf(pid int) []byte {
	file, err := os.Open(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return nil
	}
	defer file.Close()
	environ, _ := io.ReadAll(io.LimitReader(file, longestEnviron+1))
	return environ
}

// tracer is the process of which a thread holds another process, 0 if there is none.
func tracer(pid int) int { return inStatus(inStatus(pid, "TracerPid"), "Tgid") }

func inStatus(pid int, name string) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(status), "\n"+name+":\t")
	value, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.Atoi(value)
	return n
}
