package endings_test

import (
	"context"
	"fmt"

	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/profile"
)

// One king against one on eight rows, solved and written as Markdown.
func Example() {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
	r, err := rules.Compile(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	tables := exact.New(r, "")
	m, err := exact.ParseMaterial("K vs K")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := tables.Build(context.Background(), []exact.Material{m}, exact.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	f := new(endings.Finding)
	if err := f.Solve(context.Background(), "eight rows", tables, []exact.Material{m}, 1); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f.Markdown(nil))
	// Output:
	// | ending | on move | rule sets | quiet positions | won | line held: won | line free: won | longest win | lost |
	// |---|---|---|---:|---:|---:|---:|---:|---:|
	// | K vs K | first K | `eight rows` | 738 | 0.00 % | 0.00 % | 0.00 % | – | 0.27 % |
	// | K vs K | second K | `eight rows` | 738 | 0.27 % | 1.18 % | 0.00 % | 1 move | 0.00 % |
	//
	// | ending | on move | longest win | position | best play under `eight rows` |
	// |---|---|---:|---|---|
	// | K vs K | second K | 1 move | `W:WK29:BK4` | 29-11 4x15 |
}
