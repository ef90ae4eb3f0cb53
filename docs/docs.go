// Package docs holds what was found, and how varlab is used: the documents, for the pages that
// a program makes of them.
package docs

import "embed"

// Files are the documents in Markdown, their figures, and the reports that they lead to.
//
//go:embed *.md findings exact tour
var Files embed.FS
