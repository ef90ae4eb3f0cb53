package strict

import (
	"cmp"
	"errors"
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
	// Instead of the fault this is said to whoever may not be able to read the file: the
	// text is none of its kind, and the fault quotes it. Empty: the fault itself.
	Instead string
}

// Unquoted is err for somebody who named files, but may not be able to read them. Of a
// file that is not what is wanted no word is left.
func Unquoted(err error, wanted string) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	return &Error{unquoted(e.Faults, wanted)}
}

func unquoted(faults []Fault, wanted string) (list []Fault) {
	alien := map[string]bool{}
	for _, f := range faults {
		if f.Instead != "" && !alien[f.File] {
			alien[f.File] = true
			list = append(list, Fault{File: f.File, Place: f.Place, Msg: f.Instead + " (want " + wanted + ")"})
		}
	}
	for _, f := range faults {
		if !alien[f.File] {
			list = append(list, f)
		}
	}
	return list
}

// Unquoted is as the function of that name, and reports whether a file was none of what is
// wanted.
func (fs *Faults) Unquoted(wanted string) (alien bool) {
	if !slices.ContainsFunc(fs.list, func(f Fault) bool { return f.Instead != "" }) {
		return false
	}
	list := unquoted(fs.list, wanted)
	*fs = Faults{more: fs.more}
	for _, f := range list {
		fs.add(f)
	}
	return true
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
	size  int // of the messages, in bytes
	more  int // faults that are only counted
}

// maxListed is how many bytes the messages of a list of faults have, but for the last. Who
// writes a profile has faults of a hundred bytes, by the dozen.
const maxListed = 256 << 10

// maxSaid is how much a message says of a text, in bytes. The list of all rule sets
// has half of that.
const maxSaid = 2000

// Add notes a fault at place of file.
func (fs *Faults) Add(file string, at Place, key, format string, args ...any) {
	fs.Deny("", file, at, key, format, args...)
}

// Deny notes a fault of a text that is none of its kind.
func (fs *Faults) Deny(instead, file string, at Place, key, format string, args ...any) {
	if fs.size >= maxListed {
		fs.more++
		return
	}
	fs.add(Fault{File: file, Place: at, Key: key, Msg: Say(format, args...), Instead: instead})
}

// Late is part of a message that is made when it is said.
type Late func() string

func (l Late) String() string { return l() }

// Say is fmt.Sprintf that says of each text as much as a message may.
func Say(format string, args ...any) string {
	for i, arg := range args {
		if text, ok := arg.(string); ok && len(text) > maxSaid {
			args[i] = strings.ToValidUTF8(text[:maxSaid], "") + "…"
		}
	}
	return fmt.Sprintf(format, args...)
}

func (fs *Faults) add(f Fault) {
	if fs.known[f] {
		return
	}
	if fs.size >= maxListed {
		fs.more++
		return
	}
	fs.size += len(f.File) + len(f.Key) + len(f.Msg)
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
	fs.more += other.more
}

// Len returns how many faults there are.
func (fs *Faults) Len() int { return len(fs.list) + fs.more }

// List returns the faults, by file in the order in which files were first found
// at fault, and in line order within a file. Of very many the last says how many more
// there are.
func (fs *Faults) List() []Fault {
	first := func(f Fault) int { return slices.Index(fs.files, f.File) }
	sorted := slices.Clone(fs.list)
	slices.SortStableFunc(sorted, func(a, b Fault) int {
		return cmp.Or(first(a)-first(b), comparePlaces(a.Place, b.Place), strings.Compare(a.Key, b.Key), strings.Compare(a.Msg, b.Msg))
	})
	if fs.more > 0 {
		last := sorted[len(sorted)-1]
		sorted = append(sorted, Fault{File: last.File, Place: last.Place, Msg: fmt.Sprintf("further faults: %d (want these mended first)", fs.more)})
	}
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
