package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"varlab/sim/record"
)

func versionCommand() *cobra.Command {
	return newCommand("version", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprint(cmd.OutOrStdout(), cmd.Root().Version)
		return err
	})
}

// A buildInfo is what the Go toolchain has written into the program about where it
// comes from. Tests, and programs built from a tree without git, have no version.
type buildInfo struct {
	version  string // of the module
	commit   string
	modified string // a note, if the tree was not the commit's
	golang   string
	platform string
}

func build() (b buildInfo) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.golang = info.GoVersion
	if v := info.Main.Version; v != "(devel)" {
		b.version = v
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	b.commit, b.platform = settings["vcs.revision"], settings["GOOS"]+"/"+settings["GOARCH"]
	if settings["vcs.modified"] == "true" {
		b.modified = "with changes"
	}
	return b
}

// version is that of the module, or the commit that the program was built from;
// empty where neither is known.
func version() string {
	b := build()
	return cmp.Or(b.version, fmt.Sprintf("%.12s", b.commit))
}

// program names the program in manifests: what has the same name plays the same
// games. Empty where nothing is known.
func (b buildInfo) program() string {
	words := b.version
	if b.commit != "" {
		words = strings.TrimPrefix(fmt.Sprintf("%s, commit %.12s %s", words, b.commit, b.modified), ", ")
	}
	if words == "" {
		return ""
	}
	return "varlab " + strings.TrimSpace(words)
}

// String is what --version prints.
func (b buildInfo) String() string {
	commit := cmp.Or(b.commit, "unknown")
	if b.modified != "" {
		commit += ", " + b.modified
	}
	return fmt.Sprintf("varlab %s\ncommit %s\n%s %s\nrecords of format %d\n", cmp.Or(b.version, "unknown"), commit, b.golang, b.platform, record.Format)
}
