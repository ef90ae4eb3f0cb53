package reports

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"varlab/sim/record"
)

//go:embed report.html
var htmlText string

//go:embed report.css
var cssText string

//go:embed report.js
var jsText string

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"svg":      func(f figure) template.HTML { return template.HTML(f.SVG) }, // chart escapes its text
	"breaks":   breaks,
	"unbroken": unbroken,
	"keep":     func(s string) string { return strings.ReplaceAll(s, " %", "\u00a0%") },
	"footnote": func(i int) int { return i + 1 },
}).Parse(htmlText))

var joint = regexp.MustCompile(`([A-Za-z0-9][._+])([A-Za-z])`)

// breaks lets a browser break long ids and keys: after a hyphen it may already,
// after a full stop, an underscore or a plus between letters it may here.
func breaks(s string) template.HTML {
	return template.HTML(joint.ReplaceAllString(template.HTMLEscapeString(s), "$1<wbr>$2"))
}

var numbered = regexp.MustCompile(`^(\d+) `)

// unbroken lets a browser break lines only where sep stands, and on a narrow page
// where breaks does.
func unbroken(s, sep string) template.HTML {
	var parts []string
	for part := range strings.SplitSeq(s, sep) {
		parts = append(parts, `<span class="part">`+string(breaks(numbered.ReplaceAllString(part, "$1\u00a0")))+`</span>`)
	}
	return template.HTML(strings.Join(parts, sep))
}

// writeHTML writes one file that needs no network; all but stepping through games
// works without scripts. hash is of the study that it is about, if any.
func writeHTML(w io.Writer, d *document, hash string) error {
	var b bytes.Buffer
	var script template.JS
	for _, s := range d.Sections {
		if len(s.Games) > 0 {
			script = template.JS(jsText)
		}
	}
	err := page.Execute(&b, struct {
		*document
		CSS    template.CSS
		Script template.JS // none where there is nothing to step through
		Hash   string
	}{d, template.CSS(cssText), script, hash})
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	// The template escapes what is not its own; what a browser takes for text may
	// still turn the direction of writing.
	_, err = io.WriteString(w, strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return record.Harmless(r)
	}, b.String()))
	return err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Numeric reports whether a table's cells are numbers, which stand at the right.
func (t table) Numeric() bool { return !t.words }
