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
	cmd := newCommand("export", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
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
		return writeTo(cmd, out, map[string]func(io.Writer) error{"csv": run.WriteCSV, "parquet": run.WriteParquet, "pdn": run.WritePDN}[format.name])
	})
	format.add(cmd, "csv", "pdn", "parquet", "package")
	outputFlag(cmd, &out)
	cmd.Flags().Lookup("output").Usage = "write to `FILE`, or folder, instead of stdout"
	return cmd
}
