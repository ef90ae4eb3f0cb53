package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
	require.Contains(t, stderr, "gave no answer in time: 1s")
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
