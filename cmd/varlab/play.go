package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"varlab/rules/board"
	"varlab/sim/terminal"
)

func playCommand() *cobra.Command {
	var at positionFlags
	var side, save string
	var seed uint64
	cmd := newCommand("play", at.arguments(0, 1, 0), func(cmd *cobra.Command, _ []string) error {
		g := terminal.Game{Spec: append(at.rest, "search:nodes=5000,noise=5")[0], FEN: at.fen, Seed: strconv.FormatUint(seed, 10), Out: cmd.OutOrStdout()}
		switch side {
		case "first":
			g.Person = board.First
		case "second":
			g.Person = board.Second
		default:
			return usageError{fmt.Errorf("--side %s (want first or second)", side)}
		}
		if at.after != "" {
			return usageError{errors.New("--after: play begins in a position (want --fen)")}
		}
		p, err := at.position()
		if err != nil {
			return err
		}
		g.ID, g.Base, g.Notation, g.History = p.profile.ID, p.profile.Base, p.notation, p.history
		if g.Player, err = newPlayer(p.rules, g.Spec); err != nil {
			return err
		}
		if c, ok := g.Player.(io.Closer); ok {
			defer c.Close()
		}
		for _, words := range weightsOf(p.rules, []string{g.Spec}) {
			fmt.Fprintf(g.Out, "Weights of %s: %s.\n", g.Spec, words)
		}
		err = g.Play(cmd.Context(), cmd.InOrStdin())
		if save == "" || !g.Begun() {
			return err
		}
		return errors.Join(err, g.Save(save))
	})
	at.add(cmd)
	f := cmd.Flags()
	must(f.MarkHidden("after"))
	f.StringVar(&side, "side", "first", "which side is yours: `first or second` to move")
	f.StringVar(&save, "save", "varlab-games.pdn", "where the game is added: `FILE`; empty: nowhere")
	seedFlag(cmd, &seed)
	return cmd
}
