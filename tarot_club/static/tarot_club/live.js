// What is shown is true, or says that it may not be. Parts that ask the server again by themselves say since when they
// are up to date; what a form counts is shown for the figures typed and for no others.
(() => {
  "use strict";

  const TICK = 1000; // ms
  const PATIENCE = 15_000; // ms: an answer that late leaves the part out of date
  const ANSWERED_SOON = 4_000; // ms: a form that waits longer for its figures says so
  const states = new WeakMap(); // part -> { since, problem, answered, left, asker, retried }

  const lines = (part) => document.querySelectorAll(`[data-live="${part.id}"]`);
  const parts = () => [...new Set([...document.querySelectorAll("[data-live]")].map((line) => line.dataset.live))]
    .map((id) => document.getElementById(id))
    .filter(Boolean);
  const form = (part) => part.closest("form");
  const counts = (part) => part.hasAttribute("data-counts"); // the answer to a form, where others are polled
  const period = (part) => {
    const every = /every (\d+)(m?s)/.exec(part.getAttribute("hx-trigger") || "");
    return every ? Number(every[1]) * (every[2] === "s" ? 1000 : 1) : 0;
  };

  // The figures that the marks hang on; `data-counts` names the fields that change nothing.
  const figures = (part) => {
    const typed = new URLSearchParams(new FormData(form(part)));
    for (const name of part.dataset.counts.split(" ")) typed.delete(name);
    return typed.toString();
  };

  function stateOf(part) {
    if (!states.has(part)) states.set(part, { since: Date.now(), problem: "", answered: counts(part) ? figures(part) : "" });
    return states.get(part);
  }

  function at(since, pattern) {
    const time = new Date(since);
    return pattern.replace("{h}", time.getHours()).replace("{m}", String(time.getMinutes()).padStart(2, "0"));
  }

  function show(part) {
    const state = stateOf(part);
    const isStale = counts(part) && state.answered !== figures(part);
    if (!isStale) state.left = 0;
    else if (!state.left) state.left = Date.now();
    part.classList.toggle("is-stale", isStale);
    part.setAttribute("aria-busy", String(isStale));
    if (counts(part)) form(part).classList.toggle("is-counting", isStale);
    let problem = counts(part) && !isStale ? "" : state.problem;
    if (counts(part) ? isStale && Date.now() - state.left > ANSWERED_SOON : period(part) && Date.now() - state.since > period(part) + PATIENCE) {
      problem = problem || "lost";
    }
    for (const line of lines(part)) {
      const words = problem ? line.dataset[problem] : line.dataset.fresh || "";
      line.hidden = !words || !(counts(part) || period(part));
      line.classList.toggle("is-lost", Boolean(problem));
      const [clock, alarm] = [line.querySelector("span"), line.querySelector("[role=status]") || line.querySelector("span")];
      const told = words.replace("{time}", at(state.since, line.dataset.clock));
      if (alarm !== clock && (problem ? clock : alarm).textContent) (problem ? clock : alarm).textContent = "";
      if ((problem ? alarm : clock).textContent !== told) (problem ? alarm : clock).textContent = told;
    }
    return isStale;
  }

  // The parts a request was for: its target, or what stands inside it.
  const concerned = (detail) => parts().filter((part) => detail.target && (detail.target === part || detail.target.contains(part)));

  const unanswered = () => document.getElementById("unanswered");

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    for (const part of concerned(event.detail)) {
      if (counts(part)) Object.assign(event.detail.xhr, { asked: figures(part) });
      stateOf(part).asker = event.detail.elt;
    }
  });

  // What a reader opened or scrolled in a part stays so when a poll replaces it.
  const moved = (part) => ({
    open: [...part.querySelectorAll("details")].map((details) => details.open),
    scrolled: [...part.querySelectorAll(".scroll[id]")].map((list) => [list.id, list.scrollTop, list.scrollLeft]),
  });
  function putBack(part, { open, scrolled }) {
    const all = part.querySelectorAll("details");
    if (all.length === open.length) all.forEach((details, index) => { details.open = open[index]; });
    for (const [id, top, left] of scrolled) document.getElementById(id)?.scrollTo(left, top);
  }

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
        Object.assign(state, { since: Date.now(), problem: "" });
        if (!counts(part)) Object.assign(detail.xhr, { kept: moved(part) });
        if (counts(part) && detail.target === part && detail.xhr.asked !== figures(part)) detail.shouldSwap = false;
      }
      show(part);
    }
  });

  // Another element may stand where the old one was: what is known of the part goes over to it.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    for (const part of concerned(event.detail).concat(document.getElementById(event.detail.target.id) || [])) {
      if (!lines(part).length) continue;
      const state = stateOf(part);
      if (counts(part)) state.answered = figures(part);
      else if (event.detail.xhr.kept) putBack(part, event.detail.xhr.kept);
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

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      for (const part of parts()) if (counts(part) && form(part).contains(event.target)) show(part);
    });
  }

  // A poll asks again by itself; the marks of a form that had no answer are asked for again from here.
  function look() {
    for (const part of parts()) {
      const state = stateOf(part);
      if (!show(part) || Date.now() - state.left < ANSWERED_SOON || Date.now() - (state.retried || 0) < ANSWERED_SOON) continue;
      state.retried = Date.now();
      window.htmx.trigger(state.asker && state.asker.isConnected ? state.asker : part, "change");
    }
  }
  if (parts().length) {
    look();
    setInterval(look, TICK);
    window.addEventListener("pageshow", look);
    window.addEventListener("online", look);
  }
})();
