package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"varlab/explore"
	"varlab/explore/bench"
	"varlab/explore/page"
	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

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
		l := &lab{args: args, sets: flags.sets}
		if _, err := l.Engine(); err != nil {
			return err
		}
		listener, err := net.ListenTCP("tcp", at)
		if err != nil {
			return hinted{err, "--listen 127.0.0.1:0 takes any port that is free"}
		}
		s := &bench.Server{Lab: l, Runs: runs, Hosts: bench.Hosts(listener.Addr()), Colophon: colophon()}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", listener.Addr()); err != nil {
			return errors.Join(err, listener.Close())
		}
		remark(cmd.ErrOrStderr(), "Ctrl-C ends it")
		return s.Serve(cmd.Context(), listener)
	})
	flags.addSets(cmd)
	f := cmd.Flags()
	f.StringVar(&listen, "listen", "127.0.0.1:1754", "where the pages are served, for this machine alone: `ADDR`")
	f.StringVar(&runs, "runs", runsDir, "where runs are, and are played: `DIR`")
	return cmd
}

// A lab does what the workbench asks of the program, in the working directory.
type lab struct {
	args, sets []string // rule sets with which the page on a board begins

	mu      sync.Mutex
	stamp   string // of the files when they were read
	studies map[string]*study.Study
	own     map[string]string
	engine  *explore.Engine // made of them
	page    func() ([]byte, error)
}

// Files are the TOML files of the working directory: its studies, and the paths of its rule
// sets, each by the file's name.
func (l *lab) Files() (studies map[string]*study.Study, own map[string]string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read()
	return l.studies, l.own
}

// read reads the files if they, or those named on the command line, have changed.
func (l *lab) read() {
	var stamp strings.Builder
	paths, _ := filepath.Glob("*.toml") // which has no other error than a bad pattern
	for _, path := range slices.Concat(paths, l.args) {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintln(&stamp, path, info.Size(), info.ModTime().UnixNano())
		}
	}
	if l.own != nil && l.stamp == stamp.String() {
		return
	}
	l.stamp, l.engine = stamp.String(), nil
	l.studies, l.own = map[string]*study.Study{}, map[string]string{}
	for _, path := range paths {
		text, err := files.Read(path, strict.MaxFile)
		if err != nil {
			continue
		}
		name := plain.Text(path)
		if isStudy(path, text) {
			if file, err := study.Parse(path, string(text)); err == nil {
				l.studies[name] = &file.Study
			}
		} else if faults, err := variants.Check(path); err == nil && len(faults) == 0 {
			l.own[name] = "." + string(filepath.Separator) + path
		}
	}
}

// Engine makes a new engine when the files of the folder have changed.
func (l *lab) Engine() (*explore.Engine, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.read(); l.engine != nil {
		return l.engine, nil
	}
	e := &explore.Engine{Own: maps.Clone(l.own), Pieces: servedPieces, Served: true}
	refs, err := exploredRefs(e, l.args, l.sets)
	if err != nil {
		return nil, err
	}
	l.engine = e
	l.page = sync.OnceValues(func() ([]byte, error) { return page.New(context.Background(), e, refs, nil, colophon()) })
	return e, nil
}

func (l *lab) Page() ([]byte, error) {
	if _, err := l.Engine(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	page := l.page
	l.mu.Unlock()
	return page()
}

func (l *lab) Resolve(name, text string) (*sim.Schedule, error) {
	f, err := study.Parse(name, text)
	if err != nil {
		return nil, err
	}
	s, err := new(ruleFlags).resolved(f)
	return s, f.Place(err)
}

func (l *lab) Resume(dir string) (*sim.Schedule, error) { return scheduleOf(dir) }

// ours is an error if a study names external engines, which nobody allows by clicking.
func ours(s *sim.Schedule) error {
	if named := enginesOf(s.Plan); len(named) > 0 {
		return fmt.Errorf("the study names external engines, which varlab run starts with --engines: %s", strings.Join(named, ", "))
	}
	return nil
}

func (l *lab) Try(ctx context.Context, s *sim.Schedule) (*sim.Paces, *reports.Pilot, error) {
	if err := ours(s); err != nil {
		return nil, nil, err
	}
	pilot, err := tryClaims(ctx, s.Plan)
	if err != nil {
		return nil, nil, err
	}
	paces, err := s.Paces(ctx, newPlayer)
	return paces, pilot, err
}

func (l *lab) Play(ctx context.Context, s *sim.Schedule, o sim.Options) error {
	if err := ours(s); err != nil {
		return err
	}
	o.Workers, o.NewPlayer, o.Forfeits = runtime.NumCPU(), newPlayer, manyForfeits
	if err := taught(ctx, io.Discard, s, o.Dir, o.Workers); err != nil {
		return err
	}
	return s.Run(ctx, o)
}

func (l *lab) Report(ctx context.Context, dir string) (*reports.Report, error) {
	asked := new(cobra.Command) // nobody looks at its progress
	asked.SetContext(ctx)
	asked.SetErr(io.Discard)
	return loadReport(asked, dir, reports.Options{Version: version(), Explore: bench.Beside}, -1, &tableFlags{workers: 1, cmd: asked})
}

func (l *lab) RunName(p *study.Plan) string { return runName(p) }

func (l *lab) PlayerName(spec string) string { return reports.PlayerName(spec) }

func (l *lab) Version() string { return version() }
