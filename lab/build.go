package lab

import (
	"cmp"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"varlab/internal/files"
	"varlab/sim/record"
)

// A Build has the origin of the program, as written into it by the Go toolchain: its
// settings, and the versions of the module and of Go. Tests, and
// programs built from a tree without git, have no version.
type Build map[string]string

// BuildOf is the origin of this program.
func BuildOf() Build {
	b := Build{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			b[s.Key] = s.Value
		}
		b["version"], b["go"] = strings.TrimPrefix(info.Main.Version, "(devel)"), info.GoVersion
		b["platform"] = b["GOOS"] + "/" + b["GOARCH"]
	}
	if b["vcs.modified"] == "true" {
		b["note"] = "with changes"
	}
	return b
}

// Version is that of the module, or the commit that the program was built from;
// empty where neither is known.
func (b Build) Version() string {
	return cmp.Or(b["version"], fmt.Sprintf("%.12s", b["vcs.revision"]))
}

// Program names the program in manifests: programs of one name play the same games. Where
// the version is not that of one commit, the name has the hash of the executable.
func (b Build) Program() string {
	words := []string{}
	if b["version"] != "" {
		words = append(words, b["version"])
	}
	if commit := b["vcs.revision"]; commit != "" {
		words = append(words, strings.TrimSpace(fmt.Sprintf("commit %.12s %s", commit, b["note"])))
	}
	if b["version"] == "" && b["vcs.revision"] == "" || b["note"] != "" || strings.HasSuffix(b["version"], "+dirty") {
		words = append(words, executable())
	}
	return "varlab " + strings.Join(words, ", ")
}

// executable names the file of this program by its content.
var executable = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return "executable unknown"
	}
	sum, err := files.Sum(path)
	if err != nil {
		return "executable unknown"
	}
	return fmt.Sprintf("executable %x", sum[:8])
})

// String says version, commit, Go and the format of records, a line each.
func (b Build) String() string {
	commit := cmp.Or(b["vcs.revision"], "unknown")
	if b["note"] != "" {
		commit += ", " + b["note"]
	}
	return fmt.Sprintf("varlab %s\ncommit %s\n%s %s\nrecords of format %d\n", cmp.Or(b["version"], "unknown"), commit, b["go"], b["platform"], record.Format)
}
