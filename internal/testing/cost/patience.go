//go:build !race

package cost

// patience is how many times as slow as a free one a laden machine may be.
const patience = 4
