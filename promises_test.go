package varlab

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pages say what is promised and what is trusted, and name the tests of it.
var pages = map[string]int{"docs/promises.md": 30, "docs/threats.md": 15} // tests at least

// Every test that the pages name is there, every line of their tables names one, and
// every fuzz target of a reader of foreign text is named.
func TestPromises(t *testing.T) {
	there := map[string]bool{}
	target := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
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
	read := map[string]string{}
	for page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		read[page] = string(text)
	}
	for name := range there {
		// That two generators agree is no promise about what strangers write.
		if strings.HasPrefix(name, "Fuzz") && name != "FuzzGeneratorsAgree" && !strings.Contains(read["docs/promises.md"], "`"+name+"`") {
			t.Errorf("docs/promises.md does not name %s (want every reader of foreign text)", name)
		}
	}
	test := regexp.MustCompile("`((?:Test|Fuzz)\\w+|script \\w+|\\.ci/\\w+)`")
	for page, least := range pages {
		named := 0
		for _, m := range test.FindAllStringSubmatch(read[page], -1) {
			named++
			file := strings.Replace(m[1], "script ", "cmd/varlab/testdata/script/", 1)
			if file != m[1] {
				file += ".txt"
			}
			if there[m[1]] {
				continue
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s names %s (want a test of that name)", page, m[1])
			}
		}
		if named < least {
			t.Errorf("%s names %d tests (want a test for each promise)", page, named)
		}
		for _, line := range strings.Split(read[page], "\n") {
			if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---") && !strings.Contains(line, "tested by") && !test.MatchString(line) {
				t.Errorf("%s: no test in %q (want one in each line of a table)", page, line)
			}
		}
	}
}
