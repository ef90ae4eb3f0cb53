// Package random makes the numbers that games are played with.
//
// The one idea: chance is a function of its purpose, written down as a list of
// words, and nothing here may ever change, because recorded games depend on it. The
// generator is PCG of math/rand/v2, whose Uint64 is fixed; its bounded integers and
// shuffles are not, so they are made here.
package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Name is the name of this way of making numbers, for manifests.
const Name = "keyed-v1"

// New returns the stream of the given words: PCG, seeded with the first sixteen
// bytes of the SHA-256 of the words, each with its length before it.
func New(words ...string) *rand.PCG {
	sum := digest(words)
	return rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
}

func digest(words []string) [sha256.Size]byte {
	var b []byte
	for _, w := range words {
		b = binary.AppendUvarint(b, uint64(len(w)))
		b = append(b, w...)
	}
	return sha256.Sum256(b)
}

// A Chance is a random number with a purpose: a game, a decision in it, the noise on
// one turn. Unlike the next number of a stream, it does not depend on the other
// numbers drawn, so that two games meet the same chance as long as they run alike.
type Chance uint64

// NewChance returns the chance of the given words: the first eight bytes of New's seed.
func NewChance(words ...string) Chance {
	sum := digest(words)
	return Chance(binary.BigEndian.Uint64(sum[:8]))
}

// Of returns the chance of a part of c's purpose, which the numbers name. Each number
// enters by a step of SplitMix64 (Steele, Lea and Flood, Fast splittable
// pseudorandom number generators, OOPSLA 2014, figure 16).
func (c Chance) Of(numbers ...uint64) Chance {
	x := uint64(c)
	for _, n := range numbers {
		x = mix(x ^ mix(n+golden))
	}
	return Chance(x)
}

const golden = 0x9e3779b97f4a7c15

func mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below returns an integer from 0 to n-1, where n is positive: the high word of a product, so that for n
// below a million no integer is likelier than another by more than one part in 10^13.
func (c Chance) Below(n int) int {
	high, _ := bits.Mul64(uint64(c), uint64(n))
	return int(high)
}

// Least returns the place of the item whose chance is least. All items are equally
// likely, and two lists with a common item both take it if it is the least of both.
// Items with equal keys are one item.
func Least[T any](c Chance, items []T, key func(*T) Chance) int {
	least := 0
	for i := range items {
		if i > 0 && c.Of(uint64(key(&items[i]))) < c.Of(uint64(key(&items[least]))) {
			least = i
		}
	}
	return least
}

// Below returns an integer from 0 to n-1, all equally likely; n must be positive.
// The high word of a product is the integer; products whose low word is below
// 2^64 mod n are drawn again (Lemire, Fast random integer generation in an
// interval, ACM TOMACS 29, 2019, algorithm 5).
func Below(s rand.Source, n int) int {
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
