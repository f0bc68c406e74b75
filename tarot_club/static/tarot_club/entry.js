// Quick entry for the arbiter's desk. Every page works without this file; it only saves keystrokes.
(() => {
  "use strict";

  // On a French keyboard the digits want the shift key: the key's place tells which digit was meant.
  const digitOf = (event) => (/^[0-9]$/.test(event.key) ? event.key : (/^(?:Digit|Numpad)([0-9])$/.exec(event.code) || [])[1]);
  const plain = (event) => !(event.ctrlKey || event.altKey || event.metaKey);

  function goTo(step) {
    const first = step.querySelector("input:not([type=hidden])");
    const control = first.type === "text" ? first : step.querySelector("input:checked") || first;
    control.focus();
    if (control.type === "text") control.select();
  }

  // In a group of big buttons one key chooses, and leads to the next question when the group is a step of the entry.
  // Where several may be chosen the key ticks and unticks.
  function choose(event) {
    const group = event.target.closest("fieldset");
    const wanted = digitOf(event) || event.key.toLowerCase();
    const radio = group && [...group.querySelectorAll("input[data-key]")].find((input) => input.dataset.key === wanted);
    if (!radio) return;
    event.preventDefault();
    radio.focus();
    if (!radio.checked || radio.type === "checkbox") {
      radio.checked = !radio.checked;
      radio.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const steps = [...event.currentTarget.querySelectorAll("[data-step]")];
    const next = steps[steps.indexOf(group) + 1];
    if (steps.includes(group) && next) goTo(next);
  }

  function typeDigit(event) {
    const digit = digitOf(event);
    if (!digit || digit === event.key || event.shiftKey) return;
    event.preventDefault();
    const field = event.target;
    field.setRangeText(digit, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  for (const form of document.querySelectorAll("form[data-entry]")) {
    form.addEventListener("keydown", (event) => {
      if (!plain(event)) return;
      if (["radio", "checkbox"].includes(event.target.type)) choose(event);
    });
    // After a refusal: the box that confirms, then what is wrong. Enter there sends the form as it is, box unticked.
    const start = form.querySelector("[data-confirm]") || form.querySelector(".field:has(.errorlist)") || form.querySelector("[data-step]");
    if (start && start.querySelector("input")) goTo(start);
  }

  for (const field of document.querySelectorAll("[data-digits], #id_points[inputmode=decimal]")) {
    field.addEventListener("keydown", (event) => { if (plain(event)) typeDigit(event); });
  }

  // What the other camp has, beside what was counted.
  const points = document.querySelector("#id_points");
  const defence = document.querySelector("[data-defence]");
  if (points && defence) {
    const tell = () => {
      const typed = Number(points.value.trim().replace(",", ".") || NaN);
      const possible = typed >= 0 && typed <= 91;
      const by = document.querySelector("input[name=counted_by]:checked");
      const label = by && by.value === "defense" ? defence.dataset.attack : defence.dataset.defence;
      defence.textContent = possible ? `${label} ${String(91 - typed).replace(".", ",")}` : "";
    };
    for (const by of document.querySelectorAll("input[name=counted_by]")) by.addEventListener("change", tell);
    points.addEventListener("input", tell);
    tell();
  }

  // A donne that was not played has no taker: its questions step aside, and keep their answers.
  const played = document.querySelectorAll("[data-played]");
  if (played.length) {
    const show = () => {
      const outcome = document.querySelector("input[name=outcome]:checked");
      for (const part of played) part.hidden = Boolean(outcome) && outcome.value !== "jouee";
    };
    document.addEventListener("change", show);
    show();
  }

  // The balances of a table, or of each table of a grid: their sum, while they are typed.
  for (const form of document.querySelectorAll("[data-sum]")) {
    const total = form.querySelector("[data-total]");
    const fields = [...form.querySelectorAll("input.num")];
    const add = () => {
      const numbers = fields.map((field) => Number(field.value.replace(/[−–]/g, "-").replace(/\s/g, "") || 0));
      const sum = numbers.reduce((one, other) => one + other, 0);
      const said = Number.isNaN(sum) ? "?" : sum > 0 ? `+${sum}` : String(sum).replace("-", "−");
      const complete = fields.every((field) => field.value.trim() !== "");
      total.textContent = sum === 0 ? (complete ? "0 ✓" : "0") : said;
      total.classList.toggle("minus", sum !== 0);
    };
    form.addEventListener("input", add);
    add();
    if (!form.matches("form")) continue;
    // After a refusal: what is wrong, or the figures as a whole.
    const wrong = form.querySelector(".field:has(.errorlist) input");
    if (wrong || !form.querySelector("[autofocus]")) goTo((wrong || fields[0]).closest(".field"));
  }

  // In a grid Enter leads to the next figure: a form that is sent half written only has to be read again.
  for (const form of document.querySelectorAll("form[data-grid]")) {
    const fields = [...form.querySelectorAll("input.num")];
    form.addEventListener("keydown", (event) => {
      const next = fields[fields.indexOf(event.target) + 1];
      if (event.key !== "Enter" || !plain(event) || !fields.includes(event.target)) return;
      event.preventDefault();
      (next || form.querySelector("button[type=submit]")).focus();
      if (next) next.select();
    });
    const wrong = form.querySelector("[aria-invalid=true]");
    if (wrong) wrong.focus();
  }

  // A penalty: the fault proposes its points, the target says which questions matter.
  for (const form of document.querySelectorAll("form[data-penalty]")) {
    const kind = form.elements.namedItem("kind");
    const amount = form.elements.namedItem("points");
    let typed = amount.value !== "";
    amount.addEventListener("input", () => { typed = amount.value !== ""; });
    const propose = () => {
      const option = kind.selectedOptions[0];
      if (!typed) amount.value = option && option.dataset.points ? option.dataset.points : "";
      if (!option || !option.value) return;
      form.elements.namedItem("sanction").value = option.dataset.sanction;
      const aimed = form.querySelector(`input[name=target][value=${option.dataset.target}]`);
      if (aimed) { aimed.checked = true; aim(); }
    };
    const aim = () => {
      const target = form.elements.namedItem("target").value;
      for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== target;
      const sanction = form.elements.namedItem("sanction").value;
      for (const part of form.querySelectorAll("[data-for-sanction]")) part.hidden = !part.dataset.forSanction.split(" ").includes(sanction);
      const basis = form.elements.namedItem("basis").value;
      for (const part of form.querySelectorAll("[data-for-basis]")) part.hidden = sanction !== "score_donne" && part.dataset.forBasis !== basis;
    };
    kind.addEventListener("change", propose);
    form.addEventListener("change", aim);
    aim();
  }
})();
