package player_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/internal/testing/long"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

// shares has a player choose many times from one history and returns how often it
// chose each turn, in hub notation, and how often it was corrected.
func shares(t *testing.T, r *rules.Rules, spec, fen string, turns ...string) (map[string]float64, float64) {
	t.Helper()
	h, n := at(t, r, fen, turns...)
	s := h.State()
	p, source := player.Made(t, r, spec), random.New("shares", spec, fen)
	found, corrected := map[string]float64{}, 0
	for range trials {
		turn, err := p.Choose(h, random.Chance(source.Uint64()))
		require.NoError(t, err)
		require.Contains(t, h.Turns(), turn)
		found[n.Format(notation.Hub, s.Setup(), turn, h.Turns())]++
		if c, ok := p.(interface{ Corrected() int }); ok {
			corrected += c.Corrected()
		}
	}
	for turn := range found {
		found[turn] /= trials
	}
	return found, float64(corrected) / trials
}

const trials = 4000

// share adds up the shares of the turns that a pattern matches.
func share(found map[string]float64, pattern string) (sum float64) {
	re := regexp.MustCompile(pattern)
	for turn, s := range found {
		if re.MatchString(turn) {
			sum += s
		}
	}
	return sum
}

// near requires a share within four standard deviations of what was promised.
func near(t *testing.T, want, got float64, what string) {
	t.Helper()
	require.InDelta(t, want, got, 4*math.Sqrt(want*(1-want)/trials)+1e-9, what)
}

const (
	owesAhead = "W:W28,46:B22,9"        // 28x17
	owesBack  = "W:W28,46:B33,9"        // 28x39, towards White's own side
	owesTwo   = "W:W28,46:B22,12,9"     // 28x17 and on over 12
	owesKing  = "W:WK46,50:B28,9"       // a king takes from afar
	openClaim = "46-41"                 // after owesAhead: the man on 28 may be huffed
	idleWhite = "W:W31,33,35,40:B1,2,3" // nothing to take
)

func TestOversight(t *testing.T) {
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	seen, _ := shares(t, r, "greedy:oversight=30", owesAhead)
	near(t, 0.70, seen["28x17x22"], "a jump ahead")
	near(t, 0, seen["28x22"], "nothing else is a capture")

	seen, _ = shares(t, r, "greedy:oversight=30", owesBack)
	near(t, 1-0.45, seen["28x39x33"], "a jump backwards")

	seen, _ = shares(t, r, "greedy:oversight=30", owesKing)
	near(t, 1-0.45, share(seen, "^..x"), "a king's jump from afar")

	// The first jump is overlooked in 30 of 100; the second, straight on or round a
	// corner, more often.
	seen, _ = shares(t, r, "greedy:oversight=30", owesTwo)
	near(t, 0.70*(1-0.30*1.2*1.3), share(seen, "^........."), "both jumps")
	near(t, 0.70*0.30*1.2*1.3, seen["28x17x22"], "the first alone")

	seen, _ = shares(t, r, "greedy:vigilance=90", owesAhead)
	require.Equal(t, map[string]float64{"28x17x22": 1}, seen, "without oversight nothing is overlooked")
}

func TestVigilance(t *testing.T) {
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	seen, _ := shares(t, r, "search:nodes=60,vigilance=40", owesAhead, openClaim)
	near(t, 0.40, share(seen, "^h"), "omissions noticed")

	// A huff that needs no claim is not a matter of noticing.
	r = compile(t, func(p *profile.Profile) {
		given.Claimable(profile.HuffRemedy)(p)
		p.Claim.Automatic = true
	})
	seen, _ = shares(t, r, "random:vigilance=0", owesAhead, openClaim)
	for turn := range seen {
		require.Regexp(t, "^huff@28", turn)
	}
}

// An omission that goes unnoticed leaves no claim, and own captures are overlooked as
// ever: to break one off is still no omission where no claim covers that.
func TestOversightWithAClaimOpen(t *testing.T) {
	r := compile(t, func(p *profile.Profile) {
		given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p)
		p.Claim.Covers = []profile.Omission{profile.Missed}
	})
	seen, corrected := shares(t, r, "greedy:oversight=30,vigilance=0", "W:W24,28,33,34,38,46:B15,20,22", "46-41")
	near(t, 0.70, seen["20x40x24x34"], "the first jump is seen")
	near(t, 0.70*0.30*1.2*1.3, corrected, "a capture that was to be broken off")
}

// Where captures are compulsory, who overlooks one is put right, and it is counted.
func TestIllegalIntentionsAreCorrected(t *testing.T) {
	r := compile(t, nil)
	seen, corrected := shares(t, r, "greedy:oversight=30", owesAhead)
	require.Equal(t, map[string]float64{"28x17x22": 1}, seen)
	near(t, 0.30, corrected, "corrections")

	_, corrected = shares(t, r, "greedy:oversight=30", idleWhite)
	require.Zero(t, corrected, "nothing is owed")

	// What is covered by no claim is illegal too.
	r = compile(t, func(p *profile.Profile) {
		given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p)
		p.Claim.Covers = []profile.Omission{profile.Missed}
	})
	seen, corrected = shares(t, r, "greedy:oversight=30", owesTwo)
	require.NotContains(t, seen, "28x17x22")
	near(t, 0.70*0.30*1.2*1.3, corrected, "captures broken off")
}

func TestSecondLook(t *testing.T) {
	r := compile(t, given.Claimable(profile.HuffRemedy, profile.WaiveRemedy))
	seen, _ := shares(t, r, "greedy:oversight=30,release=40", owesAhead)
	near(t, 1-0.30*(0.40+0.60*0.30), seen["28x17x22"], "seen at once or before releasing")
	// Where no rule lets a player change his mind with the piece in hand he does not.
	r = compile(t, func(p *profile.Profile) {
		given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p)
		p.Conduct.Release = profile.ReleaseFree
	})
	seen, _ = shares(t, r, "greedy:oversight=30,release=40", owesAhead)
	near(t, 0.70, seen["28x17x22"], "seen at once")
}

// Two may take, and of the moves that are no captures one alone is left, that of 28.
const owesEither = "W:W26,28:B21,22"

// Who is put right plays the piece in hand where touch-move binds.
func TestThePieceInHandIsPlayed(t *testing.T) {
	for touch, want := range map[profile.TouchMove]float64{profile.TouchFree: 0.5, profile.TouchStrict: 0.16/2 + 0.24 + 0.36} {
		r := compile(t, func(p *profile.Profile) { p.Conduct.TouchMove = touch })
		seen, corrected := shares(t, r, "random:oversight=60", owesEither)
		near(t, want, seen["28x17x22"], fmt.Sprint(touch))
		near(t, 0.36, corrected, fmt.Sprint(touch))
	}
	// A second look is of use only with that piece.
	for touch, want := range map[profile.TouchMove]float64{profile.TouchFree: 0.36 * 0.36, profile.TouchStrict: 0.36 * 0.60} {
		r := compile(t, func(p *profile.Profile) {
			given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p)
			p.Conduct.TouchMove = touch
		})
		seen, _ := shares(t, r, "greedy:oversight=60,release=0", owesEither)
		near(t, want, seen["28-23"], fmt.Sprint(touch))
	}
	// Who has the piece that must take in hand does not mean to play another.
	r := compile(t, func(p *profile.Profile) { p.Conduct.TouchMove = profile.TouchStrict })
	_, corrected := shares(t, r, "random:oversight=60,touch=100", "W:W26,46:B21,9")
	near(t, 0.5*0.6, corrected, "26 has no other move than to take, 46 has and may not")
}

// A piece is touched as often as was said, and a claim goes by it.
func TestTouchLosesClaims(t *testing.T) {
	for word, want := range map[string]struct{ huff, compel float64 }{
		// Of nine turns four are huffs and one is the replay; where no own piece was touched first, the
		// piece at fault is in 40 of 100 cases.
		"must-huff":  {0.6 * (0.4 + 0.6*4.0/9), 0.6 * 0.6 / 9},
		"no-compel":  {0.6 * (0.4*4.0/8 + 0.6*4.0/9), 0.6 * 0.6 / 9},
		"touch-free": {4.0 / 9, 1.0 / 9},
	} {
		r := compile(t, func(p *profile.Profile) {
			given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy)(p)
			if word == "touch-free" {
				return
			}
			p.Conduct.TouchMove, p.Conduct.TouchAgainstDuty = profile.TouchStrict, profile.TouchStands
			p.Conduct.ClaimAfterTouch = profile.ClaimLapses
			require.NoError(t, profile.AxisOf("conduct.claim_by_touch").Set(p, word))
		})
		h, _ := at(t, r, owesAhead, openClaim)
		require.Len(t, h.Turns(), 9)
		seen, _ := shares(t, r, "random:touch=40", owesAhead, openClaim)
		near(t, want.huff, share(seen, "^h"), word+": huffs")
		near(t, want.compel, seen["compel"], word+": replays")
	}
}

func TestTouch(t *testing.T) {
	strict := compile(t, func(p *profile.Profile) { p.Conduct.TouchMove = profile.TouchStrict })
	found, _ := shares(t, strict, "random:touch=100", idleWhite)
	for _, piece := range []string{"31", "33", "35", "40"} {
		near(t, 0.25, share(found, "^"+piece), "each piece is touched as often as another")
	}
	// 31 has two moves, 33 two, 35 one, 40 one: unbound, turns are alike.
	loose := compile(t, nil)
	found, _ = shares(t, loose, "random:touch=100", idleWhite)
	near(t, 2.0/6, share(found, "^31"), "touching binds to nothing")

	// A piece touched while another must take.
	for word, want := range map[string]float64{"duty": 1, "touch": 0.5, "opponent-chooses": 0.5} {
		r := compile(t, func(p *profile.Profile) {
			given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p)
			p.Conduct.TouchMove = profile.TouchStrict
			require.NoError(t, profile.AxisOf("conduct.touch_against_duty").Set(p, word))
		})
		found, _ := shares(t, r, "greedy:touch=100", owesAhead)
		near(t, want, found["28x17x22"], word)
	}

	// Touching an own piece first lets a claim go, where a rule says so; elsewhere the
	// piece is bound to move, unless the omission is taken back.
	for word, claims := range map[string]bool{"lapses": false, "stands": true} {
		r := compile(t, func(p *profile.Profile) {
			given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy)(p)
			p.Conduct.TouchMove = profile.TouchStrict
			require.NoError(t, profile.AxisOf("conduct.claim_after_touch").Set(p, word))
		})
		found, _ = shares(t, r, "random:touch=100", owesAhead, openClaim)
		require.Equal(t, claims, share(found, "^h") > 0, word)
		require.Equal(t, claims, found["compel"] > 0, word)
	}
}

// Who sets two pieces right without a word has to play the one that the opponent likes
// best, where a word is owed: it is the better one only if both are as good.
func TestAdjustingWithoutAWord(t *testing.T) {
	declared := func(word string) *rules.Rules {
		return compile(t, func(p *profile.Profile) {
			given.Claimable(profile.HuffRemedy, profile.WaiveRemedy)(p)
			p.Conduct.TouchMove, p.Conduct.TouchAgainstDuty, p.Conduct.Adjusting = profile.TouchStrict, profile.TouchStands, word
		})
	}
	found, _ := shares(t, declared(profile.AdjustingDeclared), "greedy:adjust=100", owesAhead)
	require.Zero(t, found["28x17x22"], "28 and 46 are touched, and the opponent has 46 played")
	found, _ = shares(t, declared(profile.AdjustingDeclared), "greedy:adjust=30", owesAhead)
	near(t, 0.7, found["28x17x22"], "in thirty of a hundred turns")
	found, _ = shares(t, declared("none"), "greedy:adjust=100", owesAhead)
	require.Equal(t, 1.0, found["28x17x22"], "no rule speaks of it")
}

// Where a rule says so, a turn is played again with the piece that was touched for it.
func TestReplayedWithTheTouchedPiece(t *testing.T) {
	const both = "W:W28,37:B22,31,9" // 28x17 and 37x26
	for word, bound := range map[string]bool{profile.CompelTouched: true, "any": false} {
		r := compile(t, func(p *profile.Profile) {
			given.Claimable(profile.CompelRemedy, profile.WaiveRemedy)(p)
			p.Conduct.CompelPiece = word
		})
		n := notation.Of(r.Profile())
		others := 0
		for seed := range uint64(200) {
			h, _ := at(t, r, both)
			p := player.Made(t, r, "random:oversight=95")
			p.NewGame()
			first, err := p.Choose(h, random.Chance(seed))
			require.NoError(t, err)
			if first.Action != rules.Quiet {
				continue
			}
			h.Play(first)
			compel, err := n.Parse("compel", h.Now().Setup(), h.Turns())
			require.NoError(t, err)
			h.Play(compel)
			again, err := p.Choose(h, random.Chance(seed+1))
			require.NoError(t, err)
			if again.From != first.From {
				others++
			}
		}
		require.Equal(t, !bound, others > 0, word)
	}
}

// Every player plays under any valid rule set: with any words on conduct too, which random
// rule sets lack.
func TestPlayersPlayUnderAnyRules(t *testing.T) {
	rng, ruleSets := rand.New(rand.NewPCG(5, 6)), 40
	if long.Form(t) {
		ruleSets = 300
	}
	for range ruleSets {
		p := conformance.RandomProfile(rng)
		if rng.IntN(2) == 0 {
			p.Draws = conformance.RandomDraws(rng)
		}
		for i := range profile.Axes {
			a := &profile.Axes[i]
			if !strings.HasPrefix(a.Key, "conduct.") {
				continue
			}
			was := *p
			if a.Applies(p) {
				require.NoError(t, a.Set(p, a.Values[rng.IntN(len(a.Values))].Word), a.Key)
			}
			if p.Settle(); len(profile.Check(p)) > 0 {
				*p = was
			}
		}
		r := given.Compiled(t, p)
		for _, spec := range []string{
			"random:oversight=30,vigilance=50,touch=50,release=50,adjust=20", "greedy:oversight=20", "search:nodes=5,noise=30",
			"search:nodes=5,oversight=20,vigilance=70,touch=30,release=50,adjust=20",
		} {
			t.Run(spec, func(t *testing.T) {
				t.Log(r.PlayText())
				play(t, r, player.Made(t, r, spec), player.Made(t, r, spec), 1)
			})
		}
	}
}
