package study

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/variants/content"
)

// Named are the names of the rule sets in tables and figures, each its own and of at most
// content.ShortLength letters: a label, what a reading or a what-if changes, or a short name.
func (p *Plan) Named() []string {
	names, times, used := make([]string, len(p.RuleSets)), map[string]int{}, map[string]bool{}
	for i, set := range p.RuleSets {
		names[i] = content.Shortened(cmp.Or(set.Label, set.Short, strings.ReplaceAll(set.ID, "-", " ")))
		if changes, _ := set.changes(p.RuleSets, content.ShortLength); set.Label == "" && changes != "" {
			names[i] = changes
		}
		times[names[i]]++
	}
	for i, set := range p.RuleSets {
		if set.Label == "" && times[names[i]] > 1 {
			names[i] = set.ofBase(p.RuleSets, names[i])
		}
		if used[names[i]] {
			number := fmt.Sprintf(" (%d)", i+1)
			names[i] = content.FirstWords(names[i], content.ShortLength-len(number)) + number
		}
		used[names[i]] = true
	}
	return names
}

// changes are the changes of a rule set in at most that number of letters, if need be without
// those that go without saying; whole says that the rest is not cut.
func (s RuleSet) changes(all []RuleSet, room int) (words string, whole bool) {
	words, whole = s.Content.Brief(func(string) bool { return true }, room)
	for own := s.own(all); !whole && len(own) > 0; own = own[:len(own)-1] {
		words, whole = s.Content.Brief(func(change string) bool { return slices.Contains(own, change) }, room)
	}
	return words, whole
}

// own are the changes that do not go without saying, before others those that fewer what-ifs of
// the base have. What all rule sets have goes without saying, what the base has anyhow, and of
// changes that go together, such as rows and columns, all but the first.
func (s RuleSet) own(all []RuleSet) (kept []string) {
	c := s.Content.Content
	var held [][]bool
	like := map[string]int{} // rule sets of the base that have a change
	for _, change := range slices.Concat(c.Taken, c.Sets) {
		key, _, isSet := strings.Cut(change, "=")
		holders, anyhow := make([]bool, len(all)), false
		for i, o := range all {
			alike := isSet && c.Axes[key] != nil && reflect.DeepEqual(c.Axes[key], o.Content.Axes[key])
			holders[i] = alike || slices.Contains(slices.Concat(o.Content.Taken, o.Content.Sets), change)
			if o.base() != s.base() {
				continue
			}
			if holders[i] {
				like[change]++
			}
			more := slices.ContainsFunc(o.Content.Taken, func(taken string) bool { return !slices.Contains(c.Taken, taken) })
			anyhow = anyhow || alike && len(o.Content.Sets) == 0 && !more
		}
		if !anyhow && slices.Contains(holders, false) && !slices.ContainsFunc(held, func(of []bool) bool { return slices.Equal(of, holders) }) {
			kept, held = append(kept, change), append(held, holders)
		}
	}
	slices.SortStableFunc(kept, func(a, b string) int { return cmp.Compare(like[a], like[b]) })
	return kept
}

// ofBase is a name that tells the base too, as other rule sets have the name given.
func (s RuleSet) ofBase(all []RuleSet, name string) string {
	others := lists.Those(all, func(o RuleSet) bool { return o.base() != s.base() })
	if len(others) == 0 {
		return name
	}
	parts := strings.Split(s.base(), "-")
	own := lists.Those(parts, func(part string) bool {
		return !slices.ContainsFunc(others, func(o RuleSet) bool { return slices.Contains(strings.Split(o.base(), "-"), part) })
	})
	bases := slices.Concat(own, parts)[:1]
	if s.Short != "" && !slices.ContainsFunc(others, func(o RuleSet) bool { return o.Short == s.Short }) {
		bases = append(bases, s.Short)
	}
	if len(s.own(all)) > 0 {
		const fewest = 4 // letters that say something of a change
		cut := name
		for _, base := range bases {
			room := content.ShortLength - len(base+", ")
			words, whole := s.changes(all, max(room, 1))
			if whole {
				return base + ", " + words
			}
			if min(room, len(words)) >= fewest && cut == name {
				cut = base + ", " + words
			}
		}
		return cut
	}
	if len(bases) > 1 {
		return s.Short
	}
	words := strings.ReplaceAll(s.base(), "-", " ")
	return lists.Choose(len(parts) > 1, content.LastWords(words, content.ShortLength), content.FirstWords(words, content.ShortLength))
}

// base is the name of the rule set that was changed.
func (s RuleSet) base() string {
	c := s.Content.Content
	c.ID = s.ID
	name, _, _ := c.Parts()
	return name
}
