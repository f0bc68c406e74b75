"""
Any season: whatever its club does with its evenings, leagues and people, in any order, what must always hold holds.

Everything goes through the services, as pages call them. A `Refusal` is an answer and writes nothing; each act is sent
twice, and changes nothing the second time. `tests/scoring/season_recounted.py` recounts the year from its raw rows.
"""

import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Model
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from scoring.imports.past_results import PastConcours, import_past_results
from scoring.labels import PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyKind, SheetTotal
from scoring.queries.desk.imports import undoing_import
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.balances import record_balances
from scoring.services.undo.imports import undo_import
from tests.factories import NOW, PlayerFactory, SeasonFactory
from tests.scoring.evenings import pick
from tests.scoring.imports.files import read_past_results
from tests.scoring.machines import TakenBack, play_a_few, tell, when_there_is
from tests.scoring.recounted import Rows, changed, rows, without
from tests.scoring.season_recounted import publications, recount_year
from tests.scoring.services.acts_by_links import ActsByLinks
from tests.scoring.services.acts_of_clubs import TWIN
from tests.services.calls import World, a_world
from tests.tournaments.rotations import drawn
from tournaments.labels import DrawMode, Keeps, Status, TournamentState
from tournaments.models import (
    ClubRating,
    Declined,
    Entry,
    Fee,
    Import,
    JournalEntry,
    League,
    LeagueGuest,
    LeaguePublication,
    Membership,
    Payment,
    Player,
    Proposal,
    PublishedLine,
    Qualifying,
    Rating,
    Registration,
    Round,
    Season,
    Seat,
    SeatResult,
    Table,
    Tournament,
)
from tournaments.queries.people.merging import merging_players
from tournaments.queries.standings.cached import cached_lines, cached_results, cached_standings
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.qualifying import ROWS
from tournaments.queries.undo.consequences import deleting_league, deleting_tournament
from tournaments.refusals import Refusal
from tournaments.services.clubs.leagues import (
    LeagueFacts,
    answer_invitation,
    change_league,
    create_league,
    invite_season,
    publish_league,
)
from tournaments.services.clubs.qualifying import announce_final, decline_final, enter_qualified
from tournaments.services.clubs.ratings import ask_count, count_rating, set_rating
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import archive, take_out
from tournaments.services.evening.tournaments import change_settings, create_tournament, finish, reopen
from tournaments.services.people.joining import receive
from tournaments.services.people.merging import merge_players
from tournaments.services.people.registrations import register, set_status
from tournaments.services.undo.undoing import delete_league, delete_tournament
from tournaments.services.work import jobs
from tournaments.services.work.jobs import JobMonitor
from tournaments.standings import Adds, Brings, Cut, LeagueRule, LeagueTie

KEPT: tuple[type[Model], ...] = (
    *(Tournament, Registration, Player, Round, Table, Seat, SeatResult, SheetTotal, Penalty, Import),
    *(League, LeagueGuest, LeaguePublication, PublishedLine, Qualifying, Declined, ClubRating, Rating, JournalEntry),
    *(Membership, Proposal, Fee, Payment, Entry),
)
FEWEST = 4  # people of whom tables can be drawn
MOST_LEAGUES = 5  # two of them there from the first day
KEYS = uuid.UUID("6f6a4e0e-0000-4000-8000-000000000001")

whiches = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 5])  # of the latest rows, the last first
reasons = st.sampled_from(["erreur", "erreur", "erreur", " "])
seldom = st.sampled_from([False, False, True])
days = st.integers(0, 250)  # of the season
orders = st.permutations(range(9))
marks = st.lists(st.sampled_from([0, 10, -40, 30]), min_size=3, max_size=3).map(lambda three: (*three, -sum(three)))
rules = st.builds(
    LeagueRule,
    brings=st.sampled_from(Brings),
    table=st.just((10, 6, 3)),
    after_table=st.sampled_from([0, 1]),
    adds=st.sampled_from(Adds),
    best_of=st.sampled_from([None, 1, 2, 3]),
    drops=st.sampled_from([0, 0, 1, 2]),
    minimum=st.sampled_from([None, 1, 2, 3]),
    bonus=st.sampled_from([0, 5]),
    ties=st.lists(st.sampled_from(LeagueTie), unique=True).map(tuple),
)


class AnySeason(ActsByLinks, TakenBack):
    """A season of a club, and one of another club that may count in its league; taken back at its end."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world, self.acts, self.weeks = world, 0, 0
        self.different: set[type[Model]] = set()
        self.recounted: dict[int, int] = {}
        self.know_everybody()
        self.given = []
        self.rows, self.published = rows(KEPT), list(publications())
        cached_lines.clear()
        cached_results.clear()
        cached_standings.clear()

    @property
    def said(self) -> dict[str, Any]:
        """Who acts, and when."""
        return {"by": self.world.by, "at": self.now}

    @property
    def now(self) -> datetime:
        return NOW + timedelta(minutes=self.acts, weeks=self.weeks)

    def key(self) -> uuid.UUID:
        """Return the key of a new form."""
        return uuid.uuid5(KEYS, str(self.acts))

    def act(self, do: Callable[..., Any], *, again: bool = True, **asked: Any) -> Any:
        """Do something, and once `again`; return what came of it, None when it was refused: then nothing is written."""
        self.acts += 1
        asked = self.said | asked
        before = self.rows
        try:
            with transaction.atomic():
                made = do(**asked)
        except Refusal as refusal:
            tell(f"refused: {refusal.code}")
            assert changed(before, rows(KEPT)) == set()
            return None
        self.rows = after = rows(KEPT)
        self.different |= changed(before, after)
        self._hold_act(before, after)
        self.hold_people(before, after, asked["by"])
        if again:
            self._send_again(do, asked)
        return made

    def _send_again(self, do: Callable[..., Any], asked: dict[str, Any]) -> None:
        try:
            with transaction.atomic():
                do(**asked)
        except Refusal as refusal:
            tell(f"again: {refusal.code}")
        assert changed(self.rows, rows(KEPT)) == set()

    def _hold_act(self, before: Rows, after: Rows) -> None:
        """Every change has its line in the journal, which is never touched; nothing that was published changes."""
        written = after[JournalEntry].keys() - before[JournalEntry].keys()
        assert bool(written) == bool(changed(before, after) - {Rating, ClubRating})
        for pk, row in before[JournalEntry].items():  # of a tournament that is deleted they stay, its club's alone
            assert without(after[JournalEntry][pk], {"tournament_id"}) == without(row, {"tournament_id"})
        gone = {pk for pk in before[LeaguePublication] if pk not in after[LeaguePublication]}
        persons = {pk: row["double_of_id"] or pk for pk, row in after[Player].items()}
        stands = [line for line in self.published if line[0] not in gone]
        self.published = list(publications())
        assert [line[:-1] for line in self.published[: len(stands)]] == [line[:-1] for line in stands]
        for now, then in zip(self.published, stands, strict=False):
            assert now[-1] == persons.get(then[-1], now[-1])

    @invariant()
    def all_is_recounted(self) -> None:
        if self.different:
            self.each_club_has_its_people()
            self.each_link_opens_what_it_may()
            self.recounted = recount_year(self.rows, self.recounted, self.linked)
            self.different = set()

    # Evenings

    @initialize(who=orders, first=marks, second=marks, final=rules)
    def begins(self, who, first, second, final) -> None:
        """One evening is over, and one is played."""
        self.hold(1, who, first, second, apart=False, is_over=True)
        self.hold(8, who, second, first, apart=False, is_over=False)
        self.compose(0, final, has_final=False, final=0, reason="vu")

    @rule(day=days, who=orders, first=marks, second=marks, apart=seldom, is_over=st.sampled_from([True, True, False]))
    def hold(self, day, who, first, second, apart, is_over) -> None:
        """An evening from its announcement to its end, or to its second table."""
        season = Season.objects.exclude(club=self.world.club).get() if apart else self.world.season
        settings = Settings(f"Soirée {self.acts}", self.day(day), season=season, keeps=Keeps.TOTALS, rounds_planned=1)
        opened = {"club": season.club, "state": TournamentState.OPEN, "settings": settings}
        tournament = self.act(create_tournament, **opened)
        present = {"status": Status.PRESENT, "is_order_of_arrival": True}
        there = [self.person(TWIN) if apart and one == 2 else self.people[one] for one in who[:8]]
        self.act(register, tournament=tournament, players=there, **present)
        draw = drawn(tournament, self.world.by, mode=DrawMode.ROTATION)
        self.rows = rows(KEPT)  # a draw is asked for, counted and looked at before anything is published
        self.act(publish_draw, draw=draw, again=False)
        for table, balances in zip(Table.objects.filter(round__tournament=tournament), (first, second), strict=False):
            if is_over or table.number == 1:
                self.balance(table, balances, "")
        if is_over:
            self.act(finish, tournament=tournament)

    @rule(day=days, apart=seldom)
    def announce(self, day, apart) -> None:
        season = Season.objects.exclude(club=self.world.club).get() if apart else self.world.season
        settings = Settings(f"Soirée {self.acts}", self.day(day), season=season, keeps=Keeps.TOTALS, entries_open=True)
        self.act(create_tournament, club=season.club, settings=settings, state=TournamentState.ANNOUNCED)

    @rule(day=days, who=orders, first=marks, second=marks)
    def take_past(self, day, who, first, second) -> None:
        """An evening that was played elsewhere, from a list of its results."""
        there = [self.people[one] for one in who]
        lines = [
            f"{one.last_name};{one.first_name};{one.licence};{points}"
            for one, points in zip(there, (*first, *second), strict=False)
        ]
        text = "\n".join(["nom;prénom;licence;séquence 1", *lines])
        past = PastConcours(f"Reprise {self.acts}", self.day(day), self.world.season)
        asked = {"past": past, "file": read_past_results(text.encode()), "key": self.key()}
        self.act(import_past_results, club=self.world.club, **asked)

    @when_there_is(Import)
    @rule(which=whiches)
    def undo_past(self, which) -> None:
        if made := pick(Import.objects.select_related("club"), which):
            self.act(undo_import, made=made, seen=undoing_import(made).seen)
            for gone in self.keepers.keys() - self.rows[Player].keys():
                self.is_gone(gone)

    @when_there_is(Table)
    @rule(which=whiches, balances=marks, reason=reasons)
    def correct(self, which, balances, reason) -> None:
        if table := pick(Table.objects.select_related("round__tournament"), which):
            self.balance(table, balances, reason)

    def balance(self, table: Table, balances: tuple[int, ...], reason: str) -> None:
        replaces = list(SheetTotal.objects.filter(seat__table=table, current=True).values_list("pk", flat=True))
        asked = {"balances": dict(enumerate(balances)), "replaces": replaces, "key": self.key(), "reason": reason}
        tournament = table.round.of_tournament
        self.corrected(tournament, reason, lambda **said: record_balances(table=table, **asked, **said), [table])

    @when_there_is(Tournament)
    @rule(which=whiches, whom=whiches, points=st.sampled_from([-20, -10, 0, None]), reason=reasons)
    def penalise(self, which, whom, points, reason) -> None:
        """Points, a warning, or None to exclude him."""
        tournament = self.tournament(which)
        if tournament is None or (registration := pick(tournament.registrations.all(), whom)) is None:
            return
        asked = {"registration": registration, "kind": PenaltyKind.objects.get(code="retard-x")}
        asked |= {"points": points or 0, "sanction": Sanction.EXCLUSION if points is None else ""}
        asked |= {"target": PenaltyTarget.PLAYER, "reason": "dit", "key": self.key(), "tournament": tournament}
        self.corrected(tournament, reason, lambda **said: give_penalty(**asked, **said))

    @when_there_is(Penalty)
    @rule(which=whiches, reason=reasons)
    def forgive(self, which, reason) -> None:
        if penalty := pick(Penalty.objects.select_related("kind", "registration__player", "tournament"), which):
            asked = {"penalty": penalty, "reason": "erreur"}
            self.corrected(penalty.tournament, reason, lambda **said: cancel_penalty(**asked, **said))

    def corrected(
        self, tournament: Tournament, reason: str, do: Callable[..., Any], tables: Collection[Table] = ()
    ) -> None:
        """Do something in a tournament; in one that is over as a correction."""
        asked = {"tournament": tournament, "subject": "", "reason": reason, "tables": tables}
        self.act(lambda **said: correct_after_end(act=lambda: do(**said), **asked, **said))

    @when_there_is(Tournament)
    @rule(which=whiches, do=st.sampled_from([finish, finish, archive, take_out, reopen]), reason=reasons)
    def end_or_open(self, which, do, reason) -> None:
        if tournament := self.tournament(which):
            self.act(do, tournament=tournament, **({"reason": reason} if do is reopen else {}))

    @when_there_is(Tournament)
    @rule(which=whiches, to=st.sampled_from([-1, 0, 0, 1]), is_trial=seldom, day=days)
    def move(self, which, to, is_trial, day) -> None:
        """To no season, to ours, to the other club's; to another day; to a trial that counts nowhere, and back."""
        if tournament := self.tournament(which):
            season = None if to < 0 else Season.objects.order_by("pk")[to]
            changes = {"season": season, "is_trial": is_trial, "date": self.day(day)}
            self.act(change_settings, tournament=tournament, settings=replace(Settings.of(tournament), **changes))

    @when_there_is(Tournament)
    @rule(which=whiches)
    def delete(self, which) -> None:
        if tournament := self.tournament(which):
            self.act(delete_tournament, tournament=tournament, seen=deleting_tournament(tournament).seen)

    def tournament(self, which: int) -> Tournament | None:
        return pick(Tournament.objects.select_related("club", "season"), which)

    def day(self, number: int) -> Any:
        return self.world.season.starts_on + timedelta(days=number)

    # Leagues

    @rule(
        which=whiches,
        facts=rules,
        has_final=st.sampled_from([True, True, False]),
        final=whiches,
        reason=reasons,
        weights=st.lists(st.sampled_from([100, 0, 50, 150, 200]), max_size=3),
        chosen=seldom,
        since=st.none() | days,
    )
    def compose(self, which, facts, has_final, final, reason, weights=(), chosen=False, since=None) -> None:
        """A rule for all evenings, or for those since a day, of which the latest have these weights."""
        if league := self.league(which):
            latest = self.world.season.tournaments.order_by("-pk").values_list("pk", flat=True)[: len(weights)]
            first = None if since is None else self.day(since)
            weighed = tuple(sorted(zip(latest, weights, strict=False)))
            facts = replace(facts, weights=weighed, only_chosen=chosen, starts_on=first)
            chosen = self.tournament(final) if has_final else None
            self.act(change_league, league=league, facts=LeagueFacts(league.name, facts), reason=reason)
            if chosen:
                cut = Cut(first=2, carried=min(50 * len(facts.ties), 100))
                self.act(announce_final, league=self.league(which), cut=cut, final=chosen, reason=reason)

    @precondition(lambda self: len(self.rows[League]) < MOST_LEAGUES)
    @rule(facts=rules)
    def add_league(self, facts) -> None:
        self.act(create_league, season=self.world.season, facts=LeagueFacts(f"Challenge {self.acts}", facts))

    @rule(which=whiches, really=seldom)
    def drop_league(self, which, really) -> None:
        league = self.league(which)
        if really and league:
            self.act(delete_league, league=league, seen=deleting_league(league).seen)

    @rule(which=whiches)
    def invite(self, which) -> None:
        if league := self.league(which):
            self.act(invite_season, league=league, season=Season.objects.exclude(pk=league.season_id).get())

    @when_there_is(LeagueGuest)
    @rule(which=whiches, agrees=st.sampled_from([True, True, False]))
    def answer(self, which, agrees) -> None:
        if guest := pick(LeagueGuest.objects.select_related("league__season__club", "season__club"), which):
            self.act(answer_invitation, guest=guest, agrees=agrees)

    @when_there_is(SheetTotal)
    @rule(which=whiches)
    def publish(self, which) -> None:
        if league := self.league(which):
            self.act(publish_league, league=league, key=self.key())

    @rule(which=whiches, whom=whiches, declines=st.sampled_from([True, True, False]))
    def decline(self, which, whom, declines) -> None:
        player = pick(Player.objects.all(), whom)
        if row := pick(Qualifying.objects.select_related(*ROWS), which):
            self.act(decline_final, row=row, player=player, declines=declines)

    @precondition(lambda self: any(row["final_id"] for row in self.rows[Qualifying].values()))
    @rule(which=whiches)
    def go_to_the_final(self, which) -> None:
        if row := pick(Qualifying.objects.filter(final__isnull=False).select_related("final"), which):
            self.act(enter_qualified, final=row.final)

    def league(self, which: int) -> League | None:
        return pick(League.objects.select_related("season__club", "series"), which)

    # People

    @property
    def people(self) -> list[Player]:
        """Nine people, of the club on the first day: who was merged into another is the other."""
        found = list(Player.objects.select_related("club").order_by("pk")[:9])
        return [found[one % len(found)] for one in range(9)]

    @rule(which=orders, reason=reasons)
    def merge(self, which, reason) -> None:
        """Two licences cannot be one person: the other has lost his first."""
        keep, drop = (self.people[index] for index in which[:2])
        if len(set(self.people)) > FEWEST and keep != drop:
            Player.objects.filter(pk=drop.pk).update(licence="")
            drop.licence, self.rows = "", rows(KEPT)
            seen = merging_players(keep, drop, self.world.by).seen
            if self.act(merge_players, keep=keep, drop=drop, reason=reason, seen=seen):
                self.are_one(keep, drop)

    @when_there_is(Tournament)
    @rule(which=whiches, whom=whiches, status=st.sampled_from(Status.values))
    def point(self, which, whom, status) -> None:
        """Who leaves stays ranked with what he has, by the rule of these evenings."""
        if tournament := self.tournament(which):
            whom = [pick(tournament.registrations.all(), whom).pk] if tournament.registrations.exists() else []
            self.act(set_status, tournament=tournament, registrations=whom, status=status)

    # The rating

    @rule(stops=seldom, since=days, frozen=seldom, last=days)
    def rate(self, stops, since, frozen, last) -> None:
        asked = {"since": None if stops else self.day(since), "frozen_on": self.day(last) if frozen else None}
        self.act(set_rating, club=self.world.club, **asked)
        self.count_it()

    @when_there_is(ClubRating)
    @rule()
    def count_it(self) -> None:
        def counts(**said: Any) -> None:
            job = jobs.claim(job_id=ask_count(club=self.world.club, **said).pk, worker="test", at=self.now)
            if job is not None:  # the one that was asked for is done
                assert jobs.finish(job=job, result=count_rating(job, JobMonitor(job, now=lambda: self.now)), at=NOW)

        self.act(counts, again=False)
        self.different |= {Rating}


def a_year() -> World:
    """
    Return a club with nine people and its season, and another club with its season: two of the nine are its members,
    a tenth, whose file it keeps, is known to both, and of the third of the nine it keeps a file too.
    """
    world = a_world()
    world.tournament.registrations.all().delete()
    world.tournament.delete()
    world.another_player()
    PenaltyKind.objects.create(club=world.club, code="retard-x", name="Retard")
    there = SeasonFactory(name="2026-2027").club
    for player in world.club.players[:2]:
        Membership.objects.create(club=there, player=player)
    receive(world.club, [PlayerFactory(club=there, last_name="VOISIN", first_name="Ada", licence="V1")])
    PlayerFactory(club=there, last_name="NOM3", first_name="Ada", licence="")
    return world


@pytest.mark.django_db
def test_one_season_of_two_clubs_keeps_what_must_always_hold() -> None:
    """What chance may leave out of a short run: a guest becomes a member, and his file is handed over and back."""
    season = AnySeason(a_year())
    him, them = {"whom": 2, "is_here": False}, {"whom": 2, "is_here": True}
    proposed = {"phone": "own", "phone_consent": True, "public_name": "Le Petit"}
    done, refused = True, False
    steps = [
        (done, lambda: season.announce(day=200, apart=True)),
        (done, lambda: season.come_from_home(**him)),
        (done, lambda: season.come_to_the_door(which=0, whom=3, is_new=False)),
        (done, lambda: season.come_to_the_door(which=0, whom=0, is_new=True)),
        (refused, lambda: season.write_of_him(**him, said=proposed)),
        (done, lambda: season.ask(**him)),
        (refused, lambda: season.answer_who_asks(which=0, who="there", accepted=True)),
        (refused, lambda: season.answer_who_asks(which=0, who="by his evening's link", accepted=True)),
        (done, lambda: season.answer_who_asks(which=0, who="himself", accepted=True)),
        (done, lambda: season.write_of_him(**him, said=proposed)),
        (refused, lambda: season.answer_what_is_proposed(which=0, who="there", accepted=True)),
        (done, lambda: season.answer_what_is_proposed(which=0, who="here", accepted=True)),
        (done, lambda: season.hide(**him)),
        (done, lambda: season.agree(whom=2, agrees=True, who="here")),
        (done, lambda: season.take_the_fees(is_here=False)),
        (refused, lambda: season.give_links(which=2)),
        (done, lambda: season.withdraw_of_the_evening(which=2, of_all=False)),
        (refused, lambda: season.give_links(which=2)),
        (done, lambda: season.withdraw_of_the_evening(which=0, of_all=True)),
        (refused, lambda: season.withdraw_the_personal_one(whom=2, who="there")),
        (refused, lambda: season.withdraw_the_personal_one(whom=2, who="by his evening's link")),
        (done, lambda: season.withdraw_the_personal_one(whom=2, who="here")),
        (refused, lambda: season.give_links(which=2)),
        (done, lambda: season.leave_the_club(whom=0, is_here=False)),
        (done, lambda: season.leave_the_club(**them)),
        (done, lambda: season.ask(**them)),
        (refused, season.two_weeks_pass),
        (done, lambda: season.ask(**them)),
        (refused, lambda: season.name_another_keeper(which=0, by_the_site=True)),
        (refused, season.two_weeks_pass),
        (refused, lambda: season.name_another_keeper(which=0, by_the_site=False)),
        (done, lambda: season.name_another_keeper(which=0, by_the_site=True)),
    ]
    play(season, steps)


@pytest.mark.django_db
def test_two_files_of_one_person_are_one_line_of_a_league_while_they_are_linked() -> None:
    season = AnySeason(a_year())
    said, evening = {"which": 0}, {"day": 90, "who": range(9), "first": (10, 0, 30, -40), "second": (0, 0, 0, 0)}
    done, refused = True, False

    def lines(of: int) -> None:
        league = season.league(len(season.rows[League]) - 1)
        found = [line.player_id for line in league_standings(league).lines]
        assert len({season.person(2).pk, season.twin}.intersection(found)) == of

    steps = [
        (done, lambda: season.hold(**evening, apart=False, is_over=True)),
        (done, lambda: season.hold(**evening, apart=True, is_over=True)),
        (done, lambda: season.invite(which=1)),
        (done, lambda: season.answer(**said, agrees=True)),
        (refused, lambda: lines(of=2)),
        (refused, lambda: season.give_a_code(whom=TWIN, who="here")),
        (done, lambda: season.give_a_code(whom=TWIN, who="there")),
        (refused, lambda: season.type_the_code(whom=2, who="there")),
        (done, lambda: season.type_the_code(whom=2, who="here")),
        (refused, lambda: lines(of=1)),
        (done, lambda: season.undo_the_link(whom=TWIN, who="himself")),
        (refused, lambda: lines(of=2)),
    ]
    play(season, steps)


def play(season: AnySeason, steps: Sequence[tuple[bool, Callable[[], None]]]) -> None:
    """Do these steps, each of which writes something, or nothing."""
    try:
        for number, (writes, step) in enumerate(steps):
            before = season.rows
            step()
            assert (season.rows != before) == writes, number
            season.all_is_recounted()
    finally:
        season.teardown()


@pytest.mark.slow
@pytest.mark.django_db
def test_any_season_keeps_what_must_always_hold() -> None:
    year = a_year()
    play_a_few(lambda: AnySeason(year))
