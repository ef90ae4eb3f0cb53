//go:build unix

package engines

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// grouped returns an engine that a script starts beside a sleeper of its group, which
// writes its number into a file.
func grouped(t *testing.T) (e *Engine, file string) {
	e = engine(t, "stays")
	file = filepath.Join(t.TempDir(), "pid")
	e.spec.Engine = `sh -c 'sleep 1000 & echo $! >"` + file + `"; ` + e.spec.Engine + `; true'`
	return e, file
}

// goes waits until the process whose number is in a file has ended. One that has ended may
// wait for process 1 to notice.
func goes(t *testing.T, file string) {
	t.Helper()
	text := disk.Read(t, file)
	pid, err := strconv.Atoi(strings.TrimSpace(text))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		state, _ := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
		return syscall.Kill(pid, 0) != nil || strings.HasPrefix(string(state), "Z")
	}, 10*time.Second, 10*time.Millisecond)
}

// An engine and what it started in its group are killed together: when it is closed, when
// it has failed, when the program ends. After that none is started.
func TestTheGroupEnds(t *testing.T) {
	e, file := grouped(t)
	require.NoError(t, game(e, 1))
	require.NoError(t, e.Close())
	goes(t, file)

	e, file = grouped(t)
	e.spec.Engine = strings.Replace(e.spec.Engine, "=stays", "=crash", 1)
	require.ErrorContains(t, game(e, 20), "has ended")
	goes(t, file)

	e, file = grouped(t)
	require.NoError(t, game(e, 1))
	EndAll()
	defer func() { running.over = false }()
	goes(t, file)
	require.ErrorContains(t, game(engine(t, "plays"), 1), "the program is ending")
}
