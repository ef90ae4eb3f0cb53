package reports

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/study"
)

// A Profile is what a resolved study says of a rule set.
type Profile struct {
	Number   int // from 1, in the order of the study
	ID       string
	PlayHash string
	Board    string
	content
}

// content is the JSON that stands in a resolved study, as `varlab show` prints
// it.
type content struct {
	File      string              `json:"file"` // empty if built in
	Title     string              `json:"title"`
	Period    string              `json:"period"`
	Place     string              `json:"place"`
	Status    string              `json:"status"`
	Summary   string              `json:"summary"`
	Axes      map[string]any      `json:"axes"`
	Citations map[string][]string `json:"citations"`
	Assumed   map[string]string   `json:"assumed"`
	Says      map[string]string   `json:"says"`
	Taken     []string            `json:"taken"`
	Sets      []string            `json:"sets"`
	Readings  map[string]reading  `json:"readings"`
	Sources   []source            `json:"sources"`
	Notes     map[string]string   `json:"notes"`
}

type reading struct {
	Reason string         `json:"reason"`
	Axes   map[string]any `json:"axes"`
}

type source struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Author string `json:"author"`
	Year   string `json:"year"`
	Where  string `json:"where"`
	Note   string `json:"note"`
}

func (s source) String() string {
	parts := []string{}
	for _, part := range []string{s.Author, s.Title, s.Year, s.Where, s.Note} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}

// ref returns what the rule set is called on a command line: its id without
// overrides, or its file with the readings taken.
func (p *Profile) ref() string {
	ref, _, _ := strings.Cut(p.ID, "{")
	if p.File == "" {
		return ref
	}
	base := strings.TrimSuffix(p.File, ".toml")
	ref = p.File + strings.TrimPrefix(ref, base)
	if base == p.File { // only the path of a file has a separator
		ref = "./" + ref
	}
	return ref
}

func readProfile(number int, set study.RuleSet) (*Profile, error) {
	p := &Profile{Number: number, ID: set.ID, PlayHash: set.PlayHash, Board: set.Board}
	if err := json.Unmarshal(set.Content, &p.content); err != nil {
		return nil, fmt.Errorf("rule_sets[%d].content: %w", number-1, err)
	}
	if p.Title == "" {
		p.Title = set.Title
	}
	return p, nil
}

// value returns what the profile gives to an axis, as rules.Axis.Get does; false
// where the axis does not apply, or has a value that this program does not know.
func (p *Profile) value(a *profile.Axis) (any, bool) {
	raw, ok := p.Axes[a.Key]
	if !ok {
		return nil, false
	}
	return record.AxisValue(a, raw)
}

// means says in a sentence what the profile rules on an axis.
func (p *Profile) means(a *profile.Axis) string {
	v, ok := p.value(a)
	if ok {
		return a.Means(v)
	}
	if raw, stated := p.Axes[a.Key]; stated {
		text, _ := json.Marshal(raw)
		return string(text)
	}
	return "does not arise"
}

// draws lists the profile's draw clauses.
func (p *Profile) draws() []profile.DrawClause {
	v, _ := p.value(profile.AxisOf("draw"))
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

// differing lists the axes that profiles give different values, first those that
// change the game and then those that do not.
func differing(profiles []*Profile) (plays, names []*profile.Axis) {
	for i := range profile.Axes {
		a := &profile.Axes[i]
		same := true
		for _, p := range profiles[1:] {
			x, _ := json.Marshal(profiles[0].Axes[a.Key])
			y, _ := json.Marshal(p.Axes[a.Key])
			same = same && string(x) == string(y)
		}
		switch {
		case same:
		case a.Plays:
			plays = append(plays, a)
		default:
			names = append(names, a)
		}
	}
	return plays, names
}

// allSources lists the sources of all profiles by id.
func allSources(profiles []*Profile) []source {
	byID := map[string]source{}
	for _, p := range profiles {
		for _, s := range p.Sources {
			byID[s.ID] = s
		}
	}
	var list []source
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		list = append(list, byID[id])
	}
	return list
}
