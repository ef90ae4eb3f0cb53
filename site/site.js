// What a link leads to is opened, though it be folded.
const unfold = () => {
  const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let e = at; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (at) at.scrollIntoView();
};
addEventListener("hashchange", unfold);
if (location.hash) unfold();

// Boxes that scroll can be reached by keyboard, and no others.
const reach = () => {
  for (const box of document.querySelectorAll(".scroll")) box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
};
addEventListener("resize", reach);
addEventListener("toggle", reach, true);
reach();

// The huff of the first page, step by step.
const steps = [...document.querySelectorAll(".huff > div")];
for (const step of steps) step.addEventListener("click", ({ target }) => {
  const to = target.dataset.go;
  if (to) {
    steps.forEach((s, i) => { s.hidden = i !== +to; });
    if (target.tagName === "BUTTON") steps[to].querySelector("button").focus();
  } else if (target.closest("svg") && step === steps[0]) step.querySelector(".wrong").textContent = "That is not the man that could have taken.";
});
