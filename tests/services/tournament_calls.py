"""The services of a tournament and its clock, one row for each thing that one of them can do."""

from dataclasses import replace

from tests.factories import NOW
from tests.services.calls import Act, Entry, World, call_of
from tournaments.labels import Pace, TournamentState
from tournaments.models import Clock, SeatResult, Table, Tournament
from tournaments.services.evening.chosen_bareme import set_bareme
from tournaments.services.evening.clocks import call_time, give_extra_minutes, pause_clock, reset_clock, start_clock
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import archive, hold_back_ranking, release_ranking, set_state, take_out
from tournaments.services.evening.tournaments import change_settings, create_tournament, finish, reopen
from tournaments.services.undo.undoing import delete_tournament


@call_of(create_tournament, Entry("tournoi créé", "Soirée", of="result"))
def a_tournament_opened(world: World) -> Act:
    settings = Settings(name="Soirée", date=world.tournament.date, season=world.season)
    return lambda: create_tournament(club=world.club, settings=settings, by=world.by, at=NOW)


@call_of(change_settings, Entry("réglages modifiés", "Soirée"), told=True)
def a_tournament_renamed(world: World) -> Act:
    settings = replace(Settings.of(world.tournament), name="Soirée")
    return lambda: change_settings(tournament=world.tournament, settings=settings, by=world.by, at=NOW)


@call_of(change_settings, Entry("règle du classement changée", "Concours", "vote du comité"), told=True)
def a_ranking_rule_changed_after_the_first_result(world: World) -> Act:
    SeatResult.objects.create(seat=world.tables()[0].seats.all()[0], points=10, donnes=1)
    settings = replace(Settings.of(world.tournament), unfinished_rule="out")
    told = {"reason": " vote du comité ", "by": world.by, "at": NOW}
    return lambda: change_settings(tournament=world.tournament, settings=settings, **told)


@call_of(finish, Entry("tournoi terminé", "Concours"), told=True)
def a_tournament_finished(world: World) -> Act:
    world.tables()
    return lambda: finish(tournament=world.tournament, by=world.by, at=NOW)


@call_of(reopen, Entry("tournoi rouvert", "Concours", "oubli"), told=True)
def a_tournament_reopened(world: World) -> Act:
    world.tables()
    Tournament.objects.update(state=TournamentState.FINISHED)
    return lambda: reopen(tournament=world.tournament, reason=" oubli ", by=world.by, at=NOW)


@call_of(set_bareme, Entry("barème choisi", "Concours"), told=True)
def a_bareme_named(world: World) -> Act:
    return lambda: set_bareme(tournament=world.tournament, edition="club-1-1", name="Vendredi", by=world.by, at=NOW)


@call_of(set_state, Entry("tournoi annoncé", "Concours"), told=True)
def a_tournament_announced(world: World) -> Act:
    Tournament.objects.update(state=TournamentState.OPEN)
    return lambda: set_state(tournament=world.tournament, state=TournamentState.ANNOUNCED, by=world.by, at=NOW)


@call_of(set_state, Entry("inscriptions ouvertes", "Concours"), told=True)
def a_tournament_opened_to_entries(world: World) -> Act:
    Tournament.objects.update(state=TournamentState.ANNOUNCED)
    return lambda: set_state(tournament=world.tournament, state=TournamentState.OPEN, by=world.by, at=NOW)


@call_of(set_state, Entry("tournoi remis en brouillon", "Concours"), told=True, gone=True)
def a_tournament_hidden(world: World) -> Act:
    Tournament.objects.update(state=TournamentState.OPEN)
    return lambda: set_state(tournament=world.tournament, state=TournamentState.DRAFT, by=world.by, at=NOW)


@call_of(release_ranking, Entry("classement publié", "Concours"), told=True)
def a_ranking_released(world: World) -> Act:
    world.tables()
    Tournament.objects.update(hidden_rounds=1)
    return lambda: release_ranking(tournament=world.tournament, by=world.by, at=NOW)


@call_of(hold_back_ranking, Entry("classement gardé de nouveau", "Concours"), told=True)
def a_ranking_held_back(world: World) -> Act:
    world.tables()
    Tournament.objects.update(hidden_rounds=1, released_at=NOW)
    return lambda: hold_back_ranking(tournament=world.tournament, by=world.by, at=NOW)


@call_of(archive, Entry("tournoi archivé", "Concours"), told=True)
def a_tournament_archived(world: World) -> Act:
    world.tables()
    Tournament.objects.update(state=TournamentState.FINISHED)
    return lambda: archive(tournament=world.tournament, by=world.by, at=NOW)


@call_of(take_out, Entry("tournoi sorti des archives", "Concours"), told=True)
def a_tournament_taken_out(world: World) -> Act:
    world.tables()
    Tournament.objects.update(state=TournamentState.ARCHIVED)
    return lambda: take_out(tournament=world.tournament, by=world.by, at=NOW)


@call_of(delete_tournament, Entry("tournoi supprimé", "Concours", of="club"), gone=True)
def a_tournament_deleted(world: World) -> Act:
    return lambda: delete_tournament(tournament=world.tournament, by=world.by, at=NOW)


# The clock of a timed round


def timed(world: World, *, spent: int = 0, running: bool = False) -> Tournament:
    """Publish a round of an hour; its clock was let run before, or runs."""
    world.tournament.pace, world.tournament.minutes_per_round = Pace.MINUTES, 60
    world.tournament.donnes_per_round = None
    world.tournament.save()
    round_ = world.tables()[0].round
    if spent or running:
        Clock.objects.create(round=round_, spent=spent, running_since=NOW if running else None)
    return world.tournament


@call_of(start_clock, Entry("horloge lancée", "position 1"), told=True)
def a_clock_started(world: World) -> Act:
    tournament = timed(world)
    return lambda: start_clock(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(pause_clock, Entry("horloge arrêtée", "position 1"), told=True)
def a_clock_paused(world: World) -> Act:
    tournament = timed(world, running=True)
    return lambda: pause_clock(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(call_time, Entry("temps annoncé", "position 1"), told=True)
def a_time_called(world: World) -> Act:
    tournament = timed(world, running=True)
    return lambda: call_time(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(give_extra_minutes, Entry("minutes de plus", "position 1, table 1", "renonce"), told=True)
def a_table_with_more_time(world: World) -> Act:
    timed(world)
    table = Table.objects.select_related("round__tournament").get(number=1)
    return lambda: give_extra_minutes(table=table, minutes=5, reason=" renonce ", by=world.by, at=NOW)


@call_of(reset_clock, Entry("horloge remise au début", "position 1"), told=True)
def a_clock_set_back(world: World) -> Act:
    tournament = timed(world, spent=600)
    return lambda: reset_clock(tournament=tournament, round_number=1, by=world.by, at=NOW)
