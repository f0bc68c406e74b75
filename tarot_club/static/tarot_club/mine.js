// Remembers on this phone, without an account, which line of a tournament is the reader's own: find.js marks it, the page
// keeps it in sight, and a button goes there. Nothing of it leaves the phone.
(() => {
  const key = (tournament) => `mine-${tournament}`;
  // A phone may refuse to keep anything: then nothing is remembered, and nothing fails.
  const kept = (tournament) => {
    try { return localStorage.getItem(key(tournament)); } catch { return null; }
  };
  const keep = (tournament, number) => {
    try {
      if (number) localStorage.setItem(key(tournament), number);
      else localStorage.removeItem(key(tournament));
    } catch { /* as above */ }
  };

  const holder = document.querySelector("[data-tournament]");
  // A line is known by its link: « 17/ » leads to its page. None is looked for where nothing is remembered.
  const numberOf = (row) => row.querySelector("th a").getAttribute("href").slice(0, -1);
  const mine = () => holder.dataset.me && holder.querySelector(`tbody th a[href="${holder.dataset.me}/"]`)?.closest("tr");
  if (holder && !holder.dataset.me && /^\d+$/.test(kept(holder.dataset.tournament) || "")) {
    holder.dataset.me = kept(holder.dataset.tournament);
  }

  // On the page of a place: this is me, or no more. The page is followed: an answer brings a new button.
  const dress = () => {
    for (const button of document.querySelectorAll("[data-is-me]")) {
      const is = kept(button.dataset.of) === button.dataset.isMe;
      button.setAttribute("aria-pressed", String(is));
      button.textContent = is ? button.dataset.no : button.dataset.yes;
    }
  };
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-is-me]");
    if (!button) return;
    const { isMe: number, of } = button.dataset;
    keep(of, kept(of) === number ? null : number);
    dress();
  });
  document.body.addEventListener("followed", dress);
  dress();

  // On the standings: to my line, or, of the one line that a search left, this is me.
  const jump = document.querySelector("[data-jump]");
  const choose = document.querySelector("[data-choose]");
  if (!holder || !jump || !choose) return;
  const found = () => holder.querySelectorAll("tbody tr:not([hidden])");
  const refresh = () => {
    const [only, ...others] = found();
    choose.hidden = !only || others.length > 0 || only === mine() || holder.querySelectorAll("tbody tr").length < 2;
    jump.hidden = !mine() || !choose.hidden;
  };
  jump.addEventListener("click", () => {
    const row = mine();
    if (!row) return;
    row.classList.remove("is-me"); // where it stands, not where it is pinned
    row.scrollIntoView({ block: "center", inline: "nearest" });
    row.classList.add("is-me");
  });
  choose.addEventListener("click", () => {
    const [row] = found();
    if (mine()) mine().classList.remove("is-me");
    holder.dataset.me = numberOf(row);
    keep(holder.dataset.tournament, holder.dataset.me);
    row.classList.add("is-me");
    refresh();
    jump.focus();
  });
  document.addEventListener("input", () => setTimeout(refresh)); // find.js has hidden its rows by then
  document.body.addEventListener("followed", () => setTimeout(refresh));
  document.addEventListener("DOMContentLoaded", refresh);
  refresh();
})();
