package study

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Resolve fills in a study's names. ruleSets gives the rule sets of one name
// (several for id+*), and player the normalised form of a spec. The error joins
// all that is wrong.
func (s *Study) Resolve(
	ruleSets func(name string) ([]RuleSet, error),
	player func(spec string) (Player, error),
) (*Plan, error) {
	errs := s.check()
	p := &Plan{
		Name: s.Name, Seed: s.Seed,
		Games: s.Games, HorizonPlies: s.HorizonPlies, Openings: s.Openings,
		Metrics: s.Metrics, Hypotheses: s.Hypotheses,
	}
	if len(p.Metrics) == 0 {
		for _, m := range Metrics {
			p.Metrics = append(p.Metrics, m.Word)
		}
	}
	for i, name := range s.Rules {
		sets, err := ruleSets(name)
		if err != nil {
			errs = append(errs, fmt.Errorf("rules[%d]: %w", i, err))
			continue
		}
		for _, set := range sets {
			if slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return o.ID == set.ID }) {
				errs = append(errs, fmt.Errorf("rules[%d]: %q is named twice (want each rule set once)", i, set.ID))
				continue
			}
			if set.Content, err = canonical(set.Content); err != nil {
				errs = append(errs, fmt.Errorf("rules[%d]: %q: content: %w", i, set.ID, err))
				continue
			}
			p.RuleSets = append(p.RuleSets, set)
		}
	}
	for i, spec := range s.Players {
		pl, err := player(spec)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("players[%d]: %w", i, err))
		case slices.ContainsFunc(p.Players, func(o Player) bool { return o.Spec == pl.Spec }):
			errs = append(errs, fmt.Errorf("players[%d]: %q is named twice (want each player once)", i, pl.Spec))
		default:
			p.Players = append(p.Players, pl)
		}
	}
	for i, specs := range s.Pairs {
		a, errA := player(specs[0])
		b, errB := player(specs[1])
		switch {
		case errA != nil || errB != nil:
			errs = append(errs, fmt.Errorf("pairs[%d]: %w", i, errors.Join(errA, errB)))
		case a.Spec == b.Spec:
			errs = append(errs, fmt.Errorf("pairs[%d]: %q against itself (want two players; what plays itself stands in players)", i, a.Spec))
		case slices.ContainsFunc(p.Pairs, func(o Pair) bool { return o == Pair{a, b} || o == Pair{b, a} }):
			errs = append(errs, fmt.Errorf("pairs[%d]: %q and %q meet twice (want each pair once)", i, a.Spec, b.Spec))
		default:
			p.Pairs = append(p.Pairs, Pair{a, b})
		}
	}
	for i, h := range s.Hypotheses {
		for _, side := range []struct{ key, id string }{{"a", h.A}, {"b", h.B}} {
			if len(errs) == 0 && !slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return o.ID == side.id }) {
				errs = append(errs, fmt.Errorf("hypothesis[%d].%s: %q is not a rule set of the study (want one of %s)",
					i, side.key, side.id, strings.Join(p.ids(), ", ")))
			}
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return p, nil
}

// ids returns the ids of the rule sets.
func (p *Plan) ids() []string {
	ids := make([]string, len(p.RuleSets))
	for i, set := range p.RuleSets {
		ids[i] = set.ID
	}
	return ids
}

// check reports what can be seen without resolving a name.
func (s *Study) check() []error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if s.Name == "" {
		bad("name: missing (want a word for the study)")
	}
	if len(s.Rules) == 0 {
		bad("rules: empty (want at least one rule set)")
	}
	if len(s.Players)+len(s.Pairs) == 0 {
		bad("players: empty (want at least one player)")
	}
	if s.Games < 1 {
		bad("games: %d (want at least 1)", s.Games)
	}
	if len(s.Pairs) > 0 && s.Games%2 != 0 {
		bad("games: %d is odd (want an even number where pairs change colours)", s.Games)
	}
	if s.Openings.Plies < 0 || s.Openings.Plies > MaxOpeningPlies {
		bad("openings.plies: %d (want 0 to %d)", s.Openings.Plies, MaxOpeningPlies)
	}
	if s.HorizonPlies <= s.Openings.Plies {
		bad("horizon_plies: %d leaves nothing after %d opening plies (want more)", s.HorizonPlies, s.Openings.Plies)
	}
	if s.HorizonPlies > MaxHorizonPlies {
		bad("horizon_plies: %d (want at most %d)", s.HorizonPlies, MaxHorizonPlies)
	}
	for i, m := range s.Metrics {
		if err := checkMetric(m); err != nil {
			bad("metrics[%d]: %w", i, err)
		} else if slices.Contains(s.Metrics[:i], m) {
			bad("metrics[%d]: %q stands twice (want each once)", i, m)
		}
	}
	for i, h := range s.Hypotheses {
		at := fmt.Sprintf("hypothesis[%d]", i)
		if h.ID == "" {
			bad("%s.id: missing (want a word such as H04)", at)
		}
		if slices.ContainsFunc(s.Hypotheses[:i], func(o Hypothesis) bool { return o.ID == h.ID && h.ID != "" }) {
			bad("%s.id: %q stands twice (want each once)", at, h.ID)
		}
		if h.Claim == "" {
			bad("%s.claim: missing (want the claim as a sentence)", at)
		}
		if err := checkMetric(h.Metric); err != nil {
			bad("%s.metric: %w", at, err)
		}
		if h.A == h.B {
			bad("%s.b: %q is compared with itself (want two rule sets)", at, h.B)
		}
		switch {
		case h.Direction != "" && h.Margin != 0:
			bad("%s.margin: stated beside direction (want one of them)", at)
		case h.Direction == "" && h.Margin == 0:
			bad("%s.direction: missing (want less or greater, or a margin)", at)
		case h.Direction != "" && h.Direction != "less" && h.Direction != "greater":
			bad("%s.direction: unknown value %q (want less or greater)", at, h.Direction)
		case h.Margin < 0:
			bad("%s.margin: %v (want a number above 0)", at, h.Margin)
		}
	}
	return errs
}

func checkMetric(word string) error {
	words := make([]string, len(Metrics))
	for i, m := range Metrics {
		words[i] = m.Word
	}
	if !slices.Contains(words, word) {
		return fmt.Errorf("unknown metric %q (want %s)", word, strings.Join(words, ", "))
	}
	return nil
}

// MaxOpeningPlies bounds the enumeration of openings.
const MaxOpeningPlies = 20

// MaxHorizonPlies bounds the length of a game.
const MaxHorizonPlies = 100_000

// Hash identifies the study: hexadecimal SHA-256 of its canonical JSON. Whatever
// is made from the study carries it.
func (p *Plan) Hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // plain types, and contents that Resolve or Unmarshal has parsed
	}
	text, err = canonical(text)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// canonical returns JSON without white space and with the keys of every object
// in order. Numbers keep their digits.
func canonical(text json.RawMessage) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more than one JSON value (want one)")
	}
	return json.Marshal(v)
}
