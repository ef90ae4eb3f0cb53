package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/long"
	"varlab/internal/testing/results"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
)

// A kept finding is one that docs/exact.md shows: a command of solve, without its
// --format.
type keptFinding struct {
	name string
	args []string
}

// rulesArgs names rule sets on a command line.
func rulesArgs(ids ...string) (args []string) {
	for _, id := range ids {
		args = append(args, "-r", id)
	}
	return args
}

func materialArgs(materials ...string) (args []string) {
	for _, m := range materials {
		args = append(args, "--material", m)
	}
	return args
}

var allRuleSets = rulesArgs(
	"brazilian", "canadian", "czech", "damme-1922", "encyclopedie-francaise", "encyclopedie-polonaise", "english", "federation",
	"francaise-souffler", "frisian", "international", "italian", "jeu-force", "jeu-plaisant", "killer", "manoury",
	"polonaise-souffler", "pool", "regle-moderne", "russian", "spanish", "ten-row-fifteen", "thai")

var (
	kings = keptFinding{"exact-kings", append(
		materialArgs("K vs K", "KM vs K", "KK vs K", "KMM vs K", "KKM vs K", "KKK vs K"),
		rulesArgs("encyclopedie-polonaise", "polonaise-souffler", "regle-moderne", "federation", "international", "manoury")...)}
	fourKings = keptFinding{"exact-four-kings", append(materialArgs("KKKK vs K"),
		rulesArgs("encyclopedie-polonaise", "polonaise-souffler", "federation", "international")...)}
	elsewhere = keptFinding{"exact-elsewhere", append(materialArgs("KK vs K", "KKK vs K"),
		rulesArgs("russian", "pool", "brazilian", "spanish", "english", "italian", "thai", "killer", "damme-1922", "frisian", "canadian")...)}
	boards       = keptFinding{"exact-boards", append([]string{"--board", "4x4", "--board", "6x4", "--board", "4x6"}, allRuleSets...)}
	boards6x6    = keptFinding{"exact-boards-6x6", append([]string{"--board", "6x6"}, allRuleSets...)}
	boardsSearch = keptFinding{"exact-boards-6x6-search", append([]string{"--board", "6x6", "--most-positions", "2000000"},
		rulesArgs("frisian", "damme-1922", "federation", "english", "czech", "thai")...)}
	boardsTwo = keptFinding{"exact-boards-6x6-two", append([]string{"--board", "6x6", "--men-rows", "2"}, allRuleSets...)}
	boards4x8 = keptFinding{"exact-boards-4x8", append([]string{"--board", "4x8"}, allRuleSets...)}
)

func (k keptFinding) command() string {
	words := []string{"varlab solve"}
	for _, arg := range k.args {
		if strings.Contains(arg, " ") {
			arg = "'" + arg + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// keep holds a document to the finding. With VARLAB_DEEP and -update it is solved
// again, which takes hours in all.
func (k keptFinding) keep(t *testing.T, doc string, markdown func(*endings.Finding) string, files func(*endings.Finding) map[string]string) *endings.Finding {
	t.Helper()
	return results.Table[*endings.Finding]{
		Name: k.name, Doc: doc, Command: k.command(), Markdown: markdown, Files: files,
		Measure: func() (*endings.Finding, error) {
			var b bytes.Buffer
			f := new(endings.Finding)
			err := run(context.Background(), append([]string{"solve", "--format", "json"}, k.args...), &b, io.Discard)
			if err == nil {
				err = json.Unmarshal(b.Bytes(), f)
			}
			f.Command, f.Date = "", ""
			return f, err
		},
	}.Keep(t, *update)
}

// A claim is what sources say of some endings, on a page of its own.
type claim struct {
	page      string
	materials []string
	within    []int // own moves: those of the readings of the old rule, and the federation's limit
}

var claims = []claim{
	{"king-and-two-men", []string{"KMM vs K"}, []int{1, 3, 16}},
	{"two-kings-and-a-man", []string{"KKM vs K"}, []int{1, 3, 16}},
	{"three-kings", []string{"KKK vs K"}, []int{1, 3, 16}},
	{"two-pieces", []string{"KM vs K", "KK vs K"}, []int{1, 5}},
}

// of is the part of a finding that a claim is about.
func (c claim) of(f *endings.Finding) *endings.Finding {
	part := endings.Finding{Command: "varlab solve"}
	for _, m := range c.materials {
		part.Command += " --material '" + m + "'"
	}
	for _, e := range f.Endings {
		if strings.Contains(part.Command, "'"+e.Material+"'") {
			part.Endings = append(part.Endings, e)
		}
		if e.Material == f.Endings[0].Material {
			part.Command += " -r " + e.Rules
		}
	}
	part.Command += " --within " + strings.Trim(strings.ReplaceAll(fmt.Sprint(c.within), " ", ","), "[]") + " --format html"
	return &part
}

// The tables, pictures and pages of the docs are those of the committed results, and
// each stands under the command that repeats it.
func TestFindingsInDocs(t *testing.T) {
	whole := func(f *endings.Finding) string { return f.Markdown(nil) }
	for _, k := range []keptFinding{elsewhere, boards, boards4x8, boards6x6, boardsSearch, boardsTwo} {
		k.keep(t, "exact.md", whole, nil)
	}
	kings.keep(t, "exact.md", whole, func(f *endings.Finding) map[string]string {
		files := map[string]string{"exact/lengths.svg": f.Picture(nil)}
		for _, c := range claims {
			part := c.of(f)
			files["exact/"+c.page+".svg"] = part.Picture(c.within)
			ruleSets := map[string]*rules.Rules{}
			for _, e := range part.Endings {
				ruleSets[e.Rules] = builtIn(t, e.Rules)
			}
			page, err := part.Page(c.within, ruleSets)
			require.NoError(t, err)
			files["exact/"+c.page+".html"] = page
		}
		return files
	})
	fourKings.keep(t, "exact/three-kings.md", func(f *endings.Finding) string { return f.Markdown([]int{1, 3, 16}) }, nil)
	for _, c := range claims {
		kings.keep(t, "exact/"+c.page+".md", func(f *endings.Finding) string { return c.of(f).Markdown(c.within) }, nil)
	}
}

// The count of the positions in which the huff makes a difference is that of the committed
// result; VARLAB_DEEP and -update count again, in a minute or two.
func TestHuffInDocs(t *testing.T) {
	args := []string{"encyclopedie-francaise", `encyclopedie-francaise{capture.obligation="compulsory"}`, "--exact", "4", "--games", "200"}
	d := results.Table[endings.Differing]{
		Name: "exact-huff", Doc: "exact.md",
		Command: fmt.Sprintf("varlab diff %s '%s' %s", args[0], args[1], strings.Join(args[2:], " ")),
		Measure: func() (d endings.Differing, err error) {
			var b bytes.Buffer
			if err = run(context.Background(), append([]string{"diff", "--format", "json", "--tables", t.TempDir()}, args...), &b, io.Discard); err == nil {
				err = json.Unmarshal(b.Bytes(), &d)
			}
			return d, err
		},
		Markdown: func(d endings.Differing) string {
			var b strings.Builder
			d.WriteText(&b)
			return "```text\n" + b.String() + "```\n"
		},
	}.Keep(t, *update)
	// What the document says in words.
	require.Less(t, 100*d.All.Changed, d.All.Positions)
	for _, g := range d.Games {
		require.Zero(t, g.Changed.Changed)
	}
	left := d.Omissions[0].All
	require.Less(t, left.Changed, d.All.Changed)
	require.Contains(t, left.Smallest, endings.Change{FEN: "W:WK18,30:B22,K29", Pieces: 4, Values: [2]string{"draw", "loss"}})
}

// What is committed is what solving finds: a few quick parts of every finding are solved
// again, all quick parts in the long form, and all of them with VARLAB_DEEP.
func TestFindingsAgain(t *testing.T) {
	deep := os.Getenv("VARLAB_DEEP") != ""
	tables := t.TempDir()
	again := func(to any, args ...string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		require.NoError(t, run(context.Background(), append(args, "--format", "json", "--tables", tables), &stdout, &stderr), "%s", &stderr)
		require.NoError(t, json.Unmarshal(stdout.Bytes(), to))
	}
	read := func(k keptFinding) *endings.Finding {
		r, err := results.Read[*endings.Finding](k.name)
		require.NoError(t, err)
		return r.Data
	}
	solved := 0
	few := func(of int) bool { return !long.Form(t) && !deep && of >= 3 }
	for _, k := range []keptFinding{kings, fourKings, elsewhere} {
		before := solved
		for _, e := range read(k).Endings {
			if len(e.Material) > len("KK vs K") && !deep || few(solved-before) {
				continue
			}
			var rows []endings.Row
			again(&rows, "solve", "-r", e.Rules, "--material", e.Material)
			require.Equal(t, e.Rows, rows, "%s: %s under %s", k.name, e.Material, e.Rules)
			solved++
		}
	}
	for _, k := range []keptFinding{boards, boards4x8, boards6x6} {
		before := solved
		for _, g := range read(k).Games {
			if !deep && (g.Positions > 150000 || g.Method == exact.BySearch) || few(solved-before) {
				continue
			}
			var got endings.Game
			again(&got, "solve", "-r", g.Rules, "--board", g.Board, "--men-rows", fmt.Sprint(g.MenRows))
			if g.Method != exact.ByTables { // a search may have other tables
				g.Method, g.Positions = got.Method, got.Positions
			}
			if g.Plies == nil {
				g.Plies = got.Plies // which was not known then
			}
			require.Equal(t, g, got)
			solved++
		}
	}
	for _, g := range read(boardsSearch).Games {
		if g.Rules != "frisian" && !deep || few(3) {
			continue
		}
		var got endings.Game
		again(&got, "solve", "-r", g.Rules, "--board", g.Board, "--most-positions", "2000000")
		require.Equal(t, g, got)
		solved++
	}
	if long.Form(t) {
		require.Greater(t, solved, 50)
	}
	require.GreaterOrEqual(t, solved, 6)
}

// A search and tables of all that a game can come to find the same on six rows of
// six: value and length.
func TestSearchedAsTabled(t *testing.T) {
	read := func(k keptFinding) []endings.Game {
		r, err := results.Read[*endings.Finding](k.name)
		require.NoError(t, err)
		return r.Data.Games
	}
	tabled := map[string]endings.Game{}
	for _, g := range read(boards6x6) {
		if g.Method == exact.ByTables {
			tabled[g.Rules] = g
		}
	}
	both := 0
	for _, g := range read(boardsSearch) {
		require.Equal(t, exact.BySearch, g.Method)
		require.True(t, g.Proved)
		if was, ok := tabled[g.Rules]; ok {
			require.Equal(t, was.Value, g.Value, g.Rules)
			require.Equal(t, was.Plies, g.Plies, g.Rules)
			both++
		}
	}
	require.Greater(t, both, 3)
}

// What the documents say in words of games with two rows of men: all are solved, and
// who wins where anybody does.
func TestTwoRowsInWords(t *testing.T) {
	r, err := results.Read[*endings.Finding](boardsTwo.name)
	require.NoError(t, err)
	decided := map[string]string{}
	for _, g := range r.Data.Games {
		require.True(t, g.Proved, g.Rules)
		if g.Value != "draw" {
			decided[g.Rules] = fmt.Sprint(g.Value, " ", *g.Plies)
		}
	}
	require.Len(t, r.Data.Games, len(allRuleSets)/2)
	require.Equal(t, map[string]string{"frisian": "loss 28", "killer": "win 59", "damme-1922": "win 57"}, decided)
}

// What the documents say of the limits in words: no win with best play is cut off by
// the federation's 16 and 5 moves, which are reached; three kings win few positions on
// ten rows, four all.
func TestLimitsOfTheFederation(t *testing.T) {
	longest := map[int]int{}
	r, err := results.Read[*endings.Finding](kings.name)
	require.NoError(t, err)
	for _, e := range r.Data.Endings {
		if e.Rules != "federation" {
			continue
		}
		for _, row := range e.Rows {
			pieces := strings.Count(e.Material, "K") + strings.Count(e.Material, "M") - 1
			longest[pieces] = max(longest[pieces], row.LongestWin, row.Quiet.LongestWin)
		}
		if e.Material == "KKK vs K" {
			row := e.Rows[0]
			require.Less(t, 6*row.LineFree.Win, row.LineFree.Positions)
			require.Less(t, 7*row.LineTaken.Win, row.LineTaken.Positions)
			require.Less(t, 16*row.LineHeld.Win, row.LineHeld.Positions)
			require.Equal(t, 8, row.LongestWin)
			require.Equal(t, 466, row.Quiet.Win/row.Quiet.Wins[1])
		}
	}
	require.Equal(t, map[int]int{1: 2, 2: 5, 3: 16}, longest)

	// Who wins is the same but under manoury; under regle-moderne three pieces take
	// two moves longer, with a compel on the way.
	rows := map[string][]endings.Row{}
	for _, e := range r.Data.Endings {
		rows[e.Material+" "+e.Rules] = e.Rows
	}
	for _, m := range []string{"KMM vs K", "KKM vs K", "KKK vs K"} {
		for i, modern := range rows[m+" regle-moderne"] {
			federation, manoury := rows[m+" federation"][i].Quiet, rows[m+" manoury"][i].Quiet
			require.Equal(t, federation.Win, modern.Quiet.Win)
			require.Equal(t, federation.LongestWin+2, modern.Quiet.LongestWin)
			require.Contains(t, modern.Hardest.Turns, "compel")
			require.Equal(t, federation.LongestWin, manoury.LongestWin)
			require.Less(t, manoury.Win-federation.Win, federation.Positions*4/10000)
		}
	}
	men := rows["KMM vs K federation"]
	require.Equal(t, [2]int{1, 13}, [2]int{men[0].Quiet.Loss, men[1].Quiet.Loss})
	require.Less(t, men[0].LineFree.Win*men[0].LineHeld.Positions, men[0].LineHeld.Win*men[0].LineFree.Positions)
	two := rows["KKM vs K federation"]
	require.Greater(t, two[0].Quiet.Draw, two[0].Quiet.Positions*9/10)
	require.Equal(t, 8, rows["KM vs K federation"][1].Quiet.Loss)
	four, err := results.Read[*endings.Finding](fourKings.name)
	require.NoError(t, err)
	for _, e := range four.Data.Endings {
		require.Equal(t, e.Rows[0].Quiet.Positions, e.Rows[0].Quiet.Win)
	}
}
