package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/reports"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/strict"
)

func reportCommand() *cobra.Command {
	var out, figures, under string
	var pieces int
	var full, cite bool
	cmd := newCommand("report", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if under != "" {
			return endUnder(cmd, args[0], under)
		}
		if !cmd.Flags().Changed("exact") {
			pieces = lab.AsStudied
		} else if pieces != 0 {
			if err := outside("exact", pieces, 2, study.MaxExactPieces); err != nil {
				return err
			}
		}
		if !isStdout(out) && formOf(cmd) != "qmd" { // which makes its folder
			if err := files.Ready(out); err != nil {
				return err
			}
		}
		r, err := loadReport(cmd, args[0], pieces)
		if err != nil {
			return err
		}
		if cite {
			return writeTo(cmd, out, files.Content([]byte(r.BibTeX())))
		}
		var all []files.File
		if figures != "" {
			all = r.Figures(figures)
		}
		drawn := len(all)
		if !isStdout(out) && formOf(cmd) == "qmd" {
			games, err := record.Open(args[0])
			if err != nil {
				return err
			}
			cited, err := r.Cited(games, filepath.Dir(out))
			if err != nil {
				return err
			}
			all = append(all, cited...)
		}
		if err := addFiles(cmd, all); err != nil {
			return err
		}
		if drawn > 0 {
			remark(cmd.ErrOrStderr(), "%d files in %s", drawn, figures)
		}
		exact := ""
		if pieces > 0 {
			exact = r.ExactDraws()
		}
		return show(cmd, out, full, r, exact, "more: varlab report "+reports.Quote(args[0])+" --full, or -o report.html")
	}, reports.Formats...)
	outputFlag(cmd, &out)
	cmd.Flags().StringVar(&figures, "figures", "", "write each figure into the folder `DIR` too, with its data")
	must(cmd.MarkFlagDirname("figures"))
	cmd.Flags().IntVar(&pieces, "exact", 0, "compare endings of `N` pieces, 2 to 5, exactly; 0: none")
	cmd.Flags().StringVar(&under, "under", "", "end the games by the draw clauses of another rule set: `ID`")
	must(cmd.RegisterFlagCompletionFunc("under", completeRules))
	fullFlag(cmd, &full)
	cmd.Flags().BoolVar(&cite, "cite", false, "print how study, program and sources are cited, as BibTeX")
	return cmd
}

// show writes a report: as text on one screen unless all is wanted.
func show(cmd *cobra.Command, out string, full bool, r *reports.Report, foot ...string) error {
	if formOf(cmd) != "text" || full {
		if isStdout(out) && formOf(cmd) == "text" {
			return folded(cmd, func(w io.Writer) error { return r.Write(w, "text") })
		}
		return writeTo(cmd, out, func(w io.Writer) error { return r.Write(w, formOf(cmd)) })
	}
	s, screen := screenOf(cmd)
	return writeTo(cmd, out, func(w io.Writer) error {
		if !isStdout(out) {
			return r.WriteScreen(w, reports.Screen{Width: columns}, foot...)
		}
		return r.WriteScreen(screen, s, foot...)
	})
}

// endUnder ends the games of a run by the draw clauses of the rule set that ref names.
func endUnder(cmd *cobra.Command, dir, ref string) error {
	if err := cmp.Or(
		unless(slices.Contains([]string{"text", "json"}, formOf(cmd)), "--under with --format %s (want text or json)", formOf(cmd)),
		noneBeside(cmd, "under", "exact", "figures", "output"),
	); err != nil {
		return err
	}
	v, _, err := new(lab.RuleSets).Load(ref)
	if err != nil {
		return err
	}
	a, err := reports.Adjudicate(cmd.Context(), dir, v.ID, v.Profile.Draws)
	if err != nil {
		return err
	}
	return a.Write(cmd.OutOrStdout(), formOf(cmd))
}

// loadReport reads the run in a directory, and compares its games with exact values of
// endings, as lab.Report does.
func loadReport(cmd *cobra.Command, dir string, pieces int) (*reports.Report, error) {
	l := lab.New(runsDir)
	l.Tables = (&tableFlags{cmd: cmd}).made()
	return l.Report(cmd.Context(), dir, pieces)
}

func outputFlag(cmd *cobra.Command, out *string) {
	cmd.Flags().StringVarP(out, "output", "o", "", "`FILE` to write; its ending chooses the form")
	must(cmd.MarkFlagFilename("output"))
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		flag := cmd.Flag("format")
		if flag == nil || flag.Changed || cmd.Flags().Changed("cite") {
			return nil
		}
		known, ending := flag.Value.(*form).known, strings.TrimPrefix(filepath.Ext(*out), ".")
		info, err := os.Stat(*out)
		direct := isStdout(*out) || err == nil && !info.Mode().IsRegular()
		why := "no form has the ending ." + ending
		if ending == "" {
			why = "without an ending, which chooses the form"
		}
		return unless(direct || slices.Contains(known, ending) || ending == "txt" && slices.Contains(known, "text"), "-o %s: %s (want %s, or --format)", *out, why, strict.List(known))
	}
}

// isStdout reports whether -o names stdout, or nothing.
func isStdout(out string) bool { return out == "" || out == "-" }

// writeTo writes to the file that -o names, or else to stdout. What an interruption has
// cut short is an error, and replaces no file.
func writeTo(cmd *cobra.Command, out string, write func(io.Writer) error) error {
	ctx := cmd.Context()
	if isStdout(out) {
		return cmp.Or(write(cmd.OutOrStdout()), ctx.Err())
	}
	return files.Write(out, func(w io.Writer) error {
		if _, direct := w.(*plain.Writer); !direct {
			w = untilStopped{ctx, w}
		}
		return cmp.Or(write(w), ctx.Err())
	})
}

// An untilStopped writer fails once its context has ended.
type untilStopped struct {
	context.Context
	io.Writer
}

func (w untilStopped) Write(p []byte) (int, error) {
	if err := w.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}

// addFiles adds files to a folder, and replaces none that has other content.
func addFiles(cmd *cobra.Command, all []files.File) error {
	for i, f := range all {
		all[i].Write = func(w io.Writer) error { return f.Write(untilStopped{cmd.Context(), w}) }
	}
	err := files.Add(false, all...)
	if errors.Is(err, files.ErrOther) {
		err = hinted{err, "remove it, or name another folder"}
	}
	return err
}

// squareNames are the ways in which PDN may name squares.
var squareNames = []string{"own", "standard"}

func exportCommand() *cobra.Command {
	var out, squares string
	cmd := newCommand("export", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		pdn := formOf(cmd) == "pdn"
		if err := cmp.Or(
			unless(!cmd.Flags().Changed("squares") || pdn, "--squares with --format %s (want pdn)", formOf(cmd)),
			unless(slices.Contains(squareNames, squares), "--squares: unknown names %q (want %s)", squares, strict.List(squareNames)),
		); err != nil {
			return err
		}
		if formOf(cmd) == "package" && isStdout(out) {
			return usageError{errors.New("--format package writes a folder, and not to stdout (want -o FOLDER)")}
		}
		run, err := record.Open(args[0])
		if err != nil {
			return err
		}
		if formOf(cmd) == "package" {
			all, err := reports.Package(cmd.Context(), run, out, lab.BuildOf().Version())
			if err == nil {
				err = addFiles(cmd, all)
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), out)
			}
			return err
		}
		return writeTo(cmd, out, map[string]func(io.Writer) error{"csv": run.WriteCSV, "parquet": run.WriteParquet, "pdn": func(w io.Writer) error { return run.WritePDN(w, squares == "standard") }}[formOf(cmd)])
	}, "csv", "pdn", "parquet", "package")
	outputFlag(cmd, &out)
	cmd.Flags().StringVar(&squares, "squares", squareNames[0], "`NAMES` in PDN: own or standard")
	cmd.Flags().Lookup("output").Usage = "write to `FILE`, or folder, not to stdout (-)"
	return cmd
}
