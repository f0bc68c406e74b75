"""A signed paper sheet typed at the desk as one grid, by one person or by two who must agree."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import Outcome
from scoring.marque import Camp, MisereKind, PoigneeSize
from scoring.models import SheetLine, TypedSheet
from scoring.services.sheets.results import differences
from tests.factories import NOW, TournamentFactory, arbiter, logged_in, organiser, rewrite
from tests.scoring.baremes import a_bareme
from tests.scoring.sheets import duplicate, played_by, record, results, seated
from tests.scoring.views.typed import sheet
from tests.texts import text
from tournaments.labels import Keeps, Pace
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PLAIN = {"taker": "s", "contract": "g", "bouts": "2", "points": "49"}


def at(table, name="paper_sheet"):
    return reverse(name, args=[table.round.tournament_id, table.round.number, table.number])


def grid(*rows, **more):
    """Return the form with these rows from donne 1 on; None leaves one empty."""
    typed = {f"{name}_{number}": value for number, row in enumerate(rows, 1) for name, value in (row or {}).items()}
    return {"key": str(uuid.uuid4())} | typed | more


def lines(table):
    return list(table.lines.filter(current=True).order_by("number"))


def test_a_whole_sheet_is_saved_at_once(tournament, table, as_arbiter):
    assert text(as_arbiter.get(sheet(table))).count(at(table)) == 1
    response = as_arbiter.post(at(table), grid(PLAIN, PLAIN | {"taker": "E"}, PLAIN, PLAIN), follow=True)
    assert response.redirect_chain == [(sheet(table), 303)]
    assert "Table 1 : 4 donnes enregistrées." in text(response)
    assert results(table) == [198 * 3 - 66, 198 - 66 * 3, -264, -264]
    assert at(table) not in text(response)  # nothing is missing any more
    assert list(differences(tournament)) == []


def test_a_row_left_empty_waits_and_what_is_written_is_not_asked(table, the_arbiter, as_arbiter):
    record(table, 2, the_arbiter)
    page = as_arbiter.get(at(table))
    assert page.context["form"].numbers == [1, 3, 4]
    as_arbiter.post(at(table), grid(PLAIN))
    assert [line.number for line in lines(table)] == [1, 2]


def test_where_the_clock_ends_a_round_eight_more_may_be_written(tournament, table, the_arbiter, as_arbiter):
    rewrite(tournament, pace=Pace.MINUTES, minutes_per_round=20, donnes_per_round=None)
    assert as_arbiter.get(at(table)).context["form"].numbers == [*range(1, 9)]
    record(table, 2, the_arbiter)
    assert as_arbiter.get(at(table)).context["form"].numbers == [1, *range(3, 11)]


def test_every_code_is_read(table, as_arbiter):
    rows = (
        {"taker": "o", "contract": "C", "bouts": "2", "points": "d 51", "petit_au_bout": "d", "primes": "s1, n1"},
        {"taker": "n", "contract": "p", "bouts": "1", "points": "41d"},
        {"taker": "s", "contract": "s", "bouts": "3", "points": "91", "primes": "ca cr"},
        {"taker": "-"},
    )
    first = as_arbiter.post(at(table), grid(*rows))
    box = first.context["form"].confirmation
    assert first.context["form"].errors == {}
    assert (first.status_code, SheetLine.objects.count()) == (422, 0)
    assert [sentence.partition("\u00a0")[0] for sentence in box.sentences] == ["Donne 3"] * len(box.sentences)

    assert as_arbiter.post(at(table), grid(*rows, confirmed=box.value)).status_code == 303

    one, two, three, four = lines(table)
    assert (one.taker.chair, one.contract, one.bouts, one.half_points) == (3, "garde_contre", 2, 80)
    assert one.petit_au_bout == Camp.DEFENSE
    assert one.poignees == [
        {"position": 0, "size": PoigneeSize.SIMPLE},
        {"position": 2, "size": PoigneeSize.SIMPLE},
    ]
    assert (two.taker.chair, two.contract, two.half_points) == (2, "prise", 100)
    assert (three.chelem_announced, three.chelem_made, four.outcome) == (True, Camp.ATTAQUE, Outcome.PASSED)


@pytest.mark.parametrize(
    ("row", "cell", "said"),
    [
        ({"taker": "x"}, "taker_1", "Donne 1 : « x » ne se lit pas ici. On attend : s, e, n, o."),
        ({"taker": "5"}, "taker_1", "Donne 1 : « 5 » ne se lit pas ici."),
        ({"contract": "z"}, "contract_1", "Donne 1 : « z » ne se lit pas ici. On attend : p, g, s, c."),
        ({"contract": "u"}, "contract_1", "Donne 1 : « u » ne se lit pas ici. On attend : p, g, s, c."),
        ({"taker": "martin claude"}, "taker_1", "Donne 1 : c’est trop long pour cette case."),
        ({"points": "95"}, "points_1", "Donne 1 :"),
        ({"points": "abc"}, "points_1", "Donne 1 : « abc » n’est pas un nombre de points"),
        ({"points": "d95"}, "points_1", "Donne 1 :"),
        ({"points": ""}, "points_1", "Donne 1 : Indiquez les points de l’attaque"),
        ({"bouts": "4"}, "bouts_1", "Donne 1 :"),
        ({"taker": ""}, "taker_1", "Donne 1 : Indiquez qui a pris."),
        ({"primes": "s4"}, "primes_1", "Donne 1 : « s4 » ne se lit pas ici."),
        ({"primes": "s1 e1 n1 o1"}, "primes_1", "Donne 1 :"),
        ({"petit_au_bout": "x"}, "petit_au_bout_1", "Donne 1 : « x » ne se lit pas ici."),
    ],
)
def test_what_is_wrong_is_said_at_its_cell_and_nothing_is_saved(table, as_arbiter, row, cell, said):
    response = as_arbiter.post(at(table), grid(PLAIN | row, PLAIN))
    assert response.status_code == 422
    assert response.context["form"].errors[cell][0].replace("\u00a0", " ").startswith(said)
    assert SheetLine.objects.count() == 0
    assert 'value="49"' in text(response)  # what was typed is still there


def test_all_that_is_wrong_in_a_row_is_said_at_once_each_at_its_cell(table, as_arbiter):
    row = {"taker": "x", "contract": "z", "bouts": "7", "points": "200"}
    response = as_arbiter.post(at(table), grid(PLAIN, PLAIN | row))
    errors = response.context["form"].errors
    assert {cell: len(sentences) for cell, sentences in errors.items()} == {f"{name}_2": 1 for name in row}
    assert all(sentence.startswith("Donne 2\u00a0: ") for sentences in errors.values() for sentence in sentences)
    for typed in row.values():
        assert f'value="{typed}"' in text(response)


def test_a_pousse_is_a_contract_where_the_club_plays_it(tournament, table, as_arbiter):
    assert "dit la pousse" not in text(as_arbiter.get(at(table)))
    played_by(tournament, pousse="add")
    assert "dit la pousse" in text(as_arbiter.get(at(table)))


def test_nothing_typed_is_said(table, as_arbiter):
    assert "Rien n’est encore écrit" in text(as_arbiter.post(at(table), grid()))


def test_at_five_the_called_is_asked(tournament, as_arbiter):
    Tournament.objects.update(table_size=5)
    table = seated(Tournament.objects.get(), chairs=5)[0]
    response = as_arbiter.post(at(table), grid(PLAIN))
    assert list(response.context["form"].errors) == ["partner_1"]
    as_arbiter.post(at(table), grid(PLAIN | {"partner": "5"}, PLAIN | {"taker": "5", "partner": "a"}))
    assert [line.partner and line.partner.chair for line in lines(table)] == [4, None]


def test_at_five_with_a_mort_he_sits_out_in_turn(tournament, as_arbiter):
    table = seated(tournament, chairs=5)[0]  # a table of five among tables of four
    rows = (PLAIN | {"taker": "e"}, PLAIN | {"taker": "s"}, PLAIN | {"taker": "s", "mort": "5"})
    asked = as_arbiter.post(at(table), grid(*rows))
    assert "Le mort de la donne 3 est" in text(asked)  # the fifth, whose turn it was not
    form = grid(*rows, confirmed=asked.context["form"].confirmation.value)
    assert as_arbiter.post(at(table), form).status_code == 303
    assert [line.sits_out.chair for line in lines(table)] == [0, 1, 4]


def test_the_same_form_saves_once(table, as_arbiter):
    form = grid(PLAIN)
    for _time in range(2):
        assert as_arbiter.post(at(table), form).status_code == 303
    assert SheetLine.objects.count() == 1


def test_what_somebody_wrote_meanwhile_stops_all_of_it(table, the_arbiter, as_arbiter):
    form = grid(PLAIN, PLAIN)
    page = as_arbiter.post(at(table), form | {"points_2": "95"})
    assert page.status_code == 422
    table.lines.all().delete()
    close_sheet_now(table)
    refused = as_arbiter.post(at(table), form)
    assert (refused.status_code, SheetLine.objects.count()) == (422, 0)
    assert "est close" in text(refused)
    assert as_arbiter.get(at(table)).url == sheet(table)


def close_sheet_now(table):
    type(table).objects.filter(pk=table.pk).update(closed_at=NOW)


def test_where_balances_are_kept_there_is_no_grid_of_donnes(table, as_arbiter):
    Tournament.objects.update(keeps=Keeps.TOTALS)
    assert as_arbiter.get(at(table)).url == at(table, "balances")


# Twice, by two people


@pytest.fixture
def twice(table):
    Tournament.objects.update(double_entry=True)
    return table


@pytest.fixture
def as_other(club) -> Client:
    return logged_in(arbiter(club))


def test_two_who_agree_write_it_silently(tournament, twice, as_arbiter, as_other):
    response = as_arbiter.post(at(twice), grid(PLAIN, PLAIN), follow=True)
    assert "première saisie gardée" in text(response)
    assert (SheetLine.objects.count(), results(twice)) == (0, [])
    blank = text(as_other.get(at(twice)))
    assert "Seconde saisie" in blank
    assert 'value="49"' not in blank  # the second does not see the first

    as_other.post(at(twice), grid(PLAIN | {"points": "d42"}, PLAIN))  # says the same

    assert results(twice) == [396, -132, -132, -132]
    assert TypedSheet.objects.get().settled_at is not None
    entry = tournament.journal.get(action="double saisie")
    assert entry.details["differing"] == []
    assert list(differences(tournament)) == []


def test_two_who_differ_stop_with_both_versions(tournament, twice, as_arbiter, as_other):
    as_arbiter.post(at(twice), grid(PLAIN, PLAIN))
    form = grid(PLAIN | {"points": "46"}, PLAIN, PLAIN)
    response = as_other.post(at(twice), form)
    box = response.context["form"].confirmation
    told = [sentence.replace("\u00a0", " ") for sentence in box.sentences]
    assert (response.status_code, SheetLine.objects.count()) == (422, 0)
    assert [(sentence[:8], "49 points" in sentence, "46 points" in sentence) for sentence in told] == [
        ("Donne 1 ", True, True),
        ("Donne 3 ", True, False),
    ]
    assert "première saisie, rien" in told[1]
    # He looked at the paper again: his own version is right.
    changed = as_other.post(at(twice), form | {"points_1": "45", "confirmed": box.value})
    assert (changed.status_code, SheetLine.objects.count()) == (422, 0)  # the box was for something else
    assert as_other.post(at(twice), form | {"confirmed": box.value}).status_code == 303
    assert [line.half_points for line in lines(twice)] == [92, 98, 98]
    assert tournament.journal.get(action="double saisie").details["differing"] == [1, 3]


def test_two_who_differ_may_agree_after_all(twice, as_arbiter, as_other):
    as_arbiter.post(at(twice), grid(PLAIN))
    form = grid(PLAIN | {"points": "46"})
    assert as_other.post(at(twice), form).status_code == 422
    assert as_other.post(at(twice), form | {"points_1": "49"}).status_code == 303
    assert [line.half_points for line in lines(twice)] == [98]


def test_a_sheet_typed_before_a_fact_was_kept_is_read_and_did_not_say_it(twice, as_arbiter, as_other):
    as_arbiter.post(at(twice), grid(PLAIN))
    typed = TypedSheet.objects.get()
    for row in typed.rows.values():
        row["facts"].pop()  # the column that came last
    typed.save()
    as_other.post(at(twice), grid(PLAIN))
    assert [line.half_points for line in lines(twice)] == [98]


def test_nobody_is_his_own_second(twice, as_arbiter):
    as_arbiter.post(at(twice), grid(PLAIN))
    assert "attend la seconde saisie" in text(as_arbiter.get(at(twice)))
    refused = as_arbiter.post(at(twice), grid(PLAIN))
    assert (refused.status_code, SheetLine.objects.count()) == (422, 0)
    assert "par une autre personne" in text(refused)


def test_a_double_click_is_no_second(twice, as_arbiter):
    form = grid(PLAIN)
    for _time in range(2):
        assert as_arbiter.post(at(twice), form).status_code == 303
    assert (TypedSheet.objects.count(), SheetLine.objects.count()) == (1, 0)


def test_a_first_typing_is_withdrawn_and_kept(tournament, twice, as_arbiter):
    as_arbiter.post(at(twice), grid(PLAIN))
    for _time in range(2):
        assert as_arbiter.post(at(twice, "withdraw_typed")).url == at(twice)
    assert tournament.journal.filter(action="première saisie retirée").count() == 1
    as_arbiter.post(at(twice), grid(PLAIN))
    assert [typed.settled_at is None for typed in TypedSheet.objects.order_by("-pk")] == [True, False]


def test_another_tournament_types_nothing_here(twice):
    stranger = logged_in(organiser(TournamentFactory().club))
    assert stranger.post(at(twice), grid(PLAIN)).status_code == 403


def test_house_primes_are_read_where_the_bareme_plays_them(tournament, table, as_arbiter):
    petit_chelem = {"taker": "s", "contract": "g", "bouts": "3", "points": "88", "primes": "pa pr"}
    misere = PLAIN | {"primes": "emt oma"}
    refused = as_arbiter.post(at(table), grid(petit_chelem, misere))
    assert refused.status_code == 422
    assert "petit chelem" not in text(refused)  # the règlement knows none: its codes are not offered

    chosen = a_bareme(tournament.club, figures={"house": {"miseres": True, "petit_chelem": True}})
    Tournament.objects.update(bareme=chosen.edition, bareme_name=chosen.name)
    wrong = text(as_arbiter.post(at(table), grid(PLAIN | {"primes": "smx"})))
    assert "petit chelem <kbd>pa</kbd>" in wrong
    assert "pa et pr pour le petit chelem" in wrong
    assert "sma et smt pour les misères" in wrong
    sent = grid(petit_chelem, misere)
    asked = as_arbiter.post(at(table), sent)
    assert asked.context["form"].errors == {}
    box = asked.context["form"].confirmation
    assert as_arbiter.post(at(table), sent | {"confirmed": box.value}).status_code == 303
    first, second = (line.facts for line in lines(table))
    assert (first.petit_chelem.announced, first.petit_chelem.made) == (True, True)
    assert {(shown.player, shown.kind) for shown in second.miseres} == {(1, MisereKind.TETE), (3, MisereKind.ATOUT)}


def test_of_five_a_mort_whose_turn_it_was_not_is_asked_about(tournament, the_arbiter, as_arbiter):
    table = seated(tournament, chairs=5)[0]
    rows = [PLAIN | {"mort": mort, "taker": taker} for mort, taker in (("s", "e"), ("s", "e"))]
    asked = as_arbiter.post(at(table), grid(*rows))
    assert "Le mort de la donne 2 est Sud, et c’était le tour de Est" in text(asked)
    assert not lines(table)
    box = asked.context["form"].confirmation.value
    as_arbiter.post(at(table), grid(*rows, confirmed=box))
    assert [line.confirmed for line in lines(table)] == [[], ["other_mort"]]


def test_a_paper_sheet_of_boards_has_their_numbers_and_their_dealers(club, as_arbiter):
    (table,) = duplicate(club, boards=range(5, 9))
    assert "Étui 6, donneur Est" in text(as_arbiter.get(at(table)))
    row = {f"{name}_6": value for name, value in PLAIN.items()}
    refused = as_arbiter.post(at(table), {"key": str(uuid.uuid4()), **row, "taker_7": "ps"})
    assert "Saisissez la donne qui s’est jouée ensuite." in text(refused)
    assert as_arbiter.post(at(table), {"key": str(uuid.uuid4()), **row, "taker_7": "-"}).status_code == 303
    assert [(line.number, line.outcome) for line in lines(table)] == [(6, Outcome.PLAYED), (7, Outcome.PASSED)]
