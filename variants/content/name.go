package content

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
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

// Brief has those readings and overrides taken that are wanted in words of at most that number of
// letters. If keys have no room their values stand alone, "claimable, huff" for "obligation
// claimable, remedies huff"; what still is too long is cut, a list at its end and a sentence at
// its beginning, and is not whole.
func (c *Content) Brief(wanted func(change string) bool, room int) (words string, whole bool) {
	said := func(words func(set string) string) string {
		var all []string
		for _, taken := range c.Taken {
			if wanted(taken) {
				all = append(all, taken)
			}
		}
		for _, set := range c.Sets {
			if wanted(set) {
				all = append(all, words(set))
			}
		}
		return strings.ReplaceAll(strings.Join(all, ", "), "-", " ")
	}
	if words = said(SetWords); utf8.RuneCountInString(words) <= room {
		return words, true
	}
	all := said(briefly)
	if words = LastWords(all, room); strings.Contains(all, ",") {
		words = FirstWords(all, room)
	}
	return words, words == all
}

// briefly writes an override with as little of its key as says what it is.
func briefly(set string) string {
	key, value, _ := strings.Cut(set, "=")
	name := strings.ReplaceAll(key[strings.LastIndex(key, ".")+1:], "_", " ")
	switch words := strings.Fields(SetWords(set)); {
	case strings.HasPrefix(set, "draw-"):
		return "no " + set[len("draw-"):]
	case strings.HasPrefix(set, "draw+"): // "draw by quiet moves non-captures plies 30"
		return words[2] + " " + words[len(words)-1]
	case value == "true", value == "false":
		return FirstWords(name, ShortLength-len(": yes")) + ": " + map[string]string{"true": "yes", "false": "no"}[value]
	case strings.ContainsFunc(value, unicode.IsLetter) && !strings.Contains(value, "{"):
		return strings.TrimSpace(SetWords("=" + value))
	}
	return SetWords(set)
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
	if clause, ofDraw := strings.CutPrefix(key, "draw."); ofDraw { // "quiet plies 20"
		key = strings.ReplaceAll(clause, ".", " ")
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
