package varlab

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that docs/promises.md names is there, and every fuzz target of a
// reader of foreign text is named.
func TestPromises(t *testing.T) {
	text, err := os.ReadFile("docs/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	target := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		for _, m := range target.FindAllSubmatch(source, -1) {
			there[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range there {
		// That two generators agree is no promise about what strangers write.
		if strings.HasPrefix(name, "Fuzz") && name != "FuzzGeneratorsAgree" && !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/promises.md does not name %s (want every reader of foreign text)", name)
		}
	}
	named := 0
	for _, m := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllSubmatch(text, -1) {
		named++
		if !there[string(m[1])] {
			t.Errorf("docs/promises.md names %s (want a test of that name)", m[1])
		}
	}
	for _, m := range regexp.MustCompile("`script (\\w+)`").FindAllSubmatch(text, -1) {
		named++
		if _, err := os.Stat("cmd/varlab/testdata/script/" + string(m[1]) + ".txt"); err != nil {
			t.Errorf("docs/promises.md: %v", err)
		}
	}
	if named < 30 {
		t.Errorf("docs/promises.md names %d tests (want a test for each promise)", named)
	}
}
