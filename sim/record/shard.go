package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"reflect"
	"runtime"
	"strconv"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	codec "github.com/parquet-go/parquet-go/compress/zstd"

	"varlab/files"
)

const (
	metaFormat   = "varlab.format"
	metaStudy    = "varlab.study"
	metaFile     = "varlab.file"
	metaRows     = "varlab.rows"
	metaColumns  = "varlab.columns"   // the data dictionary, JSON
	metaRowHash  = "varlab.row_hash"  // SHA-256 of the rows, whatever the layout of the file
	metaTables   = "varlab.tables"    // the exact tables that ended games or gave them values, JSON: SHA-256 by file name
	metaFileHash = "varlab.file_hash" // SHA-256 of the file, these 64 digits read as noHash
)

// rowGroup is the number of games after which a writer lets go of its memory:
// about a megabyte of turns.
const rowGroup = 1000

// A Writer writes one shard. Until Commit the shard is not there.
type Writer struct {
	contents
	run   *Run
	index int
	file  *files.File
	temp  string
}

// contents writes the games of a shard, and sums the rows and the bytes that they come to.
type contents struct {
	shard Shard
	next  int
	rows  *parquet.GenericWriter[Record]
	sum   *rowHash
	bytes hash.Hash
	// Tables are the exact tables from which the games have values: SHA-256 by the name
	// of the file. They stand in the shard, and not in the log, since its games depend on
	// them; which tables a game asks does not depend on who plays it when.
	Tables map[string]string
}

func (r *Run) Create(i int) (*Writer, error) {
	s := r.Manifest.Shards[i]
	dir := path.Dir(s.File)
	if err := files.MakeDirIn(r.root, dir); err != nil {
		return nil, err
	}
	file, temp, err := files.Create(r.root, s.File)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path(s.File), err)
	}
	r.writes(temp, true)
	return &Writer{r.Manifest.contents(s, file), r, i, file, temp}, nil
}

func (m *Manifest) contents(s Shard, to io.Writer) contents {
	c := contents{shard: s, next: s.From, sum: newRowHash(), bytes: sha256.New()}
	c.rows = newRows(io.MultiWriter(to, c.bytes), m,
		parquet.KeyValueMetadata(metaFile, s.File),
		parquet.KeyValueMetadata(metaColumns, dictionary()),
		parquet.KeyValueMetadata(metaFileHash, noHash))
	return c
}

func newRows(to io.Writer, m *Manifest, more ...parquet.WriterOption) *parquet.GenericWriter[Record] {
	return parquet.NewGenericWriter[Record](to, append([]parquet.WriterOption{
		parquet.Compression(pages),
		parquet.CreatedBy("varlab", strconv.Itoa(Format), ""),
		// The least text of turns tells nobody anything, and stands in a page's head whole.
		parquet.SkipPageBounds("turns"), parquet.SkipPageStatistics("turns"),
		parquet.KeyValueMetadata(metaFormat, strconv.Itoa(Format)),
		parquet.KeyValueMetadata(metaStudy, m.StudyHash),
	}, more...)...)
}

func (c *contents) Write(rec *Record) error {
	if int(rec.Cell) != c.shard.Cell || int(rec.Game) != c.next || c.next >= c.shard.To {
		return fmt.Errorf("%s: game %d of cell %d out of order (want game %d of cell %d)", c.shard.File, rec.Game, rec.Cell, c.next, c.shard.Cell)
	}
	if _, err := c.rows.Write([]Record{*rec}); err != nil {
		return err
	}
	c.sum.add(rec)
	c.next++
	if (c.next-c.shard.From)%rowGroup == 0 {
		return c.rows.Flush()
	}
	return nil
}

// end writes what follows the rows. It returns the hash of the file, in which noHash
// stands where that belongs.
func (c *contents) end() (sum string, err error) {
	if c.next != c.shard.To {
		return "", fmt.Errorf("%s: ends with game %d (want %d)", c.shard.File, c.next, c.shard.To)
	}
	c.rows.SetKeyValueMetadata(metaRows, strconv.Itoa(c.shard.To-c.shard.From))
	c.rows.SetKeyValueMetadata(metaRowHash, c.sum.hex())
	if len(c.Tables) > 0 {
		text, err := json.Marshal(c.Tables) // in the order of the names
		if err != nil {
			return "", err
		}
		c.rows.SetKeyValueMetadata(metaTables, string(text))
	}
	if err := c.rows.Close(); err != nil {
		return "", err
	}
	return hex.EncodeToString(c.bytes.Sum(nil)), nil
}

// Commit makes the shard appear, complete and on the disk. A whole shard that
// another process has put there meanwhile is left alone; what is damaged is
// replaced.
func (w *Writer) Commit() error {
	sum, err := w.end()
	if err == nil {
		err = signBytes(w.file, sum)
	}
	if err == nil {
		err = w.readable()
	}
	var found error
	if err == nil {
		found = w.run.Check(w.index)
	}
	if found == nil {
		w.Abort()
		return err
	}
	defer w.run.writes(w.temp, false)
	w.run.replaced(w.shard.File)
	err = files.Publish(w.run.root, w.file, w.temp, w.shard.File, errors.As(found, new(*Damage)))
	if errors.Is(err, fs.ErrExist) {
		err = w.run.Check(w.index)
	}
	return err
}

// readable is an error if the file that is written would not be read again.
func (w *Writer) readable() error {
	info, err := w.file.Stat()
	if err == nil {
		_, err = openPages(w.file, info.Size(), w.shard.To-w.shard.From)
	}
	if err != nil {
		err = fmt.Errorf("%s: would not be read again: %w", w.run.path(w.shard.File), err)
	}
	return err
}

func (w *Writer) Abort() {
	defer w.run.writes(w.temp, false)
	w.file.Close()
	w.run.root.Remove(w.temp)
}

// Tables returns the exact tables from which the games of shard i have values: SHA-256
// by the name of the file.
func (r *Run) Tables(i int) (tables map[string]string, err error) {
	err = r.rowsOf(i, func(_ *os.File, pf *parquet.File, _ *rowCheck) error {
		tables, err = tablesOf(pf)
		return err
	})
	return tables, err
}

func tablesOf(pf *parquet.File) (tables map[string]string, err error) {
	if text, ok := pf.Lookup(metaTables); ok {
		if len(text) > maxTables {
			return nil, fmt.Errorf("%s: %d bytes (want at most %d)", metaTables, len(text), maxTables)
		}
		if err := json.Unmarshal([]byte(text), &tables); err != nil {
			return nil, fmt.Errorf("%s: %w", metaTables, err)
		}
	}
	return tables, nil
}

// Games calls yield for the games of shard i, in order, until it returns false,
// and verifies the rows: that they are those that were written, and can be games of the
// run. A record is valid until yield returns.
func (r *Run) Games(i int, yield func(*Record) bool) (more bool, err error) {
	err = r.rowsOf(i, func(_ *os.File, pf *parquet.File, check *rowCheck) error {
		more, err = eachRow(pf, check, yield)
		return err
	})
	return more, err
}

// Rewritten is Games of a shard that Check finds whole, and verifies that this program
// writes the same file of them: that nothing stands in it which varlab does not read and
// others would.
func (r *Run) Rewritten(i int, yield func(*Record)) error {
	return r.rowsOf(i, func(file *os.File, pf *parquet.File, check *rowCheck) (err error) {
		again := r.Manifest.contents(check.shard, io.Discard)
		if again.Tables, err = tablesOf(pf); err != nil {
			return err
		}
		var failed error
		if _, err := eachRow(pf, check, func(rec *Record) bool {
			yield(rec)
			failed = again.Write(rec)
			return failed == nil
		}); err != nil || failed != nil {
			return errors.Join(err, failed)
		}
		sum, err := again.end()
		if err != nil {
			return err
		}
		// The hash that Check reads: a footer can have several.
		_, said, err := findHash(file)
		if err == nil && said != sum {
			err = fmt.Errorf("its rows come to a file with hash %.12s… (want %.12s…, as the file says)", sum, said)
		}
		return err
	})
}

func (r *Run) rowsOf(i int, use func(*os.File, *parquet.File, *rowCheck) error) error {
	s := r.Manifest.Shards[i]
	return r.in(s.File, func(file *os.File) error {
		pf, err := r.openShard(file, s)
		if err != nil {
			return err
		}
		if err := r.sameAsRead(file, s, false); err != nil {
			return err
		}
		check, err := r.Manifest.rows(s)
		if err != nil {
			return err
		}
		if err := use(file, pf, check); err != nil {
			return r.damage(s.File, err)
		}
		return nil
	})
}

func eachRow(pf *parquet.File, check *rowCheck, yield func(*Record) bool) (bool, error) {
	s := check.shard
	want, _ := pf.Lookup(metaRowHash)
	reader := parquet.NewGenericReader[Record](pf)
	defer reader.Close()
	sum, next := newRowHash(), s.From
	batch := make([]Record, 16)
	for {
		n := 0
		err := guarded(func() (err error) { n, err = reader.Read(batch); return err })
		for k := range batch[:n] {
			rec := &batch[k]
			if int(rec.Cell) != s.Cell || int(rec.Game) != next {
				return false, fmt.Errorf("game %d of cell %d where game %d of cell %d belongs", rec.Game, rec.Cell, next, s.Cell)
			}
			if err := check.check(rec); err != nil {
				return false, err
			}
			next++
			sum.add(rec)
			if !yield(rec) {
				return false, nil
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return false, err
		}
	}
	if next != s.To {
		return false, fmt.Errorf("ends with game %d (want %d)", next, s.To)
	}
	if got := sum.hex(); got != want {
		return false, fmt.Errorf("rows have hash %.12s… (want %.12s…, as the file says)", got, want)
	}
	return true, nil
}

// guarded makes an error of a panic: a damaged file may take the decoder there.
func guarded(decode func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return decode()
}

// openShard reads a shard's footer and verifies that it is the file that the
// manifest means.
func (r *Run) openShard(file *os.File, s Shard) (*parquet.File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	strange := func(key, got, want string) error {
		return fmt.Errorf("%s: metadata %s is %.100q (want %q): not a shard of this run (want it moved away, so that its games are played again)", s.File, key, got, want)
	}
	whose := [][2]string{{metaFormat, strconv.Itoa(Format)}, {metaStudy, r.Manifest.StudyHash}}
	pf, err := openPages(file, info.Size(), s.To-s.From)
	if err != nil {
		// Of another run it may have other numbers of games, or other columns.
		words := said(file, info.Size())
		for _, want := range whose {
			if got := words[want[0]]; got != "" && got != want[1] {
				return nil, strange(want[0], got, want[1])
			}
		}
		return nil, r.damage(s.File, err)
	}
	for _, want := range append(whose, [][2]string{
		{metaFile, s.File},
		{metaRows, strconv.Itoa(s.To - s.From)},
	}...) {
		switch got, _ := pf.Lookup(want[0]); {
		case got == want[1]:
		case want[0] == metaFile:
			return nil, &Damage{s.File, fmt.Sprintf("is %.100q of this study (want %q)", got, s.File)}
		default:
			return nil, strange(want[0], got, want[1])
		}
	}
	return pf, nil
}

// rowHash is SHA-256 over rows: each value in the order of the columns, integers
// as varints, text with its length before it. It does not depend on how the file
// is laid out or compressed.
type rowHash struct {
	sum hash.Hash
	buf []byte
}

func newRowHash() *rowHash { return &rowHash{sum: sha256.New()} }

func (h *rowHash) add(rec *Record) {
	h.buf = h.buf[:0]
	v := reflect.ValueOf(rec).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			h.buf = binary.AppendUvarint(h.buf, uint64(f.Len()))
			h.buf = append(h.buf, f.String()...)
		case reflect.Int32, reflect.Int64:
			h.buf = binary.AppendVarint(h.buf, f.Int())
		default:
			panic("record: column of type " + f.Type().String())
		}
	}
	h.sum.Write(h.buf)
}

func (h *rowHash) hex() string { return hex.EncodeToString(h.sum.Sum(nil)) }

var dictionary = sync.OnceValue(func() string {
	text, err := json.Marshal(Columns())
	if err != nil {
		panic(err) // plain types
	}
	return string(text)
})

// compressor is zstd for all writers of the process. The library's own codec makes
// encoders anew for every file, and as often as the collector runs, each with a
// window of 16 MB; pages here are smaller than one of 1 MB. What comes out is the
// same.
type compressor struct{ codec.Codec }

var pages = &compressor{}

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)),
		zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true),
		zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // fixed options
	}
	return e
})

func (*compressor) Encode(dst, src []byte) ([]byte, error) {
	return encoder().EncodeAll(src, dst[:0]), nil
}
