package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of all commands",
		Long: `man writes a page in the manual's form for varlab and each of its commands into DIR,
made from what --help says. (varlab completion writes completion scripts for shells.)`,
		Example: "  varlab man /usr/local/share/man/man1\n  varlab completion bash > /etc/bash_completion.d/varlab",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return eachCommand(cmd.Root(), func(c *cobra.Command) error {
				name := filepath.Join(args[0], manName(c)+".1")
				return writeFile(name, strings.NewReader(manPage(c)))
			})
		},
	}
}

// eachCommand visits a command and those under it that help lists.
func eachCommand(c *cobra.Command, visit func(*cobra.Command) error) error {
	if err := visit(c); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "help" {
			continue
		}
		if err := eachCommand(sub, visit); err != nil {
			return err
		}
	}
	return nil
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage writes a command's help in the language of man(7).
func manPage(c *cobra.Command) string {
	var b strings.Builder
	line := func(macro, text string) { fmt.Fprintf(&b, "%s %s\n", macro, text) }
	literal := func(text string) {
		fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(strings.Trim(text, "\n")))
	}
	line(".TH", fmt.Sprintf("%s 1 %q %q %q", strings.ToUpper(roff(manName(c))), "", "varlab", "varlab manual"))
	line(".SH", "NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manName(c)), roff(c.Short))
	line(".SH", "SYNOPSIS")
	literal(c.UseLine())
	line(".SH", "DESCRIPTION")
	long := c.Long
	if long == "" {
		long = c.Short
	}
	literal(long)
	options := func(title string, flags *pflag.FlagSet) {
		if !flags.HasAvailableFlags() {
			return
		}
		line(".SH", title)
		literal(strings.TrimRight(flags.FlagUsages(), "\n"))
	}
	c.InitDefaultHelpFlag()
	options("OPTIONS", c.NonInheritedFlags())
	options("OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	if c.Example != "" {
		line(".SH", "EXAMPLES")
		literal(c.Example)
	}
	var also []string
	if c.HasParent() {
		also = append(also, manName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			also = append(also, manName(sub))
		}
	}
	if len(also) > 0 {
		line(".SH", "SEE ALSO")
		for i, name := range also {
			end := ","
			if i == len(also)-1 {
				end = ""
			}
			fmt.Fprintf(&b, ".BR %s (1)%s\n", roff(name), end)
		}
	}
	return b.String()
}

// roff writes text so that it means itself: no line of it is a request, and
// hyphens can be copied.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
