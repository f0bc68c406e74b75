"""A demonstration club, made by the same services as a real one: the same seed gives the same club."""

import uuid
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from scoring.labels import CalledWhen, CallOutcome, Outcome, PenaltyTarget, Sanction
from scoring.marque import FFT_2012, Camp, Chelem, Contract, Facts, Poignee, PoigneeSize, Variant
from scoring.marque.feasible import exact_counts
from scoring.models import PenaltyKind
from scoring.services.decisions.calls import record_chelem_call
from scoring.services.decisions.penalties import give_penalty
from scoring.services.rules.catalogues import FaultFacts, open_edition
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from tarot_club.demo.cast import cast
from tarot_club.demo.season import THERE, play_season
from tournaments.labels import Group, PaymentMethod, PrizeGroup, RateCode, RoleName, Status
from tournaments.models import Account, Club, Player, Season, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Monitor, Remainder
from tournaments.services.clubs.clubs import SeasonFacts, create_club, create_season
from tournaments.services.clubs.pages import change_club_page
from tournaments.services.clubs.series import SeriesFacts, create_series
from tournaments.services.draws import requests
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.evening import tournaments
from tournaments.services.money import rates
from tournaments.services.money.payments import take_payment
from tournaments.services.money.prize_checks import PrizeFacts
from tournaments.services.money.prizes import set_prizes
from tournaments.services.people.appointments import appoint
from tournaments.services.people.players import add_player
from tournaments.services.people.registrations import register
from tournaments.services.work import jobs

# A demonstration's logins are printed and known to all: nothing real may be kept in its club.
PASSWORD = "tarot-demo"  # noqa: S105
DEMO_LOGINS: list[tuple[str, str]] = [("organisateur", PASSWORD), ("arbitre", PASSWORD), ("joueur", PASSWORD)]

CLUB = "Tarot Club de la Rivière"
PLAYERS = 64
ROUNDS = 4
DONNES = 3
# Tables of the third position of the evening under way: how many of their donnes are entered, in turn.
UNDER_WAY = (3, 2, 1, 3, 1, 0, 2, 2)

RATES = (rates.RateFacts("Adhérent", 500, RateCode.MEMBER), rates.RateFacts("Visiteur", 800, RateCode.VISITOR))
PAID, OWE = 12, 4  # of those who are there; of the others the rate is not said yet
PRIZES = (
    *(PrizeFacts(place=place, percent=percent) for place, percent in ((1, 30), (2, 20), (3, 10))),
    PrizeFacts(Group.VETERANS, lot="un bouquet"),
    PrizeFacts(PrizeGroup.LAST, lot="une lanterne rouge"),
)


def build_demo(*, seed: int = 1, at: datetime, players: int = PLAYERS) -> list[tuple[str, str]]:
    """
    Build the club, its season, a finished tournament and one that is half played, and return the logins.

    All or nothing. Raises Refusal when a club of that name is there already.
    """
    with transaction.atomic():
        if Club.objects.filter(name=CLUB).exists():
            raise Refusal(f"Le club « {CLUB} » existe déjà : la démonstration est déjà construite.", code="club_exists")
        _Demo(Random(seed), at, players).build()  # noqa: S311 - a demonstration to be repeated, not a secret
    return DEMO_LOGINS


@dataclass
class _Demo:
    rng: Random
    at: datetime
    players: int
    accounts: dict[str, Account] = field(default_factory=dict)

    def build(self) -> None:
        password = make_password(PASSWORD)  # once: hashing three times would cost a second of the start
        for (name, _word), (first, last) in zip(
            DEMO_LOGINS, (("Odile", "Lacombe"), ("Marc", "Delmas"), ("", "")), strict=True
        ):
            self.accounts[name] = Account.objects.create(
                username=name, first_name=first, last_name=last, password=password
            )
        organiser, arbiter = self.accounts["organisateur"], self.accounts["arbitre"]
        club = create_club(name=CLUB, town="Pont-sur-Rivière", organiser=organiser, by=organiser, at=self.at)
        self._club_page(club)
        appoint(club=club, account=arbiter, role=RoleName.ARBITER, by=organiser, at=self.at)
        players = [
            add_player(club=club, facts=facts, by=organiser, at=self.at - timedelta(days=60))
            for facts in cast(self.players, self.rng)
        ]
        self.accounts["joueur"].player = players[0]
        self.accounts["joueur"].save(update_fields=["player"])
        season = self._season(club)
        today = timezone.localtime(self.at)
        past = today - timedelta(days=21)
        self._finished(self._tournament(club, season, "Grand Prix de la Rivière", past, players), past)
        self._half_played(self._tournament(club, season, "Soirée du club", today, players), today)
        if len(players) >= THERE:
            play_season(club, players, season.starts_on.year, rng=self.rng, by=organiser, at=self.at)

    def _club_page(self, club: Club) -> None:
        """Say where and when the club plays: the week after the evening under way, and on from there."""
        by, day = self.accounts["organisateur"], timezone.localtime(self.at).date() + timedelta(days=7)
        change_club_page(club=club, hall="Salle des fêtes", hours="20 h 30, portes à 20 h", by=by, at=self.at)
        facts = SeriesFacts("La soirée du club", day, starts_at=time(20, 30))
        create_series(club=club, facts=facts, by=by, at=self.at)

    def _season(self, club: Club) -> Season:
        day = timezone.localtime(self.at).date()
        year = day.year if day.month >= 9 else day.year - 1
        facts = SeasonFacts(f"{year}-{year + 1}", date(year, 9, 1), date(year + 1, 8, 31))
        return create_season(club=club, facts=facts, by=self.accounts["organisateur"], at=self.at)

    def _tournament(self, club: Club, season: Season, name: str, when: datetime, players: list[Player]) -> Tournament:
        """Return a tournament with everybody present and its rotation published."""
        organiser = self.accounts["organisateur"]
        settings = tournaments.Settings(
            name=name,
            date=when.date(),
            starts_at=time(20, 30),
            season=season,
            remainder=Remainder.EXEMPT,
            rounds_planned=ROUNDS,
            donnes_per_round=DONNES,
            seed=self.rng.randrange(1, 10_000),
        )
        tournament = tournaments.create_tournament(club=club, settings=settings, by=organiser, at=when)
        arrivals = self.rng.sample(players, len(players))
        register(
            tournament=tournament,
            players=arrivals,
            status=Status.PRESENT,
            by=organiser,
            at=when,
            is_order_of_arrival=True,
        )
        draw = requests.ask_draw(
            tournament=tournament, remainder=Remainder.EXEMPT, seed=settings.seed, by=organiser, at=when
        )
        assert draw.job is not None
        job = jobs.claim(job_id=draw.job.pk, worker="demo", at=when)
        assert job is not None, "nobody else can have taken a job that is not committed"
        requests.finish_draw(job=job, result=requests.compute_draw(job, Monitor()), at=when)
        return publish_draw(draw=draw, by=organiser, at=when)

    def _finished(self, tournament: Tournament, when: datetime) -> None:
        rounds = _tables(tournament)
        for number, tables in enumerate(rounds, 1):
            for table in tables:
                self._play(table, when, called=(number, table.number) == (2, 3))
        self._correct(rounds[0][2], when)
        self._penalties(tournament, rounds[3][-1], when)
        tournaments.finish(tournament=tournament, by=self.accounts["organisateur"], at=when)

    def _half_played(self, tournament: Tournament, when: datetime) -> None:
        rounds = _tables(tournament)
        for table in (*rounds[0], *rounds[1]):
            self._play(table, when)
        for index, table in enumerate(rounds[2]):
            self._play(table, when, donnes=UNDER_WAY[index % len(UNDER_WAY)])
        self._money(tournament, when)

    def _money(self, tournament: Tournament, when: datetime) -> None:
        """Write the rates and the prizes of an evening down, and let the first who came pay."""
        by = self.accounts["organisateur"]
        member, visitor = rates.set_rates(tournament=tournament, rates=RATES, by=by, at=when)
        for index, entry in enumerate(tournament.registrations.all()[: PAID + OWE]):
            rate = visitor if index % 5 == 4 else member
            rates.give_rate(tournament=tournament, registration=entry.pk, rate=rate.pk, by=by, at=when)
            if index < PAID:
                method = PaymentMethod.CARD if index % 4 == 3 else PaymentMethod.CASH
                take_payment(
                    tournament=tournament, registration=entry.pk, method=method, key=self._key(), by=by, at=when
                )
        set_prizes(tournament=tournament, prizes=PRIZES, one_each=True, club_adds=0, by=by, at=when)

    def _play(self, table: Table, when: datetime, *, donnes: int = DONNES, called: bool = False) -> None:
        """Enter so many donnes at a table (a void one is played again) and close its sheet when all are there."""
        number = played = 0
        while played < donnes:
            number += 1
            entry = plausible(self.rng)
            if called and number == 1:
                entry = chelem(taker=2)
                self._call(table, when)
            self._record(table, number, entry, when)
            played += isinstance(entry, Facts)
        if donnes == DONNES:
            close_sheet(table=table, by=self.accounts["arbitre"], at=when)

    def _record(
        self,
        table: Table,
        number: int,
        entry: Facts | Outcome,
        when: datetime,
        *,
        replaces: int | None = None,
        reason: str = "",
    ) -> None:
        sent = SentDonne(table, number, entry, self._key(), self.accounts["arbitre"], when)
        record_donne(replace(sent, replaces=replaces, reason=reason, confirmed=None))

    def _call(self, table: Table, when: datetime) -> None:
        record_chelem_call(
            table=table,
            number=1,
            caller=table.seats.get(chair=2),
            announced=CalledWhen.BEFORE_CARD,
            outcome=CallOutcome.PENDING,
            key=self._key(),
            by=self.accounts["arbitre"],
            at=when,
        )

    def _correct(self, table: Table, when: datetime) -> None:
        """Correct the last donne of a closed sheet, as an arbiter does when a player shows that it is wrong."""
        arbiter = self.accounts["arbitre"]
        line = table.lines.filter(current=True, outcome=Outcome.PLAYED).select_related("taker", "partner").last()
        assert line is not None, "a closed sheet has a played donne"
        facts = line.facts._replace(taker=(line.attacker.chair_index + 1) % CHAIRS, poignees=())
        reopen_sheet(table=table, reason="preneur mal relevé, signalé par Nord", by=arbiter, at=when)
        self._record(table, line.number, facts, when, replaces=line.pk, reason="le preneur était le joueur suivant")
        close_sheet(table=table, by=arbiter, at=when)

    def _penalties(self, tournament: Tournament, table: Table, when: datetime) -> None:
        """Warn a table, and take points from a player."""
        arbiter = self.accounts["arbitre"]
        faults = (
            FaultFacts("Retard à la table", "retard", sanction=Sanction.WARNING),
            FaultFacts("Retard à la table", "retard", step=2, sanction=Sanction.POINTS, points=-20),
            FaultFacts("Renonce non rectifiée", "renonce", sanction=Sanction.POINTS, points=-20),
        )
        edition = open_edition(
            club=tournament.club, valid_from=tournament.date, faults=faults, by=self.accounts["organisateur"], at=when
        )
        warning, points = (edition.kinds.get(code=code, step=1) for code in ("retard", "renonce"))
        late = tournament.registrations.order_by("start_number")[9]
        penalties: tuple[tuple[PenaltyKind, dict[str, Any], str], ...] = (
            (warning, {"target": PenaltyTarget.TABLE, "table": table}, "table en retard à l’appel de la 4e position"),
            (points, {"target": PenaltyTarget.PLAYER, "registration": late}, "renonce vue après la donne"),
        )
        for kind, falls_on, reason in penalties:
            give_penalty(
                tournament=tournament,
                kind=kind,
                points=kind.points or 0,
                reason=reason,
                key=self._key(),
                by=arbiter,
                at=when,
                **falls_on,
            )

    def _key(self) -> uuid.UUID:
        return uuid.UUID(int=self.rng.getrandbits(128), version=4)


def _tables(tournament: Tournament) -> list[list[Table]]:
    """Return the tables of each round, in order."""
    rounds = tournament.rounds.order_by("number")
    return [list(each.tables.select_related("round__tournament").order_by("number")) for each in rounds]


CONTRACTS = {
    Contract.PRISE: 24,
    Contract.GARDE: 58,
    Contract.GARDE_SANS: 13,
    Contract.GARDE_CONTRE: 5,
}
BOUTS = {0: 6, 1: 36, 2: 43, 3: 15}
VOIDS = {Outcome.PASSED: 6, Outcome.PETIT_SEC: 2, Outcome.MISDEAL: 1}
CHAIRS = 4


def plausible(rng: Random) -> Facts | Outcome:
    """Return the facts of a played donne at a table of four, or now and then why one was not played."""
    if rng.random() < 0.03:
        return rng.choices(list(VOIDS), list(VOIDS.values()))[0]
    taker = rng.randrange(CHAIRS)
    contract = rng.choices(list(CONTRACTS), list(CONTRACTS.values()))[0]
    bouts = rng.choices(list(BOUTS), list(BOUTS.values()))[0]
    camps = [camp for camp, without in ((Camp.ATTAQUE, 0), (Camp.DEFENSE, 3)) if bouts != without]
    return Facts(
        taker=taker,
        contract=contract,
        bouts=bouts,
        half_points=_half_points(rng, contract, bouts),
        petit_au_bout=rng.choice(camps) if rng.random() < 0.1 else None,
        poignees=(Poignee(rng.randrange(CHAIRS), PoigneeSize.SIMPLE),) if rng.random() < 0.12 else (),
    )


def chelem(taker: int) -> Facts:
    """Return a garde whose taker announced the chelem and won every card."""
    return Facts(
        taker=taker,
        contract=Contract.GARDE,
        bouts=3,
        half_points=182,
        petit_au_bout=Camp.ATTAQUE,
        chelem=Chelem(announced=True, made=Camp.ATTAQUE),
    )


def _half_points(rng: Random, contract: Contract, bouts: int) -> int:
    """Return a count in half-points that the cards allow, near what the contract asks for, more often above."""
    aimed = FFT_2012.required[bouts] + rng.gauss(5, 14)
    possible = exact_counts(Variant.FOUR, contract, bouts, None)
    return min(possible, key=lambda count: (abs(count - aimed), count))
