package strict

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/require"

	"varlab/internal/plain"
	"varlab/internal/testing/cost"
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
	if fs.Len() > 0 && strings.Contains(fs.Err().Error(), "more than") {
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
	for _, fault := range fs.List() {
		if strings.Contains(fault.Error(), lost) {
			require.Nil(t, (&Document{Root: root}).Get(fault.Key), "%s in\n%s", fault.Key, text)
			continue
		}
		// The library has read the key twice, or something in it besides.
		require.Contains(t, fault.Error(), twice)
		n := 0
		for _, key := range meta.Keys() {
			if path := joined(key); path == unnumbered(fault.Key) || strings.HasPrefix(path, unnumbered(fault.Key)+".") {
				n++
			}
		}
		require.GreaterOrEqual(t, n, 2, "%s in\n%s", fault.Key, text)
	}
	if fs.Len() > 0 {
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
		"a.b = 1\na = []\n":                            "f:2:1: a: " + twice,
		"x = 1\na.b.c = 1\na.b = 2\n":                  "f:3:3: a.b: " + twice,
		"a.b = 1\na = { c = 1 }\n":                     "f:2:7: a: not TOML: Key 'a' has already been defined.",
		"[[a]]\nx.y = 1\nx = []\n":                     "f:3:1: a[0].x: " + twice,
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
	require.EqualError(t, fs.Err(), "f:2:4: byte 0xe9 is not UTF-8 (want UTF-8 text)")
	_, fs = Parse("f", "\"\xff\xfe\" = 1\n")
	require.EqualError(t, fs.Err(), "f:1:2: byte 0xff is not UTF-8 (want UTF-8 text)")
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
	for _, text := range cost.TOML(1 << 14) {
		f.Add(text)
	}
	cost.Fuzz(f, sameKeys)
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

// Text of any shape, up to the size of the largest file, is read or refused at once.
func TestHostileShapes(t *testing.T) {
	for _, text := range cost.TOML(MaxFile - 100) {
		cost.Limit(t, func() {
			_, fs := Parse("f.toml", text)
			if err := fs.Err(); err != nil {
				t.Logf("%.20q: %.80v", text, err)
			}
		})
	}
}

// Nor do parts of keys that are quoted, and many.
func TestQuotedPartsCostLittle(t *testing.T) {
	for _, quoted := range []string{`"k".`, `'k'.`, `"\u006b".`, `"\u006b`} {
		text := ""
		for i := range MaxPaths - 50 {
			if part := strings.Repeat(quoted, 14); strings.HasSuffix(quoted, ".") {
				text += fmt.Sprintf("%s\"x%d\"=1\n", part, i)
			} else { // another each time
				text += fmt.Sprintf("%s%d\"=1\n", quoted, i)
			}
		}
		cost.Limit(t, func() { Parse("f", text) })
	}
}

// Keys of what has to be quoted, one in another, are read again with each path below them.
func TestDeepKeysCostLittle(t *testing.T) {
	for _, c := range []string{`"`, `\`, "k"} {
		text := "[" + strings.Repeat("'"+strings.Repeat(c, 126)+"'.", 14) + "k]\n"
		for i := range MaxPaths - 20 {
			text += fmt.Sprintf("k%d=1\n", i)
		}
		cost.Limit(t, func() { Parse("f", text) })
		short := "[" + strings.Repeat("'"+strings.Repeat(c, 12)+"'.", 14) + "k]\n"
		cost.Limit(t, func() { Parse("f", strings.Replace(text, text[:strings.Index(text, "\n")+1], short, 1)) })
	}
}

func TestTooMuch(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("a.", maxLevels-1) + "a=1", ""},
		{strings.Repeat("a.", maxLevels) + "a=1", "f:1:33: more than 16 levels (want fewer)"},
		{"[a.b.c.d.e.f.g.h]\ni.j.k.l = {m.n.o = [[1]]}", "f:2:21: more than 16 levels (want fewer)"},
		{strings.Repeat("k", maxKey) + "=1", ""},
		{"é=1\n" + strings.Repeat("k", maxKey+1) + "=1", "f:2:130: more than 128 bytes in a key (want fewer)"},
		{strings.Repeat(strings.Repeat("k", 127)+".", 3) + strings.Repeat("k", 128) + "=1", ""},
		{"a=1\n" + strings.Repeat(strings.Repeat("k", 127)+".", 4) + "k=1", "f:2:515: more than 512 bytes in a key and those around it (want fewer)"},
		{strings.Repeat("a.b.c.d=1\n", 1) + "l=[" + strings.Repeat("1,", MaxPaths-5) + "]", ""},
		{strings.Repeat(strings.Repeat("\"a\".", 14)+"b=1\n", 1400), "f:1334:21: more than 20000 parts of keys (want fewer)"},
		{"l=[" + strings.Repeat("1,", MaxPaths-1) + "]", ""},
		{strings.Repeat("\"\"\n", MaxPaths+1), "f:5001:1: more than 5000 keys and elements of lists (want fewer)"},
		{"l=[" + strings.Repeat("1,", MaxPaths) + "]", "f:1:10002: more than 5000 keys and elements of lists (want fewer)"},
	} {
		_, fs := Parse("f", c.text)
		if c.want == "" {
			require.NoError(t, fs.Err())
		} else {
			require.EqualError(t, fs.Err(), c.want)
		}
	}
	d, fs := Parse("f", "l=["+strings.Repeat("1,", most+1)+"]")
	require.NoError(t, fs.Err())
	r := Reader{Document: d, Faults: &fs}
	r.Elements("l", "")
	require.ErrorContains(t, fs.Err(), "201 elements (want at most 200)")
	fs = Faults{}
	fs.Add("f", Place{1, 1}, "", "%q", strings.Repeat("é", MaxFile))
	require.Less(t, len(fs.Err().Error()), 2*maxSaid)
}
