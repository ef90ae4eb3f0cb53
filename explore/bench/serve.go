package bench

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"varlab/explore"
	"varlab/internal/plain"
)

// Time limits for an answer, for a page, and for files that are watched or taken along.
const (
	answerTime = 30 * time.Second
	pageTime   = time.Minute
	longTime   = time.Hour
)

// Hosts are the names, as browsers send them, of a loopback address.
func Hosts(at net.Addr) (hosts []string) {
	here, port, _ := net.SplitHostPort(at.String())
	for _, name := range []string{here, "localhost", "127.0.0.1", "::1"} {
		hosts = append(hosts, net.JoinHostPort(name, port))
	}
	return hosts
}

// ask answers the questions of the page on which rules are tried.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
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
	e, err := s.folder.known()
	if err != nil {
		w.Write(explore.Failure(err))
		return
	}
	w.Write(e.Do(ctx, request))
}

// A handler answers a request with a page, or with an error.
type handler func(http.ResponseWriter, *http.Request) error

// missing says what kind of thing is not there.
type missing string

func (m missing) Error() string { return "there is no such " + string(m) + " here" }

func (s *Server) page(do handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := do(w, r)
		if err == nil {
			return
		}
		code := http.StatusInternalServerError
		if errors.As(err, new(missing)) {
			code = http.StatusNotFound
		}
		s.send(w, code, "fault", "That did not work", strings.Split(plain.Text(err.Error()), "\n"))
	}
}

// guard refuses requests that do not come from the page itself.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		site := r.Header.Get("Sec-Fetch-Site")
		elsewhere := (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-Mode") != "navigate" // a link may lead here
		if !slices.Contains(s.Hosts, strings.ToLower(r.Host)) || origin != "" && origin != "http://"+r.Host || elsewhere {
			http.Error(w, "varlab: this page is for the machine it runs on, by the address that varlab serve printed", http.StatusForbidden)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // so that forms have an Origin
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

// changes lets a form of the workbench's own pages through to what it changes.
func (s *Server) changes(do handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, explore.MostBytes)
		if err := r.ParseForm(); err != nil {
			http.Error(w, "varlab: the form is too large, or broken", http.StatusRequestEntityTooLarge)
			return
		}
		if r.Header.Get("Origin") == "" || r.PostForm.Get("token") != s.token {
			http.Error(w, "varlab: this form is of a page of before (want the page loaded again)", http.StatusForbidden)
			return
		}
		s.page(do)(w, r)
	}
}

// Serve answers on l, and plays the runs that wait, until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.handler(ctx), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: pageTime, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(l)
	if ctx.Err() == nil {
		return err
	}
	s.busy.Wait() // what is complete is kept
	return nil
}
