package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/cost"
)

// Whether a file is a study is asked of one that nobody has looked at.
func TestHostileFilesAreToldApart(t *testing.T) {
	texts := append(cost.TOML(1<<16), "a="+strings.Repeat("{a=", 5000), "["+strings.Repeat("a.", 20_000)+"a]")
	for _, text := range texts {
		cost.Limit(t, func() { isStudy("f.toml", []byte(text)) })
	}
	require.True(t, isStudy("f.toml", []byte("games = 10\n")))
}
