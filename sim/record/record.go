// Package record is what remains of a game, and the directory in which a run
// keeps its games.
//
// The one idea: a run is a manifest, which says before the first game what will
// be played and how it is divided into shards, and one immutable file per shard,
// which is there complete or not at all. Nothing of time, machine or workers
// enters either, so that equal studies leave equal bytes.
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

const (
	Horizon   = "horizon"   // the game reached the ply limit; the reason too
	Forfeited = "forfeited" // a player failed
)

const (
	Forfeit      = "forfeit"      // of a forfeited game
	Adjudication = "adjudication" // the study ended the game with its exact value
	Resignation  = "resignation"  // a player gave the game up
	Agreement    = "agreement"    // both players were content with a draw
)

// An unfinished game whose last position has no known value has one of these values.
const (
	GoesOn  = "open"
	Stalled = "stalled" // nothing was converted in the last stalledPlies plies
)

const stalledPlies = 100

// Stalled reports whether nothing was converted in the last 100 plies of the game.
func (r *Record) Stalled() bool { return r.Idle >= stalledPlies }

// Reasons are all reasons that a record may have, in the order of tables. The last two are
// told with the result alone.
var Reasons = slices.Concat(rules.Reasons, []rules.NamedReason{
	{Reason: Agreement, Words: "agreement"},
	{Reason: Resignation, Words: "resignation"},
	{Reason: Adjudication, Words: "exact value"},
	{Reason: Horizon},
	{Reason: Forfeit},
})

// A Record is one game. Counts with _first and _second belong to the side that did or suffered
// it, as said; "first" moves first. An omission that was taken back never occurred, nor did
// its captures: it enters only replayed, decisions, playable, due, owed and the counts of
// omissions and claims.
type Record struct {
	Cell          int32  `parquet:"cell" unit:"index" means:"cell of the manifest: one rule set with its players"`
	Game          int32  `parquet:"game" unit:"index" means:"number of the game in its cell, from 0"`
	Rules         string `parquet:"rules,dict" unit:"id" means:"rule set, with readings and overrides"`
	PlayHash      string `parquet:"play_hash,dict" unit:"sha-256" means:"the game that the rule set is, whatever its names"`
	FirstPlayer   string `parquet:"first_player,dict" unit:"spec" means:"player of the side that moves first; after @ the revision of its search and, where it learned, the content hash of its weights"`
	SecondPlayer  string `parquet:"second_player,dict" unit:"spec" means:"player of the side that moves second"`
	Training      int32  `parquet:"training" unit:"number" means:"which of the rule set's trainings learned the weights of the players who take theirs in turn, from 1; 0 where none does"`
	Board         string `parquet:"board,dict" unit:"id" means:"board and start; rule sets with equal ones share openings"`
	Opening       int32  `parquet:"opening" unit:"index" means:"opening of the board, from 0; the cluster of every test"`
	Replicate     int32  `parquet:"replicate" unit:"index" means:"how often the opening was played before in this cell by these players with these colours"`
	Result        string `parquet:"result,dict" unit:"word" means:"first, second, draw, void, horizon or forfeited"`
	Reason        string `parquet:"reason,dict" unit:"word" means:"why the game ended: a reason of the rules, resignation, agreement, horizon, forfeit, or adjudication by exact value"`
	FailedSide    string `parquet:"failed,dict" unit:"word" means:"of a forfeited game: the side whose player failed, first or second; else empty"`
	Failure       string `parquet:"failure,dict" unit:"word" means:"how it failed: panic, error, meddled (left the history changed), illegal (no legal turn); of an engine also unstarted, closing (the program ended), ended, late (no answer), overlong (a line), unasked (a line), unclear (no turn), variant (it plays others)"`
	FailureDetail string `parquet:"failure_detail,dict" unit:"text" means:"what the failed player, or the system about it, said itself; may be empty"`
	Plies         int32  `parquet:"plies" unit:"plies" means:"turns that stood, the opening's included"`
	OpeningPlies  int32  `parquet:"opening_plies" unit:"plies" means:"turns of the opening"`
	Value         string `parquet:"value,dict" unit:"word" means:"of a game cut off by the horizon: what its last position is worth, from tables of the study's pieces: first, second or draw; empty where that is not known"`
	Idle          int32  `parquet:"idle" unit:"plies" means:"plies since the last capture, huff, promotion or man's move, or since the start"`
	Replayed      int32  `parquet:"replayed" unit:"omissions" means:"omissions that a compel took back; each is two turns in turns that are no plies"`
	Turns         string `parquet:"turns" unit:"hub notation" means:"all turns, claims and what was taken back included, separated by spaces; before them the FEN of the position from which a game begins that does not begin at the start"`
	Decisions     int32  `parquet:"decisions" unit:"turns" means:"turns that players chose: all after the opening"`
	Playable      int64  `parquet:"playable" unit:"turns" means:"turns that were playable, summed over decisions"`
	Due           int64  `parquet:"due" unit:"turns" means:"turns without claim that left no due capture untaken, summed over decisions"`

	OwedFirst        int32 `parquet:"owed_first" unit:"decisions" means:"decisions of the first side in which a capture was due"`
	OwedSecond       int32 `parquet:"owed_second" unit:"decisions" means:"the same of the second side"`
	CapturesFirst    int32 `parquet:"captures_first" unit:"turns" means:"captures that the first side made"`
	CapturesSecond   int32 `parquet:"captures_second" unit:"turns" means:"captures that the second side made"`
	MenTakenFirst    int32 `parquet:"men_taken_first" unit:"men" means:"men that the first side took by capture"`
	MenTakenSecond   int32 `parquet:"men_taken_second" unit:"men" means:"men that the second side took by capture"`
	KingsTakenFirst  int32 `parquet:"kings_taken_first" unit:"kings" means:"kings that the first side took by capture"`
	KingsTakenSecond int32 `parquet:"kings_taken_second" unit:"kings" means:"kings that the second side took by capture"`
	PromotionsFirst  int32 `parquet:"promotions_first" unit:"men" means:"men of the first side that became kings"`
	PromotionsSecond int32 `parquet:"promotions_second" unit:"men" means:"men of the second side that became kings"`
	MissedFirst      int32 `parquet:"missed_first" unit:"omissions" means:"omissions of the first side: a quiet move though a capture was due"`
	MissedSecond     int32 `parquet:"missed_second" unit:"omissions" means:"the same of the second side"`
	PartialFirst     int32 `parquet:"partial_first" unit:"omissions" means:"omissions of the first side: a capture that was not whole"`
	PartialSecond    int32 `parquet:"partial_second" unit:"omissions" means:"the same of the second side"`
	WeakerFirst      int32 `parquet:"weaker_first" unit:"omissions" means:"omissions of the first side: a whole capture that precedence does not leave"`
	WeakerSecond     int32 `parquet:"weaker_second" unit:"omissions" means:"the same of the second side"`
	HuffedFirst      int32 `parquet:"huffed_first" unit:"pieces" means:"pieces that the first side lost to a huff"`
	HuffedSecond     int32 `parquet:"huffed_second" unit:"pieces" means:"pieces that the second side lost to a huff"`
	CompelledFirst   int32 `parquet:"compelled_first" unit:"omissions" means:"omissions that the first side had to take back"`
	CompelledSecond  int32 `parquet:"compelled_second" unit:"omissions" means:"omissions that the second side had to take back"`
	WaivedFirst      int32 `parquet:"waived_first" unit:"omissions" means:"omissions of the first side after which the opponent's turn made no claim"`
	WaivedSecond     int32 `parquet:"waived_second" unit:"omissions" means:"the same of the second side"`
	CorrectedFirst   int32 `parquet:"corrected_first" unit:"turns" means:"turns that the first side intended, that were illegal, and that it corrected at no cost"`
	CorrectedSecond  int32 `parquet:"corrected_second" unit:"turns" means:"the same of the second side"`
}

// A Column is a field of Record as the data dictionary describes it.
type Column struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // int32, int64 or string
	Unit  string `json:"-"`
	Means string `json:"-"`
}

// Columns is the data dictionary, in the order of the columns. It is made from the declaration
// of Record.
func Columns() []Column {
	t := reflect.TypeFor[Record]()
	columns := make([]Column, t.NumField())
	for i := range columns {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		columns[i] = Column{name, f.Type.String(), f.Tag.Get("unit"), f.Tag.Get("means")}
	}
	return columns
}

// counted returns the columns that make up a count: the column of its name, or the columns of
// both sides.
var counted = func() (columns [len(study.Counts{})][]int) {
	for i, c := range Columns() {
		name := strings.TrimSuffix(strings.TrimSuffix(c.Name, "_first"), "_second")
		for k := range columns {
			if study.Count(k).ID() == name {
				columns[k] = append(columns[k], i)
			}
		}
	}
	return columns
}()

// Counts are the counts of the game that have columns, summed over both sides.
func (r *Record) Counts() (c study.Counts) {
	v := reflect.ValueOf(r).Elem()
	for k, columns := range counted {
		for _, i := range columns {
			c[k] += int(v.Field(i).Int())
		}
	}
	return c
}

// SetCounts sets the columns of both sides from their counts.
func (r *Record) SetCounts(counts ...*[2]study.Counts) {
	v := reflect.ValueOf(r).Elem()
	for k, columns := range counted {
		if len(columns) < 2 {
			continue
		}
		for side, i := range columns {
			n := 0
			for _, c := range counts {
				n += c[side][k]
			}
			v.Field(i).SetInt(int64(n))
		}
	}
}

// From is the FEN of the position from which the game begins; empty: the start.
func (r *Record) From() string {
	if first, _, _ := strings.Cut(r.Turns, " "); strings.Contains(first, ":") {
		return first
	}
	return ""
}

// Texts are the turns as they are written.
func (r *Record) Texts() []string { return strings.Fields(r.Turns[len(r.From()):]) }

// Stopped reports whether the players ended the game, and not the rules.
func (r *Record) Stopped() bool { return r.Reason == Resignation || r.Reason == Agreement }

// Outcome is the result by rule or, if the game was cut off, by the value of its last position;
// Ongoing if there is neither.
func (r *Record) Outcome() rules.Result {
	result := r.Result
	if result == Horizon {
		result = r.Value
	}
	return resultOf(result)
}

// resultOf reads a result of a game that was won, lost or drawn; Ongoing if it was not.
func resultOf(word string) rules.Result {
	for _, r := range []rules.Result{rules.FirstWins, rules.SecondWins, rules.Draw} {
		if r.String() == word {
			return r
		}
	}
	return rules.Ongoing
}

// Won returns the side that won, as Outcome says.
func (r *Record) Won() (board.Side, bool) {
	for _, side := range []board.Side{board.First, board.Second} {
		if r.Outcome() == rules.WinOf(side) {
			return side, true
		}
	}
	return board.First, false
}

// Failed returns the side whose player failed, and whether the game was forfeited.
func (r *Record) Failed() (board.Side, bool) {
	if r.FailedSide == board.Second.String() {
		return board.Second, r.Result == Forfeited
	}
	return board.First, r.Result == Forfeited
}

// Difference names the first column in which two records differ, with the (shortened) values
// of both; empty if they are equal.
func Difference(a, b *Record) (column, inA, inB string) {
	short := func(v reflect.Value) string {
		text := fmt.Sprint(v.Interface())
		if len(text) > 60 {
			text = text[:60] + "…"
		}
		return text
	}
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i, c := range Columns() {
		if !x.Field(i).Equal(y.Field(i)) {
			return c.Name, short(x.Field(i)), short(y.Field(i))
		}
	}
	return "", "", ""
}
