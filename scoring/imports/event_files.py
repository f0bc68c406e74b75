"""A whole event as one file: compressed JSON with a digest. Its size is limited before it is read."""

import gzip
import hashlib
import json
import zlib
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.imports.event_rows import as_row, rows_of
from scoring.imports.event_sources import sources_of
from scoring.models import ClubBareme, PenaltyKind
from tournaments.models import Player, Tournament
from tournaments.refusals import Refusal
from tournaments.services.locks import lock_tournament
from tournaments.work.reading import read_alone

FORMAT, VERSION = "tarot-club-event", 3
READ = (1, 2, 3)  # the versions that are read: the first knows no duplicate, the second no day of a payment
CONTENT_TYPE = "application/gzip"
MOST_BYTES = 10 * 1024 * 1024
MOST_UNPACKED = 64 * 1024 * 1024
SMALL_UNPACKED = 512 * 1024  # bytes: of an evening
MOST_ROWS = 300_000
MOST_VALUES = 20 * MOST_ROWS
EXTENSION = "evenement.gz"


def event_file(tournament: Tournament, *, at: datetime) -> bytes:
    """
    Return the file of a tournament: players, money, draws, sheets line by line, penalties and journal.

    For organisers only: it names people in full, says what they paid, and has the seed that deals its étuis. It holds
    no accounts and no documents. The tournament is locked meanwhile: a donne entered during the reading would
    contradict the results.
    """
    with transaction.atomic():
        event = _event_of(lock_tournament(tournament.pk))
    body = _plain(event)
    head = {"format": FORMAT, "version": VERSION, "made_at": at.isoformat(), "digest": _digest(body)}
    return gzip.compress(json.dumps(head | {"event": event}, ensure_ascii=False).encode(), mtime=0)


def _event_of(tournament: Tournament) -> dict[str, Any]:
    players = Player.rows.filter(registrations__tournament=tournament).order_by("pk")
    kinds = PenaltyKind.objects.filter(penalties__tournament=tournament).distinct().order_by("pk")
    bareme = ClubBareme.objects.filter(edition=tournament.bareme).first()
    club, deal = tournament.club, tournament.board_deal
    return {
        "tournament": as_row(tournament),
        "club": {"name": club.name, "town": club.town, "hall": club.hall},
        "players": [as_row(player) for player in players],
        "penalty_kinds": [as_row(kind) | {"is_of_club": kind.club_id is not None} for kind in kinds],
        "bareme": None if bareme is None else {"name": bareme.name, "rules": bareme.rules},
        "board_deal": None if deal is None else {"seed": deal.seed, "keeps_petit_sec": deal.keeps_petit_sec},
        "sources": sources_of(tournament),
        "rows": rows_of(tournament),
    }


def read_event_file(content: bytes) -> dict[str, Any]:
    """
    Return the event in a file. Refuses another kind of file, and one that is incomplete, altered or too big.

    One file is read at a time, a big one in a process of its own (`read_alone`): do not call it in a transaction.
    """
    if len(content) > MOST_BYTES:
        raise Refusal(_("Ce fichier dépasse 10 Mo : ce n’est pas un tournoi."), code="file_too_big")
    return read_alone(_event_in, content, is_small=_is_small(content))


def _is_small(content: bytes) -> bool:
    """Return whether a file is read in some tenths of a second."""
    try:
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        return len(unpack.decompress(content, SMALL_UNPACKED)) < SMALL_UNPACKED
    except zlib.error:
        return True  # and it is said what is wrong with it


def _event_in(content: bytes) -> dict[str, Any]:
    head = _unpacked(content)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise _not_an_event()
    if head.get("version") not in READ:
        raise newer()
    event = head.get("event")
    if not isinstance(event, dict) or head.get("digest") != _digest(_plain(event)):
        raise altered()
    rows = event.get("rows")
    if not isinstance(rows, dict) or not all(isinstance(section, list) for section in rows.values()):
        raise altered()
    if sum(map(len, rows.values())) > MOST_ROWS:
        raise Refusal(_("Ce fichier contient plus qu’un tournoi : rien n’en a été lu."), code="file_too_big")
    return event


def _unpacked(content: bytes) -> Any:
    if not content.startswith(b"\x1f\x8b"):
        raise _not_an_event()
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        text = unpack.decompress(content, MOST_UNPACKED)
        if unpack.unconsumed_tail:
            raise Refusal(_("Ce fichier contient plus qu’un tournoi : rien n’en a été lu."), code="file_too_big")
        if not unpack.eof:
            raise altered()
        # Checked before parsing: an empty list is two letters in the file, and fifty bytes in memory.
        if text.count(b",") > MOST_VALUES or text.count(b"[") + text.count(b"{") > MOST_VALUES:
            raise Refusal(_("Ce fichier contient plus qu’un tournoi : rien n’en a été lu."), code="file_too_big")
        return json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
        raise _not_an_event() from error


def _plain(event: dict[str, Any]) -> bytes:
    return json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode(errors="surrogatepass")


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _not_an_event() -> Refusal:
    sentence = _(
        "Ce fichier n’est pas un tournoi enregistré par Tarot Club : choisissez celui qui finit par « %(extension)s »."
    )
    return Refusal(sentence % {"extension": EXTENSION}, code="not_an_event")


def altered() -> Refusal:
    return Refusal(
        _(
            "Ce fichier est abîmé, ou il a été modifié : rien n’en a été repris. "
            "Enregistrez-le à nouveau là d’où il vient."
        ),
        code="event_altered",
    )


def newer() -> Refusal:
    return Refusal(
        _("Ce fichier vient d’une version plus récente de Tarot Club : mettez d’abord le programme à jour."),
        code="newer_than_us",
    )
