// Package explore answers the questions of a page on which a rule set is looked at,
// changed and played with.
//
// The one idea: there is one question and one answer, both JSON, and a question contains all
// that it is about. So the page asks in the same words whether the engine is a program that
// listens on the loopback address or WebAssembly in the page itself. Between questions the
// engine keeps only values that it could compute again.
package explore

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"varlab/internal/plain"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/variants"
)

// A Request is a question. Do names its kind; the other fields say what it is about.
type Request struct {
	Do    string   `json:"do"`
	Rules []Ref    `json:"rules,omitempty"` // one rule set, or two that are compared
	FEN   string   `json:"fen,omitempty"`   // where the game begins; empty: at the start
	Turns []string `json:"turns,omitempty"` // played from there
	Level int      `json:"level,omitempty"` // of Levels: who chooses
	Game  int      `json:"game,omitempty"`  // its number
	So    []Tally  `json:"so,omitempty"`    // results of earlier games
	Text  string   `json:"text,omitempty"`  // of a profile
}

// A Ref names a rule set: a built-in one or one of Engine.Own, with +reading, or the profile in
// Text; and the overrides that are laid over it, key=value.
type Ref struct {
	Ref  string   `json:"ref"`
	Sets []string `json:"sets,omitempty"`
	Text string   `json:"text,omitempty"`

	Label string `json:"-"` // its name on the page where it begins
}

// PiecesInPage is the greatest number of pieces of an ending whose value the page itself knows;
// a program has time for one more.
const PiecesInPage = 3

// Limits on the contents of a request.
const (
	MostBytes = 1 << 18
	mostTurns = 2000
)

// An Engine answers requests. It may be asked by any number of goroutines.
type Engine struct {
	// Own are rule sets that are not built in: their names, and the files they are in, which
	// stay as they are.
	Own map[string]string
	// Texts are others by their names: profiles written whole, as Resolved.TOML writes them.
	Texts map[string]string
	// Pieces is the greatest number of pieces of an ending whose value is known.
	Pieces int
	Served bool // the engine is a program, not the page

	mu     sync.Mutex
	sets   map[string]*ruleSet
	tables map[string]*exact.Lazy
}

// mostKept bounds what an engine remembers: rule sets once compiled, and tables.
const (
	mostKept   = 400
	mostTables = 8
)

type ruleSet struct {
	v *variants.Resolved
	r *rules.Rules
	n *notation.Notation
}

// Do answers a request in JSON: with the fields of the answer, or "error".
func (e *Engine) Do(ctx context.Context, request []byte) []byte {
	var q Request
	read := json.NewDecoder(bytes.NewReader(request))
	read.DisallowUnknownFields()
	if err := read.Decode(&q); err != nil {
		return Failure(fmt.Errorf("the request is not understood: %w", err))
	}
	answer, err := e.Answer(ctx, &q)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("this takes longer than is waited for (want a smaller question)")
	}
	if err != nil {
		return Failure(err)
	}
	return Encode(answer)
}

// Failure is the answer where there is none.
func Failure(err error) []byte { return Encode(map[string]string{"error": err.Error()}) }

// Encode writes v as a browser's JSON.stringify would, and in plain characters: a direction
// mark in a request, or in a name, would turn the page that quotes it.
func Encode(v any) []byte {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(v); err != nil {
		panic(err) // plain values
	}
	return []byte(plain.Text(strings.TrimSuffix(b.String(), "\n")))
}

// Answer answers a request with a value that Encode writes: for "part", Partings.
func (e *Engine) Answer(ctx context.Context, q *Request) (any, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	does := map[string]struct {
		do         func(context.Context, *Request, []*ruleSet) (any, error)
		least, top int // rule sets
	}{
		"catalog":  {e.catalog, 0, 0},
		"rules":    {e.rules, 1, 1},
		"position": {e.position, 1, 2},
		"part":     {e.part, 2, 2},
		"choose":   {e.choose, 1, 1},
		"values":   {e.values, 1, 1},
		"game":     {e.game, 2, 2},
		"profile":  {e.profile, 1, 1},
		"open":     {e.open, 0, 0},
		"read":     {e.read, 1, 1},
	}
	d, known := does[q.Do]
	if !known {
		return nil, fmt.Errorf("%q is no question", q.Do)
	}
	if n := len(q.Rules); n < d.least || n > d.top {
		return nil, fmt.Errorf("%d rule sets are named (want %d to %d)", n, d.least, d.top)
	}
	var sets []*ruleSet
	for _, ref := range q.Rules {
		set, err := e.set(ref)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return d.do(ctx, q, sets)
}

func (q *Request) check() error {
	switch {
	case len(q.Turns) > mostTurns:
		return fmt.Errorf("%d turns (want at most %d)", len(q.Turns), mostTurns)
	case q.Level < 0 || q.Level >= len(levels):
		return fmt.Errorf("level %d (want 0 to %d)", q.Level, len(levels)-1)
	case q.Game < 0 || q.Game >= mostGames:
		return fmt.Errorf("game %d (want 0 to %d)", q.Game, mostGames-1)
	}
	return nil
}

// reading is what may follow the name of a rule set.
var reading = regexp.MustCompile(`^[-a-z0-9]+$`)

// locate returns ref in the form that variants.Load takes. A ref that is neither built in nor
// one of the engine's own is refused, so that no request leads to a file.
func (e *Engine) locate(ref string) (string, error) {
	if path, own := e.Own[ref]; own {
		return path, nil
	}
	name, readings, more := strings.Cut(ref, "+")
	path, own := e.Own[name]
	switch {
	case own:
		name = path
	case !slices.Contains(variants.IDs(), name):
		return "", fmt.Errorf("%q is no rule set here", name)
	}
	if !more {
		return name, nil
	}
	for part := range strings.SplitSeq(readings, "+") {
		if !reading.MatchString(part) {
			return "", fmt.Errorf("%q is no reading (want letters, digits and hyphens)", part)
		}
	}
	return name + "+" + readings, nil
}

// set resolves and compiles the rule set that ref names, or returns it if it was compiled
// before.
func (e *Engine) set(ref Ref) (*ruleSet, error) {
	name, text := ref.Ref, cmp.Or(ref.Text, e.Texts[ref.Ref])
	if text == "" {
		var err error
		if name, err = e.locate(ref.Ref); err != nil {
			return nil, err
		}
	}
	key := strings.Join(append([]string{name, text}, ref.Sets...), "\x00")
	e.mu.Lock()
	set := e.sets[key]
	e.mu.Unlock()
	if set != nil {
		return set, nil
	}
	var v *variants.Resolved
	var err error
	if text != "" {
		v, err = variants.Read(name, text, ref.Sets...)
	} else {
		v, err = variants.Load(name, ref.Sets)
	}
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(v.Profile)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	set = &ruleSet{v, r, notation.Of(r.Profile())}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.sets == nil || len(e.sets) >= mostKept {
		e.sets = map[string]*ruleSet{}
	}
	e.sets[key] = set
	return set, nil
}
