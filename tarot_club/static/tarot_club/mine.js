// Remembers on this phone, without an account, which line of a tournament is the reader's own and whom he follows: they
// are marked and stay in sight, and the menu leads to his evening. Nothing of it leaves the phone.
(() => {
  const MINE = "mine-"; // + a tournament: a start number; + « joueur », by his personal link: the player
  const FRIENDS = "friends-"; // + a tournament: start numbers
  const LAST = "mine-last"; // the tournament of which somebody said « C'est moi »
  // A phone may refuse to keep anything: then nothing is remembered, and nothing fails.
  const kept = (key) => {
    try { return localStorage.getItem(key) || ""; } catch { return ""; }
  };
  const keep = (key, value) => {
    try {
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
    } catch { /* as above */ }
  };
  const friendsOf = (tournament) => kept(FRIENDS + tournament).split(",").filter(Boolean);

  // A player's own page, opened by his link, says who he is in what he plays.
  const learn = () => {
    for (const { dataset: { mine, number } } of document.querySelectorAll("[data-mine]")) keep(MINE + mine, number);
  };
  document.addEventListener("submit", ({ target }) => {
    if (!target.matches("[data-forgets]")) return;
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(MINE) || key.startsWith(FRIENDS)) keep(key);
    } catch { /* as above */ }
  });
  learn();

  // The menu leads to one's own page: by the link, else to the line that was said to be one's own.
  const menu = document.querySelector("nav [data-place]");
  const lead = () => {
    const [tournament, [before, between]] = [kept(LAST), menu ? menu.dataset.place.split("/0/") : []];
    if (!menu || !(kept(`${MINE}joueur`) || kept(MINE + tournament))) return;
    if (!kept(`${MINE}joueur`)) menu.href = `${before}/${tournament}/${between}/${kept(MINE + tournament)}/`;
    menu.hidden = false;
  };
  lead();

  const holder = document.querySelector("[data-tournament]");
  const row = (number) => holder.querySelector(`[data-n="${number}"], tbody tr:has(> th > a[href="${number}/"])`);
  const mine = () => (holder.dataset.me ? row(holder.dataset.me) : null);
  const know = (number) => { if (/^[1-9]\d*$/.test(number)) holder.dataset.me = number; };
  if (holder && !holder.dataset.me) {
    know(kept(MINE + holder.dataset.tournament));
    // An evening that the phone was never told of: it is told once.
    if (!holder.dataset.me && holder.dataset.number && kept(`${MINE}joueur`)) {
      fetch(holder.dataset.number).then((answer) => (answer.ok ? answer.json() : {})).then(({ number }) => {
        if (!number) return;
        keep(MINE + holder.dataset.tournament, String(number));
        know(String(number));
        document.body.dispatchEvent(new CustomEvent("followed"));
      }).catch(() => {});
    }
  }

  // One's own line and those of friends stay in sight one below the other, as many as leave half of the list.
  const pin = () => {
    if (!holder) return;
    for (const number of friendsOf(holder.dataset.tournament)) row(number)?.classList.add("is-friend");
    const rows = [...holder.querySelectorAll(".ranking tbody :is(.is-me, .is-friend)")];
    const heights = rows.map((each) => each.offsetHeight);
    const room = Math.min(innerHeight, holder.clientHeight) / 2;
    const sum = heights.reduce((all, each) => all + each, 0);
    let above = 0;
    rows.forEach((each, index) => {
      each.classList.toggle("is-pinned", sum <= room);
      each.style.setProperty("--above", sum <= room ? `${above}px` : "0px");
      above += heights[index];
      each.style.setProperty("--below", sum <= room ? `${sum - above}px` : "0px");
    });
  };

  // On the page of a place: this is me, or no more; I follow him, or no more. An answer brings new buttons.
  const dress = () => {
    for (const button of document.querySelectorAll("[data-is-me], [data-friend]")) {
      const { isMe, friend, of, yes, no } = button.dataset;
      const is = isMe ? kept(MINE + of) === isMe : friendsOf(of).includes(friend);
      button.setAttribute("aria-pressed", String(is));
      button.textContent = is ? no : yes;
    }
  };
  const say = (tournament, number) => {
    keep(MINE + tournament, number);
    keep(LAST, number ? tournament : "");
    lead();
  };
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-is-me], [data-friend]");
    if (!button) return;
    const { isMe, friend, of } = button.dataset;
    const others = friendsOf(of).filter((number) => number !== friend);
    if (isMe) say(of, kept(MINE + of) === isMe ? "" : isMe);
    else keep(FRIENDS + of, (friendsOf(of).includes(friend) ? others : [...others, friend]).join(","));
    dress();
  });
  const all = () => { learn(); dress(); setTimeout(pin); }; // find.js has marked one's own line by then
  document.body.addEventListener("followed", all);
  document.addEventListener("DOMContentLoaded", all);
  addEventListener("resize", pin);
  all();

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
    const own = mine();
    if (!own) return;
    own.classList.remove("is-me", "is-pinned"); // where it stands, not where it is pinned
    own.scrollIntoView({ block: "center", inline: "nearest" });
    own.classList.add("is-me");
    pin();
  });
  choose.addEventListener("click", () => {
    const [own] = found();
    if (mine()) mine().classList.remove("is-me", "is-pinned");
    // A line is known by its link: « 17/ » leads to its page.
    holder.dataset.me = own.querySelector("th a").getAttribute("href").slice(0, -1);
    say(holder.dataset.tournament, holder.dataset.me);
    own.classList.add("is-me");
    refresh();
    pin();
    jump.focus();
  });
  document.addEventListener("input", () => setTimeout(refresh)); // find.js has hidden its rows by then
  document.body.addEventListener("followed", () => setTimeout(refresh));
  document.addEventListener("DOMContentLoaded", refresh);
  refresh();
})();
