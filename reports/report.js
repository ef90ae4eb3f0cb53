// Lets a reader step through games and take figures along. All that it shows stands in
// the page.
// Places that scroll can be reached by keyboard, and no others.
const reach = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
addEventListener("resize", reach);
addEventListener("toggle", reach, true);
reach();

// An SVG of a figure, with its font and the colours of white paper.
for (const figure of document.querySelectorAll("figure")) {
  const take = figure.querySelector(".take");
  if (!take) continue;
  take.append(make("button", "SVG", () => {
    const shown = [...figure.querySelectorAll("svg")].find((e) => e.getClientRects().length);
    const svg = shown.cloneNode(true);
    for (const e of [svg, ...svg.querySelectorAll("[style]")]) {
      const style = e.getAttribute("style");
      if (style) e.setAttribute("style", style.replace(/var\(--[a-z0-9-]+,(#[0-9a-f]+)\)/g, "$1"));
    }
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = (document.querySelector("style").textContent.match(/@font-face\{[^}]*\}/) || [""])[0];
    svg.prepend(style);
    svg.setAttribute("width", shown.viewBox.baseVal.width > 600 ? "174mm" : "84mm");
    const a = make("a", "");
    a.href = URL.createObjectURL(new Blob([svg.outerHTML], { type: "image/svg+xml" }));
    a.download = `${figure.id}.svg`;
    a.click();
  }));
}

// A position is copied; it would say little to a reader.
for (const fen of document.querySelectorAll(".position .fen")) {
  const button = make("button", "Copy FEN", () => copy(fen.textContent, button));
  button.className = "ref again";
  button.title = fen.textContent;
  fen.hidden = true;
  fen.after(button);
}

// What is linked to is seen, though it be folded.
const unfold = () => {
  const at = location.hash && document.getElementById(location.hash.slice(1));
  for (let e = at; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (at) at.scrollIntoView();
};
addEventListener("hashchange", unfold);

// References, terms and notes of a part of the page are one stop of the Tab key, and so is
// what stands below a figure.
const parts = new Map();
for (const e of document.querySelectorAll(".ref, .term, .mark, figcaption a, figcaption button")) {
  const part = e.closest("figcaption, details, section, .hero, header");
  if (!parts.has(part)) parts.set(part, []);
  parts.get(part).push(e);
}
for (const list of parts.values()) rove(list);

// One board, and a list of the games that can be put on it.
for (const box of document.querySelectorAll(".games")) {
  const frame = box.querySelector(".game");
  const svg = frame.querySelector("svg");
  const says = make("output", "");
  const turns = make("div", "");
  turns.className = "turns";
  const why = make("p", "");
  why.className = "why";
  const slider = make("input", "");
  slider.type = "range";
  slider.min = 0;
  slider.setAttribute("aria-label", "ply");
  let game, board, positions, at, timer;

  const fen = () => {
    const list = (colour) => positions[at].flatMap((letter, i) =>
      letter.toLowerCase() === colour ? [(letter === colour ? "" : "K") + game.names[i]] : []).join(",");
    return `${game.frames[at].b ? "B" : "W"}:W${list("w")}:B${list("b")}`;
  };
  const show = (n) => {
    at = Math.max(0, Math.min(game.frames.length - 1, n));
    svg.replaceChildren(svg.firstElementChild);
    const frame = game.frames[at];
    board.last(frame.f, frame.g);
    board.letters(positions[at]);
    board.left(frame.l);
    if (frame.x !== undefined) board.cross(frame.x, "b");
    const last = at === game.frames.length - 1;
    says.textContent = `${at} of ${game.frames.length - 1}${frame.t ? `: ${frame.t}` : ""}${frame.n ? ` (${frame.n})` : ""}. ${last ? "The end." : `${frame.b ? "Black" : "White"} to move.`}`;
    slider.value = at;
    slider.setAttribute("aria-valuetext", says.textContent);
    [...turns.children].forEach((e, i) => {
      if (i + 1 === at) {
        e.setAttribute("aria-current", "true");
        turns.scrollTop = e.offsetTop - turns.offsetTop - 40;
      } else e.removeAttribute("aria-current");
    });
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  const step = (n) => { stop(); show(n); };
  const play = make("button", "Play", () => {
    if (timer) return stop();
    if (at === game.frames.length - 1) show(0);
    play.textContent = "Pause";
    timer = setInterval(() => { at === game.frames.length - 1 ? stop() : show(at + 1); }, 600);
  });
  const bar = make("p", "");
  for (const [text, does] of [["First", () => step(0)], ["Back", () => step(at - 1)], ["Next", () => step(at + 1)], ["Last", () => step(game.frames.length - 1)]]) bar.append(make("button", text, does));
  const fenButton = make("button", "Copy FEN", () => copy(fen(), fenButton));
  const pdnButton = make("button", "Copy PDN", () => copy(game.pdn, pdnButton));
  bar.append(play, make("button", "Flip", () => { board.flipped = !board.flipped; show(at); }), fenButton, pdnButton);
  slider.addEventListener("input", () => step(+slider.value));
  const side = make("div", "");
  side.append(slider, bar, says, why, turns);
  frame.append(side);
  rove([...bar.children]);

  const load = (item) => {
    game = JSON.parse(item.querySelector("script").textContent);
    // Every position, from the first and what changed.
    positions = [];
    for (const f of game.frames) {
      const pieces = f.p ? [...f.p] : [...positions[positions.length - 1]];
      for (const [, n, letter] of (f.c || "").matchAll(/(\d+)(\D)/g)) pieces[n] = letter;
      positions.push(pieces);
    }
    svg.setAttribute("viewBox", item.dataset.view);
    svg.querySelector("g").innerHTML = item.dataset.squares;
    const flipped = board?.flipped;
    board = boardIn(svg, game.xy, game.names);
    board.flipped = flipped;
    frame.setAttribute("aria-label", item.querySelector("b, button").textContent);
    why.textContent = `${item.querySelector("b, button").textContent}. ${item.querySelector(".why")?.textContent ?? ""}`;
    pdnButton.hidden = !game.pdn;
    slider.max = game.frames.length - 1;
    turns.replaceChildren(...game.frames.slice(1).map((f, i) => {
      const e = make("button", f.t + (f.l ? " †" : ""), () => step(i + 1));
      e.tabIndex = -1; // the slider goes where it does
      return e;
    }));
    for (const e of box.querySelectorAll("li")) e.toggleAttribute("aria-current", e === item);
    const huff = game.frames.findIndex((f) => f.x !== undefined);
    step(huff > 0 ? huff : Math.floor(game.frames.length / 2));
  };
  const items = [...box.querySelectorAll("li")];
  rove(items.map((item) => {
    item.querySelector(".moves").remove();
    const b = item.querySelector("b");
    const button = make("button", b.textContent, () => load(item));
    b.replaceWith(button);
    return button;
  }));
  load(items[0]);
}
unfold();
