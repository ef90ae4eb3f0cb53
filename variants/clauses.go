package variants

import (
	"slices"
	"strings"
	"sync"

	"varlab/variants/content"
	"varlab/variants/strict"
)

type Clause struct {
	ID    string `json:"id"`              // "articles.c14": document, then clause
	Kind  string `json:"-"`               // one of kinds; empty for documents from outside
	Says  string `json:"says"`            // in English, in our words
	Words string `json:"words,omitempty"` // a few key words of the original
}

// kinds of clauses: rules of play, what people must do, the order of games,
// adjudication, equipment, remarks, and what is a rule of play and something else.
var kinds = []string{"R", "P", "M", "A", "E", "F", "R/P", "R/A", "R/E", "R/F", "A/M"}

// String returns the sentence of c with its key words.
func (c *Clause) String() string {
	if c.Words == "" {
		return c.ID + ": " + c.Says
	}
	return c.ID + ": " + c.Says + " « " + c.Words + " »"
}

func ClausesOf(document string) []Clause { return library().clauses[document] }

// ClauseOf returns the clause with that id in the program's documents.
func ClauseOf(id string) (content.Clause, bool) {
	for _, c := range ClausesOf(document(id)) {
		if c.ID == id {
			return content.Clause{ID: c.ID, Says: c.Says, Words: c.Words}, true
		}
	}
	return content.Clause{}, false
}

type documents struct {
	order   []string
	clauses map[string][]Clause
}

var library = sync.OnceValue(func() documents {
	text, err := files.ReadFile(clauseFile)
	if err != nil {
		panic(err) // embedded
	}
	d, fs := strict.Parse("variants/"+clauseFile, string(text))
	lib := documents{clauses: map[string][]Clause{}}
	if d != nil {
		r := strict.Reader{Document: d, Faults: &fs}
		for _, doc := range d.Under("") {
			name := strict.Last(doc)
			lib.order = append(lib.order, name)
			lib.clauses[name] = readClauses(r, doc, name)
		}
	}
	if err := fs.Err(); err != nil {
		panic(err)
	}
	return lib
})

func readClauses(r strict.Reader, path, name string) []Clause {
	if !r.Table(path) {
		return nil
	}
	var list []Clause
	for _, p := range r.Under(path) {
		c := Clause{ID: name + "." + strict.Last(p)}
		if says, ok := r.Get(p).(string); ok {
			c.Says = says
		} else if r.Table(p) {
			r.Known(p, "kind", "says", "words")
			c.Says, _ = r.Text(strict.Dot(p, "says"))
			c.Words, _ = r.Text(strict.Dot(p, "words"))
			if kind, ok := r.Text(strict.Dot(p, "kind")); ok {
				if !slices.Contains(kinds, kind) {
					r.Wrong(strict.Dot(p, "kind"), "text made of R, P, M, A, E and F")
				}
				c.Kind = kind
			}
		}
		if c.Says == "" {
			r.Faults.AtKey(r.Document, p, p, "no says (want what the clause says)")
		}
		list = append(list, c)
	}
	return list
}

func document(id string) string {
	doc, _, _ := strings.Cut(id, ".")
	return doc
}
