package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"varlab/explore"
	"varlab/internal/files"
	"varlab/internal/lists"
	"varlab/internal/plain"
	"varlab/reports"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// A form is a study as a person sets it up. Held keeps the parts that have no field.
type form struct {
	Held            study.Study // the study as it was opened, or a new one
	Title, Question string
	Rules           []string // as the choices name them
	Base, Change    string   // a what-if that is to be added
	Players         []string // specs
	Confirmatory    bool
	Precise         bool // the games follow from Points
	Games, Points   int
	Claims          []claim
}

// A claim is a sentence with blanks, or a claim that the form can only keep.
type claim struct {
	Of         int // its place in the study held; of a new one: after the last
	A, Says, B string
	Within     float64
	Text       string // what is kept; empty: the claim is in the blanks
}

// usualWithin is the number of points or plies in a claim to which nobody has given any.
const usualWithin = 5

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

// playerOf is the spec of a player by a word of who and one of far.
func playerOf(who, far string) string {
	return "search:nodes=" + far + ",noise=5" + map[string]string{"careless": ",oversight=20,vigilance=60"}[who]
}

// blank is the study with which a form begins.
func blank() (s study.Study) {
	s.Seed, s.Games, s.HorizonPlies, s.Openings.Plies = study.DefaultSeed, 400, study.DefaultHorizonPlies, study.DefaultOpeningPlies
	s.Exact, s.Weights = reports.ComparisonExact, study.Quick
	return s
}

// shown is a text as a field of one line shows it, and a browser sends it back.
func shown(text string) string { return strings.Map(plain.Harmless, text) }

// kept is the text of a field: one of the texts that were held if it is shown so.
func kept(field string, held ...string) string {
	for _, text := range held {
		if shown(text) == field {
			return text
		}
	}
	return strings.TrimSpace(field)
}

// listed is the name of a rule set of a study in the list of choices.
func listed(ref string) string { return shown(strings.TrimPrefix(ref, "./")) }

// Hidden is the study held, as readForm reads it.
func (f *form) Hidden() string { return url.QueryEscape(f.Held.TOML()) }

func readForm(v url.Values) (*form, error) {
	f := &form{
		Held: blank(), Title: v.Get("title"), Question: v.Get("question"),
		Base: v.Get("base"), Change: v.Get("change"), Players: v["player"],
		Confirmatory: v.Get("kind") == "confirmatory", Precise: v.Get("by") == "precision",
	}
	if hidden := v.Get("study"); hidden != "" {
		text, err := url.QueryUnescape(hidden)
		if err != nil {
			return nil, err
		}
		file, err := study.Parse("study", text)
		if err != nil {
			return nil, err
		}
		f.Held = file.Study
	}
	number := func(text string, otherwise int) int {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
			return n
		}
		return otherwise
	}
	f.Games, f.Points = number(v.Get("games"), f.Held.Games), number(v.Get("points"), 5)
	for _, ref := range v["set"] {
		if !slices.Contains(f.Rules, ref) {
			f.Rules = append(f.Rules, ref)
		}
	}
	if i := number(v.Get("leave"), -1); i >= 0 && i < len(f.Players) {
		f.Players = slices.Delete(slices.Clone(f.Players), i, i+1)
	}
	if v.Get("do") == "player" {
		f.Players = append(slices.Clip(f.Players), playerOf(v.Get("who"), v.Get("far")))
	}
	last := len(f.Held.Hypotheses)
	for _, text := range v["kept"] {
		if i := number(text, last); i >= 0 && i < last {
			f.Claims = append(f.Claims, keptClaim(i, f.Held.Hypotheses[i]))
		}
	}
	for i, a := range v["a"] {
		at := func(key string) string { return append(v[key], slices.Repeat([]string{""}, i+1)...)[i] }
		within, _ := strconv.ParseFloat(strings.TrimSpace(at("within")), 64)
		c := claim{Of: number(at("of"), last), A: a, Says: at("says"), B: at("b"), Within: within}
		if c.Of < 0 || c.Of > last {
			c.Of = last
		}
		f.Claims = append(f.Claims, c)
	}
	slices.SortStableFunc(f.Claims, func(a, b claim) int { return cmp.Compare(a.Of, b.Of) })
	if i := number(v.Get("drop"), -1); i >= 0 && i < len(f.Claims) {
		f.Claims = slices.Delete(f.Claims, i, i+1)
	}
	f.Claims = slices.DeleteFunc(f.Claims, func(c claim) bool { return c.A == "" && c.B == "" && c.Text == "" })
	return f, nil
}

// study is the study held, changed by the fields.
func (f *form) study(known map[string]choice) *study.Study {
	s := f.Held
	s.Title, s.Question = kept(f.Title, f.Held.Title), kept(f.Question, f.Held.Question)
	if s.Name == "" || s.Title != f.Held.Title {
		s.Name = fileName(s.Title)
	}
	if s.Confirmatory != f.Confirmatory {
		s.Confirmatory, s.Seed = f.Confirmatory, study.DefaultSeed
	}
	s.Rules = slices.DeleteFunc(slices.Clone(f.Held.Rules), func(ref string) bool { return !slices.Contains(f.Rules, listed(ref)) })
	for _, ref := range f.Rules {
		if !slices.ContainsFunc(f.Held.Rules, func(held string) bool { return listed(held) == ref }) {
			s.Rules = append(s.Rules, ref)
		}
	}
	s.Players = nil
	for _, spec := range f.Players {
		if strings.TrimSpace(spec) != "" {
			s.Players = append(s.Players, kept(spec, f.Held.Players...))
		}
	}
	s.Hypotheses = nil
	for _, c := range f.Claims {
		s.Hypotheses = append(s.Hypotheses, f.hypothesis(c, known))
	}
	for n := 1; n <= len(s.Hypotheses); n++ { // the new ones have no id yet
		id := fmt.Sprint("claim-", n)
		named := func(id string) int {
			return slices.IndexFunc(s.Hypotheses, func(h study.Hypothesis) bool { return h.ID == id })
		}
		if i := named(""); i >= 0 && named(id) < 0 {
			s.Hypotheses[i].ID = id
		}
	}
	if s.Games = f.Games; f.Precise {
		tests := max(1, len(s.Hypotheses)) * max(1, len(s.Players))
		p := stats.Plan{Base: 0.5, Power: findings.Power, Alpha: 1 - findings.Level, DesignEffect: 1, Family: tests}
		if n, err := p.Games(float64(f.Points) / 100); err == nil {
			s.Games = (n + 9) / 10 * 10
		}
	}
	return &s
}

// hypothesis is the claim in a study: the one held, unless its blanks are filled otherwise.
func (f *form) hypothesis(c claim, known map[string]choice) (h study.Hypothesis) {
	if c.Of < len(f.Held.Hypotheses) {
		h = f.Held.Hypotheses[c.Of]
		if c.Text != "" || c == blanksOf(c.Of, h, known) {
			return h
		}
	}
	metric, direction, _ := strings.Cut(c.Says, " ")
	a, b := known[c.A], known[c.B]
	means := ""
	if i := slices.IndexFunc(Sayings(), func(w word) bool { return w.Word == c.Says }); i >= 0 {
		means = Sayings()[i].Means
	}
	h.Metric, h.A, h.B, h.Direction, h.Margin, h.NoWorse = metric, a.ID, b.ID, direction, 0, 0
	h.Claim = fmt.Sprintf("Under %s %s than under %s", a.Title, means, b.Title)
	if direction == "equal" {
		h.Direction, h.Margin = "", c.Within
		if study.AtMostOne(metric) {
			h.Margin /= 100
		}
		h.Claim = fmt.Sprintf("Under %s %s as under %s, within %v", a.Title, means, b.Title, c.Within)
	}
	return h
}

// blanksOf is a claim of the study held, in blanks.
func blanksOf(of int, h study.Hypothesis, known map[string]choice) claim {
	c := claim{Of: of, A: known[h.A].Ref, Says: h.Metric + " " + cmp.Or(h.Direction, "equal"), B: known[h.B].Ref, Within: h.Margin}
	if study.AtMostOne(h.Metric) {
		c.Within *= 100
	}
	c.Within = cmp.Or(c.Within, usualWithin)
	return c
}

func keptClaim(of int, h study.Hypothesis) claim { return claim{Of: of, Text: h.ID + ": " + h.Claim} }

// formOf is the form of a study, as yet without its claims.
func formOf(s *study.Study) *form {
	f := &form{Held: *s, Title: shown(s.Title), Question: shown(s.Question), Confirmatory: s.Confirmatory, Games: s.Games, Points: 5}
	for _, spec := range s.Players {
		f.Players = append(f.Players, shown(spec))
	}
	for _, ref := range s.Rules {
		f.Rules = append(f.Rules, listed(ref))
	}
	return f
}

// claim lists the claims of the study held, in blanks where these say all of one.
func (f *form) claim(known map[string]choice) {
	for i, h := range f.Held.Hypotheses {
		c := blanksOf(i, h, known)
		more := h.Value != nil || h.NoWorse > 0 || h.Players != "" || h.Family != "" || h.Adjudicated
		said := slices.ContainsFunc(Sayings(), func(w word) bool { return w.Word == c.Says })
		if more || !said || !slices.Contains(f.Rules, c.A) || !slices.Contains(f.Rules, c.B) {
			c = keptClaim(i, h)
		}
		f.Claims = append(f.Claims, c)
	}
}

// A choice is a rule set that a study can have.
type choice struct {
	Ref, ID, Title, About, Family string
	Own, WhatIf                   bool
}

// choices are those of a form, which keeps no other rule sets.
func (s *Server) choices(f *form) (list []choice, known map[string]choice, err error) {
	e, err := s.folder.known()
	if err != nil {
		return nil, nil, err
	}
	list, known, err = choices(e, f.Rules, &f.Held)
	f.Rules = slices.DeleteFunc(f.Rules, func(ref string) bool { _, ok := known[ref]; return !ok })
	return list, known, err
}

// choices are the rule sets of the engine, and after them the what-ifs among refs, and the
// other rule sets that the study held names. Others among refs are left out: no name of a
// request leads to a file.
func choices(e *explore.Engine, refs []string, held *study.Study) (list []choice, known map[string]choice, err error) {
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
				a := variants.SetAxis(set)
				c.Title += " where " + profile.MidSentence(a.Gist(a.Get(v.Profile)))
			}
			add(c)
		}
	}
	for _, ref := range held.Rules {
		if ref = listed(ref); known[ref].Ref == "" && slices.Contains(refs, ref) {
			add(choice{Ref: ref, ID: ref, Title: ref, About: "as the study names it", Own: true})
		}
	}
	return list, known, err
}

// whatIfs are the what-ifs that can be added to a rule set: questions with their answers.
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

// A look is all that can be said of a study before it is played.
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

// filesOf are the names of files in a study, each at its key.
func filesOf(st *study.Study) (list study.Faults) {
	specs := slices.Clone(st.Players)
	for _, pair := range st.Pairs {
		specs = append(specs, pair[:]...)
	}
	if st.Ladder != nil {
		specs = append(specs, st.Ladder.Player)
	}
	for _, spec := range specs {
		if strings.HasPrefix(strings.TrimSpace(spec), "file:") {
			list = append(list, study.Fault{Key: "players", Msg: spec})
		}
	}
	for _, ref := range st.Rules {
		if variants.ByPath(ref) {
			list = append(list, study.Fault{Key: "rules", Msg: ref})
		}
	}
	if st.Openings.From != "" {
		list = append(list, study.Fault{Key: "openings", Msg: st.Openings.From})
	}
	return list
}

// strange are the faults of a study for naming files that are neither rule sets of the folder
// nor named by a study there: no name of a request leads to a file.
func (s *Server) strange(st *study.Study) (faults study.Faults) {
	studies, own := s.folder.files()
	var told study.Faults
	for _, of := range studies {
		told = append(told, filesOf(of)...)
	}
	for _, file := range filesOf(st) {
		base, _, _ := strings.Cut(listed(file.Msg), "{")
		if own[base] == "" && !slices.Contains(told, file) {
			faults = append(faults, study.Fault{Key: file.Key, Msg: fmt.Sprintf("%q: a file can be named in a study written by hand alone", file.Msg)})
		}
	}
	return faults
}

// look looks at a study, and begins to try some of its games.
func (s *Server) look(st *study.Study) *look {
	l := &look{Games: st.Games}
	if l.Faults = s.strange(st); len(l.Faults) > 0 {
		return l
	}
	named := *st
	named.Name = cmp.Or(st.Name, "study")
	var err error
	l.schedule, err = s.layOut(named.Name+".toml", named.TOML())
	if l.note(err); err != nil {
		return l
	}
	l.Cells, l.Games = len(l.schedule.Manifest.Cells), l.schedule.Manifest.Games()
	least := stats.Plan{Base: 0.5, Power: findings.Power, Alpha: 1 - findings.Level, DesignEffect: 1}
	if d, err := least.Detectable(st.Games); err == nil {
		l.Least = fmt.Sprintf("%.1f", 100*d)
	}
	t := s.try(&named)
	select {
	case <-t.done:
	case <-time.After(300 * time.Millisecond): // a result that is known is given at once
		l.Trying = true
		return l
	}
	if l.note(t.err); t.err != nil {
		return l
	}
	total := t.paces.Total(l.schedule).Times(1 / float64(runtime.NumCPU()))
	l.Lasts = total.String()
	if t.pilot != nil {
		t.Lock() // one report at a time
		defer t.Unlock()
		pilot := t.pilot.For(l.schedule.Plan)
		faults, warnings := pilot.Advise()
		l.Faults = append(l.Faults, faults...)
		l.Warnings = warnings
		for i, row := range pilot.Shown() {
			l.Shown = append(l.Shown, []string{pilot.Verdicts[i].Hypothesis.Claim, row[2], row[4]})
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
	triedGames = 1000 // the number of games tried, whatever number the study is to have
)

// try begins a trial of a study, unless one of its rule sets, players and claims is known. It
// stops one that nobody waits for any more.
func (s *Server) try(of *study.Study) *trial {
	st := *of
	st.Heading, st.Games, st.Looks = study.Heading{Name: "trial", Seed: study.DefaultSeed}, triedGames, nil
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
		schedule, err := s.layOut("trial.toml", text)
		if err == nil {
			if t.pilot, err = s.Lab.Pilot(ctx, schedule.Plan); err == nil {
				t.paces, err = s.Lab.Paces(ctx, schedule)
			}
		}
		if t.err = err; errors.Is(err, context.DeadlineExceeded) {
			t.err = errors.New("the games of this study take too long to be tried here (want players who look less far)")
		}
	})
	return t
}

// newStudy is the form of a study.
func (s *Server) newStudy(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	if studies, _ := s.folder.files(); studies[asked.Get("from")] != nil {
		f := formOf(studies[asked.Get("from")])
		_, known, err := s.choices(f)
		if err != nil {
			return err
		}
		f.claim(known)
		return s.showStudy(w, f, false)
	}
	asked.Del("study") // which a form sends alone
	f, err := readForm(asked)
	if err != nil {
		return err
	}
	f.Players = []string{playerOf("attentive", "50"), playerOf("careless", "50")}
	if _, known, err := s.choices(f); err == nil && len(f.Rules) == 2 && f.Title == "" {
		f.Title = known[f.Rules[0]].Title + " or " + known[f.Rules[1]].Title + "?"
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
	Text               string // the whole study
	named              func(spec string) string
}

// Who says in words who a player is.
func (p *setUp) Who(spec string) string { return p.named(spec) }

// Most bounds the field of games.
func (p *setUp) Most() int { return max(100_000, p.Held.Games) }

// Opens reports whether the rule sets of a family are shown: those that are chosen, or else
// the first.
func (p *setUp) Opens(family string) bool {
	return slices.ContainsFunc(p.Taken, func(c choice) bool { return c.Family == family && !c.Own && !c.WhatIf }) || len(p.Taken) == 0 && family == p.Families[0]
}

func (s *Server) showStudy(w http.ResponseWriter, f *form, checked bool) error {
	if f.Base != "" && f.Change != "" {
		if ref := f.Base + "{" + f.Change + "}"; !slices.Contains(f.Rules, ref) {
			f.Rules = append(f.Rules, ref)
		}
	}
	list, known, err := s.choices(f)
	if err != nil {
		return err
	}
	st := f.study(known)
	f.Games = st.Games
	data := &setUp{
		form: f, Look: &look{}, Checked: checked, Choices: list, WhatIfs: whatIfs(), Whos: who, Fars: far, Saying: Sayings(),
		Text: st.TOML(), named: reports.PlayerName,
	}
	if len(f.Rules) > 0 {
		data.Look = s.look(st)
	}
	if checked && fileName(st.Name) == "" {
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
	of := func(family string) int {
		return len(lists.Those(list, func(c choice) bool { return c.Family == family }))
	}
	slices.SortStableFunc(data.Families, func(a, b string) int { return of(b) - of(a) }) // the largest is open
	f.Claims = append(f.Claims, claim{Of: len(f.Held.Hypotheses), Within: usualWithin})  // one that is blank
	return s.write(w, "study", "New study", data)
}

// saveStudy writes the study of a form into the folder, and plays it if that is wanted.
func (s *Server) saveStudy(w http.ResponseWriter, r *http.Request) error {
	f, err := readForm(r.PostForm)
	if err != nil {
		return err
	}
	do := r.PostForm.Get("do")
	if do != "save" && do != "play" {
		return s.showStudy(w, f, false)
	}
	_, known, err := s.choices(f)
	if err != nil {
		return err
	}
	st := f.study(known)
	file := fileName(st.Name)
	if l := s.look(st); l.schedule == nil || file == "" { // a study may be played though the games that were tried speak against it
		return s.showStudy(w, f, true)
	}
	name, err := save(file, func(name string) string {
		if name != file {
			st.Name = name
		}
		return st.TOML()
	}, "")
	if err != nil {
		return err
	}
	if do == "save" {
		http.Redirect(w, r, "/#studies", http.StatusSeeOther)
		return nil
	}
	schedule, err := s.layOut(name, st.TOML())
	if err != nil {
		return err
	}
	return s.start(w, r, filepath.Base(s.Lab.RunDir(schedule.Plan)), schedule)
}

// save writes a file of the folder as name.toml, or as name-2.toml if that holds something
// else, and so on. The file that is to be replaced may hold anything.
func save(name string, text func(name string) string, replaced string) (string, error) {
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered = fmt.Sprintf("%s-%d", name, n)
		}
		path, content := numbered+".toml", text(numbered)
		old, err := files.Read(path, strict.MaxFile)
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
