// Package glossary has the words of the game: what they mean, how the texts say them, and to
// which axes of a rule set they lead.
package glossary

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"varlab/variants/strict"
)

//go:embed glossary.toml
var file string

// Languages are the languages of the words: English, French, German, Dutch, Italian, Spanish
// and Russian.
var Languages = []string{"en", "fr", "de", "nl", "it", "es", "ru"}

// A Term is a word of the game or of statistics, in the languages in which it is known.
type Term struct {
	ID    string
	Words map[string]string // by language; English is always there
	From  map[string]string // by language, a clause or page that uses the word, if not its source
	Forms []string          // other forms of the words
	Means string            // empty if only its axes are of interest
	Keys  []string          // of axes, or of their sections
}

// Heading returns the word of a language, or the English one, with the others in brackets.
func (t *Term) Heading(language string) string {
	if t.Words[language] == "" {
		language = "en"
	}
	var others []string
	for _, l := range Languages {
		if l != language && t.Words[l] != "" {
			others = append(others, t.Words[l])
		}
	}
	if others == nil {
		return t.Words[language]
	}
	return t.Words[language] + " (" + strings.Join(others, ", ") + ")"
}

// All are the terms, in the order of the file.
var All = sync.OnceValue(func() (terms []Term) {
	d, fs := strict.Parse("variants/glossary/glossary.toml", file)
	if d != nil {
		r := strict.Reader{Document: d, Faults: &fs}
		for _, at := range d.Under("") {
			if at != "sources" {
				terms = append(terms, read(r, at))
			}
		}
	}
	if err := fs.Err(); err != nil {
		panic(err) // embedded
	}
	return terms
})

// byLanguage reads the texts of a table whose keys are languages.
func byLanguage(r strict.Reader, at string) map[string]string {
	texts := map[string]string{}
	for _, l := range Languages {
		if text, ok := r.Text(strict.Dot(at, l)); ok {
			texts[l] = text
		}
	}
	return texts
}

func read(r strict.Reader, at string) Term {
	from := strict.Dot(at, "from")
	t := Term{ID: strict.Last(at), Words: byLanguage(r, at), From: byLanguage(r, from)}
	r.Known(at, append([]string{"forms", "keys", "means", "from"}, Languages...)...)
	r.Known(from, Languages...)
	t.Means, _ = r.Text(strict.Dot(at, "means"))
	for key, to := range map[string]*[]string{"forms": &t.Forms, "keys": &t.Keys} {
		if path := strict.Dot(at, key); r.Has(path) {
			*to, _ = r.Texts(path)
		}
	}
	return t
}

// Find returns the term that has a word, in some language and form.
func Find(word string) (Term, bool) {
	for _, t := range All() {
		if slices.ContainsFunc(t.all(), func(w string) bool { return strings.EqualFold(w, strings.TrimSpace(word)) }) {
			return t, true
		}
	}
	return Term{}, false
}

// Words are all words that lead to an axis.
func Words() (list []string) {
	for _, t := range All() {
		if len(t.Keys) > 0 {
			list = append(list, t.all()...)
		}
	}
	return list
}

func (t *Term) all() []string {
	list := slices.Clone(t.Forms)
	for _, l := range Languages {
		if t.Words[l] != "" {
			list = append(list, t.Words[l])
		}
	}
	return list
}
