package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/long"
)

func TestMain(m *testing.M) {
	testscript.Main(apart{m}, map[string]func(){
		"varlab": main,
	})
}

// apart runs the tests with a cache of exact tables of their own, and go's where it is.
type apart struct{ *testing.M }

func (m apart) Run() int {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "varlab-cache-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	os.Setenv("XDG_CACHE_HOME", dir)
	return m.M.Run()
}

// does runs varlab in this process and returns what it prints on stdout.
func does(t testing.TB, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	require.NoError(t, run(t.Context(), args, &stdout, &stderr), "varlab %q\n%s", args, &stderr)
	return stdout.String()
}

// The scenarios in testdata/script run the program as a person would, and share their exact
// tables. A script that calls go finds the module in $SOURCES. In the long form those are run in
// which the condition [long] stands, and it holds.
func TestScript(t *testing.T) {
	sources, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	environment := []string{"SOURCES=" + sources, "XDG_CACHE_HOME=" + os.Getenv("XDG_CACHE_HOME")}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		environment = append(environment, name+"="+string(value[:len(value)-1]))
	}
	scripts := disk.Glob(t, "testdata/script/*.txt")
	wanted := long.Form(t)
	if wanted {
		scripts = slices.DeleteFunc(scripts, func(file string) bool {
			return !strings.Contains(disk.Read(t, file), "long]")
		})
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, environment...)
			return nil
		},
		Condition: func(condition string) (bool, error) {
			if condition != "long" {
				return false, fmt.Errorf("unknown condition %q (want long)", condition)
			}
			return wanted, nil
		},
	})
}
