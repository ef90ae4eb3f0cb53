package plain_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"varlab/internal/plain"
)

// What a terminal gets has no control characters, however it is cut into writes.
func TestPlainWriter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := ""
		words := []string{
			"10×10", "\t", "\n", "dames françaises", "\x1b]0;title\x07", "\u009b31m", "\u202e", "\x7f", "\xc2", "\xf0\x9f", "😀", "\x80", "\r",
			"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\U0001d159", "\U00013441",
		}
		for range random.IntN(9) {
			text += words[random.IntN(len(words))]
		}
		step := 1 + random.IntN(7)
		var b strings.Builder
		w := &plain.Writer{To: &b}
		for rest := text; rest != ""; {
			n := min(step, len(rest))
			_, err := w.Write([]byte(rest[:n]))
			require.NoError(t, err)
			rest = rest[n:]
		}
		for _, c := range b.String() {
			require.True(t, c == '\n' || c == '\t' || !unicode.IsControl(c), "%q", c)
			require.NotContains(t, "\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\u202e", string(c))
		}
		require.True(t, utf8.ValidString(b.String()))
		require.False(t, strings.ContainsFunc(plain.Line(text), func(c rune) bool { return c != ' ' && plain.Acts(c) }), "%q", text)
		if plain.Text(text) == text {
			require.Equal(t, text, b.String())
		}
	}
}

// A writer whose stream has failed says so, also to those who did not look.
func TestWriterKeepsItsError(t *testing.T) {
	r, f := io.Pipe()
	full := errors.New("full")
	r.CloseWithError(full)
	w := &plain.Writer{To: f}
	io.WriteString(w, "lost")
	require.ErrorIs(t, w.Err, full)
}

// What is no text goes to files and pipes as it is, and to no terminal.
func TestNoBytesForATerminal(t *testing.T) {
	var b strings.Builder
	w, err := plain.Bytes(&plain.Writer{To: &b})
	require.NoError(t, err)
	io.WriteString(w, "\x1b\xff")
	require.Equal(t, "\x1b\xff", b.String())
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminals can be made here")
	}
	defer f.Close()
	_, err = plain.Bytes(&plain.Writer{To: f})
	require.ErrorContains(t, err, "would go to a terminal")
}

// A long line is broken between words, and loses none of them.
func TestFold(t *testing.T) {
	require.Equal(t, "a b\n", plain.Fold("a b\n", 3))
	require.Equal(t, "one\n  two\n  three\n  four\n", plain.Fold("one two three four\n", 8))
	require.Equal(t, "  first cell\n    12 13\n", plain.Fold("  first cell  12  13\n", 14))
	require.Equal(t, "aaaaaaaaaa\n  b\n", plain.Fold("aaaaaaaaaa b\n", 5))
	require.Equal(t, "aaaaaaaaaa\n", plain.Fold("aaaaaaaaaa\n", 5))
	require.Equal(t, "on: varlab run x\n", plain.Fold("on: varlab run x\n", 5))
}
