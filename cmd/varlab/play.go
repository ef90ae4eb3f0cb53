package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim"
	"varlab/sim/random"

	"github.com/spf13/cobra"
)

// playWords are what can be said beside turns.
const playWords = `  moves   list your turns     hint   let the player choose for you
  board   show the position   undo   take your last turn back, and the answer
  resign  give the game up    quit   stop
  help    list these words`

func playCommand() *cobra.Command {
	var flags ruleFlags
	var at positionFlags
	var side, save string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play -r ID [PLAYER]",
		Short: "Play a game at the terminal",
		Long: `play lets you play against a player here, under any rule set. Type a turn as
varlab moves writes it, or one of these words:

` + playWords + `

Where a capture is owed and may be left you can leave it; if the other side does
and you see it, say soufflez for what you can do about it. The game is added to a
PDN file at its end, and also if you stop before.

` + playersHelp(),
		Example: "  varlab play -r polonaise-souffler\n  varlab play -r english search:nodes=50000 --side second",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, r, err := flags.one()
			if err != nil {
				return err
			}
			spec := "search:nodes=5000,noise=5"
			if len(args) == 1 {
				spec = args[0]
			}
			g := &sitting{ctx: cmd.Context(), id: v.ID, base: v.Base, spec: spec, out: cmd.OutOrStdout()}
			switch side {
			case "first":
				g.person = board.First
			case "second":
				g.person = board.Second
			default:
				return usageError{fmt.Errorf("--side %s (want first or second)", side)}
			}
			if g.history, g.notation, err = at.history(r); err != nil {
				return err
			}
			if at.after != "" {
				return usageError{fmt.Errorf("--after: play begins in a position (want --fen)")}
			}
			if at.fen != "" {
				g.fen = string(at.fen)
			}
			if g.player, err = newPlayer(r, spec); err != nil {
				return err
			}
			for _, words := range weightsOf(r, []string{spec}) {
				fmt.Fprintf(g.out, "Weights of %s: %s.\n", spec, words)
			}
			if c, ok := g.player.(io.Closer); ok {
				defer c.Close()
			}
			g.seed = strconv.FormatUint(seed, 10)
			g.player.NewGame()
			g.listen(cmd.InOrStdin())
			err = g.play()
			if g.ctx.Err() != nil {
				fmt.Fprintln(g.out)
				err = nil // interrupted: that is another way to quit
			}
			if save == "" || len(g.turns) == 0 {
				return err
			}
			return errors.Join(err, g.save(save))
		},
	}
	flags.add(cmd, true)
	at.add(cmd)
	f := cmd.Flags()
	must(f.MarkHidden("after"))
	f.StringVar(&side, "side", "first", "which side is yours: `first or second` to move")
	f.StringVar(&save, "save", "varlab-games.pdn", "where the game is added: `FILE`; empty: nowhere")
	f.Uint64Var(&seed, "seed", compareSeed, "number from which all chance is made: `S`")
	return cmd
}

// A sitting is a game between a person and a player.
type sitting struct {
	ctx                       context.Context // done if the person interrupts
	id, base, spec, fen, seed string

	notation *notation.Notation
	history  *rules.History
	player   sim.Player
	person   board.Side
	said     chan string // closed at the end of what the person says
	unheard  error       // once said is closed
	out      io.Writer

	turns  []string // in PDN notation
	result rules.Result
}

// listen hears what the person says. It cannot be stopped while a line is waited for.
func (g *sitting) listen(in io.Reader) {
	g.said = make(chan string)
	go func() {
		defer close(g.said)
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			select {
			case g.said <- lines.Text():
			case <-g.ctx.Done():
				return
			}
		}
		g.unheard = lines.Err()
	}()
}

// play plays until the game is over or the person stops.
func (g *sitting) play() error {
	shown := -1
	for {
		if o := g.history.Outcome(); o.Over() {
			g.board()
			g.result = o.Result
			fmt.Fprintf(g.out, "The game is over: %s (%s).\n", g.resultWords(o.Result), o.Reason)
			return nil
		}
		if g.history.Now().Mover() != g.person {
			t, err := g.choose()
			if err != nil {
				return err
			}
			fmt.Fprintf(g.out, "%s plays %s\n", g.spec, g.make(t))
			continue
		}
		if shown != len(g.turns) {
			shown = len(g.turns)
			g.board()
		}
		fmt.Fprint(g.out, "> ")
		var said string
		select {
		case text, more := <-g.said:
			if !more {
				fmt.Fprintln(g.out)
				return g.unheard
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

// choose has the player choose. What it draws depends on the game so far alone.
// A player that is interrupted may be at work on the history still.
func (g *sitting) choose() (rules.Turn, error) {
	type chosen struct {
		turn rules.Turn
		err  error
	}
	done := make(chan chosen, 1)
	go func() {
		t, err := g.player.Choose(g.history, random.New("varlab play", g.seed, g.id, g.spec, strings.Join(g.turns, " ")))
		done <- chosen{t, err}
	}()
	select {
	case c := <-done:
		return c.turn, c.err
	case <-g.ctx.Done():
		return rules.Turn{}, g.ctx.Err()
	}
}

// make makes a turn and returns its text.
func (g *sitting) make(t rules.Turn) string {
	s := g.history.State()
	text := g.notation.Format(notation.PDN, s.Setup(), t, g.history.Turns())
	g.turns = append(g.turns, text)
	g.history.Play(t)
	return text
}

func (g *sitting) board() {
	s := g.history.State()
	fmt.Fprint(g.out, g.notation.Diagram(s.Setup()))
}

// answer does what the person says. It reports whether that was to stop.
func (g *sitting) answer(said string) (stop bool, err error) {
	s := g.history.State()
	turns := g.history.Turns()
	switch strings.ToLower(said) {
	case "":
	case "quit":
		return true, nil
	case "resign":
		g.result = rules.WinOf(g.person.Other())
		fmt.Fprintln(g.out, "You give the game up.")
		return true, nil
	case "help":
		fmt.Fprintln(g.out, "Type a turn as moves lists it, or a word:\n"+playWords)
	case "board":
		g.board()
	case "moves":
		lines := g.notation.Lines(notation.PDN, s.Setup(), turns)
		slices.Sort(lines)
		fmt.Fprintln(g.out, strings.Join(lines, "\n"))
	case "soufflez":
		g.soufflez(turns)
	case "hint":
		t, err := g.choose()
		if err != nil {
			return false, err
		}
		fmt.Fprintf(g.out, "%s would play %s\n", g.spec, g.notation.Format(notation.PDN, s.Setup(), t, turns))
	case "undo":
		g.undo()
	default:
		t, err := g.notation.Parse(said, s.Setup(), turns)
		if err != nil {
			fmt.Fprintf(g.out, "%v\n", err)
			return false, nil
		}
		g.make(t)
	}
	return false, nil
}

// soufflez says what can be done about a default.
func (g *sitting) soufflez(turns []rules.Turn) {
	// may names the pieces of a claim, and says how it is written.
	may := func(what, link, word string, kind rules.ClaimKind) string {
		var named board.Set
		claimed, moves := false, false
		for _, t := range turns {
			if t.Claim == kind {
				claimed, moves = true, moves || t.Action != rules.Nothing
				if t.Named != board.NoSquare {
					named = named.With(t.Named)
				}
			}
		}
		if !claimed {
			return ""
		}
		if !named.Empty() {
			var names []string
			for _, q := range g.notation.Ascending(named) {
				names = append(names, g.notation.Name(q))
			}
			what, word = what+link+strings.Join(names, " or "), word+"@SQUARE"
		}
		if moves {
			word += "/MOVE"
		}
		return what + " (" + word + ")"
	}
	var words []string
	for _, w := range []string{
		may("huff", " ", "huff", rules.Huff),
		may("have the turn replayed", " by ", "compel", rules.Compel),
		may("let it pass", "", "waive", rules.Waive),
	} {
		if w != "" {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		fmt.Fprintln(g.out, "There is nothing to claim.")
		return
	}
	if slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.NoClaim }) {
		words = append(words, "play on")
	}
	can := "can"
	if len(words) == 1 {
		can = "must"
	}
	fmt.Fprintf(g.out, "You %s %s.\n", can, strings.Join(words, ", or "))
}

// undo takes turns back until it is the person's again.
func (g *sitting) undo() {
	n := 0
	for len(g.turns) > n {
		n++
		g.history.Undo()
		if g.history.Now().Mover() == g.person {
			g.turns = g.turns[:len(g.turns)-n]
			return
		}
	}
	// There is none: what was taken back is played again, from its text.
	again := slices.Clone(g.turns[len(g.turns)-n:])
	for _, text := range again {
		s := g.history.State()
		t, err := g.notation.Parse(text, s.Setup(), g.history.Turns())
		if err != nil {
			panic(fmt.Sprintf("play: %q was legal before: %v", text, err))
		}
		g.history.Play(t)
	}
	fmt.Fprintln(g.out, "There is nothing to take back.")
}

func (g *sitting) resultWords(r rules.Result) string {
	switch r {
	case rules.WinOf(g.person):
		return "you win"
	case rules.WinOf(g.person.Other()):
		return "you lose"
	case rules.Void:
		return "broken off"
	}
	return "a draw"
}

// save adds the game to a file.
func (g *sitting) save(path string) error {
	names := [2]string{"person", "person"}
	names[g.person.Other()] = g.spec
	white, black := names[board.First], names[board.Second]
	if g.notation.Colour(board.First) == "black" {
		white, black = black, white
	}
	game := &notation.Game{Tags: []notation.Tag{
		{Name: "Event", Value: "varlab play"},
		{Name: "White", Value: white},
		{Name: "Black", Value: black},
		{Name: "Result", Value: notation.Score(g.result, false)},
	}}
	game.Tags = append(game.Tags, notation.RuleTags(g.id, g.base, g.history.Rules())...)
	second := false
	if g.fen != "" {
		game.Tags = append(game.Tags, notation.Tag{Name: "SetUp", Value: "1"}, notation.Tag{Name: "FEN", Value: g.fen})
		setup, err := g.notation.ReadFEN(g.fen)
		if err != nil {
			return err
		}
		second = setup.Mover == board.Second
	}
	game.Line = notation.NewLine(g.turns, second, 'x')
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		err = notation.WriteGame(f, game)
		if closed := f.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		fmt.Fprintln(g.out, "The game could not be saved. This is it:")
		return errors.Join(err, notation.WriteGame(g.out, game))
	}
	fmt.Fprintf(g.out, "The game is in %s.\n", path)
	return nil
}
