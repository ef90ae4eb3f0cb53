package reports

import (
	"fmt"
	"io"
	"strings"

	"varlab/reports/chart"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
)

// An Ending is what is known of an ending, as a page: tables and figures of what was
// counted, and lines of play to step through. Nothing in it is an estimate.
type Ending struct {
	Title   string
	Lead    []string
	Tables  []EndingTable
	Note    string // on all tables
	Figures []chart.Chart
	Lines   []Line
	Command string // solves it again
}

// An EndingTable is one table of a page of exact values, its cells in words.
type EndingTable struct {
	Title string
	Head  []string
	Rows  [][]string
}

// A Line is best play from a position under some rules.
type Line struct {
	Title string
	Rules *rules.Rules
	Start board.Setup
	Turns []string // in PDN form
}

// WriteHTML writes the page as one file that needs no network. The error is one of w.
func (e *Ending) WriteHTML(w io.Writer) error {
	d := &document{Title: e.Title, Lead: e.Lead}
	counts := &section{ID: "counts", Title: "Positions", Text: []string{e.Note}}
	counts.Tables = list(e.Tables, func(t EndingTable) table {
		return table{Title: t.Title, Head: t.Head, Rows: list(t.Rows, func(row []string) []cell { return textRow(row...) })}
	})
	counts.Figures = list(e.Figures, func(c chart.Chart) figure {
		return figure{Chart: c, Caption: "Counted: there are no intervals.", Wide: true}
	})
	lines := &section{
		ID: "lines", Title: "The wins that take longest",
		Text: []string{"With best play of both: the winner takes the shortest way, the loser the longest. Without scripts the board shows the last position of the first."},
	}
	for i, l := range e.Lines {
		s, err := l.steps()
		if err != nil {
			return err
		}
		s.ID, s.Title = fmt.Sprintf("line-%d", i+1), l.Title
		lines.Games = append(lines.Games, s)
	}
	again := &section{ID: "again", Title: "To repeat it", Appendix: true, Code: []code{{"sh", e.Command}}}
	d.Sections = []*section{counts, lines, again}
	if len(e.Lines) == 0 {
		d.Sections = []*section{counts, again}
	}
	d.number()
	return writeHTML(w, d)
}

func (l *Line) steps() (steps, error) {
	s, err := l.Rules.Position(l.Start)
	if err != nil {
		return steps{}, fmt.Errorf("%s: %w", l.Title, err)
	}
	f, h := newFilm(l.Rules), rules.NewHistory(l.Rules, s)
	for _, text := range l.Turns {
		t, err := f.n.ParseAs(notation.PDN, text, h.Now().Setup(), h.Readable())
		if err != nil {
			return steps{}, fmt.Errorf("%s: %s: %w", l.Title, strings.Join(l.Turns, " "), err)
		}
		f.show(h, &t)
		h.Play(t)
	}
	f.show(h, nil)
	return f.steps()
}
