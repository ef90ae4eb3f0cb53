package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/sim/record"
)

func exportCommand() *cobra.Command {
	var format formatFlag
	var out string
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the games of a run for other programs",
		Long: `export writes the games in a run directory as PDN 3.0, with tags that name the rule
set of each, or as a table, CSV or Parquet, one row a game. As package it writes a
folder with both tables, the numbers of the report, and datapackage.json, which says
what every column means.`,
		Example: "  varlab export varlab-runs/huff-or-not --format pdn -o games.pdn\n  varlab export varlab-runs/huff-or-not --format package -o data",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format.name == "package" {
				if out == "" {
					return usageError{errors.New("--format package writes a folder (want -o FOLDER)")}
				}
				if err := reports.ExportPackage(args[0], out); err != nil {
					return err
				}
				_, err := fmt.Fprintln(cmd.OutOrStdout(), out)
				return err
			}
			run, err := record.Open(args[0])
			if err != nil {
				return err
			}
			defer run.Close()
			write := map[string]func(io.Writer) error{"csv": run.WriteCSV, "parquet": run.WriteParquet, "pdn": run.WritePDN}[format.name]
			if out == "" {
				return write(cmd.OutOrStdout())
			}
			r, w := io.Pipe()
			go func() { w.CloseWithError(write(w)) }()
			defer r.Close()
			return writeFile(out, r)
		},
	}
	format.add(cmd, "csv", "pdn", "parquet", "package")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE`, or folder, instead of stdout")
	must(cmd.MarkFlagFilename("output"))
	return cmd
}
