"""
Every page in a real browser, in both languages: axe finds nothing, nothing overflows, no focus is hidden.

Each page is looked at once: every second one in French on a phone, as the least of those who may see it, the others in
English at a desk, as the most; axe reads the rulebook once. With `--thorough` each is looked at in both languages, by
both, at both widths.
"""

import http.client
import re
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.browser import DESK, chromium
from tests.journeys.worlds import ServedWorld, served_world
from tests.tarot_club.serving import Serving
from tests.test_urls import ALL, Address
from tournaments.permissions import ALLOWED, Role

pytestmark = [pytest.mark.checks, pytest.mark.product]

PHONE = {"width": 390, "height": 700}
OPTIONS = {"resultTypes": ["violations"], "preload": False, "iframes": False}
RULES = OPTIONS | {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # 2.5.8 and 2.5.3, which axe leaves off by default; contrast is looked at below.
    "rules": {
        "target-size": {"enabled": True},
        "label-content-name-mismatch": {"enabled": True},
        "color-contrast": {"enabled": False},
    },
}
CONTRAST = OPTIONS | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# The contrast of a text hangs on its own look and on those of what it stands in: axe measures three of each look, where
# it would measure each word of a long page again. `known` is how many were measured on the pages before, by look.
AXE = """async ([rules, contrast, known]) => {
  const looks = new Map();
  const under = (el) => {
    if (!el) return "";
    if (!looks.has(el)) {
      const s = getComputedStyle(el), box = el.getBoundingClientRect();
      const off = el.matches(":disabled, [aria-disabled=true]") || el.control?.disabled;
      looks.set(el, [under(el.parentElement), s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode,
        s.clip, s.clipPath, s.position, Boolean(off), box.width > 1 && box.height > 1].join());
    }
    return looks.get(el);
  };
  const short = (text) => {
    let one = 7, other = 31;
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(at), 1597334677);
    }
    return `${one >>> 0}.${other >>> 0}`;
  };
  const isText = (node) => node.nodeType === 3 && node.data.trim();
  const shows = (el) => el.matches("input, select, textarea") || [...el.childNodes].some(isText);
  const measured = [];
  for (const el of document.body.querySelectorAll("*")) {
    if (!shows(el) || !el.checkVisibility({ visibilityProperty: true })) continue;
    const s = getComputedStyle(el);
    const look = short([under(el), s.color, s.fontSize, s.fontWeight, s.textShadow, s.webkitTextFillColor].join());
    if ((known[look] ?? 0) >= 3) continue;
    known[look] = (known[look] ?? 0) + 1;
    measured.push(el);
  }
  const found = [await axe.run(document, rules)];
  if (measured.length) found.push(await axe.run(measured, contrast));
  return [known, found.flatMap(({ violations }) => violations).map(({ id, nodes }) =>
    `${id}: ${nodes.length} × ${nodes[0].html.replace(/\\s+/g, " ").slice(0, 160)}`)];
}"""
# What is named or told by an element that is not there.
NOBODY_THERE = """() => [...document.querySelectorAll("main *")]
  .flatMap((el) => ["aria-describedby", "aria-labelledby", "aria-controls", "for"].flatMap(
    (name) => (el.getAttribute(name) || "").split(" ").filter((id) => id && !document.getElementById(id))))"""
# What sticks out on the right, when the page is wider than the window.
OVERFLOW = """() => {
  const wide = document.documentElement.scrollWidth, window_ = document.documentElement.clientWidth;
  if (wide <= window_) return "";
  const scrolls = (el) => el && el !== document.body
    && (getComputedStyle(el).overflowX !== "visible" || scrolls(el.parentElement));
  const out = [...document.querySelectorAll("body *")]
    .filter((el) => el.getBoundingClientRect().right > window_ + 1 && !scrolls(el.parentElement));
  return `${wide} > ${window_}: ${out.slice(-1).map((el) => el.outerHTML.slice(0, 160))}`;
}"""
# WCAG 2.4.11: of whatever takes the focus, something is in sight. Focus comes from above and from below.
HIDDEN_FOCUS = """() => {
  const hidden = [];
  const takes = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const able = [...document.querySelectorAll(takes)]
    .filter((el) => !el.disabled && el.checkVisibility({ visibilityProperty: true }) && !el.closest(".skip"));
  for (const all of [able, [...able].reverse()]) for (const el of all) {
    el.focus();
    const box = el.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const seen = [.1, .5, .9].some((x) => [.1, .5, .9].some((y) => {
      const hit = document.elementFromPoint(left + (right - left) * x, box.top + box.height * y);
      return hit && (el.contains(hit) || hit.contains(el) || hit.closest("label")?.control === el);
    }));
    if (!seen) hidden.push(`${el.outerHTML.replace(/\\s+/g, " ").slice(0, 100)} at ${Math.round(box.top)}`);
  }
  return [...new Set(hidden)];
}"""
# No page of people, or one that is a file.
APART = ("api/", "polices/", "sante/", "static/")
FILES = {
    *("player_model", "document", "save_event", "calendar_file", "tournament_calendar", "club_calendar"),
    "committee_dates",
    *("club_logo", "club_photo"),
    *("own_data", "player_data", "tournament_image"),
}
PLAYER, ARBITER, ORGANISER, SUPERUSER = "player", "arbiter of the club", "organiser", "superuser"
HOLDS = {
    PLAYER: {Role.PLAYER},
    ARBITER: {Role.ARBITER},
    ORGANISER: {Role.CLUB_ORGANISER, Role.ORGANISER},
    SUPERUSER: {Role.CLUB_ORGANISER, Role.ORGANISER, Role.ADMINISTRATOR},
}
# The same pages in other states, and the pages of no address of ours: (who, path).
OTHERS: list[tuple[str | None, str]] = [
    (None, "/marque/?notation=5+Sud,Est,Nord,Ouest,Cinq+garde+Est/Nord+46/2"),
    (None, "/marque/?notation=4+Sud,Est,Nord,Ouest+garde+Est+460/2"),
    (None, "/cartes/compter/?cartes=21+EX+18+17+12+11+PR+P10+P9+P3+CR"),
    (None, "/cartes/renonce/?joueurs=4&pli=PR+P10&jouee=C2&main=P3+C4+18"),
    (None, "/cartes/renonce/?joueurs=4&pli=PR+P10&jouee=XX"),
    (None, "/cartes/rejouer/?exemple=1&pli=0"),
    (None, "/cartes/rejouer/?exemple=1&pli=8"),
    (None, "/cartes/rejouer/?exemple=1&pli=19"),
    (None, "/reglement/?q=petit"),
    (None, "/tournois/{drawn_id}/"),
    (None, "/tournois/{drawn_id}/classement/"),
    (None, "/tournois/{drawn_id}/tables/?nom=nom"),
    (None, "/tournois/{drawn_id}/tirage/"),
    (None, "/tournois/{drawn_id}/ecran/"),
    (None, "/comptes/login/"),
    (None, "/nulle-part/"),
    (PLAYER, "/comptes/logout/"),
    (PLAYER, "/comptes/password/change/"),
    (PLAYER, "/organisation/"),
    (ORGANISER, "/organisation/tournois/{drawn_id}/"),
    (ORGANISER, "/organisation/tournois/{drawn_id}/tirage/"),
    (ORGANISER, "/organisation/tournois/{drawn_id}/places/"),
    (ORGANISER, "/organisation/tournois/{drawn_id}/positions/2/echanger/"),
    (ORGANISER, "/organisation/tournois/{drawn_id}/documents/"),
    (ORGANISER, "/organisation/tournois/{draft_id}/"),
    (ORGANISER, "/organisation/tournois/{draft_id}/tirage/"),
    (ORGANISER, "/organisation/tournois/{draft_id}/voeux/"),
    (ORGANISER, "/organisation/tournois/{draft_id}/voeux/?genre=separer"),
    (ORGANISER, "/organisation/tournois/{draft_id}/inscriptions/"),
    (ORGANISER, "/organisation/tournois/{draft_id}/porte/?q=nom"),
    (ORGANISER, "/organisation/tournois/{draft_id}/porte/?q=zzz"),
    (ORGANISER, "/organisation/tournois/{draft_id}/porte/?liste=a-payer"),
    (ORGANISER, "/organisation/tournois/{draft_id}/caisse/"),
    (ORGANISER, "/organisation/tournois/{draft_id}/caisse/tarifs/"),
    (ARBITER, "/arbitrage/{drawn_id}/1/"),
    (ARBITER, "/arbitrage/{tournament_id}/1/tables/1/donnes/2/"),
    (ARBITER, "/arbitrage/{tournament_id}/penalites/?position=1&table=1"),
    (ARBITER, "/arbitrage/{tournament_id}/incidents/?position=1&table=1"),
    (ARBITER, "/arbitrage/{tournament_id}/chelems/?position=1&table=1"),
]


@dataclass
class Findings:
    """What was found, page by page, and the pages that were looked at."""

    pages: list[str] = field(default_factory=list)
    axe: list[str] = field(default_factory=list)
    dangling: list[str] = field(default_factory=list)
    overflow: list[str] = field(default_factory=list)
    focus: list[str] = field(default_factory=list)


@dataclass
class Walk:
    """A walk over the pages in one language: what it found, and the looks of texts that were measured at each width."""

    language: str = "fr"
    thorough: bool = False
    findings: Findings = field(default_factory=Findings)
    looks: dict[int, dict[str, int]] = field(default_factory=dict)

    def is_read_at(self, size: dict[str, int], path: str) -> bool:
        """Whether axe reads the next page at this width."""
        if self.thorough:
            return True
        if re.search("reglement/.", path):
            return False  # what is searched there is on the page of all articles
        if path != "/reglement/" and path.endswith("/reglement/"):
            return False  # the same articles under other figures
        return size == (PHONE if self.language == "fr" else DESK)

    def read(self, page: Page, name: str) -> None:
        """Have axe read a page at the width its window has."""
        width = (page.viewport_size or DESK)["width"]
        self.looks[width], found = page.evaluate(AXE, [RULES, CONTRAST, self.looks.get(width, {})])
        self.findings.axe += [f"{name} {width}: {one}" for one in found]


@pytest.mark.parametrize(
    "language",
    [pytest.param(name, marks=[pytest.mark.slow, pytest.mark.xdist_group(f"pages-{name}")]) for name in ("fr", "en")],
)
def test_every_page_can_be_read_by_everybody(
    language: str, tmp_path_factory: pytest.TempPathFactory, migrated: Path, pytestconfig: pytest.Config
) -> None:
    """One walk for all that is looked for: it opens a hundred pages or more."""
    with served_world(tmp_path_factory, migrated) as world, chromium() as browser:
        walk = Walk(language, thorough=pytestconfig.getoption("thorough"))
        windows: dict[str | None, Page] = {}
        pages = visits(world.values, most=language == "en")
        for who, path in pages if walk.thorough else pages[language == "en" :: 2]:
            if not takes_get(world.server, path):
                continue
            if who not in windows:
                windows[who] = window(world, browser, who, language)
            look(windows[who], path, f"{language} {who or 'nobody'} {path}", walk)
    assert walk.findings == Findings(pages=walk.findings.pages)
    assert len(walk.findings.pages) > 60
    assert all(len(looks) > 50 for looks in walk.looks.values())


def test_a_pale_text_is_found_among_many_of_each_look() -> None:
    """Axe measures some of each look: one that differs in a colour of its own or in what it stands on is another."""
    words = "".join(f"<p>mot {number} <b>gras</b></p>" for number in range(30))
    pale = "<p style='color: #999'>pâle</p><div style='background: #333'><p>sombre <i>penché</i></p></div>"
    with chromium() as browser:
        page = browser.new_page(viewport=DESK)
        page.add_init_script(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        walk = Walk()
        for number, body in enumerate((words, words + pale + words)):
            page.goto("about:blank")
            page.set_content(f"<html lang=fr><title>x</title><main style='background: #fff'><h1>T</h1>{body}</main>")
            walk.read(page, str(number))
    assert walk.findings.axe == ['1 1280: color-contrast: 3 × <p style="color: #999">pâle</p>']


def visits(values: dict[str, Any], *, most: bool) -> list[tuple[str | None, str]]:
    """Return who opens which page: each address once, by the first of those who may or by the last."""
    opened: list[tuple[str | None, str]] = []
    for address in ALL:
        if not address.route.startswith(APART) and address.pattern.name not in FILES:
            who = audience(address)
            opened.append((who[-1 if most else 0], address.at(values)))
    return opened + [(who, path.format(**values)) for who, path in OTHERS]


def audience(address: Address) -> list[str | None]:
    if address.audience in {Role.PUBLIC, Role.AT_TABLE}:
        return [None, ORGANISER]
    if address.audience == Role.BY_LINK:  # his phone keeps it, and every page it opens afterwards
        return [None]
    return [who for who, roles in HOLDS.items() if ALLOWED[address.audience] & roles and who != SUPERUSER] or [
        SUPERUSER
    ]


def window(world: ServedWorld, browser: Browser, who: str | None, language: str) -> Page:
    page = world.window(
        browser, who, viewport=DESK, locale={"fr": "fr-FR", "en": "en-GB"}[language], has_touch=True
    ).new_page()
    page.add_init_script(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    return page


def takes_get(server: Serving, path: str) -> bool:
    """Whether there is a page at an address, or only what a form leads to."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request("OPTIONS", path)
        answer = connection.getresponse()
        return answer.status != http.HTTPStatus.METHOD_NOT_ALLOWED or "GET" in answer.headers["Allow"]
    finally:
        connection.close()


def look(page: Page, path: str, name: str, walk: Walk) -> None:
    findings = walk.findings
    page.set_viewport_size(DESK if walk.is_read_at(DESK, path) else PHONE)
    answer = page.goto(path, wait_until="load")
    assert answer is not None, name
    assert answer.status < 500, name
    if not page.url.endswith(path) or not page.locator("main#page").count():
        return  # another page, or a part of one
    for size in (DESK, PHONE):
        if walk.is_read_at(size, path):
            page.set_viewport_size(size)
            walk.read(page, name)
    findings.pages.append(name)
    findings.dangling += [f"{name}: {found}" for found in page.evaluate(NOBODY_THERE)]
    page.set_viewport_size(PHONE)
    findings.focus += [f"{name}: {found}" for found in page.evaluate(HIDDEN_FOCUS)]
    page.evaluate("document.documentElement.style.fontSize = '146.25%'")  # 130 % of ours
    findings.overflow += [f"{name} at 130 %: {found}" for found in [page.evaluate(OVERFLOW)] if found]
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 320, "height": 700})
    findings.overflow += [f"{name}: {found}" for found in [page.evaluate(OVERFLOW)] if found]


def test_text_follows_the_size_the_reader_asked_his_browser_for() -> None:
    theme = (Path(__file__).parents[2] / "tarot_club/static/tarot_club/theme.css").read_text("utf-8")
    assert "html { font-size: 112.5%;" in theme
    assert re.findall(r"font(?:-size)?:[^;}]*\b[\d.]+(?:px|pt)\b[^;}]*", theme) == []
