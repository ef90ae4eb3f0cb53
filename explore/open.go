package explore

import (
	"path/filepath"
	"strings"

	"varlab/internal/plain"
	"varlab/rules"
	"varlab/variants"
)

// Open opens the rule sets with which a page begins, as commands name them. The rule set of a
// file becomes one of the engine's own: as a text, or as the file for a page that a program
// serves.
func (e *Engine) Open(names []string) (refs []Ref, err error) {
	for _, name := range names {
		v, err := variants.Load(name, nil)
		if err != nil {
			return nil, err
		}
		if _, err := rules.Compile(v.Profile); err != nil {
			return nil, err
		}
		ref, err := e.RefOf(v)
		if variants.ByPath(v.ByPath) {
			ref, err = e.own(v)
		}
		if err != nil {
			return nil, err
		}
		ref.Label = v.Label
		refs = append(refs, ref)
	}
	return refs, nil
}

// own makes the rule set of a file one of the engine's own.
func (e *Engine) own(v *variants.Resolved) (Ref, error) {
	name := plain.Text(filepath.Base(v.Path))
	if e.Served {
		e.Own[name] = v.Path
		return Ref{Ref: strings.Join(append([]string{name}, v.Taken...), "+"), Sets: v.Sets}, nil
	}
	path, _, _ := strings.Cut(v.ByPath, "{")
	whole, err := variants.Load(path, nil)
	if err != nil {
		return Ref{}, err
	}
	e.Texts[name] = whole.TOML()
	return Ref{Ref: name, Sets: v.Sets}, nil
}
