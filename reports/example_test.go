package reports_test

import (
	"context"
	"fmt"
	"os"

	"varlab/reports"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/content"
)

// What a run shows. Two rule sets are played by players who move at random; a run
// that is there already needs Load alone.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := playTwo(dir, "polonaise-souffler", "federation"); err != nil {
		fmt.Println(err)
		return
	}
	r, err := reports.Load(context.Background(), dir, reports.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Sentences(r.Groups[0])[0].Text)
	// Output: Most games are drawn under Polish huff: 15.0 % (9.3 to 23.3). Fewest under Articles: 0.0 % (0.0 to 3.7).
}

func playTwo(dir string, ids ...string) error {
	p := &study.Plan{
		Heading: study.Heading{Name: "example", Seed: 1754},
		Players: []study.Player{{Spec: "random", Random: true}},
		Design:  study.Design{Games: 100, HorizonPlies: 1000, Openings: study.Openings{Plies: []int{4}}, Metrics: []string{"drawn"}},
	}
	for _, id := range ids {
		v, err := variants.Load(id, nil)
		if err != nil {
			return err
		}
		r, err := rules.Compile(v.Profile)
		if err != nil {
			return err
		}
		p.RuleSets = append(p.RuleSets, study.RuleSet{ID: v.ID, Title: v.Title, Short: v.Short, Colour: v.Colour, PlayHash: r.PlayHash(), Board: v.Board(), Content: content.Keep(v.Description()), Rules: r})
	}
	s, err := sim.NewSchedule(p)
	if err != nil {
		return err
	}
	return s.Run(context.Background(), sim.Options{Dir: dir, Workers: 2, NewPlayer: func(r *rules.Rules, spec, _ string) (sim.Player, error) {
		parsed, err := player.Parse(spec)
		if err != nil {
			return nil, err
		}
		return parsed.New(r)
	}})
}
