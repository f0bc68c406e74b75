"""The marks and the checks of a donne that is typed where no server answers are those that Python would have said."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

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
        variant,
        lot.choice(plays),
        lot.choice([None, *plays]) if variant is Variant.FIVE else None,
        lot.choice([one for one in Contract if one.official]),
        lot.randrange(4),
        lot.choice((lot.randrange(183), lot.randrange(60, 120), 182, 0, 9, 190)),
        lot.choice((None, None, *Camp)),
        tuple(shown),
        Chelem(lot.random() < 0.1, lot.choice((*[None] * 6, *Camp))),
        rests,
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
