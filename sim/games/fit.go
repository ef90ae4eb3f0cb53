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
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/spec"
	"varlab/sim/study"
)

// A Fitting fits players to the moves of a collection, in each phase of the game: to the cost
// of the moves, and to the number of blunders. It never sees a result.
//
// Positions are drawn from the games, and the judge values every playable turn in them. A
// candidate chooses in the same positions, which costs only its own search, and the cost of its
// choices is read off. So people and candidates are compared in the positions of people, and by
// pairs.
type Fitting struct {
	Rules     *rules.Rules
	Judge     *player.Spec
	Positions int
	Workers   int
	Kept      string // the folder in which values and choices are kept; empty: nowhere
	// Begin is told of each part of the work how many there are of what; Done, of each of them.
	Begin func(part, parts int, what string, total int)
	Done  func()

	Predict int    // games of the player that was found; 0: none
	At      int    // the ply of people's games from which they begin
	Stop    string // options of the player for stopping
	Seed    uint64 // of these games

	part, parts int
	spots       []spot
	file        string // in Kept
	known       struct {
		Costs   [][]float64      `json:"costs"`   // of the turns of each spot, by the judge
		Choices map[string][]int `json:"choices"` // a candidate's turn in each spot; -1: not chosen yet
	}
}

// A spot is a position of a game.
type spot struct {
	game   int // its number
	class  int // of the person on move
	before sim.Opening
	phase  Phase
	turns  []rules.Turn // empty if a draw clause had ended the game: no choice costs anything
	played int          // people's turn
}

// A setting is the budget, the noise and the oversight of a candidate.
type setting [3]int

// spec returns the player of a setting.
func (s setting) spec() (*player.Spec, error) {
	return player.Parse(spec.Spec{Kind: "search"}.With("nodes", s[0]).With("noise", s[1]).With("oversight", s[2]).String())
}

// Candidate returns one of the candidates.
func Candidate() (*player.Spec, error) { return setting{dimensions[0][0]}.spec() }

// dimensions are the values tried of budget, noise and oversight; of budgets, those up to the
// judge's own.
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
	Weakest      string      `json:"weakest"`   // of nine in ten players that are fitted to games drawn
	Strongest    string      `json:"strongest"` // again from these, by the cost of their moves
	Costs                    // of the player's moves, in the positions
	Real         Costs       `json:"real"`                // of people's moves there
	Classes      []*Fit      `json:"classes,omitempty"`   // of people who were not equals
	Predicted    *Prediction `json:"predicted,omitempty"` // nil: no prediction was made
	HeldOutError float64     `json:"held_out_error,omitempty"`
	Warnings     []string    `json:"warnings,omitempty"`

	Spec *player.Spec `json:"-"`

	of *Collection
}

// badMisfit is exceeded by the misfit of one in a hundred players who could be the people: the
// quantile of chi-squared with six degrees of freedom.
const badMisfit = 16.8

// A trial is a candidate, and what its choices cost in the games.
type trial struct {
	setting
	spec  *player.Spec
	games [][]Loss
	cost  float64
}

// Of fits players to the games of a collection, by classes of people as Classes makes them, and
// predicts results with them.
func (f *Fitting) Of(ctx context.Context, from *Collection, by string) (*Fit, error) {
	f.Rules = from.Rules
	all := from.Chosen()
	names, err := Classes(all, by)
	if err != nil {
		return nil, fmt.Errorf("%s: --by %s: %w", from.Name, by, err)
	}
	var begun []*Game
	if f.parts = 2 + len(names); f.Predict > 0 && len(all) > 0 {
		f.parts++
		if begun, err = Begun(all, f.At, f.Predict); err != nil {
			return nil, fmt.Errorf("%s: %w", from.Name, err)
		}
	}
	found, err := f.Fit(ctx, all, names)
	if err != nil {
		return nil, err
	}
	found.Rules, found.of = from.ID, from
	if found.Warn(all); f.Predict == 0 {
		return found, nil
	}
	f.begin("games predicted", f.Predict)
	c := Continuation{Rules: f.Rules, Seed: f.Seed, Workers: f.Workers, Played: f.Done}
	if f.Stop != "" {
		if c.Rules, err = AllowingStops(f.Rules); err != nil {
			return nil, err
		}
	}
	c.Player = func(class int) (sim.Player, error) {
		s, err := player.Parse(spec.Of(found.PlayerOf(class)).And(f.Stop))
		if err != nil {
			return nil, err
		}
		return s.New(c.Rules)
	}
	found.Predicted, err = Predict(ctx, &c, begun, f.At)
	if err == nil {
		found.Predicted.Stop, found.Predicted.People, found.HeldOutError = f.Stop, StatsOf(all), study.HeldOutError
	}
	return found, err
}

func (f *Fitting) begin(what string, total int) {
	f.part++
	f.Begin(f.part, f.parts, what, total)
}

// Fit values positions of games, and fits a player to the choices of all people in them, and
// one to those of each class of people.
func (f *Fitting) Fit(ctx context.Context, games []*Game, classes []string) (*Fit, error) {
	if err := f.value(ctx, games); err != nil {
		return nil, err
	}
	all, err := f.fit(ctx, -1)
	for class := 0; class < len(classes) && err == nil; class++ {
		var of *Fit
		if of, err = f.fit(ctx, class); err == nil {
			of.Class = classes[class]
			all.Classes = append(all.Classes, of)
		}
	}
	return all, err
}

// PlayerOf is the player of a class, or of all people if they are one.
func (x *Fit) PlayerOf(class int) string {
	if x.Classes != nil {
		x = x.Classes[class]
	}
	return x.Player
}

// fit fits a player to one class of people, or to all if it is negative.
func (f *Fitting) fit(ctx context.Context, class int) (*Fit, error) {
	var in []int // spots
	for i := range f.spots {
		if class < 0 || f.spots[i].class == class {
			in = append(in, i)
		}
	}
	people := f.losses(in, func(i int) int { return f.spots[i].played })
	every := make([]int, len(people))
	for g := range every {
		every[g] = g
	}
	var tried []trial
	best, least := trial{setting: setting{dimensions[0][0], 10, 0}}, 0.0
	f.begin("candidates compared", 0)
	// Search one dimension after the other, over its whole length, until none improves: the
	// misfit is rough by chance, and steps from neighbour to neighbour would end at the first
	// bump.
	for was := (setting{}); was != best.setting; {
		was = best.setting
		for d, values := range dimensions {
			s := best.setting
			for _, s[d] = range values {
				beyond := f.Judge.Get("nodes") > 0 && s[0] > f.Judge.Get("nodes")
				if beyond || slices.ContainsFunc(tried, func(t trial) bool { return t.setting == s }) {
					continue
				}
				t, err := f.try(ctx, s, in)
				if err != nil {
					return nil, err
				}
				tried = append(tried, t)
			}
			best, least = nearest(people, tried, every)
		}
	}
	f.keep()
	fit := &Fit{Spec: best.spec, Player: best.spec.String(), Positions: len(in), Misfit: Number(least), Tried: len(tried)}
	fit.Costs, _ = costsOf(best.games)
	fit.Real, _ = costsOf(people)
	// The choices of all candidates are known, so to draw the games again costs nothing.
	var chosen []trial
	chance := random.New("varlab fit again")
	for range resamples {
		drawn := make([]int, len(people))
		for i := range drawn {
			drawn[i] = random.Below(chance, len(people))
		}
		found, _ := nearest(people, tried, drawn)
		chosen = append(chosen, found)
	}
	slices.SortStableFunc(chosen, func(a, b trial) int { return cmp.Compare(b.cost, a.cost) })
	fit.Weakest, fit.Strongest = chosen[resamples/20].spec.String(), chosen[resamples-1-resamples/20].spec.String()
	return fit, nil
}

// nearest returns the trial with the least misfit in the drawn games.
func nearest(people [][]Loss, tried []trial, drawn []int) (best trial, least float64) {
	least = math.Inf(1)
	for _, t := range tried {
		if x := misfit(people, t.games, drawn); x < least {
			best, least = t, x
		}
	}
	return best, least
}

// resamples is the number of times that the games are drawn again, with replacement.
const resamples = 200

// losses are the costs of choices in some of the spots, game by game.
func (f *Fitting) losses(in []int, chosen func(i int) int) (games [][]Loss) {
	for k, i := range in {
		if k == 0 || f.spots[i].game != f.spots[in[k-1]].game {
			games = append(games, nil)
		}
		l := Loss{Phase: f.spots[i].phase}
		if costs := f.known.Costs[i]; len(costs) > 0 {
			l.Cost = costs[chosen(i)]
		}
		games[len(games)-1] = append(games[len(games)-1], l)
	}
	return games
}

// value draws positions from games, as many of each class of people, and lets the judge value
// every turn in them.
func (f *Fitting) value(ctx context.Context, games []*Game) error {
	type place struct{ game, ply int }
	all := map[int][]place{} // by class
	for g, p := range games {
		h := after(f.Rules, p.Opening(0))
		for ply, t := range p.Turns {
			if ply >= p.From {
				class := p.Class[h.Now().Mover()]
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
	sum := sha256.New()
	candidate, err := Candidate()
	if err != nil {
		return err
	}
	for _, s := range []*player.Spec{f.Judge, candidate} {
		lent, _ := s.Lends(f.Rules)
		fmt.Fprintln(sum, player.Revision, f.Rules.PlayHash(), s, lent.Weights)
	}
	for _, x := range places {
		g := games[x.game]
		h := after(f.Rules, g.Opening(x.ply))
		s := spot{game: x.game, class: g.Class[h.Now().Mover()], before: g.Opening(x.ply), phase: phaseOf(h)}
		if !h.Outcome().Over() {
			s.turns = slices.Clone(h.Turns())
			s.played = max(0, slices.Index(s.turns, g.Turns[x.ply]))
		}
		f.spots = append(f.spots, s)
		if g.Setup != nil {
			fmt.Fprintln(sum, *g.Setup)
		}
		fmt.Fprintln(sum, g.Turns[:x.ply+1])
	}
	f.begin("positions valued", len(places))
	if f.Kept != "" {
		f.file = filepath.Join(f.Kept, fmt.Sprintf("%x.json", sum.Sum(nil)))
		if text, err := os.ReadFile(f.file); err == nil && json.Unmarshal(text, &f.known) == nil && len(f.known.Costs) == len(f.spots) {
			return nil
		}
	}
	f.known.Costs, f.known.Choices = make([][]float64, len(f.spots)), map[string][]int{}
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
	h := after(j.rules, s.before)
	best := 0.0
	for i, t := range s.turns {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		j.eye.NewGame()
		h.Play(t)
		costs[i] = j.eye.After(h)
		h.Undo()
		best = math.Max(best, costs[i])
	}
	for i := range costs {
		costs[i] = best - costs[i]
	}
	return costs, nil
}

// try lets a candidate choose in some of the spots, unless it has chosen there before.
func (f *Fitting) try(ctx context.Context, s setting, in []int) (t trial, err error) {
	if t.spec, err = s.spec(); err != nil {
		return t, err
	}
	chosen := f.known.Choices[t.spec.String()]
	if chosen == nil {
		chosen = slices.Repeat([]int{-1}, len(f.spots))
		f.known.Choices[t.spec.String()] = chosen
	}
	candidate := func() (player.Player, error) { return t.spec.New(f.Rules) }
	err = sim.Each(ctx, f.Workers, len(in), candidate, func(_ context.Context, p player.Player, k int) error {
		i := in[k]
		x := &f.spots[i]
		if chosen[i] >= 0 || len(x.turns) < 2 {
			chosen[i] = max(0, chosen[i])
			return nil
		}
		p.NewGame()
		u, err := p.Choose(after(f.Rules, x.before), random.NewChance("varlab fit").Of(uint64(i)))
		if chosen[i] = slices.Index(x.turns, u); err == nil && chosen[i] < 0 {
			err = fmt.Errorf("%s chose no legal turn", t.spec)
		}
		return err
	})
	if err != nil {
		return t, err
	}
	f.Done()
	t.setting, t.games = s, f.losses(in, func(i int) int { return chosen[i] })
	for _, g := range t.games {
		for _, l := range g {
			t.cost += l.Cost
		}
	}
	return t, nil
}

// misfit measures each difference in the drawn games by its standard error, which includes that
// of both samples: one blunder is evidence of one blunder, whoever made it. A share of blunders
// counts one more of either kind than was seen, so that none in fifty positions differs from
// none in a thousand.
func misfit(people, candidate [][]Loss, drawn []int) (misfit float64) {
	type moments struct{ n, sum, squares, blunders float64 }
	var of [2][phases]moments
	for who, games := range [][][]Loss{people, candidate} {
		for _, g := range drawn {
			for _, l := range games[g] {
				m := &of[who][l.Phase]
				m.n, m.sum, m.squares = m.n+1, m.sum+l.Cost, m.squares+l.Cost*l.Cost
				if l.Cost >= Blunder {
					m.blunders++
				}
			}
		}
	}
	for p := range phases {
		a, b := of[0][p], of[1][p]
		if a.n < 2 {
			continue
		}
		loss := max(0, a.squares-a.sum*a.sum/a.n+b.squares-b.sum*b.sum/b.n) / (a.n - 1) / a.n
		if d := (a.sum - b.sum) / a.n; loss > 0 {
			misfit += d * d / loss
		}
		q, r, d := (a.blunders+1)/(a.n+2), (b.blunders+1)/(b.n+2), (a.blunders-b.blunders)/a.n
		misfit += d * d * a.n / (q*(1-q) + r*(1-r))
	}
	return misfit
}
