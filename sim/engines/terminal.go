package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/random"
)

// Words are the commands beside turns.
const Words = `  moves   list your turns     hint   say what the player would play for you
  board   show the position   undo   take your last turn back, and the answer
  resign  give the game up    quit   stop
  help    list these words
A claim is huff@SQUARE, huff@SQUARE/MOVE, compel, compel@SQUARE or waive: moves
lists those that you have.`

// A Game is a game between a person at the terminal and a player. It can be replayed: the
// player's chance depends on the game so far alone.
type Game struct {
	ID, Spec, FEN, Seed string // of the rule set, the player, the start, and chance
	Opponent            string // the player in words

	Notation *notation.Notation
	History  *rules.History
	Player   Player
	Person   board.Side
	Out      io.Writer

	ctx    context.Context // done if the person interrupts
	said   *listener
	made   []string     // turns, in PDN notation
	by     []board.Side // who made them
	result rules.Result
}

// Begun reports whether a turn was made.
func (g *Game) Begun() bool { return len(g.made) > 0 }

// Play plays until the game is over, or the person stops or interrupts.
func (g *Game) Play(ctx context.Context, in io.Reader) error {
	g.ctx = ctx
	g.Player.NewGame()
	turn := "the other side moves"
	if g.History.Now().Mover() == g.Person {
		turn = "it is your turn"
	}
	fmt.Fprintf(g.Out, "You are %s, and %s. You play %s. Say help for what you can say.\n", g.Notation.Colour(g.Person), turn, g.Opponent)
	g.said = listen(ctx, in, longestAnswer)
	err := g.play()
	if ctx.Err() != nil {
		fmt.Fprintln(g.Out)
		return nil // an interrupt is another way to quit
	}
	return err
}

func (g *Game) play() error {
	shown := -1
	for {
		if shown != len(g.made) {
			shown = len(g.made)
			g.board()
		}
		if o := g.History.Outcome(); o.Over() {
			g.result = o.Result
			fmt.Fprintf(g.Out, "The game is over: %s (%s).\n", g.resultWords(o.Result), g.Notation.Why(o.Reason, g.History.Now()))
			return nil
		}
		if g.History.Now().Mover() != g.Person {
			t, err := g.choose()
			if err != nil {
				return err
			}
			fmt.Fprintf(g.Out, "%s plays %s\n", g.Notation.Player(g.Person.Other()), g.make(t))
			continue
		}
		fmt.Fprint(g.Out, "> ")
		var said string
		select {
		case text, more := <-g.said.lines:
			if !more {
				fmt.Fprintln(g.Out)
				return g.said.err
			}
			said = strings.TrimSpace(text)
		case <-g.ctx.Done():
			return g.ctx.Err()
		}
		stop, err := g.answer(said)
		if stop || err != nil {
			return err
		}
	}
}

// choose asks the player. Its chance depends on the game so far alone. An interrupted player
// may still be using the history.
func (g *Game) choose() (rules.Turn, error) {
	var t rules.Turn
	done := make(chan error, 1)
	go func() {
		var err error
		t, err = g.Player.Choose(g.History, random.NewChance("varlab play", g.Seed, strings.Join(g.made, " ")))
		done <- err
	}()
	select {
	case err := <-done:
		return t, err
	case <-g.ctx.Done():
		return rules.Turn{}, g.ctx.Err()
	}
}

// make makes a turn and returns its text.
func (g *Game) make(t rules.Turn) string {
	s := g.History.State()
	text := g.Notation.Format(notation.PDN, s.Setup(), t, g.History.Turns())
	g.made, g.by = append(g.made, text), append(g.by, s.Mover())
	g.History.Play(t)
	return text
}

func (g *Game) board() {
	s := g.History.State()
	fmt.Fprint(g.Out, g.Notation.Diagram(s.Setup()))
}

// answer obeys the person, and reports whether the command was to stop.
func (g *Game) answer(said string) (stop bool, err error) {
	s := g.History.State()
	turns := g.History.Turns()
	switch strings.ToLower(said) {
	case "":
	case "quit":
		return true, nil
	case "resign":
		g.result = rules.WinOf(g.Person.Other())
		fmt.Fprintln(g.Out, "You give the game up.")
		return true, nil
	case "help":
		fmt.Fprintln(g.Out, "Type a turn as moves lists it, or a word:\n"+Words)
	case "board":
		g.board()
	case "moves":
		lines := g.Notation.Lines(notation.PDN, s.Setup(), turns)
		fmt.Fprintln(g.Out, strings.Join(lines, "\n"))
	case "hint":
		t, err := g.choose()
		if err != nil {
			return false, err
		}
		fmt.Fprintf(g.Out, "The program would play %s\n", g.Notation.Format(notation.PDN, s.Setup(), t, turns))
	case "undo":
		g.undo()
	default:
		t, err := g.Notation.Parse(said, s.Setup(), turns)
		if err != nil {
			fmt.Fprintf(g.Out, "%v\n", err)
			return false, nil
		}
		g.make(t)
	}
	return false, nil
}

// undo takes turns back until the person is on move again.
func (g *Game) undo() {
	for n := len(g.made) - 1; n >= 0; n-- {
		if g.by[n] == g.Person {
			for range g.made[n:] {
				g.History.Undo()
			}
			g.made, g.by = g.made[:n], g.by[:n]
			return
		}
	}
	fmt.Fprintln(g.Out, "There is nothing to take back.")
}

func (g *Game) resultWords(r rules.Result) string {
	return cmp.Or(map[rules.Result]string{
		rules.WinOf(g.Person): "you win", rules.WinOf(g.Person.Other()): "you lose", rules.Void: "broken off",
	}[r], "a draw")
}

// Save adds the game to a file.
func (g *Game) Save(path string) error {
	names := [2]string{"person", "person"}
	names[g.Person.Other()] = g.Spec
	white, black := names[board.First], names[board.Second]
	if g.Notation.Colour(board.First) == "black" {
		white, black = black, white
	}
	game := &notation.Game{Tags: []notation.Tag{
		{Name: "Event", Value: "varlab play"},
		{Name: "White", Value: white},
		{Name: "Black", Value: black},
		{Name: "Result", Value: notation.Score(g.result, false)},
	}}
	game.Tags = append(game.Tags, notation.RuleTags(g.ID, g.History.Rules())...)
	second := false
	if g.FEN != "" {
		setup, err := g.Notation.ReadFEN(g.FEN)
		if err != nil {
			return err
		}
		game.Tags = append(game.Tags, notation.Tag{Name: "SetUp", Value: "1"}, notation.Tag{Name: "FEN", Value: g.Notation.WriteFEN(setup)})
		second = setup.Mover == board.Second
	}
	game.Moves = notation.MovesOf(g.made, second)
	if err := add(path, game); err != nil {
		fmt.Fprintf(g.Out, "The game could not be saved. This is it:\n%s", game)
		return err
	}
	fmt.Fprintf(g.Out, "The game is in %s.\n", path)
	return nil
}

// add adds a game to the end of a file.
func add(path string, game *notation.Game) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "\n%s", game) // a file may end in the midst of a line
	return errors.Join(err, f.Close())
}
