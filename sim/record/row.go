package record

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/sim/study"
)

// An Assignment says how a game begins: its opening and its players.
type Assignment struct {
	Opening, Replicate int
	OpeningPlies       int
	Training           int             // of players who have each training in turn
	Players            [2]study.Player // by side
	Weights, Names     [2]string       // by side: content hash, and the player's name in records
}

// Assign returns the assignment of a game of a cell by its number; b has the openings.
func (m *Manifest) Assign(c study.Cell, b *Board, game int) (Assignment, error) {
	a := Assignment{Players: [2]study.Player{c.A, c.B}}
	i := game
	if c.Turned(game) {
		a.Players[0], a.Players[1] = a.Players[1], a.Players[0]
	}
	if c.Both() {
		i /= 2
	}
	k := len(b.Chapters)
	if k == 0 || b.Chapters[i%k].Clusters == 0 {
		return a, fmt.Errorf("game %d has no opening on the board %q", game, b.ID)
	}
	chapter := &b.Chapters[i%k]
	number := i / k // of the opening among all games with this number of opening plies
	a.Opening, a.Replicate = number%chapter.Clusters*k+i%k, number/chapter.Clusters
	a.OpeningPlies = chapter.Plies
	for side, player := range a.Players {
		weights, training := m.Study.Trained(player, c.RuleSet, number)
		a.Weights[side], a.Names[side] = weights, player.Name(weights)
		if player.Training == 0 {
			a.Training = max(a.Training, training)
		}
	}
	return a, nil
}

// Begin sets the columns that are known before the game is played.
func (m *Manifest) Begin(rec *Record, cell, game int, a *Assignment) {
	c := &m.Cells[cell]
	set := &m.Study.RuleSets[m.Study.Cell(cell).RuleSet]
	rec.Cell, rec.Game, rec.Rules, rec.PlayHash, rec.Board = int32(cell), int32(game), set.ID, set.PlayHash, c.Board
	rec.FirstPlayer, rec.SecondPlayer, rec.Training = a.Names[0], a.Names[1], int32(a.Training)
	rec.Opening, rec.Replicate, rec.OpeningPlies = int32(a.Opening), int32(a.Replicate), int32(a.OpeningPlies)
}

// beginner returns the check that a record of a shard begins as the manifest says and that its
// numbers can be added up.
func (m *Manifest) beginner(s Shard) (func(rec *Record, game int) error, error) {
	b, err := m.BoardOf(m.Cells[s.Cell])
	if err != nil {
		return nil, err
	}
	cell := m.Study.Cell(s.Cell)
	return func(rec *Record, game int) error {
		a, err := m.Assign(cell, b, game)
		if err != nil {
			return err
		}
		want := *rec
		m.Begin(&want, s.Cell, game, &a)
		if want == *rec {
			return m.countable(rec)
		}
		column, is, planned := Difference(rec, &want)
		return fmt.Errorf("%s is %s (want %s, as in the manifest)", column, is, planned)
	}, nil
}

// countable returns an error if a number of a record is negative or too large for its type.
func (m *Manifest) countable(rec *Record) error {
	v := reflect.ValueOf(rec).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.CanInt() && (f.Int() < 0 || f.Int() > maxCount) {
			return fmt.Errorf("%s is %d (want 0 to %d)", Columns()[i].Name, f.Int(), int64(maxCount))
		}
	}
	if most := m.Study.HorizonPlies; int(rec.Plies) > most {
		return fmt.Errorf("plies is %d (want at most %d, the horizon)", rec.Plies, most)
	}
	return nil
}

// maxCount leaves room for the sums over all games of a run.
const maxCount = 1 << 32

// Relations returns an error if columns of a record contradict each other or the study.
// Whether the turns have the recorded result is known only when they are played again.
func (m *Manifest) Relations(rec *Record) error {
	chosen := rec.Plies - rec.OpeningPlies + 2*rec.Replayed
	texts := int32(strings.Count(rec.Turns, " ") + 1)
	if rec.From() != "" {
		texts--
	}
	made := rec.Plies + 2*rec.Replayed
	owed := int64(rec.OwedFirst) + int64(rec.OwedSecond)
	taken, captures := rec.MenTakenFirst+rec.KingsTakenFirst+rec.MenTakenSecond+rec.KingsTakenSecond, rec.CapturesFirst+rec.CapturesSecond
	cut := rec.Result == Horizon
	known := slices.ContainsFunc(Reasons, func(r rules.NamedReason) bool { return string(r.Reason) == rec.Reason })
	for _, relation := range []struct {
		holds bool
		want  string
	}{
		{rec.Plies >= rec.OpeningPlies, "no fewer plies than those of the opening"},
		{rec.Idle <= rec.Plies, "no more idle plies than plies"},
		{texts == made || texts == made+1, "a turn for each ply, and two for each omission taken back"},
		{rec.Replayed == rec.CompelledFirst+rec.CompelledSecond, "as many replayed as compelled"},
		{rec.Decisions == chosen || rec.Decisions == chosen+1, "a decision for each turn that was chosen"},
		{rec.Playable >= int64(rec.Decisions), "a playable turn for each decision"},
		{rec.Due >= owed && owed <= int64(rec.Decisions), "due turns where a capture was owed"},
		{captures <= min(taken, rec.Plies), "a piece taken by each capture, and a ply for it"},
		{known, "a reason that is known"},
		{cut == (rec.Reason == Horizon) && (!cut || int(rec.Plies) == m.Study.HorizonPlies), "the horizon as the reason at its ply, and not before"},
		{cut || rec.Value == "", "no value of a game that was not cut off"},
		{(rec.Result == Forfeited) == (rec.Reason == Forfeit) && (rec.Result == Forfeited) == (failures[rec.Failure] != "") && (rec.Result == Forfeited) == (rec.FailedSide != ""), "a known failure of a forfeited game, and of no other"},
		{rec.Reason != Adjudication || m.Study.Adjudicates(m.Study.Cell(int(rec.Cell))), "no adjudication that the study has not asked for"},
	} {
		if !relation.holds {
			return fmt.Errorf("game %d of cell %d: columns contradict each other (want %s)", rec.Game, rec.Cell, relation.want)
		}
	}
	return nil
}
