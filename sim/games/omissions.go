package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/stats"
)

// Omissions is the form of games omissions --format json: where a capture was due, whether the
// best turn that leaves it is better than the best that makes it.
type Omissions struct {
	Rules     string    `json:"rules"`     // the rule set
	Games     int       `json:"games"`     // in which players chose a turn
	Due       int       `json:"due"`       // positions in which a capture was due and could be left, with no claim open
	Left      int       `json:"left"`      // of these, positions in which a player left it
	Judged    int       `json:"judged"`    // of these, positions that were judged
	Margin    float64   `json:"margin"`    // by which leaving is to be better; points
	Judges    []Leaving `json:"judges"`    // the findings of each judge, and of all together if there are several
	Positions []Owing   `json:"positions"` // in which a judge finds leaving better by more than the margin
}

// Leaving is how often it is better to leave a capture, by more than the margin.
type Leaving struct {
	Player  string `json:"player"`   // the judge, or all
	Better  int    `json:"better"`   // positions in which leaving is better
	Share   Figure `json:"share"`    // of those judged, with games as clusters
	Games   int    `json:"games"`    // with such a position
	OfGames Figure `json:"of_games"` // their share, where all positions were judged
}

// Owing is a position in which a capture is due.
type Owing struct {
	Game   int     `json:"game"`   // in its file, or among all games of the run, from 1
	Ply    int     `json:"ply"`    // from 1
	Pieces int     `json:"pieces"` // on the board
	FEN    string  `json:"fen"`    // the position
	Played string  `json:"played"` // the turn of the game
	Worth  []Worth `json:"worth"`  // by each judge
	Found  int     `json:"found"`  // judges that find leaving better by more than the margin
}

// Worth is the score that a side expects after the best due capture, and after leaving it.
type Worth struct {
	Capture       string  `json:"capture"`        // the best due capture
	CaptureValue  float64 `json:"capture_value"`  // expected after it; points
	Omission      string  `json:"omission"`       // the best turn that leaves the due captures
	OmissionValue float64 `json:"omission_value"` // expected after it; points
	Better        bool    `json:"better"`         // leaving, by more than the margin
}

// A Weighing asks judges what omissions are worth.
type Weighing struct {
	Rules   *rules.Rules
	Judges  []*player.Spec // searches
	Margin  float64        // points of a hundred
	Sample  int            // positions that are judged; 0: all
	Seed    uint64         // of the sample
	Workers int
	Begin   func(positions int)
	Done    func() // a position was judged
}

// A place is a position of a game, after a number of turns.
type place struct{ game, turns int }

func leaves(t rules.Turn) bool { return t.Omission != profile.NoOmission }

// Of returns the worth of the omissions of games; the number of workers changes nothing. A
// judge looks for the best due capture and for the best omission with one budget for each, and
// expects a score from each of the two by a further search, so that neither is seen deeper.
func (w *Weighing) Of(ctx context.Context, all []*Game) (*Omissions, error) {
	o := &Omissions{Games: len(all), Margin: w.Margin}
	var places []place
	for i, g := range all {
		h := after(w.Rules, g.Opening(0))
		for k, turn := range g.Turns {
			if k >= g.From && !h.Now().ClaimOpen() && slices.ContainsFunc(h.Turns(), leaves) {
				places = append(places, place{i, k})
				if leaves(turn) {
					o.Left++
				}
			}
			h.Play(turn)
		}
	}
	if o.Due = len(places); o.Due == 0 {
		return nil, errors.New("no capture was due that could be left (want games under a rule set with the huff)")
	}
	whole := w.Sample == 0 || w.Sample >= o.Due
	if !whole {
		random.Shuffle(random.New("varlab omissions", strconv.FormatUint(w.Seed, 10)), places)
		places = places[:w.Sample]
		slices.SortFunc(places, func(a, b place) int { return cmp.Or(a.game-b.game, a.turns-b.turns) })
	}
	o.Judged = len(places)
	w.Begin(o.Judged)
	found := make([]Owing, o.Judged)
	err := sim.Each(ctx, w.Workers, o.Judged, w.judges, func(ctx context.Context, judges []*player.Appraiser, i int) error {
		found[i] = w.weigh(ctx, judges, all[places[i].game], places[i].turns)
		w.Done()
		return context.Cause(ctx)
	})
	if err != nil {
		return nil, err
	}
	leaving := func(who string, better func(*Owing) bool) {
		l := Leaving{Player: who, OfGames: nothing}
		cells, with := make([]stats.Cell, len(all)), make([]stats.Cell, len(all))
		for i, p := range places {
			cells[p.game].N++
			if better(&found[i]) {
				l.Better++
				cells[p.game].Sum++
			}
		}
		for i, c := range cells {
			with[i] = stats.Cell{Sum: min(1, c.Sum), N: 1}
			l.Games += int(with[i].Sum)
		}
		if l.Share = share(cells); whole {
			l.OfGames = share(with)
		}
		o.Judges = append(o.Judges, l)
	}
	for j, s := range w.Judges {
		leaving(s.String(), func(x *Owing) bool { return x.Worth[j].Better })
	}
	if n := len(w.Judges); n > 1 {
		leaving("all", func(x *Owing) bool { return x.Found == n })
	}
	o.Positions = slices.DeleteFunc(found, func(x Owing) bool { return x.Found == 0 })
	return o, nil
}

func (w *Weighing) judges() (list []*player.Appraiser, err error) {
	for _, s := range w.Judges {
		eye, err := s.Appraiser(w.Rules)
		if err != nil {
			return nil, err
		}
		list = append(list, eye)
	}
	return list, nil
}

// weigh asks the judges about the position of a game after some of its turns.
func (w *Weighing) weigh(ctx context.Context, judges []*player.Appraiser, g *Game, made int) Owing {
	h := after(w.Rules, g.Opening(made))
	n, s, turns := notation.Of(w.Rules.Profile()), h.Now().Setup(), slices.Clone(h.Turns())
	text := func(t rules.Turn) string { return n.Format(notation.PDN, s, t, turns) }
	x := Owing{Game: g.Number, Ply: h.Plies() + 1, Pieces: h.Pieces(), FEN: n.WriteFEN(s), Played: text(g.Turns[made])}
	due := slices.DeleteFunc(slices.Clone(turns), func(t rules.Turn) bool { return leaves(t) || t.Action != rules.Capture })
	omissions := slices.DeleteFunc(slices.Clone(turns), func(t rules.Turn) bool { return !leaves(t) })
	for _, j := range judges {
		defer context.AfterFunc(ctx, j.Stop)()
		capture, made := j.Best(h, due)
		omission, left := j.Best(h, omissions)
		v := Worth{text(capture), points(made), text(omission), points(left), points(left)-points(made) > w.Margin}
		if x.Worth = append(x.Worth, v); v.Better {
			x.Found++
		}
	}
	return x
}

// points are hundredths of a score of 0 to 1, to two places.
func points(score float64) float64 { return math.Round(1e4*score) / 100 }

func (x Owing) String() string {
	text := fmt.Sprintf("game %d, ply %d: %s", x.Game, x.Ply, x.FEN)
	for _, v := range x.Worth {
		text += fmt.Sprintf("\n    %s %.1f, %s %.1f", v.Capture, v.CaptureValue, v.Omission, v.OmissionValue)
	}
	return text
}

// WriteText writes what the judges find, and the first positions.
func (o *Omissions) WriteText(out io.Writer) {
	fmt.Fprintf(out, "%s under %s\n", gamesText(o.Games), o.Rules)
	fmt.Fprintf(out, "positions in which a capture was due and could be left: %d; left in %s; judged %d\n\n", o.Due, part(o.Left, o.Due), o.Judged)
	columns(out, true, func(row func(...string)) {
		row(fmt.Sprintf("better left by more than %g points", o.Margin), "positions", "%", "games", "%")
		for _, l := range o.Judges {
			row(l.Player, fmt.Sprint(l.Better), l.Share.in(100), fmt.Sprint(l.Games), l.OfGames.in(100))
		}
	})
	writeList(out, "the best capture and the best omission, with the points expected after each by each judge", o.Positions)
}
