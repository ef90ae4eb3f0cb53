package profile

import (
	"fmt"
	"slices"
	"strings"
)

// This file reads, writes and judges the fields of a profile by their axes, and those
// of a draw clause by their keys. A word is
// stored as a constant of its axis's type: its place, from 1, among the words of the
// axis; 0 where the axis is not stated.

// A wordField is a field whose type is made of the words of an axis.
type wordField struct {
	list bool
	get  func() []uint8
	set  func([]uint8)
}

func word[T ~uint8](field *T) wordField {
	return wordField{
		get: func() []uint8 { return []uint8{uint8(*field)} },
		set: func(v []uint8) { *field = T(v[0]) },
	}
}

func words[T ~uint8](field *[]T) wordField {
	return wordField{
		list: true,
		get: func() []uint8 {
			if *field == nil {
				return nil
			}
			v := make([]uint8, len(*field))
			for i, w := range *field {
				v[i] = uint8(w)
			}
			return v
		},
		set: func(v []uint8) {
			if *field = nil; v != nil {
				*field = make([]T, len(v))
			}
			for i, w := range v {
				(*field)[i] = T(w)
			}
		},
	}
}

// get returns the value of a field, which is a pointer or a wordField; known are the
// words of its axis.
func get(field any, known []string) any {
	switch f := field.(type) {
	case *string:
		return *f
	case *[]string:
		return *f
	case *bool:
		return *f
	case *int:
		return *f
	case *[]DrawClause:
		return *f
	}
	f := field.(wordField)
	places := f.get()
	if places == nil {
		return []string(nil)
	}
	texts := make([]string, len(places))
	for i, n := range places {
		if 0 < n && int(n) <= len(known) {
			texts[i] = known[n-1]
		}
	}
	if f.list {
		return texts
	}
	return texts[0]
}

// set puts v, which the axis allows, into a field; nil stands for the zero value.
func set(field, v any, known []string) {
	switch f := field.(type) {
	case *string:
		*f, _ = v.(string)
	case *[]string:
		texts, _ := v.([]string)
		*f = slices.Clone(texts)
	case *bool:
		*f, _ = v.(bool)
	case *int:
		*f, _ = v.(int)
	case *[]DrawClause:
		clauses, _ := v.([]DrawClause)
		*f = slices.Clone(clauses)
	case wordField:
		var places []uint8
		switch v := v.(type) {
		case string:
			places = []uint8{uint8(slices.Index(known, v) + 1)}
		case []string:
			places = make([]uint8, len(v))
			for i, text := range v {
				places[i] = uint8(slices.Index(known, text) + 1)
			}
		case nil:
			if !f.list {
				places = []uint8{0}
			}
		}
		f.set(places)
	}
}

// wanted says in words what an axis or a field takes, for messages.
func wanted(kind Kind, words []string, least, most int) string {
	switch kind {
	case Flag:
		return "true or false"
	case Number:
		return fmt.Sprintf("a whole number from %d to %d", least, most)
	case Text:
		return "text"
	case Clauses:
		return "a list of draw clauses"
	case Materials:
		return `a list of materials such as "KKK" or "KMM"`
	}
	list := words[0]
	if n := len(words); n > 1 {
		list = strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	if kind == Words {
		return "a list of " + list
	}
	return list
}

// refusal says why what is called key cannot take v, or returns nil.
func refusal(key string, v any, kind Kind, words []string, least, most int) error {
	wrong := fmt.Sprintf("cannot be %v", v)
	switch v := v.(type) {
	case string:
		if kind == Text || kind == Word && slices.Contains(words, v) {
			return nil
		}
		if kind == Word {
			wrong = fmt.Sprintf("unknown value %q", v)
		}
	case []string:
		for i, w := range v {
			switch _, err := ParseMaterial(w); {
			case kind == Materials && err != nil:
				return fmt.Errorf("%s: %w", key, err)
			case kind == Words && !slices.Contains(words, w):
				return fmt.Errorf("%s: unknown value %q (want %s)", key, w, wanted(kind, words, least, most))
			case kind == Words && slices.Contains(v[:i], w):
				return fmt.Errorf("%s: %q stands twice (want each once)", key, w)
			}
		}
		if kind == Words || kind == Materials && len(v) > 0 {
			return nil
		}
	case bool:
		if kind == Flag {
			return nil
		}
	case int:
		if kind == Number && least <= v && v <= most {
			return nil
		}
		wrong = fmt.Sprintf("%d is out of range", v)
	}
	return fmt.Errorf("%s: %s (want %s)", key, wrong, wanted(kind, words, least, most))
}
