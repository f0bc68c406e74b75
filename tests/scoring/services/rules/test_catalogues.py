"""A catalogue of faults: editions in force from a day on, which change until a decision names one of their faults."""

import datetime
from dataclasses import replace

import pytest

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import PenaltyEdition, PenaltyKind
from scoring.queries.rules.catalogues import edition_on, faults_on
from scoring.services.rules.catalogues import (
    FaultFacts,
    drop_edition,
    facts_of_fault,
    open_edition,
    remove_fault,
    write_fault,
)
from tests.factories import DAY, NOW, ClubFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, seat, seated

pytestmark = pytest.mark.django_db

LATE = FaultFacts("Retard à la table", reference="Règlement intérieur, 4", sanction=Sanction.WARNING)
AGAIN = replace(LATE, step=2, sanction=Sanction.POINTS, points=-20)


@pytest.fixture
def edition(club, the_arbiter):
    return open_edition(club=club, valid_from=DAY, faults=[LATE, AGAIN], by=the_arbiter, at=NOW)


def use(tournament, edition, by):
    table = seated(tournament)[0]
    kind = edition.kinds.get(step=1)
    return a_penalty(tournament, by, kind=kind, registration=seat(table, 0).registration, points=0, reason="")


def test_what_every_club_starts_with_names_no_amount():
    """No source gives one; what follows where one says it is in `tests/scoring/rulebook/test_faults.py`."""
    assert set(PenaltyKind.objects.filter(club=None).values_list("points", flat=True)) == {None}


def test_an_edition_is_in_force_from_its_day_until_the_next(club, edition, the_arbiter):
    day = datetime.timedelta(days=1)
    following = open_edition(club=club, valid_from=DAY + 7 * day, by=the_arbiter, at=NOW)

    assert [edition_on(club, DAY + number * day) for number in (-1, 0, 6, 7)] == [None, edition, edition, following]
    assert {facts_of_fault(kind) for kind in following.kinds.all()} == {LATE.with_code, AGAIN.with_code}
    assert edition_on(ClubFactory(), DAY) is None


def test_a_fault_of_the_club_stands_in_place_of_the_one_of_the_same_code(club, the_arbiter):
    base = faults_on(club, DAY).count()
    own = FaultFacts("Renonce", code="renonce", sanction=Sanction.POINTS, points=-30)
    open_edition(club=club, valid_from=DAY, faults=[own, LATE], by=the_arbiter, at=NOW)

    offered = faults_on(club, DAY)

    assert offered.count() == base + 1
    assert list(offered.filter(code="renonce").values_list("points", flat=True)) == [-30]
    assert list(faults_on(club, DAY - datetime.timedelta(days=1)).filter(code="renonce").values_list("points")) == [
        (None,)
    ]


def test_the_same_edition_sent_twice_is_one_and_another_of_that_day_is_refused(club, edition, the_arbiter):
    assert open_edition(club=club, valid_from=DAY, faults=[LATE, AGAIN], by=the_arbiter, at=NOW) == edition
    caught = refusal_of(open_edition, club=club, valid_from=DAY, faults=[LATE], by=the_arbiter, at=NOW)
    assert (caught.code, list(caught.fields)) == ("edition_exists", ["valid_from"])


@pytest.mark.parametrize(
    ("faults", "code"),
    [
        ([LATE, LATE], "fault_exists"),
        ([AGAIN], "fault_without_a_first"),
        ([replace(LATE, points=-5)], "fault_refused"),
        ([LATE] * 501, "too_many_faults"),
    ],
)
def test_a_list_that_is_wrong_makes_no_edition(club, the_arbiter, faults, code):
    assert refusal_of(open_edition, club=club, valid_from=DAY, faults=faults, by=the_arbiter, at=NOW).code == code
    assert PenaltyEdition.objects.count() == 0


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        (FaultFacts("", points=3), ["name", "points"]),
        (FaultFacts("x" * 101, reference="y" * 121), ["name", "reference"]),
        (FaultFacts("Retard", target="equipe", sanction="pendaison"), ["target", "sanction"]),
        (FaultFacts("Retard", sanction=Sanction.EXCLUSION, points=-10), ["points"]),
        (FaultFacts("Retard", target=PenaltyTarget.DONNE, sanction=Sanction.POINTS), ["target"]),
        (FaultFacts("Retard", points=-100_001), ["points"]),
        (FaultFacts("Retard", step=0), ["step"]),
    ],
)
def test_everything_that_is_wrong_with_a_fault_is_said_at_once(edition, the_arbiter, facts, fields):
    assert list(refusal_of(write_fault, edition=edition, facts=facts, by=the_arbiter, at=NOW).fields) == fields
    assert edition.kinds.count() == 2


def test_a_fault_is_changed_and_keeps_its_code(edition, the_arbiter):
    kind = edition.kinds.get(step=1)
    changed = write_fault(edition=edition, facts=FaultFacts("Retard", points=-5), replaces=kind, by=the_arbiter, at=NOW)
    assert (changed.pk, changed.code, changed.name, changed.points) == (kind.pk, "retard_a_la_table", "Retard", -5)


def test_a_fault_is_there_once_and_its_second_time_after_its_first(edition, the_arbiter):
    for facts, code in (
        (LATE, "fault_exists"),
        (replace(AGAIN, step=4), "fault_without_a_first"),
        (replace(AGAIN, name="Bruit"), "fault_without_a_first"),
    ):
        assert refusal_of(write_fault, edition=edition, facts=facts, by=the_arbiter, at=NOW).code == code


def test_a_fault_taken_out_takes_its_next_times_with_it(edition, the_arbiter):
    remove_fault(kind=edition.kinds.get(step=2), by=the_arbiter, at=NOW)
    assert list(edition.kinds.values_list("step", flat=True)) == [1]
    write_fault(edition=edition, facts=AGAIN, by=the_arbiter, at=NOW)
    remove_fault(kind=edition.kinds.get(step=1), by=the_arbiter, at=NOW)
    assert edition.kinds.count() == 0


def test_an_edition_that_a_decision_names_never_changes(tournament, edition, the_arbiter):
    use(tournament, edition, the_arbiter)
    kind = edition.kinds.get(step=1)
    for act in (
        lambda: write_fault(edition=edition, facts=FaultFacts("Bruit"), by=the_arbiter, at=NOW),
        lambda: write_fault(edition=edition, facts=FaultFacts("Bruit"), replaces=kind, by=the_arbiter, at=NOW),
        lambda: remove_fault(kind=edition.kinds.get(step=2), by=the_arbiter, at=NOW),
        lambda: drop_edition(edition=edition, by=the_arbiter, at=NOW),
    ):
        assert refusal_of(act).code == "edition_used"
    assert edition.kinds.count() == 2


def test_an_edition_that_was_a_mistake_is_dropped(club, edition, the_arbiter):
    drop_edition(edition=edition, by=the_arbiter, at=NOW)
    drop_edition(edition=edition, by=the_arbiter, at=NOW)
    assert edition_on(club, DAY) is None
    assert not PenaltyKind.objects.filter(club=club).exists()
