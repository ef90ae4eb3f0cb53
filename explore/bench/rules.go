package bench

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"varlab/explore/page"
	"varlab/variants"
	"varlab/variants/strict"
)

// A draft is a rule set that is being written, as text.
type draft struct {
	File, Text string // the file that it was read from, if any
	Faults     []strict.Fault
	Fine       bool // it has been checked, and has none
}

// newRules shows the text of a rule set: one that was changed on a board, or one of the folder.
func (s *Server) newRules(w http.ResponseWriter, r *http.Request) error {
	d := &draft{File: r.URL.Query().Get("from"), Text: r.URL.Query().Get("text")}
	if d.File != "" {
		if _, own := s.folder.files(); own[d.File] == "" {
			return missing("rule set")
		}
		text, err := strict.ReadFile(d.File)
		if err != nil {
			return err
		}
		d.Text = string(text)
	}
	return s.write(w, "rules", "A rule set of my own", d)
}

// saveRules lists the faults of a text, or writes it into the folder, named by its title.
func (s *Server) saveRules(w http.ResponseWriter, r *http.Request) error {
	d := &draft{File: r.PostForm.Get("file"), Text: strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n")}
	v, err := variants.Read("text", d.Text)
	var placed *strict.Error
	if errors.As(err, &placed) {
		d.Faults = placed.Faults
	} else if err != nil {
		d.Faults = []strict.Fault{{Msg: err.Error()}}
	} else if name := fileName(v.Title); name == "" || slices.Contains(variants.IDs(), name) {
		d.Faults = []strict.Fault{{Key: "title", Msg: "it names the file, and has to be other than the ids of the program's rule sets"}}
	} else if r.PostForm.Get("do") == "save" {
		if _, err := save(name, func(string) string { return d.Text }, d.File); err != nil {
			return err
		}
		http.Redirect(w, r, "/#rules", http.StatusSeeOther)
		return nil
	}
	d.Fine = d.Faults == nil
	return s.write(w, "rules", "A rule set of my own", d)
}

// Beside is the address that leads to two rule sets in a position, for reports.Options.Explore.
const Beside = "/beside"

// beside leads to the page on which rules are tried. A rule set of a file that is not in the
// folder is missing.
func (s *Server) beside(w http.ResponseWriter, r *http.Request) error {
	e, err := s.folder.known()
	if err != nil {
		return err
	}
	address, err := page.Beside(e, r.URL.Query())
	if err != nil {
		return missing("rule set")
	}
	http.Redirect(w, r, "/explore#"+address, http.StatusSeeOther)
	return nil
}
