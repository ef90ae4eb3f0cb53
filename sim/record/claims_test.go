package record

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"

	"varlab/internal/testing/cost"
)

// What a whole file claims is bounded before it is believed.
func TestClaims(t *testing.T) {
	page := func(content int, tail string) []byte {
		e, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
		require.NoError(t, err)
		return append(e.EncodeAll(make([]byte, content), nil), tail...)
	}
	for _, n := range []int{0, 1, 255, 70_000, 1 << 20} {
		require.NoError(t, checkFrame(page(n, ""), int64(n)), n)
	}
	require.ErrorContains(t, checkFrame(page(1<<20, ""), 1000), "a frame of 1048576 bytes (want 1000")
	require.ErrorContains(t, checkFrame(page(1000, string(page(1<<20, ""))), 1000), "want one frame")
	whole := page(70_000, "")
	for n := range whole {
		require.Error(t, checkFrame(whole[:n], 70_000), n)
	}
	var stream bytes.Buffer // of frames that do not say their size one block is enough
	e, err := zstd.NewWriter(&stream, zstd.WithEncoderCRC(false))
	require.NoError(t, err)
	_, err = e.Write(make([]byte, 1<<20))
	require.NoError(t, err)
	require.NoError(t, e.Close())
	require.ErrorContains(t, checkFrame(stream.Bytes(), 1<<20), "blocks that does not say its size")

	// A head that promises more than the chunk holds, pages that are honest one by one but
	// of too many values, or too few, and such as the writer does not make.
	numbers := layout{format.Plain, 4}
	pages := func(change func(h *format.PageHeader), contents ...int) *io.SectionReader {
		var chunk []byte
		for _, n := range contents {
			frame := page(n, "")
			h := format.PageHeader{
				Type: format.DataPageV2, CompressedPageSize: int32(len(frame)), UncompressedPageSize: int32(n),
				DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{NumValues: int32(n / 4), NumRows: int32(n / 4), Encoding: format.Plain}),
			}
			change(&h)
			header, err := thrift.Marshal(new(thrift.CompactProtocol), &h)
			require.NoError(t, err)
			chunk = append(append(chunk, header...), frame...)
		}
		return io.NewSectionReader(bytes.NewReader(chunk), 0, int64(len(chunk)))
	}
	same := func(*format.PageHeader) {}
	claimed, _, err := checkPages(pages(same, 1000, 3000), numbers, 1000)
	require.NoError(t, err)
	require.EqualValues(t, 4000, claimed)
	group := format.RowGroup{NumRows: 1 << 20, Columns: make([]format.ColumnChunk, len(layouts()))}
	all := pages(same, 4<<20)
	for c := range group.Columns {
		group.Columns[c].MetaData = format.ColumnMetaData{Codec: format.Zstd, TotalCompressedSize: all.Size()}
	}
	meta := &format.FileMetaData{NumRows: 1, RowGroups: []format.RowGroup{group}}
	require.ErrorContains(t, checkClaims(all, 46*all.Size(), meta, 1), "with the columns before it, it claims more than 1048576 bytes a row")
	meta.NumRows, meta.RowGroups[0].Columns[0].MetaData.DictionaryPageOffset = 1<<20, 4
	require.ErrorContains(t, checkClaims(all, 46*all.Size(), meta, 1<<20), "its pages do not begin where the footer says")
	meta.RowGroups[0].Columns[0].MetaData.DictionaryPageOffset = 0
	require.ErrorContains(t, checkClaims(all, all.Size(), meta, 1<<20), "column 1: with those before it, larger than the file")
	meta.RowGroups[0].Columns[0].MetaData.Codec = format.Gzip
	require.ErrorContains(t, checkClaims(all, 46*all.Size(), meta, 1<<20), "compressed otherwise")
	for _, c := range []struct {
		rows   int64
		says   string
		change func(h *format.PageHeader)
	}{
		{750, "its pages have 1000 values (want 750)", same},
		{1001, "its pages have 1000 values (want 1001)", same},
		{1000, "claims 67108864 bytes, 1000 uncompressed", func(h *format.PageHeader) { h.CompressedPageSize = maxPage }},
		{1000, "67108865 uncompressed", func(h *format.PageHeader) { h.UncompressedPageSize = maxPage + 1 }},
		{1000, "-1 values", func(h *format.PageHeader) { h.DataPageHeaderV2.V.NumValues, h.DataPageHeaderV2.V.NumRows = -1, -1 }},
		{1000, "2147483647 values", func(h *format.PageHeader) {
			h.DataPageHeaderV2.V.NumValues, h.DataPageHeaderV2.V.NumRows = math.MaxInt32, math.MaxInt32
		}},
		{1000, "a page of 1000 bytes (want 12, for 3 values)", func(h *format.PageHeader) { h.DataPageHeaderV2.V.NumValues, h.DataPageHeaderV2.V.NumRows = 3, 3 }},
		{1000, " 0 values", func(h *format.PageHeader) { h.DataPageHeaderV2.V.NumValues, h.DataPageHeaderV2.V.NumRows = 0, 0 }},
		{1000, "a page of 4 bytes is compressed to 70", func(h *format.PageHeader) { h.CompressedPageSize, h.UncompressedPageSize = 70, 4 }},
		{1000, "not laid out as varlab does", func(h *format.PageHeader) { h.DataPageHeaderV2.V.NumNulls = 1 }},
		{1000, "not laid out as varlab does", func(h *format.PageHeader) { h.DataPageHeaderV2.V.NumRows = 1 }},
		{1000, "not laid out as varlab does", func(h *format.PageHeader) { h.Type = format.DataPage }},
		{1000, "not laid out as varlab does", func(h *format.PageHeader) { h.DataPageHeaderV2.V.Encoding = format.DeltaBinaryPacked }},
		{1000, "not laid out as varlab does", func(h *format.PageHeader) { h.DataPageHeaderV2.V.DefinitionLevelsByteLength = 1 }},
		{1000, "not laid out as varlab does", func(h *format.PageHeader) { h.DataPageHeaderV2.V.IsCompressed = thrift.New(false) }},
	} {
		_, _, err := checkPages(pages(c.change, 1000, 3000), numbers, c.rows)
		require.ErrorContains(t, err, c.says)
	}

	r := filled(t)
	name := r.path(r.Manifest.Shards[0].File)
	require.NoError(t, os.Truncate(name, maxShardBytes+1)) // sparse
	require.ErrorContains(t, r.Check(0), "damaged: 1073741825 bytes")
	_, err = readAll(r)
	require.ErrorContains(t, err, "1073741825 bytes (want 12 to 1073741824)")
}

// What a page packs into few bytes comes to no more than its head says, and no text of a
// dictionary, which is copied for every row, is long.
func TestPackedPages(t *testing.T) {
	uvarint := binary.AppendUvarint
	text := func(n int, there string) string {
		return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) + there
	}
	lengths, err := new(delta.LengthByteArrayEncoding).EncodeByteArray(nil, []byte("abcdef"), []uint32{0, 1, 3, 6})
	require.NoError(t, err)
	long, err := new(delta.BinaryPackedEncoding).EncodeInt32(nil, []int32{1 << 30, 1 << 30, 1 << 30})
	require.NoError(t, err)
	negative, err := new(delta.BinaryPackedEncoding).EncodeInt32(nil, []int32{5, -4, 5})
	require.NoError(t, err)
	runs, turns := layout{encoding: format.RLEDictionary}, layout{encoding: format.DeltaLengthByteArray}
	for _, c := range []struct {
		l          layout
		dictionary bool
		page, says string
	}{
		{runs, true, text(1, "a") + text(0, "") + text(2, "bc"), ""},
		{runs, true, text(1, "a") + text(0, ""), "ends too soon"},
		{runs, true, text(1, "a") + text(0, "") + text(2, "b"), "a text of 2 bytes"},
		{runs, true, text(1, "a") + text(0, "") + text(maxText+1, strings.Repeat("x", maxText+1)), "a text of 131073 bytes"},
		{runs, true, text(1, "a") + text(0, "") + text(0, "") + "x", "1 bytes after a dictionary"},
		{runs, false, "\x01\x06\x00", ""},             // three times 0
		{runs, false, "\x02\x02\x00\x03\x01\x02", ""}, // once 0, and eight of two bits, of which six are no numbers
		{runs, false, "", "of no known size"},
		{runs, false, "\x21", "of no known size"},
		{runs, false, "\x01" + string(uvarint(nil, math.MaxUint32)) + "\x00", "a run of 2147483647 (want at most 3 values)"},
		{runs, false, "\x01\x06\x00\x02\x00", "a run of 1 (want at most 0 values)"},
		{runs, false, "\x00" + strings.Repeat("\x03", 2), "a run of 1 (want at most 0 values)"},
		{runs, false, "\x00\x05", "runs of more values"},
		{runs, false, "\x08\x03\x01", "runs of more values than there are, or that end too soon"},
		{runs, false, "\x01\x80", "a run ends too soon"},
		{turns, false, string(lengths), ""},
		{turns, false, string(lengths[:2]), "ends too soon"},
		{turns, false, string(uvarint([]byte("\x80\x01\x04"), math.MaxInt32)) + "\x00", "2147483647 lengths of texts (want 3)"},
		{turns, false, string(long) + "abc", "texts longer than"},
		{turns, false, string(negative) + "abcdef", "texts longer than"},
	} {
		err := checkTexts([]byte(c.page), c.l, c.dictionary, 3)
		if c.says == "" {
			require.NoError(t, err, "%q", c.page)
			continue
		}
		require.ErrorContains(t, err, c.says, "%q", c.page)
	}
}

// Nothing is built of a footer that has not the shape of a shard's.
func TestFootersOfOthers(t *testing.T) {
	root := format.SchemaElement{Name: "root", NumChildren: thrift.New[int32](1)}
	deep := slices.Repeat([]format.SchemaElement{root}, 20_000)
	columns := format.RowGroup{Columns: make([]format.ColumnChunk, 3)}
	footer := func(meta format.FileMetaData) []byte {
		text, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
		require.NoError(t, err)
		return text
	}
	read := func(text []byte) error {
		meta, err := readFooter(text)
		if err == nil {
			err = checkLayout(meta)
		}
		return err
	}
	require.NoError(t, read(footer(format.FileMetaData{Schema: schema()})))
	for says, text := range map[string][]byte{
		"more values than a shard has":        footer(format.FileMetaData{Schema: deep}),
		"its columns are not those":           footer(format.FileMetaData{Schema: deep[:100]}),
		"row group 0 has 3 columns (want 46)": footer(format.FileMetaData{Schema: schema(), RowGroups: []format.RowGroup{columns}}),
		"a text of 1048577 bytes":             footer(format.FileMetaData{Schema: schema(), CreatedBy: strings.Repeat("x", maxTables+1)}),
		"row group 0 says that it is sorted": footer(format.FileMetaData{Schema: schema(), RowGroups: []format.RowGroup{{
			Columns: make([]format.ColumnChunk, len(layouts())), SortingColumns: []format.SortingColumn{{ColumnIdx: -1}},
		}}}),
		"or deeper ones":      bytes.Repeat([]byte{0x1c}, 1000), // structures in the first field of each
		"a value of type MAP": {0x1b},
		"EOF":                 {0x19, 0xfc}, // a list that states its length in bytes which are not there
		"the footer: EOF":     append([]byte{0x19, 0xfc}, binary.AppendUvarint(nil, 1<<30)...),
	} {
		var err error
		cost.Limit(t, func() { err = read(text) })
		require.ErrorContains(t, err, says)
	}
}
