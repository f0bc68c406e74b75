"""The series of a club, « le vendredi », and the tournaments it keeps as templates."""

from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.text import tidy
from tournaments.labels import Every
from tournaments.models import Account, Club, Series, Template, Tournament
from tournaments.queries.clubs.series import is_date_of
from tournaments.refusals import Refusal
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club

MOST = 20  # series of a club, and templates


@dataclass(frozen=True)
class SeriesFacts:
    """A series as a club announces it: its dates begin on `starts_on` and come back as often as `every` says."""

    name: str
    starts_on: date
    every: str = Every.WEEK
    starts_at: time | None = None
    ends_on: date | None = None
    is_announced: bool = True
    template: Template | None = None

    @classmethod
    def of(cls, series: Series) -> "SeriesFacts":
        return cls(**{name: getattr(series, name) for name in cls.__dataclass_fields__})


@transaction.atomic
def create_series(*, club: Club, facts: SeriesFacts, by: Account | None, at: datetime) -> Series:
    """Return a new series of the club. Refuses a taken name, dates in the wrong order, and more than `MOST` series."""
    lock_club(club)
    facts = replace(facts, name=tidy(facts.name))
    _refuse_facts(club, facts)
    if club.series.count() >= MOST:
        raise Refusal(_("Un club a %(most)d séries au plus : retirez-en une.") % {"most": MOST}, code="too_many")
    series = Series.objects.create(club=club, **_columns(facts))
    log(action=gettext_noop("série créée"), subject=series.name, by=by, at=at, club=club, details=_plain(facts))
    return series


@transaction.atomic
def change_series(*, series: Series, facts: SeriesFacts, by: Account | None, at: datetime) -> Series:
    """
    Change a series; the tournaments opened for it stay as they are. Nothing is written when nothing changes.

    Refuses a name that is taken, and dates in the wrong order.
    """
    series = _locked(series)
    facts = replace(facts, name=tidy(facts.name))
    before = SeriesFacts.of(series)
    if before == facts:
        return series
    _refuse_facts(series.club, facts, but=series)
    for name, value in _columns(facts).items():
        setattr(series, name, value)
    series.save(update_fields=list(_columns(facts)))
    log(
        action=gettext_noop("série modifiée"),
        subject=series.name,
        by=by,
        at=at,
        club=series.club,
        details=differences(_plain(before), _plain(facts)),
    )
    return series


@transaction.atomic
def delete_series(*, series: Series, by: Account | None, at: datetime) -> Club:
    """Delete a series: its dates are no longer announced, its tournaments stay. Refuses one that is already deleted."""
    series = _locked(series)
    series.delete()
    log(action=gettext_noop("série supprimée"), subject=series.name, by=by, at=at, club=series.club)
    return series.club


@transaction.atomic
def skip_date(*, series: Series, day: date, is_held: bool, by: Account | None, at: datetime) -> Series:
    """Note that a series is not held on one of its dates, or is held after all. Idempotent. Refuses any other day."""
    series = _locked(series)
    if not is_date_of(series, day):
        raise Refusal(_("Cette date n’est pas une date de « %(name)s ».") % {"name": series.name}, code="no_such_date")
    skipped = set(series.skipped) - {day.isoformat()} | (set() if is_held else {day.isoformat()})
    if skipped == set(series.skipped):
        return series
    series.skipped = sorted(skipped)
    series.save(update_fields=["skipped"])
    log(
        action=gettext_noop("date rétablie") if is_held else gettext_noop("date sans soirée"),
        subject=series.name,
        by=by,
        at=at,
        club=series.club,
        details={"date": day.isoformat()},
    )
    return series


@transaction.atomic
def keep_template(*, tournament: Tournament, name: str, by: Account | None, at: datetime) -> Template:
    """
    Make a tournament a template of its club, under a name. Idempotent.

    Refuses an empty name, the name of another template, and more than `MOST` templates.
    """
    lock_club(tournament.club)
    name = tidy(name)
    earlier = Template.objects.filter(club=tournament.club, name=name).select_related("source").first()
    if earlier is not None and earlier.source_id == tournament.pk:
        return earlier
    if not 0 < len(name) <= 60:
        _refuse("name", _("Donnez un nom au modèle, en 60 caractères au plus."))
    if earlier is not None:
        _refuse("name", _("Le modèle « %(name)s » existe déjà : donnez un autre nom.") % {"name": name})
    if tournament.club.templates.count() >= MOST:
        raise Refusal(_("Un club a %(most)d modèles au plus : retirez-en un.") % {"most": MOST}, code="too_many")
    template = Template.objects.create(club=tournament.club, source=tournament, name=name)
    log(action=gettext_noop("modèle gardé"), subject=name, by=by, at=at, tournament=tournament)
    return template


@transaction.atomic
def drop_template(*, template: Template, by: Account | None, at: datetime) -> Club:
    """Delete a template; its tournament and the copies of that tournament stay. Idempotent."""
    lock_club(template.club)
    if Template.objects.filter(pk=template.pk).delete()[0]:
        log(action=gettext_noop("modèle retiré"), subject=template.name, by=by, at=at, club=template.club)
    return template.club


def _locked(series: Series) -> Series:
    lock_club(series.club)
    locked = Series.objects.select_related("club", "template").filter(pk=series.pk).first()
    if locked is None:
        raise Refusal(_("Cette série n’existe plus : quelqu’un l’a supprimée."), code="gone")
    return locked


def _refuse_facts(club: Club, facts: SeriesFacts, but: Series | None = None) -> None:
    wrong: dict[str, list[str]] = {}
    if not facts.name:
        wrong["name"] = [_("La série n’a pas de nom : écrivez-le, par exemple « Le vendredi ».")]
    elif club.series.filter(name=facts.name).exclude(pk=but.pk if but else 0).exists():
        wrong["name"] = [_("Le club a déjà une série « %(name)s ».") % {"name": facts.name}]
    if facts.ends_on is not None and facts.ends_on < facts.starts_on:
        wrong["ends_on"] = [_("La série finirait avant de commencer : vérifiez les deux dates.")]
    if facts.every not in Every.values:
        wrong["every"] = [_("Choisissez un rythme de la liste.")]
    if facts.template is not None and facts.template.club_id != club.pk:
        wrong["template"] = [_("Ce modèle est celui d’un autre club.")]
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="series_refused", fields=wrong)


def _refuse(field: str, sentence: str) -> None:
    raise Refusal(sentence, code="template_refused", fields={field: [sentence]})


def _columns(facts: SeriesFacts) -> dict[str, Any]:
    """Return the columns to write; `asdict` would copy the template, a model instance."""
    return {name: getattr(facts, name) for name in SeriesFacts.__dataclass_fields__}


def _plain(facts: SeriesFacts) -> dict[str, Any]:
    """Return the facts as plain JSON, for the journal."""
    return asdict(replace(facts, template=None)) | {
        "every": str(facts.every),
        "starts_on": facts.starts_on.isoformat(),
        "ends_on": facts.ends_on.isoformat() if facts.ends_on else None,
        "starts_at": facts.starts_at.isoformat("minutes") if facts.starts_at else None,
        "template": facts.template.name if facts.template else None,
    }
