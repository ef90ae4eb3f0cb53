package conformance

// Where the judgement of claims stands.
const verdicts = "../reports/findings/verdict.go"

// What becomes of a claim.
var verdictFaults = []planted{
	{"the p of an equivalence at a look is two-sided", verdicts, `sides = 2`, `sides = 1`},
	{"the interval at a look is the usual one", verdicts, `v.Estimate.At(1 - at(Alpha))`, `v.Estimate.At(1 - Alpha)`},
	{"what lies beyond the margin is equivalent", verdicts, `case v.Hypothesis.Within() > 0 && v.beyond:`, `case v.Hypothesis.Margin > 0 && !v.beyond:`},
	{"what is worse is no worse", verdicts, `e.NoWorse(h.NoWorse, h.Less())`, `e.NoWorse(h.NoWorse, !h.Less())`},
	{"less is more", verdicts, `(v.Value < 0) == v.Hypothesis.Less()`, `(v.Value < 0) != (v.Hypothesis.Direction == "less")`},
	{"open games do not speak against a direction", verdicts, `closed, v.P = v.P, v.Sure()`, `closed = v.P`},
	{"open games do not speak against an equivalence", verdicts, `inside, outside = max(inside, in), max(outside, out)`, `outside = max(outside, out+0*in)`},
	{"open games that reach both sides may lie beyond", verdicts, `(v.Least.Value < 0) != (v.Most.Value < 0)`, `false`},
	{"the same game is among the tests of a family", verdicts, `func(v *Verdict) bool { return !v.SameGame }`, `func(v *Verdict) bool { return true }`},
	{"a claim is decided by its own p", verdicts, `v.decided(v.Adjusted, alone[v])`, `v.decided(v.P, alone[v])`},
	{"a claim is decided by the p of all claims", verdicts, `v.decided(v.Adjusted, alone[v])`, `v.decided(v.Together, alone[v])`},
	{"the same game refutes that both are equal", verdicts, `case v.SameGame && v.Hypothesis.Within() > 0:`, `case false:`},
	{"three trainings vary as one", verdicts, `return spread * spread / float64(n)`, `return spread * spread`},
}

// What a game is worth where it ends before its rules end it, or under other draw clauses.
var worthFaults = []planted{
	{"a win that just fits has no value", "../sim/play.go", `turns > h.Left()`, `turns >= h.Left()`},
	{"a win that is a turn too long has its value", "../sim/play.go", `turns > h.Left()`, `turns > h.Left()+1`},
	{"a game ends a piece too late", "../sim/play.go", `<= tb.adjudicates {`, `< tb.adjudicates {`},
	{"a draw is worth a draw where the game may be broken off", "../sim/play.go", `!won && h.Rules().Profile().MayBreakOff()`, `false`},
	{"the loser does not call the draw", "../sim/play.go", `!won || side != s.Mover() && h.Callable()`, `!won`},
	{"a win that leads through a drawn position has its value", "../sim/play.go", `won && by == side && left < turns`, `won && by == side && left < turns && false`},
}

var underFaults = []planted{
	{"a longer count leaves the value of a win in doubt", "../sim/record/endings.go", `h.Left() >= own.Left()`, `h.Left() > own.Left()`},
	{"a value holds whatever a clause begins to count", "../sim/record/endings.go", `			if !draw || c.Kind == profile.Stop {`, `			if c.Kind == profile.Stop {`},
	{"a game that a clause ended stays ended without it", "../sim/record/endings.go", `if !valued && rec.Result != Horizon`, `if false && rec.Result != Horizon`},
	{"a draw on claim waits for a claim", "../sim/record/endings.go", `t.Action == rules.CallDraw }); i >= 0`, `t.Action == rules.CallDraw }); i > 99`},
}

// What counts say.
var statisticsFaults = []planted{
	{"one test is enough for an equivalence", "../sim/stats/cluster.go", `max(e.above(-margin), e.below(margin))`, `min(e.above(-margin), e.below(margin))`},
	{"beyond a margin is one-sided", "../sim/stats/cluster.go", `min(1, 2*e.above(margin), 2*e.below(-margin))`, `min(1, e.above(margin), e.below(-margin))`},
	{"looks spend alpha on one side", "../sim/stats/looks.go", `-NormalQuantile(alpha/4)`, `-NormalQuantile(alpha/2)`},
	{"a margin is detected two-sided", "../sim/stats/cluster.go", `critical(1-2*alpha, e.DF) +`, `critical(1-alpha, e.DF) +`},
	{"a design effect makes a sample more", "../sim/stats/rate.go", `math.Max(1, r.DesignEffect)`, `r.DesignEffect`},
	{"a plan is for one test of its family", "../sim/stats/plan.go", `p.Alpha / float64(p.Tests())`, `p.Alpha`},
	{"games cut off are no longer at risk when others end", "../sim/stats/length.go", `c.Games += int(l.Ended + l.Censored)`, `c.Games += int(l.Ended)`},
	{"all games of an opening are one trial", "../sim/stats/scores.go", `trials = math.Max(trials, e.Value*(1-e.Value)/(e.SE*e.SE))`, `_ = e.SE`},
}

// What remains of a game.
var recordFaults = []planted{
	{"a shard may lack games", "../sim/record/shard.go", `if w.next != w.shard.To {`, `if false {`},
	{"the footer of a shard is not hashed", "../sim/record/shard.go", `	sum.Write(file[at+len(noHash):])`, ``},
	{"a seed of one's own makes a confirmatory study", "../sim/record/manifest.go", `m.Study.Confirmatory && m.Study.Seed != seed`, `false && m.Study.Seed != seed`},
	{"a game may be cut off before the horizon", "../sim/record/row.go", `int(rec.Plies) == m.Study.HorizonPlies`, `int(rec.Plies) <= m.Study.HorizonPlies`},
	{"an omission taken back is one turn", "../sim/record/row.go", `made := rec.Plies + 2*rec.Replayed`, `made := rec.Plies + rec.Replayed`},
	{"the first player always fails", "../sim/record/record.go", `return board.Second, r.Result`, `return board.First, r.Result`},
}

// How a game is played and counted.
var courseFaults = []planted{
	{"the horizon is a ply further", "../sim/play.go", `h.Plies() >= tb.horizon`, `h.Plies() > tb.horizon`},
	{"one player's agreement is enough", "../sim/play.go", `agrees[side] && agrees[side.Other()]`, `agrees[side] || agrees[side.Other()]`},
	{"who resigns wins", "../sim/play.go", `rules.WinOf(side.Other()).String(), record.Resignation`, `rules.WinOf(side).String(), record.Resignation`},
	{"what is taken back stands", "../sim/play.go", `			tb.stands = before`, `			_ = before`},
	{"a turn after no omission waives", "../sim/play.go", `	case omitted:`, `	default:`},
	{"kings that were taken are demoted", "../sim/play.go", `		kingsLost += kings`, `		_ = kingsLost`},
	{"forfeits need not be in a row", "../sim/run.go", `		delete(f.inARow, rec.Cell)`, ``},
}

// Whose weights play.
var teachingFaults = []planted{
	{"weights that lost their match play", "../sim/train/teach.go", `g.Wins < g.Losses`, `false`},
	{"weights that tied their match are lost", "../sim/train/teach.go", `g.Wins < g.Losses`, `g.Wins <= g.Losses`},
	{"what is kept does not depend on the weights before", "../sim/train/teach.go", `l.set.PlayHash, l.set.Weights, l.Teaching`, `l.set.PlayHash, l.Teaching`},
	{"who learns anew goes on from the weights before", "../sim/train/teach.go", `if !l.Anew {`, `if true {`},
	{"all trainings are one", "../sim/train/teach.go", `Seed: l.Seed + uint64(k), Positions`, `Seed: l.Seed, Positions`},
	{"the match is against oneself", "../sim/train/teach.go", `if who == pair.B.Spec {`, `if who == pair.A.Spec {`},
	{"one rule set of a lesson is taught", "../sim/train/teach.go", `for _, i := range l.sets {`, `for _, i := range l.sets[:1] {`},
}

var lendingFaults = []planted{
	{"the first relative lends, however far", "../sim/player/relatives.go", `len(differs) < len(apart)`, `false`},
	{"a relative lends to promotion squares of others", "../sim/player/relatives.go", `slices.Contains(differs, "promotion.squares")`, `false`},
}

var lessonFaults = []planted{
	{"rule sets are taught together that have other weights", "../sim/study/study.go", `first.alike(set) && slices.Equal(first.Weights, set.Weights)`, `first.alike(set)`},
	{"rule sets of other play are taught together", "../sim/study/study.go", `first.alike(set) && slices.Equal`, `slices.Equal`},
}

// What the workbench makes of a study and of its runs.
var benchFaults = []planted{
	{"a margin of a rate is a hundred times as wide", "../explore/bench/study.go", `			h.Margin /= 100`, ``},
	{"a margin of a rate is shown a hundred times too narrow", "../explore/bench/study.go", `		c.Within *= 100`, ``},
	{"a claim that is kept is dropped", "../explore/bench/study.go", `if c.Text != "" || c == blanksOf`, `if c == blanksOf`},
	{"the study held is forgotten", "../explore/bench/study.go", `		f.Held = file.Study`, `		_ = file.Study`},
	{"a confirmatory study gets a new seed when it is opened", "../explore/bench/study.go", `if s.Confirmatory != f.Confirmatory {`, `if true {`},
	{"a rule set that was taken out stays", "../explore/bench/study.go", `return !slices.Contains(f.Rules, listed(ref)) })`, `return false })`},
	{"games that were there are not counted", "../explore/bench/runs.go", `playing, j.found+j.here`, `playing, j.here`},
	{"a page from elsewhere may ask", "../explore/bench/serve.go", `origin != "" && origin != "http://"+r.Host`, `origin == "null"`},
	{"a form without the token changes things", "../explore/bench/serve.go", `r.PostForm.Get("token") != s.token`, `false`},
}
