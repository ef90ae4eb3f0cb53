package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const long = "a very long label of a rule set that was made from another by three readings and two overrides of its own"

const foreign = "a <b> & \"c\" \x1b\u202e\ufffe"

func samples() map[string]string {
	steps := []CurveStep{{10, 0.8, 0.7, 0.9}, {20, 0.3, 0.2, 0.4}}
	return map[string]string{
		"forest": Forest{Head: Head{"f", foreign, "d"}, Unit: "u", Reference: 0.5, Open: "open", Rows: []ForestRow{
			{Label: foreign, Shown: "0.4 [0.2, 0.6]", Value: 0.4, Low: 0.2, High: 0.6, From: 0.4, To: 0.9},
			{Label: "none", Shown: "–", Value: math.NaN(), Low: math.NaN(), High: math.NaN()},
		}}.Draw(Column),
		"band of nothing": Forest{Head: Head{ID: "n", Title: foreign}, Band: [2]float64{math.NaN(), 1}, BandMeans: "band", Rows: []ForestRow{{Label: "x", Value: 1, Low: 0, High: 2}}}.Draw(Column),
		"curves":          Curves{Head: Head{ID: "c", Title: foreign}, XLabel: "x", High: 300, Series: []Curve{{Label: foreign, Steps: steps, Last: 25}, {Label: "flat", Last: 300}, {Label: "no band", Steps: []CurveStep{{10, 0.5, math.NaN(), math.NaN()}}, Last: 300}}}.Draw(Column),
		"panels":          Curves{Head: Head{ID: "c", Title: foreign + ", per cent"}, XLabel: "x", Low: 20, High: 300, Series: []Curve{{Label: foreign, Steps: steps, Last: 25}, {Label: long, Steps: steps, Last: 300}}}.Print(Column),
		"shares": Shares{Head: Head{ID: "s", Title: foreign}, Columns: []string{foreign, "open"}, Rows: []SharesRow{
			{foreign, 1, []Share{{1, 0.9, 1, "100.0"}, {math.NaN(), math.NaN(), math.NaN(), "–"}}}, {long, 2, []Share{{0.1, 0, 0.2, "10.0"}, {0, 0, 0, "0.0"}}},
		}}.Draw(Column),
		"wide shares": Shares{Head: Head{ID: "s", Title: foreign}, Columns: []string{"x"}, Rows: []SharesRow{{long, 0, []Share{{0.1, 0, 0.2, "10.0"}}}}}.Draw(Page),
		"wide":        Forest{Head: Head{ID: "f", Title: foreign}, Band: [2]float64{-1, 1}, BandMeans: "band", Faint: "faint", Rows: []ForestRow{{Label: long, Shown: "0.4", Value: 0.4, Low: 0.2, High: 0.6, Faint: true}}}.Draw(Page),
		"lines": Lines{Head: Head{ID: "l", Title: foreign}, Columns: []string{"20", "80", "320"}, Rows: []LinesRow{
			{foreign, []Point{{1, 0, 2, "1"}, {math.NaN(), 0, 0, "–"}, {3, 2, 4, "3"}}, 3}, {long, []Point{{1, 0, 2, "1"}, {2, 1, 3, "2"}, {3, 2, 4, "3"}}, 0},
		}}.Draw(Page),
		"timeline": Timeline{Head: Head{ID: "t", Title: foreign}, From: 1550, To: 2030, Lanes: []Lane{{foreign, []Bar{
			{Label: foreign, Said: foreign, Link: "#a", Since: 1283, From: 1283, To: 1284}, {Label: long, Said: long, Link: "#b", Since: 1600, From: 2000, To: 2030, Faint: true, StandsOut: true},
		}}}}.Draw(Page),
		"empty": Forest{Head: Head{ID: "e"}}.Draw(Column) + Curves{Head: Head{ID: "ec"}, High: 1}.Draw(Column) + Shares{Head: Head{ID: "es"}}.Draw(Column) + Lines{Head: Head{ID: "el"}}.Draw(Column),
	}
}

// Charts are well-formed whatever their labels hold, have an accessible name,
// refer to nothing outside, turn no writing round, and say no number that is none.
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
					if a.Name.Local == "href" {
						require.True(t, strings.HasPrefix(a.Value, "#"), "%s: %s", name, a.Value)
					}
				}
			}
		}
		require.NotContains(t, svg, "NaN", name)
		require.NotContains(t, svg, "Inf", name)
		require.NotContains(t, svg, "<b>", name)
		require.NotContains(t, svg, "\u202e", name)
		require.Regexp(t, `role="(img|group)"`, svg, name)
		require.Equal(t, svg, samples()[name], "the same again")
		if name != "empty" {
			require.Contains(t, svg, "<title id=", name)
		}
	}
}

// Everything lies inside the view, and no text is smaller than 7 points where a chart is
// printed 84 or 174 mm wide.
func TestNothingIsCutOff(t *testing.T) {
	for name, svg := range samples() {
		width, points := Column, 84/25.4*72
		if strings.Contains(svg, `viewBox="0 0 828`) {
			width, points = Page, 174/25.4*72
		}
		for _, m := range regexp.MustCompile(`font-size[:=]"?([0-9.]+)`).FindAllStringSubmatch(svg, -1) {
			var units float64
			_, err := fmt.Sscan(m[1], &units)
			require.NoError(t, err)
			require.GreaterOrEqual(t, units*points/width, 7.0, name)
		}
		for _, m := range regexp.MustCompile(` (?:x|x1|x2|cx)="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
			var x float64
			_, err := fmt.Sscan(m[1], &x)
			require.NoError(t, err)
			require.True(t, x >= 0 && x <= width, "%s: x = %v", name, x)
		}
	}
}

// A label is never cut: a long one has several lines.
func TestLabelsBreak(t *testing.T) {
	require.Equal(t, []string{"ab cd", "ef"}, wrap("ab cd ef", 6*glyph, 0))
	require.Equal(t, []string{"ab", "cd ef"}, wrap("ab cd ef", 6*glyph, 3*glyph))
	require.Equal(t, []string{"abcdef", "gh ij"}, wrap("abcdefgh ij", 6*glyph, 0))
	require.Equal(t, []string{""}, wrap("", 6*glyph, 0))
	for _, svg := range samples() {
		require.NotContains(t, svg, "…")
	}
	require.Contains(t, strings.Join(strings.Fields(regexp.MustCompile(`(?s)<title.*?</title>|<desc.*?</desc>|<[^>]*>`).ReplaceAllString(samples()["wide"], " ")), " "), long)
}

// A file has all that it needs: its width, its font and a ground.
func TestFile(t *testing.T) {
	f := Forest{Head: Head{ID: "f", Title: "t"}, Rows: []ForestRow{{Label: "a", Shown: "1", Value: 1}}}
	for width, view := range map[float64]string{84: "0 0 400 ", 174: "0 0 828.57 "} {
		svg := File(f, width)
		require.Contains(t, svg, fmt.Sprintf(`width="%vmm"`, width))
		require.Contains(t, svg, view)
		require.Contains(t, svg, "@font-face")
		require.Equal(t, 1, strings.Count(svg, "<svg"))
	}
	require.Equal(t, [][]string{{"row", "value", "low", "high", "from", "to"}, {"a", "1", "0", "0", "", ""}}, f.Data())
}

// A file holds its chart, to be drawn again at another width.
func TestRead(t *testing.T) {
	for _, c := range []Chart{
		Forest{Head: Head{ID: "f", Title: "a <b> & \"c\""}, Rows: []ForestRow{{Label: "a", Shown: "1", Value: 1}}},
		Shares{Head: Head{ID: "f", Title: "t"}, Columns: []string{"x"}, Rows: []SharesRow{{"a", 0, []Share{{0.5, 0.5, 0.5, "50"}}}}},
		Curves{Head: Head{ID: "f", Title: "t"}, XLabel: "x", High: 300, Series: []Curve{{Label: "a", Steps: []CurveStep{{10, 0.8, 0.7, 0.9}}, Last: 25}, {Label: "b", Last: 300}}},
		Lines{Head: Head{ID: "f"}, Columns: []string{"1"}, Rows: []LinesRow{{Label: "x", Points: []Point{{Value: 50, Low: 40, High: 60}}}}},
	} {
		require.Equal(t, c, Read(File(c, 174)))
	}
	require.Nil(t, Read("<svg></svg>"))
	require.Nil(t, Read(File(Forest{Rows: []ForestRow{{Value: math.NaN()}}}, 84)))
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
		{40, 40 + 1e-14, "40.0 40.2 40.4 40.6 40.8 41.0"},
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
}

// The interval of a point stands where its mark does, on a line of its own.
func TestMarksStandOnTheirIntervals(t *testing.T) {
	l := Lines{Columns: []string{"1", "2"}}
	for range 3 {
		l.Rows = append(l.Rows, LinesRow{Label: "x", Points: []Point{{Value: 50, Low: 40, High: 60}, {Value: 50, Low: 40, High: 60}}})
	}
	drawn, places := l.Draw(Page), map[string]bool{}
	for _, m := range regexp.MustCompile(`<line x1="([0-9.]+)" y1="[0-9.]+" x2="([0-9.]+)" y2="[0-9.]+" style="stroke:[^"]*;stroke-width:1.5"/>\n<rect x="([0-9.]+)"`).FindAllStringSubmatch(drawn, -1) {
		at, err := strconv.ParseFloat(m[3], 64)
		require.NoError(t, err)
		require.Equal(t, m[1], m[2])
		require.Equal(t, m[1], num(at+3))
		places[m[1]] = true
	}
	require.Len(t, places, 6)
}

// Outcomes are grey: the colour of a rule set says nothing else.
func TestOutcomesAreGrey(t *testing.T) {
	s := Shares{Columns: []string{"drawn", "won"}, Rows: []SharesRow{{"a", 0, []Share{{0.5, 0.4, 0.6, "50"}, {0.5, 0.4, 0.6, "50"}}}}}
	require.NotRegexp(t, `<rect[^>]*fill:var\(--chart-[1-8]`, s.Draw(Page))
}
