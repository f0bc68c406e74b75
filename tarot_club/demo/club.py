"""A demonstration club, made by the same services as a real one. The same seed gives the same club."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import PenaltyKind
from scoring.services.boards import deal_boards
from scoring.services.decisions.penalties import give_penalty
from scoring.services.rules.catalogues import FaultFacts, open_edition
from tarot_club.demo.cast import cast
from tarot_club.demo.championship import open_championship, open_final_of_teams
from tarot_club.demo.committee import join_a_committee
from tarot_club.demo.playing import PlayedEvening, tables_of
from tarot_club.demo.season import THERE, play_season
from tarot_club.demo.year import call_an_evening_off, count_a_term, leave_and_come_back, renew
from tournaments.comparison import Method
from tournaments.labels import Group, PaymentMethod, PrizeGroup, RateCode, RoleName, Status
from tournaments.models import Account, Club, Player, Season, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services.clubs.clubs import SeasonFacts, create_club, create_season
from tournaments.services.clubs.pages import change_club_page
from tournaments.services.clubs.series import SeriesFacts, create_series
from tournaments.services.draws.matches import close_line_ups, draw_matches, publish_matches
from tournaments.services.evening import tournaments
from tournaments.services.evening.settings import Settings
from tournaments.services.money import rates
from tournaments.services.money.payments import take_payment
from tournaments.services.money.prize_checks import PrizeFacts
from tournaments.services.money.prizes import set_prizes
from tournaments.services.people.appointments import appoint
from tournaments.services.people.players import add_player
from tournaments.services.people.registrations import register
from tournaments.services.people.teams import make_team

# A demonstration's logins are printed and known to all: nothing real may be kept in its club.
PASSWORD = "tarot-demo"  # noqa: S105
DEMO_LOGINS: list[tuple[str, str]] = [(name, PASSWORD) for name in ("organisateur", "arbitre", "joueur", "comite")]

CLUB = "Tarot Club de la Rivière"
PLAYERS = 64
ROUNDS = 4
DONNES = 3
IN_DUPLICATE = 40
BY_RANK = {"compared_by": Method.MATCHPOINTS, "void_donnes_count": True}
AT_TABLE = 4
BY_MATCHES: dict[str, Any] = {"plays_matches": True, "compared_by": Method.MEAN, "void_donnes_count": True}
BY_MATCHES |= {"team_size": AT_TABLE, "rounds_planned": 3, "donnes_per_round": 2}
TEAMS = (
    *("Les Atouts", "Les Bouts", "Les Cavaliers", "Les Excuses", "Les Gardes", "Les Levées", "Le Petit au bout"),
    *("Les Poignées", "Les Preneurs", "Les Rois", "Les Roseaux", "Les Saules", "Les Vétérans", "Le Vingt-et-un"),
    *("Le Chelem", "Les Dames de pique"),
)
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
    Make the club: a season, a finished tournament, a duplicate, quadrettes, an evening half played, finals to come;
    and its comité, with a small club beside it.

    Return the logins as (name, password). All or nothing. Raises Refusal when a club of that name exists.
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

    @property
    def evening(self) -> PlayedEvening:
        return PlayedEvening(self.rng, self.accounts["organisateur"], self.accounts["arbitre"])

    def _joined(self, place: int) -> date | None:
        """Return since when one of the people is a member: one of twelve is new (None), the others for some years."""
        return date(self.at.year - 2 - place % 9, 9, 15) if place % 12 else None

    def build(self) -> None:
        password = make_password(PASSWORD)  # once: hashing three times would cost a second of the start
        for (name, _word), (first, last) in zip(
            DEMO_LOGINS, (("Odile", "Lacombe"), ("Marc", "Delmas"), ("", ""), ("Colette", "Marchand")), strict=True
        ):
            self.accounts[name] = Account.objects.create(
                username=name, first_name=first, last_name=last, password=password
            )
        organiser, arbiter = self.accounts["organisateur"], self.accounts["arbitre"]
        club = create_club(name=CLUB, town="Pont-sur-Rivière", organiser=organiser, by=organiser, at=self.at)
        self._club_page(club)
        appoint(club=club, account=arbiter, role=RoleName.ARBITER, by=organiser, at=self.at)
        players = [
            add_player(club=club, facts=facts, since=self._joined(place), by=organiser, at=self.at - timedelta(days=60))
            for place, facts in enumerate(cast(self.players, self.rng))
        ]
        self.accounts["joueur"].player = players[0]
        self.accounts["joueur"].save(update_fields=["player"])
        season = self._season(club)
        today = timezone.localtime(self.at)
        past = today - timedelta(days=21)
        self._finished(self._tournament(club, season, "Grand Prix de la Rivière", past, players), past)
        self._half_played(self._tournament(club, season, "Soirée du club", today, players), today)
        if len(players) >= IN_DUPLICATE:
            self._duplicate(club, season, today - timedelta(days=14), self.rng.sample(players, IN_DUPLICATE))
            quadrettes = self._quadrettes(club, season, today - timedelta(days=7), players[: AT_TABLE * len(TEAMS)])
        if len(players) >= THERE:
            before = play_season(club, players, season.starts_on.year, rng=self.rng, by=organiser, at=self.at)
            count_a_term(before, self.evening, self.at)
            said: dict[str, Any] = {"rng": self.rng, "by": organiser, "at": today}
            open_championship(club, season, players, **said)
            open_final_of_teams(club, season, quadrettes, BY_MATCHES, **said)
        leave_and_come_back(club, season, self.evening, self.at)
        renew(season, self.evening, self.at)
        call_an_evening_off(club, season, today.date() + timedelta(days=10), self.evening, self.at)
        join_a_committee(club, season, self.accounts["comite"], self.evening, self.at)

    def _club_page(self, club: Club) -> None:
        """Write when and where the club plays: each week after the evening that is running."""
        by, day = self.accounts["organisateur"], timezone.localtime(self.at).date() + timedelta(days=7)
        change_club_page(
            club=club,
            hall="Salle des fêtes",
            hours="20 h 30, portes à 20 h",
            welcome="Tout le monde, licencié ou non, débutants compris. Les cartes et le café sont sur place.",
            by=by,
            at=self.at,
        )
        facts = SeriesFacts("La soirée du club", day, starts_at=time(20, 30))
        create_series(club=club, facts=facts, by=by, at=self.at)

    def _season(self, club: Club) -> Season:
        day = timezone.localtime(self.at).date()
        year = day.year if day.month >= 9 else day.year - 1
        facts = SeasonFacts(f"{year}-{year + 1}", date(year, 9, 1), date(year + 1, 8, 31))
        return create_season(club=club, facts=facts, by=self.accounts["organisateur"], at=self.at)

    def _tournament(
        self, club: Club, season: Season, name: str, when: datetime, players: list[Player], **formula: Any
    ) -> Tournament:
        """Return a tournament where everybody is present and the rotation is published."""
        tournament = self._opened(club, season, name, when, players, **formula)
        return self.evening.draw(tournament, seed=tournament.seed, at=when)

    def _opened(
        self, club: Club, season: Season, name: str, when: datetime, players: list[Player], **formula: Any
    ) -> Tournament:
        """Return a tournament where everybody is present and nothing is drawn."""
        organiser = self.accounts["organisateur"]
        settings = Settings(
            name=name,
            date=when.date(),
            starts_at=time(20, 30),
            season=season,
            remainder=Remainder.EXEMPT,
            rounds_planned=ROUNDS,
            donnes_per_round=DONNES,
            seed=self.rng.randrange(1, 10_000),
        )
        settings = replace(settings, **formula)
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
        return tournament

    def _finished(self, tournament: Tournament, when: datetime) -> None:
        rounds = tables_of(tournament)
        for number, tables in enumerate(rounds, 1):
            for table in tables:
                self.evening.play(table, when, donnes=DONNES, called=(number, table.number) == (2, 3))
        self.evening.correct(rounds[0][2], when)
        self._penalties(tournament, rounds[3][-1], when)
        tournaments.finish(tournament=tournament, by=self.accounts["organisateur"], at=when)

    def _duplicate(self, club: Club, season: Season, when: datetime, players: list[Player]) -> None:
        """Play a duplicate whose étuis the product dealt."""
        tournament = self._tournament(club, season, "Dimanche en duplicate", when, players, **BY_RANK)
        deal_boards(tournament=tournament, keeps_petit_sec=False, by=self.accounts["organisateur"], at=when)
        for tables in tables_of(tournament):
            self.evening.play_boards(tables, when)
        tournaments.finish(tournament=tournament, by=self.accounts["organisateur"], at=when)

    def _quadrettes(self, club: Club, season: Season, when: datetime, players: list[Player]) -> Tournament:
        """Play a championship of teams of four by matches, every team with the usual line-ups."""
        said: dict[str, Any] = {"by": self.accounts["organisateur"], "at": when}
        tournament = self._opened(club, season, "Championnat de quadrettes", when, players, **BY_MATCHES)
        entries = list(tournament.registrations.values_list("pk", flat=True))
        for name, first in zip(TEAMS, range(0, len(entries), AT_TABLE), strict=False):
            members, key = entries[first : first + AT_TABLE], self.evening.key()
            make_team(tournament=tournament, name=name, members=members, captain=members[0], key=key, **said)
        draw_matches(tournament=tournament, by_standings=False, **said)
        for number in range(1, tournament.rounds_planned + 1):
            close_line_ups(tournament=tournament, number=number, **said)
            publish_matches(tournament=tournament, number=number, **said)
            self.evening.play_boards(tables_of(tournament)[-1], when, taker=0)
        return tournaments.finish(tournament=tournament, **said)

    def _half_played(self, tournament: Tournament, when: datetime) -> None:
        rounds = tables_of(tournament)
        for table in (*rounds[0], *rounds[1]):
            self.evening.play(table, when, donnes=DONNES)
        for index, table in enumerate(rounds[2]):
            donnes = UNDER_WAY[index % len(UNDER_WAY)]
            self.evening.play(table, when, donnes=donnes, closes=donnes == DONNES)
        self._money(tournament, when)

    def _money(self, tournament: Tournament, when: datetime) -> None:
        """Write the rates and the prizes of an evening, and payments of the first who came."""
        by = self.accounts["organisateur"]
        member, visitor = rates.set_rates(of=tournament, rates=RATES, by=by, at=when)
        for index, entry in enumerate(tournament.registrations.all()[: PAID + OWE]):
            rate = visitor if index % 5 == 4 else member
            rates.give_rate(tournament=tournament, registration=entry.pk, rate=rate.pk, by=by, at=when)
            if index < PAID:
                method = PaymentMethod.CARD if index % 4 == 3 else PaymentMethod.CASH
                take_payment(owed=entry, method=method, key=self.evening.key(), by=by, at=when)
        set_prizes(tournament=tournament, prizes=PRIZES, one_each=True, club_adds=0, by=by, at=when)

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
                key=self.evening.key(),
                by=arbiter,
                at=when,
                **falls_on,
            )
