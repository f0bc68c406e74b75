"""check_results: a planted fault is caught, wherever it is planted."""

import datetime
import uuid
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.imports.past_results import PastConcours, import_past_results
from scoring.labels import PenaltyTarget
from scoring.marque import Camp
from scoring.models import Penalty, PenaltyShare, SheetLine
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.rules.baremes import choose_bareme
from tarot_club.demo import build_demo
from tests.factories import NOW, RegistrationFactory
from tests.scoring.baremes import a_bareme
from tests.scoring.imports.files import read_past_results
from tests.scoring.sheets import a_penalty, record, results, seat, seated
from tests.texts import plain
from tournaments.labels import SeatChangeKind
from tournaments.models import Account, Club, Registration, Seat, SeatChange, SeatResult, Table, Tournament

IMPORTED = """joueur;numéro;Séquence 1 (45 min);Séquence 2 (45 min);total;place
DUPONT Jean;7;+120;−40;80;1
P2;3;-120;40;-80;2
"""


@pytest.fixture
def demo(db: None) -> None:
    build_demo(at=NOW, players=16)


def check() -> tuple[str, str]:
    """Return what the command prints, and the word it ends on when something differs."""
    out = StringIO()
    try:
        call_command("check_results", stdout=out)
    except CommandError as error:
        return plain(out.getvalue().strip()), str(error)
    return plain(out.getvalue().strip()), ""


def test_every_fault_is_caught(demo: None) -> None:
    assert check() == ("Tout correspond : 262 chiffres recomptés.", "")

    result = SeatResult.objects.select_related("seat__table__round", "seat__registration__player").latest("pk")
    SeatResult.objects.filter(pk=result.pk).update(points=result.points + 3)
    out, error = check()
    assert error == "1 chiffre(s) sur 262 ne correspondent pas à leur feuille."
    assert str(result.seat.registration) in out
    SeatResult.objects.filter(pk=result.pk).update(points=result.points)
    made = SeatResult.objects.filter(contracts__gt=0).latest("pk")
    SeatResult.objects.filter(pk=made.pk).update(contracts=0)
    assert check()[1] == "1 chiffre(s) sur 262 ne correspondent pas à leur feuille."
    SeatResult.objects.filter(pk=made.pk).update(contracts=None)  # of what was played before they were counted
    assert check()[1] == ""
    SeatResult.objects.filter(pk=made.pk).update(contracts=made.contracts)

    line = SheetLine.objects.filter(current=True, outcome="jouee").first()
    assert line is not None
    scores = line.marque["scores"]
    SheetLine.objects.filter(pk=line.pk).update(marque=line.marque | {"scores": scores | {"0": scores["0"] + 2}})
    out, error = check()
    assert f"donne {line.number} : la marque gardée est" in out
    SheetLine.objects.filter(pk=line.pk).update(marque=line.marque)

    registration = Registration.objects.exclude(penalty_points=0).get()
    Registration.objects.filter(pk=registration.pk).update(penalty_points=0)
    assert check()[0].endswith(": 0 points de pénalité gardés, −20 en vigueur.")
    Registration.objects.filter(pk=registration.pk).update(penalty_points=-20)

    SeatResult.objects.filter(pk=result.pk).delete()
    assert "le résultat gardé est absent" in check()[0]


def test_each_tournament_is_recounted_by_its_own_bareme(tournament: Tournament, the_arbiter: Account) -> None:
    """Base 35: a garde of 49 points with two bouts is (35 + 8) × 2 from each defender, and stays so."""
    first = a_bareme(tournament.club, figures={"base": 35})
    choose_bareme(tournament=tournament, edition=first.edition, by=None, at=NOW)
    tournament.refresh_from_db()
    (table,) = seated(tournament)
    record(table, 1, the_arbiter)
    a_bareme(tournament.club, figures={"base": 45}, replaces=first)

    assert results(table) == [258, -86, -86, -86]
    assert check() == ("Tout correspond : 9 chiffres recomptés.", "")

    Tournament.objects.filter(pk=tournament.pk).update(bareme="fft-2012", bareme_name="")
    out, error = check()
    assert "la marque gardée est +258 / −86 / −86 / −86, la donne vaut +198 / −66 / −66 / −66." in out
    assert error == "1 chiffre(s) sur 9 ne correspondent pas à leur feuille."


@pytest.fixture
def penalised(tournament: Tournament, the_arbiter: Account) -> Table:
    """A table whose defence was warned at donne 1."""
    (table,) = seated(tournament)
    record(table, 1, the_arbiter)
    camp = {"target": PenaltyTarget.CAMP, "donne": 1, "camp": Camp.DEFENSE}
    a_penalty(tournament, the_arbiter, table=table, points=0, **camp)
    return table


def test_a_share_that_takes_more_than_its_penalty_is_told(penalised: Table) -> None:
    """The player's sum is made to agree with the wrong share: only the penalty itself tells."""
    share = PenaltyShare.objects.first()
    assert share is not None
    assert check()[1] == ""

    PenaltyShare.objects.filter(pk=share.pk).update(points=-40)
    Registration.objects.filter(pk=share.registration_id).update(penalty_points=-40)

    out, error = check()
    assert out.endswith(f"{share.registration} : « Retard » lui retire −40 au lieu de 0.")
    assert error.startswith("1 chiffre(s) sur ")


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_share_of_whoever_is_not_in_the_camp_is_told(penalised: Table, the_arbiter: Account, cancelled: bool) -> None:
    taker, defender = seat(penalised, 0).registration, seat(penalised, 1).registration
    PenaltyShare.objects.filter(registration=defender).update(registration=taker)
    if cancelled:  # a penalty taken back bears on nobody: its shares are what they were that day
        cancel_penalty(penalty=Penalty.objects.get(), reason="erreur", by=the_arbiter, at=NOW)

    out, _error = check()

    place = "position 1, table 1, donne 1, défense"
    wrong = [
        f"{taker.tournament}, {taker} : « Retard » ({place}) tombe sur ce joueur et ne le devrait pas.",
        f"{taker.tournament}, {defender} : « Retard » ({place}) devrait tomber sur ce joueur.",
    ]
    assert [line for line in out.splitlines() if "Retard" in line] == ([] if cancelled else wrong)


def test_a_table_penalised_before_an_exchange_is_no_fault(
    tournament: Tournament, the_arbiter: Account, the_organiser: Account
) -> None:
    table, other = seated(tournament, tables=2)
    a_penalty(tournament, the_arbiter, target=PenaltyTarget.TABLE, table=table)
    swap(seat(table, 0), seat(other, 0))
    assert "Retard" in check()[0]  # nobody exchanged them: the seats were tampered with

    SeatChange.objects.create(
        tournament=tournament,
        kind=SeatChangeKind.SWAP,
        number=1,
        one=seat(table, 0).registration,
        other=seat(other, 0).registration,
        reason="échange",
        key=uuid.uuid4(),
        made_by_name=str(the_organiser),
        made_at=NOW,
    )

    assert check()[1] == ""


def swap(one: Seat, other: Seat) -> None:
    """Have two players sit on each other's chairs."""
    registrations = one.registration_id, other.registration_id
    Seat.objects.filter(pk=one.pk).update(registration=RegistrationFactory(tournament=one.round.tournament))
    Seat.objects.filter(pk=other.pk).update(registration=registrations[0])
    Seat.objects.filter(pk=one.pk).update(registration=registrations[1])


def test_an_imported_result_is_recounted_from_its_balance(club: Club, the_organiser: Account) -> None:
    """Imported results have no table: a figure that their balance does not give is told all the same."""
    import_past_results(
        club=club,
        past=PastConcours("Concours de Carbay", datetime.date(2019, 3, 9)),
        file=read_past_results(IMPORTED.encode()),
        key=uuid.uuid4(),
        by=the_organiser,
        at=NOW,
    )
    assert check()[1] == ""

    result = SeatResult.objects.filter(seat__table=None).first()
    assert result is not None
    SeatResult.objects.filter(pk=result.pk).update(points=result.points + 1)

    assert check()[1].startswith("1 chiffre(s) sur ")


def test_one_donne_is_said_of_one(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    record(table, 1, the_arbiter)
    result = SeatResult.objects.filter(seat__table=table).order_by("seat__chair").first()
    assert result is not None
    SeatResult.objects.filter(pk=result.pk).update(points=result.points + 3)
    out, _error = check()
    assert (out.count(" en 1 donne"), out.count(" en 1 donnes")) == (2, 0)
