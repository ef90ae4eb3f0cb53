package variants

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/cost"
)

// What a profile inherits from costs no more, all together, than one profile may.
func TestHostileAncestors(t *testing.T) {
	t.Chdir(t.TempDir())
	line := func(ancestors int, text func(int) string) (err error) {
		for i := range ancestors + 1 {
			parent := "inherits = \"polonaise-souffler\"\n"
			if i < ancestors {
				parent = fmt.Sprintf("inherits = \"./c%d.toml\"\n", i+1)
			}
			require.NoError(t, os.WriteFile(fmt.Sprintf("c%d.toml", i), []byte(parent+text(i)), 0o666))
		}
		cost.Limit(t, func() { _, err = Load("./c0.toml", nil) })
		return err
	}
	plain := func(int) string { return "status = \"invented\"\n" }
	require.NoError(t, line(7, plain))
	require.ErrorContains(t, line(2000, plain), "inherits: more than 8 profiles one above the other (want fewer)")
	long := func(int) string { return plain(0) + "#" + strings.Repeat("x", 300_000) }
	require.NoError(t, line(2, long))
	require.ErrorContains(t, line(3, long), "c2.toml:1:12: inherits: c3.toml: more than 1048576 bytes, or 5000 keys and elements of lists, with the profiles that inherit from it")
	for name, text := range map[string]func(i int) string{
		"sources": func(i int) string {
			var b strings.Builder
			for k := range 5000 / 8 / 4 {
				fmt.Fprintf(&b, "[source.s%d_%d]\ntitle=\"t\"\nyear=\"1754\"\nlink=\"n\"\n", i, k)
			}
			return plain(i) + b.String()
		},
		"readings": func(i int) string {
			var b strings.Builder
			for k := range 5000 / 8 / 4 {
				fmt.Fprintf(&b, "[reading.r%d-%d]\nstanding=\"open\"\nreason=\"x\"\nking.repeat_limit=%d\n", i, k, k)
			}
			return plain(i) + b.String()
		},
		"notes": func(i int) string { return plain(i) + strings.Repeat("[[note]]\ntext=\"x\"\n", 5000/8/2) },
		"coverage": func(i int) string {
			var b strings.Builder
			for k := range 5000 / 8 / 2 {
				fmt.Fprintf(&b, "[coverage.c%d]\nx=1\n", i*10000+k)
			}
			return plain(i) + b.String()
		},
		"draw clauses": func(i int) string {
			if i < 5 {
				return plain(i)
			}
			return plain(i) + "[king]\nmoves={is=\"x\",assumed=\"x\"}\nlanding={is=\"adjacent-last\",assumed=\"x\"}\nrange={is=\"short\",assumed=\"x\"}\n" +
				"[man]\ncapture={is=\"forward-sideways\",assumed=\"x\"}\nchain={is=\"x\",assumed=\"x\"}\n[capture]\ndirections={is=\"diagonal\",assumed=\"x\"}\nremoval={is=\"x\",assumed=\"x\"}\n" +
				"[promotion]\nwhen={is=\"in-passing\",assumed=\"x\"}\nends_move={is=true,assumed=\"x\"}\n" + clauses(100, 25, 90)
		},
		"readings of draw clauses": func(i int) string {
			if i < 5 {
				return plain(i)
			}
			text := plain(i) + clauses(90, 15, 90)
			for k := range 400 {
				text += fmt.Sprintf("[reading.r%d]\nstanding=\"open\"\nreason=\"x\"\nking.repeat_limit=%d\n", k, k%15+1)
			}
			return text
		},
		"unknown": func(i int) string {
			var b strings.Builder
			for k := range 5000 / 8 {
				fmt.Fprintf(&b, "k%d=1\n", k)
			}
			return b.String()
		},
		"readings of one ancestor": func(i int) string {
			if i < 5 {
				return plain(i)
			}
			text := plain(i)
			for k := range 1000 {
				text += fmt.Sprintf("[reading.r%d]\nstanding=\"open\"\nreason=\"x\"\ndraw=[]\n", k)
			}
			return text
		},
		"readings of other names": func(i int) string {
			if i < 5 {
				return plain(i)
			}
			var b strings.Builder
			b.WriteString(plain(i) + "[board]\nstart = { is = \"W:W31-50:B1-20\", assumed = \"x\" }\n")
			for k := range 800 {
				fmt.Fprintf(&b, "[reading.r%d]\nstanding=\"open\"\nreason=\"x\"\nboard.notation=\"algebraic\"\n", k)
			}
			return b.String()
		},
		"long start": func(i int) string {
			return plain(i) + "[board]\nstart = { is = \"W:W31" + strings.Repeat(" ", 200_000) + ":B1\", assumed = \"x\" }\n"
		},
	} {
		t.Run(name, func(t *testing.T) { t.Logf("%.200v", line(5, text)) })
	}
}

// Whatever is wrong with a profile, and however often, is said at no great cost: of very
// many faults the last are only counted.
func TestHostileFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	sources, rows := "", ""
	for i := range 900 {
		sources += fmt.Sprintf("[source.s%d]\ntitle=\"t\"\nyear=\"1754\"\n", i)
	}
	for i := range 2000 {
		rows += fmt.Sprintf("k%d=1\n", i)
	}
	unknown := ""
	for i := range 4500 {
		unknown += fmt.Sprintf("\"%s%d\"=1\n", strings.Repeat("é", 36), i)
	}
	for name, text := range map[string]string{
		"citations": sources + "[coverage]\n" + rows, "keys": unknown, "keys of a section": "[capture]\n" + unknown, "rows": "[coverage]\n" + unknown,
	} {
		require.NoError(t, os.WriteFile("f.toml", []byte("inherits=\"english\"\nstatus=\"invented\"\n"+text), 0o666))
		cost.Limit(t, func() {
			faults, err := Check("f.toml")
			require.NoError(t, err)
			size := 0
			for _, f := range faults {
				size += len(f.Error())
			}
			require.Less(t, size, 300_000, name)
			require.Regexp(t, `^further faults: \d+ \(want these mended first\)$`, faults[len(faults)-1].Msg, name)
		})
	}
}

// A reason that all draw clauses share is no text more for each of them in a child that has
// other sources.
func TestHostileReasons(t *testing.T) {
	t.Chdir(t.TempDir())
	list := ""
	for i := range 200 {
		list += fmt.Sprintf("{kind=\"quiet\",plies=%d,moves=\"king-moves\"},", i+1)
	}
	parent := "inherits=\"english\"\nstatus=\"invented\"\n[draw]\nis=[" + list + "]\nassumed=\"" + strings.Repeat("x", 900_000) + "\"\n"
	require.NoError(t, os.WriteFile("parent.toml", []byte(parent), 0o666))
	child := "inherits=\"./parent.toml\"\nstatus=\"invented\"\n[source.own]\ntitle=\"t\"\nyear=\"1754\"\n"
	require.NoError(t, os.WriteFile("child.toml", []byte(child), 0o666))
	cost.Limit(t, func() {
		v, err := Load("child.toml", nil)
		require.NoError(t, err)
		require.Equal(t, "parent", v.DrawCites()[199].From)
	})
}

// Clauses that other clauses replace do not each hold the names of all of those.
func TestHostileCitations(t *testing.T) {
	t.Chdir(t.TempDir())
	id := func(i int) string { return fmt.Sprintf("c%d%s", i, strings.Repeat("k", 100)) }
	source := "s" + strings.Repeat("t", 100)
	const n = 1100
	citing := func(from int) string {
		var b strings.Builder
		for i := from; i < from+n; i += 200 {
			fmt.Fprintf(&b, "{kind=\"quiet\",plies=%d,moves=\"king-moves\",clause=[", 3+i/200)
			for k := i; k < min(i+200, from+n); k++ {
				fmt.Fprintf(&b, "%q,", source+"."+id(k))
			}
			b.WriteString("]},")
		}
		return "draw={is=[" + b.String() + "]}\n"
	}
	parent := fmt.Sprintf("inherits=\"english\"\nstatus=\"invented\"\n%s[source.%s]\ntitle=\"t\"\nyear=\"1754\"\n[source.%[2]s.clauses]\n", citing(0), source)
	for i := range 2 * n {
		parent += id(i) + "=\"x\"\n"
	}
	require.NoError(t, os.WriteFile("parent.toml", []byte(parent), 0o666))
	require.NoError(t, os.WriteFile("child.toml", []byte("inherits=\"./parent.toml\"\nstatus=\"invented\"\n"+citing(n)), 0o666))
	cost.Limit(t, func() {
		v, err := Load("child.toml", nil)
		require.NoError(t, err)
		rows := v.Coverage()
		require.Len(t, rows, 2*n)
		require.Equal(t, AsReplaced, rows[0].As)
		require.Contains(t, rows[0].Reason, "and 1090 others")
	})
}

// clauses are draw clauses, each with patterns of kings.
func clauses(n, patterns, kings int) string {
	var b strings.Builder
	strong := strings.Repeat(`"`+strings.Repeat("K", kings)+`",`, patterns)
	for i := range n {
		fmt.Fprintf(&b, `{kind="material",strong=[%s],weak=["K"],plies=%d,assumed="x"},`, strong, i+1)
	}
	return "[draw]\nis=[" + b.String() + "]\n"
}

// A reference names what it does in few bytes, or is refused at once.
func TestHostileReferences(t *testing.T) {
	for _, part := range []string{"+international", "+a", "{man.count=1,man.count=2,", "+tour", "+*"} {
		for _, n := range []int{maxReference/len(part) - 2, 60_000} {
			ref := "polonaise-souffler" + strings.Repeat(part, n)
			if strings.Contains(part, "{") {
				ref = "polonaise-souffler{" + strings.Repeat(part[1:], n/2) + "}"
			}
			cost.Limit(t, func() {
				_, err := Load(ref, nil)
				require.Error(t, err)
				_, _ = new(Shelf).Expand(ref)
			})
		}
	}
	_, err := Load("english"+strings.Repeat("+x", 5000), nil)
	require.ErrorContains(t, err, "english+x+x")
	require.ErrorContains(t, err, "more than 8192 bytes (want the name of a rule set)")
}
