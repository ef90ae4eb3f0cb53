package record

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// What a shard may claim about itself. A whole file can still be a hostile one,
// that promises pages which fill the memory; what the writer makes stays far below.
const (
	maxShardBytes   = 1 << 30
	maxFooter       = 16 << 20
	maxFooterValues = 30_000 // numbers, texts, lists and structures
	maxFooterDepth  = 16
	maxPage         = 64 << 20 // bytes of a page, uncompressed
	maxRow          = 1 << 20  // bytes of a game, uncompressed, on an average over the file
	maxPageHeader   = 1 << 20
	maxHeaderValues = 100
	maxText         = 1 << 17 // bytes of a text of a dictionary: readers copy it for every row
	maxTexts        = 4 << 20 // of the texts of a dictionary
	maxTables       = 1 << 20 // of the list of exact tables
)

// A layout is how the writer lays out the pages of a column. There are others, which the
// decoder knows and a few bytes of which can state what takes all memory: pages are read
// as varlab writes them or not at all.
type layout struct {
	encoding format.Encoding
	width    int64 // bytes of a value, where all have as many
}

var layouts = sync.OnceValue(func() (list []layout) {
	t := reflect.TypeFor[Record]()
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Type.Kind() != reflect.String:
			list = append(list, layout{format.Plain, int64(f.Type.Size())})
		case strings.HasSuffix(f.Tag.Get("parquet"), ",dict"):
			list = append(list, layout{encoding: format.RLEDictionary})
		default:
			list = append(list, layout{encoding: format.DeltaLengthByteArray})
		}
	}
	return list
})

// schema is that of every shard.
var schema = sync.OnceValue(func() []format.SchemaElement {
	var file bytes.Buffer
	err := newRows(&file, new(Manifest)).Close()
	var pf *parquet.File
	if err == nil {
		pf, err = parquet.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	}
	if err != nil {
		panic(err) // a file of fixed content, in memory
	}
	return pf.Metadata().Schema
})

// readFooter reads what the footer says, and verifies that it is of the shape that the
// writer gives it before the library builds anything of it.
func readFooter(text []byte) (*format.FileMetaData, error) {
	var protocol thrift.CompactProtocol
	left := maxFooterValues
	if err := skim(protocol.NewReaderFromBytes(text), thrift.STRUCT, 0, &left); err != nil {
		return nil, fmt.Errorf("the footer: %w", err)
	}
	meta := new(format.FileMetaData)
	if err := thrift.Unmarshal(&protocol, text, meta); err != nil {
		return nil, fmt.Errorf("the footer: %w", err)
	}
	return meta, nil
}

// checkLayout is an error if a file has not the columns of a shard.
func checkLayout(meta *format.FileMetaData) error {
	if !reflect.DeepEqual([]format.SchemaElement(meta.Schema), schema()) {
		return errors.New("its columns are not those of a shard, or have other types")
	}
	for g := range meta.RowGroups {
		if n := len(meta.RowGroups[g].Columns); n != len(layouts()) {
			return fmt.Errorf("row group %d has %d columns (want %d)", g, n, len(layouts()))
		}
		if n := len(meta.RowGroups[g].SortingColumns); n > 0 {
			return fmt.Errorf("row group %d says that it is sorted by %d columns (want none)", g, n)
		}
	}
	return nil
}

// skim reads past a value of Thrift. It is an error if that comes to more values than are
// left, each of which a decoder may set memory aside for, or lies too deep.
func skim(r thrift.Reader, t thrift.Type, depth int, left *int) error {
	if *left--; *left < 0 || depth > maxFooterDepth {
		return errors.New("more values than a shard has, or deeper ones")
	}
	list := func(n int32, item thrift.Type) (err error) {
		for ; n > 0 && err == nil; n-- {
			if item == thrift.TRUE || item == thrift.FALSE {
				item = thrift.I8 // of a list each is a byte
			}
			err = skim(r, item, depth+1, left)
		}
		return err
	}
	var err error
	switch t {
	case thrift.TRUE, thrift.FALSE: // the type of a field says it all
	case thrift.I8:
		_, err = r.ReadInt8()
	case thrift.I16:
		_, err = r.ReadInt16()
	case thrift.I32:
		_, err = r.ReadInt32()
	case thrift.I64:
		_, err = r.ReadInt64()
	case thrift.DOUBLE:
		_, err = r.ReadFloat64()
	case thrift.BINARY:
		var text []byte
		if text, err = r.ReadBytes(); len(text) > maxTables {
			err = fmt.Errorf("a text of %d bytes (want at most %d)", len(text), maxTables)
		}
	case thrift.LIST:
		var l thrift.List
		if l, err = r.ReadList(); err == nil {
			err = list(l.Size, l.Type)
		}
	case thrift.STRUCT:
		for err == nil {
			var f thrift.Field
			if f, err = r.ReadField(); err != nil || f.Type == thrift.STOP {
				return err
			}
			err = skim(r, f.Type, depth+1, left)
		}
	default:
		err = fmt.Errorf("a value of type %v, which a shard has none of", t)
	}
	return err
}

// checkClaims verifies, before any page is read, that no page of the file claims
// more than it may, nor all of them more than their games can need, and that each
// holds one compressed frame of the size that it claims, laid out as the writer does.
func checkClaims(file io.ReaderAt, size int64, meta *format.FileMetaData, games int) error {
	if meta.NumRows != int64(games) {
		return fmt.Errorf("%d rows (want %d)", meta.NumRows, games)
	}
	rows, left, room := int64(0), (meta.NumRows+1)*maxRow, size
	for g := range meta.RowGroups {
		group := &meta.RowGroups[g]
		rows += group.NumRows
		for c := range group.Columns {
			m, l := &group.Columns[c].MetaData, layouts()[c]
			at := m.DataPageOffset
			if l.encoding == format.RLEDictionary {
				at = m.DictionaryPageOffset
			}
			if at < 0 || m.TotalCompressedSize < 0 || at > size-m.TotalCompressedSize || m.Codec != format.Zstd {
				return fmt.Errorf("row group %d, column %d: lies outside the file, or is compressed otherwise (want zstd)", g, c)
			}
			if room -= m.TotalCompressedSize; room < 0 {
				return fmt.Errorf("row group %d, column %d: with those before it, larger than the file", g, c)
			}
			claimed, data, err := checkPages(io.NewSectionReader(file, at, m.TotalCompressedSize), l, group.NumRows)
			if left -= claimed; err == nil && left < 0 {
				err = fmt.Errorf("with the columns before it, it claims more than %d bytes a row, uncompressed", maxRow)
			}
			if err == nil && (m.DataPageOffset != at+data || data == 0 && m.DictionaryPageOffset != 0) {
				err = errors.New("its pages do not begin where the footer says")
			}
			if err != nil {
				return fmt.Errorf("row group %d, column %d: %w", g, c, err)
			}
		}
	}
	if rows != meta.NumRows {
		return fmt.Errorf("%d rows in row groups (want %d)", rows, meta.NumRows)
	}
	return nil
}

// checkPages returns how many bytes the pages of a chunk claim, uncompressed, and where in
// it the first page of data begins.
func checkPages(chunk *io.SectionReader, l layout, rows int64) (claimed, data int64, err error) {
	r := bufio.NewReaderSize(chunk, int(min(chunk.Size(), maxPageHeader)))
	var content []byte
	seen, texts := int64(0), l.encoding == format.RLEDictionary // whether those of the dictionary come
	for {
		// Decoded from bytes, since a string read from a stream has its memory set aside
		// before it is known to be there.
		ahead, err := r.Peek(r.Size())
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return 0, 0, err
		case len(ahead) == 0 && seen != rows:
			return 0, 0, fmt.Errorf("its pages have %d values (want %d)", seen, rows)
		case len(ahead) == 0:
			return claimed, data, nil
		}
		h, length, err := readPageHead(ahead, l, texts)
		if err != nil {
			return 0, 0, err
		}
		most := int32(maxPage)
		if texts {
			most = maxTexts
		}
		if int64(h.compressed) > chunk.Size() || h.compressed < 0 || h.uncompressed < 0 || h.uncompressed > most || h.values < 1 || h.values > rows {
			return 0, 0, fmt.Errorf("a page claims %d bytes, %d uncompressed, and %d values (want at most %d, %d and %d, and a value)",
				h.compressed, h.uncompressed, h.values, chunk.Size(), most, rows)
		}
		// What cannot be compressed is kept as it is, in blocks of 128 KiB with a few bytes each.
		if h.compressed > h.uncompressed+h.uncompressed>>8+64 {
			return 0, 0, fmt.Errorf("a page of %d bytes is compressed to %d", h.uncompressed, h.compressed)
		}
		claimed += int64(h.uncompressed)
		r.Discard(length)
		page := make([]byte, h.compressed)
		if _, err := io.ReadFull(r, page); err != nil {
			return 0, 0, err
		}
		if err := checkFrame(page, int64(h.uncompressed)); err != nil {
			return 0, 0, err
		}
		if l.width > 0 {
			if want := l.width * h.values; int64(h.uncompressed) != want {
				return 0, 0, fmt.Errorf("a page of %d bytes (want %d, for %d values)", h.uncompressed, want, h.values)
			}
		} else {
			if content, err = pages.Decode(content[:0], page); err == nil {
				err = checkTexts(content, l, texts, h.values)
			}
			if err != nil {
				return 0, 0, err
			}
		}
		if texts {
			texts, data = false, int64(length+len(page))
		} else {
			seen += h.values
		}
	}
}

// A pageHead is what a page says of itself.
type pageHead struct {
	compressed, uncompressed int32 // bytes
	values                   int64
}

// readPageHead reads the head with which text begins: that of a page of a dictionary, or of
// one of data, as the writer lays them out. It returns the length of the head too.
func readPageHead(text []byte, l layout, dictionary bool) (head pageHead, length int, err error) {
	var protocol thrift.CompactProtocol
	left := maxHeaderValues
	if err := skim(protocol.NewReaderFromBytes(text), thrift.STRUCT, 0, &left); err != nil {
		return head, 0, fmt.Errorf("the head of a page: %w", err)
	}
	var h format.PageHeader
	r := protocol.NewReaderFromBytes(text)
	if err := thrift.NewDecoder(r).Decode(&h); err != nil {
		return head, 0, err
	}
	var values int32
	var ours bool
	if d := h.DictionaryPageHeader.V; dictionary {
		values = d.NumValues
		ours = h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid && d.Encoding == format.Plain
	} else {
		d := h.DataPageHeaderV2.V
		values = d.NumValues
		ours = h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid && d.Encoding == l.encoding &&
			d.RepetitionLevelsByteLength == 0 && d.DefinitionLevelsByteLength == 0 && d.NumNulls == 0 && d.NumRows == values &&
			(!d.IsCompressed.Valid || d.IsCompressed.V)
	}
	if !ours {
		return head, 0, errors.New("a page is not laid out as varlab does")
	}
	return pageHead{h.CompressedPageSize, h.UncompressedPageSize, int64(values)}, r.BytesRead(), nil
}

// checkTexts verifies that a page of texts, or of their numbers in a dictionary, has as many
// values as its head says, however it packs them, and none too long.
func checkTexts(page []byte, l layout, dictionary bool, values int64) error {
	switch {
	case dictionary:
		for ; values > 0; values-- {
			if len(page) < 4 {
				return errors.New("a dictionary ends too soon")
			}
			n := binary.LittleEndian.Uint32(page)
			if n > maxText || int(n) > len(page)-4 {
				return fmt.Errorf("a text of %d bytes in a dictionary (want at most %d, and that they are there)", n, maxText)
			}
			page = page[4+n:]
		}
		if len(page) > 0 {
			return fmt.Errorf("%d bytes after a dictionary", len(page))
		}
	case l.encoding == format.RLEDictionary:
		return checkRuns(page, values)
	default:
		n, at := uint64(0), 0
		for range 3 { // the size of a block, the number of its parts, the number of values
			u, k := binary.Uvarint(page[at:])
			if k <= 0 {
				return errors.New("a list of lengths ends too soon")
			}
			n, at = u, at+k
		}
		if n != uint64(values) {
			return fmt.Errorf("%d lengths of texts (want %d)", n, values)
		}
		lengths, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, page)
		if err != nil {
			return err
		}
		left := len(page)
		for _, n := range lengths {
			if left -= int(n); n < 0 || left < 0 {
				return fmt.Errorf("texts longer than the %d bytes of their page", len(page))
			}
		}
	}
	return nil
}

// checkRuns verifies that runs of numbers come to no more than there are values. (Encodings
// of Parquet, RLE and bit-packing hybrid: a byte with the bits of a number, then runs, of
// one that is repeated or of eight at a time. The last eight may be filled up.)
func checkRuns(page []byte, values int64) error {
	if len(page) == 0 || page[0] > 32 {
		return errors.New("numbers in a dictionary of no known size")
	}
	bits := uint64(page[0])
	for page = page[1:]; len(page) > 0; {
		u, k := binary.Uvarint(page)
		if k <= 0 {
			return errors.New("a run ends too soon")
		}
		count, length := u>>1, (bits+7)/8
		if count > uint64(values) {
			return fmt.Errorf("a run of %d (want at most %d values)", count, values)
		}
		if u&1 == 1 {
			length = count * bits
			count *= 8
		}
		if values -= int64(count); values < -7 || length > uint64(len(page)-k) {
			return errors.New("runs of more values than there are, or that end too soon")
		}
		page = page[uint64(k)+length:]
		values = max(values, 0)
	}
	return nil
}

// checkFrame verifies that page is one frame of zstd that says how large its
// content is, or has only one block. (RFC 8878, 3.1.1: a header, blocks of three bytes and their content,
// and four bytes of checksum if there is one. The decoder refuses a content that
// is larger than the frame says.)
func checkFrame(page []byte, want int64) error {
	var h zstd.Header
	if len(page) == 0 && want == 0 {
		return nil
	}
	if err := h.Decode(page); err != nil {
		return err
	}
	if h.Skippable || h.HasFCS && h.FrameContentSize != uint64(want) {
		return fmt.Errorf("a frame of %d bytes (want %d, as the page says)", h.FrameContentSize, want)
	}
	at, blocks := h.HeaderSize, 0
	for last := false; !last; blocks++ {
		if at+3 > len(page) {
			return errors.New("a frame ends within a block")
		}
		block := int(page[at]) | int(page[at+1])<<8 | int(page[at+2])<<16
		last = block&1 == 1
		length := block >> 3
		if block>>1&3 == 1 { // one byte, repeated
			length = 1
		}
		at += 3 + length
	}
	if h.HasCheckSum {
		at += 4
	}
	if !h.HasFCS && blocks != 1 { // of at most 128 KiB
		return fmt.Errorf("a frame of %d blocks that does not say its size (want it, or one block)", blocks)
	}
	if at != len(page) {
		return fmt.Errorf("a frame of %d bytes in a page of %d (want one frame)", at, len(page))
	}
	return nil
}

// openPages opens the footer of a shard whose bytes were verified or will be by
// the hash of its rows.
func openPages(file io.ReaderAt, size int64, games int) (pf *parquet.File, err error) {
	err = guarded(func() (err error) {
		meta, err := metaOf(file, size)
		if err == nil {
			err = checkLayout(meta)
		}
		if err == nil {
			err = checkClaims(file, size, meta, games)
		}
		if err != nil {
			return err
		}
		pf, err = parquet.OpenFile(file, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		return err
	})
	return pf, err
}

// metaOf reads the footer of a file.
func metaOf(file io.ReaderAt, size int64) (*format.FileMetaData, error) {
	_, footer, err := footerOf(file, size)
	if err != nil {
		return nil, err
	}
	return readFooter(footer)
}

// said is what the footer of a file says of it by keys; nothing if it cannot be read.
func said(file io.ReaderAt, size int64) map[string]string {
	words := map[string]string{}
	_ = guarded(func() error {
		meta, err := metaOf(file, size)
		if err != nil {
			return err
		}
		for _, kv := range meta.KeyValueMetadata {
			words[kv.Key] = kv.Value
		}
		return nil
	})
	return words
}

// noHash stands in the footer until the hash of the file is known, and when the
// hash is verified.
var noHash = strings.Repeat("0", 2*sha256.Size)

func signBytes(file interface {
	bytesOf
	io.WriterAt
}, sum string,
) error {
	at, _, err := findHash(file)
	if err == nil {
		_, err = file.WriteAt([]byte(sum), at)
	}
	return err
}

// copyBytes verifies the hash of a file, and so every byte of it, before anything tries to
// understand them, and has the bytes written besides, in their order.
func copyBytes(to io.Writer, file bytesOf) error {
	at, want, err := findHash(file)
	if err != nil {
		return err
	}
	sum := sha256.New()
	both := io.MultiWriter(sum, to)
	if _, err := io.Copy(both, io.NewSectionReader(file, 0, at)); err != nil {
		return err
	}
	io.WriteString(sum, noHash)
	if _, err := io.WriteString(to, want); err != nil {
		return err
	}
	if _, err := io.Copy(both, io.NewSectionReader(file, at+int64(len(noHash)), maxShardBytes)); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		return fmt.Errorf("its bytes have hash %.12s… (want %.12s…, as the file says)", got, want)
	}
	return nil
}

// bytesOf are those of a file.
type bytesOf interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// footerOf returns the footer of a Parquet file of size bytes, and where it begins. Its
// length and the magic word come after it.
func footerOf(file io.ReaderAt, size int64) (at int64, footer []byte, err error) {
	if size < 12 || size > maxShardBytes {
		return 0, nil, fmt.Errorf("%d bytes (want 12 to %d)", size, maxShardBytes)
	}
	var end [8]byte
	if _, err := file.ReadAt(end[:], size-8); err != nil {
		return 0, nil, err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if string(end[4:]) != "PAR1" || length > min(size-12, maxFooter) {
		return 0, nil, errors.New("the end is not that of a Parquet file")
	}
	at, footer = size-8-length, make([]byte, length)
	_, err = file.ReadAt(footer, at)
	return at, footer, err
}

// findHash returns where in the file the hash of its bytes stands, and the hash: in
// the footer, the string after its key.
func findHash(file bytesOf) (at int64, sum string, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, "", err
	}
	at, footer, err := footerOf(file, info.Size())
	if err != nil {
		return 0, "", err
	}
	key := []byte(metaFileHash + "\x18\x40") // the head of a string of 64 bytes
	k := bytes.LastIndex(footer, key)
	if k < 0 || k+len(key)+len(noHash) > len(footer) {
		return 0, "", errors.New("no hash of the bytes in the footer")
	}
	k += len(key)
	return at + int64(k), string(footer[k : k+len(noHash)]), nil
}
