package profile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// This file reads, writes and judges the fields of a profile by their axes, and those
// of a draw clause by their keys. A word is stored as a constant of its axis's type: its
// place, from 1, among the words of the axis; 0 where the axis is not stated.

// fieldOf returns the index in t of the field that a key names: king.repeat_limit is
// King.RepeatLimit, and draw is Draws.
func fieldOf(t reflect.Type, key string) (index []int) {
	for word := range strings.SplitSeq(strings.ReplaceAll(key, "_", ""), ".") {
		f, _ := t.FieldByNameFunc(func(name string) bool {
			return strings.EqualFold(name, word) || strings.EqualFold(name, word+"s")
		})
		index, t = append(index, f.Index...), f.Type
	}
	return index
}

// get returns the value of a field; known are the words of its axis.
func get(v reflect.Value, known []string) any {
	text := func(v reflect.Value) string {
		if n := int(v.Uint()); 0 < n && n <= len(known) {
			return known[n-1]
		}
		return ""
	}
	switch {
	case v.Kind() == reflect.Uint8:
		return text(v)
	case v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Uint8:
		return v.Interface()
	case v.IsNil():
		return []string(nil)
	}
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = text(v.Index(i))
	}
	return texts
}

// set puts v, which the axis allows, into a field.
func set(to reflect.Value, v any, known []string) {
	switch v := v.(type) {
	case string:
		if to.Kind() == reflect.Uint8 {
			to.SetUint(uint64(slices.Index(known, v) + 1))
			return
		}
		to.SetString(v)
	case []string:
		list := reflect.MakeSlice(to.Type(), len(v), len(v))
		for i, text := range v {
			set(list.Index(i), text, known)
		}
		to.Set(list)
	case []DrawClause:
		to.Set(reflect.ValueOf(slices.Clone(v)))
	default:
		to.Set(reflect.ValueOf(v))
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
	wrong := ""
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
	if wrong == "" {
		wrong = fmt.Sprintf("cannot be %v", v)
	}
	return fmt.Errorf("%s: %s (want %s)", key, wrong, wanted(kind, words, least, most))
}
