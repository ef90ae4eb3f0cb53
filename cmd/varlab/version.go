package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"varlab/sim/record"
)

// A buildInfo is what the Go toolchain has written into the program about where it
// comes from. Tests, and programs built from a tree without git, have no version.
type buildInfo struct {
	version  string // of the module
	commit   string
	modified bool // the tree was not the commit's
	golang   string
	platform string
}

func build() buildInfo {
	var b buildInfo
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.golang = info.GoVersion
	if v := info.Main.Version; v != "(devel)" {
		b.version = v
	}
	var system, arch string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		case "GOOS":
			system = s.Value
		case "GOARCH":
			arch = s.Value
		}
	}
	b.platform = system + "/" + arch
	return b
}

// version is that of the module, or the commit that the program was built from;
// empty where neither is known.
func version() string {
	b := build()
	if b.version != "" {
		return b.version
	}
	return b.commit[:min(12, len(b.commit))]
}

// program names the program in manifests: what has the same name plays the same
// games. Empty where nothing is known.
func (b buildInfo) program() string {
	var words []string
	if b.version != "" {
		words = append(words, b.version)
	}
	if b.commit != "" {
		commit := "commit " + b.commit[:min(12, len(b.commit))]
		if b.modified {
			commit += " with changes"
		}
		words = append(words, commit)
	}
	if len(words) == 0 {
		return ""
	}
	return "varlab " + strings.Join(words, ", ")
}

// String is what --version prints.
func (b buildInfo) String() string {
	or := func(s string) string {
		if s == "" {
			return "unknown"
		}
		return s
	}
	commit := or(b.commit)
	if b.modified {
		commit += ", with changes"
	}
	return fmt.Sprintf("varlab %s\ncommit %s\n%s %s\nrecords of format %d\n", or(b.version), commit, b.golang, b.platform, record.Format)
}
