// What is shown is true, or says that it may not be. Parts that ask the server again by themselves say since when they
// are up to date; what a form counts is shown for the figures typed and for no others.
(() => {
  "use strict";

  const TICK = 1000; // ms
  const PATIENCE = 15_000; // ms: an answer that late leaves the part out of date
  const ANSWERED_SOON = 4_000; // ms: a form that waits longer for its figures says so
  const LONGEST_PAUSE = 60_000; // ms between two polls that fail
  const SPREAD = 0.3; // of a period: a hall's phones do not ask in step, nor all at once when the network is back
  let woken = 0; // when somebody last came back to this page
  const states = new WeakMap(); // part -> { since, problem, answered, left, asker, retried, timer, failures }

  const lines = (part) => document.querySelectorAll(`[data-live="${part.id}"]`);
  const parts = () => [...new Set([...document.querySelectorAll("[data-live]")].map((line) => line.dataset.live))]
    .map((id) => document.getElementById(id))
    .filter(Boolean);
  const form = (part) => part.closest("form");
  const counts = (part) => part.hasAttribute("data-counts"); // the answer to a form, where others are polled
  // How often a part is asked for again: by this script (`data-every`, seconds), else by htmx itself.
  const period = (part) => {
    if (part.dataset.every) return Number(part.dataset.every) * 1000;
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

  // A tab that nobody saw has asked for nothing: its time begins when it is looked at.
  const isLate = (part) => period(part) && !document.hidden
    && Date.now() - Math.max(stateOf(part).since, woken) > period(part) + PATIENCE;

  function show(part) {
    const state = stateOf(part);
    const isStale = counts(part) && state.answered !== figures(part);
    if (!isStale) state.left = 0;
    else if (!state.left) state.left = Date.now();
    part.classList.toggle("is-stale", isStale);
    part.setAttribute("aria-busy", String(isStale));
    if (counts(part)) form(part).classList.toggle("is-counting", isStale);
    let problem = counts(part) && !isStale ? "" : state.problem;
    if (counts(part) ? isStale && Date.now() - state.left > ANSWERED_SOON : isLate(part)) {
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

  // Ask for a part again once its time has come: later and later while nobody answers, and not at all in a hidden tab.
  function plan(part, pause) {
    const state = stateOf(part);
    clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      Object.assign(state, { timer: 0, tried: Date.now() });
      if (part.isConnected && !document.hidden) window.htmx.trigger(part, "again");
    }, pause);
  }
  function planNext(part) {
    if (!part.dataset.every || document.hidden) return;
    const pause = Math.min(period(part) * 2 ** (stateOf(part).failures || 0), Math.max(LONGEST_PAUSE, period(part)));
    plan(part, pause * (1 + SPREAD * (Math.random() - 0.5)));
  }
  function askNow(within) {
    for (const part of parts()) if (part.dataset.every && !document.hidden) plan(part, Math.random() * within);
  }

  // « Position 4 est tirée : table 2, Est », when the page knows who reads: who is logged in, or the one name looked for.
  function announce(before, part) {
    const line = document.querySelector(`[data-announces="${part.id}"]`);
    if (!line || !part.dataset.round || !(Number(part.dataset.round) > Number(before || 0))) return;
    // While the position before is played its tables are shown, and they are not those of the new one.
    const isShown = part.dataset.shown === part.dataset.round;
    const me = isShown && (part.querySelector("#people .is-me") || onlyOneFound(part));
    const cells = me ? [...me.querySelectorAll("td")].map((cell) => cell.textContent.trim()) : [];
    const pattern = cells.length === 2 ? part.dataset.drawnMe : cells.length ? part.dataset.drawnExempt : part.dataset.drawn;
    line.textContent = pattern.replace("{table}", cells[0]).replace("{chair}", cells[1]);
  }
  function onlyOneFound(part) {
    const box = document.querySelector("[data-find]");
    const rows = box && box.value.trim() ? [...part.querySelectorAll("#people tbody tr:not([hidden])")] : [];
    return rows.length === 1 ? rows[0] : null;
  }

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
    focused: focusable(part).findIndex((element) => element === document.activeElement),
    named: document.activeElement.textContent,
    round: part.dataset.round,
  });
  const focusable = (part) => [...part.querySelectorAll("a[href], button, summary, [tabindex='0']")];
  function putBack(part, { open, scrolled, focused, named }) {
    const element = focusable(part)[focused];
    if (element && element.textContent === named && document.activeElement === document.body) element.focus({ preventScroll: true });
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
        Object.assign(state, { since: Date.now(), problem: "", failures: 0 });
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
      else if (event.detail.xhr.kept) {
        putBack(part, event.detail.xhr.kept);
        queueMicrotask(() => announce(event.detail.xhr.kept.round, part)); // once find.js has marked one's own line
      }
      show(part);
    }
  });
  // htmx knows a new part only once it has settled.
  document.body.addEventListener("htmx:afterSettle", () => {
    for (const part of parts()) if (!stateOf(part).timer) planNext(part);
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    for (const part of concerned(event.detail)) if (part.isConnected) planNext(part);
  });

  function failed(problem) {
    return (event) => {
      const asked = concerned(event.detail);
      for (const part of asked) {
        const state = stateOf(part);
        Object.assign(state, { problem, failures: (state.failures || 0) + 1 });
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
      if (!state.timer && Date.now() - (state.tried || state.since) > PATIENCE) planNext(part); // whatever became of it
      if (!show(part) || Date.now() - state.left < ANSWERED_SOON || Date.now() - (state.retried || 0) < ANSWERED_SOON) continue;
      state.retried = Date.now();
      window.htmx.trigger(state.asker && state.asker.isConnected ? state.asker : part, "change");
    }
  }
  function comeBack() {
    woken = Date.now();
    look();
    askNow(TICK);
  }
  if (parts().length) {
    look();
    setInterval(look, TICK);
    parts().forEach(planNext);
    window.addEventListener("pageshow", (event) => { if (event.persisted) comeBack(); else look(); });
    window.addEventListener("online", () => { look(); askNow(ANSWERED_SOON); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) comeBack(); });
  }
})();
