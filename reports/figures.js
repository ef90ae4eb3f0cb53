// Figures on a page: the value of what is pointed at, tapped, or reached by the arrow keys; and
// a rule set that is chosen stands out wherever it is named. A group of small things to press
// is one stop of the Tab key, and the arrow keys move within it.
const rove = (list) => {
  if (!list.length) return;
  list.forEach((e) => { e.tabIndex = -1; });
  let at = list[0];
  at.tabIndex = 0;
  const go = (e) => {
    at.tabIndex = -1;
    at = e;
    at.tabIndex = 0;
  };
  for (const e of list) {
    e.classList.add("roving");
    e.addEventListener("focus", () => go(e));
    e.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const seen = list.filter((x) => x.getClientRects().length);
      const to = step && seen[seen.indexOf(e) + step];
      if (!to) return;
      to.focus();
      event.preventDefault();
    });
  }
};

const tip = make("output", "");
tip.className = "tip";
document.body.append(tip);
const hideTip = () => { tip.textContent = ""; };

for (const svg of document.querySelectorAll("svg.chart")) {
  const marks = [...svg.querySelectorAll("title")].filter((t) => t.parentNode !== svg);
  for (const title of marks) {
    title.parentNode.dataset.tip = title.textContent;
    title.remove(); // else the browser would show it a second time
  }
  const tipped = [...svg.querySelectorAll("[data-tip]")];
  if (!tipped.length) continue;
  const show = (mark) => {
    for (const e of tipped) e.classList.toggle("shown", e === mark);
    if (!mark) return hideTip();
    const r = mark.getBoundingClientRect();
    tip.textContent = mark.dataset.tip;
    tip.style.left = `${Math.max(8, Math.min(innerWidth - tip.offsetWidth - 8, r.x + r.width / 2 - tip.offsetWidth / 2)) + scrollX}px`;
    tip.style.top = `${(r.y > tip.offsetHeight + 12 ? r.y - tip.offsetHeight - 8 : r.bottom + 8) + scrollY}px`;
  };
  const nearest = (event) => {
    const over = event.target.closest("[data-tip]");
    if (over) return over;
    const far = (e) => {
      const r = e.getBoundingClientRect();
      return Math.hypot(r.x + r.width / 2 - event.clientX, r.y + r.height / 2 - event.clientY);
    };
    const best = tipped.reduce((a, b) => (far(a) > far(b) ? b : a));
    return 40 > far(best) ? best : event.target.closest("[data-of]")?.querySelector("[data-tip]");
  };
  let at = -1;
  svg.addEventListener("pointermove", (event) => show(nearest(event)));
  svg.addEventListener("pointerdown", (event) => show(nearest(event)));
  svg.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") show(); });
  svg.addEventListener("blur", () => show());
  svg.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: tipped.length - 1, Escape: -1 }[event.key];
    if (to === undefined) return;
    at = Math.min(tipped.length - 1, Math.max(-1, to));
    show(tipped[at]);
    event.preventDefault();
  });
  svg.tabIndex = 0;
  svg.setAttribute("aria-roledescription", "figure, values by the arrow keys");
}

// Rule sets by name: a row or a line may be of two.
const sets = [...document.querySelectorAll(".sets li")];
const names = sets.map((li) => li.dataset.set);
const named = [...document.querySelectorAll("[data-of], .who, tbody th[scope=row]")].map((e) => {
  const parts = (e.dataset.of ?? e.textContent.trim()).split(/ − | and |, /).map((s) => s.replace(/^\d+\s/, ""));
  return [e.tagName === "TH" ? e.parentNode : e.closest(".side") ?? e, parts.filter((s) => names.includes(s))];
}).filter(([, of]) => of.length);
let chosen = "";
const buttons = sets.map((li) => {
  const b = li.querySelector("b");
  const button = make("button", b.textContent, () => {
    chosen = chosen === li.dataset.set ? "" : li.dataset.set;
    buttons.forEach((e, i) => e.setAttribute("aria-pressed", names[i] === chosen));
    for (const [e, of] of named) {
      e.classList.toggle("on", of.includes(chosen));
      e.classList.toggle("dim", chosen !== "" && !of.includes(chosen));
    }
  });
  button.setAttribute("aria-pressed", false);
  b.replaceWith(button);
  return button;
});
rove(buttons);
