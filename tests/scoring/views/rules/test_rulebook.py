"""The page of the règlement: for everybody, whole without a script, and not sent twice."""

import re

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scoring.labels import FAULTS
from scoring.marque import Reason, departures
from scoring.queries.rules.bareme_words import phrases
from scoring.queries.rules.baremes import bareme_of
from scoring.rulebook import matching, rulebook
from scoring.templatetags.donnes import article_address
from tests.factories import ClubFactory
from tests.scoring.baremes import a_bareme
from tournaments.kit.version import code_version
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page(asked: str = "", language: str = "fr") -> str:
    answer = Client().get(reverse("rulebook"), {"q": asked} if asked else {}, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def in_sight(html: str) -> list[str]:
    return [
        re.search(r'id="([^"]+)"', tag)[1]
        for tag in re.findall(r'<article class="card rule"[^>]*>', html)
        if not re.search(r"\shidden\b", tag)
    ]


def test_it_is_at_its_address_and_asks_the_database_nothing(django_assert_num_queries):
    assert reverse("rulebook") == "/reglement/"
    with django_assert_num_queries(0):
        page()


def test_every_article_and_every_mistake_is_shown_in_order():
    book = rulebook("fr")

    assert in_sight(page()) == [
        *(entry.anchor for entry in book.entries),
        *(slip.anchor for slips in book.slips for slip in slips.slips),
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_place_has_one_name_and_every_link_leads_to_a_place(language):
    html = page(language=language)
    places = re.findall(r'\bid="([^"]+)"', html)

    assert sorted(places) == sorted(set(places))
    assert [link for link in re.findall(r'href="#([^"]+)"', html) if link not in places] == []


def test_a_number_in_a_sentence_is_a_link():
    book = rulebook("fr")
    told = [passage for entry in book.entries for passage in (*entry.says, *entry.settled)]
    told += [passage for slips in book.slips for slip in slips.slips for passage in (slip.says, slip.right)]
    numbers = [number for passage in told for number in re.findall(r"\b[ABCFR]\d+[a-z]?\b", passage.text)]

    assert len(numbers) > 140
    shown = re.findall(r'<a href="#(\w+)">(\w+)</a>', page().split('<div class="rules">')[1])
    assert sorted(shown) == sorted((number.lower(), number) for number in numbers)


def test_a_search_works_without_a_script():
    html = page("petit séc")

    assert in_sight(html) == ["r3a", "f1", "c7", "c8"]
    assert html.count('value="petit séc"') == 1
    assert html.count(reverse("rulebook") + '">Tout voir') == 1


def test_examples_what_was_settled_and_the_mistakes_are_folded_until_somebody_searches():
    book = rulebook("fr")
    folds = sum(bool(entry.examples) + bool(entry.settled) for entry in book.entries)
    folds += sum(len(slips.slips) for slips in book.slips)

    assert (page().count("<details data-fold>"), page().count("<details data-fold open>")) == (folds, 0)
    assert (page("petit sec").count("<details data-fold>"), page("petit sec").count("<details data-fold open>")) == (
        0,
        folds,
    )


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "Autre faute"])
def test_every_fault_of_the_catalogue_is_treated_by_an_article_on_faults(fault):
    assert set(in_sight(page(fault))) & {"f1", "f2", "f3"} != set()


def test_a_search_that_finds_nothing_says_so_and_shows_what_was_typed_as_text():
    html = page('<script>"belote"')

    assert in_sight(html) == []
    assert re.search(r"<output[^>]*>\s*Aucun article ne contient ces mots\.\s*</output>", html)
    assert html.count("<script>") == 0


def test_an_endless_search_is_cut():
    assert in_sight(page("a" * 5000)) == []


def test_it_is_not_sent_twice():
    client = Client()
    first = client.get(reverse("rulebook"))
    again = client.get(reverse("rulebook"), headers={"if-none-match": first["ETag"]})
    other = client.get(reverse("rulebook"), {"q": "chelem"}, headers={"if-none-match": first["ETag"]})

    assert (first.status_code, again.status_code, other.status_code) == (200, 304, 200)


def test_a_page_with_an_older_article_is_stale(tmp_path, settings):
    article = tmp_path / "scoring" / "rulebook" / "prose" / "fr" / "R5.md"
    article.parent.mkdir(parents=True)
    settings.BASE_DIR = tmp_path
    versions = set()
    for text in ("Le contrat", "Le contrat", "Un contrat"):
        article.write_text(text)
        versions.add(code_version.__wrapped__())

    assert len(versions) == 2


def test_it_is_only_read():
    assert Client().post(reverse("rulebook")).status_code == 405
    assert Client().head(reverse("rulebook")).status_code == 200


def test_it_speaks_english():
    html = page(language="en")

    assert html.count("Who gets the poignée") == 3  # the table of contents, the index by number and the article
    assert html.count("À qui va la poignée") == 0


def test_the_house_rules_are_marked_outside():
    html = page()
    house = html[html.index('id="hors-reglement"') : html.index('id="comptes-possibles"')]

    assert house.count('<span class="badge warn" data-label>hors règlement</span>') == 8
    assert html.count('<span class="badge warn" data-label>hors règlement</span>') == 8


def test_the_top_and_the_foot_of_every_page_lead_there_and_to_the_cards():
    html = Client(headers={"accept-language": "fr"}).get(reverse("home")).content.decode()
    top, foot = html.split("<main")[0], html.split("<footer")[1]
    for part, words in ((top, "Règlement"), (foot, "Le règlement")):
        assert part.count(f'href="/reglement/">{words}</a>') == 1
    for part, words in ((top, "Cartes"), (foot, "Les cartes")):
        assert part.count(f'href="/cartes/compter/">{words}</a>') == 1


def test_the_articles_are_found_by_their_numbers():
    by_number = page().split('<details class="by-number">')[1].split("</details>")[0]
    numbers = re.findall(r'href="#([rf]\w+)"', by_number)

    assert numbers[:8] == ["r1", "r2", "r3", "r3a", "r3b", "r3c", "r3d", "r4"]
    assert numbers[-4:] == ["r32", "f1", "f2", "f3"]
    assert set(numbers) == {entry.anchor for entry in rulebook("fr").entries if entry.number}


@pytest.fixture
def friday(tournament):
    """A tournament whose club doubles the simple poignée and plays the misères."""
    bareme = a_bareme(tournament.club)
    Tournament.objects.filter(pk=tournament.pk).update(bareme=bareme.edition, bareme_name=str(bareme))
    return bareme


def test_a_tournament_reads_the_articles_as_its_bareme_applies_them(tournament, friday):
    visitor = Client(headers={"accept-language": "fr"})
    address = reverse("tournament_rulebook", args=[tournament.pk])
    told_by = visitor.get(reverse("bareme", args=[tournament.pk])).content.decode()
    assert f'href="{address}"' in told_by

    answer = visitor.get(address)
    html = answer.content.decode()

    assert answer.status_code == 200
    assert f"Le règlement selon «\N{NO-BREAK SPACE}{friday}\N{NO-BREAK SPACE}»" in html
    assert f'href="{reverse("bareme", args=[tournament.pk])}"' in html
    assert answer.context["departures"] == phrases(departures(bareme_of(friday.club.tournaments.get())), language="fr")
    book = answer.context["book"]
    (poignee,) = [entry for entry in book.entries if entry.number == "R12"]
    (official,) = [entry for entry in rulebook("fr").entries if entry.number == "R12"]
    assert poignee.says != official.says
    assert "40 points" in " ".join(said.text for said in poignee.says)
    # What the documents got wrong stays told by the règlement.
    assert book.slips == rulebook("fr").slips
    assert visitor.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert visitor.get(address, {"q": "misère"}).content.decode().count(f'href="{address}">Tout voir') == 1


def test_a_club_reads_the_articles_by_a_bareme_nobody_plays_yet(tournament, friday, as_organiser, as_arbiter):
    place = [tournament.club_id, friday.pk]
    address = reverse("club_rulebook", args=place)
    assert f'href="{address}"' in as_organiser.get(reverse("club_bareme", args=place)).content.decode()
    assert as_organiser.get(address).context["book"].edition == friday.edition
    assert as_arbiter.get(address).status_code == 403
    other = a_bareme(ClubFactory(), name="Samedi")
    assert as_organiser.get(reverse("club_rulebook", args=[tournament.club_id, other.pk])).status_code == 404


@pytest.mark.parametrize("reason", Reason)
def test_a_term_of_a_marque_leads_to_its_article(reason):
    address = Template("{% load donnes %}{% article_address reason %}").render(Context({"reason": reason}))

    assert address == article_address(reason)
    assert address.removeprefix("/reglement/#") in in_sight(page())


def test_a_bareme_that_departs_says_how_on_top():
    book = rulebook("fr")
    context = {"book": book, "found": matching(book, ""), "departures": ["poignée double : 40 au lieu de 30"]}

    assert render_to_string("scoring/rulebook.html", context).count("<li>poignée double : 40 au lieu de 30</li>") == 1


def test_a_tournament_by_the_reglement_reads_the_reglement(tournament):
    html = Client(headers={"accept-language": "fr"}).get(reverse("tournament_rulebook", args=[tournament.pk]))
    assert re.search(r"<h1>\s*Le règlement\s*</h1>", html.content.decode())
