//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// Who interrupts a game stops it, whoever is thinking, and what was played is saved.
// So is an engine stopped that waits for its next line.
func TestWhoWaitsForALineIsInterrupted(t *testing.T) {
	for what, c := range map[string]struct {
		args        []string
		said, until string
		saved       string
	}{
		"the person's turn":  {[]string{"play", "international", "search:nodes=20"}, "32-28", "plays", "1. 32-28 "},
		"the player's turn":  {[]string{"play", "international", "search:nodes=1000000000"}, "32-28", "> ", "1. 32-28 *"},
		"an engine's idling": {[]string{"hub", "international"}, "hub", "wait", ""},
	} {
		t.Run(what, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "varlab-games.pdn")
			cmd := exec.Command("varlab", c.args...)
			cmd.Dir = filepath.Dir(file)
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			defer cmd.Process.Kill()
			_, err = io.WriteString(in, c.said+"\n")
			require.NoError(t, err)
			var heard strings.Builder
			for r := bufio.NewReader(out); !strings.Contains(heard.String(), c.until); {
				b, err := r.ReadByte()
				require.NoError(t, err, heard.String())
				heard.WriteByte(b)
			}
			time.Sleep(200 * time.Millisecond) // what was said is heard
			go io.Copy(io.Discard, out)
			require.NoError(t, cmd.Process.Signal(os.Interrupt))
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			select {
			case err := <-ended:
				require.NoError(t, err)
			case <-time.After(20 * time.Second):
				t.Fatal("it waits on")
			}
			if c.saved != "" {
				text := disk.Read(t, file)
				require.Contains(t, text, c.saved)
			}
		})
	}
}
