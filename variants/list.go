package variants

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// A List is that of the rule sets that the program carries, by id. Its form in JSON is that of
// varlab variants.
type List []Listed

// A Listed rule set is a line of a List.
type Listed struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Short    string `json:"short"`
	Period   string `json:"period"`
	Status   string `json:"status"`
	Board    string `json:"board"` // rows x columns
	Inherits string `json:"inherits"`
	Family   string `json:"family"`
	Century  int    `json:"century"`    // in which it begins
	Whole    bool   `json:"text_whole"` // its texts were read from beginning to end
}

// NewList lists the rule sets that the program carries.
func NewList() (l List, err error) {
	for _, id := range IDs() {
		v, err := Load(id, nil)
		if err != nil {
			return nil, err
		}
		l = append(l, Listed{v.ID, v.Title, v.Short, v.Period, v.Status, v.Board(), v.Inherits, v.Family, v.Century(), v.ReadWhole()})
	}
	return l, nil
}

// WriteText writes the rule sets by family and century, the family that begins earliest
// first. Lines have at most 80 columns.
func (l List) WriteText(w io.Writer) {
	first := map[string]int{}
	for _, r := range l {
		if c, seen := first[r.Family]; !seen || r.Century < c {
			first[r.Family] = r.Century
		}
	}
	rows := slices.Clone(l)
	slices.SortStableFunc(rows, func(a, b Listed) int {
		return cmp.Or(first[a.Family]-first[b.Family], cmp.Compare(a.Family, b.Family), a.Century-b.Century)
	})
	var last Listed
	for _, r := range rows {
		if r.Family != last.Family {
			fmt.Fprintf(w, "%s\n", r.Family)
		}
		century := ""
		if r.Century != last.Century || r.Family != last.Family {
			century = fmt.Sprintf("%dth", r.Century)
			if r.Century == 21 {
				century = "21st"
			}
		}
		mark := ""
		if r.Whole {
			mark = "*"
		}
		fmt.Fprintf(w, " %4s %1s %-22s  %-5s  %s\n", century, mark, r.ID, r.Board, r.Title)
		last = r
	}
	fmt.Fprint(w, "\nThe century is that of the texts, or of the game if they are later histories.\n* Its texts were read from beginning to end. The others rest on parts of texts,\n  on reports of them, or on common knowledge.\n")
}
