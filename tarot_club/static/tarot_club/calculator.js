// The public calculator: names follow what is typed, a click copies. The page works without this file.
(() => {
  "use strict";

  // A name typed in its box is at once on every button that stands for this player.
  document.addEventListener("input", (event) => {
    const chair = event.target.dataset.names;
    if (chair === undefined) return;
    const name = event.target.value.trim() || event.target.placeholder;
    for (const shown of document.querySelectorAll(`[data-chair="${chair}"]`)) shown.textContent = name;
  });

  // Another table draws the questions anew. What people answer while it is on its way would be lost with the old ones:
  // their answers wait for the table, and the table is asked for again with them.
  let asked = null;
  const said = () => new URLSearchParams(new FormData(document.querySelector("#calcul"))).toString();
  document.body.addEventListener("htmx:confirm", (event) => {
    const target = event.detail.target.id;
    if (target === "calcul") asked = said();
    else if (target === "reponse" && asked !== null) event.preventDefault();
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "calcul") return;
    const before = asked;
    asked = null;
    if (said() === before) return;
    event.detail.shouldSwap = false;
    window.htmx.trigger("#f-variant", "change");
  });
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.body.addEventListener(failure, () => { asked = null; });
  }

  // Without a clipboard (a page not served over HTTPS) the line is selected, ready to be copied by hand.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    } catch {
      field.focus();
    }
  });

  const show = () => { for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false; };
  document.body.addEventListener("htmx:afterSwap", show);
  show();
})();
