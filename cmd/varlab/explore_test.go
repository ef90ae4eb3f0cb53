package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

// An explorer is a person at the page of varlab explore.
// Its script has run where there is a state: before, position and first are the elements
// that have these names.
type explorer struct {
	*browser
	t *testing.T
}

// press presses the button in a part of the page whose text begins so.
func (x *explorer) button(within, text string) {
	x.t.Helper()
	quoted := strconv.Quote(text)
	x.wait("a button "+text, `[...document.querySelectorAll(`+strconv.Quote(within+" button")+`)].some((b) => {
  document.querySelector("[data-wanted]")?.removeAttribute("data-wanted");
  return !b.disabled && b.getClientRects().length && b.textContent.startsWith(`+quoted+`) && (b.dataset.wanted = "yes");
})`)
	x.click("[data-wanted]")
}

// square clicks on a square.
func (x *explorer) square(name string) {
	x.t.Helper()
	spot := `document.querySelector('[data-spot="' + position.names.indexOf(` + strconv.Quote(name) + `) + '"]')`
	x.wait("square "+name, spot)
	var i int
	x.js(`position.names.indexOf(`+strconv.Quote(name)+`)`, &i)
	x.click(`[data-spot="` + strconv.Itoa(i) + `"]`)
}

// drag drags what is on a square to another, by mouse or by a finger.
func (x *explorer) drag(from, to string, finger bool) {
	x.t.Helper()
	var way [2][2]float64
	x.wait("the board", `shown === epoch`)
	x.js(fmt.Sprintf(`(() => {
  $("squares").scrollIntoView({ block: "center" });
  return [%q, %q].map((name) => {
    const [column, row] = position.xy[position.names.indexOf(name)];
    const p = new DOMPoint(40 * column + 20, 40 * row + 20).matrixTransform($("squares").getScreenCTM());
    return [p.x, p.y];
  });
})()`, from, to), &way)
	point := func(share float64) map[string]any {
		return map[string]any{"x": way[0][0] + share*(way[1][0]-way[0][0]), "y": way[0][1] + share*(way[1][1]-way[0][1])}
	}
	for i, share := range []float64{0, 0.3, 0.7, 1, 1} {
		at := point(share)
		if finger {
			kind, points := []string{"touchStart", "touchMove", "touchMove", "touchMove", "touchEnd"}[i], []any{at}
			if i == 4 {
				points = []any{}
			}
			x.call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil)
			continue
		}
		at["type"], at["button"], at["clickCount"] = []string{"mousePressed", "mouseMoved", "mouseMoved", "mouseMoved", "mouseReleased"}[i], "left", 1
		x.call("Input.dispatchMouseEvent", at, nil)
	}
}

func (x *explorer) says(what string) {
	x.t.Helper()
	x.wait("it says "+what, `document.querySelector("main").innerText.includes(`+strconv.Quote(what)+`)`)
}

func (x *explorer) played(turns ...string) {
	x.t.Helper()
	want, err := json.Marshal(append([]string{}, turns...))
	require.NoError(x.t, err)
	x.wait("played "+string(want), `position && JSON.stringify(position.game.map((g) => g.t)) === `+strconv.Quote(string(want)))
}

// answer answers a question, which is folded.
func (x *explorer) answer(key, value string) {
	x.t.Helper()
	x.js(`for (let d = document.getElementById("q-`+key+`"); d; d = d.parentNode.closest("details")) d.open = true`, nil)
	x.click(`[name="` + key + `"][value="` + value + `"]`)
}

// choose takes an option of a list.
func (x *explorer) choose(list, value string) {
	x.t.Helper()
	x.js(`(() => { const s = document.querySelector(`+strconv.Quote(list)+`); s.value = `+strconv.Quote(value)+`; for (const e of ["input", "change"]) s.dispatchEvent(new Event(e, {bubbles: true})); return s.value; })()`, nil)
	x.wait("it is shown", `shown === epoch`)
}

func (x *explorer) fen(text string) {
	x.t.Helper()
	x.paste(text)
	x.wait("the position "+text, `state.fen === `+strconv.Quote(text)+` && shown === epoch && !document.getElementById("fault").textContent`)
}

// paste gives a game or a position.
func (x *explorer) paste(text string) {
	x.t.Helper()
	x.click("#tab-placing")
	x.js(`document.getElementById("fen").value = `+strconv.Quote(text), nil)
	x.click(`#position [type="submit"]`)
	x.click("#tab-playing")
}

// clean has axe look at the page, and asks that it is not wider than its window.
func (x *explorer) clean(axe, what string) {
	x.t.Helper()
	there := false
	if x.js(`"axe" in globalThis`, &there); !there {
		x.js(axe+"; true", nil)
	}
	var found []string
	x.js(`axe.run(document, {resultTypes: ["violations"]}).then((f) => f.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + n.failureSummary).join(" | ")))`, &found)
	require.Empty(x.t, found, what)
	var over float64
	x.js(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over)
	require.Zero(x.t, over, "%s is wider than its window", what)
}

// The page does in a browser what a person wants of it, as a file and served.
func TestExplore(t *testing.T) {
	path, axe := chromium(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "explore.html")
	does(t, "explore", "-o", file)
	for form, url := range map[string]string{"file": "file://" + file, "served": served(t) + "explore"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			b := newBrowser(t, path)
			x := &explorer{b, t}
			b.size(1280, 900, false)
			b.open(url)
			b.wait("the board", `document.querySelector("#squares use")`)

			// The huff that uses up the turn, with what came with the page.
			x.button("#starters", "What if the huff uses up the turn?")
			x.says("Does the huff use up the turn?")
			x.says("Souffler n'est pas jouer")
			b.wait("both colours", `document.querySelector("#squares .a") && document.querySelector("#squares .b")`)
			b.wait("the engine", `typeof engine === "function" && document.getElementById("engine").textContent === ""`)
			x.clean(axe, form)
			x.button("#claims", "Huff the piece")
			x.says("huffs the piece on")
			x.button("main", "Take back")
			x.button("#claims", "Have the turn played again")
			x.says("has the turn played again")
			x.button("#small-boards", "")
			x.says("The smallest position found")
			b.click("#small-boards button:nth-child(2)")
			x.says("Position 2 of")

			// As the text has it the huff leaves a move to be made.
			x.button("#changes", "Put all back")
			b.wait("no change", `state.a.sets.length === 0`)
			x.fen("W:W28,46:B9,22")
			x.square("46")
			x.square("41")
			x.played("46-41")
			x.square("28") // the piece that may be huffed
			x.says("now make a move")
			x.square("22")
			x.square("28")
			x.played("46-41", "huff@28/22-28")
			var pdn, game string
			b.js(`position.pdn`, &pdn)
			b.js(`link()`, &game)
			x.button("main", "New game")
			x.played()
			x.paste(pdn)
			x.played("46-41", "huff@28/22-28")
			b.wait("the same game", `link() === `+strconv.Quote(game))
			x.paste("[Event \"a\"]\n[Result \"2-0\"]\n\n1. 32-28 {a; b} 19-23! 2.28x19 (2. 37-32\n14x23) 50-1 2-0\n\n[Event \"b\"]\n1. 31-27 *")
			x.played("32-28", "19-23", "28x19")
			x.says("Turn 4 of the game, 50-1, cannot be played under these rules.")
			x.paste("W:W28,46:B9,99")
			x.says(`"99" is not a square`)
			x.played("32-28", "19-23", "28x19") // as it was
			x.paste(pdn)
			x.played("46-41", "huff@28/22-28")
			x.button("main", "Take back")
			x.button("main", "Take back")
			x.played()

			// A question is answered otherwise: the page shows what parts.
			x.button("main", "New game")
			x.answer("claim.piece", "moved")
			x.says("The smallest position found")
			x.says("Which piece is huffed?")
			x.says("The piece that moved is huffed. (Your change.)")

			// The example of the modern sheet: the king is caught by what it took.
			x.choose("#first", "regle-moderne")
			b.wait("the sheet", `state.a.ref === "regle-moderne" && first.id === "regle-moderne" && position.game.length === 0`)
			x.fen("B:Wd2,g3,g5,f6,i5:BKj4")
			x.square("j4")
			x.square("h4")
			x.square("g5")
			x.square("i3")
			x.says("White wins: Black has no pieces left.")

			// Two rule sets, and their difference in a link that another page opens.
			x.choose("#first", "polonaise-souffler")
			b.wait("the book", `first && first.id === "polonaise-souffler"`)
			x.choose("#second", `{"ref":"federation"}`)
			x.says("What if a capture is not made?")
			x.says("Nineteen articles from a draughts program:")
			var link, why, again string
			var same bool
			b.js(`link()`, &link)
			b.js(`document.getElementById("why").innerText`, &why)
			require.Contains(t, link, "polonaise-souffler&beside=federation&fen=")
			b.open(url + "#" + link)
			b.wait("the same", `typeof state === "object" && position && document.getElementById("why").children.length`)
			b.js(`document.getElementById("why").innerText`, &again)
			require.Equal(t, why, again)
			b.open(url + "#polonaise-souffler~claim.huff_turn=spends&fen=W:W28,46:B22,9&turns=46-41")
			b.wait("the position", `typeof state === "object" && position && position.turns.some((t) => t.t === "huff@28" && t.only === "a")`)
			b.open(url + "#nonsense~a=b")
			x.says("The link cannot be followed")
			b.open(url + "#federation&fen=W:W%C3")
			x.says("The link cannot be followed: part of a character is missing")
			b.js(`const set = { ref: "a~b.toml", sets: ["king.range=~"] }; Object.assign(state, { a: set }); JSON.stringify(readLink(link()).a) === JSON.stringify(set)`, &same)
			require.True(t, same)
			b.open(url + "#board") // as if the skip link had been followed before the script ran
			b.wait("the engine", `typeof engine === "function" && document.getElementById("engine").textContent === "" && shown === epoch && !document.getElementById("fault").textContent`)
			b.js(`document.querySelector(".skip").focus()`, nil)
			b.press("Enter")
			b.wait("the skip link leads to the board", `document.activeElement.id === "board" && !location.hash.startsWith("#board") && shown === epoch && !document.getElementById("fault").textContent`)

			// The gallery: what is asked for, two to look at, one to open.
			b.open(url)
			b.wait("the page", `typeof state === "object" && position && first`)
			b.click(".all")
			x.clean(axe, "gallery")
			x.choose(`[data-ask="5"]`, "yes")
			x.choose(`[data-ask="age"]`, "18th century")
			b.wait("those", `document.querySelector(".found").textContent === "6 of 50 rule sets" && [...document.querySelectorAll(".cards li")].filter((e) => e.getClientRects().length).length === 6`)
			b.click(`li[data-id="encyclopedie-polonaise"] input`)
			b.click(`[data-view="facts"]`)
			b.click("thead th:first-child button")
			x.clean(axe, "table of facts")
			b.click(`tr[data-id="diagonal"] input`)
			b.click(".chosen a")
			b.wait("two rule sets", `!document.getElementById("all").open && state.a.ref === "encyclopedie-polonaise" && state.b.ref === "diagonal" && shown === epoch`)

			// A profile, there and back.
			b.open(url + `#federation~king.range=short~draw=%5B%5D`)
			b.wait("short kings", `typeof first === "object" && first && first.rules["king.range"].value === "short"`)
			profile := filepath.Join(b.dir, "federation-changed.toml")
			b.click("#download")
			require.Eventually(t, func() bool { _, err := os.Stat(profile); return err == nil }, 20*time.Second, 50*time.Millisecond)
			does(t, "check", profile)
			b.open(url)
			b.wait("the book", `typeof state === "object" && position && first`)
			x.upload("#upload", profile)
			short := `state.a.ref === "federation" && first.rules["king.range"].value === "short" && first.rules["draw"].text === "[]"`
			b.wait("short kings again", short)
			b.openWith(`new MutationObserver((_, o) => {
  const input = document.getElementById("upload");
  if (!input) return;
  o.disconnect();
  const given = new DataTransfer();
  given.items.add(new File([`+strconv.Quote(disk.Read(t, profile))+`], "given.toml"));
  input.files = given.files;
}).observe(document, {childList: true, subtree: true})`, url)
			b.wait("short kings from a file that was given before the page listened", short)

			// A file of one's own: its title, texts and clauses, beside its nearest.
			own := filepath.Join(b.dir, "own.toml")
			require.NoError(t, os.WriteFile(own, []byte(`inherits = "federation"
title = "Mine"
status = "described"
summary = "s"
[source.cahier]
title = "A notebook"
year = "1931"
clauses = { c1 = { says = "the king stops behind the last piece" } }
[king]
landing = { is = "adjacent-last", clause = "cahier.c1" }
`), 0o666))
			x.upload("#upload", own)
			b.wait("the file", `base.title === "Mine" && document.getElementById("texts").textContent.includes("A notebook") && state.b?.ref === "federation" && partings.found.length > 0`)
			x.says("The smallest position found")
			b.wait("its clause", `document.getElementById("why").textContent.includes("cahier.c1") && link().startsWith("federation~king.landing=adjacent-last&")`)

			// What few pieces are worth.
			b.open(url + "#english&fen=W:WK10:BK1")
			x.button("main", "What is it worth?")
			x.says("With best play White")

			// A game of the program against itself, to its end.
			b.open(url + "#english&fen=W:W21,22,23:B9,10,11&white=0&black=0")
			b.wait("the page", `typeof state === "object" && position`)
			b.js(`pace = 0`, nil)
			b.wait("the end", `position.ended`)
			b.wait("how", `/wins|Drawn/.test(document.getElementById("says").textContent)`)
			b.click("#game li:nth-child(3) button")
			b.wait("the game after two turns, where the program waits", `state.turns.length === 2 && shown === epoch && paused && undone.length > 0 && position.game.length === 2`)
			x.button("#table", "Forward")
			b.wait("three", `position.game.length === 3`)

			// Quick games.
			b.open(url + "#polonaise-souffler~claim.huff_turn=spends")
			b.wait("ready", `typeof state === "object" && position && shown === epoch && !document.body.classList.contains("busy")`)
			b.js(`catalog.games = 4`, nil)
			b.click("#tab-quick")
			b.wait("the first game, asked for before it is wanted", `!document.body.classList.contains("busy")`)
			x.button("#quick", "Play them")
			b.wait("what there is after each game", `document.querySelector("#bars .interval")`)
			x.says("games each decide nothing smaller than")
			x.says("captures left, a game")

			// By dragging: a move, one that ends nowhere, a capture to where it lands.
			b.open(url + "#polonaise-souffler")
			b.wait("the board", `typeof state === "object" && position && document.querySelector("#squares .spot")`)
			for _, finger := range []bool{false, true} {
				b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": finger}, nil)
				x.button("main", "New game")
				x.played()
				x.drag("32", "28", finger)
				x.played("32-28")
				x.drag("19", "28", finger)
				b.wait("it is back", `!$("squares").querySelector(".chosen, use[transform]") && picked.from === undefined`)
				x.drag("19", "23", finger)
				x.played("32-28", "19-23")
				x.drag("28", "19", finger)
				x.played("32-28", "19-23", "28x19")
			}
			b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": false}, nil)

			// By keyboard alone: a piece and where it goes. White stands above here.
			b.open(url + "#federation")
			b.wait("the board", `typeof state === "object" && position && document.querySelector("#squares .spot")`)
			b.js(`document.querySelector("#squares .spot").focus()`, nil)
			b.press("ArrowRight", "ArrowLeft", "Enter", "ArrowDown", "ArrowDown", "Enter")
			b.wait("a turn by keys", `position.game.length === 1`)
			b.press("Enter", "Escape")

			if form == "file" {
				x.damaged(file)
				require.Empty(t, b.Said)
				return
			}

			// Narrow and dark.
			for _, mode := range []struct {
				width int
				dark  bool
			}{{390, false}, {320, true}, {768, true}, {1280, true}} {
				b.size(mode.width, 844, mode.dark)
				b.openWith(`globalThis.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) shift += e.hadRecentInput ? 0 : e.value; }).observe({ type: "layout-shift", buffered: true })`, url)
				b.wait("the engine", `typeof engine === "function" && document.getElementById("engine").textContent === "" && shown === epoch`)
				var shift float64
				b.js(`shift`, &shift)
				require.LessOrEqual(t, shift, 0.1, "layout shift, %v", mode)
				t.Logf("%v: layout shift %.3f", mode, shift)
				x.button("#starters", "What if the huff")
				x.says("Does the huff use up the turn?")
				b.wait("the rule that parts them leads to its question", `document.querySelector("#why h3 button")`)
				if mode.width == 390 {
					b.wait("board, consequence and claims are seen", `(() => {
  const [board, why, claims, bar] = ["squares", "why", "claims", "jump"].map((id) => $(id).getBoundingClientRect());
  return !$("begin").open && board.top > -20 && board.bottom < why.top && why.top + 150 < claims.top && claims.bottom <= bar.top + 2 && bar.bottom === innerHeight;
})()`)
				}
				b.click("#why h3 button")
				b.wait("the question", `document.activeElement.name === "claim.huff_turn"`)
				if mode.width < 1184 {
					b.click("#to-board")
					b.wait("the board", `document.activeElement.id === "board" && document.querySelector("#squares").getBoundingClientRect().top < innerHeight`)
					b.click("#to-rules")
					b.wait("the rules", `document.activeElement.id === "rules-title" && /changed/.test(document.getElementById("to-rules").textContent) && /differ/.test(document.getElementById("to-board").textContent)`)
				}
				x.button("main", "New game")
				x.played()
				var hidden []string
				b.js(`(() => {
  const centre = (e) => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(e.getBoundingClientRect());
  const pieces = [...document.querySelectorAll("#squares use")];
  const near = pieces[0].getBoundingClientRect().width * 0.6;
  return [...document.querySelectorAll("#squares text")].filter((name) => pieces.some((piece) => {
    const [[x, y], [u, v]] = [centre(name), centre(piece)];
    return Math.hypot(x - u, y - v) < near;
  })).map((name) => name.textContent);
})()`, &hidden)
				require.Empty(t, hidden, "names of squares under pieces, %v", mode)
				b.js(`for (const d of document.querySelectorAll("details")) d.open = true`, nil)
				x.clean(axe, form)
				for _, tab := range []string{"#tab-parting", "#tab-quick", "#tab-placing"} {
					b.click(tab)
					x.clean(axe, tab)
				}
			}
			require.Empty(t, b.Said)
		})
	}
}

// damaged looks at a page whose engine cannot start.
func (x *explorer) damaged(file string) {
	before, after, ok := strings.Cut(disk.Read(x.t, file), `id="wasm">`)
	require.True(x.t, ok)
	_, after, _ = strings.Cut(after, "</script>")
	broken := filepath.Join(x.dir, "damaged.html")
	require.NoError(x.t, os.WriteFile(broken, []byte(before+`id="wasm">H4sIAAAA</script>`+after), 0o666))
	for because, script := range map[string]string{"damaged": "", "no workers": "delete window.Worker"} {
		x.openWith(script, "file://"+broken)
		x.wait(because, `document.getElementById("engine")?.textContent.startsWith("The engine cannot start here.")`)
		x.button("#starters", "What if the huff uses up the turn?")
		x.says("Souffler n'est pas jouer")
		x.answer("claim.piece", "moved")
		x.says("The engine has failed")
		x.button("#fault", "Try again")
		x.says("The engine has failed")
	}
}

// openWith opens a page that runs a script before its own.
func (b *browser) openWith(script, url string) {
	var added struct{ Identifier string }
	b.call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": script}, &added)
	b.open(url)
	b.wait("it is there", `location.href !== "about:blank" && document.readyState === "complete"`)
	b.call("Page.removeScriptToEvaluateOnNewDocument", map[string]any{"identifier": added.Identifier}, nil)
}

// upload gives a file to an input.
func (x *explorer) upload(selector, path string) {
	var input struct{ Result struct{ ObjectID string } }
	x.call("Runtime.evaluate", map[string]any{"expression": "document.querySelector(" + strconv.Quote(selector) + ")"}, &input)
	x.call("DOM.setFileInputFiles", map[string]any{"files": []string{path}, "objectId": input.Result.ObjectID}, nil)
}

// served runs varlab serve until the test ends and returns its address.
func served(t *testing.T, args ...string) string {
	t.Helper()
	url, stop := serving(t, args...)
	t.Cleanup(stop)
	return url
}

// serving runs varlab serve until stop is called.
func serving(t *testing.T, args ...string) (url string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said, done := &lines{got: make(chan string, 10)}, make(chan error, 1)
	go func() {
		done <- run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), said, &bytes.Buffer{})
	}()
	select {
	case line := <-said.got:
		return strings.TrimSpace(line), func() {
			cancel()
			require.NoError(t, <-done)
		}
	case err := <-done:
		cancel()
		require.NoError(t, err)
		return "", func() {}
	}
}

type lines struct{ got chan string }

func (l *lines) Write(p []byte) (int, error) {
	l.got <- string(p)
	return len(p), nil
}
