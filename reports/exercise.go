package reports

import (
	"fmt"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/record"
)

func exerciseSection(r *Report, all []*findings.Cell) *section {
	cells := all[:min(findings.Few, len(all))]
	known := findings.Axes(func(a *profile.Axis) bool {
		return slices.ContainsFunc(cells, func(c *findings.Cell) bool { return c.Binding(a.Key) != nil })
	})
	differ := findings.Differing(list(cells, func(c *findings.Cell) *findings.Profile { return c.Profile }))
	shown := lists.Those(known, func(a *profile.Axis) bool { return slices.Contains(differ, a) })
	keys := list(lists.Choose(len(shown) > 0, shown, known), func(a *profile.Axis) string { return a.Key })
	if len(keys) == 0 {
		return nil
	}
	s := &section{
		ID: "exercise", Title: "Which rules were binding",
		Text: []string{fmt.Sprintf("An axis binds at a turn if the playable turns change when it alone takes its loosest value; a draw clause binds if it ends a game. Counted in the first %d games of each rule set, without the opening, for the rules in which they differ. A rule that never binds forbade nothing in these games; a player who looks ahead may have heeded it all the same. A board shows where a rule was first binding, each position once: the arrow is a turn that the rule alone forbade there.", findings.ExerciseGames)},
	}
	t := table{
		Title: "Turns at which a rule was binding, per hundred (games in which it was)",
		Head:  append([]string{"rule"}, list(cells, func(c *findings.Cell) string { return labelOf(c.Profile) })...),
		Rows: list(keys, func(key string) []cell {
			return row(cell{Text: sentenceCase(axisWords(key)), Terminal: key}, list(cells, func(c *findings.Cell) string { return bindingPer100(c, key) })...)
		}),
	}
	for _, key := range keys {
		b := shownExample(cells, key)
		if b == nil {
			continue
		}
		i := slices.IndexFunc(s.Boards, func(o smallBoard) bool { return o.FEN == b.FEN })
		switch {
		case i < 0:
			s.Boards = append(s.Boards, *b)
		case slices.Equal(s.Boards[i].Lines, b.Lines):
			s.Boards[i].Title += "; " + profile.MidSentence(b.Title)
		}
	}
	s.More = []table{t}
	return s
}

func bindingPer100(c *findings.Cell, key string) string {
	b := c.Binding(key)
	switch {
	case b == nil:
		return none
	case key == "draw":
		return "(" + count(b.Games) + ")"
	}
	return fmt.Sprintf("%s (%s)", fixed(100*findings.ShareOf(b.Plies, c.Exercise.Plies), 1), count(b.Games))
}

// shownExample is the soonest example of an axis under the first rule set that has one; nil
// where none has, or where the rule ended the game rather than forbade a turn.
func shownExample(cells []*findings.Cell, key string) *smallBoard {
	for _, c := range cells {
		b := c.Binding(key)
		if b == nil || b.Shown == nil || b.Shown.Forbidden == "" {
			continue
		}
		x := c.Exercise.Played
		rec := &record.Record{Game: int32(b.Shown.Game), Turns: b.Shown.After}
		h, err := record.Replay(x.Rules, rec)
		if err != nil {
			continue
		}
		at := h.Now().Setup()
		s := &smallBoard{Title: sentenceCase(axisWords(key)), FEN: x.Notation.WriteFEN(at)}
		s.Lines = []string{
			fmt.Sprintf("It kept %s from %s (orange)", x.Notation.Colour(at.Mover), b.Shown.Forbidden),
			fmt.Sprintf("%s, game %d, ply %d", c.Profile.Short, b.Shown.Game, b.Shown.Ply+1),
		}
		d := drawing{n: x.Notation, setup: at}
		looser, _ := profile.Loosened(x.Rules.Profile(), profile.AxisOf(key)) // which allowed it
		d.arrows("b", notation.Of(looser), []rules.Turn{b.Shown.Turn})
		s.SVG = d.svg(s.Title + ": " + strings.Join(s.Lines, "; "))
		return s
	}
	return nil
}
