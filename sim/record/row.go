package record

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/study"
)

// An Assignment is what a game is before it is played.
type Assignment struct {
	Opening, Replicate int
	OpeningPlies       int
	Training           int             // of the game: that of players who have each in turn
	Players            [2]study.Player // by side
	Weights, Names     [2]string       // by side: content hash, and what records call the player
}

// Assign is the game of that number in a cell of the study, whose openings are those of b.
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
	number := i / k // of the opening among all games with as many opening plies
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

// Begin fills in what stands before the game is played.
func (m *Manifest) Begin(rec *Record, cell, game int, a *Assignment) {
	c := &m.Cells[cell]
	set := &m.Study.RuleSets[m.Study.Cell(cell).RuleSet]
	rec.Cell, rec.Game, rec.Rules, rec.PlayHash, rec.Board = int32(cell), int32(game), set.ID, set.PlayHash, c.Board
	rec.FirstPlayer, rec.SecondPlayer, rec.Training = a.Names[0], a.Names[1], int32(a.Training)
	rec.Opening, rec.Replicate, rec.OpeningPlies = int32(a.Opening), int32(a.Replicate), int32(a.OpeningPlies)
}

// A rowCheck says of the rows of one shard whether they can be games of the run.
type rowCheck struct {
	manifest *Manifest
	shard    Shard
	cell     study.Cell
	board    *Board
	squares  int // on which pieces stand, at most
}

func (m *Manifest) rows(s Shard) (*rowCheck, error) {
	b, err := m.BoardOf(m.Cells[s.Cell])
	if err != nil {
		return nil, err
	}
	var rows, columns int
	if _, err := fmt.Sscanf(b.Size, "%dx%d", &rows, &columns); err != nil {
		return nil, fmt.Errorf("board of %q (want rows x columns, as 10x10)", b.Size)
	}
	return &rowCheck{m, s, m.Study.Cell(s.Cell), b, (rows*columns + 1) / 2}, nil
}

func (c *rowCheck) check(rec *Record) error {
	err := c.begun(rec)
	if err == nil {
		err = short(rec)
	}
	if err == nil {
		err = c.counted(rec)
	}
	if err == nil {
		err = c.ended(rec)
	}
	if err != nil {
		return fmt.Errorf("row %d: %w", int(rec.Game)-c.shard.From, err)
	}
	return nil
}

// begun compares a record with all that the manifest says of its game.
func (c *rowCheck) begun(rec *Record) error {
	a, err := c.manifest.Assign(c.cell, c.board, int(rec.Game))
	if err != nil {
		return err
	}
	want := *rec
	c.manifest.Begin(&want, c.shard.Cell, int(rec.Game), &a)
	if want == *rec {
		return nil
	}
	column, is, planned := Difference(rec, &want)
	return fmt.Errorf("%s is %s (want %s, as the manifest has it)", column, is, planned)
}

// choices is more turns than can be playable in any position.
const choices = 1 << 20

// What a count cannot exceed.
type most int

const (
	ofHorizon most = iota
	ofPlies
	ofReplays // one a ply, the last of which may be still to come
	ofTurns   // plies and what was taken back
	ofTexts   // these, and a last turn that is no ply: a draw that is called, an ending that is accepted
	ofDecisions
	ofChoices
	ofCorrections // two a decision: a player may think once with each of two pieces that it has touched
	ofSquares
)

// mosts are the columns of counts, those of a side by what both are called.
var mosts = map[string]most{
	"plies": ofHorizon, "idle": ofPlies, "replayed": ofReplays, "decisions": ofTexts, "playable": ofChoices, "due": ofChoices,
	"owed": ofDecisions, "captures": ofPlies, "men_taken": ofSquares, "kings_taken": ofSquares, "promotions": ofSquares,
	"missed": ofTurns, "partial": ofTurns, "weaker": ofTurns, "huffed": ofTurns, "compelled": ofTurns, "waived": ofTurns, "corrected": ofCorrections,
}

// countColumns are the columns of counts, and what each cannot exceed.
var countColumns = func() (columns []struct {
	index int
	name  string
	most  most
},
) {
	for i, c := range Columns() {
		if m, ok := mosts[sideless(c.Name)]; ok {
			columns = append(columns, struct {
				index int
				name  string
				most  most
			}{i, c.Name, m})
		}
	}
	return columns
}()

// In bytes: what is longer than the text of any turn on any board, and than what is kept of
// how a player failed.
const (
	longestTurn    = 500
	longestFailure = 400
)

// short is an error where a text is longer than a record of the run can hold.
func short(rec *Record) error {
	if n := len(rec.Failure); n > longestFailure {
		return fmt.Errorf("failure has %d bytes (want at most %d)", n, longestFailure)
	}
	if i := strings.IndexFunc(rec.Turns, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
		return fmt.Errorf("turns: %.40q… (want printable ASCII)", rec.Turns[i:])
	}
	for turn := range strings.SplitSeq(rec.Turns, " ") {
		if len(turn) > longestTurn {
			return fmt.Errorf("turns: %.40q… has %d bytes (want at most %d)", turn, len(turn), longestTurn)
		}
	}
	return nil
}

func (c *rowCheck) counted(rec *Record) error {
	plies, texts := int64(rec.Plies), int64(strings.Count(rec.Turns, " ")+1)
	turns := plies + 2*int64(rec.Replayed)
	limits := [...]int64{
		ofHorizon: int64(c.manifest.Study.HorizonPlies), ofPlies: plies, ofReplays: plies + 1, ofTurns: turns, ofTexts: turns + 1,
		ofDecisions: int64(rec.Decisions), ofChoices: int64(rec.Decisions) * choices, ofCorrections: 2 * int64(rec.Decisions), ofSquares: int64(c.squares),
	}
	v := reflect.ValueOf(rec).Elem()
	for _, column := range countColumns {
		least, most := int64(0), limits[column.most]
		if column.most == ofHorizon {
			least = int64(rec.OpeningPlies)
		}
		n := v.Field(column.index).Int()
		if n < least || n > most {
			return fmt.Errorf("%s is %d (want %d to %d)", column.name, n, least, most)
		}
		if strings.HasSuffix(column.name, "_second") {
			if first := v.Field(column.index - 1).Int(); first+n > most {
				return fmt.Errorf("%s is %d, and %d of the first side (want at most %d of both)", column.name, n, first, most)
			}
		}
	}
	if texts > turns+1 {
		return fmt.Errorf("turns are %d (want at most %d, after %d plies)", texts, turns+1, plies)
	}
	return c.fits(rec)
}

// fits compares the counts of a record with each other. A turn makes one claim or lets one
// omission pass, and is one omission at most, for which a capture was due: before the turn,
// or since it huffed a piece.
func (c *rowCheck) fits(rec *Record) error {
	chosen := rec.Plies - rec.OpeningPlies + 2*rec.Replayed
	if compelled := rec.CompelledFirst + rec.CompelledSecond; rec.Replayed != compelled {
		return fmt.Errorf("replayed is %d (want %d, the omissions that were compelled)", rec.Replayed, compelled)
	}
	if rec.Decisions < chosen || rec.Decisions > chosen+1 {
		return fmt.Errorf("decisions is %d (want %d or one more, of %d plies)", rec.Decisions, chosen, rec.Plies)
	}
	if rec.Playable < int64(rec.Decisions) {
		return fmt.Errorf("playable is %d (want %d and more, one for each decision)", rec.Playable, rec.Decisions)
	}
	if owed := int64(rec.OwedFirst) + int64(rec.OwedSecond); rec.Due < owed {
		return fmt.Errorf("due is %d (want %d and more, one for each decision in which a capture was due)", rec.Due, owed)
	}
	claims, crowned, sides := 0, 0, rec.sides()
	left := c.squares - 1 + int(rec.Replayed) // what was compelled may have huffed a piece, which is given back
	for side, s := range sides {
		name, omissions := board.Side(side), s[study.Missed]+s[study.Partial]+s[study.Weaker]
		turns := (int(rec.Plies) + 1 - side) / 2 // the first side moves first
		if most := s[study.Owed] + sides[1-side][study.Huffed]; omissions > most {
			return fmt.Errorf("missed_%s is %d, with partial and weaker %d (want at most %d, since so many captures were due)", name, s[study.Missed], omissions, most)
		}
		mild := s[study.Compelled] + s[study.Waived]
		if mild > omissions {
			return fmt.Errorf("waived_%s is %d, with compelled %d (want at most %d, the omissions)", name, s[study.Waived], mild, omissions)
		}
		if s[study.Huffed] > 0 && omissions == 0 {
			return fmt.Errorf("huffed_%s is %d (want 0, without an omission)", name, s[study.Huffed])
		}
		if most := int(rec.Decisions+1) / 2; s[study.Owed] > most {
			return fmt.Errorf("owed_%s is %d (want at most %d, every other of %d decisions)", name, s[study.Owed], most, rec.Decisions)
		}
		taken := s[study.MenTaken] + s[study.KingsTaken]
		if s[study.Captures] > min(taken, turns) {
			return fmt.Errorf("captures_%s is %d (want at most %d, the pieces taken, in every other of %d plies)", name, s[study.Captures], taken, rec.Plies)
		}
		if left -= taken + s[study.Huffed]; left < 0 || taken > 0 && s[study.Captures] == 0 {
			return fmt.Errorf("men_taken_%s is %d, with kings %d, in %d captures, and %d were huffed (want no more than stand on %d squares)", name, s[study.MenTaken], taken, s[study.Captures], s[study.Huffed], c.squares)
		}
		// What was compelled is taken back, the capture too that it was.
		if least := s[study.Partial] + s[study.Weaker] - s[study.Compelled]; s[study.Captures] < least {
			return fmt.Errorf("captures_%s is %d (want %d and more, those in part and the weaker ones)", name, s[study.Captures], least)
		}
		if missed := s[study.Missed] - s[study.Compelled]; s[study.Captures]+missed > turns {
			return fmt.Errorf("captures_%s is %d (want at most %d, in every other of %d plies, with %d missed)", name, s[study.Captures], turns-missed, rec.Plies, missed)
		}
		passed := s[study.Huffed] + mild
		if most := int(rec.Decisions+1) / 2; passed > most {
			return fmt.Errorf("huffed_%s is %d, with compelled and waived %d (want at most %d, in every other of %d decisions)", name, s[study.Huffed], passed, most, rec.Decisions)
		}
		if omissions > passed+1 {
			return fmt.Errorf("missed_%s is %d, with partial and weaker %d (want at most %d: each but a last was huffed, compelled or waived)", name, s[study.Missed], omissions, passed+1)
		}
		if s[study.Compelled] > int(rec.Plies) {
			return fmt.Errorf("compelled_%s is %d (want at most %d, one for each ply)", name, s[study.Compelled], rec.Plies)
		}
		crowned += s[study.Promotions] - s[study.Huffed] - taken
		claims += passed
	}
	if crowned > int(rec.Plies) {
		return fmt.Errorf("promotions are %d more than pieces were lost (want at most %d more, one for each ply)", crowned, rec.Plies)
	}
	if claims > int(rec.Decisions) {
		return fmt.Errorf("huffed, compelled and waived of both sides come to %d (want at most %d, one for each decision)", claims, rec.Decisions)
	}
	return nil
}

// values are how exact values, and games that the rules have ended, are written.
var values = []string{rules.FirstWins.String(), rules.SecondWins.String(), rules.Draw.String()}

// winning and drawing are the reasons of the rules that end games in one of the two ways
// alone, under any rule set.
var (
	winning = []rules.Reason{rules.NoPieces, rules.LastPiece}
	drawing = []rules.Reason{rules.BothBlocked, rules.Repetition, rules.QuietPlies, rules.Stop, rules.Dead}
)

// ended compares the words that say how a game ended with each other.
func (c *rowCheck) ended(rec *Record) error {
	known := func(r NamedReason) bool { return string(r.Reason) == rec.Reason }
	want := ""
	switch rec.Result {
	case Horizon:
		if rec.Reason != Horizon || int(rec.Plies) != c.manifest.Study.HorizonPlies {
			want = fmt.Sprintf("%s, at ply %d", Horizon, c.manifest.Study.HorizonPlies)
		} else if rec.Value != "" && !slices.Contains(values, rec.Value) {
			return fmt.Errorf("value is %.20q (want %s or none)", rec.Value, strings.Join(values, ", "))
		} else if e := c.manifest.Study.Exact; rec.Value != "" && (e.Adjudicate || e.Pieces == 0) {
			return fmt.Errorf("value is %s (want none: the study asks for none, or ends games by it)", rec.Value)
		}
	case Forfeited:
		if rec.Reason != Forfeit {
			want = Forfeit
		} else if !strings.HasPrefix(rec.Failure, board.First.String()+":") && !strings.HasPrefix(rec.Failure, board.Second.String()+":") {
			return fmt.Errorf("failure is %.40q (want the side that failed, a colon, and how)", rec.Failure)
		}
	case rules.FirstWins.String(), rules.SecondWins.String(), rules.Draw.String(), rules.Void.String():
		drawn, void := rec.Result == rules.Draw.String(), rec.Result == rules.Void.String()
		why := rules.Reason(rec.Reason)
		switch {
		case void && why != rules.Stop:
			want = string(rules.Stop)
		case drawn && slices.Contains(winning, why), !drawn && !void && slices.Contains(drawing, why):
			want = "a reason that can bring it about"
		case !slices.ContainsFunc(Reasons, known) || rec.Reason == Horizon || rec.Reason == Forfeit:
			want = "a reason of the rules"
		case rec.Reason == Resignation && (drawn || void) || rec.Reason == Agreement && !drawn:
			want = "resignation of a game that is lost, agreement of a draw"
		case rec.Reason == Adjudication && (void || !c.manifest.Study.Exact.Adjudicate):
			want = "a reason other than adjudication, which the study has none of"
		}
	default:
		return fmt.Errorf("result is %.20q (want %s, %s, %s or %s)", rec.Result, strings.Join(values, ", "), rules.Void, Horizon, Forfeited)
	}
	switch {
	case want != "":
		return fmt.Errorf("reason is %.20q after %d plies, of the result %s (want %s)", rec.Reason, rec.Plies, rec.Result, want)
	case rec.Value != "" && rec.Result != Horizon:
		return fmt.Errorf("value is %.20q of a game that was not cut off (want none)", rec.Value)
	case rec.Failure != "" && rec.Result != Forfeited:
		return fmt.Errorf("failure is %.40q of a game that was not forfeited (want none)", rec.Failure)
	}
	return nil
}
