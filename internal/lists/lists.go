// Package lists has what the standard library lacks for slices and maps.
package lists

import (
	"maps"
	"slices"
)

// Those returns the things for which holds is true, in their order.
func Those[T any](things []T, holds func(T) bool) (out []T) {
	for _, x := range things {
		if holds(x) {
			out = append(out, x)
		}
	}
	return out
}

// Distinct returns things without doubles, in their order.
func Distinct[T comparable](things []T) (out []T) {
	for _, x := range things {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// Choose returns this if yes, else other.
func Choose[T any](yes bool, this, other T) T {
	if yes {
		return this
	}
	return other
}

// SortedKeys returns the keys of a map, sorted.
func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
