package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What comes before the first games, such as tables of endings, is no part of the pace.
func TestTimeLeftFollowsThePaceOfGames(t *testing.T) {
	var b bytes.Buffer
	p := &progress{what: "games", out: &b, total: 100, began: time.Now().Add(-time.Minute)}
	p.add(3)
	p.show()
	require.Equal(t, "varlab: 3 of 100 games after 1m0s\n", b.String())
	p.paced = p.paced.Add(-10 * time.Second)
	p.add(20)
	b.Reset()
	p.show()
	require.Regexp(t, "^varlab: 23 of 100 games, 3[89]s left\n$", b.String())
}
