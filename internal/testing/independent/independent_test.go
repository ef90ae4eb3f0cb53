package independent

import "testing"

// perft counts the games of depth turns. With routes, two ways of one piece to
// the same end that take the same pieces are two turns.
func perft(turns func(Board, bool) []Turn, board Board, white bool, depth int, routes bool) int {
	if depth == 0 {
		return 1
	}
	count, seen := 0, map[string]bool{}
	for _, turn := range turns(board, white) {
		if !routes && seen[turn.String()] {
			continue
		}
		seen[turn.String()] = true
		count += perft(turns, turn.After(board), !white, depth-1, routes)
	}
	return count
}

// At depth 7, which takes a minute, the published 10,782,382 is counted with
// routes and 10,782,308 without.
func TestPerft(t *testing.T) {
	for depth, want := range []int{1, 8, 64, 708, 7538, 85090} {
		if got := perft(Turkish{}.Turns, Turkish{}.Start(), true, depth, true); got != want {
			t.Errorf("Turkish, %d turns: %d, want %d", depth, got, want)
		}
	}
}
