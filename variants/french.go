package variants

import (
	"io/fs"
	"strings"
	"sync"

	"varlab/rules/profile"
)

// tongues say in each language what is written in English.
var tongues = map[string]func(string) string{"": profile.English, "fr": french}

// program is the file with the French of the program's own sentences; the others have the
// French of the rule sets after which they are named.
const program = "french/program.txt"

// french says a sentence of the program, or the prose of a rule set that has French, in French;
// any other text as it stands.
func french(text string) string {
	if in, ok := dictionary()[text]; ok {
		return in
	}
	return text
}

// dictionary has the French texts by the English.
var dictionary = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	names, _ := fs.Glob(files, "french/*.txt")
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // embedded
		}
		for _, p := range pairs(string(text)) {
			all[p[0]] = typeset.Replace(p[1])
		}
	}
	return all
})

// pairs reads an English text and its French from each two lines of a file. Empty lines, and
// notes that begin with #, may stand between.
func pairs(text string) (list [][2]string) {
	english := ""
	for line := range strings.Lines(text) {
		switch line = strings.TrimSuffix(line, "\n"); {
		case line == "" || line[0] == '#':
		case english == "":
			english = line
		default:
			list = append(list, [2]string{english, line})
			english = ""
		}
	}
	return list
}

// typeset binds the marks that stand apart in French to their words.
var typeset = strings.NewReplacer("« ", "«\u00a0", " »", "\u00a0»", " :", "\u00a0:", " ;", "\u00a0;", " ?", "\u00a0?", " !", "\u00a0!")

// HasFrench reports whether the built-in rule set that v is, or inherits from, has French.
func (v *Resolved) HasFrench() bool {
	f := v.file
	for f.parent != nil && !isBuiltin(f) {
		f = f.parent
	}
	_, err := fs.Stat(files, "french/"+f.id+".txt")
	return isBuiltin(f) && err == nil
}
