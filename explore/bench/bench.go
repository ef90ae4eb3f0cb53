// Package bench is the workbench in the browser: the rule sets, studies and runs of a folder,
// to be looked at, made, played and read by clicking.
//
// The one idea: it keeps nothing of its own. It shows the folder as it is at each request, and
// makes in it the files that the commands make and read. So a study can be made here and played
// on a terminal, or the other way about.
package bench

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"varlab/explore/page"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/reports"
	"varlab/sim"
)

// A Server is the workbench of the working directory. No path of a request is the path of a
// file.
type Server struct {
	Lab *lab.Lab // whose folder has the runs
	// Hosts are the names of the address where it listens. A request for another name comes
	// from a page elsewhere, whose name was made to lead here.
	Hosts    []string
	Colophon string
	Site     string // the address of a site that varlab site wrote; the boards of reports that are taken along lead there; may be empty

	folder *folder
	layOut func(name, text string) (*sim.Schedule, error) // a study; tests have their own
	token  string
	busy   sync.WaitGroup
	ctx    context.Context

	mu     sync.Mutex
	queue  []*job            // the first plays, the others wait
	wake   chan struct{}     // there is a job
	said   map[string]string // by run: why it stopped
	made   map[string]*made  // reports, by run
	trials []*trial
}

var (
	//go:embed bench.html
	htmlText string
	//go:embed bench.css
	cssText string
	//go:embed bench.js
	jsText string
)

var pages = template.Must(template.New("bench").Funcs(template.FuncMap{
	"escape": url.PathEscape, "has": slices.Contains[[]string],
	"pair":  func(a, b any) any { return struct{ A, B any }{a, b} },
	"count": plain.Count,
}).Parse(htmlText))

// Open reads the rule sets with which the page on a board begins, as commands name them.
func (s *Server) Open(names []string) error {
	s.folder = &folder{opened: names, colophon: s.Colophon}
	s.layOut = s.Lab.StudyText
	_, err := s.folder.known()
	return err
}

// handler answers requests, after Open, until ctx ends.
func (s *Server) handler(ctx context.Context) http.Handler {
	s.ctx, s.token, s.wake = ctx, rand.Text(), make(chan struct{}, 1)
	s.said, s.made = map[string]string{}, map[string]*made{}
	s.busy.Go(s.work)
	mux := http.NewServeMux()
	for pattern, do := range map[string]handler{
		"GET /{$}":                s.home,
		"GET /explore":            s.explore,
		"GET " + Beside:           s.beside,
		"GET /runs":               s.runs,
		"GET /runs/{name}/{$}":    s.named(s.show),
		"GET /runs/{name}/now":    s.named(s.watch),
		"GET /runs/{name}/{what}": s.named(s.take),
		"GET /study":              s.newStudy,
		"GET /rules":              s.newRules,
	} {
		mux.HandleFunc(pattern, s.page(do))
	}
	for pattern, do := range map[string]handler{
		"POST /runs/{name}/{$}": s.named(s.order),
		"POST /play":            s.playFile,
		"POST /study":           s.saveStudy,
		"POST /rules":           s.saveRules,
	} {
		mux.HandleFunc(pattern, s.changes(do))
	}
	mux.HandleFunc("POST /ask", s.ask)
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

// explore sends the page on which rules are tried, and runs the list of the runs.
func (s *Server) explore(w http.ResponseWriter, _ *http.Request) error {
	text, err := s.folder.board()
	if err == nil {
		w.Write(text)
	}
	return err
}

func (s *Server) runs(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(s.list())
}

func (s *Server) write(w http.ResponseWriter, name, title string, data any) error {
	return s.send(w, http.StatusOK, name, title, data)
}

// send writes one of the pages.
func (s *Server) send(w http.ResponseWriter, code int, name, title string, data any) error {
	style, script := reports.Style()+page.GalleryStyle+cssText, page.GalleryScript+jsText
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src "+reports.Hash(script))
	var b strings.Builder
	err := pages.ExecuteTemplate(&b, name, struct {
		Title, Token, Colophon string
		CSS                    template.CSS
		Script                 template.JS
		Data                   any
	}{title, s.token, s.Colophon, template.CSS(style), template.JS(script), data})
	if err != nil {
		return err
	}
	w.WriteHeader(code)
	w.Write([]byte(strings.Map(func(c rune) rune {
		if c == '\n' {
			return c
		}
		return plain.Harmless(c)
	}, b.String())))
	return nil
}

// home is the first page.
func (s *Server) home(w http.ResponseWriter, _ *http.Request) error {
	e, err := s.folder.known()
	if err != nil {
		return err
	}
	type file struct{ Name, Title string }
	var data struct {
		Runs           []Run
		Studies, Rules []file
		Gallery        template.HTML
	}
	data.Runs = s.list()
	studies, _ := s.folder.files()
	for _, name := range slices.Sorted(maps.Keys(studies)) {
		data.Studies = append(data.Studies, file{name, studies[name].Called()})
	}
	sets, err := e.Sets()
	if err != nil {
		return err
	}
	for _, set := range sets {
		if set.Own {
			data.Rules = append(data.Rules, file{set.Ref, set.Title})
		}
	}
	cards, err := page.Gallery(e, func(ref string) string { return "/explore#/" + ref }, "/explore#/")
	if err != nil {
		return err
	}
	data.Gallery = reports.BoardParts + cards
	return s.write(w, "home", "Rule sets of draughts, to try and to compare", data)
}
