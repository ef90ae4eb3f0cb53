package strict

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/require"

	"varlab/internal/plain"
	"varlab/internal/testing/hostile"
)

const sample = `# a comment with key = "value"
title = "T # not a comment"
"quoted key".'literal.key' = 1
long = """
[not.a.table]
x = "\"""" # after two quotes inside
[a.b]
c = { d = 1, e = [ "x", { f = true } ],
      g = 'y' }   # spread over lines
  [[t]]
  q = [1,
    2, # two
  ]
  [t.u]
  z = 1979-05-27 07:32:00
[[t]]
é.ü = "ä"
`

func TestPlaces(t *testing.T) {
	sample := strings.Replace(sample, "é.ü", `"é".w`, 1)
	d, fs := Parse("sample.toml", sample)
	require.NoError(t, fs.Err())
	for _, c := range []struct {
		path       string
		key, value Place
	}{
		{"title", Place{2, 1}, Place{2, 9}},
		{`"quoted key"."literal.key"`, Place{3, 14}, Place{3, 30}},
		{"long", Place{4, 1}, Place{4, 8}},
		{"a.b", Place{7, 2}, Place{7, 2}},
		{"a.b.c.d", Place{8, 7}, Place{8, 11}},
		{"a.b.c.e[1]", Place{8, 25}, Place{8, 25}},
		{"a.b.c.e[1].f", Place{8, 27}, Place{8, 31}},
		{"a.b.c.g", Place{9, 7}, Place{9, 11}},
		{"t[0].q[1]", Place{12, 5}, Place{12, 5}},
		{"t[0].u.z", Place{15, 3}, Place{15, 7}},
		{`t[1]."é".w`, Place{17, 5}, Place{17, 9}},
		{"a.b.absent", Place{7, 2}, Place{7, 2}}, // the closest key around it
		{"absent", Place{1, 1}, Place{1, 1}},
	} {
		require.Equal(t, c.key, d.Key(c.path), c.path)
		require.Equal(t, c.value, d.Value(c.path), c.path)
	}
	require.Equal(t, true, d.Get("a.b.c.e[1].f"))
	require.Equal(t, []string{"a.b.c.d", "a.b.c.e", "a.b.c.g"}, d.Under("a.b.c"))
	require.Nil(t, d.Get("t[7].q"))
}

func TestSyntaxFault(t *testing.T) {
	d, fs := Parse("bad.toml", "title = \"x\"\n[board\nrows = 8\n")
	require.Nil(t, d)
	list := fs.List()
	require.Len(t, list, 1)
	require.Equal(t, 2, list[0].Line)
	require.Contains(t, list[0].Error(), "bad.toml:2:")
	require.Contains(t, list[0].Msg, "not TOML")
}

func TestPathsRoundTrip(t *testing.T) {
	for _, elems := range [][]any{
		{"a"},
		{"a", "b", 0, "c"},
		{"with.dot", 3, `with "quotes"`, 12},
		{"é", "-", "_9"},
	} {
		require.Equal(t, elems, Split(Join(elems...)))
	}
}

func TestQuotedTextComesBack(t *testing.T) {
	var texts []string
	for c := range rune(0x300) {
		texts = append(texts, "a"+string(c)+"b")
	}
	for _, text := range append(texts, "\u2028", "\u202e", "\ufeff", "\U0001f600", "\U000e0001", "\u3164", "\u2800") {
		doc, faults := Parse("f", "k = "+Quote(text))
		require.NoError(t, faults.Err(), "%q", text)
		require.Equal(t, text, doc.Get("k"))
		require.Equal(t, plain.Text(Quote(text)), Quote(text))
	}
}

func TestNear(t *testing.T) {
	words := []string{"removal", "precedence", "completion", "obligation"}
	require.Equal(t, "removal", Near("remvoal", words))
	require.Equal(t, "precedence", Near("presedence", words))
	require.Empty(t, Near("xyz", words))
	require.Equal(t, "want removal, or else precedence, completion or obligation", Wanted("remova", words))
	require.Equal(t, "want removal, precedence, completion or obligation", Wanted("xyz", words))
}

func TestFaultsAreInLineOrder(t *testing.T) {
	var fs Faults
	fs.Add("b", Place{9, 1}, "k", "second")
	fs.Add("b", Place{2, 5}, "k", "first")
	fs.Add("b", Place{9, 1}, "k", "second") // said once
	fs.Add("a", Place{1, 1}, "k", "of another file")
	require.EqualError(t, fs.Err(), "b:2:5: k: first\nb:9:1: k: second\na:1:1: k: of another file")
}

// joined is the path of a key of the library, and unnumbered one without the numbers of
// elements, which such keys do not have.
func joined(key toml.Key) string {
	elems := make([]any, len(key))
	for i, k := range key {
		elems[i] = k
	}
	return Join(elems...)
}

func unnumbered(path string) string {
	return Join(slices.DeleteFunc(Split(path), func(e any) bool { _, number := e.(int); return number })...)
}

// sameKeys reports the difference between the keys that the library found and
// those that the scanner found.
func sameKeys(t *testing.T, text string) {
	d, fs := Parse("f", text)
	if len(fs) > 0 && strings.Contains(fs.Err().Error(), "too many keys") {
		return
	}
	if !utf8.ValidString(text) {
		require.ErrorContains(t, fs.Err(), "is not UTF-8")
		return
	}
	var root map[string]any
	meta, err := toml.Decode(text, &root)
	if err != nil {
		return
	}
	theirs := map[string]bool{}
	for _, key := range meta.Keys() {
		theirs[joined(key)] = true
	}
	for _, fault := range fs {
		require.Contains(t, fault.Error(), lost)
	}
	if len(fs) > 0 {
		return
	}
	require.NoError(t, fs.Err())
	ours := map[string]bool{}
	lines := strings.Split(text, "\n")
	for _, path := range d.Paths {
		at := d.Key(path)
		require.LessOrEqual(t, at.Line, len(lines), path)
		require.LessOrEqual(t, at.Col, len([]rune(lines[at.Line-1]))+1, path)
		require.NotNil(t, d.Get(path), "%s is no value of the document", path)
		ours[unnumbered(path)] = true
	}
	for key := range theirs {
		require.True(t, ours[key], "the scanner missed %s in\n%s", key, text)
	}
	// Tables that only lie on the way to another are not keys to the library.
	for key := range ours {
		onTheWay := false
		for other := range theirs {
			onTheWay = onTheWay || other == key || strings.HasPrefix(other, key+".")
		}
		require.True(t, onTheWay, "the scanner made up %s in\n%s", key, text)
	}
}

var texts = []string{
	sample,
	"",
	"a.b.c = 1\na.d = [[1, 2], [{x = 1}]]\n",
	"[[a]]\n[[a.b]]\nx=1\n[[a.b]]\ny=2\n[a.c]\n[[a]]\n[[a.b]]\nz=3\n",
	"'' = 1\n[\"\"]\nx = {}\n",
	"x = '''a'b''c'''''\ny = \"\"\"\\\"\"\"\"\n",
	"k = { a.b = 1, \"c.d\" = [ ], }\r\nl = 0x1F\r\n",
	"\"\\u00e9\\t\" = 1\n",
	"[a]\n[a.b.c]\nd = inf\n[x.y]\n",
	"\ufeffx = 1\n",
	"a.b=1\na=[]",
	"a.\"\" = [1]\na.b = 1",
}

// Of what stands twice the library keeps one value at times: the other would be lost
// without a word.
func TestKeysStandOnce(t *testing.T) {
	const library = "not TOML: Key 'a.b' has already been defined."
	for text, want := range map[string]string{
		"a.b = 1\na = []\n":                            "f:2:1: a: " + lost,
		"x = 1\na.b.c = 1\na.b = 2\n":                  "f:3:3: a.b: " + lost,
		"a.b = 1\na = { c = 1 }\n":                     "f:2:7: a: not TOML: Key 'a' has already been defined.",
		"[[a]]\nx.y = 1\nx = []\n":                     "f:3:1: a[0].x: " + lost,
		"[a]\nb = 1\nb = 2\n":                          "f:3:1: a.b: " + library,
		"a.\"\" = [1]\na.b = 1\n":                      "f:1:3: a.\"\": " + lost,
		"c = [{ \"\" = 1 }, 2]\n":                      "f:1:18: c[1]: " + lost,
		"[[a.b]]\n[[a.b.d]]\nx = 1\n[a]\nb.d = [{}]\n": "f:3:1: a.b[0].d[0].x: " + lost,
		"\"\" = 1\nb = [[1, { c = 2 }]]":               "",
		"[a.b.c]\nx = 1\n[a]\nb.d = 1":                 "",
		"[[a]]\nx = 1\n[[a]]\nx = 1":                   "",
		"a = [{ x = 1 }, { x = 1 }]":                   "",
	} {
		_, fs := Parse("f", text)
		if want == "" {
			require.NoError(t, fs.Err(), text)
			continue
		}
		require.EqualError(t, fs.Err(), want, text)
	}
}

func TestParseRefusesOtherEncodings(t *testing.T) {
	_, fs := Parse("f", "a = 1\ncaf\xe9 = 1\n")
	require.EqualError(t, fs.Err(), "f:2:4: byte 0xe9 is not UTF-8: the file seems to be in Windows-1252 or Latin-1 (want it saved as UTF-8)")
	_, fs = Parse("f", "\"\xff\xfe\" = 1\n")
	require.EqualError(t, fs.Err(), "f:1:2: byte 0xff is not UTF-8: the file seems to be in Windows-1252 or Latin-1 (want it saved as UTF-8)")
}

// The scanner finds the keys that the TOML library finds.
func TestScannerAgainstLibrary(t *testing.T) {
	for _, text := range texts {
		sameKeys(t, text)
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	for _, text := range hostile.TOML(1 << 14) {
		f.Add(text)
	}
	f.Fuzz(sameKeys)
}

func TestLargeFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "large.toml")
	require.NoError(t, os.WriteFile(name, bytes.Repeat([]byte("#"), MaxFile), 0o666))
	_, err := ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, bytes.Repeat([]byte("#"), MaxFile+1), 0o666))
	_, err = ReadFile(name)
	require.ErrorContains(t, err, "large.toml: file too large (want at most 1048576 bytes)")
}

func TestTooMuch(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("a.", 3000) + "a=1",
		"a=" + strings.Repeat("[", 3000),
		"[" + strings.Repeat("k", 1000) + "]\n" + strings.Repeat("x", 100) + strings.Repeat("=1\nx", 20_000),
	} {
		_, fs := Parse("f", text)
		require.ErrorContains(t, fs.Err(), "too many keys, or keys within keys (want fewer)")
	}
	_, fs := Parse("f", "l=["+strings.Repeat("1,", 100_000)+"]")
	require.NoError(t, fs.Err())
}
