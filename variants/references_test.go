package variants

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// docs/findings/references.md is what the profiles make of it. go test ./variants -update
// rewrites it. A text without a place is refused.
func TestReferences(t *testing.T) {
	var list []Source
	for _, id := range IDs() {
		for _, s := range loaded(t, id).Sources {
			require.NotEmpty(t, s.Where, "%s: the text %s has no place (want where = …)", id, s.ID)
			if !slices.ContainsFunc(list, func(o Source) bool { return o.ID == s.ID }) {
				list = append(list, s)
			}
		}
	}
	slices.SortFunc(list, func(a, b Source) int { return strings.Compare(a.ID, b.ID) })
	var b, bib strings.Builder
	b.WriteString("| name | text | place | read |\n| --- | --- | --- | --- |\n")
	bib.WriteString("```bibtex\n")
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&bib, "  %s = {%s},\n", name, strings.ReplaceAll(value, "_", "\\_"))
		}
	}
	for _, s := range list {
		read := "in part"
		if s.Whole {
			read = "whole"
		}
		if s.Note != "" {
			read += "; " + s.Note
		}
		title := s.Title
		if s.Author != "" {
			title = s.Author + ", " + title
		}
		fmt.Fprintf(&b, "| `%s` | %s, %s | %s | %s |\n", s.ID, title, s.Year, s.Where, read)
		fmt.Fprintf(&bib, "@misc{%s,\n", s.ID)
		field("author", s.Author)
		field("title", s.Title)
		field("year", s.Year)
		field("howpublished", s.Where)
		bib.WriteString("}\n")
	}
	bib.WriteString("```\n")
	const path = "../docs/findings/references.md"
	text := disk.Read(t, path)
	now := block(t, text, "references", b.String())
	now = block(t, now, "bibtex", bib.String())
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, text, "%s is old (go test ./variants -update rewrites it)", path)
}

// A page names the references that it rests on, and each of them is on the page of references.
func TestPagesNameReferences(t *testing.T) {
	list := disk.Read(t, "../docs/findings/references.md")
	pages := disk.Glob(t, "../docs/findings/*.md")
	named := 0
	for _, page := range pages {
		for _, link := range regexp.MustCompile("\\[((?:`[a-z0-9-]+`(?:, )?)+)\\]\\(references\\.md").FindAllStringSubmatch(disk.Read(t, page), -1) {
			for _, id := range strings.Split(link[1], ", ") {
				require.Contains(t, list, "\n| "+id+" |", page)
				named++
			}
		}
	}
	require.Greater(t, named, 10)
}
