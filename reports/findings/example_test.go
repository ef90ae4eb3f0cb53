package findings_test

import (
	"context"
	"fmt"
	"os"

	"varlab/lab"
	"varlab/reports/findings"
	"varlab/sim/study"
)

// How often were games drawn, and by how much do two rule sets differ? A report holds its
// findings as values.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s := study.Study{
		Heading: study.Heading{Seed: 1754},
		Rules:   []string{"polonaise-souffler", "federation"},
		Players: []string{"random"},
	}
	s.Games = 100
	report, err := lab.New(dir).Compare(context.Background(), &s)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Last().Cells {
		fmt.Printf("%s: %d of %d drawn\n", c.Profile.ID, c.Draws().K, c.Draws().N)
	}
	for _, p := range report.Last().PairsIn(findings.MetricOf("drawn")) {
		fmt.Printf("a difference of %.1f points, %.1f to %.1f\n", 100*p.Value, 100*p.Low, 100*p.High)
	}
	// Output:
	// polonaise-souffler: 19 of 100 drawn
	// federation: 0 of 100 drawn
	// a difference of 19.0 points, 11.0 to 28.1
}
