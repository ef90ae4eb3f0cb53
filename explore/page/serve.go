package page

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"varlab/explore"
)

// Bounds of what is served: how long an answer may take, how many are made at once (beside
// one report), and how many wait.
const (
	answerTime = 30 * time.Second
	mostAtOnce = 2
	mostAsked  = 20
)

// A Server answers the page and its questions. No path of a request is one of a file.
type Server struct {
	Engine *explore.Engine
	Page   []byte
	// Hosts are the names by which it may be asked for: those of the address where it
	// listens. Another is that of a page elsewhere, whose name was made to lead here.
	Hosts []string
	// Report writes the report of one of the engine's runs, by its place in the list.
	Report func(ctx context.Context, w io.Writer, run int) error
}

// Hosts are the names, as browsers send them, of the address where a server listens that
// was asked for by a host.
func Hosts(host string, at net.Addr) []string {
	here, port, _ := net.SplitHostPort(at.String())
	names := []string{host, here}
	ip := net.ParseIP(here)
	everywhere := ip.IsUnspecified()
	if everywhere || ip.IsLoopback() {
		names = append(names, "localhost", "127.0.0.1", "::1")
	}
	if everywhere {
		if name, err := os.Hostname(); err == nil {
			names = append(names, name)
		}
		addrs, _ := net.InterfaceAddrs()
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok {
				names = append(names, n.IP.String())
			}
		}
	}
	var hosts []string
	for _, name := range names {
		hosts = append(hosts, net.JoinHostPort(name, port))
		if port == "80" {
			hosts = append(hosts, name)
		}
	}
	return hosts
}

// Address is where a browser of this machine finds what listens at an address.
func Address(at net.Addr) string {
	host, port, err := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// OthersReach reports whether other machines may reach what listens at an address.
func OthersReach(at net.Addr) bool {
	host, _, _ := net.SplitHostPort(at.String())
	return !net.ParseIP(host).IsLoopback()
}

// Handler returns the handler of s.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { w.Write(s.Page) })
	turn, asked, report := make(chan struct{}, mostAtOnce), make(chan struct{}, mostAsked), make(chan struct{}, 1)
	wait := func(ctx context.Context, turn chan struct{}, w http.ResponseWriter, do func()) {
		select {
		case asked <- struct{}{}:
			defer func() { <-asked }()
		default:
			http.Error(w, `{"error":"too many questions at once"}`, http.StatusServiceUnavailable)
			return
		}
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
			do()
		case <-ctx.Done():
			http.Error(w, `{"error":"too many questions at once"}`, http.StatusServiceUnavailable)
		}
	}
	mux.HandleFunc("POST /ask", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		// Other pages can send no such type without being asked whether they may.
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
		wait(ctx, turn, w, func() { w.Write(s.Engine.Do(ctx, request)) })
	})
	mux.HandleFunc("GET /runs/{name}", func(w http.ResponseWriter, r *http.Request) {
		for i, run := range s.Engine.Listed.Runs {
			if run.Href == "runs/"+url.PathEscape(r.PathValue("name")) {
				wait(r.Context(), report, w, func() { s.report(w, r, i) })
				return
			}
		}
		http.NotFound(w, r)
	})
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

// report answers with the report of a run, which takes its time as long as somebody waits
// for it.
func (s *Server) report(w http.ResponseWriter, r *http.Request, run int) {
	until := http.NewResponseController(w)
	_ = until.SetWriteDeadline(time.Time{}) // who keeps none waits as long
	var page bytes.Buffer
	err := cmp.Or(s.Report(r.Context(), &page, run), r.Context().Err())
	_ = until.SetWriteDeadline(time.Now().Add(answerTime))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	page.WriteTo(w)
}

// guard refuses what does not come from the page itself.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		u, err := url.Parse(origin)
		if !s.known(r.Host) || origin != "" && (err != nil || u.Scheme != "http" || u.Host != r.Host) || r.URL.Path != "/" && elsewhere(r) {
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

// elsewhere is whether a browser says that a page of another site asks. A report takes
// work; an image or a frame there could order one. Of a machine with another address
// browsers say from which page they come, and no more.
func elsewhere(r *http.Request) bool {
	if from := r.Header.Get("Referer"); from != "" { // our own page has none sent
		if at, err := url.Parse(from); err != nil || !strings.EqualFold(at.Host, r.Host) {
			return true
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site != "" && site != "none" && site != "same-origin"
}

func (s *Server) known(host string) bool {
	for _, h := range s.Hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// Serve answers on l until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: 2 * answerTime, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
