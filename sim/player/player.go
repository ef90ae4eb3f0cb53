// Package player chooses turns.
//
// The one idea: a player sees a rule set only through the engine. It is named by
// a spec such as `search:nodes=2000,noise=5`, whose normalised form stands in
// studies and records; the same spec is the same player under every rule set.
package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/sim/random"
	"varlab/sim/spec"
)

// A Player chooses turns; package sim states its duties.
type Player interface {
	NewGame()
	Choose(h *rules.History, c random.Chance) (rules.Turn, error)
}

// A Kind is a way of choosing turns.
type Kind struct {
	Name    string
	Means   string
	Options []Option
	Make    func(r *rules.Rules, s *Spec) (chooser, error)
}

// A chooser chooses among any turns: some of the legal ones, or turns that a player believes to
// be legal.
type chooser interface {
	Player
	among(h *rules.History, turns []rules.Turn, c random.Chance) (rules.Turn, error)
}

// An Option is a number in a spec. Where it is not stated it is Default.
type Option struct {
	Key               string
	Min, Max, Default int
	Means             string
}

// Kinds lists the kinds of player.
var Kinds = []*Kind{randomKind, greedyKind, searchKind}

// Complete returns the specs that begin as a word does, as far as the next kind or key, each after a
// tab with what it means.
func Complete(word string) (words []string) {
	add := func(text, means string) {
		if strings.HasPrefix(text, word) {
			words = append(words, text+"\t"+means)
		}
	}
	for _, k := range Kinds {
		if _, options, begun := strings.Cut(word, k.Name+":"); begun {
			before := word[:len(word)-len(options)+strings.LastIndex(options, ",")+1]
			for _, o := range k.All() {
				add(before+o.Key+"=", o.Means)
			}
			return words
		}
		add(k.Name, k.Means)
	}
	return words
}

// All returns the options that a player of the kind has: its own, those of people, and
// of a search those of people who stop.
func (k *Kind) All() []Option {
	options := append(slices.Clip(k.Options), People...)
	if k.Name == "search" {
		options = append(options, Stopping...)
	}
	return options
}

// A Spec is a kind of player with its options.
type Spec struct {
	Kind   *Kind
	values []int // in the order of Kind.All
	given  *Weights
	fitted string // the content hash of the file that the spec is from; empty if it is from none
}

// fittedKey is the option of a spec that was fitted to games: the content hash of its
// file, in which the games are named. It changes nothing but the player's name.
const fittedKey = "fitted"

const fittedDigits = 12

// Fitted returns s named by the content hash of the file that it is from, in hexadecimal
// digits.
func (s *Spec) Fitted(hash string) *Spec {
	named := *s
	named.fitted = hash[:fittedDigits]
	return &named
}

// Parse reads a spec: a kind, and after a colon its options as key=value,
// separated by commas.
func Parse(text string) (*Spec, error) {
	wrong := func(format string, args ...any) (*Spec, error) {
		return nil, fmt.Errorf("player %q: %w", text, fmt.Errorf(format, args...))
	}
	as, err := spec.Parse(text)
	k := slices.IndexFunc(Kinds, func(k *Kind) bool { return k.Name == as.Kind })
	if k < 0 {
		return wrong("unknown kind %q (want %s)", as.Kind, listed(Kinds, func(k *Kind) string { return k.Name }))
	}
	if err != nil {
		return wrong("%w", err)
	}
	s := &Spec{Kind: Kinds[k]}
	options := s.Kind.All()
	for _, o := range options {
		s.values = append(s.values, o.Default)
	}
	for _, o := range as.Options {
		key, value := o.Key, o.Value
		if key == fittedKey {
			if len(value) != fittedDigits || strings.Trim(value, "0123456789abcdef") != "" {
				return wrong("%s cannot be %q (want the %d hexadecimal digits that name a file)", key, value, fittedDigits)
			}
			s.fitted = value
			continue
		}
		i := slices.IndexFunc(options, func(o Option) bool { return o.Key == key })
		n, err := strconv.Atoi(value)
		switch {
		case i < 0:
			return wrong("unknown option %q (want %s)", key, listed(options, func(o Option) string { return o.Key }))
		case err != nil || n < options[i].Min || n > options[i].Max:
			return wrong("%s cannot be %q (want a whole number from %d to %d)", key, value, options[i].Min, options[i].Max)
		}
		s.values[i] = n
	}
	if s.Searches() && s.Get("nodes") == 0 && s.Get("depth") == 0 {
		return wrong("without a budget (want nodes or depth, such as search:nodes=200)")
	}
	return s, nil
}

func listed[T any](list []T, name func(T) string) string {
	var names []string
	for _, x := range list {
		names = append(names, name(x))
	}
	return strings.Join(names, ", ")
}

// Get returns the value of an option of the kind.
func (s *Spec) Get(key string) int {
	i := slices.IndexFunc(s.Kind.All(), func(o Option) bool { return o.Key == key })
	if i < 0 {
		panic("player: " + s.Kind.Name + " has no option " + key)
	}
	return s.values[i]
}

// Stated returns the options that are not at their default, in the order of their
// declaration.
func (s *Spec) Stated() []Option {
	var stated []Option
	for i, o := range s.Kind.All() {
		if s.values[i] != o.Default {
			stated = append(stated, o)
		}
	}
	return stated
}

// String returns the normalised form: the options that are not at their default, in the order
// of their declaration. (The default of an option that is added later must mean that nothing
// changes: then old specs keep their form.)
func (s *Spec) String() string {
	as := spec.Spec{Kind: s.Kind.Name}
	for _, o := range s.Stated() {
		as = as.With(o.Key, s.Get(o.Key))
	}
	if s.fitted != "" {
		as.Options = append(as.Options, spec.Option{Key: fittedKey, Value: s.fitted})
	}
	return as.String()
}

// Random reports whether the player plays differently from different seeds.
func (s *Spec) Random() bool { return !s.Searches() || s.Get("noise") > 0 || s.fallible() }

// New makes the player for games under r. The error says what the player needs and r lacks.
func (s *Spec) New(r *rules.Rules) (Player, error) {
	base, err := s.Kind.Make(r, s)
	if err != nil {
		return nil, err
	}
	var p Player = base
	if s.fallible() {
		p = newFallible(r, s, base)
	}
	if s.stops() {
		p = newStopping(r, s, base.(*search), p)
	}
	return p, nil
}

// With returns the spec with another budget of nodes or depth, if the kind has
// budgets and one of them is not 0.
func (s *Spec) With(nodes, depth int) *Spec {
	if s.Kind != searchKind || nodes == 0 && depth == 0 {
		return s
	}
	other := *s
	other.values = slices.Clone(s.values)
	for i, o := range s.Kind.Options {
		switch o.Key {
		case "nodes":
			other.values[i] = min(nodes, o.Max)
		case "depth":
			other.values[i] = min(depth, o.Max)
		}
	}
	return &other
}
