package variants

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/variants/content"
	"varlab/variants/strict"
)

func resolve(f *file, readings, sets []string) (*Resolved, error) {
	var fs strict.Faults
	id, ref, more := f.id, f.id, ""
	if !isBuiltin(f) {
		if ref = filepath.Clean(f.path); !isPath(ref) {
			ref = f.path
		}
		if slices.Contains(IDs(), id) {
			id = ref
		}
	}
	s := f.state
	var taken []Reading
	for _, name := range readings {
		more += "+" + name
		i := slices.IndexFunc(f.readings, func(r Reading) bool { return r.Name == name })
		if i < 0 {
			wanted := strict.Wanted(name, names(f.readings))
			if len(f.readings) == 0 {
				wanted = "want " + ref + " alone: it has no readings"
			}
			fs.Add(ref+"+"+name, strict.Place{}, "", "unknown reading %q (%s)", name, wanted)
			continue
		}
		r := f.readings[i]
		layer := r.statements()
		for k := range layer {
			var with []Reading
			for _, earlier := range taken {
				field, laid := layer[k].lay(&earlier, f.state.profile)
				if field != "" {
					fs.Add(id, strict.Place{}, field, "set differently by the readings %s and %s (want one of them)", earlier.Name, name)
				}
				if laid {
					with = append(with, earlier)
				}
			}
			if with != nil {
				layer[k].credit(with)
			}
		}
		taken = append(taken, r)
		s = s.with(layer, false)
	}
	if len(sets) > 0 {
		layer := overlay(s, sets, &fs)
		s = s.with(layer, false)
		sets = lastOfEach(sets)
		more += "{" + strings.Join(sets, ",") + "}"
	}
	id += more
	if len(fs) == 0 {
		for _, fault := range s.contradictions() {
			fs.Add(id, strict.Place{}, fault.Key, "%s", fault.Msg)
		}
	}
	if len(fs) == 0 {
		if fault := readSquares(s.profile); fault != nil {
			fs.Add(id, strict.Place{}, fault.Key, "%s", fault.Msg)
		}
	}
	if err := fs.Err(); err != nil {
		return nil, err
	}
	p := *s.profile
	p.ID = id
	v := &Resolved{
		ID: id, Base: f.id, Path: f.path, ByPath: ref + more,
		About: f.About, Summary: f.summary,
		Sources: f.sources, Profile: &p,
		Readings: f.readings, Taken: readings, Sets: sets, Notes: f.notes,
		cites: s.cites, drawCites: s.drawCites, file: f,
	}
	if f.parent != nil {
		v.Inherits = f.parent.id
	}
	return v, nil
}

func isBuiltin(f *file) bool { return f.path == builtinPath(f.id) }

// lastOfEach keeps the last override of each key, without blanks around it, so that Load takes
// the name of the result.
func lastOfEach(sets []string) (kept []string) {
	for i, set := range sets {
		if key := keyOf(set); !slices.ContainsFunc(sets[i+1:], func(o string) bool { return keyOf(o) == key }) {
			kept = append(kept, strings.TrimSpace(set))
		}
	}
	return kept
}

// overlay reads overrides of the rule set s, in their order.
func overlay(s state, sets []string, fs *strict.Faults) []statement {
	var layer []statement
	for _, set := range sets {
		cite := Cite{Assumed: content.Assumed{{Set: true}}, Where: "--set " + set}
		var st statement
		if changesDraws(strings.TrimSpace(set)) {
			draws := statement{key: "draw", value: s.profile.Draws, drawCites: s.drawCites}
			if i := slices.IndexFunc(layer, func(o statement) bool { return o.key == "draw" }); i >= 0 {
				draws = layer[i]
			}
			clauses, cites, ok := changeDraws(strings.TrimSpace(set), draws, cite, fs)
			if !ok {
				continue
			}
			st = statement{key: "draw", value: clauses, drawCites: cites, cite: cite}
		} else {
			o, ok := readOverride(set, fs)
			if !ok {
				continue
			}
			st = o.statement(cite)
		}
		layer = slices.DeleteFunc(layer, func(o statement) bool { return o.key == st.key })
		layer = append(layer, st)
	}
	return layer
}

// readOverride reads `key=value`: the value is TOML, but quotes may be left out around bare
// words, and around a text altogether.
func readOverride(set string, fs *strict.Faults) (o Override, ok bool) {
	file := set
	key, text, found := strings.Cut(set, "=")
	key, text = strings.TrimSpace(key), strings.TrimSpace(text)
	if !found {
		fs.Add(file, strict.Place{}, "", "no value (want key=value)")
		return o, false
	}
	a := profile.AxisOf(key)
	if a == nil {
		fs.Add(file, strict.Place{}, "", "unknown key %q (%s)", key, wantedKey(key))
		return o, false
	}
	if a.Kind == profile.Text && !strings.HasPrefix(text, `"`) && !strings.HasPrefix(text, "'") {
		return Override{Key: key, Value: text, where: file}, true
	}
	doc, bad := parseValue(file, text)
	if doc == nil || len(doc.Root) != 1 {
		msg := "not a value"
		if list := bad.List(); len(list) > 0 {
			msg = list[0].Msg
		}
		fs.Add(file, strict.Place{}, key, "%s (want %s)", msg, a.Wanted())
		return o, false
	}
	var own strict.Faults
	p := parser{Reader: strict.Reader{Document: doc, Faults: &own, Name: func(path string) string {
		return strings.Replace(name(path), "is", key, 1)
	}}}
	v, ok := p.value(a, "is")
	for _, fault := range own.List() {
		k := strings.TrimPrefix(fault.Key, "is")
		if !strings.HasPrefix(k, key) {
			k = key + k
		}
		fs.Add(file, strict.Place{}, k, "%s", fault.Msg)
	}
	return Override{Key: key, Value: v, where: file}, ok
}

// parseValue reads a value as the key "is" of a document. The faults are of the text as it stands.
func parseValue(file, text string) (*strict.Document, strict.Faults) {
	doc, bad := strict.Parse(file, "is = "+text)
	if doc == nil {
		doc, _ = strict.Parse(file, "is = "+quoteWords(text))
	}
	return doc, bad
}

// quoteWords puts quotes around the words of a value that have none: letters,
// digits, hyphens and underscores, with a letter first, that are no key.
func quoteWords(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range wordOrQuoted.FindAllStringIndex(text, -1) {
		word, after := text[at[0]:at[1]], strings.TrimLeft(text[at[1]:], " ")
		b.WriteString(text[from:at[0]])
		from = at[1]
		if word[0] == '"' || word[0] == '\'' || word == "true" || word == "false" || strings.HasPrefix(after, "=") {
			b.WriteString(word)
		} else {
			b.WriteString(`"` + word + `"`)
		}
	}
	return b.String() + text[from:]
}

var wordOrQuoted = regexp.MustCompile(`"[^"]*"?|'[^']*'?|[A-Za-z][-+_0-9A-Za-z]*`)

// wantedKey returns the axes that may have been meant instead of key: the closest, or those of
// the section.
func wantedKey(key string) string {
	keys := keysWith(func(string) bool { return true })
	if near := strict.Near(key, keys); near != "" {
		return "want " + near
	}
	section, _, _ := strings.Cut(key, ".")
	if own := axesOf(section); len(own) > 0 {
		return "want " + section + "." + strict.List(own)
	}
	return "want the key of an axis, in " + strict.List(sections())
}

// readSquares reads board.start and promotion.squares into their Setups. It reports which of
// them is wrong, and why. The axes of p must be valid.
func readSquares(p *profile.Profile) *profile.Fault {
	err := content.ReadSquares(p)
	if start := p.Board.Setup; err == nil && start != nil && start.Mover != board.First {
		err = profile.Fault{Key: "board.start", Msg: fmt.Sprintf("the opponent of board.first_mover = %q is on move (want the first mover)", profile.AxisOf("board.first_mover").Get(p))}
	}
	if err == nil && (p.Board.Start != "" || p.Promotion.Squares != "") {
		_, err = rules.Compile(p)
	}
	var fault profile.Fault
	if !errors.As(err, &fault) {
		return nil
	}
	fault.Msg = strings.ReplaceAll(fault.Msg, "\n", "; ")
	return &fault
}
