package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
)

// The newest of the release notes says which records this program reads.
func TestReleaseNotes(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	require.NoError(t, err)
	releases := strings.Split(string(text), "\n## ")
	require.Greater(t, len(releases), 1)
	require.Contains(t, releases[1], fmt.Sprintf("\n\nRecords of format %d.\n", record.Format))
}
