package explore_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
	"varlab/internal/testing/disk"
)

type pasted struct {
	Error, FEN, Note string
	Turns            []string
}

func paste(t *testing.T, rules, text string) (p pasted) {
	t.Helper()
	hear(t, explore.Request{Do: "read", Rules: []explore.Ref{{Ref: rules}}, Text: text}, &p)
	return p
}

func TestPastedText(t *testing.T) {
	require.Equal(t, pasted{FEN: "W:W28:B22:H0:F1", Note: "F1 in the position is passed over", Turns: []string{}}, paste(t, "international", " W:W28:B22:H0:F1\n"))
	require.Equal(t, pasted{FEN: `[FEN "W:W28:B22"]`, Turns: []string{}}, paste(t, "international", `[FEN "W:W28:B22"]`))
	require.Equal(t, pasted{FEN: "W:W28:B22", Turns: []string{"28x17"}}, paste(t, "international", "[FEN \"W:W28:B22\"]\n\n1. 28x17 2-0"))
	require.Equal(t, []string{"c3-d4", "f6-e5"}, paste(t, "russian", "1. 22-18 11-15 *").Turns)
	require.Equal(t, []string{"4x31x42x15", "32-38"}, paste(t, "international", `[FEN "W:WK4:B13,20,32,37"]`+"\n1. 4x15 32-38").Turns[:2])
	require.Contains(t, paste(t, "international", `[FEN "W:WK4:B13,20,32,37"]`+"\n1. 4x15").Note, "4x15 may be several turns")
	require.Equal(t, []string{"32-28", "99-1", "19-23"}, paste(t, "international", "1. 32-28 99-1 2. 19-23").Turns)
	require.Contains(t, paste(t, "international", "W:W28,51:B22").Error, `"51" is not a square`)
	require.Contains(t, paste(t, "international", "W:W1:B46").Error, "it would be a position with board.white_home=low")
	require.Contains(t, paste(t, "international", "what is this").Error, "is no move")
}

// A page reads the games that games replay reads: sim/games/testdata says how far.
func TestPastedGames(t *testing.T) {
	text := disk.Read(t, "../sim/games/testdata/foreign.pdn")
	hidden := regexp.MustCompile(`\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})`)
	for _, block := range strings.Split(text, "\n== ")[1:] {
		heading, pdn, _ := strings.Cut(block, "\n")
		fields := strings.Split(heading, " | ")
		if strings.HasPrefix(fields[2], "!") || regexp.MustCompile(`\\x[89a-f]`).MatchString(pdn) {
			continue // a page is UTF-8
		}
		if strings.Contains(pdn, "/FEN") {
			continue // which begins anew
		}
		pdn = hidden.ReplaceAllStringFunc(pdn, func(s string) string {
			s, err := strconv.Unquote(`"` + s + `"`)
			require.NoError(t, err)
			return s
		})
		p := paste(t, fields[1], pdn)
		plies, _, _ := strings.Cut(fields[2], " ")
		require.Equal(t, plies, strconv.Itoa(len(p.Turns)), "%s: %+v", heading, p)
		a := ask(t, explore.Request{Do: "position", Rules: []explore.Ref{{Ref: fields[1]}}, FEN: p.FEN, Turns: p.Turns})
		require.Empty(t, a.Error, heading)
	}
}
