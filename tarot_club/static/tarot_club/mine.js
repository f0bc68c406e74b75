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
  const rows = () => [...holder.querySelectorAll("tbody tr")];
  const numberOf = (row) => row.querySelector("th a").getAttribute("href").slice(0, -1); // « 17/ » leads to its page
  const mine = () => rows().find((row) => numberOf(row) === holder.dataset.me);
  if (holder && !holder.dataset.me && /^\d+$/.test(kept(holder.dataset.tournament) || "")) {
    holder.dataset.me = kept(holder.dataset.tournament);
  }

  // On the page of a place: this is me, or no more.
  for (const button of document.querySelectorAll("[data-is-me]")) {
    const { isMe: number, of } = button.dataset;
    const show = () => {
      const is = kept(of) === number;
      button.setAttribute("aria-pressed", String(is));
      button.textContent = is ? button.dataset.no : button.dataset.yes;
    };
    button.addEventListener("click", () => {
      keep(of, kept(of) === number ? null : number);
      show();
    });
    show();
  }

  // On the standings: to my line, or, of the one line that a search left, this is me.
  const jump = document.querySelector("[data-jump]");
  const choose = document.querySelector("[data-choose]");
  if (!holder || !jump || !choose) return;
  const found = () => rows().filter((row) => !row.hidden);
  const refresh = () => {
    const [only, ...others] = found();
    choose.hidden = !only || others.length > 0 || only === mine() || rows().length < 2;
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
