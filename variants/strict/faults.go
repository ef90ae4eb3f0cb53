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

// Faults collects what is wrong. The zero value is ready for use.
type Faults struct{ list []Fault }

// Add notes a fault at place of file.
func (fs *Faults) Add(file string, at Place, key, format string, args ...any) {
	fs.Join(Faults{[]Fault{{File: file, Place: at, Key: key, Msg: fmt.Sprintf(format, args...)}}})
}

// Join adds all faults of other.
func (fs *Faults) Join(other Faults) {
	for _, f := range other.list {
		if !slices.Contains(fs.list, f) {
			fs.list = append(fs.list, f)
		}
	}
}

// Len returns how many faults there are.
func (fs *Faults) Len() int { return len(fs.list) }

// List returns the faults, by file in the order in which files were first found
// at fault, and in line order within a file.
func (fs *Faults) List() []Fault {
	first := func(f Fault) int {
		return slices.IndexFunc(fs.list, func(o Fault) bool { return o.File == f.File })
	}
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
