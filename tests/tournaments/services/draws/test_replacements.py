"""Somebody leaves and another takes his chairs: what is played stays who played it."""

import uuid
from datetime import timedelta

import pytest

from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory, field, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import record
from tests.tournaments.rotations import drawn, published, seats_of
from tests.tournaments.teams import a_team
from tournaments.labels import Status, TournamentState, WishKind
from tournaments.models import Account, Player, Registration, Seat, SeatChange, Table, Tournament, Wish
from tournaments.queries.draws.certificate import hand_words
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.draws.seat_changes import leavers, leaving, rounds_to_leave
from tournaments.queries.draws.seating import places
from tournaments.queries.draws.wishes import asks_in_force
from tournaments.queries.standings.standings import standings
from tournaments.refusals import Refusal
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player, undo_replacement
from tournaments.services.draws.wishes import add_wish, cancel_wish
from tournaments.services.people.players import PlayerFacts


@pytest.fixture
def entries(tournament: Tournament, the_organiser: Account) -> list[Registration]:
    """Sixteen players who have played round 1."""
    entries = published(tournament, the_organiser)
    for table in Table.objects.filter(round__tournament=tournament, round__number=1).select_related(
        "round__tournament"
    ):
        record(table, 1, the_organiser)
    return entries


def replace(
    tournament: Tournament, leaver: Registration, comer: Registration | PlayerFacts, number: int = 2, **changes: object
) -> SeatChange:
    asked = {"key": uuid.uuid4(), "reason": "souffrant", "by": Account.objects.first(), "at": NOW} | changes
    who = comer.pk if isinstance(comer, Registration) else comer
    return replace_player(tournament=tournament, leaver=leaver.pk, comer=who, number=number, **asked)


def code_of(*args: object, **kwargs: object) -> str:
    return refusal_of(replace, *args, **kwargs).code


def test_who_comes_takes_every_chair_left_and_nobody_else_moves(
    tournament: Tournament, entries: list[Registration]
) -> None:
    before = places(tournament)
    gone, come = entries[4], RegistrationFactory(tournament=tournament, start_number=17, status=Status.REGISTERED)
    replace(tournament, gone, come, number=3)
    after = places(tournament)
    assert (after[1], after[2]) == (before[1], before[2])
    for number in (3, 4, 5):
        assert after[number].pop(come.pk) == before[number].pop(gone.pk)
        assert after[number] == before[number]
    gone.refresh_from_db()
    come.refresh_from_db()
    assert (gone.status, come.status) == (Status.WITHDRAWN, Status.PRESENT)
    assert forecast(tournament).unseated == ()


def test_the_marks_of_the_past_stay_with_who_played_them(tournament: Tournament, entries: list[Registration]) -> None:
    gone = Seat.objects.get(round__number=1, table__number=1, chair=0).registration
    come = RegistrationFactory(tournament=tournament, start_number=17)
    before = standings(tournament).line_of(gone.pk)
    replace(tournament, gone, come)
    ranking = standings(tournament)
    assert before.total == ranking.line_of(gone.pk).total == 198
    assert (ranking.line_of(come.pk).total, ranking.line_of(come.pk).rounds_played) == (0, 0)


def test_somebody_at_the_door_is_registered_in_the_same_stroke(
    tournament: Tournament, entries: list[Registration]
) -> None:
    key = uuid.uuid4()
    change = replace(tournament, entries[0], PlayerFacts("Zimmer", "Zoé"), key=key)
    again = replace(tournament, entries[0], PlayerFacts("Zimmer", "Zoé"), key=key)
    assert change == again
    assert Player.objects.filter(last_name="Zimmer").count() == 1
    come = Registration.objects.get(player__last_name="Zimmer")
    assert (come.start_number, come.status) == (17, Status.PRESENT)
    assert come.pk in seats_of(tournament, 2)
    entry = tournament.journal.filter(action="joueur remplacé").get()
    assert entry.subject == f"{come} prend la place de {entries[0]} à partir de la position 2"
    assert entry.reason == "souffrant"


def test_nothing_is_written_of_somebody_at_the_door_when_the_rest_is_refused(
    tournament: Tournament, entries: list[Registration]
) -> None:
    assert code_of(tournament, entries[0], PlayerFacts("Zimmer", "Zoé"), number=9) == "no_place_left"
    assert not Player.objects.filter(last_name="Zimmer").exists()


def test_who_left_may_come_back_the_same_way(tournament: Tournament, entries: list[Registration]) -> None:
    before = places(tournament)
    come = RegistrationFactory(tournament=tournament, start_number=17)
    replace(tournament, entries[0], come)
    replace(tournament, come, entries[0])
    assert places(tournament) == before


def test_somebody_entered_by_mistake_is_gone_when_his_replacement_is_undone(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before, gone = places(tournament), entries[0]
    wished = wish(tournament, WishKind.PLACE, gone, table=2)
    change = replace(tournament, gone, PlayerFacts("Zimmer", "Zoé"), wishes=[wished.pk])
    undo_replacement(change=change, by=the_organiser, at=NOW)
    undo_replacement(change=change, by=the_organiser, at=NOW)
    assert places(tournament) == before
    assert told(tournament) == {(WishKind.PLACE, (gone.pk,))}
    gone.refresh_from_db()
    assert gone.status == Status.PRESENT
    come = Registration.objects.get(player__last_name="Zimmer")  # a wish was his: his entry stays
    assert come.status == Status.ABSENT
    assert hand_words(tournament, published_draw(tournament)) == []

    other = replace(tournament, entries[1], PlayerFacts("Autre", "Anne"))
    undo_replacement(change=other, by=the_organiser, at=NOW)
    undo_replacement(change=other, by=the_organiser, at=NOW)  # pressed twice
    assert places(tournament) == before
    assert not Registration.objects.filter(player__last_name="Autre").exists()
    assert Player.objects.filter(last_name="Autre").exists()
    undone = tournament.journal.filter(action="remplacement défait").latest("pk")
    assert undone.subject == f"n° 18 Autre Anne prend la place de {entries[1]} à partir de la position 2"


@pytest.mark.parametrize(
    ("status", "waits"), [("inscrit", ""), ("inscrit", "remplacant"), ("absent", ""), ("retire", ""), ("present", "")]
)
def test_who_was_entered_before_is_again_what_he_was(
    tournament: Tournament, entries: list[Registration], the_organiser: Account, status: str, waits: str
) -> None:
    before = places(tournament)
    come = RegistrationFactory(tournament=tournament, start_number=17, status=status, waits=waits)
    change = replace(tournament, entries[0], come)
    undo_replacement(change=change, by=the_organiser, at=NOW)
    come.refresh_from_db()
    change.refresh_from_db()
    assert (come.status, come.waits, change.undone_by) == (status, waits, the_organiser)
    assert places(tournament) == before


def test_a_replacement_that_was_played_or_moved_since_is_not_undone(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    come, third = (RegistrationFactory(tournament=tournament, start_number=number) for number in (17, 18))
    first = replace(tournament, entries[0], come)

    def refused() -> str:
        return refusal_of(undo_replacement, change=first, by=the_organiser, at=NOW).code

    second = replace(tournament, come, third, number=3)
    assert refused() == "swapped_again_since"
    undo_replacement(change=second, by=the_organiser, at=NOW)
    seat = Seat.objects.get(registration=come, round__number=2)
    record(Table.objects.select_related("round__tournament").get(pk=seat.table_id), 1, the_organiser)
    assert refused() == "table_has_records"
    for table in Table.objects.filter(round__tournament=tournament, round__number=3).select_related(
        "round__tournament"
    ):
        record(table, 1, the_organiser)
    assert refused() == "round_is_over"
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert refused() == "tournament_finished"


def test_a_round_played_at_his_table_is_not_given_away(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    come = RegistrationFactory(tournament=tournament, start_number=17)
    at_table_1 = [pk for pk, where in seats_of(tournament, 2).items() if where[0] == 1]
    record(
        Table.objects.select_related("round__tournament").get(round__tournament=tournament, round__number=2, number=1),
        1,
        the_organiser,
    )
    elsewhere = next(entry for entry in entries if entry.pk not in at_table_1)
    there = Registration.objects.get(pk=at_table_1[0])
    assert code_of(tournament, there, come, number=1) == "round_is_over"
    assert code_of(tournament, there, come, number=2) == "table_has_records"
    # His own table of the round has not begun yet: he may be replaced in it.
    replace(tournament, elsewhere, come, number=2)
    assert come.pk in seats_of(tournament, 2)


def test_who_sits_already_who_is_unknown_and_no_reason_are_refused(
    tournament: Tournament, entries: list[Registration]
) -> None:
    stranger = field(TournamentFactory(), 1)[0]
    come = RegistrationFactory(tournament=tournament, start_number=17)
    assert code_of(tournament, entries[0], entries[1]) == "already_seated"
    assert code_of(tournament, entries[0], entries[0]) == "already_seated"
    assert code_of(tournament, entries[0], stranger) == "not_registered"
    assert code_of(tournament, entries[0], come, reason=" ") == "change_without_reason"
    Tournament.objects.update(state=TournamentState.FINISHED)
    with pytest.raises(Refusal, match="ses places ne changent plus") as refused:  # and not: its registrations
        replace(tournament, entries[0], come)
    assert refused.value.code == "tournament_finished"
    assert not SeatChange.objects.exists()


def test_a_draft_older_than_a_replacement_is_not_published(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    draw = drawn(tournament, the_organiser, seed=4)
    replace(tournament, entries[0], RegistrationFactory(tournament=tournament, start_number=17))
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "players_changed_since"


def test_the_certificate_tells_of_it_without_a_name(tournament: Tournament, entries: list[Registration]) -> None:
    replace(tournament, entries[0], RegistrationFactory(tournament=tournament, start_number=17))
    assert hand_words(tournament, published_draw(tournament)) == [
        "Après le tirage, 1 joueur a été remplacé par un autre, qui suit son parcours.",
        "Avec ces changements, aucune rencontre ne se répète.",
    ]


def test_what_stays_and_what_passes_on_is_told_beforehand(tournament: Tournament, entries: list[Registration]) -> None:
    gone = Seat.objects.get(round__number=1, table__number=1, chair=0).registration
    late = RegistrationFactory(
        tournament=tournament, start_number=17, player=PlayerFactory(club=tournament.club, last_name="Zimmer")
    )
    assert rounds_to_leave(tournament) == [1, 2, 3, 4, 5]
    assert {entry.pk for entry in leavers(tournament)} == {entry.pk for entry in entries}
    told = leaving(tournament, gone.pk, 4)
    assert (told.played, told.points, told.penalties) == ((1,), 198, 0)
    assert [number for number, _place in told.path] == [4, 5]
    assert told.comers == (late,)
    assert leaving(tournament, late.pk, 2) is None


def wish(tournament: Tournament, kind: WishKind, *players: Registration, **said: object) -> Wish:
    people = [player.pk for player in players]
    return add_wish(tournament=tournament, kind=kind, players=people, by=Account.objects.first(), at=NOW, **said)


def told(tournament: Tournament) -> set[tuple[str, tuple[int, ...]]]:
    return {(one.kind, one.players) for one in asks_in_force(tournament)}


def test_who_comes_takes_over_the_wishes_that_were_left_ticked(
    tournament: Tournament, entries: list[Registration]
) -> None:
    gone, friend, come = entries[0], entries[1], RegistrationFactory(tournament=tournament, start_number=17)
    place = wish(tournament, WishKind.PLACE, gone, table=2, reason="ne monte pas les marches")
    pair = wish(tournament, WishKind.APART, gone, friend)
    sector = wish(tournament, WishKind.SECTOR, *entries[:8], name="salle du bas")
    offered = leaving(tournament, gone.pk, 2).wishes
    assert [(one.wish, one.names[:1]) for one in offered] == [
        (place, ()),
        (pair, (friend.player.full_name,)),
        (sector, (friend.player.full_name,)),
    ]
    replace(tournament, gone, come, wishes=[place.pk, sector.pk])
    assert told(tournament) == {
        (WishKind.PLACE, (come.pk,)),
        (WishKind.APART, (gone.pk, friend.pk)),
        (WishKind.SECTOR, (*(one.pk for one in entries[1:8]), come.pk)),
    }
    assert Wish.objects.get(cancelled_at=None, kind=WishKind.PLACE).reason == "ne monte pas les marches"
    place.refresh_from_db()
    assert (place.cancelled_at, place.cancelled_by_name) == (NOW, str(Account.objects.first()))
    entry = tournament.journal.filter(action="souhaits repris").get()
    assert entry.subject == "2 souhaits passent au remplaçant"


def test_a_wish_that_names_both_stays_as_it_is(tournament: Tournament, entries: list[Registration]) -> None:
    gone, come = entries[0], RegistrationFactory(tournament=tournament, start_number=17)
    pair = wish(tournament, WishKind.APART, gone, come)
    replace(tournament, gone, come, wishes=[pair.pk])
    assert told(tournament) == {(WishKind.APART, (gone.pk, come.pk))}
    assert not tournament.journal.filter(action="souhaits repris").exists()


def test_a_wish_against_what_the_newcomer_asked_is_refused_by_its_name_and_nothing_is_done(
    tournament: Tournament, entries: list[Registration]
) -> None:
    gone, come = entries[0], RegistrationFactory(tournament=tournament, start_number=17)
    wish(tournament, WishKind.PLACE, come, table=3)
    place = wish(tournament, WishKind.PLACE, gone, table=2)
    refused = refusal_of(replace, tournament, gone, come, wishes=[place.pk])
    assert refused.code == "wish_not_handed_over"
    (sentence,) = refused.fields["wishes"]
    assert sentence.startswith(f"Le souhait « Garde toujours la table 2 » ne peut passer à {come.player.full_name}. ")
    assert told(tournament) == {(WishKind.PLACE, (come.pk,)), (WishKind.PLACE, (gone.pk,))}
    assert come.pk not in seats_of(tournament, 2)
    replace(tournament, gone, come)
    assert come.pk in seats_of(tournament, 2)


def test_undone_who_left_has_his_wishes_again_and_who_came_keeps_his_own(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    gone, friend, come = entries[0], entries[1], RegistrationFactory(tournament=tournament, start_number=17)
    place = wish(tournament, WishKind.PLACE, gone, table=2)
    people = [friend.pk, come.pk]
    add_wish(tournament=tournament, kind=WishKind.APART, players=people, by=the_organiser, at=NOW - timedelta(hours=1))
    before = told(tournament)
    change = replace(tournament, gone, come, wishes=[place.pk])
    undo_replacement(change=change, by=the_organiser, at=NOW)
    assert told(tournament) == before


def test_the_wishes_of_another_are_not_handed_over(tournament: Tournament, entries: list[Registration]) -> None:
    come = RegistrationFactory(tournament=tournament, start_number=17)
    other = wish(tournament, WishKind.PLACE, entries[5], table=2)
    replace(tournament, entries[0], come, wishes=[other.pk])
    assert told(tournament) == {(WishKind.PLACE, (entries[5].pk,))}


def test_a_wish_that_was_taken_back_does_not_come_to_life(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    gone, come = entries[0], RegistrationFactory(tournament=tournament, start_number=17)
    place = wish(tournament, WishKind.PLACE, gone, table=2)
    cancel_wish(wish=place, by=the_organiser, at=NOW)

    replace(tournament, gone, come, wishes=[place.pk])

    assert told(tournament) == set()
    assert Wish.objects.get().cancelled_at == NOW
    assert not tournament.journal.filter(action="souhaits repris").exists()


@pytest.fixture
def pairs(tournament: Tournament, entries: list[Registration]) -> list[Registration]:
    """The same sixteen players, the first four of them in two pairs."""
    rewrite(tournament, team_size=2)
    a_team("Équipe A", *entries[:2])
    a_team("Équipe B", *entries[2:4])
    return entries


def numbers_of(tournament: Tournament, team: str) -> list[int]:
    return list(tournament.registrations.filter(team__name=team).values_list("start_number", flat=True))


def test_a_stand_in_of_the_team_plays_for_it(tournament: Tournament, pairs: list[Registration]) -> None:
    come = RegistrationFactory(
        tournament=tournament,
        start_number=17,
        status=Status.REGISTERED,
        waits="remplacant",
        team=tournament.teams.get(number=1),
    )
    change = replace(tournament, pairs[0], come)
    assert (numbers_of(tournament, "Équipe A"), change.joined_team) == ([1, 2, 17], False)
    undo_replacement(change=change, by=change.made_by, at=NOW)
    assert numbers_of(tournament, "Équipe A") == [1, 2, 17]


def test_who_is_of_no_team_joins_that_of_the_leaver_and_leaves_it_when_it_is_undone(
    tournament: Tournament, pairs: list[Registration]
) -> None:
    come = RegistrationFactory(tournament=tournament, start_number=17, status=Status.PRESENT)
    change = replace(tournament, pairs[0], come)
    assert numbers_of(tournament, "Équipe A") == [1, 2, 17]
    undo_replacement(change=change, by=change.made_by, at=NOW)
    assert numbers_of(tournament, "Équipe A") == [1, 2]


def test_somebody_at_the_door_joins_the_team_and_is_removed_when_it_is_undone(
    tournament: Tournament, pairs: list[Registration]
) -> None:
    change = replace(tournament, pairs[0], PlayerFacts(last_name="ZIMMER", first_name="Zoé"))
    assert numbers_of(tournament, "Équipe A") == [1, 2, change.other.start_number]
    undo_replacement(change=change, by=change.made_by, at=NOW)
    assert numbers_of(tournament, "Équipe A") == [1, 2]
    assert not tournament.registrations.filter(player__last_name="ZIMMER").exists()


def test_somebody_of_another_team_is_refused(tournament: Tournament, pairs: list[Registration]) -> None:
    """He has no place, as a stand-in has none; for a player of no team he is refused too."""
    team = tournament.teams.get(number=2)
    come = RegistrationFactory(tournament=tournament, start_number=17, status=Status.PRESENT, team=team)
    for leaver in (pairs[0], pairs[9]):
        refusal = refusal_of(replace, tournament, leaver, come)
        assert str(refusal).startswith(f"{come.player.full_name} est de l’équipe «\u00a0Équipe B\u00a0»\u00a0: ")
        assert refusal.code == "other_team"
    assert SeatChange.objects.count() == 0


def test_a_seventh_of_a_team_is_refused(tournament: Tournament, pairs: list[Registration]) -> None:
    tournament.registrations.filter(pk__in=[entry.pk for entry in pairs[4:8]]).update(
        team=tournament.teams.get(number=1)
    )
    come = RegistrationFactory(tournament=tournament, start_number=17, status=Status.PRESENT)
    assert code_of(tournament, pairs[0], come) == "team_full"
