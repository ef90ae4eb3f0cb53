package conformance

import (
	"fmt"
	"strconv"
	"strings"
)

// A Count is one line of a .perft file: a rule set, a position (a FEN, or `-` for
// the start), and how many lines of play of due turns there are for depth 1, 2,
// 3 and so on. Captures equal in origin, landing and captured set count once.
//
//	# where the counts are from
//	name frisian = international king.repeat_limit=3
//	frisian - 9 81 658
//
// A `name` line gives a rule set and overrides a name for the lines below it.
type Count struct {
	File  string
	Line  int
	Name  string
	Rules string
	Sets  []string
	FEN   string // empty for the start
	Nodes []uint64
}

// ReadPerft reads the text of a .perft file.
func ReadPerft(file, text string) ([]Count, error) {
	var counts []Count
	names := map[string][]string{}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if fields[0] == "name" {
			if len(fields) < 4 || fields[2] != "=" {
				return nil, fmt.Errorf("%s:%d: not a name (want name ID = ID key=value …)", file, i+1)
			}
			names[fields[1]] = fields[3:]
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("%s:%d: %d fields (want a rule set, a FEN or -, and counts)", file, i+1, len(fields))
		}
		c := Count{File: file, Line: i + 1, Name: fields[0], Rules: fields[0], FEN: fields[1]}
		if def, ok := names[c.Name]; ok {
			c.Rules, c.Sets = def[0], def[1:]
		}
		if c.FEN == "-" {
			c.FEN = ""
		}
		for _, f := range fields[2:] {
			n, err := strconv.ParseUint(f, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %q is not a count", file, i+1, f)
			}
			c.Nodes = append(c.Nodes, n)
		}
		counts = append(counts, c)
	}
	return counts, nil
}

// Depth returns the depth whose count is at most limit, or 0.
func (c *Count) Depth(limit uint64) int {
	depth := 0
	for i, n := range c.Nodes {
		if n <= limit {
			depth = i + 1
		}
	}
	return depth
}

// Command returns the command that counts c to a depth.
func (c *Count) Command(depth int) string {
	return fmt.Sprintf("%s --due %d", command("perft", c.Rules, c.Sets, c.FEN), depth)
}

// command returns what to type at a position.
func command(verb, ref string, sets []string, fen string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "varlab %s %s", verb, ref)
	for _, s := range sets {
		fmt.Fprintf(&b, " --set '%s'", s)
	}
	if fen != "" {
		fmt.Fprintf(&b, " --fen '%s'", fen)
	}
	return b.String()
}
