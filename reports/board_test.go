package reports

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/chart"
)

// contrast is that of two colours like #ffffff, by WCAG 2.2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(colour string) (sum float64) {
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
			require.NoError(t, err, colour)
			v := float64(n) / 255
			if v > 0.04045 {
				v = math.Pow((v+0.055)/1.055, 2.4)
			} else {
				v /= 12.92
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// modes are the variables of a style by day and by night: what the night leaves is the day's.
func modes(t *testing.T, css string) [2]map[string]string {
	t.Helper()
	roots := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(css, -1)
	require.Len(t, roots, 2)
	var both [2]map[string]string
	for mode := range both {
		both[mode] = map[string]string{}
		for _, root := range roots[:mode+1] {
			for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6})`).FindAllStringSubmatch(root[1], -1) {
				both[mode][m[1]] = m[2]
			}
		}
	}
	return both
}

// The playable squares are the darker ones by day and by night, and every mark is seen on the
// squares that it can lie on.
func TestBoardIsSeenInBothModes(t *testing.T) {
	for mode, of := range modes(t, boardCSS) {
		require.Greater(t, contrast(t, of["light"], "#000000"), 1.5*contrast(t, of["dark"], "#000000"), "mode %d", mode)
		for _, mark := range []string{"a", "b", "both", "due", "huff", "last", "name"} {
			require.GreaterOrEqual(t, contrast(t, of[mark], of["dark"]), 3.0, "mode %d: %s on a playable square", mode, mark)
			require.GreaterOrEqual(t, contrast(t, of[mark], of["light"]), 3.0, "mode %d: %s across another", mode, mark)
		}
		for piece, line := range map[string]string{"pale": "#3a2d1e", "deep": "#f3e9d8"} {
			require.GreaterOrEqual(t, max(contrast(t, of[piece], of["dark"]), contrast(t, line, of["dark"])), 3.0, "mode %d: %s", mode, piece)
		}
	}
	require.NotRegexp(t, `--(light|dark|a|b|both|due|huff|last):`, baseCSS+reportCSS, "one palette")
}

// Every line of a figure is seen on its paper, and pages have the colours of figures alone.
func TestFiguresAreSeenInBothModes(t *testing.T) {
	day := modes(t, baseCSS)[0]
	var eight chart.Forest
	for i := range 8 {
		eight.Rows = append(eight.Rows, chart.ForestRow{Label: "x", Colour: i})
	}
	drawn := eight.Draw(chart.Page)
	for mode, of := range modes(t, baseCSS) {
		for i := range 8 {
			name := fmt.Sprintf("chart-%d", i+1)
			require.GreaterOrEqual(t, contrast(t, of[name], of["chart-paper"]), 3.0, "mode %d: %s", mode, name)
			require.Contains(t, drawn, "var(--"+name+","+day[name]+")")
		}
	}
}
