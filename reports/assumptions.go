package reports

import (
	"cmp"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/variants/content"
)

func (r *Report) sideBySide() *section {
	if len(r.Profiles) < 2 {
		return nil
	}
	plays, names := differing(r.Profiles)
	s := &section{
		ID: "side-by-side", Title: "The rules side by side",
		Text: []string{"Only what differs, each value with the clauses that it rests on. What the sources leave open and the profile assumes is marked; the reasons stand below."},
	}
	if len(plays) == 0 {
		s.Text = []string{"In nothing that changes a turn or an ending."}
	} else {
		s.Tables = []table{r.axisTable("Rules that change the game", plays)}
	}
	if len(names) > 0 {
		t := r.axisTable("", names)
		s.Folded = []folded{{Title: "Names, people and the order of games: nothing of this changes the games played here", Tables: []table{t}}}
	}
	return s
}

func (r *Report) axisTable(title string, axes []*profile.Axis) table {
	t := table{Title: title, Head: []string{"rule"}, words: true}
	for _, p := range r.Profiles {
		t.Head = append(t.Head, p.label())
	}
	for _, a := range axes {
		row := []cell{{Text: a.Key}}
		for _, p := range r.Profiles {
			row = append(row, cell{Text: plain(p.means(a)), Under: plain(p.basis(a.Key))})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r *Report) assumptions() *section {
	s := &section{
		ID: "assumed", Title: "What was assumed",
		Text: []string{"Where a source is silent or can be read in several ways, the profile says what it takes and why. Readings that were not taken are other rule sets, and can be played."},
	}
	for _, p := range r.Profiles {
		f := folded{Title: p.label() + ": " + plural(len(p.Assumed), "assumption", "assumptions") + ", " + plural(len(p.Readings), "other reading", "other readings")}
		if p.Summary != "" {
			f.Text = append(f.Text, plain(p.Summary))
		}
		t := table{Title: "Assumed", Head: []string{"rule", "taken as", "because", "clauses"}, words: true}
		for _, a := range p.applied() {
			if reason := p.Assumed[a.Key]; reason != "" {
				t.Rows = append(t.Rows, textRow(a.Key, plain(p.means(a)), plain(reason), strings.Join(p.Citations[a.Key], ", ")))
			}
		}
		if len(t.Rows) > 0 {
			f.Tables = append(f.Tables, t)
		}
		t = table{Title: "Readings", Head: []string{"reading", "would set", "reason", "standing"}, words: true}
		for _, name := range sortedKeys(p.Readings) {
			reading := p.Readings[name]
			var sets []string
			for _, key := range sortedKeys(reading.Axes) {
				value, _ := encode(reading.Axes[key]) // was decoded
				sets = append(sets, key+" = "+string(value))
			}
			if slices.Contains(p.Taken, name) {
				name += " (taken)"
			}
			t.Rows = append(t.Rows, textRow(plain(name), plain(strings.Join(sets, "; ")), plain(reading.Reason), plain(cmp.Or(reading.Standing.String(), content.Open))))
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
