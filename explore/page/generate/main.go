// Command generate writes the engine into the folder of package page, for a program that
// is built with the tag "engine" and needs no Go to write a page.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"varlab/explore/page"
)

func main() {
	e, err := page.BuildEngine(context.Background(), "../..")
	if err == nil {
		err = errors.Join(os.WriteFile("engine.wasm.gz", e.Packed, 0o666), os.WriteFile("wasm_exec.js", []byte(e.Support), 0o666))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
