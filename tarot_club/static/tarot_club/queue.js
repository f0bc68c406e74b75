// No network, nothing lost: a donne waits in this browser until the server has answered it, however often it is sent.
// Its key makes it one donne there. Works over plain http too; without this file a form is sent as forms are.
(() => {
  "use strict";

  const box = document.getElementById("queue");
  if (!box) return;
  const words = box.dataset;
  const form = document.querySelector("form[data-queue]");
  const back = box.querySelector("[data-back] a");
  const [PATIENCE, LEASE, FIRST, LONGEST] = [8000, 20000, 2000, 60000]; // milliseconds
  const OPEN = ["waiting", "sent", "login", "stuck"]; // what the server has not answered for good
  const BUSY = 1; // another tab sends: look again later
  const FINAL = { saved: "saved", same: "saved", refused: "refused" };
  // A page that is written anew (see `openForm`) starts this file again: the one before stops.
  const turn = (window.tarotQueue = (window.tarotQueue || 0) + 1);
  const isOld = () => window.tarotQueue !== turn;

  function uuid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16)); // crypto.randomUUID wants https
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }
  const me = uuid();

  // What is kept: one row for each donne, and who is sending where there are no locks.
  const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open("tarot-club", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("donnes", { keyPath: "key" });
      asked.result.createObjectStore("leases");
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  opened.catch(() => {});
  async function store(name, mode, work) {
    const db = await opened;
    return new Promise((resolve, reject) => {
      const transaction = db.transaction(name, mode);
      const asked = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }
  const keep = (donne) => store("donnes", "readwrite", (rows) => rows.put(donne));
  const drop = (donne) => store("donnes", "readwrite", (rows) => rows.delete(donne.key));
  const all = async () => (await store("donnes", "readonly", (rows) => rows.getAll())).sort((one, other) => one.order - other.order);

  // One tab sends: by a lock, or where browsers give none (plain http) by a lease that another tab may take when it is
  // over. A clock that was set back leaves a lease too long to be true.
  async function alone(work) {
    if (navigator.locks) {
      return navigator.locks.request("tarot-club-queue", { ifAvailable: true }, (lock) => (lock ? work(async () => {}) : BUSY));
    }
    if (!(await take())) return BUSY;
    try { return await work(take); } finally { await store("leases", "readwrite", (rows) => rows.delete("sender")); }
  }
  async function take() {
    const db = await opened;
    return new Promise((resolve, reject) => {
      const transaction = db.transaction("leases", "readwrite");
      const rows = transaction.objectStore("leases");
      let mine = false;
      const asked = rows.get("sender");
      asked.onsuccess = () => {
        const [held, now] = [asked.result, Date.now()];
        mine = !held || held.owner === me || now >= held.until || held.until - now > LEASE;
        if (mine) rows.put({ owner: me, until: now + LEASE }, "sender");
      };
      transaction.oncomplete = () => resolve(mine);
      transaction.onerror = () => reject(transaction.error);
    });
  }

  const ask = (address, options) => fetch(address, {
    credentials: "same-origin", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE), ...options,
  });
  const fresh = async () => (await ask(words.token, { headers: { Accept: "application/json" } })).json();

  // Send a donne, and say what became of it: `{state, sentence, next}`, or null when nobody answered.
  async function send(donne, { token, watched }) {
    const body = new URLSearchParams(donne.body);
    body.set("csrfmiddlewaretoken", token);
    if (!watched) body.set("garde", "1");
    let response;
    try { response = await ask(donne.url, { method: "POST", headers: { Accept: "application/json" }, body }); } catch { response = null; }
    unreachable = !response;
    if (!response) return null;
    const isJson = (response.headers.get("Content-Type") || "").includes("json");
    if (response.status === 401) return { state: "login", sentence: "" };
    if ([404, 410].includes(response.status)) return { state: "stuck", sentence: "" };
    if (!isJson) return null;
    const answer = await response.json().catch(() => null);
    if (!answer || !answer.state) return null;
    const state = FINAL[answer.state] || (answer.kept ? "beside" : "refused");
    return { state, sentence: answer.sentences.join(" "), next: answer.next, isQuestion: answer.code === "donne_to_confirm" };
  }

  box.querySelector("details").open = !form; // above a form it is one line, which a tap opens
  let unreachable = turn > 1; // whether what was sent last had no answer; a page is only written anew then
  let [wait, timer] = [FIRST, 0];
  function later() {
    clearTimeout(timer);
    timer = setTimeout(drain, wait + Math.random() * FIRST);
    wait = Math.min(wait * 2, LONGEST);
  }

  // A device that keeps nothing says so before the first donne; what is typed is sent from this page.
  let keepsNothing = false;
  function tellKeepsNothing() {
    keepsNothing = true;
    box.hidden = box.querySelector("[data-keeps-nothing]").hidden = false;
  }

  // Send all that waits, the oldest first. What is on the form of this page is being looked at, and is left to it; where
  // there was no next form to open it is put away (see `putAway`), and its donne waits like any other.
  async function drain() {
    if (isOld()) return;
    clearTimeout(timer);
    let isTaken = false;
    const left = await alone(async (renew) => {
      const own = form ? form.elements.namedItem("key").value : "";
      const shown = form && !form.hidden ? [own, form.dataset.lookedAt] : [];
      const waiting = (await all()).filter((donne) => OPEN.includes(donne.state) && !shown.includes(donne.key));
      if (!waiting.length) return null;
      let who;
      try { who = await fresh(); } catch { return waiting.length; }
      let unanswered = 0;
      for (const donne of waiting) {
        if (isOld()) return BUSY;
        await renew();
        if (donne.door === "desk" && donne.who !== who.who) {
          await keep({ ...donne, state: "login" });
          continue;
        }
        // A code that was replaced: the page of the same table that is open knows the new one.
        if (words.base && words.table && donne.table === words.table) donne.url = `${words.base}donnes/${donne.number}/`;
        await keep({ ...donne, state: "sent" });
        show();
        const told = await send(donne, { token: who.token, watched: false });
        if (!told || told.state === "stuck") unanswered += 1;
        await keep({ ...donne, ...(told || { state: "sent" }) });
        if (!told) break;
        if (donne.key === own && told.state === "saved") isTaken = true;
      }
      return unanswered;
    }).catch(() => 1);
    await show().catch(() => {});
    if (isTaken) return location.assign(back.href);
    if (left) later();
    else wait = FIRST;
    if (left === 0) askBlank(); // what is missing is something else by now
  }

  // Beside the form: what waits, what was answered, in words.
  const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  const numbered = (donne) => `${donne.called || words.donne} ${donne.number}`;
  const said = (donne) => (donne.state === "refused" && donne.isQuestion ? words.question : words[donne.state]) + (donne.sentence ? ` ${donne.sentence}` : "");
  const ASKS = ["refused", "stuck", "login"]; // what somebody has to see to
  function inShort(donnes) {
    const count = donnes.length === 1 ? words.one : words.many.replace("N", donnes.length);
    const beside = donnes.some((donne) => donne.state === "beside");
    const waits = donnes.some((donne) => OPEN.includes(donne.state));
    return [count, donnes.some((donne) => ASKS.includes(donne.state)) ? words.look : waits ? words.kept : beside ? words.beside.replace(".", "") : ""].filter(Boolean).join(" · ");
  }
  async function show() {
    const donnes = await all();
    if (isOld()) return;
    const lines = donnes.map((donne) => {
      const line = made("li", "");
      line.dataset.state = donne.state;
      line.append(made("b", numbered(donne)), " ", made("span", said(donne)), made("small", `${donne.title} – ${donne.said}`));
      if (donne.state === "login") line.append(made("a", words.toLogin, { href: words.address, className: "button small" }));
      if (donne.state === "refused") line.append(made("a", words.again, { href: `${donne.url}#${donne.key}`, className: "button small" }));
      if (["refused", "beside", "saved"].includes(donne.state)) {
        const button = made("button", words.remove, { type: "button", className: "small" });
        button.addEventListener("click", async () => { await drop(donne); show(); });
        line.append(button);
      }
      return line;
    });
    box.querySelector("ul").replaceChildren(...lines);
    box.querySelector("[data-count]").textContent = inShort(donnes);
    box.toggleAttribute("data-asks", donnes.some((donne) => ASKS.includes(donne.state)));
    box.querySelector("[data-help]").hidden = !donnes.some((donne) => OPEN.includes(donne.state));
    box.hidden = !donnes.length && !keepsNothing;
    const text = donnes.map((donne) => `${donne.title}\n${numbered(donne)} – ${donne.said}\n${said(donne)}\n`).join("\n");
    const file = box.querySelector("[data-export]");
    URL.revokeObjectURL(file.href);
    file.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  }

  // A word where somebody tapped while the server is silent, after so many milliseconds; what is returned takes it back.
  function busy(control, word, after = 500) {
    if (!control) return () => {};
    const inside = [...control.childNodes];
    const tell = () => { control.ariaBusy = "true"; control.replaceChildren(word); };
    const soon = setTimeout(tell, after);
    return () => { clearTimeout(soon); control.ariaBusy = null; control.replaceChildren(...inside); };
  }

  // What a form says, in its own words: « Preneur : DUPONT Jean, Contrat : Garde, … ».
  function inWords() {
    const played = form.elements.namedItem("outcome").value === "jouee";
    const told = [...form.elements].filter((control) => control.name && control.type !== "hidden" && control.value
      && (!["radio", "checkbox"].includes(control.type) || control.checked)
      && (control.name === "outcome" ? !played : played || control.name === "reason"));
    return told.map((control) => {
      const label = control.labels[0] ? control.labels[0].textContent.trim() : control.value;
      if (!["radio", "checkbox"].includes(control.type)) return `${label}${words.colon} ${control.value}`;
      const legend = control.closest("fieldset")?.querySelector("legend");
      return legend ? `${legend.textContent.trim()}${words.colon} ${label}` : label;
    }).join(", ").replace(/\s+/g, " ");
  }

  // The empty form of the next donne, asked while the server answers: without network it is the page.
  async function askBlank() {
    if (!words.blank) return;
    try {
      const response = await ask(words.blank, { redirect: "error" });
      if (!response.ok) return;
      window.tarotBlank = await response.text();
      // Its scripts too: without network a form is only what this browser has of it.
      const { scripts } = new DOMParser().parseFromString(window.tarotBlank, "text/html");
      await Promise.all([...scripts].filter(({ src }) => src).map(({ src }) => fetch(src)));
      words.ready = ""; // from now on the network may go
    } catch { /* the one asked before is still good */ }
  }
  async function openForm(wanted) {
    const page = window.tarotBlank && new DOMParser().parseFromString(window.tarotBlank, "text/html");
    const blank = page && page.querySelector("form[data-queue]");
    if (!blank) return false;
    const first = blank.dataset.number;
    const base = blank.getAttribute("action").replace(/\d+\/$/, "");
    const taken = (await all()).filter((donne) => donne.url.startsWith(base) && donne.state !== "refused").map((donne) => donne.number);
    const missing = blank.dataset.missing.split(" ").filter(Boolean).map(Number);
    const beyond = blank.hasAttribute("data-more") ? [Math.max(0, Number(first) - 1, ...missing, ...taken) + 1] : [];
    const free = [...missing, ...beyond].filter((number) => !taken.includes(number));
    const number = wanted && free.includes(wanted) ? wanted : free[0];
    if (number === undefined) return false;
    for (const element of page.querySelectorAll(`[action], [hx-post]`)) {
      for (const name of ["action", "hx-post"]) {
        if (element.hasAttribute(name)) element.setAttribute(name, element.getAttribute(name).replace(`${base}${first}/`, `${base}${number}/`));
      }
    }
    for (const told of page.querySelectorAll("[data-number-told], title")) told.textContent = told.textContent.replace(first, number);
    for (const told of page.querySelectorAll("[data-dealer-told]")) told.textContent = told.dataset.dealerTold.split(" ")[(number - 1) % 4];
    blank.dataset.number = number;
    blank.querySelector("[name=key]").setAttribute("value", uuid());
    blank.querySelector("[name=replaces]").setAttribute("value", "");
    clearTimeout(timer);
    document.open();
    document.write(`<!DOCTYPE html>${page.documentElement.outerHTML}`);
    document.close();
    return true;
  }

  // The last donne of a position, or a correction: no form comes after it.
  async function putAway() {
    form.hidden = true;
    box.querySelector("details").open = true;
    back.parentElement.hidden = false;
    back.href = new URL("../../", form.action).href;
    await show();
    drain(); // the network may have come back meanwhile
  }

  if (form) {
    const data = form.dataset;
    // Where the empty form of the next donne was not asked in time, this page is one.
    if (words.blank && !data.lookedAt && !form.hasAttribute("data-unsaved") && !form.elements.namedItem("replaces").value) window.tarotBlank ||= document.documentElement.outerHTML;
    const restore = async () => {
      const donne = (await all()).find(({ key }) => `#${key}` === location.hash);
      if (!donne) return;
      const typed = new URLSearchParams(donne.body);
      for (const control of form.elements) {
        if (["csrfmiddlewaretoken", "replaces", "confirmed", "sat"].includes(control.name) || !control.name) continue;
        if (["radio", "checkbox"].includes(control.type)) control.checked = typed.getAll(control.name).includes(control.value);
        else if (typed.has(control.name)) control.value = typed.get(control.name);
      }
      form.dispatchEvent(new Event("change", { bubbles: true }));
    };
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      const carried = Boolean(button) && button.name === "garde"; // « Porter chez l’arbitre »
      if (event.defaultPrevented || (button && button.name && !carried)) return;
      event.preventDefault();
      if (data.sending) return;
      data.sending = "1";
      const body = new URLSearchParams(new FormData(form));
      const token = body.get("csrfmiddlewaretoken");
      body.delete("csrfmiddlewaretoken");
      if (carried) body.set("replaces", ""); // it replaces nothing: it lies beside what stands there
      const donne = {
        key: body.get("key"), order: Date.now(), called: words.donne, door: words.door, who: words.who, table: words.table, url: form.getAttribute("action"),
        number: Number(data.number), title: data.title, body: body.toString(), said: inWords(), state: "sent", sentence: "",
      };
      const natively = () => { // the server's own page says what is wrong, or where to go
        if (carried) form.append(made("input", "", { type: "hidden", name: button.name, value: button.value }));
        form.submit();
      };
      const done = busy(button, words.sending, 0);
      const sent = async () => (carried || navigator.onLine === false ? null : send(donne, { token, watched: true }));
      keep(donne).catch(tellKeepsNothing).then(async () => {
        if (carried && (await fresh().catch(() => null))) {
          await drop(donne).catch(() => {});
          return natively();
        }
        if (keepsNothing) {
          const told = await sent();
          if (!told || told.state === "stuck") return tellOffline();
          return told.state === "saved" ? location.assign(told.next || location.href) : natively();
        }
        if (data.lookedAt) await drop({ key: data.lookedAt }); // what is sent now stands in its place
        const told = await sent();
        if (told && told.state === "saved") {
          await drop(donne);
          location.assign(told.next || location.href);
        } else if (told && told.state !== "stuck") {
          await keep({ ...donne, state: "waiting" });
          natively();
        } else {
          await keep({ ...donne, state: told ? "stuck" : "waiting" });
          if (!(await openForm())) await putAway();
        }
      }).catch(natively).finally(() => {
        delete data.sending;
        done();
      });
    });
    window.addEventListener("hashchange", restore);
    restore().catch(() => {});
  }

  function tellOffline() {
    const note = box.querySelector(keepsNothing ? "[data-unsent]" : "[data-offline]");
    box.hidden = note.hidden = false;
    box.scrollIntoView({ block: "nearest" });
  }

  // Away from here only when the server answers: a browser's own « no network » page would be all that is left.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !words.blank || !(words.door === "table" || unreachable) || event.defaultPrevented || link.hasAttribute("download") || link.getAttribute("href").startsWith("#")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const done = busy(link, words.opening);
    try {
      await fresh().finally(done);
      location.assign(link.href);
    } catch {
      const wanted = /\/donnes\/(\d+)\/$/.exec(link.href);
      if (wanted && (await openForm(Number(wanted[1])))) return;
      tellOffline();
    }
  });

  document.addEventListener("submit", async (event) => {
    const other = event.target;
    if (words.door !== "table" || other === form || other.dataset.answered || other.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const done = busy(event.submitter, words.sending);
    try {
      await fresh().finally(done);
      other.dataset.answered = "1";
      other.requestSubmit(event.submitter);
      delete other.dataset.answered;
    } catch { tellOffline(); }
  }, true);

  window.addEventListener("online", () => { wait = FIRST; drain(); });
  window.addEventListener("pageshow", drain);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) drain(); });
  opened.then(async () => {
    if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
    await store("leases", "readwrite", (rows) => rows.put({}, "probe")); // a full device says so now
    // This page is the answer to what was sent from the form before it: that waits no more.
    const answered = form && form.hasAttribute("data-unsaved") ? [form.elements.namedItem("key").value, form.dataset.lookedAt] : [];
    for (const donne of await all()) if (turn === 1 && (donne.state === "saved" || answered.includes(donne.key))) await drop(donne);
    await show();
    askBlank();
    drain();
  }).catch(tellKeepsNothing);
  if (words.worker && navigator.serviceWorker) navigator.serviceWorker.register(words.worker).catch(() => {});
})();
