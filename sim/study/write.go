package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"varlab/variants/strict"
)

// TOML writes s as a file, which Parse reads as s. What is as it would be if nobody said it is
// left out.
func (s *Study) TOML() string {
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "%s = %s\n", key, value) }
	text := func(key, value string) {
		if value != "" {
			line(key, strict.Quote(value))
		}
	}
	list := func(key string, values []string) {
		switch quoted := names(values, strict.Quote); {
		case len(values) == 1:
			line(key, "["+quoted[0]+"]")
		case len(values) > 1:
			line(key, "[\n  "+strings.Join(quoted, ",\n  ")+",\n]")
		}
	}
	numbers := func(key string, values []int) {
		line(key, "["+strings.Join(names(values, strconv.Itoa), ", ")+"]")
	}
	text("name", s.Name)
	text("title", s.Title)
	text("question", s.Question)
	if s.Confirmatory {
		line("confirmatory", "true")
	} else {
		line("seed", strconv.FormatUint(s.Seed, 10))
	}
	list("rules", s.Rules)
	list("players", s.Players)
	if len(s.Pairs) > 0 {
		line("pairs", "["+strings.Join(names(s.Pairs, func(p [2]string) string { return "[" + strict.Quote(p[0]) + ", " + strict.Quote(p[1]) + "]" }), ", ")+"]")
	}
	line("games", strconv.Itoa(s.Games))
	if len(s.Looks) > 0 {
		numbers("looks", s.Looks)
	}
	if s.HorizonPlies != DefaultHorizonPlies {
		line("horizon_plies", strconv.Itoa(s.HorizonPlies))
	}
	text("weights", s.Weights)
	list("metrics", s.Metrics)
	if l := s.Ladder; l != nil {
		fmt.Fprintf(&b, "\n[ladder]\nplayer = %s\nfrom = %d\nto = %d\nby = %d\n", strict.Quote(l.Player), l.From, l.To, l.By)
	}
	if !slices.Equal(s.Openings.Plies, DefaultOpeningPlies) || s.Openings.From != "" {
		b.WriteString("\n[openings]\n")
		numbers("plies", s.Openings.Plies)
		text("from", s.Openings.From)
	}
	if e := s.Exact; e != (Exact{}) {
		b.WriteString("\n[exact]\n")
		line("pieces", strconv.Itoa(e.Pieces))
		switch {
		case e.Known:
			line("adjudicate", `"known"`)
		case e.Adjudicate:
			line("adjudicate", "true")
		}
	}
	for _, f := range s.Families {
		b.WriteString("\n[[family]]\n")
		text("id", f.ID)
		text("adjust", f.Adjust)
	}
	for _, h := range s.Hypotheses {
		b.WriteString("\n[[hypothesis]]\n")
		for _, of := range [][2]string{{"id", h.ID}, {"claim", h.Claim}, {"metric", h.Metric}, {"a", h.A}, {"b", h.B}, {"direction", h.Direction}, {"players", h.Players}, {"family", h.Family}} {
			text(of[0], of[1])
		}
		if h.Value != nil {
			line("value", strconv.FormatFloat(*h.Value, 'g', -1, 64))
		}
		if h.Margin != 0 {
			line("margin", strconv.FormatFloat(h.Margin, 'g', -1, 64))
		}
		if h.Adjudicated {
			line("adjudicated", "true")
		}
	}
	for _, k := range s.Rankings {
		b.WriteString("\n[[ranking]]\n")
		for _, of := range [][2]string{{"id", k.ID}, {"question", k.Question}, {"metric", k.Metric}, {"base", k.Base}} {
			text(of[0], of[1])
		}
		list("changes", k.Changes)
	}
	return b.String()
}
