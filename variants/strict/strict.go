// Package strict reads TOML and knows where everything stands.
//
// The one idea: a fault is only useful with its place. The TOML library decodes
// a document but gives no positions, so a small scanner of our own notes the line
// and column of every key and value, by path, and the readers of documents (rule
// sets, studies) report each fault at its path. The package knows nothing of
// draughts.
//
// A path names keys with dots between them and elements of arrays by number:
// `draw.is[0].kind`. A key that is not bare is quoted: `coverage."a.c05"`.
package strict

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// A Place is a line and a column, both counted from 1; columns count characters.
// The zero Place is nowhere.
type Place struct{ Line, Col int }

// A Document is a TOML file as read.
type Document struct {
	File string
	Root map[string]any // as the TOML library decodes into map[string]any
	// Paths are all keys and array elements in the order of the file.
	Paths []string

	places map[string]places
}

type places struct{ key, value Place }

// notTOML begins the fault of a text that is not TOML.
const notTOML = "not TOML"

// lost is the fault of a key or an element that the library drops without a message, such as a
// key without a name before others.
const lost = notTOML + ": is lost to the TOML library (want names for all keys, and each key once)"

// Parse reads text. The document is nil if text is not TOML; the fault then says where
// reading stopped.
func Parse(file, text string) (*Document, Faults) {
	d := &Document{File: file, Root: map[string]any{}, places: map[string]places{}}
	var fs Faults
	// The library repairs what is not UTF-8 instead of refusing it.
	if at := notUTF8(text); at >= 0 {
		fs.Add(file, placeOf(text, at), "", "byte %#02x is not UTF-8: the file seems to be in %s (want it saved as UTF-8)", text[at], encoding(text))
		return nil, fs
	}
	s := scanner{text: text, doc: d, counts: map[string]int{}, at: Place{1, 1}}
	if s.document(); s.noted > maxPathBytes {
		return nil, s.faults
	}
	if _, err := toml.Decode(text, &d.Root); err != nil {
		return nil, syntaxFault(file, text, err)
	}
	if len(s.faults) > 0 {
		return nil, s.faults
	}
	for _, path := range d.Paths {
		if d.Get(path) == nil {
			fs.Add(file, d.Key(path), path, lost)
			return nil, fs
		}
	}
	return d, nil
}

// encoding guesses the encoding of a text that is not UTF-8.
func encoding(text string) string {
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		return "UTF-16"
	}
	return "Windows-1252 or Latin-1"
}

func notUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return i
		}
	}
	return -1
}

func syntaxFault(file, text string, err error) (fs Faults) {
	var pe toml.ParseError
	if !errors.As(err, &pe) {
		fs.Add(file, Place{1, 1}, "", notTOML+": %v", err)
		return fs
	}
	// The library counts a column in bytes at times, so the place is taken from
	// the offset.
	fs.Add(file, placeOf(text, pe.Position.Start), pe.LastKey, notTOML+": %s", strings.ReplaceAll(pe.Message, "\n", " "))
	return fs
}

func placeOf(text string, offset int) Place {
	before := text[:min(max(offset, 0), len(text))]
	line := strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	return Place{line + 1, len([]rune(before[start:])) + 1}
}

// Key returns where the key at path begins; for an array element, where the
// element begins.
func (d *Document) Key(path string) Place { return d.nearest(path).key }

// Value returns where the value at path begins; for a table with a header, where
// the header's name begins.
func (d *Document) Value(path string) Place { return d.nearest(path).value }

// Has reports whether path is in the document.
func (d *Document) Has(path string) bool {
	_, ok := d.places[path]
	return ok
}

// nearest is the place of path or of the closest key around it.
func (d *Document) nearest(path string) places {
	for path != "" {
		if p, ok := d.places[path]; ok {
			return p
		}
		elems := Split(path)
		path = Join(elems[:max(0, len(elems)-1)]...)
	}
	return places{Place{1, 1}, Place{1, 1}}
}

// Get returns the value at path: string, int64, float64, bool, []any,
// []map[string]any, map[string]any or a time; nil if there is none.
func (d *Document) Get(path string) any {
	var v any = d.Root
	for _, elem := range Split(path) {
		key, keyed := elem.(string)
		n, numbered := elem.(int)
		switch at := v.(type) {
		case map[string]any:
			if v = nil; keyed {
				v = at[key]
			}
		case []any:
			if v = nil; numbered && n < len(at) {
				v = at[n]
			}
		case []map[string]any:
			if v = nil; numbered && n < len(at) {
				v = at[n]
			}
		default:
			return nil
		}
	}
	return v
}

// Under returns the keys of the table at path in the order of the file, as paths.
func (d *Document) Under(path string) []string {
	table, _ := d.Get(path).(map[string]any)
	var keys []string
	for key := range table {
		keys = append(keys, Dot(path, key))
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(comparePlaces(d.Key(a), d.Key(b)), strings.Compare(a, b))
	})
	return keys
}

func comparePlaces(a, b Place) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) }

// Dot returns the path of key in the table at path.
func Dot(path, key string) string {
	if !bare(key) {
		key = strconv.Quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// At returns the path of element n of the array at path.
func At(path string, n int) string { return path + "[" + strconv.Itoa(n) + "]" }

// Join makes a path of keys (string) and numbers of elements (int).
func Join(elems ...any) string {
	path := ""
	for _, e := range elems {
		switch e := e.(type) {
		case string:
			path = Dot(path, e)
		case int:
			path = At(path, e)
		}
	}
	return path
}

// Split is the inverse of Join. A text that is no path comes back as a single key.
func Split(path string) []any {
	var elems []any
	rest := path
	for rest != "" {
		switch {
		case rest[0] == '.':
			rest = rest[1:]
		case rest[0] == '[':
			end := strings.IndexByte(rest, ']')
			n, err := strconv.Atoi(rest[1:max(end, 1)])
			if end < 0 || err != nil {
				return []any{path}
			}
			elems, rest = append(elems, n), rest[end+1:]
		case rest[0] == '"':
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return []any{path}
			}
			key, _ := strconv.Unquote(quoted)
			elems, rest = append(elems, key), rest[len(quoted):]
		default:
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			elems, rest = append(elems, rest[:end]), rest[end:]
		}
	}
	return elems
}

// Last returns the key, without the path before it.
func Last(path string) string {
	elems := Split(path)
	if len(elems) == 0 {
		return ""
	}
	return fmt.Sprint(elems[len(elems)-1])
}

func bare(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(c rune) bool { return !isBare(c) })
}

func isBare(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}
