package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
)

// A browser is a Chromium that a test drives by the DevTools protocol over two pipes:
// mouse and keys are those of a person.
type browser struct {
	t       *testing.T
	in      io.WriteCloser
	answers chan message
	id      int
	session string
	dir     string   // to which it downloads
	Said    []string // errors of scripts, and what the console was told
}

type message struct {
	ID        int                       `json:"id,omitempty"`
	Method    string                    `json:"method,omitempty"`
	Params    any                       `json:"params,omitempty"`
	SessionID string                    `json:"sessionId,omitempty"`
	Result    json.RawMessage           `json:"result,omitempty"`
	Error     *struct{ Message string } `json:"error,omitempty"`
}

// chromium returns the path of Chromium and the text of axe, or skips the test.
func chromium(t *testing.T) (path, axe string) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no Chromium")
	}
	text, err := os.ReadFile(results.With("axe"))
	if err != nil {
		t.Skip("-with axe=FILE is not axe.min.js (npm pack axe-core)")
	}
	return path, string(text)
}

// quiet are arguments of a Chromium that shows no window and asks nobody. What it keeps
// lies in a directory of its own, removed after the test: children of a Chromium that has
// been killed still write there for a moment, so one attempt is not enough.
func quiet(t *testing.T) []string {
	profile, err := os.MkdirTemp("", "varlab-chromium-")
	require.NoError(t, err)
	t.Cleanup(func() {
		for range 100 {
			if err = os.RemoveAll(profile); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Log(err)
	})
	return []string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--no-first-run", "--disable-quic", "--user-data-dir=" + profile,
	}
}

func newBrowser(t *testing.T, path string) *browser {
	dir := t.TempDir()
	read, in, err := os.Pipe()
	require.NoError(t, err)
	out, write, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.Command(path, append(quiet(t), "--remote-debugging-pipe", "--window-size=1280,900")...)
	cmd.ExtraFiles = []*os.File{read, write}
	require.NoError(t, cmd.Start())
	read.Close()
	write.Close()
	b := &browser{t: t, in: in, dir: dir, answers: make(chan message, 100)}
	go func() {
		defer close(b.answers)
		for r := bufio.NewReader(out); ; {
			text, err := r.ReadBytes(0)
			if err != nil {
				return
			}
			var m message
			if json.Unmarshal(text[:len(text)-1], &m) == nil {
				b.answers <- m
			}
		}
	}()
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
		out.Close()
	})
	var target struct{ TargetID, SessionID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	b.call("Page.enable", nil, nil)
	b.call("Runtime.enable", nil, nil)
	b.call("Log.enable", nil, nil)
	b.call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil)
	return b
}

// call sends a command and waits for its answer.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	require.NoError(b.t, b.try(method, params, result), method)
}

func (b *browser) try(method string, params, result any) error {
	b.id++
	text, err := json.Marshal(message{ID: b.id, Method: method, Params: params, SessionID: b.session})
	if err == nil {
		_, err = b.in.Write(append(text, 0))
	}
	if err != nil {
		return err
	}
	late := time.After(2 * time.Minute)
	for {
		select {
		case m, open := <-b.answers:
			switch {
			case !open:
				return errors.New("the browser has gone")
			case m.Method == "Runtime.exceptionThrown" || m.Method == "Log.entryAdded":
				said, _ := json.Marshal(m.Params)
				b.Said = append(b.Said, string(said))
			case m.ID != b.id:
			case m.Error != nil:
				return errors.New(m.Error.Message)
			case result != nil:
				return json.Unmarshal(m.Result, result)
			default:
				return nil
			}
		case <-late:
			return errors.New("the browser does not answer")
		}
	}
}

// size sets the width and height of the window, and whether it is dark.
func (b *browser) size(width, height int, dark bool) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	scheme := map[bool]string{false: "light", true: "dark"}[dark]
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
}

func (b *browser) open(url string) {
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.wait("the page before is gone", `location.href === "about:blank"`) // else it would still answer
	b.call("Page.navigate", map[string]any{"url": url}, nil)
}

// js is the value of an expression in the page.
func (b *browser) js(expression string, result any) {
	b.t.Helper()
	require.NoError(b.t, b.eval(expression, result), expression)
}

func (b *browser) eval(expression string, result any) error {
	var found struct {
		Result struct {
			Value json.RawMessage
		}
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := b.try("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &found); err != nil {
		return err
	}
	if e := found.ExceptionDetails; e != nil {
		return fmt.Errorf("%s %s", e.Text, e.Exception.Description)
	}
	if result == nil || found.Result.Value == nil {
		return nil
	}
	return json.Unmarshal(found.Result.Value, result)
}

// wait waits until an expression is true.
func (b *browser) wait(what, expression string) {
	b.t.Helper()
	for late := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		yes := false
		err := b.eval("Boolean("+expression+")", &yes)
		if err == nil && yes {
			return
		}
		if time.Now().After(late) {
			shot := filepath.Join(os.TempDir(), "varlab-page.png")
			b.shoot(shot)
			text := ""
			b.eval("document.body.innerText", &text)
			require.Fail(b.t, what, "%s is not so (%v); %v; see %s:\n%s", expression, err, b.Said, shot, text)
		}
	}
}

// click clicks in the midst of the first element that a selector finds, after it has been
// brought into view. A page that has not been painted loses what the mouse does.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.wait("there is "+selector, fmt.Sprintf(`document.readyState === "complete" && performance.getEntriesByType("paint").length && document.querySelector(%q) && !document.querySelector(%q).disabled`, selector, selector))
	var at struct{ X, Y float64 }
	b.js(fmt.Sprintf(`(() => {
  const e = document.querySelector(%q);
  e.scrollIntoView({block: "center"});
  const r = e.getBoundingClientRect();
  return {x: r.x + r.width / 2, y: r.y + r.height / 2};
})()`, selector), &at)
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
}

// press presses keys by their names, such as Tab or ArrowLeft.
func (b *browser) press(keys ...string) {
	b.t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
	for _, key := range keys {
		text := map[string]string{"Enter": "\r", " ": " "}[key]
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key], "text": text}, nil)
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "windowsVirtualKeyCode": codes[key]}, nil)
	}
}

// shoot takes a picture of what the window shows.
func (b *browser) shoot(path string) {
	var picture struct{ Data string }
	if err := b.try("Page.captureScreenshot", nil, &picture); err != nil {
		return
	}
	if data, err := base64.StdEncoding.DecodeString(picture.Data); err == nil {
		os.WriteFile(path, data, 0o666)
	}
}
