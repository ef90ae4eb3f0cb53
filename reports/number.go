package reports

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"varlab/internal/lists"
	safe "varlab/internal/plain"

	"varlab/reports/findings"
	"varlab/sim/stats"
)

const none = "–"

// fixed writes x with that number of decimals and a proper minus.
func fixed(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return none
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", "−", 1)
}

// signed is fixed with a sign where x is not 0.
func signed(x float64, decimals int) string {
	s := fixed(x, decimals)
	return lists.Choose(x > 0 && strings.Trim(s, "0.") != "", "+"+s, s)
}

func percent(x float64) string { return fixed(100*x, 1) }

func bracket(i stats.Interval, scale float64, decimals int) string {
	return "[" + fixed(scale*i.Low, decimals) + ", " + fixed(scale*i.High, decimals) + "]"
}

func rate(value float64, i stats.Interval) string {
	return lists.Choose(math.IsNaN(value), none, percent(value)+" "+bracket(i, 100, 1))
}

// shown writes a rate and its interval.
func shown(r stats.Rate) string { return rate(r.Value(), r.Wilson(findings.Level)) }

// mean writes an estimate that cannot be negative, and its interval, for tables:
// none where nothing varied.
func mean(e stats.Estimate) string {
	if e.Clusters == 0 {
		return none
	}
	if math.IsInf(e.Low, 0) || e.Flat {
		return fixed(e.Value, 2)
	}
	return fixed(e.Value, 2) + " " + bracket(stats.Interval{Low: max(0, e.Low), High: e.High}, 1, 2)
}

func count(n int) string { return safe.Count(n) }

func chance(p float64) string {
	switch {
	case math.IsNaN(p):
		return none
	case p < 0.001:
		return "< 0.001"
	}
	return fixed(p, 3)
}

func differenceOf(p *findings.Pair) string { return signedIn(p.Metric, p.Value) }

func intervalOf(p *findings.Pair) string { return bracketed(p.Metric, p.Interval) }

func plies(x float64, last int) string {
	return lists.Choose(math.IsInf(x, 1), fmt.Sprintf("over %d", last), fixed(x, 0))
}

func sentence(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// when is text, where something holds.
func when(yes bool, text string) string { return lists.Choose(yes, text, "") }

func forms(n int, one, many string) string { return lists.Choose(n == 1, one, many) }

func plural(n int, one, many string) string { return count(n) + " " + forms(n, one, many) }

var numberWords = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// InNumber writes a number from 0 in words where it is small, and in figures else.
func InNumber(n int) string {
	if n < len(numberWords) {
		return numberWords[n]
	}
	return count(n)
}

func sentenceCase(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

func plain(s string) string { return safe.Line(s) }
