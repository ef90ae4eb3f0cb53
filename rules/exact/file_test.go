package exact

import (
	"bytes"
	"strings"
	"testing"

	"varlab/internal/testing/cost"
)

func FuzzReadHead(f *testing.F) {
	h := head{"abc", Material{{Kings: 1}, {Men: 2}}, 123, 1, 0x89ab}
	f.Add(h.text())
	f.Add([]byte("varlab exact values 1\nrules x\n"))
	long := "varlab exact values 1\nrules " + strings.Repeat("0", 445) + "\nmaterial K-M\nnumbers 1\nbytes 1\nsum 1"
	f.Add([]byte(long + strings.Repeat("\n", headSize-len(long))))
	cost.Fuzz(f, func(t *testing.T, data []byte) {
		h, err := readHead(data)
		if err != nil {
			return
		}
		if !bytes.Equal(h.text(), data[:headSize]) {
			t.Fatalf("%q is read as %+v, which is written %q", data[:headSize], h, h.text())
		}
	})
}

// A head is read as it was written.
func TestHead(t *testing.T) {
	h := head{"5c0e", Material{{Kings: 3}, {Men: 1, Kings: 1}}, 921200, 2, 0xfedcba98}
	got, err := readHead(h.text())
	if err != nil || got != h {
		t.Fatalf("%+v, %v (want %+v)", got, err, h)
	}
}
