package notation

import (
	"fmt"
	"strings"

	"varlab/internal/plain"
)

// width is the greatest length of a written line of movetext, if words allow it.
const width = 78

// String writes g, whose moves MovesOf made, as PDN 3.0, with an empty line after it. In
// PDN 3.0 every game ends with *, and its result is a tag. Values of tags, which may come from
// strangers, are made plain, and may have had several lines.
func (g *Game) String() string {
	var text, moves strings.Builder
	for _, t := range g.Tags {
		fmt.Fprintf(&text, "[%s \"%s\"]\n", t.Name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain.Line(t.Value)))
	}
	if len(g.Tags) > 0 {
		text.WriteByte('\n')
	}
	for _, m := range g.Moves {
		switch {
		case m.Number > 0 && m.Dots:
			fmt.Fprintf(&moves, "%d... ", m.Number)
		case m.Number > 0:
			fmt.Fprintf(&moves, "%d. ", m.Number)
		}
		moves.WriteString(m.Text + " ")
		for _, c := range m.Comments {
			moves.WriteString("{" + c + "} ")
		}
	}
	for _, line := range plain.Lines(moves.String()+"*", width) {
		text.WriteString(line + "\n")
	}
	return text.String() + "\n"
}
