// Clocks count down by the server's time, which its answers to the polls tell: a device may be minutes or days off.
(() => {
  "use strict";

  const TICK = 500; // ms
  const NEAR = 1500; // ms: how late an answer may be
  const here = document.currentScript.src; // an answer without a page behind it: all that is asked is what time it is
  let ahead = null; // ms this machine is ahead of the server; null: nobody has said
  let begun; // when this page began by the machine's clock: it moves where that is set, or the machine slept
  let asking = false;

  function show(clock) {
    const { ends, left, over } = clock.dataset;
    clock.dataset.said ??= clock.textContent;
    const isKnown = !ends || ahead !== null;
    const seconds = ends ? Math.ceil((Number(ends) * 1000 - (Date.now() - ahead)) / 1000) : Number(left);
    const minutes = Math.floor(seconds / 60);
    const told = !isKnown ? clock.dataset.said : seconds > 0 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : over;
    if (clock.textContent !== told) clock.textContent = told;
    clock.classList.toggle("is-standing", !ends);
    clock.classList.toggle("is-short", isKnown && seconds <= 300);
    clock.classList.toggle("is-over", isKnown && seconds <= 0);
  }
  function showAll() {
    const clocks = document.querySelectorAll(".clock");
    if (ahead !== null && Math.abs(Date.now() - performance.now() - begun) > NEAR) ahead = null;
    if (ahead === null && !asking && [...clocks].some((clock) => clock.dataset.ends)) ask();
    clocks.forEach(show);
  }

  function hear(answer) {
    const told = Date.parse(answer.getResponseHeader("Date") || "");
    if (!told || (ahead !== null && Math.abs(Date.now() - told - ahead) <= NEAR)) return;
    ahead = Date.now() - told;
    begun = Date.now() - performance.now();
  }
  async function ask() {
    asking = true;
    try {
      const answer = await fetch(here, { method: "HEAD", cache: "no-store" });
      hear({ getResponseHeader: (name) => answer.headers.get(name) });
    } catch {
      await new Promise((resolve) => { setTimeout(resolve, 10 * TICK); }); // until then the page says when the round ends
    }
    asking = false;
    showAll();
  }
  document.body.addEventListener("polled", (event) => hear(event.detail));
  document.body.addEventListener("htmx:afterRequest", (event) => hear(event.detail.xhr));
  for (const kind of ["followed", "htmx:afterSwap"]) document.body.addEventListener(kind, showAll);
  setInterval(showAll, TICK);
  showAll();
})();
