// The cards: touching one writes it where it belongs, arrows turn the pages of a replay. Pages work without this file.
(() => {
  "use strict";

  const words = (field) => field.value.trim().split(/[\s,;]+/).filter(Boolean);

  for (const form of document.querySelectorAll("form[data-pack]")) {
    const target = () => document.getElementById(form.querySelector("[data-target]:checked").dataset.target);
    const show = () => {
      const field = target();
      const written = words(field);
      for (const button of form.querySelectorAll("[data-card]")) {
        const place = written.indexOf(button.dataset.card);
        button.setAttribute("aria-pressed", String(place >= 0));
        // The cards of a trick have an order.
        if (place >= 0 && field.id === "id_pli") button.dataset.turn = place + 1;
        else delete button.dataset.turn;
      }
    };

    form.addEventListener("click", (event) => {
      const button = event.target.closest("[data-card]");
      if (!button) return;
      const field = target();
      const code = button.dataset.card;
      const written = words(field);
      if (written.includes(code)) field.value = written.filter((word) => word !== code).join(" ");
      else field.value = ["id_jouee", "id_appelee"].includes(field.id) ? code : [...written, code].join(" ");
      show();
    });
    // Where people type is where the next card they touch goes.
    form.addEventListener("focusin", (event) => {
      const radio = form.querySelector(`[data-target="${event.target.id}"]`);
      if (radio) { radio.checked = true; show(); }
    });
    // At five the first lead is not judged without the called card.
    form.addEventListener("change", (event) => {
      const details = form.querySelector("[data-for-five]");
      if (details && event.target.name === "joueurs") details.open = event.target.value === "5";
    });
    form.addEventListener("input", show);
    form.addEventListener("change", show);
    show();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select")) return;
    const rel = { ArrowRight: "next", ArrowLeft: "prev" }[event.key];
    const link = rel && document.querySelector(`#rejeu [rel=${rel}]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
