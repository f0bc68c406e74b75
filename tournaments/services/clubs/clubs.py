"""Clubs and their seasons: created and changed."""

from calendar import monthrange
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day, plain
from tournaments.kit.text import tidy
from tournaments.kit.zones import PARIS, known_zones
from tournaments.labels import RoleName
from tournaments.models import (
    Account,
    Appointment,
    Club,
    Committee,
    League,
    Qualifying,
    Registration,
    Season,
    SeasonRate,
    Tournament,
)
from tournaments.models.clubs import OLDEST
from tournaments.models.seasons import MAIN
from tournaments.queries.standings.qualifying import final_row
from tournaments.refusals import Refusal
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club, raise_revisions


@dataclass(frozen=True)
class SeasonFacts:
    """A season as a club announces it. `Ages` explains the two ages; None means that there is no such age group."""

    name: str
    starts_on: date
    ends_on: date
    youth_until_age: int | None = None
    veteran_from_age: int | None = None


@transaction.atomic
def create_club(
    *,
    name: str,
    organiser: Account | None,
    by: Account | None,
    at: datetime,
    town: str = "",
    time_zone: str = PARIS,
) -> Club:
    """
    Create a club, appoint its first organiser, and return the club.

    Refuses a name that is empty or taken, and an unknown time zone.
    """
    _refuse_zone(time_zone)
    name = tidy(name)
    _refuse_empty(name)
    _refuse_taken_name(name)
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, slug=free_slug(name), town=tidy(town), time_zone=time_zone)
    except IntegrityError:  # the button was pressed twice
        _refuse_taken_name(name)
        raise
    if organiser is not None:
        Appointment.objects.create(account=organiser, role=RoleName.ORGANISER, club=club)
    log(
        action=gettext_noop("club créé"),
        subject=club.name,
        by=by,
        at=at,
        club=club,
        details={"organiser": organiser.username if organiser else None},
    )
    return club


@transaction.atomic
def change_club(
    *, club: Club, name: str, slug: str, town: str, by: Account | None, at: datetime, time_zone: str | None = None
) -> Club:
    """
    Change the name of a club, its town, its address on the site (`slug`) and its time zone (None keeps the zone).

    Nothing is written when nothing changes. Raises the revision of every tournament that shows the club's name: its own
    tournaments, and those in which its players play. Refuses a name that is empty or taken, an address that another
    club has, and an unknown time zone.
    """
    lock_club(club)
    club = Club.objects.get(pk=club.pk)
    columns = {"name": tidy(name), "slug": slug, "town": tidy(town), "time_zone": time_zone or club.time_zone}
    changes = {
        field: [getattr(club, field), value] for field, value in columns.items() if getattr(club, field) != value
    }
    if not changes:
        return club
    _refuse_empty(columns["name"])
    _refuse_zone(columns["time_zone"])
    _refuse_taken_name(columns["name"], but=club)
    if Club.objects.filter(slug=slug).exclude(pk=club.pk).exists():
        sentence = _("L’adresse « %(slug)s » est celle d’un autre club : choisissez-en une autre.") % {"slug": slug}
        raise Refusal(sentence, code="slug_taken", fields={"slug": [sentence]})
    for field, value in columns.items():
        setattr(club, field, value)
    club.save(update_fields=list(columns))
    log(action=gettext_noop("club modifié"), subject=club.name, by=by, at=at, club=club, details=changes)
    visited = Registration.objects.filter(player__club=club).values("tournament")
    raise_revisions(Tournament.objects.filter(Q(club=club) | Q(pk__in=visited)))
    return club


@transaction.atomic
def create_season(
    *,
    club: Club,
    facts: SeasonFacts,
    by: Account | None,
    at: datetime,
    leagues_of: Season | None = None,
    rates_of: Season | None = None,
) -> Season:
    """
    Return a new season of the club with the leagues of the season `leagues_of`; None makes one league, which sums all.

    A league is copied with its name, its rule, its series and how many it qualifies, but not its results, the
    tournament of its final or its guest seasons. Its days are those of the new season, and its rule speaks of no single
    evening: they are still to come. What members pay is copied from the season `rates_of`.
    Refuses a name that is taken, dates or ages in the wrong order, days of another season, and a season of another
    club.
    """
    lock_club(club)
    refuse_season(club, facts)
    if any(before is not None and before.club_id != club.pk for before in (leagues_of, rates_of)):
        raise Refusal(_("Cette saison est celle d’un autre club."), code="season_elsewhere")
    season = Season.objects.create(club=club, **asdict(facts))
    SeasonRate.objects.bulk_create(
        SeasonRate(season=season, code=rate.code, label=rate.label, amount=rate.amount, place=rate.place)
        for rate in (rates_of.rates.all() if rates_of else ())
    )
    taken = list(leagues_of.leagues.filter(committee=None)) if leagues_of else []
    made = League.objects.bulk_create(
        League(
            season=season, number=number, name=league.name, rule=_next_rule(league, facts), series_id=league.series_id
        )
        for number, league in enumerate(taken or [League(name=_("Championnat"))], MAIN)
    )
    cuts = [(league, final_row(before)) for league, before in zip(made, taken, strict=False)]
    Qualifying.objects.bulk_create(Qualifying(league=league, **asdict(row.cut)) for league, row in cuts if row)
    details = plain(asdict(facts)) | ({"leagues": [league.name for league in taken]} if taken else {})
    log(action=gettext_noop("saison créée"), subject=season.name, by=by, at=at, club=club, details=details)
    return season


def _next_rule(league: League, facts: SeasonFacts) -> dict[str, Any]:
    """
    Return a league's rule for the next season, as JSON; a new league has the default one.

    A term that has no day in the new season, where two seasons are of one year, goes: no evening would count.
    """
    if not league.season_id:
        return league.rule
    years = facts.starts_on.year - league.season.starts_on.year

    def moved(day: date | None) -> date | None:
        # The 29th of February becomes the 28th.
        return day and day.replace(year=day.year + years, day=min(day.day, monthrange(day.year + years, day.month)[1]))

    rule = league.ranking_rule
    first, last = moved(rule.starts_on), moved(rule.ends_on)
    if (first or facts.starts_on) > facts.ends_on or (last or facts.ends_on) < facts.starts_on:
        first = last = None
    return replace(rule, weights=(), starts_on=first, ends_on=last).data


@transaction.atomic
def change_season(*, season: Season, facts: SeasonFacts, by: Account | None, at: datetime) -> Season:
    """
    Change a season; nothing is written when nothing changes.

    Refuses a name that is taken, dates or ages in the wrong order, and days of another season.
    """
    lock_club(season.club)
    season = Season.objects.select_related("club").get(pk=season.pk)
    before = SeasonFacts(**{field.name: getattr(season, field.name) for field in fields(SeasonFacts)})
    if before == facts:
        return season
    refuse_season(season.club, facts, but=season)
    for name, value in asdict(facts).items():
        setattr(season, name, value)
    season.save(update_fields=list(asdict(facts)))
    changes = differences(plain(asdict(before)), plain(asdict(facts)))
    log(action=gettext_noop("saison modifiée"), subject=season.name, by=by, at=at, club=season.club, details=changes)
    raise_revisions(season.tournaments.all())
    return season


def keep_season(season: Season | None) -> dict[str, list[str]]:
    """
    Lock a tournament's season, so that nobody deletes it meanwhile; return errors by field, {} if the season exists.

    Called after the club's lock and before the tournament's.
    """
    if season is None or Season.objects.select_for_update(no_key=True).filter(pk=season.pk).values_list("pk"):
        return {}
    return {"season": [_("Cette saison n’existe plus : quelqu’un l’a supprimée. Choisissez-en une autre.")]}


def _refuse_empty(name: str) -> None:
    if not name:
        raise Refusal(_("Le club n’a pas de nom : écrivez-le."), code="empty_name")


def _refuse_zone(name: str) -> None:
    if name not in known_zones():
        sentence = _("Le fuseau horaire « %(name)s » n’est pas connu : choisissez-le dans la liste.") % {"name": name}
        raise Refusal(sentence, code="unknown_zone", fields={"time_zone": [sentence]})


def _refuse_taken_name(name: str, but: Club | None = None) -> None:
    if Club.objects.filter(name=name).exclude(pk=but.pk if but else 0).exists():
        sentence = _("Un club « %(name)s » existe déjà. Ajoutez la ville à son nom, ou ouvrez ce club.") % {
            "name": name
        }
        raise Refusal(sentence, code="club_exists", fields={"name": [sentence]})


def refuse_season(club: Club, facts: SeasonFacts, but: Season | None = None) -> None:
    """Refuse a season with all that is wrong with it; `but` is the season that gets these facts, None for a new one."""
    wrong: dict[str, list[str]] = {}
    if not facts.name:
        wrong["name"] = [_("La saison n’a pas de nom : écrivez-le, par exemple « 2026-2027 ».")]
    elif club.seasons.filter(name=facts.name).exclude(pk=but.pk if but else 0).exists():
        wrong["name"] = [_("Le club a déjà une saison « %(name)s ».") % {"name": facts.name}]
    if facts.ends_on < facts.starts_on:
        wrong["ends_on"] = [_("La saison finirait avant de commencer : vérifiez les deux dates.")]
    elif (other := _overlapped(club, facts, but)) is not None:
        wrong["starts_on"] = [
            _(
                "La saison « %(name)s » du club va du %(start)s au %(end)s : une soirée n’est que d’une saison. "
                "Pour deux championnats en même temps, ajoutez-en un à cette saison."
            )
            % {"name": other.name, "start": french_day(other.starts_on), "end": french_day(other.ends_on)}
        ]
    wrong |= _wrong_ages(facts)
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="season_refused", fields=wrong)


def _overlapped(club: Club, facts: SeasonFacts, but: Season | None) -> Season | None:
    """Return another season of the club that shares a day with these facts; None when `but` keeps its days."""
    if but is not None and (but.starts_on, but.ends_on) == (facts.starts_on, facts.ends_on):
        return None
    others = club.seasons.exclude(pk=but.pk if but else 0)
    return others.filter(starts_on__lte=facts.ends_on, ends_on__gte=facts.starts_on).first()


def _wrong_ages(facts: SeasonFacts) -> dict[str, list[str]]:
    youth, veteran = facts.youth_until_age, facts.veteran_from_age
    sentence = _("Un âge est entre 1 et %(most)d ans. Laissez vide s’il n’y en a pas.") % {"most": OLDEST}
    ages = {"youth_until_age": youth, "veteran_from_age": veteran}
    wrong = {name: [sentence] for name, age in ages.items() if age is not None and not 1 <= age <= OLDEST}
    if youth is not None and veteran is not None and youth >= veteran:
        wrong["veteran_from_age"] = [_("Un vétéran est plus âgé qu’un jeune : vérifiez les deux âges.")]
    return wrong


def free_slug(name: str, model: type[Club] | type[Committee] = Club) -> str:
    """Return a slug, made from the name, that no other row of the model has."""
    stem = slugify(name)[:50] or "club"
    taken_slugs = set(model.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken_slugs) + 3))) if slug not in taken_slugs
    )
