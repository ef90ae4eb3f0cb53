package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// Follow plays g, which a notation.Reader returned with err, as far as it is
// legal. Squares are named as the rule set names them; but where the game can be
// followed further with other names, it is read with those: of its tag GameType,
// of the rule sets beside, and on a board with named squares with numbers for them
// as most programs count. What varlab wrote is named as its tag GameType says, though a
// short game may be legal with the rule set's names too.
func (j *Judge) Follow(g *notation.Game, err error) Finding {
	names := slices.Clone(j.names)
	if n, ok := j.tagged(g); ok {
		at := 1
		if ours(g) {
			at = 0
		}
		names = slices.Insert(names, at, n)
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
	if best.Illegal != nil {
		best.Unread = nil // what cannot be read comes later, where nothing is checked
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
func ours(g *notation.Game) bool { return g.Tag("RuleSet") != "" }

// tagged returns the notation with squares as the tag GameType names them, if
// that is otherwise than the rule set does.
func (j *Judge) tagged(g *notation.Game) (*notation.Notation, bool) {
	t, err := notation.ReadGameType(g.Tag("GameType"))
	if err != nil {
		return nil, false
	}
	p := *j.rules.Profile()
	b, ok := t.Rename(&p.Board)
	if !ok {
		return nil, false
	}
	p.Board = b
	return notation.Of(&p), true
}

// namings returns the notations of p with which games may be read: the one that
// it has, those that others have, and those with other numbers for named squares.
func namings(p *profile.Profile, others []*profile.Profile) []*notation.Notation {
	list := []*notation.Notation{notation.Of(p)}
	seen := map[string]bool{}
	for _, o := range others {
		t := notation.NamingOf(&o.Board)
		if b, ok := t.Rename(&p.Board); ok && !seen[t.String()] {
			seen[t.String()] = true
			q := *p
			q.Board = b
			list = append(list, notation.Of(&q))
		}
	}
	for _, n := range list {
		if n.Algebraic() {
			list = append(list, n.Renumbered())
		}
	}
	return list
}

// A follower plays one game.
type follower struct {
	*Judge
	notation *notation.Notation
	history  *rules.History
	steps    []notation.Step
	ours     bool
	found    Finding
	buffer   []rules.Turn
	last     profile.Omission // of the turn before
	bound    [2][]int         // the axes that forbade a move at the turn before, and at this one
	turns    []rules.Turn
	opening  []string // the first of them, as they are written
}

func (j *Judge) follow(g *notation.Game, bad error, n *notation.Notation) Finding {
	f := follower{Judge: j, notation: n, history: rules.NewHistory(j.rules, j.rules.Start())}
	f.ours = ours(g)
	f.found = Finding{Unread: bad, Stated: g.Stated(), Binding: make([]int, len(j.Keys()))}
	f.play(g)
	f.found.Result, _, _ = notation.ReadScore(f.found.Stated)
	f.found.Complete = f.found.Unread == nil && f.found.Illegal == nil && !f.found.Gap
	if f.found.Complete {
		f.finish()
	}
	return f.found
}

func (f *follower) play(g *notation.Game) {
	if fen := g.Tag("FEN"); fen != "" {
		if err := f.setUp(fen); err != nil {
			f.unread(fmt.Errorf("%d: game %d: %w", g.Row, g.Number, err))
			return
		}
	}
	steps, err := g.Steps()
	if err != nil {
		f.unread(err)
	}
	steps, f.found.Joined = joined(steps)
	f.steps = steps
	elsewhere := f.history.State() != f.rules.Start() // many files set up the start itself
	defer func() {
		if !elsewhere {
			f.found.Turns = f.turns
			if len(f.opening) == OpeningTurns {
				f.found.Course.Opening = strings.Join(f.opening, " ")
			}
		}
	}()
	for i := range steps {
		s := &steps[i]
		f.clauses()
		elsewhere = elsewhere || s.Setup != ""
		switch {
		case s.Setup != "":
			if err := f.setUp(s.Setup); err != nil {
				m := &g.Moves[s.Move]
				f.unread(&notation.SyntaxError{Row: m.Row, Column: m.Column, Game: g.Number, Msg: err.Error()})
				return
			}
		case s.Text == notation.Unknown:
			f.found.Gap = true
			return
		case !f.step(i):
			return
		}
	}
	f.clauses()
}

func (f *follower) unread(err error) {
	if f.found.Unread == nil {
		f.found.Unread = err
	}
}

// setUp begins again from a position.
func (f *follower) setUp(fen string) error {
	setup, err := f.notation.ReadFEN(fen)
	if err != nil {
		return err
	}
	s, err := f.rules.Position(setup)
	if err == nil && s.Pieces(board.First).Or(s.Pieces(board.Second)).Empty() {
		err = errors.New("the board is empty")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", fen, err)
	}
	f.history, f.last = rules.NewHistory(f.rules, s), profile.NoOmission
	return nil
}

// playable returns the turns of the present state; where a draw clause has ended
// the game, or does once open claims are waived, those that could be played on.
func playable(h *rules.History) []rules.Turn {
	if o := h.Outcome(); o.Over() && !o.Reason.OnBoard() {
		return h.Rules().Moves(nil, h.State())
	}
	turns := h.Turns()
	if !onlyClaims(h, turns) {
		return turns
	}
	moves := h.Rules().Moves(nil, h.State())
	if last := turns[len(turns)-1]; last.Claim == rules.Waive && !slices.Contains(moves, last) {
		moves = append(moves, last)
	}
	return moves
}

// onlyClaims reports whether turns, those of h, are open claims and the waiving of these: a
// draw clause, or the board, ends the game otherwise.
func onlyClaims(h *rules.History, turns []rules.Turn) bool {
	return len(turns) > 0 && h.Now().Pending() && !slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.NoClaim })
}

// stands is the draw clause that ends the game in the present state, or does once open
// claims are waived.
func stands(h *rules.History) (rules.Reason, bool) {
	o := h.Outcome()
	if !o.Over() && h.Now().Pending() {
		turns := h.Turns()
		if i := slices.IndexFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.Waive }); i >= 0 && onlyClaims(h, turns) {
			h.Play(turns[i])
			o = h.Outcome()
			h.Undo()
		}
	}
	return o.Reason, o.Over() && !o.Reason.OnBoard()
}

func (f *follower) step(i int) bool {
	turns := playable(f.history)
	text := f.steps[i].Text
	fits, err := f.notation.Candidates(text, f.history.Now().Setup(), turns)
	f.found.Plies++
	f.bound[1] = f.bound[1][:0]
	f.buffer = f.binds(f.history, turns, f.buffer, func(key int, _ rules.Turn, _ []rules.Turn) { f.bound[1] = append(f.bound[1], key) })
	if err != nil {
		f.count(f.bound[1], 1)
		if Owes(turns) {
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
	f.found.Course.Add(turns, &t)
	if len(f.opening) < OpeningTurns {
		f.opening = append(f.opening, f.names[0].Format(notation.PDN, f.history.Now().Setup(), t, turns))
	}
	if f.draw && t.Claim == rules.NoClaim && f.history.Now().Pending() { // else clauses has it
		if reason, ok := stands(f.history); ok {
			f.clause(reason, f.found.Plies-1, false)
		}
	}
	f.history.Play(t)
	f.turns = append(f.turns, t)
	switch {
	case t.Claim == rules.Compel:
		// Neither the turn that is taken back nor its compel is a ply.
		f.found.Plies -= 2
		f.count(f.bound[0], -1)
		f.found.Omissions[f.last]--
		f.last, f.bound[0] = profile.NoOmission, nil
	case t.Claim == rules.Waive, t.Action == rules.CallDraw:
		f.found.Plies--
	default:
		f.count(f.bound[1], 1)
		f.last, f.bound[0], f.bound[1] = t.Omission, f.bound[1], f.bound[0]
		f.found.Omissions[t.Omission]++
	}
	return true
}

// count adds to the plies at which axes forbade a move.
func (f *follower) count(keys []int, n int) {
	for _, key := range keys {
		f.found.Binding[key] += n
	}
}

func (f *follower) illegal(text string) {
	s := f.history.Now()
	at := s.Setup()
	bad := &Illegal{f.found.Plies, text, f.notation.WriteFEN(at), []string{}}
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

// moves returns the turns of s under the looser rule set, if s is a position
// there.
func (l *loose) moves(dst []rules.Turn, s *rules.State) ([]rules.Turn, bool) {
	if l.unclaimed && s.Pending() {
		free, err := l.rules.Position(s.Setup())
		if err != nil {
			return dst, false
		}
		s = &free
	}
	return l.rules.Moves(dst, *s), true
}

// Binds calls yield for each axis that forbids a move in the present position of
// h: with its place among Keys, one of the turns that it forbids, and all that it
// would leave. Of a draw clause that has ended the game there is no turn. It
// returns buffer, which it writes over.
func (j *Judge) Binds(h *rules.History, buffer []rules.Turn, yield func(key int, forbidden rules.Turn, turns []rules.Turn)) []rules.Turn {
	return j.binds(h, playable(h), buffer, yield)
}

func (j *Judge) binds(h *rules.History, turns, buffer []rules.Turn, yield func(key int, forbidden rules.Turn, turns []rules.Turn)) []rules.Turn {
	s := h.Now()
	for i := range j.loose {
		var ok bool
		buffer, ok = j.loose[i].moves(buffer[:0], s)
		if !ok {
			continue
		}
		if k := slices.IndexFunc(buffer, func(u rules.Turn) bool { return !playedAs(turns, u) }); k >= 0 {
			yield(i, buffer[k], buffer)
		}
	}
	if j.draw {
		if _, ok := stands(h); ok {
			yield(len(j.loose), rules.Turn{}, nil)
		}
	}
	return buffer
}

// playedAs reports whether one of turns does on the board what u does.
func playedAs(turns []rules.Turn, u rules.Turn) bool {
	return slices.ContainsFunc(turns, func(t rules.Turn) bool {
		return t.Action == u.Action && t.From == u.From && t.To == u.To && t.Captured == u.Captured &&
			t.Promotes == u.Promotes && t.Claim == u.Claim && t.Named == u.Named
	})
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
		f.found.Clauses = append(f.found.Clauses, Clause{ply, reason, onClaim})
	}
}

func (f *follower) finish() {
	o := f.history.Outcome()
	f.found.Finished = o.Over() && o.Reason.OnBoard()
	stated, points, ok := notation.ReadScore(f.found.Stated)
	if f.found.Finished && ok && stated != o.Result {
		f.found.Contradiction = notation.Score(o.Result, points)
	}
	if f.found.Finished && f.found.Result == rules.Ongoing {
		f.found.Result = o.Result
	}
}

// joined joins captures that are written as several moves of one side, jump by jump: one
// begins on the square where the one before it ended. No opponent's move begins there,
// for a piece stands on it. It says how many captures it joined. What has more jumps than a
// board has squares is no capture.
func joined(steps []notation.Step) (list []notation.Step, n int) {
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

// ends returns the names of the squares between which a capture goes.
func ends(text string) (from, to string, ok bool) {
	i, j := strings.IndexAny(text, captureMarks), strings.LastIndexAny(text, captureMarks)
	if i <= 0 || j == len(text)-1 {
		return "", "", false
	}
	return text[:i], text[j+1:], true
}

const captureMarks = "x:*"

// farthest is how many turns are tried to find out what a short capture means.
const farthest = 400

// choose returns that one of fits, the turns that step i may mean, after which
// most of the following steps can be played. Of several it takes, in a game that
// varlab wrote, the one that is written so; else the one that leaves nothing
// untaken, which others may write by its two ends whatever else there is.
func (f *follower) choose(i int, fits, turns []rules.Turn) rules.Turn {
	turns = slices.Clone(turns)
	at := f.history.Now().Setup()
	likely := func(t rules.Turn) bool {
		if f.ours {
			return f.notation.Format(notation.PDN, at, t, turns) == f.steps[i].Text
		}
		return t.Omission == profile.NoOmission
	}
	var best []rules.Turn
	most := -1
	for _, t := range fits {
		f.history.Play(t)
		budget := farthest
		n := f.ahead(i+1, &budget)
		f.history.Undo()
		if n > most {
			best, most = nil, n
		}
		if n == most {
			best = append(best, t)
		}
	}
	if slices.ContainsFunc(best, likely) {
		best = slices.DeleteFunc(best, func(t rules.Turn) bool { return !likely(t) })
	}
	if len(best) > 1 {
		var texts []string
		for _, t := range best {
			texts = append(texts, f.notation.Format(notation.PDN, at, t, turns))
		}
		f.found.Ambiguous = append(f.found.Ambiguous, newAmbiguous(f.found.Plies, f.steps[i].Text, texts))
	}
	return best[0]
}

// ahead returns how many of the steps from i on can be played.
func (f *follower) ahead(i int, budget *int) int {
	if i == len(f.steps) || *budget == 0 || f.steps[i].Setup != "" || f.steps[i].Text == notation.Unknown {
		return 0
	}
	*budget--
	turns := playable(f.history)
	fits, err := f.notation.Candidates(f.steps[i].Text, f.history.Now().Setup(), turns)
	if err != nil {
		return 0
	}
	most := 0
	for _, t := range slices.Clone(fits) {
		f.history.Play(t)
		most = max(most, 1+f.ahead(i+1, budget))
		f.history.Undo()
	}
	return most
}

// Syntax returns the fault of f's text where it has a place in the file.
func (f *Finding) Syntax() (*notation.SyntaxError, bool) {
	var s *notation.SyntaxError
	ok := errors.As(f.Unread, &s)
	return s, ok
}
