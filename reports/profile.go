package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/sim/study"
	"varlab/variants/content"
)

type Profile struct {
	Number   int // from 1, in the order of the study
	PlayHash string
	*content.Content
}

func (p *Profile) ref() string {
	ref, _, _ := strings.Cut(p.ID, "{")
	base := strings.TrimSuffix(p.File, ".toml")
	if p.File == "" || strings.ContainsAny(ref, `/\`) || base != p.File && strings.HasPrefix(ref, p.File) {
		return ref // built in, or named by its path
	}
	ref = p.File + strings.TrimPrefix(ref, base)
	if base == p.File { // only the path of a file has a separator
		ref = "./" + ref
	}
	return ref
}

func readProfile(number int, set study.RuleSet) (*Profile, error) {
	c, err := content.Decode(set.Content)
	if err != nil {
		return nil, fmt.Errorf("rule_sets[%d].%w", number-1, err)
	}
	c.ID, c.Board, c.Title = set.ID, set.Board, cmp.Or(c.Title, set.Title)
	return &Profile{number, set.PlayHash, c}, nil
}

func (p *Profile) means(a *profile.Axis) string {
	v, ok := p.Value(a)
	if ok {
		return a.Means(v)
	}
	if raw, stated := p.Axes[a.Key]; stated {
		text, _ := json.Marshal(raw)
		return string(text)
	}
	return "does not arise"
}

func (p *Profile) draws() []profile.DrawClause {
	v, _ := p.Value(profile.AxisOf("draw"))
	list, _ := v.([]profile.DrawClause)
	return list
}

func (p *Profile) claimable() bool { return p.Axes["capture.obligation"] == "claimable" }

// basis is what a value rests on: its clauses, or that it is assumed.
func (p *Profile) basis(key string) string {
	parts := slices.Clone(p.Citations[key])
	if p.Assumed[key] != "" {
		parts = append(parts, "assumed")
	}
	return strings.Join(parts, ", ")
}

// applied lists the axes that the profile states, in the order of declaration.
func (p *Profile) applied() []*profile.Axis {
	var axes []*profile.Axis
	for i := range profile.Axes {
		if _, ok := p.Axes[profile.Axes[i].Key]; ok {
			axes = append(axes, &profile.Axes[i])
		}
	}
	return axes
}

func differing(profiles []*Profile) (plays, names []*profile.Axis) {
	for i := range profile.Axes {
		a := &profile.Axes[i]
		first := profiles[0].Axes[a.Key]
		switch {
		case !slices.ContainsFunc(profiles, func(p *Profile) bool { return !reflect.DeepEqual(first, p.Axes[a.Key]) }):
		case a.Plays:
			plays = append(plays, a)
		default:
			names = append(names, a)
		}
	}
	return plays, names
}

func allSources(profiles []*Profile) []content.Source {
	byID := map[string]content.Source{}
	for _, p := range profiles {
		for _, s := range p.Sources {
			byID[s.ID] = s
		}
	}
	var list []content.Source
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		list = append(list, byID[id])
	}
	return list
}
