// Lets a reader step through games. All that it shows stands in the page.
for (const box of document.querySelectorAll(".game")) {
  const game = JSON.parse(box.dataset.game);
  const svg = box.querySelector("svg");
  const bar = document.createElement("p");
  const says = document.createElement("output");
  let at = game.frames.length - 1;
  const piece = (x, y, letter) => {
    const black = letter.toLowerCase() === "b";
    const king = letter !== letter.toLowerCase();
    for (const dy of king ? [3, -4] : [1]) {
      const e = document.createElementNS("http://www.w3.org/2000/svg", "ellipse");
      e.setAttribute("class", black ? "black" : "white");
      e.setAttribute("cx", x * 40 + 22);
      e.setAttribute("cy", y * 40 + 24 + dy);
      e.setAttribute("rx", 13);
      e.setAttribute("ry", 12);
      svg.append(e);
    }
  };
  const show = (n) => {
    at = Math.max(0, Math.min(game.frames.length - 1, n));
    for (const e of svg.querySelectorAll("ellipse")) e.remove();
    const frame = game.frames[at];
    game.xy.forEach(([x, y], i) => {
      if (frame.p[i] !== ".") piece(x, y, frame.p[i]);
    });
    says.textContent = ` ${at} of ${game.frames.length - 1} ${frame.t}`;
  };
  for (const [label, text, move] of [
    ["to the start", "|<", () => show(0)],
    ["back", "<", () => show(at - 1)],
    ["on", ">", () => show(at + 1)],
    ["to the end", ">|", () => show(game.frames.length - 1)],
  ]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", move);
    bar.append(button);
  }
  bar.append(says);
  box.append(bar);
  box.tabIndex = 0;
  box.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.frames.length - 1 }[event.key];
    if (to !== undefined) {
      show(to);
      event.preventDefault();
    }
  });
  show(at);
}
