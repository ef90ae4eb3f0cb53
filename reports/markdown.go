package reports

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

func writeMarkdown(w io.Writer, d *document) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", escapeMarkdown(d.Title))
	markdownText(&b, d.Lead)
	for _, s := range d.Sections {
		if len(s.Games) > 0 {
			continue // nothing to step through here
		}
		fmt.Fprintf(&b, "## %s\n\n", escapeMarkdown(s.Title))
		markdownText(&b, s.Text)
		if s.Code != "" {
			fmt.Fprintf(&b, "    %s\n\n", strings.ReplaceAll(s.Code, "\n", "\n    "))
		}
		for _, f := range s.Findings {
			fmt.Fprintf(&b, "- %s%s\n", escapeMarkdown(f.Text), footnotes(f.Warnings))
		}
		if len(s.Findings) > 0 {
			b.WriteString("\n")
		}
		for _, t := range s.Tables {
			markdownTable(&b, t)
		}
		for _, f := range s.Folded {
			fmt.Fprintf(&b, "### %s\n\n", escapeMarkdown(f.Title))
			markdownText(&b, f.Text)
			for _, t := range f.Tables {
				markdownTable(&b, t)
			}
		}
	}
	if len(d.Warnings) > 0 {
		b.WriteString("## Notes\n\n")
		for i, text := range d.Warnings {
			fmt.Fprintf(&b, "[^%d]: %s\n", i+1, escapeMarkdown(text))
		}
	}
	_, err := b.WriteTo(w)
	return err
}

func markdownText(b *bytes.Buffer, paragraphs []string) {
	for _, p := range paragraphs {
		fmt.Fprintf(b, "%s\n\n", escapeMarkdown(p))
	}
}

func footnotes(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "[^%d]", n)
	}
	return b.String()
}

func markdownTable(b *bytes.Buffer, t table) {
	if t.Title != "" {
		fmt.Fprintf(b, "**%s**\n\n", escapeMarkdown(t.Title))
	}
	for _, h := range t.Head {
		fmt.Fprintf(b, "| %s ", escapeMarkdown(h))
	}
	b.WriteString("|\n")
	for i := range t.Head {
		if i == 0 || t.words {
			b.WriteString("|---")
		} else {
			b.WriteString("|--:")
		}
	}
	b.WriteString("|\n")
	for _, row := range t.Rows {
		for _, c := range row {
			fmt.Fprintf(b, "| %s%s ", escapeMarkdown(c.whole()), footnotes(c.Warnings))
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	if t.Note != "" {
		fmt.Fprintf(b, "%s\n\n", escapeMarkdown(t.Note))
	}
}

var markdownMarks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", `\|`, "~", `\~`, "#", `\#`, "!", `\!`,
)

func escapeMarkdown(s string) string { return markdownMarks.Replace(plain(s)) }
