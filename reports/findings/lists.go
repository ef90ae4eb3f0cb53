package findings

import (
	"maps"
	"slices"
)

func list[T, U any](things []T, to func(T) U) (out []U) {
	for _, x := range things {
		out = append(out, to(x))
	}
	return out
}

// those returns the things for which holds is true.
func those[T any](things []T, holds func(T) bool) (out []T) {
	for _, x := range things {
		if holds(x) {
			out = append(out, x)
		}
	}
	return out
}

// distinct are things without doubles, in their order.
func distinct[T comparable](things []T) (out []T) {
	for _, x := range things {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

func choose[T any](yes bool, this, other T) T {
	if yes {
		return this
	}
	return other
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
