package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Finding is a referee's result for one game.
type Finding struct {
	Game                  // Plies up to the first illegal move, without turns that were taken back
	Complete  bool        // followed from the first move to the last, all legal
	Unread    error       // bad text, or an invalid position in it, before any illegal move
	Gap       bool        // a move is not given; the game is followed up to there
	Illegal   *Illegal    // the first illegal move
	Ambiguous []Ambiguous // moves that fit several turns
	Stated    string      // the result that the text gives; empty if none
	Finished  bool        // the game is over in the last position, draw clauses aside
	// Contradiction is the result of a finished game, as Score writes it, if the text states
	// another; else empty.
	Contradiction string
	Other         string // the game that its tags name, if it is another: its result counts for nothing
	Clauses       []Clause
	Left          [4]int // captures left untaken, by kind; not those taken back
	Binding       []int  // of Plies, those at which each of Keys forbade a move
	Joined        int    // captures that were written as several moves of one side
	// Logs are the log likelihoods of the moves in order, from logTurn and logLapse.
	Logs []float64
}

// Follow plays g, which a notation.Reader returned with err, as far as it is legal. Squares
// have the rule set's names. If the game can be followed further with other names, those are
// used: the names of its tag GameType, and of the rule sets beside. A game that varlab wrote
// has the names of its tag GameType, though a short game may be legal with the rule set's
// names too.
func (j *Referee) Follow(g *notation.Game, err error) Finding {
	names := slices.Clone(j.names)
	if t, err := notation.ReadGameType(g.Tag("GameType")); err == nil {
		if n, ok := t.Notation(j.rules.Profile()); ok && ours(g) {
			names = slices.Insert(names, 0, n)
		} else if ok {
			names = slices.Insert(names, 1, n)
		}
	}
	if n, ok := notation.Lettered(g, j.rules.Profile()); ok {
		names = append(names, n)
	}
	best := j.follow(g, err, names[0])
	for _, n := range names[1:] {
		if best.Complete {
			break
		}
		if f := j.follow(g, err, n); f.further(&best) {
			best = f
		}
	}
	if best.Other = notation.OtherThan(j.rules.Profile().ID, g); best.Other != "" {
		best.Stated, best.Contradiction, best.Result, best.Scored = "", "", rules.Ongoing, rules.Ongoing
	}
	if best.Illegal != nil {
		best.Unread = nil // the bad text comes later, where nothing is checked
	}
	return best
}

// further reports whether f followed its game further than o did, or read more of it.
func (f *Finding) further(o *Finding) bool {
	legal := func(f *Finding) int {
		if f.Illegal != nil {
			return f.Plies - 1
		}
		return f.Plies
	}
	return f.Complete || legal(f) > legal(o) || legal(f) == legal(o) && o.Unread != nil && f.Unread == nil
}

// ours reports whether varlab wrote g.
func ours(g *notation.Game) bool { return g.Tag(ruleSetTag) != "" }

// A follower plays one game.
type follower struct {
	*Referee
	notation *notation.Notation
	history  *rules.History
	steps    []notation.Step
	ours     bool
	found    Finding
	buffer   []rules.Turn
	last     profile.Omission // of the turn before
	bound    [2][]int         // the axes that forbade a move at the turn before, and at this one
	opening  []string         // the first turns, as they are written
}

func (j *Referee) follow(g *notation.Game, bad error, n *notation.Notation) Finding {
	f := follower{Referee: j, notation: n, history: rules.NewHistory(j.rules, j.rules.Start())}
	f.ours = ours(g)
	// What is wrong with the moves that were read stands before the text that was not.
	f.found = Finding{Unread: bad, Stated: g.Stated(), Binding: make([]int, len(j.Keys()))}
	f.found.Number, f.found.Moves, f.found.Clock = g.Number, len(g.Moves), byClock(g)
	for side, colour := range []profile.Colour{j.rules.Profile().Board.FirstMover, profile.White + profile.Black - j.rules.Profile().Board.FirstMover} {
		f.found.Seats[side] = seatOf(g, colour)
	}
	f.play(g)
	f.finish()
	return f.found
}

func (f *follower) play(g *notation.Game) {
	if fen := g.Tag("FEN"); fen != "" {
		if err := f.setUp(fen, g.Moves); err != nil {
			f.found.Unread = fmt.Errorf("%d: game %d: %w", g.FENRow, g.Number, err)
			return
		}
	}
	steps, err := g.Steps()
	if err != nil {
		f.found.Unread = err
	}
	steps, f.found.Joined = notation.Joined(steps)
	f.steps = steps
	f.found.begin(f.history)
	elsewhere := false
	defer func() {
		if elsewhere {
			f.found.Setup, f.found.Turns = nil, nil
		} else if f.found.Setup == nil && len(f.opening) == openingTurns {
			f.found.Course.Opening = strings.Join(f.opening, " ")
		}
	}()
	for i := range steps {
		s := &steps[i]
		f.clauses()
		elsewhere = elsewhere || s.Setup != ""
		switch {
		case s.Setup != "":
			if err := f.setUp(f.notation.Passed(s.Setup, f.history.Now()), g.Moves[s.Move+1:]); err != nil {
				f.found.Unread = g.Wrong(s, err)
				return
			}
		case s.Text == notation.Unknown:
			f.found.Gap = true
			return
		case !f.step(g, i):
			return
		}
	}
	f.clauses()
}

// setUp begins again from a position.
func (f *follower) setUp(fen string, moves []notation.Move) error {
	h, err := f.notation.BeginGame(f.rules, fen, moves)
	if err == nil {
		f.history, f.last = h, profile.NoOmission
	}
	return err
}

func (f *follower) step(g *notation.Game, i int) bool {
	turns := playable(f.history)
	text := f.steps[i].Text
	fits, err := f.notation.Candidates(text, f.history.Now().Setup(), turns)
	if errors.Is(err, notation.ErrSquare) {
		f.found.Unread = g.Wrong(&f.steps[i], err)
		return false
	}
	f.found.Plies++
	f.bound[1] = f.bound[1][:0]
	f.buffer = f.Binds(f.history, f.buffer, func(key int, _ rules.Turn, _ []rules.Turn) { f.bound[1] = append(f.bound[1], key) })
	if err != nil {
		f.count(f.bound[1], 1)
		if owes(turns) {
			f.found.Course.Owed++
		}
		f.found.Logs = append(f.found.Logs, logLapse)
		f.illegal(text)
		return false
	}
	f.found.Logs = append(f.found.Logs, logTurn(len(turns)))
	t := fits[0]
	if len(fits) > 1 {
		t = f.choose(i, fits, turns)
	}
	f.found.Course.add(turns, &t)
	if len(f.opening) < openingTurns {
		f.opening = append(f.opening, f.names[0].Format(notation.PDN, f.history.Now().Setup(), t, turns))
	}
	if f.draw && t.Claim == rules.NoClaim && f.history.Now().Pending() { // otherwise clauses records it
		if reason, ok := stands(f.history); ok {
			f.clause(reason, f.found.Plies-1, false)
		}
	}
	f.history.Play(t)
	f.found.Turns = append(f.found.Turns, t)
	switch {
	case t.Claim == rules.Compel:
		// Neither the turn that is taken back nor its compel is a ply.
		f.found.Plies -= 2
		f.count(f.bound[0], -1)
		f.found.Left[f.last]--
		f.last, f.bound[0] = profile.NoOmission, nil
	case t.Claim == rules.Waive, t.Action == rules.CallDraw:
		f.found.Plies--
	default:
		f.count(f.bound[1], 1)
		f.last, f.bound[0], f.bound[1] = t.Omission, f.bound[1], f.bound[0]
		f.found.Left[t.Omission]++
	}
	return true
}

// count counts the plies at which axes forbade a move.
func (f *follower) count(keys []int, n int) {
	for _, key := range keys {
		f.found.Binding[key] += n
	}
}

func (f *follower) illegal(text string) {
	s := f.history.Now()
	at := s.Setup()
	bad := &Illegal{Ply: f.found.Plies, Move: text, FEN: f.notation.WriteFEN(at), Forbidding: []string{}}
	for i := range f.loose {
		if turns, ok := f.loose[i].moves(nil, s); ok {
			n := f.notation.Under(f.loose[i].rules.Profile())
			if _, err := n.Candidates(text, at, turns); err == nil {
				bad.Forbidding = append(bad.Forbidding, f.loose[i].key)
			}
		}
	}
	f.found.Illegal = bad
}

// clauses records the draw clauses that stand now.
func (f *follower) clauses() {
	if !f.draw {
		return
	}
	h := f.history
	if o := h.Outcome(); o.Over() {
		if !o.Reason.OnBoard() {
			f.clause(o.Reason, f.found.Plies, false)
		}
		return
	}
	for _, t := range h.Turns() {
		if t.Action == rules.CallDraw {
			h.Play(t)
			o := h.Outcome()
			h.Undo()
			f.clause(o.Reason, f.found.Plies, true)
			return
		}
	}
}

func (f *follower) clause(reason rules.Reason, ply int, onClaim bool) {
	if !slices.ContainsFunc(f.found.Clauses, func(c Clause) bool { return c.Reason == reason && c.OnClaim == onClaim }) {
		f.found.Clauses = append(f.found.Clauses, Clause{Ply: ply, Reason: reason, OnClaim: onClaim, Stated: f.found.Stated})
	}
}

// finish records how the game stands, as far as it was followed.
func (f *follower) finish() {
	x := &f.found
	stated, points, ok := notation.ReadScore(x.Stated)
	x.Result = stated
	x.Complete = x.Unread == nil && x.Illegal == nil && !x.Gap
	x.Whole = x.Complete && (len(x.Turns) > 0 || x.Setup != nil)
	x.Omissions = x.Left[profile.Missed] + x.Left[profile.Partial] + x.Left[profile.Weaker]
	if x.Illegal != nil && slices.Contains(x.Illegal.Forbidding, "capture.obligation") {
		x.Omissions++
	}
	if o := f.history.Outcome(); x.Complete && o.Over() && o.Reason.OnBoard() {
		x.Finished = true
		if ok && stated != o.Result {
			x.Contradiction = notation.Score(o.Result, points)
		}
		if stated == rules.Ongoing {
			x.Result = o.Result
		}
	}
	x.Scored = f.rules.Scored(x.Result)
}

// choose returns the turn of fits, the turns that step i may mean, after which most of the
// following steps can be played. Among several it takes, in a game that varlab wrote, the turn
// written in full; otherwise the turn that leaves nothing untaken, since other programs may
// write that by its two ends.
func (f *follower) choose(i int, fits, turns []rules.Turn) rules.Turn {
	turns = slices.Clone(turns)
	at := f.history.Now().Setup()
	likely := func(t rules.Turn) bool {
		if f.ours {
			return f.notation.Format(notation.PDN, at, t, turns) == f.steps[i].Text
		}
		return t.Omission == profile.NoOmission
	}
	best := f.notation.Likeliest(f.history, fits, f.steps[i+1:], playable)
	if slices.ContainsFunc(best, likely) {
		best = slices.DeleteFunc(best, func(t rules.Turn) bool { return !likely(t) })
	}
	if len(best) > 1 {
		var texts []string
		for _, t := range best {
			texts = append(texts, f.notation.Format(notation.PDN, at, t, turns))
		}
		slices.Sort(texts)
		kept := min(len(texts), mostFits)
		f.found.Ambiguous = append(f.found.Ambiguous, Ambiguous{Ply: f.found.Plies, Move: f.steps[i].Text, Fits: texts[:kept], More: len(texts) - kept})
	}
	return best[0]
}
