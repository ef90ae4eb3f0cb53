package study

import (
	_ "embed"
	"errors"
	"math"
	"reflect"
	"strings"

	"varlab/variants/strict"
)

// Schema is a complete study with a note on every key. It loads.
//
//go:embed schema.toml
var Schema string

// A File is the text of a study, read. Its faults have places.
type File struct {
	Study Study
	doc   *strict.Document
	form  strict.Faults // keys and types
}

// Parse reads the text of a study. It fails only if the text is not TOML; Resolve finds the
// other faults.
func Parse(name, text string) (*File, error) {
	doc, bad := strict.Parse(name, text)
	if doc == nil {
		return nil, bad.Err()
	}
	f := &File{doc: doc, form: bad}
	faults := &f.form
	r := strict.Reader{Document: doc, Faults: faults}
	s := &f.Study
	r.Known("", keys...)
	s.Name, _ = r.Text("name")
	s.Title, _ = r.Text("title")
	s.Question, _ = r.Text("question")
	s.Confirmatory, _ = r.Flag("confirmatory")
	if doc.Has("seed") && s.Confirmatory {
		faults.AtKey(doc, "seed", "seed", "stated in a confirmatory study (want none: it is made from the claims)")
	} else if doc.Has("seed") {
		seed, _ := r.Int64("seed", 0, math.MaxInt64)
		s.Seed = uint64(seed)
	} else if !s.Confirmatory {
		faults.AtKey(doc, "seed", "seed", "missing (want a number from which all chance is made)")
	}
	s.Rules, _ = r.Texts("rules")
	s.Players, _ = r.Texts("players")
	pairs, _ := r.Elements("pairs", "a list of pairs of players")
	for _, at := range pairs {
		if specs, ok := r.Texts(at); ok && len(specs) == 2 {
			s.Pairs = append(s.Pairs, [2]string(specs))
		} else if ok {
			faults.AtValue(doc, at, at, "%d players (want two)", len(specs))
		}
	}
	if doc.Has("ladder") && r.Table("ladder") {
		s.Ladder = new(Ladder)
		table(r, "ladder", s.Ladder)
	}
	s.Weights, _ = r.OneOf("weights", Sharings)
	s.Games, _ = r.Int("games", 1, math.MaxInt32)
	s.Looks, _ = r.Ints("looks", 1, math.MaxInt32)
	whole := func(key string, to *int, otherwise, least, most int) {
		if n, ok := r.Int(key, least, most); ok {
			otherwise = n
		}
		*to = otherwise
	}
	whole("horizon_plies", &s.HorizonPlies, DefaultHorizonPlies, 1, MaxHorizonPlies)
	s.Openings.Plies = DefaultOpeningPlies
	if doc.Has("openings") && r.Table("openings") {
		r.Known("openings", "plies", "from")
		s.Openings.From, _ = r.Text("openings.from")
		if list, ok := r.Ints("openings.plies", 0, maxOpeningPlies); ok {
			s.Openings.Plies = list
		}
	}
	if doc.Has("exact") && r.Table("exact") {
		r.Known("exact", "pieces", "adjudicate")
		whole("exact.pieces", &s.Exact.Pieces, DefaultExactPieces, 2, MaxExactPieces)
		if doc.Get("exact.adjudicate") == "known" {
			s.Exact.Adjudicate, s.Exact.Known = true, true
		} else {
			s.Exact.Adjudicate, _ = r.Flag("exact.adjudicate")
		}
	}
	s.Metrics, _ = r.Texts("metrics")
	s.Families = tables(r, "family", Family{Adjust: holm})
	s.Hypotheses = tables(r, "hypothesis", Hypothesis{})
	s.Rankings = tables(r, "ranking", Ranking{})
	return f, nil
}

// tables reads a list of tables, each into a struct that begins as given.
func tables[T any](r strict.Reader, key string, begun T) (list []T) {
	elems, _ := r.Elements(key, "a list of tables")
	for _, at := range elems {
		if r.Table(at) {
			x := begun
			table(r, at, &x)
			list = append(list, x)
		}
	}
	return list
}

// table reads a table into a struct, whose fields have their keys as TOML writes them.
func table(r strict.Reader, at string, to any) {
	var keys []string
	v := reflect.ValueOf(to).Elem()
	for i := range v.NumField() {
		key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("toml"), ",")
		keys = append(keys, key)
		path := strict.Dot(at, key)
		if !r.Has(path) {
			continue
		}
		switch f := v.Field(i).Addr().Interface().(type) {
		case *string:
			*f, _ = r.Text(path)
		case *bool:
			*f, _ = r.Flag(path)
		case *int:
			*f, _ = r.Int(path, 1, math.MaxInt32)
		case *[]string:
			*f, _ = r.Texts(path)
		case **float64:
			*f = number(r, path, "0.5")
		case *float64:
			if x := number(r, path, "0.02"); x != nil && *x == 0 {
				r.Faults.AtValue(r.Document, path, path, "0 (want a number above 0)")
			} else if x != nil {
				*f = *x
			}
		}
	}
	r.Known(at, keys...)
}

func number(r strict.Reader, path, example string) *float64 {
	var x float64
	switch v := r.Get(path).(type) {
	case float64:
		x = v
	case int64:
		x = float64(v)
	default:
		r.Faults.AtValue(r.Document, path, path, "%s is not a number (want one such as %s)", strict.Show(v), example)
		return nil
	}
	return &x
}

// Resolve is Study.Resolve. Its error lists the faults of the file with their places, those of
// form included.
func (f *File) Resolve(ruleSets RuleSets, player func(spec string) (Player, error)) (*Plan, error) {
	plan, err := f.Study.Resolve(ruleSets, player)
	var found Faults
	if err != nil && !errors.As(err, &found) {
		return nil, err
	}
	// Faults that follow from a fault of form are not reported again.
	wrong := map[string]bool{}
	for _, fault := range f.form.List() {
		list, _, _ := strings.Cut(fault.Key, "[")
		wrong[fault.Key], wrong[list], wrong[strict.Near(fault.Key, keys)] = true, true, true
	}
	var all strict.Faults
	all = append(all, f.form...)
	for _, fault := range found {
		at, isDirection := strings.CutSuffix(fault.Key, ".direction")
		of, isB := strings.CutSuffix(fault.Key, ".b")
		follows := wrong[fault.Key] || fault.Key == "players" && wrong["pairs"] || isDirection && (wrong[at+".margin"] || wrong[at+".no_worse"]) || isB && wrong[of+".value"]
		if !follows {
			f.note(Faults{fault}, &all)
		}
	}
	if err := all.Err(); err != nil {
		return nil, err
	}
	return plan, nil
}

// Place adds places in the file to an error that is Faults, or joins Faults.
func (f *File) Place(err error) error {
	var list Faults
	if !errors.As(err, &list) {
		return err
	}
	var placed strict.Faults
	f.note(list, &placed)
	return placed.Err()
}

func (f *File) note(list Faults, to *strict.Faults) {
	for _, fault := range list {
		to.AtValue(f.doc, fault.Key, fault.Key, "%s", fault.Msg)
	}
}

// keys are the keys of a study. The first two stand in profiles too, and so does family, as a
// word.
var keys = []string{
	"name", "title", "question", "confirmatory", "seed", "rules", "players", "pairs", "ladder", "weights", "games", "looks", "horizon_plies",
	"openings", "exact", "metrics", "family", "hypothesis", "ranking",
}

// IsStudy reports whether the keys of a TOML file are those of a study, and not of a rule set.
func IsStudy(stated map[string]any) bool {
	for _, key := range keys[2:] {
		if v, ok := stated[key]; ok {
			if _, word := v.(string); key != "family" || !word {
				return true
			}
		}
	}
	return false
}
