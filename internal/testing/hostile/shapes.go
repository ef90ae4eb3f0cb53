// Package hostile is for tests: texts with a lot of one thing, on which readers begin to fuzz.
package hostile

import (
	"fmt"
	"strings"
)

// TOML returns texts of about so many bytes that are hostile to readers of TOML: each
// has a lot of one thing. Whether they are documents is another matter.
func TOML(bytes int) []string {
	some := func(before, one, after string) string {
		n := max(1, bytes/(len(one)+len(after)))
		return before + strings.Repeat(one, n) + strings.Repeat(after, n)
	}
	numbered := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < bytes; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return []string{
		some("z", ".a", "") + "=1\n",
		some("[z", ".a", "") + "]\n",
		some("[[z", ".a", "") + "]]\n",
		some("z=", "{a=", "}"),
		some("z=", "[", "]"),
		some("", "[", ""),
		some("", "{", ""),
		some("z={", "a.b.c.d={x.y=", "}") + "}\n",
		some("z=[", "1,", "") + "]\n",
		some("z=[", "{a=1},", "") + "]\n",
		some("rules=[", `"federation",`, "") + "]\n",
		some("", "[[hypothesis]]\n", ""),
		some("", "[[family]]\nid=1\n", ""),
		some("z=\"", "a", "") + "\"\n",
		some("", "a", "") + "=1\n",
		some("\"", "a", "") + "\"=1\n",
		some("", "\"\"\n", ""),
		some("", "\"\".\"\"=1\n", ""),
		some("z={", "\"\"=1,", "") + "}\n",
		some("status=\"", "a", "") + "\"\n",
		some("", "#", ""),
		some("", "\n", ""),
		some("z='''", "\n", ""),
		numbered("k%d=1\n"),
		numbered("[t%d]\n"),
		numbered("[king]\nk%d=1\n"),
		numbered("[reading.r%d]\nreason=''\n"),
		numbered("[source.s%d]\ntitle=1\n"),
		"z={" + numbered("k%d=1,") + "x=1}\n",
		"[draw]\nis=[" + numbered("{kind=\"repetition\",count=%d},") + "]\n",
		"[a.b.c.d.e.f.g.h]\n" + numbered("k%d.x.y.z={q=[1]}\n"),
	}
}
