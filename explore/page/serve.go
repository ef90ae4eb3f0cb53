package page

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"varlab/explore"
)

// Time limits for an answer, and for a report.
const (
	answerTime = 30 * time.Second
	reportTime = time.Hour
)

// A Server answers the page and its questions. No path of a request is the path of a file.
type Server struct {
	Engine *explore.Engine
	Page   []byte
	// Hosts are the names of the address where it listens. A request for another name comes
	// from a page elsewhere, whose name was made to lead here.
	Hosts []string
	// Report writes the report of one of the engine's runs, by its place in the list.
	Report func(ctx context.Context, w io.Writer, run int) error
}

// Hosts are the names, as browsers send them, of a loopback address.
func Hosts(at net.Addr) (hosts []string) {
	here, port, _ := net.SplitHostPort(at.String())
	for _, name := range []string{here, "localhost", "127.0.0.1", "::1"} {
		hosts = append(hosts, net.JoinHostPort(name, port))
	}
	return hosts
}

// Handler returns the handler of s.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { w.Write(s.Page) })
	mux.HandleFunc("POST /ask", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		// Browsers let no page elsewhere send this type without asking first.
		if r.Header.Get("Content-Type") != "application/json" {
			http.Error(w, `{"error":"want application/json"}`, http.StatusUnsupportedMediaType)
			return
		}
		request, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MostBytes))
		if err != nil {
			http.Error(w, `{"error":"the request is too large"}`, http.StatusRequestEntityTooLarge)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), answerTime)
		defer cancel()
		w.Write(s.Engine.Do(ctx, request))
	})
	mux.HandleFunc("GET /runs/{name}", func(w http.ResponseWriter, r *http.Request) {
		for i, run := range s.Engine.Listed.Runs {
			if run.Href == "runs/"+url.PathEscape(r.PathValue("name")) {
				s.report(w, r, i)
				return
			}
		}
		http.NotFound(w, r)
	})
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

func (s *Server) report(w http.ResponseWriter, r *http.Request, run int) {
	var page bytes.Buffer
	if err := cmp.Or(s.Report(r.Context(), &page, run), r.Context().Err()); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	page.WriteTo(w)
}

// guard refuses requests that do not come from the page itself.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		u, err := url.Parse(origin)
		if !slices.Contains(s.Hosts, strings.ToLower(r.Host)) || origin != "" && (err != nil || u.Scheme != "http" || u.Host != r.Host) {
			http.Error(w, "varlab: this page is for the machine it runs on, by the address that varlab serve printed", http.StatusForbidden)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

// Serve answers on l until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: reportTime, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
