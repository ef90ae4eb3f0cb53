// Package studies holds the questions that were asked, as study files.
package studies

import "embed"

// Files are the studies.
//
//go:embed alquerque draws example hypotheses malay paper souffleur sources
var Files embed.FS
