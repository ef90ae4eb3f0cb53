//go:build js && wasm

// Command wasm is the engine of a page that has no program behind it: WebAssembly, whose
// function varlab takes a request and returns an answer.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"varlab/explore"
)

func main() {
	e := &explore.Engine{Pieces: explore.PiecesInPage}
	js.Global().Set("varlab", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(e.Do(context.Background(), []byte(args[0].String())))
	}))
	js.Global().Set("keep", js.FuncOf(func(_ js.Value, args []js.Value) any { // before the first request
		return json.Unmarshal([]byte(args[0].String()), &e.Texts) == nil
	}))
	js.Global().Call("ready")
	select {}
}
