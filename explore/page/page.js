// The page of varlab explore and varlab serve. What is true of draughts is asked of the
// engine, in the page or behind it; here is only what is shown, and what was chosen.
const $ = (id) => document.getElementById(id);
const known = globalThis.answers || JSON.parse($("known").textContent); // that came with the page

// ---- the engine

const query = (what, fields) => {
  const q = { do: what };
  for (const k of ["rules", "fen", "turns", "level", "game", "so", "text"]) {
    const v = fields[k];
    if (v && !(Array.isArray(v) && v.length === 0)) q[k] = v;
  }
  return q;
};
const texts = new Map(); // profiles that were opened in the page: their text, and how an address names them
const named = (r) => r.sets?.length ? { ref: r.ref, sets: r.sets } : { ref: r.ref };
const ref = (r) => texts.has(r.ref) ? { ...named(r), text: texts.get(r.ref).text } : named(r);

const inPage = () => {
  const waiting = new Map();
  let worker, starting, sent = 0, up = false;
  // The engine is in the page, or in a file beside it.
  const parts = () => $("wasm") ? [$("worker").textContent, $("wasm").textContent] : globalThis.engineParts || new Promise((done, failed) => {
    const script = document.createElement("script");
    script.onload = () => done(globalThis.engineParts);
    script.onerror = () => failed("engine.js, which belongs to this page, cannot be read");
    script.src = "engine.js";
    document.head.append(script);
  });
  const start = async () => {
    up = false;
    starting = true;
    let packed;
    try {
      const [text, wasm] = await parts();
      packed = wasm;
      worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    } catch (error) {
      setTimeout(fail, 0, String(error));
      return;
    }
    worker.onmessage = ({ data }) => {
      if (data.ready) {
        up = true;
        for (const [id, w] of waiting) worker.postMessage({ id, request: w.request });
        tell("");
      } else if (data.failed) fail(data.failed);
      else {
        waiting.get(data.id)?.done(data.answer);
        waiting.delete(data.id);
      }
    };
    worker.onerror = (event) => fail(event.message || "the engine cannot start");
    worker.postMessage({ engine: packed, own: JSON.stringify(known.texts || {}) });
  };
  const fail = (why) => {
    const lost = [...waiting.values()];
    waiting.clear();
    worker?.terminate();
    worker = starting = undefined;
    tell(up ? `The engine failed (${why}) and begins again.` : `The engine cannot start here. The examples above work without it. For the rest, open the page in a newer browser, or fetch the file again, which may be damaged. (${why})`, !up);
    for (const w of lost) w.done(JSON.stringify({ error: `the engine has failed (${why})`, lost: true }));
    if (up) start();
  };
  if ($("wasm")) {
    tell("The engine is loading; the examples work already.");
    start();
  }
  return (request) => new Promise((done) => {
    const id = ++sent;
    waiting.set(id, { request, done });
    if (up) worker.postMessage({ id, request });
    else {
      tell("The engine is loading; what you have asked for comes as soon as it is there.");
      if (!starting) start();
    }
  });
};
const behind = () => {
  return (request) => fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: request })
    .then(async (r) => r.ok ? r.text() : JSON.stringify({ ...await r.json(), lost: true }))
    .catch(() => JSON.stringify({ error: "the program that serves this page does not answer (is varlab serve still running?)", lost: true }));
};
const tell = (text, bad) => {
  $("engine").textContent = text;
  $("engine").classList.toggle("fault", Boolean(bad));
};
const engine = $("wasm") || globalThis.answers ? inPage() : behind();
const asked = new Map();
let asking = 0;
const ask = async (what, fields) => {
  const request = JSON.stringify(query(what, fields));
  let answer = known[request];
  if (!answer) {
    if (!asked.has(request)) {
      if (asked.size > 300) asked.clear();
      asked.set(request, engine(request));
    }
    document.body.classList.toggle("busy", ++asking > 0);
    const text = await asked.get(request);
    document.body.classList.toggle("busy", --asking > 0);
    try {
      answer = JSON.parse(text);
    } catch {
      answer = { error: text };
    }
  }
  if (answer.error) {
    asked.delete(request);
    throw Object.assign(new Error(answer.error), { lost: answer.lost });
  }
  return answer;
};

// ---- what was chosen

const state = {
  a: { ref: "", sets: [] },
  second: "text", // text: the first as its text has it; none; or a rule set
  b: null, // where second is a rule set
  fen: "",
  turns: [],
  white: "you",
  black: "you",
};
let catalog, first, second; // the answers about them
let position; // the answer about the board
let partings = { key: "", found: [], at: -1, same: false };
let epoch = 0; // of what is asked for: what is older is dropped
let shown = -1; // of what is shown
let flipped = false;
let picked = {}; // of the turn that is being chosen: claim, named, from
let thinking = false;

const other = () => {
  if (state.second === "text") return state.a.sets.length ? { ref: state.a.ref, sets: [] } : null;
  return state.second === "none" ? null : state.b;
};
const pair = () => other() ? [ref(state.a), ref(other())] : [ref(state.a)];

const link = () => {
  const part = (text) => encodeURIComponent(text).replace(/~/g, "%7E");
  const name = (r) => texts.has(r.ref) ? name({ ref: texts.get(r.ref).ref, sets: [...texts.get(r.ref).sets || [], ...r.sets] }) : [part(r.ref).replace(/%2B/g, "+"), ...r.sets.map((s) => part(s.replace(/^([a-z._]+)="([-a-z0-9]+)"$/, "$1=$2")).replace(/%3D/, "="))].join("~");
  let text = name(state.a);
  if (state.second === "none") text += "&beside=none";
  else if (state.second !== "text") text += `&beside=${name(state.b)}`;
  if (state.fen) text += `&fen=${encodeURIComponent(state.fen).replace(/%3A/g, ":").replace(/%2C/g, ",")}`;
  if (state.turns.length) text += `&turns=${encodeURIComponent(state.turns.join(" ")).replace(/%20/g, "+").replace(/%40/g, "@").replace(/%2F/g, "/")}`;
  if (state.white !== "you") text += `&white=${state.white}`;
  if (state.black !== "you") text += `&black=${state.black}`;
  return text;
};
const readLink = (text) => {
  const parts = text.replace(/^#\/?/, "").split("&");
  const set = (part) => {
    const [r, ...sets] = part.split("~").map(decodeURIComponent);
    return { ref: r, sets: sets.map((s) => s.replace(/^([a-z._]+)=([a-z][-a-z0-9]*)$/, (m, k, v) => /^(true|false)$/.test(v) ? m : `${k}="${v}"`)) };
  };
  const found = { a: set(parts[0]), second: "text", b: null, fen: "", turns: [], white: "you", black: "you" };
  for (const part of parts.slice(1)) {
    const at = part.indexOf("=");
    const [key, value] = [part.slice(0, at), part.slice(at + 1)];
    if (key === "beside" && value === "none") found.second = "none";
    else if (key === "beside") [found.second, found.b] = ["set", set(value)];
    else if (key === "fen") found.fen = decodeURIComponent(value);
    else if (key === "turns") found.turns = decodeURIComponent(value.replace(/\+/g, " ")).split(" ").filter(Boolean);
    else if (key === "white" || key === "black") found[key] = /^[0-9]$/.test(value) ? value : "you";
  }
  return found;
};
let written = "";
let linked = 0; // when an address was last written
let linking;
const writeLink = () => {
  clearTimeout(linking);
  const wait = linked + 100 - performance.now();
  if (wait > 0) { // browsers stop a page that writes addresses faster
    linking = setTimeout(writeLink, wait);
    return;
  }
  linked = performance.now();
  written = `#${link()}`;
  try {
    history.replaceState(null, "", written);
  } catch {
    // a page in a frame without an address
  }
};

// ---- the rules

const axisOf = (key) => catalog.axes.find((x) => x.key === key);
const labelOf = (r) => r && known.labels[JSON.stringify(named(r))]; // there may be no other side
const titleOf = (r) => labelOf(r) || [...catalog.sets, ...(catalog.own || [])].find((s) => s.ref === r.ref)?.title || r.ref;
const sideName = (k) => {
  const r = k === "a" ? state.a : other();
  if (labelOf(r)) return labelOf(r);
  if (k === "a") return r.sets.length ? "as you have changed it" : titleOf(r);
  return state.second === "text" ? "as the text has it" : titleOf(r) + (r.sets.length ? ", changed" : "");
};
const literal = (axis, value) => axis.kind === "word" ? `"${value}"` : axis.kind === "words" ? `[${value.map((w) => `"${w}"`).join(", ")}]` : String(value);

// change lays a value over the first rule set; undefined takes back what was laid.
const change = (key, text) => {
  const sets = state.a.sets.filter((s) => !s.startsWith(`${key}=`));
  if (key === "capture.obligation") sets.splice(0, sets.length, ...sets.filter((s) => !s.startsWith("claim.") || text === undefined));
  const original = base?.rules[key]?.text;
  if (text !== undefined && text !== original) sets.push(`${key}=${text}`);
  state.a = { ref: state.a.ref, sets };
  const fresh = state.turns.length === 0 || partings.at >= 0;
  refresh({ show: fresh && sets.length > 0, keep: !fresh });
};
let base; // the first rule set as its text has it

// cited shows clauses by their names, each of which opens what it says and where.
const cited = (info, clauses) => {
  const span = make("span", "");
  for (const c of clauses || []) {
    const id = `card-${c.id.replace(/[^-a-z0-9]/gi, "-")}`;
    if (!$(id)) {
      const card = make("div", "");
      Object.assign(card, { id, className: "card", popover: "auto" });
      const p = make("p", "");
      p.append(make("b", c.id), ` ${c.says}`);
      card.append(p);
      if (c.words) {
        const original = make("p", "");
        original.append(quoted(info, c.sentence || c.words));
        card.append(original);
      }
      const from = info.documents[c.id.split(".")[0]];
      if (from) {
        const where = make("p", from);
        where.className = "small";
        card.append(where);
      }
      $("cards").append(card);
    }
    const b = make("button", c.id);
    Object.assign(b, { type: "button", className: "ref", popoverTargetElement: $(id) });
    span.append(" ", b);
    if (c.words) span.append(" ", quoted(info, c.words));
  }
  return span;
};
const quoted = (info, words) => {
  const q = make("q", words);
  if (info.language) q.lang = info.language;
  return q;
};

const basis = (axis) => {
  const box = make("div", "");
  box.className = "basis";
  const rule = first.rules[axis.key];
  const info = rule.changed ? base : first;
  const of = info?.rules[axis.key];
  if (!of) box.append(make("p", "The text does not come to this."));
  else if (of.clauses) {
    const p = make("p", "The text:");
    p.append(cited(info, of.clauses));
    box.append(p);
  } else box.append(make("p", "The text does not say."));
  const more = make("details", "");
  const others = rule.others?.length || 0;
  if (of?.says) more.append(make("p", `Read so: ${of.says}`));
  if (of?.assumed) more.append(make("p", `Assumed: ${of.assumed}`));
  for (const o of rule.others || []) {
    more.append(make("p", `${o.means} ${o.reason} ${o.stands || ""}`));
    more.append(make("button", `Read it so (${o.name})`, () => change(axis.key, o.text)));
  }
  if (more.children.length) {
    const title = [of?.says || of?.assumed ? "How it is read" : "", others ? `${others} other ${others === 1 ? "reading" : "readings"}` : ""].filter(Boolean).join(", and ");
    more.prepend(make("summary", capital(title)));
    box.append(more);
  }
  return box;
};

const question = (axis) => {
  const rule = first.rules[axis.key];
  const whole = make("details", "");
  whole.id = `q-${axis.key}`;
  whole.classList.toggle("changed", Boolean(rule.changed));
  const title = make("summary", "");
  const name = make("span", axis.question);
  name.id = `n-${axis.key}`;
  const answer = make("span", rule.means);
  answer.className = "means";
  title.append(name, " ", answer);
  const field = make("fieldset", "");
  field.setAttribute("aria-labelledby", name.id);
  whole.append(title, field);
  const box = (type, word, means, checked, on) => {
    const label = make("label", "");
    const input = make("input", "");
    Object.assign(input, { type, name: axis.key, value: word, checked });
    input.addEventListener("change", on);
    const words = make("span", means);
    label.append(input, words);
    field.append(label);
  };
  switch (axis.kind) {
    case "word":
      for (const v of axis.values) box("radio", v.word, v.means, rule.value === v.word, () => change(axis.key, literal(axis, v.word)));
      break;
    case "flag":
      for (const v of axis.values) box("radio", v.word, v.means, String(rule.value) === v.word, () => change(axis.key, v.word));
      break;
    case "words":
      for (const v of axis.values) {
        box("checkbox", v.word, v.means, rule.value.includes(v.word), () => {
          const list = rule.value.includes(v.word) ? rule.value.filter((w) => w !== v.word) : axis.key === "capture.precedence"
            ? [...rule.value, v.word] : axis.values.map((x) => x.word).filter((w) => w === v.word || rule.value.includes(w));
          change(axis.key, literal(axis, list));
        });
      }
      break;
    case "number": {
      const label = make("label", "");
      const input = make("input", "");
      Object.assign(input, { type: "number", min: axis.min || 0, max: axis.max, value: rule.value, name: axis.key });
      input.addEventListener("change", () => { if (input.validity.valid && input.value !== "") change(axis.key, String(+input.value)); });
      label.append(input, make("span", rule.means));
      input.setAttribute("aria-label", axis.question);
      field.append(label);
      break;
    }
    case "clauses": {
      field.append(make("p", rule.means));
      if (rule.text !== "[]") field.append(make("button", "Play without any of this", () => change(axis.key, "[]")));
      break;
    }
    default:
      field.append(make("p", rule.means));
  }
  if (rule.changed) field.append(make("button", "Back to the text", () => change(axis.key, undefined)));
  field.append(basis(axis));
  return whole;
};

const showRules = () => {
  const form = $("questions");
  const open = new Set([...form.querySelectorAll("details[data-section][open]")].map((d) => d.dataset.section));
  const fresh = form.children.length === 0;
  const answering = new Set([...form.querySelectorAll("details[id][open]")].map((d) => d.id));
  const focus = document.activeElement?.closest("#questions") && [document.activeElement.name, document.activeElement.value];
  const boxes = [];
  for (const section of catalog.sections) {
    const axes = catalog.axes.filter((x) => x.key.split(".")[0] === section.key && first.rules[x.key] && !(x.key === "board.start" && !first.rules[x.key].value) && !(x.kind === "text" && !first.rules[x.key].value));
    if (!axes.length) continue;
    const box = make("details", "");
    box.dataset.section = section.key;
    const changed = axes.filter((x) => first.rules[x.key].changed).length;
    box.append(make("summary", section.title + (changed ? ` (${changed} changed)` : "")));
    box.open = fresh ? changed > 0 || !state.a.sets.length && (section.key === "claim" || section.key === "capture" && !first.rules["claim.remedies"]) : open.has(section.key) || section.key === "claim" && !form.querySelector('[data-section="claim"]');
    for (const axis of axes) {
      const asked = question(axis);
      asked.open = answering.has(asked.id) || first.rules[axis.key].changed;
      box.append(asked);
    }
    boxes.push(box);
  }
  // What is done about a capture that is left comes first where it is: there rule sets part most.
  boxes.sort((x, y) => (y.dataset.section === "claim") - (x.dataset.section === "claim"));
  const lead = boxes.find((b) => b.dataset.section === "capture");
  form.replaceChildren(...boxes);
  if (lead && first.rules["claim.remedies"]) form.prepend(lead);
  if (focus) form.querySelector(`[name="${CSS.escape(focus[0])}"]${focus[0] && focus[1] !== undefined && form.querySelector(`[name="${CSS.escape(focus[0])}"][type="number"]`) ? "" : `[value="${CSS.escape(focus[1])}"]`}`)?.focus();

  $("about").textContent = [base?.title, base?.period, base?.place].filter(Boolean).join(", ") + ". " + (base?.summary || "");
  const documents = Object.values(base?.documents || {});
  $("texts").hidden = documents.length === 0;
  $("texts").lastElementChild.replaceChildren(...documents.map((d) => make("li", d)));
  const changes = $("changes");
  changes.replaceChildren();
  if (state.a.sets.length) {
    const rules = state.a.sets.length === 1 ? "one rule" : `${state.a.sets.length} rules`;
    changes.append(labelOf(state.a) ? `${capital(labelOf(state.a))} changes ${rules}. ` : `You have changed ${rules}. `);
    changes.append(make("button", "Put all back", () => {
      state.a = { ref: state.a.ref, sets: [] };
      refresh({});
    }));
  }
  for (const [id, value] of [["first", state.a.ref], ["second", state.second === "set" ? JSON.stringify(named(state.b)) : state.second]]) {
    const select = $(id);
    if (![...select.options].some((o) => o.value === value)) select.append(new Option(id === "second" ? labelOf(state.b) || `${state.b.ref}, changed` : value, value));
    select.value = value;
  }
  $("second").options[0].text = state.a.sets.length ? "the same as the text has it" : "the same as the text has it, once a rule is changed";
  $("swap").hidden = !other();
  for (const e of document.querySelectorAll(".lone")) e.hidden = Boolean(other());
  const now = JSON.stringify(state.second === "set" ? pair() : [ref(state.a)]);
  known.starters.forEach((s, i) => $("starters").children[i].setAttribute("aria-pressed", JSON.stringify(s.rules) === now));
  $("to-rules").textContent = `Rules${state.a.sets.length ? `: ${state.a.sets.length} changed` : ""}`;
};

// ---- the board

const marked = () => position.turns.filter((t) => t.only || t.costs);
const colour = (letter) => letter.toLowerCase() === "b" ? "black" : "white";
const man = (i) => `${colour(position.pieces[i])} ${position.pieces[i] === position.pieces[i].toLowerCase() ? "man" : "king"} on ${position.names[i]}`;
// huffed are the pieces that a huff removes: one, or all that are at fault.
const huffed = (i) => i === undefined ? "all pieces at fault" : `the piece on ${position.names[i]}`;
// inWords says a turn as people do.
const inWords = (t) => {
  const move = t.t.replace(/^huff(@[^/]*)?\/?/, "");
  switch (t.claim) {
    case "huff": return `huff ${huffed(t.named)}${move ? ` and play ${move}` : " and no more"}`;
    case "compel": return `have the turn played again${t.named === undefined ? "" : ` with ${position.names[t.named]}`}`;
    case "waive": return "let it pass";
    default: return t.t;
  }
};
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const yours = () => state[position.mover] === "you";
// fits are the turns that can be played and begin as was picked: with a claim, or with none,
// and with a piece.
const fits = ({ claim, named, from }) => position.ended || thinking || !yours() ? [] : position.turns.filter((t) =>
  t.only !== "b" && t.claim === claim && (!claim || t.named === named) && (from === undefined || t.from === from));

let slide = false; // a turn has just been played, and is seen
let placed; // the pieces that are being set up, where they are
let placing = "w"; // by the next click
const writePlaced = () => {
  const list = (c) => placed.flatMap((l, k) => l !== "." && colour(l) === c ? [(l === l.toLowerCase() ? "" : "K") + position.names[k]] : []).join(",");
  $("fen").value = `${$("fen").value.trim().startsWith("B") ? "B" : "W"}:W${list("white")}:B${list("black")}`;
  drawBoard();
};
// ground draws the squares.
const ground = (svg, board) => {
  const [width, height] = [0, 1].map((k) => 40 * (Math.max(...position.xy.map((p) => p[k])) + 1));
  const frame = svg.id === "squares" ? 16 : 2;
  svg.setAttribute("viewBox", `${-frame} ${-frame} ${width + 2 * frame} ${height + 2 * frame}`);
  board.put("rect", { class: "light", width, height });
  svg.classList.toggle("lined", !!position.lines);
  if (position.lines) {
    const at = (i) => board.place(i).map((k) => 40 * k + 20);
    board.put("path", { class: "edge", d: position.lines.map(([i, j]) => `M${at(i)}L${at(j)}`).join("") });
  } else {
    const side = position.xy.length * 1600 === width * height ? 39 : 40; // a gap tells squares apart where all are played on
    board.put("path", { class: "dark", d: position.xy.map((_, i) => board.place(i)).map(([x, y]) => `M${x * 40},${y * 40}h${side}v${side}h-${side}z`).join("") });
  }
  board.put("rect", { class: "edge", width, height });
};
const drawBoard = () => {
  const svg = $("squares");
  const focus = document.activeElement?.dataset?.spot;
  svg.replaceChildren();
  const board = boardIn(svg, position.xy, position.names);
  board.flipped = flipped;
  ground(svg, board);
  const last = position.game[position.game.length - 1];
  if (last) board.last(last.f, last.g);
  board.last(picked.from);
  const pieces = placed ? [...placed] : [...position.pieces];
  if (picked.claim === "huff" && picked.named !== undefined) pieces[picked.named] = ".";
  board.letters(pieces, true);
  board.left(last?.l);
  if (last?.x !== undefined) board.cross(last.x, "b");
  if (slide && last?.f !== undefined && last.f !== last.g) { // the piece that has moved slides there
    const [[x1, y1], [x2, y2]] = [board.place(last.f), board.place(last.g)];
    svg.querySelector(`use[data-at="${last.g}"]`)?.animate([{ transform: `translate(${40 * (x1 - x2)}px,${40 * (y1 - y2)}px)` }, { transform: "none" }], 220);
  }
  slide = false;
  if (placed) {
    pieces.forEach((letter, i) => {
      const [x, y] = board.place(i);
      const e = board.put("rect", { class: "spot", x: x * 40 + 1, y: y * 40 + 1, width: 38, height: 38, role: "button", tabindex: i ? -1 : 0, "data-spot": i, "aria-label": `${position.names[i]}: ${letter === "." ? "empty" : `${colour(letter)} ${letter === letter.toLowerCase() ? "man" : "king"}`}` });
      e.addEventListener("click", () => {
        placed[i] = placed[i] === placing ? "." : placing;
        writePlaced();
      });
    });
    if (focus !== undefined) svg.querySelector(`[data-spot="${focus}"]`)?.focus({ preventScroll: true });
    return;
  }
  if ($("hint").checked && yours() && !picked.claim && !thinking && position.turns.some((t) => t.omission)) {
    for (const i of new Set(position.turns.filter((t) => t.taken && !t.omission && !t.claim && t.only !== "b").map((t) => t.from))) {
      const [cx, cy] = board.centre(i);
      board.put("circle", { class: "due", cx, cy, r: 18.4 });
    }
  }

  // What one rule set alone allows, unless a turn is being chosen.
  if (picked.from === undefined && !picked.claim) {
    const seen = new Set();
    const once = (name, attributes) => {
      const key = JSON.stringify(attributes);
      if (!seen.has(key)) board.put(name, attributes);
      seen.add(key);
    };
    for (const t of position.turns) {
      const mark = t.only || t.costs && "both";
      if (!mark) continue;
      if (t.claim === "huff" && t.named !== undefined) { // a cross, or corners of the square where both have a huff, but not alike
        const [x, y] = board.centre(t.named);
        const corners = { a: `M${x - 18},${y + 18}v-36h36`, b: `M${x + 18},${y - 18}v36h-36` };
        const two = position.turns.some((u) => u.claim === "huff" && u.named === t.named && u.only !== t.only);
        once("path", { class: `x ${mark}`, d: two && corners[mark] || `M${x - 12},${y - 12}l24,24M${x - 12},${y + 12}l24,-24` });
      }
      if (t.way) once("path", board.pointed(mark, t.way));
      for (const i of t.taken || []) once("circle", { class: mark, cx: board.centre(i)[0], cy: board.centre(i)[1], r: 17 });
    }
  }

  // What can be clicked.
  const spots = new Map();
  const spot = (i, label, on) => { if (!spots.has(i)) spots.set(i, { label, on }); };
  const mine = fits(picked);
  if (picked.from !== undefined) {
    for (const t of mine) {
      const [cx, cy] = board.centre(t.to);
      board.put("circle", { class: `target ${t.only || ""}`, cx, cy, r: 8 });
      const says = `${t.taken ? `take ${t.taken.map((i) => position.names[i]).join(" and ")}, landing` : "move"} on ${position.names[t.to]}${t.omission ? ", leaving a capture untaken" : ""}`;
      spot(t.to, says, () => choose(mine.filter((u) => u.to === t.to)));
    }
    spot(picked.from, "let go of this piece", () => pick({ ...picked, from: undefined }));
  }
  const start = fits({ ...picked, from: undefined });
  for (const t of start) {
    if (t.from === undefined || t.from === picked.from && picked.from !== undefined) continue;
    const n = start.filter((u) => u.from === t.from).length;
    spot(t.from, `${man(t.from)}, ${n} ${n === 1 ? "turn" : "turns"}`, () => pick({ ...picked, from: t.from }));
  }
  if (!picked.claim && yours() && !position.ended && !thinking) {
    for (const t of position.turns) {
      if (t.only === "b" || t.claim !== "huff" || t.named === undefined || spots.has(t.named)) continue;
      const [cx, cy] = board.centre(t.named);
      board.put("circle", { class: "huff", cx, cy, r: 17 });
      spot(t.named, `huff the ${man(t.named)}`, () => claim("huff", t.named));
    }
  }
  svg.append(...svg.querySelectorAll("text")); // names lie over all marks
  let tab = 0;
  for (const [i, s] of [...spots].sort(([x], [y]) => x - y)) {
    const [x, y] = board.place(i);
    const e = board.put("rect", { class: "spot", x: x * 40 + 1, y: y * 40 + 1, width: 38, height: 38, role: "button", tabindex: tab++ ? -1 : 0, "aria-label": s.label, "data-spot": i });
    e.addEventListener("click", () => {
      s.on();
      if (document.activeElement === document.body) $("squares").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    });
  }
  if (focus !== undefined) (svg.querySelector(`[data-spot="${focus}"]`) || svg.querySelector("[data-spot]"))?.focus({ preventScroll: true });
  const list = (c) => [...position.pieces].flatMap((l, i) => colour(l) === c && l !== "." ? [(l === l.toLowerCase() ? "" : "king ") + position.names[i]] : []).join(", ") || "none";
  $("where").textContent = `White: ${list("white")}. Black: ${list("black")}. ${capital(position.mover)} to move.`;
};
$("squares").addEventListener("keydown", (event) => {
  const here = document.activeElement;
  if (here?.dataset?.spot === undefined) return;
  if (event.key === "Enter" || event.key === " ") {
    here.dispatchEvent(new MouseEvent("click"));
    event.preventDefault();
    return;
  }
  if (event.key === "Escape") {
    pick({});
    event.preventDefault();
    return;
  }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return;
  event.preventDefault();
  const at = (e) => [+e.getAttribute("x"), +e.getAttribute("y")];
  const [x, y] = at(here);
  let best, least = Infinity;
  for (const e of $("squares").querySelectorAll("[data-spot]")) {
    const [dx, dy] = [at(e)[0] - x, at(e)[1] - y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 0 && along + 2 * aside < least) [best, least] = [e, along + 2 * aside];
  }
  if (!best) return;
  here.tabIndex = -1;
  best.setAttribute("tabindex", "0");
  best.focus();
});

// A piece can be dragged where it goes. Dropped elsewhere it goes back, on its own square it is
// picked.
let drag; // the piece under the pointer: its square, where the pointer took it, and whether it moves
const spotAt = ({ clientX, clientY }) => Number(document.elementFromPoint(clientX, clientY)?.dataset.spot ?? NaN);
$("squares").addEventListener("pointerdown", (event) => {
  const from = spotAt(event);
  drag = !placed && event.isPrimary && event.button === 0 && fits({ ...picked, from }).length ? { from, x: event.clientX, y: event.clientY } : undefined;
});
$("squares").addEventListener("pointermove", (event) => {
  if (!drag) return;
  const by = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moves) {
    if (Math.hypot(...by) < 5) return;
    drag.moves = true;
    $("squares").setPointerCapture(event.pointerId); // the square under it is drawn anew
    pick({ ...picked, from: drag.from });
  }
  const unit = $("squares").getScreenCTM().a;
  $("squares").querySelector(`use[data-at="${drag.from}"]`)?.setAttribute("transform", `translate(${by.map((n) => n / unit)})`);
});
const drop = (at) => {
  const { from, moves } = drag || {};
  drag = undefined;
  if (!moves) return;
  const turns = at === from ? [] : fits(picked).filter((t) => t.to === at);
  if (turns.length !== 1) pick({ ...picked, from: turns.length || at === from ? from : undefined });
  if (turns.length) choose(turns);
  slide = false; // it is there already
};
$("squares").addEventListener("pointerup", (event) => drop(spotAt(event)));
$("squares").addEventListener("pointercancel", () => drop());

const pick = (p) => {
  picked = p;
  showChoice([]);
  drawBoard();
  showClaims();
};
// choose plays the one turn that is left, or asks which.
const choose = (turns) => turns.length === 1 ? play(turns[0].t) : showChoice(turns);
const showChoice = (turns) => {
  const box = $("choose");
  box.replaceChildren();
  box.hidden = turns.length === 0;
  if (box.hidden) return;
  box.append(make("p", "Which of these?"));
  for (const t of turns) box.append(make("button", `${t.t}${t.taken ? `, taking ${t.taken.map((i) => position.names[i]).join(", ")}` : ""}${t.offers !== undefined ? `, offering ${position.names[t.offers]} to be huffed` : ""}`, () => play(t.t)));
  box.querySelector("button").focus();
};

// claim makes a claim, which may be the whole turn or open one.
const claim = (what, named) => {
  const turns = position.turns.filter((t) => t.only !== "b" && t.claim === what && t.named === named);
  if (turns.length === 1 && turns[0].from === undefined) return play(turns[0].t);
  pick({ claim: what, named });
};
const showClaims = () => {
  const box = $("claims");
  box.replaceChildren();
  const claims = position.turns.filter((t) => t.claim && t.only !== "b");
  const made = position.game[position.game.length - 1];
  const left = made?.l;
  box.hidden = position.ended || thinking || !yours() || !(claims.length || left);
  if (box.hidden) return;
  const [me, you] = position.mover === "white" ? ["White", "Black"] : ["Black", "White"];
  if (picked.claim === "huff") {
    const rest = position.turns.filter((t) => t.claim === "huff" && t.named === picked.named && t.only !== "b" && t.from === undefined);
    box.append(make("p", `${capital(huffed(picked.named))} ${picked.named === undefined ? "are" : "is"} off the board, and ${me} plays on: now make a move.`));
    for (const t of rest) box.append(make("button", `End the turn so (${t.t})`, () => play(t.t)));
    box.append(make("button", "Leave the piece after all", () => pick({})));
    return;
  }
  if (left && !claims.length) {
    box.append(make("p", `${you} left a capture untaken, and there is nothing that ${me} can do about it.`));
    return;
  }
  const waived = position.turns.some((t) => !t.claim);
  box.append(make("p", `${me} may ${waived ? "let it pass by making a move, or" : "now"}:`));
  const done = new Set();
  for (const t of claims) {
    const key = `${t.claim} ${t.named}`;
    if (done.has(key)) continue;
    done.add(key);
    const many = claims.filter((u) => u.claim === t.claim && u.named === t.named);
    const spends = many.length === 1 && t.from === undefined;
    const says = { huff: `Huff ${huffed(t.named)}${spends ? ": that is the turn" : ", and move"}`, compel: `Have the turn played again${t.named === undefined ? "" : ` with ${position.names[t.named]}`}`, waive: "Let it pass" }[t.claim];
    box.append(make("button", says, () => claim(t.claim, t.named)));
  }
};

const status = () => {
  const says = $("says");
  says.replaceChildren();
  if (partings.at >= 0 && partings.found[partings.at] && state.fen === partings.found[partings.at].fen && state.turns.length === (partings.found[partings.at].turns || []).length) {
    says.append(partings.at === 0 ? "The smallest position found in which they part. " : `Position ${partings.at + 1} of ${partings.found.length} in which they part. `);
  }
  const made = position.game[position.game.length - 1];
  if (made) {
    const move = made.t.replace(/^(huff(@[^/]*)?\/?|compel.*|waive)/, "");
    says.append(`${made.b ? "Black" : "White"} ${move === made.t ? `has played ${move}${made.n ? `, and ${made.n}` : ""}` : `${made.n}${move ? `, and plays ${move}` : ""}`}. `);
  }
  const claims = position.turns.filter((t) => t.claim && t.only !== "b");
  if (claims.length && yours() && !thinking) {
    const aloud = make("span", `${capital(position.mover)} can ${[...new Set(claims.map((t) => inWords({ ...t, t: "" }).replace(" and no more", "")))].join(", or ")}. `);
    aloud.className = "sr"; // the buttons say it to those who see them
    says.append(aloud);
  }
  says.append(position.ended || (thinking ? "The program is thinking." : `${capital(position.mover)} to move.`));
  if (position.b_ended && !position.ended) says.append(` ${capital(sideName("b"))}, the game is over: ${position.b_ended}`);
  if (position.ended && !position.b_ended && other() && !position.parted) says.append(` ${capital(sideName("b"))}, it would go on.`);
};

// The rules that make the difference here, each with what both rule sets say and the turns.
const showWhy = () => {
  const box = $("why");
  box.replaceChildren();
  const turns = marked();
  $("to-board").textContent = `Board${turns.length ? `: ${turns.length} ${turns.length === 1 ? "turn differs" : "turns differ"}` : ""}`;
  if (position.parted) {
    const p = make("p", `${capital(sideName("b"))}: ${position.parted}`);
    p.className = "small";
    box.append(p);
  }
  const groups = new Map();
  for (const t of turns) {
    const key = (t.why || []).join(" ");
    groups.set(key, [...(groups.get(key) || []), t]);
  }
  for (const [keys, list] of groups) {
    const card = make("div", "");
    const axes = keys ? keys.split(" ").map(axisOf).filter(Boolean) : [];
    const title = make("h3", axes.length ? "" : "Several rules together make this difference");
    for (const x of axes) {
      const b = make("button", x.question, () => {
        const q = $(`q-${x.key}`);
        if (!q) return;
        for (let d = q; d; d = d.parentNode.closest("details")) d.open = true;
        q.scrollIntoView({ block: "center" });
        (q.querySelector("input") || q.querySelector("summary")).focus({ preventScroll: true });
      });
      b.className = "ref";
      title.append(b, " ");
    }
    card.append(title);
    for (const k of ["a", "b"]) {
      const p = make("p", "");
      const key = make("span", ""); // the mark of its turns on the board
      key.className = `key ${list.some((t) => t.only === k) ? k : list.some((t) => t.costs) ? "both" : "none"}`;
      p.append(key, make("b", `${capital(sideName(k))}: `));
      const info = k === "a" ? first : second;
      for (const x of axes) {
        const rule = info?.rules[x.key];
        p.append(rule ? `${rule.means} ` : "This does not arise. ");
        if (rule?.changed) p.append("(Your change.) ");
        else p.append(cited(info, rule?.clauses), " ");
      }
      const only = list.filter((t) => t.only === k).map(inWords);
      if (only.length) {
        const names = make("span", only.length > 8 ? `${only.slice(0, 8).join("; ")}; and ${only.length - 8} more` : only.join("; "));
        names.className = "turn";
        p.append("Only this allows: ", names, ".");
      }
      const costs = list.filter((t) => t.costs === k).map((t) => t.t);
      if (costs.length) p.append(`Only here it leaves a due capture untaken: ${costs.join(", ")}. `);
      for (const t of list.filter((u) => u.costs === "both").slice(0, 6)) {
        const pieces = (k === "a" ? t.huffable : t.b_huffable) || [];
        p.append(pieces.length ? `For ${t.t} the opponent may huff ${pieces.map((i) => position.names[i]).join(" or ")}. ` : `For ${t.t} nothing may be huffed. `);
      }
      card.append(p);
    }
    box.append(card);
  }
};

const showTurns = () => {
  const box = $("turns");
  box.replaceChildren();
  for (const t of position.turns) {
    const b = make("button", inWords(t) + (t.omission ? " †" : ""), () => play(t.t));
    b.disabled = t.only === "b" || thinking || !yours();
    if (t.only) b.classList.add(t.only);
    const says = [inWords(t), t.omission && "leaves a capture untaken", t.huffable && `may be huffed: ${t.huffable.map((i) => position.names[i]).join(", ")}`, t.only && `only ${sideName(t.only)}`, worths?.[t.t]].filter(Boolean).join("; ");
    b.setAttribute("aria-label", says);
    b.title = says;
    if (worths?.[t.t]) b.append(` (${worths[t.t]})`);
    box.append(b);
  }
  if (!position.turns.length) box.append("There are none.");
  $("mark").hidden = !position.turns.some((t) => t.omission);
};
let worths = null;

// The game, with what was taken back: each turn leads to where it had been played.
const showGame = () => {
  const all = [...state.turns, ...undone];
  const step = (text, n) => {
    const li = make("li", "");
    const b = make("button", text, () => goTo(n));
    const note = position.game[n - 1]?.n;
    if (note) b.title = note;
    if (position.game[n - 1]?.l) b.append(" †");
    if (n === state.turns.length) b.setAttribute("aria-current", "true");
    b.classList.toggle("undone", n > state.turns.length);
    li.append(b);
    return li;
  };
  const short = (t) => t.replace(/^huff(@[^/]+)?\/?(.*)/, (_, at, move) => `huffs ${at ? at.slice(1) : "all"}${move ? `, ${move}` : ""}`).replace(/^compel(@.*)?$/, "play again").replace(/^waive$/, "lets pass");
  const list = $("game");
  const focused = list.contains(document.activeElement);
  list.hidden = $("game-title").hidden = !all.length;
  if (!all.length) return;
  list.replaceChildren(step("start", 0), ...all.map((t, i) => step(short(position.game[i]?.t || t), i + 1)));
  const now = list.children[state.turns.length].firstChild;
  if (focused) now.focus({ preventScroll: true });
  list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
};
// goTo shows the game after n of its turns; the program waits there.
const goTo = (n) => {
  const all = [...state.turns, ...undone];
  slide = n === state.turns.length + 1 && moving();
  [state.turns, undone] = [all.slice(0, n), all.slice(n)];
  if (n < (partings.found[partings.at]?.turns || []).length) partings.at = -1;
  paused = true;
  picked = {};
  worths = null;
  return look(++epoch);
};
const restart = ({ fen = "", turns = [] }) => {
  undone = [];
  picked = {};
  worths = null;
  Object.assign(state, { fen, turns });
};

const draw = () => {
  if (placed) placed = [...position.pieces];
  drawBoard();
  showClaims();
  status();
  showWhy();
  showTurns();
  showGame();
  $("fen").value = position.fen;
  $("back").hidden = state.turns.length === 0;
  $("worth").hidden = !position.few;
  $("part").hidden = !other() || partings.found.length > 0;
  $("forward").hidden = undone.length === 0;
  $("run").hidden = !running && !other();
  showPartings();
  settle();
};
// settle keeps the board in view, and lets what is under it be scrolled to.
const settle = () => { $("play").style.top = `${Math.min(0, innerHeight - $("under").offsetTop - $("under").offsetHeight)}px`; };

// refresh asks for all that is shown. show looks for where the two part; keep keeps the
// board, else a new game begins.
const refresh = async ({ show = false, keep = false, turns = false }) => {
  const now = ++epoch;
  picked = {};
  worths = null;
  stopGames();
  if (!keep) restart({});
  const key = JSON.stringify(pair());
  if (partings.key !== key) partings = { key, found: [], at: -1, same: false };
  try {
    const answers = await Promise.all([
      ask("rules", { rules: [ref({ ref: state.a.ref })] }),
      ask("rules", { rules: [ref(state.a)] }),
      other() && ask("rules", { rules: [ref(other())] }),
    ]);
    if (now !== epoch) return;
    [base, first, second] = answers;
    $("fault").textContent = "";
    showRules();
    writeLink();
  } catch (error) {
    if (now !== epoch) return;
    faulty(error);
    return;
  }
  await look(now);
  if (now === epoch && show) await part(0);
};
// faulty says what is wrong with what was chosen, and how to go on.
const faulty = (error) => {
  if (error.lost) { // nothing is wrong with it
    $("fault").textContent = `${capital(error.message)}. `;
    $("fault").append(make("button", "Try again", () => refresh({ keep: true })));
    return;
  }
  if (!first) { // a link that leads nowhere
    astray(error.message);
    return;
  }
  $("fault").textContent = `This cannot be played: ${error.message}. `;
  $("fault").append(make("button", "Take the last change back", () => {
    state.a.sets.pop();
    refresh({ keep: true });
  }));
};

// failed is the number of the turn that an error is about; else 0.
const failed = (error) => +(error.message.match(/^turn (\d+): /)?.[1] || 0);
const look = async (now) => {
  try {
    const answer = await ask("position", { rules: pair(), fen: state.fen, turns: state.turns });
    if (now !== epoch) return;
    position = answer;
  } catch (error) {
    if (now !== epoch) return;
    const n = error.lost ? 0 : failed(error);
    if (n) { // the game is shown as far as it goes
      const turn = state.turns[n - 1];
      $("fault").textContent = /not playable/.test(error.message) ? `Turn ${n} of the game, ${turn}, cannot be played under these rules. The game stops before it.` : `${capital(error.message)}. The game stops before it.`;
      state.turns = state.turns.slice(0, n - 1);
      partings.at = -1;
      return look(now);
    }
    if (!error.lost && (state.fen || state.turns.length)) {
      $("fault").textContent = `${capital(error.message)}. A new game has begun.`;
      Object.assign(state, { fen: "", turns: [] });
      partings.at = -1;
      return look(now);
    }
    faulty(error);
    return;
  }
  shown = now;
  draw();
  writeLink();
  answerTurn(now);
};

let undone = []; // turns taken back, that can be gone forward to
let pace = 600; // milliseconds from a turn to the answer of the program
let paused = false;
const moving = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
const play = (text) => {
  $("fault").textContent = "";
  if (undone[0] === text) undone.shift();
  else undone = [];
  state.turns = [...state.turns, text];
  slide = moving();
  paused = false;
  picked = {};
  worths = null;
  showChoice([]);
  return look(++epoch);
};

// answerTurn has the program choose where it is its turn.
const answerTurn = async (now) => {
  thinking = false;
  const programs = [state.white, state.black].filter((p) => p !== "you").length;
  $("pace-box").hidden = programs === 0;
  $("pause").hidden = position.ended || programs < (paused && !yours() ? 1 : 2);
  $("pause").textContent = paused ? "Go on" : "Pause";
  if (position.ended || yours() || paused) return;
  thinking = true;
  draw();
  const since = performance.now();
  try {
    const { t } = await ask("choose", { rules: [ref(state.a)], fen: state.fen, turns: state.turns, level: +state[position.mover] });
    await new Promise((done) => setTimeout(done, pace - (performance.now() - since)));
    if (now !== epoch) return;
    thinking = false;
    play(t);
  } catch (error) {
    if (now !== epoch) return;
    thinking = false;
    draw();
    faulty(error);
  }
};

const part = async (at) => {
  const now = ++epoch;
  const key = JSON.stringify(pair());
  thinking = false;
  if (partings.key !== key || !partings.asked) {
    $("says").textContent = "Looking for a small position in which they part.";
    try {
      const answer = await ask("part", { rules: pair() });
      if (now !== epoch) return;
      partings = { key, found: answer.found, same: answer.same, at: -1, asked: true };
    } catch (error) {
      if (now !== epoch) return;
      $("says").textContent = `${capital(error.message)}.`;
      return;
    }
  }
  if (!partings.found.length) {
    $("says").textContent = partings.same ? "They have the same turns in every position: they differ at most in how a game ends." : "No small position was found in which they part.";
    return;
  }
  partings.at = at;
  const f = partings.found[partings.at];
  restart(f);
  Object.assign(state, { white: "you", black: "you" });
  showPlayers();
  tab($("tab-parting"));
  await look(now);
};
// showPartings draws the positions found, each a button.
const showPartings = () => {
  const box = $("small-boards");
  if (box.dataset.drawn !== partings.key || box.children.length !== partings.found.length) {
    box.dataset.drawn = partings.key;
    box.replaceChildren(...partings.found.map((f, at) => {
      const b = make("button", "", () => part(at));
      const svg = document.createElementNS(xmlns, "svg");
      svg.setAttribute("class", "board");
      b.setAttribute("aria-label", `Position ${at + 1}: ${f.fen}`);
      const small = boardIn(svg, position.xy, position.names);
      ground(svg, small);
      const pieces = position.names.map(() => ".");
      for (const part of f.fen.split(":").slice(1)) for (const name of part.slice(1).split(",")) {
        const king = name.startsWith("K");
        const letter = part[0].toLowerCase();
        pieces[position.names.indexOf(king ? name.slice(1) : name)] = king ? letter.toUpperCase() : letter;
      }
      small.letters(pieces);
      svg.querySelectorAll("text").forEach((t) => t.remove());
      b.append(svg);
      return b;
    }));
  }
  [...box.children].forEach((b, at) => b.setAttribute("aria-pressed", String(at === partings.at)));
};

const showPlayers = () => {
  $("white").value = state.white;
  $("black").value = state.black;
};

const value = (v) => v.value === 0 ? "drawn" : `${v.value > 0 ? "wins" : "loses"}${v.after ? ` after ${v.after} ${v.after === 1 ? "turn" : "turns"}` : ""}`;
const weigh = async () => {
  const now = epoch;
  $("says").textContent = "Making the tables of these endings.";
  try {
    const answer = await ask("values", { rules: [ref(state.a)], fen: state.fen, turns: state.turns });
    if (now !== epoch) return;
    worths = Object.fromEntries(Object.entries(answer.turns).map(([t, v]) => [t, value(v)]));
    tab($("tab-playing"));
    $("turns-box").open = true;
    showTurns();
    $("says").textContent = `With best play ${capital(position.mover)} ${answer.value === 0 ? "draws" : value(answer)}. Each turn has its value below. Draws by counting or repetition are left out.`;
  } catch (error) {
    if (now === epoch) $("says").textContent = `${capital(error.message)}.`;
  }
};

// ---- a hundred quick games

let running = 0;
const stopGames = () => {
  if (running) running = 0;
  $("bars").replaceChildren();
  $("decides").textContent = "";
  $("run").textContent = "Play them";
};
// In this order draws and the wins of the second begin at an edge, where bars can be compared.
const words = { drawn: "drawn", first: "first to move wins", open: "not ended after 200 plies", second: "second to move wins" };
const percent = (x) => `${Math.round(100 * x)} %`;
const showGames = (answer) => {
  const fresh = !$("bars").firstChild;
  const box = $("bars");
  const n = answer.so[0].first + answer.so[0].drawn + answer.so[0].second + answer.so[0].open;
  const svg = document.createElementNS(xmlns, "svg");
  svg.setAttribute("viewBox", "0 0 400 78");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Shares of ${n} games; the table has the numbers`);
  const put = boardIn(svg, [[0, 0]]).put;
  answer.shares.forEach((shares, row) => {
    let x = 0;
    const y = row * 40 + 14;
    put("text", { x: 0, y: y - 3 }).textContent = capital(sideName("ab"[row]));
    for (const kind of Object.keys(words)) {
      put("rect", { class: kind, x, y, width: 400 * shares[kind].value, height: 20 });
      x += 400 * shares[kind].value;
    }
    for (const [kind, down, at] of [["drawn", 3, (v) => 400 * v], ["second", 11, (v) => 400 - 400 * v]]) {
      put("path", { class: "interval", d: `M${at(shares[kind].low)},${y + down}v6m0,-3H${at(shares[kind].high)}m0,-3v6` });
    }
  });
  const table = make("table", "");
  const head = make("tr", "");
  for (const text of [`after ${n} ${n === 1 ? "game" : "games"} each`, capital(sideName("a")), capital(sideName("b"))]) {
    const th = make("th", text);
    th.scope = "col";
    head.append(th);
  }
  const body = make("tbody", "");
  for (const [kind, text] of Object.entries(words)) {
    const tr = make("tr", "");
    const th = make("th", "");
    th.scope = "row";
    const swatch = make("span", "");
    swatch.className = `swatch ${kind}`;
    th.append(swatch, text);
    tr.append(th, ...answer.shares.map((s) => make("td", `${percent(s[kind].value)} (${Math.round(100 * s[kind].low)} to ${percent(s[kind].high)})`)));
    body.append(tr);
  }
  for (const [kind, text] of [["omitted", "captures left, a game"], ["huffed", "pieces huffed, a game"]]) {
    const tr = make("tr", "");
    const th = make("th", text);
    th.scope = "row";
    tr.append(th, ...answer.so.map((t) => make("td", (t[kind] / n).toFixed(1))));
    body.append(tr);
  }
  const top = make("thead", "");
  top.append(head);
  table.append(top, body);
  const note = make("p", "In brackets, and for draws and the wins of the second as a line across the bar, the interval that holds the true share with 95 % confidence.");
  note.className = "small";
  box.replaceChildren(svg, table, note);
  if (n % 20 === 0) $("rates").textContent = `After ${n} games each: ${answer.shares.map((x, k) => `${sideName("ab"[k])}, ${percent(x.drawn.value)} are drawn`).join("; ")}.`;
  settle();
  if (fresh) box.scrollIntoView({ block: "nearest" });
};
const games = async () => {
  if (running) {
    running = 0;
    $("run").textContent = "Play them";
    return;
  }
  const me = running = Math.random();
  $("run").textContent = "Stop";
  $("decides").textContent = "";
  let so = [];
  const rules = pair();
  for (let game = 0; game < catalog.games && running === me; game++) {
    let answer;
    try {
      answer = await ask("game", { rules, game, so });
    } catch (error) {
      if (running === me) $("decides").textContent = `${capital(error.message)}.`;
      break;
    }
    if (running !== me) return;
    so = answer.so;
    showGames(answer);
    if (game === catalog.games - 1) $("decides").textContent = answer.says;
  }
  if (running === me) {
    running = 0;
    $("run").textContent = "Play them again";
  }
};

// ---- to begin with

const tabs = [...$("tabs").children];
const tab = (chosen) => {
  for (const t of tabs) {
    t.setAttribute("aria-selected", String(t === chosen));
    t.tabIndex = t === chosen ? 0 : -1;
    $(t.getAttribute("aria-controls")).hidden = t !== chosen;
  }
  placed = chosen.id === "tab-placing" ? [...position.pieces] : undefined;
  if (chosen.id === "tab-quick" && other()) ask("game", { rules: pair(), game: 0 }).catch(() => {}); // it will be asked for
  drawBoard();
  settle();
};

const starters = () => {
  known.starters.forEach((s, i) => $("starters").children[i].addEventListener("click", () => {
    Object.assign(state, chosen(s.rules), { white: "you", black: "you" });
    showPlayers();
    $("questions").replaceChildren();
    const narrow = innerWidth <= 1184;
    $("begin").open = !narrow;
    refresh({ show: true }).then(() => {
      $("squares").scrollIntoView({ block: narrow ? "start" : "nearest" });
      const changed = document.querySelector("#questions .changed");
      if (!changed) return;
      if (!narrow) changed.scrollIntoView({ block: "center" });
      changed.classList.add("flash");
    });
  }));
};

const download = (name, text) => {
  const a = make("a", "");
  a.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  a.download = name;
  a.click();
};

const begin = async () => {
  catalog = await ask("catalog", {});
  const options = (select, extra, make) => {
    for (const [text, v] of extra) select.append(new Option(text, v));
    const families = [...new Set(catalog.sets.map((s) => s.family))].sort();
    if (catalog.own) {
      const group = document.createElement("optgroup");
      group.label = "Not built in";
      for (const s of catalog.own) group.append(new Option(s.title, make(s.ref)));
      select.append(group);
    }
    for (const family of families) {
      const group = document.createElement("optgroup");
      group.label = capital(family || "others");
      for (const s of catalog.sets.filter((x) => x.family === family)) group.append(new Option(`${s.title}, ${s.period.split(",")[0]}`, make(s.ref)));
      select.append(group);
    }
  };
  options($("first"), [], (r) => r);
  options($("second"), [["", "text"], ["nothing", "none"]], (r) => JSON.stringify({ ref: r }));
  for (const id of ["white", "black"]) {
    $(id).append(new Option("you", "you"));
    catalog.levels.forEach((name, i) => $(id).append(new Option(`the program: ${name}`, i)));
    $(id).addEventListener("change", () => {
      state[id] = $(id).value;
      look(++epoch);
    });
  }
  starters();
  document.querySelector(".all")?.addEventListener("click", () => $("all").showModal());
  $("all")?.addEventListener("click", ({ target }) => { if (target.closest("a")) $("all").close(); });
  $("first").addEventListener("change", () => {
    state.a = { ref: $("first").value, sets: [] };
    $("questions").replaceChildren();
    refresh({});
  });
  $("second").addEventListener("change", () => {
    const v = $("second").value;
    [state.second, state.b] = v.startsWith("{") ? ["set", { sets: [], ...JSON.parse(v) }] : [v, null];
    refresh({ show: v.startsWith("{") && state.turns.length === 0, keep: true });
  });
  $("swap").addEventListener("click", () => {
    const b = other();
    [state.b, state.a, state.second] = [state.a, { ref: b.ref, sets: b.sets || [] }, "set"];
    $("questions").replaceChildren();
    refresh({ keep: true });
  });
  $("part").addEventListener("click", () => part(0));
  $("back").addEventListener("click", () => {
    // Where the program plays, its answer goes with your turn.
    const n = ["white", "black"].some((c) => state[c] !== "you") && state.turns.length > 1 && yours() ? 2 : 1;
    goTo(state.turns.length - n);
  });
  $("forward").addEventListener("click", () => goTo(state.turns.length + 1));
  $("pause").addEventListener("click", () => {
    paused = !paused;
    look(++epoch);
  });
  $("pace").addEventListener("change", () => { pace = +$("pace").value; });
  $("hint").addEventListener("change", drawBoard);
  addEventListener("resize", settle);
  for (const t of tabs) t.addEventListener("click", () => tab(t));
  $("tabs").addEventListener("keydown", (event) => {
    const shown = tabs.filter((t) => !t.hidden);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = shown[(shown.indexOf(document.activeElement) + step + shown.length) % shown.length];
    next.focus();
    tab(next);
  });
  for (const [letter, name] of [["w", "white man"], ["W", "white king"], ["b", "black man"], ["B", "black king"], [".", "nothing"]]) {
    const b = make("button", letter === "." ? "✕" : "", () => {
      placing = letter;
      for (const o of $("palette").children) o.setAttribute("aria-pressed", String(o === b));
    });
    b.setAttribute("aria-label", name);
    b.setAttribute("aria-pressed", String(letter === placing));
    if (letter !== ".") {
      const svg = document.createElementNS(xmlns, "svg");
      svg.setAttribute("viewBox", "0 0 40 40");
      svg.setAttribute("aria-hidden", "true");
      boardIn(svg, [[0, 0]]).put("use", { href: letter === letter.toLowerCase() ? "#man" : "#king", class: colour(letter) });
      b.append(svg);
    }
    $("palette").append(b);
  }
  $("mover").addEventListener("click", () => { $("fen").value = $("fen").value.replace(/^\s*[BW]/, (c) => c.trim() === "B" ? "W" : "B"); });
  $("empty").addEventListener("click", () => {
    placed.fill(".");
    writePlaced();
  });
  $("new").addEventListener("click", () => {
    restart({});
    partings.at = -1;
    look(++epoch);
  });
  $("flip").addEventListener("click", () => {
    flipped = !flipped;
    drawBoard();
  });
  $("worth").addEventListener("click", weigh);
  $("run").addEventListener("click", games);
  $("copy-fen").addEventListener("click", () => copy(position.fen, $("copy-fen")));
  $("copy-pdn").addEventListener("click", () => copy(position.pdn, $("copy-pdn")));
  $("copy-link").addEventListener("click", () => copy(location.href.replace(/#.*$/, "") + written, $("copy-link")));
  $("position").addEventListener("submit", async (event) => {
    event.preventDefault();
    let begun, note;
    const now = ++epoch;
    $("fault").textContent = "";
    try {
      ({ note, ...begun } = await ask("read", { rules: [ref(state.a)], text: $("fen").value }));
      await ask("position", { rules: pair(), ...begun });
    } catch (error) { // a game that stops is shown as far as it goes, all else stays as it is
      if (now !== epoch) return;
      if (error.lost || !failed(error)) {
        $("fault").textContent = `${capital(error.message.replace(/^fen:\d+: /, ""))}.`;
        shown = now;
        status(); // what was waited for is not waited for any more
        return;
      }
    }
    if (now !== epoch) return;
    restart(begun);
    partings.at = -1;
    await look(now);
    if (note && now === epoch) $("fault").textContent = `${capital(note)}.`;
  });
  $("fen").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    $("position").requestSubmit();
  });
  // A name in the address would be taken for a rule set.
  const go = (id) => {
    $(id).scrollIntoView();
    $(id).focus({ preventScroll: true });
  };
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    go("board");
  });
  $("to-board").addEventListener("click", () => go("board"));
  $("to-rules").addEventListener("click", () => go("rules-title"));
  $("questions").addEventListener("submit", (event) => event.preventDefault());
  $("download").addEventListener("click", async () => {
    try {
      const { name, toml } = await ask("profile", { rules: [ref(state.a)] });
      download(name, toml);
    } catch (error) {
      faulty(error);
    }
  });
  Object.assign($("report") || {}, { href: document.referrer, hidden: !document.referrer.startsWith(`${location.origin}/runs/`) });
  $("study")?.addEventListener("click", () => {
    const sets = pair().reverse().map((r) => ["set", (labelOf(r) ? `${labelOf(r)}=` : "") + r.ref + (r.sets?.length ? `{${r.sets.join(",")}}` : "")]);
    location.href = `/study?${new URLSearchParams(sets)}`;
  });
  $("keep")?.addEventListener("click", async () => {
    try {
      location.href = `/rules?text=${encodeURIComponent((await ask("profile", { rules: [ref(state.a)] })).toml)}`;
    } catch (error) {
      faulty(error);
    }
  });
  const upload = async (file) => {
    if (!file) return;
    try {
      if (file.size > 100000) throw new Error("too large for a profile (want at most 100,000 bytes)");
      const text = await file.text();
      const { rules, title } = await ask("open", { text });
      Object.assign(state, chosen([rules]));
      // What this page has written is the rule set with changes; another has a name and texts of its own.
      if (title !== `${titleOf(rules)}, changed`) {
        texts.set(file.name, { text, ...rules });
        catalog.own = [...(catalog.own || []).filter((s) => s.ref !== file.name), { ref: file.name, title }];
        for (const [select, v] of [[$("first"), file.name], [$("second"), JSON.stringify({ ref: file.name })]]) {
          [...select.options].find((o) => o.value === v)?.remove();
          select.add(new Option(title, v));
        }
        Object.assign(state, chosen([{ ref: file.name }, { ref: rules.ref }]));
      }
      $("questions").replaceChildren();
      await refresh({ show: Boolean(other()) });
    } catch (error) {
      $("fault").textContent = `The file cannot be read: ${error.message}`;
    }
  };
  const given = () => {
    upload($("upload").files[0]).then(() => { $("upload").value = ""; });
  };
  $("upload").addEventListener("change", given);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    upload(event.dataTransfer.files[0]);
  });
  // An address may name a part of the page, where a skip link was followed before this ran.
  const place = () => $(location.hash.slice(1));
  addEventListener("hashchange", () => { if (location.hash !== written && !place()) open(location.hash); });
  open(place() ? "" : location.hash);
  given(); // a file that was given before this script ran
};
// astray opens the page as if there had been no link, and says why.
const astray = (why) => open("").then(() => { $("fault").textContent = `The link cannot be followed: ${why}.`; });
// chosen is what to show of one rule set, or two.
const chosen = ([a, b]) => ({ a: { sets: [], ...a }, second: b ? "set" : "text", b: b ? { sets: [], ...b } : null });
const open = async (hash) => {
  let there = chosen(known.open);
  try {
    if (hash.length > 1) there = readLink(hash);
  } catch {
    return astray("part of a character is missing");
  }
  restart({});
  Object.assign(state, { white: "you", black: "you" }, there);
  showPlayers();
  partings = { key: "", found: [], at: -1, same: false };
  // A pair that was chosen in the gallery, or with which the page was made, begins where it parts.
  await refresh({ keep: true, show: state.second === "set" && (hash.length < 2 || hash.startsWith("#/")) });
};
begin();
