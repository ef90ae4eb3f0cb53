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

	"varlab/rules"
)

// Weights are the worth of the terms of an evaluation in one game, learned from games: see
// package train. They belong to a PlayHash.
type Weights struct {
	PlayHash string
	Rules    string   // id of the rule set that they were learned under
	Play     []string // lines of rules.Rules.PlayText
	Notes    []string // how they were learned, for people
	Hash     string   // of the file's content: who plays with other weights is another player
	training int      // which of several; 0 for the first

	// Values are hundredths of a man, at the start and on an empty board, in the order of
	// Terms. factors, in parts of evenFactor, are the worth of a lead in the endings that Terms
	// tells apart.
	Values  [][2]int16
	factors [Standings]int
}

// evenFactor is the factor of an ending that is worth what its terms say.
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

// SetFactors sets the worth of a lead in the endings that Terms.Standing tells apart, as a part
// of the sum of the terms: at least nothing, and at most twice as much.
func (w *Weights) SetFactors(parts []float64) {
	for i, part := range parts {
		w.factors[i] = max(0, min(2*evenFactor, int(math.RoundToEven(part*evenFactor))))
	}
}

// Factor is the worth of a lead in an ending that Terms.Standing tells apart, as a part of the
// sum of the terms.
func (w *Weights) Factor(standing int) float64 { return float64(w.factors[standing]) / evenFactor }

//go:embed weights
var shipped embed.FS

// A volume is a file of weights that comes with the program. One command plays with few of
// them, so the weights themselves are read when they are first asked for.
type volume struct {
	*Weights // what the text says
	whole    func() (*Weights, error)
}

// all returns the weights of a volume that comes with the program.
func (v volume) all() *Weights {
	w, err := v.whole()
	if err != nil {
		panic("player: " + err.Error()) // they are embedded, and tested
	}
	return w
}

// library holds the weights that come with the program, by rising Rules and, for
// one rule set, training.
var library = sync.OnceValue(func() (all []volume) {
	files, err := fs.Glob(shipped, "weights/*.weights")
	for _, name := range files {
		file, failed := shipped.ReadFile(name)
		v, unread := parse(file)
		err = errors.Join(err, failed, unread)
		if parts := strings.Split(name, "."); len(parts) == 3 {
			v.training, _ = strconv.Atoi(parts[1]) // the first has no number
		}
		all = append(all, v)
	}
	if err != nil {
		panic(err) // they are embedded
	}
	slices.SortStableFunc(all, func(a, b volume) int { return cmp.Or(strings.Compare(a.Rules, b.Rules), a.training-b.training) })
	return all
})

// Trainings returns the weights that come with the program for the game of a PlayHash, one for
// each time that they were learned.
func Trainings(playHash string) (list []*Weights) {
	for _, v := range library() {
		if v.PlayHash == playHash {
			list = append(list, v.all())
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

// WeightsOf returns the weights with a content hash, of those that come with the program and
// those that Know was told of, or nil if there are none.
func WeightsOf(hash string) *Weights {
	if w, ok := known.Load(hash); ok {
		return w.(*Weights)
	}
	return find(func(v volume) bool { return v.Hash == hash })
}

// known are weights beside the library, by content hash.
var known sync.Map

// Know lets WeightsOf find w, which was read or made since the program began.
func Know(w *Weights) { known.Store(w.Hash, w) }

func find(wanted func(volume) bool) *Weights {
	if i := slices.IndexFunc(library(), wanted); i >= 0 {
		return library()[i].all()
	}
	return nil
}

// Bytes writes w as a file: lines of text, the last with the number of weights and their
// SHA-256; then the factors and the weights, each as its difference and its second value in
// zigzag varints (Protocol Buffers' encoding), compressed (RFC 1951).
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

// ReadWeights reads a file that Bytes wrote. The error says what is wrong with another.
func ReadWeights(file []byte) (*Weights, error) {
	v, err := parse(file)
	if err != nil {
		return nil, err
	}
	return v.whole()
}

// parse reads the text of a file as Bytes writes it.
func parse(file []byte) (volume, error) {
	sum := sha256.Sum256(file)
	w := &Weights{Hash: hex.EncodeToString(sum[:])}
	for {
		line, rest, more := bytes.Cut(file, []byte{'\n'})
		file = rest
		switch key, said, _ := strings.Cut(string(line), " "); key {
		case "#":
			w.Notes = append(w.Notes, said)
		case "play_hash":
			w.PlayHash = said
		case "rules":
			w.Rules = said
		case "play":
			w.Play = append(w.Play, said)
		case valuesKey:
			return volume{w, sync.OnceValues(func() (*Weights, error) { return w.read(said, file) })}, nil
		}
		if !more {
			return volume{}, errors.New("not a file of weights (want one that varlab train wrote)")
		}
	}
}

// mostValues bounds the number of weights of a file: more than any board has terms.
const mostValues = 1 << 22

// read reads the weights themselves; said is how many there are, and their hash.
func (w *Weights) read(said string, packed []byte) (*Weights, error) {
	count, hash, _ := strings.Cut(said, " ")
	values, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), 8*mostValues))
	n, malformed := strconv.Atoi(count)
	if sum := sha256.Sum256(values); err != nil || malformed != nil || n < 0 || n > len(values) || hex.EncodeToString(sum[:]) != hash {
		return nil, errors.New("damaged weights of " + w.Rules)
	}
	next := func() int {
		v, used := binary.Varint(values)
		values = values[max(0, used):]
		return int(v)
	}
	for i := range w.factors {
		w.factors[i] = next()
	}
	w.Values = make([][2]int16, n)
	for i := range w.Values {
		apart, late := next(), next()
		w.Values[i] = [2]int16{int16(late + apart), int16(late)}
	}
	return w, nil
}
