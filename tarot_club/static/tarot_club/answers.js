// What htmx asked for: what a form counts is shown for the figures typed and for no others, a part that htmx asks for again
// says since when it is up to date (live.js), and a tap that got no answer says so.
(() => {
  "use strict";

  const TICK = 1000; // ms
  const ANSWERED_SOON = 4_000; // ms: a form that waits longer for its figures says so
  const { live } = window;
  const states = new WeakMap(); // part of a form -> { since, problem, answered, left, asker, retried }

  const counted = () => [...new Set([...document.querySelectorAll(".live.counts")].map((line) => line.dataset.live))]
    .map((id) => document.getElementById(id))
    .filter(Boolean);
  const counts = (part) => part.hasAttribute("data-counts"); // the answer to a form, where others are polled
  const form = (part) => part.closest("form");

  // The figures that the marks hang on; `data-counts` names the fields that change nothing.
  const figures = (part) => {
    const typed = new URLSearchParams(new FormData(form(part)));
    for (const name of part.dataset.counts.split(" ")) typed.delete(name);
    return typed.toString();
  };
  function stateOf(part) {
    if (!counts(part)) return live.stateOf(part);
    if (!states.has(part)) states.set(part, { since: Date.now(), problem: "", answered: figures(part) });
    return states.get(part);
  }

  // Show of a form's figures whether they are those typed; return whether they are not.
  function show(part) {
    if (!counts(part)) return live.show(part);
    const state = stateOf(part);
    const isStale = state.answered !== figures(part);
    if (!isStale) state.left = 0;
    else if (!state.left) state.left = performance.now();
    part.classList.toggle("is-stale", isStale);
    part.setAttribute("aria-busy", String(isStale));
    form(part).classList.toggle("is-counting", isStale);
    const isSlow = isStale && performance.now() - state.left > ANSWERED_SOON;
    live.tell(part, isStale ? state.problem || (isSlow ? "lost" : "") : "", state.since, true);
    return isStale;
  }

  // The parts a request was for: its target, or what stands inside it.
  const concerned = ({ target }) => [...live.parts(), ...counted()].filter((part) => target && (target === part || target.contains(part)));
  const unanswered = () => document.getElementById("unanswered");

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    for (const part of concerned(event.detail)) {
      if (!counts(part)) continue;
      Object.assign(event.detail.xhr, { asked: figures(part) });
      stateOf(part).asker = event.detail.elt;
    }
  });

  // A list that is narrowed or put in another order is old until the answer stands in its place.
  const isOld = (target, is) => { if (target?.id === "list") target.ariaBusy = is; };
  document.body.addEventListener("htmx:beforeRequest", ({ detail }) => isOld(detail.target, "true"));
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => isOld(detail.target, null));

  // An answer to other figures is no answer, and the login page is none either.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    if (detail.isError) return;
    detail.serverResponse = detail.serverResponse.trim(); // else each poll leaves the blanks around a part in the page
    unanswered().hidden = true;
    for (const part of concerned(detail)) {
      const state = stateOf(part);
      const asked = new URL(detail.pathInfo.finalRequestPath, location.href).pathname;
      if (new URL(detail.xhr.responseURL).pathname !== asked) {
        detail.shouldSwap = false;
        state.problem = "refused";
      } else {
        live.upToDate(state);
        if (!counts(part)) Object.assign(detail.xhr, { kept: live.moved(part) });
        if (counts(part) && detail.target === part && detail.xhr.asked !== figures(part)) detail.shouldSwap = false;
      }
      show(part);
    }
  });

  // Another element may stand where the old one was: what is known of the part goes over to it.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    for (const part of concerned(event.detail).concat(document.getElementById(event.detail.target.id) || [])) {
      if (!live.lines(part).length) continue;
      if (counts(part)) stateOf(part).answered = figures(part);
      else if (event.detail.xhr.kept) live.putBack(part, event.detail.xhr.kept);
      show(part);
    }
  });

  function failed(problem) {
    return (event) => {
      const asked = concerned(event.detail);
      for (const part of asked) {
        stateOf(part).problem = problem;
        show(part);
      }
      if (!asked.length) unanswered().hidden = false;
    };
  }
  document.body.addEventListener("htmx:sendError", failed("lost"));
  document.body.addEventListener("htmx:timeout", failed("lost"));
  document.body.addEventListener("htmx:responseError", failed("refused"));

  // The marks of a form that had no answer are asked for again from here.
  function look() {
    for (const part of counted()) {
      const state = stateOf(part);
      if (!show(part) || performance.now() - state.left < ANSWERED_SOON || performance.now() - (state.retried || 0) < ANSWERED_SOON) continue;
      state.retried = performance.now();
      window.htmx.trigger(state.asker && state.asker.isConnected ? state.asker : part, "change");
    }
  }
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      for (const part of counted()) if (form(part).contains(event.target)) show(part);
    });
  }
  if (!counted().length) return;
  look();
  setInterval(look, TICK);
  addEventListener("pageshow", look);
  addEventListener("online", look);
})();
