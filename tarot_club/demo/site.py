"""A whole site of many clubs and years, made by the services: the installation of a comité after some time."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from random import Random

from django.db import transaction
from django.utils import timezone

from tarot_club.demo.events import bring, names, new_club, played_through, staff
from tarot_club.demo.playing import PlayedEvening
from tarot_club.demo.season import play_season
from tournaments.labels import PaymentMethod, RateCode
from tournaments.models import Club, Committee, Season
from tournaments.refusals import Refusal
from tournaments.seating import Monitor
from tournaments.services.clubs.clubs import SeasonFacts, create_season
from tournaments.services.clubs.committees import change_committee, create_committee
from tournaments.services.clubs.leagues import answer_invitation, invite_season
from tournaments.services.clubs.ratings import ask_count, count_rating, set_rating
from tournaments.services.evening.settings import Settings
from tournaments.services.money.fees import take_fees
from tournaments.services.money.rates import RateFacts, set_rates
from tournaments.services.people.players import join_club
from tournaments.services.work import jobs

COMMITTEE = "Comité des clubs engendrés"
EVENINGS = 3  # of a club in a year; its final is the fourth tournament
LEAST_PEOPLE, THERE = 16, 40  # of a club, and how many of them at most come in an evening
ROUNDS = 2
ALSO_ELSEWHERE = 20  # one of so many is a member of the next club too
FEES = (RateFacts("Adulte", 2000, RateCode.ADULT), RateFacts("Jeune", 1000, RateCode.YOUTH))


def generate_site(
    *, clubs: int, people: int, years: int, seed: int, at: datetime, tell: Callable[[str], object]
) -> Committee:
    """
    Return a comité of new clubs, each with past seasons and, this season, an evening with its sheets.

    Past seasons are imported as results, written in bulk: an evening played donne by donne takes thirty times as long.
    Each club is one transaction; `tell` is called with its name. The same arguments give the same site. Raises Refusal
    when it exists already, or when there are not enough people or names.
    """
    each = people // clubs
    if each < LEAST_PEOPLE or people > len(names()):
        raise Refusal(f"Il faut {LEAST_PEOPLE} joueurs par club, et {len(names())} en tout au plus.", code="wrong_size")
    rng = Random(seed)  # noqa: S311 - a site to be repeated, not a secret
    committee = create_committee(name=f"{COMMITTEE}, {seed}")
    cast = rng.sample(names(), each * clubs)
    made, last = list[Club](), list[Season]()
    for number in range(clubs):
        with transaction.atomic():
            evening = staff(f"{seed}-{number + 1}", Random(rng.random()))  # noqa: S311
            club = new_club(f"Club engendré {number + 1:02d}, {seed}", evening, at)
            bring(club, cast[number * each : (number + 1) * each], evening, at)
            last.append(_lived(club, made[-1:], years, evening, at))
            made.append(club)
        tell(club.name)
    with transaction.atomic():
        committee = change_committee(committee=committee, name=committee.name, clubs=made, by=None, at=at)
        for season in last[1:]:
            guest = invite_season(league=last[0].main_league, season=season, by=None, at=at)
            answer_invitation(guest=guest, agrees=True, by=None, at=at)
    return committee


def _lived(club: Club, before: Sequence[Club], years: int, evening: PlayedEvening, at: datetime) -> Season:
    """Make a club's seasons, fees and rating, with members of an earlier club; return the last past season."""
    by, rng = evening.organiser, evening.rng
    for player in before[0].players.order_by("pk")[::ALSO_ELSEWHERE] if before else ():
        join_club(club=club, player=player, by=None, at=at)  # as each would have said
    people = list(club.players.order_by("pk"))
    there = min(THERE, len(people))
    ends = _last_year(timezone.localdate(at))
    for year in range(ends - years + 1, ends + 1):
        past = play_season(club, people, year, rng=rng, by=by, at=at, evenings=EVENINGS, there=there)
    now = SeasonFacts(f"{ends}-{ends + 1}", date(ends, 9, 1), date(ends + 1, 8, 31))
    season = create_season(club=club, facts=now, by=by, at=at)
    payers = [player.pk for player in rng.sample(people, len(people) // 2)]
    set_rates(of=season, rates=FEES, by=by, at=at)
    take_fees(season=season, players=payers, method=PaymentMethod.CHEQUE, key=evening.key(), by=by, at=at)
    settings = Settings("Soirée d’ouverture", timezone.localdate(at), season=season, rounds_planned=ROUNDS)
    played_through(club, settings, rng.sample(people, there), evening, at)
    set_rating(club=club, since=date(ends - years, 9, 1), frozen_on=None, by=by, at=at)
    job = jobs.claim(job_id=ask_count(club=club, by=by, at=at).pk, worker="demo", at=at)
    assert job is not None, "nobody else can have taken a job that is not committed"
    jobs.finish(job=job, at=at, result=count_rating(job, Monitor()))
    return past


def _last_year(today: date) -> int:
    """Return the year in which the running season began."""
    return today.year if today.month >= 9 else today.year - 1
