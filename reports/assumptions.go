package reports

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/rules/profile"
	"varlab/variants/content"
)

func assumptions(r *Report) *section {
	s := &section{
		ID: "assumed", Title: "What was assumed",
		Text: []string{"Where a source is silent or can be read in several ways, the profile says what it takes and why. Readings that were not taken are other rule sets, and can be played."},
	}
	for _, p := range r.Principals() {
		f := folded{Title: labelOf(p) + ": " + plural(len(p.Assumed), "assumption", "assumptions") + ", " + plural(len(p.Readings), "other reading", "other readings")}
		if p.Summary != "" {
			f.Text = append(f.Text, plain(p.Summary))
		}
		assumed := lists.Those(p.Applied(), func(a *profile.Axis) bool { return p.Assumed[a.Key] != nil })
		f.Tables = filled(
			table{Title: "Assumed", Head: []string{"rule", "taken as", "because", "clauses"}, words: true, Rows: list(assumed, func(a *profile.Axis) []cell {
				return []cell{{Text: sentenceCase(axisWords(a.Key))}, {Text: plain(meansOf(p, a))}, {Text: plain(p.Assumed[a.Key].String())}, {Under: refsOf(r, p.Citations[a.Key])}}
			})},
			table{Title: "Readings", Head: []string{"reading", "would set", "reason", "standing"}, words: true, Rows: list(lists.SortedKeys(p.Readings), func(name string) []cell {
				reading := p.Readings[name]
				sets := list(lists.SortedKeys(reading.Axes), func(key string) string {
					value, _ := json.Marshal(reading.Axes[key]) // was decoded
					return key + " = " + string(value)
				})
				return textRow(plain(name)+when(slices.Contains(p.Taken, name), " (taken)"), plain(strings.Join(sets, "; ")), plain(reading.Reason), plain(cmp.Or(reading.Standing.String(), content.Open)))
			})},
			table{Title: "Left open by the source, and not simulated", Head: []string{"matter", "text"}, words: true, Rows: list(lists.SortedKeys(p.Notes), func(name string) []cell {
				return textRow(plain(name), plain(p.Notes[name]))
			})})
		s.Folded = append(s.Folded, f)
	}
	s.Tables = filled(table{Title: "Sources", Head: []string{"id", "text"}, words: true, Rows: list(allSources(r.Profiles), func(src content.Source) []cell {
		return textRow(plain(src.ID), plain(content.Joined("; ", src.Author, src.Title, src.Year, src.Where, src.Note)))
	})})
	return s
}
