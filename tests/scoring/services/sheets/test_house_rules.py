"""House rules on a sheet: counted where the barème has them, refused at their fields where it has not."""

import pytest
from django.db import IntegrityError, transaction

from scoring.labels import Outcome
from scoring.marque import Contract, MisereKind
from scoring.models import SheetLine
from scoring.queries.rules.baremes import variant_of
from scoring.services.sheets.results import differences
from tests.refusals import refusal_of
from tests.scoring.sheets import EST, NORD, SUD, garde, looked_at, played_by, record, results, seated, void
from tournaments.models import JournalEntry, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


def test_a_pousse_is_worth_its_place_on_the_old_scale(table, tournament, the_arbiter):
    played_by(tournament, pousse="x")

    line = record(table, 1, the_arbiter, garde(contract=Contract.POUSSE, points="41"))

    assert line.contract == "pousse"
    assert line.marque["house_rules"] == ["pousse"]
    assert results(table) == [60, -20, -20, -20]  # 10 × 2 from each


def test_the_other_reading_adds_its_value(table, tournament, the_arbiter):
    played_by(tournament, pousse="add")

    record(table, 1, the_arbiter, garde(contract=Contract.POUSSE, points="46"))

    assert results(table) == [75, -25, -25, -25]  # 20 + 5 from each


def test_a_petit_chelem_announced_and_failed_costs_its_price(table, tournament, the_arbiter):
    played_by(tournament, petit_chelem=True)

    line = record(table, 1, the_arbiter, garde(petit_chelem_announced=True))

    assert (line.petit_chelem_announced, line.petit_chelem_made) == (True, False)
    assert results(table) == [3 * (66 - 150), 84, 84, 84]
    assert JournalEntry.objects.get().details["new"]["petit_chelem_announced"] is True


def test_a_misere_is_paid_by_everybody(table, tournament, the_arbiter):
    played_by(tournament, miseres=True)

    line = record(table, 1, the_arbiter, garde(miseres=((EST, MisereKind.ATOUT), (NORD, MisereKind.TETE))))

    assert line.miseres == [{"position": EST, "kind": "atout"}, {"position": NORD, "kind": "tete"}]
    assert results(table) == [198 - 20, -66 + 30 - 10, -66 + 30 - 10, -66 - 20]
    assert sum(results(table)) == 0


def test_a_line_reads_back_as_it_was_typed_and_recounts(table, tournament, the_arbiter):
    played_by(tournament, pousse="add", petit_chelem=True, miseres=True)
    entry = garde(contract=Contract.POUSSE, petit_chelem_announced=True, miseres=((SUD, MisereKind.TETE),), taker=EST)

    line = record(table, 1, the_arbiter, entry, confirmed=looked_at(table, entry))

    assert SheetLine.objects.select_related("taker", "partner", "sits_out").get(pk=line.pk).facts == entry
    assert list(differences(tournament)) == []


def test_what_is_not_in_force_is_refused_each_at_its_field(table, the_arbiter):
    with pytest.raises(Refusal) as caught:
        record(
            table,
            1,
            the_arbiter,
            garde(
                contract=Contract.POUSSE,
                points="99",
                petit_chelem_made=True,
                miseres=((EST, MisereKind.ATOUT),),
            ),
        )

    assert caught.value.code == "donne_impossible"
    assert sorted(caught.value.fields) == ["contract", "miseres", "petit_chelem_announced", "points"]
    assert SheetLine.objects.count() == 0


def test_what_cannot_be_in_force_is_said_at_its_field(table, tournament, the_arbiter):
    played_by(tournament, petit_chelem=True, miseres=True)

    with pytest.raises(Refusal) as caught:
        record(
            table,
            1,
            the_arbiter,
            garde(
                petit_chelem_announced=True,
                petit_chelem_made=True,  # with 49 points the defence has too many for one trick
                poignees=((EST, "simple"),),
                miseres=((EST, MisereKind.ATOUT),),
            ),
        )

    assert sorted(caught.value.fields) == ["miseres", "points"]


def test_at_five_the_flambeuse_asks_for_no_partner(tournament, the_arbiter):
    Tournament.objects.update(table_size=5)
    played_by(tournament, flambeuse=True)
    table = seated(tournament, chairs=5)[0]

    record(table, 1, the_arbiter, garde(points="41"))

    assert variant_of(tournament, 5) == "5_flambeuse"
    assert results(table) == [200, -50, -50, -50, -50]
    assert list(refusal_of(record, table, 2, the_arbiter, garde(points="41", partner=EST)).fields) == ["partner"]


def test_the_flambeuse_changes_nothing_where_the_fifth_is_the_mort(tournament):
    played_by(tournament, flambeuse=True)

    assert [variant_of(tournament, chairs) for chairs in (3, 4, 5)] == ["3", "4", "5_mort"]


@pytest.mark.parametrize(
    "columns",
    [
        {"petit_chelem_announced": True},
        {"petit_chelem_made": True},
        {"miseres": [{"position": 0, "kind": "atout"}]},
        {"confirmed": ["chelem_inflicted_on_announcer"]},
    ],
)
def test_a_void_donne_has_none_of_it(table, the_arbiter, columns):
    line = record(table, 1, the_arbiter, void(Outcome.PASSED))

    with pytest.raises(IntegrityError), transaction.atomic():
        SheetLine.objects.filter(pk=line.pk).update(**columns)


def test_a_petit_chelem_is_no_chelem(table, the_arbiter):
    line = record(table, 1, the_arbiter)

    with pytest.raises(IntegrityError, match="a_petit_chelem_is_no_chelem"), transaction.atomic():
        SheetLine.objects.filter(pk=line.pk).update(petit_chelem_made=True, chelem_made="attaque")
