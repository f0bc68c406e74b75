"""The days of a membership: somebody stops, with a reason, comes back, never stopped, or died."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.factories import DAY, NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, organiser
from tests.refusals import refusal_of
from tournaments.labels import EndReason, Grade, TournamentState
from tournaments.models import ByLink, Club, JournalEntry, Membership, MembershipPeriod, Player, Registration
from tournaments.queries.evening.check_in import search
from tournaments.queries.pages.personal_links import evening_code, opened_by, personal_code
from tournaments.queries.people.members import grade_of, is_dead, were_members
from tournaments.services.people.joining import answer_membership, receive
from tournaments.services.people.members import date_membership, end_membership, end_memberships, take_end_back
from tournaments.services.people.merging import merge_players
from tournaments.services.people.periods import joined_periods
from tournaments.services.people.players import PlayerFacts, add_player, join_club
from tournaments.services.people.registrations import register
from tournaments.services.privacy.erasing import erase_player

pytestmark = pytest.mark.django_db

LAST_YEAR = DAY - timedelta(days=365)
Days = tuple[date | None, date | None, str]


def days(player: Player, club: Club) -> list[Days]:
    """Return (first day, last day, reason) of each time that a player was a member of a club."""
    periods = MembershipPeriod.objects.filter(membership__player=player, membership__club=club)
    return list(periods.values_list("since", "until", "reason"))


@pytest.fixture
def player(club: Club) -> Player:
    return add_player(club=club, facts=PlayerFacts("ROY", "Al", licence="777"), since=LAST_YEAR, by=None, at=NOW)


@pytest.fixture
def there() -> Club:
    return ClubFactory(name="Ailleurs")


def ended(club: Club, player: Player, reason: EndReason = EndReason.RESIGNED, until: date = DAY) -> Player:
    return end_membership(club=club, player=player, until=until, reason=reason, by=organiser(club), at=NOW)


def test_who_stops_is_a_former_member_of_the_club_that_keeps_his_file(club: Club, player: Player):
    end_membership(
        club=club, player=player, until=DAY, reason=EndReason.RESIGNED, remark=" un déménagement ", by=None, at=NOW
    )

    assert days(player, club) == [(LAST_YEAR, DAY, "resigned")]
    assert MembershipPeriod.objects.get().remark == "un déménagement"
    assert (player in club.players, player in club.known, player in club.files) == (False, True, True)
    assert list(were_members(club.pk)) == [player]
    told = JournalEntry.objects.filter(club=club).latest("pk")
    assert (told.action, told.details) == (
        "adhésion terminée",
        {"id": player.pk, "until": DAY.isoformat(), "reason": "resigned"},
    )


def test_who_comes_back_has_two_periods(club: Club, player: Player):
    ended(club, player, until=DAY - timedelta(days=2))
    back = join_club(club=club, player=player, by=organiser(club), at=NOW)

    assert days(back, club) == [(LAST_YEAR, DAY - timedelta(days=2), "resigned"), (DAY, None, "")]
    assert grade_of(back, club) == Grade.MEMBER
    assert list(were_members(club.pk)) == []


@pytest.mark.parametrize("gap", [0, 1])
def test_who_comes_back_at_once_never_stopped(club: Club, player: Player, gap: int):
    ended(club, player, until=DAY - timedelta(days=gap))
    assert days(join_club(club=club, player=player, by=None, at=NOW), club) == [(LAST_YEAR, None, "")]


def test_an_end_that_was_a_mistake_is_taken_back_in_one_step(club: Club, player: Player):
    ended(club, player, until=DAY - timedelta(days=30))

    for _twice in range(2):
        take_end_back(club=club, player=player, by=organiser(club), at=NOW)
        assert days(player, club) == [(LAST_YEAR, None, "")]
    assert grade_of(player, club) == Grade.MEMBER
    assert JournalEntry.objects.filter(action="fin d’adhésion annulée").count() == 1


def test_a_club_takes_no_end_back_once_another_keeps_the_file(club: Club, there: Club, player: Player):
    join_club(club=there, player=player, by=None, at=NOW)
    ended(club, player)
    assert refusal_of(take_end_back, club=club, player=player, by=None, at=NOW).code == "not_its_keeper"
    assert [len(days(player, each)) for each in (club, there)] == [1, 1]
    assert player in were_members(club.pk)


@pytest.mark.parametrize(
    ("said", "code", "field"),
    [
        ({"until": DAY + timedelta(days=1)}, "to_come", "until"),
        ({"until": LAST_YEAR - timedelta(days=1)}, "not_yet_a_member", "until"),
    ],
)
def test_a_day_that_cannot_be_the_last_is_refused(club: Club, player: Player, said, code: str, field: str):
    for refused in (
        refusal_of(end_membership, club=club, player=player, by=None, at=NOW, **said),
        refusal_of(end_memberships, club=club, players=[player.pk], reason=EndReason.LAPSED, by=None, at=NOW, **said),
    ):
        assert (refused.code, list(refused.fields)) == (code, [field])
    assert days(player, club) == [(LAST_YEAR, None, "")]


def test_who_is_no_member_does_not_stop(club: Club, player: Player):
    ended(club, player)
    assert "n’est pas membre" in str(refusal_of(end_membership, club=club, player=player, by=None, at=NOW))


def test_a_former_member_stays_entered_as_a_guest(club: Club, player: Player):
    """His club finds him still: nothing forbids the end of his membership before an evening."""
    entry = RegistrationFactory(tournament__club=club, player=player)
    ended(club, player)
    assert (grade_of(player, club), entry.tournament.registrations.count()) == (Grade.GUEST, 1)


def test_several_stop_at_once_and_who_is_no_member_stays_as_he_is(club: Club, there: Club, player: Player):
    guest, other = PlayerFactory(), PlayerFactory(club=club)
    receive(club, [guest])
    join_club(club=there, player=other, by=None, at=NOW)
    everybody = {"club": club, "players": [player.pk, guest.pk, other.pk], "by": None, "at": NOW}

    for found in ({player, other}, set()):  # the second time nobody is left
        stopped = end_memberships(until=DAY, reason=EndReason.LAPSED, **everybody)
        assert set(stopped) == found
    assert days(player, club) == [(LAST_YEAR, DAY, "lapsed")]
    assert (days(other, club), Player.objects.get(pk=other.pk).club) == ([(None, DAY, "lapsed")], there)
    assert JournalEntry.objects.filter(action="adhésion terminée").count() == 1


def test_the_end_of_many_memberships_asks_no_more_than_of_one(club: Club, django_assert_max_num_queries):
    def stop(count: int) -> int:
        people = PlayerFactory.create_batch(count, club=club)
        with django_assert_max_num_queries(30) as asked:
            ids = [one.pk for one in people]
            end_memberships(club=club, players=ids, until=DAY, reason=EndReason.LAPSED, by=None, at=NOW)
        return len(asked)

    assert stop(1) == stop(5)


def test_the_first_day_is_corrected(club: Club, player: Player):
    date_membership(club=club, player=player, since=date(2019, 9, 1), by=None, at=NOW)
    assert days(player, club) == [(date(2019, 9, 1), None, "")]
    told = JournalEntry.objects.filter(club=club).latest("pk").details
    assert told == {"id": player.pk, "since": [LAST_YEAR.isoformat(), "2019-09-01"]}
    later = refusal_of(date_membership, club=club, player=player, since=DAY + timedelta(days=1), by=None, at=NOW)
    assert (later.code, list(later.fields)) == ("to_come", ["since"])


def test_a_membership_does_not_begin_while_another_one_held(club: Club, player: Player):
    ended(club, player, until=DAY - timedelta(days=9))
    then = {"club": club, "player": player, "by": None, "at": NOW}
    for since in (DAY - timedelta(days=10), DAY + timedelta(days=1)):
        assert list(refusal_of(join_club, since=since, **then).fields) == ["since"]
    join_club(**then)
    assert refusal_of(date_membership, since=DAY - timedelta(days=9), **then).code == "was_a_member_then"
    date_membership(since=DAY - timedelta(days=8), **then)


def test_a_club_that_is_answered_has_a_member_since_that_day(club: Club, there: Club, player: Player):
    join_club(club=there, player=player, by=organiser(there), at=NOW)
    assert days(player, there) == []
    answer_membership(club=there, player=player, accepted=True, by=ByLink(player), at=NOW)
    assert days(player, there) == [(DAY, None, "")]


def test_a_guest_has_no_day(club: Club):
    guest = add_player(club=club, facts=PlayerFacts("VENT", "Éole"), grade=Grade.GUEST, by=None, at=NOW)
    assert days(guest, club) == []
    join_club(club=club, player=guest, since=LAST_YEAR, by=None, at=NOW)
    assert days(guest, club) == [(LAST_YEAR, None, "")]


def test_a_merge_keeps_the_days_of_both_without_counting_one_twice(club: Club, player: Player):
    ended(club, player, until=LAST_YEAR + timedelta(days=100))
    same = PlayerFactory(club=club, licence="")
    own = MembershipPeriod.objects.filter(membership__player=same)
    own.update(since=LAST_YEAR + timedelta(days=50), until=LAST_YEAR + timedelta(days=150), reason="moved")
    later = {"since": LAST_YEAR + timedelta(days=200), "membership": same.memberships.get()}
    MembershipPeriod.objects.create(**later)

    merge_players(keep=player, drop=same, by=None, at=NOW)

    assert days(player, club) == [(LAST_YEAR, LAST_YEAR + timedelta(days=150), "moved"), (later["since"], None, "")]
    assert grade_of(player, club) == Grade.MEMBER


def test_days_that_follow_each_other_are_one_period():
    one = MembershipPeriod(since=LAST_YEAR, until=DAY, reason="moved")
    (joined,) = joined_periods([MembershipPeriod(since=DAY + timedelta(days=1)), one])
    assert (joined.since, joined.until, joined.reason) == (LAST_YEAR, None, "")


def test_who_is_erased_was_a_member_and_nothing_says_why_he_stopped(club: Club, player: Player):
    end_membership(club=club, player=player, until=DAY, remark="malade", by=None, at=NOW)
    other = PlayerFactory(club=club)
    for each in (player, other):
        erase_player(player=each, by=organiser(club), at=NOW)
    assert days(player, club) == [(LAST_YEAR, DAY, "other")]
    assert days(other, club) == [(None, DAY, "other")]
    assert not MembershipPeriod.objects.exclude(remark="").exists()
    assert refusal_of(take_end_back, club=club, player=player, by=None, at=NOW).code == "not_its_keeper"


# Who died


@pytest.fixture
def dead(club: Club, there: Club, player: Player) -> Player:
    join_club(club=there, player=player, by=None, at=NOW)
    return ended(club, player, EndReason.DIED)


def test_who_died_is_a_member_nowhere_and_his_file_stays(club: Club, there: Club, dead: Player):
    assert Player.objects.get(pk=dead.pk).club == club
    assert [days(dead, each) for each in (club, there)] == [[(LAST_YEAR, DAY, "died")], [(DAY, DAY, "died")]]
    assert {grade_of(dead, each) for each in (club, there)} == {Grade.GUEST}
    assert JournalEntry.objects.filter(club=there).latest("pk").action == "adhésion terminée"
    take_end_back(club=club, player=dead, by=organiser(club), at=NOW)
    assert [days(dead, each) for each in (club, there)] == [[(LAST_YEAR, None, "")], [(DAY, None, "")]]
    assert not is_dead(dead)


def test_who_joined_another_club_after_the_day_of_his_death_was_its_member_on_that_day(
    club: Club, there: Club, player: Player
):
    join_club(club=there, player=player, by=None, at=NOW)
    ended(club, player, EndReason.DIED, until=DAY - timedelta(days=30))
    assert days(player, there) == [(DAY, DAY, "died")]


def test_nobody_is_asked_any_more_for_who_died(club: Club, there: Club, player: Player):
    join_club(club=there, player=player, by=organiser(there), at=NOW)
    assert player.memberships.get(club=there).asked_on == DAY
    ended(club, player, EndReason.DIED)
    assert player.memberships.get(club=there).asked_on is None


def test_an_earlier_end_of_another_club_stays_when_a_death_is_taken_back(club: Club, there: Club, player: Player):
    before, since = DAY - timedelta(days=30), DAY - timedelta(days=20)
    join_club(club=there, player=player, since=LAST_YEAR, by=None, at=NOW)
    ended(there, player, EndReason.DIED, until=before)  # it took him for another one
    join_club(club=there, player=player, since=since, by=None, at=NOW)
    ended(club, player, EndReason.DIED)
    take_end_back(club=club, player=player, by=organiser(club), at=NOW)
    assert days(player, there) == [(LAST_YEAR, before, "died"), (since, None, "")]


@pytest.mark.parametrize("later", [None, DAY + timedelta(days=9)])
@pytest.mark.parametrize("keeps_dead", [True, False])
def test_who_died_stays_dead_when_his_second_file_is_merged(
    club: Club, there: Club, dead: Player, keeps_dead: bool, later: date | None
):
    """The second file of one person is still a member's, or that of who did not renew: nobody wrote there he died."""
    same = PlayerFactory(club=club, licence="")
    if later is not None:
        end_membership(club=club, player=same, until=later, by=None, at=NOW + timedelta(days=10))
    keep, drop = (dead, same) if keeps_dead else (same, dead)
    kept = merge_players(keep=keep, drop=drop, by=None, at=NOW)
    assert is_dead(kept)
    assert {grade_of(kept, each) for each in (club, there)} == {Grade.GUEST}
    assert days(kept, there) == [(DAY, DAY, "died")]


def test_no_link_of_the_dead_opens_and_nobody_enters_him(club: Club, player: Player):
    evening = TournamentFactory(club=club, state=TournamentState.FINISHED)
    (entry,) = Registration.objects.bulk_create([Registration(tournament=evening, player=player, start_number=1)])
    codes = [personal_code(player, DAY), evening_code(entry)]
    assert [opened_by(code, DAY).shut for code in codes] == [None, None]
    ended(club, player, EndReason.DIED)

    assert [str(opened_by(code, DAY).shut) for code in codes] == ["ShutLink.WITHDRAWN"] * 2
    coming = TournamentFactory(club=club)
    assert search(coming, "roy", rates=[]).people == ()
    assert refusal_of(register, tournament=coming, players=[player], by=None, at=NOW).code == "dead"
    living = PlayerFactory(club=club)
    assert [one.player for one in register(tournament=coming, players=[player, living], by=None, at=NOW)] == [living]
    assert refusal_of(join_club, club=club, player=player, by=None, at=NOW).code == "dead"
    assert evening.registrations.get().player == player  # his results stay


def test_who_is_entered_still_did_not_die_before_he_is_taken_out(club: Club, player: Player):
    RegistrationFactory(tournament__club=club, player=player)
    refused = refusal_of(end_membership, club=club, player=player, reason=EndReason.DIED, by=None, at=NOW)
    assert (refused.code, list(refused.fields)) == ("is_entered", ["reason"])


def test_a_club_that_does_not_keep_his_file_says_for_itself_alone_that_he_died(club: Club, there: Club, player: Player):
    join_club(club=there, player=player, by=None, at=NOW)
    ended(there, player, EndReason.DIED)
    assert not is_dead(player)
    assert grade_of(player, club) == Grade.MEMBER


# The rows


@pytest.mark.parametrize(
    "columns",
    [
        {"since": DAY, "until": LAST_YEAR, "reason": "other"},
        {"since": LAST_YEAR, "until": DAY},
        {"since": LAST_YEAR, "reason": "other"},
        {"since": LAST_YEAR, "until": DAY, "reason": "moon"},
        {"since": DAY},
    ],
)
def test_the_database_refuses_days_that_cannot_be(club: Club, columns):
    membership = Membership.objects.get(player=PlayerFactory(club=club))  # since a day that nobody knows
    with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
        MembershipPeriod.objects.create(membership=membership, **columns)
