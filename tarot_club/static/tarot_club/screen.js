// The big screen: its panels by turns, a page of two columns at a time. Nothing is kept but where it stands.
(() => {
  "use strict";

  const screen = document.getElementById("screen");
  const turnsEvery = Number(screen.dataset.turnsEvery) * 1000; // ms
  const large = window.matchMedia("(min-width: 64rem) and (min-height: 30rem)"); // as in screen.css
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let now = ""; // the panel in sight
  let page = 0;

  const panels = () => [...screen.querySelectorAll(".panel")];
  const board = (panel) => panel.querySelector(".board");
  const pages = (panel) => Math.max(1, Math.ceil(board(panel).scrollWidth / board(panel).clientWidth - 0.05));

  function show({ smoothly = false } = {}) {
    const panel = panels().find((one) => one.dataset.panel === now) || panels()[0];
    now = panel ? panel.dataset.panel : "";
    screen.dataset.now = now;
    if (!panel || !large.matches) return;
    page = Math.min(page, pages(panel) - 1);
    board(panel).scrollTo({ left: page * board(panel).clientWidth, behavior: smoothly && !calm.matches ? "smooth" : "instant" });
    panel.querySelector(".page-of").textContent = pages(panel) > 1 ? `${page + 1} / ${pages(panel)}` : "";
  }

  function turn() {
    const all = panels();
    const index = all.findIndex((one) => one.dataset.panel === now);
    if (index < 0 || !large.matches) return show();
    page += 1;
    const goesOn = page < pages(all[index]);
    if (!goesOn) {
      page = 0;
      now = all[(index + 1) % all.length].dataset.panel;
    }
    return show({ smoothly: goesOn });
  }

  // A laptop that shows the hall its standings must not fall asleep; only browsers on the laptop itself may ask.
  const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });

  const button = screen.querySelector("[data-fullscreen]");
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });

  document.body.addEventListener("followed", () => show());
  window.addEventListener("resize", () => show());
  setInterval(turn, turnsEvery);
  stayAwake();
  show();
})();
