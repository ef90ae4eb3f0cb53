package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// A spoken error says in our words what the system, or package os, has said in its own.
type spoken struct {
	text string
	err  error
}

func (e *spoken) Error() string { return e.text }
func (e *spoken) Unwrap() error { return e.err }

// InWords says of an error about a path what is wrong, and not which function of the
// system has found it.
func InWords(path string, err error) error {
	if err == nil || errors.As(err, new(*spoken)) {
		return err
	}
	return &spoken{fmt.Sprintf("%s: %v", path, reason(err)), err}
}

// reason is what is wrong, without the place.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	switch {
	case escapes(err):
		return &spoken{"is a link that leads elsewhere (want one that stays in its folder, or none)", err}
	case errors.Is(err, syscall.ELOOP):
		return &spoken{"is a link that leads in a circle", err}
	}
	return err
}

// escapes reports whether a path leads out of a folder, for which package os has no name.
func escapes(err error) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		if err.Error() == "path escapes from parent" {
			return true
		}
	}
	return false
}

// inFile reports whether a path was taken for that of a file in a file.
func inFile(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
