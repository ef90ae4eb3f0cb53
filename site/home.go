package site

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"varlab/explore/page"
	"varlab/internal/lists"
	"varlab/lab"
	"varlab/reports/chart"
	"varlab/sim/record"
)

// A Run is a run whose report is a page of the site.
type Run struct {
	Path, Title, Answer string
	Page                []byte
}

// Runs reports the complete runs in a folder. It tells of those that cannot be read, and passes
// them over.
func Runs(ctx context.Context, folder string, tell func(dir string, err error)) (all []Run, err error) {
	l := lab.New(folder)
	l.Explore = "board"
	names, _ := filepath.Glob(filepath.Join(l.Folder, "*", record.ManifestFile)) // which has no other error than a bad pattern
	for _, name := range names {
		dir := filepath.Dir(name)
		run, err := reported(ctx, l, dir)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			tell(dir, err)
		case run != nil:
			all = append(all, *run)
		}
	}
	return all, nil
}

// Clear removes from a site the reports of runs that are no longer in the folder of runs.
func Clear(site, folder string) error {
	reports, _ := filepath.Glob(filepath.Join(site, "runs", "*.html")) // which has no other error than a bad pattern
	for _, report := range reports {
		_, err := os.Stat(filepath.Join(folder, strings.TrimSuffix(filepath.Base(report), ".html")))
		if errors.Is(err, os.ErrNotExist) {
			err = os.Remove(report)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reported is a run with its report; nil if it is not complete.
func reported(ctx context.Context, l *lab.Lab, dir string) (*Run, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, err
	}
	missing := len(run.Missing())
	if err := run.Close(); err != nil || missing > 0 {
		return nil, err
	}
	r, err := l.Report(ctx, dir, lab.AsStudied)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = r.Write(&b, "html")
	return &Run{"runs/" + filepath.Base(dir) + ".html", r.Plan.Called(), r.Card().Answer, b.Bytes()}, err
}

func (w *work) runs() error {
	var err error
	for _, r := range w.Runs {
		err = errors.Join(err, w.adopt(&sheet{Path: r.Path, Title: r.Title, About: r.Answer}, page.Linked(w.Rules, string(r.Page), "../board.html")))
	}
	return err
}

const showcase = "findings/souffleur.md"

// local are links within the site.
var local = regexp.MustCompile(`href="[^":]*`)

// home makes the first page: the beginning of the showcase, and the time line.
func (w *work) home() error {
	d := w.Pages[showcase]
	begins, _, _ := strings.Cut(string(d.Body), "</figure>")
	answer, figure, _ := strings.Cut(local.ReplaceAllStringFunc(begins, func(href string) string {
		to := strings.TrimPrefix(href, `href="`)
		return `href="` + lists.Choose(strings.HasPrefix(to, "#"), d.Path+to, path.Join(path.Dir(d.Path), to))
	}), "<figure>")
	times := w.timeline()
	wide := times.Draw(chart.Page)
	times.ID = "timeline-narrow"
	return w.add(&sheet{Path: "index.html", Kind: "home", Title: plainly(string(d.Title)), About: d.About, Charts: true, Data: struct {
		*document
		Answer, Figure, Wide, Narrow template.HTML
	}{d, template.HTML(answer), template.HTML("<figure>" + figure + "</figure>"), template.HTML(wide), template.HTML(times.Draw(chart.Column))}})
}
