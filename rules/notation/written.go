package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
)

// Parse reads one of turns, which are those playable in the position at, as Candidates does.
// If text is what Format writes for a turn it is that turn; if it fits several otherwise, the
// error lists them.
func (n *Notation) Parse(text string, at board.Setup, turns []rules.Turn) (rules.Turn, error) {
	fits, err := n.Candidates(text, at, turns)
	if err != nil {
		return rules.Turn{}, err
	}
	exact := those(fits, func(t rules.Turn) bool {
		return n.Format(PDN, at, t, turns) == text || n.Format(Hub, at, t, turns) == text
	})
	if len(exact) > 0 {
		fits = exact
	}
	return n.only(text, fits, at, turns)
}

func (n *Notation) fitting(w written, at board.Setup, turns []rules.Turn) []rules.Turn {
	return those(turns, func(t rules.Turn) bool { return n.fits(w, at, t, turns) })
}

func those(turns []rules.Turn, ok func(t rules.Turn) bool) []rules.Turn {
	return slices.DeleteFunc(slices.Clone(turns), func(t rules.Turn) bool { return !ok(t) })
}

func (n *Notation) only(text string, fits []rules.Turn, at board.Setup, turns []rules.Turn) (rules.Turn, error) {
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return rules.Turn{}, fmt.Errorf("turn %q: not playable (want %s)", text, n.list(at, turns, turns))
	}
	return rules.Turn{}, fmt.Errorf("turn %q: fits several (want one of %s)", text, n.list(at, fits, turns))
}

// ParseAs reads a turn exactly as Format writes it in form f.
func (n *Notation) ParseAs(f Form, text string, at board.Setup, turns []rules.Turn) (rules.Turn, error) {
	if i := slices.IndexFunc(turns, func(t rules.Turn) bool { return n.Format(f, at, t, turns) == text }); i >= 0 {
		return turns[i], nil
	}
	return n.only(text, nil, at, turns)
}

// ParseHub reads a turn of the Hub protocol: the ends, and of a capture the captured squares
// in any order. These may be left out where no other capture has the same ends.
func (n *Notation) ParseHub(text string, at board.Setup, turns []rules.Turn) (rules.Turn, error) {
	if t, err := n.ParseAs(Hub, text, at, turns); err == nil {
		return t, nil
	}
	w, err := n.read(text)
	if err != nil {
		return rules.Turn{}, fmt.Errorf("turn %q: %w", text, err)
	}
	return n.only(text, those(n.fitting(w, at, turns), func(t rules.Turn) bool {
		return t.Action != rules.Capture || w.squares[1] == t.To && (len(w.squares) == 2 || board.SetOf(w.squares[2:]...) == t.Captured)
	}), at, turns)
}

// list writes turns in both forms where these differ.
func (n *Notation) list(at board.Setup, some, turns []rules.Turn) string {
	if len(some) == 0 {
		return "none; no turn is left"
	}
	texts := make([]string, len(some))
	for i, t := range some {
		texts[i] = n.Format(PDN, at, t, turns)
		if hub := n.Format(Hub, at, t, turns); t.Action == rules.Capture {
			texts[i] += " = " + hub
		}
	}
	slices.Sort(texts)
	const most = 40
	if len(texts) > most {
		texts = append(texts[:most], fmt.Sprintf("and %d more", len(some)-most))
	}
	return strings.Join(texts, ", ")
}

type written struct {
	claim   rules.ClaimKind
	action  rules.Action
	named   board.Square
	squares []board.Square
	king    bool
	offers  board.Square
}

var errNoMove = errors.New("no move (want one such as 28-32 or 28x19)")

func (n *Notation) read(text string) (written, error) {
	w := written{named: board.NoSquare, offers: board.NoSquare}
	var err error
	text = lookalikes.Replace(text)
	rest := text
	if all, move, more := strings.Cut(text, "/"); all == "huff" {
		w.claim = rules.Huff
		if !more {
			return w, nil
		}
		rest = move
	} else if huff, ok := strings.CutPrefix(text, "huff@"); ok {
		w.claim = rules.Huff
		sq, move, more := strings.Cut(huff, "/")
		if w.named, err = n.Square(sq); err != nil || !more {
			return w, err
		}
		rest = move
	} else if sq, ok := strings.CutPrefix(text, "compel@"); ok {
		w.claim = rules.Compel
		w.named, err = n.Square(sq)
		return w, err
	}
	switch rest {
	case "":
		return w, errNoMove
	case "compel":
		w.claim = rules.Compel
		return w, nil
	case "waive":
		w.claim = rules.Waive
		return w, nil
	case "pass":
		w.action = rules.Pass
		return w, nil
	case "draw":
		w.action = rules.CallDraw
		return w, nil
	}
	if move, sq, ok := strings.Cut(rest, "@"); ok {
		rest = move
		if w.offers, err = n.Square(sq); err != nil {
			return w, err
		}
	}
	rest, w.king = strings.CutSuffix(rest, "=K")
	w.action = rules.Capture
	parts := strings.FieldsFunc(rest, func(r rune) bool { return r == 'x' || r == ':' })
	if strings.Contains(rest, "-") {
		w.action = rules.Quiet
		parts = strings.Split(rest, "-")
	}
	if len(parts) < 2 || w.action == rules.Quiet && len(parts) > 2 {
		return w, errors.New("neither a move nor a claim (want such as 28-32, 28x19, huff@22/28-32, compel, waive, pass or draw)")
	}
	w.squares, err = n.squaresOf(parts)
	return w, err
}

func (n *Notation) squaresOf(names []string) ([]board.Square, error) {
	squares := make([]board.Square, len(names))
	for i, name := range names {
		var err error
		if squares[i], err = n.Square(name); err != nil {
			return nil, err
		}
	}
	return squares, nil
}

func (n *Notation) fits(w written, at board.Setup, t rules.Turn, turns []rules.Turn) bool {
	if w.claim != t.Claim || w.named != t.Named || w.action != t.Action {
		return false
	}
	if t.Action != rules.Quiet && t.Action != rules.Capture {
		return true
	}
	if w.offers != board.NoSquare && w.offers != t.Offers || w.squares[0] != t.From {
		return false
	}
	if w.king != t.Promotes && (w.king || canStay(t, turns)) {
		return false
	}
	if t.Action == rules.Quiet {
		return w.squares[1] == t.To
	}
	if w.squares[1] == t.To {
		// Hub text, in whatever order the captured squares stand.
		if rest := w.squares[2:]; len(rest) == 0 || len(rest) == t.Captured.Len() && board.SetOf(rest...) == t.Captured {
			return true
		}
	}
	if w.squares[len(w.squares)-1] != t.To {
		return false
	}
	found := false
	n.routes(at, t, func(route []board.Square) bool {
		found = within(w.squares[1:], route)
		return !found
	})
	return found
}

func within(part, whole []board.Square) bool {
	for _, q := range whole {
		if len(part) > 0 && part[0] == q {
			part = part[1:]
		}
	}
	return len(part) == 0
}
