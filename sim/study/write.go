package study

import (
	"strings"

	"github.com/BurntSushi/toml"
)

// TOML writes s as a file, which Parse reads as s.
func (s *Study) TOML() string {
	of := struct {
		Study
		Seed  *uint64 `toml:"seed"`
		Exact any     `toml:"exact,omitempty"`
	}{Study: *s}
	if !s.Confirmatory {
		of.Seed = &s.Seed
	}
	if e := s.Exact; e != (Exact{}) {
		adjudicate := any(e.Adjudicate)
		if e.Known {
			adjudicate = "known"
		}
		of.Exact = map[string]any{"pieces": e.Pieces, "adjudicate": adjudicate}
	}
	var b strings.Builder
	to := toml.NewEncoder(&b)
	to.Indent = ""
	if err := to.Encode(of); err != nil {
		panic(err) // plain types
	}
	return b.String()
}
