package variants

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

// statuses of a rule set: written as law, described by someone who saw it played,
// pieced together, made up.
var statuses = []string{"codified", "described", "reconstructed", "invented"}

type file struct {
	id, path string
	parent   *file

	content.About
	summary string

	sources  []Source // own and inherited
	stated   []statement
	readings []Reading // own and inherited, those dropped left out
	notes    []Note
	rows     map[string]Row // of [coverage], own and inherited, by clause
	state    state          // after this layer
}

type statement struct {
	key       string
	value     any // nil if what stands there cannot be used
	cite      Cite
	drawCites []Cite
	at        strict.Place
}

type parser struct {
	strict.Reader
	f *file
}

var metaKeys = []string{"title", "period", "place", "language", "status", "summary", "inherits", "source", "reading", "note", "coverage"}

func sections() []string {
	var names []string
	for i := range profile.Axes {
		name, _, _ := strings.Cut(profile.Axes[i].Key, ".")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func axesOf(section string) []string {
	keys := slices.DeleteFunc(Keys(section), func(key string) bool { return key == section })
	for i, key := range keys {
		keys[i] = strings.TrimPrefix(key, section+".")
	}
	return keys
}

// parse reads a profile and all that it inherits. It returns nil only if the text
// is not TOML or an ancestor cannot be had.
func parse(path, text string, waiting []string, fs *strict.Faults) *file {
	doc, bad := strict.Parse(path, text)
	fs.Join(bad)
	if doc == nil {
		return nil
	}
	f := &file{id: strings.TrimSuffix(filepath.Base(path), ".toml"), path: path, rows: map[string]Row{}}
	p := parser{strict.Reader{Document: doc, Faults: fs, Name: name}, f}
	p.Known("", append(slices.Clone(metaKeys), sections()...)...)
	orphan := false
	if ref, ok := p.Text("inherits"); ok {
		f.parent = p.inherit(ref, append(waiting, path))
		orphan = f.parent == nil
	} else if p.Has("inherits") {
		orphan = true
	}
	p.meta()
	p.sources()
	p.axes()
	p.readings()
	p.notes()
	p.coverage()
	if orphan {
		return nil
	}
	p.layer()
	return f
}

// name says what the value at a path is called: `draw.is[0].count` is
// draw[0].count, and an element of a list of words is the list.
func name(path string) string {
	elems := strict.Split(path)
	elems = slices.DeleteFunc(elems, func(e any) bool { return e == "is" })
	if n := len(elems); n > 1 {
		short := strict.Join(elems[:n-1]...)
		key := short
		if _, rest, ok := strings.Cut(short, "reading."); ok {
			_, key, _ = strings.Cut(rest, ".")
		}
		if a := profile.AxisOf(key); a != nil && a.Kind == profile.Words {
			return short
		}
	}
	return strict.Join(elems...)
}

func (p parser) inherit(ref string, waiting []string) *file {
	path := builtinPath(ref)
	if isPath(ref) {
		if !filepath.IsAbs(ref) {
			ref = filepath.Join(filepath.Dir(p.File), ref)
		}
		path = ref
		if !isPath(ref) {
			ref = "./" + ref
		}
	} else if !slices.Contains(IDs(), ref) {
		p.Faults.AtValue(p.Document, "inherits", "inherits", "unknown rule set %q (%s, or the path of a file)", ref, strict.Wanted(ref, IDs()))
		return nil
	}
	same := func(w string) bool { return filepath.Clean(w) == filepath.Clean(path) }
	if i := slices.IndexFunc(waiting, same); i >= 0 {
		circle := append(slices.Clone(waiting[i:]), path)
		p.Faults.AtValue(p.Document, "inherits", "inherits", "a circle: %s (want an ancestor that does not inherit from this profile)", strings.Join(circle, " inherits "))
		return nil
	}
	var theirs strict.Faults
	parent := open(ref, waiting, &theirs)
	for _, fault := range theirs.List() {
		if fault.Line == 0 { // cannot be read at all: the fault is here
			p.Faults.AtValue(p.Document, "inherits", "inherits", "%s: %s (want the id of a built-in rule set or the path of a file)", fault.File, fault.Msg)
			return nil
		}
	}
	p.Faults.Join(theirs)
	return parent
}

func (p parser) meta() {
	f := p.f
	if parent := f.parent; parent != nil {
		f.About = parent.About
		f.Title = ""
	}
	for key, to := range map[string]*string{
		"title": &f.Title, "period": &f.Period, "place": &f.Place, "language": &f.Language, "summary": &f.summary,
	} {
		if text, ok := p.Text(key); ok {
			*to = strings.Join(strings.Fields(text), " ")
		}
	}
	f.Title, f.Status = cmp.Or(f.Title, f.id), "invented"
	if status, ok := p.OneOf("status", statuses); ok {
		f.Status = status
	}
}

// tables are those under a key, if there are any.
func (p parser) tables(key string) []string {
	if !p.Has(key) || !p.Table(key) {
		return nil
	}
	return slices.DeleteFunc(p.Under(key), func(at string) bool { return !p.Table(at) })
}

func (p parser) sources() {
	f := p.f
	if f.parent != nil {
		f.sources = slices.Clone(f.parent.sources)
	}
	for _, at := range p.tables("source") {
		p.Known(at, "title", "author", "year", "where", "note", "first", "last", "clauses")
		var s Source
		s.ID = strict.Last(at)
		for key, to := range map[string]*string{
			"title": &s.Title, "author": &s.Author, "year": &s.Year, "where": &s.Where, "note": &s.Note,
		} {
			*to, _ = p.Text(strict.Dot(at, key))
		}
		if s.Title == "" && !p.Has(strict.Dot(at, "title")) {
			p.Faults.AtKey(p.Document, at, at, "no title (want one)")
		}
		s.Clauses = ClausesOf(s.ID)
		if own := strict.Dot(at, "clauses"); p.Has(own) {
			if s.Clauses != nil {
				p.Faults.AtKey(p.Document, own, own, "the clauses of %s are known already (want another name for another text)", s.ID)
			} else {
				s.Clauses = readClauses(p.Reader, own, s.ID)
			}
		}
		s.Clauses = p.extent(at, s)
		f.sources = slices.DeleteFunc(f.sources, func(o Source) bool { return o.ID == s.ID })
		f.sources = append(f.sources, s)
	}
}

func (p parser) extent(at string, s Source) []Clause {
	from, to := 0, len(s.Clauses)
	for key, bound := range map[string]*int{"first": &from, "last": &to} {
		path := strict.Dot(at, key)
		id, ok := p.Text(path)
		if !ok {
			continue
		}
		i := slices.IndexFunc(s.Clauses, func(c Clause) bool { return c.ID == s.ID+"."+id })
		if i < 0 {
			p.Faults.AtValue(p.Document, path, path, "%s has no clause %q (want one)", s.ID, id)
			continue
		}
		if *bound = i; key == "last" {
			*bound = i + 1
		}
	}
	if from > to {
		p.Faults.AtKey(p.Document, at, at, "the last clause comes before the first")
		return nil
	}
	return s.Clauses[from:to]
}

func (p parser) clauses(path string) []string {
	if p.Get(path) == nil {
		return nil
	}
	at := []string{path}
	if _, one := p.Get(path).(string); !one {
		var ok bool
		if at, ok = p.Elements(path, "the id of a clause, or a list of them"); !ok {
			return nil
		}
		if len(at) == 0 {
			p.Faults.AtValue(p.Document, path, name(path), "empty (want the id of a clause)")
		}
	}
	var ids []string
	for _, path := range at {
		if id, ok := p.Text(path); ok && p.clause(path, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// clause reports whether a clause of that id can be cited, and the fault if not.
func (p parser) clause(path, id string) bool {
	i := slices.IndexFunc(p.f.sources, func(s Source) bool { return s.ID == document(id) })
	if i < 0 {
		p.Faults.AtValue(p.Document, path, name(path), "%q is of no source of this rule set (want [source.%s], or a clause of %s)", id, document(id), strict.List(p.f.sourceIDs()))
		return false
	}
	s := p.f.sources[i]
	known := ClausesOf(s.ID)
	if known == nil {
		known = s.Clauses
	}
	if !slices.ContainsFunc(known, func(c Clause) bool { return c.ID == id }) {
		p.Faults.AtValue(p.Document, path, name(path), "%s has no clause %q (want one that it has)", s.ID, id)
		return false
	}
	return true
}

func (f *file) sourceIDs() []string {
	var ids []string
	for _, s := range f.sources {
		ids = append(ids, s.ID)
	}
	return ids
}

func (p parser) cite(path, valuePath string) Cite {
	c := Cite{Where: p.place(path)}
	c.Clauses = p.clauses(strict.Dot(path, "clause"))
	c.Says, _ = p.Text(strict.Dot(path, "says"))
	c.Assumed, _ = p.Text(strict.Dot(path, "assumed"))
	if !p.Has(strict.Dot(path, "clause")) && strings.TrimSpace(c.Assumed) == "" {
		p.Faults.AtValue(p.Document, valuePath, name(valuePath), "no source (want clause = \"…\", or assumed = \"the reason\")")
	}
	return c
}

func (p parser) notes() {
	if p.f.parent != nil {
		p.f.notes = slices.Clone(p.f.parent.notes)
	}
	for _, at := range p.tables("note") {
		p.Known(at, "text", "clause")
		n := Note{Name: strict.Last(at), Clauses: p.clauses(strict.Dot(at, "clause"))}
		text, _ := p.Text(strict.Dot(at, "text"))
		if n.Text = strings.Join(strings.Fields(text), " "); n.Text == "" {
			p.Faults.AtKey(p.Document, at, at, "no text (want what the source leaves open)")
		}
		p.f.notes = slices.DeleteFunc(p.f.notes, func(o Note) bool { return o.Name == n.Name })
		p.f.notes = append(p.f.notes, n)
	}
}

func (p parser) place(path string) string {
	return fmt.Sprintf("%s:%d", p.File, p.Key(path).Line)
}
