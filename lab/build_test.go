package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/sim/record"
)

// What is not built from one commit is known by its executable.
func TestProgram(t *testing.T) {
	own := executable()
	require.Regexp(t, "^executable [0-9a-f]{16}$", own)
	for _, c := range []struct {
		build Build
		want  string
	}{
		{Build{}, "varlab " + own},
		{Build{"vcs.revision": "0123456789abcdef"}, "varlab commit 0123456789ab"},
		{Build{"vcs.revision": "0123456789abcdef", "note": "with changes"}, "varlab commit 0123456789ab with changes, " + own},
		{Build{"version": "v1.2.3"}, "varlab v1.2.3"},
		{Build{"version": "v1.2.4-0.20261122-0123456789ab+dirty"}, "varlab v1.2.4-0.20261122-0123456789ab+dirty, " + own},
	} {
		require.Equal(t, c.want, c.build.Program())
	}
}

// The newest of the release notes says which records this program reads.
func TestReleaseNotes(t *testing.T) {
	text := disk.Read(t, "../CHANGELOG.md")
	releases := strings.Split(text, "\n## ")
	require.Greater(t, len(releases), 1)
	require.Contains(t, releases[1], fmt.Sprintf("\n\nRecords of format %d.\n", record.Format))
}
