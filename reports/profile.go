package reports

import (
	"encoding/json"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/variants/content"
)

// ref names the rule set in the folder of its file.
func refOf(p *findings.Profile) string {
	name, readings, overrides := p.Parts()
	more, given := readings+overrides, when(p.Given != "", p.Given+"=")
	base := strings.TrimSuffix(p.File, ".toml")
	if p.File == "" || strings.ContainsAny(name, `/\`) || base != p.File && name == p.File {
		return given + p.ID // built in, or named by its path
	}
	if base == p.File { // only the path of a file has a separator
		return given + "./" + base + more
	}
	return given + p.File + more
}

// nameOf is the name of the rule set with that id.
func (r *Report) nameOf(id string) string {
	if p := r.Profile(id); p != nil {
		return p.Name
	}
	return plain(id)
}

// axisWords names an axis by its question: "what enforces a capture that is owed".
func axisWords(key string) string {
	a := profile.AxisOf(key)
	if a == nil {
		return plain(key)
	}
	return profile.MidSentence(strings.TrimSuffix(a.Sentence, "."))
}

// notArising is the value shown for an axis that has no meaning in a rule set.
const notArising = "does not arise"

func meansOf(p *findings.Profile, a *profile.Axis) string {
	v, ok := p.Value(a)
	if ok {
		return a.Means(v)
	}
	if raw, stated := p.Axes[a.Key]; stated {
		text, _ := json.Marshal(raw)
		return string(text)
	}
	return notArising
}

// basis is what a value rests on: its clauses, or that it is assumed.
func basisOf(p *findings.Profile, key string) []string {
	parts := list(p.Citations[key], plain)
	if p.Assumed[key] != nil {
		parts = append(parts, "assumed")
	}
	return parts
}

func allSources(profiles []*findings.Profile) []content.Source {
	byID := map[string]content.Source{}
	for _, p := range profiles {
		for _, s := range p.Sources {
			byID[s.ID] = s
		}
	}
	return list(lists.SortedKeys(byID), func(id string) content.Source { return byID[id] })
}
