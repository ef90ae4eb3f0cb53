package notation

import (
	"fmt"
	"strings"

	"varlab/rules/profile"
)

// Literal writes the value of an axis as profiles and --set take it.
func Literal(value any) string {
	switch value := value.(type) {
	case string:
		return `"` + value + `"`
	case []string:
		quoted := make([]string, len(value))
		for i, w := range value {
			quoted[i] = Literal(w)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case []profile.DrawClause:
		tables := make([]string, len(value))
		for i := range value {
			pairs := []string{"kind = " + Literal(value[i].Kind.String())}
			for _, f := range profile.ClauseFields[value[i].Kind] {
				v := f.Get(&value[i])
				if f.Default == nil || Literal(v) != Literal(f.Default) {
					pairs = append(pairs, f.Key+" = "+Literal(v))
				}
			}
			tables[i] = "{ " + strings.Join(pairs, ", ") + " }"
		}
		return "[" + strings.Join(tables, ", ") + "]"
	}
	return fmt.Sprint(value)
}
