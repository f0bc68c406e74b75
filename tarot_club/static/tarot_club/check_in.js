// The check-in: after a tap the search is ready for the next person; a line that is open stays so when the list is asked
// again, with what was chosen in it; « / » goes to the search. Whoever ticks off the list by thumb has the next button
// where the last one was, whatever becomes of the lines above.
(() => {
  "use strict";

  const box = document.getElementById("cherche");
  if (!box) return;
  const buttons = () => [...document.querySelectorAll(".check-in-person .primary")];
  const top = (button) => button.getBoundingClientRect().top;
  let thumb = null; // the button pressed, or the first in sight, and those that come after it; and where it was
  const remember = (pressed) => {
    const all = buttons();
    const first = pressed ?? all.find((button) => top(button) > box.getBoundingClientRect().bottom);
    thumb = first && { at: top(first), ids: all.slice(all.indexOf(first)).map((button) => button.id) };
  };
  const backUnderThumb = () => {
    const button = thumb?.ids.map((id) => document.getElementById(id)).find((found) => found?.matches(".primary"));
    if (button) window.scrollBy(0, top(button) - thumb.at);
    thumb = null;
  };
  const next = () => {
    if (!box.value && matchMedia("(pointer: coarse)").matches) return; // the keyboard would cover the list
    box.focus({ preventScroll: true });
    box.select();
  };

  let kept = { open: [], chosen: [] };
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { target } = event.detail;
    if (!box.value) remember(target.matches(".check-in-person") ? target.querySelector(".primary") : null);
    if (target.id !== "trouves") return;
    const open = [...target.querySelectorAll("details[open]")];
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

  document.body.addEventListener("htmx:afterSettle", backUnderThumb); // before, the new line has the old one's classes

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    next();
  });
})();
