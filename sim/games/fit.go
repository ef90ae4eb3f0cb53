package games

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"varlab/internal/files"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/spec"
)

// A Fitting fits players to the moves of a collection, in each phase of the game: to what the
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
	Kept      string // the folder in which values and choices are kept; empty: nowhere
	Begin     func(what string, total int)
	Done      func()

	spots []spot
	file  string // in Kept
	known struct {
		Costs   [][]float64      `json:"costs"`   // of the turns of each spot, by the judge
		Choices map[string][]int `json:"choices"` // a candidate's turn in each spot; -1: not chosen yet
	}
}

// A spot is a position of a game.
type spot struct {
	game   int // its number
	class  int // of the person on move
	before []rules.Turn
	phase  Phase
	turns  []rules.Turn // none if a draw clause had ended the game: no choice costs anything
	played int          // people's turn
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

// A Fit is a player fitted to games. Its form in JSON is that of varlab games fit.
type Fit struct {
	Rules     string `json:"rules,omitempty"`
	Class     string `json:"class,omitempty"` // of people; empty: all of them
	Player    string `json:"player"`          // its spec, with the hash of its file
	File      string `json:"file,omitempty"`
	Positions int    `json:"positions"`
	Tried     int    `json:"tried"` // candidates
	// Misfit is the sum of squared differences over the six fitted figures, in standard errors:
	// about 6 if the player could be the people.
	Misfit       Number      `json:"misfit"`
	Resampled    Resampled   `json:"resampled"`
	Costs                    // of the player's moves, in the positions
	Real         Costs       `json:"real"`                // of people's moves there
	Classes      []*Fit      `json:"classes,omitempty"`   // of people who were not equals
	Predicted    *Prediction `json:"predicted,omitempty"` // nil: no prediction was made
	HeldOutError float64     `json:"held_out_error,omitempty"`
	Warnings     []string    `json:"warnings,omitempty"`

	Spec *player.Spec `json:"-"`
}

// Resampled are the players fitted to games drawn from the collection's with replacement.
type Resampled struct {
	Same      Number `json:"same"` // share of them that are the fitted player
	Weakest   string `json:"weakest"`
	Strongest string `json:"strongest"` // of the nine in ten between, by the cost of their moves
}

// BadMisfit is exceeded by the misfit of one in a hundred players who could be the people: the
// quantile of chi-squared with six degrees of freedom.
const BadMisfit = 16.8

// Fit fits a player to the games whose moves were valued, or to one class of their people.
func (f *Fitting) Fit(ctx context.Context, class int) (*Fit, error) {
	var in []int
	for i := range f.spots {
		if class < 0 || f.spots[i].class == class {
			in = append(in, i)
		}
	}
	people := f.losses(in, func(i int) int { return f.spots[i].played })
	var real moments
	real.add(people)
	tried := map[setting][]Loss{}
	var order []setting
	best, least := setting{dimensions[0][0], 10, 0}, math.Inf(1)
	f.Begin("candidates compared", 0)
	// Search one dimension after the other, over its whole length, until none improves: the
	// misfit is rough by chance, and steps from neighbour to neighbour would end at the first
	// bump.
	for was := (setting{}); was != best; {
		was = best
		for d, values := range dimensions {
			s := best
			for _, s[d] = range values {
				if tried[s] != nil {
					continue
				}
				chosen, err := f.choose(ctx, s, in)
				if err != nil {
					return nil, err
				}
				tried[s], order = f.losses(in, func(i int) int { return chosen[i] }), append(order, s)
				var m moments
				m.add(tried[s])
				if x := misfit(&real, &m); x < least {
					best, least = s, x
				}
			}
		}
	}
	spec, err := f.spec(best)
	if err != nil {
		return nil, err
	}
	fit := &Fit{Spec: spec, Player: spec.String(), Positions: len(in), Misfit: Number(least), Tried: len(order)}
	fit.Costs, _ = costsOf(f.byGame(in, tried[best]))
	fit.Real, _ = costsOf(f.byGame(in, people))
	f.keep()
	fit.Resampled, err = f.resample(in, people, tried, order, best)
	return fit, err
}

// resamples is how often the games are drawn again.
const resamples = 200

// resample fits players to games drawn from the collection's with replacement: each candidate's
// choices are known, so it costs nothing.
func (f *Fitting) resample(in []int, people []Loss, tried map[setting][]Loss, order []setting, best setting) (r Resampled, err error) {
	real := f.byGame(in, people)
	by := map[setting][][]Loss{}
	cost := map[setting]float64{}
	for _, s := range order {
		by[s] = f.byGame(in, tried[s])
		for _, l := range tried[s] {
			cost[s] += l.Cost
		}
	}
	chance := random.New("varlab fit again")
	var chosen []setting
	for range resamples {
		var people moments
		drawn := make([]int, len(real))
		for i := range drawn {
			drawn[i] = random.Below(chance, len(real))
			people.add(real[drawn[i]])
		}
		found, least := best, math.Inf(1)
		for _, s := range order {
			var m moments
			for _, g := range drawn {
				m.add(by[s][g])
			}
			if x := misfit(&people, &m); x < least {
				found, least = s, x
			}
		}
		chosen = append(chosen, found)
		if found == best {
			r.Same += 1. / resamples
		}
	}
	slices.SortStableFunc(chosen, func(a, b setting) int { return cmp.Compare(cost[b], cost[a]) })
	weak, err := f.spec(chosen[resamples/20])
	if err != nil {
		return r, err
	}
	strong, err := f.spec(chosen[resamples-1-resamples/20])
	r.Weakest, r.Strongest = weak.String(), strong.String()
	return r, err
}

// losses are what choices cost in some of the spots.
func (f *Fitting) losses(in []int, chosen func(i int) int) []Loss {
	list := make([]Loss, len(in))
	for k, i := range in {
		list[k].Phase = f.spots[i].phase
		if costs := f.known.Costs[i]; len(costs) > 0 {
			list[k].Cost = costs[chosen(i)]
		}
	}
	return list
}

// byGame makes the losses in positions of one game a cluster.
func (f *Fitting) byGame(in []int, losses []Loss) (games [][]Loss) {
	for k, i := range in {
		if k == 0 || f.spots[i].game != f.spots[in[k-1]].game {
			games = append(games, nil)
		}
		games[len(games)-1] = append(games[len(games)-1], losses[k])
	}
	return games
}

// Value draws positions from games, as many of each class of people, and lets the judge value
// every turn in them.
func (f *Fitting) Value(ctx context.Context, games []*Game) error {
	type place struct{ game, ply int }
	var all [][]place // by class
	for g, p := range games {
		h := rules.NewHistory(f.Rules, f.Rules.Start())
		for ply, t := range p.Turns {
			if ply >= p.From {
				class := p.Class[h.Now().Mover()]
				for len(all) <= class {
					all = append(all, nil)
				}
				all[class] = append(all[class], place{g, ply})
			}
			h.Play(t)
		}
	}
	var places []place
	for _, list := range all {
		places = append(places, Spread(list, f.Positions/len(all))...)
	}
	if len(places) == 0 {
		return fmt.Errorf("the games have no move to fit a player to")
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(a.game-b.game, a.ply-b.ply) })
	start := f.Rules.Start()
	pieces := start.Pieces(board.First).Len() + start.Pieces(board.Second).Len()
	f.spots = nil
	sum := sha256.New()
	candidate, err := f.Candidate()
	if err != nil {
		return err
	}
	for _, s := range []*player.Spec{f.Judge, candidate} {
		lent, _ := s.Lends(f.Rules)
		fmt.Fprintln(sum, player.Revision, f.Rules.PlayHash(), s, lent.Weights)
	}
	for _, x := range places {
		g := games[x.game]
		h := rules.NewHistory(f.Rules, f.Rules.Start())
		for _, t := range g.Turns[:x.ply] {
			h.Play(t)
		}
		s := spot{game: x.game, class: g.Class[h.Now().Mover()], before: g.Turns[:x.ply], phase: phaseOf(h.Now(), pieces)}
		if !h.Outcome().Over() {
			s.turns = slices.Clone(h.Turns())
			s.played = max(0, slices.Index(s.turns, g.Turns[x.ply]))
		}
		f.spots = append(f.spots, s)
		fmt.Fprintln(sum, g.Turns[:x.ply+1])
	}
	if f.Kept != "" {
		f.file = filepath.Join(f.Kept, fmt.Sprintf("%x.json", sum.Sum(nil)))
		if text, err := os.ReadFile(f.file); err == nil && json.Unmarshal(text, &f.known) == nil && len(f.known.Costs) == len(f.spots) {
			return nil
		}
	}
	f.known.Costs, f.known.Choices = make([][]float64, len(f.spots)), map[string][]int{}
	f.Begin("positions valued", len(places))
	judge := func() (*Judge, error) { return NewJudge(f.Rules, f.Judge) }
	err = sim.Each(ctx, f.Workers, len(places), judge, func(ctx context.Context, j *Judge, i int) (err error) {
		f.known.Costs[i], err = j.costs(ctx, &f.spots[i])
		f.Done()
		return err
	})
	if err == nil {
		f.keep()
	}
	return err
}

// keep writes the values and the choices. Those that cannot be kept are computed again.
func (f *Fitting) keep() {
	if text, err := json.Marshal(f.known); err == nil && f.file != "" && os.MkdirAll(f.Kept, 0o777) == nil {
		_ = files.WriteBytes(f.file, text)
	}
}

// costs values the turns of a spot.
func (j *Judge) costs(ctx context.Context, s *spot) ([]float64, error) {
	costs := make([]float64, len(s.turns))
	if len(s.turns) < 2 {
		return costs, nil
	}
	defer context.AfterFunc(ctx, j.eye.Stop)()
	h := rules.NewHistory(j.rules, j.rules.Start())
	for _, t := range s.before {
		h.Play(t)
	}
	best := 0.0
	for i, t := range s.turns {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		j.eye.NewGame()
		h.Play(t)
		worth, err := j.eye.After(h)
		h.Undo()
		if err != nil {
			return nil, err
		}
		costs[i] = worth
		best = math.Max(best, worth)
	}
	for i := range costs {
		costs[i] = best - costs[i]
	}
	return costs, nil
}

// choose lets a candidate choose in some of the spots, unless it has chosen there before.
func (f *Fitting) choose(ctx context.Context, s setting, in []int) ([]int, error) {
	spec, err := f.spec(s)
	if err != nil {
		return nil, err
	}
	chosen := f.known.Choices[spec.String()]
	if chosen == nil {
		chosen = slices.Repeat([]int{-1}, len(f.spots))
		f.known.Choices[spec.String()] = chosen
	}
	candidate := func() (player.Player, error) { return spec.New(f.Rules) }
	err = sim.Each(ctx, f.Workers, len(in), candidate, func(_ context.Context, p player.Player, k int) error {
		i := in[k]
		x := &f.spots[i]
		if chosen[i] >= 0 || len(x.turns) == 0 {
			return nil
		}
		chosen[i] = 0
		if len(x.turns) == 1 {
			return nil
		}
		h := rules.NewHistory(f.Rules, f.Rules.Start())
		for _, u := range x.before {
			h.Play(u)
		}
		p.NewGame()
		u, err := p.Choose(h, random.NewChance("varlab fit").Of(uint64(i)))
		if chosen[i] = slices.Index(x.turns, u); err == nil && chosen[i] < 0 {
			err = fmt.Errorf("%s chose no legal turn", spec)
		}
		return err
	})
	f.Done()
	return chosen, err
}

// moments are of what choices cost in each phase.
type moments [phases]struct{ n, sum, squares, blunders float64 }

func (m *moments) add(losses []Loss) {
	for _, l := range losses {
		x := &m[l.Phase]
		x.n++
		x.sum += l.Cost
		x.squares += l.Cost * l.Cost
		if l.Cost >= Blunder {
			x.blunders++
		}
	}
}

// misfit measures each difference by its standard error, to which both samples add theirs: one
// blunder is evidence of one blunder, whoever made it. A share of blunders counts one more of
// either kind than was seen, so that none in fifty positions differs from none in a thousand.
func misfit(people, candidate *moments) (sum float64) {
	for p := range phases {
		n := people[p].n
		if n < 2 {
			continue
		}
		var loss, share float64 // variances
		for _, m := range []*moments{people, candidate} {
			x := m[p]
			q := (x.blunders + 1) / (n + 2)
			loss += max(0, x.squares-x.sum*x.sum/n) / (n - 1) / n
			share += q * (1 - q) / n
		}
		d, b := (people[p].sum-candidate[p].sum)/n, (people[p].blunders-candidate[p].blunders)/n
		if loss > 0 {
			sum += d * d / loss
		}
		sum += b * b / share
	}
	return sum
}
