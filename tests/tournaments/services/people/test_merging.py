"""Two players who are one become one, with all their history."""

import uuid
from functools import partial

import pytest

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    field,
    organiser,
)
from tests.refusals import refusal_of
from tests.scoring.sheets import seated
from tests.tournaments.rotations import done
from tests.tournaments.services.undo.test_undoing import told_of
from tournaments.labels import PaymentMethod, Status, TournamentState, WishKind
from tournaments.models import (
    Account,
    BoardResult,
    Club,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Registration,
    Seat,
    SeatResult,
    Table,
    Tournament,
)
from tournaments.queries.draws.wishes import asks_in_force
from tournaments.queries.people.merging import merging_players
from tournaments.queries.people.names import people
from tournaments.queries.standings.leagues import league_standings
from tournaments.refusals import Refusal
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.draws.wishes import add_wish
from tournaments.services.people.merging import merge_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def keep(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="")


@pytest.fixture
def drop(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="Dupon", first_name="Jean", licence="A7", birth_year=1958, consent=False)


def played(player: Player, tournament: Tournament, points: int) -> Registration:
    """Have a player sit at a table of his own and mark so many points there."""
    entry = RegistrationFactory(tournament=tournament, player=player)
    round_, _new = tournament.rounds.get_or_create(number=1, defaults={"published_at": NOW})
    table = Table.objects.create(round=round_, number=round_.tables.count() + 1)
    seat = Seat.objects.create(round=round_, table=table, chair=0, registration=entry)
    SeatResult.objects.create(seat=seat, points=points, donnes=4)
    return entry


def test_what_his_boards_brought_is_his_who_is_kept(club: Club, keep: Player, drop: Player):
    event = TournamentFactory(club=club, compared_by="mean", void_donnes_count=True)
    seat = played(drop, event, 90).seats.get()
    BoardResult.objects.create(seat=seat, board=3, hand=1, points=90)
    merge_players(keep=keep, drop=drop, by=None, at=NOW)
    his = BoardResult.objects.filter(seat__registration__player=keep)
    assert list(his.values_list("board", "hand", "points")) == [(3, 1, 90)]


def test_all_the_history_goes_to_the_one_who_is_kept(club: Club, keep: Player, drop: Player):
    season = SeasonFactory(club=club, name="2026-2027")
    first, second = (
        TournamentFactory(club=club, season=season, name=name, state=TournamentState.FINISHED)
        for name in ("Vendredi", "Samedi")
    )
    played(keep, first, 40)
    played(drop, second, 60)
    AccountFactory(username="jean", player=drop)
    told = told_of(merging_players(keep, drop))
    assert "1 tournoi, « Samedi » (21 novembre 2026)" in told
    assert "2026-2027" in told
    assert "la licence, l’année de naissance" in told

    merged = merge_players(keep=keep, drop=drop, by=None, at=NOW)

    assert list(club.players.values_list("last_name", "first_name", "licence", "birth_year", "consent")) == [
        ("DUPONT", "Jean", "A7", 1958, True)
    ]
    assert club.players.filter(people("a7")).get() == merged
    (line,) = league_standings(season.main_league).lines
    assert (line.player_id, line.total, line.played) == (merged.pk, 100, 2)
    assert Account.objects.get(username="jean").player == merged
    for tournament in (first, second):
        tournament.refresh_from_db()
        assert tournament.revision == 2
    entry = club.journal.get()
    assert (entry.action, entry.subject, entry.details["entries"]) == (
        "joueurs fusionnés",
        "Dupon Jean est DUPONT Jean",
        ["Samedi"],
    )


def test_two_who_met_are_one_person_by_the_organisers_word_alone(club: Club, keep: Player, drop: Player):
    tournament = TournamentFactory(club=club, name="Vendredi")
    (table,) = seated(tournament)
    for seat, player in zip(table.seats.all(), (keep, drop), strict=False):
        Registration.objects.filter(pk=seat.registration_id).update(player=player)
    assert "« Vendredi » : position 1, table 1." in told_of(merging_players(keep, drop))

    refused = refusal_of(merge_players, keep=keep, drop=drop, by=None, at=NOW, reason=" ")

    assert (refused.code, list(refused.fields)) == ("merge_without_reason", ["reason"])
    assert club.players.filter(pk=drop.pk).exists()


def test_two_tables_of_one_position_are_told(club: Club, keep: Player, drop: Player):
    tournament = TournamentFactory(club=club)
    played(keep, tournament, 10)
    played(drop, tournament, -10)

    assert "position 1, tables 1 et 2" in told_of(merging_players(keep, drop))


@pytest.mark.parametrize("kept_one_played", [True, False])
def test_of_two_entries_in_one_tournament_the_unused_one_goes(
    club: Club, keep: Player, drop: Player, *, kept_one_played: bool
):
    tournament = TournamentFactory(club=club)
    who_played, other = (keep, drop) if kept_one_played else (drop, keep)
    used = played(who_played, tournament, 30)
    RegistrationFactory(tournament=tournament, player=other)
    assert "s’efface" in told_of(merging_players(keep, drop))

    merge_players(keep=keep, drop=drop, by=None, at=NOW)

    entry = tournament.registrations.get()
    assert (entry.pk, entry.player_id) == (used.pk, keep.pk)


def test_two_licences_two_clubs_or_one_file_are_refused_all_at_once(keep: Player, drop: Player):
    Player.objects.filter(pk=keep.pk).update(licence="B2")
    stranger, both = PlayerFactory(licence="C3"), organiser(keep.club)
    keep.refresh_from_db()

    assert len(merging_players(keep, stranger, both).refusals) == 2
    assert len(merging_players(keep, stranger).refusals) == 2  # nor does the program merge what two clubs keep
    assert len(merging_players(keep, drop).refusals) == 1
    assert len(merging_players(keep, keep).refusals) == 1


def test_a_login_stays_with_the_one_who_has_it(keep: Player, drop: Player):
    mine, other = AccountFactory(username="mien", player=keep), AccountFactory(username="autre", player=drop)
    assert "« autre »" in told_of(merging_players(keep, drop))

    merge_players(keep=keep, drop=drop, by=None, at=NOW)

    mine.refresh_from_db()
    other.refresh_from_db()
    assert (mine.player, other.player) == (keep, None)


def test_payments_and_prizes_go_to_the_one_who_is_kept(club: Club, keep: Player, drop: Player):
    tournament = TournamentFactory(club=club, name="Vendredi")
    entry = RegistrationFactory(tournament=tournament, player=drop)
    prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=tournament), number=1, amount=500)
    paid = Payment.objects.create(
        key=uuid.uuid4(), registration=entry, amount=500, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
    )
    given = PrizeGiven.objects.create(prize=prize, registration=entry, amount=500, at=NOW)
    RegistrationFactory(tournament=tournament, player=keep)
    assert "s’efface" in told_of(merging_players(keep, drop))

    merge_players(keep=keep, drop=drop, by=None, at=NOW)

    for row in (paid, given):
        row.refresh_from_db()
        assert row.registration.player == keep
    assert tournament.registrations.count() == 1


def test_what_both_wished_about_others_stays_and_what_they_wished_of_each_other_goes(
    club: Club, keep: Player, drop: Player
):
    tournament = TournamentFactory(club=club)
    third, fourth = field(tournament, 2)
    one, other = (RegistrationFactory(tournament=tournament, player=player) for player in (keep, drop))
    add = partial(add_wish, tournament=tournament, kind=WishKind.APART, hard=False, by=AccountFactory(), at=NOW)
    for pair in ((one, third), (other, fourth), (one, other)):
        add(players=[entry.pk for entry in pair])

    merge_players(keep=keep, drop=drop, by=None, at=NOW)

    stays = tournament.registrations.get(player=keep)
    assert [set(ask.players) for ask in asks_in_force(tournament)] == [{stays.pk, third.pk}, {stays.pk, fourth.pk}]


def test_a_merge_while_a_draw_runs_keeps_the_place_of_its_player(club: Club, keep: Player, drop: Player):
    by, tournament = AccountFactory(), TournamentFactory(club=club)
    RegistrationFactory(tournament=tournament, player=drop, start_number=9, status=Status.PRESENT)
    field(tournament, 7)
    running = ask_draw(tournament=tournament, remainder=tournament.remainder, seed=1, by=by, at=NOW)

    merge_players(keep=keep, drop=drop, by=None, at=NOW)
    publish_draw(draw=done(running), by=by, at=NOW)

    assert Seat.objects.filter(registration__player=keep).count() == tournament.rounds.count() > 0


def test_an_entry_that_a_running_draw_seats_is_not_made_one_with_another(club: Club, keep: Player, drop: Player):
    by, tournament = AccountFactory(), TournamentFactory(club=club)
    for number, player in enumerate((keep, drop), start=8):
        RegistrationFactory(tournament=tournament, player=player, start_number=number, status=Status.PRESENT)
    field(tournament, 6)
    running = ask_draw(tournament=tournament, remainder=tournament.remainder, seed=1, by=by, at=NOW)

    with pytest.raises(Refusal, match="en cours de calcul") as refused:
        merge_players(keep=keep, drop=drop, by=None, at=NOW)

    assert refused.value.code == "draw_running"
    assert club.players.filter(pk__in=[keep.pk, drop.pk]).count() == 2
    done(running)  # now it is a draft, which goes with the entry that goes
    merge_players(keep=keep, drop=drop, by=None, at=NOW)
    assert not tournament.draws.exists()
