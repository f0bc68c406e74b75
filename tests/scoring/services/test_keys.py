"""A form sent twice is one fact; its key in another place writes nothing, and tells nothing of where it served."""

import uuid

import pytest

from scoring.labels import PenaltyTarget
from scoring.models import ChelemCall, Penalty, PenaltyKind, SheetLine
from scoring.services.moves import move_donne
from scoring.services.penalties import give_penalty
from tests.factories import NOW, TournamentFactory
from tests.scoring.sheets import chelem_called, record, seat, seated
from tournaments.models import Account, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db

USED = "Ce formulaire a déjà servi. Rechargez la page."


@pytest.fixture
def here(tournament: Tournament) -> list[Table]:
    return seated(tournament, tables=2)


@pytest.fixture
def there(tournament: Tournament) -> Table:
    """A table of another tournament of the same club."""
    (table,) = seated(TournamentFactory(club=tournament.club))
    return table


def refused(caught: pytest.ExceptionInfo[Refusal]) -> tuple[str, str]:
    return caught.value.code, str(caught.value)


def test_a_donne_of_another_tournament(here: list[Table], there: Table, the_arbiter: Account) -> None:
    key = uuid.uuid4()
    line = record(here[0], 1, the_arbiter, key=key)
    with pytest.raises(Refusal) as caught:
        record(there, 1, the_arbiter, key=key)
    assert refused(caught) == ("stale_line", USED)
    assert SheetLine.objects.get() == line


def test_a_call_of_another_tournament(here: list[Table], there: Table, the_arbiter: Account) -> None:
    key = uuid.uuid4()
    call = chelem_called(here[0], the_arbiter, key=key)
    with pytest.raises(Refusal) as caught:
        chelem_called(there, the_arbiter, key=key)
    assert refused(caught) == ("call_exists", USED)
    assert ChelemCall.objects.get() == call


def test_a_penalty_of_another_tournament(here: list[Table], there: Table, the_arbiter: Account) -> None:
    """Its points and its reason are between that tournament and its players."""
    form = {
        "kind": PenaltyKind.objects.first(),
        "target": PenaltyTarget.PLAYER,
        "points": -20,
        "reason": "renonce à cœur",
    }
    form |= {"key": uuid.uuid4(), "by": the_arbiter, "at": NOW}
    here_round, there_round = here[0].round, there.round
    given = give_penalty(tournament=here_round.of_tournament, registration=seat(here[0], 0).registration, **form)
    with pytest.raises(Refusal) as caught:
        give_penalty(tournament=there_round.of_tournament, registration=seat(there, 0).registration, **form)
    assert refused(caught) == ("penalty_given", USED)
    assert Penalty.objects.get() == given


def test_a_move_of_another_donne_or_to_another_place(here: list[Table], the_arbiter: Account) -> None:
    """Else the page would say that it moved, and it would stand where it stood."""
    one, other = record(here[0], 1, the_arbiter), record(here[0], 2, the_arbiter)
    form = {"table": here[1], "reason": "mauvaise table", "key": uuid.uuid4(), "by": the_arbiter, "at": NOW}
    move_donne(line=one, number=1, **form)
    with pytest.raises(Refusal) as another_donne:
        move_donne(line=other, number=1, **form)
    with pytest.raises(Refusal) as another_place:
        move_donne(line=one, number=2, **form)
    assert refused(another_donne) == refused(another_place) == ("stale_line", USED)
    other.refresh_from_db()
    assert (other.current, SheetLine.objects.count()) == (True, 3)
