// Package long tells a test which form is asked for: the fast one, which `go test ./...`
// runs, or the long one, which VARLAB_LONG=1 adds.
package long

import (
	"os"
	"testing"
)

// Form reports whether the long form is asked for. If not, the test's log says that there
// is one: .ci/run runs the tests again whose log says so.
func Form(t testing.TB) bool {
	t.Helper()
	if os.Getenv("VARLAB_LONG") == "1" {
		return true
	}
	t.Log("fast form: VARLAB_LONG=1 asks for the long one")
	return false
}

// Only skips t unless the long form is asked for.
func Only(t testing.TB) {
	t.Helper()
	if !Form(t) {
		t.Skip("it has no fast form")
	}
}
