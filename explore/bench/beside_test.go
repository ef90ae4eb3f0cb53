package bench

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
)

// The link of a report leads to its two rule sets on the board; that of a file which is not here, or
// of no rule set, leads nowhere.
func TestBeside(t *testing.T) {
	d := newDesk(t)
	d.engine = &explore.Engine{Own: map[string]string{"own.toml": "./own.toml"}, Served: true}
	for b, want := range map[string]string{
		"federation+coup-turc-not":        "",
		"federation{king.range=short}":    "/explore#polonaise-souffler&beside=federation~king.range%3Dshort&fen=W%3AW28%3AB22",
		"./own.toml":                      "/explore#polonaise-souffler&beside=own.toml&fen=W%3AW28%3AB22",
		"./elsewhere.toml":                "",
		"short=federation{king.range=any": "",
	} {
		q := url.Values{"a": {"polonaise-souffler"}, "b": {b}, "fen": {"W:W28:B22"}}
		r := httptest.NewRequest("GET", Beside+"?"+q.Encode(), nil)
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		if want == "" {
			require.Equal(t, http.StatusNotFound, w.Code, b)
			continue
		}
		require.Equal(t, http.StatusSeeOther, w.Code, b)
		require.Equal(t, want, w.Header().Get("Location"))
	}
}
