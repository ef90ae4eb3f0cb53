package player

import (
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"varlab/internal/plain"
	"varlab/rules"
)

// Weights are what the terms of an evaluation are worth in one game, learned from
// games: see package train. They belong to a PlayHash.
type Weights struct {
	PlayHash string
	Rules    string   // id of the rule set that they were learned under
	Play     []string // lines of rules.Rules.PlayText
	Notes    []string // how they were learned, for people
	Hash     string   // of the file's content: who plays with other weights is another player
	training int      // which of several; 0 for the first

	// Values are hundredths of a man, at the start and on an empty board, in the order of
	// Terms. factors, in parts of evenFactor, are what a lead is worth in the endings that
	// Terms tells apart.
	Values  [][2]int16
	factors [Standings]int
}

// evenFactor is the factor of an ending whose terms say what it is worth.
const evenFactor = 16

// NewWeights returns weights for r, all 0.
func NewWeights(r *rules.Rules, id string) *Weights {
	w := &Weights{
		PlayHash: r.PlayHash(), Rules: id, Play: strings.Split(strings.TrimSuffix(r.PlayText(), "\n"), "\n"),
		Values: make([][2]int16, NewTerms(r).Len()),
	}
	for i := range w.factors {
		w.factors[i] = evenFactor
	}
	return w
}

// SetFactors sets what a lead is worth in the endings that Terms.Standing tells apart,
// as a part of what the terms say: at least nothing, and at most twice as much.
func (w *Weights) SetFactors(parts []float64) {
	for i, part := range parts {
		w.factors[i] = max(0, min(2*evenFactor, int(math.RoundToEven(part*evenFactor))))
	}
}

// RulesName is the id of a rule set as a file of weights has it: a line that is not too
// long.
func RulesName(id string) string {
	const most = 1000
	line := strings.TrimSpace(plain.Line(id))
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "")
	}
	return strings.TrimSpace(line)
}

//go:embed weights
var shipped embed.FS

// A volume is a file of weights that comes with the program. Few are played with by any
// one command, so the weights themselves are read when they are first asked for.
type volume struct {
	*Weights // what the text says
	whole    func() *Weights
}

// library holds the weights that come with the program, by rising Rules and, for
// one rule set, training.
var library = sync.OnceValue(func() []volume {
	files, err := fs.Glob(shipped, "weights/*.weights")
	var all []volume
	for _, name := range files {
		file, failed := shipped.ReadFile(name)
		w, values, bad := parseText(name, file)
		err = errors.Join(err, failed, bad)
		if parts := strings.Split(name, "."); len(parts) == 3 {
			w.training, bad = strconv.Atoi(parts[1])
			err = errors.Join(err, bad)
		}
		all = append(all, volume{w, sync.OnceValue(func() *Weights {
			if err := values(); err != nil {
				panic(err) // they are embedded, and tested
			}
			return w
		})})
	}
	if err != nil {
		panic(err) // likewise
	}
	// The first training has no number in its file's name.
	slices.SortStableFunc(all, func(a, b volume) int { return cmp.Or(strings.Compare(a.Rules, b.Rules), a.training-b.training) })
	return all
})

// Trainings returns the weights that come with the program for the game of a
// PlayHash, one for each time that they were learned.
func Trainings(playHash string) (list []*Weights) {
	for _, v := range library() {
		if v.PlayHash == playHash {
			list = append(list, v.whole())
		}
	}
	return list
}

// WeightsFor returns the weights of the first training for the game that r is, or nil
// if there are none.
func WeightsFor(r *rules.Rules) *Weights {
	hash := r.PlayHash()
	return find(func(v volume) bool { return v.PlayHash == hash })
}

// WeightsOf returns the weights that come with the program and have a content hash, or
// nil if there are none.
func WeightsOf(hash string) *Weights {
	return find(func(v volume) bool { return v.Hash == hash })
}

func find(wanted func(volume) bool) *Weights {
	if i := slices.IndexFunc(library(), wanted); i >= 0 {
		return library()[i].whole()
	}
	return nil
}

// mostWorth bounds a weight, mostTerms their number (that of the largest board), and
// mostLines those of the text before them.
const (
	mostWorth = 2000
	mostTerms = 1 << 20
	mostLines = 1000
)

// Bytes writes w as ParseWeights reads it: lines of text, of which the last says how many
// weights follow and their SHA-256; then the factors and the weights, each the difference
// of its two and the second as zigzag varints (Protocol Buffers' encoding), compressed
// (RFC 1951).
func (w *Weights) Bytes() []byte {
	var b bytes.Buffer
	for _, note := range w.Notes {
		fmt.Fprintf(&b, "# %s\n", note)
	}
	fmt.Fprintf(&b, "play_hash %s\nrules %s\n", w.PlayHash, w.Rules)
	for _, line := range w.Play {
		fmt.Fprintf(&b, "play %s\n", line)
	}
	var values []byte
	for _, f := range w.factors {
		values = binary.AppendVarint(values, int64(f))
	}
	for _, v := range w.Values {
		values = binary.AppendVarint(values, int64(v[0])-int64(v[1]))
		values = binary.AppendVarint(values, int64(v[1]))
	}
	fmt.Fprintf(&b, "%s %d %x\n", valuesKey, len(w.Values), sha256.Sum256(values))
	z, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = z.Write(values)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		panic(err) // a buffer takes what it is given
	}
	return b.Bytes()
}

const valuesKey = "weights"

// ParseWeights reads a file of weights. Errors name file and line.
func ParseWeights(name string, file []byte) (*Weights, error) {
	w, values, err := parseText(name, file)
	if err == nil {
		err = values()
	}
	if err != nil {
		return nil, err
	}
	return w, nil
}

// parseText reads the text of a file of weights, and returns what reads the weights into w.
func parseText(name string, file []byte) (w *Weights, values func() error, err error) {
	sum := sha256.Sum256(file)
	w = &Weights{Hash: hex.EncodeToString(sum[:])}
	for i := 1; ; i++ {
		line, rest, complete := bytes.Cut(file, []byte{'\n'})
		fail := func(format string, args ...any) (*Weights, func() error, error) {
			return nil, nil, fmt.Errorf("%s:%d: %s", name, i, fmt.Sprintf(format, args...))
		}
		if !complete || len(line) > 1<<12 || i > mostLines {
			return fail("no such line (want text until %q, of at most %d lines)", valuesKey, mostLines)
		}
		file = rest
		key, said, _ := strings.Cut(string(line), " ")
		switch {
		case key == "#":
			w.Notes = append(w.Notes, said)
		case w.PlayHash == "":
			if key != "play_hash" || len(said) != 64 || strings.Trim(said, "0123456789abcdef") != "" {
				return fail("%q (want play_hash and 64 hexadecimal digits)", key)
			}
			w.PlayHash = said
		case w.Rules == "":
			if key != "rules" || said == "" || strings.TrimSpace(said) != said {
				return fail("%q (want rules and their name)", key)
			}
			w.Rules = said
		case key == "play":
			w.Play = append(w.Play, said)
		case !w.isOf():
			return fail("what is said of play is not what play_hash is the hash of (want the lines of that game)")
		case key != valuesKey:
			return fail("%q (want play or %s)", key, valuesKey)
		default:
			return w, func() error {
				if err := w.read(said, file); err != nil {
					_, _, err = fail("%s: %v", valuesKey, err)
					return err
				}
				return nil
			}, nil
		}
	}
}

// read reads the weights themselves; said is how many there are, and their hash.
func (w *Weights) read(said string, packed []byte) error {
	count, hash, _ := strings.Cut(said, " ")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > mostTerms {
		return fmt.Errorf("%q (want how many there are, from 1 to %d)", count, mostTerms)
	}
	const longest = 3 // bytes of a difference of two weights
	values, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(longest*(2*n+Standings)+1)))
	if err != nil {
		return fmt.Errorf("cannot be unpacked: %w", err)
	}
	if sum := sha256.Sum256(values); hex.EncodeToString(sum[:]) != hash {
		return errors.New("damaged (want those of their SHA-256)")
	}
	next := func(least, most int64) (v int64) {
		v, used := binary.Varint(values)
		if used <= 0 || v < least || v > most {
			err = cmp.Or(err, fmt.Errorf("%d (want %d weights, from %d to %d)", v, n, -mostWorth, mostWorth))
			return 0
		}
		values = values[used:]
		return v
	}
	for i := range w.factors {
		w.factors[i] = int(next(0, 2*evenFactor))
	}
	w.Values = make([][2]int16, n)
	for i := range w.Values {
		apart := next(-2*mostWorth, 2*mostWorth)
		late := next(-mostWorth, mostWorth)
		if early := late + apart; abs(int(early)) <= mostWorth {
			w.Values[i] = [2]int16{int16(early), int16(late)}
		} else {
			err = cmp.Or(err, fmt.Errorf("%d (want from %d to %d)", early, -mostWorth, mostWorth))
		}
	}
	if len(values) > 0 {
		err = cmp.Or(err, fmt.Errorf("%d bytes too many", len(values)))
	}
	return err
}

func (w *Weights) isOf() bool {
	sum := sha256.Sum256([]byte(strings.Join(w.Play, "\n") + "\n"))
	return hex.EncodeToString(sum[:]) == w.PlayHash
}
