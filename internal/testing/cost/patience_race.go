//go:build race

package cost

// patience is as without the race detector, which makes work some ten times slower.
const patience = 40
