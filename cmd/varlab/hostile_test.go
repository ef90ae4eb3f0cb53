package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/cost"
	"varlab/sim/study"
	"varlab/variants"
)

// Whether a file is a study is asked of one that nobody has looked at.
func TestHostileFilesAreToldApart(t *testing.T) {
	texts := append(cost.TOML(1<<16), "a="+strings.Repeat("{a=", 5000), "["+strings.Repeat("a.", 20_000)+"a]")
	for _, text := range texts {
		cost.Limit(t, func() { isStudy("f.toml", []byte(text)) })
	}
	require.True(t, isStudy("f.toml", []byte("games = 10\n")))
}

// Nor does it matter how long a line of games is whose tags are looked for, or how many
// rule sets they name; and they name no file.
func TestHostileTags(t *testing.T) {
	var names strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&names, "[RuleSet \"english{king.repeat_limit=%d,board.men_rows=%d}\"]\n\n*\n", i%101, 1+i/101%3)
	}
	late := strings.Repeat("[a \"\"]", 2000) + "[RuleSet \"english\"]\n"
	endless := "[RuleSet \"" + strings.Repeat("\\\"", 8000) + "\n"
	for text, says := range map[string]string{
		strings.Repeat(" ", 40<<20):           "<nil>",
		strings.Repeat("[RuleSet ", 20<<20/9): "<nil>",
		strings.Repeat(late, 50):              "<nil>",
		strings.Repeat(endless, 200):          "<nil>",
		"[RuleSet \"own.toml+r\"]\n":          "game 1 names the rule set \"own.toml+r\", a file (want it by -r, if it is meant)",
		names.String():                        "its games name more than 100 rule sets (want fewer, or those that are meant, each by -r)",
	} {
		file := filepath.Join(t.TempDir(), "games.pdn")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		cost.Limit(t, func() {
			err := new(ruleFlags).named(t.Context(), []source{{called: file}})
			require.Equal(t, says, strings.TrimPrefix(fmt.Sprint(err), file+": "))
		})
	}
}

// What a run directory calls a player is no name of a file: one is read only where a person
// names it.
func TestARunOpensNoPlayersFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const file = "fitted.toml"
	require.NoError(t, os.WriteFile(file, []byte("player = \"search:nodes=100\"\n"), 0o666))
	spec := fittedPrefix + file
	_, err := specOf(spec)
	require.NoError(t, err)
	_, err = newPlayer(nil, spec, "")
	require.ErrorContains(t, err, `unknown kind "file"`)
	require.Empty(t, playerMeans(spec))
	require.Nil(t, weightsOf(nil, []string{spec}))
}

// What a manifest says of a player beside its spec is what the spec says, but for the
// revision of the program that played.
func TestPlayersAreWhatTheirSpecsSay(t *testing.T) {
	for _, spec := range []string{"random", "search:nodes=5,noise=3", "hub:engine=cake,nodes=7"} {
		p, err := playerOf(spec)
		require.NoError(t, err)
		require.NoError(t, asRecorded(p, "another"))
		if p.Revision > 0 {
			require.NoError(t, asRecorded(p, build().program()))
			p.Revision = 77
			require.NoError(t, asRecorded(p, "another"))
			require.ErrorContains(t, asRecorded(p, build().program()), "not what this program makes of the spec")
		} else {
			p.Revision = 77
			require.ErrorContains(t, asRecorded(p, "another"), "not what this program makes of the spec")
		}
		p, _ = playerOf(spec)
		p.Random = false
		require.Error(t, asRecorded(p, "another"))
	}
	require.ErrorContains(t, asRecorded(study.Player{Spec: "search:noise=3,nodes=5", Random: true, Learns: true, Revision: 1}, "another"), "not what this program makes")
	require.ErrorContains(t, asRecorded(study.Player{Spec: "nonsense:x=1"}, "another"), "unknown kind")
}

// Weights that the program has not, or not for one game, make no seed.
func TestWeightsAreThoseOfTheProgram(t *testing.T) {
	f := &ruleFlags{}
	program := build().program()
	for _, id := range []string{"english", "federation", "polonaise-souffler"} {
		set, err := f.RuleSet(id)
		require.NoError(t, err)
		require.NotEmpty(t, set.Weights)
		require.NoError(t, asTrained(&set, program))
		own := set.Weights
		for _, other := range [][]string{{strings.Repeat("a", 64)}, own[:1], {own[1], own[0], own[2]}, append(slices.Clone(own), own[0])} {
			set.Weights = other
			require.ErrorContains(t, asTrained(&set, program), "not what this program has")
			require.NoError(t, asTrained(&set, "another"))
		}
		set.Weights = nil
		require.NoError(t, asTrained(&set, program))
	}
}

// A rule set that is called as a built-in one, and of no file, is that one: readers would
// take another game for it.
func TestRuleSetsAreThoseOfTheProgram(t *testing.T) {
	f := &ruleFlags{}
	frisian, err := f.RuleSet("frisian")
	require.NoError(t, err)
	for _, id := range []string{"international", "federation+quiet-25{draw=[]}"} {
		set, err := f.RuleSet(id)
		require.NoError(t, err)
		fits := func(set study.RuleSet) error {
			return asNamed(&set, &study.Plan{RuleSets: []study.RuleSet{set}}, new(variants.Shelf))
		}
		require.NoError(t, fits(set))
		for _, forge := range []func(*study.RuleSet){
			func(s *study.RuleSet) { s.ID = "frisian" },
			func(s *study.RuleSet) { s.ID = "frisian but draw as english" },
			func(s *study.RuleSet) { s.Title = frisian.Title },
			func(s *study.RuleSet) { s.Content = frisian.Content },
			func(s *study.RuleSet) { s.ID = "./" + s.ID },
		} {
			forged := set
			forge(&forged)
			require.ErrorContains(t, fits(forged), "is of no file, and not what this program has by that name")
		}
		forged := set
		forged.ID, forged.Content = "mine", []byte(`{"file":"mine.toml"}`)
		require.NoError(t, fits(forged))
		for _, name := range []string{"frisian", "frisian+x", "frisian{draw=[]}"} { // a file of that name goes by its path
			forged.ID = name
			require.ErrorContains(t, fits(forged), "is of a file, and has the name of one of this program")
		}
	}

	// A mixture is what the program makes of the two.
	between, _, err := f.loadTwo([]string{"english", "russian"})
	require.NoError(t, err)
	ab, sets, err := f.mixtures("english", between[0], between[1], 1, 1754)
	require.NoError(t, err)
	for _, set := range sets {
		fits := func(set study.RuleSet) error {
			return asNamed(&set, &study.Plan{RuleSets: []study.RuleSet{set}, Ablation: ab}, new(variants.Shelf))
		}
		require.NoError(t, fits(set))
		forged := set
		forged.Title = frisian.Title
		require.ErrorContains(t, fits(forged), "not what this program has by that name")
		forged = set
		forged.Content = frisian.Content
		require.ErrorContains(t, fits(forged), "not what this program has by that name")
		if set.ID != ab.A && set.ID != ab.B {
			outside := *ab
			outside.B = filepath.Join(t.TempDir(), "russian.toml")
			require.NoError(t, os.WriteFile(outside.B, []byte("inherits = \"russian\"\n"), 0o666))
			_, err := mixture(set.ID, &outside, new(variants.Shelf))
			require.EqualError(t, err, "no rule sets of the program")
		}
		own := study.RuleSet{ID: "mine", Content: []byte(`{"file":"mine.toml"}`)}
		mixed := *ab
		mixed.B = own.ID
		err := asNamed(&forged, &study.Plan{RuleSets: []study.RuleSet{own, forged}, Ablation: &mixed}, new(variants.Shelf))
		require.Equal(t, set.ID != ab.A, err == nil, "who has mixed in a file of his own")
	}
}

// A run that no program could read again is not begun: the name of a file, or an engine's
// command, may be of bytes that no record can hold.
func TestNamesAreText(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a\xff.toml", []byte("inherits = \"english\"\nstatus = \"invented\"\n"), 0o666))
	for at, args := range map[string][]string{
		"rules": {"./a\xff.toml", "english"}, "players": {"russian", "english", "--player", "hub:engine=x\xff,nodes=3"},
	} {
		err := run(t.Context(), append([]string{"compare", "--games", "2", "--out", "run"}, args...), io.Discard, io.Discard)
		require.ErrorContains(t, err, "is not UTF-8 (want a name that is, as records are)", at)
		require.NoDirExists(t, "run")
	}
}
