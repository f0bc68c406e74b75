"""Clubs and their seasons: created and changed."""

from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.text import tidy
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, Registration, Season, Seat, Tournament
from tournaments.models.clubs import OLDEST
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.refusals import RULE_WITHOUT_REASON, Refusal, refuse_without_reason
from tournaments.services.journal import differences, log
from tournaments.services.people.players import lock_club
from tournaments.services.results import raise_revisions

# How a league ranks: changed after the first result, it moves places.
LEAGUE_RULE = ("best_of", "minimum_evenings")


@dataclass(frozen=True)
class SeasonFacts:
    """
    A league as a club announces it; `best_of` None counts every result, `minimum_evenings` None ranks everybody.

    Of the ages see `Ages`: None where no birth year makes anybody young, or a veteran.
    """

    name: str
    starts_on: date
    ends_on: date
    best_of: int | None = None
    minimum_evenings: int | None = None
    youth_until_age: int | None = None
    veteran_from_age: int | None = None


@transaction.atomic
def create_club(*, name: str, organiser: Account | None, by: Account | None, at: datetime, town: str = "") -> Club:
    """Create a club, appoint its first organiser, and return it. Refuses a name that is empty or taken."""
    name = tidy(name)
    _refuse_empty(name)
    _refuse_taken_name(name)
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, slug=_free_slug(name), town=tidy(town))
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
def change_club(*, club: Club, name: str, slug: str, town: str, by: Account | None, at: datetime) -> Club:
    """
    Change what a club is called, where it is and its address; nothing is written when nothing changes.

    The revision of every tournament that shows its name is raised: its own, and those where its players play.
    Refuses a name that is empty or taken, and an address that another club has.
    """
    lock_club(club)
    club = Club.objects.get(pk=club.pk)
    columns = {"name": tidy(name), "slug": slug, "town": tidy(town)}
    changes = {
        field: [getattr(club, field), value] for field, value in columns.items() if getattr(club, field) != value
    }
    if not changes:
        return club
    _refuse_empty(columns["name"])
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
def create_season(*, club: Club, facts: SeasonFacts, by: Account | None, at: datetime) -> Season:
    """Return a new season of the club. Refuses a name that is taken, and dates and ages that run backwards."""
    lock_club(club)
    _refuse_season(club, facts)
    season = Season.objects.create(club=club, **asdict(facts))
    log(action=gettext_noop("saison créée"), subject=season.name, by=by, at=at, club=club, details=_plain(facts))
    return season


@transaction.atomic
def change_season(*, season: Season, facts: SeasonFacts, by: Account | None, at: datetime, reason: str = "") -> Season:
    """
    Change a season. Its league is counted when it is shown, so a new rule holds at once.

    Nothing is written when nothing changes. After the first result another rule takes a `reason`, which everybody reads
    below the league with both rules. Refuses a name that is taken, and dates and ages that run backwards.
    """
    lock_club(season.club)
    season = Season.objects.select_related("club").get(pk=season.pk)
    _refuse_season(season.club, facts, but=season)
    before = SeasonFacts(**{field.name: getattr(season, field.name) for field in fields(SeasonFacts)})
    if before == facts:
        return season
    rules = new_league_rule(season, facts)
    if rules:
        reason = refuse_without_reason(reason, RULE_WITHOUT_REASON, code="reason_missing")
    for name, value in asdict(facts).items():
        setattr(season, name, value)
    season.save(update_fields=list(asdict(facts)))
    changes = differences(_plain(before), _plain(facts))
    others = {name: pair for name, pair in changes.items() if not (rules and name in LEAGUE_RULE)}
    entry: dict[str, Any] = {"subject": season.name, "by": by, "at": at, "club": season.club}
    if others:
        log(action=gettext_noop("saison modifiée"), details=others, **entry)
    if rules:
        details = {"season": season.pk, "rule": rules}
        log(action=gettext_noop("règle du championnat changée"), reason=reason, details=details, **entry)
    raise_revisions(season.tournaments.all())
    return season


def new_league_rule(season: Season, facts: SeasonFacts) -> list[dict[str, int | None]]:
    """Return the columns of the league's rule, as they are and as they would be; nothing if it moves no result."""
    before, after = ({name: getattr(one, name) for name in LEAGUE_RULE} for one in (season, facts))
    has_results = Seat.objects.filter(HAS_A_SCORE, round__tournament__season=season)
    return [before, after] if before != after and has_results.exists() else []


def keep_season(season: Season | None) -> dict[str, list[str]]:
    """
    Lock the season of a tournament, so that it is not deleted meanwhile; return what is wrong, by field, when it was.

    Called after the club's lock and before the tournament's.
    """
    if season is None or Season.objects.select_for_update(no_key=True).filter(pk=season.pk).values_list("pk"):
        return {}
    return {"season": [_("Cette saison n’existe plus : quelqu’un l’a supprimée. Choisissez-en une autre.")]}


def _refuse_empty(name: str) -> None:
    if not name:
        raise Refusal(_("Le club n’a pas de nom : écrivez-le."), code="empty_name")


def _refuse_taken_name(name: str, but: Club | None = None) -> None:
    if Club.objects.filter(name=name).exclude(pk=but.pk if but else 0).exists():
        sentence = _("Un club « %(name)s » existe déjà. Ajoutez la ville à son nom, ou ouvrez ce club.") % {
            "name": name
        }
        raise Refusal(sentence, code="club_exists", fields={"name": [sentence]})


def _refuse_season(club: Club, facts: SeasonFacts, but: Season | None = None) -> None:
    wrong: dict[str, list[str]] = {}
    if not facts.name:
        wrong["name"] = [_("La saison n’a pas de nom : écrivez-le, par exemple « 2026-2027 ».")]
    elif club.seasons.filter(name=facts.name).exclude(pk=but.pk if but else 0).exists():
        wrong["name"] = [_("Le club a déjà une saison « %(name)s ».") % {"name": facts.name}]
    if facts.ends_on < facts.starts_on:
        wrong["ends_on"] = [_("La saison finirait avant de commencer : vérifiez les deux dates.")]
    if facts.best_of is not None and facts.best_of < 1:
        wrong["best_of"] = [_("Il faut compter au moins un résultat. Laissez vide pour les compter tous.")]
    if facts.minimum_evenings is not None and facts.minimum_evenings < 1:
        wrong["minimum_evenings"] = [_("Il faut au moins une soirée. Laissez vide pour classer tout le monde.")]
    wrong |= _wrong_ages(facts)
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="season_refused", fields=wrong)


def _wrong_ages(facts: SeasonFacts) -> dict[str, list[str]]:
    youth, veteran = facts.youth_until_age, facts.veteran_from_age
    sentence = _("Un âge est entre 1 et %(most)d ans. Laissez vide s’il n’y en a pas.") % {"most": OLDEST}
    ages = {"youth_until_age": youth, "veteran_from_age": veteran}
    wrong = {name: [sentence] for name, age in ages.items() if age is not None and not 1 <= age <= OLDEST}
    if youth is not None and veteran is not None and youth >= veteran:
        wrong["veteran_from_age"] = [_("Un vétéran est plus âgé qu’un jeune : vérifiez les deux âges.")]
    return wrong


def _plain(facts: SeasonFacts) -> dict[str, str | int | None]:
    """Return the facts as plain JSON, for the journal."""
    values = asdict(facts).items()
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values}


def _free_slug(name: str) -> str:
    """Return a slug for the addresses that no club has yet."""
    stem = slugify(name)[:50] or "club"
    taken_slugs = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken_slugs) + 3))) if slug not in taken_slugs
    )
