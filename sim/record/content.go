package record

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/study"
	"varlab/variants/content"
)

// Compile makes the rules of a rule set from its content, as it stands in a
// manifest, whatever has become of the profile since. It is an error if an axis
// has a value that this program does not know, or the rules are not the game that
// was played.
func Compile(set study.RuleSet) (*rules.Rules, error) {
	p, err := readContent(set)
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	if got := r.PlayHash(); got != set.PlayHash {
		return nil, fmt.Errorf("%s: play_hash %.12s… (want %.12s…, of the games played): this program reads the rule set as another game", set.ID, got, set.PlayHash)
	}
	return r, nil
}

func readContent(set study.RuleSet) (*profile.Profile, error) {
	c, err := content.Decode(set.Content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	p, err := c.Profile()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	p.ID = set.ID
	return p, nil
}
