package conformance_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// The slow roads of these tests leave much behind and keep little: collecting it as
// often as usual takes a third of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
