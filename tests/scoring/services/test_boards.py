"""The étuis that the product deals: when, from a seed that nothing tells, for whom, and what is printed of them."""

import pytest

from scoring.queries.desk.boards import board_numbers, boards_dealt, sharing_etuis
from scoring.services.boards import ask_board_paper, deal_boards, share_deal, withdraw_deal
from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    TournamentFactory,
    rewrite,
)
from tests.refusals import refusal_of
from tests.scoring.sheets import record, seat, seated
from tournaments.labels import WITH_HANDS_TO_PLAY, JobKind, TournamentState
from tournaments.models import Account, BoardDeal, Club, Document, Job, JournalEntry, Player, Round, Table, Tournament
from tournaments.permissions import is_hidden_from, plays_boards
from tournaments.services.boards import lift_secrecy

pytestmark = pytest.mark.django_db


def duplicate(club: Club, **columns: object) -> Tournament:
    played = {"compared_by": "mean", "void_donnes_count": True, "donnes_per_round": 2, "rounds_planned": 3}
    return TournamentFactory(club=club, **played | {"state": TournamentState.RUNNING} | columns)


def dealt(tournament: Tournament, *, keeps_petit_sec: bool = False) -> BoardDeal:
    return deal_boards(tournament=tournament, keeps_petit_sec=keeps_petit_sec, by=None, at=NOW)


def shared(tournament: Tournament, other: Tournament) -> BoardDeal:
    return share_deal(tournament=tournament, other=other, by=None, at=NOW)


def withdrawn(tournament: Tournament) -> None:
    withdraw_deal(tournament=tournament, by=None, at=NOW)


def asked(tournament: Tournament, kind: JobKind, by: Account | None = None, round_number: int | None = None) -> Job:
    tournament.refresh_from_db()
    return ask_board_paper(tournament=tournament, kind=kind, round_number=round_number, language="fr", by=by, at=NOW)


def with_boards(tournament: Tournament, number: int = 1) -> Table:
    """Return the one table of a new round, with the boards of that round."""
    (table,) = seated(tournament, round_number=number)
    last = number * (tournament.donnes_per_round or 0)
    Table.objects.filter(pk=table.pk).update(first_board=last - 1, last_board=last)
    return table


def test_etuis_are_dealt_from_a_seed_that_no_line_of_the_journal_has(club: Club) -> None:
    event = duplicate(club)
    etuis = dealt(event, keeps_petit_sec=True)
    other = dealt(duplicate(club))
    event.refresh_from_db()

    assert (event.board_deal, etuis.club, etuis.keeps_petit_sec) == (etuis, club, True)
    assert None not in (etuis.seed, other.seed)
    assert etuis.seed != other.seed
    line = JournalEntry.objects.get(tournament=event)
    assert (line.action, line.details) == ("étuis distribués", {"keeps_petit_sec": True})
    assert list(board_numbers(event)) == [1, 2, 3, 4, 5, 6]
    assert [board.number for board in boards_dealt(event, board_numbers(event))] == [1, 2, 3, 4, 5, 6]


def test_a_round_that_was_cancelled_brings_more_etuis(club: Club) -> None:
    event = duplicate(club)
    seated(event)
    Table.objects.update(first_board=7, last_board=8)
    Round.objects.update(tournament=None, cancelled_from=event, cancelled_at=NOW, cancel_reason="mauvais étuis")
    assert board_numbers(event)[-1] == 8


def test_only_a_duplicate_that_nobody_has_begun_is_dealt(club: Club, the_arbiter: Account) -> None:
    libre = TournamentFactory(club=club)
    over = duplicate(club, state=TournamentState.FINISHED)
    begun = duplicate(club)
    record(with_boards(begun), 1, the_arbiter)
    twice = duplicate(club)
    dealt(twice)

    assert refusal_of(dealt, libre).code == "not_duplicate"
    assert refusal_of(dealt, over).code == "tournament_finished"
    assert refusal_of(dealt, begun).code == "round_begun"
    assert "position 1 est commencée" in str(refusal_of(dealt, begun))
    assert refusal_of(dealt, twice).code == "etuis_dealt"
    assert BoardDeal.objects.count() == 1


def test_two_sessions_play_the_same_etuis_while_nothing_of_them_is_known(club: Club) -> None:
    morning, evening = duplicate(club, name="Matin"), duplicate(club, name="Soir")
    etuis = dealt(morning)

    assert shared(evening, morning) == etuis
    evening.refresh_from_db()
    assert evening.board_deal == etuis
    third = duplicate(club)
    assert set(sharing_etuis(third)) == {morning, evening}
    rewrite(morning, state=TournamentState.FINISHED)
    assert list(sharing_etuis(third)) == [evening]
    rewrite(morning, state=TournamentState.OPEN)
    rewrite(evening, free_rounds=1)
    assert refusal_of(shared, third, morning).code == "etuis_known"


def test_what_cannot_be_shared_is_refused(club: Club) -> None:
    event, ours = duplicate(club), duplicate(club)
    theirs = duplicate(ClubFactory())
    dealt(theirs)

    assert refusal_of(shared, event, theirs).code == "etuis_elsewhere"
    assert refusal_of(shared, event, event).code == "etuis_elsewhere"
    assert refusal_of(shared, event, ours).code == "no_etuis"
    dealt(ours)
    rewrite(ours, state=TournamentState.FINISHED)
    assert refusal_of(shared, event, ours).code == "etuis_known"
    assert refusal_of(shared, TournamentFactory(club=club), ours).code == "not_duplicate"


def test_etuis_are_withdrawn_with_the_papers_that_tell_them_until_a_round_has_begun(
    club: Club, the_arbiter: Account
) -> None:
    one, other = duplicate(club), duplicate(club)
    etuis = dealt(one)
    shared(other, one)
    job = asked(one, JobKind.HAND_CARDS)
    Document.objects.create(job=job, tournament=one, title="x", filename="x", content=b"x", size=1, made_at=NOW)

    withdrawn(one)
    assert not one.documents.exists()
    one.refresh_from_db()
    assert (one.board_deal, BoardDeal.objects.get()) == (None, etuis)
    assert refusal_of(withdrawn, one).code == "no_etuis"
    record(with_boards(other), 1, the_arbiter)
    assert refusal_of(withdrawn, other).code == "round_begun"
    dealt(one)
    withdrawn(one)
    assert BoardDeal.objects.get() == etuis


def test_a_paper_is_asked_for_by_who_does_not_play_these_etuis(club: Club) -> None:
    event, other = duplicate(club), duplicate(club)
    dealt(event)
    shared(other, event)
    event.refresh_from_db()
    plays, watches = (AccountFactory(player=RegistrationFactory(tournament=other).player), AccountFactory())

    for kind in WITH_HANDS_TO_PLAY:
        assert asked(event, kind, watches).wanted["etuis"] == event.board_deal_id
        assert refusal_of(asked, event, kind, plays).code == "plays_the_etuis"
    assert "seed" not in str(Job.objects.values_list("wanted", flat=True))
    assert plays_boards(plays, event)
    rewrite(event, free_rounds=3)
    assert asked(event, JobKind.HAND_CARDS, plays)
    with pytest.raises(ValueError, match="not about"):
        asked(event, JobKind.POSTER)


def test_what_is_printed_is_hidden_from_who_plays_it_and_what_has_hands_from_a_lifter_too(club: Club) -> None:
    """A ranking is read once the secrecy is lifted; the hands that are still to play never are."""
    event = duplicate(club)
    dealt(event)
    with_boards(event)
    plays, other = (AccountFactory(player=RegistrationFactory(tournament=event).player) for _account in range(2))
    ranking, cards, poster = (
        Job.objects.create(kind=kind, tournament=event, asked_at=NOW)
        for kind in (JobKind.RANKING, JobKind.HAND_CARDS, JobKind.POSTER)
    )
    assert [is_hidden_from(plays, job) for job in (ranking, cards, poster, None)] == [True, True, False, False]
    assert not is_hidden_from(AccountFactory(), ranking)
    lift_secrecy(tournament=event, reason="seul arbitre", by=plays, at=NOW)
    rewrite(event, rounds_planned=1)
    assert [is_hidden_from(plays, job) for job in (ranking, cards)] == [False, True]
    assert is_hidden_from(other, ranking)  # who has lifted nothing


def test_whoever_plays_under_a_double_s_entry_plays_the_etuis(club: Club) -> None:
    event = duplicate(club)
    dealt(event)
    double, person = RegistrationFactory(tournament=event).player, PlayerFactory(club=club)
    account = AccountFactory(player=person)
    assert not plays_boards(account, event)
    Player.rows.filter(pk=double.pk).update(double_of=person, consent=False, licence="")
    assert plays_boards(account, event)


def test_the_hands_of_a_round_are_asked_for_once_everybody_may_read_them(club: Club) -> None:
    event = duplicate(club)
    table = with_boards(event)
    plays = AccountFactory(player=seat(table, 0).registration.player)
    assert refusal_of(asked, event, JobKind.HAND_RECORDS, None, 1).code == "no_etuis"
    dealt(event)

    for number in (None, 2):
        assert refusal_of(asked, event, JobKind.HAND_RECORDS, plays, number).code == "position_without_tables"
    assert refusal_of(asked, event, JobKind.HAND_RECORDS, plays, 1).code == "round_not_free"
    rewrite(event, free_rounds=1)
    assert asked(event, JobKind.HAND_RECORDS, plays, 1).wanted["position"] == 1
