package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"varlab/rules"

	"github.com/stretchr/testify/require"
)

// Each constant of type Reason has its words in Reasons, and there is nothing else there.
func TestReasonsHaveWords(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "state.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var declared, named []string
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Reason" {
				text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				declared = append(declared, text)
			}
		}
		return true
	})
	for _, r := range rules.Reasons {
		require.NotEmpty(t, r.Words, r.Reason)
		require.NotEmpty(t, r.Sentence, r.Reason)
		named = append(named, string(r.Reason))
	}
	require.Equal(t, slices.Sorted(slices.Values(declared)), slices.Sorted(slices.Values(named)), "constants of type Reason, and those with words in rules.Reasons")
}
