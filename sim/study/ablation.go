package study

import (
	"maps"
	"slices"
)

// An Ablation says that the rule sets of a plan are mixtures of two of them: each
// takes some parts from B and the others from A, so that the difference between
// A and B can be divided among the parts.
type Ablation struct {
	A        string    `json:"a"`
	B        string    `json:"b"`
	Parts    []Part    `json:"parts"`
	Mixtures []Mixture `json:"mixtures"`
	// Orders, if there are any, are the orders in which parts pass from A to B
	// whose mixtures are played; if there are none, all mixtures are.
	Orders [][]int `json:"orders,omitempty"`
}

type Part struct {
	Name string   `json:"name"`
	Axes []string `json:"axes"`
}

type Mixture struct {
	FromB   int    `json:"from_b"` // bit i: part i
	RuleSet string `json:"rule_set"`
}

const MaxWhole = 6

// Sets lists the sets of parts, by what they take from B, whose mixtures an
// ablation of so many parts needs: none first, all last, the others ascending.
func Sets(parts int, orders [][]int) []int {
	all := 1<<parts - 1
	wanted := map[int]bool{0: true, all: true}
	for _, order := range orders {
		set := 0
		for _, i := range order {
			set |= 1 << i
			wanted[set] = true
		}
	}
	for set := range all {
		wanted[set] = wanted[set] || len(orders) == 0
	}
	maps.DeleteFunc(wanted, func(_ int, in bool) bool { return !in })
	return slices.Sorted(maps.Keys(wanted))
}
