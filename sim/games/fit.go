package games

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/spec"
)

// A Fitting fits a player to the moves of a collection, in each phase of the game: to what the
// moves cost, and to the number of blunders. It never sees a result.
//
// Positions are drawn from the games, and the judge values every playable turn in them. A
// candidate chooses in the same positions, which costs only its own search, and the cost of
// its choices is read off. So people and candidates are compared in the positions of people,
// and by pairs.
type Fitting struct {
	Rules     *rules.Rules
	Judge     *player.Spec
	Positions int
	Fixed     string // options that every candidate has, such as resign=5,agree=55
	Workers   int
	Begin     func(what string, total int)
	Done      func()

	spots  []spot
	tried  map[setting]trial
	scales [phases][2]float64 // variance of a difference by chance alone, of loss and of blunders
}

// A spot is a position of a game with the cost of each turn.
type spot struct {
	game   int // its number
	before []rules.Turn
	phase  Phase
	turns  []rules.Turn
	costs  []float64
	played float64 // cost of people's turn
}

// A setting is the budget, the noise and the oversight of a candidate.
type setting [3]int

// spec returns the player of a setting.
func (f *Fitting) spec(s setting) (*player.Spec, error) {
	as := spec.Spec{Kind: "search"}.With("nodes", s[0]).With("noise", s[1]).With("oversight", s[2])
	return player.Parse(as.And(f.Fixed))
}

// Candidate returns one of the candidates. The error is about options that none can have.
func (f *Fitting) Candidate() (*player.Spec, error) { return f.spec(setting{dimensions[0][0]}) }

// dimensions are what is tried of each. Budgets beyond the greatest are near the judge's own.
var dimensions = [3][]int{
	{25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600},
	{0, 5, 10, 15, 20, 30, 40, 60, 80},
	{0, 2, 5, 10, 20},
}

// A trial is the cost of a candidate's choices.
type trial struct {
	misfit float64
	losses []Loss
}

// A Fit is a player fitted to games. Its form in JSON is that of varlab games fit.
type Fit struct {
	Rules     string `json:"rules"`
	Player    string `json:"player"` // its spec, with the hash of its file
	File      string `json:"file"`
	Positions int    `json:"positions"`
	Tried     int    `json:"tried"` // candidates
	// Misfit is the sum of squared differences over the six fitted figures, in standard errors:
	// about 6 if the player could be the people.
	Misfit       Number      `json:"misfit"`
	Costs                    // of the player's moves, in the positions
	Real         Costs       `json:"real"`                // of people's moves there
	Predicted    *Prediction `json:"predicted,omitempty"` // nil: no prediction was made
	HeldOutError float64     `json:"held_out_error,omitempty"`

	Spec *player.Spec `json:"-"`
}

// Fit fits a player to the games whose moves were valued.
func (f *Fitting) Fit(ctx context.Context) (*Fit, error) {
	f.tried = map[setting]trial{}
	best := setting{dimensions[0][0], 10, 0}
	var least trial
	// Search one dimension after the other, over its whole length, until none improves: the
	// misfit is rough by chance, and steps from neighbour to neighbour would end at the first
	// bump.
	for was := (setting{}); was != best; {
		was = best
		for d, values := range dimensions {
			s := best
			for _, s[d] = range values {
				t, err := f.try(ctx, s)
				if err != nil {
					return nil, err
				}
				if least.losses == nil || t.misfit < least.misfit {
					best, least = s, t
				}
			}
		}
	}
	spec, err := f.spec(best)
	if err != nil {
		return nil, err
	}
	real := make([]Loss, len(f.spots))
	for i, s := range f.spots {
		real[i] = Loss{s.phase, s.played}
	}
	fit := &Fit{Spec: spec, Positions: len(f.spots), Misfit: Number(least.misfit), Tried: len(f.tried)}
	fit.Costs, _ = costsOf(f.byGame(least.losses))
	fit.Real, _ = costsOf(f.byGame(real))
	return fit, nil
}

// byGame makes the losses in positions of one game a cluster.
func (f *Fitting) byGame(losses []Loss) (games [][]Loss) {
	for i := range losses {
		if i == 0 || f.spots[i].game != f.spots[i-1].game {
			games = append(games, nil)
		}
		games[len(games)-1] = append(games[len(games)-1], losses[i])
	}
	return games
}

// Value draws positions from games and lets the judge value every turn in them.
func (f *Fitting) Value(ctx context.Context, games []*Game) error {
	type place struct{ game, ply int }
	var all []place
	for g, p := range games {
		for ply := p.From; ply < len(p.Turns); ply++ {
			all = append(all, place{g, ply})
		}
	}
	places := Spread(all, f.Positions)
	if len(places) == 0 {
		return fmt.Errorf("the games have no move to fit a player to")
	}
	f.spots = make([]spot, len(places))
	f.Begin("positions valued", len(places))
	judge := func() (*Judge, error) { return NewJudge(f.Rules, f.Judge) }
	err := sim.Each(ctx, f.Workers, len(places), judge, func(ctx context.Context, j *Judge, i int) (err error) {
		game := games[places[i].game]
		f.spots[i], err = j.spot(ctx, game.Turns[:places[i].ply], game.Turns[places[i].ply])
		f.spots[i].game = places[i].game
		f.Done()
		return err
	})
	if err != nil {
		return err
	}
	f.scale()
	return nil
}

// spot values the position after the first turns, in which people played another turn.
func (j *Judge) spot(ctx context.Context, before []rules.Turn, played rules.Turn) (spot, error) {
	h := rules.NewHistory(j.rules, j.rules.Start())
	for _, t := range before {
		h.Play(t)
	}
	s := spot{before: before, phase: phaseOf(h.Now(), j.pieces)}
	if h.Outcome().Over() {
		return s, nil // a draw clause had ended it: no choice costs anything
	}
	s.turns = slices.Clone(h.Turns())
	s.costs = make([]float64, len(s.turns))
	if len(s.turns) == 1 {
		return s, nil
	}
	defer context.AfterFunc(ctx, j.eye.Stop)()
	best := 0.0
	for i, t := range s.turns {
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		j.eye.NewGame()
		h.Play(t)
		worth, err := j.eye.After(h)
		h.Undo()
		if err != nil {
			return s, err
		}
		s.costs[i] = worth
		best = math.Max(best, worth)
	}
	for i := range s.costs {
		s.costs[i] = best - s.costs[i]
	}
	s.played = s.costs[max(0, slices.Index(s.turns, played))]
	return s, nil
}

// scale returns the variance of the difference between two samples of people: twice the
// variance of one sample. A share of blunders counts one more of either kind than was seen, so
// that none in fifty positions differs from none in a thousand.
func (f *Fitting) scale() {
	for p := range phases {
		var costs []float64
		blunders := 1.0
		for i := range f.spots {
			if s := &f.spots[i]; s.phase == p {
				costs = append(costs, s.played)
				blunders += figuresOf(s.played)[1]
			}
		}
		if len(costs) < 2 {
			continue
		}
		n := float64(len(costs))
		share := blunders / (n + 2)
		f.scales[p] = [2]float64{2 * stat.Variance(costs, nil) / n, 2 * share * (1 - share) / n}
	}
}

func figuresOf(cost float64) [2]float64 {
	blunder := 0.0
	if cost >= Blunder {
		blunder = 1
	}
	return [2]float64{cost, blunder}
}

// try lets a candidate choose in every position.
func (f *Fitting) try(ctx context.Context, s setting) (trial, error) {
	if t, ok := f.tried[s]; ok {
		return t, nil
	}
	spec, err := f.spec(s)
	if err != nil {
		return trial{}, err
	}
	f.Begin("positions chosen in by "+spec.String(), len(f.spots))
	t := trial{losses: make([]Loss, len(f.spots))}
	candidate := func() (player.Player, error) { return spec.New(f.Rules) }
	err = sim.Each(ctx, f.Workers, len(f.spots), candidate, func(_ context.Context, p player.Player, i int) error {
		x := &f.spots[i]
		t.losses[i] = Loss{Phase: x.phase}
		if len(x.turns) > 1 {
			h := rules.NewHistory(f.Rules, f.Rules.Start())
			for _, u := range x.before {
				h.Play(u)
			}
			p.NewGame()
			u, err := p.Choose(h, random.NewChance("varlab fit").Of(uint64(i)))
			if err != nil {
				return err
			}
			k := slices.Index(x.turns, u)
			if k < 0 {
				return fmt.Errorf("%s chose no legal turn", spec)
			}
			t.losses[i].Cost = x.costs[k]
		}
		f.Done()
		return nil
	})
	if err != nil {
		return trial{}, err
	}
	t.misfit = f.misfit(t.losses)
	f.tried[s] = t
	return t, nil
}

func (f *Fitting) misfit(losses []Loss) float64 {
	var sums [phases][2]float64
	var n [phases]float64
	for i, l := range losses {
		n[l.Phase]++
		real := figuresOf(f.spots[i].played)
		for k, v := range figuresOf(l.Cost) {
			sums[l.Phase][k] += v - real[k]
		}
	}
	misfit := 0.0
	for p := range phases {
		for k, variance := range f.scales[p] {
			if variance > 0 {
				misfit += float64(sums[p][k] / n[p] * sums[p][k] / n[p] / variance)
			}
		}
	}
	return misfit
}
