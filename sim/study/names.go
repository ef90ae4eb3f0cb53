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
// Where that is too long, or not one's own, it is what tells the rule set from the others.
func (p *Plan) Named() []string {
	names, times, used := make([]string, len(p.RuleSets)), map[string]int{}, map[string]bool{}
	for i, set := range p.RuleSets {
		names[i] = content.Shortened(cmp.Or(set.Label, set.Content.Brief(), set.Short, strings.ReplaceAll(set.ID, "-", " ")))
		times[names[i]]++
	}
	for i, set := range p.RuleSets {
		if cut := !strings.HasPrefix(names[i], set.Content.Brief()); set.Label == "" && (cut || times[names[i]] > 1) {
			own := set.own(p.RuleSets)
			names[i] = content.FirstWords(own, content.ShortLength)
			if used[names[i]] {
				names[i] = content.LastWords(own, content.ShortLength)
			}
		}
		if used[names[i]] {
			number := fmt.Sprintf(" (%d)", i+1)
			names[i] = content.FirstWords(names[i], content.ShortLength-len(number)) + number
		}
		used[names[i]] = true
	}
	return names
}

// own are the changes, and if need be the base, that tell a rule set from the others, in few
// words. At each step the one is taken that the fewest of those not yet told apart have too.
func (s RuleSet) own(all []RuleSet) string {
	c := s.Content.Content
	like := map[string]func(o RuleSet) bool{s.base(): func(o RuleSet) bool { return o.base() == s.base() }}
	for _, taken := range c.Taken {
		like[taken] = func(o RuleSet) bool { return slices.Contains(o.Content.Taken, taken) }
	}
	for _, set := range c.Sets {
		key, _, _ := strings.Cut(set, "=")
		like[set] = func(o RuleSet) bool {
			return slices.Contains(o.Content.Sets, set) || c.Axes[key] != nil && reflect.DeepEqual(c.Axes[key], o.Content.Axes[key])
		}
	}
	var kept []string
	for left, best := all, ""; ; left = lists.Those(left, like[best]) {
		fewest := len(left)
		for _, change := range slices.Concat(c.Taken, c.Sets, []string{s.base()}) {
			if n := len(lists.Those(left, like[change])); n < fewest {
				best, fewest = change, n
			}
		}
		if fewest == len(left) {
			break
		}
		kept = append(kept, best)
	}
	of := func(change string) bool { return slices.Contains(kept, change) }
	words := (&content.Content{Taken: lists.Those(c.Taken, of), Sets: lists.Those(c.Sets, of)}).Brief()
	if first, _, _ := strings.Cut(s.base(), "-"); words != "" && of(s.base()) {
		words = first + ", " + content.LastWords(words, max(1, content.ShortLength-len(first+", ")))
	}
	return cmp.Or(words, lists.Choose(of(s.base()), strings.ReplaceAll(s.base(), "-", " "), c.Brief()))
}

// base is the name of the rule set that was changed.
func (s RuleSet) base() string {
	c := s.Content.Content
	c.ID = s.ID
	name, _, _ := c.Parts()
	return name
}
