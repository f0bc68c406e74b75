// The marks of the donne being typed while no server answers: by the figures that the page has of its table
// (scoring/marque/without_network.py). The server's answer takes their place as soon as it comes. What these figures do
// not tell is said by nobody: no wrong figure stands here.
(() => {
  "use strict";

  const FIRST = 65; // the letter of the first sentence

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

  // Return the scores by chair, the parts that each defender's amount is made of, and what is wrong; null where these
  // figures do not tell the donne.
  function count(figures, donne) {
    const { contract, bouts, half, made, petit } = donne;
    const like = figures.like[contract] || contract;
    const possible = figures.counts[`${like}${bouts}${made}`];
    if (donne.poignees.length > 1 || (donne.poignees.length && made)) return null; // whose trumps beat whose
    const sentence = (letter) => {
      const near = (step) => { for (let at = half; at >= 0 && at < possible.length; at += step) if (possible[at] === ".") return at; return half; };
      const shown = (points) => (points % 2 ? `${(points - 1) / 2}${figures.comma}5` : String(points / 2));
      const typed = { points: shown(half), below: shown(near(-1)), above: shown(near(1)), contract: figures.contracts[contract] };
      return filled(figures.texts[letter.charCodeAt(0) - FIRST], typed);
    };
    const letters = [half < possible.length ? possible[half] : figures.beyond, ...(petit ? figures.petits[`${bouts}${petit}${made}`] : "")];
    const problems = letters.filter((letter) => letter !== ".").map(sentence);
    if (problems.length) return { problems };

    const margin = half - figures.required[bouts];
    const sign = margin >= 0 ? 1 : -1;
    const multiplier = figures.multipliers[contract];
    const distance = Math.floor((Math.abs(margin) + 1) / 2);
    const parts = [];
    const add = (code, points) => parts.push([filled(figures.parts[code], { distance, multiplier }), points]);
    add(margin >= 0 ? "contract" : "contract_failed", sign * (figures.base + distance) * multiplier);
    if (petit) add(petit, (petit === "attaque" ? 1 : -1) * figures.petit * multiplier);
    for (const size of donne.poignees) add(size, sign * figures.poignees[size]);
    if (made === "attaque") add(...(donne.announced ? ["chelem_announced_made", figures.chelem.announced_made] : ["chelem_made", figures.chelem.made]));
    else {
      if (donne.announced) add("chelem_announced_failed", -figures.chelem.announced_failed);
      if (made) add("chelem_inflicted", -figures.chelem.inflicted);
    }
    const amount = parts.reduce((sum, [, points]) => sum + points, 0);
    const alone = donne.partner === null || donne.partner === donne.taker;
    const scores = Array.from({ length: donne.chairs }, (_none, chair) => {
      if (chair === donne.mort) return 0;
      if (chair === donne.taker) return amount * (alone ? figures.playing - 1 : 2);
      return !alone && chair === donne.partner ? amount : -amount;
    });
    return { scores, problems, parts, amount, won: margin >= 0 };
  }
  window.marksOf = count;

  const data = document.getElementById("figures");
  if (!data) return;
  const figures = JSON.parse(data.textContent);
  const preview = () => document.getElementById("preview");
  let isLost = false; // whether what was typed last had no answer

  // Return what is typed: null while something is missing, false where these figures would not tell it.
  function typed(form) {
    const said = new FormData(form);
    if (said.get("outcome") && said.get("outcome") !== "jouee") return { unplayed: true };
    if (!figures.counts) return false;
    const chair = (name) => (said.get(name) ? Number(said.get(name)) : null);
    const points = /^(\d{1,3})(?:[.,]([05]))?(½)?$/.exec((said.get("points") || "").trim());
    const needed = [said.get("taker"), said.get("contract"), said.get("bouts"), said.get("points")];
    if (figures.calls) needed.push(said.get("partner"));
    if (figures.rests) needed.push(said.get("mort"));
    if (needed.some((answer) => !answer)) return null;
    const rare = ["petit_chelem_announced", "petit_chelem_made", "misere_atout", "misere_tete"];
    if (!points || (points[2] && points[3]) || rare.some((name) => said.has(name))) return false;
    let half = 2 * Number(points[1]) + (points[2] === "5" || points[3] ? 1 : 0);
    if (said.get("counted_by") === "defense") half = 182 - half;
    const chairs = figures.names.length;
    const poignees = Array.from({ length: chairs }, (_none, at) => [at, said.get(`poignee_${at}`)]).filter(([, size]) => size);
    const mort = figures.rests ? chair("mort") : null;
    if (half < 0 || (mort !== null && [chair("taker"), ...poignees.map(([at]) => at)].includes(mort))) return false;
    return {
      taker: chair("taker"), partner: said.get("partner") === "seul" ? null : chair("partner"), mort, chairs, half,
      contract: said.get("contract"), bouts: Number(said.get("bouts")), petit: said.get("petit_au_bout") || "",
      made: said.get("chelem_made") || "", announced: said.has("chelem_announced"), poignees: poignees.map(([, size]) => size),
    };
  }

  const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  const signed = (points) => `${points < 0 ? "−" : points ? "+" : ""}${String(Math.abs(points)).replace(/\B(?=(\d{3})+$)/g, figures.thousands)}`;

  const marked = (name, points) => [name, " ", made("b", signed(points), { className: points < 0 ? "num minus" : "num" })];

  // What the mark is made up of, as parts.html lists it.
  function why(told) {
    const row = (text, points, more) => {
      const line = made("li", "", more);
      line.append(...marked(made("span", text), points));
      return line;
    };
    const list = made("ul", "", { className: "parts" });
    const head = made("li", "");
    head.append(made("b", told.won ? figures.won : figures.failed));
    list.append(head, ...told.parts.map(([text, points]) => row(text, points)), row(figures.owed, told.amount, { className: "total" }));
    const card = made("div", "", { className: "card" });
    card.append(list);
    return card;
  }

  // The same in the bar of a phone: the attack, then what all the defenders mark (short_marks.html).
  function inShort({ taker, partner, mort }, { scores }) {
    const attack = [...new Set([taker, partner ?? taker])];
    const defence = scores.map((_points, at) => at).filter((at) => !attack.includes(at) && at !== mort);
    const line = made("span", "", { className: "here" });
    for (const at of attack) line.append(...marked(figures.names[at], scores[at]), ", ");
    line.append(...marked(defence.length > 1 ? figures.defenders : figures.names[defence[0]], scores[defence[0]]));
    return line;
  }

  // A field that is left says that it changed: what stands there already stays, else the tap that left it would miss it.
  const put = (part, box) => { if (!part.firstElementChild?.isEqualNode(box)) part.replaceChildren(box); };

  // Say what the typed donne is worth, and return what is wrong with it.
  function show() {
    const part = preview();
    const donne = typed(part.closest("form"));
    const told = donne && !donne.unplayed && count(figures, donne);
    const isMarked = Boolean(told && told.scores);
    document.getElementById("en-bref")?.replaceChildren(...(isMarked ? [inShort(donne, told)] : []));
    if (donne === null) { // what was said of the donne before is not said of this one
      part.querySelector(".here")?.remove();
      return [];
    }
    const box = made("details", "", { className: "why-of here", open: Boolean(part.querySelector(".here[open]")) });
    if (donne && donne.unplayed) box.append(made("summary", figures.unplayed));
    else if (!told) box.append(made("summary", figures.later));
    else if (!isMarked) {
      const wrong = made("div", "", { className: part.classList.contains("table-marks") ? "error here" : "notice error here" });
      wrong.append(...told.problems.map((text) => made("p", text)));
      put(part, wrong);
      return told.problems;
    } else {
      const lines = told.scores.map((points, at) => {
        const line = made("span", "");
        line.append(...marked(made("i", figures.names[at]), points));
        return line;
      });
      const summary = made("summary", "");
      summary.append(...lines, made("u", figures.here));
      box.append(summary, why(told));
    }
    put(part, box);
    return [];
  }

  const ofPreview = (event) => event.detail.target === preview();
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => { if (ofPreview(event)) { isLost = true; show(); } });
  }
  document.addEventListener("htmx:afterSwap", (event) => { if (ofPreview(event)) isLost = false; });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => { if (isLost && preview().closest("form").contains(event.target)) show(); });
  }
  // An impossible donne is not kept to be refused later. This is heard before queue.js hears it.
  window.addEventListener("submit", (event) => {
    if (!preview() || event.target !== preview().closest("form") || !(isLost || navigator.onLine === false)) return;
    if (!show().length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    preview().scrollIntoView({ block: "nearest" });
  }, true);
})();
