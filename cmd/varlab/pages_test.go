package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// A sight is what a browser says of a page at one width.
type sight struct {
	High     float64 // of the whole page, folded as it comes
	Small    float64 // the smallest text in pixels, with all unfolded
	Smallest string
	Stepped  bool // whether the first game could be stepped through
}

const looking = `(async () => {
  const said = {High: document.documentElement.scrollHeight, Small: 99, Stepped: true};
  for (const d of document.querySelectorAll("details")) d.open = true;
  await new Promise((done) => setTimeout(done, 300));
  const game = document.querySelector(".game");
  if (game) {
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
  return said;
})()`

// The pages are good in a browser: axe finds nothing, no page is wider than its window, no
// text is small on a phone, games can be stepped through, and a page of many readings stays
// short, on screen and on paper.
func TestPages(t *testing.T) {
	path, axe := chromium(t)
	dir := t.TempDir()
	docs, err := filepath.Abs("../../docs")
	require.NoError(t, err)
	pages := map[string]string{"ending": filepath.Join(docs, "exact", "two-kings-and-a-man.html")}
	for name, args := range map[string][]string{
		"compare":  {"compare", "encyclopedie-francaise", "polonaise-souffler", "federation", "--games", "30"},
		"readings": {"compare", "polonaise-souffler+*", "--games", "30", "--player", "random"},
		"ablate":   {"compare", "--by-clause", "federation", "regle-moderne", "--games", "10", "--player", "random"},
	} {
		to := filepath.Join(dir, name)
		pages[name] = to + ".html"
		does(t, append(args, "--out", to)...)
		does(t, "report", to, "--format", "html", "-o", pages[name])
	}
	require.Less(t, len(disk.Read(t, pages["readings"])), 600_000, "bytes of a page of readings")
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := &explorer{newBrowser(t, path), t}
			show := func() {
				x.open("file://" + page)
				x.wait("the page", `location.href !== "about:blank" && document.readyState === "complete"`)
			}
			for _, mode := range []struct {
				width int
				dark  bool
			}{{1280, false}, {320, false}, {1280, true}} {
				what := fmt.Sprintf("%s at %d, dark %v", name, mode.width, mode.dark)
				x.size(mode.width, 844, mode.dark)
				show()
				var s sight
				x.js(looking, &s)
				x.clean(axe, what)
				require.GreaterOrEqual(t, s.Small, 10.0, "%s: %s", what, s.Smallest)
				require.True(t, s.Stepped, "%s: a game does not move", what)
				if name == "readings" && mode.width == 1280 {
					require.LessOrEqual(t, s.High, 12*800.0, "screens of 800 px")
				}
				t.Logf("%s: %.0f px high, text from %.1f px", what, s.High, s.Small)
			}
			require.Empty(t, x.Said)
			if name != "readings" {
				return
			}
			show()
			var printed struct{ Data []byte }
			x.call("Page.printToPDF", nil, &printed)
			n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(printed.Data, -1))
			require.Positive(t, n)
			require.Less(t, n, 20, "pages of a printed page of readings")
			t.Logf("%d pages printed", n)
		})
	}
}

// The pages of a site are good, wide by day and narrow by night, read from a disk; the board
// fetches its engine for the first move, from a disk and from a server.
func TestSite(t *testing.T) {
	path, axe := chromium(t)
	dir := t.TempDir()
	t.Chdir(t.TempDir())
	does(t, "compare", "english", "russian", "--games", "10", "--player", "random", "--out", filepath.Join("varlab-runs", "mine"))
	require.NoError(t, os.WriteFile("short.toml", []byte("inherits = \"federation\"\ntitle = \"Short kings\"\nstatus = \"invented\"\nsummary = \"To try.\"\n[king]\nrange = { is = \"short\", assumed = \"to try\" }\n"), 0o666))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "runs"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "runs", "gone.html"), nil, 0o666))
	does(t, "site", dir, "short.toml")
	require.NoFileExists(t, filepath.Join(dir, "runs", "gone.html"))
	pages, some := 0, []string{}
	require.NoError(t, filepath.WalkDir(dir, func(page string, _ os.DirEntry, err error) error {
		if filepath.Ext(page) != ".html" {
			return err
		}
		pages++
		if os.Getenv("VARLAB_DEEP") == "1" || filepath.Dir(page) == dir || pages%4 == 0 { // all take minutes: the pages of one folder are alike
			some = append(some, page)
		}
		return err
	}))
	require.Greater(t, pages, 100)
	require.Contains(t, disk.Read(t, filepath.Join(dir, "runs", "mine.html")), `href="../board.html#english&amp;beside=russian&amp;fen=`)
	for width, dark := range map[int]bool{1280: false, 320: true} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			x := &explorer{newBrowser(t, path), t}
			x.size(width, 844, dark)
			for _, page := range some {
				x.open("file://" + page)
				x.wait("the page", `location.href !== "about:blank" && document.readyState === "complete"`)
				x.clean(axe, page)
			}
			require.Empty(t, x.Said)
		})
	}
	x := &explorer{newBrowser(t, path), t}
	x.size(1280, 844, false)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	for form, address := range map[string]string{"from a disk": "file://" + dir, "served": server.URL} {
		t.Run("board "+form, func(t *testing.T) {
			x := &explorer{x.browser, t}
			x.open(address + "/board.html")
			x.wait("the board", `document.querySelector("#squares use")`)
			x.wait("no engine", `!globalThis.engineParts`)
			x.open(address + "/board.html#english")
			x.wait("the engine", `globalThis.engineParts && document.querySelectorAll("#squares use").length === 24`)
			require.Empty(t, x.Said)
		})
	}
	require.Empty(t, x.Said)
}
