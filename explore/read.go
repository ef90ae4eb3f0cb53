package explore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
)

// A begun is the contents of a text: a position, or the first game, as far as it can be
// followed, with its further moves as they stand.
type begun struct {
	FEN   string   `json:"fen"`
	Turns []string `json:"turns"`
	Note  string   `json:"note,omitempty"` // on the reading
	legal int      // of Turns
}

var positionForm = regexp.MustCompile(`^\W*[WwBb]?\W*:`)

// read reads a position or a game that somebody has pasted.
func (e *Engine) read(_ context.Context, q *Request, sets []*ruleSet) (any, error) {
	s, text := sets[0], strings.TrimSpace(q.Text)
	_, notes, err := s.n.Begin(s.r, text)
	if err == nil {
		return begun{FEN: text, Turns: []string{}, Note: strings.Join(notes, "; ")}, nil
	}
	if positionForm.MatchString(text) {
		return nil, err
	}
	g, bad := notation.NewReader(strings.NewReader(text)).Next()
	if errors.Is(bad, io.EOF) || g == nil || bad != nil && len(g.Moves) == 0 {
		return nil, errors.Join(bad, err)
	}
	best, err := s.begin(g, s.n)
	try := func(n *notation.Notation, ok bool) {
		if !ok {
			return
		}
		if other, e := s.begin(g, n); e == nil && (err != nil || other.legal > best.legal) {
			best, err = other, nil
		}
	}
	if t, e := notation.ReadGameType(g.Tag("GameType")); e == nil {
		try(t.Notation(s.r.Profile()))
	}
	try(notation.Lettered(g, s.r.Profile()))
	if other := notation.OtherThan(s.r.Profile().ID, g); other != "" {
		best.Note = "its tags say " + other + ", another game"
	}
	if bad != nil {
		best.Note = bad.Error()
	}
	return best, err
}

// begin follows a game whose squares have the names of n.
func (s *ruleSet) begin(g *notation.Game, n *notation.Notation) (b begun, err error) {
	h, b := rules.NewHistory(s.r, s.r.Start()), begun{Turns: []string{}}
	setUp := func(fen string, moves []notation.Move) error {
		at, err := n.BeginGame(s.r, fen, moves)
		if err == nil {
			h, b = at, begun{FEN: s.n.WriteFEN(at.Now().Setup()), Turns: []string{}}
		}
		return err
	}
	if fen := g.Tag("FEN"); fen != "" {
		if err := setUp(fen, g.Moves); err != nil {
			return b, err
		}
	}
	steps, err := g.Steps()
	if err != nil {
		return b, err
	}
	steps, _ = notation.Joined(steps)
	for i, step := range steps {
		if step.Setup != "" {
			if err := setUp(n.Passed(step.Setup, h.Now()), g.Moves[step.Move+1:]); err != nil {
				return b, err
			}
			continue
		}
		at, all := h.Now().Setup(), h.Turns()
		t, err := n.Parse(step.Text, at, all)
		if err != nil {
			fits, err := n.Candidates(step.Text, at, all)
			if err != nil {
				for _, rest := range steps[i:] {
					b.Turns = append(b.Turns, rest.Text)
				}
				return b, nil
			}
			best := n.Likeliest(h, fits, steps[i+1:], (*rules.History).Turns)
			if t = best[0]; len(best) > 1 {
				b.Note = fmt.Sprintf("%s may be several turns: %s is shown", step.Text, s.n.Format(notation.PDN, at, t, h.Turns()))
			}
		}
		b.Turns = append(b.Turns, s.n.Format(notation.PDN, at, t, h.Turns()))
		b.legal++
		h.Play(t)
	}
	return b, nil
}
