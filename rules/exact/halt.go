package exact

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"path"

	"varlab/files"
)

// A search that was stopped is kept in a file beside the tables: a line of text, then
// for either question how many states are remembered, and of each its key and what is
// known of it, eight bytes each (low byte first); at last CRC-32C over all before.
//
//	varlab exact search 1 rules 5c0e… start 89abcdef01234567 turns 1297284 least 0
//
// The least is how many turns are known to be too few for a win. Defences are not kept:
// a search that goes on sets them up anew from what it remembers. It plays other turns
// than one that was never stopped, and finds the same.
const haltTitle = "varlab exact search 1 rules %s start %016x turns %d least %d\n"

const (
	longestHead = 256
	mostTurns   = min(1<<50, math.MaxInt)
)

// name is that of the file in which a stopped search is kept, in the folder of all tables;
// "" if nothing is kept.
func (h *search) name() string {
	t := h.questions[0].p.t
	if t.dir == "" {
		return ""
	}
	return path.Join(t.folder(), fmt.Sprintf("%016x.search", t.r.Key(&h.s)))
}

func (h *search) halt() error {
	if name := h.name(); name != "" {
		return h.questions[0].p.t.replace(name, h.write)
	}
	return nil
}

func (h *search) write(to io.Writer) error {
	t := h.questions[0].p.t
	sum := crc32.New(castagnoli)
	b := bufio.NewWriterSize(io.MultiWriter(to, sum), 1<<16)
	fmt.Fprintf(b, haltTitle, Hash(t.r), t.r.Key(&h.s), h.earlier+h.g.Positions, h.least)
	word := func(w uint64) { b.Write(binary.LittleEndian.AppendUint64(b.AvailableBuffer(), w)) }
	for i := range h.questions {
		n := uint64(0)
		for _, s := range h.questions[i].p.memo.slots {
			n += uint64(min(s.word, 1))
		}
		word(n)
		for _, s := range h.questions[i].p.memo.slots {
			if s.word != 0 {
				word(s.key)
				word(s.word)
			}
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	_, err := to.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// done returns what was found, and keeps the search if there is something left to be
// found.
func (h *search) done(err error) (Game, error) {
	g := h.g
	g.Positions += h.earlier
	if !h.solved() {
		return g, errors.Join(err, h.halt())
	}
	if name := h.name(); name != "" && err == nil {
		err = files.RemoveUnder(h.questions[0].p.t.dir, name)
	}
	return g, err
}

// resume takes up what a stopped search has kept, if there is anything.
func (h *search) resume() error {
	t, name := h.questions[0].p.t, h.name()
	if name == "" {
		return nil
	}
	f, err := files.OpenUnder(t.dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if err := h.read(f); err != nil {
		return fmt.Errorf("%s: %w (delete it to have the search begin anew)", t.path(name), err)
	}
	return nil
}

var errCut = errors.New("ends too soon")

func (h *search) read(from io.Reader) error {
	t := h.questions[0].p.t
	b := &summed{from: bufio.NewReaderSize(from, 1<<16)}
	var head []byte
	for len(head) == 0 || head[len(head)-1] != '\n' {
		c, err := b.bytes(1)
		if err != nil || len(head) == longestHead {
			return errors.New("begins with no line of a stopped search")
		}
		head = append(head, c...)
	}
	var rules string
	var start, turns, least uint64
	fmt.Sscanf(string(head), haltTitle, &rules, &start, &turns, &least)
	if want := fmt.Sprintf(haltTitle, Hash(t.r), t.r.Key(&h.s), turns, least); string(head) != want || turns > mostTurns || least > farthest {
		return fmt.Errorf("does not begin as this search does (want %q)", want)
	}
	for i := range h.questions {
		n, err := b.word()
		for ; err == nil && n > 0; n-- {
			var s slot
			if s.key, err = b.word(); err == nil {
				s.word, err = b.word()
			}
			if err == nil && !s.numbers().sound() {
				return fmt.Errorf("remembers numbers of a state that no search has (want both from 1 to %d, or 0 and %d)", mostUnknown, endless)
			}
			h.questions[i].p.memo.restore(s)
		}
		if err != nil {
			return errCut
		}
	}
	sum := b.sum
	last, err := b.bytes(4)
	if err != nil {
		return errCut
	}
	if got := binary.LittleEndian.Uint32(last); got != sum {
		return fmt.Errorf("damaged: sum %08x (want %08x)", sum, got)
	}
	h.earlier, h.least = int(turns), int(least)
	return nil
}

type summed struct {
	from io.Reader
	sum  uint32
	buf  [8]byte
}

func (r *summed) bytes(n int) ([]byte, error) {
	if _, err := io.ReadFull(r.from, r.buf[:n]); err != nil {
		return nil, err
	}
	r.sum = crc32.Update(r.sum, castagnoli, r.buf[:n])
	return r.buf[:n], nil
}

func (r *summed) word() (uint64, error) {
	b, err := r.bytes(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}
