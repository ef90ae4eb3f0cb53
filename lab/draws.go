package lab

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"varlab/internal/plain"
	"varlab/reports/findings"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"
)

// DrawnSoFar counts the draws of the rule sets of a plan with its last player, while they are played.
type DrawnSoFar struct {
	mu   sync.Mutex
	plan *study.Plan
	sets []sim.SoFar
	name []string // of each rule set
}

// Draws counts the draws of a plan: its See is for sim.Options.Seen.
func Draws(p *study.Plan) *DrawnSoFar {
	return &DrawnSoFar{plan: p, sets: make([]sim.SoFar, len(p.RuleSets)), name: p.Named()}
}

// See counts a game. Any goroutine may call it.
func (d *DrawnSoFar) See(rec *record.Record) {
	d.mu.Lock()
	defer d.mu.Unlock()
	each := len(d.plan.Cells()) / len(d.sets)
	if int(rec.Cell)%each < each-1 {
		return
	}
	d.sets[int(rec.Cell)/each].Add(rec)
}

// Text names as many rule sets as there is room for, in letters, with the interval of the share of
// their games that are drawn.
func (d *DrawnSoFar) Text(room int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, sep := "", "; drawn so far (no reason to stop), %: "
	for i, name := range d.name {
		if d.sets[i].Games == 0 {
			continue
		}
		in := d.sets[i].Draws().Wilson(findings.Level)
		more := fmt.Sprintf("%s%s %.0f to %.0f", sep, plain.Line(name), 100*in.Low, 100*in.High)
		if utf8.RuneCountInString(text+more) > room {
			break
		}
		text, sep = text+more, ", "
	}
	return text
}
