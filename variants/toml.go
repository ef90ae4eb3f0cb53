package variants

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"

	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants/strict"
)

// TOML writes v as a profile that inherits from none and states each value with its clauses,
// or the reason why it is assumed. Other readings, notes and the table of coverage are left
// out.
func (v *Resolved) TOML() string {
	var b strings.Builder
	text := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s = %s\n", key, strict.Quote(value))
		}
	}
	for _, m := range [][2]string{{"title", v.Title}, {"short", v.Short}, {"colour", v.Colour}, {"family", v.Family}, {"period", v.Period}, {"place", v.Place}, {"language", v.Language}, {"status", v.Status}, {"summary", v.Summary}} {
		text(m[0], m[1])
	}
	for _, s := range v.Sources {
		fmt.Fprintf(&b, "\n[source.%s]\n", strict.Join(s.ID))
		for _, m := range [][2]string{{"title", s.Title}, {"author", s.Author}, {"year", s.Year}, {"where", s.Where}, {"note", s.Note}} {
			text(m[0], m[1])
		}
		if s.Whole {
			b.WriteString("whole = true\n")
		}
		if len(clausesOf(s.ID)) > 0 {
			continue // the program knows them
		}
		for i, c := range s.Clauses {
			if i == 0 {
				fmt.Fprintf(&b, "[source.%s.clauses]\n", strict.Join(s.ID))
			}
			_, name, _ := strings.Cut(c.ID, ".")
			words := ""
			if c.Words != "" {
				words = ", words = " + strict.Quote(c.Words)
			}
			fmt.Fprintf(&b, "%s = { says = %s%s }\n", strict.Join(name), strict.Quote(c.Says), words)
		}
	}
	var section string
	for _, a := range v.Axes() {
		writeSection(&b, a, &section)
		_, key, dotted := strings.Cut(a.Key, ".")
		switch {
		case dotted:
			fmt.Fprintf(&b, "%s = { is = %s, %s }\n", key, notation.Literal(a.Get(v.Profile)), strings.Join(v.cites[a.Key].toml(), ", "))
		case len(v.Profile.Draws) == 0:
			fmt.Fprintf(&b, "is = []\n%s\n", strings.Join(v.cites[a.Key].toml(), "\n"))
		default:
			b.WriteString("is = [\n")
			for i := range v.Profile.Draws {
				fmt.Fprintf(&b, "  { %s, %s },\n", strings.Trim(notation.Literal(v.Profile.Draws[i:i+1]), "[{ }]"), strings.Join(v.drawCites[i].toml(), ", "))
			}
			b.WriteString("]\n")
		}
	}
	return b.String()
}

// writeSection begins the section of an axis, unless it is the current section.
func writeSection(b *strings.Builder, a *profile.Axis, last *string) {
	if section, _, _ := strings.Cut(a.Key, "."); section != *last {
		fmt.Fprintf(b, "\n[%s]\n", section)
		*last = section
	}
}

// toml writes the source of a value.
func (c Cite) toml() (parts []string) {
	if len(c.Clauses) > 0 {
		parts = append(parts, "clause = "+notation.Literal(c.Clauses))
	}
	if c.Says != "" {
		parts = append(parts, "says = "+strict.Quote(c.Says))
	}
	if c.Assumed != nil {
		parts = append(parts, "assumed = "+strict.Quote(c.Assumed.String()))
	}
	return parts
}

// schemaHead lists the keys of a profile beside its axes.
//
//go:embed schema.txt
var schemaHead string

// schemaValues are the values in Schema of axes whose default would leave rules out or would
// surprise a reader.
var schemaValues = map[string]any{
	"capture.obligation": "claimable",
	"claim.remedies":     []string{"huff", "compel", "waive"},
	"king.range":         "short",
}

// schemaFields are plausible values of the fields of draw clauses that have no default.
var schemaFields = map[string]any{
	"count": 3, "plies": 50, "fewest": 2, "most": 6, "within_moves": 3,
	"strong": []string{"KKK", "KKM"}, "weak": []string{"K"},
}

// Schema is a complete profile with a note on every key, made from the declarations of the
// axes. It loads.
func Schema() string {
	var b strings.Builder
	b.WriteString(schemaHead)
	p, section := new(profile.Profile), ""
	for i := range profile.Axes {
		a := &profile.Axes[i]
		writeSection(&b, a, &section)
		fmt.Fprintf(&b, "# %s\n", a.Sentence)
		if a.Kind == profile.Clauses {
			writeSchemaClauses(&b)
			continue
		}
		for _, v := range a.Values {
			if a.Kind != profile.Number && a.Kind != profile.Text {
				fmt.Fprintf(&b, "#   %s: %s\n", cmp.Or(v.Word, "none"), v.Means)
			}
		}
		if a.Kind == profile.Number {
			fmt.Fprintf(&b, "#   %s\n", a.Wanted())
		}
		value := a.Default
		if v, ok := schemaValues[a.Key]; ok {
			value = v
		}
		_, key, _ := strings.Cut(a.Key, ".")
		off := ""
		switch {
		case value == "":
			off = "# "
		case !a.Applies(p):
			off = fmt.Sprintf("# (it needs %s) ", a.Needs())
		case a.Set(p, value) != nil:
			panic(a.Key)
		}
		source := `assumed = "the reason"`
		if a.Key == "capture.obligation" { // c1 is about it
			source = `clause = "own.c1"`
		}
		fmt.Fprintf(&b, "%s%s = { is = %s, %s }\n", off, key, notation.Literal(value), source)
	}
	return b.String()
}

// writeSchemaClauses writes a draw clause of each kind, with all its keys.
func writeSchemaClauses(b *strings.Builder) {
	b.WriteString("is = [\n")
	for k, kind := range profile.ClauseKinds {
		c := profile.DrawClause{Kind: profile.ClauseKind(k + 1)}
		pairs, notes := []string{"kind = " + notation.Literal(kind)}, []string{}
		for _, f := range profile.ClauseFields[c.Kind] {
			value := f.Default
			if v, ok := schemaFields[f.Key]; ok {
				value = v
			}
			if value == nil {
				value = f.Words[0]
			}
			if err := f.Set(&c, value); err != nil {
				panic(err)
			}
			pairs, notes = append(pairs, f.Key+" = "+notation.Literal(value)), append(notes, f.Key+" "+f.Wanted())
		}
		fmt.Fprintf(b, "  # %s\n  #   %s\n  { %s, assumed = \"the reason\" },\n", c.String(), strings.Join(notes, "; "), strings.Join(pairs, ", "))
	}
	b.WriteString("]\n")
}
