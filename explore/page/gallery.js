// A gallery of rule sets: what is asked for is shown, a column sorts the table, and of those that
// are chosen the first two can be looked at beside each other.
for (const gallery of document.querySelectorAll(".gallery")) {
  const all = (selector) => [...gallery.querySelectorAll(selector)];
  const items = all("[data-id]");
  const asks = all("[data-ask]");
  const bar = gallery.querySelector(".chosen");
  const rows = all("tbody tr");
  const word = (id, at) => rows.find((r) => r.dataset.id === id).cells[+at + 3].textContent;
  const filter = () => {
    let found = 0;
    for (const item of items) {
      item.hidden = asks.some((s) => s.dataset.ask === "name" ? !item.textContent.toLowerCase().includes(s.value.toLowerCase())
        : s.value && s.value !== (s.dataset.ask === "age" ? item.dataset.age : word(item.dataset.id, s.dataset.ask)));
      found += !item.hidden && item.tagName === "LI";
    }
    gallery.querySelector(".found").textContent = `${found} of ${rows.length} rule sets`;
  };
  for (const s of asks) s.addEventListener("input", filter);
  asks[0].addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  const views = all("[data-view]");
  for (const v of views) v.addEventListener("click", () => {
    for (const o of views) {
      o.setAttribute("aria-pressed", String(o === v));
      gallery.querySelector(`.${o.dataset.view}`).hidden = o !== v;
    }
  });
  const heads = all("thead th");
  for (const [column, head] of heads.entries()) head.firstChild.addEventListener("click", () => {
    const up = head.ariaSort !== "ascending";
    for (const h of heads) h.ariaSort = h !== head ? "none" : up ? "ascending" : "descending";
    const key = (row) => row.cells[column].dataset.at || row.cells[column].textContent.trim();
    rows.sort((a, b) => (up ? 1 : -1) * key(a).localeCompare(key(b), "en", { numeric: true }));
    rows[0].parentNode.append(...rows);
  });
  let chosen = [];
  gallery.addEventListener("change", ({ target }) => {
    if (target.type !== "checkbox") return;
    chosen = chosen.filter((id) => id !== target.value);
    if (target.checked) chosen.push(target.value);
    for (const box of all("[type=checkbox]")) box.checked = chosen.includes(box.value);
    for (const item of items) item.classList.toggle("picked", chosen.includes(item.dataset.id));
    bar.hidden = chosen.length === 0;
    const name = (id) => rows.find((r) => r.dataset.id === id).querySelector("a").textContent;
    bar.textContent = chosen.length < 2 ? `${chosen.map(name)} is chosen. Choose another, to look at both beside each other.` : "";
    if (chosen.length < 2) return;
    const a = document.createElement("a");
    a.href = `${gallery.dataset.pair}${chosen[0]}&beside=${chosen[1]}`;
    a.textContent = `Explore ${name(chosen[0])} beside ${name(chosen[1])}`;
    bar.append(a);
    if (chosen.length > 2) bar.append(` Also chosen: ${chosen.slice(2).map(name).join(", ")}.`);
  });
}
