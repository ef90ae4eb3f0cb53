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
	// Output: More games are drawn under Polish draughts with the huff (15.0 %) than under Nineteen articles from a draughts program (0.0 %): by 15.0 points, 7.7 to 23.5. With a chance of 80 % these games show a difference of 10.1 points.
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
