package record

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
	codec "github.com/parquet-go/parquet-go/compress/zstd"
)

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
