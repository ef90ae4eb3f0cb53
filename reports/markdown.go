package reports

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"varlab/internal/files"
	"varlab/sim/record"
)

// A markdown writes a document in one of two dialects: that which everything reads, and
// Quarto's, which has figures, captions and references of its own.
type markdown struct {
	bytes.Buffer
	quarto bool
	ids    map[string]bool
}

func writeMarkdown(w io.Writer, d *document) error {
	b := &markdown{ids: map[string]bool{}}
	fmt.Fprintf(b, "# %s\n\n", EscapeMarkdown(d.Title))
	if d.Question != "" {
		b.text(d.Question)
	}
	if a := &d.Answer; a.Title != "" {
		fmt.Fprintf(b, "**%s**\n\n", EscapeMarkdown(a.Title))
		b.claims(a)
		b.text(a.Sure)
	}
	b.body(d)
	_, err := b.WriteTo(w)
	return err
}

// writeQuarto writes a document as source for Quarto. Its figures stand in figures/, its
// works in references.bib, its data in data/: see Cited.
func writeQuarto(w io.Writer, d *document) error {
	b := &markdown{quarto: true, ids: map[string]bool{}}
	b.WriteString("---\n")
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "%s: %s\n", name, quoteYAML(plain(value)))
		}
	}
	field("title", markdownParagraph(d.Title))
	field("subtitle", markdownParagraph(d.Question))
	field("author", developers)
	field("abstract", markdownParagraph(strings.TrimSpace(d.Answer.Text()+" "+d.Answer.Sure)))
	b.WriteString("lang: en\nbibliography: references.bib\nnocite: |\n  @*\nformat:\n  html:\n    toc: true\n  docx: default\n  typst: default\n---\n\n")
	for _, f := range d.Answer.Figures {
		b.figure(f)
	}
	b.claims(&d.Answer)
	b.body(d)
	b.WriteString("## References {#sec-references}\n\n::: {#refs}\n:::\n")
	_, err := b.WriteTo(w)
	return err
}

// claims writes what follows the first sentence of an answer.
func (b *markdown) claims(a *answer) {
	if !b.quarto && a.More != "" { // else it is in the abstract
		b.text(strings.TrimSpace(a.More))
	}
	for _, c := range a.Claims {
		fmt.Fprintf(b, "- %s Tested: %s.\n", markdownParagraph(c.Claim), markdownParagraph(c.Tested))
		for _, x := range c.Rulings {
			fmt.Fprintf(b, "  - %s%s\n", when(x.Stamp != "", "**"+string(x.Stamp)+".** "), markdownParagraph(x.String()))
		}
	}
	if len(a.Claims) > 0 {
		b.WriteString("\n")
	}
}

func quoteYAML(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// Cited are the files, in a folder, to which the report of the run refers as Quarto
// source: figures, references, and the data package of run, whose report it is.
func (r *Report) Cited(run *record.Run, to string) ([]files.File, error) {
	data, err := dataFiles(r, run, filepath.Join(to, "data"))
	references := files.File{Path: filepath.Join(to, "references.bib"), Write: func(w io.Writer) error {
		_, err := io.WriteString(w, r.BibTeX()+"\n")
		return err
	}}
	return slices.Concat(r.Figures(filepath.Join(to, "figures")), []files.File{references}, data), err
}

func (b *markdown) body(d *document) {
	for _, s := range d.Sections {
		if len(s.Games) > 0 || b.quarto && s.ID == "cite" {
			continue // nothing to step through here; Quarto has references of its own
		}
		b.heading("##", s.Title, s.ID)
		b.text(s.Text...)
		for _, c := range s.Code {
			b.code(c)
		}
		for _, f := range s.Findings {
			fmt.Fprintf(b, "- %s%s\n", markdownParagraph(f.Text), footnotes(f.Warnings))
		}
		if len(s.Findings) > 0 {
			b.WriteString("\n")
		}
		if b.quarto {
			for _, f := range s.Figures {
				b.figure(f)
			}
		}
		for _, t := range slices.Concat(s.Tables, s.More) {
			b.table(t)
		}
		for _, f := range s.Folded {
			if len(f.Tables)+len(f.Text) == 0 {
				continue // boards alone
			}
			if b.quarto {
				b.WriteString("::: {.callout-note collapse=\"true\"}\n\n") // whose heading is its title
			}
			b.heading("###", f.Title, "")
			b.text(f.Text...)
			for _, t := range f.Tables {
				b.table(t)
			}
			if b.quarto {
				b.WriteString(":::\n\n")
			}
		}
	}
	if len(d.Warnings) > 0 {
		b.heading("##", "Notes", "notes")
		for i, text := range d.Warnings {
			fmt.Fprintf(b, "[^%d]: %s\n", i+1, markdownParagraph(text))
		}
		if b.quarto {
			b.WriteString("\n")
		}
	}
}

func (b *markdown) heading(level, title, id string) {
	fmt.Fprintf(b, "%s %s", level, EscapeMarkdown(title))
	if b.quarto && id != "" {
		fmt.Fprintf(b, " {#sec-%s}", id)
	}
	b.WriteString("\n\n")
}

func (b *markdown) code(c code) {
	if b.quarto {
		fmt.Fprintf(b, "```%s\n%s\n```\n\n", strings.ToLower(c.Language), c.Text)
		return
	}
	fmt.Fprintf(b, "    %s\n\n", strings.ReplaceAll(c.Text, "\n", "\n    "))
}

func (b *markdown) figure(f figure) {
	fmt.Fprintf(b, "![%s. %s](figures/%s){#%s}\n\n", EscapeMarkdown(f.Heading().Title), EscapeMarkdown(f.Caption), f.file(figureWidths[1]), f.Heading().ID)
}

func (b *markdown) text(paragraphs ...string) {
	for _, p := range paragraphs {
		fmt.Fprintf(b, "%s\n\n", markdownParagraph(p))
	}
}

func footnotes(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "[^%d]", n)
	}
	return b.String()
}

func (b *markdown) table(t table) {
	if t.Title != "" && !b.quarto {
		fmt.Fprintf(b, "**%s**\n\n", EscapeMarkdown(t.Title))
	}
	for _, h := range t.Head {
		fmt.Fprintf(b, "| %s ", EscapeMarkdown(h))
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
			fmt.Fprintf(b, "| %s%s ", EscapeMarkdown(c.whole()), footnotes(c.Warnings))
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	if t.Title != "" && b.quarto {
		id := "tbl-" + strings.Trim(notInID.ReplaceAllString(strings.ToLower(t.Title), "-"), "-")
		id = strings.TrimRight(id[:min(len(id), 40)], "-")
		for n := 2; b.ids[id]; n++ {
			id = fmt.Sprintf("%s-%d", strings.TrimRight(id, "-0123456789"), n)
		}
		b.ids[id] = true
		fmt.Fprintf(b, ": %s {#%s}\n\n", EscapeMarkdown(t.Title), id)
	}
	if t.Note != "" {
		b.text(t.Note)
	}
}

var notInID = regexp.MustCompile(`[^a-z0-9]+`)

// markdownMarks leaves no backtick: knitr, which reads a document before Pandoc does, runs
// what stands after one and an r, escaped or not; and no two strokes, between which some read
// a formula. Of two hyphens, three dots and the quotation marks of values Pandoc makes
// others.
var markdownMarks = strings.NewReplacer(
	`\`, "&#92;", "`", "&#96;", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", `\|`, "~", `\~`, "#", `\#`, "^", `\^`, "!", `\!`, "@", `\@`, "$", `\$`, "{", `\{`, "}", `\}`, `"`, `\"`, "--", `-\-`, "...", `.\.\.`,
)

// scheme is the beginning of an address; some readers of Markdown make a link of it.
var scheme = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*):(\S)`)

// EscapeMarkdown keeps text from being read as marks of Markdown within a line.
func EscapeMarkdown(s string) string {
	return scheme.ReplaceAllString(markdownMarks.Replace(plain(s)), `$1\:$2`)
}

// opening makes a list, a rule, a heading, a definition, a box or the caption of a table of a
// paragraph that begins with it. (Pandoc numbers by letters, Roman numerals and # too.)
var opening = regexp.MustCompile(`^(\s*\(?(?:[0-9]*|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+|\\?#|[Tt]able))([-+=.)]+(?:\s|$)|:)`)

// markdownParagraph is text that stands at the beginning of a line.
func markdownParagraph(s string) string {
	return opening.ReplaceAllString(EscapeMarkdown(s), `$1\$2`)
}
