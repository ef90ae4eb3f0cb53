package main

import (
	"encoding/csv"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

var update = flag.Bool("update", false, "write what the commands of the README print into it")

// Every `$ varlab …` block of the README and of the documents prints what stands
// below it; `| head -N` shows the first lines, `| tail -N` the last. A block of TOML that
// begins with the name of a file is that file; blocks of other languages are run, and a block
// of text after one is what it printed. A picture whose address begins with the name of the page is the one that the commands wrote.
func TestReadmeCommands(t *testing.T) {
	paths := append(disk.Glob(t, "../../docs/*.md"), disk.Glob(t, "../../docs/*/*.md")...)
	for _, path := range append(paths, "../../README.md") {
		path, err := filepath.Abs(path)
		require.NoError(t, err)
		text := disk.Read(t, path)
		if strings.Contains(text, "```console\n") {
			t.Run(filepath.Base(path), func(t *testing.T) { runBlocks(t, path, text) })
		}
	}
}

// changing is what verify prints that depends on the program and on chance.
var changing = regexp.MustCompile(`root [0-9a-f]{64}|--seed [0-9]{3,}`)

func runBlocks(t *testing.T, path, text string) {
	docs := filepath.Dir(path)
	t.Chdir(t.TempDir())
	var out strings.Builder
	commands, inside, said := 0, "", ""
	var block strings.Builder
	for line := range strings.Lines(text) {
		switch {
		case inside == "" && strings.HasPrefix(line, "```"):
			inside = strings.TrimSpace(strings.TrimPrefix(line, "```"))
			block.Reset()
		case line == "```\n":
			switch {
			case inside == "text" && said != "":
				out.WriteString(said)
				said = ""
			case inside == "text":
				out.WriteString(block.String())
			default:
				said = runBlock(t, filepath.Dir(docs), inside, block.String())
			}
			inside = ""
		case inside == "console" && strings.HasPrefix(line, "$ varlab "):
			commands++
			out.WriteString(line)
			out.WriteString(printed(t, strings.TrimSpace(strings.TrimPrefix(line, "$ varlab "))))
			continue
		case inside == "console":
			continue // what was printed before
		case inside == "text":
			block.WriteString(line)
			continue
		case inside != "":
			block.WriteString(line)
		}
		out.WriteString(line)
	}
	require.Positive(t, commands)
	page := strings.TrimSuffix(filepath.Base(path), ".md")
	for _, picture := range regexp.MustCompile(`\(`+page+`/([^)]+-figures/[^)]+)\)`).FindAllStringSubmatch(text, -1) {
		kept := filepath.Join(docs, page, picture[1])
		made := disk.Read(t, picture[1])
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(kept), 0o777))
			require.NoError(t, os.WriteFile(kept, []byte(made), 0o666))
		}
		require.True(t, made == disk.Read(t, kept), "%s is not current: go test ./cmd/varlab -run Readme -update", kept)
	}
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(out.String()), 0o666))
		return
	}
	same := func(text string) string { return changing.ReplaceAllString(text, "") }
	require.Equal(t, same(out.String()), same(text), "%s is not current: go test ./cmd/varlab -run Readme -update", path)
}

// printed is what a command prints, given as a shell has it.
func printed(t *testing.T, line string) string {
	t.Helper()
	command, filter, _ := strings.Cut(line, " | ")
	words := csv.NewReader(strings.NewReader(strings.ReplaceAll(command, "'", `"`)))
	words.Comma = ' '
	args, err := words.Read()
	require.NoError(t, err)
	lines := slices.Collect(strings.Lines(does(t, args...)))
	if which, shown, cut := strings.Cut(filter, " -"); cut {
		n, err := strconv.Atoi(shown)
		require.NoError(t, err)
		n = min(n, len(lines))
		switch which {
		case "head":
			lines = lines[:n]
		case "tail":
			lines = lines[len(lines)-n:]
		default:
			t.Fatalf("%s is not understood (want head or tail)", which)
		}
	}
	return strings.Join(lines, "")
}

// interpreters run the blocks of a language from a file with an ending.
var interpreters = map[string][]string{"python": {".py", "python3"}, "r": {".R", "Rscript"}, "go": {".go", "go"}}

// runBlock writes a block of TOML that begins with the name of its file. A block of another
// language it runs, and returns what that printed.
func runBlock(t *testing.T, root, language, text string) (said string) {
	t.Helper()
	first, _, _ := strings.Cut(text, "\n")
	if name, ok := strings.CutPrefix(first, "# "); ok && language == "toml" && strings.HasSuffix(name, ".toml") {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	how := interpreters[language]
	if how == nil {
		return ""
	}
	t.Run(language, func(t *testing.T) {
		if _, err := exec.LookPath(how[1]); err != nil {
			t.Skipf("%s is not here", how[1])
		}
		file, err := filepath.Abs("block" + how[0])
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		cmd := exec.Command(how[1], file)
		if language == "go" { // it finds the packages there, and its files here
			build := exec.Command("go", "build", "-o", file+".exe", file)
			build.Dir = root
			said, err := build.CombinedOutput()
			require.NoError(t, err, string(said))
			cmd = exec.Command(file + ".exe")
		}
		var faults strings.Builder
		cmd.Stderr = &faults
		shown, err := cmd.Output()
		require.NoError(t, err, faults.String())
		said = string(shown)
	})
	return said
}

// Who reads the README finds every document.
func TestReadmeNamesEveryDocument(t *testing.T) {
	paths := disk.Glob(t, "../../docs/*.md")
	require.NotEmpty(t, paths)
	text := disk.Read(t, "../../README.md")
	for _, path := range paths {
		require.Contains(t, text, "(docs/"+filepath.Base(path)+")")
	}
}
