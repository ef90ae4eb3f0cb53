package conformance

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// replay plays d's turns again, as far as they are still playable, and returns
// the first difference that it meets, cut off there, or nil.
func (d *Difference) replay() *Difference {
	w, err := newWalker(d.Profile, d.Setup)
	if err != nil {
		return nil
	}
	e := *d
	played := slices.Clone(d.Turns)
	for n := 0; ; n++ {
		e.Turns = played[:n:n]
		turns, what, err := w.turns()
		if err != nil {
			return nil
		}
		if what != "" {
			e.What = what
			return &e
		}
		if n == len(d.Turns) {
			return nil
		}
		i := slices.IndexFunc(turns, func(t rules.Turn) bool {
			u := played[n]
			// What an omission leads to may have changed with the rest.
			t.Omission, t.Huffable, u.Omission, u.Huffable = 0, board.Set{}, 0, board.Set{}
			return t == u
		})
		if i < 0 {
			return nil
		}
		played[n] = turns[i]
		what, err = w.play(turns[i])
		if err != nil {
			return nil
		}
		if what != "" {
			e.Turns, e.What = played[:n+1], what
			return &e
		}
	}
}

// Shrink returns a difference with fewer turns, fewer pieces and fewer unusual rules, as
// long as the generators still disagree.
func (d *Difference) Shrink() *Difference {
	best := d.replay()
	if best == nil {
		return d
	}
	for again := true; again; {
		again = false
		try := func(e *Difference) bool {
			if e != nil {
				e = e.replay()
			}
			if e != nil {
				best, again = e, true
			}
			return e != nil
		}
		// Begin later.
		for n := len(best.Turns); n > 0; n-- {
			w, err := newWalker(best.Profile, best.Setup)
			if err != nil {
				break
			}
			ok := true
			for _, t := range best.Turns[:n] {
				if what, err := w.play(t); what != "" || err != nil {
					ok = false
					break
				}
			}
			if ok && try(&Difference{Profile: best.Profile, Setup: w.fast.Setup(), Turns: best.Turns[n:]}) {
				break
			}
		}
		// Leave turns out.
		for _, k := range []int{8, 4, 2, 1} {
			for n := 0; n+k <= len(best.Turns); n++ {
				turns := slices.Delete(slices.Clone(best.Turns), n, n+k)
				try(&Difference{Profile: best.Profile, Setup: best.Setup, Turns: turns})
			}
		}
		// Strike draw clauses.
		for n := 0; n < len(best.Profile.Draws); n++ {
			p := *best.Profile
			p.Draws = slices.Delete(slices.Clone(p.Draws), n, n+1)
			try(&Difference{Profile: &p, Setup: best.Setup, Turns: best.Turns})
		}
		// Take pieces off.
		for q := range best.Profile.Board.Grid().All().All() {
			s := best.Setup
			for side := range s.Men {
				s.Men[side], s.Kings[side] = s.Men[side].Without(q), s.Kings[side].Without(q)
			}
			if s != best.Setup {
				try(&Difference{Profile: best.Profile, Setup: s, Turns: best.Turns})
			}
		}
		// Put axes back to what is usual.
		usual := profile.Default()
		for i := range profile.Axes {
			a := &profile.Axes[i]
			p := *best.Profile
			if a.Key == "board.rows" || a.Key == "board.columns" || fmt.Sprint(a.Get(&p)) == fmt.Sprint(a.Default) || !a.Applies(&p) {
				continue
			}
			if a.Key == "board.start" {
				p.Board.Start, p.Board.Setup, p.Board.MenRows = "", nil, 1
			} else if err := a.Set(&p, a.Get(usual)); err != nil && a.Set(&p, a.Default) != nil {
				continue
			}
			p.Settle()
			if len(profile.Check(&p)) == 0 {
				NameSquares(&p)
				try(&Difference{Profile: &p, Setup: best.Setup, Turns: best.Turns})
			}
		}
	}
	return best
}

// Sets returns what makes the default profile into p, as varlab's --set takes it.
func Sets(p *profile.Profile) []string {
	usual := profile.Default()
	var sets []string
	for i := range profile.Axes {
		a := &profile.Axes[i]
		v := a.Get(p)
		if !a.Applies(p) || a.Applies(usual) && fmt.Sprint(v) == fmt.Sprint(a.Get(usual)) {
			continue
		}
		sets = append(sets, a.Key+"="+notation.Literal(v))
	}
	return sets
}

// String says where the generators differ and how to see it again.
func (d *Difference) String() string {
	b := Block{Rules: "international --notation hub", Sets: append([]string{"draw=[]"}, Sets(d.Profile)...)}
	b.FEN, b.After = notation.Of(d.Profile).WriteFEN(d.Setup), strings.Fields(d.After())
	return fmt.Sprintf("the generators differ: %s\n%s", d.What, b.Command())
}

// After returns the turns played, in hub text.
func (d *Difference) After() string {
	n := notation.Of(d.Profile)
	w, err := newWalker(d.Profile, d.Setup)
	if err != nil {
		return ""
	}
	var texts []string
	for _, t := range d.Turns {
		turns := w.h.Turns()
		texts = append(texts, n.Format(notation.Hub, w.fast.Setup(), t, turns))
		if what, err := w.play(t); what != "" || err != nil {
			break
		}
	}
	return strings.Join(texts, " ")
}
