package bench

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"varlab/explore/page"
	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/reports"
	"varlab/reports/findings"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/variants"
	"varlab/variants/strict"
)

// A Run is a run directory, as lists show it.
type Run struct {
	Dir   string `json:"dir"`
	Title string `json:"title"`
	State State  `json:"state"`
	Games int    `json:"games"`
	Of    int    `json:"of"`

	card  reports.Card // kept beside the log of a run, which is no part of it
	began time.Time
}

// A State is the state of a run. A paused one is incomplete, and nobody plays it.
type State string

const (
	complete  State = "complete"
	playing   State = "playing"
	waiting   State = "waiting"
	pausing   State = "pausing" // until the parcels in hand are stored
	paused    State = "paused"
	elsewhere State = "playing elsewhere"
	damaged   State = "damaged"
)

// mostCard bounds the card of a run, in bytes.
const mostCard = 1 << 20

func cardFile(dir string) string { return filepath.Join(dir, record.LogDir, "answer.json") }

// Answer is the answer of the report of a complete run, Rates how often games are drawn, and
// Began the day.
func (r Run) Answer() string { return r.card.Answer }
func (r Run) Began() string  { return r.began.Format("2 January 2006") }

func (r Run) Rates() rates {
	var list []rate
	for _, d := range r.card.Drawn {
		list = append(list, rate{Drawn: d})
	}
	return onScale(list)
}

// A rate is how often games are drawn, with its interval, in per cent.
type rate struct {
	reports.Drawn
	Player         string
	Left, At, Wide float64 // of the interval, and the share, in per cent of the scale
}

// Rates are on one scale, of the tens that hold all intervals; on none before the first game.
type rates struct {
	Rows     []rate
	From, To float64
}

func onScale(rows []rate) rates {
	s := rates{rows, 100, 0}
	for _, r := range rows {
		if r.Games > 0 {
			s.From, s.To = min(s.From, 10*math.Floor(r.Low/10)), max(s.To, 10*math.Ceil(r.High/10))
		}
	}
	for i, r := range rows {
		at := func(v float64) float64 { return 100 * (v - s.From) / (s.To - s.From) }
		rows[i].Left, rows[i].At, rows[i].Wide = at(r.Low), at(r.Value), at(r.High)-at(r.Low)
	}
	return s
}

// list are the runs of the folder, the newest first.
func (s *Server) list() []Run {
	list := []Run{}
	entries, _ := os.ReadDir(s.Lab.Folder) // there may be none yet
	for _, entry := range entries {
		dir := filepath.Join(s.Lab.Folder, entry.Name())
		info, err := os.Stat(filepath.Join(dir, record.ManifestFile))
		if err != nil {
			continue
		}
		r := Run{Dir: entry.Name(), Title: entry.Name(), State: damaged, began: info.ModTime()}
		if run, err := record.Open(dir); err == nil {
			m := run.Manifest
			r.Title, r.State = m.Study.Called(), complete
			r.Games, r.Of = m.Games(), m.Games()
			for _, i := range run.Missing() {
				r.Games, r.State = r.Games-m.Shards[i].To+m.Shards[i].From, paused
			}
			if r.State == paused && run.Playing() {
				r.State = elsewhere
			}
			run.Close()
		}
		if j := s.job(r.Dir); j != nil {
			r.State, r.Games = j.stands(r.Games)
		}
		if r.State == complete {
			if text, err := files.Read(cardFile(dir), mostCard); err == nil {
				json.Unmarshal(text, &r.card) // one that was cut short is made again
				r.Title = cmp.Or(r.card.Title, r.Title)
			}
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b Run) int { return b.began.Compare(a.began) })
	return list
}

// named finds the run that a request names among those that are there.
func (s *Server) named(do func(http.ResponseWriter, *http.Request, Run) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		list := s.list()
		i := slices.IndexFunc(list, func(run Run) bool { return run.Dir == r.PathValue("name") })
		if i < 0 {
			return missing("run")
		}
		return do(w, r, list[i])
	}
}

// A job is a run that is to be played.
type job struct {
	name     string
	schedule *sim.Schedule
	stop     context.CancelFunc // nil: it waits

	sync.Mutex
	began     time.Time // zero before the first game
	of, found int
	here      int // played since it began
	cells     []sim.SoFar
	pausing   bool
}

// stands says how far a job is. Some games were there before it began.
func (j *job) stands(found int) (state State, games int) {
	j.Lock()
	defer j.Unlock()
	if state, games = waiting, found; !j.began.IsZero() {
		state, games = playing, j.found+j.here
	}
	if j.pausing {
		state = pausing
	}
	return state, games
}

func (s *Server) job(name string) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.queue, func(j *job) bool { return j.name == name }); i >= 0 {
		return s.queue[i]
	}
	return nil
}

// enter puts a run into the queue.
func (s *Server) enter(name string, schedule *sim.Schedule) {
	if s.job(name) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.said, name)
	s.queue = append(s.queue, &job{name: name, schedule: schedule})
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// work plays the runs of the queue, one after the other.
func (s *Server) work() {
	for {
		s.mu.Lock()
		var j *job
		ctx, stop := context.WithCancel(s.ctx)
		if len(s.queue) > 0 {
			j = s.queue[0]
			j.stop = stop
		}
		s.mu.Unlock()
		if j == nil {
			stop()
			s.answerOne()
			select {
			case <-s.ctx.Done():
				return
			case <-s.wake:
			}
			continue
		}
		err := s.play(ctx, j)
		stop()
		s.mu.Lock()
		s.queue = slices.DeleteFunc(s.queue, func(o *job) bool { return o == j })
		if err != nil && !errors.As(err, new(*sim.Interrupted)) {
			s.said[j.name] = plain.Text(err.Error())
		}
		s.mu.Unlock()
		if s.ctx.Err() != nil {
			return
		}
	}
}

func (s *Server) play(ctx context.Context, j *job) error {
	dir := filepath.Join(s.Lab.Folder, j.name)
	cells := make([]sim.SoFar, len(j.schedule.Manifest.Cells))
	if run, err := record.Open(dir); err == nil {
		status, err := sim.NewStatus(ctx, run, j.schedule.Manifest.Program)
		run.Close()
		if err != nil {
			return err
		}
		cells = status.Cells
	}
	err := s.Lab.Play(ctx, j.schedule, lab.Options{Options: sim.Options{
		Dir: dir,
		Begin: func(games, found int) {
			j.Lock()
			defer j.Unlock()
			j.began, j.of, j.found, j.cells = time.Now(), games, found, cells
		},
		Seen: func(rec *record.Record) {
			j.Lock()
			defer j.Unlock()
			j.here++
			j.cells[rec.Cell].Add(rec)
		},
	}})
	if err == nil {
		s.report(j.name)
	}
	return err
}

// answerOne makes the reports of runs whose answers are not known, the newest first, while no
// run waits.
func (s *Server) answerOne() {
	for _, run := range s.list() {
		if run.State == complete && run.card.Answer == "" {
			<-s.report(run.Dir).done
		}
		s.mu.Lock()
		busy := len(s.queue) > 0
		s.mu.Unlock()
		if busy || s.ctx.Err() != nil {
			return
		}
	}
}

// order obeys a person's order for a run: to pause it, or to go on.
func (s *Server) order(w http.ResponseWriter, r *http.Request, run Run) error {
	if r.PostForm.Get("do") == "pause" {
		s.mu.Lock()
		s.queue = slices.DeleteFunc(s.queue, func(j *job) bool {
			if j.name != run.Dir || j.stop == nil {
				return j.name == run.Dir
			}
			j.Lock()
			defer j.Unlock()
			j.pausing = true
			j.stop()
			return false
		})
		s.mu.Unlock()
		http.Redirect(w, r, address(run.Dir), http.StatusSeeOther)
		return nil
	}
	schedule, err := s.Lab.Resume(filepath.Join(s.Lab.Folder, run.Dir))
	if err != nil {
		return err
	}
	return s.start(w, r, run.Dir, schedule)
}

func address(run string) string { return "/runs/" + url.PathEscape(run) + "/" }

// start lays out a run, and puts it into the queue.
func (s *Server) start(w http.ResponseWriter, r *http.Request, name string, schedule *sim.Schedule) error {
	run, err := record.Create(filepath.Join(s.Lab.Folder, name), schedule.Manifest)
	if err != nil {
		return err
	}
	run.Close()
	if len(run.Missing()) > 0 {
		s.enter(name, schedule)
	}
	http.Redirect(w, r, address(name), http.StatusSeeOther)
	return nil
}

// playFile plays a study of the folder.
func (s *Server) playFile(w http.ResponseWriter, r *http.Request) error {
	name := r.PostForm.Get("file")
	if studies, _ := s.folder.files(); studies[name] == nil {
		return missing("study")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	schedule, err := s.layOut(name, string(text))
	if err != nil {
		return err
	}
	return s.start(w, r, filepath.Base(s.Lab.RunDir(schedule.Plan)), schedule)
}

// A now says where a run stands.
type now struct {
	Run
	Question     string
	Confirmatory bool
	Left, Said   string
	Taught       bool // players are taught now, before the games
	Before       *Run // plays or waits before it
	Cells        rates
}

func (n now) Per() int { return 100 * n.Games / max(1, n.Of) }

// now reads the state of a run that is not complete.
func (s *Server) now(run Run) (n now, err error) {
	if j := s.job(run.Dir); j != nil { // since it was listed it may have begun
		run.State, run.Games = j.stands(run.Games)
	}
	n = now{Run: run}
	dir, err := record.Open(filepath.Join(s.Lab.Folder, run.Dir))
	if err != nil {
		return n, err
	}
	defer dir.Close()
	plan := &dir.Manifest.Study
	n.Question, n.Confirmatory = plan.Question, plan.Confirmatory
	s.mu.Lock()
	n.Said = s.said[run.Dir]
	i := slices.IndexFunc(s.queue, func(j *job) bool { return j.name == run.Dir })
	n.Taught = i == 0 && run.State == waiting && plan.Teaching != nil
	if i > 0 {
		before := s.queue[i-1]
		n.Before = &Run{Dir: before.name, Title: before.schedule.Plan.Called()}
	}
	s.mu.Unlock()
	var cells []sim.SoFar
	if j := s.job(run.Dir); run.State == playing && j != nil {
		j.Lock()
		cells = slices.Clone(j.cells)
		n.Games, n.Of = j.found+j.here, j.of
		if took := time.Since(j.began); j.here >= 50 { // the first tell little
			n.Left = sim.Lasting(took.Seconds() * float64(n.Of-n.Games) / float64(j.here))
		}
		j.Unlock()
	} else {
		status, err := sim.NewStatus(s.ctx, dir, "")
		if err != nil {
			return n, err
		}
		cells = status.Cells
	}
	sets := len(plan.RuleSets)
	var rows []rate
	for i := range cells { // those of one player are neighbours
		k, set := i/sets, i%sets
		c := cells[set*(len(cells)/sets)+k]
		shown := rate{Player: reports.PlayerName(c.Players[0])}
		shown.Rules, shown.Games = findings.NameOf(plan.RuleSets[set]), c.Games
		if c.Players[0] != c.Players[1] {
			shown.Player += " against " + reports.PlayerName(c.Players[1])
		}
		if c.Games > 0 {
			in := c.Draws().Wilson(findings.Level)
			shown.Value, shown.Low, shown.High = 100*c.Draws().Value(), 100*in.Low, 100*in.High
		}
		rows = append(rows, shown)
	}
	n.Cells = onScale(rows)
	return n, nil
}

// show is the page of a run: its report, or where it stands.
func (s *Server) show(w http.ResponseWriter, r *http.Request, run Run) error {
	if run.State == complete {
		m := s.report(run.Dir)
		select {
		case <-m.done:
		case <-time.After(200 * time.Millisecond): // a report that is there already is shown at once
			w.Header().Set("Refresh", "1")
			return s.write(w, "reading", run.Title, run)
		}
		if m.err == nil {
			w.Write(m.page)
		}
		return m.err
	}
	n, err := s.now(run)
	if err != nil {
		return err
	}
	return s.write(w, "run", run.Title, n)
}

// watch sends where a run stands, every second while it plays or waits.
func (s *Server) watch(w http.ResponseWriter, r *http.Request, run Run) error {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	for until := time.Now().Add(longTime); time.Now().Before(until); {
		control.SetWriteDeadline(time.Now().Add(pageTime))
		j := s.job(run.Dir)
		n, err := s.now(run)
		if j == nil || err != nil {
			fmt.Fprint(w, "event: end\ndata:\n\n")
			return nil
		}
		var b bytes.Buffer
		if err := pages.ExecuteTemplate(&b, "now", n); err != nil {
			return nil
		}
		fmt.Fprintf(w, "data: %s\n\n", strings.Join(strings.Fields(b.String()), " "))
		if control.Flush() != nil {
			return nil
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-time.After(time.Second):
		}
	}
	return nil
}

// A made report is one that is being made, or was.
type made struct {
	done chan struct{}
	of   string // when the manifest and the last shard were written
	sync.Mutex
	report *reports.Report
	page   []byte
	err    error
}

// mostMade bounds the reports that are kept.
const mostMade = 8

// report begins to make the report of a complete run, unless it has been made of the same
// files.
func (s *Server) report(name string) *made {
	dir := filepath.Join(s.Lab.Folder, name)
	of := ""
	for _, written := range []string{record.ManifestFile, path.Dir(record.ShardFile(0))} {
		if info, err := os.Stat(filepath.Join(dir, written)); err == nil {
			of += info.ModTime().String()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.made[name]; m != nil && m.of == of {
		return m
	}
	if len(s.made) >= mostMade {
		clear(s.made)
	}
	m := &made{done: make(chan struct{}), of: of}
	s.made[name] = m
	s.busy.Go(func() {
		defer close(m.done)
		var b bytes.Buffer
		if m.report, m.err = s.Lab.Report(s.ctx, dir, lab.AsStudied); m.err == nil {
			m.err = m.report.Write(&b, "html")
		}
		if m.err != nil {
			return
		}
		if text, err := json.Marshal(m.report.Card()); err == nil {
			files.WriteBytes(cardFile(dir), text) // where it cannot be kept it is made again
		}
		m.page = s.framed(b.Bytes(), name)
	})
	return m
}

// alone is the report for reading elsewhere, with links to the boards of the site, if there is
// one.
func (s *Server) alone(m *made) (string, error) {
	m.Lock()
	defer m.Unlock()
	alone := *m.report
	if alone.Explore = ""; s.Site != "" {
		alone.Explore = "board"
	}
	var b strings.Builder
	if err := alone.Write(&b, "html"); err != nil || s.Site == "" {
		return b.String(), err
	}
	e, err := s.folder.known()
	if err != nil {
		return "", err
	}
	return page.Linked(e, b.String(), s.Site+"/board.html"), nil
}

// framed puts over a report the way back and links to the files that can be taken along.
func (s *Server) framed(page []byte, name string) []byte {
	var bar bytes.Buffer
	if err := pages.ExecuteTemplate(&bar, "bar", name); err != nil {
		return page
	}
	return bytes.Replace(page, []byte("<header id="), append(bar.Bytes(), []byte("<header id=")...), 1)
}

// take sends one of the files of a complete run that can be taken along.
func (s *Server) take(w http.ResponseWriter, r *http.Request, run Run) error {
	dir, err := record.Open(filepath.Join(s.Lab.Folder, run.Dir))
	if err != nil {
		return err
	}
	defer dir.Close()
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longTime))
	m := s.report(run.Dir)
	<-m.done
	if m.err != nil {
		return m.err
	}
	send := func(name, kind string, write func(io.Writer) error) error {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(name))
		if err := write(w); err != nil {
			panic(http.ErrAbortHandler) // the browser is to see that it is not whole
		}
		return nil
	}
	switch r.PathValue("what") {
	case "report.html":
		text, err := s.alone(m)
		if err != nil {
			return err
		}
		return send(run.Dir+".html", "text/html; charset=utf-8", files.Content([]byte(text)))
	case "games.pdn":
		return send(run.Dir+".pdn", "text/plain; charset=utf-8", func(w io.Writer) error { return dir.WritePDN(w, false) })
	case "data.zip":
		all, err := reports.Package(r.Context(), dir, "", lab.BuildOf().Version())
		if err != nil {
			return err
		}
		m.Lock()
		more := s.again(m.report)
		m.Unlock()
		for _, set := range dir.Manifest.Study.RuleSets {
			if more == nil { // what was played, though no command reads it
				all = append(all, files.File{Path: "rules/" + fileName(set.ID) + ".json", Write: files.Content(set.Content.Content.Encode())})
			}
		}
		all = append(all, more...)
		return send(run.Dir+".zip", "application/zip", func(w io.Writer) error {
			z := zip.NewWriter(w)
			for _, f := range all {
				to, err := z.Create(f.Path)
				if err == nil {
					err = f.Write(to)
				}
				if err != nil {
					return err
				}
			}
			return z.Close()
		})
	}
	return missing("file")
}

// again are the files with which a run can be played again: its study, and the rule sets that
// are not the program's. There are none if no study file gives this study, or a rule set has
// changed.
func (s *Server) again(r *reports.Report) (all []files.File) {
	st, err := r.Study()
	if err != nil {
		return nil
	}
	schedule, err := s.layOut(st.Name+".toml", st.TOML())
	if err != nil || schedule.Manifest.StudyHash != r.Manifest.StudyHash {
		return nil
	}
	all = append(all, files.File{Path: st.Name + ".toml", Write: files.Content([]byte(st.TOML()))})
	_, own := s.folder.files()
	for _, set := range r.Plan.RuleSets {
		for name := set.Content.Content.File; own[name] != "" && !slices.ContainsFunc(all, func(f files.File) bool { return f.Path == name }); {
			text, err := strict.ReadFile(name)
			v, bad := variants.Load(own[name], nil)
			if err != nil || bad != nil {
				return nil
			}
			all = append(all, files.File{Path: name, Write: files.Content(text)})
			name = filepath.Base(v.Parent())
		}
	}
	return all
}
