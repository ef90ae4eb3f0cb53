package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/sim/games"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/content"
	"varlab/variants/strict"
)

// RuleSets resolve rule sets as commands name them: the id of a built-in profile or the path of
// a file, after it +reading any number of times and {axis=value, …}, before it a label and =.
type RuleSets struct {
	// Sets put other values in place of axes, as "king.range=short", in every rule set.
	Sets []string
}

// Load resolves and compiles the rule set that ref names. An error has the places of all faults.
func (f *RuleSets) Load(ref string) (*variants.Resolved, *rules.Rules, error) {
	return f.load(ref, f.Sets)
}

func (f *RuleSets) load(ref string, sets []string) (*variants.Resolved, *rules.Rules, error) {
	v, err := variants.Load(ref, sets)
	if err != nil {
		return nil, nil, NotRules(err)
	}
	r, err := rules.Compile(v.Profile)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ref, err)
	}
	return v, r, nil
}

// Two loads two rule sets, whose ids tell them apart.
func (f *RuleSets) Two(refs [2]string) (vs [2]*variants.Resolved, rs [2]*rules.Rules, err error) {
	for i := range vs {
		if vs[i], rs[i], err = f.Load(refs[i]); err != nil {
			return vs, rs, err
		}
	}
	if vs[0].ID == vs[1].ID {
		vs[0].ID, vs[1].ID = vs[0].ByPath, vs[1].ByPath
	}
	return vs, rs, nil
}

// Expand returns the names that a name stands for: ID+* is the rule set and each of its readings
// alone.
func (f *RuleSets) Expand(name string) ([]string, error) {
	names, err := variants.Expand(name)
	return names, NotRules(err)
}

// Each visits the rule sets that names stand for.
func (f *RuleSets) Each(names []string, visit func(v *variants.Resolved, r *rules.Rules) error) error {
	for _, name := range names {
		expanded, err := f.Expand(name)
		if err != nil {
			return err
		}
		for _, ref := range expanded {
			v, r, err := f.Load(ref)
			if err == nil {
				err = visit(v, r)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Named returns the built-in rule sets that games of files name by their tags, sorted.
func Named(ctx context.Context, texts []*games.File) ([]string, error) {
	known := map[string]bool{}
	for _, f := range texts {
		named, err := f.RuleSets(ctx)
		if err != nil {
			return nil, err
		}
		for _, id := range slices.Sorted(maps.Keys(named)) {
			known[id] = true
			if variants.ByPath(id) {
				return nil, fmt.Errorf("%s: game %d names the rule set %.60q, a file (want it by -r, if it is meant)", f.Name, named[id], id)
			}
			if _, err := variants.Load(id, nil); err != nil {
				return nil, fmt.Errorf("%s: game %d names the rule set %.60q: %w; -r names those that are meant", f.Name, named[id], id, err)
			}
		}
	}
	return slices.Sorted(maps.Keys(known)), nil
}

// NotRules says of the faults of a file that is a study that it is one.
func NotRules(err error) error {
	var faults *strict.Error
	if errors.As(err, &faults) {
		path := faults.Faults[0].File
		if text, unread := strict.ReadFile(path); unread == nil && IsStudy(path, text) {
			return fmt.Errorf("%s: this is a study, not a rule set (varlab check and varlab run take it)", path)
		}
	}
	return err
}

// RuleSet resolves a name as a study does, with overrides over those in the name.
func (f *RuleSets) RuleSet(name string, sets ...string) (study.RuleSet, error) {
	v, r, err := f.load(name, slices.Concat(f.Sets, sets))
	if err != nil {
		return study.RuleSet{}, err
	}
	return f.of(v.ID, v, r), nil
}

// of is a resolved rule set as a study holds it.
func (f *RuleSets) of(id string, v *variants.Resolved, r *rules.Rules) study.RuleSet {
	set := study.RuleSet{ID: id, ByPath: v.ByPath, Title: v.Title, Label: v.Label, Short: v.Short, Colour: v.Colour, PlayHash: r.PlayHash(), Board: v.Board(), Content: content.Keep(v.Description()), Rules: r}
	for i, w := range f.weights(v, r) {
		set.Weights = append(set.Weights, w.Hash)
		if lent := w.For(r); i == 0 && len(lent.Differs) > 0 {
			set.Lender = &study.Lender{Rules: w.Rules, Differs: lent.Differs}
		}
	}
	return set
}

// weights returns the learned weights that players have under a rule set, one for each
// training: those of its game; else those of its base profile, if it is a reading or a
// what-if, or of the profile's parent, if they can be lent; else those of its nearest relative.
func (f *RuleSets) weights(v *variants.Resolved, r *rules.Rules) []*player.Weights {
	all := player.Trainings(r.PlayHash())
	for _, ref := range []string{f.plainly(v), v.Parent()} {
		if len(all) == 0 && ref != "" {
			all = slices.DeleteFunc(f.weightsOf(ref), func(w *player.Weights) bool { return !w.Lendable(r) })
		}
	}
	if len(all) == 0 {
		if w := player.Lend(r).Weights; w != nil {
			return player.Trainings(w.PlayHash)
		}
	}
	return all
}

// plainly refers to the base profile of v, a reading or a what-if; empty if v is neither.
func (f *RuleSets) plainly(v *variants.Resolved) string {
	switch {
	case len(v.Taken)+len(v.Sets) == 0:
		return ""
	case strings.HasPrefix(v.Path, "variants/"):
		return v.Base
	}
	return v.Path
}

// weightsOf is weights of a profile, without overrides.
func (f *RuleSets) weightsOf(ref string) []*player.Weights {
	v, r, err := f.load(ref, nil)
	if err != nil {
		return nil
	}
	return f.weights(v, r)
}

// BeginsWith returns the weights with which a training under r begins: those in a file, or those of the
// rule set that from names.
func (f *RuleSets) BeginsWith(from string, r *rules.Rules) (w *player.Weights, err error) {
	if filepath.Ext(from) == ".weights" {
		w, err = readWeights(from)
	} else if all := f.weightsOf(from); len(all) > 0 {
		w = all[0]
	} else if _, _, err = f.load(from, nil); err == nil {
		err = fmt.Errorf("--from: nothing was learned for %s or a relative of it (want another rule set, or a file of weights)", from)
	}
	if err == nil {
		if err = w.Fits(r); err != nil {
			err = fmt.Errorf("--from: %w", err)
		}
	}
	return w, err
}
