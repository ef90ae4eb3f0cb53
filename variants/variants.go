// Package variants holds the rule sets: profiles in TOML that say for every axis
// which value a source gives and from which clause, or what is assumed where the
// source is silent.
//
// The one idea: a rule is a value with its source clause beside it, and what
// comes out of a profile still knows where each value came from.
//
// A profile is resolved in layers: its ancestors, itself, the readings named, the
// overrides. Each layer changes values and the citations that go with them.
package variants

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

//go:embed *.toml texts french
var files embed.FS

const clauseFile = "clauses.toml"

// IDs returns the ids of the rule sets that the program carries, sorted.
func IDs() []string { return slices.Clone(carried()) }

var carried = sync.OnceValue(func() (ids []string) {
	names, _ := fs.Glob(files, "*.toml") // which has no other error than a bad pattern
	for _, name := range names {
		if name != clauseFile {
			ids = append(ids, strings.TrimSuffix(name, ".toml"))
		}
	}
	return ids
})

// A Cite is the source of a value: clauses, or a reason for an assumption, or both if a clause
// can be read in several ways.
type Cite struct {
	Clauses []string        `json:"-"`                 // ids such as "articles.c14"
	Says    string          `json:"says,omitempty"`    // what the clauses say on this, if that needs saying
	Assumed content.Assumed `json:"assumed,omitempty"` // why the value is assumed
	Where   string          `json:"where"`             // file:line, or the override
	Reading string          `json:"reading,omitempty"` // the reading that set the value; empty otherwise
	// From is the rule set from which the value is assumed, because its texts are not those of
	// this rule set.
	From string `json:"assumed_from,omitempty"`
}

// A Resolved profile is a rule set ready to compile, with all that the text says
// about it.
type Resolved struct {
	ID     string // base, readings and overrides: "federation+claimable{draw=[]}"
	ByPath string // the same with a file's path in place of its bare name; ID for a built-in profile
	Base   string // id of the profile alone
	Path   string // file; for a built-in profile "variants/ID.toml"
	content.About
	Summary  string
	Inherits string // parent's id; empty if none
	Label    string // the reference's label; empty if none

	Sources  []Source
	Profile  *profile.Profile
	Readings []Reading // all that can be named, in the order of the file
	Taken    []string  // readings taken, in order
	Sets     []string  // overrides, as given
	Notes    []Note

	cites     map[string]Cite // by axis key
	drawCites []Cite          // of each draw clause
	file      *file
}

// Parent refers to the profile from which v inherits; empty if there is none.
func (v *Resolved) Parent() string {
	switch p := v.file.parent; {
	case p == nil:
		return ""
	case isBuiltin(p):
		return p.id
	default:
		return p.path
	}
}

// After is the title of the profile from which v inherits; empty if there is none.
func (v *Resolved) After() string {
	if v.file.parent == nil {
		return ""
	}
	return v.file.parent.Title
}

// Cite returns the source of an axis's value; the zero Cite if the axis does not apply.
func (v *Resolved) Cite(key string) Cite { return v.cites[key] }

// Axes are those that the rule set states, in the order of declaration.
func (v *Resolved) Axes() []*profile.Axis {
	var axes []*profile.Axis
	for i := range profile.Axes {
		if _, ok := v.cites[profile.Axes[i].Key]; ok {
			axes = append(axes, &profile.Axes[i])
		}
	}
	return axes
}

// A Source is a text from which the rule set comes, with its clauses.
type Source struct {
	content.Source
	Clauses []Clause // in order
}

// A Reading is a named way of reading an ambiguous clause: axis values laid over
// the profile.
type Reading struct {
	Name      string
	Reason    string
	Ambiguity string // its name in the list of what the texts leave open; may be empty
	content.Standing
	File  string // that declares it
	Layer []Override
	names *profile.Board // the board whose names of squares the layer uses
}

// An Override is a value put in place of an axis.
type Override struct {
	Key   string
	Value any // as rules.Axis.Get gives it
	where string
}

// A Note is what an editor says of clauses that decide no value.
type Note struct {
	Name      string   `json:"name"`
	Ambiguity string   `json:"ambiguity,omitempty"` // as a reading's
	Text      string   `json:"text"`
	Clauses   []string `json:"clauses"`
}

// Load resolves ref: the id of a built-in profile or the path of a file, with
// `+reading` any number of times, and then the overrides `key=value`, first those
// that ref itself states in braces (as ids do: `federation{draw=[]}`), then those
// in sets. Before all of it may stand a label: `short kings=federation{king.range=short}`.
// An error lists every fault.
func Load(ref string, sets []string) (*Resolved, error) { return LoadIn("", ref, sets) }

// LoadIn is Load for a profile read in a language: "fr", or empty for English.
func LoadIn(language, ref string, sets []string) (*Resolved, error) {
	label, bare := CutLabel(ref)
	name, stated := cutSets(bare)
	base, readings := cut(name)
	for i, set := range stated {
		if key := keyOf(set); slices.ContainsFunc(stated[:i], func(o string) bool { return keyOf(o) == key }) {
			return nil, fmt.Errorf("%.60s{…}: %.60s stands twice (want each override once)", name, key)
		}
	}
	var faults strict.Faults
	f := open(base, nil, language, &faults)
	if err := faults.Err(); err != nil {
		return nil, cmp.Or(unbraced(ref), err)
	}
	v, err := resolve(f, readings, append(stated, sets...))
	if err == nil && label != "" {
		v.Label, v.Title = label, label
	}
	return v, err
}

// CutLabel divides a reference into its label, if any, and the rest. A path with a = in it is
// no label.
func CutLabel(ref string) (label, rest string) {
	label, rest, ok := strings.Cut(ref, "=")
	if !ok || strings.ContainsAny(label, `/\{`) {
		return "", ref
	}
	return strings.TrimSpace(label), strings.TrimSpace(rest)
}

// unbraced says what is amiss with the braces of a reference: they are not closed, or the shell
// has taken them away.
func unbraced(ref string) error {
	if strings.Count(ref, "{") > strings.Count(ref, "}") {
		return fmt.Errorf("%s: the brace is not closed (want '%s}')", ref, ref)
	}
	label, _, _ := strings.Cut(ref, "=")
	for _, id := range append(IDs(), label[:strings.LastIndex(label, ".toml")+1]+"toml") {
		if key, ok := strings.CutPrefix(label, id); ok && profile.AxisOf(key) != nil {
			return fmt.Errorf("%s: the shell has taken the braces away (want quotes, as in '%s{%s}')", ref, id, ref[len(id):])
		}
	}
	return nil
}

// keyOf returns the key that an override sets. Another override with the same key would set it
// anew.
func keyOf(set string) string {
	if strings.HasPrefix(strings.TrimSpace(set), addsDraw) { // each adds another clause
		return strings.TrimSpace(set)
	}
	key, _, _ := strings.Cut(set, "=")
	return strings.TrimSpace(key)
}

// SetAxis returns the axis that an override changes.
func SetAxis(set string) *profile.Axis {
	if key := keyOf(set); !changesDraws(key) {
		return profile.AxisOf(key)
	}
	return profile.AxisOf("draw")
}

// cutSets divides a reference into its name and its overrides, which stand in braces with
// commas between them.
func cutSets(ref string) (name string, sets []string) {
	name, rest, ok := strings.Cut(ref, "{")
	if !ok || !strings.HasSuffix(rest, "}") {
		return ref, nil
	}
	rest = strings.TrimSuffix(rest, "}")
	depth, quoted, from := 0, rune(0), 0
	for i, c := range rest {
		switch {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			sets = append(sets, strings.TrimSpace(rest[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(rest[from:]); last != "" {
		sets = append(sets, last)
	}
	return name, sets
}

func cut(ref string) (base string, readings []string) {
	dir, name := filepath.Split(ref)
	if strings.HasSuffix(name, ".toml") { // no reading is named so
		return ref, nil
	}
	parts := strings.Split(name, "+")
	return dir + parts[0], parts[1:]
}

// ByPath reports whether a reference opens a file, and does not name a built-in profile.
func ByPath(ref string) bool {
	_, ref = CutLabel(ref)
	name, _ := cutSets(ref)
	base, _ := cut(name)
	return isPath(base)
}

// Expand returns the references that ref stands for: for `id+*` the profile and each of its
// readings alone, otherwise ref itself, whose profile must exist.
func Expand(ref string) ([]string, error) {
	label, bare := CutLabel(ref)
	name, _ := cutSets(bare)
	base, readings := cut(name)
	starred := slices.Contains(readings, "*")
	if starred && len(readings) > 1 {
		return nil, fmt.Errorf("%s: * among other readings (want %s+* alone)", ref, base)
	}
	if starred && label != "" {
		return nil, fmt.Errorf("%s: one label for several rule sets (want %s without a label)", ref, bare)
	}
	var faults strict.Faults
	f := open(base, nil, "", &faults)
	if err := faults.Err(); err != nil {
		return nil, cmp.Or(unbraced(ref), err)
	}
	if !starred {
		return []string{ref}, nil
	}
	sets := strings.TrimPrefix(ref, name) // with its braces
	refs := []string{base + sets}
	for _, r := range f.readings {
		refs = append(refs, base+"+"+r.Name+sets)
	}
	return refs, nil
}

// Complete returns the references that begin as a word does, as far as the next part: id, reading,
// key of an axis, or value. goesOn says that they are not whole, and file that the word may also begin
// the name of a file.
func Complete(word string) (words []string, goesOn, file bool) {
	label, ref := CutLabel(word)
	base, braced, isWhatIf := strings.Cut(ref, "{")
	id, _, reading := strings.Cut(base, "+")
	add := func(ref string) {
		if strings.HasPrefix(ref, word) {
			words = append(words, ref)
		}
	}
	before := word[:len(word)-len(ref)]
	v, err := Load(id, nil)
	switch {
	case isWhatIf:
		last := braced[strings.LastIndex(braced, ",")+1:]
		before = strings.TrimSuffix(word, last)
		key, _, valued := strings.Cut(last, "=")
		if a := profile.AxisOf(key); valued && a != nil {
			for _, value := range a.Words() {
				add(before + key + "=" + value + "}")
			}
			return words, false, false
		}
		for _, key := range keysWith(func(string) bool { return true }) {
			add(before + key + "=")
		}
		return words, true, false
	case reading && err == nil:
		for _, r := range v.Readings {
			add(before + id + "+" + r.Name)
		}
		return words, false, false
	}
	for _, id := range IDs() {
		add(before + id)
	}
	return words, false, label == ""
}

// Check reads the profile in a file and returns its faults, and those of the files that it
// inherits from. If there are none, remarks are on the clauses that no game knows.
func Check(path string) (faults []strict.Fault, remarks []Row, err error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var fs strict.Faults
	f := parse(path, string(text), nil, "", &fs)
	if faults = fs.List(); len(faults) == 0 {
		remarks = f.unmodelled()
	}
	return faults, remarks, nil
}

// open reads the profile that ref names: a file whose name ends in .toml, a path if it has a separator or the
// suffix .toml, else the id of a built-in profile. Open lists the profiles that
// are waiting for this one as their ancestor.
func open(ref string, waiting []string, language string, fs *strict.Faults) *file {
	if isPath(ref) {
		if !strings.HasSuffix(ref, ".toml") {
			fs.Add(ref, strict.Place{}, "", "not the name of a profile (want a file whose name ends in .toml)")
			return nil
		}
		text, err := strict.ReadFile(ref)
		if err != nil {
			fs.Add(ref, strict.Place{}, "", "%s", reason(err))
			return nil
		}
		return parse(ref, string(text), waiting, language, fs)
	}
	text, err := files.ReadFile(ref + ".toml")
	if err != nil || ref+".toml" == clauseFile {
		fs.Add(ref, strict.Place{}, "", "unknown rule set (%s)", wantedID(ref))
		return nil
	}
	key := [2]string{language, ref}
	if f, ok := faultless.Load(key); ok {
		return f.(*file)
	}
	var own strict.Faults
	f := parse(builtinPath(ref), string(text), waiting, language, &own)
	if *fs = append(*fs, own...); len(own) == 0 {
		faultless.Store(key, f)
	}
	return f
}

// faultless has the built-in profiles that were read, by language and id. Nobody changes them.
var faultless sync.Map

// wantedID names the rule set that was probably meant, or says where they are listed.
func wantedID(ref string) string {
	if _, err := os.Stat(ref + ".toml"); err == nil {
		return fmt.Sprintf("did you mean the file %q?", ref+".toml")
	}
	ids := IDs()
	if near := strict.Near(ref, ids); near != "" {
		return fmt.Sprintf("did you mean %q? varlab variants lists all %d", near, len(ids))
	}
	return fmt.Sprintf("want the path of a file, or one of the %d that varlab variants lists", len(ids))
}

func builtinPath(id string) string { return "variants/" + id + ".toml" }

func isPath(ref string) bool {
	return strings.ContainsAny(ref, `/\`) || strings.HasSuffix(ref, ".toml")
}

func reason(err error) string {
	if pe, ok := err.(*os.PathError); ok {
		return pe.Err.Error()
	}
	return err.Error()
}
