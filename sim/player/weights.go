package player

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
)

// Weights are what the terms of an evaluation are worth in one game, learned from
// games: see package train. They belong to a PlayHash.
type Weights struct {
	PlayHash string
	Rules    string   // id of the rule set that they were learned under
	Play     []string // lines of rules.Rules.PlayText
	Notes    []string // how they were learned, for people
	training int      // which of several; 0 for the first
	Hash     string   // of the file's content: who plays with other weights is another player
	Values   []int    // hundredths of a man, in the order of Terms
}

// NewWeights returns weights for r, all 0.
func NewWeights(r *rules.Rules, id string) *Weights {
	return &Weights{
		PlayHash: r.PlayHash(), Rules: id, Play: strings.Split(strings.TrimSuffix(r.PlayText(), "\n"), "\n"),
		Values: make([]int, NewTerms(r).Len()),
	}
}

//go:embed weights
var shipped embed.FS

// library holds the weights that come with the program, by rising Rules and, for
// one rule set, training.
var library = sync.OnceValue(func() []*Weights {
	files, err := fs.Glob(shipped, "weights/*.txt")
	var all []*Weights
	for _, name := range files {
		text, failed := shipped.ReadFile(name)
		w, bad := ParseWeights(name, string(text))
		all, err = append(all, w), errors.Join(err, failed, bad)
		if parts := strings.Split(name, "."); len(parts) == 3 {
			w.training, bad = strconv.Atoi(parts[1])
			err = errors.Join(err, bad)
		}
	}
	if err != nil {
		panic(err) // they are embedded, and tested
	}
	// The first training has no number in its file's name.
	slices.SortStableFunc(all, func(a, b *Weights) int { return cmp.Or(strings.Compare(a.Rules, b.Rules), a.training-b.training) })
	return all
})

// Trainings returns the weights that come with the program for the game of a
// PlayHash, one for each time that they were learned.
func Trainings(playHash string) (list []*Weights) {
	for _, w := range library() {
		if w.PlayHash == playHash {
			list = append(list, w)
		}
	}
	return list
}

// WeightsFor returns the weights of the first training for the game that r is, or nil
// if there are none.
func WeightsFor(r *rules.Rules) *Weights {
	for _, w := range Trainings(r.PlayHash()) {
		return w
	}
	return nil
}

// WeightsOf returns the weights that come with the program and have a content hash, or
// nil if there are none.
func WeightsOf(hash string) *Weights {
	if i := slices.IndexFunc(library(), func(w *Weights) bool { return w.Hash == hash }); i >= 0 {
		return library()[i]
	}
	return nil
}

func (w *Weights) fit(t *Terms) error {
	if w.PlayHash != t.r.PlayHash() {
		return fmt.Errorf("weights of %.12s are not for %.12s (want those of the same game)", w.PlayHash, t.r.PlayHash())
	}
	if n := len(w.Values); n != t.Len() && n != t.Patterns() {
		return fmt.Errorf("%d weights (want %d, or %d without patterns)", n, t.Len(), t.Patterns())
	}
	return nil
}

// Bytes writes w as ParseWeights reads it.
func (w *Weights) Bytes(t *Terms) []byte {
	var b strings.Builder
	for _, note := range w.Notes {
		fmt.Fprintf(&b, "# %s\n", note)
	}
	fmt.Fprintf(&b, "play_hash %s\nrules %s\n", w.PlayHash, w.Rules)
	for _, line := range w.Play {
		fmt.Fprintf(&b, "play %s\n", line)
	}
	n := 0
	for _, g := range groups {
		b.WriteString(g.key)
		for range t.size(g) {
			fmt.Fprintf(&b, " %d", w.Values[n])
			n++
		}
		b.WriteByte('\n')
	}
	for ; n < len(w.Values); n += patterns {
		b.WriteString(patternKey)
		values := w.Values[n : n+patterns]
		for len(values) > 0 {
			same := slices.IndexFunc(values, func(v int) bool { return v != values[0] })
			if same < 0 {
				same = len(values)
			}
			fmt.Fprintf(&b, " %d", values[0])
			if same > 1 {
				fmt.Fprintf(&b, "*%d", same)
			}
			values = values[same:]
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// patternKey begins a line with the values of all patterns in one region, by rising
// number, where V*N stands for N times V.
const patternKey = "pattern"

// mostWorth bounds a weight, so that the sum over a full board stays within 32
// bits in sixteenths.
const mostWorth = 2000

// ParseWeights reads the text of a file of weights. Errors name file and line.
func ParseWeights(name, text string) (*Weights, error) {
	sum := sha256.Sum256([]byte(text))
	w := &Weights{Hash: hex.EncodeToString(sum[:])}
	next := 0
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fail := func(format string, args ...any) (*Weights, error) {
			return nil, fmt.Errorf("%s:%d: %s", name, i+1, fmt.Sprintf(format, args...))
		}
		if note, ok := strings.CutPrefix(line, "# "); ok {
			w.Notes = append(w.Notes, note)
			continue
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			return fail("an empty line (want a key and its values)")
		case w.PlayHash == "":
			if words[0] != "play_hash" || len(words) != 2 || len(words[1]) != 64 || strings.Trim(words[1], "0123456789abcdef") != "" {
				return fail("%q (want play_hash and 64 hexadecimal digits)", words[0])
			}
			w.PlayHash = words[1]
			continue
		case w.Rules == "":
			_, id, _ := strings.Cut(line, " ")
			if words[0] != "rules" || id == "" || strings.TrimSpace(id) != id {
				return fail("%q (want rules and their name)", words[0])
			}
			w.Rules = id
			continue
		case words[0] == "play" && next == 0:
			_, said, _ := strings.Cut(line, " ")
			w.Play = append(w.Play, said)
			continue
		case next == 0 && !w.isOf():
			return fail("what is said of play is not what play_hash is the hash of (want the lines of that game)")
		case next == len(groups):
			if words[0] != patternKey {
				return fail("%q after the last key (want %s or the end)", words[0], patternKey)
			}
			values, err := parsePatterns(words[1:])
			if err != nil {
				return fail("%s: %v", patternKey, err)
			}
			w.Values = append(w.Values, values...)
			continue
		case words[0] != groups[next].key:
			return fail("%q (want %s)", words[0], groups[next].key)
		case !groups[next].bySquare && len(words) != 2:
			return fail("%s: %d values (want one)", words[0], len(words)-1)
		case len(words) == 1 || len(words)-1 > board.MaxSquares:
			return fail("%s: %d values (want one for each square)", words[0], len(words)-1)
		}
		for _, word := range words[1:] {
			v, err := parseWorth(word)
			if err != nil {
				return fail("%s: %v", words[0], err)
			}
			w.Values = append(w.Values, v)
		}
		next++
	}
	if next < len(groups) {
		return nil, fmt.Errorf("%s: ends early (want %s)", name, groups[next].key)
	}
	return w, nil
}

func parseWorth(word string) (int, error) {
	v, err := strconv.Atoi(word)
	if err != nil || abs(v) > mostWorth {
		return 0, fmt.Errorf("%q (want a whole number from %d to %d)", word, -mostWorth, mostWorth)
	}
	return v, nil
}

func parsePatterns(words []string) ([]int, error) {
	var values []int
	for _, word := range words {
		value, times, repeated := strings.Cut(word, "*")
		v, err := parseWorth(value)
		if err != nil {
			return nil, err
		}
		n := 1
		if repeated {
			if n, err = strconv.Atoi(times); err != nil || n < 1 || n > patterns {
				return nil, fmt.Errorf("%q (want a value, * and how often it follows)", word)
			}
		}
		if len(values)+n > patterns {
			break
		}
		values = append(values, slices.Repeat([]int{v}, n)...)
	}
	if len(values) != patterns {
		return nil, fmt.Errorf("not %d values (want one for each pattern)", patterns)
	}
	return values, nil
}

func (w *Weights) isOf() bool {
	sum := sha256.Sum256([]byte(strings.Join(w.Play, "\n") + "\n"))
	return hex.EncodeToString(sum[:]) == w.PlayHash
}
