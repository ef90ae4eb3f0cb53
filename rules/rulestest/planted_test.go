package rulestest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A planted fault is one line of package rules, replaced by another that
// compiles and is wrong.
type planted struct{ name, file, old, wrong string }

// Each of these must be caught by the comparison with the oracle. An old line
// must stand in its file exactly once: when the engine changes, so must its
// entry here.
var plantedFaults = []planted{
	{"a king that must land close lands anywhere, on two words", "hunter.go", `if r.flying && r.landing != profile.LandAdjacent {`, `if r.flying {`},
	{"compel goes back to the position after the default", "play.go", `= true, *before, t.From, h`, `= true, n.position, t.From, h`},
	{"a huffed piece is mourned where it stood before its move", "owed.go", `		s = s.With(to)`, `		s = s.With(from)`},

	{"captured pieces leave as they are jumped, always", "hunter.go", `	if r.atOnce {`, `	if true {`},
	{"the origin of a capture stays occupied", "hunter.go", `h.occupied = occupied.Without(q)`, `h.occupied = occupied`},
	{"the last landing is bound after a man too", "hunter.go", `r.landing == profile.LandAdjacentLastKing && h.kings.Has(last) {`, `r.landing == profile.LandAdjacentLastKing && last != board.NoSquare {`},
	{"any landing is whole if it cannot go on", "hunter.go", `fault = !onward.Empty()`, `fault = onward.Has(q)`},
	{"a free landing must go on all the same", "hunter.go", `fault = onward.Has(q)`, `fault = !onward.Empty()`},
	{"every chain is straight", "hunter.go", `r.straight && came != board.NoSquare`, `came != board.NoSquare`},
	{"crowned in passing without a spare man", "hunter.go", `case r.inPassing && h.crown:`, `case r.inPassing:`},
	{"arrival on the last row does not end the capture", "hunter.go", `goes = !r.endsMove && h.man(`, `goes = h.man(`},
	{"a capture is listed once for every route", "hunter.go", `	if again {`, `	if false {`},
	{"a due route does not outweigh a faulty one", "hunter.go", `(kind == profile.NoOmission || kind > o.Omission)`, `kind > o.Omission`},
	{"men take kings that they may not", "hunter.go", `h.takable = b.opp.Minus(b.kings)`, `_ = b`},
	{"a king needs one man only", "hunter.go", `return b.own.Len()+b.own.And(b.kings).Len()+1 <= r.stock[b.side]`, `return b.own.Len()+1 <= r.stock[b.side]`},
	{"a king weighs as much as two men", "tables.go", `= 299`, `= 400`},
	{"a king that must land close lands anywhere, on one word", "captures64.go", `if r.flying && r.landing != profile.LandAdjacent {`, `if r.flying {`},
	{"captured pieces never leave at once, on one word", "captures64.go", `left, open := target&^jumped, empty|jumped&r.one.vacated`, `left, open := target&^jumped, empty`},
	{"the origin of a capture stays occupied, on one word", "captures64.go", `if h.king(h.from, opp, empty|h.from,`, `if h.king(h.from, opp, empty,`},
	{"the last landing is bound after a man too, on one word", "captures64.go", `profile.LandAdjacentLastKing && last&h.kings != 0 {`, `profile.LandAdjacentLastKing && last != 0 {`},
	{"any landing is whole if it cannot go on, on one word", "captures64.go", `fault = onward != 0`, `fault = onward&q != 0`},
	{"a man's capture may be broken off, on one word", "captures64.go", `stays, goes && h.r.completion != profile.AtWill)`, `stays, false)`},
	{"a straight chain may turn, on one word", "captures64.go", `h.r.straight && came != 0 && came != step {`, `false {`},
	{"crowned in passing without a spare man, on one word", "captures64.go", `case h.r.inPassing && h.crown:`, `case h.r.inPassing:`},
	{"arrival on the last row does not end the capture, on one word", "captures64.go", `goes = !h.r.endsMove && h.man(`, `goes = h.man(`},
	{"a route to the same capture counts again", "tables.go", `t.twice[1] = 2`, `t.twice[1] = 3`},
	{"a file is a piece and the one behind it, on one word", "captures64.go", `for r.file && behind&target != 0 {`, `if r.file && behind&target != 0 {`},
	{"men do not see captures backwards, on one word", "captures64.go", `for i := range t.manJumps[side] {`, `for i := range t.manJumps[side][:2] {`},
	{"a man's captures enclose nothing", "tables.go", `t.twice = [2]int{4, 4}`, `t.twice = [2]int{5, 4}`},
	{"a leap over a file is not foreseen, on one word", "captures64.go", `for before := over; r.file && before != 0; over |= before {`, `for before := over; false; over |= before {`},
	{"a king far off is not foreseen, on one word", "captures64.go", `for r.flying && from&empty != 0 {`, `if r.flying && from&empty != 0 {`},
	{"two jumps count as one", "plain64.go", `on := w.able(landed, opp, empty, side)`, `on := uint64(0)`},
	{"crowned in passing, a capture ends in the count", "plain64.go", `if w.r.inPassing {`, `if false {`},
	{"a jump along a row goes round the edge", "plain64.go", `(both & w.west)`, `both`},
	{"a third jump does not lead back to the start in the count", "perft64.go", `empty&^at|beyond&men`, `empty&^at`},
	{"two men on one square count once", "perft64.go", `on&(x.twice()|o.twice()|x.all()&o.all()) != 0`, `false`},
	{"an arrival does not end the second jump in the count", "perft64.go", `if w.r.endsMove {
		on &^= last`, `if false {
		on &^= last`},
	{"three pieces count as two", "perft64.go", `w.able(further, opp,`, `w.able(0, opp,`},
	{"who can take more must, whatever ranks first", "plain64.go", `r.ranking.man != rank{} && !r.inPassing`, `!r.inPassing`},
	{"crowned men stay men in the count", "plain64.go", `king := kings&from != 0 || t.Promotes`, `king := kings&from != 0`},
	{"kings reach one square alone in the count", "perft64.go", `for w.r.flying && to != 0 {`, `for false {`},
	{"a capture by a king does not come first", "tables.go", `k.byKing = one(field(1), 1)`, `_ = one(field(1), 1)`},
	{"the king met later comes first", "tables.go", `one(k.earliest-uint(n), 1)`, `one(k.earliest-earliestBits+1+uint(n), 1)`},
	{"the claimant must move after the last huff", "moves.go", `if b.opp.Empty() || r.spends {`, `if r.spends {`},
	{"own duty is read after the huff", "moves.go", `d.before = before`, `d.before = nil`},
	{"a capture opened by the huff is owed for", "owed.go", `if t.Omission == profile.Partial || among(before, &t) {`, `if t.Omission == profile.Partial || len(before) > 0 {`},
	{"who moved cannot be named", "moves.go", `r.lapse == profile.LapseOnce && q != s.named && `, `r.lapse == profile.LapseOnce && `},
	{"a huffed piece is mourned where it stood before its move, on one word", "moves64.go", `blame.kept.Lo&^from |`, `blame.kept.Lo |`},
	{"a piece that took, though it owed more, is excused", "owed.go", `t.Action == Capture && !owing.Has(t.From) {`, `t.Action == Capture {`},
	{"an automatic huff can be waived", "moves.go", `case !r.automatic && bare == 0 && len(dst) > base:`, `case bare == 0 && len(dst) > base:`},
	{"both blocked, and they pass", "moves.go", `if other := b.reversed(); r.movable(&other) {`, `{`},
	{"a quiet move crowns without a spare man", "moves.go", `if !r.crowns(b) {`, `if false {`},
	{"a jump that goes on counts as one that ends", "playout128.go", `listed = !on.Empty() || w.uneven`, `listed = on == landed || w.uneven`},
	{"kings walk one square in the count, on two words", "playout128.go", `if !w.r.flying {`, `if true {`},
	{"a huff is counted beside what it leaves", "playout128.go", `n += w.add(own, opp.Without(q), s.kings.Without(q), side, q)`, `n += w.add(own, opp, s.kings, side, q)`},
	{"a quiet move crowns without a spare man, on one word", "moves64.go", `if r.spare && !r.crowns(b) {`, `if false {`},
	{"a king that may not move again moves, on one word", "moves64.go", `pieces &^= 1 << q`, `pieces &^= 0 << q`},
	{"a king's moves count twice", "play.go", `min(p.runs[side]+1, r.repeatLimit)`, `min(p.runs[side]+2, r.repeatLimit)`},
	{"old defaults are forgotten with a new one", "play.go", `n.held[n.mover] = n.held[n.mover].Or(t.Huffable)`, `n.held[n.mover] = t.Huffable`},
	{"what no longer owes stays claimed", "play.go", `n.held[other] = n.held[other].And(r.owing(&b, nil))`, `_ = b`},
	{"only the last unused claim is remembered", "play.go", `n.held[other] = n.held[other].Or(r.unused(s).And(n.pieces[other]))`, `n.held[other] = r.unused(s).And(n.pieces[other])`},
	{"a piece that moves stays claimed", "play.go", `p.held[side] = p.held[side].Without(t.From)`, `_ = p.held`},
}

// Without VARLAB_DEEP the first three stand for all.
func TestPlantedFaultsAreCaught(t *testing.T) {
	list := plantedFaults[:3]
	if os.Getenv("VARLAB_DEEP") != "" {
		list = plantedFaults
	}
	sources, err := filepath.Abs("..")
	require.NoError(t, err)
	for _, f := range plantedFaults { // none may go stale unnoticed
		text, err := os.ReadFile(filepath.Join(sources, f.file))
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(text), f.old), "%s: rules/%s: %q does not stand there once", f.name, f.file, f.old)
	}
	for _, f := range list {
		t.Run(f.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(sources, f.file)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			faulty := filepath.Join(dir, f.file)
			require.NoError(t, os.WriteFile(faulty, []byte(strings.Replace(string(text), f.old, f.wrong, 1)), 0o666))
			overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{path: faulty}})
			require.NoError(t, err)
			overlayFile := filepath.Join(dir, "overlay.json")
			require.NoError(t, os.WriteFile(overlayFile, overlay, 0o666))
			binary := filepath.Join(dir, "compare.test")
			out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlayFile, "-o", binary, ".").CombinedOutput()
			require.NoError(t, err, "%s", out)

			compare := exec.Command(binary, "-test.run", "^TestGeneratorsAgree$", "-test.timeout", "300s")
			compare.Env = append(os.Environ(), "VARLAB_POSITIONS=400000", "VARLAB_SEED=1")
			out, err = compare.CombinedOutput()
			require.Error(t, err, "not caught")
			require.Contains(t, string(out), "the generators differ", "caught by something else")
			fen := regexp.MustCompile(`--fen '([^']*)'`).FindSubmatch(out)
			require.NotNil(t, fen, "no command to paste: %s", out)
			require.LessOrEqual(t, strings.Count(string(fen[1]), ",")+2, 10, "not made small: %s", fen[1])
			t.Log(strings.TrimSpace(string(out)))
		})
	}
}
