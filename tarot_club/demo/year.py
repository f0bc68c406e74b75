"""What a season keeps beside its evenings, for the demonstration: fees, people who leave or come back, a term."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from tarot_club.demo.playing import PlayedEvening
from tournaments.labels import Category, EndReason, PaymentMethod, RateCode, TournamentState
from tournaments.models import Club, Payment, Season, Tournament
from tournaments.queries.money.fees import fees_owing
from tournaments.services.clubs.leagues import LeagueFacts, create_league
from tournaments.services.evening import tournaments
from tournaments.services.evening.calling_off import call_off
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import set_state
from tournaments.services.money.fees import owe_fees, take_fees
from tournaments.services.money.payments import give_back
from tournaments.services.money.rates import RateFacts, set_rates
from tournaments.services.people.members import end_membership
from tournaments.services.people.players import PlayerFacts, add_player, join_club
from tournaments.standings import LeagueRule

RATES = (
    RateFacts("Adulte", 3000, RateCode.ADULT),
    RateFacts("Couple, chacun", 2500, RateCode.COUPLE),
    RateFacts("Jeune", 1500, RateCode.YOUTH),
    RateFacts("Gratuit", 0, RateCode.FREE),
)
IN_PART, TOO_MUCH = 1000, 500  # cents: a first part of a fee; what is given back of an adult's for a couple's
OWE = 2  # who have paid nothing yet; one more has paid in part
METHODS = (PaymentMethod.CHEQUE, PaymentMethod.CASH, PaymentMethod.CHEQUE, PaymentMethod.TRANSFER, PaymentMethod.CARD)
STOPPED = PlayerFacts("VAUTRIN", "Lucette", licence="9100101", category=Category.VETERAN, consent=True)
CAME_BACK = PlayerFacts("WEISS", "Armand", licence="9100202", category=Category.SENIOR, consent=True)
DOUBLE = 200  # how often an evening counts, in hundredths
CALLED_OFF = "La salle des fêtes est prise ce soir-là par le conseil municipal."


def leave_and_come_back(club: Club, season: Season, evening: PlayedEvening, at: datetime) -> None:
    """Add a member who did not renew, and one who stopped for a year and is a member again since this season."""
    by, first = evening.organiser, season.starts_on
    before = first.replace(year=first.year - 1)
    for facts, until in ((STOPPED, first - timedelta(days=1)), (CAME_BACK, before - timedelta(days=1))):
        player = add_player(club=club, facts=facts, since=before.replace(year=first.year - 4), by=by, at=at)
        end_membership(club=club, player=player, until=until, reason=EndReason.LAPSED, by=by, at=at)
    join_club(club=club, player=player, since=first, by=by, at=at)


def renew(season: Season, evening: PlayedEvening, at: datetime) -> None:
    """Let the members owe a season's fee, two of them as a couple, and nearly all of them pay it."""
    by = evening.organiser
    adult, couple, _young, free = set_rates(of=season, rates=RATES, by=by, at=at)
    owing = [player.pk for player in fees_owing(season)]
    owe_fees(season=season, players=owing[:-OWE], by=by, at=at)
    owe_fees(season=season, players=owing[:1], rate=free.pk, by=by, at=at)
    two = [player.pk for player in fees_owing(season).filter(rate_pk=adult.pk)[:2]]
    in_part, *others = [pk for pk in owing[1:-OWE] if pk not in two]
    _take(season, [in_part], PaymentMethod.CASH, evening, at, IN_PART)
    _take(season, [in_part], PaymentMethod.CASH, evening, at, IN_PART // 2)
    for place, method in enumerate(METHODS):
        _take(season, others[place :: len(METHODS)], method, evening, at)
    for payment in _take(season, two, PaymentMethod.CHEQUE, evening, at):
        reason, key = "Payé comme deux adultes : c’est un couple.", evening.key()
        give_back(payment=payment, amount=TOO_MUCH, reason=reason, method=PaymentMethod.CASH, key=key, by=by, at=at)
    owe_fees(season=season, players=two, rate=couple.pk, by=by, at=at)


def count_a_term(past: Season, evening: PlayedEvening, at: datetime) -> None:
    """Open a league of a season's first months, in which the last of their evenings counts double."""
    ends = date(past.starts_on.year, 12, 31)
    last = past.tournaments.filter(date__lte=ends).latest("date")
    facts = LeagueFacts("L’automne", LeagueRule(ends_on=ends, weights=((last.pk, DOUBLE),)))
    create_league(season=past, facts=facts, by=evening.organiser, at=at)


def call_an_evening_off(club: Club, season: Season, day: date, evening: PlayedEvening, at: datetime) -> Tournament:
    """Return an evening to come that was announced, and is called off."""
    by = evening.organiser
    settings = Settings(name="Soirée des débutants", date=day, starts_at=time(20, 30), season=season)
    tournament = tournaments.create_tournament(club=club, settings=settings, by=by, at=at)
    tournament = set_state(tournament=tournament, state=TournamentState.OPEN, by=by, at=at)
    return call_off(tournament=tournament, reason=CALLED_OFF, by=by, at=at)


def _take(
    season: Season,
    players: Sequence[int],
    method: PaymentMethod,
    evening: PlayedEvening,
    at: datetime,
    amount: int | None = None,
) -> tuple[Payment, ...]:
    """Return what these members (ids) pay today."""
    said: dict[str, Any] = {"method": method, "amount": amount, "key": evening.key(), "by": evening.organiser, "at": at}
    return take_fees(season=season, players=players, **said).payments
