package notation

import (
	"testing"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// turn makes a turn of squares by number.
func turn(t *testing.T, n *Notation, claim rules.ClaimKind, named int, action rules.Action, from, to int, captured ...int) rules.Turn {
	t.Helper()
	square := func(k int) board.Square {
		if k == 0 {
			return board.NoSquare
		}
		q, ok := n.Numbered(k)
		require.True(t, ok)
		return q
	}
	out := rules.Turn{Claim: claim, Action: action, Named: square(named), From: square(from), To: square(to), Offers: board.NoSquare}
	for _, k := range captured {
		out.Captured = out.Captured.With(square(k))
	}
	return out
}

func TestEveryKindOfTurn(t *testing.T) {
	n := Of(profile.Default())
	at, err := n.ReadFEN("W:W28,47,33:B14,22,23,13")
	require.NoError(t, err)
	offered := turn(t, n, rules.NoClaim, 0, rules.Quiet, 28, 23)
	offered.Offers = offered.To
	for text, tu := range map[string]rules.Turn{
		"28-23":         turn(t, n, rules.NoClaim, 0, rules.Quiet, 28, 23),
		"28x19":         turn(t, n, rules.NoClaim, 0, rules.Capture, 28, 19, 23),
		"huff@22/28-23": turn(t, n, rules.Huff, 22, rules.Quiet, 28, 23),
		"huff@22/28x19": turn(t, n, rules.Huff, 22, rules.Capture, 28, 19, 23),
		"huff@22":       turn(t, n, rules.Huff, 22, rules.Nothing, 0, 0),
		"huff@22/pass":  turn(t, n, rules.Huff, 22, rules.Pass, 0, 0),
		"compel":        turn(t, n, rules.Compel, 0, rules.Nothing, 0, 0),
		"compel@14":     turn(t, n, rules.Compel, 14, rules.Nothing, 0, 0),
		"waive":         turn(t, n, rules.Waive, 0, rules.Nothing, 0, 0),
		"pass":          turn(t, n, rules.NoClaim, 0, rules.Pass, 0, 0),
		"draw":          turn(t, n, rules.NoClaim, 0, rules.CallDraw, 0, 0),
		"33-29@23":      offered,
	} {
		if tu.Offers != board.NoSquare {
			tu.From, _ = n.Numbered(33)
			tu.To, _ = n.Numbered(29)
		}
		turns := []rules.Turn{tu}
		require.Equal(t, text, n.Format(PDN, at, tu, turns))
		for _, form := range []Form{PDN, Hub} {
			got, err := n.Parse(n.Format(form, at, tu, turns), at, turns)
			require.NoError(t, err)
			require.Equal(t, tu, got)
		}
	}
}

func TestSharedEndsAreToldApartByTheirRoutes(t *testing.T) {
	n := Of(profile.Default())
	at, err := n.ReadFEN("W:WK38:B32,22,33,23")
	require.NoError(t, err)
	// 38x27x18 takes 32 and 22, 38x29x18 takes 33 and 23.
	a := turn(t, n, rules.NoClaim, 0, rules.Capture, 38, 18, 22, 32)
	b := turn(t, n, rules.NoClaim, 0, rules.Capture, 38, 18, 23, 33)
	turns := []rules.Turn{a, b}
	require.Equal(t, "38x27x18", n.Format(PDN, at, a, turns))
	require.Equal(t, "38x29x18", n.Format(PDN, at, b, turns))
	require.Equal(t, "38x18x22x32", n.Format(Hub, at, a, turns))
	require.Equal(t, "38x18", n.Format(PDN, at, a, turns[:1]))
	for _, text := range []string{"38x27x18", "38x18x22x32", "38x18x32x22", "38 X 27 × 18", "38-27–18"} {
		got, err := n.Parse(text, at, turns)
		require.NoError(t, err, text)
		require.Equal(t, a, got)
	}
	_, err = n.Parse("38x18", at, turns)
	require.EqualError(t, err, `turn "38x18": fits several (want one of 38x27x18 = 38x18x22x32, 38x29x18 = 38x18x23x33)`)
	_, err = n.Parse("38-33", at, turns)
	require.EqualError(t, err, `turn "38-33": not playable (want 38x27x18 = 38x18x22x32, 38x29x18 = 38x18x23x33)`)
	for _, bad := range []string{"", "38", "huff@", "huff@99", "compel@x", "38-33-29", "38x51", "huff@22/", "x", "-", "38-33@"} {
		_, err := n.Parse(bad, at, turns)
		require.Error(t, err, bad)
	}
}

func TestARouteThatPromotes(t *testing.T) {
	p := profile.Default()
	p.Promotion.When = profile.InPassing
	n := Of(p)
	at, err := n.ReadFEN("W:W14:B10")
	require.NoError(t, err)
	man := turn(t, n, rules.NoClaim, 0, rules.Capture, 14, 5, 10)
	king := man
	king.Promotes = true
	turns := []rules.Turn{man, king}
	require.Equal(t, "14x5", n.Format(PDN, at, man, turns))
	require.Equal(t, "14x5=K", n.Format(PDN, at, king, turns))
	got, err := n.Parse("14x5=K", at, turns)
	require.NoError(t, err)
	require.Equal(t, king, got)
	got, err = n.Parse("14x5", at, turns)
	require.NoError(t, err)
	require.Equal(t, man, got)
	require.Equal(t, "14x5", n.Format(PDN, at, king, turns[1:]))
}

func TestLinesMarkOmissions(t *testing.T) {
	p := profile.Default()
	n := Of(p)
	at, err := n.ReadFEN("W:W28:B14,22,23")
	require.NoError(t, err)
	due := turn(t, n, rules.NoClaim, 0, rules.Capture, 28, 19, 23)
	quiet := turn(t, n, rules.NoClaim, 0, rules.Quiet, 28, 32)
	quiet.Omission = profile.Missed
	quiet.Huffable = due.Captured.Or(board.SetOf(due.From))
	p.Claim.Remedies = []profile.Remedy{profile.CompelRemedy, profile.WaiveRemedy}
	require.Equal(t, []string{"28-32 !", "28x19"}, n.Lines(PDN, at, []rules.Turn{quiet, due}))
	p.Claim.Remedies = []profile.Remedy{profile.HuffRemedy, profile.WaiveRemedy}
	require.Equal(t, []string{"28-32 ! 23,28", "28x19x23"}, n.Lines(Hub, at, []rules.Turn{quiet, due}))
}
