"""check_results: a planted fault is caught, wherever it is planted."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.models import SheetLine
from scoring.services.baremes import choose_bareme
from tarot_club.demo import build_demo
from tests.factories import NOW
from tests.scoring.baremes import a_bareme
from tests.scoring.sheets import record, results, seated
from tournaments.models import Account, Registration, SeatResult, Tournament


@pytest.fixture
def demo(db: None) -> None:
    build_demo(at=NOW, players=16)


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def check() -> tuple[str, str]:
    """Return what the command prints, and the word it ends on when something differs."""
    out = StringIO()
    try:
        call_command("check_results", stdout=out)
    except CommandError as error:
        return plain(out.getvalue().strip()), str(error)
    return plain(out.getvalue().strip()), ""


def test_every_fault_is_caught(demo: None) -> None:
    assert check() == ("Tout correspond : 225 chiffres recomptés.", "")

    result = SeatResult.objects.select_related("seat__table__round", "seat__registration__player").latest("pk")
    SeatResult.objects.filter(pk=result.pk).update(points=result.points + 3)
    out, error = check()
    assert error == "1 chiffre(s) sur 225 ne correspondent pas à leur feuille."
    assert str(result.seat.registration) in out
    SeatResult.objects.filter(pk=result.pk).update(points=result.points)

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
