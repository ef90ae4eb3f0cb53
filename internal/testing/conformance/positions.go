package conformance

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"varlab/internal/testing/oracle"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Block is one position of a .positions file, and what can be played in it:
//
//	# chabreul2.c24  the side on which there is most to take comes first
//	rules polonaise-souffler
//	W:W28:B14,22,23
//	28-32 ! 28
//	28x19
//
// A block ends at an empty line. `#` lines before it name the clause and say in
// words what the position shows. `rules` names the rule set of the blocks that
// follow; a block's own `set key=value` lines change it for that block. Then the
// position as a FEN (`start` for the start), perhaps `after` with turns to be
// played first, and the lines that `varlab moves` prints, or `none`. `outcome`
// with a result and a reason says how the game then stands, which must be what the
// last turn has made of it; a block with an outcome need not list turns.
type Block struct {
	File    string
	Line    int
	Clauses []string // named at the head of a comment line
	Says    string
	Rules   string
	Sets    []string
	FEN     string // empty for the start
	After   []string
	Lines   []string
	Listed  bool   // whether Lines are all that can be played
	Outcome string // "result reason"; empty if not stated
}

// ReadPositions reads all .positions files below fsys, in the order of their
// names.
func ReadPositions(fsys fs.FS) ([]Block, error) {
	var blocks []Block
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".positions") {
			return err
		}
		text, err := fs.ReadFile(fsys, path)
		if err != nil {
			return err
		}
		more, err := parsePositions(path, string(text))
		blocks = append(blocks, more...)
		return err
	})
	return blocks, err
}

func parsePositions(file, text string) ([]Block, error) {
	var blocks []Block
	ref := ""
	b := Block{File: file}
	placed := false
	end := func(line int) error {
		switch {
		case placed && !b.Listed && b.Outcome == "":
			return fmt.Errorf("%s:%d: no turns (want the lines of varlab moves, or none, or an outcome)", file, line)
		case placed && len(b.Clauses) == 0:
			return fmt.Errorf("%s:%d: no clause (want a comment that begins with one)", file, line)
		case placed:
			blocks = append(blocks, b)
		case b.Sets != nil:
			return fmt.Errorf("%s:%d: no position (want a FEN, or start)", file, line)
		}
		b, placed = Block{File: file}, false
		return nil
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \r")
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case line == "":
			if err := end(i + 1); err != nil {
				return nil, err
			}
		case word == "#":
			if clause, says, _ := strings.Cut(rest, " "); strings.Contains(strings.Trim(clause, "."), ".") && !placed {
				b.Clauses = append(b.Clauses, clause)
				rest = strings.TrimSpace(says)
			}
			b.Says = strings.TrimSpace(b.Says + " " + rest)
		case placed && word == "after" && !b.Listed:
			b.After = strings.Fields(rest)
		case placed && word == "outcome":
			b.Outcome = rest
		case placed && line == "none":
			b.Listed = true
		case placed:
			b.Lines = append(b.Lines, line)
			b.Listed = true
		case word == "rules":
			ref = rest
		case word == "set":
			b.Sets = append(b.Sets, rest)
		case ref == "":
			return nil, fmt.Errorf("%s:%d: no rule set (want a line such as rules federation)", file, i+1)
		default:
			b.Line, b.Rules, placed = i+1, ref, true
			if line != "start" {
				b.FEN = line
			}
		}
	}
	return blocks, end(strings.Count(text, "\n") + 1)
}

// Check plays b under p, which must be its rule set, in both generators, and
// returns where they differ from what is written.
func (b *Block) Check(p *profile.Profile) error {
	lines, outcome, err := Playable(p, notation.PDN, b.FEN, b.After)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", b.File, b.Line, err)
	}
	want := slices.Sorted(slices.Values(b.Lines))
	if b.Listed && !slices.Equal(lines, want) {
		return fmt.Errorf("%s:%d: %s\n%s\nplayable: %s\n written: %s", b.File, b.Line, b.Says, b.Command(),
			strings.Join(lines, " | "), strings.Join(want, " | "))
	}
	if b.Outcome != "" && b.Outcome != outcome {
		return fmt.Errorf("%s:%d: %s\n%s\noutcome: %s (want %s)", b.File, b.Line, b.Says, b.Command(), outcome, b.Outcome)
	}
	return nil
}

// Command returns the command that lists the turns of b.
func (b *Block) Command() string {
	line := command("moves", b.Rules, b.Sets, b.FEN)
	if len(b.After) > 0 {
		line += fmt.Sprintf(" --after '%s'", strings.Join(b.After, " "))
	}
	return line
}

// Playable returns the lines of `varlab moves` under p in a position (a FEN, or
// empty for the start) after some turns, and how the game then stands ("result
// reason"). It is an error if the generators differ on the way.
func Playable(p *profile.Profile, form notation.Form, fen string, after []string) (lines []string, outcome string, err error) {
	n := notation.Of(p)
	setup := startOf(p)
	if fen != "" {
		if setup, err = n.ReadFEN(fen); err != nil {
			return nil, "", err
		}
	}
	w, err := newWalker(p, setup)
	if err != nil {
		return nil, "", err
	}
	played := &Difference{Profile: p, Setup: setup}
	for i := 0; ; i++ {
		turns, what, err := w.turns()
		if err != nil {
			return nil, "", err
		}
		if what != "" {
			played.What = what
			return nil, "", fmt.Errorf("%v", played)
		}
		if i == len(after) {
			o := w.h.Outcome()
			turns = w.rules.Moves(nil, w.fast)
			outcome := strings.TrimSpace(o.Result.String() + " " + string(o.Reason))
			if scored := w.rules.Scored(o.Result); scored != o.Result {
				outcome += " for " + scored.String()
			}
			return n.Lines(form, w.fast.Setup(), turns), outcome, nil
		}
		t, err := n.Parse(after[i], w.fast.Setup(), turns)
		if err != nil {
			return nil, "", fmt.Errorf("after %s: %w", strings.Join(after[:i], " "), err)
		}
		if o := w.h.Outcome(); o.Over() {
			return nil, "", fmt.Errorf("after %s the game is over: %s by %s", strings.Join(after[:i], " "), o.Result, o.Reason)
		}
		played.Turns = append(played.Turns, t)
		if what, err := w.play(t); what != "" || err != nil {
			return nil, "", fmt.Errorf("%s%v", what, err)
		}
	}
}

// OraclePerft counts in the oracle, from a position (a FEN, or empty).
func OraclePerft(p *profile.Profile, fen string, depth int) (uint64, error) {
	g := oracle.New(p)
	s := g.Start()
	if fen != "" {
		setup, err := notation.NewBoard(&p.Board).ReadFEN(fen)
		if err != nil {
			return 0, err
		}
		s = g.FromSetup(setup)
	}
	return g.Perft(s, depth, true), nil
}
