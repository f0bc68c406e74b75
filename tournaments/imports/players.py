"""
Players from a spreadsheet: first what it would do, then doing exactly that.

Who a line means: with a licence, the club's player who holds it, else the club's only player of that name who has none
yet (he receives it). Without a licence, the club's only player of that name. A name is the same but for accents, case
and hyphens. Nobody is found: a new player. Two could be meant: the line is left out, with the reason, rather than
guessed. All that was shown and left ticked is done, or nothing.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.imports.columns import Problem
from tournaments.imports.mappings import remember
from tournaments.imports.player_files import Row
from tournaments.labels import ImportKind
from tournaments.likeness import Lookalikes
from tournaments.models import Account, Club, Import, Player, Registration, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.players import FIELDS, PlayerFacts, differences, lock_club
from tournaments.services.results import raise_revisions
from tournaments.subjects import subject_of
from tournaments.text import fold

BATCH = 500
MOST_COMPARED = 200_000  # pairs of a line and a player: seconds when all have one family name


@dataclass(frozen=True)
class Effect:
    """
    What one line does: `player` is None for somebody new; `changes` is {field: [old, new]}.

    `doubt` says why it should perhaps do nothing; `says_consent` whether the line says if the name may be shown.
    """

    line: int
    facts: PlayerFacts
    player: Player | None = None
    changes: dict[str, list[Any]] = field(default_factory=dict)
    doubt: str = ""
    says_consent: bool = True


@dataclass
class Preview:
    """What a file would do to a club's players, sorted; `problems` are of the lines that would do nothing."""

    created: list[Effect] = field(default_factory=list)
    changed: list[Effect] = field(default_factory=list)
    unchanged: list[Effect] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        """What was shown, in a few letters: applying compares, so that only what was seen is done."""
        acts = [
            (act.line, act.player.pk if act.player else 0, act.changes or asdict(act.facts))
            for act in (*self.created, *self.changed)
        ]
        return hashlib.sha256(json.dumps(acts).encode()).hexdigest()[:32]

    @property
    def does_something(self) -> bool:
        return bool(self.created or self.changed)

    @property
    def asks_consent(self) -> bool:
        """Whether nobody said if the names of the new players may be shown."""
        return bool(self.created) and not any(effect.says_consent for effect in self.created)

    @property
    def doubtful(self) -> set[int]:
        """The lines that do nothing unless somebody ticks them."""
        return {effect.line for effect in (*self.created, *self.changed) if effect.doubt}

    def without(self, lines: Collection[int]) -> "Preview":
        """Return what is left to do when these lines are unticked."""
        keep = [[effect for effect in effects if effect.line not in lines] for effects in (self.created, self.changed)]
        return replace(self, created=keep[0], changed=keep[1])


@dataclass(frozen=True)
class Applied:
    """How many players an import made and how many it changed."""

    created: int
    changed: int


def examine(*, club: Club, rows: Iterable[Row]) -> Preview:
    """Return what the rows would do to the club's players now. Nothing is written; two queries, whatever the size."""
    preview = Preview()
    rows = list(rows)
    index = _Index(club, len(rows))
    names = _Names(rows)
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
            facts = _facts(row, PlayerFacts(last_name=""), index.own)
            said = row.consent is not None
            doubt = row.doubt or index.doubt(row)
            preview.created.append(Effect(row.line, facts, doubt=doubt, says_consent=said))
            continue
        met[player.pk] = row.line
        facts = _facts(row, PlayerFacts(**{name: getattr(player, name) for name in FIELDS}), index.own)
        effect = Effect(row.line, facts, player, differences(player, facts))
        (preview.changed if effect.changes else preview.unchanged).append(effect)
    return preview


@transaction.atomic
def apply_import(
    *,
    club: Club,
    rows: Iterable[Row],
    fingerprint: str,
    by: Account | None,
    at: datetime,
    left: Collection[int] = (),
    consent: bool = False,
    file_name: str = "",
    meanings: dict[str, str | None] | None = None,
) -> Applied:
    """
    Do what `examine` showed under this fingerprint but for the lines `left` out, all of it or nothing.

    `consent` is what the new players said whose line says nothing of it. What the headings were said to mean is kept
    (`meanings`, of `mappings.said_of`). The file is examined again against the players of this moment. Refuses effects
    that are no longer those that were shown; when everything is done already (a double click) nothing is written.
    """
    lock_club(club)
    shown = examine(club=club, rows=rows)
    preview = shown.without(left)
    if not preview.does_something:
        return Applied(0, 0)
    if shown.fingerprint != fingerprint:
        raise Refusal(
            _(
                "Ce n’est plus ce qui avait été montré : les joueurs ont changé depuis, ou un autre fichier est venu. "
                "Voici ce que l’import ferait maintenant."
            ),
            code="import_is_stale",
        )
    preview.created = [
        effect if effect.says_consent else replace(effect, facts=replace(effect.facts, consent=consent))
        for effect in preview.created
    ]
    _write(club, preview, by, at, file_name)
    remember(club, ImportKind.PLAYERS, meanings or {})
    applied = Applied(len(preview.created), len(preview.changed))
    log(
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


class _Names:
    """The names of a file: how often each stands there, and whom its first line is when no line of it has a licence."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.times: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], int] = {}
        self.licensed: set[tuple[str, str]] = set()
        for row in rows:
            name = _name(row.last_name, row.first_name)
            self.times[name] += 1
            self.first.setdefault(name, row.line)
            if row.licence:
                self.licensed.add(name)

    def is_first(self, row: Row) -> bool:
        """Whether a line may be somebody new, and the others of its name who else: nobody of it is known by licence."""
        name = _name(row.last_name, row.first_name)
        return name not in self.licensed and self.first[name] == row.line


class _Index:
    """The players there are, ready to be looked up by licence and by name."""

    def __init__(self, club: Club, lines: int) -> None:
        self.own = {fold(club.name), fold(club.slug)}
        self.by_licence: dict[str, Player] = {}
        self.by_name: dict[tuple[str, str], list[Player]] = defaultdict(list)
        for player in Player.objects.filter(club=club):
            self.by_name[_name(player.last_name, player.first_name)].append(player)
            if player.licence:
                self.by_licence[player.licence] = player
        self.by_key = {player.pk: player for players in self.by_name.values() for player in players}
        people = [(pk, one.last_name, one.first_name) for pk, one in self.by_key.items()]
        self.alike = Lookalikes(people if len(people) * lines <= MOST_COMPARED else ())
        self.elsewhere = dict(
            Player.objects.exclude(club=club).exclude(licence="").order_by().values_list("licence", "club__name")
        )

    def doubt(self, row: Row) -> str:
        """Return why a new player is perhaps one whom the club has under another spelling, or nothing."""
        for key, _how in self.alike.find(row.last_name, row.first_name or ""):
            player = self.by_key[key]
            if not (row.licence and player.licence):  # two licences are two people
                sentence = _("il ressemble à %(player)s, qui est déjà au club : cochez si c’est quelqu’un d’autre.")
                return sentence % {"player": player.full_name}
        return ""

    def find(self, row: Row, names: "_Names") -> tuple[Player | None, str]:
        """Return whom a row means (None: somebody new), and what is wrong or nothing."""
        if row.licence in self.by_licence:
            return self.by_licence[row.licence], ""
        if row.licence in self.elsewhere:
            values = {"licence": row.licence, "club": self.elsewhere[row.licence]}
            return None, _("la licence %(licence)s appartient à un joueur du club « %(club)s ».") % values
        return self._find_by_name(row, names)

    def _find_by_name(self, row: Row, names: "_Names") -> tuple[Player | None, str]:
        name = _name(row.last_name, row.first_name)
        same = self.by_name.get(name, [])
        if row.licence:  # a namesake who holds another licence is somebody else
            same = [player for player in same if not player.licence]
        may_be_several = names.times[name] > 1 and (same or not row.licence)
        if may_be_several and (same or not names.is_first(row)):
            sentence = _("« %(name)s » est plusieurs fois dans ce fichier. Écrivez la licence de chacun.")
            return None, sentence % {"name": _shown(row)}
        if len(same) > 1:
            sentence = _("le club a plusieurs joueurs nommés « %(name)s ». Écrivez la licence, ici et dans leur fiche.")
            return None, sentence % {"name": _shown(row)}
        return (same[0] if same else None), ""


def _write(club: Club, preview: Preview, by: Account | None, at: datetime, file_name: str) -> None:
    changes = {effect.player.pk: effect.changes for effect in preview.changed if effect.player}
    made = Import.objects.create(club=club, kind=ImportKind.PLAYERS, at=at, by=by, file_name=file_name, changes=changes)
    changed = [
        Player(pk=effect.player.pk, club=club, **asdict(effect.facts)) for effect in preview.changed if effect.player
    ]
    created = [Player(club=club, imported_by=made, **asdict(effect.facts)) for effect in preview.created]
    try:
        # An upsert on the primary key: bulk_update writes one CASE per column and row, seconds for ten thousand.
        Player.objects.bulk_create(
            changed,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=[*FIELDS, "search_text"],
        )
        Player.objects.bulk_create(created, batch_size=BATCH)
    except IntegrityError as error:
        raise Refusal(
            _("Une licence de ce fichier vient d’être donnée ailleurs. Déposez le fichier à nouveau pour le vérifier."),
            code="licence_taken_since",
        ) from error


def _facts(row: Row, before: PlayerFacts, own: Collection[str]) -> PlayerFacts:
    """Return the player after this row: what it does not say stays as it was. Who is of our `own` is no visitor."""
    written = {name: getattr(row, name) for name in FIELDS if getattr(row, name) is not None}
    if fold(written.get("home_club", "")) in own:
        written["home_club"] = ""
    return PlayerFacts(**(asdict(before) | written))


def _name(last_name: str, first_name: str | None) -> tuple[str, str]:
    return fold(last_name), fold(first_name or "")


def _shown(row: Row) -> str:
    return f"{row.last_name} {row.first_name or ''}".strip()
