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
	"os"
	"path"
	"path/filepath"
	"strings"

	"varlab/internal/files"
)

// A file holds one table: a head of text that says what it is, filled up with line
// feeds to headSize bytes, then the codes, one or two bytes each (low byte first).
//
//	varlab exact values 1
//	rules 5c0e…
//	material KKK vs K
//	numbers 921200
//	bytes 1
//	sum 89abcdef
//
// The sum is CRC-32C over the codes. Files lie in a folder named by the first 16
// digits of the rules' Hash, under names such as KKK-K.exact. Runs name the tables
// that they used by the SHA-256 of these bytes.
const (
	headSize = 512
	headForm = "varlab exact values 1\nrules %s\nmaterial %s\nnumbers %d\nbytes %d\nsum %08x\n"
)

// bytes returns the codes as a file holds them.
func (tb *table) bytes() []byte {
	if tb.wide == nil {
		return tb.narrow
	}
	data := make([]byte, 0, 2*len(tb.wide))
	for _, c := range tb.wide {
		data = binary.LittleEndian.AppendUint16(data, c)
	}
	return data
}

// head returns the head of the file of m whose codes are data.
func (t *Tables) head(m Material, numbers int, data []byte) []byte {
	sum := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
	head := fmt.Appendf(make([]byte, 0, headSize), headForm, t.hash, m, numbers, len(data)/numbers, sum)
	return append(head, bytes.Repeat([]byte{'\n'}, headSize-len(head))...)
}

func (t *Tables) encode(w io.Writer, tb *table) error {
	data := tb.bytes()
	_, err := w.Write(t.head(tb.material, tb.len(), data))
	_, err2 := w.Write(data)
	return errors.Join(err, err2)
}

// decode returns the table of m that text holds, or nil if text is no whole file of it.
func (t *Tables) decode(m Material, text []byte) *table {
	tb := t.newTable(m)
	n := tb.len()
	if len(text) != headSize+n && len(text) != headSize+2*n {
		return nil
	}
	head, data := text[:headSize], text[headSize:]
	if !bytes.Equal(head, t.head(m, n, data)) {
		return nil
	}
	if len(data) == n {
		tb.narrow = data
		return tb
	}
	tb.wide = make([]uint16, n)
	for i := range tb.wide {
		tb.wide[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return tb
}

// load reads the tables of m, and reports whether both are there. A damaged file is
// treated as missing: its table is made again.
func (t *Tables) load(m Material) bool {
	if t.Has(m) {
		return true
	}
	if t.dir == "" {
		return false
	}
	var tables []*table
	for _, m := range m.Orders() {
		text, err := os.ReadFile(t.path(m))
		if err != nil {
			return false
		}
		tb := t.decode(m, text)
		if tb == nil {
			return false
		}
		tables = append(tables, tb)
	}
	t.learn(tables)
	return true
}

// write writes the table of m to its file, if tables are kept.
func (t *Tables) write(tb *table) error {
	if t.dir == "" {
		return nil
	}
	name := t.path(tb.material)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return files.Write(name, func(w io.Writer) error { return t.encode(w, tb) })
}

// name returns the name of the file of m in the folder of all tables.
func (t *Tables) name(m Material) string {
	return path.Join(t.hash[:16], strings.ReplaceAll(m.String(), " vs ", "-")+".exact")
}

func (t *Tables) path(m Material) string {
	return filepath.Join(t.dir, filepath.FromSlash(t.name(m)))
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

// sum returns the SHA-256 of the file of a known table, in hexadecimal digits, whether or not
// the file exists.
func (t *Tables) sum(m Material) string {
	h := sha256.New()
	t.encode(h, t.table(m)) // a hash takes everything
	return hex.EncodeToString(h.Sum(nil))
}
