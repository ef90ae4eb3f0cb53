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
	"varlab/sim/player"
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

// A profile of many readings, each with a text of so many bytes.
func ownReadings(readings, bytes int) string {
	var b strings.Builder
	b.WriteString("inherits = \"polonaise-souffler\"\nstatus = \"invented\"\n")
	for i := range readings {
		fmt.Fprintf(&b, "[reading.r%d]\nstanding = \"open\"\nreason = \"%s\"\nking.repeat_limit = %d\n", i, strings.Repeat("x", bytes), i%100)
	}
	return b.String()
}

// The names of a study stand for no more rule sets, and no more text, than can be
// compiled at once; they are counted before any is, and no profile is read twice.
func TestHostileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"many.toml": ownReadings(160, 50), "more.toml": ownReadings(220, 1), "long.toml": ownReadings(1, 500_000),
		"faulty.toml": strings.ReplaceAll(ownReadings(160, 2000), "open", "shut"),
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	starred, long, faulty := []string{"nope"}, []string{}, []string{}
	for i := range 100 {
		starred = append(starred, fmt.Sprintf("polonaise-souffler+*{king.repeat_limit=%d}", i))
		long = append(long, fmt.Sprintf("long.toml{king.repeat_limit=%d}", i))
		faulty = append(faulty, fmt.Sprintf("faulty.toml+*{king.repeat_limit=%d}", i))
	}
	player.Trainings("") // the library is read once, whatever a study holds
	const random = "seed = 1\nplayers = [\"random\"]\n"
	who, claims := random, ""
	resolve := func(names []string, most uint64) (err error) {
		text := fmt.Sprintf("name = \"x\"\n%sgames = 4\nrules = [\"%s\"]\n%s", who, strings.Join(names, `", "`), claims)
		cost.LimitBytes(t, most, func() {
			file, bad := study.Parse("s.toml", text)
			require.NoError(t, bad)
			_, err = file.Resolve(new(ruleFlags), playerOf)
		})
		return err
	}
	const most = 256 << 20 // of studies whose rule sets are compiled
	require.NoError(t, resolve([]string{"many.toml+*"}, most))
	err := resolve(starred, cost.Bytes)
	require.ErrorContains(t, err, "s.toml:5:10: rules[0]: nope: unknown rule set")
	require.ErrorContains(t, err, "s.toml:5:9: rules: 2700 rule sets (want at most 200)")
	require.ErrorContains(t, resolve([]string{"more.toml+*"}, cost.Bytes), "rules: 247 rule sets (want at most 200)")
	require.ErrorContains(t, resolve(long, most), "the texts of the rule sets come to more than 6 MiB, or 500000 elements (want fewer rule sets, or shorter texts)")
	require.ErrorContains(t, resolve(faulty, most), `faulty.toml:4:12: reading.r0.standing: unknown value "shut"`)
	// Names full of what there is not, or is, in as many bytes as a name and a study may have.
	for part, says := range map[string]string{
		"federation+x": "4091 readings (want at most 16)", "many.toml+x": "readings (want at most 16)",
		"federation+touch-stands": "readings (want at most 16)", "federation{a=1,": "overrides (want at most 64)",
	} {
		base, part := part[:strings.IndexAny(part, "+{")], part[strings.IndexAny(part, "+{"):]
		name := base + strings.Repeat(part, (8192-len(base))/len(part))
		if part[0] == '{' {
			name = base + "{" + strings.Repeat(part[1:], (8180-len(base))/len(part)) + "a=1}"
		}
		err := resolve(slices.Repeat([]string{name}, 126), cost.Bytes)
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, err, "rules[9]")
		require.NotContains(t, err.Error(), "rules[10]")
	}
	// Readings of which each changes another draw clause are put together, with the reasons
	// of all for each clause.
	clauses := func(changed int) (list string) {
		for i := range 16 {
			list += fmt.Sprintf(`{ kind = "quiet", plies = %d, moves = "king-moves" }, `, 3+i+map[bool]int{true: 500}[i == changed])
		}
		return list
	}
	for name, reason := range map[string]int{"together.toml": 4000, "wordy.toml": 25_000} {
		text := fmt.Sprintf("inherits = \"polonaise-souffler\"\nstatus = \"invented\"\ndraw = { is = [%s], assumed = \"to have many\" }\n", clauses(-1))
		for i := range 16 {
			text += fmt.Sprintf("[reading.r%d]\nstanding = \"open\"\nreason = \"%s\"\ndraw = [%s]\n", i, strings.Repeat("x", reason), clauses(i))
		}
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	together := make([]string, 200)
	for i := range together {
		together[i] = "together.toml"
		for k := range 16 {
			together[i] += fmt.Sprint("+r", (i+k)%16)
		}
	}
	require.NoError(t, resolve(together[:4], most))
	require.ErrorContains(t, resolve(together, most), "6 MiB")
	require.ErrorContains(t, resolve([]string{strings.Replace(together[0], "together", "wordy", 1)}, cost.Bytes), "+r0+r1+r2: the reasons of these readings come to 75000 bytes (want at most 65536 for several)")

	unknown := make([]string, 200)
	for i := range unknown {
		unknown[i] = "words.toml+" + strings.Repeat("x", 60+i%5) + strings.Repeat("+y", 15)
	}
	words := strings.ReplaceAll(ownReadings(700, 1), "reading.r", "reading."+strings.Repeat("q", 58))
	require.NoError(t, os.WriteFile("words.toml", []byte(words), 0o666))
	require.ErrorContains(t, resolve(unknown, most), "unknown reading")
	for i := range unknown {
		unknown[i] = "federation{a=1"
		for k := range 63 {
			unknown[i] += fmt.Sprintf(",king.repeat_limit%d=1", k)
		}
		unknown[i] += "}"
	}
	require.ErrorContains(t, resolve(unknown, most), "unknown key")
	// Claims whose sides are no rule sets of a study that has long names.
	claims = strings.Repeat("[[hypothesis]]\nclaim = \"c\"\nmetric = \"drawn\"\na = \"p\"\nb = \"q\"\ndirection = \"less\"\n", 200)
	for i := range 8 {
		unknown[i] = fmt.Sprintf("federation{king.repeat_limit=%s%d}", strings.Repeat(" ", 8100), 3+i)
	}
	require.ErrorContains(t, resolve(unknown[:8], cost.Bytes), `hypothesis[9].b: "q" is not a rule set of the study (want `)
	long64 := strings.Repeat("é", 40)
	claims = strings.Repeat(fmt.Sprintf("[[hypothesis]]\nclaim = \"c\"\nmetric = %q\na = %[1]q\nb = \"%[1]sx\"\nplayers = %[1]q\nmargin = 0.1\n", long64), 200)
	for i := range unknown {
		unknown[i] = fmt.Sprintf(`english{draw=[{kind=\"quiet\",plies=%d,moves=\"king-moves\"}]}`, i+10)
	}
	require.ErrorContains(t, resolve(unknown, most), `hypothesis[0].a: "é`)
	// What an adjudicated claim reads is a rule set more.
	literal := func(i int) string { return strings.ReplaceAll(unknown[i], `\`, "") }
	claims = fmt.Sprintf("[[hypothesis]]\nid = \"h\"\nclaim = \"c\"\nmetric = \"drawn\"\nadjudicated = true\na = '%s'\nb = '%s'\nmargin = 0.1\n", literal(0), literal(1))
	require.NoError(t, resolve(unknown[:199], most))
	require.ErrorContains(t, resolve(unknown, most), "hypothesis[0].adjudicated: with the rule sets without draw clauses that claims read there are more than 200")
	// Too much to be compared is refused before a seed is made of it.
	who = "confirmatory = true\nplayers = ["
	for i := range 200 {
		unknown[i] = fmt.Sprintf("polonaise-souffler{king.repeat_limit=%d,board.men_rows=%d}", i%100+1, 1+i/100)
		who += fmt.Sprintf("\"search:nodes=%d,oversight=1,vigilance=1,touch=1,adjust=1,release=1,resign=5,agree=5\", ", i+1)
	}
	who += "]\npairs = ["
	for i := range 200 {
		who += fmt.Sprintf("[\"search:nodes=%d,touch=1\", \"search:nodes=%d,touch=2\"], ", i+1, i+2)
	}
	who += "]\n"
	claims = "[[hypothesis]]\nid = \"h\"\nclaim = \"c\"\nmetric = \"drawn\"\na = 'polonaise-souffler{king.repeat_limit=1,board.men_rows=1}'\nb = 'polonaise-souffler{king.repeat_limit=2,board.men_rows=1}'\nmargin = 0.1\n"
	require.ErrorContains(t, resolve(unknown, most), "comparisons, of each two rule sets by each player or pair and metric (want at most ")
	// Nor are many small parts of texts put in order before they are counted.
	small := "inherits = \"polonaise-souffler\"\nstatus = \"invented\"\n[draw]\nassumed = \"x\"\nis = [" +
		strings.Repeat("{kind=\"material\",plies=9,weak=[\"M\"],strong=["+strings.Repeat("\"K\",", 35)+"]},", 100) + "]\n"
	require.NoError(t, os.WriteFile("small.toml", []byte(small), 0o666))
	who, claims = random, ""
	for i := range unknown {
		unknown[i] = strings.Replace(unknown[i], "polonaise-souffler", "small.toml", 1)
	}
	require.ErrorContains(t, resolve(unknown, most), "500000 elements (want fewer rule sets, or shorter texts)")
	pairs := ""
	for i := range 200 {
		pairs += fmt.Sprintf("[\"hub:engine=a%d%s,nodes=7\", \"random\"], ", i, strings.Repeat("x", 4000))
	}
	claims = "pairs = [" + pairs + "]\n"
	for i := range 200 {
		claims += fmt.Sprintf("[[hypothesis]]\nid = \"h%d\"\nclaim = \"c\"\nmetric = \"drawn\"\na = \"english\"\nb = \"russian\"\nplayers = \"random\"\nmargin = 0.%d\n", i, 100+i)
	}
	require.NoError(t, resolve([]string{"english", "russian"}, cost.Bytes))
	claims = ""
	require.ErrorContains(t, resolve([]string{"federation{king.repeat_limit=1, king.repeat_limit = 2}"}, cost.Bytes), "federation{…}: king.repeat_limit stands twice (want each override once)")
}

// A file of players is read once, by whatever paths a study names it.
func TestHostilePlayerFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	comments := strings.Repeat("#\n", 500_000)
	for text, says := range map[string]string{
		"player = \"random\"\n": "is named twice", "player = \"nobody\"\n": "unknown kind",
	} {
		require.NoError(t, os.WriteFile("one.toml", []byte(text+comments), 0o666))
		s := study.Study{Name: "x", Seed: 1, Rules: []string{"english"}, Games: 2, HorizonPlies: 100, Openings: study.Openings{Plies: []int{2}}}
		for i := range 200 {
			spec := fittedPrefix + strings.Repeat("./", i) + "one.toml"
			s.Players = append(s.Players, spec)
			s.Pairs = append(s.Pairs, [2]string{spec, spec})
		}
		cost.Limit(t, func() {
			_, err := s.Resolve(new(ruleFlags), playerOf)
			require.ErrorContains(t, err, says)
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
