package variants

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"varlab/internal/plain"
	"varlab/variants/content"
)

// Board is the size of the board: "10x10", rows first.
func (v *Resolved) Board() string {
	return fmt.Sprintf("%dx%d", v.Profile.Board.Rows, v.Profile.Board.Columns)
}

// ReadWhole reports whether all texts of the rule set were read from beginning to end.
func (v *Resolved) ReadWhole() bool {
	return len(v.Sources) > 0 && !slices.ContainsFunc(v.Sources, func(s Source) bool { return !s.Whole })
}

// Century is the century in which the period of the rule set begins: 18 for "1754",
// and for "18th to 20th century". It is 0 if the period does not say.
func (v *Resolved) Century() int { return (v.Years().From + 99) / 100 }

// Years are those of a period, the first and the last. To is 0 for a game that is played still,
// and From if the period does not say.
type Years struct {
	Since    int // since when the game is said to be played, before its texts; or From
	From, To int
	Known    bool // years are named, and not centuries
}

// Years are those of the period of the rule set.
func (v *Resolved) Years() (y Years) {
	period, history, _ := strings.Cut(v.Period, ",")
	found := yearOrCentury.FindAllStringSubmatch(period, -1)
	if found == nil {
		return y
	}
	y.From, _ = yearsIn(found[0])
	_, y.To = yearsIn(found[len(found)-1])
	y.Since, y.Known = y.From, found[0][1] != ""
	if strings.HasPrefix(period, "since ") || strings.HasSuffix(period, " to today") {
		y.To = 0
	}
	if m := yearOrCentury.FindStringSubmatch(history); m != nil && strings.Contains(history, " since ") {
		y.Since, _ = yearsIn(m)
	}
	return y
}

// yearsIn are the first and the last year of a year or a century.
func yearsIn(match []string) (from, to int) {
	if year, err := strconv.Atoi(match[1]); err == nil {
		return year, year
	}
	n, _ := strconv.Atoi(match[2])
	return 100*n - 99, 100 * n
}

var yearOrCentury = regexp.MustCompile(`([0-9]{4})|([0-9]{1,2})(?:st|nd|rd|th)`)

// Description holds all that a run keeps of the rule set.
func (v *Resolved) Description() *content.Content {
	d := &content.Content{
		ID: v.ID, About: v.About, Board: v.Board(), Inherits: v.Inherits, Summary: v.Summary,
		Axes: map[string]any{}, Citations: map[string][]string{}, Assumed: map[string]content.Assumed{}, Says: map[string]string{},
		Readings: map[string]content.Reading{}, Taken: list(v.Taken), Sets: list(v.Sets),
		Sources: []content.Source{}, Notes: map[string]string{},
	}
	if v.Path != builtinPath(v.Base) {
		d.File = filepath.Base(v.Path)
	}
	for _, a := range v.Axes() {
		cite := v.Cite(a.Key)
		d.Axes[a.Key] = content.Data(a.Get(v.Profile))
		if len(cite.Clauses) > 0 {
			d.Citations[a.Key] = cite.Clauses
		}
		if cite.Assumed != nil {
			d.Assumed[a.Key] = cite.Assumed
		}
		if cite.Says != "" {
			d.Says[a.Key] = cite.Says
		}
	}
	for _, r := range v.Readings {
		axes := map[string]any{}
		for _, o := range r.Layer {
			axes[o.Key] = content.Data(o.Value)
		}
		d.Readings[r.Name] = content.Reading{Reason: r.Reason, Standing: r.Standing, Axes: axes}
	}
	for _, s := range v.Sources {
		d.Sources = append(d.Sources, s.Source)
		if len(clausesOf(s.ID)) == 0 { // else reports have them from the program
			d.Clauses = append(d.Clauses, s.Clauses...)
		}
	}
	for _, n := range v.Notes {
		d.Notes[n.Name] = n.Text
	}
	d.Unmodelled = v.unmodelledBy()
	return d
}

func list(words []string) []string { return append([]string{}, words...) }

// Content returns the Description in the form of a resolved study, without the folder of the file.
func (v *Resolved) Content() []byte { return v.Description().Encode() }

func names(readings []Reading) []string {
	var list []string
	for _, r := range readings {
		list = append(list, r.Name)
	}
	return list
}

func (v *Resolved) heading(b *bytes.Buffer) {
	say := v.file.say
	fmt.Fprintf(b, "%s%s %s\n", v.ID, say(":"), v.Title)
	inherits := ""
	if v.Inherits != "" {
		inherits = say("inherits") + " " + v.Inherits
	}
	fmt.Fprintln(b, content.Joined(say(";")+" ", v.Period, v.Place, say(v.Status), inherits))
	b.WriteString(wrap(v.Summary, "", 80))
	for _, s := range v.Sources {
		b.WriteString(wrap(say("source")+" "+s.ID+say(":")+" "+content.Joined(say(";")+" ", s.Title, s.Author, say(s.Year), s.Where, s.Note), "", 80))
	}
	b.WriteString("\n")
}

// bound keeps quotation marks on the line of the word that they enclose, and blanks that bind.
var bound, loose = strings.NewReplacer("« ", "«\x1f", " »", "\x1f»", "\u00a0", "\x1e"), strings.NewReplacer("\x1f", " ", "\x1e", "\u00a0")

func wrap(text, indent string, width int) string {
	var b strings.Builder
	for _, line := range plain.Lines(bound.Replace(text), width-len(indent)) {
		b.WriteString(indent + loose.Replace(line) + "\n")
	}
	return b.String()
}
