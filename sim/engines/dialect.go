package engines

import (
	"strconv"
	"strings"
)

// A dialect is the form of questions to an engine and of its answers. The greetings are the
// same in all.
type dialect struct {
	newGame  line
	position func(hub string) line
	budget   line
	think    line
	answer   string // command of the line that brings the move
	move     func(line) (string, bool)
}

// scan2 is the protocol as Scan 2 speaks it (2015, before it was written down): words in a
// fixed order, the side to move in lower case. It has no budget of nodes; a Scan 2 with such a
// budget added gets it as `nodes N`, like a depth.
const scan2 = "scan2"

func dialectOf(s Spec) dialect {
	budget := Pair{"move-time", strconv.FormatFloat(float64(s.Milliseconds)/1000, 'f', 3, 64)}
	switch {
	case s.Nodes > 0:
		budget = Pair{"nodes", strconv.Itoa(s.Nodes)}
	case s.Depth > 0:
		budget = Pair{"depth", strconv.Itoa(s.Depth)}
	case s.Dialect == scan2:
		budget = Pair{"time", strconv.Itoa(s.Milliseconds)}
	}
	if s.Dialect == scan2 {
		return dialect{
			newGame:  word("new"),
			position: func(hub string) line { return word("pos", strings.ToLower(hub[:1])+hub[1:]) },
			budget:   word(budget.Name, budget.Value),
			think:    word("go"),
			answer:   "move",
			move: func(l line) (string, bool) {
				if len(l.Pairs) == 0 {
					return "", false
				}
				return l.Pairs[0].Name, true
			},
		}
	}
	return dialect{
		newGame:  word("new-game"),
		position: func(hub string) line { return line{"pos", []Pair{{"pos", hub}}} },
		budget:   line{"level", []Pair{budget}},
		think:    word("go", "think"),
		answer:   "done",
		move:     func(l line) (string, bool) { return l.get("move") },
	}
}

// word is a line of a command and words.
func word(command string, words ...string) line {
	l := line{Command: command}
	for _, w := range words {
		l.Pairs = append(l.Pairs, Pair{Name: w})
	}
	return l
}
