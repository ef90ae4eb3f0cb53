package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/reports"
	"varlab/sim"
)

func varyCommand() *cobra.Command {
	var to runFlags
	games := 0
	cmd := newCommand("vary", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		file, err := lab.ReadStudy(args[0])
		if err != nil {
			return err
		}
		l := lab.New(runsDir)
		schedule, err := l.LayOut(file)
		if err != nil {
			return err
		}
		if len(lab.EnginesOf(schedule.Plan)) > 0 {
			return fmt.Errorf("%s: names external engines (want varlab's own players, whose budgets can be varied)", args[0])
		}
		variations, ways, left, err := l.Vary(&file.Study, schedule.Plan, games)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		for _, why := range left {
			remark(cmd.ErrOrStderr(), "%s", why)
		}
		if to.name(schedule.Plan); !cmd.Flags().Changed("out") {
			to.out += "-varied"
		}
		found := reports.Varied{Study: &file.Study}
		asked := 0
		for _, v := range variations {
			asked += len(v.Plan.Players)
			remark(cmd.ErrOrStderr(), "%d of %d ways: %s", asked, ways, v.Name)
			dir := filepath.Join(to.out, v.Name)
			if err := play(cmd, v.Schedule, sim.Options{Dir: dir, Workers: workers(cmd), Root: func(string) {}}, to.again(cmd)); err != nil {
				return err
			}
			r, err := loadReport(cmd, dir, 0)
			if err != nil {
				return to.cut(cmd, err)
			}
			found.Runs = append(found.Runs, r)
		}
		if len(found.Runs) == 0 {
			return fmt.Errorf("%s: no variation can be played", args[0])
		}
		if err := writeTo(cmd, "", func(w io.Writer) error { return found.Write(w, formOf(cmd)) }); err != nil {
			return to.cut(cmd, err)
		}
		page := filepath.Join(to.out, "vary.html")
		if err := writeTo(cmd, page, func(w io.Writer) error { return found.Write(w, "html") }); err != nil {
			return to.cut(cmd, err)
		}
		remark(cmd.ErrOrStderr(), "games in %s, page in %s", to.out, page)
		return nil
	}, reports.VariedFormats...)
	to.add(cmd)
	cmd.Flags().IntVar(&games, "games", lab.VaryGames, "`N` games of each rule set, each way")
	return cmd
}
