"""The entry form asks of the house rules only those that the tournament's barème has."""

import pytest
from django.urls import reverse

from scoring.models import SheetLine
from tests.factories import AccountFactory, logged_in
from tests.scoring.sheets import EST, garde, played_by, record, results, seat, seated
from tests.scoring.views.typed import at, sheet, typed
from tests.texts import text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HOUSE_FIELDS = {"petit_chelem_announced", "petit_chelem_made", "misere_atout", "misere_tete"}


def fields(response):
    return set(response.context["form"].fields)


def contracts(response):
    return [value for value, _label in response.context["form"].fields["contract"].choices]


def test_by_the_reglement_nothing_of_the_house_is_asked(table, as_arbiter):
    page = as_arbiter.get(at(table))

    assert fields(page) & HOUSE_FIELDS == set()
    assert contracts(page) == ["prise", "garde", "garde_sans", "garde_contre"]
    assert "hors règlement" not in text(page).lower()


def test_by_the_reglement_what_is_sent_of_the_house_is_not_heard(table, as_arbiter):
    assert as_arbiter.post(at(table), typed(misere_atout="1", petit_chelem_made="on")).status_code == 303
    assert results(table) == [198, -66, -66, -66]

    refused = as_arbiter.post(at(table, 2), typed(contract="pousse"))
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["contract"])


@pytest.mark.parametrize(
    ("house", "asked"),
    [
        ({"petit_chelem": True}, {"petit_chelem_announced", "petit_chelem_made"}),
        ({"miseres": True}, {"misere_atout", "misere_tete"}),
        ({"mouche": True}, set()),
    ],
)
def test_only_what_is_in_force_is_asked(table, tournament, as_arbiter, house, asked):
    played_by(tournament, **house)

    assert fields(as_arbiter.get(at(table))) & HOUSE_FIELDS == asked


def test_the_office_page_of_a_tournament_names_its_bareme(tournament, as_organiser):
    address = reverse("tournament_desk", args=[tournament.pk])
    assert "Règlement FFT 2012" in text(as_organiser.get(address))
    played_by(tournament, mouche=True)
    assert f"Barème « {tournament.bareme_name} »" in text(as_organiser.get(address))


def test_it_is_marked_and_saved_and_told(table, tournament, as_arbiter):
    played_by(tournament, pousse="x", petit_chelem=True, miseres=True)
    form = as_arbiter.get(at(table))
    assert contracts(form) == ["prise", "pousse", "garde", "garde_sans", "garde_contre"]
    assert text(form).lower().count("hors règlement") == 4  # the pousse, the petit chelem and both misères

    said = typed(contract="pousse", petit_chelem_announced="on", misere_tete=["1", "2"])
    assert as_arbiter.post(at(table), said).status_code == 303

    line = SheetLine.objects.get()
    assert (line.contract, line.petit_chelem_announced, line.petit_chelem_made) == ("pousse", True, False)
    assert line.miseres == [{"position": 1, "kind": "tete"}, {"position": 2, "kind": "tete"}]
    page = text(as_arbiter.get(sheet(table)))
    names = [seat(table, chair).registration.player.full_name for chair in range(3)]
    assert (
        f"Pousse de {names[0]}, 2 bouts, 49 points, petit chelem annoncé et chuté, "
        f"misère de figure ({names[1]}), misère de figure ({names[2]})"
    ) in page
    assert page.count("hors règlement") == 1


def test_a_correction_starts_from_what_was_written(table, tournament, the_arbiter, as_arbiter):
    played_by(tournament, petit_chelem=True, miseres=True)
    record(table, 1, the_arbiter, garde(petit_chelem_announced=True, miseres=((EST, "tete"),)))

    form = as_arbiter.get(at(table)).context["form"]

    assert form["petit_chelem_announced"].value() is True
    assert (form["misere_tete"].value(), form["misere_atout"].value()) == ([EST], [])
    assert form.primes_answered


def test_what_is_impossible_is_said_at_its_own_field(table, tournament, as_arbiter):
    played_by(tournament, petit_chelem=True, miseres=True)

    response = as_arbiter.post(
        at(table),
        typed(
            bouts="3",
            points="91",
            chelem_made="attaque",
            petit_chelem_made="on",
            misere_atout="1",
            poignee_1="simple",
            petit_au_bout="defense",
        ),
    )

    assert response.status_code == 422
    assert sorted(response.context["form"].errors) == ["misere_atout", "petit_au_bout", "petit_chelem_announced"]
    assert response.context["form"]["misere_atout"].value() == ["1"]
    assert SheetLine.objects.count() == 0


def test_at_five_the_flambeuse_asks_for_no_partner(tournament, as_arbiter):
    Tournament.objects.update(table_size=5)
    played_by(tournament, flambeuse=True)
    table = seated(tournament, chairs=5)[0]

    assert "partner" not in fields(as_arbiter.get(at(table)))
    assert as_arbiter.post(at(table), typed(points="41")).status_code == 303
    assert results(table) == [200, -50, -50, -50, -50]


class TestMouche:
    def test_the_sheet_shows_the_pot_and_who_stands_where(self, table, tournament, the_arbiter, as_arbiter):
        assert "Mouche" not in text(as_arbiter.get(sheet(table)))
        played_by(tournament, mouche=True)
        assert "Le pot est vide" in text(as_arbiter.get(sheet(table)))
        record(table, 1, the_arbiter, garde(points="40"))
        record(table, 3, the_arbiter, garde(taker=EST, points="41"))

        page = as_arbiter.get(sheet(table))

        assert page.context["mouche"].balances == (-170, 335, -85, -80)
        shown = text(page)
        assert "Le donneur met 5 au pot" in shown
        assert "Prix du contrat : prise 10, garde 40, garde sans le chien 80, garde contre le chien 160." in shown
        assert "Pot provisoire : il manque la donne 2." in shown
        assert "+335" in shown

    def test_a_player_sees_it_on_his_own_sheet(self, table, tournament, the_arbiter):
        played_by(tournament, mouche=True)
        record(table, 1, the_arbiter, garde(points="40"))
        client = logged_in(AccountFactory(player=seat(table, EST).registration.player))

        page = text(client.get(reverse("own_sheet", args=[tournament.pk, 1])))

        assert "Mouche" in page
        assert "−130" in page


def test_why_is_told_in_sentences_that_name_the_players(table, the_arbiter, as_arbiter):
    record(table, 1, the_arbiter, garde(points="46"))

    told = as_arbiter.get(sheet(table)).context["rows"][0]["marque"]["why"]

    assert told[0].startswith(f"{seat(table, 0).registration.player.full_name} a demandé une garde")
    page = text(as_arbiter.get(sheet(table)))
    assert all(sentence.replace("\u00a0", " ").replace("\u202f", " ") in page for sentence in told)
    assert f'<a href="{reverse("rulebook")}#r7">(25 + 5) × 2</a>' in page


def test_the_preview_tells_why_and_leads_nowhere_else(table, as_arbiter):
    page = text(as_arbiter.post(at(table, name="donne_preview"), typed()))

    assert "a demandé une garde" in page
    assert "<a " not in page
