package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"varlab/internal/testing/long"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"varlab": main,
	})
}

// The scenarios in testdata/script run the program as a person would, and share their exact
// tables. A script that calls go finds the module in $SOURCES; the condition [long] holds
// in the long form.
func TestScript(t *testing.T) {
	sources, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	environment := []string{"SOURCES=" + sources, "XDG_CACHE_HOME=" + t.TempDir()}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		environment = append(environment, name+"="+string(value[:len(value)-1]))
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
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
			return long.Form(), nil
		},
	})
}
