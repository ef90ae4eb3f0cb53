package strict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Fault is an error in a document. Msg says what is wrong and, in brackets, what was wanted.
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

// Faults collects faults.
type Faults []Fault

// Add notes a fault at place of file.
func (fs *Faults) Add(file string, at Place, key, format string, args ...any) {
	*fs = append(*fs, Fault{file, at, key, fmt.Sprintf(format, args...)})
}

// List returns the faults, each once, by file in the order in which files were first
// found at fault, and in line order within a file.
func (fs Faults) List() []Fault {
	first := map[string]int{}
	for i, f := range fs {
		if _, known := first[f.File]; !known {
			first[f.File] = i
		}
	}
	sorted := slices.Clone(fs)
	slices.SortStableFunc(sorted, func(a, b Fault) int {
		return cmp.Or(first[a.File]-first[b.File], comparePlaces(a.Place, b.Place), strings.Compare(a.Key, b.Key), strings.Compare(a.Msg, b.Msg))
	})
	return slices.Compact(sorted)
}

// Err returns the faults as an error, or nil if there are none.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return &Error{fs.List()}
}

// An Error is a document that cannot be used: its faults, one a line.
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
