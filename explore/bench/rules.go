package bench

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/strict"
)

// why is the reason of what a rule set states that was made here.
const why = "chosen in the workbench"

// A question is an axis of a rule set with its answers.
type question struct {
	Key, Question, Section string
	Kind                   string // word, words, or text
	Answers                []answer
	Value                  string // of text
	Means                  string // of the value in the parent
	Clauses                []variants.Clause
	Changed                bool
}

type answer struct {
	Word, Means string
	Chosen      bool
}

// A draft is a rule set that is being written.
type draft struct {
	Parent, ParentTitle string
	Title, Text         string
	File                string // that it was read from
	AsText              bool
	Questions           []question
	Faults              []strict.Fault
	Saved               string
}

// newRules begins a rule set: with one of the program's, or one of the folder.
func (s *Server) newRules(w http.ResponseWriter, r *http.Request) {
	from := r.URL.Query().Get("from")
	e, err := s.Lab.Engine()
	if err != nil {
		s.fail(w, http.StatusInternalServerError, err)
		return
	}
	list, known, err := choices(e, []string{from})
	c, ok := known[from]
	if err == nil && !ok {
		s.write(w, http.StatusOK, "parents", "A rule set of my own", list)
		return
	}
	v, err := variants.Load(from, nil)
	if err != nil {
		s.fail(w, http.StatusNotFound, err)
		return
	}
	d := &draft{Parent: v.Base, Title: v.Title}
	var sets []string
	switch {
	case c.Own:
		text, err := strict.ReadFile(from)
		if err != nil {
			s.fail(w, http.StatusNotFound, err)
			return
		}
		d.File, d.Text = from, string(text)
		ref, err := e.RefOf(v)
		d.Parent, sets = ref.Ref, ref.Sets
		d.AsText = err != nil || d.write(sets) != nil || d.Text != string(text)
		d.Text = string(text)
	default:
		d.Title, sets = c.Title+", changed", v.Sets
		err = d.write(sets)
	}
	if err == nil {
		err = d.ask(sets)
	}
	if err != nil {
		s.fail(w, http.StatusInternalServerError, err)
		return
	}
	s.write(w, http.StatusOK, "rules", d.Title, d)
}

// write writes the text of the draft: its parent with the overrides.
func (d *draft) write(sets []string) error {
	base, err := variants.Load(d.Parent, nil)
	if err != nil {
		return err
	}
	v, err := variants.Load(d.Parent, sets)
	if err != nil {
		return err
	}
	v.Title = d.Title
	d.Text = v.Child(base, why)
	return nil
}

// ask fills in the questions, answered as the overrides have it.
func (d *draft) ask(sets []string) error {
	base, err := variants.Load(d.Parent, nil)
	if err != nil {
		return err
	}
	d.ParentTitle = base.Title
	v, err := variants.Load(d.Parent, sets)
	if err != nil {
		v = base // what is wrong is said beside
	}
	section := ""
	for _, x := range v.Explain("").Explained {
		a := profile.AxisOf(x.Key)
		if a.Question == "" {
			continue
		}
		value := a.Get(v.Profile)
		q := question{Key: x.Key, Question: a.Question, Kind: "text", Means: x.Means, Clauses: x.Clauses, Value: notation.Literal(value), Changed: slices.ContainsFunc(sets, func(set string) bool { return strings.HasPrefix(set, x.Key+"=") })}
		if first, _, _ := strings.Cut(x.Key, "."); first != section {
			section = first
			q.Section = cmp.Or(sectionNames[first], first)
		}
		if a.Kind == profile.Word || a.Kind == profile.Flag || a.Kind == profile.Words {
			q.Kind = "word"
			if a.Kind == profile.Words {
				q.Kind = "words"
			}
			for _, of := range a.Values {
				q.Answers = append(q.Answers, answer{of.Word, profile.Sentence(of.Means), holds(value, of.Word)})
			}
		}
		d.Questions = append(d.Questions, q)
	}
	return nil
}

var sectionNames = map[string]string{
	"capture": "Capturing", "claim": "When a capture is left", "man": "Men", "king": "Kings", "promotion": "Crowning",
	"ending": "The end of the game", "draw": "Draws", "board": "The board",
}

// holds reports whether a value is, or has among others, a word.
func holds(value any, word string) bool {
	if list, ok := value.([]string); ok {
		return slices.Contains(list, word)
	}
	return fmt.Sprint(value) == word
}

// sets reads the overrides from the answers of a form.
func (d *draft) sets(v url.Values) (sets []string, err error) {
	base, err := variants.Load(d.Parent, nil)
	if err != nil {
		return nil, err
	}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		given := slices.DeleteFunc(slices.Clone(v[a.Key]), func(word string) bool { return word == "" })
		if !v.Has(a.Key) {
			continue
		}
		text := ""
		switch a.Kind {
		case profile.Words:
			if old, ok := a.Get(base.Profile).([]string); ok && sameWords(old, given) {
				given = old // in its order
			}
			text = notation.Literal(given)
		case profile.Word:
			text = notation.Literal(strings.Join(given, ""))
		default:
			text = strings.TrimSpace(strings.Join(given, ""))
		}
		if text != notation.Literal(a.Get(base.Profile)) {
			sets = append(sets, a.Key+"="+text)
		}
	}
	return sets, nil
}

func sameWords(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// saveRules shows a rule set anew, as form or as text, or writes it into the folder.
func (s *Server) saveRules(w http.ResponseWriter, r *http.Request) {
	v, do := r.PostForm, r.PostForm.Get("do")
	d := &draft{Parent: v.Get("parent"), Title: strings.TrimSpace(v.Get("title")), File: v.Get("file"), Text: strings.ReplaceAll(v.Get("text"), "\r\n", "\n"), AsText: v.Get("as") == "text"}
	if !slices.Contains(variants.IDs(), d.Parent) {
		s.fail(w, http.StatusBadRequest, errors.New("a rule set begins with one of the program's"))
		return
	}
	var sets []string
	var err error
	if d.AsText {
		var of *variants.Resolved
		if of, err = variants.Read("text", d.Text); err == nil {
			e, broken := s.Lab.Engine()
			if broken != nil {
				s.fail(w, http.StatusInternalServerError, broken)
				return
			}
			ref, unlike := e.RefOf(of)
			if d.Title = of.Title; unlike == nil && do == "form" {
				d.Parent, sets, d.AsText = ref.Ref, ref.Sets, false
			}
		}
	} else if sets, err = d.sets(v); err == nil {
		if err = d.write(sets); err == nil {
			_, err = variants.Read("text", d.Text)
			d.AsText = do == "text"
		}
	}
	var placed *strict.Error
	if errors.As(err, &placed) {
		d.Faults = placed.Faults
	} else if err != nil {
		d.Faults = []strict.Fault{{Msg: err.Error()}}
	}
	name := fileName(d.Title)
	if do == "save" && (name == "" || slices.Contains(variants.IDs(), name)) {
		d.Faults = append(d.Faults, strict.Fault{Key: "title", Msg: "it names the file, and has to be another than the ids of the program's rule sets"})
	}
	if do == "save" && len(d.Faults) == 0 {
		if _, err = save(name, func(string) string { return d.Text }, d.File); err != nil {
			s.fail(w, http.StatusInternalServerError, err)
			return
		}
		http.Redirect(w, r, "/#rules", http.StatusSeeOther)
		return
	}
	if err := d.ask(sets); err != nil {
		s.fail(w, http.StatusInternalServerError, err)
		return
	}
	s.write(w, http.StatusOK, "rules", cmp.Or(d.Title, "A rule set of my own"), d)
}
