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
// (several for id+*), and player the normalised form of a spec. The error is
// Faults, all that is wrong.
func (s *Study) Resolve(
	ruleSets func(name string) ([]RuleSet, error),
	player func(spec string) (Player, error),
) (*Plan, error) {
	faults := s.check()
	p := &Plan{
		Name: s.Name, Seed: s.Seed,
		Games: s.Games, HorizonPlies: s.HorizonPlies, Openings: s.Openings, Exact: s.Exact,
		Metrics: s.Metrics, Families: s.Families, Hypotheses: s.Hypotheses,
	}
	if len(p.Metrics) == 0 {
		for _, m := range Metrics {
			if !m.Asked {
				p.Metrics = append(p.Metrics, m.Word)
			}
		}
	}
	named := len(s.Rules) > 0
	for i, name := range s.Rules {
		sets, err := ruleSets(name)
		if err != nil {
			named = false
			faults.add(At("rules", i), "%v", err)
			continue
		}
		for _, set := range sets {
			if slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return o.ID == set.ID }) {
				faults.add(At("rules", i), "%q is named twice (want each rule set once)", set.ID)
				continue
			}
			if set.Content, err = canonical(set.Content); err != nil {
				faults.add(At("rules", i), "%q: content: %v", set.ID, err)
				continue
			}
			p.RuleSets = append(p.RuleSets, set)
		}
	}
	playing := true
	for i, spec := range s.Players {
		pl, err := player(spec)
		switch {
		case err != nil:
			playing = false
			faults.add(At("players", i), "%v", err)
		case slices.ContainsFunc(p.Players, func(o Player) bool { return o.Spec == pl.Spec }):
			faults.add(At("players", i), "%q is named twice (want each player once)", pl.Spec)
		default:
			p.Players = append(p.Players, pl)
		}
	}
	for i, specs := range s.Pairs {
		a, errA := player(specs[0])
		b, errB := player(specs[1])
		switch {
		case errA != nil || errB != nil:
			playing = false
			faults.add(At("pairs", i), "%v", errors.Join(errA, errB))
		case a.Spec == b.Spec:
			faults.add(At("pairs", i), "%q against itself (want two players; what plays itself stands in players)", a.Spec)
		case slices.ContainsFunc(p.Pairs, func(o Pair) bool { return o == Pair{a, b} || o == Pair{b, a} }):
			faults.add(At("pairs", i), "%q and %q meet twice (want each pair once)", a.Spec, b.Spec)
		default:
			p.Pairs = append(p.Pairs, Pair{a, b})
		}
	}
	p.resolveHypotheses(&faults, named, playing, player)
	if len(faults) > 0 {
		return nil, faults
	}
	return p, nil
}

type Fault struct {
	Key string // as in its TOML: hypothesis[0].metric
	Msg string // what is wrong and what was wanted
}

func (f Fault) Error() string { return f.Key + ": " + f.Msg }

type Faults []Fault

func (fs Faults) Error() string {
	return strings.Join(names(fs, Fault.Error), "\n")
}

func (fs *Faults) add(key, format string, args ...any) {
	*fs = append(*fs, Fault{key, fmt.Sprintf(format, args...)})
}

func (fs *Faults) when(bad bool, key, format string, args ...any) {
	if bad {
		fs.add(key, format, args...)
	}
}

// names are those of things, in order.
func names[T any](things []T, name func(T) string) (list []string) {
	for _, x := range things {
		list = append(list, name(x))
	}
	return list
}

func (p *Plan) ids() []string { return names(p.RuleSets, func(s RuleSet) string { return s.ID }) }

// check reports what can be seen without resolving a name.
func (s *Study) check() Faults {
	var faults Faults
	faults.when(s.Name == "", "name", "missing (want a word for the study)")
	faults.when(len(s.Rules) == 0, "rules", "empty (want at least one rule set)")
	faults.when(len(s.Players)+len(s.Pairs) == 0, "players", "empty (want at least one player)")
	faults.when(s.Games < 1, "games", "%d (want at least 1)", s.Games)
	faults.when(len(s.Pairs) > 0 && s.Games%2 != 0, "games", "%d is odd (want an even number where pairs change colours)", s.Games)
	faults.when(s.Openings.Plies < 0 || s.Openings.Plies > MaxOpeningPlies, "openings.plies", "%d (want 0 to %d)", s.Openings.Plies, MaxOpeningPlies)
	faults.when(s.HorizonPlies <= s.Openings.Plies, "horizon_plies", "%d leaves nothing after %d opening plies (want more)", s.HorizonPlies, s.Openings.Plies)
	faults.when(s.HorizonPlies > MaxHorizonPlies, "horizon_plies", "%d (want at most %d)", s.HorizonPlies, MaxHorizonPlies)
	if e := s.Exact; e != nil {
		faults.when(e.Pieces < 2 || e.Pieces > MaxExactPieces, "exact.pieces", "%d (want 2 to %d)", e.Pieces, MaxExactPieces)
	}
	for i, m := range s.Metrics {
		if err := CheckMetric(m); err != nil {
			faults.add(At("metrics", i), "%v", err)
		} else if slices.Contains(s.Metrics[:i], m) {
			faults.add(At("metrics", i), "%q stands twice (want each once)", m)
		}
	}
	s.checkHypotheses(&faults)
	return faults
}

const MaxOpeningPlies = 20

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

func At(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

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
