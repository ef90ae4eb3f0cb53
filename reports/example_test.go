package reports_test

import (
	"context"
	"fmt"
	"os"

	"varlab/reports"
)

// What a run shows, as Markdown.
func Example() {
	r, err := reports.Load(context.Background(), "varlab-runs/huff")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := r.Write(os.Stdout, "md"); err != nil {
		fmt.Println(err)
	}
}
