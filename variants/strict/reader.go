package strict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Reader takes values out of a document by path and collects the faults of wrong values. An
// absent value is no fault. Each method reports whether the value was there and right.
type Reader struct {
	*Document
	Faults *Faults
	// Name returns the name of the value at a path in messages; nil: its path.
	Name func(path string) string
}

func (r Reader) name(path string) string {
	if r.Name == nil {
		return path
	}
	return r.Name(path)
}

// Text reads a string.
func (r Reader) Text(path string) (string, bool) {
	return read[string](r, path, "text")
}

// Flag reads true or false.
func (r Reader) Flag(path string) (bool, bool) {
	return read[bool](r, path, "true or false")
}

// Int reads a whole number from lowest to highest.
func (r Reader) Int(path string, lowest, highest int) (int, bool) {
	n, ok := r.Int64(path, int64(lowest), int64(highest))
	return int(n), ok
}

// Int64 is Int for numbers beyond an int of 32 bits.
func (r Reader) Int64(path string, lowest, highest int64) (int64, bool) {
	wanted := fmt.Sprintf("a whole number from %d to %d", lowest, highest)
	n, ok := read[int64](r, path, wanted)
	if ok && (n < lowest || n > highest) {
		r.Faults.AtValue(r.Document, path, r.name(path), "%d is out of range (want %s)", n, wanted)
		return 0, false
	}
	return n, ok
}

// Ints reads a whole number from lowest to highest, or a list of such numbers.
func (r Reader) Ints(path string, lowest, highest int) ([]int, bool) {
	if _, list := r.Get(path).([]any); !list {
		n, ok := r.Int(path, lowest, highest)
		if !ok {
			return nil, false
		}
		return []int{n}, true
	}
	return Each(r, path, "a list of whole numbers", func(elem string) (int, bool) { return r.Int(elem, lowest, highest) })
}

// OneOf reads one of words.
func (r Reader) OneOf(path string, words []string) (string, bool) {
	w, ok := read[string](r, path, List(words))
	if ok && !slices.Contains(words, w) {
		r.Faults.AtValue(r.Document, path, r.name(path), "unknown value %q (%s)", w, Wanted(w, words))
		return "", false
	}
	return w, ok
}

// Texts reads a list of strings.
func (r Reader) Texts(path string) ([]string, bool) {
	return Each(r, path, "a list of texts", r.Text)
}

// Each reads a list, each element of it by its path.
func Each[T any](r Reader, path, wanted string, read func(path string) (T, bool)) ([]T, bool) {
	elems, ok := r.Elements(path, wanted)
	list := make([]T, 0, len(elems))
	for _, elem := range elems {
		v, fine := read(elem)
		list, ok = append(list, v), ok && fine
	}
	return list, ok
}

// Elements reads a list and returns the paths of its elements.
func (r Reader) Elements(path, wanted string) ([]string, bool) {
	n := 0
	switch v := r.Get(path).(type) {
	case nil:
		return nil, false
	case []any:
		n = len(v)
	case []map[string]any:
		n = len(v)
	default:
		r.Wrong(path, wanted)
		return nil, false
	}
	elems := make([]string, n)
	for i := range elems {
		elems[i] = At(path, i)
	}
	return elems, true
}

// Table reports whether path is a table; its keys are those of Under.
func (r Reader) Table(path string) bool {
	_, ok := read[map[string]any](r, path, "a table")
	return ok
}

// Known reports the keys of the table at path that are not among keys.
func (r Reader) Known(path string, keys ...string) {
	for _, p := range r.Under(path) {
		if !slices.Contains(keys, Last(p)) {
			r.Unknown(p, keys)
		}
	}
}

// Unknown reports the key at path, where one of keys was wanted.
func (r Reader) Unknown(path string, keys []string) {
	r.Faults.AtKey(r.Document, path, r.name(path), "unknown key %q (%s)", Last(path), Wanted(Last(path), keys))
}

// Wrong reports that the value at path is not the value wanted.
func (r Reader) Wrong(path, wanted string) {
	v := r.Get(path)
	is, not := Show(v), kind(wanted)
	switch v.(type) {
	case int64, float64, bool:
		if wanted == "text" {
			wanted = strconv.Quote(is)
		}
	}
	r.Faults.AtValue(r.Document, path, r.name(path), "%s is not %s (want %s)", is, not, wanted)
}

func kind(wanted string) string {
	switch {
	case strings.HasPrefix(wanted, "a list"):
		return "a list"
	case strings.HasPrefix(wanted, "a whole number"):
		return "a whole number"
	case wanted == "text", wanted == "true or false", wanted == "a table":
		return wanted
	}
	return "text"
}

func read[T any](r Reader, path, wanted string) (T, bool) {
	var zero T
	v := r.Get(path)
	if v == nil {
		return zero, false
	}
	t, ok := v.(T)
	if !ok {
		r.Wrong(path, wanted)
	}
	return t, ok
}

// Show writes a value for a message.
func Show(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	case []map[string]any:
		return "a list of tables"
	}
	return fmt.Sprint(v)
}
