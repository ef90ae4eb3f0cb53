package bench

import (
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
	"varlab/internal/testing/disk"
	"varlab/lab"
	"varlab/sim"
	"varlab/sim/study"
	"varlab/variants/content"
)

// A desk is a workbench with a person at it, which keeps the text of the last study that was to be
// laid out.
type desk struct {
	*testing.T
	*folder
	http.Handler
	token    string
	resolved string
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, folder: &folder{own: map[string]string{}, engine: new(explore.Engine)}}
	s := &Server{Lab: lab.New(t.TempDir()), Hosts: []string{"example.com"}, folder: d.folder}
	s.layOut = func(_, text string) (*sim.Schedule, error) {
		d.resolved = text
		return nil, errors.New("no game is played here")
	}
	d.Handler = s.handler(t.Context())
	d.token = s.token
	return d
}

// page sends a request as a browser does.
func (d *desk) page(method, path string, fields url.Values) string {
	r := httptest.NewRequest(method, path, strings.NewReader(fields.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://example.com")
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	require.Equal(d, http.StatusOK, w.Code, w.Body.String())
	return w.Body.String()
}

var (
	inputTag  = regexp.MustCompile(`<input\b([^>]*)>`)
	selectTag = regexp.MustCompile(`(?s)<select\b([^>]*)>(.*?)</select>`)
	optionTag = regexp.MustCompile(`<option\b([^>]*)>`)
	attribute = regexp.MustCompile(`([a-z]+)(?:="([^"]*)")?`)
)

// attributes are those of a tag. One without a value has its name.
func attributes(tag string) map[string]string {
	has := map[string]string{}
	for _, a := range attribute.FindAllStringSubmatch(tag, -1) {
		has[a[1]] = html.UnescapeString(a[2])
		if !strings.Contains(a[0], "=") {
			has[a[1]] = a[1]
		}
	}
	return has
}

// fields are what a browser sends of the form of a page.
func fields(page string) url.Values {
	v := url.Values{}
	_, page, _ = strings.Cut(page, `id="study"`)
	for _, tag := range inputTag.FindAllStringSubmatch(page, -1) {
		has := attributes(tag[1])
		box := has["type"] == "checkbox" || has["type"] == "radio"
		if has["name"] != "" && (!box || has["checked"] != "") {
			v.Add(has["name"], has["value"])
		}
	}
	for _, tag := range selectTag.FindAllStringSubmatch(page, -1) {
		options := optionTag.FindAllStringSubmatch(tag[2], -1)
		value := attributes(options[0][1])["value"]
		for _, o := range options {
			if has := attributes(o[1]); has["selected"] != "" {
				value = has["value"]
			}
		}
		v.Add(attributes(tag[1])["name"], value)
	}
	return v
}

// through is the text of a study that was opened in the form, and comes back from it as it is.
func (d *desk) through(s *study.Study) string {
	d.studies = map[string]*study.Study{"it.toml": s}
	v := fields(d.page("GET", "/study?from=it.toml", nil))
	v.Set("do", "look")
	d.resolved = ""
	d.page("POST", "/study", v)
	return d.resolved
}

// A study that is opened in the form and left as it is comes back as the same study.
func TestFormKeepsStudies(t *testing.T) {
	d := newDesk(t)
	n := 0
	for path, text := range disk.Tree(t, filepath.Join("..", "..", "studies")) {
		if filepath.Ext(path) != ".toml" || !regexp.MustCompile(`(?m)^games *=`).MatchString(text) {
			continue // a rule set
		}
		file, err := study.Parse(path, text)
		require.NoError(t, err)
		require.Equal(t, file.Study.TOML(), d.through(&file.Study), path)
		n++
	}
	require.Greater(t, n, 30)
}

// A field that is changed changes what it shows, and nothing else.
func TestFormChangesWhatItShows(t *testing.T) {
	d := newDesk(t)
	read := func(text string) *study.Study {
		file, err := study.Parse("it.toml", text)
		require.NoError(t, err)
		return &file.Study
	}
	value := 0.3
	held := study.Study{
		Heading: study.Heading{Name: "H04", Title: "The huff", Seed: 7}, Rules: []string{"polonaise-souffler", "federation"},
		Players: []string{"random", "search:nodes=50,noise=5"},
	}
	held.Games, held.HorizonPlies, held.Openings.Plies = 200, 300, []int{6, 7}
	held.Hypotheses = []study.Hypothesis{
		{ID: "A", Claim: "as I say", Metric: "drawn", A: "federation", B: "polonaise-souffler", Direction: "less"},
		{ID: "B", Claim: "a third", Metric: "first-wins", A: "federation", Value: &value, Direction: "greater"},
	}
	held = *read(held.TOML())
	change := func(change func(url.Values)) *study.Study {
		d.studies = map[string]*study.Study{"it.toml": &held}
		v := fields(d.page("GET", "/study?from=it.toml", nil))
		v.Set("do", "look")
		change(v)
		v = fields(d.page("POST", "/study", v)) // what a page adds stays on the next
		v.Set("do", "look")
		d.page("POST", "/study", v)
		return read(d.resolved)
	}
	for name, c := range map[string]struct {
		change func(url.Values)
		want   func(*study.Study)
	}{
		"nothing": {func(url.Values) {}, func(*study.Study) {}},
		"title": {func(v url.Values) { v.Set("title", "Another huff ") }, func(s *study.Study) {
			s.Name, s.Title = "another-huff", "Another huff"
		}},
		"games":     {func(v url.Values) { v.Set("games", "900") }, func(s *study.Study) { s.Games = 900 }},
		"no number": {func(v url.Values) { v.Set("games", "many") }, func(*study.Study) {}},
		"kind":      {func(v url.Values) { v.Set("kind", "confirmatory") }, func(s *study.Study) { s.Confirmatory, s.Seed = true, 0 }},
		"rules": {func(v url.Values) { v["set"] = []string{"english", "federation", "elsewhere.toml"} }, func(s *study.Study) {
			s.Rules = []string{"federation", "english"}
			s.Hypotheses[0].B, s.Hypotheses[0].Claim = "", "Under Nineteen articles from a draughts program fewer games are drawn than under "
		}},
		"a player more": {func(v url.Values) {
			v.Set("do", "player")
			v.Set("who", "careless")
			v.Set("far", "200")
		}, func(s *study.Study) {
			s.Players = append(s.Players, "search:nodes=200,noise=5,oversight=20,vigilance=60")
		}},
		"a player less":     {func(v url.Values) { v.Set("leave", "0") }, func(s *study.Study) { s.Players = s.Players[1:] }},
		"an empty row":      {func(v url.Values) { v["player"][1] = " " }, func(s *study.Study) { s.Players = s.Players[:1] }},
		"a claim less":      {func(v url.Values) { v.Set("drop", "0") }, func(s *study.Study) { s.Hypotheses = s.Hypotheses[1:] }},
		"a kept claim less": {func(v url.Values) { v.Set("drop", "1") }, func(s *study.Study) { s.Hypotheses = s.Hypotheses[:1] }},
		"a claim otherwise": {func(v url.Values) {
			v["says"][0] = "drawn equal"
			v["within"][0] = "3"
		}, func(s *study.Study) {
			h := &s.Hypotheses[0]
			h.Direction, h.Margin = "", 0.03
			h.Claim = "Under Nineteen articles from a draughts program as many games are drawn as under Polish draughts with the huff, within 3"
		}},
		"a claim more": {func(v url.Values) {
			v["a"][1], v["b"][1], v["says"][1] = "federation", "polonaise-souffler", "plies greater"
		}, func(s *study.Study) {
			s.Hypotheses = append(s.Hypotheses, study.Hypothesis{
				ID: "claim-1", Metric: "plies", A: "federation", B: "polonaise-souffler", Direction: "greater",
				Claim: "Under Nineteen articles from a draughts program games are longer than under Polish draughts with the huff",
			})
		}},
	} {
		want := *read(held.TOML())
		c.want(&want)
		require.Equal(t, &want, change(c.change), name)
	}
}

// The margin of a share is shown in points, that of a length as it is.
func TestMarginsOfClaims(t *testing.T) {
	for _, h := range []study.Hypothesis{{Metric: "drawn", Margin: 0.03}, {Metric: "plies", Margin: 3}} {
		c := blanksOf(0, h, nil)
		require.InDelta(t, 3, c.Within, 1e-9)
		c.Of, c.Within = 1, 7
		require.InDelta(t, 7*h.Margin/3, new(form).hypothesis(c, nil).Margin, 1e-9)
	}
}

// A request from elsewhere is refused, and so is a form that is not of this server's pages.
func TestRequestsFromElsewhere(t *testing.T) {
	d := newDesk(t)
	token := fields(d.page("GET", "/study", nil)).Get("token")
	require.NotEmpty(t, token)
	for name, c := range map[string]struct {
		header, value, token string
		code                 int
	}{
		"its own page":   {"Origin", "http://example.com", token, http.StatusOK},
		"another host":   {"Host", "example.org", token, http.StatusForbidden},
		"another origin": {"Origin", "http://example.com.org", token, http.StatusForbidden},
		"another scheme": {"Origin", "https://example.com", token, http.StatusForbidden},
		"with a path":    {"Origin", "http://example.com/", token, http.StatusForbidden},
		"null origin":    {"Origin", "null", token, http.StatusForbidden},
		"no origin":      {"Origin", "", token, http.StatusForbidden},
		"another site":   {"Sec-Fetch-Site", "cross-site", token, http.StatusForbidden},
		"another port":   {"Sec-Fetch-Site", "same-site", token, http.StatusForbidden},
		"another token":  {"Origin", "http://example.com", "0", http.StatusForbidden},
		"no token":       {"Origin", "http://example.com", "", http.StatusForbidden},
	} {
		r := httptest.NewRequest("POST", "/study", strings.NewReader(url.Values{"token": {c.token}, "do": {"look"}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://example.com")
		if r.Header.Set(c.header, c.value); c.header == "Host" {
			r.Host = c.value
		}
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		require.Equal(t, c.code, w.Code, name)
	}
	r := httptest.NewRequest("GET", "/study", nil) // which changes nothing, and shows what is here
	r.Header.Set("Origin", "http://example.com.org")
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	require.Equal(t, http.StatusForbidden, w.Code)
}

// No name that a page sends leads to a file, unless a study of the folder has it.
func TestFormOpensNoFileByItself(t *testing.T) {
	d := newDesk(t)
	for name, change := range map[string]func(*study.Study){
		"player":   func(s *study.Study) { s.Players = []string{" file:x"} },
		"pair":     func(s *study.Study) { s.Pairs = [][2]string{{"random", "file:x"}} },
		"ladder":   func(s *study.Study) { s.Ladder = &study.Ladder{Player: "file:x", From: 1, To: 2, By: 2} },
		"rule set": func(s *study.Study) { s.Rules = append(s.Rules, "a=folder/x.toml") },
		"openings": func(s *study.Study) { s.Openings.From = "/x.pdn" },
	} {
		s := blank()
		s.Rules = []string{"federation"}
		change(&s)
		require.Equal(t, s.TOML(), strings.Replace(d.through(&s), `name = "study"`, `name = ""`, 1), name)
		v := fields(d.page("GET", "/study?from=it.toml", nil))
		d.studies, d.resolved = nil, ""
		v.Set("do", "look")
		require.Contains(t, d.page("POST", "/study", v), "written by hand alone", name)
		require.Empty(t, d.resolved, name)
	}
}

func TestFormKeepsRandomStudies(t *testing.T) {
	d := newDesk(t)
	n := 0
	for seed := uint64(1); n < 120; seed++ {
		s := randomStudy(rand.New(rand.NewPCG(1754, seed)))
		if _, err := s.Resolve(anything{}, anyone); err != nil {
			require.Less(t, seed, uint64(3000), err)
			continue
		}
		n++
		text := s.TOML()
		file, err := study.Parse("it.toml", text)
		require.NoError(t, err)
		require.Equal(t, text, file.Study.TOML())
		require.Equal(t, text, d.through(&file.Study), "seed %d", seed)
	}
}

// anything is every rule set that is named.
type anything struct{}

func (anything) Expand(name string) ([]string, error) { return []string{name}, nil }
func (anything) RuleSet(name string, _ ...string) (study.RuleSet, error) {
	c, err := content.Read([]byte(`{"id": "x"}`))
	return study.RuleSet{ID: name, ByPath: name, PlayHash: name, Board: "10x10", Content: c}, err
}

func anyone(spec string) (study.Player, error) { return study.Player{Spec: spec, Random: true}, nil }

func randomStudy(r *rand.Rand) *study.Study {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	some := func(most int, list ...string) (few []string) {
		for _, i := range r.Perm(len(list))[:r.IntN(most+1)] {
			few = append(few, list[i])
		}
		return few
	}
	text := func() string {
		return strings.Join(some(4, "Does the huff decide?", " ", "<&>\"'", "é", "\n", "\u202e", "\t", "\\", "a%20b+c", "\r\n", "\u2028", "\x00"), "")
	}
	var s study.Study
	s.Name, s.Title, s.Question = pick("H04", "huff", "a b", "draws-2"), text(), text()
	if s.Confirmatory = r.IntN(2) == 0; !s.Confirmatory {
		s.Seed = r.Uint64N(1 << 62)
	}
	s.Rules = append(some(3,
		"federation", "polonaise-souffler", "regle-moderne", "international", "english", "federation+quiet-25",
		`federation{king.range="short"}`, "./mine.toml", "mine.toml+other", "studies/rules/x.toml", `short kings=international{king.range=short}`),
		"manoury", "diagonal")
	s.Players = some(4, "search:nodes=50,noise=5", "search:nodes=200,noise=5,oversight=20,vigilance=60", "random", "search:nodes=1000", " search:depth=3 ", "file:x.toml", `hub:engine="a, b" c`)
	if r.IntN(3) == 0 {
		s.Pairs = [][2]string{{"random", "greedy"}, {"search:nodes=5", "file:y.toml"}}[:1+r.IntN(2)]
	}
	if r.IntN(3) == 0 {
		s.Ladder = &study.Ladder{Player: "search:noise=5", From: 1 + r.IntN(100), To: 1000, By: 2 + r.IntN(8)}
	}
	s.Weights = pick(append(study.Sharings, "")...)
	s.Games = 2 * (1 + r.IntN(200_000))
	if s.Confirmatory && r.IntN(3) == 0 {
		s.Looks = []int{s.Games / 2, s.Games}
	}
	s.HorizonPlies, s.Openings.Plies = 1+r.IntN(2000), [][]int{{4, 5}, {6, 7}, {0}, {3}}[r.IntN(4)]
	if r.IntN(4) == 0 {
		s.Openings.From = "games.pdn"
	}
	if r.IntN(2) == 0 {
		s.Exact.Pieces = 2 + r.IntN(4)
		s.Exact.Known = r.IntN(2) == 0
		s.Exact.Adjudicate = s.Exact.Known || r.IntN(2) == 0
	}
	s.Metrics = some(3, "drawn", "plies", "decisive", "huffed")
	for i := range r.IntN(5) {
		rules := r.Perm(len(s.Rules))
		h := study.Hypothesis{
			ID: fmt.Sprint(pick("H", "claim-", "é"), i), Claim: "it is so" + text(), Metric: pick("drawn", "plies", "decisive", "first-score", "first-wins", "huffed"),
			A: s.Rules[rules[0]], B: s.Rules[rules[1]],
		}
		if h.Metric != "plies" && r.IntN(4) == 0 {
			x := r.Float64()
			h.B, h.Value = "", &x
		}
		if h.Direction = pick("less", "greater", ""); h.Direction == "" {
			h.Margin = r.Float64()
		} else if r.IntN(4) == 0 {
			h.NoWorse = r.Float64()
		}
		if r.IntN(3) == 0 {
			h.Family = "f"
			s.Families = []study.Family{{ID: "f", Adjust: "holm"}}
		}
		if len(s.Players) > 0 && r.IntN(4) == 0 {
			h.Players = s.Players[0]
		}
		s.Hypotheses = append(s.Hypotheses, h)
	}
	if r.IntN(4) == 0 {
		s.Rankings = []study.Ranking{{ID: "R1", Question: text(), Metric: "drawn", Base: "manoury", Changes: []string{"diagonal", s.Rules[0]}}}
	}
	return &s
}
