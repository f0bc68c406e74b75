// Keeps in sight the rows that carry the name typed, and marks one's own; also after a poll has replaced them. The name
// goes along in the page's address and in its links. Prints the page.
(() => {
  const box = document.querySelector("[data-find]");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();
  const keepsName = Boolean(box && box.name === "nom");

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

  const named = (address) => {
    const url = new URL(address, location.href);
    if (box.value.trim()) url.searchParams.set(box.name, box.value.trim());
    else url.searchParams.delete(box.name);
    return url.href;
  };
  const carry = () => {
    if (keepsName) for (const link of document.querySelectorAll("a[data-with-name]")) link.href = named(link.href);
  };

  // A list that scrolls sideways ends where a column begins, so that none stops half hidden, its sign out of sight.
  const align = () => {
    for (const list of document.querySelectorAll(".sideways")) {
      list.style.setProperty("--trail", "0px");
      const hidden = list.scrollWidth - list.clientWidth;
      const starts = [...list.querySelectorAll("thead .marks")].map((head, _index, heads) => head.offsetLeft - heads[0].offsetLeft);
      const end = starts.find((start) => start >= hidden - 1);
      if (hidden > 1 && end > hidden) list.style.setProperty("--trail", `${end - hidden}px`);
    }
  };

  const all = () => { markMine(); find(); carry(); align(); };
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
  document.body.addEventListener("htmx:afterSwap", all);
  window.addEventListener("resize", align);
  all();
})();
