// Package content is a resolved rule set as data: the form in which a study carries it, and
// the JSON of `varlab explain`.
//
// The one idea: this form is written and read here alone, so that a plan or a manifest holds
// the rules, their sources and their other readings without the profile at hand.
package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Content is a resolved rule set.
type Content struct {
	ID   string `json:"id"`
	File string `json:"file,omitempty"` // its name, without the folder; none if built in
	About
	Board     string              `json:"board"` // rows x columns: "10x10"
	Inherits  string              `json:"inherits"`
	Summary   string              `json:"summary"`
	Axes      map[string]any      `json:"axes"`
	Citations map[string][]string `json:"citations"`
	Assumed   map[string]Assumed  `json:"assumed"`
	Says      map[string]string   `json:"says"`
	Readings  map[string]Reading  `json:"readings"`
	Taken     []string            `json:"taken"`
	Sets      []string            `json:"sets"`
	Sources   []Source            `json:"sources"`
	Clauses   []Clause            `json:"clauses,omitempty"` // clauses that the program does not have itself
	Notes     map[string]string   `json:"notes"`
	// Unmodelled are the clauses that no game knows, each with the reason; without one if
	// nothing cites it.
	Unmodelled map[string]string `json:"unmodelled,omitempty"`
}

// About has the names of a rule set, and where it was played.
type About struct {
	Title    string `json:"title"`
	Period   string `json:"period"`
	Place    string `json:"place"`
	Language string `json:"language"`
	Status   string `json:"status"` // codified, described, reconstructed, invented
	Family   string `json:"family,omitempty"`
	// Short and Colour are for tables and figures, and no part of what a study is.
	Short  string `json:"-"` // at most ShortLength letters
	Colour string `json:"-"` // one of Colours; may be empty
}

// ShortLength is the greatest length of a short name.
const ShortLength = 16

// Colours are the palette of Okabe and Ito (2008), which colour-blind people can tell apart,
// and two more.
var Colours = []string{"blue", "red", "green", "pink", "orange", "sky", "brown", "grey"}

// Shortened returns the first of some names that is no longer than a short one; if there is none,
// the words with which the first begins.
func Shortened(names ...string) string {
	for _, name := range names {
		if name != "" && utf8.RuneCountInString(name) <= ShortLength {
			return name
		}
	}
	return FirstWords(names[0], ShortLength)
}

// Words that do not end a name, and those that do not begin it.
const (
	joining = " a an and as at by for from in is no not of on or the to with "
	joined  = " a an and as is of or the "
)

// FirstWords are the first words of a text, up to that number of letters; if the first word is
// longer, its beginning.
func FirstWords(text string, length int) string {
	words := strings.Fields(text)
	for n := len(words); n > 0; n-- {
		begin := strings.TrimRight(strings.Join(words[:n], " "), ",;:")
		if utf8.RuneCountInString(begin) <= length && (n == len(words) || !strings.Contains(joining, " "+words[n-1]+" ")) {
			return begin
		}
	}
	return Cut(text, length)
}

// LastWords are the last words of a text, up to that number of letters.
func LastWords(text string, length int) string {
	all := strings.Fields(text)
	for words := all; len(words) > 0; words = words[1:] {
		end := strings.Join(words, " ")
		if utf8.RuneCountInString(end) <= length && (len(words) == len(all) || !strings.Contains(joined, " "+words[0]+" ")) {
			return end
		}
	}
	return Cut(text, length)
}

// Cut is text of at most that number of letters.
func Cut(text string, length int) string {
	if r := []rune(text); len(r) > length {
		return strings.TrimSpace(string(r[:length-1])) + "…"
	}
	return text
}

// A Reading is a way of reading an ambiguous clause.
type Reading struct {
	Reason string `json:"reason"`
	Standing
	Axes map[string]any `json:"axes"`
}

// The standings of a reading: the text allows it, the text speaks against it, it
// is taken from another text.
const (
	Open     = "open"
	Against  = "against"
	Imported = "imported"
)

// Standings lists the standings as they are written.
var Standings = []string{Open, Against, Imported}

// A Standing says how the text stands to a reading. It is empty in content that is older than
// standings.
type Standing struct {
	Standing string   `json:"standing"`
	Clauses  []string `json:"clauses,omitempty"` // that speak against it
	Words    string   `json:"words,omitempty"`   // with which they do
	// From is the text from which the reading is imported, or the rule set whose text speaks
	// against it, if this rule set has other texts.
	From string `json:"from,omitempty"`
}

// IsOpen reports whether the text allows the reading, as far as is known.
func (s Standing) IsOpen() bool { return s.Standing == "" || s.Standing == Open }

// String returns the standing in words; nothing for an open reading.
func (s Standing) String() string { return s.In(profile.English) }

// In is String in the language of say.
func (s Standing) In(say func(string) string) string {
	switch s.Standing {
	case Against:
		return Joined(" "+say("of")+" ", say("against the text"), s.From) + ", " + strings.Join(s.Clauses, ", ") + say(":") + " " + Quoted(say, s.Words)
	case Imported:
		return say("imported from") + " " + s.From
	}
	return ""
}

// A Clause is what a part of a source says.
type Clause struct {
	ID    string `json:"id"`              // source, then clause: "articles.c14"
	Kind  string `json:"-"`               // of the program's own documents: R, P, M, A, E, F or two of them
	Says  string `json:"says"`            // in English, in our words
	Words string `json:"words,omitempty"` // a few key words of the original
	// Sentence is the sentence of the original that has Words, where the original is free of
	// rights and the program's own.
	Sentence string `json:"sentence,omitempty"`
}

// String is what c says, with its key words.
func (c *Clause) String() string { return c.In(profile.English) }

// In is String in the language of say.
func (c *Clause) In(say func(string) string) string {
	return Joined(" ", c.ID+say(":"), c.Says, Quoted(say, c.Words))
}

// Quoted puts words of an original in its quotation marks; it is empty for no words.
func Quoted(say func(string) string, words string) string {
	if words == "" {
		return ""
	}
	return fmt.Sprintf(say("« %s »"), words)
}

// A Source is a text that a rule set cites.
type Source struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Author string `json:"author,omitempty"`
	Year   string `json:"year,omitempty"`
	Where  string `json:"where,omitempty"` // where the text is found
	Note   string `json:"note,omitempty"`
	Whole  bool   `json:"whole,omitempty"` // the text was read from beginning to end
}

// Joined joins the parts that are not empty with sep.
func Joined(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

// Encode writes c as JSON in one fixed form. Equal content is the same rule set with
// the same reasons.
func (c *Content) Encode() []byte {
	stored := struct {
		*Content
		Assumed map[string][]Assumption `json:"assumed"`
	}{c, map[string][]Assumption{}}
	for key, as := range c.Assumed {
		stored.Assumed[key] = as
	}
	text, err := json.Marshal(stored)
	if err != nil {
		panic(err) // maps of plain values
	}
	return text
}

// A Kept content is the content in a study: decoded once, with its text, which is part of the
// study's hash.
type Kept struct {
	Content
	text json.RawMessage // canonical JSON
}

// Keep returns c as a study keeps it.
func Keep(c *Content) *Kept {
	k, err := Read(c.Encode())
	if err != nil {
		panic(err) // as Encode wrote it
	}
	return k
}

// Read reads the text that Encode has written.
func Read(text []byte) (*Kept, error) {
	k := new(Kept)
	return k, k.UnmarshalJSON(text)
}

func (k *Kept) UnmarshalJSON(text []byte) (err error) {
	if err = json.Unmarshal(text, &k.Content); err == nil {
		k.text, err = Canonical(text)
	}
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	return nil
}

func (k *Kept) MarshalJSON() ([]byte, error) { return k.text, nil }

// Canonical returns JSON without white space and with the keys of every object
// in order. Numbers keep their digits.
func Canonical(text []byte) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more than one JSON value (want one)")
	}
	return json.Marshal(v)
}

// Data returns an axis value for JSON: draw clauses become objects with their kind and its
// fields.
func Data(value any) any {
	switch value := value.(type) {
	case []string:
		return append([]string{}, value...)
	case []profile.DrawClause:
		objects := make([]any, len(value))
		for i := range value {
			object := map[string]any{"kind": value[i].Kind.String()}
			for _, f := range profile.ClauseFields[value[i].Kind] {
				object[f.Key] = f.Get(&value[i])
			}
			objects[i] = object
		}
		return objects
	}
	return value
}

// Plain turns values that a library has read (TOML or JSON) into those that axes take: whole
// numbers are int and lists of words []string.
func Plain(v any) any {
	switch v := v.(type) {
	case int64:
		return int(v)
	case float64:
		if v == math.Trunc(v) {
			return int(v)
		}
	case []any:
		words := make([]string, len(v))
		for i := range v {
			w, ok := v[i].(string)
			if !ok {
				return v
			}
			words[i] = w
		}
		return words
	}
	return v
}

// Value returns the value of an axis, as profile.Axis.Get gives it. ok is false if the axis
// does not apply, or has a value that this program does not know.
func (c *Content) Value(a *profile.Axis) (any, bool) {
	v := Plain(c.Axes[a.Key])
	if a.Kind == profile.Clauses {
		v = clauses(c.Axes[a.Key])
	}
	return v, v != nil && a.Allows(v) == nil
}

func clauses(raw any) any {
	list, ok := raw.([]any)
	out := make([]profile.DrawClause, len(list))
	for i, v := range list {
		object, _ := v.(map[string]any)
		kind, named := object["kind"].(string)
		if !named {
			return nil
		}
		out[i].Kind = profile.KindOf(kind)
		for _, f := range profile.ClauseFields[out[i].Kind] {
			if v := object[f.Key]; v != nil && f.Set(&out[i], Plain(v)) != nil {
				return nil
			}
		}
	}
	if !ok {
		return nil
	}
	return out
}

// Profile returns the declaration of the rule set. It fails if an axis has a value that this
// program does not know.
func (c *Content) Profile() (*profile.Profile, error) {
	p := &profile.Profile{ID: c.ID}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		raw, stated := c.Axes[a.Key]
		if !stated {
			continue
		}
		if v, ok := c.Value(a); !ok || a.Set(p, v) != nil {
			return nil, fmt.Errorf("%s: value %v is not known (want %s)", a.Key, raw, a.Wanted())
		}
	}
	for i := range profile.Axes { // axes that are younger than the rule set
		a := &profile.Axes[i]
		if _, stated := c.Axes[a.Key]; !stated && a.Unstated != "" && a.Applies(p) {
			if err := a.Set(p, a.Default); err != nil {
				return nil, err
			}
		}
	}
	if err := ReadSquares(p); err != nil {
		return nil, err
	}
	return p, nil
}

// ReadSquares reads into the Setups beside the texts the squares on which p's games begin and
// men are crowned, in the board's own names. The axes of the board must be valid. The error is
// a profile.Fault.
func ReadSquares(p *profile.Profile) error {
	p.Board.Setup, p.Promotion.Setup = nil, nil
	names := notation.NewBoard(&p.Board)
	if p.Board.Start != "" {
		start, err := names.ReadFEN(p.Board.Start)
		if err != nil {
			return profile.Fault{Key: "board.start", Msg: err.Error()}
		}
		p.Board.Setup = &start
	}
	if p.Promotion.Squares != "" {
		on, err := names.ReadFEN(p.Promotion.Squares)
		if err != nil {
			return profile.Fault{Key: "promotion.squares", Msg: err.Error()}
		}
		p.Promotion.Setup = &on
	}
	return nil
}
