package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/long"
	"varlab/internal/testing/results"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/variants"
)

// A decided is a position that a source gives as an example, and what rule sets on the
// same board make of it.
type decided struct {
	FEN   string `json:"fen"`
	Rules string `json:"rules"` // the source's, whose squares it is in
	Rows  []made `json:"rows"`
}

// A made is what some rule sets alike make of a position.
type made struct {
	Rules  spaced `json:"rules"`
	Due    spaced `json:"due"`             // turns with a due capture; none: no capture is due
	Turns  int    `json:"turns"`           // that are playable
	Leaves int    `json:"leaves"`          // of them, those that leave a due capture untaken
	Value  string `json:"value,omitempty"` // for the side on move; empty if it was not computed
	Keep   spaced `json:"keep,omitempty"`  // turns that keep a value that others give away
}

// spaced words are kept in one text.
type spaced []string

func (w spaced) MarshalText() ([]byte, error) { return []byte(strings.Join(w, " ")), nil }

func (w *spaced) UnmarshalText(text []byte) error {
	*w = strings.Fields(string(text))
	return nil
}

const decidedPieces = 4 // as many as take seconds on ten rows

// examples are the blocks of decided.positions that stand before any turn.
func examples(t *testing.T) []conformance.Block {
	blocks, err := conformance.ReadPositions(os.DirFS("../../rules/testdata"))
	require.NoError(t, err)
	return slices.DeleteFunc(blocks, func(b conformance.Block) bool {
		return filepath.Base(b.File) != "decided.positions" || len(b.After) > 0
	})
}

// madeOf asks every rule set on the board of b, and the readings of its own, with values
// if they are wanted.
func madeOf(t *testing.T, b conformance.Block, values bool, tables map[string]*exact.Tables) (d decided) {
	own, err := variants.Load(b.Rules, nil)
	require.NoError(t, err)
	names := notation.Of(own.Profile)
	at, err := names.ReadFEN(b.FEN)
	require.NoError(t, err)
	d = decided{FEN: b.FEN, Rules: b.Rules}
	refs := slices.DeleteFunc(variants.IDs(), func(id string) bool { return id == b.Rules })
	readings, err := new(variants.Shelf).Expand(b.Rules + "+*")
	require.NoError(t, err)
	for _, ref := range append(readings, refs...) {
		v, err := variants.Load(ref, nil)
		require.NoError(t, err)
		if v.Board() != own.Board() {
			continue
		}
		r, err := rules.Compile(v.Profile)
		require.NoError(t, err)
		s, err := r.Position(at)
		if err != nil {
			continue // a man stands where this game has kings
		}
		turns := r.Moves(nil, s)
		n := names.Under(v.Profile)
		m := made{Rules: spaced{ref}, Due: spaced{}, Turns: len(turns)}
		for _, turn := range r.Due(nil, s) {
			if turn.Action == rules.Capture {
				m.Due = append(m.Due, n.Format(notation.PDN, at, turn, turns))
			}
		}
		slices.Sort(m.Due)
		for _, turn := range turns {
			if turn.Omission.String() != "" {
				m.Leaves++
			}
		}
		if pieces := at.Pieces(0).Len() + at.Pieces(1).Len(); values && pieces <= decidedPieces {
			valueOf(t, &m, r, s, n, tables)
		}
		i := slices.IndexFunc(d.Rows, func(o made) bool {
			return slices.Equal(o.Due, m.Due) && (o.Leaves > 0) == (m.Leaves > 0) && o.Value == m.Value && slices.Equal(o.Keep, m.Keep)
		})
		switch {
		case i < 0:
			d.Rows = append(d.Rows, m)
		case ref == b.Rules || !strings.HasPrefix(ref, b.Rules+"+"):
			d.Rows[i].Rules = append(d.Rows[i].Rules, ref)
		}
	}
	return d
}

func valueOf(t *testing.T, m *made, r *rules.Rules, s rules.State, n *notation.Notation, tables map[string]*exact.Tables) {
	hash := exact.Hash(r)
	known := tables[hash]
	if known == nil {
		known = exact.New(r, "")
		tables[hash] = known
	}
	if known.Build(t.Context(), exact.Materials(r, &s), exact.Options{Workers: 2}) != nil {
		return // these rules have no tables
	}
	found, err := endings.Probe(known, n, s)
	require.NoError(t, err)
	m.Value = found.Value
	for _, turn := range found.Turns {
		if turn.Value == found.Value {
			m.Keep = append(m.Keep, turn.Turn)
		}
	}
	slices.Sort(m.Keep)
	if len(m.Keep) == len(found.Turns) {
		m.Keep = nil
	}
}

// docs/findings/positions.md shows the positions that the sources decide. What the rule sets
// make of them is asked again here, in the fast form of every fifth position; their values,
// which take minutes, are measured.
func TestDecidedPositions(t *testing.T) {
	blocks := examples(t)
	rows := results.Table[[]decided]{
		Name: "positions", Doc: "findings/positions.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run DecidedPositions -update",
		Measure: func() (rows []decided, err error) {
			tables := map[string]*exact.Tables{}
			for _, b := range blocks {
				rows = append(rows, madeOf(t, b, true, tables))
			}
			return rows, nil
		},
		Markdown: func(rows []decided) string { return decidedPage(t, blocks, rows) },
	}.Keep(t, *update)
	require.Len(t, rows, len(blocks))
	for i, b := range blocks {
		if i%5 != 0 && !long.Form(t) {
			continue
		}
		now := map[string]made{}
		for _, m := range madeOf(t, b, false, nil).Rows {
			for _, id := range m.Rules {
				now[id] = m
			}
		}
		for _, was := range rows[i].Rows {
			for _, id := range was.Rules {
				if is, ok := now[id]; ok {
					require.Equal(t, is.Due, was.Due, "%s under %s", b.FEN, id)
				}
			}
		}
	}
}

func decidedPage(t *testing.T, blocks []conformance.Block, rows []decided) string {
	var b strings.Builder
	for i, block := range blocks {
		own, err := variants.Load(block.Rules, nil)
		require.NoError(t, err)
		n := notation.Of(own.Profile)
		at, err := n.ReadFEN(block.FEN)
		require.NoError(t, err)
		source, _, _ := strings.Cut(block.Clauses[0], ".")
		k := slices.IndexFunc(own.Sources, func(s variants.Source) bool { return s.ID == source })
		fmt.Fprintf(&b, "\n### %d. %s (%s)\n\n", i+1, own.Sources[k].Title, own.Sources[k].Year)
		for _, id := range block.Clauses {
			c := own.Clause(id)
			words := ""
			if c.Words != "" {
				words = " « " + c.Words + " »"
			}
			fmt.Fprintf(&b, "> `%s` %s%s\n\n", id, c.Says, words)
		}
		fmt.Fprintf(&b, "%s\n\n```\n%s```\n\n`varlab moves %s --fen '%s'`\n\n", strings.TrimSpace(block.Says), n.Diagram(at), block.Rules, block.FEN)
		valued := slices.ContainsFunc(rows[i].Rows, func(m made) bool { return m.Value != "" })
		b.WriteString("| rule sets | due | may be left |")
		if valued {
			b.WriteString(" value | turns that keep it |")
		}
		b.WriteString("\n| --- | --- | --- |" + strings.Repeat(" --- |", map[bool]int{true: 2}[valued]) + "\n")
		for _, m := range rows[i].Rows {
			due, left := "no capture", "no"
			if len(m.Due) > 0 {
				due = code(m.Due)
			}
			if m.Leaves > 0 {
				left = "yes"
			}
			if len(m.Due) == 0 {
				left = "–"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |", code(m.Rules), due, left)
			if valued {
				keep := code(m.Keep)
				switch n := len(m.Keep); {
				case m.Value == "":
					keep = "–"
				case n == 0:
					keep = "all"
				case n > 8:
					keep = fmt.Sprintf("%d of %d", n, m.Turns)
				}
				fmt.Fprintf(&b, " %s | %s |", orDash(m.Value), keep)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func code(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	return strings.Join(quoted, ", ")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
