package bench

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"varlab/explore"
	"varlab/explore/page"
	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// mostPieces is the greatest number of pieces of an ending whose value is told.
const mostPieces = 4

// A folder is the working directory, whose files are read when they have changed.
type folder struct {
	opened   []string // rule sets with which the page on a board begins
	colophon string

	mu      sync.Mutex
	stamp   string // of the files when they were read
	studies map[string]*study.Study
	own     map[string]string
	engine  *explore.Engine // made of them
	page    func() ([]byte, error)
}

// files are the TOML files of the working directory: its studies, and the paths of its rule
// sets, each by the file's name.
func (f *folder) files() (studies map[string]*study.Study, own map[string]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.read()
	return f.studies, f.own
}

// read reads the files if they, or those named on the command line, have changed.
func (f *folder) read() {
	var stamp strings.Builder
	paths, _ := filepath.Glob("*.toml") // which has no other error than a bad pattern
	for _, path := range slices.Concat(paths, f.opened) {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintln(&stamp, path, info.Size(), info.ModTime().UnixNano())
		}
	}
	if f.own != nil && f.stamp == stamp.String() {
		return
	}
	f.stamp, f.engine = stamp.String(), nil
	f.studies, f.own = map[string]*study.Study{}, map[string]string{}
	for _, path := range paths {
		text, err := files.Read(path, strict.MaxFile)
		if err != nil {
			continue
		}
		name := plain.Text(path)
		if lab.IsStudy(path, text) {
			if read, err := study.Parse(path, string(text)); err == nil {
				f.studies[name] = &read.Study
			}
		} else if faults, _, err := variants.Check(path); err == nil && len(faults) == 0 {
			f.own[name] = "." + string(filepath.Separator) + path
		}
	}
}

// known makes a new engine when the files of the folder have changed.
func (f *folder) known() (*explore.Engine, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.read(); f.engine != nil {
		return f.engine, nil
	}
	e := &explore.Engine{Own: maps.Clone(f.own), Pieces: mostPieces, Served: true}
	refs, err := e.Open(f.opened)
	if err != nil {
		return nil, err
	}
	f.engine = e
	f.page = sync.OnceValues(func() ([]byte, error) { return page.New(context.Background(), e, refs, nil, f.colophon) })
	return e, nil
}

func (f *folder) board() ([]byte, error) {
	if _, err := f.known(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	page := f.page
	f.mu.Unlock()
	return page()
}
