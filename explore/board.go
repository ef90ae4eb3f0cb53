package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/parting"
	"varlab/rules/profile"
	"varlab/variants"
)

// A position is a board with its playable turns. Squares are numbered from 0 in the rule set's
// order.
type position struct {
	Places [][2]int `json:"xy"`              // column and row of each square, from the top left
	Lines  [][2]int `json:"lines,omitempty"` // that join two squares, on a board that is drawn as lines
	Names  []string `json:"names"`           // of each square
	Pieces string   `json:"pieces"`          // a letter for each: . w b, W B for kings
	FEN    string   `json:"fen"`
	Mover  string   `json:"mover"` // white or black
	Turns  []turn   `json:"turns"`
	Ended  string   `json:"ended,omitempty"` // how, in words
	Game   []played `json:"game"`            // the turns that led here
	PDN    string   `json:"pdn"`
	// Parted says why the second rule set does not get here; empty if it does. EndedB says how
	// the game has ended under it.
	Parted string `json:"parted,omitempty"`
	EndedB string `json:"b_ended,omitempty"`
	// Few reports that few enough pieces are left for the engine to know the value.
	Few bool `json:"few,omitempty"`
}

type turn struct {
	Text     string `json:"t"`
	Claim    string `json:"claim,omitempty"` // huff, compel, waive
	Named    *int   `json:"named,omitempty"` // the piece that a claim names
	From     *int   `json:"from,omitempty"`
	To       *int   `json:"to,omitempty"`
	Way      []int  `json:"way,omitempty"` // from, to, and where a capture lands between
	Taken    []int  `json:"taken,omitempty"`
	Omission string `json:"omission,omitempty"`
	Huffable []int  `json:"huffable,omitempty"` // for this omission
	Offers   *int   `json:"offers,omitempty"`   // the piece that the player names to be huffed
	// Only is the rule set, a or b, that alone allows the turn. Costs is the rule set under
	// which alone the turn is an omission, or costs other pieces by a huff. Why are the axes
	// that make the difference.
	Only      string   `json:"only,omitempty"`
	Costs     string   `json:"costs,omitempty"`
	HuffableB []int    `json:"b_huffable,omitempty"` // under the second rule set, if it costs something else there
	Why       []string `json:"why,omitempty"`
}

// A played turn stood in the game, or was taken back.
type played struct {
	Text  string  `json:"t"`
	Black bool    `json:"b,omitempty"` // made it
	Note  string  `json:"n,omitempty"`
	From  *int    `json:"f,omitempty"`
	To    *int    `json:"g,omitempty"`
	Huff  *int    `json:"x,omitempty"` // the square of the piece that was huffed
	Left  [][]int `json:"l,omitempty"` // the ways of the due captures that it left
}

// A game is the turns of a request, played under one rule set.
type game struct {
	*rules.History
	start  board.Setup
	course []rules.Turn
	shown  []played // of course
}

// follow plays the turns of a request under s.
func (s *ruleSet) follow(q *Request) (*game, error) {
	h := rules.NewHistory(s.r, s.r.Start())
	if q.FEN != "" {
		var err error
		if h, _, err = s.n.Begin(s.r, q.FEN); err != nil {
			return nil, err
		}
	}
	g := &game{History: h, start: h.Now().Setup(), shown: []played{}}
	for i, text := range q.Turns {
		at, all := g.Now().Setup(), g.Turns()
		t, err := s.n.Parse(text, at, all)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
		x := s.turn(g.History, t, all)
		one := played{Text: x.Text, Black: s.n.Colour(at.Mover) == "black", From: x.From, To: x.To, Note: s.n.Note(at, t, all)}
		for _, due := range notation.Left(t, all) {
			one.Left = append(one.Left, s.way(at, due))
		}
		if t.Claim == rules.Huff {
			one.Huff = x.Named
		}
		g.course, g.shown = append(g.course, t), append(g.shown, one)
		g.Play(t)
	}
	return g, nil
}

// again plays turns of another rule set under s, and returns how many of them s allows.
func (s *ruleSet) again(start board.Setup, turns []rules.Turn) (*rules.History, int) {
	at, err := s.r.Position(start)
	if err != nil {
		return nil, 0
	}
	h := rules.NewHistory(s.r, at)
	for n, t := range turns {
		i := rules.Find(h.Turns(), t)
		if i < 0 {
			return h, n
		}
		h.Play(h.Turns()[i])
	}
	return h, len(turns)
}

func (e *Engine) position(_ context.Context, q *Request, sets []*ruleSet) (any, error) {
	a := sets[0]
	g, err := a.follow(q)
	if err != nil {
		return nil, err
	}
	h := g.History
	p := a.show(h)
	p.Game, p.PDN = g.shown, a.pdn(g, q.FEN)
	count := h.Now().Pieces(board.First).Len() + h.Now().Pieces(board.Second).Len()
	p.Few = count <= e.Pieces && !h.Outcome().Over()
	all := slices.Clone(h.Turns())
	for _, t := range all {
		p.Turns = append(p.Turns, a.turn(h, t, all))
	}
	if len(sets) == 2 {
		beside(p, a, sets[1], g, all)
	}
	slices.SortStableFunc(p.Turns, func(t, u turn) int { return strings.Compare(t.Text, u.Text) })
	return p, nil
}

func (s *ruleSet) show(h *rules.History) *position {
	n, at := s.n, h.Now().Setup()
	p := &position{FEN: n.WriteFEN(at), Mover: n.Colour(at.Mover), Turns: []turn{}, Ended: s.ended(h)}
	var pieces strings.Builder
	for i := range n.Len() {
		q, _ := n.Numbered(i + 1)
		row, col := n.Place(q)
		p.Places, p.Names = append(p.Places, [2]int{col, row}), append(p.Names, n.Name(q))
		letter := n.Letter(at, q)
		if letter == 0 {
			letter = '.'
		}
		pieces.WriteByte(letter)
	}
	p.Pieces = pieces.String()
	for _, pair := range n.Joined() {
		p.Lines = append(p.Lines, [2]int{n.Number(pair[0]) - 1, n.Number(pair[1]) - 1})
	}
	return p
}

func (s *ruleSet) index(q board.Square) *int {
	if q == board.NoSquare {
		return nil
	}
	i := s.n.Number(q) - 1
	return &i
}

func (s *ruleSet) indices(set board.Set) (list []int) {
	for _, q := range s.n.Ascending(set) {
		list = append(list, s.n.Number(q)-1)
	}
	return list
}

var claims = map[rules.ClaimKind]string{rules.Huff: "huff", rules.Compel: "compel", rules.Waive: "waive"}

func (s *ruleSet) turn(h *rules.History, t rules.Turn, all []rules.Turn) turn {
	x := turn{
		Text: s.n.Format(notation.PDN, h.Now().Setup(), t, all), Claim: claims[t.Claim], Taken: s.indices(t.Captured),
		Omission: t.Omission.String(), Huffable: s.indices(t.Huffable), Offers: s.index(t.Offers),
	}
	if t.Claim == rules.Huff || t.Claim == rules.Compel {
		x.Named = s.index(t.Named)
	}
	if t.Action == rules.Quiet || t.Action == rules.Capture {
		x.From, x.To = s.index(t.From), s.index(t.To)
		x.Way = s.way(h.Now().Setup(), t)
	}
	return x
}

func (s *ruleSet) way(at board.Setup, t rules.Turn) (squares []int) {
	for _, q := range s.n.Way(at, t) {
		squares = append(squares, s.n.Number(q)-1)
	}
	return squares
}

// pdn writes a game as PDN. The FEN is empty for a game from the start.
func (s *ruleSet) pdn(g *game, fen string) string {
	var texts []string
	for _, t := range g.shown {
		texts = append(texts, t.Text)
	}
	tags := []notation.Tag{{Name: "Event", Value: "varlab explore"}, {Name: "Result", Value: notation.Score(g.Outcome().Result, false)}}
	tags = append(tags, notation.RuleTags(s.v.ID, s.r)...)
	if fen != "" {
		tags = append(tags, notation.Tag{Name: "SetUp", Value: "1"}, notation.Tag{Name: "FEN", Value: s.n.WriteFEN(g.start)})
	}
	pdn := &notation.Game{Tags: tags, Moves: notation.MovesOf(texts, g.start.Mover == board.Second)}
	return pdn.String()
}

// ended says how the game has ended; empty while it goes on.
func (s *ruleSet) ended(h *rules.History) string {
	o := h.Outcome()
	if !o.Over() {
		return ""
	}
	how := "Drawn"
	switch o.Result {
	case rules.FirstWins:
		how = s.n.Player(board.First) + " wins"
	case rules.SecondWins:
		how = s.n.Player(board.Second) + " wins"
	case rules.Void:
		how = "Broken off, and not counted"
	}
	return how + ": " + s.n.Why(o.Reason, h.Now()) + "."
}

// beside adds to p, the position of a game under a with all its turns, the differences under
// second.
func beside(p *position, a, second *ruleSet, g *game, all []rules.Turn) {
	b, err := second.onBoardOf(a)
	if err != nil {
		p.Parted = "It cannot be played on this board: " + err.Error() + "."
		return
	}
	hb, n := b.again(g.start, g.course)
	switch {
	case hb == nil:
		p.Parted = "Its games cannot begin in this position."
		return
	case n < len(g.course):
		p.Parted = fmt.Sprintf("It does not allow %s, so its game went another way.", p.Game[n].Text)
		return
	}
	p.EndedB = b.ended(hb)
	other := slices.Clone(hb.Turns())
	d := difference{turns: [2][]rules.Turn{all, other}}
	for _, x := range variants.Diff(a.v, b.v) {
		if !x.Labels && !strings.HasPrefix(x.Axis.Key, "board.") {
			d.axes = append(d.axes, x.Axis)
			d.mixed[0] = append(d.mixed[0], a.mixture(b, x.Axis, g))
			d.mixed[1] = append(d.mixed[1], b.mixture(a, x.Axis, g))
		}
	}
	for k, t := range all {
		x := &p.Turns[k]
		switch i := rules.Find(other, t); {
		case i < 0:
			x.Only, x.Why = "a", d.makes(t, false)
		case other[i] != t:
			x.Costs, x.HuffableB, x.Why = cost(t, other[i]), a.indices(other[i].Huffable), d.makes(t, true)
		}
	}
	for _, t := range other {
		if rules.Find(all, t) < 0 {
			x := b.turn(hb, t, other)
			x.Only, x.Why = "b", d.makes(t, false)
			p.Turns = append(p.Turns, x)
		}
	}
}

// cost returns the one rule set, a or b, under which a turn is an omission; both if other
// pieces may be huffed for it.
func cost(a, b rules.Turn) string {
	switch none := profile.NoOmission; {
	case a.Omission != none && b.Omission == none:
		return "a"
	case a.Omission == none && b.Omission != none:
		return "b"
	}
	return "both"
}

// onBoardOf returns s on the board of a.
func (s *ruleSet) onBoardOf(a *ruleSet) (*ruleSet, error) {
	r, err := parting.OnBoardOf(a.r, s.r)
	if err != nil {
		return nil, err
	}
	return &ruleSet{s.v, r, notation.Of(r.Profile())}, nil
}

// A difference finds the axes that make two rule sets part in one position.
type difference struct {
	axes  []*profile.Axis
	turns [2][]rules.Turn // under either
	// mixed are, by axis, the turns where one rule set has the other's value: the first with
	// the second's value, the second with the first's.
	mixed [2][][]rules.Turn
}

// mixture returns the turns after a game where s has another's value for an axis; nil if no
// rule set can have it, or the game cannot be played under it.
func (s *ruleSet) mixture(other *ruleSet, a *profile.Axis, g *game) []rules.Turn {
	p, ok := profile.Lay(s.r.Profile(), other.r.Profile(), a)
	if !ok {
		return nil
	}
	r, err := rules.Compile(p)
	if err != nil {
		return nil
	}
	h, n := (&ruleSet{s.v, r, s.n}).again(g.start, g.course)
	if h == nil || n < len(g.course) {
		return nil
	}
	return append([]rules.Turn{}, h.Turns()...)
}

// makes returns the keys of the axes that make t allowed by one rule set alone, or cost
// something under it alone. A single one of them, taken from the other rule set, changes that in
// the first; if there is none, in the second.
func (d *difference) makes(t rules.Turn, exactly bool) (keys []string) {
	like := func(turns []rules.Turn) rules.Turn {
		switch i := rules.Find(turns, t); {
		case i < 0:
			return rules.Turn{}
		case exactly:
			return turns[i]
		}
		return t
	}
	for side := range d.mixed {
		for i, a := range d.axes {
			if turns := d.mixed[side][i]; turns != nil && like(turns) != like(d.turns[side]) {
				keys = append(keys, a.Key)
			}
		}
		if len(keys) > 0 {
			break
		}
	}
	return keys
}
