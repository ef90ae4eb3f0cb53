package bench

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/lab"
	"varlab/sim/record"
)

// A pause is answered at once, however long the parcels in hand take, and shown until they end.
func TestPause(t *testing.T) {
	s := &Server{Lab: lab.New(t.TempDir()), Hosts: []string{"example.com"}}
	ended, end := context.WithCancel(t.Context())
	end()
	h := s.handler(ended)
	s.busy.Wait() // nobody plays the queue
	require.NoError(t, os.Mkdir(filepath.Join(s.Lab.Folder, "huff"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(s.Lab.Folder, "huff", record.ManifestFile), []byte("{}"), 0o666))
	ctx, stop := context.WithCancel(t.Context())
	j := &job{name: "huff", stop: stop, began: time.Now(), found: 3, here: 4}
	s.mu.Lock()
	s.queue = []*job{j, {name: "next"}}
	s.mu.Unlock()
	states := func() []State {
		var list []State
		for _, run := range s.list() {
			require.Equal(t, 7, run.Games)
			list = append(list, run.State)
		}
		return list
	}
	require.Equal(t, []State{playing}, states())
	r := httptest.NewRequest("POST", "/runs/huff/", strings.NewReader(url.Values{"token": {s.token}, "do": {"pause"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://example.com")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusSeeOther, w.Code, w.Body.String())
	require.Error(t, ctx.Err())
	require.Equal(t, []State{pausing}, states())
	require.Len(t, s.queue, 2)
}
