package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSets(t *testing.T) {
	require.Equal(t, []int{0, 1, 2, 3}, Sets(2, nil))
	require.Equal(t, []int{0, 1, 3, 4, 6, 7}, Sets(3, [][]int{{0, 1, 2}, {2, 1, 0}}))
	require.Equal(t, []int{0, 1}, Sets(1, nil))
}
