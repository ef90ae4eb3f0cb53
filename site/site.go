// Package site makes a static site: a page for each rule set, text and document, the board, and
// the reports of one's own runs.
//
// The one idea: the site says what the program says. A rule set's page is what varlab explain
// knows of it, a document is its Markdown, and a link between two of them leads from page to
// page. All links are relative, so that any server serves the folder, and a browser reads it
// from a disk.
package site

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"varlab/docs"
	"varlab/explore"
	"varlab/explore/page"
	"varlab/reports"
	"varlab/reports/chart"
	"varlab/rules/profile"
	"varlab/variants/content"
)

var (
	//go:embed site.html
	htmlText string
	//go:embed site.css
	cssText string
	//go:embed site.js
	jsText string
)

// A Site is what a site is made of.
type Site struct {
	Rules    *explore.Engine // whose rule sets have pages
	First    []explore.Ref   // with which the board begins
	Engine   *page.Engine    // of the board
	Runs     []Run           // to be shown
	Address  string          // of the site; pictures of links to it need it
	Colophon string
}

// A work is a site that is being made.
type work struct {
	*Site
	Sets  []explore.Set
	Pages map[string]*document // by the name of the file in tree
	tree  fs.FS                // of documents
	files map[string][]byte
}

// Files makes the files of the site, each by its path.
func (s *Site) Files(ctx context.Context) (map[string][]byte, error) { return s.make(ctx, docs.Files) }

func (s *Site) make(ctx context.Context, tree fs.FS) (map[string][]byte, error) {
	w := &work{Site: s, tree: tree, Pages: map[string]*document{}, files: map[string][]byte{}}
	var err error
	if w.Sets, err = s.Rules.Sets(); err != nil {
		return nil, err
	}
	for _, step := range []func() error{w.documents, w.ruleSets, w.texts, w.runs, w.home, func() error { return w.board(ctx) }, w.picture} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return w.files, nil
}

// has reports whether a rule set has a page.
func (w *work) has(ref string) bool {
	return slices.ContainsFunc(w.Sets, func(s explore.Set) bool { return s.Ref == ref })
}

// A sheet is a page of the site for the templates.
type sheet struct {
	Path, Kind string // Kind names its template
	Title      string
	About      string // in a sentence
	Data       any
	Charts     bool // are on it

	*work
	CSS    template.CSS
	Script template.JS
	Policy string
	Body   template.HTML
	seen   map[string]bool // texts that it has
}

// Root leads from the page to the folder of the site.
func (s *sheet) Root() string { return root(s.Path) }

func root(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }

// Here marks the part of the site to which the page belongs.
func (s *sheet) Here(part string) template.HTMLAttr {
	if s.Path == part || path.Dir(s.Path) == strings.TrimSuffix(part, "/index.html") {
		return ` aria-current="page"`
	}
	return ""
}

var templates = template.Must(template.New("site").Funcs(template.FuncMap{
	"sentence": profile.Sentence,
	"sections": func() []explore.Section { return sections },
	"short":    func(text string) string { return content.Cut(text, 200) },
	"quote": func(at, language string, c content.Clause) any {
		return struct {
			content.Clause
			At, Language string
		}{c, at, language}
	},
}).Parse(htmlText))

// add makes a page and keeps it.
func (w *work) add(s *sheet) error {
	s.work = w
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, s.Kind, s); err != nil {
		return err
	}
	s.Body = template.HTML(b.String())
	css, script := reports.Style()+cssText, reports.FigureScript()+jsText
	if s.Charts {
		css = chart.FontFace() + css
	}
	if s.Kind == "gallery" {
		css, script = css+page.GalleryStyle, script+page.GalleryScript
	}
	s.CSS, s.Script, s.Policy = template.CSS(css), template.JS(script), reports.Policy(script)
	if slices.Contains([]string{"home", "gallery", "rules"}, s.Kind) { // with boards
		s.Body = reports.BoardParts + s.Body
	}
	b.Reset()
	err := templates.ExecuteTemplate(&b, "page", s)
	return cmp.Or(err, w.keep(s.Path, b.Bytes()))
}

// keep keeps a file, whose path is its own.
func (w *work) keep(path string, content []byte) error {
	if w.files[path] != nil {
		return fmt.Errorf("%s: two pages have this path", path)
	}
	w.files[path] = content
	return nil
}

var header = regexp.MustCompile("<header[^>]*>\n(<div>\n)?")

// adopt makes a page that was made elsewhere one of the site's: its head tells those who pass on
// its link what it is, and it leads back.
func (w *work) adopt(s *sheet, html string) error {
	s.work = w
	head := bytes.NewBufferString("</title>\n")
	if err := templates.ExecuteTemplate(head, "og", s); err != nil {
		return err
	}
	html = strings.Replace(html, "</title>\n", head.String(), 1)
	if at := header.FindStringIndex(html); at != nil {
		html = html[:at[1]] + fmt.Sprintf(`<p class="small"><a href="%sindex.html">← varlab</a></p>`, s.Root()) + html[at[1]:]
	}
	return w.keep(s.Path, []byte(html))
}

func (w *work) board(ctx context.Context) error {
	made, err := page.Apart(ctx, w.Rules, w.First, w.Engine, "rules/index.html", w.Colophon)
	if err != nil {
		return err
	}
	html := string(made["board.html"])
	delete(made, "board.html")
	maps.Copy(w.files, made)
	return w.adopt(&sheet{Path: "board.html", Title: "Rules of draughts to try", About: "Change a rule of draughts and see on the board what it changes. Every rule stands beside the sentence of the text that it comes from."}, html)
}
