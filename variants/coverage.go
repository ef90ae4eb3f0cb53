package variants

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"varlab/variants/content"
	"varlab/variants/strict"
)

// What becomes of a clause that no axis cites.
const (
	AsAxis     = "axis"
	AsConduct  = "conduct rule"
	AsMatch    = "match rule"
	AsReplaced = "replaced"     // an ancestor's axis cites it, and this profile states that axis anew
	AsCommon   = "common"       // the same in every rule set: there is no axis because nobody plays otherwise
	AsEquip    = "equipment"    // pieces, board and how they lie
	AsNot      = "not modelled" // with the reason
	AsNothing  = "cited by no rule (want a row of [coverage] that says why)"
)

var coverageWords = []string{AsCommon, AsConduct, AsMatch, AsEquip, AsNot}

// A Row says what became of one clause of a source.
type Row struct {
	Clause Clause
	As     string
	Axes   []string // the axes that cite it, in the order of their declaration
	Reason string   // why no axis cites it
}

// Coverage returns a row for each clause of the profile's sources, in order.
// Readings and overrides do not change it.
func (v *Resolved) Coverage() []Row { return v.file.table() }

// Unmodelled returns the rows of the clauses that no game knows: those that say so, and those
// that nothing cites.
func (v *Resolved) Unmodelled() []Row { return v.file.unmodelled() }

// unmodelledBy has their reasons by clause; nil where there are none.
func (v *Resolved) unmodelledBy() (reasons map[string]string) {
	for _, r := range v.Unmodelled() {
		if reasons == nil {
			reasons = map[string]string{}
		}
		reasons[r.Clause.ID] = r.Reason
	}
	return reasons
}

func (f *file) unmodelled() []Row {
	return slices.DeleteFunc(f.table(), func(r Row) bool { return r.As != AsNot && r.As != AsNothing })
}

// String says what becomes of a clause, and why.
func (r Row) String() string {
	text := fmt.Sprintf("%s (“%s”) is %s", r.Clause.ID, strings.TrimSuffix(r.Clause.Says, "."), r.As)
	return content.Joined(": ", text, r.Reason)
}

func (p parser) coverage() {
	f := p.f
	if f.parent != nil {
		maps.Copy(f.rows, f.parent.rows)
	}
	if !p.Has("coverage") || !p.Table("coverage") {
		return
	}
	for _, at := range p.Under("coverage") {
		id := strict.Last(at)
		if !p.clause(at, id) || !p.Table(at) {
			continue
		}
		p.Known(at, "as", "because")
		row := Row{}
		row.As, _ = p.OneOf(strict.Dot(at, "as"), coverageWords)
		row.Reason, _ = p.prose(strict.Dot(at, "because"))
		if !p.Has(strict.Dot(at, "as")) {
			p.Faults.AtKey(p.Document, at, at, "no as (want %s)", strict.List(coverageWords))
		}
		if strings.TrimSpace(row.Reason) == "" {
			p.Faults.AtKey(p.Document, at, at, "no because (want the reason)")
		}
		for _, s := range f.stated {
			if slices.Contains(s.cite.Clauses, id) {
				p.Faults.AtKey(p.Document, at, at, "%s cites this clause (want rows only for clauses that no axis cites)", s.key)
				break
			}
		}
		f.rows[id] = row
	}
}

func (f *file) table() []Row {
	var table []Row
	for _, s := range f.sources {
		for _, c := range s.Clauses {
			row := f.rows[c.ID]
			if axes := citing(f.state.cites, c.ID); len(axes) > 0 {
				row = Row{As: kindOf(axes), Axes: axes}
			} else if row.As == "" {
				row = f.replaced(c.ID)
			}
			row.Clause = c
			table = append(table, row)
		}
	}
	return table
}

func (f *file) replaced(id string) Row {
	for up := f.parent; up != nil; up = up.parent {
		axes := citing(up.state.cites, id)
		if len(axes) == 0 {
			continue
		}
		var by []string
		for _, key := range axes {
			cite := f.state.cites[key]
			switch {
			case len(cite.Clauses) > 0:
				by = append(by, key+" is stated by "+strings.Join(cite.Clauses, ", "))
			case cite.Assumed != nil:
				by = append(by, key+" is assumed otherwise")
			default:
				by = append(by, key+" no longer applies")
			}
		}
		return Row{As: AsReplaced, Axes: axes, Reason: strings.Join(by, "; ")}
	}
	return Row{As: AsNothing}
}

func citing(cites map[string]Cite, id string) []string {
	return keysWith(func(key string) bool { return slices.Contains(cites[key].Clauses, id) })
}

func kindOf(axes []string) string {
	all := func(section string) bool {
		return !slices.ContainsFunc(axes, func(key string) bool { return !strings.HasPrefix(key, section+".") })
	}
	switch {
	case all("conduct"):
		return AsConduct
	case all("match"):
		return AsMatch
	}
	return AsAxis
}
