// What pages with boards share: elements, the clipboard, and a board on which a script puts
// pieces.
const make = (name, text, on) => {
  const e = document.createElement(name);
  e.textContent = text;
  if (on) {
    e.type = "button";
    e.addEventListener("click", on);
  }
  return e;
};

const copy = (text, button) => {
  const done = () => {
    const was = button.textContent;
    button.textContent = "copied";
    setTimeout(() => { button.textContent = was; }, 1500);
  };
  if (navigator.clipboard && isSecureContext) {
    navigator.clipboard.writeText(text).then(done);
    return;
  }
  const area = make("textarea", "");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  done();
};

const xmlns = "http://www.w3.org/2000/svg";
// A board is an SVG of squares 40 units wide; xy are the column and row of each square that
// is played on, from the top left.
const boardIn = (svg, xy, names) => {
  const wide = Math.max(...xy.map(([x]) => x));
  const high = Math.max(...xy.map(([, y]) => y));
  const board = {
    flipped: false,
    place: (i) => board.flipped ? [wide - xy[i][0], high - xy[i][1]] : xy[i],
    centre: (i) => board.place(i).map((n) => n * 40 + 20),
    // An arrow goes over squares, from within the piece on the first to short of the centre of the last.
    arrow: (way) => {
      const at = way.map(board.centre);
      const from = ([x1, y1], [x2, y2], by) => {
        const far = Math.hypot(x2 - x1, y2 - y1);
        return [x1 + by * (x2 - x1) / far, y1 + by * (y2 - y1) / far];
      };
      return `M${[from(at[0], at[1], 10), ...at.slice(1, -1), from(at.at(-1), at.at(-2), 7)].join("L")}`;
    },
    put: (name, attributes) => {
      const e = document.createElementNS(xmlns, name);
      for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
      svg.append(e);
      return e;
    },
    // last marks the squares of the last move, letters puts the pieces and names the empty
    // squares; in a frame those at the edge are named beside the board.
    last: (...squares) => {
      for (const i of squares) {
        if (i === undefined) continue;
        const [x, y] = board.place(i);
        board.put("rect", { class: "last", x: x * 40 + 2, y: y * 40 + 2, width: 36, height: 36 });
      }
    },
    letters: (pieces, framed) => pieces.forEach((letter, i) => {
      const [x, y] = board.place(i);
      const low = letter.toLowerCase();
      if (letter !== ".") board.put("use", { href: letter === low ? "#man" : "#king", class: low === "b" ? "black" : "white", x: x * 40, y: y * 40, "data-at": i });
      const beside = framed && (y === 0 ? [20, -4] : y === high ? [20, 51] : x === 0 ? [-9, 24] : x === wide && [49, 24]);
      if (beside) board.put("text", { class: "frame", x: x * 40 + beside[0], y: y * 40 + beside[1] }).textContent = names[i];
      else if (letter === ".") board.put("text", { x: x * 40 + 2, y: y * 40 + 10 }).textContent = names[i];
    }),
    pointed: (style, way) => ({ class: style, "marker-end": `url(#tip-${style})`, d: board.arrow(way) }),
    left: (ways = []) => ways.forEach((way) => board.put("path", board.pointed("left", way))),
    cross: (i, style) => board.put("path", { class: `x ${style}`, d: `M${board.centre(i).map((n) => n - 12)}l24,24m0,-24l-24,24` }),
  };
  return board;
};
