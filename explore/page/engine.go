package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

//go:generate go run ./generate

// An Engine lets a page do without a program: the WebAssembly of explore/wasm, packed
// with gzip, and the script of Go that runs it in a browser.
type Engine struct {
	Packed  []byte
	Support string
}

// embedded is the engine of a program that was built with the tag "engine".
var embedded *Engine

// FindEngine returns the engine embedded in this program, or builds one from the sources
// of varlab in the working directory, or in the folder where this program was compiled, if
// they are those of its settings. It calls building before a build, which takes half a minute
// the first time.
func FindEngine(ctx context.Context, settings map[string]string, building func(dir string)) (*Engine, error) {
	if embedded != nil {
		return embedded, nil
	}
	_, file, _, _ := runtime.Caller(0) // relative in a program built with -trimpath
	var refused error
	for _, dir := range []string{".", filepath.Join(filepath.Dir(file), "..", "..")} {
		list := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}")
		list.Dir = dir
		out, err := list.Output()
		root := strings.TrimSpace(string(out))
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, "explore", "wasm")); err != nil { // another module
			continue
		}
		if refused = differs(ctx, root, settings); refused != nil {
			continue
		}
		building(root)
		return BuildEngine(ctx, root)
	}
	if refused != nil {
		return nil, refused
	}
	return nil, errors.New("this program holds no engine, and finds no sources of varlab to build it from (want a program installed as the README says, go with a clone of varlab as working directory, or varlab serve)")
}

// differs is an error if the sources in root are not those of the commit that this program
// was built from. A program that names none, or had changes, cannot tell.
func differs(ctx context.Context, root string, settings map[string]string) error {
	commit := settings["vcs.revision"]
	if commit == "" || settings["vcs.modified"] == "true" {
		return nil
	}
	diff := exec.CommandContext(ctx, "git", "diff", "--quiet", commit, "--", "*.go", "variants/*.toml", "go.sum", ":(exclude)*_test.go")
	diff.Dir = root
	if diff.Run() != nil {
		return fmt.Errorf("the sources in %s are not those of this program (want it built from them: go install ./cmd/varlab)", root)
	}
	return nil
}

// BuildEngine compiles the engine from the sources in root: equal sources give equal
// bytes.
func BuildEngine(ctx context.Context, root string) (*Engine, error) {
	dir, err := os.MkdirTemp("", "varlab-engine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", path, "./explore/wasm")
	build.Dir, build.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build ./explore/wasm in %s: %w\n%s", root, err, said)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(program)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	return &Engine{b.Bytes(), string(support)}, err
}
