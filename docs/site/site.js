// The contents stand beside the text where there is room, and fold where there is none.
const contents = document.getElementById("contents");
contents.open = innerWidth >= 1120;

// What a link leads to is opened, though it be folded.
const unfold = () => {
  const at = document.getElementById(location.hash.slice(1));
  for (let e = at; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (at) at.scrollIntoView();
};
addEventListener("hashchange", unfold);
addEventListener("click", (e) => { if (e.target.closest("a[href^='#']")) setTimeout(unfold); });
unfold();

// Boxes that scroll can be reached by keyboard, and no others.
const reach = () => {
  for (const box of document.querySelectorAll(".scroll")) box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
};
addEventListener("resize", reach);
addEventListener("toggle", reach, true);
reach();
