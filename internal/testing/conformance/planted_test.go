package conformance

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/long"
)

// A planted fault is one line, replaced by another that compiles and is wrong. Its file is
// seen from package rules.
type planted struct{ name, file, old, wrong string }

// Each of these must be caught by the comparison with the oracle. An old line
// must stand in its file exactly once: when the engine changes, so must its
// entry here.
var plantedFaults = []planted{
	{"captured pieces leave as they are jumped, always", "captures.go", `	if c.r.atOnce {`, `	if true {`},
	{"the origin of a capture stays occupied", "captures.go", `c.occupied = w.set(occupied.Without(q))`, `c.occupied = w.set(occupied)`},
	{"compel goes back to the position after the omission", "play.go", `= true, *before, t.From, h`, `= true, n.position, t.From, h`},
	{"a king that must land close lands anywhere", "captures.go", `if r.flying && r.profile.King.Landing != profile.LandAdjacent {`, `if r.flying {`},
	{"the last landing is bound after a man too", "captures.go", `r.profile.King.Landing == profile.LandAdjacentLastKing && w.has(c.kings, last) {`, `r.profile.King.Landing == profile.LandAdjacentLastKing && last != board.NoSquare {`},
	{"the last landing is free after several", "captures.go", `r.profile.King.Landing == profile.LandAdjacentLast ||`, `r.profile.King.Landing == profile.LandAdjacentLast && n < 2 ||`},
	{"any landing is whole if it cannot go on", "captures.go", `fault = !onward.Empty()`, `fault = w.has(onward, q)`},
	{"a free landing must go on all the same", "captures.go", `fault = w.has(onward, q)`, `fault = !onward.Empty()`},
	{"every chain is straight", "captures.go", `r.straight && came != 0 && step != came`, `came != 0 && step != came`},
	{"a straight chain may turn", "captures.go", `r.straight && came != 0 && step != came`, `false`},
	{"crowned in passing without a spare man", "captures.go", `case r.inPassing && c.crown:`, `case r.inPassing:`},
	{"arrival on the last row does not end the capture", "captures.go", `goes = !r.endsMove && man[W](`, `goes = man[W](`},
	{"a capture is listed once for every route", "captures.go", `	if again {`, `	if false {`},
	{"a due route does not outweigh a faulty one", "captures.go", `(kind == profile.NoOmission || kind > o.Omission)`, `kind > o.Omission`},
	{"men take kings that they may not", "captures.go", `c.takable = b.opp.Minus(b.kings)`, `_ = b`},
	{"a king needs one man only", "captures.go", `b.own.Len()+b.own.And(b.kings).Len()+1 <= r.stock[b.side]`, `b.own.Len()+1 <= r.stock[b.side]`},
	{"a king weighs as much as a man", "tables.go", `uint64(c.KingValue)`, `manValue`},
	{"a man's capture may be broken off", "captures.go", `stays, goes && r.profile.Capture.Completion != profile.AtWill)`, `stays, false)`},
	{"a route to the same capture counts again", "tables.go", `t.twice[1] = 2`, `t.twice[1] = 3`},
	{"a man's captures enclose nothing", "tables.go", `t.twice = [2]int{4, 4}`, `t.twice = [2]int{5, 4}`},
	{"a file is a piece and the one behind it", "captures.go", `for r.file && behind != board.NoSquare && w.has(targets, behind) {`, `if r.file && behind != board.NoSquare && w.has(targets, behind) {`},
	{"men do not see captures backwards", "captures.go", `up := bits.RotateLeft64(bits.RotateLeft64(empty, -half-1)&targets, -half-1)`, `up := bits.RotateLeft64(bits.RotateLeft64(empty, -half-1)&targets, -half-2)`},
	{"a leap over a file is not foreseen", "captures.go", `for before := over; r.file && !before.Empty(); over = over.Or(before) {`, `for before := over; false; over = over.Or(before) {`},
	{"a king far off is not foreseen", "captures.go", `step = step.And(empty); r.flying && !step.Empty(); step`, `step = step.And(empty); false; step`},
	{"a king looks past a piece", "captures.go", `ray = ray.Minus(w.set(r.ray[d&7][met&127])).Without(met)`, `ray = ray.Without(met)`},
	{"two jumps count as one", "perft.go", `jumpers(r, opp, empty, side) & landed`, `jumpers(r, opp, empty, side) & 0`},
	{"crowned in passing, a capture ends in the count", "perft.go", `if r.inPassing && landed`, `if false && landed`},
	{"a jump along a row goes round the edge", "perft.go", `own&f.along[i].Lo`, `own`},
	{"a third jump does not lead back to the start in the count", "perft.go", `empty&^at|beyond&own`, `empty&^at`},
	{"two men on one square count once", "perft.go", `if twice&on == 0 && !p.faulty {`, `if !p.faulty {`},
	{"a huffed piece is mourned where it stood before its move", "owed.go", `		s = s.With(to)`, `		s = s.With(from)`},
	{"a capture by a king does not come first", "tables.go", `k.byKing = one(field(1), 1)`, `_ = one(field(1), 1)`},
	{"the king met later comes first", "tables.go", `one(k.earliest-uint(n), 1)`, `one(k.earliest-earliestBits+1+uint(n), 1)`},
	{"the claimant must move after the last huff", "moves.go", `if r.few(b.opp) || r.profile.Claim.HuffTurn == profile.SpendsTurn {`, `if r.profile.Claim.HuffTurn == profile.SpendsTurn {`},
	{"own duty is read after the huff", "moves.go", `d.before = before`, `d.before = nil`},
	{"a capture opened by the huff is owed for", "owed.go", `if t.Omission == profile.Partial || among(before, &t) {`, `if t.Omission == profile.Partial || len(before) > 0 {`},
	{"who moved cannot be named", "moves.go", `r.profile.Claim.Lapse == profile.LapseOnce && q != s.named && `, `r.profile.Claim.Lapse == profile.LapseOnce && `},
	{"who took less goes first, though it owed nothing", "owed.go", `profile.HuffTookLess && owing.Has(t.From) {`, `profile.HuffTookLess {`},
	{"a compelled player is bound to a piece that owed nothing", "moves.go", `if !owing.Has(s.named) {`, `if false {`},
	{"a piece that took, though it owed more, is excused", "owed.go", `t.Action == Capture && !owing.Has(t.From) {`, `t.Action == Capture {`},
	{"an automatic huff can be waived", "moves.go", `case !r.must && bare == 0 && len(dst) > base:`, `case bare == 0 && len(dst) > base:`},
	{"who notices need not huff", "moves.go", `	if !r.must {`, `	if !r.profile.Claim.Automatic {`},
	{"a huff of all removes one", "play.go", `n.remove(other, s.Huffs(*t))`, `n.remove(other, board.SetOf(s.Huffs(*t).First()))`},
	{"a huff of all leaves the others in the way", "moves.go", `q, gone = board.NoSquare, s.claim`, `q = board.NoSquare`},
	{"captures of all pieces are compared, always", "owed.go", `	if !r.byPiece {`, `	if true {`},
	{"a wrong square is a fault to be huffed", "captures.go", `fault && r.slips && !w.has(onward, q)`, `false`},
	{"both blocked, and they pass", "moves.go", `if other := b.reversed(); r.movable(&other) {`, `{`},
	{"a king's moves count twice", "play.go", `min(p.runs[side]+1, r.repeatLimit)`, `min(p.runs[side]+2, r.repeatLimit)`},
	{"old omissions are forgotten with a new one", "play.go", `n.held[n.mover] = n.held[n.mover].Or(t.Huffable)`, `n.held[n.mover] = t.Huffable`},
	{"only the last unused claim is remembered", "play.go", `n.held[other] = n.held[other].Or(r.unused(s).And(n.pieces[other]))`, `n.held[other] = r.unused(s).And(n.pieces[other])`},
	{"a piece that moves stays claimed", "play.go", `p.held[side] = p.held[side].Without(t.From)`, `_ = p.held`},
	{"a quiet move crowns without a spare man", "moves.go", `	var last board.Set
	if r.crowns(b) {`, `	var last board.Set
	if true {`},
	{"what no longer owes stays claimed", "play.go", `n.held[other] = n.held[other].And(r.owing(&b))`, `_ = b`},
	{"men that capture sideways do so to the left alone", "tables.go", `up == 0 && sideways`, `up == 0 && sideways && d == west`},
	{"a king moves along the lines on which it captures", "tables.go", `lines[north:]}[p.King.Moves]`, `lines[north:]}[profile.Walk(p.Capture.Directions)]`},
	{"a man never steps back", "tables.go", `p.Man.Moves == profile.StepsAnywhere)`, `false)`},
	{"a king turns, though it may not", "captures.go", `(r.kingStraight || by == -came)`, `by == -came`},
	{"a king turns back on its line", "captures.go", `(r.kingStraight || by == -came)`, `r.kingStraight`},
	{"a long capture forgets where it came from", "captures.go", `here.came = int8(came)`, `here.came = 0`},
	{"diagonals lead from all points", "board/grid.go", `g.Squares == Alquerque && (row+col)%2 == 1`, `false`},
	{"men are counted along lines that are not there", "moves.go", `men.And(r.leave[d&7]).Shift`, `men.Shift`},
	{"men are crowned on the last row, always", "tables.go", `p.PromotionSquares(board.First), p.PromotionSquares(board.Second)`, `g.Row(g.Rows - 1), g.Row(0)`},
	{"an arrival does not end the second jump in the count", "perft.go", `if twice&on == 0 && !p.faulty {`, `if twice&on == 0 {`},
}

// What becomes of a game, which the course of the oracle says again.
var endingFaults = []planted{
	{"one ply too many before a quiet draw", "history.go", `if h.quiet(e, c) >= c.Plies {`, `if h.quiet(e, c) > c.Plies {`},
	{"a count that one side loses is lost by the other", "history.go", `return Outcome{WinOf(strong.Other()), Material}`, `return Outcome{WinOf(strong), Material}`},
	{"a huff is no conversion", "play.go", `case t.Action == Capture || t.Claim == Huff:`, `case t.Action == Capture:`},
	{"a draw that waits for a claim is judged anew when it is accepted", "history.go", `e.state = h.rules.Play(e.state, t)`, `e.state, e.quiet = h.rules.Play(e.state, t), [2]int32{}`},
	{"a stop clause grants the win of one who could have had his turn back", "history.go", `at[i] += int32(c.WithinMoves)`, `at[i] += int32(c.WithinMoves) + 1`},

	{"a turn taken back is counted", "history.go", `h.again(e, last.prev, 2)`, `e.plies++; h.again(e, last.prev, 2)`},
	{"a huff is forgotten with the move that is taken back", "history.go", `if last.huffed {`, `if false {`},
	{"a man that stepped aside cannot step back", "play.go", `return Sidestep`, `return Advance`},
	{"a man that steps aside is a king", "play.go", `return Sidestep`, `return Reversible`},
	{"a man's move is undone", "play.go", `return Advance`, `return Reversible`},
	{"a man's move is a king's", "history.go", `	if c != Reversible {`, `	if false {`},
	{"every quiet move is the first mover's", "history.go", `e.own[side][0]++`, `e.own[board.First][0]++`},
	{"the other side's king moves are counted", "history.go", `	e.own[side][1]++`, `	e.own[1-side][1]++`},
	{"a man of one side ends the other's row", "history.go", `e.quiet[1], e.own[side][1] = 0, 0`, `e.quiet[1], e.own = 0, [2][2]int32{}`},
	{"a capture ends no row of quiet moves", "history.go", `	if c == Taking {`, `	if false {`},
	{"what a claim leaves open stays so in later turns", "history.go", `		*e = fresh
	}`, `	}`},
	{"only the first mover's row ends a game", "history.go", `max(e.own[board.First][kind], e.own[board.Second][kind])`, `e.own[board.First][kind]`},
	{"men's moves are kings'", "history.go", `kind := word(c.kingMoves)`, `kind := word(!c.kingMoves)`},
	{"one ply too many before a draw by material", "history.go", `if int(at[i]) >= c.Plies {`, `if int(at[i]) > c.Plies {`},
	{"other material counts on", "history.go", `was < 0 || !same ||`, `was < 0 ||`},
	{"a conversion starts no count again", "history.go", `c.Restart == profile.OnConversion && e.quiet[1] == 0`, `c.Restart == 99`},
	{"every man's move starts the count again", "history.go", `c.Restart == profile.OnConversion && e.quiet[1] == 0`, `e.quiet[1] == 0`},
	{"the main diagonal is looked at once", "history.go", `if same && !c.placed {`, `if same {`},
	{"the weaker side's moves use up what is granted", "history.go", `state.mover == strong {`, `state.mover != strong {`},
	{"what was granted is granted for other material", "history.go", `		if !same {
			return 0`, `		if e.prev < 0 {
			return 0`},
	{"a stop waits for no capture", "history.go", `if r.profile.Capture.Obligation != profile.Free && r.takes(&b, b.own) {`, `if r.takes(&b, board.Set{}) {`},
	{"a void game is drawn", "history.go", `if c.Outcome == profile.StopVoid {`, `if c.Outcome == 99 {`},
	{"dead positions are looked for at once", "clauses.go", `after.quiet = int32(d.AfterQuietPlies)`, `after.quiet = 0`},
	{"the side to move does not matter", "history.go", `(!sideToMove || p.mover == q.mover)`, `true`},
	{"positions are told apart by their marks alone", "history.go", `!e.left && p.pieces == q.pieces && p.kings == q.kings`, `!e.left`},
	{"what was taken back has stood", "history.go", `!e.left && p.pieces`, `p.pieces`},
	{"what came back after an Undo has not stood", "history.go", `		h.entries[i].left = false`, `		h.entries[i].left = true`},
	{"a mark says who is on move", "history.go", `m := salt`, `m := salt + uint64(s.mover)`},
	{"a position of which nobody has asked has no mark", "history.go", `for ; h.marked < len(h.entries)`, `for h.marked = len(h.entries) - 1; h.marked < len(h.entries)`},
	{"pieces that were huffed are counted", "history.go", `		h.rules.play(&e.state, &last.state, t)
		e.pieces = size(&e.state)`, `		h.rules.play(&e.state, &last.state, t)
		e.pieces[side^1] -= int32(t.Captured.Len())`},
	{"pieces taken in a short turn are counted", "history.go", `e.pieces[side^1] -= int32(bits.OnesCount64(t.Captured.Lo))`, `_ = side`},
	{"a position stands once too often", "history.go", `>= c.Count {`, `> c.Count {`},
	{"a clause on claim works by itself", "history.go", `if c.OnClaim != onClaim ||`, `if onClaim && !c.OnClaim ||`},
	{"a clause that works by itself can be called", "history.go", `if c.OnClaim != onClaim ||`, `if c.OnClaim && !onClaim ||`},
	{"moves are left where a draw waits for a claim", "history.go", `return t.Claim == NoClaim })`, `return false })`},
	{"an automatic huff can be waived for a draw", "history.go", `if !r.must && claims[len(claims)-1].Claim != Waive {`, `if claims[len(claims)-1].Claim != Waive {`},
	{"a side that is stuck has drawn", "history.go", `o.Over() && !h.ended()`, `o.Over()`},
	{"a draw can be called where one waits for a claim", "history.go", `h.standing(true, true).Over() && !h.Drawn().Over()`, `h.standing(true, true).Over()`},
	{"a draw can be called by one who has lost", "history.go", `!h.Drawn().Over() && !h.ended()`, `!h.Drawn().Over()`},
	{"a round of four turns is not looked for", "clauses.go", `const shortestRound = 4`, `const shortestRound = 6`},
	{"a clause may stand a ply late", "history.go", `e.quiet[0] >= r.soonest.quiet`, `e.quiet[0] > r.soonest.quiet`},
	{"a clause that reads material may stand a ply late", "history.go", `e.quiet[0] >= r.sooner.quiet`, `e.quiet[0] > r.sooner.quiet`},
	{"one clause of several stands a ply late", "history.go", `e.quiet[0] < c.after.quiet`, `e.quiet[0] <= c.after.quiet`},
	{"a position comes again no sooner than a ply late", "clauses.go", `int32(d.Count - 1)`, `int32(d.Count)`},
	{"the weak side is the strong one", "clauses.go", `return side, true`, `return side.Other(), true`},
	{"one side alone is looked at", "clauses.go", `for side := board.First; side <= board.Second; side++ {
		if has`, `for side := board.First; side < board.Second; side++ {
		if has`},
	{"a balance needs one king", "clauses.go", `!s.Kings(board.First).Empty() && !s.Kings(board.Second).Empty()`, `!s.Kings(board.First).Or(s.Kings(board.Second)).Empty()`},
	{"a balance begins a piece late", "clauses.go", `c.Fewest <= n`, `c.Fewest < n`},
	{"a balance ends a piece early", "clauses.go", `n <= c.Most`, `n < c.Most`},
	{"the strong side holds the main diagonal", "clauses.go", `s.Kings(strong.Other()).And(r.line)`, `s.Kings(strong).And(r.line)`},
	{"there is one main diagonal", "tables.go", `{{0, 0}, {0, g.Columns - 1}, {g.Rows - 1, 0}, {g.Rows - 1, g.Columns - 1}}`, `{{0, 0}, {0, g.Columns - 1}, {g.Rows - 1, 0}}`},
	{"a reply comes behind the last move", "ahead.go", `if n == 0 || !p.wins(`, `if !p.wins(`},
	{"a dead position has one position too few", "history.go", `dead(s, r.farthest) <= c.LimitPositions`, `dead(s, r.farthest) < c.LimitPositions`},
	{"what was found ahead of one position holds for others", "ahead.go", `a.size > 0 && a.state == *s`, `a.size > 0`},
	{"KK+ is KK", "profile/draws.go", `kings >= m.Kings`, `kings == m.Kings`},
	{"KK is KK+", "profile/draws.go", `return men == m.Men && kings == m.Kings`, `return men == m.Men && kings >= m.Kings`},
	{"a single piece plays on", "tables.go", `t.fewest > 1 && own.Rest().Empty()`, `false`},
	{"who is not on move loses with a single piece", "beaten.go", `other < min(own, r.fewest)`, `other <= own && other < r.fewest`},
	{"the first king plays on", "tables.go", `t.kingWins = p.Ending.FirstKing == profile.KingWins`, ``},
	{"a king of the side on move has lost", "beaten.go", `return Outcome{own, FirstKing}`, `return Outcome{other, FirstKing}`},
	{"draw odds are the other side's", "tables.go", `profile.DrawFirst: FirstWins, profile.DrawSecond: SecondWins`, `profile.DrawFirst: SecondWins, profile.DrawSecond: FirstWins`},
	{"a blocked side wins where it loses", "beaten.go", `return Outcome{other, NoMoves}`, `return Outcome{own, NoMoves}`},
	{"whoever is blocked, both are", "beaten.go", `e.BothBlocked == profile.BlockedDraws && !r.movable(&b)`, `e.BothBlocked == profile.BlockedDraws && b.own != b.opp`},
	{"a king in the start is one man", "tables.go", `r.start.Men[side].Len() + 2*r.start.Kings[side].Len()`, `r.start.Men[side].Len() + r.start.Kings[side].Len()`},
}

// The hash of a state.
var keyFaults = []planted{
	{"the position before an omission is not in the key", "key.go", `k.position(&s.before)`, `_ = s.before`},
	{"what is held is not in the key", "key.go", `k.set(p.held[board.Second])`, `_ = p.held`},
	{"squares of the second word pass for the next set", "key.go", `		k.mark(2)
`, ``},
	{"the rank of a huffed piece is not in the key", "key.go", `uint64(s.huffed.at)<<1 | word(s.huffed.king)`, `uint64(s.huffed.at) << 1`},
	{"the piece that a compel names is not in the key", "key.go", `uint64(named)<<2 |`, ``},
	{"one king's streak is the other's", "key.go", `uint64(p.runs[0])<<8 | uint64(p.runs[1])`, `uint64(p.runs[0] | p.runs[1])`},
}

// The search's reading of clauses and tables.
var searchFaults = []planted{
	{"a draw on the board is played on", "../sim/player/tree.go", `if p.h.Stale() {`, `if false {`},
	{"a claim does not come before the draw", "../sim/player/tree.go", `if !s.ClaimOpen() {
			return p.scored(p`, `if true {
			return p.scored(p`},
	{"a count that one side loses is a draw to the search", "../sim/player/tree.go", `return p.scored(p.h.Drawn(), s, ply)`, `return 0`},
	{"a draw that can be called is not", "../sim/player/tree.go", `		best = p.drawn(s, ply)
`, `		best = -infinity
`},
	{"a mate comes nearer in the table", "../sim/player/transposition.go", `later(best, ply)`, `later(best, -ply)`},
	{"a mate goes farther out of the table", "../sim/player/tree.go", `later(slot.score(), -ply)`, `later(slot.score(), ply)`},
	{"a mate in tables begins at the root", "../sim/player/endings.go", `min(ply+turns, maxPly-1)`, `min(turns, maxPly-1)`},
}

// Distances that tables hand over.
var distanceFaults = []planted{
	{"a win in tables is a turn too far", "exact/length.go", `c.turns() <= turns`, `c.turns() < turns`},
	{"a win in tables is a turn nearer", "exact/length.go", `c.turns() <= turns`, `c.turns() <= turns+1`},
	{"a lost turn costs nothing", "exact/exact.go", `return c + 3`, `return c + 1`},
}

// What most rule sets have a way of its own for.
var specialFaults = []planted{
	{"the origin of a hunt stays occupied", "hunt.go", `h.empty = empty | at`, `h.empty = empty`},
	{"a hunt looks past a piece", "hunt.go", `return ray & (full&-full - 1)`, `return ray &^ (full & -full)`},
	{"men hunt kings that they may not", "hunt.go", `b.kings.Lo, r.takable(b.opp.Lo, b.kings.Lo)`, `b.kings.Lo, b.opp.Lo`},
	{"a hunt lists every route", "hunt.go", `again && i >= h.base`, `false && i >= h.base`},
	{"a weaker capture is hunted", "hunt.go", `	if k < h.best {`, `	if false {`},
	{"a hunt leaves nothing out", "hunt.go", `		if goes {
			h.more = true
			continue`, `		if goes {
			continue`},
	{"one jump of men alone is the whole capture", "hunt.go", `jumpers(r, takable, empty, b.side)&landed != 0:`, `false:`},
	{"a king jumps no second piece on its line", "hunt.go", `dirs := diagonals &^ (1 << (d ^ 2))`, `dirs := diagonals &^ (1<<(d^2) | 1<<d)`},
	{"crowned in passing in a hunt without a spare man", "hunt.go", `case r.inPassing && h.crown:`, `case r.inPassing:`},
	{"arrival on the last row does not end a hunt", "hunt.go", `goes = !r.endsMove && h.man(`, `goes = h.man(`},
	{"men alone take kings of another rank as men", "hunt.go", `opp&kings != 0 && !r.alike`, `false`},
	{"men alone are crowned by a capture without a spare man", "hunt.go", `	if r.crowns(b) {`, `	if true {`},
	{"a quiet move of men alone crowns without a spare man", "moves.go", `	last := uint64(0)
	if r.crowns(b) {`, `	last := uint64(0)
	if true {`},
}

// What is too rare to wait for on walks.
var rareFaults = []planted{
	{"a compel spends a move", "ahead.go", `if t.Claim != Compel && t.Claim != Waive {`, `if t.Claim != Waive {`},
	{"no capture is due where none is owed", "history.go", `if r.profile.Capture.Obligation != profile.Free && r.takes(&b, b.own) {`, `if r.takes(&b, b.own) {`},
	{"captures of different rank are one", "moves.go", `, int(word(a.Promotes))-int(word(b.Promotes))`, ``},
}

// here is this package, seen from rules.
const here = "../internal/testing/conformance"

var plantings = []struct {
	list     []planted
	in, test string // the package, and its tests that have to fail
}{
	{plantedFaults, here, "^TestGeneratorsAgree$"},
	{endingFaults, here, "^TestEndingsAgree$"},
	{keyFaults, ".", "^TestKeyTellsStatesApart$"},
	{specialFaults, ".", "^TestSpecialWaysAreExact$"},
	{rareFaults, ".", "^TestStopCountsNoCompelAsAMove$|^TestStopWaitsForADueCaptureAlone$|^TestCapturesOfDifferentRankAreTwo$"},
	{searchFaults, "../sim/player", "^TestSearchReadsDrawClauses$|^TestSearchMatesAsTablesDo$"},
	{distanceFaults, "exact", "^TestSearchAgreesWithTables$|^TestTablesAgreeWithNaiveSolver$"},
	{verdictFaults, "../reports", "^Test(Verdicts|OpenGamesOfEitherSign|TrainingsVaryLess)"},
	{statisticsFaults, "../sim/stats", "^Test(EquivalenceAgreesWithInterval|Levels|Detectable|Wilson|Games$|KaplanMeier|ScoresIntervalCovers)"},
	{worthFaults, "../sim", "^Test(AWinThatJustFits|ADrawThatCanBeCalled|AdjudicatedGames|UnfinishedGamesHaveValues)"},
	{courseFaults, "../sim", "^Test(PlayersStop|EveryRecordReplays|ManyForfeitsStopARun)$"},
	{underFaults, "../sim/record", "^TestEndingsUnderOtherClauses$"},
	{recordFaults, "../sim/record", "^Test(ShardIsCompleteOrAbsent|RoundTrip|ManifestFaults|Relations|WhoFailed)$"},
	{teachingFaults, "../sim/train", "^Test(Teach|TeachAnew|Gate)$"},
	{lessonFaults, "../sim/study", "^TestLessons$"},
	{lendingFaults, "../sim/player", "^TestLend$"},
	{benchFaults, "../explore/bench", "^Test(Form|MarginsOfClaims|RequestsFromElsewhere|Pause)"},
}

var faultsFlag = flag.String("faults", "", "K/N plants every Nth fault from the Kth on, counted from 0")

// The fast form plants the first fault of each comparison with the oracle, the long form
// a twentieth of them all, and -faults what it says.
func TestPlantedFaultsAreCaught(t *testing.T) {
	sources, err := filepath.Abs("../../../rules")
	require.NoError(t, err)
	share, of := 0, 1
	drawn := *faultsFlag
	if drawn == "" && long.Form(t) {
		drawn = "0/20"
	}
	if drawn != "" {
		_, err := fmt.Sscanf(drawn, "%d/%d", &share, &of)
		require.NoError(t, err)
	}
	n := 0
	for _, p := range plantings {
		for i, f := range p.list {
			text := disk.Read(t, filepath.Join(sources, f.file))
			// None may go stale unnoticed.
			require.Equal(t, 1, strings.Count(text, f.old), "%s: rules/%s: %q does not stand there once", f.name, f.file, f.old)
			n++
			if drawn == "" && (p.in != here || i > 0) || drawn != "" && n%of != share {
				continue
			}
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				faulty := filepath.Join(dir, filepath.Base(f.file))
				require.NoError(t, os.WriteFile(faulty, []byte(strings.Replace(text, f.old, f.wrong, 1)), 0o666))
				overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(sources, f.file): faulty}})
				require.NoError(t, err)
				overlayFile := filepath.Join(dir, "overlay.json")
				require.NoError(t, os.WriteFile(overlayFile, overlay, 0o666))
				binary := filepath.Join(dir, "compare.test")
				build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlayFile, "-o", binary, ".")
				build.Dir = filepath.Join(sources, p.in)
				out, err := build.CombinedOutput()
				require.NoError(t, err, "%s", out)

				args := []string{"-test.run", p.test, "-test.timeout", "300s"}
				if p.in == here {
					args = append(args, "-positions", "400000")
				}
				compare := exec.Command(binary, args...)
				compare.Dir = build.Dir
				out, err = compare.CombinedOutput()
				require.Error(t, err, "not caught")
				t.Log(strings.TrimSpace(string(out)))
				if p.in != here {
					return
				}
				require.Contains(t, string(out), "the generators differ", "caught by something else")
				fen := regexp.MustCompile(`--fen '([^']*)'`).FindSubmatch(out)
				require.NotNil(t, fen, "no command to paste: %s", out)
				require.LessOrEqual(t, strings.Count(string(fen[1]), ",")+2, 12, "not made small: %s", fen[1])
			})
		}
	}
}
