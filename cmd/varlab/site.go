package main

import (
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/explore"
	"varlab/internal/files"
	"varlab/internal/lists"
	"varlab/site"
)

func siteCommand() *cobra.Command {
	s := &site.Site{Rules: &explore.Engine{Texts: map[string]string{}, Pieces: explore.PiecesInPage}, Colophon: colophon()}
	cmd := newCommand("site", arguments(1, math.MaxInt), func(cmd *cobra.Command, args []string) (err error) {
		s.Address = strings.TrimSuffix(s.Address, "/")
		if s.First, err = s.Rules.Open(args[1:]); err != nil {
			return err
		}
		s.First = s.First[:min(2, len(s.First))]
		if s.Engine, err = pageEngine(cmd); err != nil {
			return err
		}
		passed := func(dir string, err error) { remark(cmd.ErrOrStderr(), "%s is passed over: %v", dir, err) }
		if s.Runs, err = site.Runs(cmd.Context(), runsDir, passed); err != nil {
			return err
		}
		made, err := s.Files(cmd.Context())
		if err != nil {
			return err
		}
		var all []files.File
		for _, name := range lists.SortedKeys(made) {
			all = append(all, files.File{Path: filepath.Join(args[0], filepath.FromSlash(name)), Write: files.Content(made[name])})
		}
		if err := files.Add(true, all...); err != nil {
			return err
		}
		if err := site.Clear(args[0], runsDir); err != nil {
			return err
		}
		remark(cmd.ErrOrStderr(), "%d files in %s", len(all), args[0])
		return nil
	})
	cmd.Flags().StringVar(&s.Address, "address", "", "`URL` where the site will be, for the picture of links")
	return cmd
}
