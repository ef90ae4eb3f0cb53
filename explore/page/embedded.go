//go:build engine

package page

import _ "embed"

// Both files are written by go generate, and are in no commit.
var (
	//go:embed engine.wasm.gz
	packed []byte
	//go:embed wasm_exec.js
	support string
)

func init() { embedded = &Engine{packed, support} }
