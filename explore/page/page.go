// Package page is the page on which rule sets are shown, changed and played: as a file that
// holds the engine, or served by a program that is the engine.
//
// The one idea: the page is the same in both forms, and contains what it shows first, so that
// it can be used before the engine is ready.
package page

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"varlab/explore"
	"varlab/reports"
	"varlab/variants"
)

var (
	//go:embed page.html
	htmlText string
	//go:embed page.css
	cssText string
	//go:embed page.js
	jsText string
	//go:embed worker.js
	workerText string
)

var pages = template.Must(template.New("page").Parse(htmlText))

// A starter is an example to begin with.
type starter struct {
	Title string        `json:"title"`
	Rules []explore.Ref `json:"rules"`
}

var starters = []starter{
	{"What if the huff uses up the turn?", []explore.Ref{{Ref: "polonaise-souffler", Sets: []string{`claim.huff_turn="spends"`}}}},
	{"What if the turn is replayed instead of a huff?", []explore.Ref{{Ref: "polonaise-souffler", Sets: []string{`claim.remedies=["compel", "waive"]`}}}},
	{"What if kings move one square only?", []explore.Ref{{Ref: "federation", Sets: []string{`king.range="short"`}}}},
	{"The huff beside today's articles", []explore.Ref{{Ref: "polonaise-souffler"}, {Ref: "federation"}}},
}

// opening is the rule set with which a page begins unless another is named.
var opening = []explore.Ref{{Ref: "polonaise-souffler"}}

// New makes a page that begins with a rule set, beside another if there are two. It holds an
// engine; without one it asks the program that serves it.
func New(ctx context.Context, e *explore.Engine, first []explore.Ref, engine *Engine, colophon string) ([]byte, error) {
	known, err := learned(ctx, e, first)
	if err != nil {
		return nil, err
	}
	sets, err := Gallery(e, func(ref string) string { return "#/" + ref }, "#/")
	if err != nil {
		return nil, err
	}
	data := form{
		CSS: template.CSS(reports.Style() + GalleryStyle + cssText), Parts: reports.BoardParts, Known: known, Gallery: sets,
		Script: template.JS(script()), Colophon: colophon, Served: engine == nil, Policy: reports.Policy(script()),
	}
	if engine == nil {
		data.Policy += "; connect-src 'self'"
	} else {
		data.Policy += " 'wasm-unsafe-eval'; worker-src blob:"
		data.Worker = template.HTML(engine.Support + workerText)
		data.Engine = template.HTML(base64.StdEncoding.EncodeToString(engine.Packed))
	}
	return data.write()
}

// Apart is New as a page of a site, in files: the page, its script with the answers that it
// begins with, and the engine, which the page fetches for the first question that it cannot
// answer. The files beside it are scripts, so that they can be read from a disk as well. Sets is
// the address of the page with all rule sets.
func Apart(ctx context.Context, e *explore.Engine, first []explore.Ref, engine *Engine, sets, colophon string) (map[string][]byte, error) {
	known, err := learned(ctx, e, first)
	if err != nil {
		return nil, err
	}
	data := form{
		CSS: template.CSS(reports.Style() + GalleryStyle + cssText), Parts: reports.BoardParts, Sets: sets,
		Colophon: colophon, Policy: reports.PolicyFrom("'self'") + " 'wasm-unsafe-eval'; worker-src blob:",
	}
	html, err := data.write()
	return map[string][]byte{
		"board.html": html,
		"board.js":   slices.Concat([]byte("globalThis.answers = "), explore.Encode(known), []byte(";\n"+script())),
		"engine.js":  slices.Concat([]byte("globalThis.engineParts = "), explore.Encode([]any{engine.Support + workerText, engine.Packed}), []byte(";\n")),
	}, err
}

// Beside is the address within the page, after its #, at which it shows two rule sets in a
// position: a, b and fen of a query, as in the links of reports. A rule set that e does not have
// is an error.
func Beside(e *explore.Engine, query url.Values) (address string, err error) {
	// As a browser's decodeURIComponent reads it.
	escaped := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	for _, ref := range []string{query.Get("a"), query.Get("b")} {
		at := explore.Ref{Ref: strings.TrimPrefix(ref, "./")}
		if !variants.ByPath(ref) {
			v, err := variants.Load(ref, nil)
			if err == nil {
				at, err = e.RefOf(v)
			}
			if err != nil {
				return "", err
			}
		} else if e.Own[at.Ref]+e.Texts[at.Ref] == "" {
			return "", fmt.Errorf("%s is no rule set here", ref)
		}
		address += escaped(at.Ref)
		for _, set := range at.Sets {
			address += "~" + escaped(set)
		}
		address += "&beside="
	}
	return strings.TrimSuffix(address, "beside=") + "fen=" + escaped(query.Get("fen")), nil
}

var besideLink = regexp.MustCompile(`href="board\?([^"]*)"`)

// Linked is a report whose reports.Options.Explore is "board", with links to a page of boards at
// an address. A rule set that e does not have leads to the page alone.
func Linked(e *explore.Engine, report, board string) string {
	return besideLink.ReplaceAllStringFunc(report, func(href string) string {
		query, err := url.ParseQuery(html.UnescapeString(besideLink.FindStringSubmatch(href)[1]))
		to := board
		if err == nil {
			if address, err := Beside(e, query); err == nil {
				to += "#" + address
			}
		}
		return `href="` + html.EscapeString(to) + `"`
	})
}

// A form is what the template of the page says.
type form struct {
	CSS, Parts, Known, Gallery, Worker, Engine, Script any
	Sets, Colophon, Policy                             string
	Starters                                           []starter
	Served                                             bool
}

func (f form) write() ([]byte, error) {
	var b bytes.Buffer
	f.Starters = starters
	err := pages.Execute(&b, f)
	return b.Bytes(), err
}

// learned are the answers with which a page begins, and what it opens.
func learned(ctx context.Context, e *explore.Engine, first []explore.Ref) (map[string]any, error) {
	if len(first) == 0 {
		first = opening
	}
	labels := map[string]string{}
	for _, ref := range first {
		if ref.Label != "" {
			labels[string(explore.Encode(ref))] = ref.Label
		}
	}
	known := map[string]any{"starters": starters, "open": first, "labels": labels}
	if len(e.Texts) > 0 {
		known["texts"] = e.Texts
	}
	learn := func(q explore.Request) (any, error) {
		answer, err := e.Answer(ctx, &q)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			known[string(explore.Encode(q))] = json.RawMessage(explore.Encode(answer))
		}
		return answer, err
	}
	if _, err := learn(explore.Request{Do: "catalog"}); err != nil {
		return nil, err
	}
	if err := learnAll(learn, first); err != nil {
		return nil, err
	}
	for _, s := range starters {
		if err := learnAll(learn, s.Rules); err != nil {
			return nil, err
		}
	}
	return known, nil
}

func script() string { return reports.BoardScript() + GalleryScript + jsText }

// learnAll asks everything that a page shows of a rule set, or of two.
func learnAll(learn func(explore.Request) (any, error), refs []explore.Ref) error {
	if len(refs) == 1 && len(refs[0].Sets) > 0 {
		refs = append(refs, explore.Ref{Ref: refs[0].Ref})
	}
	ask := []explore.Request{{Do: "position", Rules: refs}, {Do: "rules", Rules: []explore.Ref{{Ref: refs[0].Ref}}}}
	for i := range refs {
		ask = append(ask, explore.Request{Do: "rules", Rules: refs[i : i+1]})
	}
	if len(refs) == 2 {
		parted, err := learn(explore.Request{Do: "part", Rules: refs})
		if err != nil {
			return err
		}
		if found := parted.(explore.Partings).Found; len(found) > 0 { // the first is shown
			ask = append(ask, explore.Request{Do: "position", Rules: refs, FEN: found[0].FEN, Turns: found[0].After})
		}
	}
	for _, q := range ask {
		if _, err := learn(q); err != nil {
			return err
		}
	}
	return nil
}
