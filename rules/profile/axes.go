package profile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Axes are all the ways in which rule sets differ, in the order in which they
// are shown.
var Axes = derived(slices.Concat(boardAxes, pieceAxes, claimAxes, endingAxes, conductAxes))

// A Kind is the form of an axis's values.
type Kind uint8

// The kinds. In TOML and JSON they are a string, an array of strings, a
// boolean, an integer, a string, and an array of tables.
const (
	Word      Kind = iota // one of the values
	Words                 // a list of values, in order, none twice
	Flag                  // true or false
	Number                // an integer between Min and Max
	Text                  // free text
	Clauses               // draw clauses
	Materials             // in a draw clause: a list of patterns (see ParseMaterial)
)

// A Value is one value that an axis can take, and the rule that it makes, as a
// sentence. For a Flag the words are "false" and "true"; for a Number a single
// sentence with %d, and one for 0 where 0 means something of its own.
type Value struct {
	Word, Means string
}

// An Example is a position that shows an axis at work: under the axis defaults
// changed by Set, in the position FEN (the start if empty), after the turns
// After, exactly Turns are playable (hub notation, sorted; an omission is marked
// as `varlab moves` marks it).
type Example struct {
	Set     []string // "key=value"
	FEN     string
	After   string
	Turns   []string
	Outcome string // result and reason, where the axis decides how a game ends
}

// An Axis is one way in which rule sets differ. This declaration is the only
// place where its values are named: loading, explaining, the table in the README
// and the tests are made from it.
type Axis struct {
	Key      string
	Kind     Kind
	Values   []Value
	Min, Max int
	Default  any // string, []string, bool, int or []DrawClause
	// Loosest is the value that forbids least, against which an axis is said to
	// bind; nil where the axis forbids nothing (names, people, endings).
	Loosest any
	// Plays is false for axes that change no turn, no ending and no score: names of
	// squares and colours, conduct, the order of games.
	Plays bool
	// Unstated is why a rule set that does not state the axis has its default. It
	// spares the rule sets that are older than the axis; if it is empty, a rule set
	// that inherits from none must state the axis.
	Unstated string
	// Sentence says what the axis decides. Question asks it as a player would; it is empty
	// where the axis changes no play.
	Sentence string
	Question string
	Example  Example

	words []string            // of Values
	index []int               // of the field of Profile
	when  func(*Profile) bool // nil: always stated
	need  string              // what must hold for it to be stated
	alone string              // the meaning of a list of the first word alone, if it differs from the word's
}

// Get returns the value of a in p: string, []string, bool, int or []DrawClause.
// A word that is not one of the axis's reads as empty.
func (a *Axis) Get(p *Profile) any { return get(a.field(p), a.words) }

func (a *Axis) field(p *Profile) reflect.Value {
	return reflect.ValueOf(p).Elem().FieldByIndex(a.index)
}

// Set puts v, of the type that Get returns, into p. It reports a value that the
// axis cannot take; Check reports values that contradict each other.
func (a *Axis) Set(p *Profile, v any) error {
	if err := a.Allows(v); err != nil {
		return err
	}
	set(a.field(p), v, a.words)
	return nil
}

// Clear puts the zero value into p, which stands for an axis that does not apply.
func (a *Axis) Clear(p *Profile) { a.field(p).SetZero() }

// Applies reports whether p, as it stands, must state a. If it need not, Needs says
// why.
func (a *Axis) Applies(p *Profile) bool { return a.when == nil || a.when(p) }

// Needs states the condition under which a is stated; empty if it always is.
func (a *Axis) Needs() string { return a.need }

// Wanted lists in words the values that a takes, for messages.
func (a *Axis) Wanted() string { return wanted(a.Kind, a.Words(), a.Min, a.Max) }

// Words returns the values that a takes, or for a list the values of its elements, as
// they are written.
func (a *Axis) Words() []string { return slices.Clip(a.words) }

func derived(axes []Axis) []Axis {
	for i := range axes {
		a := &axes[i]
		a.index = fieldOf(reflect.TypeFor[Profile](), a.Key)
		for _, v := range a.Values {
			if v.Word != "" { // the sentence for an empty list
				a.words = append(a.words, v.Word)
			}
		}
	}
	return axes
}

// Allows reports why a cannot take v, or nil.
func (a *Axis) Allows(v any) error {
	if clauses, ok := v.([]DrawClause); ok && a.Kind == Clauses {
		for i := range clauses {
			if err := clauses[i].check(); err != nil {
				return fmt.Errorf("draw[%d].%w", i, err)
			}
		}
		return nil
	}
	return refusal(a.Key, v, a.Kind, a.Words(), a.Min, a.Max)
}

// Means returns the rule that value v of a makes, as a sentence; several where v
// is a list of draw clauses.
func (a *Axis) Means(v any) string { return a.MeansIn(English, v) }

// MeansIn is Means in the language of say.
func (a *Axis) MeansIn(say func(string) string, v any) string { return Sentence(a.means(say, v)) }

// English says a sentence of the program as it stands.
func English(sentence string) string { return sentence }

// Sentence returns text with a capital letter at its beginning and a full stop at its
// end; nothing of nothing.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// MidSentence returns text with a small letter at its beginning, as it stands amid a sentence.
func MidSentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToLower(first)) + text[size:]
}

// Gist returns what Means says before a semicolon, without a full stop.
func (a *Axis) Gist(v any) string {
	gist, _, _ := strings.Cut(strings.TrimSuffix(a.Means(v), "."), ";")
	return gist
}

func (a *Axis) means(say func(string) string, v any) string {
	switch v := v.(type) {
	case string:
		if a.Kind == Text {
			return fmt.Sprintf(say(a.Values[0].Means), v)
		}
		return say(a.meaning(v))
	case bool:
		return say(a.meaning(fmt.Sprint(v)))
	case int:
		if s := a.meaning(fmt.Sprint(v)); s != "" {
			return say(s)
		}
		return fmt.Sprintf(say(a.meaning("%d")), v)
	case []string:
		if len(v) == 0 {
			return say(a.meaning(""))
		}
		if len(v) == 1 && a.alone != "" && v[0] == a.Values[0].Word {
			return say(a.alone)
		}
		parts := make([]string, len(v))
		for i, w := range v {
			parts[i] = say(a.meaning(w))
		}
		return strings.Join(parts, say(";")+" ")
	case []DrawClause:
		if len(v) == 0 {
			return say(a.meaning(""))
		}
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = v[i].In(say)
		}
		return strings.Join(parts, " ")
	}
	return ""
}

func (a *Axis) meaning(word string) string {
	for _, v := range a.Values {
		if v.Word == word {
			return v.Means
		}
	}
	return ""
}

// AxisOf returns the axis with the given key, or nil.
func AxisOf(key string) *Axis {
	if i := axisIndex(key); i >= 0 {
		return &Axes[i]
	}
	return nil
}

// Default returns a profile in which every axis that applies has its
// default: the international game without draw clauses, on the usual board.
func Default() *Profile {
	p := &Profile{ID: "default"}
	for i := range Axes {
		if a := &Axes[i]; a.Applies(p) {
			if err := a.Set(p, a.Default); err != nil {
				panic(err)
			}
		}
	}
	return p
}

// MustHuff reports whether a player who notices an omission has to claim it: waive is no
// remedy.
func MustHuff(p *Profile) bool {
	return claimable(p) && !slices.Contains(p.Claim.Remedies, WaiveRemedy)
}

func huffsOne(p *Profile) bool { return HasHuff(p) && p.Claim.Number != HuffAll }

func claimable(p *Profile) bool { return p.Capture.Obligation == Claimable }
func HasHuff(p *Profile) bool {
	return claimable(p) && slices.Contains(p.Claim.Remedies, HuffRemedy)
}

func HasCompel(p *Profile) bool {
	return claimable(p) && slices.Contains(p.Claim.Remedies, CompelRemedy)
}
