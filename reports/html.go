package reports

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"

	safe "varlab/internal/plain"
	"varlab/reports/chart"
)

//go:embed report.html
var htmlText string

//go:embed base.css
var baseCSS string

//go:embed board.css
var boardCSS string

//go:embed report.css
var reportCSS string

//go:embed board.js
var boardJS string

//go:embed figures.js
var figuresJS string

//go:embed report.js
var reportJS string

// Style is the style that all pages have, BoardScript the script of a board, and FigureScript
// that of figures.
func Style() string        { return baseCSS + boardCSS }
func BoardScript() string  { return boardJS }
func FigureScript() string { return boardJS + figuresJS }

var jsText = boardJS + figuresJS + reportJS

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"svg":      func(f figure) template.HTML { return template.HTML(f.Draw(chart.Column)) }, // chart escapes its text
	"broad":    broad,
	"printed":  printed,
	"data":     dataURL,
	"breaks":   breaks,
	"unbroken": unbroken,
	"keep":     keep,
	"terms":    marker{}.mark,
	"marked":   marker{}.marked,
	"parts":    func() template.HTML { return BoardParts },
	"footnote": func(i int) int { return i + 1 },
}).Parse(htmlText))

func keep(s string) string { return strings.ReplaceAll(s, " %", "\u00a0%") }

// broad draws a figure for the width of a page, beside the one for a column: its ids
// differ.
func broad(f figure) template.HTML {
	return template.HTML(strings.ReplaceAll(f.Draw(chart.Page), f.Heading().ID, "broad-"+f.Heading().ID))
}

// printed draws curves for paper.
func printed(f figure) template.HTML {
	curves, ok := f.Chart.(chart.Curves)
	if !ok {
		return ""
	}
	curves.ID = "print-" + curves.ID
	return template.HTML(curves.Print(chart.Page))
}

// dataURL holds the data of a figure, for people to take along.
func dataURL(f figure) (template.URL, error) {
	var b strings.Builder
	err := f.writeCSV(&b)
	return template.URL("data:text/csv;charset=utf-8," + url.PathEscape(b.String())), err
}

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

// Hash is what a page's policy says of its script.
func Hash(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Policy is the Content-Security-Policy of a page that needs nothing from elsewhere. It ends in
// script-src, to which a page adds what else may run.
func Policy(script string) string { return PolicyFrom(Hash(script)) }

// PolicyFrom is Policy with the source of scripts.
func PolicyFrom(source string) string {
	return "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; script-src " + source
}

// writeHTML writes one file that needs no network. Without scripts all can be read; with
// them games can be stepped through and figures taken along.
func writeHTML(w io.Writer, d *document) error {
	data := struct {
		*document
		CSS    template.CSS
		Script template.JS
		Policy string
	}{
		document: d, CSS: template.CSS(chart.FontFace() + Style() + reportCSS), Script: template.JS(jsText),
		Policy: Policy(jsText),
	}
	d.gather()
	fresh, err := page.Clone()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	var b bytes.Buffer
	seen := marker{}
	if err := fresh.Funcs(template.FuncMap{"terms": seen.mark, "marked": seen.marked}).Execute(&b, data); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	// The template escapes what is not its own; what a browser takes for text may
	// still turn the direction of writing.
	_, err = io.WriteString(w, strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return safe.Harmless(r)
	}, b.String()))
	return err
}

// gather moves the tables of sections that would show nothing unless opened to how games
// ended.
func (d *document) gather() {
	to := slices.IndexFunc(d.Sections, func(s *section) bool { return s.ID == "outcomes" })
	if to < 0 {
		return
	}
	outcomes := d.Sections[to]
	d.Sections = slices.DeleteFunc(d.Sections, func(s *section) bool {
		shut := !s.Appendix && len(s.More) > 0 && len(s.Text)+len(s.Findings)+len(s.Figures)+len(s.Tables)+len(s.Facing)+len(s.Boards)+len(s.Folded)+len(s.Games)+len(s.Code) == 0
		if shut {
			outcomes.More = append(outcomes.More, s.More...)
		}
		return shut
	})
}

// Numeric reports whether a table's cells are numbers, which stand at the right.
func (t table) Numeric() bool { return !t.words }
