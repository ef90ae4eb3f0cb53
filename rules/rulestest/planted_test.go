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
	{"captured pieces leave as they are jumped, always", "captures.go", `	if c.r.atOnce {`, `	if true {`},
	{"the origin of a capture stays occupied", "captures.go", `c.occupied = w.set(occupied.Without(q))`, `c.occupied = w.set(occupied)`},
	{"compel goes back to the position after the default", "play.go", `= true, *before, t.From, h`, `= true, n.position, t.From, h`},
	{"a king that must land close lands anywhere", "captures.go", `if r.flying && r.landing != profile.LandAdjacent {`, `if r.flying {`},
	{"the last landing is bound after a man too", "captures.go", `r.landing == profile.LandAdjacentLastKing && w.has(c.kings, last) {`, `r.landing == profile.LandAdjacentLastKing {`},
	{"the last landing is free after several", "captures.go", `r.landing == profile.LandAdjacentLast ||`, `r.landing == profile.LandAdjacentLast && n < 2 ||`},
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
	{"a king weighs as much as two men", "tables.go", `= 299`, `= 400`},
	{"a man's capture may be broken off", "captures.go", `stays, goes && r.completion != profile.AtWill)`, `stays, false)`},
	{"a route to the same capture counts again", "tables.go", `t.twice[1] = 2`, `t.twice[1] = 3`},
	{"a man's captures enclose nothing", "tables.go", `t.twice = [2]int{4, 4}`, `t.twice = [2]int{5, 4}`},
	{"a file is a piece and the one behind it", "captures.go", `for r.file && behind != board.NoSquare && w.has(targets, behind) {`, `if r.file && behind != board.NoSquare && w.has(targets, behind) {`},
	{"men do not see captures backwards", "captures.go", `up := w.shift(w.shift(empty, -half-1).And(targets), -half-1)`, `up := w.shift(w.shift(empty, -half-1).And(targets), -half-2)`},
	{"a leap over a file is not foreseen", "captures.go", `for before := over; r.file && !before.Empty(); over = over.Or(before) {`, `for before := over; false; over = over.Or(before) {`},
	{"a king far off is not foreseen", "captures.go", `step = step.And(empty); r.flying && !step.Empty(); step`, `step = step.And(empty); false; step`},
	{"a king looks past a piece", "captures.go", `ray = ray.Minus(w.set(r.ray[d&7][met&127])).Without(met)`, `ray = ray.Without(met)`},
	{"two jumps count as one", "perft.go", `on := jumping[W](r, b, landed)`, `on := board.Set{}`},
	{"crowned in passing, a capture ends in the count", "perft.go", `if r.inPassing && !landed`, `if false && !landed`},
	{"a jump along a row goes round the edge", "perft.go", `able.And(w.set(f.along[i]))`, `able`},
	{"a third jump does not lead back to the start in the count", "perft.go", `after.own = own.Or(at).Minus(beyond)`, `after.own = own.Or(at)`},
	{"two men on one square count once", "perft.go", `.And(on).Empty() {
		return 0, false`, `.And(on).Empty() && false {
		return 0, false`},
	{"a huffed piece is mourned where it stood before its move", "owed.go", `		s = s.With(to)`, `		s = s.With(from)`},
	{"a capture by a king does not come first", "tables.go", `k.byKing = one(field(1), 1)`, `_ = one(field(1), 1)`},
	{"the king met later comes first", "tables.go", `one(k.earliest-uint(n), 1)`, `one(k.earliest-earliestBits+1+uint(n), 1)`},
	{"the claimant must move after the last huff", "moves.go", `if b.opp.Empty() || r.spends {`, `if r.spends {`},
	{"own duty is read after the huff", "moves.go", `d.before = before`, `d.before = nil`},
	{"a capture opened by the huff is owed for", "owed.go", `if t.Omission == profile.Partial || among(before, &t) {`, `if t.Omission == profile.Partial || len(before) > 0 {`},
	{"who moved cannot be named", "moves.go", `r.lapse == profile.LapseOnce && q != s.named && `, `r.lapse == profile.LapseOnce && `},
	{"a piece that took, though it owed more, is excused", "owed.go", `t.Action == Capture && !owing.Has(t.From) {`, `t.Action == Capture {`},
	{"an automatic huff can be waived", "moves.go", `case !r.automatic && bare == 0 && len(dst) > base:`, `case bare == 0 && len(dst) > base:`},
	{"both blocked, and they pass", "moves.go", `if other := b.reversed(); r.movable(&other) {`, `{`},
	{"a king's moves count twice", "play.go", `min(p.runs[side]+1, r.repeatLimit)`, `min(p.runs[side]+2, r.repeatLimit)`},
	{"old defaults are forgotten with a new one", "play.go", `n.held[n.mover] = n.held[n.mover].Or(t.Huffable)`, `n.held[n.mover] = t.Huffable`},
	{"only the last unused claim is remembered", "play.go", `n.held[other] = n.held[other].Or(r.unused(s).And(n.pieces[other]))`, `n.held[other] = r.unused(s).And(n.pieces[other])`},
	{"a piece that moves stays claimed", "play.go", `p.held[side] = p.held[side].Without(t.From)`, `_ = p.held`},
	{"a quiet move crowns without a spare man", "moves.go", `	if r.crowns(b) {`, `	if true {`},
	{"what no longer owes stays claimed", "play.go", `n.held[other] = n.held[other].And(r.owing(&b))`, `_ = b`},
	{"an arrival does not end the second jump in the count", "perft.go", `if n, all := pairs[W](r, b, on, ne, nw, sw, se); all && !p.faulty {`, `if n, all := pairs[W](r, b, on, ne, nw, sw, se); all {`},
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
