package variants

import (
	"reflect"
	"regexp"
	"slices"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

// each calls do for each axis that the table at a path states, and reports keys that are neither
// of axes nor other keys of the table.
func (p parser) each(table string, other []string, do func(a *profile.Axis, at string)) {
	for _, at := range p.Under(table) {
		section := strict.Last(at)
		switch a := profile.AxisOf(section); {
		case slices.Contains(other, section):
		case a != nil:
			do(a, at)
		case !slices.Contains(sections(), section):
			p.Unknown(at, slices.Concat(other, sections()))
		case p.Table(at):
			for _, at := range p.Under(at) {
				if a := profile.AxisOf(section + "." + strict.Last(at)); a != nil {
					do(a, at)
				} else {
					p.Unknown(at, axesOf(section))
				}
			}
		}
	}
}

func (p parser) state(s statement) {
	if !slices.ContainsFunc(p.f.stated, func(o statement) bool { return o.key == s.key }) {
		p.f.stated = append(p.f.stated, s)
	}
}

// axis reads a value with its source. It reads a bare value too, so that only the source is
// reported as missing.
func (p parser) axis(a *profile.Axis, at string) {
	s := statement{key: a.Key, at: p.Key(at)}
	path := at
	if _, ok := p.Get(at).(map[string]any); ok {
		p.Known(at, "is", "clause", "says", "assumed", "from")
		path = strict.Dot(at, "is")
		if !p.Has(path) {
			p.Faults.AtKey(p.Document, at, a.Key, "no value (want is = %s)", a.Wanted())
			p.state(s)
			return
		}
		if a.Kind != profile.Clauses || p.Has(strict.Dot(at, "clause")) || p.Has(strict.Dot(at, "assumed")) {
			s.cite = p.cite(at, path)
		} else {
			s.cite = Cite{Where: p.place(at)}
			s.cite.Says, _ = p.prose(strict.Dot(at, "says"))
		}
	} else {
		p.Faults.AtValue(p.Document, at, a.Key, "no source (want { is = …, clause = \"…\" } or { is = …, assumed = \"the reason\" })")
		s.cite = Cite{Where: p.place(at)}
	}
	s.at = p.Value(path)
	v, ok := p.value(a, path)
	if ok {
		s.value = v
	}
	if a.Kind == profile.Clauses {
		s.drawCites = p.drawCites(a, path, s.cite)
		if elems, _ := p.Elements(path, a.Wanted()); ok && len(elems) == 0 && s.cite.Assumed == nil && s.cite.Clauses == nil && path != at {
			p.Faults.AtValue(p.Document, path, a.Key, "no source (want clause = \"…\", or assumed = \"the reason\")")
		}
		for _, c := range s.drawCites {
			s.cite.Clauses = append(s.cite.Clauses, c.Clauses...)
			s.cite.Assumed = append(s.cite.Assumed, c.Assumed...)
		}
		s.cite.Clauses, s.cite.Assumed = unique(s.cite.Clauses), unique(s.cite.Assumed)
	}
	p.state(s)
}

func unique[T any](list []T) (out []T) {
	for _, x := range list {
		if !slices.ContainsFunc(out, func(o T) bool { return reflect.DeepEqual(o, x) }) {
			out = append(out, x)
		}
	}
	return out
}

// drawCites reads the source beside each draw clause; a clause without a source has the source
// of the list.
func (p parser) drawCites(a *profile.Axis, path string, list Cite) []Cite {
	var cites []Cite
	elems, _ := p.Elements(path, a.Wanted())
	for _, elem := range elems {
		if list.Clauses != nil || list.Assumed != nil {
			if !p.Has(strict.Dot(elem, "clause")) && !p.Has(strict.Dot(elem, "assumed")) {
				cites = append(cites, list)
				continue
			}
		}
		cites = append(cites, p.cite(elem, elem))
	}
	return cites
}

func (p parser) value(a *profile.Axis, path string) (any, bool) {
	switch a.Kind {
	case profile.Word:
		return p.OneOf(path, a.Words())
	case profile.Words:
		return p.words(a, path)
	case profile.Flag:
		return p.Flag(path)
	case profile.Number:
		return p.Int(path, a.Min, a.Max)
	case profile.Text:
		return p.Text(path)
	}
	return strict.Each(p.Reader, path, a.Wanted(), p.drawClause)
}

func (p parser) words(a *profile.Axis, path string) (any, bool) {
	var seen []string
	return strict.Each(p.Reader, path, a.Wanted(), func(elem string) (string, bool) {
		w, ok := p.OneOf(elem, a.Words())
		if slices.Contains(seen, w) {
			p.Faults.AtValue(p.Document, elem, name(elem), "%q stands twice (want each once)", w)
			return w, false
		}
		if ok {
			seen = append(seen, w)
		}
		return w, ok
	})
}

func (p parser) drawClause(path string) (c profile.DrawClause, ok bool) {
	if !p.Table(path) {
		return c, false
	}
	kindAt := strict.Dot(path, "kind")
	if !p.Has(kindAt) {
		p.Faults.AtKey(p.Document, path, name(path), "no kind (want kind = %s)", strict.List(profile.ClauseKinds))
		return c, false
	}
	text, ok := p.OneOf(kindAt, profile.ClauseKinds)
	if !ok {
		return c, false
	}
	c.Kind = profile.KindOf(text)
	fields := profile.ClauseFields[c.Kind]
	keys := []string{"kind", "clause", "says", "assumed"}
	for i := range fields {
		field := &fields[i]
		keys = append(keys, field.Key)
		at := strict.Dot(path, field.Key)
		v := field.Default
		if p.Has(at) {
			v = content.Plain(p.Get(at))
		} else if v == nil {
			p.Faults.AtKey(p.Document, path, name(at), "not stated (want %s)", field.Wanted())
			ok = false
			continue
		}
		if err := field.Set(&c, v); err != nil {
			p.Faults.AtValue(p.Document, at, name(at), "%s is not possible (want %s)", strict.Show(p.Get(at)), wantedField(c.Kind, field, strict.Show(p.Get(at))))
			ok = false
		}
	}
	before := len(*p.Faults)
	p.Known(path, keys...)
	return c, ok && len(*p.Faults) == before
}

func (p parser) readings() {
	if p.f.parent != nil {
		p.f.readings = slices.Clone(p.f.parent.readings)
	}
	for _, at := range p.tables("reading") {
		r := Reading{Name: strict.Last(at), File: p.f.path}
		others := func(o Reading) bool { return o.Name == r.Name }
		if why := strict.Dot(at, "dropped"); p.Has(why) {
			p.Known(at, "dropped")
			if _, ok := p.Text(why); ok && !slices.ContainsFunc(p.f.readings, others) {
				p.Faults.AtKey(p.Document, at, at, "nothing to drop (want a reading that is inherited)")
			}
			p.f.readings = slices.DeleteFunc(p.f.readings, others)
			continue
		}
		if r.Reason, _ = p.prose(strict.Dot(at, "reason")); r.Reason == "" {
			p.Faults.AtKey(p.Document, at, at, "no reason (want what is ambiguous, and how it is read)")
		}
		if !goodName(r.Name) {
			p.Faults.AtKey(p.Document, at, at, "cannot be named (want letters, digits and hyphens)")
		}
		r.Ambiguity, _ = p.Text(strict.Dot(at, "ambiguity"))
		r.Standing = p.standing(at)
		r.Layer = p.overrides(at)
		if len(r.Layer) == 0 && len(*p.Faults) == 0 {
			p.Faults.AtKey(p.Document, at, at, "changes nothing (want at least one axis)")
		}
		p.f.readings = slices.DeleteFunc(p.f.readings, others)
		p.f.readings = append(p.f.readings, r)
	}
}

// readingKeys are the keys of a reading beside its axes: the last four say what the text has for
// or against it.
var readingKeys = []string{"reason", "ambiguity", "dropped", "standing", "clause", "words", "from"}

func (p parser) standing(at string) content.Standing {
	var s content.Standing
	key := strict.Dot(at, "standing")
	if !p.Has(key) {
		p.Faults.AtKey(p.Document, at, at, "no standing (want standing = %s)", strict.List(content.Standings))
		return s
	}
	var ok bool
	if s.Standing, ok = p.OneOf(key, content.Standings); !ok {
		return s
	}
	s.Clauses = p.clauses(strict.Dot(at, "clause"))
	s.Words, _ = p.Text(strict.Dot(at, "words"))
	s.From = p.from(strict.Dot(at, "from"))
	for _, need := range []struct{ key, of, want string }{
		{"clause", content.Against, "the clause that speaks against it"},
		{"words", content.Against, "its words that do"},
		{"from", content.Imported, "the text that it is taken from"},
	} {
		path := strict.Dot(at, need.key)
		switch has := p.Has(path); {
		case has && s.Standing != need.of:
			p.Faults.AtKey(p.Document, path, path, "stated, but belongs to standing = %q (want it only there)", need.of)
		case !has && s.Standing == need.of:
			p.Faults.AtKey(p.Document, key, at, "no %s (want %s)", need.key, need.want)
		}
	}
	return s
}

var goodName = regexp.MustCompile(`^[-a-z0-9]+$`).MatchString

func (p parser) overrides(at string) (layer []Override) {
	p.each(at, readingKeys, func(a *profile.Axis, path string) {
		if v, ok := p.value(a, path); ok {
			layer = append(layer, Override{a.Key, v, p.place(path)})
		}
	})
	return layer
}
