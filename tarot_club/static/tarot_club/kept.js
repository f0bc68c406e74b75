// What is typed is not lost: a half-typed form with `data-keep` warns before it is left, and any form that was sent when
// the session had expired is as it was after the login, on its page, not sent. The copy stays in this tab, for the same
// person, until the next page or for an hour, without passwords and files. No turn of the wheel changes a number.
(() => {
  "use strict";

  const UNSENT = "tarot-club:unsent";
  const MOST = 200000; // characters: no form of ours is longer
  const LONGEST = 3600000; // ms that a copy waits for a login
  const { by, note } = document.currentScript.dataset;
  const read = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(UNSENT));
      return kept && Date.now() - kept.at < LONGEST ? kept : null;
    } catch { return null; }
  };
  const write = (kept) => {
    const text = JSON.stringify(kept);
    try { if (text.length <= MOST) sessionStorage.setItem(UNSENT, text); } catch { /* no room: nothing is kept */ }
  };
  const isTyped = (control) => control.name && !["hidden", "submit", "button", "password", "file", "fieldset", "output"].includes(control.type);
  const isPost = (form) => form.getAttribute("method") === "post"; // `form.method` may be a box of that name
  const secrets = (form) => [...form.elements].filter((control) => control.type === "password").map((control) => control.name);
  const fieldsOf = (form) => {
    const left = ["csrfmiddlewaretoken", ...secrets(form)];
    return [...new FormData(form)].filter(([name, value]) => !left.includes(name) && typeof value === "string");
  };
  // Where it leads and what it asks; of several such forms on a page, which one.
  const nameOf = (form) => {
    if (form.dataset.keep) return form.dataset.keep;
    const name = (other) => [other.getAttribute("action") || "", ...new Set([...other.elements].map((control) => control.name))].join(" ");
    const alike = [...document.forms].filter((other) => name(other) === name(form));
    return `${name(form)} ${alike.indexOf(form)}`;
  };

  const copy = read();
  const asked = document.querySelector("[data-login-asked]");
  if (asked) {
    // The server asks who this is instead of saving: the copy waits for its form to come back.
    if (copy) {
      write({ ...copy, waits: true });
      asked.hidden = false;
      const way = asked.querySelector("a");
      if (way) way.href = copy.page;
    }
    return;
  }
  const comesBack = copy && copy.waits && copy.by === by;
  const here = location.pathname + location.search;
  if (comesBack && copy.page !== here && !copy.led) {
    write({ ...copy, led: true }); // once: a page that leads elsewhere would lead there for ever
    location.replace(copy.page);
    return;
  }
  sessionStorage.removeItem(UNSENT);

  function restore(form, fields) {
    const values = (name) => fields.filter(([known]) => known === name).map(([, value]) => value);
    const taken = new Map();
    for (const control of form.elements) {
      if (!control.name || control.name === "csrfmiddlewaretoken" || control.type === "file" || control.type === "password") continue;
      const sent = values(control.name);
      if (control.type === "radio" || control.type === "checkbox") control.checked = sent.includes(control.value);
      else if (control.type === "select-multiple") for (const option of control.options) option.selected = sent.includes(option.value);
      else if (sent.length) {
        const place = taken.get(control.name) || 0; // a name that several boxes have
        control.value = sent[Math.min(place, sent.length - 1)];
        taken.set(control.name, place + 1);
      }
    }
    for (const folded of form.querySelectorAll("details")) {
      folded.open ||= [...folded.querySelectorAll("input:checked")].some((control) => control.value !== "");
    }
    for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    const told = document.createElement("p");
    told.className = "notice warn";
    told.setAttribute("role", "status");
    told.textContent = note;
    form.prepend(told);
    told.scrollIntoView({ block: "nearest" });
    // Whatever follows what is typed (the marks, the sum, the questions that step aside) is listening by then.
    window.addEventListener("load", () => {
      for (const control of form.elements) {
        if (control.type !== "hidden") control.dispatchEvent(new Event("input", { bubbles: true }));
      }
      form.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  // A page that is scrolled with the wheel changes no number that was typed.
  document.addEventListener("wheel", ({ target }) => { if (target.type === "number") target.blur(); }, { passive: true });

  document.addEventListener("submit", ({ target: form }) => {
    sessionStorage.removeItem(UNSENT);
    if (isPost(form) && !form.hasAttribute("hx-post") && [...form.elements].some(isTyped)) {
      write({ id: nameOf(form), page: here, by, at: Date.now(), fields: fieldsOf(form) });
    }
  });
  for (const form of document.querySelectorAll("form[data-keep]")) {
    let unsaved = form.hasAttribute("data-unsaved");
    form.addEventListener("input", () => { unsaved = true; });
    form.addEventListener("change", () => { unsaved = true; });
    form.addEventListener("submit", () => { unsaved = false; });
    window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
  }
  if (comesBack) {
    const form = [...document.forms].find((one) => isPost(one) && nameOf(one) === copy.id);
    if (form) restore(form, copy.fields);
  }
})();
