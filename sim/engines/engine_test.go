package engines

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// Run with this variable set, the test program is an engine that behaves so.
const behaviour = "VARLAB_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		fake(how)
		return
	}
	os.Exit(m.Run())
}

// fake plays the first turn of the list, until it does what how says in its third
// move.
func fake(how string) {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		panic(err)
	}
	n := notation.Of(r.Profile())
	var setup board.Setup
	moves, timed := 0, ""
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		l, _ := parseLine(lines.Text())
		switch l.Command {
		case "hub":
			if how == "mute" {
				time.Sleep(time.Hour)
			}
			if how == "exits" {
				return
			}
			fmt.Println("id name=fake version=0 author=\"nobody at all\"")
			fmt.Println("param name=variant value=normal type=enum values=\"normal frisian\"")
			fmt.Println("wait")
		case "init":
			fmt.Println("ready")
		case "time", "nodes":
			timed = l.Pairs[0].Name
		case "pos":
			text, _ := l.get("pos")
			if how == scan2 {
				text = strings.ToUpper(l.Pairs[0].Name[:1]) + l.Pairs[0].Name[1:]
			}
			if setup, err = n.ReadHub(text); err != nil {
				panic(err)
			}
		case "go":
			if moves++; moves == 3 {
				switch how {
				case "crash":
					os.Exit(3)
				case "silent":
					time.Sleep(time.Hour)
				case "illegal":
					fmt.Println("done move=1-50")
					continue
				case "garbage":
					fmt.Println("=\"\x00")
					fmt.Println("done")
					continue
				case "error":
					fmt.Println("error message=\"no idea\"")
					continue
				case "long":
					fmt.Println(strings.Repeat("x", 1<<17))
					continue
				}
			}
			s, err := r.Position(setup)
			if err != nil {
				panic(err)
			}
			turns := r.Moves(nil, s)
			if how == scan2 {
				if timed != "100" {
					panic("no time")
				}
				fmt.Println("move " + n.Format(notation.Hub, setup, turns[0], turns) + " 1-2")
				timed = ""
				continue
			}
			fmt.Println("info depth=1 pv=\"something\"")
			done := "done move=" + n.Format(notation.Hub, setup, turns[0], turns) + " ponder=1-2\n"
			if how == "twice" {
				done += done
			}
			fmt.Print(done)
		case "quit":
			if how == "stays" {
				time.Sleep(time.Hour)
			}
			return
		}
	}
}

// engine returns the fake as a player.
func engine(t *testing.T, how string) *Engine {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	limit := 30 // the machine may be busy
	if how == "silent" || how == "mute" {
		limit = 1
	}
	e, err := New(given.Default(t), Spec{Engine: "env " + behaviour + "=" + how + " " + self, Nodes: 10, Limit: limit, Variant: "normal"})
	require.NoError(t, err)
	t.Cleanup(func() { e.Close() })
	return e
}

// game has the engine play both sides for so many turns.
func game(e *Engine, turns int) error {
	h := rules.NewHistory(e.rules, e.rules.Start())
	e.NewGame()
	for range turns {
		t, err := e.Choose(h, 0)
		if err != nil {
			return err
		}
		h.Play(t)
	}
	return nil
}

func TestEnginePlays(t *testing.T) {
	e := engine(t, "well")
	require.NoError(t, game(e, 20))
	require.NoError(t, game(e, 3), "another game")
	require.NoError(t, e.Close())
	require.NoError(t, game(e, 3), "started again")
}

// An engine may speak as Scan 2 does.
func TestOldEnginePlays(t *testing.T) {
	e := engine(t, scan2)
	for _, budget := range []string{"milliseconds", "nodes"} {
		s, err := Parse("hub:engine=" + e.spec.Engine + "," + budget + "=100,dialect=scan2")
		require.NoError(t, err)
		old, err := New(e.rules, s)
		require.NoError(t, err)
		defer old.Close()
		require.NoError(t, game(old, 20))
		require.NoError(t, game(old, 3), "another game")
		_, ok := old.dialect.move(line{Command: "move"})
		require.False(t, ok)
	}
	require.ErrorContains(t, game(engine(t, scan2), 1), "ended", "what is said in today's form it does not know")
}

// An engine that fails says why, and plays the next game as if it had not.
func TestEnginesFail(t *testing.T) {
	for how, want := range map[string]string{
		"crash":   "has ended",
		"silent":  "gave no answer in time: 1s",
		"illegal": "1-50",
		"garbage": "said, in place of a turn: done",
		"error":   `said, in place of a turn: error message="no idea"`,
		"long":    "said a line that is too long",
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			e := engine(t, how)
			require.ErrorContains(t, game(e, 20), want)
			require.NoError(t, game(e, 2))
		})
	}
	for how, want := range map[string]string{"mute": "gave no answer", "exits": "has ended"} {
		require.ErrorContains(t, game(engine(t, how), 1), want)
	}
	require.NoError(t, game(engine(t, "stays"), 1), "an engine that does not quit is killed")
}

// A second answer is not taken for one to the next question.
func TestEngineThatAnswersTwice(t *testing.T) {
	e := engine(t, "twice")
	h := rules.NewHistory(e.rules, e.rules.Start())
	turn, err := e.Choose(h, 0)
	require.NoError(t, err)
	h.Play(turn)
	time.Sleep(50 * time.Millisecond) // the other side thinks
	_, err = e.Choose(h, 0)
	require.ErrorContains(t, err, `unasked`)
}

// Who ends the engine ends the wait for its answer.
func TestCloseEndsTheWait(t *testing.T) {
	e := engine(t, "mute")
	e.spec.Limit = 3600
	failed := make(chan error)
	go func() { failed <- game(e, 1) }()
	select {
	case <-failed:
		t.Fatal("a mute engine has answered")
	case <-time.After(50 * time.Millisecond):
	}
	require.NoError(t, e.Close())
	select {
	case err := <-failed:
		require.Error(t, err)
	case <-time.After(20 * time.Second):
		t.Fatal("the engine is still waited for")
	}
}

// The limit is on silence beyond the time that the engine was given.
func TestTimeIsNotSilence(t *testing.T) {
	e := engine(t, "well")
	e.spec.Nodes, e.spec.Milliseconds = 0, 90_000
	p, err := e.running()
	require.NoError(t, err)
	require.Equal(t, 120*time.Second, p.limit)
}

func TestEngineThatIsNotThere(t *testing.T) {
	e, err := New(given.Default(t), Spec{Engine: "./no-such-engine", Nodes: 1, Limit: 1})
	require.NoError(t, err)
	require.ErrorContains(t, game(e, 1), "no-such-engine")
}

func TestNoEngineForClaims(t *testing.T) {
	_, err := New(given.Rules(t, "polonaise-souffler"), Spec{Engine: "x", Nodes: 1})
	require.ErrorContains(t, err, "knows no claims")
}

func TestSpecs(t *testing.T) {
	for text, want := range map[string]string{
		"hub:engine=./scan  hub,nodes=1000":               "hub:engine=./scan hub,nodes=1000",
		"hub:depth=4, engine=scan,limit=60":               "hub:engine=scan,depth=4",
		"hub:engine=a,milliseconds=50,variant=bt,limit=3": "hub:engine=a,milliseconds=50,limit=3,variant=bt",
		"hub:engine=a,depth=3,dialect=scan2":              "hub:engine=a,depth=3,dialect=scan2",
		"hub:engine=a,nodes=1,dialect=scan2":              "hub:engine=a,nodes=1,dialect=scan2",
		"hub:engine=a,depth=1,dialect=scan2,variant=bt":   "-knows no variants",
		"hub:engine=a,depth=1,dialect=scan3":              "-unknown dialect",
		"hub:nodes=1":                                     "-no engine",
		"hub:engine=a":                                    "-0 budgets",
		"hub:engine=a,nodes=1,depth=1":                    "-2 budgets",
		"hub:engine=a,nodes=x":                            "-nodes cannot be",
		"hub:engine=a,node=1":                             "-unknown option",
		"hub:engine=a,nodes=1,nodes=2":                    "-stated twice",
		"hub:engine=a,limit=2000000000,nodes=1":           "-from 1 to 1000000000",
		`hub:engine="my  engines/a" 'b,c'  d,nodes=1`:     `hub:engine="my  engines/a" 'b,c' d,nodes=1`,
		`hub:engine="a,nodes=1`:                           "-a quote is not closed",
		"search:nodes=1":                                  "-not an engine",
	} {
		s, err := Parse(text)
		if wrong, ok := strings.CutPrefix(want, "-"); ok {
			require.ErrorContains(t, err, wrong, text)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, s.String())
		again, err := Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
	}
}

func FuzzLine(f *testing.F) {
	f.Add("done move=32-28 ponder=\"19-23 x\"")
	f.Add("level infinite")
	f.Add("pos pos=W=\"")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parseLine(text)
		if err != nil || strings.ContainsAny(text, "\"\r\n\v\f\u0085\u00a0\u2003") {
			return
		}
		again, err := parseLine(l.String())
		require.NoError(t, err)
		require.Equal(t, l, again)
	})
}

func TestWordsOfACommand(t *testing.T) {
	for command, want := range map[string][]string{
		`./scan hub`:             {"./scan", "hub"},
		`"my  engines/a" 'b "c'`: {"my  engines/a", `b "c`},
		`a --name="b c"d ""`:     {"a", "--name=b cd", ""},
	} {
		require.Equal(t, want, Spec{Engine: command}.command(), command)
	}
}

func FuzzSpec(f *testing.F) {
	f.Add(`hub:engine="my engines/a" 'b,c',nodes=1`)
	f.Add("hub:engine=./scan hub,nodes=1000")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}
