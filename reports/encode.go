package reports

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf16"

	safe "varlab/internal/plain"
)

// WriteJSON writes JSON with two spaces before each member, in which < is <, and what
// could do something to a terminal is written by its number.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, c := range b.String() {
		if c == '\n' || safe.Harmless(c) == c {
			out.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(out, "\\u%04x", unit)
		}
	}
	return out.Flush()
}

// list applies to to each of some things; the list may be empty, never null.
func list[T, U any](things []T, to func(T) U) []U {
	out := []U{}
	for _, x := range things {
		out = append(out, to(x))
	}
	return out
}

// A number is written with six decimals at most, and null where there is none.
type number float64

func (n number) String() string {
	x := float64(n)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	x = math.Round(x*1e6) / 1e6
	if x == 0 {
		x = 0 // not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func (n number) MarshalJSON() ([]byte, error) { return orNull(n.String()) }

// A tiny number keeps three digits however small it is.
type tiny float64

func (n tiny) String() string {
	if x := float64(n); x < 0.001 && x != 0 {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return number(n).String()
}

func (n tiny) MarshalJSON() ([]byte, error) { return orNull(n.String()) }

func orNull(s string) ([]byte, error) {
	if s == "" {
		s = "null"
	}
	return []byte(s), nil
}
