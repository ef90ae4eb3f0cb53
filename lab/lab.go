// Package lab is the laboratory as a program uses it: a study goes in, and its report comes out.
//
// Most programs need one of two functions of a Lab. Compare plays a study that the program has
// made and keeps nothing but its report. Run plays a study from a file into a run directory, where
// a run that was stopped goes on, and reports it. What they do in one call, LayOut, Play and Report
// do in three.
//
// The one idea: a lab resolves names as the command line does, and leaves open what a study leaves
// open, so that the same study gives the same games and numbers here and there, byte for byte.
// Names of files are those of the working directory.
package lab

import (
	"cmp"
	"context"
	"runtime"

	"varlab/reports"
	"varlab/sim/study"
	"varlab/variants"
)

// A Lab resolves, plays and reports studies. Many goroutines may use it once its fields are set.
type Lab struct {
	Folder  string   // of the run directories that nobody names
	Sets    []string // other values of axes, as "king.range=short", in every rule set
	Workers int      // goroutines that play; any number gives the same result
	// Engines allows external programs that a study names as players to be started, with the
	// rights of this one.
	Engines bool
	Explore string  // reports.Options.Explore
	Tables  *Tables // of exact values
}

// New makes a lab that keeps its runs in a folder, which need not exist, and works with all
// processors.
func New(folder string) *Lab {
	return &Lab{Folder: folder, Workers: runtime.NumCPU(), Tables: new(Tables)}
}

// Compare plays a study in memory and reports it. A study states what it compares: Rules, by the
// names that commands take; Players, by specs such as "search:nodes=200,noise=5"; Games of each
// rule set and player; the Seed of all chance; and perhaps HorizonPlies, at which a game is cut off,
// the Plies of its Openings, and Hypotheses, each with a Direction or a Margin in shares (0.05 is 5
// points). What it leaves open is as in a file; one without a Name is completed by Comparison.
// The report's Verdicts are the findings on its claims. If ctx ends first, its cause is the error, and
// the games are lost.
func (l *Lab) Compare(ctx context.Context, s *study.Study) (*reports.Report, error) {
	whole := *s
	if whole.Name == "" {
		whole = Comparison(whole)
	}
	whole.HorizonPlies = cmp.Or(whole.HorizonPlies, study.DefaultHorizonPlies)
	if whole.Openings.Plies == nil {
		whole.Openings.Plies = study.DefaultOpeningPlies
	}
	schedule, err := l.LayOut(&whole)
	if err != nil {
		return nil, err
	}
	o := l.options()
	o.Exact = l.exact(ctx, AsStudied)
	return l.inMemory(ctx, schedule, o)
}

// The question of the README: the book with the huff and the same game with compulsory capture, and
// beside them the other rule sets of the source documents.
var questionRules = []string{
	"polonaise-souffler", "forced capture=polonaise-souffler{capture.obligation=compulsory}",
	"encyclopedie-francaise", "encyclopedie-polonaise", "regle-moderne", "federation",
}

const question = "Does it matter that a piece which fails to take may be huffed? " +
	"Between careless players the answer depends on how far they look. Measured in November 2026, with 400 games of each: " +
	"at 50 turns a choice no difference in draws was shown (+2 points); from 100 turns up the huff made fewer draws (−9 points; −10 at 400)."

// AttentivePlayer looks a little ahead and sees every capture; the careless one overlooks some.
const (
	AttentivePlayer = "search:nodes=200,noise=5"
	carelessPlayer  = AttentivePlayer + ",oversight=20,vigilance=60"
)

// The games of the question take about 45 seconds of two cores. Of other rule sets there are
// comparedInAll games, if that is neither few nor many of each.
const (
	questionGames  = 1400
	questionBeside = 220
	comparedInAll  = 5000
)

// Comparison completes a study as varlab compare does: without Rules it asks the question of the
// README; Players are an attentive and a careless one.
func Comparison(s study.Study) study.Study {
	s.Name, s.Brief = reports.Comparison, true
	if s.Exact == (study.Exact{}) {
		s.Exact = reports.ComparisonExact
	}
	if len(s.Players) == 0 {
		s.Players = []string{AttentivePlayer, carelessPlayer}
	}
	if len(s.Rules) == 0 {
		s.Rules, s.Question, s.Games = questionRules, cmp.Or(s.Question, question), cmp.Or(s.Games, questionGames)
		s.Beside = min(cmp.Or(s.Beside, questionBeside), s.Games)
	}
	if s.Games > 0 {
		return s
	}
	sets := 0
	for _, name := range s.Rules {
		expanded, _ := variants.Expand(name)
		sets += max(1, len(expanded))
	}
	s.Games = max(100, min(questionGames, comparedInAll/(sets*len(s.Players))/100*100))
	return s
}

// Run plays the study in a file into the folder, and reports it. Faults of the study are listed,
// each with its place. If ctx ends first, the error is a *sim.Interrupted, and the same call later
// goes on.
func (l *Lab) Run(ctx context.Context, path string) (*reports.Report, error) {
	schedule, err := l.Study(path)
	if err != nil {
		return nil, err
	}
	if err := l.Play(ctx, schedule, Options{}); err != nil {
		return nil, err
	}
	return l.Report(ctx, l.RunDir(schedule.Plan), AsStudied)
}
