// Command site folds the findings in docs into one page, docs/index.html, which is not kept
// in the repository. The page is one file, needs no network, and leads a reader who knows
// nothing of varlab through the findings.
//
// The one idea: the site says what the pages say. A link between two such pages becomes a
// place in the file; any other link stays where it leads. How a table was made, and how its
// players are typed, is left to the page.
//
//	go run ./docs/site
//
// It also draws docs/findings/surface.svg, the first figure, from its result.
package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"varlab/internal/files"
	"varlab/reports"
	"varlab/reports/chart"
	"varlab/reports/findings"
)

var (
	//go:embed site.html
	htmlText string
	//go:embed site.css
	cssText string
	//go:embed site.js
	jsText string
)

var site = template.Must(template.New("site").Parse(htmlText))

const made = "docs/index.html"

func main() {
	tree := os.DirFS(".")
	page, err := index(tree)
	if err == nil {
		err = files.WriteBytes(made, page)
	}
	if err == nil {
		var l chart.Lines
		if l, err = surface(tree); err == nil {
			err = files.WriteBytes("docs/findings/surface.svg", []byte(chart.File(l, 174)))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// A page is one Markdown file, folded in.
type page struct {
	file, ID string
	level    int // of its parts' headings
	Title    template.HTML
	Body     template.HTML
}

// index makes the file from the tree of the repository.
func index(tree fs.FS) ([]byte, error) {
	showcase := &page{file: "docs/findings/souffleur.md", ID: "souffleur", level: 2}
	parts := []*page{
		{file: "docs/findings/draws.md", ID: "draws", level: 3},
		{file: "docs/findings/readings.md", ID: "readings", level: 3},
		{file: "docs/findings.md", ID: "findings", level: 3},
	}
	further := &page{file: "docs/README.md", ID: "further", level: 3}
	names, err := fs.Glob(tree, "docs/findings/H*.md")
	if err != nil {
		return nil, err
	}
	var hypotheses []*page
	for _, name := range names {
		hypotheses = append(hypotheses, &page{file: name, ID: strings.TrimSuffix(path.Base(name), ".md"), level: 4})
	}
	all := slices.Concat([]*page{showcase}, parts, hypotheses, []*page{further})
	anchors := map[string]string{made: "top"}
	for _, p := range all {
		anchors[p.file] = p.ID
	}
	for _, p := range all {
		if err := p.read(tree, anchors); err != nil {
			return nil, fmt.Errorf("%s: %w", p.file, err)
		}
	}
	script := reports.FigureScript() + jsText
	var b bytes.Buffer
	err = site.Execute(&b, map[string]any{
		"CSS": template.CSS(chart.FontFace() + reports.Style() + cssText), "Script": template.JS(script), "Parts": reports.BoardParts,
		"Policy": reports.Policy(script), "Showcase": showcase, "Chapters": parts, "Hypotheses": hypotheses, "Further": further,
	})
	if err == nil {
		err = whole(b.String())
	}
	return b.Bytes(), err
}

var (
	place    = regexp.MustCompile(`\sid="([^"]+)"`)
	followed = regexp.MustCompile(`href="#([^"]+)"`)
)

// whole says which place of a file is there twice, or is linked to and is not there.
func whole(html string) error {
	there := map[string]bool{}
	for _, m := range place.FindAllStringSubmatch(html, -1) {
		if there[m[1]] {
			return fmt.Errorf("%s: #%s is there twice", made, m[1])
		}
		there[m[1]] = true
	}
	for _, m := range followed.FindAllStringSubmatch(html, -1) {
		if !there[m[1]] {
			return fmt.Errorf("%s: a link leads to #%s, which is not there", made, m[1])
		}
	}
	return nil
}

var (
	markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	comment  = regexp.MustCompile(`(?s)<!--.*?-->\n?`)
	heading  = regexp.MustCompile(`<h1[^>]*>(.*)</h1>\n`)
	picture  = regexp.MustCompile(`<p><img src="([^"]+)" alt="([^"]*)"></p>`)
	origin   = regexp.MustCompile(`(?s)<p>(Made \d|Study <code>).*?</p>\n?`) // of a table, as docs/results writes it
	player   = regexp.MustCompile(`<code>(?:search:)?((?:[a-z]+=\d+,?)+)</code>`)
	boxed    = regexp.MustCompile(`(?s)<div class="scroll"><table>.*?</table></div>`)
	inline   = regexp.MustCompile(`<code>[^<\n]*</code>`)
	breaks   = strings.NewReplacer(",", ",<wbr>", "{", "<wbr>{", "+", "<wbr>+", ":", ":<wbr>")
	boxes    = strings.NewReplacer("<table>", `<div class="scroll"><table>`, "</table>", "</table></div>", "« ", "«\u00a0", " »", "\u00a0»", " %", "\u00a0%")
)

func (p *page) read(tree fs.FS, anchors map[string]string) error {
	source, err := fs.ReadFile(tree, p.file)
	if err != nil {
		return err
	}
	source = comment.ReplaceAll(source, nil)
	doc := markdown.Parser().Parse(text.NewReader(source))
	err = ast.Walk(doc, func(n ast.Node, entering bool) (how ast.WalkStatus, err error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			n.SetAttributeString("id", fmt.Appendf(nil, "%s-%s", p.ID, id))
			if n.Level > 1 {
				n.Level += p.level - 2
			}
		case *ast.Link:
			n.Destination, err = p.link(tree, anchors, string(n.Destination))
		case *ast.Image:
			if n.Parent().ChildCount() > 1 {
				err = fmt.Errorf("%s: a picture in a sentence (want a paragraph of its own)", n.Destination)
			}
		case *ast.HTMLBlock, *ast.RawHTML:
			err = errors.New("HTML (want Markdown)")
		}
		return ast.WalkContinue, err
	})
	var b bytes.Buffer
	if err == nil {
		err = markdown.Renderer().Render(&b, source, doc)
	}
	if err != nil {
		return err
	}
	title := heading.FindStringSubmatch(b.String())
	if title == nil {
		return errors.New("no title (want a line that begins with #)")
	}
	p.Title = template.HTML(title[1])
	body := origin.ReplaceAllString(strings.Replace(b.String(), title[0], "", 1), "")
	if len(body)+len(title[0]) < b.Len() {
		body += fmt.Sprintf(`<p class="small"><a href="%s">How this was made</a></p>`+"\n", strings.TrimPrefix(p.file, "docs/"))
	}
	body = player.ReplaceAllStringFunc(boxes.Replace(body), inWords)
	body = boxed.ReplaceAllStringFunc(body, func(t string) string {
		rows := strings.Count(t, "<tr>") - 1
		if rows <= mostRows {
			return t
		}
		return fmt.Sprintf(`<details class="numbers-of"><summary>The numbers (%d rows)</summary>%s</details>`, rows, t)
	})
	body = inline.ReplaceAllStringFunc(body, breaks.Replace)
	body = picture.ReplaceAllStringFunc(body, func(img string) string {
		m := picture.FindStringSubmatch(img)
		if m[1] == "surface.svg" {
			l, e := surface(tree)
			err = errors.Join(err, e)
			wide := l.Draw(chart.Page)
			l.ID = "narrow"
			return `<figure><div class="narrow">` + l.Draw(chart.Column) + `</div><div class="wide">` + wide + "</div><figcaption>" + m[2] + "</figcaption></figure>"
		}
		drawn, e := fs.ReadFile(tree, path.Join(path.Dir(p.file), m[1]))
		err = errors.Join(err, e)
		svg, ok := chart.InPage(string(drawn), p.ID+"-")
		if !ok { // drawn by another hand, for white paper
			svg = fmt.Sprintf(`<img src="data:image/svg+xml;base64,%s" alt="%s">`, base64.StdEncoding.EncodeToString(drawn), m[2])
		}
		return `<figure><div class="scroll">` + svg + "</div><figcaption>" + m[2] + "</figcaption></figure>"
	})
	p.Body = template.HTML(body)
	return err
}

// link is where a link of a page leads from the file.
func (p *page) link(tree fs.FS, anchors map[string]string, to string) ([]byte, error) {
	if strings.Contains(to, ":") { // elsewhere
		return []byte(to), nil
	}
	name, part, _ := strings.Cut(to, "#")
	file := p.file
	if name != "" {
		file = path.Join(path.Dir(p.file), name)
	}
	if _, err := fs.Stat(tree, file); err != nil && file != made {
		return nil, fmt.Errorf("a link leads to %s, which is not there", to)
	}
	if at, ok := anchors[file]; ok {
		return []byte("#" + strings.TrimSuffix(at+"-"+part, "-")), nil
	}
	from, err := filepath.Rel(path.Dir(made), file)
	return []byte(filepath.ToSlash(from) + to[len(name):]), err
}

// mostRows is how many rows a table may have that is not folded.
const mostRows = 10

// inWords says what a player does whose options are typed so.
func inWords(code string) string {
	words := map[string]string{"nodes": "%s turns", "depth": "%s plies deep", "oversight": "%s %% overlooked", "vigilance": "%s %% noticed", "touch": "%s %% touched", "adjust": "%s %% adjusted"}
	var out []string
	for option := range strings.SplitSeq(player.FindStringSubmatch(code)[1], ",") {
		key, value, _ := strings.Cut(option, "=")
		switch format := words[key]; {
		case option == "noise=5" || option == "": // of almost all
		case format != "":
			out = append(out, fmt.Sprintf(strings.ReplaceAll(format, " ", "\u00a0"), value))
		default:
			out = append(out, key+"\u00a0"+value)
		}
	}
	return strings.Join(out, ", ")
}

// surface draws the first figure of the showcase from its result.
func surface(tree fs.FS) (chart.Lines, error) {
	var result struct {
		Data struct {
			Report struct {
				Cells []struct {
					ID      string   `json:"id"`
					Players []string `json:"players"`
					Drawn   struct{ Value, Low, High float64 }
				} `json:"rule_sets"`
			} `json:"report"`
		} `json:"data"`
	}
	text, err := fs.ReadFile(tree, "docs/results/surface.json")
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	l := chart.Lines{
		Head: chart.Head{ID: "surface", Title: "Games drawn, per cent, by what may be done about a capture left alone", Desc: "One line for each remedy; the table has the numbers."},
		Unit: "jumps overlooked, of 100", Columns: []string{"0", "5", "10", "20", "40"},
	}
	const set = "souffler-broken-off"
	for _, line := range []struct {
		label, id, noticed string
		colour             int
	}{
		{"capture is compulsory", set + `{capture.obligation="compulsory"}`, ",vigilance=60", 0},
		{"turn replayed, or let pass", set + `{claim.remedies=["compel","waive"]}`, ",vigilance=60", 2},
		{"huff, 60 of 100 faults noticed", set, ",vigilance=60", 1},
		{"huff, 30 noticed", set, ",vigilance=30", 1},
		{"huff, all noticed", set, "", 1},
	} {
		row := chart.LinesRow{Label: line.label, Colour: line.colour}
		for _, overlooked := range l.Columns {
			spec := "search:nodes=200,noise=5"
			if overlooked != "0" {
				spec += ",oversight=" + overlooked + line.noticed
			}
			for _, c := range result.Data.Report.Cells {
				if d := c.Drawn; c.ID == line.id && c.Players[0] == spec && c.Players[1] == spec {
					row.Points = append(row.Points, chart.Point{Value: 100 * d.Value, Low: 100 * d.Low, High: 100 * d.High, Shown: fmt.Sprintf("%.1f %% drawn (%.1f to %.1f)", 100*d.Value, 100*d.Low, 100*d.High)})
				}
			}
		}
		if len(row.Points) != len(l.Columns) && err == nil {
			err = fmt.Errorf("docs/results/surface.json: %d cells of %s (want %d)", len(row.Points), line.label, len(l.Columns))
		}
		l.Rows = append(l.Rows, row)
	}
	return l, err
}

// Halves are the page up to its first figure, and what follows.
func (p *page) Halves() []template.HTML {
	at := strings.Index(string(p.Body), "</figure>") + len("</figure>")
	return []template.HTML{p.Body[:at], p.Body[at:]}
}

// Verdicts counts those of a page's tables: "3 supported, 1 undecided", each with a square.
func (p *page) Verdicts() template.HTML {
	squares, counted := "", []string{}
	for _, word := range []string{findings.Supported, findings.Equivalent, findings.NotWorse, findings.Refuted, findings.Undecided} {
		if n := strings.Count(string(p.Body), "<td><strong>"+word+"</strong></td>"); n > 0 {
			squares += strings.Repeat(`<i class="`+word+`"></i>`, n)
			counted = append(counted, fmt.Sprintf("%d %s", n, word))
		}
	}
	return template.HTML(squares + " " + strings.Join(counted, ", "))
}
