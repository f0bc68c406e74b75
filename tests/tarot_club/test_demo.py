"""The demonstration club: complete, consistent, and the same for the same seed."""

from collections import Counter
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import RequestFactory

from scoring.models import ChelemCall, Penalty, SheetLine
from scoring.services.sheets.results import differences
from tarot_club.demo import CLUB, DEMO_LOGINS, ROUNDS, build_demo
from tarot_club.demo.club import DONNES
from tarot_club.demo.committee import MEMBERS
from tarot_club.demo.season import SEQUENCES
from tests.factories import NOW
from tournaments.labels import TournamentState
from tournaments.models import Account, BoardResult, Club, Committee, Payment, Player, SeatResult, Table
from tournaments.permissions import Role, roles_of
from tournaments.queries.clubs.committees import arbiters_of, listed_members
from tournaments.queries.money.fees import fees_total
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.money.takings import takings as takings_of
from tournaments.queries.people.members import were_members
from tournaments.queries.standings.league_events import events_of
from tournaments.queries.standings.qualifying import final_row, stage_of, stage_of_row


@pytest.mark.product
@pytest.mark.django_db
def test_the_command_prints_the_logins_of_a_finished_tournament_and_one_half_played() -> None:
    out = StringIO()
    call_command("demo", stdout=out)
    assert all(name in out.getvalue() and password in out.getvalue() for name, password in DEMO_LOGINS)
    club = Club.objects.get(name=CLUB)
    before, season = club.seasons.order_by("starts_on")
    finished, duplicate, first, second, quadrettes, running, called_off, final, of_teams = season.tournaments.order_by(
        "date"
    )
    assert [(one.source, one.cut.first) for one in final.sources.all()] == [(first, 8), (second, 8)]
    stage = stage_of(final)
    assert ([len(one.going) for one in stage.sources], len(stage.declined)) == ([8, 8], 1)
    assert (of_teams.teams.count(), len(stage_of(of_teams).going), len(stage_of(of_teams).declined)) == (6, 6, 1)
    assert (before.tournaments.count(), before.leagues.count(), season.leagues.count()) == (13, 5, 3)
    assert (finished.state, running.state) == (TournamentState.FINISHED, TournamentState.RUNNING)
    for tournament in (finished, running):
        assert tournament.registrations.count() == 64
        assert tournament.rounds.count() == ROUNDS
        assert list(differences(tournament)) == []
    assert (duplicate.is_duplicate, duplicate.is_final, duplicate.registrations.count()) == (True, True, 40)
    assert list(differences(duplicate)) == []
    assert BoardResult.objects.filter(seat__round__tournament=duplicate).count() == 40 * ROUNDS * DONNES
    assert (quadrettes.plays_matches, quadrettes.is_final, quadrettes.teams.count()) == (True, True, 16)
    assert list(differences(quadrettes)) == []
    assert quadrettes.matches.count() == 3 * 8
    tables = Table.objects.filter(round__tournament=running)
    assert tables.filter(round__number__lte=2, closed_at=None).count() == 0
    assert 0 < tables.filter(round__number=3, closed_at=None).count() < 16
    assert SeatResult.objects.filter(seat__round__tournament=finished).count() == 64 * ROUNDS
    assert sum(SeatResult.objects.filter(seat__round__tournament=running).values_list("points", flat=True)) == 0

    total = fees_total(season)
    assert (total.owing, total.rest, total.paid > 30) == (3, 2 * 3000 + 1500, True)
    lines = Payment.objects.filter(fee__season=season)
    assert {line.method for line in lines} == {"especes", "cheque", "virement", "carte"}
    assert sorted(lines.filter(refunds__isnull=False).values_list("amount", flat=True)) == [-500, -500]
    assert max(Counter(lines.filter(refunds=None).values_list("fee", flat=True)).values()) == 2
    assert [player.last_name for player in were_members(club.pk)] == ["VAUTRIN"]
    assert club.players.get(last_name="WEISS").memberships.get(club=club).periods.count() == 2
    assert before.leagues.get(name="L’automne").ranking_rule.weights[0][1] == 200
    assert "conseil municipal" in called_off.called_off

    takings = takings_of(running)
    assert 0 < takings.paid < takings.due
    listed = prize_list(running)
    assert (len(listed.lines), listed.budget_left > 0, all(line.winners for line in listed.lines)) == (5, True, True)
    assert (club.hall != "", club.hours != "", club.series.count()) == (True, True, 1)

    assert ChelemCall.objects.get().outcome == "reussi"
    assert Penalty.objects.count() == 2
    assert SheetLine.objects.filter(current=False).count() == 1
    assert 0 < Player.objects.filter(consent=False).count() < 16
    assert 0 < Player.objects.filter(licence="").count() < 16
    committee = Committee.objects.get()
    (league,) = committee.leagues.all()
    assert {event.club for event in events_of(league)} == set(committee.clubs.all())
    row = final_row(league)
    assert (committee.clubs.count(), len(stage_of_row(row).going) if row else 0) == (2, 16)
    assert [one.is_named for one in arbiters_of(committee)] == [True]
    assert {member.club for member in listed_members(committee)} == set(committee.clubs.all())
    responsible = Account.objects.get(username="comite")
    assert (Role.COMMITTEE in roles_of(responsible, committee=committee), roles_of(responsible, club=club)) == (
        True,
        {Role.PUBLIC, Role.ACCOUNT},
    )
    roles = {account.username: roles_of(account, club=club) for account in Account.objects.all()}
    assert Role.ORGANISER in roles["organisateur"]
    assert Role.ARBITER in roles["arbitre"]
    assert Role.PLAYER in roles["joueur"]
    for name, password in DEMO_LOGINS:
        assert authenticate(RequestFactory().post("/"), username=name, password=password) is not None

    def figures() -> list[object]:
        seats = SeatResult.objects.order_by("seat__round__tournament__date", "seat__round__number", "pk")
        return list(seats.values_list("seat__registration__player__last_name", "points"))

    before = figures()
    with pytest.raises(CommandError, match="existe déjà"):
        call_command("demo", stdout=out)
    assert figures() == before


@pytest.mark.product
@pytest.mark.django_db
def test_the_same_seed_gives_the_same_club() -> None:
    figures = []
    for _time in range(2):
        with transaction.atomic():
            build_demo(seed=3, at=NOW, players=16)
            seats = SeatResult.objects.order_by("seat__round__tournament__date", "seat__round__number", "seat__pk")
            figures.append(list(seats.values_list("seat__registration__player__last_name", "points")))
            transaction.set_rollback(True)
    assert len(figures[0]) == 16 * (ROUNDS + 3) + MEMBERS * SEQUENCES
    assert figures[0] == figures[1]
