package player_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/variants"

	"github.com/stretchr/testify/require"
)

func compile(t testing.TB, change func(*profile.Profile)) *rules.Rules {
	t.Helper()
	return given.Default(t, func(p *profile.Profile) {
		p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3, SideToMove: true}}
	}, change)
}

func english(p *profile.Profile) {
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
	p.Man.Capture, p.King.Range = profile.CapturesForward, profile.Short
	p.Capture.Precedence = nil
	p.Settle()
	p.Promotion.EndsMove = true
}

// at sets up a position after turns in hub notation.
func at(t testing.TB, r *rules.Rules, fen string, turns ...string) (*rules.History, *notation.Notation) {
	t.Helper()
	n := notation.Of(r.Profile())
	h := rules.NewHistory(r, given.State(t, r, fen))
	for _, text := range turns {
		s := h.State()
		turn, err := n.Parse(text, s.Setup(), h.Turns())
		require.NoError(t, err)
		h.Play(turn)
	}
	return h, n
}

func choose(t testing.TB, r *rules.Rules, spec, fen string, turns ...string) string {
	t.Helper()
	h, n := at(t, r, fen, turns...)
	turn, err := player.Made(t, r, spec).Choose(h, random.Chance(1))
	require.NoError(t, err)
	s := h.State()
	return n.Format(notation.Hub, s.Setup(), turn, h.Turns())
}

func TestSearchWinsAtOnce(t *testing.T) {
	// Black's king in the corner is shut in.
	r := compile(t, nil)
	require.Equal(t, "16-11", choose(t, r, "search:nodes=500", "W:WK1,K17,K16:BK6"))
}

func TestSearchClaims(t *testing.T) {
	// White has left 28x17 and Black can take the idle man from the board, or be
	// paid nothing: huffing wins a man.
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	got := choose(t, r, "search:nodes=2000", "W:W28,46:B22,9", "46-41")
	require.Regexp(t, "^huff@28/", got)
}

func TestSearchLeavesNoManToBeHuffed(t *testing.T) {
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	require.Equal(t, "28x17x22", choose(t, r, "search:nodes=2000", "W:W28,46:B22,9"))
}

// White must take 28x19, and Black takes three men for it, 14x45. Where the huff
// is all that Black can do about it, White leaves the capture and loses one man;
// where Black can have it made, nothing is gained by leaving it.
func TestSearchOmitsWhereTheHuffIsTheLesserEvil(t *testing.T) {
	const fen = "W:W28,29,40,50:B23,18,14,10,4"
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	got := choose(t, r, "search:nodes=5000", fen)
	require.NotEqual(t, "28x19x23", got)
	h, n := at(t, r, fen, got)
	require.Equal(t, 1, h.Now().Huffable().Len())
	require.Equal(t, "28", n.Name(h.Now().Huffable().First()))
	require.Equal(t, "28x19x23", choose(t, r, "search:nodes=5000,stands=0", fen))

	r = compile(t, given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy))
	h, _ = at(t, r, fen, got)
	turn, err := player.Made(t, r, "search:nodes=5000").Choose(h, random.Chance(1))
	require.NoError(t, err)
	require.Equal(t, rules.Compel, turn.Claim)
}

// A player that never stands the huff does not count on doing so later, whichever side it
// plays; that its opponent may, it knows.
func TestSearchTakesWhereItDoesNotStandTheHuff(t *testing.T) {
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	stands, takes := player.Made(t, r, "search:nodes=5000,weights=0"), player.Made(t, r, "search:nodes=5000,weights=0,stands=0")
	for _, c := range [][3]string{
		{"W:W38,43,21,24,33:B29,12,9,11,22", "21-16", "24-19"},
		{"B:W22,39,42,40,29:B13,8,30,27,18", "30-35", "27-31"},
	} {
		for i, p := range []player.Player{stands, takes} {
			h, n := at(t, r, c[0])
			turn, err := p.Choose(h, random.Chance(1))
			require.NoError(t, err)
			require.Equal(t, c[1+i], n.Format(notation.Hub, h.Now().Setup(), turn, h.Turns()))
		}
	}
	appraiser := func(r *rules.Rules, spec string) *player.Appraiser {
		s, err := player.Parse(spec)
		require.NoError(t, err)
		eye, err := s.Appraiser(r)
		require.NoError(t, err)
		return eye
	}
	expects := func(r *rules.Rules, spec string) float64 {
		eye := appraiser(r, spec)
		h, _ := at(t, r, "B:W28,29,40,50:B19,18,14,10,4")
		_, expected := eye.Look(h)
		return expected
	}
	require.Less(t, expects(r, "search:nodes=5000,weights=0,stands=0"), 0.8)
	require.Greater(t, expects(compile(t, nil), "search:nodes=5000,weights=0"), 0.9)

	// Where nothing else is left it leaves a capture, and the best of many is seen as if it
	// were the only one.
	h, _ := at(t, r, "W:W28,29,40,50:B23,18,14,10,4")
	omissions := slices.DeleteFunc(slices.Clone(h.Turns()), func(u rules.Turn) bool { return u.Omission == profile.NoOmission })
	best, _ := appraiser(r, "search:nodes=2000,weights=0,stands=0").Best(h, omissions)
	require.Contains(t, omissions, best)
	eye := appraiser(r, "search:nodes=2000,weights=0")
	best, expected := eye.Best(h, omissions)
	_, alone := eye.Best(h, []rules.Turn{best})
	require.Equal(t, expected, alone)
}

// play plays a game and returns the result.
func play(t testing.TB, r *rules.Rules, first, second player.Player, seed uint64) rules.Result {
	source := rand.NewPCG(seed, 1754)
	first.NewGame()
	second.NewGame()
	h := rules.NewHistory(r, r.Start())
	for h.Plies() < 200 {
		if o := h.Outcome(); o.Over() {
			return o.Result
		}
		p := first
		if h.Now().Mover() == board.Second {
			p = second
		}
		turn, err := p.Choose(h, random.Chance(source.Uint64()))
		require.NoError(t, err)
		require.Contains(t, append(h.Turns(), h.Unnoticed()...), turn)
		h.Play(turn)
	}
	return rules.Draw
}

// Under each kind of obligation the search wins nearly every game against greedy
// play, and a larger budget beats a smaller one.
func TestStrengthGrows(t *testing.T) {
	for name, r := range map[string]*rules.Rules{
		"english": compile(t, english),
		"huff":    compile(t, func(p *profile.Profile) { english(p); given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p) }),
		"souffler": compile(t, func(p *profile.Profile) {
			english(p)
			given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy)(p)
		}),
		"misere": compile(t, func(p *profile.Profile) { english(p); p.Ending.NoPieces, p.Ending.NoMoves = profile.Wins, profile.Wins }),
		"free":   compile(t, func(p *profile.Profile) { english(p); p.Capture.Obligation = profile.Free }),
	} {
		t.Run(name, func(t *testing.T) {
			strong, weak := player.Made(t, r, "search:nodes=200,noise=5"), player.Made(t, r, "greedy")
			if name == "misere" {
				weak = player.Made(t, r, "random") // greedy counts material as if it were good
			}
			wins := 0
			for seed := range uint64(10) {
				a, b, want := strong, weak, rules.FirstWins
				if seed%2 == 1 {
					a, b, want = weak, strong, rules.SecondWins
				}
				if play(t, r, a, b, seed) == want {
					wins++
				}
			}
			require.GreaterOrEqual(t, wins, 8)
		})
	}
}

// A search whose buffers have grown allocates nothing, under any rule set and with
// weights or without.
func TestSearchAllocatesNothing(t *testing.T) {
	for _, id := range variants.IDs() {
		r := given.Rules(t, id)
		for _, spec := range []string{"search:nodes=1000", "search:nodes=1000,weights=1"} {
			p := player.Made(t, r, spec)
			h := rules.NewHistory(r, r.Start())
			choose := func() {
				p.NewGame()
				if _, err := p.Choose(h, 0); err != nil {
					t.Fatal(err)
				}
			}
			choose()
			require.Zero(t, testing.AllocsPerRun(5, choose), "%s under %s", spec, id)
		}
	}
}

// BenchmarkSearch plays games against itself with learned weights, as the profile for the
// compiler wants (docs/runs.md).
func BenchmarkSearch(b *testing.B) {
	for _, id := range []string{"international", "polonaise-souffler", "english"} {
		b.Run(id, func(b *testing.B) {
			r := given.Rules(b, id)
			p := player.Made(b, r, "search:nodes=2000,noise=5")
			chance := random.NewChance("bench", id)
			h := rules.NewHistory(r, r.Start())
			nodes := 0
			for i := uint64(0); b.Loop(); i++ {
				if h.Outcome().Over() || h.Plies() == 60 {
					p.NewGame()
					h = rules.NewHistory(r, r.Start())
				}
				turn, err := p.Choose(h, chance.Of(i))
				require.NoError(b, err)
				h.Play(turn)
				nodes += p.(interface{ Nodes() int }).Nodes()
			}
			b.ReportMetric(float64(nodes), "tried")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/tried")
		})
	}
}

// The budget is kept to the node.
func TestSearchKeepsItsBudget(t *testing.T) {
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy))
	for _, nodes := range []int{1, 7, 100, 1000} {
		p := player.Made(t, r, fmt.Sprintf("search:nodes=%d", nodes))
		_, err := p.Choose(rules.NewHistory(r, r.Start()), 0)
		require.NoError(t, err)
		require.Equal(t, nodes, p.(interface{ Nodes() int }).Nodes())
	}
}

// A search says what each iteration found, and ends when it is told to; a new one is not
// ended by what was said before.
func TestWatchAndStop(t *testing.T) {
	r := given.Default(t)
	p := player.Made(t, r, "search:depth=12").(interface {
		Choose(h *rules.History, c random.Chance) (rules.Turn, error)
		Watch(see func(depth, score, nodes int, best rules.Turn))
		Stop()
	})
	var depths []int
	p.Watch(func(depth, score, nodes int, best rules.Turn) {
		if depths = append(depths, depth); depth == 6 {
			p.Stop()
		}
	})
	_, err := p.Choose(rules.NewHistory(r, r.Start()), random.NewChance("watch"))
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, depths)
	depths = nil
	p.Watch(func(depth, _, _ int, _ rules.Turn) { depths = append(depths, depth) })
	_, err = p.Choose(rules.NewHistory(r, r.Start()), random.NewChance("watch"))
	require.NoError(t, err)
	require.Len(t, depths, 12)
}

// Whatever wraps a search, closing it ends a choice that is under way, and those after it.
func TestClosedSearches(t *testing.T) {
	r := given.Default(t, func(p *profile.Profile) { p.Match.Resignation = profile.StoppingAllowed })
	for _, options := range []string{"", ",oversight=5", ",resign=5", ",oversight=5,resign=5"} {
		spec := "search:nodes=999999999999" + options
		made := player.Made(t, r, spec)
		chosen := make(chan error)
		h := rules.NewHistory(r, r.Start())
		choose := func() { _, err := made.Choose(h, random.NewChance("closed")); chosen <- err }
		go choose()
		select {
		case err := <-chosen:
			t.Fatalf("%s: nobody had ended it: %v", spec, err)
		case <-time.After(50 * time.Millisecond):
		}
		require.NoError(t, made.(io.Closer).Close())
		for range 2 {
			select {
			case err := <-chosen:
				require.NoError(t, err)
			case <-time.After(10 * time.Second):
				t.Fatalf("%s goes on", spec)
			}
			made.NewGame()
			go choose()
		}
		<-chosen
	}
}
