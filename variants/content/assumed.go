package content

import (
	"fmt"
	"strings"

	"varlab/rules/profile"
)

// Assumed is why a value is assumed: parts, as Encode writes them. Elsewhere its JSON is their
// words.
type Assumed []Assumption

type Assumption struct {
	From     string   `json:"from,omitempty"`     // the rule set from which the value is taken
	Clauses  []string `json:"clauses,omitempty"`  // on which the value rests there
	Imported string   `json:"imported,omitempty"` // the text from which the value is imported
	Set      bool     `json:"set,omitempty"`      // by an override
	Unstated string   `json:"unstated,omitempty"` // the axis, if the text does not state it
	Because  string   `json:"because,omitempty"`  // as the profile says
}

func (as Assumed) MarshalText() ([]byte, error) { return []byte(as.String()), nil }

func (as Assumed) String() string { return as.In(profile.English) }

// In is as in the words of say.
func (as Assumed) In(say func(string) string) string {
	words := make([]string, len(as))
	for i, a := range as {
		words[i] = a.in(say)
	}
	return Joined(say(";")+" ", words...)
}

func (a Assumption) in(say func(string) string) string {
	from, imported, because := "", "", a.Because
	if a.From != "" {
		from = say("from") + " " + a.From
	}
	if len(a.Clauses) > 0 {
		from += " (" + strings.Join(a.Clauses, ", ") + ")"
	}
	if a.Imported != "" {
		imported = Standing{Standing: Imported, From: a.Imported}.In(say)
	}
	if a.Set {
		because = say("set on the command line")
	}
	if axis := profile.AxisOf(a.Unstated); axis != nil {
		because = say(axis.Unstated)
		if because == "" {
			because = fmt.Sprintf(say("the text does not say, and the rule applies here (%s): the default of the axis"), say(axis.Needs()))
		}
	}
	return Joined(say(":")+" ", from, imported, because)
}
