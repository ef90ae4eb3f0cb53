package variants

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

// The statuses of a rule set: written as law, described by an eyewitness, pieced together,
// made up.
var statuses = []string{"codified", "described", "reconstructed", "invented"}

type file struct {
	id, path string
	parent   *file

	content.About
	summary string

	sources    []Source
	otherTexts bool // sources are not simply the parent's
	stated     []statement
	readings   []Reading // own and inherited, those dropped left out
	notes      []Note
	rows       map[string]Row // of [coverage], own and inherited, by clause
	state      state          // after this layer

	language string              // in which it is read
	say      func(string) string // in that language
}

type statement struct {
	key       string
	value     any // nil if the text cannot be used
	cite      Cite
	drawCites []Cite
	at        strict.Place
	names     *profile.Board // the board whose names of squares the value uses; nil: the board that its layer makes
}

type parser struct {
	strict.Reader
	f *file
}

var metaKeys = []string{"title", "short", "colour", "period", "place", "language", "status", "family", "summary", "inherits", "source", "reading", "note", "coverage"}

// IsProfile reports whether a file's keys are those of a rule set.
func IsProfile(stated map[string]any) bool {
	return slices.ContainsFunc(append(sections(), "inherits"), func(key string) bool { return stated[key] != nil })
}

func sections() []string {
	var names []string
	for i := range profile.Axes {
		name, _, _ := strings.Cut(profile.Axes[i].Key, ".")
		names = append(names, name)
	}
	return slices.Compact(names)
}

func axesOf(section string) []string {
	keys := slices.DeleteFunc(Keys(section), func(key string) bool { return key == section })
	for i, key := range keys {
		keys[i] = strings.TrimPrefix(key, section+".")
	}
	return keys
}

// parse reads a profile and its ancestors. waiting are the paths of the profiles that wait for
// it as their ancestor. It returns nil only if the text is not TOML or an ancestor cannot be
// read.
func parse(path, text string, waiting []string, language string, fs *strict.Faults) *file {
	doc, bad := strict.Parse(path, text)
	*fs = append(*fs, bad...)
	if doc == nil {
		return nil
	}
	if len(doc.Root) == 0 {
		fs.Add(path, strict.Place{Line: 1, Col: 1}, "", "empty (want a rule set, as varlab check --schema profile writes one)")
		return nil
	}
	f := &file{id: strings.TrimSuffix(filepath.Base(path), ".toml"), path: path, rows: map[string]Row{}, language: language, say: tongues[language]}
	if strings.ContainsAny(f.id, "+{") {
		fs.Add(path, strict.Place{}, "", "the name of the file has a + or { (want one without: what follows them are readings and overrides)")
	}
	p := parser{strict.Reader{Document: doc, Faults: fs, Name: name}, f}
	orphan := false
	if ref, ok := p.Text("inherits"); ok {
		f.parent = p.inherit(ref, append(waiting, path))
		orphan = f.parent == nil
	} else if p.Has("inherits") {
		orphan = true
	}
	p.meta()
	p.sources()
	p.each("", metaKeys, p.axis)
	p.readings()
	p.notes()
	p.coverage()
	if orphan {
		return nil
	}
	p.layer()
	return f
}

// name returns the name of the value at a path: `draw.is[0].count` is draw[0].count, and an
// element of a list of words is the list.
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
			dir, _ := filepath.Split(p.File)
			ref = filepath.Clean(dir + ref)
		}
		path = ref
		if !isPath(ref) {
			ref = "./" + ref
		}
	} else if !slices.Contains(IDs(), ref) {
		p.Faults.AtValue(p.Document, "inherits", "inherits", "unknown rule set %q (%s)", ref, wantedID(ref))
		return nil
	}
	if i := slices.Index(waiting, path); i >= 0 {
		circle := append(slices.Clone(waiting[i:]), path)
		p.Faults.AtValue(p.Document, "inherits", "inherits", "a circle: %s (want an ancestor that does not inherit from this profile)", strings.Join(circle, " inherits "))
		return nil
	}
	var theirs strict.Faults
	parent := open(ref, waiting, p.f.language, &theirs)
	for _, fault := range theirs.List() {
		if fault.Line == 0 { // the file cannot be read at all: the fault is here
			p.Faults.AtValue(p.Document, "inherits", "inherits", "%s: %s (want the id of a built-in rule set or the path of a file)", fault.File, fault.Msg)
			return nil
		}
	}
	*p.Faults = append(*p.Faults, theirs...)
	return parent
}

func (p parser) meta() {
	f := p.f
	if parent := f.parent; parent != nil {
		f.About = parent.About
		f.Title, f.Short, f.Colour = "", "", ""
	}
	for key, to := range map[string]*string{
		"title": &f.Title, "period": &f.Period, "place": &f.Place, "summary": &f.summary,
	} {
		if text, ok := p.prose(key); ok {
			*to = text
		}
	}
	for key, to := range map[string]*string{"short": &f.Short, "language": &f.Language, "family": &f.Family} {
		if text, ok := p.Text(key); ok {
			*to = strings.Join(strings.Fields(text), " ")
		}
	}
	f.Title, f.Status = cmp.Or(f.Title, f.id), "invented"
	if utf8.RuneCountInString(f.Short) > content.ShortLength {
		p.Faults.AtValue(p.Document, "short", "short", "%q is longer than %d letters", f.Short, content.ShortLength)
	}
	f.Short = cmp.Or(f.Short, content.Shortened(f.Title, strings.ReplaceAll(f.id, "-", " ")))
	f.Colour, _ = p.OneOf("colour", content.Colours)
	if status, ok := p.OneOf("status", statuses); ok {
		f.Status = status
	}
}

// prose returns the text at a path in the language in which the profile is read, and whether
// there is one.
func (p parser) prose(path string) (string, bool) {
	text, ok := p.Text(path)
	return p.f.say(strings.Join(strings.Fields(text), " ")), ok
}

// tables returns the paths of the tables under a key.
func (p parser) tables(key string) []string {
	if !p.Has(key) || !p.Table(key) {
		return nil
	}
	return slices.DeleteFunc(p.Under(key), func(at string) bool { return !p.Table(at) })
}

// sources reads the texts of the rule set. A profile that names none has its parent's texts. A
// profile that names texts has no others: a text of the parent speaks for it only if it names
// that text too, and it need not describe it again. Pages that are parts of the parent's texts
// are added to them.
func (p parser) sources() {
	f := p.f
	var theirs []Source
	if f.parent != nil {
		theirs = f.parent.sources
	}
	tables := p.tables("source")
	f.otherTexts = slices.ContainsFunc(tables, func(at string) bool { return !p.Has(strict.Dot(at, "part_of")) })
	if !f.otherTexts {
		f.sources = slices.Clone(theirs)
	}
	for _, at := range tables {
		p.Known(at, "title", "author", "year", "where", "note", "whole", "first", "last", "clauses", "part_of")
		if whole, ok := p.Text(strict.Dot(at, "part_of")); ok && !slices.ContainsFunc(theirs, func(o Source) bool { return o.ID == whole }) {
			p.Faults.AtValue(p.Document, strict.Dot(at, "part_of"), strict.Dot(at, "part_of"), "%q is no text of the rule set that this one inherits from (want one)", whole)
		}
		var s Source
		i := slices.IndexFunc(theirs, func(o Source) bool { return o.ID == strict.Last(at) })
		if i >= 0 {
			s = theirs[i]
		}
		s.ID = strict.Last(at)
		for key, to := range map[string]*string{
			"title": &s.Title, "author": &s.Author, "where": &s.Where, "note": &s.Note,
		} {
			if path := strict.Dot(at, key); p.Has(path) {
				*to, _ = p.prose(path)
			}
		}
		year := strict.Dot(at, "year")
		if p.Has(year) {
			s.Year, _ = p.Text(year)
		}
		if s.Title == "" && !p.Has(strict.Dot(at, "title")) {
			p.Faults.AtKey(p.Document, at, at, "no title (want one)")
		}
		if whole := strict.Dot(at, "whole"); p.Has(whole) {
			s.Whole, _ = p.Flag(whole)
		}
		switch from, to := years(s.Year); {
		case s.Year == "" && !p.Has(year):
			p.Faults.AtKey(p.Document, at, at, "no year (want one such as 1754, a range such as 1856 to 1890, 1860 (6th edition 1890), or by 1900)")
		case s.Year != "" && (from == 0 || from > to):
			p.Faults.AtValue(p.Document, year, year, "%q is no year (want one such as 1754, a range such as 1856 to 1890, 1860 (6th edition 1890), or by 1900)", s.Year)
		}
		s.Clauses = clausesOf(s.ID)
		if own := strict.Dot(at, "clauses"); p.Has(own) {
			if s.Clauses != nil {
				p.Faults.AtKey(p.Document, own, own, "the clauses of %s are known already (want another name for another text)", s.ID)
			} else {
				s.Clauses = readClauses(p.Reader, own, s.ID)
			}
		}
		s.Clauses = p.extent(at, s)
		f.sources = append(f.sources, s)
	}
	p.dated(theirs)
	p.ownAbout(theirs)
}

// ownAbout takes back when and where the parent was played, in what language and of what
// family, from a profile that names a text of its own.
func (p parser) ownAbout(theirs []Source) {
	f := p.f
	own := f.otherTexts && slices.ContainsFunc(f.sources, func(s Source) bool {
		return !slices.ContainsFunc(theirs, func(o Source) bool { return o.ID == s.ID })
	})
	for key, to := range map[string]*string{"period": &f.Period, "place": &f.Place, "language": &f.Language, "family": &f.Family} {
		if f.parent != nil && own && !p.Has(key) {
			*to = ""
		}
	}
}

// years reads the years of the first and the last known edition; 0 and 0 if text is not of the
// form 1754, 1856 to 1890, 1860 (6th edition 1890) or by 1900.
func years(text string) (from, to int) {
	m := yearOrRange.FindStringSubmatch(text)
	if m == nil {
		return 0, 0
	}
	from, _ = strconv.Atoi(m[1])
	to, _ = strconv.Atoi(cmp.Or(m[2], m[3], m[1]))
	return from, to
}

var yearOrRange = regexp.MustCompile(`^(?:by )?([0-9]{4})(?: to ([0-9]{4})| \([^)]* ([0-9]{4})\))?$`)

// dated reports texts of the parent that are named here although they are later than the
// profile's own texts: they cannot speak for an older game.
func (p parser) dated(theirs []Source) {
	latest, named := 0, ""
	for _, s := range p.f.sources {
		if _, to := years(s.Year); to > latest && !slices.ContainsFunc(theirs, s.shares) {
			latest, named = to, s.ID
		}
	}
	for _, s := range p.f.sources {
		if from, _ := years(s.Year); latest > 0 && from > latest && slices.ContainsFunc(theirs, s.shares) {
			at := strict.Dot("source", s.ID)
			p.Faults.AtKey(p.Document, at, at, "of %s, which is later than %s (want assumed values where the older text is silent)", s.Year, named)
		}
	}
}

// shares reports whether o is the same text with some of the same clauses.
func (s Source) shares(o Source) bool {
	return s.ID == o.ID && slices.ContainsFunc(s.Clauses, func(c Clause) bool { return slices.Contains(o.Clauses, c) })
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

func (p parser) clauses(path string) []string { return p.ids(path, "the id of a clause", p.clause) }

// from reads the texts that a value or a reading is taken from: other texts than the rule set's
// own, or clauses of them.
func (p parser) from(path string) string {
	return strings.Join(p.ids(path, "the name of a text or the id of a clause", func(path, id string) bool {
		_, known := ClauseOf(id)
		if known = known || id == document(id) && clausesOf(id) != nil; !known {
			p.Faults.AtValue(p.Document, path, name(path), "%q is no text and no clause of one (want a name such as hoyle, or a clause such as hoyle.6)", id)
		}
		return known
	}), ", ")
}

// ids reads one id or a list of them, each once, that are known.
func (p parser) ids(path, want string, known func(path, id string) bool) []string {
	if p.Get(path) == nil {
		return nil
	}
	at := []string{path}
	if _, one := p.Get(path).(string); !one {
		var ok bool
		if at, ok = p.Elements(path, want+", or a list of them"); !ok {
			return nil
		}
		if len(at) == 0 {
			p.Faults.AtValue(p.Document, path, name(path), "empty (want %s)", want)
		}
	}
	var ids []string
	for _, path := range at {
		id, ok := p.Text(path)
		if ok && slices.Contains(ids, id) {
			p.Faults.AtValue(p.Document, path, name(path), "%q stands twice (want each once)", id)
		} else if ok && known(path, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// clause reports whether a clause with that id can be cited, and the fault if not.
func (p parser) clause(path, id string) bool {
	i := slices.IndexFunc(p.f.sources, func(s Source) bool { return s.ID == document(id) })
	if i < 0 {
		p.Faults.AtValue(p.Document, path, name(path), "%q is of no source of this rule set (want [source.%s], or a clause of %s)", id, document(id), strict.List(p.f.sourceIDs()))
		return false
	}
	s := p.f.sources[i]
	known := clausesOf(s.ID)
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
	c.Says, _ = p.prose(strict.Dot(path, "says"))
	because, _ := p.prose(strict.Dot(path, "assumed"))
	from := p.from(strict.Dot(path, "from")) // readings have this key too
	if strings.TrimSpace(because+from) != "" {
		c.Assumed = content.Assumed{{Imported: from, Because: because}}
	} else if !p.Has(strict.Dot(path, "clause")) {
		p.Faults.AtValue(p.Document, valuePath, name(valuePath), "no source (want clause = \"…\", or assumed = \"the reason\")")
	}
	return c
}

func (p parser) notes() {
	if p.f.parent != nil {
		p.f.notes = slices.Clone(p.f.parent.notes)
	}
	for _, at := range p.tables("note") {
		p.Known(at, "text", "clause", "ambiguity")
		n := Note{Name: strict.Last(at), Clauses: p.clauses(strict.Dot(at, "clause"))}
		n.Ambiguity, _ = p.Text(strict.Dot(at, "ambiguity"))
		if n.Text, _ = p.prose(strict.Dot(at, "text")); n.Text == "" {
			p.Faults.AtKey(p.Document, at, at, "no text (want what the source leaves open)")
		}
		p.f.notes = slices.DeleteFunc(p.f.notes, func(o Note) bool { return o.Name == n.Name })
		p.f.notes = append(p.f.notes, n)
	}
}

func (p parser) place(path string) string {
	return fmt.Sprintf("%s:%d", p.File, p.Key(path).Line)
}
