package explore

import (
	"context"
	"maps"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/content"
)

type catalog struct {
	Sets     []about   `json:"sets"`
	Sections []Section `json:"sections"`
	Axes     []axis    `json:"axes"`
	Levels   []string  `json:"levels"`
	Pieces   int       `json:"pieces"`
	Games    int       `json:"games"`
	Own      []about   `json:"own,omitempty"`
}

type about struct {
	Ref    string `json:"ref"`
	Title  string `json:"title"`
	Period string `json:"period"`
	Board  string `json:"board"`
	Family string `json:"family"`
}

// A Section is a part of a rule set, as the first word of its axes' keys names it.
type Section struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

// Sections are the parts with which games are played.
var Sections = []Section{
	{"capture", "Capturing"},
	{"claim", "When a capture is left"},
	{"man", "Men"},
	{"king", "Kings"},
	{"promotion", "Crowning"},
	{"ending", "The end of the game"},
	{"draw", "Draws"},
	{"board", "The board"},
}

// An axis is a question with its answers.
type axis struct {
	Key      string  `json:"key"`
	Question string  `json:"question"`
	Kind     string  `json:"kind"` // word, words, flag, number, text, clauses
	Values   []value `json:"values"`
	Min      int     `json:"min,omitempty"`
	Max      int     `json:"max,omitempty"`
}

type value struct {
	Word  string `json:"word"`
	Means string `json:"means"`
}

var kinds = map[profile.Kind]string{
	profile.Word: "word", profile.Words: "words", profile.Flag: "flag", profile.Number: "number", profile.Text: "text", profile.Clauses: "clauses",
}

func (e *Engine) catalog(context.Context, *Request, []*ruleSet) (any, error) {
	c := catalog{Sections: Sections, Pieces: e.Pieces, Games: mostGames}
	sets, err := e.Sets()
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		list := &c.Sets
		if set.Own {
			list = &c.Own
		}
		*list = append(*list, about{set.Ref, set.Title, set.Period, set.Board(), set.Family})
	}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if a.Question == "" {
			continue
		}
		x := axis{Key: a.Key, Question: a.Question, Kind: kinds[a.Kind], Values: []value{}, Min: a.Min, Max: a.Max}
		for _, v := range a.Values {
			if v.Word != "" && a.Kind != profile.Number && a.Kind != profile.Text {
				x.Values = append(x.Values, value{v.Word, profile.Sentence(v.Means)})
			}
		}
		c.Axes = append(c.Axes, x)
	}
	// The question on which most depends comes first.
	if i := slices.IndexFunc(c.Axes, func(a axis) bool { return a.Key == "capture.obligation" }); i > 0 {
		most := c.Axes[i]
		c.Axes = slices.Insert(slices.Delete(c.Axes, i, i+1), 0, most)
	}
	for _, l := range levels {
		c.Levels = append(c.Levels, l.Name)
	}
	return c, nil
}

// A Set is a rule set that an engine knows by a name.
type Set struct {
	Ref string
	Own bool // not built in
	*variants.Resolved
	Rules *rules.Rules
}

// About says when a rule set was played and on what board, or on which rule set one's own
// rests.
func (s Set) About() string {
	if s.Own {
		return content.Joined(", after ", "my rule set", s.After())
	}
	return content.Joined(", ", s.Period, s.Board())
}

// Sets are the built-in rule sets, and those of the engine's own that can be played.
func (e *Engine) Sets() (sets []Set, err error) {
	for _, id := range variants.IDs() {
		set, err := e.set(Ref{Ref: id})
		if err != nil {
			return nil, err
		}
		sets = append(sets, Set{id, false, set.v, set.r})
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(e.Own)), slices.Sorted(maps.Keys(e.Texts))) {
		if set, err := e.set(Ref{Ref: name}); err == nil { // the file may have changed, or be gone
			sets = append(sets, Set{name, true, set.v, set.r})
		}
	}
	return sets, nil
}

// described is a rule set as the page shows it.
type described struct {
	ID        string            `json:"id"`
	Title     string            `json:"title"`
	Period    string            `json:"period"`
	Place     string            `json:"place"`
	Summary   string            `json:"summary"`
	Language  string            `json:"language"`  // of the words of its clauses
	Documents map[string]string `json:"documents"` // by the first part of a clause's id
	Rules     map[string]rule   `json:"rules"`     // by axis
}

// A rule is the value of an axis and its sources.
type rule struct {
	Value   any               `json:"value"`
	Text    string            `json:"text"` // the value as overrides write it
	Means   string            `json:"means"`
	Clauses []variants.Clause `json:"clauses,omitempty"`
	Says    string            `json:"says,omitempty"`
	Assumed string            `json:"assumed,omitempty"`
	Changed bool              `json:"changed,omitempty"` // it is an override
	Others  []other           `json:"others,omitempty"`
}

// An other is another reading of something that a rule set leaves open.
type other struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Means  string `json:"means"`
	Reason string `json:"reason"`
	Stands string `json:"stands,omitempty"`
}

func (e *Engine) rules(_ context.Context, _ *Request, sets []*ruleSet) (any, error) {
	v := sets[0].v
	d := described{v.ID, v.Title, v.Period, v.Place, v.Summary, v.Language, map[string]string{}, map[string]rule{}}
	for _, s := range v.Sources {
		d.Documents[s.ID] = content.Joined(", ", s.Author, s.Title, s.Year)
	}
	for _, x := range v.Explain("").Explained {
		a := profile.AxisOf(x.Key)
		if a.Question == "" {
			continue
		}
		r := rule{x.Value, notation.Literal(a.Get(v.Profile)), x.Means, x.Clauses, x.Says, x.Assumed, strings.HasPrefix(x.Where, "--set "), nil}
		for _, o := range x.Others {
			reason := content.Joined(" ", profile.Sentence(o.Reason), profile.Sentence(o.Unplayed))
			r.Others = append(r.Others, other{o.Name, overlay(v, o.Name, a), o.Means, reason, profile.Sentence(o.Standing.String())})
		}
		d.Rules[x.Key] = r
	}
	return d, nil
}

// overlay is the value that a reading has for an axis, as overrides write it.
func overlay(v *variants.Resolved, name string, a *profile.Axis) string {
	for _, r := range v.Readings {
		for _, o := range r.Layer {
			if r.Name == name && o.Key == a.Key {
				return notation.Literal(o.Value)
			}
		}
	}
	return ""
}

// why is the reason for the values that a downloaded profile states.
const why = "chosen on the page of varlab explore"

func (e *Engine) profile(_ context.Context, q *Request, sets []*ruleSet) (any, error) {
	base, err := e.base(q.Rules[0])
	if _, own := e.Own[q.Rules[0].Ref]; own && err == nil { // it is to be read in any folder
		var at Ref
		if at, err = e.RefOf(sets[0].v); err == nil {
			base, err = e.base(at)
		}
	}
	if err != nil {
		return nil, err
	}
	return map[string]string{"name": base.Base + "-changed.toml", "toml": sets[0].v.Child(base, why)}, nil
}

// base is the rule set of ref without readings.
func (e *Engine) base(ref Ref) (*variants.Resolved, error) {
	ref.Sets = nil
	if own := e.Own[ref.Ref] + e.Texts[ref.Ref] + ref.Text; own == "" {
		ref.Ref, _, _ = strings.Cut(ref.Ref, "+")
	}
	set, err := e.set(ref)
	if err != nil {
		return nil, err
	}
	return set.v, nil
}

// open says which built-in rule set, and which overrides, make the profile in a text, and its
// title.
func (e *Engine) open(_ context.Context, q *Request, _ []*ruleSet) (any, error) {
	v, err := variants.Read("profile.toml", q.Text)
	if err != nil {
		return nil, err
	}
	ref, err := e.RefOf(v)
	if err == nil {
		_, err = e.set(ref)
	}
	return map[string]any{"rules": ref, "title": v.Title}, err
}

// RefOf names a rule set by a built-in one and overrides: by its own name, or its parent's, or
// that of the nearest.
func (e *Engine) RefOf(v *variants.Resolved) (Ref, error) {
	if v.Path == "variants/"+v.Base+".toml" {
		return Ref{Ref: strings.Join(append([]string{v.Base}, v.Taken...), "+"), Sets: v.Sets}, nil
	}
	parents := variants.IDs()
	if slices.Contains(parents, v.Inherits) {
		parents = []string{v.Inherits}
	}
	var nearest Ref
	for _, id := range parents {
		set, err := e.set(Ref{Ref: id})
		if err != nil {
			return Ref{}, err
		}
		if sets := v.SetsOver(set.v); nearest.Ref == "" || len(sets) < len(nearest.Sets) {
			nearest = Ref{Ref: id, Sets: sets}
		}
	}
	return nearest, nil
}
