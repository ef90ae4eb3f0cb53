package notation

import (
	"strings"

	"varlab/rules"
	"varlab/rules/board"
)

// Joined joins captures that are written as several moves of one side, jump by jump: each
// begins on the square where the one before it ended. (No opponent's move begins there, since
// a piece stands on it.) It returns the number of captures joined. A chain with more jumps
// than the board has squares is no capture.
func Joined(steps []Step) (list []Step, n int) {
	for len(steps) > 0 {
		whole, parts := steps[0], []string{steps[0].Text}
		_, to, ok := ends(whole.Text)
		for ok && len(parts) < min(len(steps), board.MaxSquares) {
			next := steps[len(parts)].Text
			from, further, more := ends(next)
			if !more || from != to {
				break
			}
			parts, to = append(parts, strings.TrimPrefix(next, from)), further
		}
		if len(parts) > 1 {
			whole.Text = strings.Join(parts, "")
			n++
		}
		list, steps = append(list, whole), steps[len(parts):]
	}
	return list, n
}

// ends returns the names of the two end squares of a capture.
func ends(text string) (from, to string, ok bool) {
	i, j := strings.IndexAny(text, captureMarks), strings.LastIndexAny(text, captureMarks)
	if i <= 0 || j == len(text)-1 {
		return "", "", false
	}
	return text[:i], text[j+1:], true
}

const captureMarks = "x:*"

// farthest is the number of steps tried to find the meaning of a short capture.
const farthest = 400

// Likeliest returns the turns of fits, which the present move of h may mean, after which most
// of the following steps can be played. playable returns the turns of a position.
func (n *Notation) Likeliest(h *rules.History, fits []rules.Turn, following []Step, playable func(*rules.History) []rules.Turn) (best []rules.Turn) {
	most := -1
	for _, t := range fits {
		h.Play(t)
		budget := farthest
		length := n.ahead(h, following, playable, &budget)
		h.Undo()
		if length > most {
			best, most = nil, length
		}
		if length == most {
			best = append(best, t)
		}
	}
	return best
}

// ahead returns the number of steps that can be played.
func (n *Notation) ahead(h *rules.History, steps []Step, playable func(*rules.History) []rules.Turn, budget *int) int {
	if len(steps) == 0 || *budget == 0 || steps[0].Setup != "" || steps[0].Text == Unknown {
		return 0
	}
	*budget--
	fits, err := n.Candidates(steps[0].Text, h.Now().Setup(), playable(h))
	if err != nil {
		return 0
	}
	most := 0
	for _, t := range fits {
		h.Play(t)
		most = max(most, 1+n.ahead(h, steps[1:], playable, budget))
		h.Undo()
	}
	return most
}
