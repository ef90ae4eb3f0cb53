package engines

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

// first chooses the first turn.
type first struct{}

func (first) NewGame() {}
func (first) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	return h.Turns()[0], nil
}

// answers are what the first turns' chooser answers to lines, and the budgets that it was
// given.
func answers(t *testing.T, lines ...string) (said []string, budgets []Budget) {
	t.Helper()
	s := Server{Rules: given.Default(t), Name: "varlab", Version: "1", New: func(b Budget) (Player, error) {
		budgets = append(budgets, b)
		return first{}, nil
	}}
	var out bytes.Buffer
	require.NoError(t, s.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out))
	return strings.Split(strings.TrimSpace(out.String()), "\n"), budgets
}

func TestServe(t *testing.T) {
	said, budgets := answers(t,
		"hub", "set-param name=book value=true", "init", "new-game", "ping",
		"level nodes=50", "pos moves = \"32-28 19-23 28x19x23\"", "go think",
		"level move-time=0.5", "go think",
		"level time=60 inc=1 moves=10", "go think",
		"level infinite", "pos pos="+"Wb"+strings.Repeat("e", 45)+"weee", "go think",
		"pos pos=W"+strings.Repeat("e", 49)+"w", "go",
		"pos pos=Wx", "go think", "pos moves=\"32-51\"", "level depth=many", "level depth=nan",
		"pos pos=W"+strings.Repeat("w", 5)+strings.Repeat("e", 40)+strings.Repeat("b", 5),
		"go=", "quit", "ping",
	)
	require.Equal(t, []string{
		"id name=varlab version=1",
		"wait",
		"ready",
		"pong",
		"done move=13x24x19",
		"done move=13x24x19",
		"done move=13x24x19",
		"done move=47-41",
	}, said[:8])
	errors := said[8:]
	require.Len(t, errors, 8)
	for i, want := range []string{"game is over", "hub position", "there is no position", "51 is not a square (want 1 to 50)", "depth", "depth", "kings; 5 men", "no command"} {
		require.Contains(t, errors[i], want)
		require.Regexp(t, `^error message="[^"]*"$`, errors[i])
	}
	require.Equal(t, []Budget{{Nodes: 50}, {Nodes: 500_000}, {Nodes: 2_000_000}, {}}, budgets)
}

// What the protocol may come to know one day is passed over.
func TestServePassesOverWhatItDoesNotKnow(t *testing.T) {
	said, budgets := answers(t, "jump high=1", "level hope=much depth=3 ponder", "pos start", "go wild=1")
	require.Equal(t, []string{"done move=31-26"}, said)
	require.Equal(t, []Budget{{Depth: 3}}, budgets)
}

// thinker chooses the first turn when it is told to.
type thinker struct {
	first
	begun, enough chan bool
}

func (p thinker) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	p.begun <- true
	<-p.enough
	return p.first.Choose(h, c)
}

// While a move is chosen a ping is answered; other lines wait for the move.
func TestServeWhileThinking(t *testing.T) {
	p := thinker{begun: make(chan bool), enough: make(chan bool)}
	s := Server{Rules: given.Default(t), New: func(Budget) (Player, error) { return p, nil }}
	in, says := io.Pipe()
	hears, out := io.Pipe()
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, in, out) }()
	lines := bufio.NewScanner(hears)
	hear := func() string {
		require.True(t, lines.Scan())
		return lines.Text()
	}
	fmt.Fprintln(says, "go think")
	<-p.begun
	fmt.Fprintln(says, "ping")
	require.Equal(t, "pong", hear())
	fmt.Fprintln(says, "stop")
	fmt.Fprintln(says, "pos moves=32-28")
	p.enough <- true
	require.Equal(t, "done move=31-26", hear())
	fmt.Fprintln(says, "go think")
	<-p.begun
	p.enough <- true
	require.Equal(t, "done move=16-21", hear(), "the position that was told meanwhile")

	// Who is interrupted answers nothing more, thinking or not.
	fmt.Fprintln(says, "go think")
	<-p.begun
	interrupt()
	require.ErrorIs(t, <-ended, context.Canceled)
	p.enough <- true

	ctx, interrupt = context.WithCancel(t.Context())
	go func() { ended <- s.Serve(ctx, in, out) }()
	interrupt()
	require.ErrorIs(t, <-ended, context.Canceled)
}

func TestALineHasNoEndInIt(t *testing.T) {
	require.Equal(t, `error message="a b c"`, line{"error", []Pair{{"message", "a\nb\r\"c"}}}.String())
}

// A game told as moves is the game.
func TestServeFollowsMoves(t *testing.T) {
	r := given.Default(t)
	n := notation.Of(r.Profile())
	h := rules.NewHistory(r, r.Start())
	source := random.New("hub")
	var moves []string
	for range 40 {
		turns := h.Turns()
		turn := turns[random.Below(source, len(turns))]
		at := h.State()
		moves = append(moves, n.Format(notation.Hub, at.Setup(), turn, turns))
		h.Play(turn)
	}
	said, _ := answers(t, line{"pos", []Pair{{"moves", strings.Join(moves, " ")}}}.String(), "go think")
	at := h.State()
	require.Equal(t, []string{"done move=" + n.Format(notation.Hub, at.Setup(), h.Turns()[0], h.Turns())}, said)
}

// patient says how far it has come, and goes on until it is stopped.
type patient struct {
	first
	see  func(depth, score, nodes int, best rules.Turn)
	stop chan struct{}
}

func (p *patient) Watch(see func(depth, score, nodes int, best rules.Turn)) { p.see = see }
func (p *patient) Stop()                                                    { close(p.stop) }
func (p *patient) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	p.see(3, -150, 2_000_000, h.Turns()[1])
	<-p.stop
	return p.first.Choose(h, c)
}

// A search says how far it has come, and ends at stop; another variant can be chosen.
func TestServeSaysHowFarItIs(t *testing.T) {
	seconds := 0.0
	s := Server{
		Rules: given.Default(t), Name: "varlab", Version: "1", Variant: "one", Variants: []string{"one", "two"},
		New:   func(Budget) (Player, error) { return &patient{stop: make(chan struct{})}, nil },
		Clock: func() float64 { seconds += 0.5; return seconds },
	}
	s.Use = func(id string) (Server, error) {
		other := s
		other.New = func(Budget) (Player, error) { return first{}, nil }
		return other, nil
	}
	in, commands := io.Pipe()
	read, out := io.Pipe()
	go func() {
		defer out.Close()
		s.Serve(t.Context(), in, out)
	}()
	lines := bufio.NewScanner(read)
	said := func(command string) string {
		fmt.Fprintln(commands, command)
		require.True(t, lines.Scan())
		return lines.Text()
	}
	require.Equal(t, "id name=varlab version=1", said("hub"))
	require.True(t, lines.Scan())
	require.Equal(t, `param name=variant value=one type=enum values="one two"`, lines.Text())
	require.True(t, lines.Scan())
	require.Regexp(t, `^info depth=3 score=-1\.50 nodes=2000000 time=0\.500 nps=4\.0 pv=\S+$`, said("go think"))
	require.Regexp(t, "^done move=", said("stop"))
	require.NoError(t, s.Serve(t.Context(), strings.NewReader("go think\nquit\n"), io.Discard), "who quits does not wait for the budget")
	require.Contains(t, said("set-param name=variant value=three"), "variant cannot be three (want one of one, two)")
	require.Regexp(t, "^done move=", said("set-param name=variant value=two\ngo think"), "without a word, and without stop")
	commands.Close()
}
