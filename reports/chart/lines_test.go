package chart

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpread(t *testing.T) {
	require.Equal(t, []end{{10, "a"}, {21, "b"}, {50, "c"}}, spread([]end{{11, "b"}, {10, "a"}, {50, "c"}}, 11, 100))
	require.Equal(t, []end{{78, "a"}, {89, "b"}, {100, "c"}}, spread([]end{{99, "a"}, {100, "b"}, {100, "c"}}, 11, 100))
}
