"""
The list of erased people, without names: a database restored from a backup must erase them again.

A backup from before an erasure holds the person. An erasure is the id of the player's file, and a digest of the file's
key: when an older database gave that id to another person, the digest differs.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError

from tarot_club.backups import has_database
from tarot_club.data_folder import FILE
from tournaments.models import Player
from tournaments.refusals import Refusal
from tournaments.services.privacy.erasing import erase_player

BESIDE = "effacements.jsonl"  # in the data folder


@dataclass(frozen=True)
class PastErasure:
    """An erasure: the player's id, the digest of his file's key, and the time (ISO 8601)."""

    player: int
    check: str
    erased_at: str


@dataclass(frozen=True)
class Again:
    """The result of erasing again: how many, and sentences about people whom somebody must erase by hand."""

    done: int
    sentences: tuple[str, ...]


def known() -> list[PastErasure]:
    """Return the erasures of the present database; empty when there is none, or it cannot be read."""
    if not has_database():
        return []
    try:
        erased = Player.rows.exclude(erased_at=None).order_by("pk").values_list("pk", "key", "erased_at")
        return [PastErasure(pk, _digest(key), at.isoformat()) for pk, key, at in erased if at is not None]
    except DatabaseError:
        return []


def remembered(folder: Path) -> list[PastErasure]:
    """
    Return the erasures of the present database and those listed in this folder, and write them all into that list.

    The list is beside the database from the first restore on: an unreadable database, or one from before an erasure,
    does not know all of them. A folder that cannot be written has no list.
    """
    beside = folder / BESIDE
    listed = read(beside.read_text("utf-8")) if beside.exists() else []
    erasures = list({(erasure.player, erasure.check): erasure for erasure in (*listed, *known())}.values())
    if erasures and os.access(folder, os.W_OK):
        new = beside.with_suffix(".part")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE), "w", encoding="utf-8") as file:
            file.write(as_json_lines(erasures))
            file.flush()
            os.fsync(file.fileno())
        new.replace(beside)
    return erasures


def as_json_lines(erasures: Iterable[PastErasure]) -> str:
    """Return erasures as JSON Lines."""
    return "".join(f"{json.dumps(asdict(erasure))}\n" for erasure in erasures)


def read(text: str) -> list[PastErasure]:
    """Return the erasures of JSON Lines. Refuses a line that is no erasure."""
    try:
        return [PastErasure(**json.loads(line)) for line in text.splitlines() if line.strip()]
    except (TypeError, ValueError) as error:
        raise Refusal("Ce fichier n’est pas une liste d’effacements (manage.py erased).", code="not_ours") from error


def erase_again(erasures: Iterable[PastErasure], *, at: datetime) -> Again:
    """Erase these people in this database. Those who cannot be erased now are listed, without names."""
    done, sentences = 0, []
    for erasure in erasures:
        player = Player.objects.filter(pk=erasure.player, erased_at=None).select_related("club").first()
        if player is None or _digest(player.key) != erasure.check:
            continue
        try:
            erase_player(player=player, by=None, at=at)
        except Refusal:
            sentences.append(
                f"Le joueur {erasure.player} du club « {player.club} », effacé le {erasure.erased_at[:10]}, est ici "
                "inscrit à un tournoi qui n’est pas terminé : terminez ce tournoi, puis effacez ses "
                "données depuis sa fiche."
            )
        else:
            done += 1
    return Again(done, tuple(sentences))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]
