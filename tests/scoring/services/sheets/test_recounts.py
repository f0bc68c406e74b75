"""Lines counted again at full speed: what is doubted is what differs, and nothing else."""

import pytest

from scoring.labels import Outcome
from scoring.models import SheetLine
from scoring.services.sheets.results import differences, doubtful_lines
from tests.factories import rewrite
from tests.scoring.sheets import EST, FIFTH, NORD, SUD, garde, looked_at, played_by, record, seated, void

pytestmark = pytest.mark.django_db

WRITTEN = {
    4: [
        garde(),
        garde(points="40", petit_au_bout="defense", poignees=((NORD, "simple"), (EST, "simple"))),
        garde(points="87", chelem_announced=True, chelem_made="attaque"),
        garde(bouts=0, points="10", chelem_made="defense"),
        garde(contract="pousse", petit_chelem_announced=True, miseres=((EST, "atout"), (NORD, "tete"))),
        void(Outcome.PASSED),
    ],
    5: [
        garde(partner=NORD, points="41,5", poignees=((NORD, "double"),)),
        garde(partner=SUD, points="40"),
        garde(partner=None),
    ],
}


@pytest.mark.parametrize("chairs", [4, 5])
def test_no_line_that_was_just_written_is_doubted(tournament, the_arbiter, chairs):
    rewrite(tournament, table_size=chairs, donnes_per_round=6)
    played_by(tournament, pousse="add", petit_chelem=True, miseres=True)
    (table,) = seated(tournament, chairs=chairs)
    for number, entry in enumerate(WRITTEN[chairs], start=1):
        record(table, number, the_arbiter, entry, confirmed=looked_at(table, entry))

    assert doubtful_lines(tournament) == []


def test_at_a_table_of_five_with_a_mort_the_mort_keeps_nothing(tournament, the_arbiter):
    (table,) = seated(tournament, chairs=5)
    line = record(table, 1, the_arbiter, garde(mort=FIFTH))
    assert doubtful_lines(tournament) == []

    SheetLine.objects.filter(pk=line.pk).update(marque=line.marque | {"scores": line.marque["scores"] | {"4": 10}})
    assert doubtful_lines(tournament) == [line.pk]


def test_a_donne_that_cannot_be_is_doubted(tournament, the_arbiter):
    (table,) = seated(tournament)
    line = record(table, 1, the_arbiter)
    SheetLine.objects.filter(pk=line.pk).update(half_points=180)  # 90 points with two bouts

    assert doubtful_lines(tournament) == [line.pk]


def test_a_table_of_a_size_nobody_plays_at_is_doubted(tournament, the_arbiter):
    (table,) = seated(tournament)
    line = record(table, 1, the_arbiter)
    table.seats.filter(chair__gte=2).update(table=None, chair=None)

    assert doubtful_lines(tournament) == [line.pk]


def test_the_check_asks_the_database_as_often_for_many_tables_as_for_one(
    tournament, the_arbiter, django_assert_num_queries
):
    for round_number, tables in ((1, 1), (2, 3)):
        for table in seated(tournament, tables=tables, round_number=round_number):
            for number in (1, 2):
                record(table, number, the_arbiter)
        with django_assert_num_queries(13):
            assert list(differences(tournament)) == []


def test_the_check_asks_as_often_for_many_faults_as_for_one(tournament, the_arbiter, django_assert_num_queries):
    tables = seated(tournament, tables=3)
    lines = [record(table, 1, the_arbiter) for table in tables]
    for wrong in (lines[:1], lines):
        for line in wrong:
            SheetLine.objects.filter(pk=line.pk).update(half_points=180)
        with django_assert_num_queries(15):
            assert len(list(differences(tournament))) == len(wrong)
