package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/explore"
	"varlab/explore/page"
	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/sim/record"
	"varlab/variants"
	"varlab/variants/strict"
)

func exploreCommand() *cobra.Command {
	var flags ruleFlags
	var out string
	cmd := newCommand("explore", arguments(0, 2), func(cmd *cobra.Command, args []string) error {
		e := &explore.Engine{Pieces: explore.PiecesInPage}
		refs, err := exploredRefs(e, args, flags.sets)
		if err != nil {
			return err
		}
		engine, err := page.FindEngine(cmd.Context(), func(dir string) {
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
	cmd.ValidArgsFunction = completeRules
	setFlag(cmd, &flags.sets)
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
	if e.Listed.Served {
		e.Own[name] = v.Path
		return explore.Ref{Ref: strings.Join(append([]string{name}, v.Taken...), "+"), Sets: v.Sets}, nil
	}
	path, _, _ := strings.Cut(v.ByPath, "{")
	whole, err := variants.Load(path, nil)
	if err != nil {
		return explore.Ref{}, err
	}
	if e.Texts == nil {
		e.Texts = map[string]string{}
	}
	e.Texts[name] = whole.TOML()
	return explore.Ref{Ref: name, Sets: v.Sets}, nil
}

func colophon() string {
	return strings.TrimSuffix("Made by "+cmp.Or(build().program(), "varlab")+", a laboratory for historical rule sets of draughts", ".") + "."
}

// servedPieces is how many pieces an ending has at most whose value is told by serve.
const servedPieces = 4

func serveCommand() *cobra.Command {
	var flags ruleFlags
	var listen, runs string
	cmd := newCommand("serve", arguments(0, 2), func(cmd *cobra.Command, args []string) error {
		at, err := net.ResolveTCPAddr("tcp", listen)
		if err != nil || !at.IP.IsLoopback() {
			return usageError{fmt.Errorf("--listen %s: not an address for this machine alone (want one such as 127.0.0.1:1754)", listen)}
		}
		own, err := ownProfiles(".")
		if err != nil {
			return err
		}
		dirs, listed := runDirs(runs)
		e := &explore.Engine{Own: own, Pieces: servedPieces, Listed: explore.Listed{Served: true, Runs: listed}}
		refs, err := exploredRefs(e, args, flags.sets)
		if err != nil {
			return err
		}
		text, err := page.New(cmd.Context(), e, refs, nil, colophon())
		if err != nil {
			return err
		}
		l, err := net.ListenTCP("tcp", at)
		if err != nil {
			return hinted{err, "--listen 127.0.0.1:0 takes any port that is free"}
		}
		s := &page.Server{
			Engine: e, Page: text, Hosts: page.Hosts(l.Addr()),
			Report: func(ctx context.Context, w io.Writer, run int) error {
				asked := new(cobra.Command) // by who waits for the page; nobody looks at its progress
				asked.SetContext(ctx)
				asked.SetErr(io.Discard)
				r, err := loadReport(asked, dirs[run], -1, &tableFlags{workers: 1, cmd: asked})
				if err != nil {
					return errors.New(plain.Text(err.Error())) // it is sent as it is
				}
				return r.Write(w, "html")
			},
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", l.Addr()); err != nil {
			return errors.Join(err, l.Close())
		}
		remark(cmd.ErrOrStderr(), "Ctrl-C ends it")
		return s.Serve(cmd.Context(), l)
	})
	cmd.ValidArgsFunction = completeRules
	setFlag(cmd, &flags.sets)
	f := cmd.Flags()
	f.StringVar(&listen, "listen", "127.0.0.1:1754", "where the page is served, for this machine alone: `ADDR`")
	f.StringVar(&runs, "runs", runsDir, "whose runs are listed, with their reports: `DIR`")
	return cmd
}

// ownProfiles are the rule sets in the files of a folder, by their names.
func ownProfiles(dir string) (map[string]string, error) {
	own := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(dir, "*.toml"))
	for _, path := range paths {
		text, err := strict.ReadFile(path)
		if err != nil || isStudy(path, text) {
			continue
		}
		if faults, err := variants.Check(path); err == nil && len(faults) == 0 {
			own[plain.Text(filepath.Base(path))] = "." + string(filepath.Separator) + path
		}
	}
	return own, err
}

// runDirs are the run directories in a folder, with the addresses of their reports.
func runDirs(dir string) (dirs []string, listed []explore.Run) {
	entries, _ := os.ReadDir(dir) // there may be none yet
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if _, err := os.Stat(filepath.Join(path, record.ManifestFile)); err != nil {
			continue
		}
		dirs = append(dirs, path)
		name := plain.Text(entry.Name())
		listed = append(listed, explore.Run{Name: name, Href: "runs/" + url.PathEscape(name)})
	}
	return dirs, listed
}
