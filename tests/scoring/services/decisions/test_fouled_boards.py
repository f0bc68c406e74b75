"""A board whose hands were changed in its étui: its tables are compared apart, until that is taken back."""

import uuid
from fractions import Fraction

import pytest
from django.test import Client

from scoring.services.decisions.after_end import correct_after_end
from scoring.services.sheets.results import differences
from scoring.services.undo.undoing import undo
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.duplicates import an_evening, play, tables_of
from tests.scoring.sheets import garde, record
from tests.texts import plain
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, FouledBoard, JournalEntry, Table, Tournament
from tournaments.queries.standings.boards import BoardStep, steps_of
from tournaments.queries.standings.fouled_boards import with_fouled, without_fouled
from tournaments.queries.standings.standings import standings, standings_of
from tournaments.services.fouled_boards import rule_fouled, take_back_fouled

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    tournament = an_evening(club, the_organiser)
    play(tournament, 1, the_organiser)
    return Tournament.objects.get(pk=tournament.pk)


def rule(evening: Tournament, numbers: set[int], by: Account, **said: object) -> FouledBoard:
    tables = [table for table in tables_of(evening, 1) if table.number in numbers]
    asked = {"board": 1, "tables": tables, "reason": "paquet mélangé", "key": uuid.uuid4(), "at": NOW} | said
    return rule_fouled(tournament=evening, by=by, **asked)  # type: ignore[arg-type]


def step(evening: Tournament, table: int, chair: int = 0, board: int = 1) -> BoardStep:
    seat = tables_of(evening, 1)[table - 1].seats.get(chair=chair)
    return next(each for each in steps_of(evening, seat.registration_id) if each.board == board)


def beside(evening: Tournament, table: int) -> tuple[int | None, int | None, int | None]:
    hand = step(evening, table).hand
    return hand.beaten, hand.equal, hand.ahead


def totals(evening: Tournament, change: object = None) -> dict[int, object]:
    changes = None if change is None else {evening.pk: change}
    lines = standings_of([evening], changes)[evening.pk].lines  # type: ignore[arg-type]
    return {line.start_number: line.total for line in lines}


def test_the_tables_that_had_other_hands_are_compared_among_themselves(
    evening: Tournament, the_arbiter: Account
) -> None:
    assert beside(evening, 1) == (3, 0, 1)
    rule(evening, {3, 4}, the_arbiter)
    assert all(sum(filter(None, beside(evening, table))) == others for table, others in ((1, 2), (2, 2), (5, 2)))
    assert sum(filter(None, beside(evening, 3))) == sum(filter(None, beside(evening, 4))) == 1
    assert step(evening, 3).fouled == step(evening, 1).fouled == ((3, 4),)
    assert step(evening, 3, board=2).fouled == ()
    assert differences(evening) == []


def test_a_table_alone_with_its_hands_has_an_average(evening: Tournament, the_arbiter: Account) -> None:
    rule(evening, {3}, the_arbiter)
    assert [step(evening, 3, chair).hand.percent for chair in range(4)] == [Fraction(50)] * 4


def test_the_hands_may_change_twice(evening: Tournament, the_arbiter: Account) -> None:
    rule(evening, {3, 4}, the_arbiter)
    rule(evening, {5}, the_arbiter)
    assert step(evening, 1).fouled == ((3, 4), (5,))
    assert [sum(filter(None, beside(evening, table))) for table in (1, 2, 3, 4, 5)] == [1, 1, 1, 1, 0]


def test_who_moves_is_known_before_it_is_written(evening: Tournament, the_arbiter: Account) -> None:
    before, tables = totals(evening), tables_of(evening, 1)[2:4]
    then = totals(evening, with_fouled(tables, 1))
    assert totals(evening) == before
    ruling = rule(evening, {3, 4}, the_arbiter)
    assert totals(evening) == then != before
    assert totals(evening, without_fouled(ruling)) == before
    take_back_fouled(ruling=ruling, reason="c’était juste", by=the_arbiter, at=NOW)
    assert totals(evening) == before
    assert FouledBoard.objects.get().cancel_reason == "c’était juste"


def test_a_line_corrected_later_stays_with_the_hands_of_its_table(evening: Tournament, the_organiser: Account) -> None:
    rule(evening, {3, 4}, the_organiser)
    table = tables_of(evening, 1)[2]
    Table.objects.filter(pk=table.pk).update(closed_at=None)
    record(Table.objects.get(pk=table.pk), 1, the_organiser, garde(taker=0, bouts=3, points="80"))
    assert beside(evening, 3) == (1, 0, 0)


@pytest.mark.parametrize(
    ("numbers", "code"),
    [(set(), "no_table_fouled"), ({1, 2, 3, 4, 5}, "all_tables_fouled"), ({4, 5}, "table_fouled_already")],
)
def test_what_separates_nothing_is_refused(
    evening: Tournament, the_arbiter: Account, numbers: set[int], code: str
) -> None:
    rule(evening, {3, 4}, the_arbiter)
    refusal = refusal_of(rule, evening, numbers, the_arbiter)
    assert refusal.code == code
    assert "étui 1" in str(refusal)
    assert FouledBoard.objects.count() == 1


def test_a_ruling_is_about_one_board_made_once_and_taken_back_once(evening: Tournament, the_arbiter: Account) -> None:
    key = uuid.uuid4()
    ruling = rule(evening, {3, 4}, the_arbiter, key=key)
    assert rule(evening, {3, 4}, the_arbiter, key=key) == ruling
    assert refusal_of(rule, evening, {3}, the_arbiter, key=key).code == "board_fouled"
    rule(evening, {3}, the_arbiter, board=2)
    for _click in range(2):
        take_back_fouled(ruling=ruling, reason="remises en ordre", by=the_arbiter, at=NOW)
    assert JournalEntry.objects.filter(action="mains d’un étui reconnues").count() == 1
    assert [each.board for each in FouledBoard.objects.filter(cancelled_at=None)] == [2]


def test_a_board_that_nobody_played_and_a_table_that_does_not_play_it_are_refused(
    evening: Tournament, the_arbiter: Account
) -> None:
    later = tables_of(evening, 2)[:1]
    assert refusal_of(rule, evening, set(), the_arbiter, tables=later).code == "table_elsewhere"
    assert refusal_of(rule, evening, set(), the_arbiter, board=3, tables=later).code == "board_not_played"
    assert refusal_of(rule, evening, {3}, the_arbiter, reason=" ").code == "change_without_reason"


def test_it_is_undone_and_done_again_from_the_journal(evening: Tournament, the_arbiter: Account) -> None:
    before = totals(evening)
    rule(evening, {3, 4}, the_arbiter)
    then = totals(evening)
    for action, counted in (("mains changées dans un étui", before), ("mains d’un étui reconnues", then)):
        entry = JournalEntry.objects.filter(action=action).latest("pk")
        undo(entry=entry, key=uuid.uuid4(), reason="erreur", by=the_arbiter, at=NOW)
        assert totals(evening) == counted


def test_after_the_end_it_is_a_public_correction(evening: Tournament, the_organiser: Account) -> None:
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)
    assert refusal_of(rule, evening, {3}, the_organiser).code == "tournament_finished"
    correct_after_end(
        tournament=evening,
        subject="étui 1",
        reason="paquet mélangé",
        act=lambda: rule(evening, {3}, the_organiser),
        by=the_organiser,
        at=NOW,
    )
    assert FouledBoard.objects.count() == 1
    assert JournalEntry.objects.filter(action="corrigé après la fin").count() == 1


def test_its_pages_show_who_moves_then_say_it_to_everybody(
    evening: Tournament, the_arbiter: Account, client: Client
) -> None:
    address = f"/arbitrage/{evening.pk}/etuis/1/"
    client.force_login(the_arbiter)
    key = str(uuid.uuid4())
    tables = [str(table.pk) for table in tables_of(evening, 1)[2:4]]
    sent = {"key": key, "tables": tables, "reason": "paquet mélangé"}
    asked = client.post(address, sent)
    assert asked.status_code == 422
    assert "Au classement" in plain(asked.content.decode())
    assert FouledBoard.objects.count() == 0
    box = asked.context["form"].confirmation.value
    assert client.post(address, sent | {"confirmed": box}).status_code == 303
    assert "Tables 3, 4 : « paquet mélangé »" in plain(client.get(address).content.decode())
    public = plain(Client().get(f"/tournois/{evening.pk}/etuis/1/").content.decode())
    assert "Mains changées aux tables 3, 4 : celles-là sont comparées entre elles, les autres sans elles." in public
    assert "paquet mélangé" not in public
    registration = tables_of(evening, 1)[2].seats.get(chair=0).registration
    why = plain(Client().get(f"/tournois/{evening.pk}/classement/{registration.start_number}/").content.decode())
    assert "comparé à 1 autre table : mains changées aux tables 3, 4" in why
    back = f"/arbitrage/{evening.pk}/etuis/separes/{FouledBoard.objects.get().pk}/annuler/"
    assert "Au classement" in plain(client.get(back).content.decode())
    assert client.post(back, {"reason": "c’était juste"}).status_code == 303
    assert "mains changées" not in plain(Client().get(f"/tournois/{evening.pk}/etuis/1/").content.decode())
    assert standings(evening).lines


def test_the_same_form_is_one_ruling_and_other_tables_under_its_key_are_refused(
    evening: Tournament, the_arbiter: Account
) -> None:
    key = uuid.uuid4()
    first = rule(evening, {3, 4}, the_arbiter, key=key)
    assert rule(evening, {4, 3}, the_arbiter, key=key) == first
    assert refusal_of(rule, evening, {3}, the_arbiter, key=key).code == "board_fouled"
    assert FouledBoard.objects.count() == 1


def test_a_ruling_is_taken_back_with_a_reason_before_the_end_and_everybody_is_told(
    evening: Tournament, the_arbiter: Account
) -> None:
    def revision() -> int:
        return Tournament.objects.get(pk=evening.pk).revision

    before = revision()
    ruling = rule(evening, {3, 4}, the_arbiter)
    assert revision() > before
    back = {"ruling": ruling, "by": the_arbiter, "at": NOW}
    assert "reason" in refusal_of(take_back_fouled, reason=" ", **back).fields
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)
    assert refusal_of(take_back_fouled, reason="c’était juste", **back).code == "tournament_finished"
    assert not FouledBoard.objects.exclude(cancelled_at=None).exists()
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.RUNNING)
    before = revision()
    take_back_fouled(reason="c’était juste", **back)
    after = revision()
    assert after > before
    take_back_fouled(reason="encore", **back)
    assert (revision(), FouledBoard.objects.get().cancel_reason) == (after, "c’était juste")


def test_a_result_of_another_board_is_none_of_this_one(club: Club, the_organiser: Account) -> None:
    """The second étui of a round is played first: nothing is known of the first."""
    tournament = an_evening(club, the_organiser)
    for table in tables_of(tournament, 1):
        record(table, 2, the_organiser)
    assert refusal_of(rule, tournament, {3}, the_organiser).code == "board_not_played"
    rule(tournament, {3}, the_organiser, board=2)
