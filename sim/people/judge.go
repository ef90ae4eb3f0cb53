package people

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/player"
	"varlab/sim/stats"
)

// A Phase is a part of a game, by the pieces that are left of those at the start.
type Phase int

// The phases.
const (
	Beginning Phase = iota // more than three quarters
	Middle
	Ending // at most two fifths
	phases
)

func (p Phase) String() string { return [...]string{"opening", "middle game", "ending"}[p] }

func phaseOf(s *rules.State, start int) Phase {
	switch left := s.Pieces(board.First).Len() + s.Pieces(board.Second).Len(); {
	case 4*left > 3*start:
		return Beginning
	case 5*left > 2*start:
		return Middle
	}
	return Ending
}

// Blunder is the loss from which on a move is one: so much of the expected score, 0 to 1.
const Blunder = 0.1

// A Played is a game whose moves are judged: its turns from the start, of which the first
// were not chosen by its players.
type Played struct {
	Turns []rules.Turn
	From  int
}

// A Loss is what one turn cost.
type Loss struct {
	Phase Phase
	Cost  float64 // expected score, 0 to 1
}

// A Judge says what turns cost. It is for one goroutine.
type Judge struct {
	rules  *rules.Rules
	eye    *player.Appraiser
	pieces int // at the start
}

// NewJudge returns the judge that the spec of a search is under r.
func NewJudge(r *rules.Rules, s *player.Spec) (*Judge, error) {
	eye, err := s.Appraiser(r)
	if err != nil {
		return nil, err
	}
	start := r.Start()
	return &Judge{r, eye, start.Pieces(board.First).Len() + start.Pieces(board.Second).Len()}, nil
}

// Game returns what each turn of g cost that its players chose: the expected score after
// the turn that the judge finds best less that after the turn that was played, or nothing
// if that is no less. Both are what a search thinks after the turn, of equal budget, so
// that neither is seen deeper. A turn that was the only one cost nothing. Once ctx has
// ended the judge is of no more use.
func (j *Judge) Game(ctx context.Context, g *Played) ([]Loss, error) {
	defer context.AfterFunc(ctx, j.eye.Stop)()
	j.eye.NewGame()
	h := rules.NewHistory(j.rules, j.rules.Start())
	var losses []Loss
	best := -1.0 // what the turn before could have had; negative if it was the best, or is not judged
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
				got, err := j.eye.After(h)
				if err != nil {
					return nil, err
				}
				losses[len(losses)-1].Cost = math.Max(0, best-got)
			}
			break
		}
		turn, expects, err := j.eye.Look(h)
		if err != nil {
			return nil, err
		}
		if best >= 0 {
			losses[len(losses)-1].Cost = math.Max(0, best-(1-expects))
		}
		best = -1
		if turn != g.Turns[i] {
			h.Play(turn)
			best, err = j.eye.After(h)
			h.Undo()
			if err != nil {
				return nil, err
			}
		}
		losses = append(losses, Loss{phaseOf(h.Now(), j.pieces), 0})
		h.Play(g.Turns[i])
	}
	return losses, context.Cause(ctx)
}

// A Verdict is what the moves of games cost.
type Verdict struct {
	Player  string // the judge
	Games   int
	Plies   int
	Loss    Figure // expected score a ply, points of a hundred
	Blunder Figure // share of plies
	Phases  [phases]struct {
		Plies   int
		Loss    Figure
		Blunder Figure
	}
}

// verdict sums up what the moves of games cost, game by game.
func verdict(judge string, games [][]Loss) *Verdict {
	v := &Verdict{Player: judge, Games: len(games)}
	sum := func(in func(Phase) bool) (plies int, loss, blunder Figure) {
		var costs, blunders []stats.Cell
		for _, losses := range games {
			var cost, bad stats.Cell
			for _, l := range losses {
				if !in(l.Phase) {
					continue
				}
				cost.Sum, cost.N = cost.Sum+100*l.Cost, cost.N+1
				if bad.N++; l.Cost >= Blunder {
					bad.Sum++
				}
			}
			plies += cost.N
			costs, blunders = append(costs, cost), append(blunders, bad)
		}
		return plies, mean(costs), share(blunders)
	}
	v.Plies, v.Loss, v.Blunder = sum(func(Phase) bool { return true })
	for p := range phases {
		x := &v.Phases[p]
		x.Plies, x.Loss, x.Blunder = sum(func(q Phase) bool { return p == q })
	}
	return v
}

// JudgeGames has the judge of a spec judge games, by so many workers; played is told after
// each game. The result does not depend on the number of workers.
func JudgeGames(ctx context.Context, r *rules.Rules, s *player.Spec, games []*Played, workers int, played func()) (*Verdict, error) {
	judges := make([]*Judge, max(1, workers))
	found := make([][]Loss, len(games))
	err := each(ctx, workers, len(games), func(ctx context.Context, worker, i int) (err error) {
		if judges[worker] == nil {
			if judges[worker], err = NewJudge(r, s); err != nil {
				return err
			}
		}
		if found[i], err = judges[worker].Game(ctx, games[i]); err == nil && played != nil {
			played()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return verdict(s.String(), found), nil
}

// A Judgement is what games cost by one judge, and what others say of some of them: the
// judge's own error.
type Judgement struct {
	Rules string
	*Verdict
	// Checks are of the same games: first the judge itself, then others.
	Checks []*Verdict
}

// put writes what is in v as JSON.
func (v *Verdict) fields(f *fields) {
	f.put("player", v.Player)
	f.put("games", v.Games)
	f.put("plies", v.Plies)
	f.figure("loss_per_ply", v.Loss)
	f.figure("blunders", v.Blunder)
	f.put("phases", v.rows())
}

func (v *Verdict) rows() []json.RawMessage {
	var rows []json.RawMessage
	for p, x := range v.Phases {
		var f fields
		f.put("phase", Phase(p).String())
		f.put("plies", x.Plies)
		f.figure("loss_per_ply", x.Loss)
		f.figure("blunders", x.Blunder)
		rows = append(rows, f.object())
	}
	return rows
}

// MarshalJSON writes the judgement.
func (j *Judgement) MarshalJSON() ([]byte, error) {
	var f fields
	f.put("rules", j.Rules)
	j.Verdict.fields(&f)
	var checks []json.RawMessage
	for _, c := range j.Checks {
		var of fields
		c.fields(&of)
		checks = append(checks, of.object())
	}
	if checks != nil {
		f.put("checks", checks)
	}
	return f.object(), nil
}

// WriteText writes the judgement for people.
func (j *Judgement) WriteText(out io.Writer) {
	fmt.Fprintf(out, "%d games under %s, judged by %s\n\n", j.Games, j.Rules, j.Player)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\tplies\tloss a ply, points\tblunders (10 points), %%\t\n")
	line := func(words string, plies int, loss, blunder Figure) {
		l, b := named{scale: 1, Figure: loss}, named{scale: 100, Figure: blunder}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t\n", words, plies, l.text(), b.text())
	}
	line("all", j.Plies, j.Loss, j.Blunder)
	for p, x := range j.Phases {
		line(Phase(p).String(), x.Plies, x.Loss, x.Blunder)
	}
	w.Flush()
	if len(j.Checks) == 0 {
		return
	}
	fmt.Fprintf(out, "\nThe judge's own error: %d of the games judged by others\n\n", j.Checks[0].Games)
	for _, c := range j.Checks {
		line(c.Player, c.Plies, c.Loss, c.Blunder)
	}
	w.Flush()
}

// fields are those of a JSON object, in order.
type fields struct{ bytes.Buffer }

func (f *fields) put(key string, v any) {
	if x, ok := v.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		v = nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers, strings, and lists and maps of them
	}
	if f.Len() == 0 {
		f.WriteByte('{')
	} else {
		f.WriteByte(',')
	}
	fmt.Fprintf(f, "%q:%s", key, text)
}

// figure writes three numbers: KEY, KEY_low and KEY_high; null for what cannot be said.
func (f *fields) figure(key string, x Figure) {
	f.put(key, x.Value)
	f.put(key+"_low", x.Low)
	f.put(key+"_high", x.High)
}

func (f *fields) object() []byte {
	if f.Len() == 0 {
		f.WriteByte('{')
	}
	f.WriteByte('}')
	return f.Bytes()
}
