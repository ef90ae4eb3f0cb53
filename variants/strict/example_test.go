package strict_test

import (
	"fmt"

	"varlab/variants/strict"
)

// A reader of documents asks for a path, and reports what is wrong at its place.
func Example() {
	d, faults := strict.Parse("my.toml", "[board]\nrows = \"ten\"\n")
	if _, ok := d.Get("board.rows").(int64); !ok {
		faults.AtValue(d, "board.rows", "board.rows", "not a whole number (want 4 to 12)")
	}
	fmt.Println(faults.Err())
	// Output: my.toml:2:8: board.rows: not a whole number (want 4 to 12)
}
