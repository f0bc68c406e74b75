"""
Players from a spreadsheet: first what it would do, then doing exactly that.

Who a line means: with a licence, the club's player who holds it, else the club's only player of that name who has none
yet (he receives it). Without a licence, the club's only player of that name. A name is the same but for accents, case
and hyphens. Nobody is found: a new player. Two could be meant: the line is refused rather than guessed.
All or nothing: a file with one wrong line changes nothing.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, field, fields
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.imports.columns import Problem
from tournaments.imports.player_files import Row
from tournaments.models import Account, Club, Player, Registration, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.players import FIELDS, PlayerFacts, differences, lock_club
from tournaments.services.results import raise_revisions
from tournaments.subjects import subject_of
from tournaments.text import fold

BATCH = 500


@dataclass(frozen=True)
class Effect:
    """What one line does: `player` is None for somebody new; `changes` is {field: [old, new]}."""

    line: int
    facts: PlayerFacts
    player: Player | None = None
    changes: dict[str, list[Any]] = field(default_factory=dict)


@dataclass
class Preview:
    """What a file would do to a club's players, sorted; with problems nothing can be applied."""

    created: list[Effect] = field(default_factory=list)
    changed: list[Effect] = field(default_factory=list)
    unchanged: list[Effect] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        """What was shown, in a few letters: applying compares, so that only what was seen is done."""
        acts = [(act.line, act.player.pk if act.player else 0, act.changes) for act in (*self.created, *self.changed)]
        return hashlib.sha256(json.dumps(acts).encode()).hexdigest()[:32]

    @property
    def does_something(self) -> bool:
        return bool(self.created or self.changed)


@dataclass(frozen=True)
class Applied:
    """How many players an import made and how many it changed."""

    created: int
    changed: int


def examine(*, club: Club, rows: Iterable[Row]) -> Preview:
    """Return what the rows would do to the club's players now. Nothing is written; two queries, whatever the size."""
    preview = Preview()
    index = _Index(club)
    rows = list(rows)
    names = Counter(_name(row.last_name, row.first_name) for row in rows)
    met: dict[int, int] = {}  # player id → the line that meant him
    for row in rows:
        player, sentence = index.find(row, names)
        if player is not None and player.pk in met:
            sentence = _("c’est le même joueur qu’à la ligne %(first)d.") % {"first": met[player.pk]}
        if sentence:
            text = _("Ligne %(line)d : %(sentence)s") % {"line": row.line, "sentence": sentence}
            preview.problems.append(Problem(row.line, text))
            continue
        if player is None:
            preview.created.append(Effect(row.line, _facts(row, PlayerFacts(last_name=""))))
            continue
        met[player.pk] = row.line
        facts = _facts(row, PlayerFacts(**{name: getattr(player, name) for name in FIELDS}))
        effect = Effect(row.line, facts, player, differences(player, facts))
        (preview.changed if effect.changes else preview.unchanged).append(effect)
    return preview


@transaction.atomic
def apply_import(*, club: Club, rows: Iterable[Row], fingerprint: str, by: Account | None, at: datetime) -> Applied:
    """
    Do what `examine` showed under this fingerprint, all of it or nothing.

    The file is examined again against the players of this moment. Refuses problems, and effects that are no longer
    those that were shown; when everything is done already (a double click) nothing is written.
    """
    lock_club(club)
    preview = examine(club=club, rows=rows)
    if preview.problems:
        raise Refusal(
            _("Ce fichier ne peut plus être importé : le fichier des joueurs a changé depuis la vérification."),
            code="import_has_problems",
        )
    if not preview.does_something:
        return Applied(0, 0)
    if preview.fingerprint != fingerprint:
        raise Refusal(
            _(
                "Ce n’est plus ce qui avait été montré : les joueurs ont changé depuis, ou un autre fichier est venu. "
                "Voici ce que l’import ferait maintenant."
            ),
            code="import_is_stale",
        )
    _write(club, preview)
    applied = Applied(len(preview.created), len(preview.changed))
    note(
        action=gettext_noop("import de joueurs"),
        subject=subject_of("import", **asdict(applied)),
        by=by,
        at=at,
        club=club,
        details={"changes": {effect.facts.full_name: effect.changes for effect in preview.changed}},
    )
    played = Registration.objects.filter(player__club=club).values("tournament")
    raise_revisions(Tournament.objects.filter(pk__in=played))
    return applied


def pack(rows: Iterable[Row]) -> list[list[Any]]:
    """Return the rows as plain JSON, to be kept between the two steps."""
    return [list(astuple(row)) for row in rows]


def unpack(packed: Iterable[list[Any]]) -> list[Row]:
    names = [field.name for field in fields(Row)]
    return [Row(**dict(zip(names, values, strict=True))) for values in packed]


class _Index:
    """The players there are, ready to be looked up by licence and by name."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.by_licence: dict[str, Player] = {}
        self.by_name: dict[tuple[str, str], list[Player]] = defaultdict(list)
        for player in Player.objects.filter(club=club):
            self.by_name[_name(player.last_name, player.first_name)].append(player)
            if player.licence:
                self.by_licence[player.licence] = player
        self.elsewhere = dict(
            Player.objects.exclude(club=club).exclude(licence="").order_by().values_list("licence", "club__name")
        )

    def find(self, row: Row, names: Counter[tuple[str, str]]) -> tuple[Player | None, str]:
        """Return whom a row means (None: somebody new), and what is wrong or nothing."""
        if row.club and fold(row.club) not in (fold(self.club.name), fold(self.club.slug)):
            return None, _("« %(other)s » n’est pas le club « %(club)s ». Videz la case, ou retirez la ligne.") % {
                "other": row.club,
                "club": self.club.name,
            }
        if row.licence in self.by_licence:
            return self.by_licence[row.licence], ""
        if row.licence in self.elsewhere:
            values = {"licence": row.licence, "club": self.elsewhere[row.licence]}
            return None, _("la licence %(licence)s appartient à un joueur du club « %(club)s ».") % values
        return self._find_by_name(row, names)

    def _find_by_name(self, row: Row, names: Counter[tuple[str, str]]) -> tuple[Player | None, str]:
        name = _name(row.last_name, row.first_name)
        same = self.by_name.get(name, [])
        if row.licence:  # a namesake who holds another licence is somebody else
            same = [player for player in same if not player.licence]
        if names[name] > 1 and (same or not row.licence):
            sentence = _("« %(name)s » est plusieurs fois dans ce fichier. Écrivez la licence de chacun.")
            return None, sentence % {"name": _shown(row)}
        if len(same) > 1:
            sentence = _("le club a plusieurs joueurs nommés « %(name)s ». Écrivez la licence, ici et dans leur fiche.")
            return None, sentence % {"name": _shown(row)}
        return (same[0] if same else None), ""


def _write(club: Club, preview: Preview) -> None:
    changed = [
        Player(pk=effect.player.pk, club=club, **asdict(effect.facts)) for effect in preview.changed if effect.player
    ]
    created = [Player(club=club, **asdict(effect.facts)) for effect in preview.created]
    try:
        # An upsert on the primary key: bulk_update writes one CASE per column and row, seconds for ten thousand.
        Player.objects.bulk_create(
            changed, batch_size=BATCH, update_conflicts=True, unique_fields=["id"], update_fields=list(FIELDS)
        )
        Player.objects.bulk_create(created, batch_size=BATCH)
    except IntegrityError as error:
        raise Refusal(
            _("Une licence de ce fichier vient d’être donnée ailleurs. Déposez le fichier à nouveau pour le vérifier."),
            code="licence_taken_since",
        ) from error


def _facts(row: Row, before: PlayerFacts) -> PlayerFacts:
    """Return the player after this row: what it does not say stays as it was."""
    written = {name: getattr(row, name) for name in FIELDS if getattr(row, name) is not None}
    return PlayerFacts(**(asdict(before) | written))


def _name(last_name: str, first_name: str | None) -> tuple[str, str]:
    return fold(last_name), fold(first_name or "")


def _shown(row: Row) -> str:
    return f"{row.last_name} {row.first_name or ''}".strip()
