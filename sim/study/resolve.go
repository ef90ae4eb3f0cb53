package study

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/rules"
	"varlab/variants/content"
)

// RuleSets resolve the names of rule sets.
type RuleSets interface {
	// Expand returns the names that a name stands for: several for id+*.
	Expand(name string) ([]string, error)
	// RuleSet returns the rule set of a name, with overrides over those in the name.
	RuleSet(name string, sets ...string) (RuleSet, error)
}

// Resolve resolves a study's names. player gives the normalised form of a spec. The error is
// Faults, with all that is wrong.
func (s *Study) Resolve(ruleSets RuleSets, player func(spec string) (Player, error)) (*Plan, error) {
	p := &Plan{Heading: s.Heading, Design: s.Design}
	if p.Exact == (Exact{}) {
		p.Exact.Pieces = DefaultExactPieces
	}
	faults := s.check()
	p.checkDesign(&faults)
	if len(p.Metrics) == 0 {
		p.Metrics = DefaultMetrics()
	}
	named := s.nameRuleSets(p, &faults, ruleSets)
	playing := true
	takePart := func(at, spec string) {
		pl, err := player(spec)
		switch {
		case err != nil:
			playing = false
			faults.add(at, "%v", err)
		case slices.ContainsFunc(p.Players, func(o Player) bool { return o.Spec == pl.Spec }):
			faults.add(at, "%q is named twice (want each player once)", pl.Spec)
		default:
			p.Players = append(p.Players, pl)
		}
	}
	for i, spec := range s.Players {
		takePart(At("players", i), spec)
	}
	if l := s.Ladder; l != nil && l.fault() == "" {
		for _, spec := range l.specs() {
			takePart("ladder", spec)
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
	if named {
		s.withoutClauses(p, &faults, ruleSets)
	}
	p.normalise(player)
	p.checkNamed(&faults, named, playing)
	p.checkRankings(&faults, named)
	p.checkClaims(&faults)
	p.settleWeights(&faults, map[bool]string{true: Quick, false: Taught}[s.Brief])
	if len(faults) == 0 && p.Confirmatory { // its seed is made of the whole plan
		faults = p.TooMuch()
	}
	if len(faults) > 0 {
		return nil, faults
	}
	p.Claimed()
	return p, nil
}

// nameRuleSets adds the rule sets of a study to its plan, and reports whether all names were
// found.
func (s *Study) nameRuleSets(p *Plan, faults *Faults, ruleSets RuleSets) (named bool) {
	named = len(s.Rules) > 0
	groups := make([][]RuleSet, len(s.Rules))
	paths := map[string][]string{} // by ID
	for i, name := range s.Rules {
		expanded, err := ruleSets.Expand(name)
		for _, name := range expanded {
			var set RuleSet
			if set, err = ruleSets.RuleSet(name); err != nil {
				break // its readings would have the same fault
			}
			groups[i] = append(groups[i], set)
			paths[set.ID] = append(paths[set.ID], set.ByPath)
		}
		named = named && err == nil
		faults.unless(err, At("rules", i))
	}
	for i, sets := range groups {
		for _, set := range sets {
			if of := paths[set.ID]; slices.Min(of) != slices.Max(of) {
				set.ID = set.ByPath
			}
			if slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return o.ID == set.ID }) {
				faults.add(At("rules", i), "%q is named twice (want each rule set once)", set.ID)
				continue
			}
			if set.Label != "" && slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return o.Label == set.Label }) {
				faults.add(At("rules", i), "%q is the label of two rule sets (want another)", set.Label)
				continue
			}
			if k := slices.IndexFunc(p.RuleSets, func(o RuleSet) bool { return o.ID == set.Label || o.Label == set.ID }); k >= 0 {
				faults.add(At("rules", i), "%q is the label of one rule set and the name of another (want another label)", lists.Choose(p.RuleSets[k].ID == set.Label, set.Label, set.ID))
				continue
			}
			p.RuleSets = append(p.RuleSets, set)
		}
	}
	p.Hypotheses, p.Rankings = slices.Clone(p.Hypotheses), slices.Clone(p.Rankings)
	called := func(name string) string { // which may be a label
		if i := slices.IndexFunc(p.RuleSets, func(o RuleSet) bool { return name != "" && o.Label == name }); i >= 0 {
			return p.RuleSets[i].ID
		}
		return name
	}
	for i := range p.Hypotheses {
		h := &p.Hypotheses[i]
		h.A, h.B = called(h.A), called(h.B)
	}
	for i := range p.Rankings {
		k := &p.Rankings[i]
		k.Base, k.Changes = called(k.Base), names(k.Changes, called)
	}
	return named
}

// Claimed sets the seed of a confirmatory plan, made from its claims and design.
func (p *Plan) Claimed() {
	if p.Confirmatory {
		p.Seed = p.ClaimedSeed()
	}
}

// withoutClauses adds the rule sets whose games adjudicated hypotheses read.
func (s *Study) withoutClauses(p *Plan, faults *Faults, ruleSets RuleSets) {
	for i, h := range p.Hypotheses {
		game := p.bare(faults, i)
		if game == "" || slices.ContainsFunc(p.RuleSets, func(s RuleSet) bool { return s.PlayHash == game }) {
			continue
		}
		at := At("hypothesis", i) + ".adjudicated"
		base := p.RuleSets[slices.Index(p.ids(), h.A)]
		set, err := ruleSets.RuleSet(base.ByPath, "draw=[]")
		if err != nil {
			faults.add(at, "%q without draw clauses: %v", h.A, err)
			continue
		}
		if base.ID == base.ByPath {
			set.ID = set.ByPath
		}
		p.RuleSets = append(p.RuleSets, set)
	}
}

// bare returns the PlayHash of the game that hypothesis i reads if it is adjudicated: its two
// rule sets without draw clauses. It is empty if there is no such game, which is a fault, and
// if a rule set is unknown.
func (p *Plan) bare(faults *Faults, i int) string {
	h, at := p.Hypotheses[i], At("hypothesis", i)+".adjudicated"
	switch {
	case !h.Adjudicated:
		return ""
	case h.Value != nil:
		faults.add(at, "of a claim against a number (want two rule sets)")
		return ""
	case !ofEnds(h.Metric): // other counts cover all turns of a game, which may end sooner
		faults.add(at, "%q counts turns of games that clauses may end sooner (want a metric of how games end)", h.Metric)
		return ""
	}
	var games [2]string
	for k, id := range []string{h.A, h.B} {
		j := slices.Index(p.ids(), id)
		if j < 0 || p.RuleSets[j].Rules == nil {
			continue // said elsewhere
		}
		var err error
		games[k], err = WithoutClauses(p.RuleSets[j].Rules)
		faults.unless(err, at)
	}
	switch {
	case games[0] == "" || games[1] == "":
		return ""
	case games[0] != games[1]:
		faults.add(at, "%q and %q differ in more than draw clauses (want two that do not)", h.A, h.B)
		return ""
	}
	return games[0]
}

// WithoutClauses returns the PlayHash of r without its draw clauses.
func WithoutClauses(r *rules.Rules) (string, error) {
	bare := *r.Profile()
	bare.Draws = nil
	without, err := rules.Compile(&bare)
	if err != nil {
		return "", err
	}
	return without.PlayHash(), nil
}

// settleWeights says whose weights players have where the study does not, and reports rule
// sets without weights of their own for players who need them. Where somebody is to be taught
// it is as the word says.
func (p *Plan) settleWeights(faults *Faults, word string) {
	if p.Weights == Own && p.learns() {
		for i, set := range p.RuleSets {
			faults.when(!set.Own(), At("rules", i), "nothing was learned for %q (want weights = %q, which teaches it before the games, or %q)", set.ID, Taught, Base)
		}
	}
	if p.Weights == Base && p.learns() {
		for i, set := range p.RuleSets {
			lonely := !slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return o.Board == set.Board && len(o.Weights) > 0 })
			some := slices.ContainsFunc(p.RuleSets, func(o RuleSet) bool { return len(o.Weights) > 0 })
			faults.when(lonely && some, At("rules", i), "nothing was learned on the board of %q (want weights = %q or %q)", set.ID, Taught, Plain)
		}
	}
	strange := slices.ContainsFunc(p.RuleSets, func(set RuleSet) bool { return !set.Own() })
	other := slices.ContainsFunc(p.RuleSets, func(set RuleSet) bool { return !set.alike(p.RuleSets[0]) })
	switch teaching, teaches := Teachings[cmp.Or(p.Weights, word)]; {
	case !teaches:
	case !strange && !other:
		p.Weights = Base
	case strange && p.learns():
		for _, player := range p.Everyone() {
			teaching.Revision = max(teaching.Revision, player.Revision)
		}
		p.Weights, p.Teaching = cmp.Or(p.Weights, word), &teaching
	default:
		p.Weights = Own // there is nothing to teach
	}
}

// learns reports whether any player plays with the weights of the rule sets.
func (p *Plan) learns() bool {
	return slices.ContainsFunc(p.Everyone(), func(pl Player) bool { return pl.Learns })
}

// Everyone returns the players of the plan, those of pairs last.
func (p *Plan) Everyone() []Player {
	players := slices.Clone(p.Players)
	for _, pair := range p.Pairs {
		players = append(players, pair.A, pair.B)
	}
	return players
}

// ClaimedSeed returns the seed of a confirmatory study. It is made of all that its tests read,
// so that games seen before cannot test them, and of nothing else.
func (p *Plan) ClaimedSeed() uint64 {
	type test struct {
		Metric, A, B, Direction, Players, Family string
		Value                                    *float64
		Margin                                   float64
		Adjudicated                              bool
		NoWorse                                  float64 `json:",omitempty"`
	}
	design := struct {
		Tests    []test
		Families []Family
		Games    []string // PlayHash and weights of the rule sets, and what players heed of their words, if they touch or stop or other rule sets are the same game
		Players  []Player
		Pairs    []Pair
		Weights  string
		Openings Openings
		Horizon  int
		Exact    Exact
		Cell     int
		Looks    []int
		Teaching *Teaching `json:",omitempty"`
	}{
		nil, p.Families, nil, p.Players, p.Pairs, p.Weights, p.Openings, p.HorizonPlies, p.Exact, p.Games, p.Looks, p.Teaching,
	}
	games, before := map[string]int{}, map[string]int{}
	for _, set := range p.RuleSets {
		games[set.PlayHash]++
	}
	// Rule sets of one PlayHash are told apart by which of these they are.
	called := map[string]string{}
	for _, set := range p.RuleSets {
		name := set.PlayHash
		if games[name] > 1 {
			name = fmt.Sprint(name, " ", before[name])
		}
		before[set.PlayHash]++
		called[set.ID] = name
	}
	for _, h := range p.Hypotheses {
		value := h.Value
		if value != nil {
			value = new(*value + 0) // -0 is no other number
		}
		design.Tests = append(design.Tests, test{h.Metric, cmp.Or(called[h.A], h.A), cmp.Or(called[h.B], h.B), h.Direction, h.Players, h.Family, value, h.Margin + 0, h.Adjudicated, h.NoWorse})
	}
	players := p.Everyone()
	for i, set := range p.RuleSets {
		game, axes := append([]string{set.PlayHash}, set.Weights...), set.axes()
		if i == 0 && len(p.Openings.Games) > 0 { // the first rule set names their squares
			game = append(game, named(axes))
		}
		for _, player := range players {
			words := player.Heeded(axes)
			if words != "" && (games[set.PlayHash] > 1 || player.Of().Has(slices.Concat(touching, stopping)...)) {
				game = append(game, words)
			}
		}
		design.Games = append(design.Games, strings.Join(game, " "))
	}
	text, err := json.Marshal(design)
	if err != nil {
		panic(err) // plain types
	}
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:8]) >> 1 // as large as a seed that is stated
}

// axes returns the axes in the rule set's content.
func (s RuleSet) axes() map[string]any {
	if s.Content == nil {
		return nil
	}
	return s.Content.Axes
}

// A Fault is what is wrong with a value of a study.
type Fault struct {
	Key string // as in its TOML: hypothesis[0].metric
	Msg string // what is wrong and what was wanted
}

func (f Fault) Error() string { return f.Key + ": " + f.Msg }

// Faults are all faults of a study, an error.
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

// unless adds err, if there is one.
func (fs *Faults) unless(err error, key string) {
	if err != nil {
		fs.add(key, "%v", err)
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

// check reports faults in the parts of a study that its plan does not have.
func (s *Study) check() (faults Faults) {
	faults.when(len(s.Rules) == 0, "rules", "empty (want at least one rule set)")
	faults.when(len(s.Players)+len(s.Pairs) == 0 && s.Ladder == nil, "players", "empty (want at least one player)")
	if s.Ladder != nil {
		what := s.Ladder.fault()
		faults.when(what != "", "ladder", "%s", what)
	}
	faults.when(s.Confirmatory && s.Seed != 0, "seed", "stated in a confirmatory study (want none: it is made from the claims)")
	faults.when(len(s.Pairs) > 0 && s.Games%2 != 0, "games", "%d is odd (want an even number where pairs change colours)", s.Games)
	return faults
}

// checkDesign reports faults that need no name resolved.
func (p *Plan) checkDesign(faults *Faults) {
	faults.when(p.Name == "", "name", "missing (want a word for the study)")
	faults.when(p.Weights != "" && !slices.Contains(Sharings, p.Weights), "weights", "unknown value %q (want %s)", p.Weights, strings.Join(Sharings, " or "))
	faults.when(p.Confirmatory && len(p.Hypotheses) == 0, "confirmatory", "without a hypothesis (want the claims that are to be tested)")
	p.checkLooks(faults)
	faults.when(p.Games < 1, "games", "%d (want at least 1)", p.Games)
	faults.when(p.Games > math.MaxInt32, "games", "%d (want at most %d)", p.Games, math.MaxInt32)
	faults.when(len(p.Openings.Plies) == 0, "openings.plies", "empty (want at least one number)")
	for i, n := range p.Openings.Plies {
		faults.when(n < 0 || n > maxOpeningPlies, "openings.plies", "%d (want 0 to %d)", n, maxOpeningPlies)
		faults.when(slices.Contains(p.Openings.Plies[:i], n), "openings.plies", "%d stands twice (want each number once)", n)
	}
	most := slices.Max(append([]int{0}, p.Openings.Plies...))
	faults.when(p.HorizonPlies <= most, "horizon_plies", "%d leaves nothing after %d opening plies (want more)", p.HorizonPlies, most)
	faults.when(p.HorizonPlies > MaxHorizonPlies, "horizon_plies", "%d (want at most %d)", p.HorizonPlies, MaxHorizonPlies)
	faults.when(p.Exact != (Exact{}) && (p.Exact.Pieces < 2 || p.Exact.Pieces > MaxExactPieces), "exact.pieces", "%d (want 2 to %d)", p.Exact.Pieces, MaxExactPieces)
	for i, m := range p.Metrics {
		err := CheckMetric(m)
		faults.unless(err, At("metrics", i))
		faults.when(err == nil && slices.Contains(p.Metrics[:i], m), At("metrics", i), "%q stands twice (want each once)", m)
	}
	p.checkHypotheses(faults)
}

func (p *Plan) checkLooks(faults *Faults) {
	if len(p.Looks) == 0 {
		return
	}
	faults.when(!p.Confirmatory, "looks", "stated in an exploratory study (want confirmatory = true: what may be looked at at any time needs no looks)")
	faults.when(!slices.IsSorted(p.Looks) || p.Looks[0] < 1 || len(slices.Compact(slices.Clone(p.Looks))) < len(p.Looks),
		"looks", "%v (want rising numbers of games a cell)", p.Looks)
	faults.when(p.Looks[len(p.Looks)-1] != p.Games, "looks", "ends with %d (want games, %d)", p.Looks[len(p.Looks)-1], p.Games)
}

// fault returns the fault of a ladder.
func (l *Ladder) fault() string {
	switch {
	case l.Player == "":
		return "without a player (want one such as search:noise=5, without nodes)"
	case l.From < 1 || l.To <= l.From:
		return fmt.Sprintf("from %d to %d (want rising numbers of nodes)", l.From, l.To)
	case l.By < 2 || l.By > 1000:
		return fmt.Sprintf("by %d (want a factor of 2 to 1000)", l.By)
	}
	return ""
}

const maxOpeningPlies = 20

const MaxHorizonPlies = 100_000

// Hash identifies the study: hexadecimal SHA-256 of its canonical JSON without title and
// question. All results of the study carry it.
func (p *Plan) Hash() string {
	told := *p
	told.Title, told.Question = "", ""
	told.RuleSets = slices.Clone(p.RuleSets)
	for i := range told.RuleSets {
		told.RuleSets[i].Short, told.RuleSets[i].Colour = "", ""
	}
	text, err := json.Marshal(&told)
	if err != nil {
		panic(err) // plain types, and contents that Resolve or Unmarshal has parsed
	}
	text, err = content.Canonical(text)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// At is the key of element i of a list.
func At(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
