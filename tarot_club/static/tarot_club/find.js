// Keeps in sight the rows that carry the name typed, and marks one's own; also after a poll has replaced them. The name
// goes along in the page's address and in its links. Prints the page.
(() => {
  const box = document.querySelector("[data-find]");
  // As `tournaments.queries.people.names.fold` does it.
  const fold = (text) => text.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").normalize("NFKD")
    .replace(/\p{M}/gu, "").replace(/ø/g, "o").replace(/ł/g, "l").replace(/[-‐‑–_'’`´.]+/g, " ");

  // What a row says of itself, without the labels that all rows of its kind carry.
  const said = (row) => {
    const labels = [...row.querySelectorAll("[data-label]")].map((label) => label.textContent);
    return labels.reduce((text, label) => text.replace(label, " "), row.textContent);
  };
  const keepsName = Boolean(box && box.name === "nom");

  const markMine = () => {
    for (const holder of document.querySelectorAll("[data-me]")) {
      const { me } = holder.dataset; // a line of the standings says its number by its link
      for (const row of holder.querySelectorAll(`[data-n="${me}"], tr:has(> th > a[href="${me}/"])`)) row.classList.add("is-me");
    }
  };

  // What is folded away in an article opens while somebody searches, and when a link leads to it.
  let searched = false;
  const unfold = (row, open) => { for (const fold of row.querySelectorAll("[data-fold]")) fold.open = open; };
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    const rule = target && target.closest(".rule");
    if (rule) unfold(rule, true);
  };

  const find = () => {
    if (!box) return;
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    if (!words.length && !searched) return;
    let found = 0;
    for (const row of document.querySelectorAll(box.dataset.find)) {
      const name = fold(said(row.querySelector(".who, :scope > th") || row));
      row.hidden = !words.every((word) => name.includes(word));
      found += row.hidden ? 0 : 1;
      if (words.length || searched) unfold(row, words.length > 0);
    }
    searched = words.length > 0;
    const answer = document.querySelector(`output[for="${box.id}"]`);
    const lines = found ? answer.dataset.found || "" : answer.dataset.none;
    answer.classList.toggle("sr-only", found > 0); // who sees the lines needs no count
    answer.value = words.length ? lines.replace("{n}", found) : "";
  };

  const named = (address) => {
    const url = new URL(address, location.href);
    if (box.value.trim()) url.searchParams.set(box.name, box.value.trim());
    else url.searchParams.delete(box.name);
    return url.href;
  };
  const carry = () => {
    if (keepsName) for (const link of document.querySelectorAll("a[data-with-name]")) link.href = named(link.href);
  };

  // What the links of a long list have in common is sent once.
  const explain = () => {
    for (const list of document.querySelectorAll("[data-why]")) {
      for (const link of list.querySelectorAll("tbody a")) link.title = list.dataset.why;
    }
  };

  const all = () => { explain(); markMine(); find(); carry(); };
  if (keepsName && !box.value) box.value = new URLSearchParams(location.search).get(box.name) || "";
  if (box) {
    box.addEventListener("input", () => {
      find();
      carry();
      if (keepsName) history.replaceState(history.state, "", named(location.href));
    });
    if (box.form && (!box.name || keepsName)) box.form.addEventListener("submit", (event) => event.preventDefault());
  }
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
  for (const kind of ["followed", "htmx:afterSwap"]) document.body.addEventListener(kind, all);
  addEventListener("hashchange", reveal);
  all();
  reveal();
})();
