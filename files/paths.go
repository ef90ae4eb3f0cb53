package files

import (
	"os"
	"path/filepath"
	"strings"
)

// A path that a person has typed is handed to the system as it is. Package filepath would
// shorten link/../x to x, which is another file if the link leads elsewhere.

// Join names what is in a folder.
func Join(dir string, names ...string) string {
	if dir == "" {
		return strings.Join(names, sep)
	}
	return strings.Join(append([]string{bare(dir)}, names...), sep)
}

// Split returns the folder of a file, and its name in it.
func Split(path string) (dir, name string) {
	dir, name = filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	return dir, name
}

const sep = string(filepath.Separator)

// bare is a path without separators at its end.
func bare(path string) string {
	for path != "" && os.IsPathSeparator(path[len(path)-1]) {
		path = path[:len(path)-1]
	}
	return path
}

// Abs returns an absolute path to the same place. It is that of filepath.Abs where that
// leads there.
func Abs(path string) (string, error) {
	short, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	is, err := os.Stat(path)
	if at, e := os.Stat(short); err != nil || e == nil && os.SameFile(is, at) {
		return short, nil
	}
	if !filepath.IsAbs(path) {
		here, err := os.Getwd()
		if err != nil {
			return "", err
		}
		path = Join(here, path)
	}
	return filepath.EvalSymlinks(path)
}
