// The door: after a tap the search is ready for the next person; a line that is open stays so when the list is asked
// again, with what was chosen in it; « / » goes to the search.
(() => {
  "use strict";

  const box = document.getElementById("cherche");
  if (!box) return;
  const next = () => {
    box.focus({ preventScroll: true });
    box.select();
  };

  let kept = { open: [], chosen: [] };
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "trouves") return;
    const open = [...event.detail.target.querySelectorAll("details[open]")];
    kept = {
      open: open.map((details) => details.firstElementChild.id),
      chosen: open.flatMap((details) => [...details.querySelectorAll("select")].map((select) => [select.id, select.value])),
    };
  });

  document.body.addEventListener("htmx:afterSwap", (event) => {
    const { elt, requestConfig, xhr } = event.detail;
    if (requestConfig.verb === "get") {
      for (const id of kept.open) document.getElementById(id)?.parentElement.setAttribute("open", "");
      for (const [id, value] of kept.chosen) {
        const select = document.getElementById(id);
        if (select) select.value = value;
      }
      kept = { open: [], chosen: [] };
    } else if (xhr.status === 200 && !elt.querySelector("[role=alert]")) next();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    next();
  });
})();
