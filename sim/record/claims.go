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
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// What a shard may claim about itself. A whole file can still be a hostile one,
// that promises pages which fill the memory; what the writer makes stays far below.
const (
	maxShardBytes = 1 << 30
	maxFooter     = 16 << 20
	maxPage       = 64 << 20 // bytes of a page, uncompressed
	maxRow        = 1 << 20  // bytes of a game, uncompressed, on an average over the file
	maxPageHeader = 1 << 20
)

// checkClaims verifies, before any page is read, that no page of the file claims
// more than it may, nor all of them more than their games can need, and that each
// holds one compressed frame of the size that it claims.
func checkClaims(file io.ReaderAt, size int64, meta *format.FileMetaData, games int) error {
	if meta.NumRows != int64(games) {
		return fmt.Errorf("%d rows (want %d)", meta.NumRows, games)
	}
	rows, left := int64(0), (meta.NumRows+1)*maxRow
	for g := range meta.RowGroups {
		group := &meta.RowGroups[g]
		rows += group.NumRows
		for c := range group.Columns {
			m := &group.Columns[c].MetaData
			at := m.DataPageOffset
			if d := m.DictionaryPageOffset; d > 0 && d < at {
				at = d
			}
			if at < 0 || m.TotalCompressedSize < 0 || at > size-m.TotalCompressedSize || m.Codec != format.Zstd && m.Codec != format.Uncompressed {
				return fmt.Errorf("row group %d, column %d: lies outside the file, or is compressed otherwise (want zstd)", g, c)
			}
			claimed, err := checkPages(io.NewSectionReader(file, at, m.TotalCompressedSize), m.Codec, group.NumRows)
			if left -= claimed; err == nil && left < 0 {
				err = fmt.Errorf("with the columns before it, it claims more than %d bytes a row, uncompressed", maxRow)
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

// checkPages returns how many bytes the pages of a chunk claim, uncompressed.
func checkPages(chunk *io.SectionReader, codec format.CompressionCodec, rows int64) (claimed int64, err error) {
	r := bufio.NewReaderSize(chunk, int(min(chunk.Size(), maxPageHeader)))
	var protocol thrift.CompactProtocol
	for {
		// Decoded from bytes, since a string read from a stream has its memory set aside
		// before it is known to be there.
		ahead, err := r.Peek(r.Size())
		if len(ahead) == 0 && errors.Is(err, io.EOF) {
			return claimed, nil
		}
		var h format.PageHeader
		header := protocol.NewReaderFromBytes(ahead)
		if err := thrift.NewDecoder(header).Decode(&h); err != nil {
			return 0, err
		}
		r.Discard(header.BytesRead())
		values := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DictionaryPageHeader.V.NumValues)
		if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 || int64(h.CompressedPageSize) > chunk.Size() || h.UncompressedPageSize > maxPage || int64(values) > rows {
			return 0, fmt.Errorf("a page claims %d bytes, %d uncompressed, and %d values (want at most %d, %d and %d)",
				h.CompressedPageSize, h.UncompressedPageSize, values, chunk.Size(), maxPage, rows)
		}
		claimed += int64(h.UncompressedPageSize)
		page := make([]byte, h.CompressedPageSize)
		if _, err := io.ReadFull(r, page); err != nil {
			return 0, err
		}
		if v2 := h.DataPageHeaderV2; v2.Valid && (codec == format.Uncompressed || v2.V.IsCompressed.Valid && !v2.V.IsCompressed.V) {
			continue
		} else if v2.Valid {
			levels := int(v2.V.RepetitionLevelsByteLength) + int(v2.V.DefinitionLevelsByteLength)
			if levels != 0 {
				return 0, fmt.Errorf("a page has %d bytes of levels (want none: no column is optional or repeated)", levels)
			}
		}
		if codec == format.Zstd {
			if err := checkFrame(page, int64(h.UncompressedPageSize)); err != nil {
				return 0, err
			}
		}
	}
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
		if _, err := footerAt(file, size); err != nil {
			return err
		}
		if pf, err = parquet.OpenFile(file, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err != nil {
			return err
		}
		return checkClaims(file, size, pf.Metadata(), games)
	})
	return pf, err
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

// checkBytes verifies the hash of a file, and so every byte of it, before anything
// tries to understand them.
func checkBytes(file bytesOf) error {
	at, want, err := findHash(file)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(file, 0, at)); err != nil {
		return err
	}
	io.WriteString(sum, noHash)
	if _, err := io.Copy(sum, io.NewSectionReader(file, at+int64(len(noHash)), maxShardBytes)); err != nil {
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

// footerAt returns where the footer of a Parquet file of size bytes begins. Its length
// and the magic word come after it.
func footerAt(file io.ReaderAt, size int64) (at int64, err error) {
	if size < 12 || size > maxShardBytes {
		return 0, fmt.Errorf("%d bytes (want 12 to %d)", size, maxShardBytes)
	}
	var end [8]byte
	if _, err := file.ReadAt(end[:], size-8); err != nil {
		return 0, err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if string(end[4:]) != "PAR1" || length > min(size-12, maxFooter) {
		return 0, errors.New("the end is not that of a Parquet file")
	}
	return size - 8 - length, nil
}

// findHash returns where in the file the hash of its bytes stands, and the hash: in
// the footer, the string after its key.
func findHash(file bytesOf) (at int64, sum string, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, "", err
	}
	if at, err = footerAt(file, info.Size()); err != nil {
		return 0, "", err
	}
	footer := make([]byte, info.Size()-8-at)
	if _, err := file.ReadAt(footer, at); err != nil {
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
