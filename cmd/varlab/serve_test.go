package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	neturl "net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/explore"
	"varlab/internal/testing/disk"
)

// A page that is served answers its own questions and those of nobody else, and opens no
// file that it was not told of.
func TestServeAnswersItsPageAlone(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	mine := func(title string) {
		require.NoError(t, os.WriteFile("mine.toml", []byte("inherits = \"federation\"\ntitle = \""+title+"\"\nstatus = \"invented\"\nsummary = \"s\"\n[king]\nrange = { is = \"short\", assumed = \"a\" }\n"), 0o666))
	}
	mine("Mine")
	require.NoError(t, os.WriteFile("study.toml", []byte("name = \"x\"\n"), 0o666))
	does(t, "compare", "federation", "regle-moderne", "--games", "4", "--player", "random", "--out", "varlab-runs/one two")
	require.NoError(t, os.Mkdir("varlab-runs/red", 0o777)) // a run that nobody can read
	require.NoError(t, os.WriteFile("varlab-runs/red/manifest.json", []byte("{}"), 0o666))
	listen := serveCommand().Flags().Lookup("listen").DefValue
	require.True(t, strings.HasPrefix(listen, "127.0.0.1:"), "%s: on this machine unless told otherwise", listen)
	url := served(t)
	host := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	do := func(method, path, body string, change func(*http.Request)) (int, string) {
		r, err := http.NewRequest(method, url+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		if change != nil {
			change(r)
		}
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer answer.Body.Close()
		var text bytes.Buffer
		_, err = text.ReadFrom(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, text.String()
	}
	ask := func(request string) string {
		code, text := do("POST", "ask", request, nil)
		require.Equal(t, 200, code, text)
		return text
	}
	code, text := do("GET", "explore", "", nil)
	require.Equal(t, 200, code)
	require.NotContains(t, text, `id="wasm"`)
	code, text = do("GET", "", "", nil)
	require.Equal(t, 200, code)
	for _, shown := range []string{"mine.toml", "/runs/one%20two/", "/runs/red/"} {
		require.True(t, strings.Contains(text, shown), shown)
	}
	page, err := http.Get(url)
	require.NoError(t, err)
	require.NoError(t, page.Body.Close())
	require.Contains(t, page.Header.Get("Content-Security-Policy"), "default-src 'none'")
	require.Contains(t, page.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	code, text = do("GET", "runs/red/", "", nil)
	require.Equal(t, 500, code)
	require.Contains(t, text, "red")
	_, text = do("GET", "runs", "", nil)
	require.Contains(t, text, `{"dir":"one two","title":"Nineteen articles from a draughts program and Modern rule sheet of draughts compared","state":"complete","games":8,"of":8}`)
	require.Contains(t, ask(`{"do":"catalog"}`), `"own":[{"ref":"mine.toml","title":"Mine"`)
	require.Contains(t, ask(`{"do":"rules","rules":[{"ref":"mine.toml"}]}`), `"Mine"`)
	require.Contains(t, ask(`{"do":"profile","rules":[{"ref":"mine.toml","sets":["king.landing=free"]}]}`), `inherits = \"federation\"`)
	mine("Mine, again")
	require.Contains(t, ask(`{"do":"catalog"}`), `"own":[{"ref":"mine.toml","title":"Mine, again"`)

	// Other hosts, other origins, other types, too much. Package bench has the rest of them.
	for name, change := range map[string]func(*http.Request){
		"host":       func(r *http.Request) { r.Host = "evil.example" },
		"other port": func(r *http.Request) { r.Host = "127.0.0.1:1" },
		"origin":     func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
	} {
		code, text := do("POST", "ask", `{"do":"catalog"}`, change)
		require.Equal(t, 403, code, name)
		require.NotContains(t, text, "federation", name)
	}
	code, _ = do("POST", "ask", `{"do":"catalog"}`, func(r *http.Request) { r.Header.Set("Origin", "http://"+host) })
	require.Equal(t, 200, code)
	code, _ = do("GET", "runs", "", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") })
	require.Equal(t, 403, code)
	code, _ = do("GET", "runs", "", func(r *http.Request) { // a link may lead here
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Mode", "navigate")
	})
	require.Equal(t, 200, code)
	code, _ = do("POST", "ask", `{"do":"catalog"}`, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-origin") })
	require.Equal(t, 200, code)
	code, _ = do("POST", "ask", `{"do":"catalog"}`, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") })
	require.Equal(t, 415, code)
	code, _ = do("POST", "ask", `{"text":"`+strings.Repeat("x", explore.MostBytes)+`"}`, nil)
	require.Equal(t, 413, code)

	// Files.
	secret := filepath.Join(dir, "folder", "secret.toml")
	require.NoError(t, os.MkdirAll(filepath.Dir(secret), 0o777))
	require.NoError(t, os.Rename("mine.toml", secret))
	for _, ref := range []string{secret, "folder/secret.toml", "./folder/secret.toml", "federation+../../x", "../../etc/passwd", `..\x`, "study.toml", "secret.toml"} {
		request, err := json.Marshal(map[string]any{"do": "rules", "rules": []map[string]string{{"ref": ref}}})
		require.NoError(t, err)
		answer := ask(string(request))
		require.Contains(t, answer, `"error"`, ref)
		require.NotContains(t, answer, "Mine", ref)
		request, err = json.Marshal(map[string]any{"do": "open", "text": "inherits = " + strconv.Quote(ref) + "\n"})
		require.NoError(t, err)
		answer = ask(string(request))
		require.Contains(t, answer, `"error"`, ref)
		require.NotContains(t, answer, "Mine", ref)
	}
	require.Eventually(t, func() bool {
		code, text = do("GET", "runs/one%20two/", "", nil)
		require.Equal(t, 200, code)
		return strings.Contains(text, `id="answer"`) && strings.Contains(text, "← Workbench")
	}, 30*time.Second, 50*time.Millisecond)
	for _, name := range []string{"..", "%2e%2e", "..%2f..%2fetc", "one", "one%20two/manifest.json", "../study.toml"} {
		for _, end := range []string{"", "/"} {
			code, text = do("GET", "runs/"+name+end, "", nil)
			require.NotContains(t, text, "manifest", name)
			require.NotEqual(t, 500, code, name)
		}
	}
	code, _ = do("GET", "rules?from=folder/secret.toml", "", nil)
	require.Equal(t, 404, code)

	// Forms change the folder, if they are of its own pages.
	token := regexp.MustCompile(`name="token" value="([^"]+)"`).FindStringSubmatch(func() string { _, text := do("GET", "study", "", nil); return text }())[1]
	post := func(path string, fields neturl.Values) (int, string) {
		return do("POST", path, fields.Encode(), func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", "http://"+host)
		})
	}
	profile := `inherits = "federation"
title = "../Short kings!"
status = "invented"
summary = "s"
`
	rules := neturl.Values{"token": {token}, "text": {profile}, "do": {"save"}}
	code, _ = post("rules", neturl.Values{"text": {profile}, "do": {"save"}})
	require.Equal(t, 403, code, "no token")
	code, _ = post("rules", neturl.Values{"token": {token}, "text": {strings.Repeat("x", explore.MostBytes)}})
	require.Equal(t, 413, code)
	for _, from := range []string{"folder/secret.toml", secret, "mine.toml"} {
		code, text = post("rules", neturl.Values{"token": {token}, "text": {strings.Replace(profile, "federation", from, 1)}, "do": {"save"}})
		require.Equal(t, 200, code)
		require.True(t, strings.Contains(text, "want the id of a built-in rule set"))
	}
	for _, name := range []string{"../study.toml", secret, "folder/secret.toml", ".."} {
		code, _ = post("play", neturl.Values{"token": {token}, "file": {name}})
		require.Equal(t, 404, code, name)
		code, _ = post("runs/"+neturl.PathEscape(name)+"/", neturl.Values{"token": {token}, "do": {"go"}})
		require.NotEqual(t, 303, code, name)
	}
	code, text = post("study", neturl.Values{"token": {token}, "title": {"x"}, "set": {secret, "federation"}, "player": {"file:study.toml"}, "do": {"save"}})
	require.Equal(t, 200, code)
	require.True(t, strings.Contains(text, "is not saved yet"))
	_, text = post("rules", rules)
	require.True(t, strings.Contains(text, "My rule sets"))
	var made []string
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		made = append(made, entry.Name())
	}
	require.Equal(t, []string{"folder", "short-kings.toml", "study.toml", "varlab-runs"}, made)
	does(t, "check", "short-kings.toml")

	for _, listen := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "here"} {
		require.ErrorContains(t, run(t.Context(), []string{"serve", "--listen", listen}, io.Discard, io.Discard), "this machine alone")
	}
	other := served(t, "--listen", "localhost:0")
	answer, err := http.Get(other)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, 200, answer.StatusCode)
}

// A person's day: a rule set of their own, a study, its run with a pause and the program ended
// in between, and its report. The command line makes the same files.
func TestWorkbench(t *testing.T) {
	path, axe := chromium(t)
	t.Chdir(t.TempDir())
	url, stop := serving(t)
	b := newBrowser(t, path)
	x := &explorer{b, t}
	clean := func(what string) {
		for _, width := range []int{1280, 320} {
			b.size(width, 900, width == 320)
			x.clean(axe, what)
		}
		b.size(1280, 900, false)
	}
	fill := func(selector, text string) {
		b.wait(selector, `document.querySelector(`+strconv.Quote(selector)+`)`)
		b.js(`(() => { const e = document.querySelector(`+strconv.Quote(selector)+`); e.value = `+strconv.Quote(text)+`; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, nil)
	}
	b.size(1280, 900, false)
	b.open(url)
	b.wait("the gallery", `document.querySelectorAll(".gallery li").length > 30`)
	clean("home")

	// A rule set, by its questions and as text.
	b.click(`a[href="/explore"].button`)
	b.wait("the page", `typeof state === "object" && position && first`)
	b.open(url + "explore#polonaise-souffler~king.range=short")
	b.wait("short kings", `typeof first === "object" && first && first.rules["king.range"].value === "short"`)
	b.click("#keep")
	b.wait("its text", `document.querySelector("#text")?.value.includes('range = { is = "short"')`)
	clean("rules")
	b.js(`document.querySelector("#text").value = document.querySelector("#text").value.replace('"short"', '"shot"')`, nil)
	b.click(`[value="check"]`)
	x.says("Line 9: king.range")
	b.js(`document.querySelector("#text").value = document.querySelector("#text").value.replace('"shot"', '"short"')`, nil)
	fill("#title", "Short kings, with the huff")
	b.click(`[value="save"]`)
	x.says("short-kings-with-the-huff.toml")
	does(t, "check", "short-kings-with-the-huff.toml")

	// A study of it, of its parent, and of a what-if.
	b.click(`nav a[href="/study"]`)
	b.wait("the form", `document.querySelector("#study")`)
	b.click(`[name="set"][value="short-kings-with-the-huff.toml"]`)
	b.click(`[name="set"][value="polonaise-souffler"]`)
	b.wait("it is chosen", `document.querySelector("#base option[value='polonaise-souffler']")`)
	fill("#base", "polonaise-souffler")
	fill(`[name="change"]`, "claim.huff_turn=spends")
	b.click(`[value="add"]`)
	b.wait("the what-if", `document.querySelector("[name=set][value='polonaise-souffler{claim.huff_turn=spends}']:checked")`)
	b.click(`[name="leave"][value="0"]`)
	b.wait("one player", `document.querySelectorAll("[name=player]").length === 1`)
	fill(`[name="games"]`, "150")
	fill("#a0", "short-kings-with-the-huff.toml")
	fill("#b0", "polonaise-souffler")
	x.says("450 games")
	fill("#slide", "70")
	x.says("1950 games")
	b.wait("which it has tried", `/take/.test(document.querySelector("#look").textContent) && document.querySelector("#look table")`)
	fill(`[name="games"]`, "150")
	x.says("450 games")
	clean("study")
	b.click(`[value="play"]`)
	x.says("The study is not saved yet")
	fill(`[name="title"]`, "Do short kings draw?")
	b.click(`[value="play"]`)
	b.wait("a lesson", `/taught before the games/.test(document.querySelector("#now .state")?.textContent)`)

	// It is paused, the program ends, and goes on when it is there again.
	x.button("main", "Pause")
	x.says("Paused.")
	clean("run")
	x.button("main", "Go on")
	b.wait("it goes on", `/taught before the games|^\d+ of 450 games/.test(document.querySelector("#now .state")?.textContent)`)
	stop()
	url, stop = serving(t, "--address", "https://example.org/draughts/")
	t.Cleanup(func() { stop() })
	b.open(url)
	b.Said = nil // the page before has heard that the program ended
	x.says("paused")
	x.button("main", "Go on")
	b.wait("the report", `document.querySelector("#answer .question")?.textContent === "Do short kings draw?"`)
	b.wait("a link to its boards", `document.querySelector("a[href^='/beside?'][href*='short-kings-with-the-huff']")`)
	x.clean(axe, "report")
	b.click("a[href^='/beside?'][href*='short-kings-with-the-huff']")
	b.wait("the way back", `document.querySelector("#report") && !document.querySelector("#report").hidden`)
	b.click("#report")
	b.wait("the report again", `document.querySelector("#answer h1")`)

	// What is taken along, and what the command line makes of the study.
	runs := disk.Glob(t, filepath.Join(runsDir, "*"))
	require.Len(t, runs, 1)
	got := func(name string) string {
		answer, err := http.Get(url + "runs/" + filepath.Base(runs[0]) + "/" + name)
		require.NoError(t, err)
		defer answer.Body.Close()
		content, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return string(content)
	}
	data := got("data.zip")
	taken, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.NoError(t, os.CopyFS("taken", taken))
	does(t, "check", "taken/do-short-kings-draw.toml", "taken/short-kings-with-the-huff.toml")
	page := got("report.html")
	require.Contains(t, page, "<p class=\"question\">Do short kings draw?</p>")
	require.Regexp(t, `href="https://example.org/draughts/board.html#short-kings-with-the-huff.toml&amp;beside=[^"]*&amp;fen=`, page)
	does(t, "run", "do-short-kings-draw.toml", "--out", "by hand")
	shards := disk.Glob(t, filepath.Join("by hand", "shards", "*"))
	require.NotEmpty(t, shards)
	for _, file := range append(shards, filepath.Join("by hand", "manifest.json")) {
		require.Equal(t, disk.Read(t, file), disk.Read(t, strings.Replace(file, "by hand", runs[0], 1)), file)
	}
	b.open(url)
	x.says("Drawn, of 100 games")
	require.Empty(t, b.Said)
}
