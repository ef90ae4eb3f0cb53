package site

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"varlab/internal/lists"
	"varlab/internal/plain"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/studies"
)

// A document is a Markdown file as a page of the site.
type document struct {
	file, Path string
	source     string // without comments, and the studies that it links to
	Title      template.HTML
	Body       template.HTML
	About      string // its beginning, in plain words
	charts     bool   // are on it
}

// documents makes a page of each document.
func (w *work) documents() error {
	err := fs.WalkDir(w.tree, ".", func(name string, _ fs.DirEntry, err error) error {
		if file, ok := strings.CutSuffix(name, ".md"); ok {
			w.Pages[name] = &document{file: name, Path: lists.Choose(file == "README", "found", file) + ".html"}
		}
		return err
	})
	for _, d := range w.Pages {
		if e := w.read(d); e != nil {
			err = errors.Join(err, fmt.Errorf("docs/%s: %w", d.file, e))
		}
	}
	for _, d := range w.Pages {
		err = cmp.Or(err, w.add(&sheet{Path: d.Path, Kind: "document", Title: plainly(string(d.Title)), About: d.About, Data: d, Charts: d.charts}))
	}
	return cmp.Or(err, w.add(&sheet{Path: "documents.html", Kind: "documents", Title: "All documents", About: "How varlab is used, what its numbers mean, and what was found."}))
}

// plainly is HTML without its elements.
func plainly(text string) string {
	return plain.Line(html.UnescapeString(element.ReplaceAllString(text, "")))
}

var (
	markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	comment  = regexp.MustCompile(`(?s)<!--.*?-->\n?`)
	heading  = regexp.MustCompile(`<h1[^>]*>(.*)</h1>\n`)
	picture  = regexp.MustCompile(`<p><img src="([^"]+)" alt="([^"]*)"></p>`)
	origin   = regexp.MustCompile(`(?s)<p>(Made \d|Study <code>).*?</p>\n?`) // of a table, as docs/results writes it
	player   = regexp.MustCompile(`<code>(?:search:)?((?:[a-z]+=\d+,?)+)</code>`)
	parts    = regexp.MustCompile(`(?s)<h2|<p><img |<div class="scroll"><table>.*?</table></div>`)
	inline   = regexp.MustCompile(`<a [^>]*>.*?</a>|<code>[^<\n]*</code>`)
	element  = regexp.MustCompile(`<[^>]*>`)
	opening  = regexp.MustCompile(`(?s)<p>(.*?)</p>`)
	breaks   = strings.NewReplacer(",", ",<wbr>", "{", "<wbr>{", "+", "<wbr>+", ":", ":<wbr>")
	boxes    = strings.NewReplacer("<th></th>", "<td></td>", "<table>", `<div class="scroll"><table>`, "</table>", "</table></div>", "« ", "«\u00a0", " »", "\u00a0»", " %", "\u00a0%")
)

// read makes the parts of a page from its file.
func (w *work) read(p *document) error {
	source, err := fs.ReadFile(w.tree, p.file)
	if err != nil {
		return err
	}
	source = comment.ReplaceAll(source, nil)
	p.source = string(source)
	doc := markdown.Parser().Parse(text.NewReader(source))
	err = ast.Walk(doc, func(n ast.Node, entering bool) (how ast.WalkStatus, err error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = w.link(p, string(n.Destination))
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
		body += `<details class="small"><summary>How this was made</summary>` + strings.Join(origin.FindAllString(b.String(), -1), "") + "</details>\n"
	}
	body = player.ReplaceAllStringFunc(boxes.Replace(body), inWords)
	figure := false // stands above, in the same part: its numbers are in the tables
	body = parts.ReplaceAllStringFunc(body, func(t string) string {
		rows := strings.Count(t, "<tr>") - 1
		switch {
		case rows < 0:
			figure = strings.HasPrefix(t, "<p>")
		case figure || rows > mostRows:
			return fmt.Sprintf(`<details class="numbers-of"><summary>The table (%d rows)</summary>%s</details>`, rows, t)
		}
		return t
	})
	body = inline.ReplaceAllStringFunc(body, func(code string) string {
		id := plainly(code)
		switch {
		case strings.HasPrefix(code, "<a"):
			return code
		case w.has(id):
			return fmt.Sprintf(`<a href="%s%s">%s</a>`, root(p.Path), rulesPath(id), code)
		}
		return breaks.Replace(code)
	})
	figures := 0
	body = picture.ReplaceAllStringFunc(body, func(img string) string {
		figures++
		m := picture.FindStringSubmatch(img)
		file := path.Join(path.Dir(p.file), m[1])
		drawn, e := fs.ReadFile(w.tree, file)
		err = errors.Join(err, e)
		c := chart.Read(string(drawn))
		if c == nil { // drawn by another hand, for white paper
			return fmt.Sprintf(`<figure><div class="scroll"><img src="data:image/svg+xml;base64,%s" alt="%s"></div><figcaption>%s</figcaption></figure>`, base64.StdEncoding.EncodeToString(drawn), m[2], m[2])
		}
		p.charts = true
		forms := ""
		for _, form := range []struct {
			class       string
			millimetres float64
		}{{"narrow", 84}, {"wide", 174}} {
			id := c.Heading().ID
			own := fmt.Sprintf("%s-%d-%s", form.class, figures, id)
			forms += fmt.Sprintf(`<div class="%s">%s</div>`, form.class, strings.NewReplacer(id+"-title", own+"-title", id+"-desc", own+"-desc").Replace(c.Draw(chart.Column*form.millimetres/84)))
			name := fmt.Sprintf("%s-%.0fmm.svg", strings.TrimSuffix(file, ".svg"), form.millimetres)
			w.files[name] = []byte(chart.File(c, form.millimetres))
			m[2] += fmt.Sprintf(` <a href="%s%s">SVG, %.0f mm</a>`, root(p.Path), name, form.millimetres)
		}
		return "<figure>" + forms + "<figcaption>" + m[2] + "</figcaption></figure>"
	})
	p.Body = template.HTML(body)
	if begins := opening.FindStringSubmatch(body); begins != nil {
		p.About = strings.TrimPrefix(plainly(begins[1]), "The answer. ")
	}
	return err
}

// link is where a link of a page leads from its path. What it leads to has a page, or is
// copied.
func (w *work) link(d *document, to string) ([]byte, error) {
	name, part, _ := strings.Cut(to, "#")
	if strings.Contains(to, ":") || name == "" { // elsewhere, or here
		return []byte(to), nil
	}
	at := path.Join(path.Dir(d.file), name)
	if p := w.Pages[at]; p != nil {
		at = p.Path
	} else if study, ok := strings.CutPrefix(at, "../"); ok {
		text, err := studies.Files.ReadFile(strings.TrimPrefix(study, "studies/"))
		if at = study; err != nil {
			return nil, err
		}
		w.files[at] = text
		d.source += string(text)
	} else { // a report, beside a document of the same name
		text, err := fs.ReadFile(w.tree, at)
		at = strings.TrimSuffix(at, ".html") + "-report.html"
		title, _, _ := strings.Cut(string(text), "</title>")
		if w.files[at] == nil && err == nil {
			err = w.adopt(&sheet{Path: at, Title: plainly(title[strings.Index(title, "<title>"):]), About: "Exact values, with the lines that lead to them, to be stepped through."}, string(text))
		}
		if err != nil {
			return nil, err
		}
	}
	return []byte(root(d.Path) + at + lists.Choose(part != "", "#"+part, "")), nil
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

// ID is that of a hypothesis, such as H01; empty for other documents.
func (p *document) ID() string { return hypothesis.FindString(path.Base(p.file)) }

// Deep reports whether it is a finding, and not on how varlab is used.
func (p *document) Deep() bool { return strings.Contains(p.Path, "/") }

var hypothesis = regexp.MustCompile(`^H[0-9]+`)

// Halves are the page up to its first heading, and what follows.
func (p *document) Halves() [2]template.HTML {
	at := max(0, strings.Index(string(p.Body), "<h2"))
	return [2]template.HTML{p.Body[:at], p.Body[at:]}
}

// Verdicts counts those of a hypothesis's tables: "3 supported, 1 undecided", each with a square.
func (p *document) Verdicts() template.HTML {
	if p.ID() == "" {
		return ""
	}
	squares, counted := "", []string{}
	for _, word := range []string{findings.Supported, findings.Equivalent, findings.NotWorse, findings.Refuted, findings.Undecided} {
		if n := strings.Count(string(p.Body), "<td><strong>"+word+"</strong>"); n > 0 {
			squares += strings.Repeat(`<i class="`+word+`"></i>`, n)
			counted = append(counted, fmt.Sprintf("%d %s", n, word))
		}
	}
	return template.HTML(squares + " " + strings.Join(counted, ", "))
}
