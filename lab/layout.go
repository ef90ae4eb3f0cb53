package lab

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/sim"
	"varlab/sim/games"
	"varlab/sim/player"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// longestRunName bounds, in bytes, the part of a study's name in the name of a run directory.
const longestRunName = 150

// RunDir is the run directory of a plan that nobody has named: in the folder, after the study and
// its hash.
func (l *Lab) RunDir(p *study.Plan) string { return filepath.Join(l.Folder, runName(p)) }

func runName(p *study.Plan) string {
	name := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '-'
	}, p.Name)
	return strings.ToValidUTF8(name[:min(len(name), longestRunName)], "") + "-" + p.Hash()[:12]
}

// ReadStudy reads a study file. It fails if there is none, or no TOML; other faults are found when
// it is laid out.
func ReadStudy(path string) (*study.File, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, err
	}
	switch d, _ := strict.Parse(path, string(text)); {
	case d == nil || study.IsStudy(d.Root):
	case len(d.Root) == 0:
		return nil, fmt.Errorf("%s: empty (want a study, as varlab check --schema study writes one)", path)
	case variants.IsProfile(d.Root):
		return nil, fmt.Errorf("%s: this is a rule set, not a study (varlab check, explain and compare take it)", path)
	}
	return study.Parse(path, string(text))
}

// A Study can be resolved: a *study.Study, or a *study.File, whose faults have places in it.
type Study interface {
	Resolve(study.RuleSets, func(spec string) (study.Player, error)) (*study.Plan, error)
}

// Study lays out the study in a file. An error lists its faults, each with its place.
func (l *Lab) Study(path string) (*sim.Schedule, error) { return l.layOutFile(ReadStudy(path)) }

// StudyText lays out a study that is given as the text of a file, whose name stands in errors.
func (l *Lab) StudyText(name, text string) (*sim.Schedule, error) {
	return l.layOutFile(study.Parse(name, text))
}

func (l *Lab) layOutFile(file *study.File, err error) (*sim.Schedule, error) {
	if err != nil {
		return nil, err
	}
	return l.LayOut(file)
}

// LayOut checks a study, draws its openings and lays out its games, and plays none. An error lists
// all faults of the study.
func (l *Lab) LayOut(s Study) (*sim.Schedule, error) { return l.layOut(s, Player) }

// LayOutMatch is LayOut for games that are not kept: players may have a budget of time.
func (l *Lab) LayOutMatch(s Study) (*sim.Schedule, error) { return l.layOut(s, PlayerInMatch) }

func (l *Lab) layOut(s Study, player func(string) (study.Player, error)) (schedule *sim.Schedule, err error) {
	if file, ok := s.(*study.File); ok {
		defer func() { err = file.Place(err) }()
	}
	plan, err := s.Resolve(&RuleSets{Sets: l.Sets}, player)
	if err == nil && plan.Openings.From != "" {
		err = readOpenings(plan)
	}
	if err != nil {
		return nil, err
	}
	return l.Schedule(plan)
}

// A Variation is a study.Variation laid out. It asks once with each of its players.
type Variation struct {
	Name string
	*sim.Schedule
}

// Vary lays out the variations of a study that can be played, with a number of games of each rule
// set, and says why others are left out. The study itself was laid out as the plan.
func (l *Lab) Vary(s *study.Study, as *study.Plan, games int) (all []Variation, ways int, left []string, err error) {
	asked := *s
	asked.Weights, asked.Seed = as.Weights, as.Seed
	list, err := asked.Vary(games)
	for _, v := range list {
		switch schedule, err := l.LayOut(&v.Study); {
		case err != nil:
			left = append(left, fmt.Sprintf("%s is left out: %v", v.Name, err))
		case v.Study.Weights != as.Weights && schedule.Plan.Weights == as.Weights: // whose weights play is the same
		default:
			all, ways = append(all, Variation{v.Name, schedule}), ways+len(v.Study.Players)
		}
	}
	return all, ways, left, err
}

// readOpenings reads the games from which a plan has its openings, as its first rule set
// plays them, up to what is wanted. A game from the start that cannot be followed so far is
// passed over; a position that is set up must be one of the rule set.
func readOpenings(plan *study.Plan) error {
	fault := func(err error) error { return study.Faults{{Key: "openings.from", Msg: err.Error()}} }
	text, err := strict.ReadFile(plan.Openings.From)
	if err != nil {
		return fault(err)
	}
	plan.Openings.File = fmt.Sprintf("%x", sha256.Sum256(text))
	set := plan.RuleSets[0]
	referee, err := games.NewReferee(set.Rules)
	if err != nil {
		return fault(err)
	}
	n := notation.Of(set.Rules.Profile())
	least, longest := slices.Min(plan.Openings.Plies), 0
	var faults study.Faults
	for g, err := range notation.NewReader(bytes.NewReader(text)).Games() {
		if err != nil && !errors.As(err, new(*notation.SyntaxError)) {
			return fault(err)
		}
		f := referee.Follow(g, err)
		o := f.Opening(min(len(f.Turns), slices.Max(plan.Openings.Plies)))
		if longest = max(longest, len(o.Turns)); g.Tag("FEN") != "" {
			if err := setUp(&f, g, set.Rules, least); err != nil {
				faults = append(faults, study.Fault{Key: "openings.from", Msg: fmt.Sprintf("%s:%v", plan.Openings.From, err)})
				continue
			}
		}
		if len(o.Turns) < least {
			continue
		}
		text, err := openingText(set.Rules, n, &o)
		if err != nil {
			return fault(err)
		}
		plan.Openings.Games = append(plan.Openings.Games, text)
	}
	if len(faults) > 0 {
		return faults
	}
	if len(plan.Openings.Games) == 0 {
		return fault(fmt.Errorf("%s: no game reaches ply %d under %s (the longest has %d)", plan.Openings.From, least, set.ID, longest))
	}
	plan.Claimed()
	return nil
}

// setUp says, with the line, what is wrong with a game that sets up a position: the rule set
// cannot have it, the game is over there, or one of its first plies cannot be played.
func setUp(f *games.Finding, g *notation.Game, r *rules.Rules, plies int) error {
	at := func(what string) error { return fmt.Errorf("%d: game %d: %s", g.FENRow, g.Number, what) }
	switch {
	case f.Illegal != nil && f.Illegal.Ply <= plies:
		return at(fmt.Sprintf("%s, its ply %d, is not legal", f.Illegal.Move, f.Illegal.Ply))
	case f.Unread != nil && (f.Plies < plies || f.Plies == 0 && f.Setup == nil):
		return f.Unread
	case f.Setup == nil:
		return nil // the start
	}
	s, err := r.Position(*f.Setup)
	if err != nil {
		return err
	}
	if o := rules.NewHistory(r, s).Outcome(); o.Over() {
		return at(fmt.Sprintf("the game is over in the position (%s)", o.Reason))
	}
	return nil
}

// openingText writes an opening under r as records write it.
func openingText(r *rules.Rules, n *notation.Notation, o *sim.Opening) (string, error) {
	s, err := o.Begin(r)
	if err != nil {
		return "", err
	}
	h := rules.NewHistory(r, s)
	var words []string
	if o.Setup != nil {
		words = append(words, n.WriteFEN(*o.Setup))
	}
	for _, t := range o.Turns {
		words = append(words, n.Format(notation.Recorded, h.Now().Setup(), t, h.Turns()))
		h.Play(t)
	}
	return strings.Join(words, " "), nil
}

// Schedule lays out a plan, with the weights that this program has for
// the players. A plan that adjudicates under a rule set without tables is a fault of
// the study.
func (l *Lab) Schedule(plan *study.Plan) (*sim.Schedule, error) {
	s, err := sim.NewSchedule(plan)
	if err != nil {
		return nil, err
	}
	s.Manifest.Program = BuildOf().Program()
	untaught := *plan
	untaught.RuleSets = slices.Clone(plan.RuleSets)
	for i := range untaught.RuleSets {
		untaught.RuleSets[i].Taught = nil
	}
	for _, set := range plan.RuleSets {
		for _, hash := range append(set.Weights, set.Taught...) {
			if player.WeightsOf(hash) == nil {
				return nil, fmt.Errorf("weights %.12s of %s are not among those of this program (want the program that made the study)", hash, set.ID)
			}
		}
	}
	var faults study.Faults
	for i, c := range plan.Cells() {
		cell, set := &s.Manifest.Cells[i], plan.RuleSets[c.RuleSet]
		for _, spec := range cell.Players {
			p, err := player.Parse(spec)
			if err == nil {
				err = p.TablesError(set.Rules)
			}
			if err == nil || p == nil {
				continue
			}
			fault := study.Fault{Key: "players", Msg: fmt.Sprintf("player %q under %q: %v", spec, set.ID, err)}
			if !slices.Contains(faults, fault) {
				faults = append(faults, fault)
			}
		}
		var given []*player.Weights
		for _, list := range untaught.Donors(c.RuleSet) {
			given = append(given, player.WeightsOf(list[0]))
		}
		cell.Weights = whose(set.Rules, cell.Players[:], given)
	}
	if e := plan.Exact; e.Adjudicate && !e.Known {
		for _, set := range plan.RuleSets {
			if _, _, err := exact.New(set.Rules, "").Accepted(e.Pieces); err != nil {
				faults = append(faults, study.Fault{Key: "exact.adjudicate", Msg: fmt.Sprintf("no exact values under %s: %v", set.ID, err)})
			}
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	s.Endings = func(r *rules.Rules, pieces int) (sim.Endings, error) {
		if _, _, err := exact.New(r, "").Accepted(pieces); err != nil && (!plan.Exact.Adjudicate || plan.Exact.Known) {
			return nil, nil // there are none: what is cut off is open
		}
		return new(Tables).lazy(r, pieces), nil // quietly: nobody has asked for tables
	}
	return s, nil
}

// Resume makes the schedule of the run in a directory again, from its manifest
// alone: the study's file and the profiles may be gone or changed.
func (l *Lab) Resume(dir string) (*sim.Schedule, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, &DamagedError{err, false}
	}
	plan := run.Manifest.Study
	for i := range plan.RuleSets {
		set := &plan.RuleSets[i]
		if set.Rules, err = record.Compile(*set); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	if err := recall(dir, plan.RuleSets); err != nil {
		return nil, err
	}
	s, err := l.Schedule(&plan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s.Manifest.Taught = run.Manifest.Taught
	return s, nil
}

// readWeights reads a file of learned weights. An error names the file.
func readWeights(path string) (*player.Weights, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w, err := player.ReadWeights(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return w, err
}

// IsStudy reports whether a file has the keys of a study. One that cannot be read has none.
func IsStudy(path string, text []byte) bool {
	d, _ := strict.Parse(path, string(text))
	return d != nil && study.IsStudy(d.Root)
}

// A DamagedError says that the manifest of a run cannot be read, or, if Weights, what was learned
// for it. Playing its study into its directory makes them again.
type DamagedError struct {
	Err     error
	Weights bool
}

func (e *DamagedError) Error() string { return e.Err.Error() }

func (e *DamagedError) Unwrap() error { return e.Err }
