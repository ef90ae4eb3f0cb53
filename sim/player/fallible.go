package player

import (
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"
)

// People are the options that make a player of any kind err as people do.
var People = []Option{
	{Key: "oversight", Min: 0, Max: 100, Means: "chance in percent that a man's jump straight ahead is overlooked; harder jumps more often"},
	{Key: "hardness", Min: 0, Max: 400, Default: 100, Means: "how much harder other jumps are to see, in percent of what is assumed; 0: no harder"},
	{Key: "vigilance", Min: 0, Max: 100, Default: 100, Means: "chance in percent that an opponent's omission is noticed"},
	{Key: "touch", Min: 0, Max: 100, Means: "chance in percent that a piece is touched before having looked"},
	{Key: "release", Min: 0, Max: 100, Default: 100, Means: "chance in percent that a piece is let go without a second look"},
	{Key: "adjust", Min: 0, Max: 100, Means: "chance in percent that two pieces are touched to set them right, without a word"},
}

func (s *Spec) fallible() bool {
	return s.Get("oversight") > 0 || s.Get("vigilance") < 100 || s.Get("touch") > 0 || s.Get("adjust") > 0
}

// A fallible player lets another player choose, but does not always know all the turns.
//
// It overlooks captures jump by jump. If it sees none of the due captures, it plays as if there
// were none; if it sees a part of one, it makes that part, without knowing that this is an
// omission. If the rules forbid it, the player is put right at no cost, the correction is counted,
// and the wrapped player chooses, bound to the piece in hand where touch-move binds. Before it
// releases a piece there may be a second look. If it does not notice an opponent's omission, it
// plays as if there had been none. If it touches a piece before looking, it is bound to the piece
// where touch-move binds, and loses claims where a rule says so. If it sets two pieces right
// without a word, where a word is owed, it plays the one that the opponent likes best. If it must
// play a turn again, it is bound to the touched piece where a rule says so.
//
// It judges the turns that it sees as well as the wrapped player. It overlooks nothing in the turn
// after a compel, which has shown that a capture is due.
type fallible struct {
	base      chooser
	vigilance int
	touch     int
	adjust    int
	release   int
	sight     sight
	pieces    *rules.Rules // what the pieces can do, whatever is owed
	profile   *profile.Profile
	binds     bool            // touch-move
	most      bool            // the larger capture is due
	moved     [2]board.Square // by side: with which piece it made its last turn

	turns     []rules.Turn
	others    []rules.Turn
	thoughts  []thought
	minds     []rules.Turn
	corrected int
}

// A thought is a turn as the player takes it to be.
type thought struct {
	turn     rules.Turn // with faults that he does not see erased
	innocent bool       // it has one
}

func newFallible(r *rules.Rules, s *Spec, base chooser) *fallible {
	p := r.Profile()
	f := &fallible{
		base: base, vigilance: s.Get("vigilance"), touch: s.Get("touch"), adjust: s.Get("adjust"), release: s.Get("release"),
		sight:   sight{rules: r, chance: s.Get("oversight"), hardness: s.Get("hardness")},
		profile: p,
		binds:   p.Conduct.TouchMove != profile.TouchFree,
		most:    len(p.Capture.Precedence) > 0 && p.Capture.Precedence[0] == profile.ByQuantity,
		moved:   [2]board.Square{board.NoSquare, board.NoSquare},
	}
	free := *p
	free.Capture.Obligation, free.Capture.Completion, free.Capture.Precedence = profile.Free, profile.AtWill, nil
	free.Settle()
	var err error
	if f.pieces, err = rules.Compile(&free); err != nil {
		panic(fmt.Sprintf("player: a valid profile is not valid with captures free: %v", err))
	}
	return f
}

func (f *fallible) NewGame() {
	f.base.NewGame()
	f.moved = [2]board.Square{board.NoSquare, board.NoSquare}
}

// Corrected returns how many illegal turns were intended, and put right, in the
// last choice.
func (f *fallible) Corrected() int { return f.corrected }

func (f *fallible) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	t, err := f.choose(h, c)
	f.moved[h.Now().Mover()] = t.From
	return t, err
}

func (f *fallible) choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	f.corrected = 0
	s := h.State()
	f.turns = append(f.turns[:0], h.Turns()...)
	turns := f.turns
	touched, other := f.touched(&s, c)
	if s.ClaimOpen() && !f.profile.Claim.Automatic {
		lapsed := touched != board.NoSquare && f.profile.Conduct.ClaimAfterTouch == profile.ClaimLapses
		turns = f.claims(h, turns, lapsed, c)
	}
	if _, compelled := s.Compelled(); compelled {
		if f.profile.Conduct.CompelPiece == profile.CompelTouched {
			touched = f.moved[s.Mover()]
		}
		return f.base.among(h, bound(turns, touched), c)
	}
	if other != board.NoSquare {
		return f.adjusted(h, &s, turns, [2]board.Square{touched, other}, c)
	}
	return f.play(h, &s, turns, touched, c)
}

// adjusted returns the turn of a player who has touched two pieces to set them right: the
// opponent chooses between the turns that the player would make with either, and takes the one
// that is worse for the player.
func (f *fallible) adjusted(h *rules.History, s *rules.State, turns []rules.Turn, touched [2]board.Square, c random.Chance) (rules.Turn, error) {
	with := make([]rules.Turn, len(touched))
	for i, q := range touched {
		var err error
		if with[i], err = f.play(h, s, turns, q, c); err != nil {
			return with[i], err
		}
	}
	better, err := f.base.among(h, with, c)
	if better == with[0] {
		return with[1], err
	}
	return with[0], err
}

// play returns the turn of a player with a piece in hand, or none.
func (f *fallible) play(h *rules.History, s *rules.State, turns []rules.Turn, touched board.Square, c random.Chance) (rules.Turn, error) {
	f.sight.jumps = f.sight.jumps[:0] // what was seen before is forgotten
	f.think(s, turns, touched, c)
	chosen, err := f.intend(h, c)
	hand := func() board.Square {
		if f.binds {
			return chosen.turn.From
		}
		return touched
	}
	if err == nil && chosen.innocent && f.profile.Conduct.Release == profile.ReleaseCommits && !percent(c.Of(release), f.release) {
		f.sight.again(c)
		f.think(s, turns, hand(), c)
		chosen, err = f.intend(h, c)
	}
	if err != nil {
		return chosen.turn, err
	}
	if t, ok := f.real(turns, chosen.turn, c); ok {
		return t, nil
	}
	// The rules do not allow it.
	f.corrected++
	return f.base.among(h, f.held(turns, hand()), c)
}

// touched returns the piece touched before looking, if touch-move binds, and a second if two
// were touched to set them right. Any piece can be touched that could move or take if nothing
// were owed.
func (f *fallible) touched(s *rules.State, c random.Chance) (one, two board.Square) {
	one, two = board.NoSquare, board.NoSquare
	adjusts := f.profile.Conduct.Adjusting == profile.AdjustingDeclared && percent(c.Of(adjust), f.adjust)
	if !f.binds || !adjusts && !percent(c.Of(touch), f.touch) {
		return one, two
	}
	var movable board.Set
	for _, t := range f.able(s) {
		if t.From != board.NoSquare {
			movable = movable.With(t.From)
		}
	}
	if movable.Empty() {
		return one, two
	}
	one = anyPiece(c.Of(whichPiece), movable)
	if rest := movable.Without(one); adjusts && !rest.Empty() {
		two = anyPiece(c.Of(whichOther), rest)
	}
	return one, two
}

// anyPiece returns one of the squares, all equally likely.
func anyPiece(c random.Chance, squares board.Set) board.Square {
	list := slices.Collect(squares.All())
	return list[random.Least(c, list, func(q *board.Square) random.Chance { return random.Chance(*q) })]
}

// able returns what the pieces of the side on move can do, whatever is owed.
func (f *fallible) able(s *rules.State) []rules.Turn {
	bare, err := f.pieces.Position(s.Setup())
	f.others = f.others[:0]
	if err == nil {
		f.others = f.pieces.Moves(f.others, bare)
	}
	return f.others
}

// claims returns the turns left to a player who may make a claim: turns without a claim if the
// omission goes unnoticed or the claim has lapsed; the turns that the rules leave if the piece
// at fault was touched.
func (f *fallible) claims(h *rules.History, turns []rules.Turn, lapsed bool, c random.Chance) []rules.Turn {
	keep := func(ok func(t *rules.Turn) bool) []rules.Turn {
		if kept := those(turns, ok); len(kept) > 0 {
			return kept
		}
		return turns
	}
	if lapsed || !percent(c.Of(vigilance), f.vigilance) {
		turns = append(turns, h.Unnoticed()...)
		return keep(func(t *rules.Turn) bool { return t.Claim == rules.NoClaim || t.Claim == rules.Waive })
	}
	if f.binds && percent(c.Of(claimTouch), f.touch) {
		switch f.profile.Conduct.ClaimByTouch {
		case profile.MustHuffTouched:
			return keep(func(t *rules.Turn) bool { return t.Claim == rules.Huff })
		case profile.NoClaim:
			return keep(func(t *rules.Turn) bool { return t.Claim == rules.NoClaim || t.Claim == rules.Waive })
		case profile.NoCompel:
			return keep(func(t *rules.Turn) bool { return t.Claim != rules.Compel })
		}
	}
	return turns
}

// think fills thoughts with the turns that the player believes to have. hand is the piece that
// the player must play, if that is possible.
func (f *fallible) think(s *rules.State, turns []rules.Turn, hand board.Square, c random.Chance) {
	f.thoughts = f.thoughts[:0]
	at := s.Setup()
	candidates := f.held(turns, hand)
	legal := len(candidates)
	if slices.ContainsFunc(candidates, func(t rules.Turn) bool { return t.From != hand }) {
		hand = board.NoSquare // it binds to nothing
	}
	if owes(turns) && !slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Claim != rules.NoClaim }) {
		// The player may mean a turn that the pieces can make and the rules forbid.
		for _, t := range f.able(s) {
			if !slices.ContainsFunc(turns, func(l rules.Turn) bool { return sameMove(&l, &t) }) &&
				(hand == board.NoSquare || t.From == hand) {
				candidates = append(candidates, t)
			}
		}
	}
	seen := make([]bool, len(candidates))
	for i := range candidates {
		seen[i] = candidates[i].Action != rules.Capture || f.sight.sees(at, &candidates[i], c)
	}
	for i, t := range candidates {
		if !seen[i] {
			continue
		}
		knows, takes, goesOn, most := false, false, false, 0
		for j, other := range candidates {
			if !seen[j] || other.Action != rules.Capture || other.Claim != t.Claim || other.Named != t.Named {
				continue
			}
			takes = true
			most = max(most, other.Captured.Len())
			knows = knows || j < legal && other.Omission == profile.NoOmission
			goesOn = goesOn || other.From == t.From && other.Captured != t.Captured && t.Captured.Minus(other.Captured).Empty()
		}
		fault := i >= legal || t.Omission != profile.NoOmission
		// The player may know that it is a fault, or take it for one.
		if !fault || knows || t.Action == rules.Quiet && takes || t.Action == rules.Capture && (goesOn || f.most && t.Captured.Len() < most) {
			if i < legal {
				f.thoughts = append(f.thoughts, thought{turn: t})
			}
			continue
		}
		t.Omission, t.Huffable, t.Offers = profile.NoOmission, board.Set{}, board.NoSquare
		if !slices.ContainsFunc(f.thoughts, func(o thought) bool { return o.turn == t }) {
			f.thoughts = append(f.thoughts, thought{t, true})
		}
	}
	if len(f.thoughts) == 0 {
		for _, t := range candidates[:legal] {
			f.thoughts = append(f.thoughts, thought{turn: t})
		}
	}
}

func (f *fallible) intend(h *rules.History, c random.Chance) (thought, error) {
	f.minds = f.minds[:0]
	for _, o := range f.thoughts {
		f.minds = append(f.minds, o.turn)
	}
	t, err := f.base.among(h, f.minds, c)
	return thought{t, slices.Contains(f.thoughts, thought{t, true})}, err
}

// real returns the turn of the rules that a player makes who means t. Where the rules ask for
// the piece to be huffed for it, any is named.
func (f *fallible) real(turns []rules.Turn, t rules.Turn, c random.Chance) (rules.Turn, bool) {
	if slices.Contains(turns, t) {
		return t, true
	}
	same := those(turns, func(o *rules.Turn) bool { return sameMove(o, &t) })
	if len(same) == 0 {
		return t, false
	}
	return anyOf(c.Of(whichNaming), same), true
}

// held returns the turns with the piece in hand, where it must be played: all of
// them if it has none, or if another must take and that duty comes first.
func (f *fallible) held(turns []rules.Turn, hand board.Square) []rules.Turn {
	with := bound(turns, hand)
	if f.profile.Conduct.TouchAgainstDuty == profile.DutyStands && owes(turns) && !owes(with) {
		return slices.Clone(turns)
	}
	return with
}

// bound returns the turns with the piece in hand, and those that move none: all, if it
// has no move.
func bound(turns []rules.Turn, hand board.Square) []rules.Turn {
	if hand == board.NoSquare || !slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.From == hand }) {
		return slices.Clone(turns)
	}
	return those(turns, func(t *rules.Turn) bool { return t.From == hand || t.From == board.NoSquare })
}

func those(turns []rules.Turn, ok func(t *rules.Turn) bool) []rules.Turn {
	return slices.DeleteFunc(slices.Clone(turns), func(t rules.Turn) bool { return !ok(&t) })
}

func owes(turns []rules.Turn) bool {
	due, quiet := false, false
	for i := range turns {
		if t := &turns[i]; t.Omission == profile.NoOmission {
			due, quiet = due || t.Action == rules.Capture, quiet || t.Action == rules.Quiet
		}
	}
	return due && !quiet // captures beside quiet moves are free
}

func sameMove(a, b *rules.Turn) bool {
	return a.Claim == b.Claim && a.Named == b.Named && a.Action == b.Action && a.From == b.From && a.To == b.To &&
		a.Captured == b.Captured && a.Promotes == b.Promotes
}
