"""An event that the program plays by itself: written, read back, recounted."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.imports.event_files import event_file
from scoring.models import Penalty, SheetLine
from scoring.services.sheets.results import differences
from tarot_club.demo.events import PlayedAs, generate_event
from tests.factories import NOW
from tournaments.labels import Status, TournamentState
from tournaments.models import Club, Committee, Fee, LeagueGuest, Rating, SeatChange, Tournament
from tournaments.queries.standings.league_events import events_of

pytestmark = [pytest.mark.django_db, pytest.mark.product]


def test_an_event_of_many_has_all_that_a_championship_brings_and_every_figure_is_right() -> None:
    event = generate_event(players=48, rounds=3, seed=2, at=NOW)
    assert (event.state, event.registrations.count() > 48) == (TournamentState.FINISHED, True)
    assert SheetLine.objects.filter(current=False).exists()
    assert Penalty.objects.exists()
    assert SeatChange.objects.exists()
    assert event.journal.filter(action="action défaite").exists()
    assert list(differences(event)) == []


@pytest.mark.parametrize("formula", ["duplicate", "travelling", "matches"])
def test_an_event_of_any_formula_is_played_and_every_figure_is_right(formula: str, tmp_path: Path) -> None:
    file, out = tmp_path / "concours.evenement.gz", StringIO()
    call_command("generate_event", players=23, rounds=3, seed=4, formula=formula, file=file, stdout=out)
    call_command("check_event", file, stdout=out)
    assert "tout correspond" in out.getvalue()
    event = generate_event(players=23, rounds=3, seed=4, formula=PlayedAs(formula), at=NOW)
    assert (event.is_duplicate, event.boards_travel, event.plays_matches) == (
        True,
        formula == "travelling",
        formula == "matches",
    )
    assert event.free_rounds == 3
    if formula == "matches":
        assert [team.members.count() for team in event.teams.order_by("number")] == [6, 6, 6, 5]
        assert event.matches.count() == 6
        assert event.registrations.filter(status=Status.WITHDRAWN).count() == 2  # one after each round but the last


def test_a_formula_that_so_many_cannot_play_is_refused_with_its_reason() -> None:
    with pytest.raises(CommandError, match="Les étuis voyagent à partir de cinq tables"):
        call_command("generate_event", players=16, rounds=2, formula="travelling")
    assert not Club.objects.exists()


def test_it_goes_into_a_file_that_is_checked_and_nothing_stays(tmp_path: Path) -> None:
    file, out = tmp_path / "concours.evenement.gz", StringIO()
    call_command("generate_event", players=16, rounds=2, file=file, stdout=out)
    assert not Tournament.objects.exists()
    call_command("check_event", file, stdout=out)
    assert "tout correspond" in out.getvalue()
    assert not Club.objects.exists()
    with pytest.raises(CommandError, match="1 fichier"):
        call_command("check_event", file, Path(__file__), stdout=out)


def test_a_file_is_checked_where_its_players_are_known_and_one_whose_results_are_wrong_is_told(tmp_path: Path) -> None:
    event = generate_event(players=8, rounds=1, seed=2, at=NOW)
    file, out = tmp_path / "concours.evenement.gz", StringIO()
    file.write_bytes(event_file(event, at=NOW))
    call_command("check_event", file, stdout=out)
    SheetLine.objects.filter(current=True, marque__isnull=False).update(half_points=100)
    file.write_bytes(event_file(event, at=NOW))
    with pytest.raises(CommandError):
        call_command("check_event", file, stdout=out)
    assert Tournament.objects.count() == Club.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"players": 7}, {"players": 2001}, {"rounds": 0}])
def test_a_size_that_no_event_has_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="--players va de 8 à 2000"):
        call_command("generate_event", **wrong)


def test_a_site_has_the_years_of_many_clubs_and_every_figure_is_right() -> None:
    out = StringIO()
    call_command("generate_site", clubs=2, people=40, years=2, stdout=out)
    first, second = Club.objects.order_by("pk")
    assert out.getvalue().split("\n") == [first.name, second.name, ""]
    for club in (first, second):
        assert (club.tournaments.count(), club.seasons.count(), club.committee) == (9, 3, Committee.objects.get())
        assert Rating.objects.filter(of__club=club, is_last=True).count() >= 20
        assert Fee.objects.filter(season__club=club).count() == 10  # half of its members: who only plays owes none
    assert first.players.filter(pk__in=second.players.values("pk")).count() == 1  # one in twenty
    (league,) = {guest.league for guest in LeagueGuest.objects.exclude(agreed_at=None)}
    assert (league.club, events_of(league).count()) == (first, 8)
    call_command("check_results", stdout=out)
    assert "Tout correspond" in out.getvalue()
    with pytest.raises(CommandError, match="existe déjà"):
        call_command("generate_site", clubs=2, people=40, years=2, stdout=out)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"people": 799}, "Il faut 16 joueurs par club"),
        ({"people": 6401}, "6400 en tout au plus"),
        ({"clubs": 0}, "--clubs et --years commencent à 1"),
    ],
)
def test_a_site_of_no_size_is_refused(wrong: dict[str, int], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("generate_site", **wrong)
