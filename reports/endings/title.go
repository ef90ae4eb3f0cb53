package endings

import (
	"fmt"
	"strings"

	"varlab/reports"
)

// title says of endings what most of their quiet positions are worth to the first side.
func (f *Finding) title() string {
	ms := f.materials()
	if len(ms) > 2 {
		drawn := 0
		for _, e := range f.Endings {
			if e.Rules == f.Endings[0].Rules && strings.HasPrefix(e.worth(), "drawn") {
				drawn++
			}
		}
		return fmt.Sprintf("%d endings with best play under %s: %d are mostly drawn, %d won or lost", len(ms), f.Endings[0].Rules, drawn, len(ms)-drawn)
	}
	return strings.Join(distinct(ms, func(m string) string {
		var kinds []shared[string]
		for _, e := range f.Endings {
			if e.Material == m {
				kinds = share(kinds, e.Rules, e.worth(), func(a, b string) bool { return a == b })
			}
		}
		return words(m) + ": " + strings.Join(distinct(kinds, func(k shared[string]) string {
			under := strings.Join(k.ids, " and ")
			if len(k.ids) > 2 {
				under = reports.InNumber(len(k.ids)) + " rule sets"
			}
			return k.of + " under " + under
		}), ", ")
	}), ". ")
}

// worth is the value of most quiet positions of an ending, with either side on move.
func (e *Ending) worth() string {
	first, second := e.Rows[0].Quiet, e.Rows[1].Quiet
	of, n, word := first.Positions+second.Positions, first.Draw+second.Draw, "drawn"
	if won, lost := first.Win+second.Loss, first.Loss+second.Win; won > max(n, lost) {
		n, word = won, "won"
	} else if lost > n {
		n, word = lost, "lost"
	}
	in := fmt.Sprintf("%d of 10 quiet positions", (20*n/max(1, of)+1)/2)
	if 20*n > 19*of {
		in = "nearly every quiet position"
	}
	if n == of {
		in = "every quiet position"
	}
	return word + " with best play in " + in
}

// words are a material as in "Three kings against one".
func words(material string) string {
	first, second, _ := strings.Cut(material, " vs ")
	side := func(letters string) string {
		return strings.Join(distinct(strings.Split(strings.Replace(letters, "KM", "K M", 1), " "), func(of string) string {
			if len(of) == 1 {
				return map[string]string{"K": "a king", "M": "a man"}[of]
			}
			return reports.InNumber(len(of)) + map[byte]string{'K': " kings", 'M': " men"}[of[0]]
		}), " and ")
	}
	text, other := side(first), side(second)
	if second == "K" && !strings.Contains(first, "M") && first != second {
		other = "one"
	}
	return strings.ToUpper(text[:1]) + text[1:] + " against " + other
}
