package main

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/explore"
	"varlab/explore/page"
	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/variants"
)

func exploreCommand() *cobra.Command {
	var flags ruleFlags
	var out string
	cmd := newCommand("explore", arguments(0, 2), func(cmd *cobra.Command, args []string) error {
		if _, err := plain.Bytes(cmd.OutOrStdout()); err != nil && out == "" {
			return usageError{errors.New("the page would go to the terminal (want -o FILE)")}
		}
		e := &explore.Engine{Texts: map[string]string{}, Pieces: explore.PiecesInPage}
		refs, err := exploredRefs(e, args, flags.sets)
		if err != nil {
			return err
		}
		engine, err := page.FindEngine(cmd.Context(), build(), func(dir string) {
			remark(cmd.ErrOrStderr(), "builds the engine of the page from the sources in %s", dir)
		})
		if err != nil {
			return err
		}
		text, err := page.New(cmd.Context(), e, refs, engine, colophon())
		if err != nil {
			return err
		}
		return writeTo(cmd, out, files.Content(text))
	})
	flags.addSets(cmd)
	outputFlag(cmd, &out)
	return cmd
}

// exploredRefs are the rule sets that a page begins with, named as it names them. That of a
// file is one of the engine's own: as a text, or for a page that a program serves as the file.
func exploredRefs(e *explore.Engine, args, sets []string) (refs []explore.Ref, err error) {
	for _, arg := range args {
		v, _, err := load(arg, sets)
		if err != nil {
			return nil, err
		}
		ref, err := e.RefOf(v)
		if variants.ByPath(v.ByPath) {
			ref, err = ownRef(e, v)
		}
		if err != nil {
			return nil, err
		}
		refs = append(refs, ref)
		sets = nil // they are of the first
	}
	return refs, unless(len(args) > 0 || len(sets) == 0, "--set without a rule set (want one, such as federation)")
}

// ownRef makes the rule set of a file one of the engine's own.
func ownRef(e *explore.Engine, v *variants.Resolved) (explore.Ref, error) {
	name := plain.Text(filepath.Base(v.Path))
	if e.Served {
		e.Own[name] = v.Path
		return explore.Ref{Ref: strings.Join(append([]string{name}, v.Taken...), "+"), Sets: v.Sets}, nil
	}
	path, _, _ := strings.Cut(v.ByPath, "{")
	whole, err := variants.Load(path, nil)
	if err != nil {
		return explore.Ref{}, err
	}
	e.Texts[name] = whole.TOML()
	return explore.Ref{Ref: name, Sets: v.Sets}, nil
}

func colophon() string {
	return strings.TrimSuffix("Made by "+cmp.Or(build().program(), "varlab")+", a laboratory for historical rule sets of draughts", ".") + "."
}
