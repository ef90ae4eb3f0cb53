package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/sim/study"
)

func reportCommand() *cobra.Command {
	var format formatFlag
	var out string
	var brief bool
	var tables tableFlags
	var pieces int
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Say what the games of a run show, from its records alone",
		Long: `report reads the records in a run directory, plays nothing, and writes what they
show: findings with their intervals, tables, and what was assumed. The page that
--format html makes is one file, needs no network, and prints well.`,
		Example: "  varlab report varlab-runs/huff-or-not\n  varlab report varlab-runs/huff-or-not --format html -o report.html",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if brief && format.name != "json" {
				return usageError{errors.New("--brief is of --format json")}
			}
			if cmd.Flags().Changed("exact") && pieces != 0 {
				if err := exactPieces(pieces); err != nil {
					return err
				}
			}
			r, err := loadReport(args[0])
			if err != nil {
				return err
			}
			if e := r.Plan.Exact; e != nil && !cmd.Flags().Changed("exact") {
				pieces = e.Pieces
			}
			err = annotateReport(cmd, args, r, args[0], pieces, &tables)
			if err != nil {
				return err
			}
			write := func(w io.Writer) error { return r.Write(w, format.name) }
			if brief {
				write = r.WriteBrief
			}
			if out == "" {
				return write(cmd.OutOrStdout())
			}
			var b bytes.Buffer
			if err := write(&b); err != nil {
				return err
			}
			return writeFile(out, &b)
		},
	}
	format.add(cmd, reports.Formats...)
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of stdout")
	cmd.Flags().IntVar(&pieces, "exact", 0, "hold endings with at most so many pieces against exact values: `N`, 2 to 5 (if not stated, what the study says; 0: none)")
	tables.add(cmd)
	cmd.Flags().BoolVar(&brief, "brief", false, "of JSON only the counts, and the answers to what the study asked")
	return cmd
}

// loadReport reads a run directory and says which program reads it.
func loadReport(dir string) (*reports.Report, error) {
	r, err := reports.Load(dir)
	if err != nil {
		return nil, err
	}
	r.Version, r.PlayerMeans = version(), playerMeans
	return r, nil
}

// annotateReport holds the games of a report, in dir, against the exact values of
// endings with at most so many pieces, if any.
func annotateReport(cmd *cobra.Command, args []string, r *reports.Report, dir string, pieces int, tables *tableFlags) error {
	if pieces == 0 {
		return nil
	}
	return r.Annotate(cmd.Context(), dir, pieces, tables.endings(cmd.Context(), pieces, cmd.ErrOrStderr(), again(cmd, args)))
}

// exactPieces is an error unless a study can ask for the values of endings with so
// many pieces.
func exactPieces(n int) error {
	if n < 2 || n > study.MaxExactPieces {
		return usageError{fmt.Errorf("--exact %d (want 2 to %d)", n, study.MaxExactPieces)}
	}
	return nil
}

// writeReport writes a report to a file, which is there whole or not at all.
func writeReport(r *reports.Report, format, name string) error {
	var b bytes.Buffer
	if err := r.Write(&b, format); err != nil {
		return err
	}
	return writeFile(name, &b)
}

func writeFile(name string, content io.Reader) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory (want a file)", name)
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".unfinished-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	_, err = io.Copy(f, content)
	if e := f.Chmod(0o644); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
