package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"varlab/explore"
	"varlab/explore/page"
	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/lab"
)

func exploreCommand() *cobra.Command {
	var out string
	cmd := newCommand("explore", arguments(0, 2), func(cmd *cobra.Command, args []string) error {
		if _, err := plain.Bytes(cmd.OutOrStdout()); err != nil && out == "" {
			return usageError{errors.New("the page would go to the terminal (want -o FILE)")}
		}
		e := &explore.Engine{Texts: map[string]string{}, Pieces: explore.PiecesInPage}
		refs, err := e.Open(args)
		if err != nil {
			return err
		}
		engine, err := pageEngine(cmd)
		if err != nil {
			return err
		}
		text, err := page.New(cmd.Context(), e, refs, engine, colophon())
		if err != nil {
			return err
		}
		return writeTo(cmd, out, files.Content(text))
	})
	cmd.ValidArgsFunction = completeRules
	outputFlag(cmd, &out)
	return cmd
}

func colophon() string {
	return strings.TrimSuffix("Made by "+cmp.Or(lab.BuildOf().Program(), "varlab")+", a laboratory for historical rule sets of draughts", ".") + "."
}

// pageEngine is the engine of a page: embedded, or built now, as a remark then says.
func pageEngine(cmd *cobra.Command) (*page.Engine, error) {
	return page.FindEngine(cmd.Context(), lab.BuildOf(), func(dir string) {
		remark(cmd.ErrOrStderr(), "builds the engine of the page from the sources in %s", dir)
	})
}
