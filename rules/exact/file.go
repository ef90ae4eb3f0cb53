package exact

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"varlab/files"
)

// A file holds one table: a head of text that says what it is, filled up with line
// ends to headSize bytes, then the codes, one or two bytes each (low byte first).
//
//	varlab exact values 1
//	rules 5c0e…
//	material KKK vs K
//	numbers 921200
//	bytes 1
//	sum 89abcdef
//
// The sum is CRC-32C over the codes. Files lie in a folder named by the first 16
// digits of the rules' Hash, under names such as KKK-K.exact.
const (
	headSize  = 512
	headTitle = "varlab exact values 1"
	headForm  = headTitle + "\nrules %s\nmaterial %s vs %s\nnumbers %d\nbytes %d\nsum %08x\n"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

type head struct {
	rules    string
	material Material
	numbers  int
	bytes    int
	sum      uint32
}

func (h head) text() []byte {
	b := make([]byte, 0, headSize)
	b = fmt.Appendf(b, headForm, h.rules, h.material[0], h.material[1], h.numbers, h.bytes, h.sum)
	return append(b, bytes.Repeat([]byte{'\n'}, max(0, headSize-len(b)))...)
}

func readHead(b []byte) (head, error) {
	var h head
	if len(b) < headSize {
		return h, fmt.Errorf("%d bytes (want a head of %d)", len(b), headSize)
	}
	var sides [2]string
	_, err := fmt.Sscanf(string(b[:headSize]), headForm, &h.rules, &sides[0], &sides[1], &h.numbers, &h.bytes, &h.sum)
	if err == nil {
		h.material, err = ParseMaterial(sides[0] + " vs " + sides[1])
	}
	// Of what is not a table nothing is quoted: it may be anybody's.
	if err != nil || h.numbers < 0 || h.bytes != 1 && h.bytes != 2 || !bytes.Equal(h.text(), b[:headSize]) {
		return h, fmt.Errorf("does not begin as a table does (want %q and what it is)", headTitle)
	}
	return h, nil
}

// folder is where the tables of these rules lie, in that of all tables.
func (t *Tables) folder() string { return Hash(t.r)[:16] }

func (t *Tables) path(name string) string { return files.Join(t.dir, filepath.FromSlash(name)) }

// load reads the tables of m from files, and reports whether they are there. A
// file that is there and is not what it should be is an error.
func (t *Tables) load(m Material) (bool, error) {
	if t.Has(m) {
		return true, nil
	}
	if t.dir == "" || m.Len() <= t.doubt {
		return false, nil
	}
	var tables []*table
	for _, m := range []Material{m, m.Swapped()} {
		if len(tables) == 1 && m == tables[0].material {
			break
		}
		tb, err := t.open(m)
		if err != nil {
			for _, tb := range tables {
				err = errors.Join(err, tb.close())
			}
			if errors.Is(err, fs.ErrNotExist) {
				return false, nil
			}
			return false, err
		}
		tables = append(tables, tb)
	}
	t.learn(tables)
	return true, nil
}

func (t *Tables) open(m Material) (*table, error) {
	data, done, err := mapFile(t.dir, t.name(m))
	if err != nil {
		return nil, err
	}
	tb, err := t.decode(m, data)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w (delete it to have it made again)", t.path(t.name(m)), err), done())
	}
	tb.close = done
	return tb, nil
}

func (t *Tables) decode(m Material, data []byte) (*table, error) {
	h, err := readHead(data)
	if err != nil {
		return nil, err
	}
	tb, err := t.newTable(m)
	if err != nil {
		return nil, err
	}
	data = data[headSize:]
	switch {
	case h.rules != Hash(t.r):
		return nil, fmt.Errorf("is of rules %.16s (want %.16s)", h.rules, Hash(t.r))
	case h.material != m || h.numbers != tb.len():
		return nil, fmt.Errorf("holds %d numbers of %s (want %d of %s)", h.numbers, h.material, tb.len(), m)
	case len(data) != h.numbers*h.bytes:
		return nil, fmt.Errorf("holds %d bytes (want %d)", len(data), h.numbers*h.bytes)
	}
	if sum := crc32.Checksum(data, castagnoli); sum != h.sum {
		return nil, fmt.Errorf("damaged: sum %08x (want %08x)", sum, h.sum)
	}
	if h.bytes == 1 {
		tb.narrow = data
	} else {
		tb.wide = make([]uint16, h.numbers)
		for i := range tb.wide {
			tb.wide[i] = binary.LittleEndian.Uint16(data[2*i:])
		}
	}
	return tb, nil
}

// keep makes tables known, and writes them if they are kept in files.
func (t *Tables) keep(tables []*table) error {
	for _, tb := range tables {
		if t.dir == "" || t.doubt > 0 {
			break
		}
		if err := t.write(tb); err != nil {
			return err
		}
	}
	t.learn(tables)
	return nil
}

// replace writes a file of the folder anew, and clears away what killed writers have
// left there.
func (t *Tables) replace(name string, write func(io.Writer) error) error {
	root, err := files.OpenOutside(t.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := files.MakeDirIn(root, t.folder()); err != nil {
		return err
	}
	files.Tidy(root, t.folder(), "") // what cannot be removed may be another's
	if err = files.Put(root, name, true, write); err != nil {
		err = fmt.Errorf("%s: %w", t.path(name), err)
	}
	return err
}

func (t *Tables) write(tb *table) error {
	return t.replace(t.name(tb.material), func(w io.Writer) error { return t.encode(w, tb) })
}

func (t *Tables) encode(w io.Writer, tb *table) error {
	data, width := tb.narrow, 1
	if tb.wide != nil {
		width = 2
		data = make([]byte, 0, 2*len(tb.wide))
		for _, c := range tb.wide {
			data = binary.LittleEndian.AppendUint16(data, c)
		}
	}
	h := head{Hash(t.r), tb.material, tb.len(), width, crc32.Checksum(data, castagnoli)}
	_, err := w.Write(h.text())
	_, err2 := w.Write(data)
	return errors.Join(err, err2)
}

// name is that of the file of m, in the folder of all tables.
func (t *Tables) name(m Material) string {
	return path.Join(t.folder(), strings.ReplaceAll(m.String(), " vs ", "-")+".exact")
}

// materialOf reads a name.
func (t *Tables) materialOf(name string) (Material, error) {
	text, _ := strings.CutSuffix(path.Base(name), ".exact")
	m, err := ParseMaterial(strings.ReplaceAll(text, "-", " vs "))
	if err == nil && t.name(m) != name {
		err = fmt.Errorf("%q is no table of these rules (want a name such as %q)", name, t.name(m))
	}
	return m, err
}

// sum is the SHA-256 of the file of a table that is known, in hexadecimal digits,
// whether there is a file or not.
func (t *Tables) sum(m Material) string {
	h := sha256.New()
	t.encode(h, t.known[m]) // a hash takes everything
	return hex.EncodeToString(h.Sum(nil))
}
