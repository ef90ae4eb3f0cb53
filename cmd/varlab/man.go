package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func manCommand() *cobra.Command {
	cmd := newCommand("man", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o777); err != nil {
			return err
		}
		return eachCommand(cmd.Root(), func(c *cobra.Command) error {
			return writeFile(filepath.Join(args[0], manName(c)+".1"), func(w io.Writer) error { return writePage(w, c) })
		})
	})
	cmd.Hidden = true
	return cmd
}

// eachCommand visits a command and all under it.
func eachCommand(c *cobra.Command, visit func(*cobra.Command) error) error {
	if err := visit(c); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if err := eachCommand(sub, visit); err != nil {
			return err
		}
	}
	return nil
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// writePage writes a command's help in the language of man(7), in which no line of it
// is a request, and hyphens can be copied.
func writePage(w io.Writer, c *cobra.Command) error {
	c.InitDefaultHelpFlag()
	text := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace
	long := c.Long
	if long == "" {
		long = c.Short
	}
	_, err := fmt.Fprintf(w, ".TH %s 1 \"\" \"varlab\" \"varlab manual\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s\n.fi\n",
		strings.ToUpper(text(manName(c))), text(manName(c)), text(c.Short), strings.TrimSpace(text("\n"+long+"\n\n"+c.UsageString())))
	return err
}
