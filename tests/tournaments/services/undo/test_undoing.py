"""What was made by mistake is taken back, and what was played stays."""

import uuid
from dataclasses import replace

import pytest

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    field,
    rewrite,
)
from tests.refusals import refusal_of
from tests.scoring.sheets import seated
from tests.texts import plain
from tests.tournaments.rotations import drawn
from tournaments.labels import BEFORE_PLAY, JobKind, JobState, PaymentMethod, TournamentState, WishKind
from tournaments.models import (
    Account,
    BoardDeal,
    Club,
    Document,
    Draw,
    Job,
    JournalEntry,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    Round,
    Season,
    SeatResult,
    Tournament,
    Wish,
)
from tournaments.queries.people.deleting import deleting_player
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.undo.consequences import (
    Consequences,
    deleting_registration,
    deleting_season,
    deleting_tournament,
)
from tournaments.refusals import Refusal
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import archive, take_out
from tournaments.services.evening.tournaments import change_settings, create_tournament, reopen
from tournaments.services.journal import log
from tournaments.services.people.registrations import mark_all_present
from tournaments.services.undo.undoing import delete_player, delete_registration, delete_season, delete_tournament

pytestmark = pytest.mark.django_db


def told_of(consequences: Consequences) -> str:
    """Return what is touched with plain spaces, as a test is typed."""
    return plain(" ".join(consequences.touches))


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club, name="ESSAI", season=SeasonFactory(club=club, name="2026-2027"))


def test_a_tournament_nobody_played_is_deleted_whole_and_the_journal_stays(tournament: Tournament, club: Club):
    (table,) = seated(tournament)
    wish = Wish.objects.create(tournament=tournament, kind=WishKind.APART, added_at=NOW)
    for seat in table.seats.all():
        wish.members.create(registration=seat.registration)
    log(action="tournoi créé", subject="ESSAI", by=None, at=NOW, tournament=tournament)
    consequences = deleting_tournament(tournament)

    assert consequences.refusals == ()
    told = told_of(consequences)
    assert "4 inscriptions" in told
    assert "1 position tirée, non jouée" in told
    assert "1 souhait" in told
    assert "« 2026-2027 »" in told
    delete_tournament(tournament=tournament, by=None, at=NOW, seen=consequences.seen)

    assert not Tournament.objects.exists()
    assert not Registration.objects.exists()
    assert not Round.objects.exists()
    assert club.players.count() == 4
    assert list(club.journal.order_by("pk").values_list("action", "subject", "tournament")) == [
        ("tournoi créé", "ESSAI", None),
        ("tournoi supprimé", "ESSAI", None),
    ]


def test_etuis_go_with_the_last_tournament_that_plays_them(club: Club):
    deal = BoardDeal.objects.create(club=club, seed=1)
    one, other = (
        TournamentFactory(club=club, compared_by="mean", void_donnes_count=True, board_deal=deal) for _each in range(2)
    )
    delete_tournament(tournament=one, by=None, at=NOW)
    assert other.board_deal == BoardDeal.objects.get()

    delete_tournament(tournament=other, by=None, at=NOW)

    assert not BoardDeal.objects.exists()


def test_what_was_played_is_archived_and_never_deleted(tournament: Tournament):
    (table,) = seated(tournament)
    SeatResult.objects.create(seat=table.seats.first(), points=10, donnes=1)

    with pytest.raises(Refusal, match="archivez-le"):
        delete_tournament(tournament=tournament, by=None, at=NOW)
    assert Tournament.objects.get() == tournament


def test_what_counts_in_a_league_is_not_deleted_and_is_archived_where_it_still_counts(tournament: Tournament):
    (table,) = seated(tournament)
    SeatResult.objects.create(seat=table.seats.first(), points=10, donnes=1)
    Tournament.objects.update(state=TournamentState.FINISHED)
    counted = [line.total for line in league_standings(tournament.season.main_league).lines]

    with pytest.raises(Refusal, match="Archivez-le"):
        delete_tournament(tournament=tournament, by=None, at=NOW)
    archive(tournament=tournament, by=None, at=NOW)

    assert [line.total for line in league_standings(tournament.season.main_league).lines] == counted
    assert 10 in counted


@pytest.mark.parametrize("state", [*BEFORE_PLAY, TournamentState.RUNNING, TournamentState.FINISHED])
def test_a_trial_comes_out_of_the_archives_as_it_went_in(tournament: Tournament, state: TournamentState):
    Tournament.objects.update(state=state, is_trial=True)

    archived = archive(tournament=archive(tournament=tournament, by=None, at=NOW), by=None, at=NOW)
    assert (archived.state, archived.archived_from) == (TournamentState.ARCHIVED, state)
    out = take_out(tournament=take_out(tournament=archived, by=None, at=NOW), by=None, at=NOW)

    assert (out.state, out.archived_from) == (state, "")
    assert Tournament.objects.get(state=state, archived_from="") == tournament
    assert [entry.details for entry in tournament.journal.order_by("pk")][-2:] == [
        {"state": [state, "archive"]},
        {"state": ["archive", state]},
    ]


def test_what_was_archived_before_it_was_played_is_taken_out_and_not_opened_again(tournament: Tournament):
    Tournament.objects.update(is_trial=True)
    archived = archive(tournament=tournament, by=None, at=NOW)

    with pytest.raises(Refusal, match="sortez-le des archives") as refused:
        reopen(tournament=archived, reason="oubli", by=None, at=NOW)
    assert refused.value.code == "nothing_played"


def test_an_archived_tournament_opened_again_forgets_what_it_was_archived_from(tournament: Tournament):
    Tournament.objects.update(state=TournamentState.FINISHED)

    reopened = reopen(tournament=archive(tournament=tournament, by=None, at=NOW), reason="feuille 3", by=None, at=NOW)

    assert Tournament.objects.get(state=TournamentState.RUNNING, archived_from="") == reopened


def test_a_cancelled_position_was_played_too(tournament: Tournament):
    (table,) = seated(tournament)
    SeatResult.objects.create(seat=table.seats.first(), points=10, donnes=1)
    Round.objects.update(tournament=None, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="étuis")

    assert deleting_tournament(tournament).refusals


def test_a_tournament_stays_while_something_of_it_is_computed_and_while_nobody_has_read_what_changed(
    tournament: Tournament,
):
    seen = deleting_tournament(tournament).seen
    RegistrationFactory(tournament=tournament)
    assert refusal_of(delete_tournament, tournament=tournament, by=None, at=NOW, seen=seen).code == "changed_since"

    Job.objects.create(kind=JobKind.RANKING, tournament=tournament, state=JobState.QUEUED, asked_at=NOW)
    with pytest.raises(Refusal, match="en cours de calcul"):
        delete_tournament(tournament=tournament, by=None, at=NOW)


def test_a_season_made_by_mistake_is_deleted_with_its_papers_and_the_journal_says_so(club: Club):
    season = SeasonFactory(club=club, name="2062-2063")
    job = Job.objects.create(kind=JobKind.LEAGUE, season=season, state=JobState.DONE, asked_at=NOW, ended_at=NOW)
    Document.objects.create(
        job=job, season=season, title="Championnat", filename="c.pdf", content=b"%PDF-", size=5, made_at=NOW
    )
    consequences = deleting_season(season)

    assert consequences.refusals == ()
    assert "Avec elle : 1 document." in told_of(consequences)
    delete_season(season=season, by=None, at=NOW, seen=consequences.seen)

    assert (Season.objects.count(), Document.objects.count(), Job.objects.count()) == (0, 0, 0)
    assert club.journal.get().action == "saison supprimée"
    with pytest.raises(Refusal, match="déjà supprimée"):
        delete_season(season=season, by=None, at=NOW)


def test_a_season_stays_while_it_adds_up_an_evening_which_may_go_to_another_one(tournament: Tournament):
    season = tournament.season
    rewrite(tournament, state=TournamentState.FINISHED)

    refused = refusal_of(delete_season, season=season, by=None, at=NOW)
    assert plain(str(refused)).startswith("La saison « 2026-2027 » additionne 1 soirée, « ESSAI » (")
    assert "change de saison dans ses réglages" in str(refused)

    alone = replace(Settings.of(tournament), season=None)
    change_settings(tournament=tournament, settings=alone, by=None, at=NOW)
    delete_season(season=season, by=None, at=NOW)
    assert not Season.objects.exists()


def test_a_season_stays_while_its_league_is_printed(club: Club):
    season = SeasonFactory(club=club)
    Job.objects.create(kind=JobKind.LEAGUE, season=season, state=JobState.QUEUED, asked_at=NOW)

    with pytest.raises(Refusal, match="en cours de calcul"):
        delete_season(season=season, by=None, at=NOW)


def test_nobody_enters_a_tournament_in_a_season_that_was_deleted_meanwhile(tournament: Tournament):
    other = SeasonFactory(club=tournament.club, name="2027-2028")
    wanted = replace(Settings.of(tournament), season=other)
    delete_season(season=Season.objects.get(pk=other.pk), by=None, at=NOW)

    refused = refusal_of(change_settings, tournament=tournament, settings=wanted, by=None, at=NOW)
    assert list(refused.fields) == ["season"]
    with pytest.raises(Refusal, match="n’existe plus"):
        create_tournament(club=tournament.club, settings=replace(wanted, name="AUTRE"), by=None, at=NOW)


def test_a_tournament_deleted_twice_says_so(tournament: Tournament):
    delete_tournament(tournament=tournament, by=None, at=NOW)

    with pytest.raises(Refusal, match="déjà supprimé"):
        delete_tournament(tournament=tournament, by=None, at=NOW)


def test_an_entry_made_by_mistake_goes_with_the_draft_it_is_part_of(tournament: Tournament):
    entries = field(tournament, 4)
    drawn(tournament, by=AccountFactory())
    assert "à relancer" in told_of(deleting_registration(entries[0]))

    delete_registration(registration=entries[0], by=None, at=NOW)

    assert tournament.registrations.count() == 3
    assert not Draw.objects.exists()
    assert Player.objects.filter(pk=entries[0].player_id).exists()
    assert JournalEntry.objects.latest("pk").action == "inscription supprimée"
    with pytest.raises(Refusal, match="n’existe plus"):
        delete_registration(registration=entries[0], by=None, at=NOW)


def test_who_has_a_place_or_a_wish_is_withdrawn_and_not_deleted(tournament: Tournament):
    (table,) = seated(tournament)
    seat = table.seats.first()
    assert seat is not None
    with pytest.raises(Refusal, match="retiré"):
        delete_registration(registration=seat.registration, by=None, at=NOW)

    wished = RegistrationFactory(tournament=tournament, start_number=90)
    Wish.objects.create(tournament=tournament, kind=WishKind.TEAM, added_at=NOW).members.create(registration=wished)
    assert deleting_registration(wished).refusals
    with pytest.raises(Refusal):
        delete_player(player=wished.player, by=None, at=NOW)


def test_a_player_entered_by_mistake_is_deleted_with_his_entries(club: Club, tournament: Tournament):
    player = PlayerFactory(club=club, last_name="Total", first_name="")
    RegistrationFactory(tournament=tournament, player=player)
    account = AccountFactory(username="total", player=player)
    told = told_of(deleting_player(player))
    assert "« ESSAI » (21 novembre 2026)" in told
    assert "« total »" in told
    before = tournament.revision

    delete_player(player=player, by=None, at=NOW)

    tournament.refresh_from_db()
    assert tournament.revision == before + 1
    assert not Player.objects.filter(pk=player.pk).exists()
    assert Account.objects.get(pk=account.pk).player is None
    assert club.journal.get().subject == "Total"


def test_who_has_played_is_merged_and_never_deleted(tournament: Tournament):
    (table,) = seated(tournament)
    seat = table.seats.first()
    assert seat is not None

    with pytest.raises(Refusal, match="fusionnez"):
        delete_player(player=seat.registration.player, by=None, at=NOW)


def test_rates_and_prizes_go_with_a_tournament_and_a_payment_or_a_prize_given_keeps_it(tournament: Tournament):
    (entry, *_others) = field(tournament, 4)
    rate = Rate.objects.create(tournament=tournament, label="Adhérent", amount=500, place=1)
    tournament.registrations.update(rate=rate)
    prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=tournament), number=1, amount=500)
    assert "1 tarif" in told_of(deleting_tournament(tournament))
    assert "1 prix" in told_of(deleting_tournament(tournament))
    assert deleting_tournament(tournament).refusals == ()
    paid = Payment.objects.create(
        key=uuid.uuid4(), registration=entry, amount=500, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
    )
    assert deleting_tournament(tournament).refusals
    assert deleting_registration(entry).refusals
    assert deleting_player(entry.player).refusals
    paid.delete()
    given = PrizeGiven.objects.create(prize=prize, registration=entry, amount=500, at=NOW)
    assert deleting_tournament(tournament).refusals
    assert deleting_registration(entry).refusals
    given.delete()

    delete_tournament(tournament=tournament, by=None, at=NOW)

    assert not Rate.objects.exists()
    assert not Prize.objects.exists()


def test_who_writes_in_a_tournament_deleted_meanwhile_is_told(tournament: Tournament):
    Tournament.objects.filter(pk=tournament.pk).delete()
    assert refusal_of(mark_all_present, tournament=tournament, by=None, at=NOW).code == "gone"
