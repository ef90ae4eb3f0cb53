package lab_test

import (
	"context"
	"fmt"

	"varlab/lab"
	"varlab/sim/study"
)

// Does it matter that a piece which fails to take may be huffed? A hundred games of each rule set
// between players that move at random.
func Example() {
	s := study.Study{
		Heading: study.Heading{Seed: 1754},
		Rules:   []string{"polonaise-souffler", "forced=polonaise-souffler{capture.obligation=compulsory}"},
		Players: []string{"random"},
	}
	s.Games = 100
	s.Hypotheses = []study.Hypothesis{{ID: "H", Claim: "The huff makes draws more frequent.", Metric: "drawn", A: "polonaise-souffler", B: "forced", Direction: "greater"}}
	report, err := lab.New("runs").Compare(context.Background(), &s)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range report.Verdicts {
		fmt.Printf("%s: %s, %.1f points\n", v.Hypothesis.ID, v.Word, 100*v.Value)
	}
	// Output: H: supported, 17.0 points
}
