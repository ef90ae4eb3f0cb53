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
)

func reportCommand() *cobra.Command {
	var format formatFlag
	var out string
	var brief bool
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
			r, err := loadReport(args[0])
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
