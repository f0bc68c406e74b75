"""The marks and the checks of a donne that is typed where no server answers are those that Python would have said."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from scoring.marque import (
    FFT_2012,
    Bareme,
    Camp,
    Chelem,
    Contract,
    Facts,
    Poignee,
    PoigneeSize,
    Variant,
    compose,
    problems_in,
    score_facts,
)
from scoring.marque.without_network import figures
from tests.factories import TournamentFactory
from tests.journeys.browser import PHONE, page_of
from tests.scoring.sheets import named, seated
from tournaments.labels import TournamentState
from tournaments.queries.pages.table_codes import token_of

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("tables")]
SCRIPT = Path("tarot_club/static/tarot_club/marks.js")
VARIANTS = (Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT)
OWN = compose(
    {"base": 30, "petit_au_bout": 15, "required": {"3": 35}, "multipliers": {"garde_contre": 5}, "chelem_made": 250}
    | {"poignees": {"double": 45}, "house": {"miseres": True, "petit_chelem": True, "mouche": True}},
    edition="club-1",
)
EACH = 800  # donnes of a variant under a barème


def drawn(lot: random.Random, variant: Variant) -> Facts:
    """Return facts that are complete; about half of them are of a donne that the cards allow."""
    chairs = range(variant.seats)
    rests = (lot.choice(chairs),) if variant.resting else ()
    plays = [chair for chair in chairs if chair not in rests]
    shown = [Poignee(lot.choice(plays), lot.choice([*PoigneeSize])) for _each in range(lot.choice((0, 0, 0, 1, 2)))]
    return Facts(
        variant=variant,
        taker=lot.choice(plays),
        partner=lot.choice([None, *plays]) if variant is Variant.FIVE else None,
        contract=lot.choice([one for one in Contract if one.official]),
        bouts=lot.randrange(4),
        half_points=lot.choice((lot.randrange(183), lot.randrange(60, 120), 182, 0, 9, 190)),
        petit_au_bout=lot.choice((None, None, *Camp)),
        poignees=tuple(shown),
        chelem=Chelem(lot.random() < 0.1, lot.choice((*[None] * 6, *Camp))),
        sits_out=rests,
        players=variant.seats,
    )


def sent(facts: Facts) -> dict[str, Any]:
    """Return the facts as marks.js reads them from the form."""
    assert facts.chelem is not None
    return {
        "taker": facts.taker,
        "partner": facts.partner,
        "mort": facts.sits_out[0] if facts.sits_out else None,
        "chairs": facts.players,
        "half": facts.half_points,
        "contract": facts.contract,
        "bouts": facts.bouts,
        "petit": facts.petit_au_bout or "",
        "made": facts.chelem.made or "",
        "announced": facts.chelem.announced,
        "poignees": [poignee.size for poignee in facts.poignees],
    }


def told(facts: Facts, bareme: Bareme, language: str) -> dict[str, Any] | None:
    """Return what Python says of them, None where the page is not to say anything."""
    assert facts.chelem is not None
    if len(facts.poignees) > 1 or (facts.poignees and facts.chelem.made):
        return None
    if problems := problems_in(facts, bareme.house):
        return {"problems": [problem.message(language) for problem in problems]}
    scored = score_facts(facts, "ABCDE"[: facts.players], bareme)
    return {
        "scores": [*scored.scores.values()],
        "problems": [],
        "parts": [[part.text(language), part.points] for part in scored.marque.parts],
        "amount": scored.marque.per_defender,
        "won": scored.marque.won,
    }


@pytest.mark.parametrize("language", ["fr", "en"])
def test_thousands_of_donnes_are_counted_and_refused_as_python_does(browser: Browser, language: str) -> None:
    page = browser.new_page()
    page.set_content("<p></p>")
    page.add_script_tag(content=SCRIPT.read_text())
    lot, seen = random.Random(f"marks {language}"), {"marked": 0, "refused": 0, "left": 0}
    for bareme in (FFT_2012, OWN):
        for variant in VARIANTS:
            donnes = [drawn(lot, variant) for _each in range(EACH)]
            data = json.loads(json.dumps(figures(bareme, variant, language)))
            data["comma"] = "," if language == "fr" else "."
            count = "([figures, donnes]) => donnes.map((donne) => marksOf(figures, donne))"
            answers = page.evaluate(count, [data, [sent(facts) for facts in donnes]])
            for facts, answer in zip(donnes, answers, strict=True):
                right = told(facts, bareme, language)
                assert answer == right, facts
                seen["left" if right is None else "refused" if right["problems"] else "marked"] += 1
    page.close()
    assert min(seen.values()) > 500, seen


FORM = """
<form><div id="preview"></div></form><p id="en-bref"></p><script id="figures" type="application/json"></script>
"""
LOSE = """preview => preview.dispatchEvent(
  new CustomEvent("htmx:sendError", { bubbles: true, detail: { target: preview } }))
"""
TYPE = """fields => {
  const form = document.querySelector("form");
  form.querySelectorAll("input").forEach((field) => field.remove());
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}"""
LATER = ["plus tard"]
TAKEN = {"taker": "1", "contract": "garde", "bouts": "2", "points": "49"}  # a garde made by 8
CALLED = TAKEN | {"partner": "2"}
RESTED = TAKEN | {"mort": "4"}


def form_of(browser: Browser, variant: Variant) -> Page:
    """Return a page that is only the form of a table of these, A to E by chair, whose marks had no answer."""
    page = browser.new_page()
    page.set_content(FORM)
    here = {"here": "ici", "later": LATER[0], "won": "réussi", "owed": "par défenseur", "defenders": "chaque défenseur"}
    data = (figures(FFT_2012, variant, "fr") or {}) | here | {"names": [*"ABCDE"[: variant.seats]], "comma": ","}
    page.locator("#figures").evaluate("(script, data) => { script.textContent = data; }", json.dumps(data))
    page.add_script_tag(content=SCRIPT.read_text())
    page.locator("#preview").evaluate(LOSE)
    return page


@pytest.mark.parametrize(
    ("variant", "fields", "said"),
    [
        (Variant.FOUR, TAKEN, ["A −66", "B +198", "C −66", "D −66", "ici"]),
        (Variant.FOUR, TAKEN | {"points": "42", "counted_by": "defense"}, ["A −66", "B +198", "C −66", "D −66", "ici"]),
        (Variant.FIVE, CALLED | {"points": "49½"}, ["A −68", "B +136", "C +68", "D −68", "E −68", "ici"]),
        (Variant.FIVE, CALLED | {"points": "49,5"}, ["A −68", "B +136", "C +68", "D −68", "E −68", "ici"]),
        (Variant.FOUR, TAKEN | {"points": "49,5½"}, LATER),
        (Variant.FOUR, TAKEN | {"points": "92", "counted_by": "defense"}, LATER),
        (Variant.FOUR, TAKEN | {"misere_tete": "0"}, LATER),
        (Variant.FOUR, TAKEN | {"points": ""}, []),
        (Variant.FIVE, TAKEN, []),
        (Variant.FIVE, CALLED, ["A −66", "B +132", "C +66", "D −66", "E −66", "ici"]),
        (Variant.FIVE, CALLED | {"partner": "seul"}, ["A −66", "B +264", "C −66", "D −66", "E −66", "ici"]),
        (Variant.FIVE, CALLED | {"partner": "1"}, ["A −66", "B +264", "C −66", "D −66", "E −66", "ici"]),
        (Variant.FIVE_MORT, TAKEN, []),
        (Variant.FIVE_MORT, RESTED, ["A −66", "B +198", "C −66", "D −66", "E 0", "ici"]),
        (Variant.FIVE_MORT, RESTED | {"mort": "1"}, LATER),
        (Variant.FIVE_MORT, RESTED | {"poignee_4": "simple"}, LATER),
    ],
)
def test_what_is_typed_is_counted_or_left_to_the_server(
    browser: Browser, variant: Variant, fields: dict[str, str], said: list[str]
) -> None:
    page = form_of(browser, variant)
    page.evaluate(TYPE, TAKEN | {"partner": "2", "mort": "4", "points": "52"})  # what it says goes with the next key
    page.evaluate(TYPE, fields)
    told = page.locator("#preview summary")
    parts = told.locator("span, u") if "ici" in said else told
    assert [" ".join(text.split()) for text in parts.all_text_contents()] == said
    page.close()


def test_more_points_than_the_pack_has_are_refused_and_why_stays_open(browser: Browser) -> None:
    page = form_of(browser, Variant.FIVE)
    page.evaluate(TYPE, CALLED)
    assert page.locator("#en-bref").text_content() == "B +132, C +66, chaque défenseur −66"
    page.locator("#preview summary").click()
    page.evaluate(TYPE, CALLED | {"points": "50"})
    assert page.locator("#preview details").get_attribute("open") is not None
    assert page.locator("#preview .total").text_content() == "par défenseur +68"
    page.evaluate(TYPE, CALLED | {"points": "91½"})
    assert "Il y a 91 points dans le jeu" in (page.locator("#preview .error").text_content() or "")
    assert page.locator("#en-bref").text_content() == ""
    page.close()


@pytest.mark.django_db(transaction=True)
def test_a_phone_without_network_reads_marks_with_names_and_is_refused_what_cannot_be(
    browser: Browser, site: str, transactional_db: None
) -> None:
    table = seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=4))[0]
    named(table, [f"{name} Claude" for name in ("MARTIN", "BERNARD", "DURAND", "PETIT")])
    page = page_of(browser, site, PHONE)
    page.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    page.get_by_role("button", name="MARTIN Claude").click()
    page.get_by_role("link", name="Saisir la donne 1").click()
    preview, points = page.locator("#preview"), page.locator("#id_points")
    for step, answer in (("taker", "BERNARD"), ("contract", "Garde"), ("bouts", "2")):
        page.locator(f"#f-{step} label").filter(has_text=answer).first.click()
    high = page.evaluate("document.documentElement.scrollHeight")
    page.context.set_offline(True)
    points.evaluate("field => { field.value = '49'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(preview).to_contain_text("compté ici, sans réseau")
    assert [text.split() for text in preview.locator("summary span").all_inner_texts()] == [
        ["MARTIN", "−66"], ["BERNARD", "+198"], ["DURAND", "−66"], ["PETIT", "−66"]
    ]  # fmt: skip
    assert page.evaluate("document.documentElement.scrollHeight") <= max(high, PHONE["height"])
    preview.locator("summary").click()
    assert [" ".join(text.split()) for text in preview.locator(".parts li").all_inner_texts()] == [
        "Contrat réussi", "(25 + 8) × 2 +66", "pour l’attaque, par défenseur +66"
    ]  # fmt: skip
    points.evaluate("field => { field.value = '90'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(preview).to_contain_text("90 est impossible")
    page.get_by_role("button", name="Enregistrer").click()
    expect(preview).to_contain_text("90 est impossible")
    expect(page.locator("#queue li")).to_have_count(0)  # nothing impossible waits to be refused later

    page.locator("summary").filter(has_text="Poignées").first.click()
    page.locator("#f-poignee_0 fieldset").nth(0).locator("label").filter(has_text="simple").click()
    page.locator("#f-poignee_0 fieldset").nth(1).locator("label").filter(has_text="simple").click()
    expect(preview).to_contain_text("La marque se lira avec le réseau.")

    page.context.set_offline(False)
    points.evaluate("field => { field.value = '49'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(preview).to_contain_text("pourquoi")  # the server's own
    expect(preview).not_to_contain_text("sans réseau")
    assert page.mishaps == []
    page.context.close()
