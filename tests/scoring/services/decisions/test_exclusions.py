"""Who was excluded plays no more, whatever door he comes by, and has no place, whatever the rule of who leaves."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import Sanction
from scoring.models import Penalty, PenaltyKind, Phone, SheetLine
from scoring.services.decisions.effects import with_penalty, without_penalty
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW, RegistrationFactory, logged_in, organiser
from tests.refusals import refusal_of
from tests.scoring.sheets import GARDE, a_penalty, garde, phone_of, record, seat, seated
from tests.texts import text
from tournaments.labels import Status, TournamentState, Waits
from tournaments.models import Account, Registration, Seat, Table, Tournament
from tournaments.queries.draws.seat_changes import places_kept
from tournaments.queries.evening.check_in import person
from tournaments.queries.pages.personal_links import evening_code
from tournaments.queries.pages.table_codes import token_of
from tournaments.queries.standings.place_changes import place_changes
from tournaments.queries.standings.standings import standings
from tournaments.services.draws.replacements import replace_player, undo_replacement
from tournaments.services.evening.check_in import arrive
from tournaments.services.people.registrations import mark_all_present, set_status, set_waits

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(tournament: Tournament) -> Tournament:
    Registration.objects.filter(tournament=tournament).update(status=Status.PRESENT)
    return tournament


def excluded(table: Table, kind: PenaltyKind, by: Account) -> Penalty:
    """Exclude who sits in the first chair."""
    one = seat(table, 0).registration
    Registration.objects.filter(tournament=one.tournament).update(status=Status.PRESENT)
    return a_penalty(one.tournament, by, kind=kind, registration=one, points=0, sanction=Sanction.EXCLUSION)


def places(tournament: Tournament) -> dict[int, int | None]:
    return {line.registration_id: line.place for line in standings(tournament).lines}


def test_he_has_no_place_whatever_the_rule_and_his_marks_stay(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter)
    one = seat(table, 0).registration_id
    assert places(tournament)[one] == 1
    given = excluded(table, kind, the_arbiter)
    line = standings(tournament).line_of(one)
    assert line is not None
    assert (line.place, line.total, line.remarks[-1]) == (None, 198, "hors classement\u00a0: par décision de l’arbitre")
    assert [pk for pk, place in places(tournament).items() if place is None] == [one]
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    assert places(tournament)[one] == 1


def test_who_moves_is_told_before_it_is_given_and_before_it_is_cancelled(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter)
    one = seat(table, 0).registration
    asked = Penalty(tournament=tournament, kind=kind, registration=one, target="joueur", points=0)
    asked.sanction = Sanction.EXCLUSION
    before = places(tournament)
    told = place_changes(tournament, with_penalty(asked)).standings
    assert {(moved.place_before, moved.place_after) for moved in (*told.lines, *told.others)} == {(1, None), (6, 5)}

    given = excluded(table, kind, the_arbiter)
    back = place_changes(tournament, without_penalty(given)).standings
    assert {(moved.place_before, moved.place_after) for moved in (*back.lines, *back.others)} == {(None, 1), (5, 6)}
    second = excluded_again(given, kind, the_arbiter)
    assert place_changes(tournament, without_penalty(given)).is_nobody  # the other one stands
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    cancel_penalty(penalty=second, reason="erreur", by=the_arbiter, at=NOW)
    assert places(tournament) == before


def excluded_again(given: Penalty, kind: PenaltyKind, by: Account) -> Penalty:
    assert given.registration is not None
    return a_penalty(
        given.tournament, by, kind=kind, registration=given.registration, points=0, sanction=Sanction.EXCLUSION
    )


def test_without_a_decision_nobody_is_excluded(tournament: Tournament, table: Table, the_arbiter: Account) -> None:
    one = seat(table, 0).registration
    refusal = refusal_of(by_status(Status.EXCLUDED), one, by=the_arbiter, at=NOW)
    assert refusal.code == "no_decision"
    assert set(tournament.registrations.values_list("status", flat=True)) == {Status.PRESENT}


def by_status(status: Status) -> Callable[..., object]:
    return lambda one, **said: set_status(tournament=one.tournament, registrations=[one.pk], status=status, **said)


def by_waiting(one: Registration, **said: object) -> object:
    return set_waits(tournament=one.tournament, registration=one.pk, waits=Waits.LATE, **said)


def by_the_door(one: Registration, **said: object) -> object:
    return arrive(tournament=one.tournament, player=one.player, rate=None, key=uuid.uuid4(), method="", **said)


def by_a_replacement(one: Registration, **said: object) -> object:
    other = Registration.objects.filter(tournament=one.tournament, seats__isnull=False).exclude(pk=one.pk).last()
    assert other is not None
    free = Registration.objects.filter(pk=one.pk)
    free.get().seats.all().delete()
    return replace_player(
        tournament=one.tournament, leaver=other.pk, comer=one.pk, number=1, key=uuid.uuid4(), reason="parti", **said
    )


def by_a_phone(one: Registration, **_said: object) -> object:
    his = one.seats.select_related("table__round__tournament", "registration__player").get()
    take_seat(phone=come_in(table=his.table, key=uuid.uuid4(), at=NOW), seat=his)
    return None


@pytest.mark.parametrize(
    "door",
    [
        *map(by_status, (Status.PRESENT, Status.REGISTERED, Status.ABSENT)),
        *(by_waiting, by_the_door, by_a_replacement, by_a_phone),
    ],
)
def test_no_door_lets_him_in(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account, door: Callable[..., object]
) -> None:
    given = excluded(table, kind, the_arbiter)
    one = given.registration
    assert one is not None
    one.refresh_from_db()
    refusal = refusal_of(lambda: door(one, by=the_arbiter, at=NOW))
    assert refusal.code == "excluded"
    assert one.player.full_name in str(refusal)
    one.refresh_from_db()
    assert one.status == Status.EXCLUDED
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    one.refresh_from_db()
    assert one.status == Status.PRESENT


def test_the_others_come_in_without_him(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    one = excluded(table, kind, the_arbiter).registration
    assert one is not None
    RegistrationFactory(tournament=tournament, status=Status.REGISTERED)
    assert mark_all_present(tournament=tournament, by=the_arbiter, at=NOW) == 1
    everybody = list(tournament.registrations.values_list("pk", flat=True))
    set_status(tournament=tournament, registrations=everybody, status=Status.ABSENT, by=the_arbiter, at=NOW)
    assert set(tournament.registrations.exclude(pk=one.pk).values_list("status", flat=True)) == {Status.ABSENT}
    one.refresh_from_db()
    assert one.status == Status.EXCLUDED
    assert person(tournament, one.player, rates=[]).is_gone


def test_a_donne_with_him_is_asked_about_and_keeps_the_mark(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter)
    excluded(table, kind, the_arbiter)
    record(table, 1, the_arbiter, garde(points="60"))  # what was played before is corrected as ever
    refusal = refusal_of(lambda: record(table, 2, the_arbiter))
    assert (refusal.code, len(refusal.fields["confirmed"])) == ("donne_to_confirm", 1)
    assert "a été exclu" in str(refusal)
    record(table, 2, the_arbiter, GARDE, confirmed=frozenset({"with_excluded"}))
    record(table, 2, the_arbiter, garde(points="60"))
    assert SheetLine.objects.get(number=2, current=True).confirmed == ["with_excluded"]


def test_his_phone_reads_why_at_the_table(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    excluded(table, kind, the_arbiter)
    client, token = Client(), token_of(table, tournament)
    answer = client.post(reverse("table_seat", kwargs={"token": token}), {"chair": "0"}, follow=True)
    assert "a été exclu par l’arbitre" in text(answer)
    assert not Phone.objects.exclude(seat=None).exists()


def test_an_excluded_player_is_replaced_and_the_replacement_undone(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    given = excluded(table, kind, the_arbiter)
    one = given.registration
    assert one is not None
    stand_in = RegistrationFactory(tournament=tournament, status=Status.REGISTERED, waits=Waits.STAND_IN)
    asked = {"number": 1, "key": uuid.uuid4(), "reason": "exclu", "by": the_arbiter, "at": NOW}
    change = replace_player(tournament=tournament, leaver=one.pk, comer=stand_in.pk, **asked)
    one.refresh_from_db()
    assert one.status == Status.EXCLUDED
    undo_replacement(change=change, by=the_arbiter, at=NOW)
    one.refresh_from_db()
    assert one.status == Status.EXCLUDED


def test_a_phone_that_he_held_already_writes_and_confirms_nothing_for_him(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    his, other = phone_of(table, 0), phone_of(table, 1)
    of_another = record(table, 1, other)
    excluded(table, kind, the_arbiter)
    his.refresh_from_db()
    assert refusal_of(lambda: enter_donne(SentDonne(table, 2, GARDE, uuid.uuid4(), his, NOW))).code == "excluded"
    his_seat = seat(table, 0)
    assert refusal_of(lambda: confirm_line(line=of_another, seat=his_seat, by=his, at=NOW)).code == "excluded"
    sent = SentDonne(table, 2, GARDE, uuid.uuid4(), other, NOW, confirmed=frozenset({"with_excluded"}))
    assert enter_donne(sent).line.confirmed == ["with_excluded"]  # the table may: the arbiter reads it
    assert confirm_line(line=of_another, seat=his_seat, by=the_arbiter, at=NOW).seat == his_seat  # as he played it


def test_his_own_link_makes_no_phone_his_any_more(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    link = evening_code(seat(table, 0).registration)
    assert come_in(table=table, key=uuid.uuid4(), at=NOW, link=link).seat == seat(table, 0)
    excluded(table, kind, the_arbiter)
    assert come_in(table=table, key=uuid.uuid4(), at=NOW, link=link).seat is None


def test_the_places_he_keeps_are_told_with_what_may_be_done(
    tournament: Tournament, table: Table, kind: PenaltyKind, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter)  # what is begun there stays his
    (later,) = seated(tournament, round_number=2)
    free = RegistrationFactory(tournament=tournament, status=Status.PRESENT, start_number=90)
    one = seat(table, 0).registration
    later.seats.filter(chair=0).update(registration=one)
    went_home = RegistrationFactory(tournament=tournament, status=Status.WITHDRAWN, start_number=91)
    for exempt in (free, went_home):
        Seat.objects.create(round=later.round, registration=exempt)
    assert places_kept(tournament) == []
    given = excluded(table, kind, the_arbiter)
    Registration.objects.filter(pk=went_home.pk).update(status=Status.WITHDRAWN)
    (kept,) = places_kept(tournament)
    assert (kept.entry, kept.number, kept.path) == (one, 2, ((2, "table 1, Sud"),))
    assert kept.exempts == ((2, free),)

    replace, swap = (
        reverse(name, args=[tournament.pk, *more]) for name, more in (("replace_player", []), ("swap_players", [2]))
    )
    for page in (reverse("penalties", args=[tournament.pk]), reverse("desk_round", args=[tournament.pk, 1])):
        shown = logged_in(organiser(tournament.club)).get(page).content.decode()
        assert f"{one.player.full_name} (n° {one.start_number}, exclu) garde des places" in shown
        assert f'href="{replace}?leaver={one.pk}&amp;number=2"' in shown
        assert f'href="{swap}?one={free.pk}&amp;other={one.pk}"' in shown
        assert f'href="{reverse("draw", args=[tournament.pk])}"' in shown
        asked = logged_in(the_arbiter).get(page).content.decode()
        assert "Dites-le à l’organisateur" in asked
        assert replace not in asked
    client = logged_in(organiser(tournament.club))
    leaving = client.get(f"{replace}?leaver={one.pk}&number=2").content.decode()
    assert "hors classement, exclu par l’arbitre" in leaving
    assert "pointé «\u00a0retiré" not in leaving
    assert client.get(f"{swap}?one={free.pk}&other={one.pk}").context["price"].sides[0].place_then == "table 1, Sud"

    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    assert places_kept(tournament) == []
    Registration.objects.filter(pk=one.pk).update(status=Status.WITHDRAWN)
    assert [kept.number for kept in places_kept(tournament)] == [2]  # of who went home it is told too


def test_a_table_where_nothing_is_entered_is_given_whole_and_nothing_is_told_after_the_end(
    tournament: Tournament, tables: list[Table], kind: PenaltyKind, the_arbiter: Account
) -> None:
    record(tables[1], 1, the_arbiter)
    excluded(tables[0], kind, the_arbiter)
    assert [kept.number for kept in places_kept(tournament)] == [1]
    Table.objects.filter(pk=tables[0].pk).update(closed_at=NOW)
    assert places_kept(tournament) == []
    Table.objects.filter(pk=tables[0].pk).update(closed_at=None)
    tournament.state = TournamentState.FINISHED
    assert places_kept(tournament) == []


def test_who_moves_is_told_while_an_exclusion_is_typed(
    tournament: Tournament, table: Table, kind: PenaltyKind, as_arbiter: Client, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter)
    one = seat(table, 0).registration
    typed = {"kind": kind.pk, "sanction": Sanction.EXCLUSION, "target": "joueur", "reason": "insultes"}
    typed |= {"player": one.start_number, "key": uuid.uuid4()}
    told = as_arbiter.post(reverse("penalty_effect", args=[tournament.pk]), typed).context["effect"].standings
    moves = {(moved.place_before, moved.place_after) for moved in (*told.lines, *told.others)}
    assert moves == {(1, None), (6, 5)}
