// Command site folds the findings in docs into one page, docs/index.html, which is not kept
// in the repository. The page is one file, needs no network, and leads a reader who knows
// nothing of varlab through the findings.
//
// The one idea: the site changes no page that it folds in. A link between two such pages
// becomes a place in the file; any other link stays where it leads.
//
//	go run ./docs/site
package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
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
	page, err := index(os.DirFS("."))
	if err == nil {
		err = files.WriteBytes(made, page)
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
	sum := sha256.Sum256([]byte(jsText))
	var b bytes.Buffer
	err = site.Execute(&b, map[string]any{
		"CSS": template.CSS(chart.FontFace() + reports.Style() + cssText), "Script": template.JS(jsText),
		"Policy":   "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		"Showcase": showcase, "Parts": parts, "Hypotheses": hypotheses, "Further": further,
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
	origin   = regexp.MustCompile(`<p>(Made \d|Study <code>)`) // of a table, as docs/results writes it
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
	body := boxes.Replace(origin.ReplaceAllString(strings.Replace(b.String(), title[0], "", 1), `<p class="small">$1`))
	body = inline.ReplaceAllStringFunc(body, breaks.Replace)
	body = picture.ReplaceAllStringFunc(body, func(img string) string {
		m := picture.FindStringSubmatch(img)
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

// Verdicts counts those of a page's tables: "3 supported, 1 undecided".
func (p *page) Verdicts() string {
	var counted []string
	for _, word := range []string{reports.Supported, reports.Equivalent, reports.Refuted, reports.Undecided} {
		if n := strings.Count(string(p.Body), "<td><strong>"+word+"</strong></td>"); n > 0 {
			counted = append(counted, fmt.Sprintf("%d %s", n, word))
		}
	}
	return strings.Join(counted, ", ")
}
