package record

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"varlab/internal/plain"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// WriteCSV writes the games of the run, one a line, with the columns of Columns. Text that a
// spreadsheet would take for a formula begins with an apostrophe.
func (r *Run) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	columns := Columns()
	line := make([]string, len(columns))
	for i, col := range columns {
		line[i] = col.Name
	}
	c.Write(line) // errors stay with the writer until Flush
	for rec, err := range r.Records() {
		if err != nil {
			return err
		}
		v := reflect.ValueOf(rec).Elem()
		for i := range line {
			if f := v.Field(i); f.Kind() == reflect.String {
				line[i] = Safe(f.String())
			} else {
				line[i] = strconv.FormatInt(f.Int(), 10)
			}
		}
		c.Write(line)
	}
	c.Flush()
	return c.Error()
}

// WriteParquet writes the games of the run as one Parquet file, with the columns of Columns. The
// error is one of w, or of a shard that is missing or damaged.
func (r *Run) WriteParquet(w io.Writer) error {
	w, err := plain.Bytes(w)
	if err != nil {
		return err
	}
	rows := newRows(w, r.Manifest)
	n := 0
	for rec, err := range r.Records() {
		if err != nil {
			return err
		}
		if _, err := rows.Write([]Record{*rec}); err != nil {
			return err
		}
		if n++; n%rowGroup == 0 {
			if err := rows.Flush(); err != nil {
				return err
			}
		}
	}
	return rows.Close()
}

// WritePDN writes the games of the run as PDN 3.0. The tags of a game name its rule set with
// its PlayHash, the study, and the place in the study. Claims stand in comments that other
// programs skip. With standard,
// squares have the names of notation.Standard instead of the rule set's.
func (r *Run) WritePDN(w io.Writer, standard bool) error {
	compiled := map[string]*rules.Rules{}
	for _, set := range r.Manifest.Study.RuleSets {
		c, err := Compile(set)
		if err != nil {
			return err
		}
		compiled[set.ID] = c
	}
	text := func(rec *Record) (string, error) {
		c := compiled[rec.Rules]
		named := c.Profile()
		if standard {
			named = notation.Standard(named)
		}
		g, err := PDN(c, rec, r.Manifest.Study.Name, r.Manifest.StudyHash, named)
		if err != nil {
			return "", err
		}
		return g.String(), nil
	}
	var some []Record
	write := func() error { // by all processors at once, in their order
		texts, errs := make([]string, len(some)), make([]error, len(some))
		var all sync.WaitGroup
		workers := runtime.GOMAXPROCS(0)
		for worker := range workers {
			all.Go(func() {
				for i := worker; i < len(some); i += workers {
					texts[i], errs[i] = text(&some[i])
				}
			})
		}
		all.Wait()
		some = some[:0]
		if err := errors.Join(errs...); err != nil {
			return err
		}
		_, err := io.WriteString(w, strings.Join(texts, ""))
		return err
	}
	for rec, err := range r.Records() {
		if err != nil {
			return err
		}
		if some = append(some, *rec); len(some) == 256 {
			if err := write(); err != nil {
				return err
			}
		}
	}
	return write()
}

// PDN returns a game of a study with that name and hash as other programs read it. The squares
// have the names of r, or of notation.Standard of it.
func PDN(r *rules.Rules, rec *Record, name, hash string, named *profile.Profile) (*notation.Game, error) {
	n := notation.Of(named)
	var turns []string
	var begun board.Setup
	_, err := Walk(r, rec, func(h *rules.History, made int, next *rules.Turn) {
		if made == 0 {
			begun = h.Now().Setup()
		}
		if next != nil {
			turns = append(turns, n.Format(notation.PDN, h.Now().Setup(), *next, h.Turns()))
		}
	})
	if err != nil {
		return nil, err
	}
	white, black := rec.FirstPlayer, rec.SecondPlayer
	if n.Colour(board.First) == "black" {
		white, black = black, white
	}
	g := &notation.Game{Tags: []notation.Tag{
		{Name: "Event", Value: name},
		{Name: "Site", Value: "varlab"},
		{Name: "Date", Value: "????.??.??"},
		{Name: "Round", Value: fmt.Sprintf("%d.%d", rec.Cell, rec.Game)},
		{Name: "White", Value: white},
		{Name: "Black", Value: black},
		{Name: "Result", Value: notation.Score(resultOf(rec.Result), false)},
		{Name: "RuleSet", Value: rec.Rules},
		{Name: "PlayHash", Value: rec.PlayHash},
		{Name: "GameType", Value: notation.GameTypeFor(rec.Rules, named).String()},
		{Name: "Study", Value: hash},
		{Name: "Opening", Value: strconv.Itoa(int(rec.Opening))},
		{Name: "Replicate", Value: strconv.Itoa(int(rec.Replicate))},
		{Name: "Termination", Value: rec.Reason},
	}}
	if begun != r.Setup() {
		g.Tags = append(g.Tags, notation.Tag{Name: "SetUp", Value: "1"}, notation.Tag{Name: "FEN", Value: n.WriteFEN(begun)})
	}
	g.Moves = notation.MovesOf(turns, begun.Mover == board.Second)
	return g, nil
}

// Replay plays the turns of rec again under r and returns how the game stands after them. The
// error names the first illegal turn.
func Replay(r *rules.Rules, rec *Record) (*rules.History, error) {
	return Walk(r, rec, func(*rules.History, int, *rules.Turn) {})
}

// Walk replays rec and calls visit before each turn with the game, the number of turns made,
// and the turn; and once after the last turn, with none.
func Walk(r *rules.Rules, rec *Record, visit func(h *rules.History, made int, next *rules.Turn)) (*rules.History, error) {
	n := notation.Of(r.Profile())
	h, texts, err := begun(r, n, rec)
	if err != nil {
		return h, err
	}
	for i, text := range texts {
		turns := h.Readable()
		at := h.State()
		t, err := n.ParseAs(notation.Recorded, text, at.Setup(), turns)
		if err != nil {
			return h, fmt.Errorf("cell %d, game %d, turn %d: %w", rec.Cell, rec.Game, i+1, err)
		}
		visit(h, i, &t)
		h.Play(t)
	}
	visit(h, len(texts), nil)
	return h, nil
}

// begun returns rec before its first turn, and its turns as they are written.
func begun(r *rules.Rules, n *notation.Notation, rec *Record) (*rules.History, []string, error) {
	from, texts := rec.From(), rec.Texts()
	if from == "" {
		return rules.NewHistory(r, r.Start()), texts, nil
	}
	h, _, err := n.Begin(r, from)
	if err != nil {
		err = fmt.Errorf("cell %d, game %d: %w", rec.Cell, rec.Game, err)
	}
	return h, texts, err
}

// Safe makes text a plain line that a spreadsheet does not take for a formula, even if it
// begins a new column after each semicolon or tab.
func Safe(text string) string { return formula.ReplaceAllString(plain.Line(text), "$1'$2") }

var formula = regexp.MustCompile(`(^|;[ "]*)([=+\-@＝＋－＠])`)
