package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Words say who the player of a spec is, "a careless program that looks at 200 turns"; they
// are empty where the kind is none of ours.
func (s Spec) Words() string {
	careless, huff := "", ""
	if s.careless() {
		careless = "careless "
	}
	if s.Has("stands") {
		huff = " and stands no huff"
	}
	switch nodes := s.Number("nodes"); {
	case s.Kind == "random":
		return "a " + careless + "player that moves at random"
	case s.Kind == "greedy":
		return "a " + careless + "player that takes what it can get"
	case s.Kind != "search":
		return ""
	case nodes > 0:
		return "a " + careless + "program that looks at " + turns(nodes) + huff
	}
	return fmt.Sprintf("a %sprogram that searches to depth %d%s", careless, s.Number("depth"), huff)
}

func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// Brief names players by what tells them apart: "at 50 turns", "careless". One that it does
// not know goes by its spec.
func Brief(specs ...string) []string {
	var all []Spec
	var keys []string
	for _, text := range specs {
		s := Of(text)
		all = append(all, s)
		for _, o := range s.Options {
			if !slices.Contains(keys, o.Key) {
				keys = append(keys, o.Key)
			}
		}
	}
	parts := []func(Spec) string{Spec.care, Spec.strength}
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(slices.Index(lapses, a), slices.Index(lapses, b)) })
	for _, key := range keys {
		if key != "nodes" && key != "depth" {
			parts = append(parts, func(s Spec) string {
				switch {
				case !s.Has(key):
					return ""
				case key == "stands":
					return "standing no huff"
				}
				return fmt.Sprint(key, " ", s.Number(key))
			})
		}
	}
	texts, said := make([]string, len(all)), 0
	others := len(slices.Compact(slices.Sorted(slices.Values(specs))))
	for _, of := range parts {
		alike := !slices.ContainsFunc(all, func(s Spec) bool { return of(s) != of(all[0]) })
		if told := len(slices.Compact(slices.Sorted(slices.Values(texts)))); alike || said > 0 && told == others {
			continue
		}
		for i, s := range all {
			texts[i] = strings.Trim(texts[i]+", "+of(s), ", ")
		}
		said++
	}
	for i, s := range all {
		switch {
		case s.Words() == "":
			texts[i] = s.String()
		case texts[i] == "":
			texts[i] = strings.TrimPrefix(s.care()+", ", "careful, ") + s.strength()
		}
	}
	return texts
}

// lapses are told after all else: who has them is careless.
var lapses = []string{"oversight", "vigilance"}

func (s Spec) careless() bool { return s.Number("oversight") > 0 }

func (s Spec) care() string {
	if s.careless() {
		return "careless"
	}
	return "careful"
}

func (s Spec) strength() string {
	switch nodes, depth := s.Number("nodes"), s.Number("depth"); {
	case nodes > 0:
		return "at " + turns(nodes)
	case depth > 0:
		return fmt.Sprintf("to depth %d", depth)
	}
	return s.Kind
}
