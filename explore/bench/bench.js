// What the pages can do beyond links and forms: show a run while it plays, and say of a study
// what it can show while it is set up. The server writes both.
const now = document.getElementById("now");
if (now && now.dataset.from) {
  const from = new EventSource(now.dataset.from);
  const orders = now.nextElementSibling;
  from.onmessage = (e) => {
    now.innerHTML = e.data;
    orders.hidden = false;
  };
  from.onerror = () => {
    now.innerHTML = '<p class="fault" role="alert">The program has ended, and the run with it; what is complete is kept. Start <code>varlab serve</code> again in this folder, load this page again, and press <b>Go on</b>.</p>';
    orders.hidden = true;
  };
  from.addEventListener("end", () => { from.close(); location.reload(); });
}

// What is chosen in the gallery stands in one bar, with what can be done with it.
document.querySelector(".pick .sticky")?.append(document.querySelector(".pick .chosen"));

const form = document.getElementById("study");
if (form) {
  let asked = 0;
  let later;
  const look = async () => {
    const mine = ++asked;
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "look");
    body.delete("change"); // it is added by its button
    const answer = await fetch("/study", { method: "POST", body }).catch(() => null);
    if (!answer) document.getElementById("look").innerHTML = '<p class="fault">The program has ended. Start <code>varlab serve</code> again in this folder, and load this page again.</p>';
    if (mine !== asked || !answer || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked) return;
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id);
      if (fresh && fresh.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.innerHTML = fresh.innerHTML;
    }
    if (form.elements.by.value === "precision") form.elements.games.value = page.querySelector("[name=games]").value;
    slide.value = place(form.elements.games.value);
    if (page.querySelector("[data-again]")) later = setTimeout(look, 1000);
  };
  const soon = () => {
    clearTimeout(later);
    later = setTimeout(look, 250);
  };
  // The slider goes from 50 games to 10,000, by steps that grow.
  const slide = document.getElementById("slide");
  const place = (games) => Math.round(25 * Math.log10(Math.max(1, games)));
  slide.hidden = false;
  slide.value = place(form.elements.games.value);
  slide.addEventListener("input", () => {
    const games = 10 ** (slide.value / 25);
    const step = 10 ** Math.floor(Math.log10(games)) / 2;
    form.elements.games.value = Math.round(games / step) * step;
    form.elements.by.value = "number";
  });
  form.addEventListener("input", soon);
  form.querySelector("#again").hidden = true;
  soon();
}

const text = document.getElementById("text");
if (text) { // its title can be written without the rest
  const title = document.getElementById("title");
  const line = /^title[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*")[ \t]*$/m;
  const read = () => {
    try {
      title.value = JSON.parse(line.exec(text.value)?.[1] || '""');
    } catch {
      title.value = "";
    }
  };
  read();
  title.parentNode.hidden = false;
  text.addEventListener("input", read);
  title.addEventListener("input", () => {
    const written = `title    = ${JSON.stringify(title.value)}`;
    text.value = line.test(text.value) ? text.value.replace(line, () => written) : `${written}\n${text.value}`;
  });
}
if (text && text.dataset.line > 0) {
  const lines = text.value.split("\n");
  const from = lines.slice(0, text.dataset.line - 1).join("\n").length + (text.dataset.line > 1);
  text.focus();
  text.setSelectionRange(from, from + lines[text.dataset.line - 1].length);
}
