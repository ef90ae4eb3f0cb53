// Package replay holds games that were played against rule sets: which moves are
// legal, which results the last position contradicts, and which rules the players
// felt.
//
// A rule is felt where it *binds*: where it forbade a move that would else have
// been playable. An axis is put to that question by compiling the rule set a
// second time with that axis alone at its loosest value. So a pile of old games
// can be asked under which rule sets they could have been played, and which
// clause speaks against the others.
package replay

import (
	"slices"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Judge holds games against one rule set. It is immutable, and shared by any
// number of goroutines.
type Judge struct {
	rules *rules.Rules
	names []*notation.Notation // its own first
	loose []loose
	draw  bool // there are clauses that end a game undecided
}

// loose is the rule set with one axis at its loosest value.
type loose struct {
	key   string
	rules *rules.Rules
	// Without a duty there is no claim, so that what is open of one is left out
	// of a position.
	unclaimed bool
}

// NewJudge returns the judge of r. Beside are rule sets whose names for squares
// the games may have instead.
func NewJudge(r *rules.Rules, beside ...*profile.Profile) (*Judge, error) {
	p := r.Profile()
	j := &Judge{rules: r, names: namings(p, beside), draw: len(p.Draws) > 0}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		q, ok := profile.Loosened(p, a)
		if !ok || a.Key == "draw" {
			continue // no turn depends on a draw clause; Follow sees when one stands
		}
		lr, err := rules.Compile(q)
		if err != nil {
			continue // a start in which men wait for what the looser rule does not ask
		}
		j.loose = append(j.loose, loose{a.Key, lr, p.Capture.Obligation == profile.Claimable && q.Capture.Obligation != profile.Claimable})
	}
	return j, nil
}

// Keys returns the axes that may bind under the judge's rule set, in the order of
// rules.Axes: those that are not as loose as they can be.
func (j *Judge) Keys() []string {
	keys := make([]string, 0, len(j.loose)+1)
	for i := range j.loose {
		keys = append(keys, j.loose[i].key)
	}
	if j.draw {
		keys = append(keys, "draw")
	}
	return keys
}

// A Finding is what a judge has to say about one game.
type Finding struct {
	Plies     int         // moves that were checked, up to the first illegal one; what was taken back is not counted
	Complete  bool        // followed from the first move to the last, all legal
	Unread    error       // the text is bad, or a position in it is none, before any illegal move
	Gap       bool        // a move is not given; the game is followed up to there
	Illegal   *Illegal    // the first illegal move
	Ambiguous []Ambiguous // moves that may mean several turns, whatever follows
	Stated    string      // the result that the text gives; empty if none
	Finished  bool        // the game is over in the last position, draw clauses aside
	// Contradiction is the result of a finished game, as Score writes it, where the
	// text says otherwise; else empty.
	Contradiction string
	Clauses       []Clause
	Omissions     [4]int // captures left untaken, by kind; not those taken back
	Binding       []int  // of Plies, those at which each of Keys forbade a move
	// Turns are those played from the start; none of a game that begins elsewhere.
	Turns  []rules.Turn
	Result rules.Result // as stated, or else as found; Ongoing where neither says one
	Joined int          // captures that were written as several moves of one side
	Course Course
	// Logs are log likelihoods of the moves, in order, as Likelihood means them.
	Logs []float64
}

// A Course is what the turns of a game were like. Courses add.
type Course struct {
	Turns      int // what was taken back included
	Captures   int
	Playable   int // summed over turns
	Forced     int // turns beside which nothing was playable
	Promotions int
	Owed       int // turns at which a capture was due
	// Opening is what the first turns from the start were, in PDN form; empty if the
	// game has fewer.
	Opening string
}

// OpeningTurns is how many turns make an opening in counts of openings.
const OpeningTurns = 4

// Add counts t, played where turns were playable.
func (c *Course) Add(turns []rules.Turn, t *rules.Turn) {
	c.Turns++
	c.Playable += len(turns)
	if len(turns) == 1 {
		c.Forced++
	}
	if t.Action == rules.Capture {
		c.Captures++
	}
	if t.Promotes {
		c.Promotions++
	}
	if Owes(turns) {
		c.Owed++
	}
}

// Owes reports whether one of turns makes a capture that is due, where turns that leave
// it are omissions or not playable.
func Owes(turns []rules.Turn) bool {
	due, free := false, false
	for i := range turns {
		if turns[i].Omission == profile.NoOmission {
			due, free = due || turns[i].Action == rules.Capture, free || turns[i].Action == rules.Quiet
		}
	}
	return due && !free
}

// An Illegal is a move that the rules forbid. The game is followed no further,
// for it is not known what game was played.
type Illegal struct {
	Ply  int    `json:"ply"`  // from 1
	Move string `json:"move"` // as it stands in the text
	FEN  string `json:"fen"`  // the position before it; an open claim is not in it
	// Forbidding are the axes of which each alone, at its loosest value, would
	// have made the move legal.
	Forbidding []string `json:"forbidding"`
}

// Ambiguous is a capture written too shortly. The first of Fits is played.
type Ambiguous struct {
	Ply  int      `json:"ply"`
	Move string   `json:"move"`
	Fits []string `json:"fits"`           // in PDN form, sorted; the first mostFits
	More int      `json:"more,omitempty"` // that are left out of Fits
}

// mostFits is how many turns are named that a short capture may mean: there can be
// thousands.
const mostFits = 10

func newAmbiguous(ply int, move string, fits []string) Ambiguous {
	slices.Sort(fits)
	kept := min(len(fits), mostFits)
	return Ambiguous{ply, move, slices.Clone(fits[:kept]), len(fits) - kept}
}

// A Clause is a draw clause that ended the game by the rules, or could have been
// called, though it went on or ended otherwise: the first time for each reason.
type Clause struct {
	Ply     int          `json:"ply"` // plies played when it stood
	Reason  rules.Reason `json:"reason"`
	OnClaim bool         `json:"on_claim"`
}
