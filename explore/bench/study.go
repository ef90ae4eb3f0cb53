package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"varlab/explore"
	"varlab/internal/files"
	"varlab/reports"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// seed is that of exploratory studies, as varlab compare has it.
const seed = 1754

// A form is a study as a person sets it up.
type form struct {
	Title, Question string
	Rules           []string // as a study names them: an id, a file, or a what-if
	Base, Change    string   // a what-if that is to be added
	Who, Far        []string // words of who and far
	Specs           string   // other players, one a line
	Confirmatory    bool
	Precise         bool // the games follow from Points
	Games, Points   int
	Claims          []claim
}

// A claim is a sentence with blanks.
type claim struct {
	A, Says, B string
	Within     float64
}

// A word is a choice with what it means.
type word struct{ Word, Means string }

var who = []word{
	{"attentive", "careful: they see every capture"},
	{"careless", "careless: they overlook a fifth of the captures, and see six of ten that the other overlooked"},
}

var far = []word{
	{"50", "a glance (50 turns a choice)"},
	{"200", "a little ahead (200 turns)"},
	{"1000", "further (1,000 turns; five times as slow)"},
}

// sayings are what a claim can say, in the forms for less, more and as much.
var sayings = []struct{ metric, less, more, equal string }{
	{"drawn", "fewer games are drawn", "more games are drawn", "as many games are drawn"},
	{"decisive", "fewer games are won by one side", "more games are won by one side", "as many games are won by one side"},
	{"first-score", "the first mover scores less", "the first mover scores more", "the first mover scores as much"},
	{"plies", "games are shorter", "games are longer", "games are as long"},
	{"omissions", "fewer captures are left untaken", "more captures are left untaken", ""},
	{"huffed", "fewer pieces are huffed", "more pieces are huffed", ""},
}

// Sayings are those that a claim chooses from, each with its metric and direction.
func Sayings() (list []word) {
	for _, s := range sayings {
		for _, w := range []word{{s.metric + " less", s.less}, {s.metric + " greater", s.more}, {s.metric + " equal", s.equal}} {
			if w.Means != "" {
				list = append(list, w)
			}
		}
	}
	return list
}

func readForm(v url.Values) *form {
	number := func(key string, otherwise int) int {
		if n, err := strconv.Atoi(strings.TrimSpace(v.Get(key))); err == nil {
			return n
		}
		return otherwise
	}
	f := &form{
		Title: strings.TrimSpace(v.Get("title")), Question: strings.TrimSpace(v.Get("question")),
		Base: v.Get("base"), Change: v.Get("change"), Who: v["who"], Far: v["far"], Specs: v.Get("specs"),
		Confirmatory: v.Get("kind") == "confirmatory", Precise: v.Get("by") == "precision",
		Games: number("games", 400), Points: number("points", 5),
	}
	for _, ref := range v["set"] {
		if !slices.Contains(f.Rules, ref) {
			f.Rules = append(f.Rules, ref)
		}
	}
	for i, a := range v["a"] {
		at := func(key string) string { return append(v[key], slices.Repeat([]string{""}, i+1)...)[i] }
		within, _ := strconv.ParseFloat(strings.TrimSpace(at("within")), 64)
		if a == "" && at("b") == "" || v.Get("drop") == strconv.Itoa(i) {
			continue
		}
		f.Claims = append(f.Claims, claim{a, at("says"), at("b"), within})
	}
	return f
}

// study writes the form as a study.
func (f *form) study(known map[string]choice) *study.Study {
	s := &study.Study{Heading: study.Heading{Name: fileName(f.Title), Title: f.Title, Question: f.Question, Confirmatory: f.Confirmatory}, Rules: f.Rules}
	if !f.Confirmatory {
		s.Seed = seed
	}
	for _, nodes := range f.Far {
		for _, w := range f.Who {
			s.Players = append(s.Players, "search:nodes="+nodes+",noise=5"+map[string]string{"careless": ",oversight=20,vigilance=60"}[w])
		}
	}
	for line := range strings.Lines(f.Specs) {
		if line = strings.TrimSpace(line); line != "" {
			s.Players = append(s.Players, line)
		}
	}
	s.HorizonPlies, s.Openings.Plies, s.Exact, s.Weights = study.DefaultHorizonPlies, study.DefaultOpeningPlies, reports.ComparisonExact, study.Quick
	for _, c := range f.Claims {
		metric, direction, _ := strings.Cut(c.Says, " ")
		i := slices.IndexFunc(Sayings(), func(w word) bool { return w.Word == c.Says })
		if i < 0 {
			continue
		}
		a, b := known[c.A], known[c.B]
		h := study.Hypothesis{ID: fmt.Sprint("claim-", len(s.Hypotheses)+1), Metric: metric, A: a.ID, B: b.ID, Direction: direction}
		h.Claim = fmt.Sprintf("Under %s %s than under %s", a.Title, Sayings()[i].Means, b.Title)
		if direction == "equal" {
			h.Direction, h.Margin = "", c.Within
			if study.AtMostOne(metric) {
				h.Margin /= 100
			}
			h.Claim = fmt.Sprintf("Under %s %s as under %s, within %v", a.Title, Sayings()[i].Means, b.Title, c.Within)
		}
		s.Hypotheses = append(s.Hypotheses, h)
	}
	if s.Games = f.Games; f.Precise {
		tests := max(1, len(s.Hypotheses)) * max(1, len(s.Players))
		p := stats.Plan{Base: 0.5, Power: reports.Power, Alpha: 1 - reports.Level, DesignEffect: 1, Family: tests}
		if n, err := p.Games(float64(f.Points) / 100); err == nil {
			s.Games = (n + 9) / 10 * 10
		}
	}
	return s
}

// formOf is the form of a study. What the form does not ask is left out.
func formOf(s *study.Study) *form {
	f := &form{Title: s.Title, Question: s.Question, Confirmatory: s.Confirmatory, Games: s.Games, Points: 5}
	for _, ref := range s.Rules {
		f.Rules = append(f.Rules, strings.TrimPrefix(ref, "./"))
	}
	var others []string
	for _, spec := range s.Players {
		nodes, careless := strings.CutSuffix(strings.TrimPrefix(spec, "search:nodes="), ",noise=5,oversight=20,vigilance=60")
		nodes = strings.TrimSuffix(nodes, ",noise=5")
		if !slices.ContainsFunc(far, func(w word) bool { return w.Word == nodes }) {
			others = append(others, spec)
			continue
		}
		for list, w := range map[*[]string]string{&f.Far: nodes, &f.Who: map[bool]string{true: "careless", false: "attentive"}[careless]} {
			if !slices.Contains(*list, w) {
				*list = append(*list, w)
			}
		}
	}
	f.Specs = strings.Join(others, "\n")
	for _, h := range s.Hypotheses {
		c := claim{h.A, h.Metric + " " + cmp.Or(h.Direction, "equal"), h.B, h.Margin}
		if study.AtMostOne(h.Metric) {
			c.Within *= 100
		}
		f.Claims = append(f.Claims, c)
	}
	return f
}

// A choice is a rule set that a study can have.
type choice struct {
	Ref, ID, Title, About, Family string
	Own, WhatIf                   bool
}

// choices are the rule sets of the engine, and after them the what-ifs among refs. Others
// among refs are left out: no name of a request leads to a file.
func choices(e *explore.Engine, refs []string) (list []choice, known map[string]choice, err error) {
	sets, err := e.Sets()
	known = map[string]choice{}
	add := func(c choice) {
		list, known[c.Ref], known[c.ID] = append(list, c), c, c
	}
	for _, s := range sets {
		add(choice{s.Ref, s.ID, s.Title, s.About(), s.Family, s.Own, false})
	}
	for _, ref := range refs {
		name, _, braced := strings.Cut(ref, "{")
		base, ok := known[name]
		if !braced || !ok {
			continue
		}
		if v, err := variants.Load(ref, nil); err == nil {
			c := choice{ref, v.ID, base.Title, base.Title, base.Family, false, true}
			for _, set := range v.Sets {
				key, _, _ := strings.Cut(set, "=")
				a := profile.AxisOf(strings.TrimSpace(key))
				c.Title += " where " + profile.MidSentence(a.Gist(a.Get(v.Profile)))
			}
			add(c)
		}
	}
	return list, known, err
}

// whatIfs are those that can be added to a rule set: questions with their answers.
func whatIfs() (list []whatIf) {
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if a.Question == "" || !a.Plays || a.Kind != profile.Word && a.Kind != profile.Flag {
			continue
		}
		w := whatIf{Question: a.Question}
		for _, v := range a.Values {
			w.Answers = append(w.Answers, word{a.Key + "=" + v.Word, profile.Sentence(v.Means)})
		}
		list = append(list, w)
	}
	return list
}

type whatIf struct {
	Question string
	Answers  []word
}

// A look is what can be said of a study before it is played.
type look struct {
	Faults       study.Faults
	Trying       bool // some games are being tried
	Games, Cells int
	Lasts, Least string
	Shown        [][]string
	Warnings     []string
	schedule     *sim.Schedule
}

// At are the faults that belong to a part of the form.
func (l *look) At(keys ...string) (list []string) {
	for _, f := range l.Faults {
		if slices.ContainsFunc(keys, func(key string) bool {
			return f.Key == key || strings.HasPrefix(f.Key, key+"[") || strings.HasPrefix(f.Key, key+".")
		}) {
			list = append(list, f.Msg)
		}
	}
	return list
}

// Elsewhere are the faults that belong to no part of the form.
func (l *look) Elsewhere() (list []string) {
	for _, f := range l.Faults {
		if !slices.Contains(l.At("title", "name", "rules", "players", "hypothesis", "confirmatory", "games"), f.Msg) {
			list = append(list, f.Key+": "+f.Msg)
		}
	}
	return list
}

func (l *look) note(err error) {
	var placed *strict.Error
	var faults study.Faults
	switch {
	case errors.As(err, &placed):
		for _, f := range placed.Faults {
			l.Faults = append(l.Faults, study.Fault{Key: f.Key, Msg: f.Msg})
		}
	case errors.As(err, &faults):
		l.Faults = append(l.Faults, faults...)
	case err != nil:
		l.Faults = append(l.Faults, study.Fault{Key: "study", Msg: err.Error()})
	}
}

// look looks at a study, and begins to try some of its games.
func (s *Server) look(st *study.Study) *look {
	l := &look{Games: st.Games}
	if slices.ContainsFunc(st.Players, func(spec string) bool { return strings.HasPrefix(spec, "file:") }) { // no name of a request leads to a file
		l.Faults = append(l.Faults, study.Fault{Key: "players", Msg: "a player that is in a file can be named in a study written by hand alone"})
		return l
	}
	named := *st
	named.Name = cmp.Or(st.Name, "study")
	var err error
	l.schedule, err = s.Lab.Resolve(named.Name+".toml", named.TOML())
	if l.note(err); err != nil {
		return l
	}
	l.Cells, l.Games = len(l.schedule.Manifest.Cells), l.schedule.Manifest.Games()
	least := stats.Plan{Base: 0.5, Power: reports.Power, Alpha: 1 - reports.Level, DesignEffect: 1}
	if d, err := least.Detectable(st.Games); err == nil {
		l.Least = fmt.Sprintf("%.1f", 100*d)
	}
	t := s.try(&named)
	select {
	case <-t.done:
	case <-time.After(300 * time.Millisecond): // what is known already is said at once
		l.Trying = true
		return l
	}
	if l.note(t.err); t.err != nil {
		return l
	}
	total := t.paces.Total(l.schedule).Times(1 / float64(runtime.NumCPU()))
	l.Lasts = total.String()
	if t.pilot != nil {
		t.Lock() // a report is no matter for two at a time
		defer t.Unlock()
		pilot := t.pilot.For(l.schedule.Plan)
		faults, warnings := pilot.Advise()
		l.Faults = append(l.Faults, faults...)
		l.Warnings = warnings
		for _, row := range pilot.Shown() {
			i, _ := strconv.Atoi(strings.TrimPrefix(row[0], "claim-"))
			l.Shown = append(l.Shown, []string{st.Hypotheses[i-1].Claim, row[2], row[4]})
		}
	}
	return l
}

// A trial is some games of a study, tried to see what it can show and how long it takes.
type trial struct {
	text  string
	stop  context.CancelFunc
	done  chan struct{}
	paces *sim.Paces
	sync.Mutex
	pilot *reports.Pilot
	err   error
}

const (
	mostTrials = 8
	triedGames = 1000 // a study's number of games that is tried, whatever it is to have
)

// try begins a trial of a study, unless one of its rule sets, players and claims is known. It
// stops one that nobody waits for any more.
func (s *Server) try(of *study.Study) *trial {
	st := *of
	st.Heading, st.Games = study.Heading{Name: "trial", Seed: seed}, triedGames
	text := st.TOML()
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.trials, func(t *trial) bool { return t.text == text }); i >= 0 {
		return s.trials[i]
	}
	s.trials = slices.DeleteFunc(s.trials, func(t *trial) bool {
		select {
		case <-t.done:
			return false
		default:
			t.stop()
			return true
		}
	})
	ctx, stop := context.WithTimeout(s.ctx, answerTime*4)
	t := &trial{text: text, stop: stop, done: make(chan struct{})}
	s.trials = append(s.trials[max(0, len(s.trials)-mostTrials):], t)
	s.busy.Go(func() {
		defer close(t.done)
		defer stop()
		schedule, err := s.Lab.Resolve("trial.toml", text)
		if err == nil {
			t.paces, t.pilot, err = s.Lab.Try(ctx, schedule)
		}
		if t.err = err; errors.Is(err, context.DeadlineExceeded) {
			t.err = errors.New("the games of this study take too long to be tried here (want players who look less far)")
		}
	})
	return t
}

// newStudy is the form of a study.
func (s *Server) newStudy(w http.ResponseWriter, r *http.Request) error {
	f := readForm(r.URL.Query())
	f.Who, f.Far = []string{"attentive", "careless"}, []string{"50"}
	if studies, _ := s.Lab.Files(); studies[r.URL.Query().Get("from")] != nil {
		f = formOf(studies[r.URL.Query().Get("from")])
	}
	return s.showStudy(w, f, false)
}

// A setUp is the page of a form.
type setUp struct {
	*form
	Look               *look
	Checked            bool // before it is saved
	Choices, Taken     []choice
	Families           []string
	WhatIfs            []whatIf
	Whos, Fars, Saying []word
}

// Opens reports whether the rule sets of a family are shown: those that are chosen, or else
// the first.
func (p *setUp) Opens(family string) bool {
	return slices.ContainsFunc(p.Taken, func(c choice) bool { return c.Family == family && !c.Own && !c.WhatIf }) || len(p.Taken) == 0 && family == p.Families[0]
}

func (s *Server) showStudy(w http.ResponseWriter, f *form, checked bool) error {
	e, err := s.Lab.Engine()
	if err != nil {
		return err
	}
	if f.Base != "" && f.Change != "" {
		if ref := f.Base + "{" + f.Change + "}"; !slices.Contains(f.Rules, ref) {
			f.Rules = append(f.Rules, ref)
		}
	}
	list, known, err := choices(e, f.Rules)
	if err != nil {
		return err
	}
	f.Rules = slices.DeleteFunc(f.Rules, func(ref string) bool { _, ok := known[ref]; return !ok })
	for i, c := range f.Claims { // a file has ids, which may be other than the refs of the lists, and no margin
		f.Claims[i] = claim{known[c.A].Ref, c.Says, known[c.B].Ref, cmp.Or(c.Within, 5)}
	}
	st := f.study(known)
	f.Games = st.Games
	data := &setUp{form: f, Look: &look{}, Checked: checked, Choices: list, WhatIfs: whatIfs(), Whos: who, Fars: far, Saying: Sayings()}
	if len(f.Rules) > 0 {
		data.Look = s.look(st)
	}
	if checked && st.Name == "" {
		data.Look.Faults = append(data.Look.Faults, study.Fault{Key: "title", Msg: "Give the study a title: its files are named after it."})
	}
	for _, c := range list {
		if !c.Own && !c.WhatIf && !slices.Contains(data.Families, c.Family) {
			data.Families = append(data.Families, c.Family)
		}
		if slices.Contains(f.Rules, c.Ref) {
			data.Taken = append(data.Taken, c)
		}
	}
	for len(f.Claims) < 1 || f.Claims[len(f.Claims)-1].A != "" { // one that is blank
		f.Claims = append(f.Claims, claim{Within: 5})
	}
	return s.write(w, "study", "New study", data)
}

// saveStudy writes the study of a form into the folder, and plays it if that is wanted.
func (s *Server) saveStudy(w http.ResponseWriter, r *http.Request) error {
	f, do := readForm(r.PostForm), r.PostForm.Get("do")
	if do != "save" && do != "play" {
		return s.showStudy(w, f, false)
	}
	e, err := s.Lab.Engine()
	if err != nil {
		return err
	}
	_, known, err := choices(e, f.Rules)
	if err != nil {
		return err
	}
	f.Rules = slices.DeleteFunc(f.Rules, func(ref string) bool { _, ok := known[ref]; return !ok })
	st := f.study(known)
	if l := s.look(st); l.schedule == nil || st.Name == "" { // what games that were tried speak against may be played
		return s.showStudy(w, f, true)
	}
	name, err := save(st.Name, func(name string) string {
		st.Name = name
		return st.TOML()
	}, "")
	if err != nil {
		return err
	}
	if do == "save" {
		http.Redirect(w, r, "/#studies", http.StatusSeeOther)
		return nil
	}
	schedule, err := s.Lab.Resolve(name, st.TOML())
	if err != nil {
		return err
	}
	return s.start(w, r, s.Lab.RunName(schedule.Plan), schedule)
}

// save writes a file of the folder under a name that no other content has, unless that is the
// one which is to be replaced.
func save(name string, text func(name string) string, replaced string) (string, error) {
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered = fmt.Sprintf("%s-%d", name, n)
		}
		path, content := numbered+".toml", text(numbered)
		old, err := os.ReadFile(path)
		if path == replaced || errors.Is(err, os.ErrNotExist) || err == nil && string(old) == content {
			return path, files.WriteBytes(path, []byte(content))
		}
	}
}

// longestName bounds the name of a file, in letters.
const longestName = 60

// fileName makes the name of a file from a title.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	name := []rune(strings.Join(words, "-"))
	return strings.Trim(string(name[:min(len(name), longestName)]), "-")
}
