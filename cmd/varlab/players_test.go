package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
)

// again is the command that makes a table of docs/players.md anew.
func measuredBy(name string) string {
	return "VARLAB_DEEP=1 go test ./cmd/varlab -run PlayerTables/" + name + "$ -update -timeout 10h"
}

// meet runs varlab match, with further flags.
func meet(t *testing.T, a, b, id string, games int, flags ...string) sim.Match {
	var out bytes.Buffer
	args := append([]string{"match", a, b, "-r", id, "--games", fmt.Sprint(games), "--format", "json"}, flags...)
	require.NoError(t, run(t.Context(), args, &out, io.Discard))
	var m sim.Match
	require.NoError(t, json.Unmarshal(out.Bytes(), &m))
	return m
}

func eloCells(m sim.Match) string {
	return fmt.Sprintf("%d | %d | %d | %d | %s | %s to %s", m.Games, m.Wins, m.Draws+m.Open, m.Losses,
		sim.EloText(m.Elo, m.Score), sim.EloText(m.EloLow, m.ScoreLow), sim.EloText(m.EloHigh, m.ScoreHigh))
}

// The tables of docs/players.md are what was measured.
func TestPlayerTables(t *testing.T) {
	t.Run("refinements", func(t *testing.T) { keepRefinements(t) })
	t.Run("savings", func(t *testing.T) { keepSavings(t) })
	t.Run("weights", func(t *testing.T) { keepWeights(t) })
	t.Run("relatives", func(t *testing.T) { keepRelatives(t) })
	t.Run("ladder", func(t *testing.T) { keepLadder(t) })
	t.Run("equals", func(t *testing.T) { keepEquals(t) })
	t.Run("blunders", func(t *testing.T) { keepBlunders(t) })
}

// The game of docs/players.md is the game that these players play.
func TestOverlookedGame(t *testing.T) {
	const spec = "search:nodes=300,noise=5,oversight=20,vigilance=70"
	const id = "polonaise-souffler"
	type note struct{ Turn, Note string }
	results.Table[[]note]{
		Name: "overlooked", Doc: "players.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run OverlookedGame -update",
		Measure: func() ([]note, error) {
			var notes []note
			for _, n := range playOverlooking(t, id, spec) {
				notes = append(notes, note{n[0], n[1]})
			}
			return notes, nil
		},
		Markdown: func(notes []note) string {
			var b strings.Builder
			fmt.Fprintf(&b, "`%s` against itself under `%s`; a turn by its ply where something was overlooked, noticed or claimed.\n\n", spec, id)
			for i, n := range notes {
				switch {
				case n.Turn == "":
					fmt.Fprintf(&b, "\n%s.\n", n.Note)
				case n.Note == "":
					fmt.Fprintf(&b, "%s\n", n.Turn)
				default:
					fmt.Fprintf(&b, "\n**%d %s**: %s.\n\n", i+1, n.Turn, n.Note)
				}
			}
			return b.String()
		},
	}.Keep(t, *update)
}

// playOverlooking plays a game and says of each turn what was left, noticed and claimed.
func playOverlooking(t *testing.T, id, text string) [][2]string {
	r := builtIn(t, id)
	n := notation.Of(r.Profile())
	spec, err := player.Parse(text)
	require.NoError(t, err)
	var players [2]player.Player
	for side := range players {
		players[side], err = spec.New(r)
		require.NoError(t, err)
	}
	source := random.New("varlab overlooked", id, text)
	h := rules.NewHistory(r, r.Start())
	var notes [][2]string
	for len(notes) < 300 && !h.Outcome().Over() {
		s := h.State()
		turns := h.Turns()
		turn, err := players[s.Mover()].Choose(h, random.Chance(source.Uint64()))
		require.NoError(t, err)
		write := func(t rules.Turn) string { return n.Format(notation.PDN, s.Setup(), t, turns) }
		var said []string
		claim := map[rules.ClaimKind]string{rules.Huff: "huffs", rules.Compel: "notices, and has the turn replayed"}[turn.Claim]
		switch {
		case turn.Claim == rules.Huff:
			said = append(said, "notices, and huffs the piece on "+n.Name(turn.Named))
		case claim != "":
			said = append(said, claim)
		case s.ClaimOpen():
			said = append(said, "lets the omission pass")
		}
		if turn.Omission != profile.NoOmission {
			var due []string
			for _, d := range r.Due(nil, s) {
				due = append(due, write(d))
			}
			var huffable []string
			for _, q := range n.Ascending(turn.Huffable) {
				huffable = append(huffable, n.Name(q))
			}
			said = append(said, fmt.Sprintf("%s: %s was due, and %s may be huffed", turn.Omission, strings.Join(due, " or "), strings.Join(huffable, " or ")))
		}
		notes = append(notes, [2]string{write(turn), strings.Join(said, "; ")})
		h.Play(turn)
	}
	o := h.Outcome()
	last := "the game goes on"
	if o.Over() {
		last = fmt.Sprintf("the end: %s, %s", map[rules.Result]string{
			rules.FirstWins: n.Colour(board.First) + " wins", rules.SecondWins: n.Colour(board.Second) + " wins", rules.Draw: "a draw", rules.Void: "not counted",
		}[o.Result], o.Reason)
	}
	return append(notes, [2]string{"", last})
}

// A profile of one's own is played by the weights of the nearest of its ancestors that has
// some, however many files lie between.
func TestGrandchildrenHaveWeights(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("child.toml", []byte("inherits = \"english\"\nstatus = \"invented\"\n[promotion]\nsquares = { is = \"W:W1-3,6:B27,30-32\", assumed = \"a\" }\n"), 0o666))
	require.NoError(t, os.WriteFile("grandchild.toml", []byte("inherits = \"./child.toml\"\nstatus = \"invented\"\n[board]\nfirst_square = { is = \"bottom-right\", assumed = \"a\" }\n"), 0o666))
	f := new(ruleFlags)
	want, err := f.RuleSet("english")
	require.NoError(t, err)
	require.NotEmpty(t, want.Weights)
	for _, ref := range []string{"child.toml", "grandchild.toml", "grandchild.toml{king.repeat_limit=3}"} {
		set, err := f.RuleSet(ref)
		require.NoError(t, err)
		require.Equal(t, want.Weights, set.Weights, ref)
	}
}
