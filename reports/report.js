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

for (const box of document.querySelectorAll(".game")) {
  const game = JSON.parse(box.querySelector("script").textContent);
  const svg = box.querySelector("svg");
  const moves = box.parentElement.querySelector(".moves");
  const says = make("output", "");
  const turns = make("div", "");
  turns.className = "turns";
  turns.setAttribute("role", "group");
  turns.setAttribute("aria-label", "turns");
  let at = game.frames.length - 1;

  // Every position, from the first and what changed.
  const positions = [];
  for (const frame of game.frames) {
    const pieces = frame.p ? [...frame.p] : [...positions[positions.length - 1]];
    for (const [, n, letter] of (frame.c || "").matchAll(/(\d+)(\D)/g)) pieces[n] = letter;
    positions.push(pieces);
  }
  const board = boardIn(svg, game.xy, game.names);
  const fen = () => {
    const list = (colour) => positions[at].flatMap((letter, i) =>
      letter.toLowerCase() === colour ? [(letter === colour ? "" : "K") + game.names[i]] : []).join(",");
    return `${game.frames[at].b ? "B" : "W"}:W${list("w")}:B${list("b")}`;
  };
  const show = (n) => {
    at = Math.max(0, Math.min(game.frames.length - 1, n));
    for (const e of svg.querySelectorAll("use:not(:first-of-type), rect, text, path")) e.remove();
    const frame = game.frames[at];
    board.last(frame.f, frame.g);
    board.letters(positions[at]);
    if (frame.x !== undefined) board.cross(frame.x, "b");
    const last = at === game.frames.length - 1;
    says.textContent = `${at} of ${game.frames.length - 1}${frame.t ? `: ${frame.t}` : ""}${frame.n ? ` (${frame.n})` : ""}. ${last ? "The end." : `${frame.b ? "Black" : "White"} to move.`}`;
    [...turns.children].forEach((e, i) => {
      if (i + 1 === at) {
        e.setAttribute("aria-current", "true");
        turns.scrollTop = e.offsetTop - turns.offsetTop - 40;
      } else e.removeAttribute("aria-current");
    });
  };
  const bar = make("p", "");
  for (const [text, move] of [
    ["First", () => show(0)],
    ["Back", () => show(at - 1)],
    ["Next", () => show(at + 1)],
    ["Last", () => show(game.frames.length - 1)],
    ["Flip", () => { board.flipped = !board.flipped; show(at); }],
  ]) bar.append(make("button", text, move));
  const fenButton = make("button", "Copy FEN", () => copy(fen(), fenButton));
  bar.append(fenButton);
  if (game.pdn) {
    const pdnButton = make("button", "Copy PDN", () => copy(game.pdn, pdnButton));
    bar.append(pdnButton);
  }
  const side = make("div", "");
  side.append(bar, says, turns);
  box.append(side);
  moves.remove();
  box.tabIndex = 0;
  box.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.frames.length - 1 }[event.key];
    if (to !== undefined) {
      show(to);
      event.preventDefault();
    }
  });
  // Drawn when first looked at: a page may have many games.
  const details = box.closest("details");
  const begin = () => {
    if (turns.children.length === 0) {
      game.frames.slice(1).forEach((frame, i) => turns.append(make("button", frame.t + (frame.n ? " !" : ""), () => show(i + 1))));
      show(at);
    }
  };
  details.addEventListener("toggle", begin);
}
unfold();
