// The organiser's lists: ticks outlive a search, a sort or the next page; a tap leaves the keyboard in its row.
(() => {
  "use strict";

  const form = document.querySelector("form[data-ticks]");
  const ticked = new Set();
  const boxes = () => [...form.querySelectorAll(`input[type=checkbox][name="${form.dataset.ticks}"]`)];

  // Whoever is ticked but out of sight is sent along in a hidden field; the button says how many they are.
  const show = () => {
    const inSight = new Set(boxes().map((box) => box.value));
    for (const box of boxes()) box.checked = ticked.has(box.value);
    for (const kept of form.querySelectorAll("[data-kept]")) kept.remove();
    for (const value of ticked) {
      if (inSight.has(value)) continue;
      const kept = Object.assign(document.createElement("input"), { type: "hidden", name: form.dataset.ticks, value });
      kept.dataset.kept = "";
      form.append(kept);
    }
    const said = form.querySelector("[data-ticked]");
    said.textContent = ticked.size ? `${said.dataset.ticked} (${ticked.size})` : said.dataset.ticked;
  };

  if (form) {
    for (const box of boxes()) if (box.checked) ticked.add(box.value);
    form.addEventListener("change", (event) => {
      if (event.target.name !== form.dataset.ticks) return;
      if (event.target.checked) ticked.add(event.target.value);
      else ticked.delete(event.target.value);
      show();
    });
    document.body.addEventListener("htmx:afterSettle", show);
    show();
  }

  document.body.addEventListener("htmx:load", (event) => {
    const tapped = event.target;
    const lost = !document.activeElement || document.activeElement === document.body;
    if (lost && tapped.matches("form[id^=pointage-]")) tapped.querySelector("button").focus();
  });
})();
