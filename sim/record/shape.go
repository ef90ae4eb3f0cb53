package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"unicode/utf8"

	"varlab/variants/content"
)

// A shape is what the text of a Go type looks like: the names of a struct, or the elements
// of a list or map and how many bytes Go sets aside for each.
type shape struct {
	names map[string]*shape
	each  *shape
	size  int
}

var (
	anything      = anyShape()
	manifestShape = shapeOf(reflect.TypeFor[Manifest]())
)

// anyShape is that of an any: an element is an interface, with a number or the head of a
// text behind it.
func anyShape() *shape {
	s := &shape{size: 40}
	s.each = s
	return s
}

func shapeOf(t reflect.Type) *shape {
	if t == reflect.TypeFor[json.RawMessage]() { // of which a manifest has one: the content of a rule set
		t = reflect.TypeFor[content.Content]()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem())
	case reflect.Array:
		return &shape{each: shapeOf(t.Elem())}
	case reflect.Slice:
		return &shape{each: shapeOf(t.Elem()), size: int(t.Elem().Size())}
	case reflect.Map:
		return &shape{each: shapeOf(t.Elem()), size: int(t.Key().Size() + t.Elem().Size())}
	case reflect.Struct:
		s := &shape{names: map[string]*shape{}}
		for i := range t.NumField() {
			f := t.Field(i)
			switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
			case f.Anonymous: // its names stand among the others
				maps.Copy(s.names, shapeOf(f.Type).names)
			case name != "-":
				s.names[name] = shapeOf(f.Type)
			}
		}
		return s
	}
	return anything
}

// written is an error where a text of JSON cannot be a manifest as varlab writes it, which is
// said before memory is set aside for it: it has a name that no manifest has, to the letter
// (Go takes "Shards" for "shards", where other readers do not), characters that varlab writes
// in another way, or lists of more elements than a text of that size holds when each states
// all that it has. Those of a manifest take less than one and a half times its size.
func written(text []byte) error {
	w := walker{text: text, room: 2 * len(text)}
	if i := bytes.IndexAny(text, "<>&"); i >= 0 || !utf8.Valid(text) {
		w.at = max(i, 0)
		return w.fault("not as varlab writes it (want <, > and & as \\u003c, \\u003e and \\u0026, and UTF-8)")
	}
	return w.value(manifestShape)
}

// A walker goes over a text that is JSON.
type walker struct {
	text []byte
	at   int
	room int // bytes that may yet be set aside
}

func (w *walker) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", 1+bytes.Count(w.text[:w.at], []byte{'\n'}), fmt.Sprintf(format, args...))
}

// next passes over space.
func (w *walker) next() byte {
	for {
		switch c := w.text[w.at]; c {
		case ' ', '\n', '\r', '\t':
			w.at++
		default:
			return c
		}
	}
}

// quoted passes over a string, and returns what stands between its quotes.
func (w *walker) quoted() []byte {
	w.at++
	from := w.at
	for w.text[w.at] != '"' {
		if w.text[w.at] == '\\' {
			w.at++
		}
		w.at++
	}
	w.at++
	return w.text[from : w.at-1]
}

func (w *walker) value(s *shape) error {
	open := w.next()
	switch open {
	case '"':
		w.quoted()
		return nil
	case '{', '[':
		w.at++
	default:
		for w.at < len(w.text) && strings.IndexByte(",]} \n\r\t", w.text[w.at]) < 0 {
			w.at++
		}
		return nil
	}
	for c := w.next(); c != '}' && c != ']'; c = w.next() {
		if c == ',' {
			w.at++
			w.next()
		}
		if w.room -= s.size; w.room < 0 {
			return w.fault("more elements of lists than varlab writes into %d bytes (want them with all that they have)", len(w.text))
		}
		to := s.each
		if open == '{' {
			name := w.quoted()
			if s.names != nil {
				known := false
				if to, known = s.names[string(name)]; !known {
					return w.fault("%.40q: not as varlab writes it (want each name once, to the letter, and no other)", name)
				}
			}
			w.next()
			w.at++ // the colon
		}
		if to == nil { // a list in the place of a struct, which Go will not read
			to = anything
		}
		if err := w.value(to); err != nil {
			return err
		}
	}
	w.at++
	return nil
}
