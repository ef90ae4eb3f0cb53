package conformance

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// Every value of every axis that plays is drawn by random profiles, and some position
// feels it: with the axis at its default the turns or the end are others. Both generators
// agree on either, so that an engine or an oracle that did not read the value would be
// noticed, as a planted fault is. (Boards differ in their start; draw clauses are for TestEndingsAgree,
// which wants every reason.)
func TestEveryValueIsFelt(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1668))
	unfelt := map[string]bool{}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if !felt(a) {
			continue
		}
		words := a.Words()
		switch a.Kind {
		case profile.Number:
			words = []string{"number"}
		case profile.Text:
			words = []string{"text"}
		}
		for _, w := range words {
			if w != fmt.Sprint(a.Default) {
				unfelt[a.Key+"="+w] = true
			}
		}
	}
	for range 400 {
		if len(unfelt) == 0 {
			return
		}
		p := RandomProfile(rng)
		for i := range profile.Axes {
			a := &profile.Axes[i]
			if !felt(a) || !a.Applies(p) {
				continue
			}
			names := valuesOf(a, a.Get(p))
			if slices.ContainsFunc(names, func(n string) bool { return unfelt[n] }) && feels(t, rng, p, a) {
				for _, n := range names {
					delete(unfelt, n)
				}
			}
		}
	}
	t.Errorf("no position of 400 random profiles feels %q", slices.Sorted(maps.Keys(unfelt)))
}

func felt(a *profile.Axis) bool {
	return a.Plays && a.Key != "draw" && !strings.HasPrefix(a.Key, "board.")
}

// valuesOf names the values by which v differs from the default of a.
func valuesOf(a *profile.Axis, v any) (names []string) {
	if fmt.Sprint(v) == fmt.Sprint(a.Default) {
		return nil
	}
	if a.Kind == profile.Text {
		return []string{a.Key + "=text"}
	}
	switch v := v.(type) {
	case int:
		return []string{a.Key + "=number"}
	case []string:
		for _, w := range v {
			names = append(names, a.Key+"="+w)
		}
		return names
	}
	return []string{a.Key + "=" + fmt.Sprint(v)}
}

// feels reports whether a game of p comes to a position in which the default of a would
// let other turns be played, or end the game otherwise.
func feels(t *testing.T, rng *rand.Rand, p *profile.Profile, a *profile.Axis) bool {
	q := *p
	require.NoError(t, a.Set(&q, a.Default))
	if a.Key == "claim.automatic" { // which stands only with a huff alone
		q.Claim.Remedies = []profile.Remedy{profile.HuffRemedy, profile.WaiveRemedy}
	}
	for i := range profile.Axes {
		switch b := &profile.Axes[i]; {
		case !b.Applies(&q):
			b.Clear(&q)
		case !b.Applies(p):
			require.NoError(t, b.Set(&q, b.Default))
		}
	}
	if len(profile.Check(&q)) > 0 {
		return false
	}
	var r [2]*rules.Rules
	for i, p := range []*profile.Profile{p, &q} {
		var err error
		if r[i], err = rules.Compile(p); err != nil {
			return false // men wait in the start for a spare one
		}
	}
	for range 30 {
		setup := RandomSetup(rng, p)
		if rng.IntN(2) == 0 {
			setup = FewPieces(rng, p)
		}
		if setup.Kings[0].Or(setup.Kings[1]).Len() > 8 {
			continue // captures among many kings have routes beyond number
		}
		if played, ok := parting(rng, r, setup); ok && agreed(t, p, setup, played) && agreed(t, &q, setup, played) {
			return true
		}
	}
	return false
}

// parting plays random turns from setup until two rule sets list others, or end the game
// otherwise, and reports whether they come to do so.
func parting(rng *rand.Rand, r [2]*rules.Rules, setup board.Setup) (played []rules.Turn, ok bool) {
	var h [2]*rules.History
	for i, r := range r {
		s, err := r.Position(setup)
		if err != nil {
			return nil, false
		}
		h[i] = rules.NewHistory(r, s)
	}
	for range 12 {
		turns := h[0].Turns()
		if !slices.Equal(turns, h[1].Turns()) || h[0].Outcome() != h[1].Outcome() || r[0].Scored(h[0].Outcome().Result) != r[1].Scored(h[1].Outcome().Result) {
			return played, true
		}
		if len(turns) == 0 {
			break
		}
		played = append(played, pick(rng, turns))
		for _, h := range h {
			h.Play(played[len(played)-1])
		}
	}
	return nil, false
}

// agreed reports whether the generators agree after some turns; not if that is too much
// for the oracle.
func agreed(t *testing.T, p *profile.Profile, setup board.Setup, turns []rules.Turn) bool {
	w, err := newWalker(p, setup)
	require.NoError(t, err)
	for _, turn := range turns {
		d, err := w.play(turn)
		require.Empty(t, d)
		if err != nil {
			return false
		}
	}
	_, d, err := w.turns()
	require.Empty(t, d)
	return err == nil
}
