"""The state of the site: facts in words, each with what to do when it is not well."""

import os
import platform
import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef, Q
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarot_club.backups import scheduled
from tournaments.kit.days import french_moment
from tournaments.kit.version import VERSION, code_version
from tournaments.labels import JobKind, JobState
from tournaments.models import Job, JournalEntry, Site, Tournament, WebhookDelivery
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.people.messages import mail_due
from tournaments.queries.privacy.legal import periods_text
from tournaments.queries.work.clock import act_before_leap

LATE = timedelta(minutes=1)  # a job that no worker took
SILENT = timedelta(minutes=3)  # a worker gives a sign of life every minute
UNSENT = timedelta(minutes=10)  # a message should have gone by then
AHEAD = timedelta(minutes=2)  # of the clock, before it is said
LEAST_FREE = 1_000_000_000  # bytes of disk; an evening writes a few million
MOST_NAMED = 3  # tournaments


@dataclass(frozen=True)
class Fact:
    """One fact, well or not; `value` is its figure for programs (seconds, bytes, a count), None without one."""

    name: str
    title: str
    is_well: bool
    sentence: str
    remedy: str = ""
    value: float | None = None


def facts(*, at: datetime) -> list[Fact]:
    """Return all facts about the site now, the database first; only that one when the database does not answer."""
    try:
        version = database_version()
        site = Site.objects.filter(pk=1).first() or Site()
        return [
            Fact("database", _("Base de données"), True, _("%(which)s répond.") % {"which": version}),
            _disk(),
            _backup(at),
            _worker(site.worker_seen_at, at),
            _queue(at),
            _clock(at),
            _messages(at),
            _recounts(),
            _periods(),
            Fact(
                "version",
                _("Version"),
                True,
                f"Tarot Club {VERSION} ({code_version()[:8]}), Python {platform.python_version()}",
            ),
        ]
    except DatabaseError:
        remedy = _(
            "Regardez si elle tourne, si son disque est plein, et ce que DATABASE_URL nomme. "
            "Une base vide reçoit ses tables par « manage.py migrate »."
        )
        return [Fact("database", _("Base de données"), False, _("La base de données ne répond pas."), remedy)]


def _periods() -> Fact:
    """Return whether the site says how long people's data are kept. It matters once somebody is shown in public."""
    asked = periods_text(Tournament.objects.all())
    return Fact(
        "periods",
        _("Durées de conservation"),
        not asked,
        asked or _("Rien n’est à dire."),
        _("Dites-les sous « Organisation », « Le site » : les mentions légales les montrent."),
    )


def database_version() -> str:
    """Return the name and the version of the database that answers."""
    command = "SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version"
    with connection.cursor() as cursor:
        cursor.execute(command)
        return f"{connection.display_name} {cursor.fetchone()[0]}"


def _disk() -> Fact:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return Fact(
        "disk",
        _("Disque"),
        free >= LEAST_FREE,
        _("Il reste %(free)s sur le disque du programme.") % {"free": filesizeformat(free)},
        _("Libérez de la place : sans place, rien ne s’enregistre plus."),
        free,
    )


def _backup(at: datetime) -> Fact:
    """Return the fact about the last scheduled backup, and whether another one was due."""
    title = _("Sauvegarde")
    if not settings.BACKUP_DIR:
        sentence = _("Le site ne se sauvegarde pas de lui-même.")
        return Fact("backup", title, False, sentence, _("Donnez un dossier avec BACKUP_DIR."))
    ended = Job.objects.filter(kind=JobKind.BACKUP, ended_at__isnull=False)
    last, done = ended.first(), ended.filter(state=JobState.DONE).first()
    if done is None or done.result is None:
        sentence = _("Aucune n’a encore été faite.")
        age = None
    else:
        assert done.ended_at is not None
        age = (at - done.ended_at).total_seconds()
        sentence = _("La dernière : %(at)s, %(size)s, dans %(folder)s. Rendue à côté pour l’essayer. %(figures)s") % {
            "at": french_moment(done.ended_at),
            "size": filesizeformat(done.result["size"]),
            "folder": settings.BACKUP_DIR,
            "figures": done.result["figures"],
        }
    if last is not None and last.state == JobState.FAILED:
        sentence += " " + _("La suivante a échoué : %(why)s") % {"why": last.message}
        return Fact("backup", title, False, sentence, _("Une autre est faite dans l’heure."), age)
    is_late = age is None or (age > 2 * settings.BACKUP_HOURS * 3600 and scheduled.is_something_new(done))
    remedy = _("Un travailleur la fait de lui-même : voyez s’il est là.")
    return Fact("backup", title, not is_late, sentence, remedy, age)


def _worker(seen_at: datetime | None, at: datetime) -> Fact:
    is_there = seen_at is not None and abs(at - seen_at) <= SILENT
    sentence = (
        _("Dernier signe de vie : %(at)s.") % {"at": french_moment(seen_at)}
        if seen_at is not None
        else _("Aucun n’a encore donné signe de vie.")
    )
    remedy = _(
        "Sans lui, ni tirage, ni PDF, ni sauvegarde : arrêtez le site et relancez-le, ou le conteneur « worker »."
    )
    seconds = None if seen_at is None else (at - seen_at).total_seconds()
    return Fact("worker", _("Travailleur"), is_there, sentence, remedy, seconds)


def _queue(at: datetime) -> Fact:
    late = late_jobs(at)
    if not queue_answers():
        sentence = _("La file des travaux ne répond pas : ils partent avec quelques secondes de retard.")
        return Fact(
            "queue", _("Travaux"), False, sentence, _("Regardez si Redis tourne, et ce que REDIS_URL nomme."), late
        )
    words = ngettext(
        "%(count)d travail attend depuis plus d’une minute.",
        "%(count)d travaux attendent depuis plus d’une minute.",
        late,
    )
    sentence = words % {"count": late} if late else _("Aucun travail n’attend.")
    remedy = _("Les travailleurs sont occupés ou arrêtés. S’ils sont occupés, lancez-en un de plus.")
    return Fact("queue", _("Travaux"), not late, sentence, remedy, late)


def late_jobs(at: datetime) -> int:
    """Return how many jobs have waited more than a minute for a worker."""
    return Job.objects.filter(state=JobState.QUEUED, asked_at__lt=at - LATE).count()


def queue_answers() -> bool:
    """Return whether messages can be sent to workers, by the folder of the file queue or by Redis."""
    if not settings.REDIS_URL:
        return os.access(settings.QUEUE_DIR, os.W_OK)
    import redis  # a hall's laptop has none, and waits for this at every start

    try:
        return bool(_client(settings.REDIS_URL).ping())
    except redis.RedisError:
        return False


@cache
def _client(url: str) -> Any:
    """Return the client of this process for this address; it keeps its pool of connections."""
    import redis  # as above

    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1, retry=None, decode_responses=True)


def _clock(at: datetime) -> Fact:
    """
    Return the fact about the machine's clock. When it was set back, the last act of the journal is in the future. While
    it may be months ahead, nothing is deleted.
    """
    last = JournalEntry.objects.values_list("at", flat=True).first()
    ahead = (last - at).total_seconds() if last is not None and last - at > AHEAD else 0
    before = act_before_leap(at)
    sentence = _("Heure de cet ordinateur : %(now)s.") % {"now": french_moment(at)}
    remedy = _("Réglez l’heure de cet ordinateur, puis relancez le site.")
    if last is not None and ahead:
        sentence += " " + _("Le dernier acte du journal est du %(last)s : l’horloge a reculé.") % {
            "last": french_moment(last)
        }
    elif before is not None:
        sentence += " " + _(
            "Rien n’a été fait depuis le %(last)s jusqu’à ces derniers jours : l’horloge a peut-être avancé. Tant que "
            "c’est possible, ni données anciennes, ni sauvegardes ne sont supprimées."
        ) % {"last": french_moment(before)}
        remedy = _("Vérifiez l’heure de cet ordinateur. Si elle est juste, tout reprend après deux jours d’activité.")
    return Fact("clock", _("Horloge"), not (ahead or before), sentence, remedy, ahead)


def _messages(at: datetime) -> Fact:
    waiting = WebhookDelivery.objects.filter(next_try_at__isnull=False, made_at__lt=at - UNSENT).count()
    if sends_mail():
        waiting += mail_due(at - UNSENT).count()
    words = ngettext(
        "%(count)d message n’est pas encore parti.", "%(count)d messages ne sont pas encore partis.", waiting
    )
    sentence = words % {"count": waiting} if waiting else _("Rien n’attend d’être envoyé.")
    remedy = _("Le serveur de courrier ou l’autre site ne répond pas ; on réessaie. Sans Internet, c’est attendu.")
    return Fact("messages", _("Messages"), not waiting, sentence, remedy, waiting)


def _recounts() -> Fact:
    """Return the fact about tournaments whose last recount found figures that differ from their sheets."""
    done = Job.objects.filter(kind=JobKind.RECOUNT, state=JobState.DONE)
    same = Q(tournament=OuterRef("tournament")) | Q(season=OuterRef("season"))
    wrong = done.exclude(result__wrong=[]).exclude(Exists(done.filter(same, pk__gt=OuterRef("pk"))))
    owners = [job.tournament or job.season for job in wrong.select_related("tournament", "season")]
    sentence = _("Chaque position close a été recomptée, et tout correspond.")
    if owners:
        named = ", ".join(map(str, owners[:MOST_NAMED]))
        sentence = _("Des chiffres ne sont pas ceux de leur feuille : %(where)s.") % {"where": named}
    remedy = _("Lancez « manage.py check_results », qui les nomme tous, et prévenez l’assistance.")
    return Fact("recounts", _("Recomptes"), not owners, sentence, remedy, len(owners))


def _version() -> Fact:
    python = platform.python_version()
    return Fact("version", _("Version"), True, f"Tarot Club {VERSION} ({code_version()[:8]}), Python {python}")
