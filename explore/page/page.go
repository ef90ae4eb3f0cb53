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
	"html/template"

	"varlab/explore"
	"varlab/reports"
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
	sets, err := Gallery(e, "#/")
	if err != nil {
		return nil, err
	}
	data := struct {
		CSS, Parts, Known, Gallery, Worker, Engine, Script, Colophon any
		Policy                                                       string
	}{
		CSS: template.CSS(reports.Style() + GalleryStyle + cssText), Parts: reports.BoardParts, Known: known, Gallery: sets,
		Script: template.JS(script()), Colophon: colophon,
		Policy: reports.Policy(script()),
	}
	if engine == nil {
		data.Policy += "; connect-src 'self'"
	} else {
		data.Policy += " 'wasm-unsafe-eval'; worker-src blob:"
		data.Worker = template.HTML(engine.Support + workerText)
		data.Engine = template.HTML(base64.StdEncoding.EncodeToString(engine.Packed))
	}
	var b bytes.Buffer
	err = pages.Execute(&b, data)
	return b.Bytes(), err
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
