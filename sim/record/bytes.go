package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// noHash stands in the footer until the hash of the file is known, and when the
// hash is verified.
var noHash = strings.Repeat("0", 2*sha256.Size)

func signBytes(file *os.File, sum string) error {
	at, _, err := findHash(file)
	if err == nil {
		_, err = file.WriteAt([]byte(sum), at)
	}
	return err
}

// checkBytes verifies the hash of a file, and so every byte of it, before anything
// tries to understand them.
func checkBytes(file *os.File) error {
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

// findHash returns where in the file the hash of its bytes stands, and the hash.
// The footer ends with its length and the magic word; in it, the hash is the
// string after its key.
func findHash(file *os.File) (at int64, sum string, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, "", err
	}
	size := info.Size()
	if size < 12 || size > maxShardBytes {
		return 0, "", fmt.Errorf("%d bytes (want 12 to %d)", size, maxShardBytes)
	}
	var end [8]byte
	if _, err := file.ReadAt(end[:], size-8); err != nil {
		return 0, "", err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if string(end[4:]) != "PAR1" || length > min(size-12, maxFooter) {
		return 0, "", errors.New("the end is not that of a Parquet file")
	}
	footer := make([]byte, length)
	if _, err := file.ReadAt(footer, size-8-length); err != nil {
		return 0, "", err
	}
	key := []byte(metaFileHash + "\x18\x40") // the head of a string of 64 bytes
	k := bytes.LastIndex(footer, key)
	if k < 0 || k+len(key)+len(noHash) > len(footer) {
		return 0, "", errors.New("no hash of the bytes in the footer")
	}
	k += len(key)
	return size - 8 - length + int64(k), string(footer[k : k+len(noHash)]), nil
}
