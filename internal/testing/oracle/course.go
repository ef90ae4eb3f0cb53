package oracle

import (
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A Course is a game from where it began. It keeps the turns that stand, and counts
// nothing while they are played: each question walks the whole list again.
type Course struct {
	g     *Game
	steps []step
	over  rules.Outcome // a draw that was called, or an ending that was accepted
	read  bool          // the clauses have been read here, exactly
	won   map[quest]bool
}

// A step is a turn and the state that it leads to; the first has no turn.
type step struct {
	turn  rules.Turn
	state State
	// half marks a huff whose move was taken back. The huff was no fault and
	// stands; the move is made again.
	half bool
}

// Begin returns the course of a game that begins in s.
func (g *Game) Begin(s State) *Course {
	return &Course{g: g, steps: []step{{state: s}}, won: map[quest]bool{}}
}

// State returns the present state.
func (c *Course) State() State { return c.steps[len(c.steps)-1].state }

// Then returns the course with t, one of Turns, played in it.
func (c *Course) Then(t rules.Turn) *Course {
	n := &Course{g: c.g, steps: slices.Clone(c.steps), won: c.won}
	last := len(c.steps) - 1
	was := c.steps[last].turn
	switch {
	case t.Action == rules.CallDraw:
		n.over = c.clauses(true, true)
		return n
	case t.Claim == rules.Waive:
		// Where the side on move has no turn beside its claims, that is the ending.
		n.over = c.clauses(false, true)
		n.steps[last].state = State{position: c.State().position}
		return n
	case t.Claim == rules.Compel:
		replayed := c.g.Play(c.State(), t)
		n.steps = n.steps[:last]
		if was.Claim == rules.Huff {
			n.steps = append(n.steps, step{bare(rules.Huff, rules.Nothing, was.Named).turn, replayed, true})
		} else {
			n.steps[last-1].state = replayed
		}
		return n
	}
	n.steps = append(n.steps, step{turn: t, state: c.g.Play(c.State(), t)})
	return n
}

// Plies returns how many turns stand.
func (c *Course) Plies() int {
	n := 0
	for _, s := range c.steps[1:] {
		if !s.half {
			n++
		}
	}
	return n
}

// Read returns the turns that are legal, in no particular order, and how the game
// stands. With exact false an unread stop clause grants no win, and dead positions
// are not looked for.
func (c *Course) Read(exact bool) ([]rules.Turn, rules.Outcome) {
	s := c.State()
	c.read = c.read || exact
	turns := c.g.Turns(s)
	// Reading: where both sides have no piece, or one, that on move is judged first. It
	// may have a claim by which the other's turn is taken back.
	sides := []board.Side{s.mover, s.mover.Other()}
	for _, side := range sides {
		if len(s.board.places(side)) == 0 && (side != s.mover || len(turns) == 0) {
			return nil, c.g.outcome(side, c.g.p.Ending.NoPieces, rules.NoPieces)
		}
	}
	for _, side := range sides {
		if c.g.lost(&s.board, side) && (side != s.mover || len(turns) == 0) {
			return nil, c.g.outcome(side, profile.Loses, rules.LastPiece)
		}
	}
	// Reading: where both sides have a king, which only a capture that frees a spare man, or a
	// position that is given, can bring about, the first is that of the side not on move. A
	// king that comes of an omission may be huffed, or taken back with it; the game then goes
	// on if no king is left.
	for _, side := range sides {
		if c.g.crowned(&s.board, side.Other()) && len(turns) == 0 {
			return nil, c.g.outcome(side, profile.Loses, rules.FirstKing)
		}
	}
	if len(turns) == 0 {
		other := s.position
		other.mover = s.mover.Other()
		if c.g.p.Ending.BothBlocked == profile.BlockedDraws && !c.g.able(&other) {
			return nil, rules.Outcome{Result: rules.Draw, Reason: rules.BothBlocked}
		}
		return nil, c.g.outcome(s.mover, c.g.p.Ending.NoMoves, rules.NoMoves)
	}
	if c.over.Over() && (exact || c.over.Reason != rules.Dead) {
		return nil, c.over
	}
	if o := c.clauses(false, exact); o.Over() {
		claims := slices.DeleteFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.NoClaim || t.Claim == rules.Waive })
		if len(claims) == 0 {
			return nil, o
		}
		if c.g.p.Capture.Obligation == profile.Claimable && c.g.remedy(profile.WaiveRemedy) {
			claims = append(claims, bare(rules.Waive, rules.Nothing, board.NoSquare).turn)
		}
		return claims, rules.Outcome{}
	}
	if c.clauses(true, true).Over() {
		turns = append(turns, bare(rules.NoClaim, rules.CallDraw, board.NoSquare).turn)
	}
	return turns, rules.Outcome{}
}

// Drawn says whether an automatic clause ends the game, or did where that was
// accepted, dead positions and wins behind an unread stop clause left out.
func (c *Course) Drawn() rules.Outcome {
	turns, o := c.Read(false)
	switch {
	case len(turns) > 0:
		return c.clauses(false, false)
	case slices.Contains([]rules.Reason{rules.NoPieces, rules.LastPiece, rules.FirstKing, rules.NoMoves, rules.BothBlocked, rules.Dead}, o.Reason):
		return rules.Outcome{}
	}
	return o
}

// lost reports whether the number of its pieces ends the game for side: if it has none,
// or, where the last piece loses, one.
func (g *Game) lost(b *layout, side board.Side) bool {
	n := len(b.places(side))
	return n == 0 || n == 1 && g.p.Ending.LastPiece == profile.LastLoses
}

// crowned reports whether side has a king where the first one wins.
func (g *Game) crowned(b *layout, side board.Side) bool {
	return g.p.Ending.FirstKing == profile.KingWins && slices.ContainsFunc(b.places(side), func(at place) bool { return b.at(at).king })
}

// Scored returns for whom a game counts: a drawn one for both, or for the one who is given
// draw odds.
func (g *Game) Scored(result rules.Result) rules.Result {
	switch {
	case result == rules.Draw && g.p.Match.Draw == profile.DrawFirst:
		return rules.FirstWins
	case result == rules.Draw && g.p.Match.Draw == profile.DrawSecond:
		return rules.SecondWins
	}
	return result
}

// able reports whether the side on move has a move or a capture.
func (g *Game) able(p *position) bool {
	return len(g.quiets(p)) > 0 || len(g.captures(&p.board, p.mover)) > 0
}

// outcome is what an ending means for side.
func (g *Game) outcome(side board.Side, means profile.Consequence, reason rules.Reason) rules.Outcome {
	o := rules.Outcome{Result: rules.WinOf(side.Other()), Reason: reason}
	switch means {
	case profile.Wins:
		o.Result = rules.WinOf(side)
	case profile.Draws:
		o.Result = rules.Draw
	}
	return o
}

// clauses returns what the first draw clause that stands makes of the game, among
// those that work on claim or among the others.
func (c *Course) clauses(onClaim, exact bool) rules.Outcome {
	for i := range c.g.p.Draws {
		d := &c.g.p.Draws[i]
		if d.OnClaim != onClaim {
			continue
		}
		o := rules.Outcome{Result: rules.Draw}
		stands := false
		switch d.Kind {
		case profile.Repetition:
			o.Reason, stands = rules.Repetition, c.Stood(d.SideToMove) >= d.Count
		case profile.Quiet:
			o.Reason, stands = rules.QuietPlies, c.quiet(d) >= d.Plies
		case profile.Material, profile.Balance:
			o.Reason, stands = rules.Material, c.material(d) >= d.Plies
			if d.StrongLoses {
				now := c.State()
				strong, _ := stronger(d, &now.board)
				o.Result = rules.WinOf(strong.Other())
			}
		case profile.Stop:
			if o.Reason, stands = rules.Stop, c.left(d, exact || c.read) == 0; d.Outcome == profile.StopVoid {
				o.Result = rules.Void
			}
		case profile.Dead:
			o.Reason, stands = rules.Dead, exact && c.Quiet() >= d.AfterQuietPlies && c.g.dead(c.State(), d.LimitPositions)
		}
		if stands {
			return o
		}
	}
	return rules.Outcome{}
}

// Stood returns how often the present position has stood, the side on move being
// the same or whichever it was.
func (c *Course) Stood(sideToMove bool) int {
	n, now := 0, c.State()
	for _, s := range c.steps {
		if s.state.board == now.board && (s.state.mover == now.mover || !sideToMove) {
			n++
		}
	}
	return n
}

// took reports whether step i took a piece from the board, by capture or huff.
func (c *Course) took(i int) bool {
	return c.steps[i].turn.Action == rules.Capture || c.steps[i].turn.Claim == rules.Huff
}

// manMoved reports whether a man made the move of step i.
func (c *Course) manMoved(i int) bool {
	t := c.steps[i].turn
	return t.Action == rules.Quiet && !c.steps[i-1].state.board.at(c.g.place(t.From)).king
}

// Quiet returns the number of plies since the last capture or huff.
func (c *Course) Quiet() int {
	return c.quiet(&profile.DrawClause{Moves: profile.NonCaptures, Side: profile.BothSides})
}

// quiet returns how many plies in a row a quiet clause counts.
//
// Reading: what is taken ends every row, that of the other side's own moves too. A
// pass is like a king's move: it commits nobody.
func (c *Course) quiet(d *profile.DrawClause) int {
	row := func(mine func(board.Side) bool) int {
		n := 0
		for i := len(c.steps) - 1; i > 0 && !c.took(i); i-- {
			if !mine(c.steps[i-1].state.mover) {
				continue
			}
			if d.Moves == profile.KingMoves && c.manMoved(i) {
				break
			}
			n++
		}
		return n
	}
	if d.Side == profile.BothSides {
		return row(func(board.Side) bool { return true })
	}
	return max(row(func(s board.Side) bool { return s == board.First }), row(func(s board.Side) bool { return s == board.Second }))
}

// material returns for how many plies the material of clause d has stood, or -1.
//
// Reading: another number of pieces is another material, even where one pattern of
// the clause (KKK+) matches both.
func (c *Course) material(d *profile.DrawClause) int {
	n, last := -1, len(c.steps)-1
	for i := last; i >= 0; i-- {
		s := c.steps[i].state
		if !c.g.holds(d, &s.board) || s.board.count() != c.steps[last].state.board.count() {
			break
		}
		n++
		if i > 0 && d.Restart == profile.OnConversion && (c.took(i) || c.manMoved(i)) {
			break
		}
	}
	return n
}

// left returns how many own moves clause d leaves to the stronger side: 0 if the
// game is broken off, below 0 if the clause has not been read.
func (c *Course) left(d *profile.DrawClause, exact bool) int {
	last := len(c.steps) - 1
	strong, ok := stronger(d, &c.steps[last].state.board)
	first := last // where this material began to stand
	for first > 0 && c.steps[first-1].state.board.count() == c.steps[last].state.board.count() {
		first--
	}
	for i := first; ok && i <= last; i++ {
		s := c.steps[i].state
		if s.replays || c.g.p.Capture.Obligation != profile.Free && len(c.g.captures(&s.board, s.mover)) > 0 {
			continue // a capture is due
		}
		if i == last && !exact || !c.wins(s, strong, d.WithinMoves) {
			return 0
		}
		made := 0
		for j := i; j < last; j++ {
			if c.steps[j].state.mover == strong {
				made++
			}
		}
		return d.WithinMoves - made
	}
	return -1
}

// A tally is what the sides have: by side, men and kings.
type tally [2]struct{ men, kings int }

func (b *layout) count() (n tally) {
	for side := range n {
		for _, at := range b.places(board.Side(side)) {
			if b.at(at).king {
				n[side].kings++
			} else {
				n[side].men++
			}
		}
	}
	return n
}

// stronger returns the side that stands as the strong one of d against the other as
// the weak one. Where both do, it is the first mover.
func stronger(d *profile.DrawClause, b *layout) (board.Side, bool) {
	n := b.count()
	has := func(side board.Side, patterns []string) bool {
		return slices.ContainsFunc(patterns, func(text string) bool {
			kings, men := strings.Count(text, "K"), strings.Count(text, "M")
			more := strings.HasSuffix(text, "+") && n[side].kings > kings
			return n[side].men == men && (n[side].kings == kings || more)
		})
	}
	for _, side := range []board.Side{board.First, board.Second} {
		if has(side, d.Strong) && has(side.Other(), d.Weak) {
			return side, true
		}
	}
	return board.First, false
}

// holds reports whether the pieces stand as a material or balance clause wants.
func (g *Game) holds(d *profile.DrawClause, b *layout) bool {
	if d.Kind == profile.Balance {
		n := b.count()
		all := n[0].men + n[0].kings + n[1].men + n[1].kings
		return n[0].kings > 0 && n[1].kings > 0 && d.Fewest <= all && all <= d.Most
	}
	strong, ok := stronger(d, b)
	if !ok || d.Diagonal == profile.AnyWhere {
		return ok
	}
	held := false
	for _, at := range b.places(strong.Other()) {
		held = held || b.at(at).king && g.onMain(at)
	}
	return held == (d.Diagonal == profile.LineHeld)
}

// onMain reports whether a diagonal through p ends in a corner of the board.
func (g *Game) onMain(p place) bool {
	ends := func(at, first, last int) bool { return at == first || at == last }
	return slices.ContainsFunc(diagonal, func(d direction) bool {
		q := p
		for g.playing(g.step(q, d)) {
			q = g.step(q, d)
		}
		back := direction{-d.rows, -d.cols}
		return ends(q.row, 0, g.p.Board.Rows-1) && ends(q.col, 0, g.p.Board.Columns-1) && g.playing(g.step(q, back))
	})
}

// A quest is a win to be forced.
type quest struct {
	state  Identity
	strong board.Side
	moves  int
}

// wins reports whether the strong side can force the end of the game in its favour
// with at most that number of own moves. A claim that takes a turn back, or accepts an
// ending, is no own move; a move that was taken back is to be made again.
func (c *Course) wins(s State, strong board.Side, moves int) bool {
	q := quest{s.Identity(c.g), strong, moves}
	won, known := c.won[q]
	if !known {
		if c.g.MaxJumps > 0 && len(c.won) > c.g.MaxJumps/4 {
			panic(TooLong{})
		}
		won = c.forces(s, strong, moves)
		c.won[q] = won
	}
	return won
}

func (c *Course) forces(s State, strong board.Side, moves int) bool {
	turns := c.g.Turns(s)
	if len(turns) == 0 {
		_, o := c.g.Begin(s).Read(false)
		return o.Result == rules.WinOf(strong)
	}
	for _, t := range turns {
		left := moves
		switch own := s.mover == strong; {
		case own && (t.Claim == rules.NoClaim || t.Claim == rules.Huff):
			left--
		case !own && t.Claim == rules.Compel && moves > 0:
			left++
		}
		// The game is broken off behind the last own move.
		won := left >= 0 && (s.mover == strong || moves > 0) && c.wins(c.g.Play(s, t), strong, left)
		if won == (s.mover == strong) {
			return won
		}
	}
	return s.mover != strong
}

// dead reports whether no position that can be reached holds a capture, and whether
// there are at most limit of them.
func (g *Game) dead(s State, limit int) bool {
	reached := map[Identity]bool{s.Identity(g): true}
	for queue := []State{s}; len(queue) > 0; queue = queue[1:] {
		for _, t := range g.Turns(queue[0]) {
			n := g.Play(queue[0], t)
			id := n.Identity(g)
			if t.Action == rules.Capture || len(reached) == limit && !reached[id] {
				return false
			}
			if !reached[id] {
				reached[id] = true
				queue = append(queue, n)
			}
		}
	}
	return true
}

// An Identity is all that a state is, so that two states are the same state if
// their identities are equal.
type Identity struct {
	position
	huff    places
	compel  bool
	before  position
	replays bool
	owed    string // the captures one of which is, or would be, made after a compel
	opened  opening
}

// Identity returns that of s. A streak is no more than its limit, and ends with its
// king.
func (s State) Identity(g *Game) Identity {
	id := Identity{position: s.position.settled(g), huff: s.claim.huff, compel: s.claim.compel, replays: s.replays, opened: s.opened}
	owed := s.owed
	if s.claim.compel {
		id.before, owed, id.opened = s.claim.before.settled(g), s.claim.owed, s.claim.opened
	}
	var texts []string
	for _, t := range owed {
		at := g.square(g.place(t.From))
		if s.replays && s.named != board.NoSquare && at != s.named || s.claim.compel && !slices.Contains(s.claim.names, g.place(at)) {
			continue
		}
		var b strings.Builder
		for _, q := range append([]board.Square{t.From, t.To}, slices.Collect(t.Captured.All())...) {
			b.WriteByte(byte(q))
		}
		texts = append(texts, b.String())
	}
	slices.Sort(texts)
	id.owed = strings.Join(texts, " ")
	if g.p.Claim.Lapse == profile.LapseWhileDue && !g.remedy(profile.HuffRemedy) { // it remembers whom to huff
		id.held, id.before.held, id.huff = [2]places{}, [2]places{}, places{}
	}
	return id
}

func (p position) settled(g *Game) position {
	for side := range p.streak {
		run := &p.streak[side]
		run.moves = min(run.moves, g.p.King.RepeatLimit)
		if x := p.board.at(run.king); run.moves == 0 || !x.king || x.side != board.Side(side) {
			run.king, run.moves = place{}, 0
		}
	}
	return p
}
