"""
What two clubs do with the people of both, in any season: guests, memberships, files changed, proposed, handed over.

Rules for `AnySeason` of `test_season_machine.py`, whose `act`, `rows` and `world` they use. What each club must think
of everybody is told act by act (`grades`, `keepers`, `linked`), by who spoke, and is never read from the memberships.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Model
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.factories import AccountFactory, a_season_rate, organiser
from tests.scoring.evenings import pick
from tests.scoring.machines import when_there_is
from tests.scoring.recounted import Rows
from tests.services.calls import World
from tournaments.labels import Grade, PaymentMethod, TournamentState
from tournaments.models import (
    Account,
    ByLink,
    Club,
    Fee,
    JournalEntry,
    Membership,
    MembershipPeriod,
    Player,
    Proposal,
    Registration,
    Season,
    Tournament,
)
from tournaments.queries.money.fees import fees_owing
from tournaments.queries.people.files import seen_by
from tournaments.services.money.fees import take_fees
from tournaments.services.people.consents import answer_consents, set_own_consents
from tournaments.services.people.entries import EntryFacts, enter, take_in
from tournaments.services.people.files import answer_proposal, facts_now, hide_player, record_facts
from tournaments.services.people.joining import answer_membership
from tournaments.services.people.keeping import name_keeper
from tournaments.services.people.linking import link_files, offer_link, unlink
from tournaments.services.people.members import end_membership, take_end_back
from tournaments.services.people.periods import note_unknown_periods
from tournaments.services.people.players import PlayerFacts, join_club
from tournaments.services.people.registrations import walk_in

# Of each club its own: whoever else reads or changes it is caught.
OWN = {"email", "email_consent", "phone", "phone_consent", "suspended_from", "suspended_until", "suspension_reason"}
AGREES = {"consent", "card_consent", "sharing_consent"}
# What says nothing of somebody, what he asked for himself and waits, and with which file his is linked (`linked`).
NO_FACT = {"search_text", "asks_consent", "asks_card_consent", "asks_sharing_consent"}
NO_FACT |= {"linked_as", "link_code", "link_code_until"}
TWO_WEEKS, LONG_AGO = timedelta(days=14), date(2020, 1, 1)  # on which nobody here played

whiches = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 5, 8])
TWIN = -1
twins = st.sampled_from([2, 2, TWIN, TWIN, 0])  # the two files of one person, and another
here = st.sampled_from([True, False, False])  # at the season's club, or at the other
speakers = st.sampled_from(["here", "there", "himself", "by his evening's link"])
said_of_him = st.sampled_from(
    [
        {"category": "jeune"},
        {"category": "senior"},
        {"sex": "F"},
        {"consent": True},
        {"consent": False},
        {"phone": "own", "phone_consent": True},
        {"phone": "own", "phone_consent": True, "public_name": "Le Petit"},
        {"phone_consent": False},
        {"suspended_from": LONG_AGO, "suspended_until": LONG_AGO, "suspension_reason": "own"},
    ]
)


@dataclass
class Asked:
    """When a club asked for somebody's membership, and when once more."""

    on: date
    again_on: date | None = None

    def is_late(self, today: date) -> bool:
        return self.again_on is not None and self.again_on + TWO_WEEKS <= today


class ActsOfClubs:
    rows: Rows
    world: World
    different: set[type[Model]]
    now: datetime
    weeks: int
    act: Callable[..., Any]
    key: Callable[[], uuid.UUID]
    day: Callable[[int], date]
    tournament: Callable[[int], Tournament | None]

    def know_everybody(self) -> None:
        """Take how it is on the first day; what it must be from then on is told act by act."""
        self.there = Club.objects.exclude(pk=self.world.club.pk).get()
        self.bosses = {self.world.club: self.world.by, self.there: organiser(self.there)}
        for club in self.bosses:  # of whom the world made a member, or a guest, by no service
            note_unknown_periods(club)
            MembershipPeriod.objects.filter(membership__club=club).exclude(membership__grade=Grade.MEMBER).delete()
        self.site = AccountFactory(is_superuser=True)
        self.keepers = dict(Player.objects.values_list("pk", "club"))
        known = Membership.objects.values_list("club", "player", "grade")
        self.grades = {(club, player): Grade(grade) for club, player, grade in known}
        self.asked: dict[tuple[int, int], Asked] = {}
        self.linked: list[set[int]] = []
        self.twin = Player.objects.filter(club=self.there, licence="").get().pk

    # Who is who

    def club(self, is_here: bool) -> Club:
        return self.world.club if is_here else self.there

    def person(self, which: int) -> Player:
        """Return somebody, the oldest file first; `TWIN` is the other file of the third."""
        found = list(Player.objects.select_related("club").order_by("pk"))
        twin = [one for one in found if one.pk == self.twin]
        return twin[0] if which == TWIN and twin else found[which % len(found)]

    def speaker(self, who: str, player: Player) -> Account | ByLink:
        if who in ("here", "there"):
            return self.bosses[self.club(who == "here")]
        return ByLink(player, of_evening=who != "himself")

    def is_his_word(self, by: Account | ByLink | None, player: int) -> bool:
        if isinstance(by, ByLink):
            return by.player.pk == player and not by.of_evening
        return any(by == boss and self.keepers.get(player) == club.pk for club, boss in self.bosses.items())

    def grade(self, club: Club, player: Player) -> Grade | None:
        return self.grades.get((club.pk, player.pk))

    def becomes(self, club: int, player: int, grade: Grade | None) -> None:
        self.asked.pop((club, player), None)
        self.grades.pop((club, player), None)
        if grade is not None:
            self.grades[club, player] = grade

    # He comes to play

    @when_there_is(Tournament)
    @rule(which=whiches, whom=whiches, is_new=st.sampled_from([False, False, False, True]))
    def come_to_the_door(self, which, whom, is_new) -> None:
        """What is typed there of somebody who is known changes nothing in his file."""
        if tournament := self.tournament(which):
            person = self.person(whom)
            typed = PlayerFacts(person.last_name, person.first_name, person.licence, "jeune", "Moqué", consent=True)
            if is_new:
                typed = PlayerFacts(f"NOUVEAU{whom}", "Ada", f"N{whom}")
            asked = {"facts": typed, "same": None if is_new else person.pk}
            self.act(walk_in, tournament=tournament, by=self.bosses[tournament.club], **asked)

    @rule(is_here=here, whom=whiches)
    def come_from_home(self, is_here, whom) -> None:
        """By an entry to an evening that is announced, which the club takes in."""
        club, person = self.club(is_here), self.person(whom)
        coming = Tournament.objects.filter(club=club, entries_open=True, state=TournamentState.ANNOUNCED)
        if (tournament := coming.order_by("-pk").first()) is None:
            return
        typed, key = EntryFacts(person.last_name, person.first_name, person.licence, consent=True), self.key()
        entry = self.act(lambda *, at, **_said: enter(tournament=tournament, facts=typed, key=key, at=at))
        if entry is not None:
            known = PlayerFacts(typed.last_name, typed.first_name, typed.licence, "jeune", "Moqué", consent=True)
            self.act(take_in, entry=entry, place=0, facts=known, same=person.pk, by=self.bosses[club])

    # A membership

    @rule(whom=whiches, is_here=here)
    def ask(self, whom, is_here) -> None:
        club, person = self.club(is_here), self.person(whom)
        boss, today, was = self.bosses[club], self.today, self.grade(club, person)
        if self.act(join_club, club=club, player=person, by=boss) is None or was == Grade.MEMBER:
            return
        if self.is_his_word(boss, person.pk):
            self.becomes(club.pk, person.pk, Grade.MEMBER)
        elif was != Grade.ASKED:
            self.becomes(club.pk, person.pk, Grade.ASKED)
            self.asked[club.pk, person.pk] = Asked(today)
        else:
            asked = self.asked[club.pk, person.pk]
            if asked.again_on is None and asked.on + TWO_WEEKS <= today:
                asked.again_on = today

    @precondition(lambda self: bool(self.asked))
    @rule(which=whiches, who=speakers, accepted=st.booleans())
    def answer_who_asks(self, which, who, accepted) -> None:
        club, player = list(self.asked)[which % len(self.asked)]
        person = Player.objects.select_related("club").get(pk=player)
        by, asking = self.speaker(who, person), Club.objects.get(pk=club)
        made = self.act(answer_membership, club=asking, player=person, accepted=accepted, by=by)
        assert (made is not None) == self.is_his_word(by, player)
        if made is not None:
            self.becomes(club, player, Grade.MEMBER if accepted else Grade.GUEST)

    @rule()
    def two_weeks_pass(self) -> None:
        self.weeks += 2

    @precondition(lambda self: bool(self.asked))
    @rule(which=whiches, by_the_site=st.sampled_from([True, True, False]))
    def name_another_keeper(self, which, by_the_site) -> None:
        """The administrator, once it was asked twice and not answered."""
        club, player = list(self.asked)[which % len(self.asked)]
        by = self.site if by_the_site else self.bosses[self.there]
        is_late = self.asked[club, player].is_late(self.today)
        asked = {"club": Club.objects.get(pk=club), "player": Player.objects.get(pk=player)}
        read = [self.read(one, player) for one in self.bosses]
        made = self.act(name_keeper, by=by, **asked)
        assert (made is not None) == (by_the_site and is_late)
        assert [self.read(one, player) for one in self.bosses] == read
        if made is not None:
            self.hand_over(player, club)

    @rule(whom=whiches, is_here=here)
    def leave_the_club(self, whom, is_here) -> None:
        """The club goes on keeping his file, unless he is a member of another: that one keeps it from then on."""
        club, person = self.club(is_here), self.person(whom)
        other = self.club(not is_here)
        keeps_on, read = self.keepers[person.pk] == club.pk, self.read(other, person.pk)
        if self.act(end_membership, club=club, player=person, by=self.bosses[club]) is not None:
            assert self.read(other, person.pk) == read
            is_handed_over = keeps_on and self.grade(other, person) == Grade.MEMBER
            self.becomes(club.pk, person.pk, Grade.GUEST if keeps_on and not is_handed_over else None)
            if is_handed_over:
                self.hand_over(person.pk, other.pk)

    @rule(whom=whiches, is_here=here)
    def never_left_the_club(self, whom, is_here) -> None:
        """An end of a membership is taken back by the club that keeps the file."""
        club, person = self.club(is_here), self.person(whom)
        ended = MembershipPeriod.objects.filter(membership__club=club, membership__player=person).last()
        made = self.act(take_end_back, club=club, player=person, by=self.bosses[club])
        if made is not None and ended is not None and ended.until is not None:
            assert self.keepers[person.pk] == club.pk
            self.becomes(club.pk, person.pk, Grade.MEMBER)

    def read(self, club: Club, player: int) -> list[object]:
        """Return what a club reads that is its own: it stays when a file is handed over."""
        seen = seen_by(club.pk, Player.objects.filter(pk=player))
        return [getattr(one, name) for one in seen for name in sorted(OWN)]

    def hand_over(self, player: int, club: int) -> None:
        self.keepers[player] = club
        self.becomes(club, player, Grade.MEMBER)

    def are_one(self, keep: Player, drop: Player) -> None:
        """Two people were merged: each club has of him what it had of the two."""
        for club in self.bosses:
            first, second = ((club.pk, one.pk) for one in (keep, drop))
            asked = self.asked.get(first) or self.asked.get(second)
            grades = [self.grades[one] for one in (first, second) if one in self.grades]
            self.becomes(*first, max(grades, key=list(Grade).index, default=None))
            if self.grades.get(first) == Grade.ASKED:
                self.asked[first] = asked
        self.linked = [files | {keep.pk} if drop.pk in files else files for files in self.linked]
        self.is_gone(drop.pk)

    def is_gone(self, player: int) -> None:
        self.keepers.pop(player, None)
        self.apart(player)
        for club in self.bosses:
            self.becomes(club.pk, player, None)

    # His file

    @rule(whom=whiches, is_here=here, said=said_of_him)
    def write_of_him(self, whom, is_here, said) -> None:
        """A club writes what its form says of him: its file, or its own of a member of another, who it proposes to."""
        club, person = self.club(is_here), self.person(whom)
        own = {name: secret_of(club) for name, value in said.items() if value == "own"}
        facts = replace(facts_now(seen_by(club.pk, [person])[0]), **said | own)
        made = self.act(record_facts, club=club, player=person, facts=facts, by=self.bosses[club])
        if made is None:
            return
        keeps = self.keepers[person.pk] == club.pk
        assert keeps or self.grade(club, person) == Grade.MEMBER
        assert not (keeps and made.is_proposed)
        if made.is_proposed:
            proposed = Proposal.objects.get(club=club, player=person).changes
            assert not OWN & proposed.keys()

    @when_there_is(Proposal)
    @rule(which=whiches, who=speakers, accepted=st.booleans())
    def answer_what_is_proposed(self, which, who, accepted) -> None:
        if proposal := pick(Proposal.objects.select_related("player__club", "club"), which):
            by = self.speaker(who, proposal.player)
            made = self.act(answer_proposal, proposal=proposal, accepted=accepted, by=by)
            assert made is None or self.is_his_word(by, proposal.player_id)

    @rule(whom=whiches, is_here=here)
    def hide(self, whom, is_here) -> None:
        club, person = self.club(is_here), self.person(whom)
        made = self.act(hide_player, club=club, player=person, by=self.bosses[club])
        assert (made is not None) == (self.grade(club, person) is not None or not person.consent)

    @rule(whom=whiches, agrees=st.booleans(), who=speakers)
    def agree(self, whom, agrees, who) -> None:
        """He asks for it by his link, and who speaks for him answers."""
        person = self.person(whom)
        wanted = {"consent": agrees, "card_consent": False, "sharing_consent": False}
        self.act(set_own_consents, player=person, by=ByLink(person), **wanted)
        if isinstance(by := self.speaker(who, person), Account):
            made = self.act(answer_consents, player=person, accepted=True, by=by)
            assert (made is not None) == self.is_his_word(by, person.pk)

    # Two files of one person

    def apart(self, player: int) -> None:
        """A file is linked with no other; a link of one file is none."""
        self.linked = [left for files in self.linked if len(left := files - {player}) > 1]

    @rule(whom=twins, who=speakers)
    def give_a_code(self, whom, who) -> None:
        """A good one stays as it is."""
        person = self.person(whom)
        by = self.speaker(who, person)
        made = self.act(offer_link, player=person, by=by)
        assert (made is not None) == self.is_his_word(by, person.pk)

    @precondition(lambda self: any(row["link_code"] for row in self.rows[Player].values()))
    @rule(whom=twins, who=speakers)
    def type_the_code(self, whom, who) -> None:
        person, given = self.person(whom), Player.objects.exclude(link_code="").latest("pk")
        by = self.speaker(who, person)
        if self.act(link_files, player=person, code=given.link_code, by=by) is not None:
            assert self.is_his_word(by, person.pk)
            assert self.keepers[person.pk] != self.keepers[given.pk]
            together = {person.pk, given.pk}.union(*(files for files in self.linked if files & {person.pk, given.pk}))
            self.linked = [files for files in self.linked if not files & together] + [together]

    @precondition(lambda self: bool(self.linked))
    @rule(whom=twins, who=speakers)
    def undo_the_link(self, whom, who) -> None:
        person = self.person(whom)
        by = self.speaker(who, person)
        if self.act(unlink, player=person, by=by) is not None:
            assert self.is_his_word(by, person.pk)
            self.apart(person.pk)

    # What a member owes

    @rule(is_here=here)
    def take_the_fees(self, is_here) -> None:
        """Everybody is ticked: members pay, and nobody else."""
        season = Season.objects.select_related("club").get(club=self.club(is_here))
        owing = {player for (club, player), grade in self.grades.items() if (club, grade) == (season.club_id, "member")}
        everybody = list(Player.objects.values_list("pk", flat=True))
        a_season_rate(season)
        asked = {"season": season, "players": everybody, "method": PaymentMethod.CASH, "key": uuid.uuid4()}
        made = self.act(take_fees, by=self.bosses[season.club], paid_on=self.day(0), **asked)
        paid = {payment.owed.player.pk for payment in made.payments} if made else set()
        assert paid == owing - self.paid_before(season, paid)

    def paid_before(self, season: Season, but: set[int]) -> set[int]:
        return set(Fee.objects.filter(season=season).values_list("membership__player", flat=True)) - but

    # Held after each act

    def hold_people(self, before: Rows, after: Rows, by: Account | ByLink | None) -> None:
        """Hold who changed what: a file by his word alone, and no journal has what another club keeps for itself."""
        for pk in (
            after[Registration].keys() - before[Registration].keys()
        ):  # who plays there and is not known is its guest
            row = after[Registration][pk]
            club = after[Tournament][row["tournament_id"]]["club_id"]
            self.keepers.setdefault(row["player_id"], club)
            self.grades.setdefault((club, row["player_id"]), Grade.GUEST)
        for pk in before[Player].keys() & after[Player].keys():
            if before[Player][pk]["double_of_id"] is None:
                self._hold_file(before[Player][pk], after[Player][pk], by)
        clubs = {pk: row["club_id"] for pk, row in (before[Tournament] | after[Tournament]).items()}
        for pk in after[JournalEntry].keys() - before[JournalEntry].keys():
            line = after[JournalEntry][pk]
            club = line["club_id"] or clubs[line["tournament_id"]]
            assert [other for other in self.bosses if other.pk != club and secret_of(other) in str(line)] == []

    def _hold_file(self, was: dict[str, Any], now: dict[str, Any], by: Account | ByLink | None) -> None:
        changes = {name for name in was if now[name] != was[name]} - NO_FACT
        if "club_id" in changes:  # which club it is now, and that it may be, `each_club_has_its_people` holds
            assert changes <= {"club_id", *OWN}
        elif changes and not self.is_his_word(by, now["id"]):
            assert changes <= AGREES  # whoever knows him hides him
            assert not any(now[name] for name in changes)
            assert any(by == boss and (club.pk, now["id"]) in self.grades for club, boss in self.bosses.items())

    def each_club_has_its_people(self) -> None:
        people = {pk for pk, row in self.rows[Player].items() if row["double_of_id"] is None}
        assert {pk: self.rows[Player][pk]["club_id"] for pk in people} == self.keepers
        keys = {row["linked_as"] for row in self.rows[Player].values()} - {""}
        files = [{pk for pk in people if self.rows[Player][pk]["linked_as"] == key} for key in keys]
        assert sorted(sorted(one) for one in files if len(one) > 1) == sorted(sorted(one) for one in self.linked)
        for club in self.bosses:
            known = {player: grade for (of, player), grade in self.grades.items() if of == club.pk}
            members = {player for player, grade in known.items() if grade == Grade.MEMBER}
            kept = {player for player in known if self.keepers[player] == club.pk}
            assert kept == {player for player, keeper in self.keepers.items() if keeper == club.pk}
            found = (club.players, club.known, club.files)
            assert [set(some.values_list("pk", flat=True)) for some in found] == [members, {*known}, members | kept]
            going_on = MembershipPeriod.objects.filter(membership__club=club, until=None)
            erased = {player for player in members if self.rows[Player][player]["erased_at"]}
            assert set(going_on.values_list("membership__player", flat=True)) == members - erased
            season = Season.objects.get(club=club)
            paid = self.paid_before(season, set())
            a_season_rate(season)
            assert set(fees_owing(season).values_list("pk", flat=True)) == members - paid
            seen = seen_by(club.pk, Player.objects.all())
            assert {text for one in seen for text in (one.phone, one.suspension_reason)} <= {"", secret_of(club)}

    @property
    def today(self) -> date:
        return timezone.localdate(self.now + timedelta(minutes=1))


def secret_of(club: Club) -> str:
    """Return what a club writes of everybody for itself: only it may ever read it."""
    return f"06{club.pk:08d}"
