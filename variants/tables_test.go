package variants

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants/glossary"

	"github.com/stretchr/testify/require"
)

// The tables of axes and rule sets in the documents are made from their declarations.
// go test ./variants -update rewrites them.
func TestTables(t *testing.T) {
	table, err := Table()
	require.NoError(t, err)
	for name, table := range map[string]string{"variants": table, "axes": AxesTable(), "words": WordsTable()} {
		path := "../docs/" + strings.Replace(name, "words", "axes", 1) + ".md"
		text := disk.Read(t, path)
		now := block(t, text, name, table)
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(now), 0o644))
			continue
		}
		require.Equal(t, now, text, "%s is old (go test ./variants -update rewrites it)", path)
	}
}

// block puts body between the markers of that name.
func block(t *testing.T, text, name, body string) string {
	t.Helper()
	open, end := "<!-- table: "+name+" -->\n", "<!-- end of table: "+name+" -->"
	before, rest, ok := strings.Cut(text, open)
	require.True(t, ok, "the document has no %q", open)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok, "the document has no %q", end)
	return before + open + body + end + after
}

// Table returns the built-in profiles as a Markdown table.
func Table() (string, error) {
	var b strings.Builder
	b.WriteString("| id | board | period | status | what it is |\n|---|---|---|---|---|\n")
	for _, id := range IDs() {
		v, err := Load(id, nil)
		if err != nil {
			return "", err
		}
		title := v.Title
		if v.Inherits != "" {
			title += " (differences from `" + v.Inherits + "`)"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", v.ID, strings.Replace(v.Board(), "x", "×", 1), v.Period, v.Status, title)
	}
	return b.String(), nil
}

// AxesTable returns the axes as a Markdown table, made from their declaration.
func AxesTable() string {
	var b strings.Builder
	b.WriteString("| axis | what it decides | values | default |\n|---|---|---|---|\n")
	for i := range profile.Axes {
		a := &profile.Axes[i]
		value := func(word string) string { return "`" + word + "`" }
		var values string
		switch a.Kind {
		case profile.Word, profile.Words, profile.Flag:
			var words []string
			for _, w := range a.Words() {
				words = append(words, value(w))
			}
			values = strings.Join(words, ", ")
			if a.Kind == profile.Words {
				values = "list of " + values
			}
		case profile.Number:
			values = fmt.Sprintf("%d to %d", a.Min, a.Max)
		case profile.Text:
			values = "text"
		case profile.Clauses:
			var words []string
			for _, w := range profile.ClauseKinds {
				words = append(words, value(w))
			}
			values = "list of clauses of kind " + strings.Join(words, ", ")
		}
		def := value(strings.ReplaceAll(notation.Literal(a.Default), `"`, ""))
		if a.Default == "" {
			def = "none"
		}
		sentence := a.Sentence
		if need := a.Needs(); need != "" {
			sentence += " Only with " + strings.ReplaceAll(need, `"`, "") + "."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", a.Key, sentence, values, def)
	}
	return b.String()
}

// WordsTable returns the words of the game in all languages as a Markdown table, with their
// sources.
func WordsTable() string {
	var b strings.Builder
	b.WriteString("| " + strings.Join(glossary.Languages, " | ") + " |\n" + strings.Repeat("|---", len(glossary.Languages)) + "|\n")
	for _, t := range glossary.All() {
		if len(t.Words) == 1 {
			continue
		}
		for _, l := range glossary.Languages {
			b.WriteString("| " + t.Words[l] + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	for _, l := range glossary.Languages[1:] {
		fmt.Fprintf(&b, "- %s: %s\n", l, sourceOf(l))
	}
	return b.String()
}
