package reports

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// jsonRoots are the roots of what the page describes, and files those that declare its types.
var (
	jsonRoots = []string{"reportJSON", "attributionJSON", "variedJSON", "adjudicationJSON", "Omissions"}
	formFiles = []string{"json.go", "findings/exercise.go", "findings/exact.go", "findings/weights.go", "../sim/record/endings.go", "../sim/record/manifest.go", "../sim/games/omissions.go", "../sim/games/figures.go"}
)

// docs/json.md describes each field of the forms of a report, from their declarations.
func TestJSONPage(t *testing.T) {
	about, fields := map[string]string{}, map[string]*ast.StructType{}
	for _, file := range formFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(file), nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					spec := s.(*ast.TypeSpec)
					if form, ok := spec.Type.(*ast.StructType); ok {
						about[spec.Name.Name], fields[spec.Name.Name] = strings.Join(strings.Fields(d.Doc.Text()), " "), form
					}
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("# What `--format json` writes\n\nShares are from 0 to 1, and differences of shares likewise; lengths are in plies. Null stands\nwhere there is no number, or no bound. \"Of the metric\" is a share where the metric is a share\nor a score, and otherwise what it counts. This page is made from the declarations.\n")
	named := func(name string) string { return strings.TrimSuffix(name, "JSON") }
	var told []string
	var table func(name string)
	var next []string
	// kind is the type of a field in words.
	var kind func(e ast.Expr) string
	kind = func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.StarExpr:
			return kind(e.X)
		case *ast.ArrayType:
			return "list of " + kind(e.Elt)
		case *ast.MapType:
			return "object of " + kind(e.Value)
		case *ast.SelectorExpr:
			return kind(e.Sel)
		case *ast.Ident:
			if fields[e.Name] == nil {
				return map[string]string{"int": "integer", "uint64": "integer", "float64": "number", "tiny": "number", "Number": "number", "bool": "boolean", "any": "integer or string"}[e.Name] + map[bool]string{true: e.Name}[e.Name == "string" || e.Name == "number"]
			}
			next = append(next, e.Name)
			return fmt.Sprintf("[%s](#%s)", named(e.Name), strings.ToLower(named(e.Name)))
		}
		return ""
	}
	var rows func(name string)
	rows = func(name string) {
		for _, f := range fields[name].Fields.List {
			if len(f.Names) == 0 { // its fields are fields of this
				switch of := f.Type.(type) {
				case *ast.Ident:
					rows(of.Name)
				case *ast.SelectorExpr:
					rows(of.Sel.Name)
				}
				continue
			}
			if f.Tag == nil {
				continue
			}
			tag, err := strconv.Unquote(f.Tag.Value)
			require.NoError(t, err)
			key, omitted, _ := strings.Cut(strings.Split(tag, `"`)[1], ",")
			if key == "-" {
				continue
			}
			text := strings.Join(strings.Fields(f.Comment.Text()+f.Doc.Text()), " ")
			means, unit, _ := strings.Cut(text, "; ")
			if of := kind(f.Type); means == "" && !strings.Contains(of, "](#") {
				t.Errorf("%s.%s: no comment (want what it is; its unit)", name, key)
			}
			if omitted != "" {
				means = strings.TrimPrefix(means+" (left out if there is none)", " ")
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", key, kind(f.Type), means, unit)
		}
	}
	table = func(name string) {
		if slices.Contains(told, name) {
			return
		}
		told = append(told, name)
		next = nil
		fmt.Fprintf(&b, "\n## %s\n\n", named(name))
		if text := about[name]; text != "" {
			if _, is, ok := strings.Cut(text, name+" is "); ok {
				text = strings.ToUpper(is[:1]) + is[1:]
			}
			fmt.Fprintf(&b, "%s\n\n", text)
		}
		b.WriteString("| key | type | what it is | unit |\n|---|---|---|---|\n")
		rows(name)
		for _, of := range slices.Clone(next) {
			table(of)
		}
	}
	for _, name := range jsonRoots {
		table(name)
	}
	path := filepath.Join("..", "docs", "json.md")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o666))
	}
	page := disk.Read(t, path)
	require.Equal(t, page, b.String(), "docs/json.md is not made from the declarations as they are (want go test ./reports -run JSONPage -update)")
}
