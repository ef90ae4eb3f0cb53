package strict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Fault is one thing wrong with a document. Msg says what is wrong and, in
// brackets, what was wanted.
type Fault struct {
	File string
	Place
	Key, Msg string
}

func (f Fault) Error() string {
	at := f.File
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Col)
	}
	if f.Key != "" {
		at += ": " + f.Key
	}
	return at + ": " + f.Msg
}

// Faults collects what is wrong, each fault once. The zero value is ready for use.
type Faults struct {
	list  []Fault
	files []string // in the order in which they were first found at fault
	known map[Fault]bool
}

// maxSaid is how much a message says of a text, in bytes. The list of all rule sets
// has half of that.
const maxSaid = 2000

// Add notes a fault at place of file.
func (fs *Faults) Add(file string, at Place, key, format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok && len(text) > maxSaid {
			args[i] = strings.ToValidUTF8(text[:maxSaid], "") + "…"
		}
	}
	fs.add(Fault{File: file, Place: at, Key: key, Msg: fmt.Sprintf(format, args...)})
}

func (fs *Faults) add(f Fault) {
	if fs.known[f] {
		return
	}
	if fs.known == nil {
		fs.known = map[Fault]bool{}
	}
	fs.known[f] = true
	fs.list = append(fs.list, f)
	if !slices.Contains(fs.files, f.File) {
		fs.files = append(fs.files, f.File)
	}
}

// Join adds all faults of other.
func (fs *Faults) Join(other Faults) {
	for _, f := range other.list {
		fs.add(f)
	}
}

// Len returns how many faults there are.
func (fs *Faults) Len() int { return len(fs.list) }

// List returns the faults, by file in the order in which files were first found
// at fault, and in line order within a file.
func (fs *Faults) List() []Fault {
	first := func(f Fault) int { return slices.Index(fs.files, f.File) }
	sorted := slices.Clone(fs.list)
	slices.SortStableFunc(sorted, func(a, b Fault) int {
		return cmp.Or(first(a)-first(b), comparePlaces(a.Place, b.Place, a.Key+a.Msg, b.Key+b.Msg))
	})
	return sorted
}

// Err returns the faults as an error, or nil if there are none.
func (fs *Faults) Err() error {
	if len(fs.list) == 0 {
		return nil
	}
	return &Error{fs.List()}
}

// An Error is a document that cannot be used: all its faults, one a line.
type Error struct{ Faults []Fault }

func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// AtKey notes a fault where the key at path of d begins.
func (fs *Faults) AtKey(d *Document, path, key, format string, args ...any) {
	fs.Add(d.File, d.Key(path), key, format, args...)
}

// AtValue notes a fault where the value at path of d begins.
func (fs *Faults) AtValue(d *Document, path, key, format string, args ...any) {
	fs.Add(d.File, d.Value(path), key, format, args...)
}
