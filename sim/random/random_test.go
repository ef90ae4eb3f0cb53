package random

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// The first numbers of a stream are for ever: recorded games depend on them.
func TestGolden(t *testing.T) {
	s := New("golden", "1754")
	sum := sha256.New()
	var first []uint64
	for i := range 1000 {
		v := s.Uint64()
		if i < 4 {
			first = append(first, v)
		}
		fmt.Fprintln(sum, v)
	}
	require.Equal(t, goldenFirst, first)
	require.Equal(t, goldenThousand, fmt.Sprintf("%x", sum.Sum(nil)))

	s = New("golden", "below")
	sum.Reset()
	var small []int
	for i := range 1000 {
		v := Below(s, 1+i%97)
		if i >= 90 && i < 97 {
			small = append(small, v)
		}
		fmt.Fprintln(sum, v)
	}
	require.Equal(t, goldenSmall, small)
	require.Equal(t, goldenBelow, fmt.Sprintf("%x", sum.Sum(nil)))

	items := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	Shuffle(New("golden", "shuffle"), items)
	require.Equal(t, goldenShuffle, items)
}

func TestWordsDoNotRunTogether(t *testing.T) {
	require.NotEqual(t, New("ab", "c").Uint64(), New("a", "bc").Uint64())
	require.NotEqual(t, New("ab").Uint64(), New("ab", "").Uint64())
}

// chi is the largest value of chi-squared that so many degrees of freedom exceed
// with probability 1e-6 (R: qchisq(1e-6, d, lower=FALSE)).
var chi = map[int]float64{5: 35.89, 23: 71.27}

func TestBelowAndShuffleAreUniform(t *testing.T) {
	s := New("uniform")
	var sixes [6]int
	for range 60000 {
		sixes[Below(s, 6)]++
	}
	require.Less(t, chiSquared(sixes[:]), chi[5])

	orders := map[[4]int]int{}
	for range 48000 {
		items := [4]int{0, 1, 2, 3}
		Shuffle(s, items[:])
		orders[items]++
	}
	require.Len(t, orders, 24)
	var counts []int
	for _, n := range orders {
		counts = append(counts, n)
	}
	require.Less(t, chiSquared(counts), chi[23])
}

// numbers is a source of the numbers given.
type numbers []uint64

func (n *numbers) Uint64() uint64 {
	v := (*n)[0]
	*n = (*n)[1:]
	return v
}

func TestBelowRejects(t *testing.T) {
	// With n = 3, 2^64 mod 3 = 1: the product of 0 has low word 0 and is drawn again.
	s := numbers{0, 0, 1 << 63}
	require.Equal(t, 1, Below(&s, 3))
	require.Empty(t, s)
}

func chiSquared(counts []int) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	mean := float64(n) / float64(len(counts))
	sum := 0.0
	for _, c := range counts {
		sum += (float64(c) - mean) * (float64(c) - mean) / mean
	}
	return sum
}

var (
	goldenFirst    = []uint64{0xbf526069b3ce810d, 0x97551a5afdd98d32, 0x94a1e57fd5874699, 0xa0b83441e170dcb9}
	goldenThousand = "9ed76f34db3aad11b0dd32122cd6fd4b5f6d39ba1a12d6c0269ea7451b5fcd9c"
	goldenSmall    = []int{67, 53, 91, 78, 27, 46, 63}
	goldenBelow    = "82cf0872faaaad3b58fafa2d2b10a6bcc4d6ca412fe266e30ba419753634a70d"
	goldenShuffle  = []int{9, 4, 2, 5, 7, 1, 3, 8, 0, 6}
)
