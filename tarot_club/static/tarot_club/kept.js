// What is typed is not lost: a half-typed form warns before it is left, and one that was sent when the session had
// expired is as it was after the login. The copy stays in this tab, and only until the next page.
(() => {
  "use strict";

  const UNSENT = "tarot-club:unsent";
  const MOST = 20000; // characters: no form of ours is longer
  const read = () => {
    try { return JSON.parse(sessionStorage.getItem(UNSENT)); } catch { return null; }
  };
  const write = (copy) => {
    const text = JSON.stringify(copy);
    try { if (text.length <= MOST) sessionStorage.setItem(UNSENT, text); } catch { /* no room: nothing is kept */ }
  };
  const fieldsOf = (form) => [...new FormData(form)].filter(([name, value]) => name !== "csrfmiddlewaretoken" && typeof value === "string");

  const copy = read();
  const asked = document.querySelector("[data-login-asked]");
  if (asked) {
    // The server asks who this is instead of saving: the copy waits for its form to come back.
    if (copy) {
      write({ ...copy, waits: true });
      asked.hidden = false;
    }
    return;
  }
  sessionStorage.removeItem(UNSENT);

  function restore(form, fields) {
    const values = (name) => fields.filter(([known]) => known === name).map(([, value]) => value);
    for (const control of form.elements) {
      if (!control.name || control.name === "csrfmiddlewaretoken") continue;
      if (control.type === "radio" || control.type === "checkbox") control.checked = values(control.name).includes(control.value);
      else if (values(control.name).length) control.value = values(control.name)[0];
    }
    for (const folded of form.querySelectorAll("details")) {
      folded.open ||= [...folded.querySelectorAll("input:checked")].some((control) => control.value !== "");
    }
    const note = form.querySelector("[data-kept-note]");
    if (note) note.hidden = false;
    // Whatever follows what is typed (the marks, the sum, the questions that step aside) is listening by then.
    window.addEventListener("load", () => {
      for (const control of form.elements) {
        if (control.type !== "hidden") control.dispatchEvent(new Event("input", { bubbles: true }));
      }
      form.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  for (const form of document.querySelectorAll("form[data-keep]")) {
    let unsaved = form.hasAttribute("data-unsaved");
    form.addEventListener("input", () => { unsaved = true; });
    form.addEventListener("change", () => { unsaved = true; });
    form.addEventListener("submit", () => {
      unsaved = false;
      write({ id: form.dataset.keep, fields: fieldsOf(form) });
    });
    window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
    if (copy && copy.waits && copy.id === form.dataset.keep) restore(form, copy.fields);
  }
})();
