package reports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/stats"
	"varlab/sim/study"
)

// asked is a specification of a share with an interval ten points wide either way.
func asked(player string, value float64) specification {
	e := stats.Estimate{Value: value, Interval: stats.Interval{Low: value - 0.1, High: value + 0.1}}
	return specification{Verdict: &Verdict{Metric: metric("drawn"), Group: &Group{Players: [2]string{player, player}}, Bounded: Bounded{e, e, e}}}
}

func TestWhereTheSignTurns(t *testing.T) {
	var rungs []specification
	for i, nodes := range []string{"20", "50", "100", "200", "500"} {
		rungs = append(rungs, asked("search:nodes="+nodes, []float64{-0.2, -0.15, 0.05, 0.12, 0.3}[i]))
	}
	m := metric("drawn")
	require.Equal(t, "Over strength, from 20 to 500 nodes: less at 20 to 50 nodes and more at 200 to 500 nodes; elsewhere no sign is shown. It turns from less to more between 50 and 200 nodes.", overStrength(rungs, m))
	require.Equal(t, "Over strength, from 100 to 100 nodes: no sign is shown at any budget.", overStrength(rungs[2:3], m))
}

func TestAgreeing(t *testing.T) {
	c := variedClaim{Hypothesis: study.Hypothesis{Direction: "less"}, by: []specification{asked("random", -0.2), asked("random", 0.3), asked("random", 0.1)}}
	require.Equal(t, 1, c.agreeing())
	c.Direction, c.Margin = "", 0.1
	require.Equal(t, 2, c.agreeing())
}
