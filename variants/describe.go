package variants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"varlab/rules/profile"
)

// A Description is a resolved profile as data: what `varlab show` prints as JSON.
type Description struct {
	ID        string                        `json:"id"`
	File      string                        `json:"file,omitempty"` // its name, without the folder; none if built in
	Title     string                        `json:"title"`
	Period    string                        `json:"period"`
	Place     string                        `json:"place"`
	Language  string                        `json:"language"`
	Status    string                        `json:"status"`
	Board     string                        `json:"board"`
	Inherits  string                        `json:"inherits"`
	Summary   string                        `json:"summary"`
	Axes      map[string]any                `json:"axes"`
	Citations map[string][]string           `json:"citations"`
	Assumed   map[string]string             `json:"assumed"`
	Says      map[string]string             `json:"says"`
	Readings  map[string]ReadingDescription `json:"readings"`
	Taken     []string                      `json:"taken"`
	Sets      []string                      `json:"sets"`
	Sources   []SourceDescription           `json:"sources"`
	Notes     map[string]string             `json:"notes"`
}

// A ReadingDescription is a reading as data.
type ReadingDescription struct {
	Reason string         `json:"reason"`
	Axes   map[string]any `json:"axes"`
}

// A SourceDescription is a source as data, without its clauses.
type SourceDescription struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Author string `json:"author,omitempty"`
	Year   string `json:"year,omitempty"`
	Where  string `json:"where,omitempty"`
	Note   string `json:"note,omitempty"`
}

// Board returns rows and columns: "10x10".
func (v *Resolved) Board() string {
	return fmt.Sprintf("%dx%d", v.Profile.Board.Rows, v.Profile.Board.Columns)
}

// Description returns v as data.
func (v *Resolved) Description() Description {
	d := Description{
		ID: v.ID, Title: v.Title, Period: v.Period, Place: v.Place, Language: v.Language, Status: v.Status,
		Board: v.Board(), Inherits: v.Inherits, Summary: v.Summary,
		Axes: map[string]any{}, Citations: map[string][]string{}, Assumed: map[string]string{}, Says: map[string]string{},
		Readings: map[string]ReadingDescription{}, Taken: list(v.Taken), Sets: list(v.Sets),
		Sources: []SourceDescription{}, Notes: map[string]string{},
	}
	if v.Path != builtinPath(v.Base) {
		d.File = filepath.Base(v.Path)
	}
	for _, a := range v.Axes() {
		cite := v.cites[a.Key]
		d.Axes[a.Key] = Data(a.Get(v.Profile))
		if len(cite.Clauses) > 0 {
			d.Citations[a.Key] = cite.Clauses
		}
		if cite.Assumed != "" {
			d.Assumed[a.Key] = cite.Assumed
		}
		if cite.Says != "" {
			d.Says[a.Key] = cite.Says
		}
	}
	for _, r := range v.Readings {
		axes := map[string]any{}
		for _, o := range r.Layer {
			axes[o.Key] = Data(o.Value)
		}
		d.Readings[r.Name] = ReadingDescription{r.Reason, axes}
	}
	for _, s := range v.Sources {
		d.Sources = append(d.Sources, SourceDescription{s.ID, s.Title, s.Author, s.Year, s.Where, s.Note})
	}
	for _, n := range v.Notes {
		d.Notes[n.Name] = n.Text
	}
	return d
}

func list(words []string) []string { return append([]string{}, words...) }

// Content returns the Description as JSON in one fixed form. It stands in a
// resolved study, so that its reports can name every source, assumption and
// reading without the profile at hand. Equal content is the same rule set with the
// same reasons; the folder of the file does not enter.
func (v *Resolved) Content() []byte {
	content, err := json.Marshal(v.Description())
	if err != nil {
		panic(err) // maps of plain values
	}
	return content
}

// Data turns an axis value into what JSON writes: draw clauses become objects
// with their kind and the fields of that kind.
func Data(value any) any {
	switch value := value.(type) {
	case []string:
		return list(value)
	case []profile.DrawClause:
		objects := make([]any, len(value))
		for i := range value {
			object := map[string]any{"kind": value[i].Kind.String()}
			fields := profile.ClauseFields[value[i].Kind]
			for k := range fields {
				object[fields[k].Key] = fields[k].Get(&value[i])
			}
			objects[i] = object
		}
		return objects
	}
	return value
}

// Literal writes an axis value as TOML.
func Literal(value any) string {
	switch value := value.(type) {
	case string:
		return `"` + value + `"`
	case []string:
		quoted := make([]string, len(value))
		for i, w := range value {
			quoted[i] = Literal(w)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case []profile.DrawClause:
		tables := make([]string, len(value))
		for i := range value {
			pairs := []string{"kind = " + Literal(value[i].Kind.String())}
			fields := profile.ClauseFields[value[i].Kind]
			for k := range fields {
				v := fields[k].Get(&value[i])
				if fields[k].Default != nil && Literal(v) == Literal(fields[k].Default) {
					continue
				}
				pairs = append(pairs, fields[k].Key+" = "+Literal(v))
			}
			tables[i] = "{ " + strings.Join(pairs, ", ") + " }"
		}
		return "[" + strings.Join(tables, ", ") + "]"
	}
	return fmt.Sprint(value)
}

// basis is a citation in a few words.
func (c Cite) basis() string {
	parts := []string{}
	if c.Reading != "" {
		parts = append(parts, "reading "+c.Reading)
	} else if strings.HasPrefix(c.Where, "--set ") {
		parts = append(parts, "set")
	}
	if len(c.Clauses) > 0 {
		parts = append(parts, strings.Join(c.Clauses, " "))
	}
	if c.Assumed != "" && len(parts) == 0 {
		parts = append(parts, "assumed")
	} else if c.Assumed != "" && c.Reading == "" && len(c.Clauses) > 0 {
		parts = append(parts, "(assumed)")
	}
	return strings.Join(parts, " ")
}

// WriteText writes v as a table: key, value, what it rests on.
func (v *Resolved) WriteText(w io.Writer) error {
	var b bytes.Buffer
	v.heading(&b)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, a := range v.Axes() {
		if a.Kind == profile.Clauses {
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", a.Key, Literal(a.Get(v.Profile)), v.cites[a.Key].basis())
	}
	t.Flush()
	for i := range v.Profile.Draws {
		fmt.Fprintf(&b, "draw[%d]  %s  %s\n", i, strings.Trim(Literal(v.Profile.Draws[i:i+1]), "[]"), v.drawCites[i].basis())
	}
	if len(v.Profile.Draws) == 0 {
		fmt.Fprintf(&b, "draw  []  %s\n", v.cites["draw"].basis())
	}
	if len(v.Readings) > 0 {
		fmt.Fprintf(&b, "\nreadings: %s\n", strings.Join(names(v.Readings), ", "))
	}
	_, err := b.WriteTo(w)
	return err
}

func names(readings []Reading) []string {
	var list []string
	for _, r := range readings {
		list = append(list, r.Name)
	}
	return list
}

func (v *Resolved) heading(b *bytes.Buffer) {
	fmt.Fprintf(b, "%s: %s\n", v.ID, v.Title)
	var parts []string
	for _, part := range []string{v.Period, v.Place, v.Status} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if v.Inherits != "" {
		parts = append(parts, "inherits "+v.Inherits)
	}
	fmt.Fprintln(b, strings.Join(parts, "; "))
	if v.Summary != "" {
		b.WriteString(wrap(v.Summary, "", 80))
	}
	for _, s := range v.Sources {
		parts := []string{s.Title}
		for _, part := range []string{s.Author, s.Year, s.Where, s.Note} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		b.WriteString(wrap("source "+s.ID+": "+strings.Join(parts, "; "), "", 80))
	}
	b.WriteString("\n")
}

// wrap breaks text into lines of at most width characters, each after indent.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(indent+line+" "+word)) > width {
			b.WriteString(indent + line + "\n")
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		b.WriteString(indent + line + "\n")
	}
	return b.String()
}
