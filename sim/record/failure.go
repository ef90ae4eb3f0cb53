package record

import (
	"varlab/rules/board"
	"varlab/variants/content"
)

// A Failure is how a player fails.
type Failure struct {
	Code   string // one of those below
	Detail string // what the player, or the system about it, says itself; may be empty
}

const (
	Panicked  = "panic"
	Erred     = "error"
	Meddled   = "meddled"
	Illegal   = "illegal"
	Unstarted = "unstarted"
	Closing   = "closing"
	Ended     = "ended"
	Late      = "late"
	Overlong  = "overlong"
	Unasked   = "unasked"
	Unclear   = "unclear"
	Variant   = "variant"
)

var failures = map[string]string{
	Panicked:  "panicked",
	Erred:     "failed",
	Meddled:   "left the history changed",
	Illegal:   "chose no legal turn",
	Unstarted: "cannot be started",
	Closing:   "cannot be started, for the program is ending",
	Ended:     "has ended",
	Late:      "gave no answer in time",
	Overlong:  "said a line that is too long",
	Unasked:   "said unasked",
	Unclear:   "said, in place of a turn",
	Variant:   "does not play the rule set (variant=NAME in its spec says that one of its variants is the same); its variants",
}

func (f *Failure) Error() string { return content.Joined(": ", failures[f.Code], f.Detail) }

// Forfeiture says who forfeited the game, and how.
func (r *Record) Forfeiture() string {
	player := r.FirstPlayer
	if loser, _ := r.Failed(); loser == board.Second {
		player = r.SecondPlayer
	}
	return r.FailedSide + ": " + content.Joined(" ", player, (&Failure{r.Failure, r.FailureDetail}).Error())
}
