package reports

import (
	"cmp"
	"slices"
	"strings"

	"varlab/variants/content"
)

func (r *Report) assumptions() *section {
	s := &section{
		ID: "assumed", Title: "What was assumed",
		Text: []string{"Where a source is silent or can be read in several ways, the profile says what it takes and why. Readings that were not taken are other rule sets, and can be played."},
	}
	for _, p := range r.principals() {
		f := folded{Title: p.label() + ": " + plural(len(p.Assumed), "assumption", "assumptions") + ", " + plural(len(p.Readings), "other reading", "other readings")}
		if p.Summary != "" {
			f.Text = append(f.Text, plain(p.Summary))
		}
		t := table{Title: "Assumed", Head: []string{"rule", "taken as", "because", "clauses"}, words: true}
		for _, a := range p.applied() {
			if reason := p.Assumed[a.Key]; reason != "" {
				t.Rows = append(t.Rows, []cell{{Text: sentenceCase(axisWords(a.Key))}, {Text: plain(p.means(a))}, {Text: plain(reason)}, {Under: r.refs(p.Citations[a.Key])}})
			}
		}
		if len(t.Rows) > 0 {
			f.Tables = append(f.Tables, t)
		}
		t = table{Title: "Readings", Head: []string{"reading", "would set", "reason", "standing"}, words: true}
		for _, name := range sortedKeys(p.Readings) {
			t.Rows = append(t.Rows, p.readingRow(name, when(slices.Contains(p.Taken, name), " (taken)")))
		}
		if len(t.Rows) > 0 {
			f.Tables = append(f.Tables, t)
		}
		if len(p.Notes) > 0 {
			t = table{Title: "Left open by the source, and not simulated", Head: []string{"matter", "text"}, words: true}
			for _, name := range sortedKeys(p.Notes) {
				t.Rows = append(t.Rows, textRow(plain(name), plain(p.Notes[name])))
			}
			f.Tables = append(f.Tables, t)
		}
		s.Folded = append(s.Folded, f)
	}
	if sources := allSources(r.Profiles); len(sources) > 0 {
		t := table{Title: "Sources", Head: []string{"id", "text"}, words: true}
		for _, src := range sources {
			t.Rows = append(t.Rows, textRow(plain(src.ID), plain(content.Joined("; ", src.Author, src.Title, src.Year, src.Where, src.Note))))
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

// readingRow says what a reading sets, and why; mark stands behind its name.
func (p *Profile) readingRow(name, mark string) []cell {
	reading := p.Readings[name]
	var sets []string
	for _, key := range sortedKeys(reading.Axes) {
		value, _ := encode(reading.Axes[key]) // was decoded
		sets = append(sets, key+" = "+string(value))
	}
	return textRow(plain(name)+mark, plain(strings.Join(sets, "; ")), plain(reading.Reason), plain(cmp.Or(reading.Standing.String(), content.Open)))
}
