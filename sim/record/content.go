package record

import (
	"encoding/json"
	"fmt"
	"math"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// AxisValue reads the value of an axis as it stands in the content of a rule set,
// which encoding/json has decoded: as rules.Axis.Get gives it. It is false for a
// value that this program does not know.
func AxisValue(a *profile.Axis, raw any) (any, bool) {
	v, ok := raw, true
	switch a.Kind {
	case profile.Words:
		v, ok = words(raw)
	case profile.Number:
		v, ok = whole(raw)
	case profile.Clauses:
		v, ok = clauses(raw)
	}
	return v, ok && a.Allows(v) == nil
}

func words(raw any) ([]string, bool) {
	list, ok := raw.([]any)
	out := make([]string, 0, len(list))
	for _, v := range list {
		w, is := v.(string)
		ok = ok && is
		out = append(out, w)
	}
	return out, ok
}

func whole(raw any) (int, bool) {
	f, ok := raw.(float64)
	return int(f), ok && f == math.Trunc(f)
}

func clauses(raw any) ([]profile.DrawClause, bool) {
	list, ok := raw.([]any)
	out := make([]profile.DrawClause, len(list))
	for i, v := range list {
		object, is := v.(map[string]any)
		kind, named := object["kind"].(string)
		if !is || !named {
			return nil, false
		}
		out[i].Kind = profile.KindOf(kind)
		fields := profile.ClauseFields[out[i].Kind]
		for k := range fields {
			f := &fields[k]
			v, given := object[f.Key], true
			if v == nil {
				continue
			}
			switch f.Kind {
			case profile.Materials:
				v, given = words(v)
			case profile.Number:
				v, given = whole(v)
			}
			if !given || f.Set(&out[i], v) != nil {
				return nil, false
			}
		}
	}
	return out, ok
}

// Compile makes the rules of a rule set from its content, as it stands in a
// manifest, whatever has become of the profile since. It is an error if an axis
// has a value that this program does not know, or the rules are not the game that
// was played.
func Compile(set study.RuleSet) (*rules.Rules, error) {
	p, err := readContent(set)
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	if got := r.PlayHash(); got != set.PlayHash {
		return nil, fmt.Errorf("%s: play_hash %.12s… (want %.12s…, of the games played): this program reads the rule set as another game", set.ID, got, set.PlayHash)
	}
	return r, nil
}

func readContent(set study.RuleSet) (*profile.Profile, error) {
	var content struct {
		Axes map[string]any `json:"axes"`
	}
	if err := json.Unmarshal(set.Content, &content); err != nil {
		return nil, fmt.Errorf("%s: content: %w", set.ID, err)
	}
	p := &profile.Profile{ID: set.ID}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		raw, stated := content.Axes[a.Key]
		if !stated {
			continue
		}
		v, ok := AxisValue(a, raw)
		if ok {
			ok = a.Set(p, v) == nil
		}
		if !ok {
			return nil, fmt.Errorf("%s: %s: value %v is not known (want %s)", set.ID, a.Key, raw, a.Wanted())
		}
	}
	if p.Board.Start != "" {
		setup, err := notation.NewBoard(&p.Board).ReadFEN(p.Board.Start)
		if err != nil {
			return nil, fmt.Errorf("%s: board.start: %w", set.ID, err)
		}
		p.Board.Setup = &setup
	}
	return p, nil
}
