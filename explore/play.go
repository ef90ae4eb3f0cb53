package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/rules/parting"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/stats"
)

// A Level is how well the program plays.
type Level struct{ Name, Spec string }

// levels are the levels that a page offers, by rising strength.
var levels = []Level{
	{"a beginner who overlooks captures", "search:nodes=60,noise=30,oversight=40,vigilance=50"},
	{"looks at 500 turns", "search:nodes=500,noise=5"},
	{"looks at 5,000 turns", "search:nodes=5000,noise=2"},
	{"looks at 50,000 turns", "search:nodes=50000"},
}

// choose returns the turn of the program, whose chance depends on the game so far alone.
func (e *Engine) choose(_ context.Context, q *Request, sets []*ruleSet) (any, error) {
	s := sets[0]
	g, err := s.follow(q)
	if err != nil {
		return nil, err
	}
	if g.Outcome().Over() {
		return nil, errors.New("the game is over")
	}
	p, err := newPlayer(s.r, levels[q.Level].Spec, nil)
	if err != nil {
		return nil, err
	}
	t, err := p.Choose(g.History, random.NewChance("varlab explore", q.FEN, strings.Join(q.Turns, " ")))
	if err != nil {
		return nil, err
	}
	return map[string]string{"t": s.n.Format(notation.PDN, g.Now().Setup(), t, g.Turns())}, nil
}

func newPlayer(r *rules.Rules, text string, w *player.Weights) (player.Player, error) {
	spec, err := player.Parse(text)
	if err != nil {
		return nil, err
	}
	p, err := spec.Given(w).New(r)
	if err == nil {
		p.NewGame()
	}
	return p, err
}

// How far part searches: see parting.Search.
const (
	partingTries = 6000
	partingSeed  = 1754
	mostPartings = 12
)

// Partings are small positions in which two rule sets have different turns.
type Partings struct {
	Same  bool    `json:"same"` // the turns of every position
	Found []small `json:"found"`
}

// A small position, after some turns.
type small struct {
	FEN    string   `json:"fen"`
	After  []string `json:"turns,omitempty"`
	Pieces int      `json:"pieces"`
}

// part looks for small positions in which two rule sets part, the smallest first, on the
// board of the first.
func (e *Engine) part(ctx context.Context, q *Request, sets []*ruleSet) (any, error) {
	a := sets[0]
	b, err := sets[1].onBoardOf(a)
	if err != nil {
		return nil, err
	}
	answer := Partings{Found: []small{}}
	if answer.Same, err = parting.SameTurns(a.r, b.r); err != nil || answer.Same {
		return answer, err
	}
	all, err := parting.Search(ctx, a.r, b.r, rand.New(rand.NewPCG(partingSeed, 0)), partingTries, mostPartings)
	if err != nil {
		return nil, err
	}
	for _, w := range all {
		answer.Found = append(answer.Found, small{a.n.WriteFEN(w.Setup), w.Played(a.r), w.Pieces()})
	}
	return answer, nil
}

// values gives the value of a position with few pieces, and of each of its turns.
func (e *Engine) values(ctx context.Context, q *Request, sets []*ruleSet) (any, error) {
	s := sets[0]
	g, err := s.follow(q)
	if err != nil {
		return nil, err
	}
	t := e.tablesOf(s.r)
	type worth struct {
		Value int `json:"value"` // for the side on move: 1 won, 0 drawn, -1 lost
		After int `json:"after"` // turns to the end, if it is won or lost
	}
	answer := struct {
		worth
		Turns map[string]worth `json:"turns"`
	}{Turns: map[string]worth{}}
	now := g.State()
	ask := func(at *rules.State) (worth, error) {
		if err := t.Ready(ctx, at); err != nil {
			return worth{}, err
		}
		v, n, ok := t.Probe(at)
		if !ok {
			for _, m := range exact.Materials(s.r, at) {
				if err := exact.New(s.r, "").Accepts(m); err != nil {
					return worth{}, err
				}
			}
			return worth{}, fmt.Errorf("there are no tables of these pieces (want at most %d of them)", e.Pieces)
		}
		return worth{v, n}, nil
	}
	if answer.worth, err = ask(&now); err != nil {
		return nil, err
	}
	all := g.Turns()
	for _, turn := range all {
		if turn.Action == rules.CallDraw {
			continue
		}
		next := s.r.Play(now, turn)
		w, err := ask(&next)
		if err != nil {
			return nil, err
		}
		if next.Mover() != now.Mover() {
			w.Value = -w.Value
		}
		if w.Value != 0 {
			w.After++
		}
		answer.Turns[s.n.Format(notation.PDN, now.Setup(), turn, all)] = w
	}
	return answer, nil
}

func (e *Engine) tablesOf(r *rules.Rules) *exact.Lazy {
	key := exact.Hash(r)
	e.mu.Lock()
	defer e.mu.Unlock()
	if t := e.tables[key]; t != nil {
		return t
	}
	if e.tables == nil || len(e.tables) >= mostTables {
		e.tables = map[string]*exact.Lazy{}
	}
	e.tables[key] = exact.NewLazy(exact.New(r, ""), e.Pieces, exact.Options{Share: true})
	return e.tables[key]
}

// Quick games: mostGames of each of two rule sets, each pair from one opening of due turns
// chosen at random, cut off when they are long. The players overlook captures, and the
// omissions of their opponents: otherwise a claim would seldom arise. They know no tables of
// endings, since the first game would have to wait for them.
const (
	mostGames    = 100
	quickPlayer  = "search:nodes=60,noise=10,oversight=20,vigilance=70,tables=0"
	quickOpening = 4
	quickHorizon = 200
	quickSeed    = "1754"
)

// A Tally is the results of games of one rule set.
type Tally struct {
	First   int `json:"first"` // won by the first mover
	Drawn   int `json:"drawn"`
	Second  int `json:"second"`
	Open    int `json:"open"` // cut off
	Huffed  int `json:"huffed"`
	Omitted int `json:"omitted"`
}

// games is the number of games in t.
func (t Tally) games() int { return t.First + t.Drawn + t.Second + t.Open }

type share struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func shareOf(k, n int) share {
	r := stats.Rate{K: k, N: n}
	i := r.Wilson(0.95)
	return share{r.Value(), i.Low, i.High}
}

// game plays one game under each of two rule sets, from one opening and with the same chance,
// and adds it to the earlier results.
func (e *Engine) game(ctx context.Context, q *Request, sets []*ruleSet) (any, error) {
	so := append(slices.Clone(q.So), make([]Tally, 2)...)[:2]
	for _, t := range so {
		if min(t.First, t.Drawn, t.Second, t.Open) < 0 || max(t.First, t.Drawn, t.Second, t.Open, t.games()) > mostGames {
			return nil, fmt.Errorf("earlier games are not %d (want their counts)", mostGames)
		}
	}
	weights, whose := weightsOf(sets[0].r, sets[1].r)
	for i, s := range sets {
		if err := s.quick(ctx, q.Game, weights[i], &so[i]); err != nil {
			return nil, err
		}
	}
	answer := struct {
		So     []Tally            `json:"so"`
		Shares []map[string]share `json:"shares"`
		Says   string             `json:"says"`
	}{So: so}
	for _, t := range so {
		n := t.games()
		answer.Shares = append(answer.Shares, map[string]share{
			"first": shareOf(t.First, n), "drawn": shareOf(t.Drawn, n), "second": shareOf(t.Second, n), "open": shareOf(t.Open, n),
		})
	}
	answer.Says = strings.TrimSpace(decides(so) + whose)
	return answer, nil
}

// weightsOf returns the weights with which two rule sets are played alike, of each its own, or
// else the same for both; and a sentence on them.
func weightsOf(a, b *rules.Rules) (weights [2]*player.Weights, says string) {
	weights = [2]*player.Weights{player.WeightsFor(a), player.WeightsFor(b)}
	if weights[0] != nil && weights[1] != nil {
		return weights, ""
	}
	shared := cmp.Or(weights[0], player.Lend(a).Weights)
	if shared == nil || !shared.Lendable(b) {
		return [2]*player.Weights{}, " Nothing that was learned fits both: they are played by the plain evaluation."
	}
	return [2]*player.Weights{shared, shared}, fmt.Sprintf(" Both are played with the weights of %s, and the shares hang on them: varlab compare teaches both first.", shared.Rules)
}

// decides says which differences are too small for this number of games.
func decides(so []Tally) string {
	n := min(so[0].games(), so[1].games())
	least := 0.0
	for _, k := range []int{so[0].First, so[0].Drawn, so[0].Second} {
		plan := stats.Plan{Base: stats.Rate{K: k, N: so[0].games()}.Value(), Power: 0.8, Alpha: 0.05, DesignEffect: 1}
		if d, err := plan.Detectable(n); err == nil {
			least = max(least, d)
		}
	}
	if least == 0 {
		return ""
	}
	return fmt.Sprintf("%d games each decide nothing smaller than %d points: a real difference below that would more likely be missed than found.", n, int(100*least+0.5))
}

// quick plays the game with a number and adds it to t.
func (s *ruleSet) quick(ctx context.Context, game int, w *player.Weights, t *Tally) error {
	h := rules.NewHistory(s.r, s.r.Start())
	var players [2]player.Player
	for side := range players {
		var err error
		if players[side], err = newPlayer(s.r, quickPlayer+map[bool]string{true: ",weights=0"}[w == nil], w); err != nil {
			return err
		}
	}
	chance := random.NewChance("varlab explore game", quickSeed, strconv.Itoa(game))
	for n := uint64(0); !h.Outcome().Over(); n++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if h.Plies() >= quickHorizon {
			t.Open++
			return nil
		}
		var turn rules.Turn
		if n < quickOpening {
			due := s.r.Due(nil, h.State())
			turn = due[random.Least(chance.Of(n), due, func(t *rules.Turn) random.Chance { return random.Chance(t.From)<<8 | random.Chance(t.To) })]
		} else {
			var err error
			if turn, err = players[h.Now().Mover()].Choose(h, chance.Of(n)); err != nil {
				return err
			}
		}
		if turn.Omission != profile.NoOmission {
			t.Omitted++
		}
		if turn.Claim == rules.Huff {
			t.Huffed++
		}
		h.Play(turn)
	}
	switch h.Outcome().Result {
	case rules.FirstWins:
		t.First++
	case rules.SecondWins:
		t.Second++
	default:
		t.Drawn++
	}
	return nil
}
