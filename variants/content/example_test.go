package content_test

import (
	"fmt"

	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/content"
)

// What a study carries of a rule set gives the value of an axis again.
func Example() {
	v, err := variants.Load("federation", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := content.Read(v.Content())
	if err != nil {
		fmt.Println(err)
		return
	}
	value, applies := c.Value(profile.AxisOf("king.range"))
	fmt.Println(value, applies, c.Citations["king.range"])
	// Output: flying true [articles.c14 articles.c15]
}
