package varlab

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every fuzz target has limits of time and memory, but the one that asks the oracle: that
// one reads nothing foreign, and is slow so as to be plain.
func TestFuzzTargetsHaveLimits(t *testing.T) {
	without := "f" + ".Fuzz("
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || path == filepath.Join("rules", "rulestest", "compare_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if strings.Contains(string(source), without) {
			t.Errorf("%s: a fuzz target without limits (want cost.Fuzz)", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
