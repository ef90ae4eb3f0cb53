package variants

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/glossary"
	"varlab/variants/strict"
)

// unplayed are the conduct axes that no player model exercises, and why. They bind
// nobody in a simulation, and every report must say so.
var unplayed = map[string]string{
	"conduct.unlifted_pieces":  "every capture here lifts all that it leapt over",
	"conduct.own_piece_lifted": "nobody here takes a piece of his own off the board",
	"conduct.false_move":       "a player here who intends such a move is put right, and it is never let stand",
}

// simulated reports whether some player model exercises an axis.
func simulated(key string) bool { return unplayed[key] == "" }

// Keys returns the keys of the axes that a key or the name of a section stands for.
func Keys(key string) []string {
	return keysWith(func(k string) bool { return k == key || strings.HasPrefix(k, key+".") })
}

// asked returns the keys of the axes that a key, the name of a section or a word of the
// glossary asks for.
func asked(word string) []string {
	if keys := Keys(word); len(keys) > 0 {
		return keys
	}
	t, _ := glossary.Find(word)
	return keysWith(func(key string) bool {
		return slices.ContainsFunc(t.Keys, func(k string) bool { return slices.Contains(Keys(k), key) })
	})
}

// Unasked says what was probably meant by a word that asks for no axis; it is empty for other
// words.
func Unasked(word string) string {
	keys := keysWith(func(string) bool { return true })
	near := strict.Near(word, glossary.Words())
	switch {
	case word == "" || len(asked(word)) > 0:
		return ""
	case near != "" && strict.Near(word, keys) == "":
		return "want " + near
	}
	return wantedKey(word)
}

// keysWith returns the keys of axes for which ok holds.
func keysWith(ok func(key string) bool) []string {
	var keys []string
	for i := range profile.Axes {
		if k := profile.Axes[i].Key; ok(k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// An Explanation is a rule set, or the part of it that was asked for, in words.
type Explanation struct {
	*content.Content
	Assumed   map[string]string `json:"assumed"` // why values are assumed, in words
	Explained []AxisExplanation `json:"explained"`
	Absent    []AbsentAxis      `json:"not_applicable,omitempty"` // axes among those asked for
	Notes     []Note            `json:"notes,omitempty"`
	Coverage  []RowExplanation  `json:"coverage,omitempty"`

	of   *Resolved
	term *glossary.Term // of the glossary, if its word was asked for
}

// An AxisExplanation is the value of one axis in words, with the clauses from which it comes.
type AxisExplanation struct {
	Key     string   `json:"key"`
	Decides string   `json:"decides"`
	Value   any      `json:"value"`
	Means   string   `json:"means"`
	Clauses []Clause `json:"clauses"`
	Cite
	Assumed   string         `json:"assumed,omitempty"`        // why the value is assumed, in words
	Stands    string         `json:"reading_stands,omitempty"` // the evidence against the reading that set the value, or its other source
	Others    []OtherReading `json:"others"`
	Simulated bool           `json:"simulated"`
}

// An AbsentAxis is one that does not apply under the rule set.
type AbsentAxis struct {
	Key     string `json:"key"`
	Decides string `json:"decides"`
	Needs   string `json:"needs"` // the condition under which the axis applies
}

// An OtherReading is another value of an axis, and the reason for it.
type OtherReading struct {
	Ambiguity string `json:"ambiguity,omitempty"`
	Name      string `json:"name"`
	Value     any    `json:"value"`
	Means     string `json:"means"`
	Reason    string `json:"reason"`
	content.Standing
	Unplayed string `json:"no_effect_in_play,omitempty"` // why it makes no difference to any game here
}

// A RowExplanation is a Row in words.
type RowExplanation struct {
	Clause string   `json:"clause"`
	Kind   string   `json:"kind"`
	Says   string   `json:"says"`
	As     string   `json:"as"`
	Axes   []string `json:"axes"`
	Reason string   `json:"reason,omitempty"`
}

// Explain puts the rules in words: all, or those that a key, the name of a section or a word of
// the glossary asks for.
func (v *Resolved) Explain(key string) Explanation {
	e := Explanation{Content: v.Description(), Assumed: map[string]string{}, Explained: []AxisExplanation{}, of: v}
	for k, why := range e.Content.Assumed {
		e.Assumed[k] = why.In(v.file.say)
	}
	keys := asked(key)
	if t, ok := glossary.Find(key); ok && len(Keys(key)) == 0 {
		e.term = &t
	}
	for _, a := range v.Axes() {
		if key == "" || slices.Contains(keys, a.Key) {
			e.Explained = append(e.Explained, v.explainAxis(a))
		}
	}
	if key != "" {
		other := func(k string) bool { return !slices.Contains(keys, k) }
		maps.DeleteFunc(e.Axes, func(k string, _ any) bool { return other(k) })
		maps.DeleteFunc(e.Citations, func(k string, _ []string) bool { return other(k) })
		maps.DeleteFunc(e.Assumed, func(k, _ string) bool { return other(k) })
		maps.DeleteFunc(e.Says, func(k string, _ string) bool { return other(k) })
		maps.DeleteFunc(e.Readings, func(_ string, r content.Reading) bool {
			return !slices.ContainsFunc(slices.Collect(maps.Keys(r.Axes)), func(k string) bool { return !other(k) })
		})
		for _, k := range keys {
			if a := profile.AxisOf(k); !a.Applies(v.Profile) {
				e.Absent = append(e.Absent, AbsentAxis{k, v.file.say(a.Sentence), v.file.say(a.Needs())})
			}
		}
		return e
	}
	for _, n := range v.Notes {
		own := func(id string) bool { return slices.Contains(v.file.sourceIDs(), document(id)) }
		inherited := func(o Note) bool { return reflect.DeepEqual(o, n) }
		if v.file.otherTexts && v.file.parent != nil && slices.ContainsFunc(v.file.parent.notes, inherited) && !slices.ContainsFunc(n.Clauses, own) {
			continue // of the parent's texts
		}
		n.Clauses = list(n.Clauses)
		e.Notes = append(e.Notes, n)
	}
	for _, r := range v.Coverage() {
		as := r.As
		if as == AsConduct && !slices.ContainsFunc(r.Axes, simulated) {
			as += ", not simulated"
		}
		e.Coverage = append(e.Coverage, RowExplanation{r.Clause.ID, r.Clause.Kind, v.clause(r.Clause.ID).Says, as, list(r.Axes), r.Reason})
	}
	return e
}

func (v *Resolved) explainAxis(a *profile.Axis) AxisExplanation {
	value, cite := a.Get(v.Profile), v.Cite(a.Key)
	say := v.file.say
	e := AxisExplanation{
		Key: a.Key, Decides: say(a.Sentence), Value: content.Data(value), Means: a.MeansIn(say, value),
		Clauses: []Clause{}, Cite: cite, Assumed: cite.Assumed.In(say), Others: []OtherReading{}, Simulated: simulated(a.Key),
	}
	for _, id := range cite.Clauses {
		e.Clauses = append(e.Clauses, v.clause(id))
	}
	for _, r := range v.Readings {
		if slices.Contains(strings.Split(cite.Reading, "+"), r.Name) {
			e.Stands = content.Joined(say(";")+" ", e.Stands, r.Standing.In(say))
			continue
		}
		for _, o := range r.Layer {
			if o.Key == a.Key {
				e.Others = append(e.Others, OtherReading{r.Ambiguity, r.Name, content.Data(o.Value), a.MeansIn(say, o.Value), r.Reason, r.Standing, say(r.unplayed())})
			}
		}
	}
	return e
}

// unplayed says why a reading has no effect in play here; empty if it has an effect.
func (r *Reading) unplayed() string {
	why := ""
	for _, o := range r.Layer {
		if simulated(o.Key) {
			return ""
		}
		why = unplayed[o.Key]
	}
	return why
}

// clause returns the clause with that id among the sources of v, or the zero Clause.
func (v *Resolved) clause(id string) Clause {
	c, found := ClauseOf(id)
	for _, s := range v.Sources {
		if !found {
			c, found = clauseIn(s.Clauses, id)
		}
	}
	if c.Sentence != "" && v.file.language == v.Language { // it needs no other words
		c.Says = ""
	}
	c.Says = v.file.say(c.Says)
	return c
}

// WriteText writes the explanation in lines of at most 80 columns. The error is one of w.
func (e Explanation) WriteText(w io.Writer) error {
	var b bytes.Buffer
	say := e.of.file.say
	if e.Coverage != nil || e.Notes != nil {
		e.of.heading(&b)
	}
	if e.term != nil {
		b.WriteString(wrap(content.Joined(say(":")+" ", e.term.Heading(e.of.file.language), say(e.term.Means)), "", 80) + "\n")
	}
	said := map[string]string{} // what is told once: clauses and sentences, with the clause that told it
	for i, a := range e.Explained {
		if i > 0 {
			b.WriteString("\n")
		}
		a.writeText(&b, say, said)
	}
	absent := e.Absent
	if e.term != nil && len(e.Explained) > 0 { // a word is answered by what applies
		absent = nil
	}
	for i, a := range absent {
		if i > 0 || len(e.Explained) > 0 {
			b.WriteString("\n")
		}
		why := say("Is not stated here.")
		if a.Needs != "" {
			why = fmt.Sprintf(say("Does not apply here (it needs %s)."), a.Needs)
		}
		fmt.Fprintf(&b, "%s\n%s", a.Key, wrap(why+" "+a.Decides, "  ", 80))
	}
	if len(e.Notes) > 0 {
		b.WriteString("\n" + say("left open by the sources, and carried by no axis") + "\n")
	}
	for _, n := range e.Notes {
		text := named(n.Name, n.Ambiguity) + say(":") + " " + n.Text
		if len(n.Clauses) > 0 {
			text += " [" + strings.Join(n.Clauses, ", ") + "]"
		}
		b.WriteString(wrap(text, "  ", 80))
	}
	if len(e.Coverage) > 0 {
		b.WriteString("\n" + say("what becomes of each clause") + "\n")
	}
	for _, r := range e.Coverage {
		text := r.Clause + " " + say(r.As)
		if len(r.Axes) > 0 {
			text += " (" + strings.Join(r.Axes, ", ") + ")"
		}
		if r.Reason != "" {
			text += say(":") + " " + r.Reason
		}
		b.WriteString(wrap(text, "  ", 80))
	}
	_, err := b.WriteTo(w)
	return err
}

func (a AxisExplanation) writeText(b *bytes.Buffer, say func(string) string, said map[string]string) {
	fmt.Fprintf(b, "%s\n", a.Key)
	mark := ""
	if !a.Simulated && a.Value != "none" {
		mark = " " + fmt.Sprintf(say("(not simulated: %s)"), say(unplayed[a.Key]))
	}
	b.WriteString(wrap(a.Means+mark, "  ", 80))
	var again []string
	for _, c := range a.Clauses {
		if said[c.ID] != "" {
			again = append(again, c.ID)
			continue
		}
		said[c.ID] = c.ID
		writeClause(b, say, c, said)
	}
	if again != nil {
		b.WriteString(wrap(strings.Join(again, ", ")+say(":")+" "+say("as above"), "    ", 80))
	}
	if a.Says != "" {
		b.WriteString(wrap(say("read so:")+" "+a.Says, "    ", 80))
	}
	switch {
	case a.Reading != "":
		b.WriteString(wrap(fmt.Sprintf(say("reading %s:"), a.Reading)+" "+content.Joined(say(";")+" ", a.Assumed, a.Stands), "    ", 80))
	case a.Assumed != "":
		b.WriteString(wrap(say("assumed:")+" "+a.Assumed, "    ", 80))
	}
	for _, o := range a.Others {
		b.WriteString(wrap(content.Joined(" ", fmt.Sprintf(say("other reading, %s:"), named(o.Name, o.Ambiguity)), o.Means, profile.Sentence(o.Reason), profile.Sentence(o.Standing.In(say)), profile.Sentence(o.effect(say))), "    ", 80))
	}
}

// writeClause writes the sentence of the original, with our words under it. If another clause
// has told that sentence, it repeats the key words alone.
func writeClause(b *bytes.Buffer, say func(string) string, c Clause, said map[string]string) {
	told := said[c.Sentence]
	switch {
	case c.Sentence == "":
		b.WriteString(wrap(c.In(say), "    ", 80))
		return
	case told != "":
		b.WriteString(wrap(fmt.Sprintf(say("%s, in the sentence of %s:"), c.ID, told)+" "+content.Quoted(say, c.Words), "    ", 80))
	default:
		said[c.Sentence] = c.ID
		b.WriteString(wrap(c.ID+say(":")+" "+content.Quoted(say, c.Sentence), "    ", 80))
	}
	b.WriteString(wrap(c.Says, "      ", 80))
}

func (o *OtherReading) effect(say func(string) string) string {
	if o.Unplayed == "" {
		return ""
	}
	return say("no effect in play here:") + " " + o.Unplayed
}

// named returns an open question with the name of its ambiguity.
func named(name, ambiguity string) string {
	if ambiguity == "" {
		return name
	}
	return name + " (" + ambiguity + ")"
}
