// Clocks count down by the server's time, which its answers to the polls tell: a laptop may be minutes off.
(() => {
  "use strict";

  const TICK = 500; // ms
  const LONGEST = 4 * 3600; // seconds: no round is longer
  let ahead = 0; // ms this machine is ahead of the server
  let heard = false; // whether the server has said what time it is

  function show(clock) {
    const { ends, left, over } = clock.dataset;
    const seconds = ends ? Math.ceil((Number(ends) * 1000 - (Date.now() - ahead)) / 1000) : Number(left);
    if (ends && !heard && (seconds <= 0 || seconds > LONGEST)) return false; // a phone may be a day off: ask first
    const minutes = Math.floor(seconds / 60);
    const told = seconds > 0 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : over;
    if (clock.textContent !== told) clock.textContent = told;
    clock.classList.toggle("is-standing", !ends);
    clock.classList.toggle("is-short", seconds <= 300);
    clock.classList.toggle("is-over", seconds <= 0);
    return true;
  }
  const showAll = () => [...document.querySelectorAll(".clock")].map(show).every(Boolean);

  function hear(answer) {
    const told = Date.parse(answer.getResponseHeader("Date") || "");
    if (told && Math.abs(Date.now() - told - ahead) > 1500) ahead = Date.now() - told;
    if (told) heard = true;
  }
  async function ask() {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    hear({ getResponseHeader: (name) => answer.headers.get(name) });
    showAll();
  }
  document.body.addEventListener("polled", (event) => hear(event.detail));
  document.body.addEventListener("htmx:afterRequest", (event) => hear(event.detail.xhr));
  for (const kind of ["followed", "htmx:afterSwap"]) document.body.addEventListener(kind, showAll);
  setInterval(showAll, TICK);
  if (!showAll()) ask().catch(() => {}); // until then the page says when the round ends
})();
