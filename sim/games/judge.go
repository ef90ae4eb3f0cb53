package games

import (
	"context"
	"fmt"
	"math"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/spec"
	"varlab/sim/stats"
)

// A Phase is a part of a game, by the share of the pieces at the start that are left.
type Phase int

// The phases.
const (
	Beginning Phase = iota // more than three quarters
	middle
	Ending // at most two fifths
	phases
)

func (p Phase) String() string { return [...]string{"opening", "middle game", "ending"}[p] }

// MarshalText writes the name of the phase.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func phaseOf(h *rules.History) Phase {
	pieces := func(s *rules.State) int { return s.Pieces(board.First).Len() + s.Pieces(board.Second).Len() }
	start := h.Rules().Start()
	switch left, all := pieces(h.Now()), pieces(&start); {
	case 4*left > 3*all:
		return Beginning
	case 5*left > 2*all:
		return middle
	}
	return Ending
}

// Blunder is the loss from which a move is a blunder: this share of the expected score, 0 to
// 1.
const Blunder = 0.1

// A Loss is the cost of one turn.
type Loss struct {
	Phase Phase
	Cost  float64 // expected score, 0 to 1
}

// A Judge values turns. It serves one goroutine.
type Judge struct {
	rules *rules.Rules
	eye   *player.Appraiser
}

// NewJudge returns the judge that the spec of a search names under r.
func NewJudge(r *rules.Rules, s *player.Spec) (*Judge, error) {
	eye, err := s.Appraiser(r)
	if err != nil {
		return nil, err
	}
	return &Judge{r, eye}, nil
}

// Game returns the cost of each turn of g that its players chose: the expected score after the
// turn that the judge finds best less the expected score after the turn that was played, or
// nothing if that is negative. Both are the judgement of a search after the turn, with equal
// budget, so that neither is seen deeper. A turn without an alternative costs nothing. After
// the end of ctx the judge is of no more use.
func (j *Judge) Game(ctx context.Context, g *Game) ([]Loss, error) {
	defer context.AfterFunc(ctx, j.eye.Stop)()
	j.eye.NewGame()
	h := after(j.rules, g.Opening(0))
	var losses []Loss
	best := -1.0 // expected score after the best turn of the ply before; negative if that turn was played, or is not judged
	for i := 0; i <= len(g.Turns); i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if i < g.From {
			h.Play(g.Turns[i])
			continue
		}
		over := h.Outcome().Over()
		if over || i == len(g.Turns) {
			if best >= 0 {
				losses[len(losses)-1].Cost = math.Max(0, best-j.eye.After(h))
			}
			break
		}
		turn, expects := j.eye.Look(h)
		if best >= 0 {
			losses[len(losses)-1].Cost = math.Max(0, best-(1-expects))
		}
		best = -1
		if turn != g.Turns[i] {
			h.Play(turn)
			best = j.eye.After(h)
			h.Undo()
		}
		losses = append(losses, Loss{phaseOf(h), 0})
		h.Play(g.Turns[i])
	}
	return losses, context.Cause(ctx)
}

// Costs are the costs of moves, in all and in each phase.
type Costs struct {
	LossPerPly
	Blunders
	Phases []PhaseCosts `json:"phases"`
}

// PhaseCosts are the costs of the moves of a phase.
type PhaseCosts struct {
	Phase Phase `json:"phase"`
	Plies int   `json:"plies"`
	LossPerPly
	Blunders
}

// costsOf sums up the costs of moves, game by game, and counts them.
func costsOf(games [][]Loss) (c Costs, plies int) {
	sum := func(in func(Phase) bool) (plies int, loss LossPerPly, bad Blunders) {
		var costs, blunders []stats.Cell
		for _, losses := range games {
			var cost, blunder stats.Cell
			for _, l := range losses {
				if !in(l.Phase) {
					continue
				}
				cost.Sum, cost.N = cost.Sum+100*l.Cost, cost.N+1
				if blunder.N++; l.Cost >= Blunder {
					blunder.Sum++
				}
			}
			plies += cost.N
			costs, blunders = append(costs, cost), append(blunders, blunder)
		}
		return plies, LossPerPly(mean(costs, 100)), Blunders(share(blunders))
	}
	plies, c.LossPerPly, c.Blunders = sum(func(Phase) bool { return true })
	for p := range phases {
		x := PhaseCosts{Phase: p}
		x.Plies, x.LossPerPly, x.Blunders = sum(func(q Phase) bool { return p == q })
		c.Phases = append(c.Phases, x)
	}
	return c, plies
}

// A Verdict is a judge's costs of the moves of games.
type Verdict struct {
	Player string `json:"player"` // the judge
	Games  int    `json:"games"`
	Plies  int    `json:"plies"`
	Costs
}

// JudgeGames judges games by the judge of a spec; the result does not depend on the number of
// workers. played is called after each game.
func JudgeGames(ctx context.Context, r *rules.Rules, s *player.Spec, games []*Game, workers int, played func()) (*Verdict, error) {
	found := make([][]Loss, len(games))
	judge := func() (*Judge, error) { return NewJudge(r, s) }
	err := sim.Each(ctx, workers, len(games), judge, func(ctx context.Context, j *Judge, i int) (err error) {
		if found[i], err = j.Game(ctx, games[i]); err == nil && played != nil {
			played()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	v := &Verdict{Player: s.String(), Games: len(games)}
	v.Costs, v.Plies = costsOf(found)
	return v, nil
}

// A Judgement is one judge's costs of games, with other judges' costs of some of them, which
// show the judge's own error.
type Judgement struct {
	Rules string `json:"rules"`
	*Verdict
	// Checks are of the same games: first by the judge itself, then by others.
	Checks []*Verdict `json:"checks,omitempty"`
}

// checked is how many games other judges judge too, for the judge's own error.
const checked = 20

// Judge judges the chosen games of c, and a few of them by the judges that check it. begin is
// told how many games are judged in all, and done is called after each.
func (c *Collection) Judge(ctx context.Context, judge *player.Spec, workers int, begin func(games int), done func()) (*Judgement, error) {
	judged := c.Chosen()
	if len(judged) == 0 {
		return nil, fmt.Errorf("%s: no game has a move to judge", c.Name)
	}
	judges, sample := append([]*player.Spec{judge}, checksOf(c.Rules, judge)...), Spread(judged, checked)
	begin(len(judged) + (len(judges)-1)*len(sample))
	var verdicts []*Verdict
	for _, s := range judges {
		v, err := JudgeGames(ctx, c.Rules, s, judged, workers, done)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, v)
		judged = sample // for the checks
	}
	return &Judgement{Rules: c.ID, Verdict: verdicts[0], Checks: verdicts[1:]}, nil
}

// checksOf are the judges that say how far a judge can be trusted: itself, one with four
// times the budget, and one with weights that were learned another time, or with none
// where they were learned once.
func checksOf(r *rules.Rules, judge *player.Spec) []*player.Spec {
	list := []*player.Spec{judge, judge.With(4*judge.Get("nodes"), min(64, 2*judge.Get("depth")))}
	key, value := "weights", 0
	switch {
	case !judge.Learns() || judge.Get("training") > 0:
		return list
	case len(player.Trainings(r.PlayHash())) > 1:
		key, value = "training", 2
	}
	if s, err := player.Parse(spec.Of(judge.String()).With(key, value).String()); err == nil {
		list = append(list, s)
	}
	return list
}
