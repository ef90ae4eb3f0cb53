package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	Name     string // in sentences: its label or title, or its id where that is not its alone
	Short    string // in figures and on a terminal: at most content.ShortLength letters
	Colour   int    // in figures and on a terminal: a place in content.Colours
	given    string // the label that the study gives it
	*content.Content
}

// parts divides the id into the name of the profile, the readings and the overrides.
func (p *Profile) parts() (name, readings, overrides string) {
	for _, taken := range p.Taken {
		readings += "+" + taken
	}
	if len(p.Sets) > 0 {
		overrides = "{" + strings.Join(p.Sets, ",") + "}"
	}
	return strings.TrimSuffix(p.ID, readings+overrides), readings, overrides
}

// ref names the rule set in the folder of its file.
func (p *Profile) ref() string {
	name, readings, overrides := p.parts()
	more, given := readings+overrides, when(p.given != "", p.given+"=")
	base := strings.TrimSuffix(p.File, ".toml")
	if p.File == "" || strings.ContainsAny(name, `/\`) || base != p.File && name == p.File {
		return given + p.ID // built in, or named by its path
	}
	if base == p.File { // only the path of a file has a separator
		return given + "./" + base + more
	}
	return given + p.File + more
}

func readProfile(number int, set study.RuleSet) *Profile {
	c := set.Content.Content
	c.ID, c.Board, c.Title = set.ID, set.Board, cmp.Or(c.Title, set.Title)
	p := &Profile{Number: number, PlayHash: set.PlayHash, Name: called(&c), Content: &c, given: plain(set.Label), Colour: slices.Index(content.Colours, set.Colour)}
	short := cmp.Or(plain(set.Short), strings.ReplaceAll(p.ID, "-", " "))
	if words := slices.Concat(c.Taken, list(c.Sets, setWords)); len(words) > 0 {
		short = strings.ReplaceAll(strings.Join(words, ", "), "-", " ")
	}
	p.Name, p.Short = cmp.Or(p.given, p.Name), content.Shortened(cmp.Or(p.given, plain(short)))
	return p
}

// NameOf is the name of a rule set of a study in its report.
func NameOf(set study.RuleSet) string { return readProfile(0, set).Name }

// called is the title of a rule set, with the readings and overrides taken.
func called(c *content.Content) string {
	name := plain(cmp.Or(c.Title, c.ID))
	if len(c.Taken) > 0 {
		name += ", read " + plain(sentence(list(c.Taken, func(s string) string { return "“" + strings.ReplaceAll(s, "-", " ") + "”" })))
	}
	name += when(len(c.Sets) > 0, " ("+plain(strings.Join(list(c.Sets, setWords), "; "))+")")
	return choose(len([]rune(name)) > longInSentence, plain(cmp.Or(c.Title, c.ID))+", changed", name)
}

// setWords write an override as key and value: claim.remedies=["huff"] is "remedies huff".
func setWords(set string) string {
	key, value, _ := strings.Cut(set, "=")
	key = key[strings.LastIndex(key, ".")+1:]
	return strings.ReplaceAll(key, "_", " ") + " " + strings.NewReplacer("[]", "none", "[", "", "]", "", `"`, "", ",", ", ").Replace(strings.TrimSpace(value))
}

// longInSentence is the length from which sentences leave overrides out.
const longInSentence = 80

// tellApart names rule sets whose titles are one by their ids, and by their numbers
// where even these are too long.
func tellApart(profiles []*Profile) {
	times := map[string]int{}
	for _, p := range profiles {
		times[p.Name]++
	}
	for _, p := range profiles {
		switch id := study.Short(p.ID, longInSentence); {
		case times[p.Name] == 1:
		case id == p.ID:
			p.Name = plain(id)
		default:
			p.Name = fmt.Sprintf("%s (%d)", p.Name, p.Number)
		}
	}
	names, used := map[string]bool{}, map[int]int{}
	for _, p := range profiles {
		if names[p.Short] {
			number := fmt.Sprintf(" (%d)", p.Number)
			p.Short = string([]rune(p.Short)[:min(len([]rune(p.Short)), content.ShortLength-len(number))]) + number
		}
		names[p.Short] = true
		// Of two of one colour the second takes the first that the fewest have.
		for c := range content.Colours {
			if p.Colour < 0 || used[p.Colour] > used[c] {
				p.Colour = c
			}
		}
		used[p.Colour]++
	}
}

// nameOf is the name of the rule set with that id.
func (r *Report) nameOf(id string) string {
	if p := r.profile(id); p != nil {
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

func meansOf(p *Profile, a *profile.Axis) string {
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

func (p *Profile) draws() []profile.DrawClause {
	v, _ := p.Value(profile.AxisOf("draw"))
	list, _ := v.([]profile.DrawClause)
	return list
}

func (p *Profile) claimable() bool {
	a, q := profile.AxisOf("capture.obligation"), new(profile.Profile)
	v, ok := p.Value(a)
	return ok && a.Set(q, v) == nil && q.Capture.Obligation == profile.Claimable
}

// basis is what a value rests on: its clauses, or that it is assumed.
func basisOf(p *Profile, key string) []string {
	parts := list(p.Citations[key], plain)
	if p.Assumed[key] != "" {
		parts = append(parts, "assumed")
	}
	return parts
}

// axes returns the axes for which holds is true, in the order of declaration.
func axes(holds func(*profile.Axis) bool) (list []*profile.Axis) {
	for i := range profile.Axes {
		if a := &profile.Axes[i]; holds(a) {
			list = append(list, a)
		}
	}
	return list
}

// applied are the axes that the profile states.
func (p *Profile) applied() []*profile.Axis {
	return axes(func(a *profile.Axis) bool {
		_, ok := p.Axes[a.Key]
		return ok
	})
}

func differing(profiles []*Profile) []*profile.Axis {
	return axes(func(a *profile.Axis) bool {
		first := profiles[0].Axes[a.Key]
		return slices.ContainsFunc(profiles, func(p *Profile) bool { return !reflect.DeepEqual(first, p.Axes[a.Key]) })
	})
}

func allSources(profiles []*Profile) []content.Source {
	byID := map[string]content.Source{}
	for _, p := range profiles {
		for _, s := range p.Sources {
			byID[s.ID] = s
		}
	}
	return list(sortedKeys(byID), func(id string) content.Source { return byID[id] })
}
