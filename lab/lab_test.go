package lab_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/lab"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/study"
)

const huff = `name = "huff"
seed = 7
rules = ["polonaise-souffler", "federation"]
players = ["random"]
games = 60

[[hypothesis]]
id = "H"
claim = "The huff makes draws more frequent."
metric = "drawn"
a = "polonaise-souffler"
b = "federation"
direction = "greater"
`

// here makes a lab in an empty folder with one study.
func here(t *testing.T, text string) *lab.Lab {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("huff.toml", []byte(text), 0o666))
	return lab.New("runs")
}

// names are the files under a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		list = append(list, path)
		return err
	}))
	return list
}

func json(t *testing.T, r *reports.Report) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.Write(&b, "json"))
	return b.String()
}

// A study that is played in memory gives what its run directory gives, but for the run's root.
func TestCompareIsRun(t *testing.T) {
	l := here(t, huff)
	kept, err := l.Run(t.Context(), "huff.toml")
	require.NoError(t, err)
	file, err := lab.ReadStudy("huff.toml")
	require.NoError(t, err)
	before := names(t, ".")
	made, err := l.Compare(t.Context(), &file.Study)
	require.NoError(t, err)
	require.Equal(t, before, names(t, "."))
	require.NotEmpty(t, kept.Root)
	kept.Root = ""
	require.Equal(t, json(t, kept), json(t, made))

	// What is left open is as in a file.
	file.Study.HorizonPlies, file.Study.Openings = 0, study.Openings{}
	open, err := l.Compare(t.Context(), &file.Study)
	require.NoError(t, err)
	require.Equal(t, json(t, made), json(t, open))
	require.Zero(t, file.Study.HorizonPlies)
}

func TestFaultsHavePlaces(t *testing.T) {
	l := here(t, strings.NewReplacer("games = 60", "gmaes = 60", `"federation"]`, `"federatoin"]`).Replace(huff))
	_, err := l.Study("huff.toml")
	require.ErrorContains(t, err, "huff.toml:5:1: gmaes: unknown key")
	require.ErrorContains(t, err, `huff.toml:3:32: rules[1]: `)
	_, err = l.Run(t.Context(), "none.toml")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile("own.toml", []byte("inherits = \"english\"\nstatus = \"invented\"\n[king]\nrange = { is = \"far\", assumed = \"a\" }\n"), 0o666))
	_, _, err = new(lab.RuleSets).Load("./own.toml")
	require.ErrorContains(t, err, "own.toml:4:16: king.range: ")
	_, _, err = (&lab.RuleSets{Sets: []string{"king.range=far"}}).Load("federation")
	require.ErrorContains(t, err, "king.range")
}

// A run that was stopped goes on, and what was lost in memory is begun again.
func TestStoppedRunsGoOn(t *testing.T) {
	l := here(t, huff)
	schedule, err := l.Study("huff.toml")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	found := 0
	o := lab.Options{Options: sim.Options{Workers: 1, Begin: func(_, there int) { found = there }}}
	played := 0
	o.Played = func() {
		if played++; played == 90 {
			stop()
		}
	}
	var stopped *sim.Interrupted
	require.ErrorAs(t, l.Play(ctx, schedule, o), &stopped)
	require.Positive(t, stopped.Shards)
	_, err = l.Run(ctx, "huff.toml")
	require.ErrorAs(t, err, &stopped)
	file, err := lab.ReadStudy("huff.toml")
	require.NoError(t, err)
	_, err = l.Compare(ctx, &file.Study)
	require.ErrorIs(t, err, context.Canceled)

	again, err := l.Resume(l.RunDir(schedule.Plan))
	require.NoError(t, err)
	o.Dir = l.RunDir(schedule.Plan)
	require.NoError(t, l.Play(t.Context(), again, o))
	require.Positive(t, found)
	r, err := l.Run(t.Context(), "huff.toml")
	require.NoError(t, err)
	require.Len(t, r.Verdicts, 1)
}

func TestPilotLeavesNoFile(t *testing.T) {
	l := here(t, huff)
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	schedule, err := l.Study("huff.toml")
	require.NoError(t, err)
	pilot, err := l.Pilot(t.Context(), schedule.Plan)
	require.NoError(t, err)
	require.NotNil(t, pilot)
	require.Equal(t, []string{tmp}, names(t, tmp))
	require.Equal(t, []string{".", "huff.toml"}, names(t, "."))
}

// Programs that a study names are started only where that is allowed.
func TestEnginesNeedConsent(t *testing.T) {
	l := here(t, strings.Replace(huff, `"random"`, `"hub:engine=touch started,nodes=1"`, 1))
	var refused *lab.EnginesError
	_, err := l.Run(t.Context(), "huff.toml")
	require.ErrorAs(t, err, &refused)
	require.Equal(t, []string{"hub:engine=touch started,nodes=1"}, refused.Engines)
	schedule, err := l.Study("huff.toml")
	require.NoError(t, err)
	_, err = l.Pilot(t.Context(), schedule.Plan)
	require.ErrorAs(t, err, &refused)
	_, err = l.Paces(t.Context(), schedule)
	require.ErrorAs(t, err, &refused)
	require.NoFileExists(t, "started")
}

// The difference between two rule sets is divided among the clauses in which they differ.
func TestDivide(t *testing.T) {
	l := here(t, huff)
	s := study.Study{Heading: study.Heading{Seed: 7}, Players: []string{"random"}, Design: study.Design{Games: 20, HorizonPlies: 200, Openings: study.Openings{Plies: []int{4}}}}
	schedule, err := l.Divide(s, [2]string{"federation", "federation{king.range=short,man.capture=forward}"})
	require.NoError(t, err)
	require.Len(t, schedule.Plan.RuleSets, 4)
	_, err = l.Divide(s, [2]string{"federation", "federation"})
	require.ErrorContains(t, err, "are the same game (want two that differ)")
}

// The games of a claim asked otherwise are those of its study where nothing else is, not those of
// another study that plays the same rule set.
func TestVariationsHaveTheSeedOfTheirStudy(t *testing.T) {
	t.Chdir("..") // from which the study names rule sets of its own
	file, err := lab.ReadStudy("studies/hypotheses/H16.toml")
	require.NoError(t, err)
	l := lab.New(t.TempDir())
	schedule, err := l.LayOut(file)
	require.NoError(t, err)
	variations, _, _, err := l.Vary(&file.Study, schedule.Plan, 1)
	require.NoError(t, err)
	require.NotZero(t, schedule.Plan.Seed)
	for _, v := range variations {
		require.Equal(t, schedule.Plan.Seed, v.Plan.Seed, v.Name)
	}
}
