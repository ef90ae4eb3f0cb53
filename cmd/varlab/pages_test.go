package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A sight is what a browser says of a page at one width.
type sight struct {
	Page       string
	Width      int
	Violations []string // of axe
	High       float64  // of the whole page, folded as it comes
	Over       float64  // by how much it is wider than the window
	Small      float64  // the smallest text in pixels, with all unfolded
	Smallest   string
	Stepped    bool // whether the first game could be stepped through
}

// A page is looked at in a frame, under its own policy with the hash of this script added.
const looking = `addEventListener("load", async () => {
  const said = {High: document.documentElement.scrollHeight, Over: document.documentElement.scrollWidth - document.documentElement.clientWidth, Small: 99, Stepped: true};
  for (const d of document.querySelectorAll("details")) d.open = true;
  await new Promise((done) => setTimeout(done, 300));
  const games = document.querySelectorAll(".game");
  for (const game of [...games].slice(0, 1)) {
    const last = game.querySelector("output").textContent;
    game.querySelector("button").click();
    said.Stepped = last !== "" && game.querySelector("output").textContent !== last;
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest("script, title, desc") || !e.getClientRects().length) continue;
    let size = parseFloat(getComputedStyle(e).fontSize);
    const svg = e.closest("svg");
    if (svg) size *= svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    if (size < said.Small) [said.Small, said.Smallest] = [size, walker.currentNode.data.trim().slice(0, 40)];
  }
  const found = await axe.run(document, {resultTypes: ["violations"]});
  said.Violations = found.violations.map((v) => v.id + " (" + v.impact + "): " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(" | "));
  parent.postMessage(said);
});`

// The pages are good in a browser: axe finds nothing, no page is wider than its window, no
// text is small on a phone, games can be stepped through under the page's own policy, and a
// page of many readings stays short, on screen and on paper.
func TestPages(t *testing.T) {
	path, axe := chromium(t)
	dir := t.TempDir()
	pages := map[string]string{}
	for name, args := range map[string][]string{
		"compare":  {"compare", "encyclopedie-francaise", "polonaise-souffler", "federation", "--games", "30"},
		"readings": {"compare", "polonaise-souffler+*", "--games", "30", "--player", "random"},
		"ablate":   {"compare", "--by-clause", "federation", "regle-moderne", "--games", "10", "--player", "random"},
	} {
		var out bytes.Buffer
		to := filepath.Join(dir, name)
		require.NoError(t, run(context.Background(), append(args, "--out", to), &out, &out), "%s", &out)
		out.Reset()
		require.NoError(t, run(context.Background(), []string{"report", to, "--format", "html"}, &out, &out))
		pages[name] = out.String()
	}
	site := exec.Command("go", "run", "./docs/site")
	site.Dir = "../.."
	said, err := site.CombinedOutput()
	require.NoError(t, err, "%s", said)
	for name, file := range map[string]string{"ending": "exact/two-kings-and-a-man.html", "findings": "index.html"} {
		text, err := os.ReadFile("../../docs/" + file)
		require.NoError(t, err)
		pages[name] = string(text)
	}
	require.Less(t, len(pages["readings"]), 600_000, "bytes of a page of readings")

	script := axe + "\n" + looking
	hash := sha256.Sum256([]byte(script))
	found := make(chan sight)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch name := strings.TrimPrefix(r.URL.Path, "/"); {
		case name == "seen":
			var s sight
			if err := json.NewDecoder(r.Body).Decode(&s); err == nil {
				found <- s
			}
		case pages[name] != "":
			policy, rest, _ := strings.Cut(pages[name], "script-src &#39;")
			fmt.Fprint(w, policy, "script-src &#39;sha256-", base64.StdEncoding.EncodeToString(hash[:]), "&#39; &#39;", strings.Replace(rest, "</body>", "<script>"+script+"</script></body>", 1))
		default:
			width, page := r.URL.Query().Get("width"), r.URL.Query().Get("page")
			fmt.Fprintf(w, `<!DOCTYPE html><iframe src="/%s" style="width:%spx;height:844px;border:0"></iframe>
<script>addEventListener("message", (e) => fetch("/seen", {method: "POST", body: JSON.stringify({...e.data, Page: %q, Width: %s})}));</script>`, url.PathEscape(page), width, page, width)
		}
	}))
	defer server.Close()
	silent := append(quiet(t), "--window-size=1400,900")
	command := func(args ...string) *exec.Cmd { return exec.Command(path, slices.Concat(silent, args)...) }
	look := func(name string, width int, args ...string) sight {
		cmd := command(append(args, fmt.Sprintf("%s/look?page=%s&width=%d", server.URL, name, width))...)
		var said bytes.Buffer
		cmd.Stderr = &said
		require.NoError(t, cmd.Start())
		defer func() {
			cmd.Process.Kill()
			cmd.Wait()
		}()
		select {
		case s := <-found:
			return s
		case <-time.After(2 * time.Minute):
			require.Fail(t, "nothing was said", "%s at %d: %s", name, width, &said)
			return sight{}
		}
	}
	for name := range pages {
		for _, mode := range []struct {
			width int
			args  []string
		}{{1280, nil}, {320, nil}, {1280, []string{"--blink-settings=preferredColorScheme=0"}}} {
			s := look(name, mode.width, mode.args...)
			require.Empty(t, s.Violations, "%s at %d %v", name, mode.width, mode.args)
			require.Zero(t, s.Over, "%s at %d is wider than its window", name, mode.width)
			require.GreaterOrEqual(t, s.Small, 10.0, "%s at %d: %s", name, mode.width, s.Smallest)
			require.True(t, s.Stepped, "%s at %d: a game does not move", name, mode.width)
			if name == "readings" && mode.width == 1280 {
				require.LessOrEqual(t, s.High, 12*800.0, "screens of 800 px")
			}
			t.Logf("%s at %d %v: %.0f px high, text from %.1f px", name, mode.width, mode.args, s.High, s.Small)
		}
	}
	pdf := filepath.Join(dir, "readings.pdf")
	said, err = command("--no-pdf-header-footer", "--print-to-pdf="+pdf, server.URL+"/readings").CombinedOutput()
	require.NoError(t, err, "%s", said)
	printed, err := os.ReadFile(pdf)
	require.NoError(t, err)
	n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(printed, -1))
	require.Positive(t, n)
	require.Less(t, n, 20, "pages of a printed page of readings")
	t.Logf("%d pages printed, %d bytes", n, len(pages["readings"]))
}
