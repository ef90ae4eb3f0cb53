package main

import (
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// fishWords is the line in which the library's script for fish puts the words of the command
// line together, for eval to read once more: all but the last without the quotes that they
// had. The name of a file would be run as a command.
var fishWords = regexp.MustCompile(`set -l requestComp "(\w+=\w+) \$args\[1\] (\w+) \$args\[2\.\.-1\] \$lastArg"`)

const fishQuoted = `set -l requestComp (string join " " -- $1 (string escape -- (string replace -r "^~/" "$$HOME/" -- $$args[1])) $2 (string escape -- $$args[2..-1]) $$lastArg)`

// quoteForFish has the script for fish quote every word.
func quoteForFish(root *cobra.Command) {
	fish, _, err := root.Find([]string{"completion", "fish"})
	must(err)
	fish.RunE = func(cmd *cobra.Command, _ []string) error {
		var script strings.Builder
		if err := root.GenFishCompletion(&script, true); err != nil {
			return err
		}
		if len(fishWords.FindAllString(script.String(), -1)) != 1 {
			return errors.New("the library's script for fish is another than the one that is known to be safe")
		}
		_, err := io.WriteString(cmd.OutOrStdout(), fishWords.ReplaceAllString(script.String(), fishQuoted))
		return err
	}
}
