// Package varlab holds no code: its tests look at the tree as a whole.
package varlab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows says which packages of the module a package may import. A package that
// is not a key does not exist yet, and has its arrows drawn here when it does.
var arrows = map[string][]string{
	"docs":              {},
	"studies":           {},
	"internal/files":    {"internal/plain"},
	"internal/plain":    {},
	"internal/lists":    {},
	"rules/board":       {},
	"rules/profile":     {"rules/board"},
	"rules":             {"rules/profile", "rules/board"},
	"rules/notation":    {"internal/plain", "rules", "rules/profile", "rules/board"},
	"rules/parting":     {"rules/notation", "rules", "rules/profile", "rules/board"},
	"rules/exact":       {"internal/files", "rules", "rules/profile", "rules/board"},
	"variants/strict":   {"internal/plain"},
	"variants/content":  {"rules/notation", "rules/profile"},
	"variants/glossary": {"variants/strict"},
	"variants":          {"internal/plain", "variants/content", "variants/glossary", "variants/strict", "rules/parting", "rules/notation", "rules", "rules/profile", "rules/board"},
	"sim/random":        {},
	"sim/spec":          {},
	"sim/stats":         {"sim/random"},
	"sim/study":         {"internal/lists", "variants/content", "variants/strict", "rules", "rules/profile", "rules/board", "sim/spec"},
	"sim/player":        {"internal/plain", "sim/random", "rules/exact", "rules/notation", "rules", "rules/profile", "rules/board", "sim/spec"},
	"sim/engines":       {"sim/random", "sim/record", "rules/notation", "rules", "rules/profile", "rules/board", "sim/spec"},
	"sim/train":         {"internal/files", "internal/plain", "sim", "sim/player", "sim/stats", "sim/study", "sim/random", "rules/notation", "rules", "rules/profile", "rules/board"},
	"sim/record":        {"internal/files", "internal/plain", "variants/content", "sim/study", "rules/notation", "rules", "rules/profile", "rules/board"},
	"sim/games":         {"internal/files", "sim", "sim/player", "sim/record", "sim/spec", "sim/stats", "sim/study", "sim/random", "variants/strict", "rules/notation", "rules", "rules/profile", "rules/board"},
	"sim":               {"internal/plain", "sim/study", "sim/record", "sim/stats", "sim/random", "rules/notation", "rules", "rules/profile", "rules/board"},
	"reports/chart":     {"internal/plain"},
	"reports/findings":  {"internal/lists", "internal/plain", "variants/content", "sim/games", "sim/stats", "sim/study", "sim/record", "rules/notation", "rules", "rules/profile", "rules/board"},
	"reports/endings":   {"reports", "reports/chart", "rules/exact", "rules/notation", "rules", "rules/profile", "rules/board"},
	"reports":           {"internal/files", "internal/lists", "internal/plain", "variants", "variants/content", "variants/glossary", "reports/chart", "reports/findings", "sim/games", "sim/player", "sim/spec", "sim/stats", "sim/study", "sim/record", "rules/parting", "rules/notation", "rules", "rules/profile", "rules/board"},
	"lab":               {"internal/files", "internal/plain", "reports", "reports/findings", "rules", "rules/exact", "rules/notation", "sim", "sim/engines", "sim/games", "sim/player", "sim/record", "sim/spec", "sim/stats", "sim/study", "sim/train", "variants", "variants/content", "variants/strict"},

	"explore":               {"internal/plain", "variants", "variants/content", "sim/player", "sim/stats", "sim/random", "rules/parting", "rules/exact", "rules/notation", "rules", "rules/profile", "rules/board"},
	"explore/bench":         {"internal/lists", "explore", "explore/page", "internal/files", "internal/plain", "lab", "reports", "reports/findings", "rules/notation", "rules/profile", "sim", "sim/record", "sim/stats", "sim/study", "variants", "variants/strict"},
	"explore/wasm":          {"explore"},
	"explore/page":          {"explore", "reports", "variants", "variants/content", "rules/notation", "rules/profile", "rules/board"},
	"explore/page/generate": {"explore/page"},

	"site": {"docs", "explore", "explore/page", "internal/lists", "internal/plain", "lab", "reports", "reports/chart", "reports/findings", "rules", "rules/board", "rules/notation", "rules/profile", "sim/record", "studies", "variants", "variants/content"},
}

// strangers are what the engine and the packages below it have never heard of.
var strangers = []string{"os", "io", "io/fs", "path", "path/filepath", "time", "math/rand", "math/rand/v2", "sync", "github.com/BurntSushi/toml"}

// eachSource visits the sources of the tree, except tests and what they alone import.
func eachSource(t *testing.T, visit func(path, dir string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata" || path == filepath.Join("internal", "testing")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(path, filepath.ToSlash(filepath.Dir(path)), f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	eachSource(t, func(path, dir string, f *ast.File) {
		allowed, known := arrows[dir]
		if !known && dir != "." && !strings.HasPrefix(dir, "cmd/") {
			t.Errorf("%s: package %s has no arrows (want them drawn in %s)", path, dir, "arrows_test.go")
			return
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(strangers, name) && slices.Contains([]string{"rules", "rules/profile", "rules/board"}, dir) {
				t.Errorf("%s imports %s: the engine has never heard of it", path, name)
			}
			to, ours := strings.CutPrefix(name, "varlab/")
			if strings.HasPrefix(to, "internal/testing/") {
				t.Errorf("%s imports %s, which is for tests alone", path, to)
			}
			if !ours || strings.HasPrefix(dir, "cmd/") {
				continue
			}
			if !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s (want one of %v)", path, to, allowed)
			}
		}
		seen[dir] = true
	})
	for _, dir := range slices.Sorted(maps.Keys(arrows)) {
		if !seen[dir] {
			t.Errorf("%s: arrows are drawn for a package that does not exist", dir)
		}
	}
}

// mostMethods is how many methods a type has at most: with more it is a room and no thing. Rules
// is the engine, whose floors have an order of their own: see TestFloors.
const mostMethods = 40

func TestMethods(t *testing.T) {
	count := map[string]int{}
	eachSource(t, func(_, dir string, f *ast.File) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			of := fn.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if g, ok := of.(*ast.IndexExpr); ok {
				of = g.X
			}
			if name, ok := of.(*ast.Ident); ok {
				count[dir+"."+name.Name]++
			}
		}
	})
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if n := count[name]; n > mostMethods && name != "rules.Rules" {
			t.Errorf("%s has %d methods (want at most %d: functions of a value do as well)", name, n, mostMethods)
		}
	}
}

// words find what looks like prose: three words of small letters in a row.
var words = regexp.MustCompile(`[a-z]{2,} [a-z]{2,} [a-z]{2,}`)

// Findings are values: but for errors, no words of theirs are ours.
func TestFindingsHaveNoProse(t *testing.T) {
	eachSource(t, func(path, dir string, f *ast.File) {
		if dir != "reports/findings" {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if s, ok := call.Fun.(*ast.SelectorExpr); ok && (s.Sel.Name == "Errorf" || s.Sel.Name == "New") {
					return false
				}
			}
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && words.MatchString(text.Value) {
				t.Errorf("%s: %s is prose (want it in reports)", path, text.Value)
			}
			return true
		})
	})
}

// floors are the files of package rules: each uses what its own floor and those below
// declare. Rules and Compile stand beside the house, since every floor has methods of
// Rules.
var floors = [][]string{
	{"state.go"},  // what a state and a turn are
	{"tables.go"}, // what is derived from a profile
	{"captures.go", "hunt.go", "owed.go", "moves.go", "play.go", "look.go", "geometry.go", "perft.go", "key.go"}, // the engine
	{"beaten.go", "clauses.go", "ahead.go", "history.go"},                                                        // the course of a game
}

func TestFloors(t *testing.T) {
	floorOf := map[string]int{"rules.go": len(floors)}
	for floor, files := range floors {
		for _, name := range files {
			floorOf[name] = floor
		}
	}
	sources, err := filepath.Glob("rules/*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if _, known := floorOf[filepath.Base(path)]; !known {
			t.Errorf("%s stands on no floor (want one in %s)", path, "arrows_test.go")
		}
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	// What is imported stays unknown: only names of the package matter.
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	checker := types.Config{Importer: unknown{}, Error: func(error) {}}
	checker.Check("rules", fset, files, &info)
	for id, o := range info.Uses {
		from := filepath.Base(fset.Position(id.Pos()).Filename)
		to := filepath.Base(fset.Position(o.Pos()).Filename)
		v, _ := o.(*types.Var)
		ofRules := to == "rules.go" && (id.Name == "Rules" || v != nil && v.IsField())
		if floor, ours := floorOf[to]; ours && floor > floorOf[from] && !ofRules {
			t.Errorf("%s uses %s, which %s declares on a floor above", fset.Position(id.Pos()), id.Name, to)
		}
	}
}

// An unknown importer knows the names of packages alone.
type unknown struct{}

func (unknown) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}
