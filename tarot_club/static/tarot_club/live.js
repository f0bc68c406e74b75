// What is shown is true, or says that it may not be. A part of a page with `data-follow` is asked for again every
// `data-every` seconds and says since when it is up to date; answers.js says the same of what htmx asks for.
(() => {
  "use strict";

  const TICK = 1000; // ms
  const PATIENCE = 15_000; // ms: an answer that late leaves the part out of date
  const SOON = 4_000; // ms
  const LONGEST_PAUSE = 60_000; // ms between two polls that fail
  const LONGEST_ANSWER = 30_000; // ms: then it is given up
  const SPREAD = 0.3; // of a period: a hall's phones do not ask in step, nor all at once when the network is back
  // A wait is told by `performance`, which nobody puts right; what time it is, by the clock that the reader sees beside it.
  let woken = 0; // when somebody last came back to this page

  const lines = (part) => document.querySelectorAll(`[data-live="${part.id}"]`);
  const parts = () => [...new Set([...document.querySelectorAll(".live:not(.counts)")].map((line) => line.dataset.live))]
    .map((id) => document.getElementById(id))
    .filter(Boolean);
  // How often a part is asked for again: by this script (`data-every`, seconds), else by htmx itself.
  const period = (part) => {
    if (part.dataset.every) return Number(part.dataset.every) * 1000;
    const every = /every (\d+)(m?s)/.exec(part.getAttribute("hx-trigger") || "");
    return every ? Number(every[1]) * (every[2] === "s" ? 1000 : 1) : 0;
  };

  const stateOf = (part) => part.state ??= upToDate({}); // { since, heard, problem, tried, timer, failures, isAsked }
  const upToDate = (state) => Object.assign(state, { since: Date.now(), heard: performance.now(), problem: "" });

  function at(since, pattern) {
    const time = new Date(since);
    return pattern.replace("{h}", time.getHours()).replace("{m}", String(time.getMinutes()).padStart(2, "0"));
  }

  // A tab that nobody saw has asked for nothing: its time begins when it is looked at.
  const isLate = (part) => period(part) && !document.hidden
    && performance.now() - Math.max(stateOf(part).heard, woken) > period(part) + PATIENCE;

  // Write in the lines of a part that there is this problem, or none; `isShown` says whether there is anything to say.
  function tell(part, problem, since, isShown) {
    for (const line of lines(part)) {
      const words = problem ? line.dataset[problem] : line.dataset.fresh || "";
      line.hidden = !words || !isShown;
      line.classList.toggle("is-lost", Boolean(problem));
      const [clock, alarm] = [line.querySelector("span"), line.querySelector("[role=status]") || line.querySelector("span")];
      const told = words.replace("{time}", at(since, line.dataset.clock));
      const [speaks, rests] = problem ? [alarm, clock] : [clock, alarm];
      if (rests !== speaks && rests.textContent) rests.textContent = "";
      if (speaks.textContent !== told) speaks.textContent = told;
    }
  }
  function show(part) {
    const { problem, since } = stateOf(part);
    tell(part, problem || (isLate(part) ? "lost" : ""), since, period(part));
  }

  // Ask for a part again once its time has come: later and later while nobody answers, and not at all in a hidden tab.
  function plan(part, pause) {
    const state = stateOf(part);
    clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      Object.assign(state, { timer: 0, tried: performance.now() });
      if (part.isConnected && !document.hidden) ask(part);
    }, pause);
  }
  function planNext(part) {
    if (!part.dataset.follow || document.hidden) return;
    const pause = Math.min(period(part) * 2 ** (stateOf(part).failures || 0), Math.max(LONGEST_PAUSE, period(part)));
    plan(part, pause * (1 + SPREAD * (Math.random() - 0.5)));
  }
  function askNow(within) {
    for (const part of parts()) if (part.dataset.follow && !document.hidden) plan(part, Math.random() * within);
  }

  // An answer that is no part of this page (the login page) changes nothing: what is shown stays, and is told to be old.
  function ask(part) {
    const state = stateOf(part);
    if (state.isAsked) return;
    state.isAsked = true;
    const asked = new XMLHttpRequest();
    asked.open("GET", part.dataset.follow);
    asked.setRequestHeader("HX-Request", "true"); // some addresses give the part alone for it
    if (part.dataset.etag) asked.setRequestHeader("If-None-Match", part.dataset.etag);
    asked.timeout = LONGEST_ANSWER;
    asked.onloadend = () => {
      state.isAsked = false;
      if (asked.status) document.body.dispatchEvent(new CustomEvent("polled", { detail: asked }));
      const isOurs = asked.status && new URL(asked.responseURL).pathname === new URL(part.dataset.follow, location.href).pathname;
      const isAnswer = isOurs && (asked.status < 300 || asked.status === 304);
      if (isAnswer) upToDate(state).failures = 0;
      else Object.assign(state, { problem: asked.status ? "refused" : "lost", failures: (state.failures || 0) + 1 });
      if (!part.isConnected) return;
      const shown = isAnswer && asked.status === 200 ? put(part, asked.responseText) : part;
      show(shown);
      planNext(shown);
    };
    asked.send();
  }

  // Put the answer where the part was; what a reader opened, scrolled or typed in it stays so.
  function put(part, text) {
    const holder = document.createElement("template");
    holder.innerHTML = text;
    const fresh = holder.content.firstElementChild;
    const kept = moved(part);
    const typed = [...part.querySelectorAll("[data-stays]")];
    const focused = document.activeElement;
    part.replaceWith(fresh);
    [...fresh.querySelectorAll("[data-stays]")].forEach((each, index) => { if (typed[index]) each.replaceWith(typed[index]); });
    if (typed.some((each) => each.contains(focused))) focused.focus({ preventScroll: true });
    window.htmx?.process(fresh);
    putBesides(holder.content);
    putBack(fresh, kept);
    document.body.dispatchEvent(new CustomEvent("followed"));
    announce(kept, fresh);
    return fresh;
  }
  const events = (part) => [part, ...part.querySelectorAll("[data-round]")].filter(({ dataset }) => dataset.round);
  // What else the answer brings for this page, beside the part: the positions of the desk.
  function putBesides(answer) {
    for (const fresh of answer.querySelectorAll("[hx-swap-oob]")) {
      const old = document.getElementById(fresh.id);
      const focused = old?.contains(document.activeElement) && document.activeElement.id;
      old?.replaceWith(fresh);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
  }
  const moved = (part) => ({
    open: [...part.querySelectorAll("details")].map((details) => details.open),
    scrolled: [...part.querySelectorAll(".scroll[id]")].map((list) => [list.id, list.scrollTop, list.scrollLeft]),
    focused: focusable(part).findIndex((element) => element === document.activeElement),
    named: document.activeElement.textContent,
    rounds: Object.fromEntries(events(part).map(({ dataset }) => [dataset.of || "", Number(dataset.round)])),
    seats: Object.fromEntries(events(part).map((event) => [event.dataset.of || "", seatShown(part, event)])),
    id: part.contains(document.activeElement) && document.activeElement.id,
    heights: groups(part).map((group) => group.offsetHeight),
  });
  // Groups of lines that are laid out when they come in sight: as tall as they were, the reader stays where he is.
  const groups = (part) => [...part.querySelectorAll("tbody")];
  const focusable = (part) => [...part.querySelectorAll("a[href], button, summary, [tabindex='0']")];
  function putBack(part, { open, scrolled, focused, named, id, heights }) {
    groups(part).forEach((group, index) => {
      if (heights[index]) group.style.containIntrinsicBlockSize = `auto ${heights[index]}px`;
    });
    const element = (id && document.getElementById(id)) || focusable(part)[focused]; // what has a name may stand elsewhere now
    if (element && ((id && element.id === id) || element.textContent === named) && document.activeElement === document.body) element.focus({ preventScroll: true });
    const all = part.querySelectorAll("details");
    if (all.length === open.length) all.forEach((details, index) => { details.open = open[index]; });
    for (const [id, top, left] of scrolled) document.getElementById(id)?.scrollTo(left, top);
  }

  // « Position 4 est tirée : table 2, Est », when the page knows who reads: who is logged in, whom the phone remembers, or
  // the one name looked for. A player's own page says it of each tournament that he plays in.
  async function announce({ rounds, seats }, part) {
    const line = document.querySelector(`[data-announces="${part.id}"]`);
    if (!line) return;
    for (const event of events(part)) {
      const { round, of, drawn, drawnMe, drawnExempt, movedMe, movedExempt } = event.dataset;
      const [before, now] = [seats[of || ""] || [], seatShown(part, event)];
      const isNew = Number(round) > (rounds[of || ""] || 0);
      const isMoved = Number(round) === rounds[of || ""] && before.length && now.length && String(before) !== String(now);
      if (!isNew && !isMoved) continue;
      const [table, chair] = isNew ? await seatIn(part, event) : now;
      const pattern = isMoved ? (chair ? movedMe : movedExempt) : chair ? drawnMe : table ? drawnExempt : drawn;
      line.textContent = pattern.replace("{table}", table).replace("{chair}", chair).replace("{before}", before.join(", "));
    }
  }
  // The table and the chair of who reads, one word where he is exempt, nothing where nobody knows him.
  async function seatIn(part, event) {
    const [shown, { tables }, me] = [seatShown(part, event), event.dataset, part.closest("[data-me]")?.dataset.me];
    if (shown.length || !me || !tables) return shown;
    const holder = document.createElement("template");
    try { holder.innerHTML = await (await fetch(tables)).text(); } catch { /* the position alone is said */ }
    return cells(holder.content.querySelector(`#people [data-n="${me}"]`));
  }
  function seatShown(part, { dataset }) {
    if (dataset.seat) return dataset.seat.split(",");
    // While the position before is played its tables are shown, and they are not those of the new one.
    return part.dataset.shown === dataset.round ? cells(part.querySelector("#people .is-me") || onlyOneFound(part)) : [];
  }
  const cells = (row) => (row ? [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim()) : []);
  function onlyOneFound(part) {
    const box = document.querySelector("[data-find]");
    const rows = box && box.value.trim() ? [...part.querySelectorAll("#people tbody tr:not([hidden])")] : [];
    return rows.length === 1 ? rows[0] : null;
  }

  function look() {
    for (const part of parts()) {
      const state = stateOf(part);
      if (!state.timer && performance.now() - (state.tried || state.heard) > PATIENCE) planNext(part); // whatever became of it
      show(part);
    }
  }
  function comeBack() {
    woken = performance.now();
    look();
    askNow(TICK);
  }
  window.live = { at, lines, moved, parts, putBack, show, stateOf, tell, upToDate };
  if (!parts().length) return;
  look();
  setInterval(look, TICK);
  parts().forEach(planNext);
  addEventListener("pageshow", (event) => { if (event.persisted) comeBack(); else look(); });
  addEventListener("online", () => { look(); askNow(SOON); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) comeBack(); });
})();
