package variants

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

// A state is a rule set after some of its layers.
type state struct {
	profile   *profile.Profile
	cites     map[string]Cite // by axis key; present exactly for the axes stated
	drawCites []Cite
	// broken are the axes whose value could not be read or was not stated. The profile has a
	// substitute for each.
	broken map[string]bool
}

// with lays statements over s. It drops statements of earlier layers that no longer apply: the
// claim section if the obligation is no longer claimable, the keys of a remedy that is gone,
// rows of men if a start is given. An axis that newly applies and is not stated starts from
// its default. In a root there is no earlier layer: an unstated axis is missing unless it has
// Unstated.
func (s state) with(layer []statement, root bool) state {
	p, cites := *s.profile, maps.Clone(s.cites)
	next := state{&p, cites, s.drawCites, maps.Clone(s.broken)}
	here := map[string]bool{}
	names := map[string]*profile.Board{"board.start": &s.profile.Board, "promotion.squares": &s.profile.Board}
	for _, st := range layer {
		here[st.key] = true
		names[st.key] = st.names
		a := profile.AxisOf(st.key)
		if st.value == nil || a.Set(&p, st.value) != nil {
			next.broken[st.key] = true
			continue
		}
		delete(next.broken, st.key)
		cites[st.key] = st.cite
		if a.Kind == profile.Clauses {
			next.drawCites = st.drawCites
		}
	}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		_, stated := s.cites[a.Key]
		switch {
		case here[a.Key] && !next.broken[a.Key] && a.Get(&p) != "": // "" takes back what was stated
		case !a.Applies(&p):
			a.Clear(&p)
			delete(cites, a.Key)
			delete(next.broken, a.Key)
		case stated || here[a.Key] && !next.broken[a.Key]:
		default:
			if err := a.Set(&p, a.Default); err != nil {
				panic(err)
			}
			if root && a.Unstated == "" || here[a.Key] || next.broken[a.Key] {
				next.broken[a.Key] = true
				continue
			}
			cites[a.Key] = Cite{Assumed: content.Assumed{{Unstated: a.Key}}}
		}
	}
	if from := names["board.start"]; from != nil && from.FirstMover == p.Board.FirstMover { // with the other first mover the position would have the wrong side on move
		p.Board.Start = renamed(p.Board.Start, from, &p)
	}
	if from := names["promotion.squares"]; from != nil {
		p.Promotion.Squares = renamed(p.Promotion.Squares, from, &p)
	}
	return next
}

// renamed writes squares, stated as a position in the names of the board from, in the names of
// p: other names change no game. It leaves a text alone that cannot be written so.
func renamed(squares string, from *profile.Board, p *profile.Profile) string {
	to := &p.Board
	if squares == "" || from.SameNames(to) || from.Grid() != to.Grid() || slices.ContainsFunc(profile.Check(p), onBoard) {
		return squares
	}
	position, err := notation.NewBoard(from).ReadFEN(squares)
	if err != nil {
		return squares
	}
	return notation.NewBoard(to).WriteFEN(position)
}

func onBoard(fault profile.Fault) bool { return strings.HasPrefix(fault.Key, "board.") }

// contradictions returns the faults of profile.Check but those of substitutes.
func (s state) contradictions() []profile.Fault {
	b := s.profile.Board
	return slices.DeleteFunc(profile.Check(s.profile), func(f profile.Fault) bool {
		return s.broken[f.Key] || f.Key == "board.men_rows" && b.MenRows > 0 && b.Start != "" // one contradiction, reported for the start
	})
}

// layer lays the file over its parent and reports missing axes, contradictions, and readings
// that cannot hold.
func (p parser) layer() {
	f := p.f
	under := state{profile: &profile.Profile{}, cites: map[string]Cite{}, broken: map[string]bool{}}
	if f.parent != nil {
		under = f.parent.state
	}
	f.state = under.with(f.stated, f.parent == nil)
	f.state.profile.ID = f.id
	f.reattribute()
	if f.parent == nil {
		p.missing()
	}
	sound := len(f.state.broken) == 0
	var theirs []profile.Fault // reported for the parent itself
	if f.parent != nil {
		theirs = under.contradictions()
	}
	for _, fault := range f.state.contradictions() {
		sound = false
		if !slices.Contains(theirs, fault) {
			p.Faults.Add(p.File, p.culprit(under, fault), fault.Key, "%s", fault.Msg)
		}
	}
	if !sound {
		return
	}
	if fault := readSquares(f.state.profile); fault != nil {
		p.Faults.AtValue(p.Document, fault.Key+".is", fault.Key, "%s", fault.Msg)
	}
	for i := range f.readings {
		r := &f.readings[i]
		if named := func(o Override) bool { return profile.AxisOf(o.Key).Kind == profile.Text }; r.File == f.path && slices.ContainsFunc(r.Layer, named) {
			r.names = &f.state.with(r.statements(), false).profile.Board
		}
	}
	f.readings = slices.DeleteFunc(f.readings, func(r Reading) bool { return f.settles(&r) || !p.tryReading(&r) })
}

// settles reports whether the file states the rule of an inherited reading by clauses of its
// own texts alone, or, in a list of draws, by one: the ambiguity of another text does not touch
// it.
func (f *file) settles(r *Reading) bool {
	if r.File == f.path {
		return false
	}
	theirs := f.parent.sourceIDs()
	own := func(c Cite) bool {
		return len(c.Clauses) > 0 && !slices.ContainsFunc(c.Clauses, func(id string) bool { return slices.Contains(theirs, document(id)) })
	}
	return slices.ContainsFunc(f.stated, func(s statement) bool {
		return (own(s.cite) || slices.ContainsFunc(s.drawCites, own)) && slices.ContainsFunc(r.Layer, func(o Override) bool { return o.Key == s.key })
	})
}

// reattribute marks values that rest on the parent's texts alone as assumed from the parent, if
// the rule set has other texts: a text is no evidence on a game that it does not describe.
func (f *file) reattribute() {
	if f.parent == nil || !f.otherTexts {
		return
	}
	own := f.sourceIDs()
	same := !slices.ContainsFunc(f.parent.sourceIDs(), func(id string) bool { return !slices.Contains(own, id) })
	foreign := func(c Cite) bool {
		if len(c.Clauses) == 0 {
			return !same && c.From == "" && c.Where != ""
		}
		return !slices.ContainsFunc(c.Clauses, func(id string) bool { return slices.Contains(own, document(id)) })
	}
	for i := range f.readings {
		r := &f.readings[i]
		if r.Standing.Standing == content.Against && r.From == "" && foreign(Cite{Clauses: r.Clauses}) {
			r.From = f.parent.id
		}
	}
	for key, c := range f.state.cites {
		if slices.ContainsFunc(f.stated, func(s statement) bool { return s.key == key }) {
			continue
		}
		if foreign(c) {
			f.state.cites[key] = c.from(f.parent.id)
		}
		if profile.AxisOf(key).Kind == profile.Clauses {
			theirs := f.state.drawCites
			f.state.drawCites = slices.Clone(theirs)
			for i, c := range theirs {
				switch {
				case !foreign(c):
				case i > 0 && reflect.DeepEqual(c, theirs[i-1]): // one text for a whole list
					f.state.drawCites[i] = f.state.drawCites[i-1]
				default:
					f.state.drawCites[i] = c.from(f.parent.id)
				}
			}
		}
	}
}

// from returns c for a rule set that only takes the value from another.
func (c Cite) from(id string) Cite {
	why := slices.Clone(c.Assumed)
	if len(why) == 0 {
		why = content.Assumed{{}}
	}
	why[0].From, why[0].Clauses = id, c.Clauses
	return Cite{Assumed: why, Where: c.Where, From: id}
}

func (p parser) missing() {
	for i := range profile.Axes {
		a := &profile.Axes[i]
		stated := slices.ContainsFunc(p.f.stated, func(s statement) bool { return s.key == a.Key })
		if _, ok := p.f.state.cites[a.Key]; ok || stated || !p.f.state.broken[a.Key] {
			continue
		}
		wanted := a.Wanted()
		if a.Key == "board.men_rows" {
			wanted += ", or board.start"
		}
		// nearest falls back to the section, then to the first line.
		p.Faults.AtKey(p.Document, a.Key, a.Key, "not stated (want %s, with its clause or the reason why it is assumed)", wanted)
	}
}

// culprit returns the place at which to mend a contradiction: where the axis at fault is
// stated, or else the statement of this file that causes the contradiction.
func (p parser) culprit(under state, fault profile.Fault) strict.Place {
	for _, s := range p.f.stated {
		if s.key == fault.Key {
			return s.at
		}
	}
	for i := len(p.f.stated) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(p.f.stated), i, i+1)
		if !slices.Contains(profile.Check(under.with(rest, p.f.parent == nil).profile), fault) {
			return p.f.stated[i].at
		}
	}
	return p.Value("inherits")
}

// tryReading reports whether a reading can be taken alone. In the file that declares it, a
// reading that cannot is a fault; an inherited reading that no longer fits is dropped.
func (p parser) tryReading(r *Reading) bool {
	ok := true
	for _, fault := range p.f.state.with(r.statements(), false).contradictions() {
		ok = false
		if r.File != p.f.path {
			continue
		}
		at := strict.Join("reading", r.Name)
		p.Faults.AtValue(p.Document, at+"."+fault.Key, at+"."+fault.Key, "%s", fault.Msg)
	}
	return ok || r.File == p.f.path
}

func (r *Reading) statements() []statement {
	list := make([]statement, len(r.Layer))
	for i, o := range r.Layer {
		cite := Cite{Assumed: content.Assumed{{Because: r.Reason}}, Where: o.where, Reading: r.Name}
		list[i] = o.statement(cite)
		list[i].names = r.names
	}
	return list
}

// lay joins st, a statement of one reading, with an earlier reading's statement on the same
// axis, so that neither hides the other: the fields of draw clauses are laid over base one by
// one. It returns the values in conflict, or reports whether it has joined the two.
func (st *statement) lay(earlier *Reading, base *profile.Profile) (differ string, laid bool) {
	i := slices.IndexFunc(earlier.Layer, func(o Override) bool { return o.Key == st.key })
	if i < 0 || sameValue(profile.AxisOf(st.key), earlier.Layer[i].Value, st.value, cmp.Or(earlier.names, &base.Board), cmp.Or(st.names, &base.Board)) {
		return "", false
	}
	own, ok := st.value.([]profile.DrawClause)
	theirs, _ := earlier.Layer[i].Value.([]profile.DrawClause)
	if !ok || len(own) != len(theirs) || len(own) != len(base.Draws) {
		return st.key, false
	}
	both := slices.Clone(own)
	for k, was := range base.Draws {
		switch own, theirs := &own[k], &theirs[k]; {
		case reflect.DeepEqual(*theirs, was):
		case reflect.DeepEqual(*own, was):
			both[k] = *theirs
		case own.Kind != was.Kind || theirs.Kind != was.Kind:
			return fmt.Sprintf("%s[%d]", st.key, k), false
		default:
			for _, f := range profile.ClauseFields[was.Kind] {
				mine, other, old := f.Get(own), f.Get(theirs), f.Get(&was)
				switch {
				case reflect.DeepEqual(other, old) || reflect.DeepEqual(mine, other):
				case reflect.DeepEqual(mine, old):
					f.Set(&both[k], other) // valid, since it was set before
				default:
					return fmt.Sprintf("%s[%d].%s", st.key, k, f.Key), false
				}
			}
		}
	}
	st.value = both
	return "", true
}

// credit attributes st to the given readings too, the later ones first.
func (st *statement) credit(readings []Reading) {
	cite := st.cite
	names, why := make([]string, 0, len(readings)+1), make(content.Assumed, 0, len(readings)+1)
	for _, r := range slices.Backward(readings) {
		names, why = append(names, r.Name), append(why, content.Assumption{Because: r.Reason})
	}
	cite.Reading, cite.Assumed = strings.Join(append(names, cite.Reading), "+"), append(why, cite.Assumed...)
	*st = Override{st.key, st.value, cite.Where}.statement(cite)
}

func (o Override) statement(cite Cite) statement {
	s := statement{key: o.Key, value: o.Value, cite: cite}
	if clauses, ok := o.Value.([]profile.DrawClause); ok {
		s.drawCites = make([]Cite, len(clauses))
		for i := range s.drawCites {
			s.drawCites[i] = cite
		}
	}
	return s
}
