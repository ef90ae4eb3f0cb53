package findings

// list applies to to each of some things.
func list[T, U any](things []T, to func(T) U) (out []U) {
	for _, x := range things {
		out = append(out, to(x))
	}
	return out
}
