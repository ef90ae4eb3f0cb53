package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
)

var update = flag.Bool("update", false, "build the engine of the page anew")

// engineSum holds the hash of what the engine was built from.
const engineSum = "engine.sum"

// The engine that the page holds was built from the sources as they are. It is built anew by
//
//	go test ./explore/page -run Engine -update
//
// What changes comments alone, or tests, does not make it stale.
func TestEngineIsOfTheseSources(t *testing.T) {
	sum, err := sources("../..", "explore/wasm")
	require.NoError(t, err)
	if *update {
		require.NoError(t, buildEngine(t))
		require.NoError(t, os.WriteFile(engineSum, []byte(sum+"\n"), 0o666))
		return
	}
	was, err := os.ReadFile(engineSum)
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(string(was)), sum, "the engine is older than its sources: go test ./explore/page -run Engine -update")
	packed, err := gzip.NewReader(bytes.NewReader(engine))
	require.NoError(t, err)
	var magic [4]byte
	_, err = packed.Read(magic[:])
	require.NoError(t, err)
	require.Equal(t, "\x00asm", string(magic[:]))
	require.Less(t, len(engine), 3_000_000, "bytes of the engine, packed")
}

func buildEngine(t *testing.T) error {
	path := filepath.Join(t.TempDir(), "engine.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", path, "../wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	w.Write(program)
	if err := w.Close(); err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile("wasm_exec.js", support, 0o666); err != nil {
		return err
	}
	return os.WriteFile("engine.wasm.gz", b.Bytes(), 0o666)
}

// sources is the hash of what a package of the module is built from: the code of it and of
// all that it imports, without comments, the files that they embed, and the versions of
// other modules.
func sources(root, dir string) (string, error) {
	parts := map[string]string{}
	modules, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	var visit func(dir string) error
	seen := map[string]bool{}
	visit = func(dir string) error {
		if seen[dir] {
			return nil
		}
		seen[dir] = true
		paths, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") || err != nil {
				continue
			}
			if err = visitFile(root, dir, path, parts, modules, visit); err != nil {
				return err
			}
		}
		return err
	}
	if err := visit(dir); err != nil {
		return "", err
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		fmt.Fprintf(h, "%s %d\n%s\n", name, len(parts[name]), parts[name])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func visitFile(root, dir, path string, parts map[string]string, modules []byte, visit func(string) error) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	name := filepath.ToSlash(filepath.Join(dir, filepath.Base(path)))
	for _, group := range f.Comments {
		for _, c := range group.List {
			if patterns, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
				if err := embedded(root, dir, strings.Fields(patterns), parts); err != nil {
					return err
				}
			}
			if strings.HasPrefix(c.Text, "//go:") {
				parts[name+" says"] += c.Text + "\n"
			}
		}
	}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if ours, ok := strings.CutPrefix(path, "varlab/"); ok {
			if err := visit(ours); err != nil {
				return err
			}
			continue
		}
		for line := range strings.Lines(string(modules)) {
			if module, _, _ := strings.Cut(line, " "); path == module || strings.HasPrefix(path, module+"/") {
				parts["module "+module] += line
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool { // as it is printed, comments are hung on nodes too
		switch n := n.(type) {
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.ImportSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.GenDecl:
			n.Doc = nil
		case *ast.FuncDecl:
			n.Doc = nil
		}
		return true
	})
	f.Doc, f.Comments = nil, nil
	var b bytes.Buffer
	err = printer.Fprint(&b, token.NewFileSet(), f) // a new set: no line breaks of the source
	parts[name] = b.String()
	return err
}

func embedded(root, dir string, patterns []string, parts map[string]string) error {
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(root, dir, pattern))
		if err != nil {
			return err
		}
		for _, path := range paths {
			err := filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				text, err := os.ReadFile(path)
				name, _ := filepath.Rel(root, path)
				parts[filepath.ToSlash(name)] = string(text)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// A change of code or of an embedded file is noticed, and one of comments is none.
func TestSourcesNoticeChanges(t *testing.T) {
	write := func(root, name, text string) {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	root := t.TempDir()
	hash := func() string {
		sum, err := sources(root, "a")
		require.NoError(t, err)
		return sum
	}
	write(root, "go.sum", "x.org/y v1 h1:1\nx.org/z v1 h1:1\n")
	write(root, "a/a.go", "package a\n\nimport (\n\t\"varlab/b\"\n\t_ \"x.org/y/z\"\n)\n\nvar X = b.X\n")
	write(root, "b/b.go", "package b\n\nimport \"embed\"\n\n//go:embed *.toml\nvar Files embed.FS\n\n// X is one.\nvar X = 1\n")
	write(root, "b/b.toml", "x = 1\n")
	first := hash()
	write(root, "b/b.go", "package b\n\nimport \"embed\"\n\n//go:embed *.toml\nvar Files embed.FS\n\n// X is still\n// one.\nvar X = 1 // it is\n")
	write(root, "b/b_test.go", "package b\n")
	write(root, "go.sum", "x.org/y v1 h1:1\nx.org/z v2 h1:2\n")
	require.Equal(t, first, hash())
	for name, text := range map[string]string{
		"b/b.go": "package b\n\nimport \"embed\"\n\n//go:embed *.toml\nvar Files embed.FS\n\nvar X = 2\n", "b/b.toml": "x = 2\n", "b/c.toml": "", "go.sum": "x.org/y v2 h1:2\n",
	} {
		was, err := os.ReadFile(filepath.Join(root, name))
		write(root, name, text)
		require.NotEqual(t, first, hash(), name)
		if err != nil {
			require.NoError(t, os.Remove(filepath.Join(root, name)))
		} else {
			write(root, name, string(was))
		}
	}
	require.Equal(t, first, hash())
}

// What the page shows first came with it: the answers are those of the engine, and there is
// one for every example.
func TestThePageBeginsByItself(t *testing.T) {
	e := &explore.Engine{Pieces: explore.PiecesInPage}
	text, err := New(t.Context(), e, nil, false, "")
	require.NoError(t, err)
	again, err := New(t.Context(), e, nil, false, "")
	require.NoError(t, err)
	require.Equal(t, text, again)
	_, rest, _ := strings.Cut(string(text), `id="known">`)
	rest, _, _ = strings.Cut(rest, "</script>")
	known := map[string]json.RawMessage{}
	require.NoError(t, json.Unmarshal([]byte(rest), &known))
	asked := 0
	for q, answer := range known {
		if strings.HasPrefix(q, "{") {
			asked++
			require.JSONEq(t, string(e.Do(t.Context(), []byte(q))), string(answer), q)
		}
	}
	require.Greater(t, asked, 4*len(starters))
	require.Contains(t, string(text), "default-src &#39;none&#39;; ", "nor could foreign text in it ask anything")
	for _, never := range []string{` src=`, `href="http`, "ZgotmplZ"} {
		require.False(t, strings.Contains(string(text), never), never)
	}
}
