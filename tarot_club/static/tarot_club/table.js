// The page of a table: digits are typed on keys of our own, since a phone's keyboard would hide half of the form.
// Every page works without this file.
(() => {
  "use strict";

  const LONGEST = 2; // digits: nobody has 100 points

  for (const pad of document.querySelectorAll("[data-pad]")) {
    const field = document.querySelector("#id_points");
    const MOST = 91;
    pad.hidden = false;
    field.setAttribute("inputmode", "none");
    const write = (text) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      const whole = field.value.replace(/[^0-9].*$/, "");
      if (key.dataset.digit) {
        const longer = whole + key.dataset.digit;
        write(whole.length < LONGEST && Number(longer) <= MOST && whole !== "0" ? longer : key.dataset.digit);
      } else if ("half" in key.dataset) write(whole && field.value === whole ? `${whole},5` : whole);
      else if ("clear" in key.dataset) write("");
      else write(field.value === whole ? whole.slice(0, -1) : whole);
    });
  }

  // A form that was sent is not sent twice by a second tap; it comes back by itself when nothing answered.
  for (const form of document.querySelectorAll("form[data-table-entry], form[data-once]")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) { event.preventDefault(); return; }
      form.dataset.sent = "1";
      setTimeout(() => delete form.dataset.sent, 3000);
    });
  }
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
})();
