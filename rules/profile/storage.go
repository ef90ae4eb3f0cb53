package profile

import "slices"

// This file reads and writes the fields of a profile by their axes. A word is
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
