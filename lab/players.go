package lab

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"varlab/reports"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/engines"
	"varlab/sim/games"
	"varlab/sim/player"
	"varlab/sim/spec"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// whose says of each player of specs whose weights it has under r in turn: of those given if it is one
// that learns. It is nil if none has any.
func whose(r *rules.Rules, specs []string, given []*player.Weights) [][]study.Lender {
	all, some := make([][]study.Lender, len(specs)), false
	for i, text := range specs {
		s, err := player.Parse(text)
		if err != nil || !s.Searches() || s.Get("weights") == 0 {
			continue
		}
		var lent []player.Lent
		if !s.Learns() {
			l, _ := s.Lends(r)
			lent = append(lent, l)
		} else if lent = append(lent, player.Lent{}); len(given) > 0 {
			lent = nil
			for _, w := range given {
				lent = append(lent, w.For(r))
			}
		}
		for _, l := range lent {
			all[i] = append(all[i], Lender(l))
			some = true
		}
	}
	if !some {
		return nil
	}
	return all
}

// Lender says whose weights are lent: the rule set for which they were learned, and how it differs.
func Lender(l player.Lent) study.Lender {
	if l.Weights == nil {
		return study.Lender{}
	}
	return study.Lender{Rules: l.Weights.Rules, Differs: l.Differs}
}

// Player reads the spec of a player in a study, whose play does not depend on time.
func Player(spec string) (study.Player, error) {
	p, err := PlayerInMatch(spec)
	if err == nil && isEngine(spec) {
		if e, _ := engines.Parse(spec); e.Milliseconds > 0 {
			return p, fmt.Errorf("player %q: with a budget of time the games differ from machine to machine (want nodes or depth)", spec)
		}
	}
	return p, err
}

// PlayerInMatch reads the spec of a player whose games are not kept, and who may have a budget of
// time.
func PlayerInMatch(spec string) (study.Player, error) {
	if isEngine(spec) {
		e, err := engines.Parse(spec)
		// Who knows what it does.
		return study.Player{Spec: e.String(), Random: true}, err
	}
	s, err := Spec(spec)
	if err != nil {
		return study.Player{}, err
	}
	p := study.Player{Spec: s.String(), Random: s.Random(), Learns: s.Learns()}
	if s.Searches() {
		p.Revision, p.Training = player.Revision, s.Get("training")
	}
	return p, nil
}

// fittedPrefix begins the spec of a player that a file holds.
const fittedPrefix = "file:"

// Spec reads a spec of a player of ours, or the file that holds one.
func Spec(text string) (*player.Spec, error) {
	path, ok := strings.CutPrefix(strings.TrimSpace(text), fittedPrefix)
	if !ok {
		return player.Parse(text)
	}
	path, options, more := strings.Cut(path, ".toml,")
	if more {
		path += ".toml"
	}
	if filepath.Ext(path) != ".toml" { // a stranger's study names no other file, which faults would quote
		return nil, fmt.Errorf("player %q: want a file that is called .toml", text)
	}
	content, err := strict.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	s, err := games.ParsePlayerFile(path, string(content))
	if err != nil || options == "" {
		return s, err
	}
	return player.Parse(spec.Of(s.String()).And(options))
}

// NewPlayer makes the player of a normalised spec. One that a file holds is read where a
// person names the file: what a run directory says opens none.
func NewPlayer(r *rules.Rules, spec, weights string) (sim.Player, error) {
	if isEngine(spec) {
		e, err := engines.Parse(spec)
		if err != nil {
			return nil, err
		}
		player, err := engines.New(r, e, hubNames(r)...)
		if err != nil {
			return nil, err
		}
		return player, player.Ready()
	}
	s, err := player.Parse(spec)
	if err != nil {
		return nil, err
	}
	if !s.Learns() {
		return s.New(r)
	}
	if weights == "" {
		return s.Plainly().New(r)
	}
	w := player.WeightsOf(weights)
	if w == nil {
		return nil, fmt.Errorf("weights %.12s are not among those of this program (want the program that made the study)", weights)
	}
	return s.Given(w).New(r)
}

// Opponent makes the player of a spec for games of a person, and says in words who it is, and whose
// weights it has if these are not its own.
func (f *RuleSets) Opponent(v *variants.Resolved, r *rules.Rules, text string) (p sim.Player, called string, err error) {
	as, err := PlayerInMatch(text)
	if err != nil {
		return nil, "", err
	}
	weights, all := "", f.weights(v, r)
	if all = all[:min(1, len(all))]; len(all) > 0 {
		weights = all[0].Hash
	}
	if p, err = NewPlayer(r, as.Spec, weights); err != nil {
		return nil, "", err
	}
	called = cmp.Or(reports.PlayerName(as.Spec), text)
	for _, lent := range whose(r, []string{as.Spec}, all) {
		if words := study.Whose(lent, false); words != study.OwnWeights {
			called += "; its weights are " + words
		}
	}
	return p, called, nil
}

// UsualPlayer makes the player of a spec with the weights that the program carries for r, or for
// its nearest relative; a spec that is none is an error.
func UsualPlayer(r *rules.Rules, text string) (sim.Player, error) {
	s, err := player.Parse(text)
	if err != nil || !s.Learns() {
		return NewPlayer(r, text, "")
	}
	return s.New(r)
}

func isEngine(spec string) bool { return study.Player{Spec: spec}.Engine() }

// EnginesOf are the specs of the external engines among the players of a plan.
func EnginesOf(p *study.Plan) (engines []string) {
	for _, player := range p.Everyone() {
		if player.Engine() && !slices.Contains(engines, player.Spec) {
			engines = append(engines, player.Spec)
		}
	}
	return engines
}

// allows is an error if a plan names external engines and nobody has allowed them.
func (l *Lab) allows(p *study.Plan) error {
	if named := EnginesOf(p); len(named) > 0 && !l.Engines {
		return &EnginesError{named}
	}
	return nil
}

// An EnginesError says that a study names programs of this machine, which are started only if
// Lab.Engines allows it.
type EnginesError struct{ Engines []string }

func (e *EnginesError) Error() string {
	return "the study names external engines, which nobody has allowed to be started: " + strings.Join(e.Engines, ", ")
}
