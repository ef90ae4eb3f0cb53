// Package long tells a test which form is asked for: the fast one, which `go test ./...`
// runs, or the long one, which VARLAB_LONG=1 adds.
package long

import (
	"os"
	"testing"
)

// Form says whether the long form is asked for.
func Form() bool { return os.Getenv("VARLAB_LONG") == "1" }

// Only skips t unless the long form is asked for.
func Only(t testing.TB) {
	t.Helper()
	if !Form() {
		t.Skip("long: set VARLAB_LONG=1 to run it")
	}
}
