// Keeps in sight the rows that carry the name typed, and marks one's own; also after a poll has replaced them. Prints
// the page.
(() => {
  const box = document.querySelector("[data-find]");
  // As `tournaments.queries.search.fold` does it.
  const fold = (text) => text.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").normalize("NFKD")
    .replace(/\p{M}/gu, "").replace(/ø/g, "o").replace(/ł/g, "l").replace(/[-‐‑–_'’`´.]+/g, " ");

  const markMine = () => {
    for (const holder of document.querySelectorAll("[data-me]")) {
      for (const row of holder.querySelectorAll(`[data-n="${holder.dataset.me}"]`)) row.classList.add("is-me");
    }
  };

  const find = () => {
    if (!box) return;
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of document.querySelectorAll(box.dataset.find)) {
      const name = fold((row.querySelector(".who") || row).textContent);
      row.hidden = !words.every((word) => name.includes(word));
      found += row.hidden ? 0 : 1;
    }
    const said = document.querySelector(`output[for="${box.id}"]`);
    said.value = words.length && !found ? said.dataset.none : "";
  };

  const both = () => { markMine(); find(); };
  if (box) box.addEventListener("input", find);
  if (box && box.form && !box.name) box.form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
  document.body.addEventListener("htmx:afterSwap", both);
  both();
})();
