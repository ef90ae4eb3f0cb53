package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const foreign = "a <b> & \"c\" \x1b"

func samples() map[string]string {
	half := 0.5
	steps := []CurveStep{{10, 0.8, 0.7, 0.9}, {20, 0.3, 0.2, 0.4}}
	return map[string]string{
		"forest": Forest{ID: "f", Title: foreign, Desc: "d", Unit: "u", Reference: &half, Open: "open", Rows: []ForestRow{
			{Label: foreign, Shown: "0.4 [0.2, 0.6]", Value: 0.4, Low: 0.2, High: 0.6, From: 0.4, To: 0.9},
			{Label: "none", Shown: "–", Value: math.NaN(), Low: math.NaN(), High: math.NaN()},
		}}.SVG(),
		"bars": Bars{
			ID: "b", Title: foreign, Parts: []Part{{foreign, 0, 0}, {"y", 1, 1}, {"z", 2, 2}},
			Rows: []BarsRow{{Label: foreign, Shown: "9", Shares: []float64{0.5, 0.47, 0.03}, Tips: []string{foreign, "y", "z"}}},
		}.SVG(),
		"curves": Curves{ID: "c", Title: foreign, XLabel: "x", High: 300, Series: []Curve{{Label: foreign, Number: 1, Steps: steps, Last: 25}, {Label: "flat", Number: 2, Last: 300}}}.SVG(),
		"matrix": Matrix{ID: "m", Title: foreign, Labels: []string{foreign, "y"}, Cells: [][]MatrixCell{
			{{}, {Shown: "+1.0", Range: "0.5 … 1.5", Tip: foreign, Value: 1, Clear: true}},
			{{Shown: "~", Value: math.NaN()}, {}},
		}}.SVG(),
		"empty": Forest{ID: "e"}.SVG() + Bars{ID: "eb"}.SVG() + Curves{ID: "ec", High: 1}.SVG() + Matrix{ID: "em"}.SVG(),
	}
}

// Charts are well-formed whatever their labels hold, have an accessible name,
// refer to nothing outside, and say no number that is none.
func TestChartsStandAlone(t *testing.T) {
	for name, svg := range samples() {
		d := xml.NewDecoder(strings.NewReader("<all>" + svg + "</all>"))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err, "%s:\n%s", name, svg)
			if e, ok := token.(xml.StartElement); ok {
				for _, a := range e.Attr {
					require.NotEqual(t, "href", a.Name.Local, name)
				}
			}
		}
		require.NotContains(t, svg, "NaN", name)
		require.NotContains(t, svg, "Inf", name)
		require.NotContains(t, svg, "<b>", name)
		require.Contains(t, svg, `role="img"`, name)
		require.Equal(t, svg, samples()[name], "the same again")
		if name != "empty" {
			require.Contains(t, svg, "<title id=", name)
			require.Contains(t, svg, "a &lt;b&gt; &amp; &#34;c&#34;", name)
		}
	}
}

// Everything lies inside the view: x of every element from 0 to 400.
func TestNothingIsCutOff(t *testing.T) {
	for name, svg := range samples() {
		for _, m := range regexp.MustCompile(` (?:x|x1|x2|cx)="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
			var x float64
			_, err := fmt.Sscan(m[1], &x)
			require.NoError(t, err)
			require.True(t, x >= 0 && x <= width, "%s: x = %v", name, x)
		}
	}
}

// What colour tells apart, a pattern or a dash and a number do too.
func TestNeverHueAlone(t *testing.T) {
	var parts []Part
	for i := range Patterns {
		parts = append(parts, Part{Label: fmt.Sprint(i), Pattern: i})
	}
	svg := Bars{ID: "b", Parts: parts}.SVG()
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`<pattern id="[^"]*"(.*)</pattern>`).FindAllStringSubmatch(svg, -1) {
		require.False(t, seen[m[1]], "two equal patterns")
		seen[m[1]] = true
	}
	require.Len(t, seen, Patterns)
	seen = map[string]bool{}
	for i := range dashes {
		require.False(t, seen[dash(i)], "two equal dashes")
		seen[dash(i)] = true
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 300, "0 100 200 300"},
		{-3, 14, "−5 0 5 10 15"},
		{34.2, 36.3, "34.0 34.5 35.0 35.5 36.0 36.5"},
		{5, 5, "5.0 5.2 5.4 5.6 5.8 6.0"},
		{0, 0.07, "0.00 0.02 0.04 0.06 0.08"},
	} {
		marks, decimals := ticks(c.low, c.high, 5)
		var got []string
		for _, m := range marks {
			got = append(got, label(m, decimals))
		}
		require.Equal(t, c.want, strings.Join(got, " "), "%v to %v", c.low, c.high)
	}
}

func TestNumbersHaveOneForm(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1.0 / 3: "0.33", -0.001: "0", 100: "100", 2.50: "2.5"} {
		require.Equal(t, want, num(x))
	}
	require.Equal(t, "abcd…", shorten("abcdefgh", 5))
	require.Equal(t, "éé", shorten("éé", 2))
}

func ExampleForest() {
	svg := Forest{ID: "drawn", Title: "Draw rate", Rows: []ForestRow{{Label: "a", Shown: "30", Value: 30, Low: 25, High: 35}}}.SVG()
	fmt.Println(strings.SplitN(svg, "\n", 3)[1])
	// Output: <title id="drawn-title">Draw rate</title>
}
