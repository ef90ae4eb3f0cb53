package variants

import (
	"fmt"
	"path/filepath"
	"strings"

	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants/strict"
)

// Read resolves the profile in a text, which inherits from a built-in rule set or from none:
// no text leads to a file. Overrides are laid over it. The error lists every fault.
func Read(name, text string, sets ...string) (*Resolved, error) {
	var fs strict.Faults
	if doc, _ := strict.Parse(name, text); doc != nil {
		if ref, ok := (strict.Reader{Document: doc}).Get("inherits").(string); ok && isPath(ref) {
			fs.AtValue(doc, "inherits", "inherits", "%q is a file (want the id of a built-in rule set)", ref)
			return nil, fs.Err()
		}
	}
	f := parse(name, text, nil, "", &fs)
	if err := fs.Err(); err != nil {
		return nil, err
	}
	return resolve(f, nil, sets)
}

// SetsOver returns the overrides that make v of base, as Load takes them.
func (v *Resolved) SetsOver(base *Resolved) []string {
	all := []string{}
	for _, d := range Diff(base, v) {
		if text, ok := d.laid(); ok {
			all = append(all, d.Axis.Key+"="+text)
		}
	}
	return all
}

// laid returns the second rule set's value of an axis as profiles write it. ok is false if the
// value follows from the rest.
func (d *Difference) laid() (text string, ok bool) {
	if d.B != nil {
		return notation.Literal(d.B), true
	}
	return `""`, d.Axis.Kind == profile.Text // what was stated is taken back
}

// Child writes v as a profile that inherits from base and states the differences, each assumed
// for the given reason.
func (v *Resolved) Child(base *Resolved, why string) string {
	var b strings.Builder
	parent := base.Base
	if base.Path != builtinPath(parent) {
		parent = filepath.Base(base.Path) // the child is to stand beside it
	}
	title := v.Title
	if title == base.Title {
		title += ", changed"
	}
	section, between, summary := "", ", but: ", "As "+base.Title
	for _, d := range Diff(base, v) {
		value, ok := d.laid()
		if !ok {
			continue
		}
		summary, between = summary+between+d.Axis.Gist(d.Axis.Get(v.Profile)), "; "
		writeSection(&b, d.Axis, &section)
		if _, key, dotted := strings.Cut(d.Axis.Key, "."); dotted {
			fmt.Fprintf(&b, "%s = { is = %s, assumed = %s }\n", key, value, strict.Quote(why))
		} else {
			fmt.Fprintf(&b, "is = %s\nassumed = %s\n", value, strict.Quote(why))
		}
	}
	return fmt.Sprintf("inherits = %s\ntitle    = %s\nperiod   = \"\"\nplace    = \"\"\nstatus   = \"invented\"\nsummary  = %s\n",
		strict.Quote(parent), strict.Quote(title), strict.Quote(summary+".")) + b.String()
}
