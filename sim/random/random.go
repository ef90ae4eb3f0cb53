// Package random makes the numbers that games are played with.
//
// The one idea: a stream is a function of what it is for, written down as a list
// of words, and nothing here may ever change, because recorded games depend on
// it. The generator is PCG of math/rand/v2, whose Uint64 is fixed; its bounded
// integers and shuffles are not, so they are made here.
package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Name is the name of this way of making numbers, for manifests.
const Name = "pcg-v1"

// New returns the stream of the given words: PCG, seeded with the first sixteen
// bytes of the SHA-256 of the words, each with its length before it.
func New(words ...string) *rand.PCG {
	var b []byte
	for _, w := range words {
		b = binary.AppendUvarint(b, uint64(len(w)))
		b = append(b, w...)
	}
	sum := sha256.Sum256(b)
	return rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
}

// Below returns an integer from 0 to n-1, all equally likely; n must be positive.
// The high word of a product is the integer; products whose low word is below
// 2^64 mod n are drawn again (Lemire, Fast random integer generation in an
// interval, ACM TOMACS 29, 2019, algorithm 5).
func Below(s rand.Source, n int) int {
	if n <= 0 {
		panic("random: no integer below a number that is not positive")
	}
	high, low := bits.Mul64(s.Uint64(), uint64(n))
	if low < uint64(n) {
		for least := -uint64(n) % uint64(n); low < least; {
			high, low = bits.Mul64(s.Uint64(), uint64(n))
		}
	}
	return int(high)
}

// Shuffle puts items into a random order, all equally likely (Fisher and Yates,
// from the end).
func Shuffle[T any](s rand.Source, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := Below(s, i+1)
		items[i], items[j] = items[j], items[i]
	}
}
