package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// variantRow is a line of the table of built-in profiles.
type variantRow struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Short    string `json:"short"`
	Period   string `json:"period"`
	Status   string `json:"status"`
	Board    string `json:"board"` // rows x columns
	Inherits string `json:"inherits"`
	Family   string `json:"family"`
	Century  int    `json:"century"`    // in which it begins
	Whole    bool   `json:"text_whole"` // its texts were read from beginning to end
}

func variantsCommand() *cobra.Command {
	cmd := newCommand("variants", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		rows := []variantRow{}
		for _, id := range variants.IDs() {
			v, err := variants.Load(id, nil)
			if err != nil {
				return err
			}
			rows = append(rows, variantRow{v.ID, v.Title, v.Short, v.Period, v.Status, v.Board(), v.Inherits, v.Family, v.Century(), v.ReadWhole()})
		}
		return write(cmd, rows, func(w io.Writer) { writeVariants(w, rows) })
	}, "text", "json")
	return cmd
}

// writeVariants writes rows by family and century, the family that begins earliest
// first. Lines have at most 80 columns.
func writeVariants(w io.Writer, rows []variantRow) {
	first := map[string]int{}
	for _, r := range rows {
		if c, seen := first[r.Family]; !seen || r.Century < c {
			first[r.Family] = r.Century
		}
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b variantRow) int {
		return cmp.Or(first[a.Family]-first[b.Family], cmp.Compare(a.Family, b.Family), a.Century-b.Century)
	})
	var last variantRow
	for _, r := range rows {
		if r.Family != last.Family {
			fmt.Fprintf(w, "%s\n", r.Family)
		}
		century := ""
		if r.Century != last.Century || r.Family != last.Family {
			century = fmt.Sprintf("%dth", r.Century)
			if r.Century == 21 {
				century = "21st"
			}
		}
		mark := ""
		if r.Whole {
			mark = "*"
		}
		fmt.Fprintf(w, " %4s %1s %-22s  %-5s  %s\n", century, mark, r.ID, r.Board, r.Title)
		last = r
	}
	fmt.Fprint(w, "\nThe century is that of the texts, or of the game if they are later histories.\n* Its texts were read from beginning to end. The others rest on parts of texts,\n  on reports of them, or on common knowledge.\n")
}

func explainCommand() *cobra.Command {
	var flags ruleFlags
	var language string
	cmd := newCommand("explain", arguments(1, 2), func(cmd *cobra.Command, args []string) error {
		if err := unless(language == "en" || language == "fr", "--language %s: unknown (want en or fr)", language); err != nil {
			return usageError{err}
		}
		v, err := variants.Load(args[0], flags.Sets)
		if err == nil && language == "fr" {
			if v.HasFrench() {
				v, err = (&variants.Shelf{Language: language}).Load(args[0], flags.Sets)
			} else {
				remark(cmd.ErrOrStderr(), "%s has no French, and is explained in English", v.Base)
			}
		}
		if err != nil {
			return lab.NotRules(err)
		}
		key := append(args, "")[1]
		if want := variants.Unasked(key); want != "" {
			return usageError{fmt.Errorf("%s: unknown axis or word (%s)", key, want)}
		}
		if formOf(cmd) == "toml" {
			if key != "" {
				return usageError{fmt.Errorf("--format toml with the key %s (want a whole rule set)", key)}
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), v.TOML())
			return err
		}
		e := v.Explain(key)
		return write(cmd, e, func(w io.Writer) { e.WriteText(w) })
	}, "text", "json", "toml")
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return completeRules(cmd, args, word)
		}
		return axisKeys(""), cobra.ShellCompDirectiveNoFileComp
	}
	setFlag(cmd, cmd.Flags(), &flags.Sets)
	cmd.Flags().StringVar(&language, "language", "en", "`LANGUAGE`: en or fr")
	return cmd
}

// diff compares a ply from the start if at most diffSequences lead to it, and looks for a small
// position in diffTries random ones.
const (
	diffSequences = 1_000_000
	diffTries     = 30_000
)

func diffCommand() *cobra.Command {
	var flags ruleFlags
	var pieces int
	var all bool
	cmd := newCommand("diff", arguments(2, 2), func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("exact") {
			return differExactly(cmd, &flags, args, pieces)
		}
		vs, rs, err := flags.Two([2]string(args))
		if err != nil {
			return err
		}
		c, err := variants.NewContrast(cmd.Context(), vs, rs, diffSequences, diffTries)
		if err != nil {
			return err
		}
		return write(cmd, c, func(w io.Writer) { c.WriteText(w, all) })
	}, "text", "json")
	flags.addSets(cmd)
	cmd.Flags().IntVar(&pieces, "exact", 0, "count positions of `N` pieces, 2 to 5, whose value differs")
	cmd.Flags().BoolVar(&all, "all", false, "also conduct, silent rules, and what clauses say")
	return cmd
}

func checkCommand() *cobra.Command {
	var schema string
	var engines bool
	cmd := newCommand("check", arguments(0, math.MaxInt), func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("schema") {
			text, known := map[string]string{"study": study.Schema, "profile": variants.Schema()}[schema]
			if err := cmp.Or(
				unless(known, "--schema %s: unknown (want study or profile)", schema),
				unless(len(args) == 0, "--schema with %s (want it alone)", strings.Join(args, " ")),
			); err != nil {
				return err
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		}
		if len(args) == 0 {
			return usageError{errors.New("check: no file is named (want one, or --schema)")}
		}
		faulty := false
		var unread []error
		for _, path := range args {
			var faults []strict.Fault
			err := folded(cmd, func(w io.Writer) (err error) {
				faults, err = checkFile(cmd.Context(), path, engines, w)
				return err
			})
			unread = append(unread, err)
			for _, fault := range faults {
				fmt.Fprintln(cmd.OutOrStdout(), fault)
				faulty = true
			}
		}
		if err := errors.Join(unread...); err != nil || !faulty {
			return err
		}
		return errReported
	})
	cmd.Flags().StringVar(&schema, "schema", "", "write a complete study or profile, with notes: `KIND`")
	enginesFlag(cmd, &engines)
	return cmd
}

// checkStudy writes the size of a study and a pilot's advice on its claims. It plays no game
// if the study names engines that may not be started. The error has the study's faults.
func checkStudy(ctx context.Context, file *study.File, engines bool, w io.Writer) error {
	l := lab.New(runsDir)
	l.Engines = engines
	schedule, err := l.LayOut(file)
	if err != nil {
		return err
	}
	named := lab.EnginesOf(schedule.Plan)
	if !engines && len(named) > 0 {
		err := schedule.WriteOutline(w, nil)
		fmt.Fprintf(w, "\nno game was tried: the study names external engines, which check starts only with --engines\n  %s\n", strings.Join(named, "\n  "))
		return err
	}
	pilot, err := l.Pilot(ctx, schedule.Plan)
	if err != nil {
		return err
	}
	var warnings []string
	if pilot != nil {
		var faults study.Faults
		if faults, warnings = pilot.Advise(); len(faults) > 0 {
			return file.Place(faults)
		}
	}
	paces, err := l.Paces(ctx, schedule)
	if err == nil {
		err = schedule.WriteOutline(w, paces)
	}
	if err != nil || pilot == nil {
		return err
	}
	writeVaryTime(l, file, schedule, paces.Of, w)
	return pilot.WriteText(w, warnings)
}

// writeVaryTime says how long varlab vary takes with a study: games at the pace of its own,
// longer in proportion to the turns that players look at, and before them each teaching once.
func writeVaryTime(l *lab.Lab, file *study.File, schedule *sim.Schedule, paces []sim.Pace, w io.Writer) {
	turns := func(spec string) float64 {
		if s, err := player.Parse(spec); err == nil && s.Kind.Name == "search" {
			return float64(s.Get("nodes"))
		}
		return 0
	}
	variations, ways, _, err := l.Vary(&file.Study, schedule.Plan, varyGames)
	if err != nil {
		return // it has no claim that can be varied
	}
	each, total, timed := sim.Pace{}, sim.Pace{}, 0.0
	for i, c := range schedule.Manifest.Cells {
		if n := turns(c.Players[0]); n > 0 {
			each, timed = each.Plus(paces[i].Times(1/n)), timed+1
		}
	}
	if timed == 0 {
		return
	}
	taught, teaching := map[study.Teaching]bool{}, 0.0
	for _, v := range variations {
		if t := v.Plan.Teaching; t != nil && !taught[*t] {
			taught[*t], teaching = true, teaching+sim.TeachingTime(v.Plan)
		}
		for _, c := range v.Manifest.Cells {
			total = total.Plus(each.Times(turns(c.Players[0]) / timed * float64(c.Games)))
		}
	}
	n := runtime.NumCPU()
	fmt.Fprintf(w, "\nvarlab vary would ask in %d ways, with %d games of each rule set: %s with %d workers", ways, varyGames, total.Times(1/float64(n)), n)
	if teaching > 0 {
		fmt.Fprintf(w, ", and about %s of teaching", sim.Lasting(teaching/float64(n)))
	}
	fmt.Fprintln(w)
}

// remarkUnmodelled names the clauses of rule sets that are not modelled.
func remarkUnmodelled(path string, names []string, w io.Writer) error {
	told := map[string]bool{}
	return new(ruleFlags).each(names, func(v *variants.Resolved, _ *rules.Rules) error {
		for _, row := range v.Unmodelled() {
			if text := row.String(); !told[text] {
				told[text] = true
				fmt.Fprintf(w, "%s: remark: %s\n", path, text)
			}
		}
		return nil
	})
}

// checkFile lists the faults of a file: a study if it has a study's keys, else a rule set. Of
// a study without faults it writes the size.
func checkFile(ctx context.Context, path string, engines bool, w io.Writer) ([]strict.Fault, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !lab.IsStudy(path, text) {
		faults, remarks, err := variants.Check(path) // which says why a file is not TOML
		if err == nil && len(faults) == 0 {
			fmt.Fprintf(w, "%s: a rule set without faults\n", path)
		}
		for _, r := range remarks {
			fmt.Fprintf(w, "%s: remark: %s\n", path, r)
		}
		return faults, err
	}
	file, err := lab.ReadStudy(path)
	if err == nil {
		err = checkStudy(ctx, file, engines, w)
	}
	if err == nil {
		err = remarkUnmodelled(path, file.Study.Rules, w)
	}
	var faults *strict.Error
	if errors.As(err, &faults) {
		return faults.Faults, nil
	}
	return nil, err
}
