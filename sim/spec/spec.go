// Package spec is what names a player: a kind and its options, as in
// `search:nodes=2000,noise=5`.
//
// The one idea: a spec is read here alone. The kinds of players say which options they
// have and what these mean.
package spec

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Spec is a kind of player with the options stated, in their order.
type Spec struct {
	Kind    string
	Options []Option
}

type Option struct{ Key, Value string }

// Parse reads a spec: a kind, and after a colon its options as key=value, separated by
// commas outside quotes. An option is stated once.
func Parse(text string) (Spec, error) {
	kind, rest, stated := strings.Cut(strings.TrimSpace(text), ":")
	s := Spec{Kind: kind}
	if !stated {
		return s, nil
	}
	items, closed := Split(rest, func(c byte) bool { return c == ',' })
	for _, item := range items {
		key, value, _ := strings.Cut(item, "=")
		o := Option{strings.TrimSpace(key), strings.TrimSpace(value)}
		if s.Has(o.Key) {
			return s, fmt.Errorf("%s is stated twice (want it once)", o.Key)
		}
		s.Options = append(s.Options, o)
	}
	if !closed {
		return s, errors.New("a quote is not closed")
	}
	return s, nil
}

// Of is the spec that text is, which was parsed before.
func Of(text string) Spec {
	s, _ := Parse(text)
	return s
}

// Split parts text at separators outside quotes, and reports whether all quotes are closed.
// Quotes are kept.
func Split(text string, separates func(c byte) bool) (parts []string, closed bool) {
	begin, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case quote == 0 && separates(c):
			parts, begin = append(parts, text[begin:i]), i+1
		}
	}
	return append(parts, text[begin:]), quote == 0
}

// String is the text of s.
func (s Spec) String() string {
	text, sep := s.Kind, ":"
	for _, o := range s.Options {
		text += sep + o.Key + "=" + o.Value
		sep = ","
	}
	return text
}

// Has reports whether one of the options is stated.
func (s Spec) Has(keys ...string) bool {
	return slices.ContainsFunc(s.Options, func(o Option) bool { return slices.Contains(keys, o.Key) })
}

// Number is the value of an option; 0 where it is not stated, or is no number.
func (s Spec) Number(key string) int {
	for _, o := range s.Options {
		if o.Key == key {
			n, _ := strconv.Atoi(o.Value)
			return n
		}
	}
	return 0
}

// With is s with one option more.
func (s Spec) With(key string, n int) Spec {
	s.Options = append(slices.Clip(s.Options), Option{key, strconv.Itoa(n)})
	return s
}

// And is the text of s with further options, as a spec has them; Parse may refuse it.
func (s Spec) And(options string) string {
	switch text := s.String(); {
	case options == "":
		return text
	case len(s.Options) == 0:
		return text + ":" + options
	default:
		return text + "," + options
	}
}

// Without is s without an option.
func (s Spec) Without(key string) Spec {
	s.Options = slices.DeleteFunc(slices.Clone(s.Options), func(o Option) bool { return o.Key == key })
	return s
}
