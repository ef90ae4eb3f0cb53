package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// Check lists the faults of a file: a study if it has a study's keys, else a rule set. Of a study
// without faults it writes the size, and a pilot's advice on its claims; but it plays no game if the
// study names engines that are not allowed.
func (l *Lab) Check(ctx context.Context, path string, w io.Writer) ([]strict.Fault, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !IsStudy(path, text) {
		faults, remarks, err := variants.Check(path) // which says why a file is not TOML
		if err == nil && len(faults) == 0 {
			fmt.Fprintf(w, "%s: a rule set without faults\n", path)
		}
		for _, r := range remarks {
			fmt.Fprintf(w, "%s: remark: %s\n", path, r)
		}
		return faults, err
	}
	file, err := ReadStudy(path)
	if err == nil {
		err = l.checkStudy(ctx, file, w)
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

func (l *Lab) checkStudy(ctx context.Context, file *study.File, w io.Writer) error {
	schedule, err := l.LayOut(file)
	if err != nil {
		return err
	}
	if l.allows(schedule.Plan) != nil {
		err := schedule.WriteOutline(w, nil)
		fmt.Fprintf(w, "\nno game was tried: the study names external engines, which check starts only with --engines\n  %s\n", strings.Join(EnginesOf(schedule.Plan), "\n  "))
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
	l.writeVaryTime(&file.Study, schedule, paces.Of, w)
	return pilot.WriteText(w, warnings)
}

// remarkUnmodelled names the clauses of rule sets that are not modelled.
func remarkUnmodelled(path string, names []string, w io.Writer) error {
	told := map[string]bool{}
	return new(RuleSets).Each(names, func(v *variants.Resolved, _ *rules.Rules) error {
		for _, row := range v.Unmodelled() {
			if text := row.String(); !told[text] {
				told[text] = true
				fmt.Fprintf(w, "%s: remark: %s\n", path, text)
			}
		}
		return nil
	})
}

// VaryGames is the number of games of each rule set in each variation, where nobody says another.
const VaryGames = 200

// writeVaryTime says how long varlab vary takes with a study: games at the pace of its own, longer
// in proportion to the turns that players look at, and before them each teaching once.
func (l *Lab) writeVaryTime(s *study.Study, schedule *sim.Schedule, paces []sim.Pace, w io.Writer) {
	turns := func(spec string) float64 {
		if s, err := player.Parse(spec); err == nil && s.Kind.Name == "search" {
			return float64(s.Get("nodes"))
		}
		return 0
	}
	variations, ways, _, err := l.Vary(s, schedule.Plan, VaryGames)
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
	fmt.Fprintf(w, "\nvarlab vary would ask in %d ways, with %d games of each rule set: %s with %d workers", ways, VaryGames, total.Times(1/float64(n)), n)
	if teaching > 0 {
		fmt.Fprintf(w, ", and about %s of teaching", sim.Lasting(teaching/float64(n)))
	}
	fmt.Fprintln(w)
}
