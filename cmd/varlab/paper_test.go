package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// The paper is a Quarto source too, with its bibliography, made from the page: paper.qmd and
// paper.bib are current.
func TestPaperForTypesetters(t *testing.T) {
	const folder = "../../docs/findings/"
	read := func(name string) string { return disk.Read(t, folder+name) }
	entries := map[string]string{}
	for _, e := range regexp.MustCompile(`(?ms)^@misc\{([^,]+),\n.*?^\}\n`).FindAllStringSubmatch(read("references.md"), -1) {
		entries[e[1]] = e[0]
	}
	page := read("paper.md")
	body, beside, ok := strings.Cut(page, "\n## References\n")
	require.True(t, ok)
	link := regexp.MustCompile(`\[([^][]*)\]\([^)]*\)`)
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\| (.*) \\| (.*) \\|$").FindAllStringSubmatch(read("references.md")+beside, -1) {
		if entries[row[1]] != "" {
			continue
		}
		for i := range row {
			row[i] = link.ReplaceAllString(row[i], "$1")
		}
		tex := strings.NewReplacer("_", "\\_", "*", "")
		entries[row[1]] = tex.Replace(fmt.Sprintf("@misc{%s,\n  title = {%s},\n  howpublished = {%s; read: %s},\n}\n", row[1], row[2], row[3], row[4]))
	}
	title, body, _ := strings.Cut(strings.TrimPrefix(body, "# "), "\n")
	_, rest, _ := strings.Cut(body, "**Summary.** ")
	summary, rest, _ := strings.Cut(rest, "\n\n**Résumé.** ")
	resume, rest, ok := strings.Cut(rest, "\n\n")
	require.True(t, ok)
	cited := map[string]bool{}
	rest = regexp.MustCompile("\\[`([a-z0-9-]+)`([^]]*)\\]\\((?:references\\.md)?(?:#[^)]*)?\\)").ReplaceAllStringFunc(rest, func(s string) string {
		key, after, _ := strings.Cut(strings.TrimPrefix(s, "[`"), "`")
		require.NotEmpty(t, entries[key], "%s is no reference", key)
		cited[key] = true
		return "[@" + key + after[:strings.Index(after, "]")] + "]"
	})
	rest = regexp.MustCompile(`\((\[@[^]]*\])\)`).ReplaceAllString(rest, "$1")
	rest = regexp.MustCompile(`([^!])\[([^][@]*)\]\([^)]*\)`).ReplaceAllString(rest, "$1$2") // what a journal does not have
	rest = regexp.MustCompile(`(?m)^<!-- .* -->\n`).ReplaceAllString(rest, "")
	indented := func(text string) string {
		return "  " + strings.ReplaceAll(link.ReplaceAllString(text, "$1"), "\n", "\n  ")
	}
	quarto := fmt.Sprintf("---\ntitle: %q\nlang: en\nbibliography: paper.bib\nabstract: |\n%s\n\n  *Résumé.* %s\n---\n\n%s\n## References\n\n::: {#refs}\n:::\n",
		title, indented(summary), strings.TrimSpace(indented(resume)), rest)
	var bib strings.Builder
	for _, key := range slices.Sorted(maps.Keys(cited)) {
		bib.WriteString(entries[key])
	}
	for name, now := range map[string]string{"paper.qmd": quarto, "paper.bib": bib.String()} {
		if *update {
			require.NoError(t, os.WriteFile(folder+name, []byte(now), 0o644))
			continue
		}
		require.Equal(t, now, read(name), "docs/findings/%s is old (go test ./cmd/varlab -run %s -update rewrites it)", name, t.Name())
	}
}
