package content

import (
	"cmp"
	"slices"
	"strings"
)

// LongName is the length from which a name leaves overrides out.
const LongName = 80

// Called is the title of a rule set, with the readings and overrides taken.
func (c *Content) Called() string {
	title := cmp.Or(c.Title, c.ID)
	name := title
	if len(c.Taken) > 0 {
		var quoted []string
		for _, taken := range c.Taken {
			quoted = append(quoted, "“"+strings.ReplaceAll(taken, "-", " ")+"”")
		}
		last := len(quoted) - 1
		name += ", read " + Joined(" and ", strings.Join(quoted[:last], ", "), quoted[last])
	}
	if len(c.Sets) > 0 {
		var words []string
		for _, set := range c.Sets {
			words = append(words, SetWords(set))
		}
		name += " (" + strings.Join(words, "; ") + ")"
	}
	if len([]rune(name)) > LongName {
		return title + ", changed"
	}
	return name
}

// Change has the readings and overrides taken in words; empty if there are none.
func (c *Content) Change() string { return c.changes(SetWords) }

// Brief is the same where that is a short name; otherwise it leaves out of what some values are:
// "claimable, huff" for "obligation claimable, remedies huff".
func (c *Content) Brief() string {
	if change := c.Change(); len([]rune(change)) <= ShortLength {
		return change
	}
	return c.changes(func(set string) string {
		if _, value, is := strings.Cut(set, "="); is && strings.Contains(value, `"`) {
			set = "=" + value
		}
		return strings.TrimSpace(SetWords(set))
	})
}

// changes are the readings and overrides taken, these in the words given.
func (c *Content) changes(words func(set string) string) string {
	all := slices.Clone(c.Taken)
	for _, set := range c.Sets {
		all = append(all, words(set))
	}
	return strings.ReplaceAll(strings.Join(all, ", "), "-", " ")
}

// SetWords write an override as key and value: claim.remedies=["huff"] is "remedies huff",
// and a list of draw clauses "other draws".
func SetWords(set string) string {
	switch {
	case strings.HasPrefix(set, "draw-"):
		return "no draw by " + set[len("draw-"):]
	case strings.HasPrefix(set, "draw+"):
		return strings.Join(strings.Fields("draw by "+strings.NewReplacer("{", "", "}", "", `"`, "", "kind", "", "=", " ", ",", " ").Replace(set[len("draw+"):])), " ")
	}
	key, value, _ := strings.Cut(set, "=")
	if strings.Contains(value, "{") {
		return "other " + key + "s"
	}
	key = key[strings.LastIndex(key, ".")+1:]
	return strings.ReplaceAll(key, "_", " ") + " " + strings.NewReplacer("[]", "none", "[", "", "]", "", `"`, "", ",", ", ").Replace(strings.TrimSpace(value))
}

// Parts divides the id into the name of the profile, the readings and the overrides.
func (c *Content) Parts() (name, readings, overrides string) {
	for _, taken := range c.Taken {
		readings += "+" + taken
	}
	if len(c.Sets) > 0 {
		overrides = "{" + strings.Join(c.Sets, ",") + "}"
	}
	return strings.TrimSuffix(c.ID, readings+overrides), readings, overrides
}
