//go:build unix

package exact_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/files/faulty"
	"varlab/rules/exact"
)

// Whichever step of writing a table fails, no table is there that is not whole; and
// they are made in the end, with the same values.
func TestEveryFaultOfATable(t *testing.T) {
	r := english(t)
	ms := []exact.Material{material(t, "KK vs K")}
	sum := func(dir string) (string, error) {
		tables, err := exact.New(r, dir)
		if err != nil {
			return "", err
		}
		l := exact.NewLazy(tables, 3)
		text, err := l.Sum(context.Background(), exact.Hash(r)[:16]+"/KK-K.exact", exact.Options{Workers: 1})
		return text, errors.Join(err, tables.Close())
	}
	want, err := sum("")
	require.NoError(t, err)
	act := faulty.Act{Do: func(dir string) error {
		tables, err := exact.New(r, dir)
		if err != nil {
			return err
		}
		return errors.Join(tables.Build(context.Background(), ms, exact.Options{Workers: 1}), tables.Close())
	}}
	finally := func(t *testing.T, dir string) {
		got, err := sum(dir)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	faulty.Each(t, act, func(*testing.T, string, error) {}, finally)
	faulty.PowerLoss(t, act, func(*testing.T, string, string) {}, finally)
}
