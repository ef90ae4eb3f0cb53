package variants

import (
	"fmt"
	"strings"

	"varlab/rules/profile"
)

// Table returns the built-in profiles as a Markdown table, for the README.
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
		def := value(strings.ReplaceAll(Literal(a.Default), `"`, ""))
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
