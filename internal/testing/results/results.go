// Package results keeps the tables of the documents to what was measured.
//
// The one idea: a figure stands in a document because a command measured it, and
// a file in docs/results says which command, at which commit, on which day. The
// table is made from the file and a test keeps the two together.
//
// docs/results/NAME.json holds the measurement; the document holds the table between
// `<!-- table: NAME -->` and `<!-- end of table: NAME -->`.
package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// needs holds what -with gives.
var needs = map[string]string{}

func init() {
	flag.Func("with", "NAME=VALUE of a folder or a program that a measurement needs; again for more", func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return errors.New("want NAME=VALUE")
		}
		needs[name] = value
		return nil
	})
}

// With returns what -with gives under a name, or nothing.
func With(name string) string { return needs[name] }

// A Result is a measurement as its file holds it.
type Result[D any] struct {
	Command string `json:"command"`
	Date    string `json:"date"`   // UTC
	Commit  string `json:"commit"` // the last before the measurement
	Data    D      `json:"data"`
}

// A Table is one table of one document. D is read from and written to JSON.
type Table[D any] struct {
	Name     string // of the file, without .json, and of the table's place
	Doc      string // file in docs
	Command  string // measures again; empty: the file's did, at its commit
	Measure  func() (D, error)
	Markdown func(D) string // the rows, each with its line feed
	// Files makes further files of docs from the measurement, by their names there;
	// nil if there are none.
	Files func(D) map[string]string
}

// Keep fails t unless the document holds the table that the file makes, and the
// further files are those that it makes. With update it writes them, and measures before
// where VARLAB_DEEP is 1. It returns the measurement.
func (b Table[D]) Keep(t testing.TB, update bool) D {
	t.Helper()
	r, err := b.keep(folder(), update, os.Getenv("VARLAB_DEEP") == "1")
	if err != nil {
		t.Fatal(err)
	}
	return r.Data
}

// Read returns the measurement in NAME.json.
func Read[D any](name string) (Result[D], error) {
	return read[D](folder(), name)
}

// folder is docs/results, of the module in which a test runs.
func folder() string {
	dir := "."
	for range 10 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Join(dir, "..")
	}
	return filepath.Join(dir, "docs", "results")
}

// read reads it, and refuses keys that D does not have.
func read[D any](dir, name string) (r Result[D], err error) {
	text, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil {
		return r, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("%s.json: %w", name, err)
	}
	return r, nil
}

func (b Table[D]) keep(dir string, update, measure bool) (r Result[D], err error) {
	if update && measure && b.Command != "" {
		if err := b.measure(filepath.Join(dir, b.Name+".json")); err != nil {
			return r, err
		}
	}
	if r, err = read[D](dir, b.Name); err != nil {
		return r, err
	}
	doc := filepath.Join(dir, "..", b.Doc)
	text, err := os.ReadFile(doc)
	if err != nil {
		return r, err
	}
	begin, end := "<!-- table: "+b.Name+" -->\n", "<!-- end of table: "+b.Name+" -->"
	head, rest, ok := strings.Cut(string(text), begin)
	was, tail, ends := strings.Cut(rest, end)
	if !ok || !ends {
		return r, fmt.Errorf("docs/%s: no place for the table (want the lines %q and %q)", b.Doc, strings.TrimSpace(begin), end)
	}
	if err := b.files(filepath.Join(dir, ".."), r.Data, update); err != nil {
		return r, err
	}
	how := "; to make it again: `" + b.Command + "`"
	if b.Command == "" {
		how = " by `" + r.Command + "`"
	}
	table := fmt.Sprintf("Made %s at commit `%.12s`%s.\n\n%s", r.Date, r.Commit, how, b.Markdown(r.Data))
	switch {
	case was == table:
	case update:
		err = os.WriteFile(doc, []byte(head+begin+table+end+tail), 0o666)
	default:
		err = fmt.Errorf("docs/%s: the table %s is not what %s.json makes (run go test -update)", b.Doc, b.Name, b.Name)
	}
	return r, err
}

// files holds the further files in docs to the measurement, or writes them.
func (b Table[D]) files(docs string, d D, update bool) error {
	if b.Files == nil {
		return nil
	}
	for name, want := range b.Files(d) {
		name = filepath.Join(docs, name)
		if update {
			if err := os.WriteFile(name, []byte(want), 0o666); err != nil {
				return err
			}
			continue
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			return fmt.Errorf("%s is not what %s.json makes (run go test -update)", name, b.Name)
		}
	}
	return nil
}

func (b Table[D]) measure(file string) error {
	commit, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return err
	}
	r := Result[D]{
		Command: b.Command, Date: time.Now().UTC().Format(time.DateOnly), Commit: strings.TrimSpace(string(commit)),
	}
	if r.Data, err = b.Measure(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}
