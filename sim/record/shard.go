package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"

	"varlab/internal/files"
)

const (
	metaFormat   = "varlab.format"
	metaStudy    = "varlab.study"
	metaFile     = "varlab.file"
	metaRows     = "varlab.rows"
	metaRowHash  = "varlab.row_hash"  // SHA-256 of the rows, whatever the layout of the file
	metaTables   = "varlab.tables"    // the exact tables that ended games or gave them values, JSON: SHA-256 by file name
	metaFileHash = "varlab.file_hash" // SHA-256 of the file, these 64 digits read as noHash
)

// rowGroup is the number of games after which a writer frees its memory: about a megabyte
// of turns.
const rowGroup = 1000

// Bounds of a file that is read as a shard, in bytes. Shards as written stay far below.
const (
	maxShardBytes = 1 << 30
	maxFooter     = 16 << 20
	maxRow        = 1 << 20 // of a game, uncompressed, on an average over its row group
)

// A Writer writes one shard, which appears only with Commit.
type Writer struct {
	run   *Run
	index int
	shard Shard
	next  int
	file  bytes.Buffer
	rows  *parquet.GenericWriter[Record]
	sum   hash.Hash // of the rows, as appendRow has them
	row   []byte
	// Tables are the exact tables from which the games have values: SHA-256 by file name. They
	// stand in the shard and not in the log, since its games depend on them. The tables that a
	// game asks do not depend on who plays it when.
	Tables map[string]string
}

// Create begins to write shard i.
func (r *Run) Create(i int) *Writer {
	w := &Writer{run: r, index: i, shard: r.Manifest.Shards[i], sum: sha256.New()}
	w.next = w.shard.From
	w.rows = newRows(&w.file, r.Manifest,
		parquet.KeyValueMetadata(metaFile, w.shard.File),
		parquet.KeyValueMetadata(metaFileHash, noHash))
	return w
}

func newRows(to io.Writer, m *Manifest, more ...parquet.WriterOption) *parquet.GenericWriter[Record] {
	return parquet.NewGenericWriter[Record](to, append([]parquet.WriterOption{
		parquet.Compression(&parquet.Zstd),
		parquet.CreatedBy("varlab", strconv.Itoa(Format), ""),
		// The bounds of turns are long and say nothing.
		parquet.SkipPageBounds("turns"), parquet.SkipPageStatistics("turns"),
		parquet.KeyValueMetadata(metaFormat, strconv.Itoa(Format)),
		parquet.KeyValueMetadata(metaStudy, m.StudyHash),
	}, more...)...)
}

// Write adds the next game. The error says that it is not the next, or that a row cannot be
// written.
func (w *Writer) Write(rec *Record) error {
	if int(rec.Cell) != w.shard.Cell || int(rec.Game) != w.next || w.next >= w.shard.To {
		return fmt.Errorf("%s: game %d of cell %d out of order (want game %d of cell %d)", w.shard.File, rec.Game, rec.Cell, w.next, w.shard.Cell)
	}
	if _, err := w.rows.Write([]Record{*rec}); err != nil {
		return err
	}
	w.row = appendRow(w.row[:0], rec)
	w.sum.Write(w.row)
	w.next++
	if (w.next-w.shard.From)%rowGroup == 0 {
		return w.rows.Flush()
	}
	return nil
}

// Commit makes the shard appear, complete and on the disk. It leaves a whole shard alone that
// another process has written meanwhile, and replaces a damaged one.
func (w *Writer) Commit() error {
	if w.next != w.shard.To {
		return fmt.Errorf("%s: ends with game %d (want %d)", w.shard.File, w.next, w.shard.To)
	}
	w.rows.SetKeyValueMetadata(metaRows, strconv.Itoa(w.shard.To-w.shard.From))
	w.rows.SetKeyValueMetadata(metaRowHash, hex.EncodeToString(w.sum.Sum(nil)))
	if len(w.Tables) > 0 {
		text, err := json.Marshal(w.Tables) // in the order of the names
		if err != nil {
			return err
		}
		w.rows.SetKeyValueMetadata(metaTables, string(text))
	}
	if err := w.rows.Close(); err != nil {
		return err
	}
	file := w.file.Bytes()
	at, _, err := findHash(file)
	if err != nil {
		return err
	}
	copy(file[at:], fmt.Sprintf("%x", sha256.Sum256(file)))
	if w.run.check(w.index) == nil {
		return nil
	}
	return w.run.put(w.shard, file)
}

// put writes a shard.
func (r *Run) put(s Shard, file []byte) error {
	name := r.path(s.File)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return files.WriteBytes(name, file)
}

// noHash stands in the footer until the hash of the file is known, and while the hash is
// verified.
var noHash = strings.Repeat("0", 2*sha256.Size)

// findHash returns the place and the value of the hash in a shard: the string after its key in
// the footer.
func findHash(file []byte) (at int, sum string, err error) {
	end := len(file) - 8 // the length of the footer and the magic word
	if end < 4 || string(file[end+4:]) != "PAR1" {
		return 0, "", errors.New("the end is not that of a Parquet file")
	}
	length := int(binary.LittleEndian.Uint32(file[end:]))
	if length > min(end-4, maxFooter) {
		return 0, "", errors.New("the end is not that of a Parquet file")
	}
	key := []byte(metaFileHash + "\x18\x40") // the head of a string of 64 bytes
	k := bytes.LastIndex(file[end-length:end], key)
	if at = end - length + k + len(key); k < 0 || at+len(noHash) > end {
		return 0, "", errors.New("no hash of the bytes in the footer")
	}
	return at, string(file[at : at+len(noHash)]), nil
}

// A Damage is a shard whose file is not as written.
type Damage struct {
	File string // in the run directory
	What string
}

func (d *Damage) Error() string { return d.File + ": damaged: " + d.What }

// load reads shard i and verifies its hash before anything decodes its bytes, and that it is
// the shard that the manifest means. Its errors are those of Check.
func (r *Run) load(i int) (file []byte, pf *parquet.File, err error) {
	s := r.Manifest.Shards[i]
	name := r.path(s.File)
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	if info.Size() > maxShardBytes || !info.Mode().IsRegular() {
		return nil, nil, &Damage{s.File, fmt.Sprintf("%d bytes (want a file of at most %d)", info.Size(), maxShardBytes)}
	}
	if file, err = os.ReadFile(name); err != nil {
		return nil, nil, err
	}
	at, want, err := findHash(file)
	if err != nil {
		return nil, nil, &Damage{s.File, err.Error()}
	}
	sum := sha256.New()
	sum.Write(file[:at])
	sum.Write([]byte(noHash))
	sum.Write(file[at+len(noHash):])
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		return nil, nil, &Damage{s.File, fmt.Sprintf("its bytes have hash %.12s… (want %.12s…, as the file says)", got, want)}
	}
	pf, err = r.decode(s, file)
	return file, pf, err
}

// decode reads the footer of a shard and verifies that it is the shard that the manifest
// means.
func (r *Run) decode(s Shard, file []byte) (pf *parquet.File, err error) {
	damaged := func(format string, args ...any) (*parquet.File, error) {
		return nil, &Damage{s.File, fmt.Sprintf(format, args...)}
	}
	if err = guarded(func() (err error) {
		pf, err = parquet.OpenFile(bytes.NewReader(file), int64(len(file)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		return err
	}); err != nil {
		return damaged("%v", err)
	}
	rows := s.To - s.From
	for _, want := range [][2]string{{metaFormat, strconv.Itoa(Format)}, {metaStudy, r.Manifest.StudyHash}} {
		if got, _ := pf.Lookup(want[0]); got != want[1] {
			return nil, fmt.Errorf("%s: metadata %s is %.100q (want %q): not a shard of this run (want it moved away, so that its games are played again)", s.File, want[0], got, want[1])
		}
	}
	if got, _ := pf.Lookup(metaFile); got != s.File {
		return damaged("is %.100q of this study (want %q)", got, s.File)
	}
	if !parquet.EqualNodes(pf.Schema(), schema()) {
		return damaged("its columns are not those of a shard, or have other types")
	}
	if pf.NumRows() != int64(rows) {
		return damaged("%d rows (want %d)", pf.NumRows(), rows)
	}
	for g, group := range pf.Metadata().RowGroups {
		bytes := int64(0)
		for _, c := range group.Columns {
			bytes += c.MetaData.TotalUncompressedSize
		}
		if most := (group.NumRows + 1) * maxRow; bytes > most {
			return damaged("row group %d has %d bytes, uncompressed (want at most %d)", g, bytes, most)
		}
	}
	return pf, nil
}

var schema = sync.OnceValue(func() *parquet.Schema { return parquet.SchemaOf(new(Record)) })

// check verifies every byte of shard i. The error is fs.ErrNotExist if the shard is missing, a
// *Damage if the file is not as written, and another error if it cannot be read or belongs to
// another run.
func (r *Run) check(i int) error {
	_, _, err := r.load(i)
	return err
}

// Tables returns the exact tables from which the games of shard i have values: SHA-256 by file
// name.
func (r *Run) Tables(i int) (tables map[string]string, err error) {
	_, pf, err := r.load(i)
	if err != nil {
		return nil, err
	}
	if text, ok := pf.Lookup(metaTables); ok {
		if err := json.Unmarshal([]byte(text), &tables); err != nil {
			return nil, &Damage{r.Manifest.Shards[i].File, fmt.Sprintf("%s: %v", metaTables, err)}
		}
	}
	return tables, nil
}

// Games verifies every byte of shard i and calls yield for its games, in order, until it
// returns false. Each record begins as the manifest says. It is valid until yield returns.
func (r *Run) Games(i int, yield func(*Record) bool) (more bool, err error) {
	_, pf, err := r.load(i)
	if err != nil {
		return false, err
	}
	s := r.Manifest.Shards[i]
	begun, err := r.Manifest.beginner(s)
	if err != nil {
		return false, err
	}
	damaged := func(err error) (bool, error) { return false, &Damage{s.File, err.Error()} }
	var reader *parquet.GenericReader[Record]
	batch := make([]Record, 16)
	for next := s.From; next < s.To; {
		n := 0
		err := guarded(func() (err error) {
			if reader == nil {
				reader = parquet.NewGenericReader[Record](pf)
			}
			n, err = reader.Read(batch[:min(len(batch), s.To-next)])
			return err
		})
		for k := range batch[:n] {
			rec := &batch[k]
			if err := begun(rec, next); err != nil {
				return damaged(fmt.Errorf("game %d: %w", next, err))
			}
			next++
			if !yield(rec) {
				return false, nil
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return damaged(err)
		}
		if n == 0 {
			return damaged(fmt.Errorf("ends with game %d (want %d)", next, s.To))
		}
	}
	return true, nil
}

// guarded turns a panic into an error: a damaged file can make the decoder panic.
func guarded(decode func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return decode()
}

// appendRow appends each value in the order of the columns, integers as varints, text with its
// length before it. It does not depend on layout or compression.
func appendRow(row []byte, rec *Record) []byte {
	v := reflect.ValueOf(rec).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String {
			row = binary.AppendUvarint(row, uint64(f.Len()))
			row = append(row, f.String()...)
		} else {
			row = binary.AppendVarint(row, f.Int())
		}
	}
	return row
}
