"""
Import of players from a spreadsheet: first a preview, then exactly what it showed.

How a line finds its player. With a licence: the club's player with that licence and name, else the club's only player
of that name without a licence, who gets it. Without a licence: the club's only player of that name. Names are equal
apart from accents, case and hyphens.

In any other case the line waits until the organiser says which player it is, or that it is somebody else: a wrong digit
must not change another player. If the licence belongs to a guest or a person of another club with a similar name, the
organiser may ask for that person as a member; otherwise the line does nothing. A name that nobody has is a new player,
or, if the organiser says so, a player with a similar name or a former member. Changes to a file kept by another club
are proposed to that club. Everything shown and ticked is done, or nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.imports.columns import LineProblem
from tournaments.imports.evening_teams import asked_in, is_asked_anew, teams_of_players
from tournaments.imports.listed_fees import fees_told, note_fees
from tournaments.imports.mappings import remember
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.previews import Alike, Applied, LineEffect, PlayersPreview, nothing_ticked, stale
from tournaments.imports.spelling import richer_of, zeros_lost
from tournaments.kit.likeness import Likeness, Lookalikes, is_surely
from tournaments.kit.text import fold
from tournaments.labels import ImportKind, Status
from tournaments.models import Account, Club, Import, Player, Season, Tournament
from tournaments.models.clubs import CONTACTS
from tournaments.queries.people.files import exclusion_words, seen_by
from tournaments.queries.people.members import (
    Holder,
    former_members,
    holders_elsewhere,
    keeps_file,
    speaks_for,
    were_members,
)
from tournaments.queries.people.names import keeps_birth_years
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of, raise_revisions_of
from tournaments.services.people.files import record_facts
from tournaments.services.people.players import FIELDS, PlayerFacts, fact_changes, join_club
from tournaments.subjects import subject_of

BATCH = 500
MOST_ALIKE = 3  # of whom one line may be
NOBODY: Mapping[int, int] = MappingProxyType({})
MOST_COMPARED = 200_000  # pairs of a line and a player: seconds when all have one family name


def examine(
    *, club: Club, rows: Iterable[PlayerRow], evening: Tournament | None = None, season: Season | None = None
) -> PlayersPreview:
    """
    Return what the rows would change now, whom they would register in `evening`, and who paid for `season`.

    Writes nothing. Five queries, whatever the size; six with an evening, eight where it has teams; two for fees.
    """
    rows = list(rows)
    preview = PlayersPreview(
        is_of_evening=evening is not None,
        present={row.line for row in rows if row.presence},
        staying={row.line for row in rows if row.presence is False},
        teams=asked_in(rows, evening),
        since={
            row.line: row.member_since for row in rows if row.member_since and row.member_since <= timezone.localdate()
        },
    )
    entered, in_teams = _statuses(evening), teams_of_players(evening)
    if any(row.birth_year for row in rows) and not keeps_birth_years(club):
        rows = [replace(row, birth_year=None) for row in rows]
        preview.leaves_years = True
        preview.notices.append(
            _("L’année de naissance n’est pas gardée : elle ne sert que là où une saison du club dit ses âges.")
        )
    known = seen_by(club.pk, club.files.select_related("club"))
    whole, notice = zeros_lost([(row.line, row.licence) for row in rows], [player.licence for player in known])
    rows = [replace(row, licence=whole.get(row.licence or "", row.licence)) for row in rows]
    preview.notices += [notice] if notice else []
    index = _Index(club, known, rows)
    names = _Names(rows)
    met: dict[int, int] = {}  # player id → the line that meant him
    licences: dict[str, int] = {}  # → the line that gave it
    doubted: dict[int, list[Alike]] = {}  # line → who it may be
    left = 0  # contacts that the list gives without a consent
    for row in rows:
        held = index.elsewhere.get(row.licence or "")
        if held is not None and held.is_alike:
            preview.created.append(_held(row, held))
            continue
        meant = index.meant(row, names)
        player, first = meant.player, licences.setdefault(meant.row.licence or f"line {row.line}", row.line)
        if player is not None:
            first = met.setdefault(player.pk, row.line)
        if first != row.line:
            preview.problems.append(_same_again(row.line, first))
            continue
        facts = _facts(meant.row, _facts_now(player) if player else PlayerFacts(last_name=""), index.own)
        left += _contacts_left(row, facts)
        if player is None:
            doubted[row.line] = meant.alike
            says_consent = row.consent is not None or row.is_unclear
            preview.created.append(LineEffect(row.line, facts, doubt=meant.doubt, says_consent=says_consent))
            continue
        changes = fact_changes(player, facts)
        is_new_here = evening is not None and (
            _is_new_there(row, entered.get(player.pk))
            or is_asked_anew(preview.teams.get(row.line), in_teams.get(player.pk))
        )
        joins = evening is None and player.pk in index.guests
        doubt = index.doubt(meant, joins=joins) if changes or is_new_here or joins else ""
        effect = LineEffect(row.line, facts, player, changes, doubt=doubt, joins=joins)
        if changes or (joins and doubt):
            preview.changed.append(effect)
        else:
            (preview.joined if joins else preview.entering if is_new_here else preview.unchanged).append(effect)
    if proposed := sum(effect.player is not None and not keeps_file(club, effect.player) for effect in preview.changed):
        sentence = ngettext(
            "%(n)d fiche est tenue par un autre club : ce que la liste y change lui est proposé.",
            "%(n)d fiches sont tenues par d’autres clubs : ce que la liste y change leur est proposé.",
            proposed,
        )
        preview.notices.append(sentence % {"n": proposed})
    preview.notices += _contacts_notice(left) + [
        exclusion_words(player)
        for player in known
        if entered.get(player.pk) == Status.EXCLUDED and met.get(player.pk, 0) not in {0, *preview.staying}
    ]
    preview.created = [
        effect if effect.is_held else _in_doubt(effect, doubted[effect.line], met) for effect in preview.created
    ]
    return replace(preview, fees=fees_told(season, rows, preview.members))


@transaction.atomic
def apply_import(
    *,
    club: Club,
    rows: Iterable[PlayerRow],
    fingerprint: str,
    by: Account | None,
    at: datetime,
    unticked: Collection[int] = (),
    same: Mapping[int, int] = NOBODY,
    consent: bool = False,
    file_name: str = "",
    meanings: dict[str, str | None] | None = None,
    evening: Tournament | None = None,
    season: Season | None = None,
) -> Applied:
    """
    Apply what `examine` showed under this fingerprint, without the lines in `unticked`: all of it or nothing.

    `same` is {line: id of the proposed player that it means}: that player changes, except the name. `consent` is for
    new players whose line does not say it. `meanings` (from `mappings.meanings_of`) are stored. The rows are examined
    again with today's players. Refuses when the effects differ from those shown, when two lines mean one player, and
    when no line is ticked. Writes nothing when everything is done already (a double click).
    """
    lock_clubs_of(*same.values(), and_club=club)
    rows = list(rows)
    examined = examine(club=club, rows=rows, evening=evening, season=season)
    preview = examined.answered(same).without(unticked)
    if not preview.does_something:
        if examined.does_something and not same:
            raise nothing_ticked()
        return Applied(0, 0)
    if examined.fingerprint != fingerprint or len(preview.made) < len(preview.created):
        raise stale()
    preview.created = _with_consent(preview.created, consent=consent)
    created = _import(club, preview, by, at, file_name) if preview.changes_club else []
    people = [(effect.line, effect.player) for effect in (*preview.changed, *preview.entering, *preview.joined)]
    people += [(effect.line, player) for effect, player in zip(preview.created, created, strict=True)]
    remember(club, ImportKind.PLAYERS, meanings or {})
    joined = [] if preview.is_of_evening else preview.joined
    asked = sum(not speaks_for(effect.player, by) for effect in joined if effect.player)
    return Applied(
        len(preview.created),
        len(preview.changed),
        len(joined) - asked,
        asked,
        examined.left_out(same, unticked),
        [(player, None if line in preview.staying else line in preview.present) for line, player in people if player],
        [(preview.teams[line], player) for line, player in people if player and line in preview.teams],
        note_fees(season, rows, [*people, *((one.line, one.player) for one in preview.unchanged)], by=by, at=at),
    )


def _import(club: Club, preview: PlayersPreview, by: Account | None, at: datetime, file_name: str) -> list[Player]:
    """Write the import, its new, changed and joining players, and its line in the journal; return the new players."""
    made, created = _write(club, preview, by, at, file_name)
    joining = [*preview.joined, *(effect for effect in preview.changed if effect.joins)]
    for effect in [] if preview.is_of_evening else joining:  # to play makes nobody a member
        assert effect.player is not None, "somebody joins"
        since = preview.since.get(effect.line)
        join_club(club=club, player=effect.player, since=since, by=by, at=at, imported_by=made)
    log(
        action=gettext_noop("import de joueurs"),
        subject=subject_of(
            "import.from",
            what=subject_of("import", created=len(created), changed=len(preview.changed)),
            file=file_name or subject_of("pasted"),
        ),
        by=by,
        at=at,
        club=club,
        details={
            "changes": {effect.facts.full_name: effect.changes for effect in preview.changed},
            "joined": [effect.facts.full_name for effect in preview.joined],
        },
    )
    raise_revisions_of(club.files)
    return created


def _with_consent(effects: Iterable[LineEffect], *, consent: bool) -> list[LineEffect]:
    """Return the effects with this consent in each line that does not say one."""
    return [
        effect if effect.says_consent else replace(effect, facts=replace(effect.facts, consent=consent).agreed)
        for effect in effects
    ]


class _Names:
    """The names of a file: how often each appears, on which line first, and whether some line of it has a licence."""

    def __init__(self, rows: Iterable[PlayerRow]) -> None:
        self.times: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], int] = {}
        self.licensed: set[tuple[str, str]] = set()
        for row in rows:
            name = _name(row.last_name, row.first_name)
            self.times[name] += 1
            self.first.setdefault(name, row.line)
            if row.licence:
                self.licensed.add(name)

    def is_first(self, row: PlayerRow) -> bool:
        """Return True when a line is the first with its name, and no line of that name has a licence."""
        name = _name(row.last_name, row.first_name)
        return name not in self.licensed and self.first[name] == row.line


@dataclass(frozen=True)
class _Meant:
    """
    The player that a row means (None: a new one), why the row waits for the organiser, and the possible players.

    `row` is the row as it is used: without a licence that belongs to somebody else.
    """

    row: PlayerRow
    player: Player | None = None
    doubt: str = ""
    alike: list[Alike] = field(default_factory=list)


def _is_born_otherwise(row: PlayerRow, player: Player) -> bool:
    """Return True when birth year or sex differ between a row and a player's file: father and son may be namesakes."""
    said = [(row.birth_year, player.birth_year), (row.sex, player.sex)]
    return any(told and known and told != known for told, known in said)


class _Index:
    """The club's players, indexed by licence and by name."""

    def __init__(self, club: Club, known: Iterable[Player], rows: Collection[PlayerRow]) -> None:
        self.own = {fold(club.name), fold(club.slug)}
        self.by_licence: dict[str, Player] = {}
        self.by_name: dict[tuple[str, str], list[Player]] = defaultdict(list)
        for player in known:
            self.by_name[_name(player.last_name, player.first_name)].append(player)
            if player.licence:
                self.by_licence[player.licence] = player
        self.guests = set(club.files.exclude(pk__in=club.players.values("pk")).values_list("pk", flat=True))
        self.stopped = set(were_members(club.pk).filter(pk__in=self.guests).values_list("pk", flat=True))
        self.by_key = {player.pk: player for players in self.by_name.values() for player in players}
        people = [(pk, player.last_name, player.first_name) for pk, player in self.by_key.items()]
        self.alike = Lookalikes(people if len(people) * len(rows) <= MOST_COMPARED else ())
        self.elsewhere = holders_elsewhere(
            club.pk, [(row.licence or "", row.last_name, row.first_name or "") for row in rows], without_guests=True
        )
        self.former: dict[tuple[str, str], list[Player]] = defaultdict(list)
        guests = club.known.filter(erased_at=None).exclude(pk__in=club.files.values("pk"))
        for player in seen_by(club.pk, (*former_members(club.pk), *guests)):
            self.former[_name(player.last_name, player.first_name)].append(player)

    def doubt(self, meant: _Meant, *, joins: bool) -> str:
        """Return why a row that means a known player waits: a former member comes back only if the user says so."""
        if joins and meant.player and meant.player.pk in self.stopped:
            return meant.doubt or _("ancien membre : cochez s’il revient.")
        return meant.doubt

    def alike_to(self, row: PlayerRow) -> list[Alike]:
        """Return the players with a name similar to a new player's, each with what the row would change."""
        name = _name(row.last_name, row.first_name)
        alike = [_joining(player) for player in self.former.get(name, []) if not (row.licence and player.licence)]
        for key, how in self.alike.find(row.last_name, row.first_name or ""):
            player = self.by_key[key]
            if row.licence and player.licence and how != Likeness.SAME:  # two licences and two names are two people
                continue
            alike.append(self._as(player, row))
        return alike[:MOST_ALIKE]

    def meant(self, row: PlayerRow, names: "_Names") -> _Meant:
        """Return the player that a row surely means, or the possible players."""
        if row.licence in self.elsewhere:
            sentence = self.elsewhere[row.licence].sentence
            without = _("Cochée, la ligne entre sans lui.")
            return self._unlicensed(row, f"{sentence} {without}")
        holder = self.by_licence.get(row.licence or "")
        if holder is None:
            return self._meant_by_name(row, names)
        if is_surely((row.last_name, row.first_name or ""), (holder.last_name, holder.first_name)):
            return _Meant(self._called(row, holder), holder, row.doubt_if_known)
        sentence = _("le numéro %(licence)s est celui de %(player)s. Si c’est quelqu’un d’autre, il entre sans numéro.")
        words = {"licence": row.licence, "player": holder.full_name}
        return self._unlicensed(row, sentence % words, [Alike(holder, *self._changed(holder, row))])

    def _unlicensed(self, row: PlayerRow, sentence: str, alike: Collection[Alike] = ()) -> _Meant:
        """Return a row without its licence, which belongs to another name; it may mean `alike` or similar names."""
        known = [candidate.player.pk for candidate in alike]
        row = replace(row, licence=None)
        more = [candidate for candidate in self.alike_to(row) if candidate.player.pk not in known]
        return _Meant(row, doubt=row.doubt or sentence, alike=[*alike, *more][:MOST_ALIKE])

    def _meant_by_name(self, row: PlayerRow, names: "_Names") -> _Meant:
        name = _name(row.last_name, row.first_name)
        same = self.by_name.get(name, [])
        if row.licence:  # a namesake who holds another licence may be somebody else
            same = [player for player in same if not player.licence]
        may_be_several = names.times[name] > 1 and (same or not row.licence)
        if may_be_several and (same or not names.is_first(row)):
            sentence = _(
                "« %(name)s » est plusieurs fois dans ce fichier : dites qui c’est, ou cochez s’il est nouveau."
            )
        elif len(same) > 1:
            sentence = _("le club a plusieurs joueurs nommés « %(name)s » : dites qui c’est.")
        elif same and not row.licence and _is_born_otherwise(row, same[0]):
            sentence = _(
                "le club a déjà « %(name)s », avec une autre année de naissance ou un autre sexe : dites si c’est lui, "
                "ou cochez s’il est nouveau."
            )
        elif same:
            return _Meant(row, same[0], row.doubt)
        else:
            return _Meant(row, doubt=row.doubt, alike=[] if row.doubt else self.alike_to(row))
        alike = [self._as(player, row) for player in self.by_name.get(name, []) if player in same or not row.licence]
        return _Meant(row, doubt=row.doubt or sentence % {"name": _full_name(row)}, alike=alike[:MOST_ALIKE])

    def _as(self, player: Player, row: PlayerRow) -> Alike:
        """Return a player as one that a row may mean, with the changes of the row; the name does not change."""
        named = replace(row, last_name=player.last_name, first_name=player.first_name or row.first_name)
        return Alike(player, *self._changed(player, named))

    def _changed(self, player: Player, row: PlayerRow) -> tuple[PlayerFacts, dict[str, list[Any]]]:
        facts = _facts(row, _facts_now(player), self.own)
        return facts, fact_changes(player, facts)

    def _called(self, row: PlayerRow, player: Player) -> PlayerRow:
        """Return the row with the player's own name where the row's name is a short or reversed form of it."""
        if _name(row.last_name, row.first_name) == _name(player.last_name, player.first_name):
            return row
        return replace(row, last_name=player.last_name, first_name=player.first_name or row.first_name)


def _statuses(evening: Tournament | None) -> dict[int, str]:
    """Return {player id: status} of who is registered in an evening."""
    return dict(evening.registrations.values_list("player", "status")) if evening else {}


def _is_new_there(row: PlayerRow, status: str | None) -> bool:
    """Return True when a row registers a person in an evening, or checks in a registered one."""
    return row.presence is not False and (status is None or (row.presence is True and status == Status.REGISTERED))


def _write(
    club: Club, preview: PlayersPreview, by: Account | None, at: datetime, file_name: str
) -> tuple[Import, list[Player]]:
    met = [(effect.player, effect) for effect in preview.changed if effect.player]
    kept = [(player, effect) for player, effect in met if keeps_file(club, player)]
    changes = {player.pk: effect.changes for player, effect in kept}
    made = Import.objects.create(club=club, kind=ImportKind.PLAYERS, at=at, by=by, file_name=file_name, changes=changes)
    changed = [Player(pk=player.pk, club=club, **asdict(effect.facts)) for player, effect in kept]
    for player, effect in met:
        if not keeps_file(club, player):
            record_facts(club=club, player=player, facts=effect.facts, by=by, at=at)
    # The first list of a club names its old members too: nobody knows since when each is one.
    usual = timezone.localdate(at) if club.players.exists() else None
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
        days = [preview.since.get(effect.line, usual) for effect in preview.created]
        Player.objects.bulk_create(created, batch_size=BATCH, since=days)
    except IntegrityError as error:
        raise Refusal(
            _("Une licence de ce fichier vient d’être donnée ailleurs. Déposez le fichier à nouveau pour le vérifier."),
            code="licence_taken_since",
        ) from error
    return made, created


def _same_again(line: int, first: int) -> LineProblem:
    sentence = _("c’est le même joueur qu’à la ligne %(first)d.") % {"first": first}
    return LineProblem(line, _("Ligne %(line)d : %(sentence)s") % {"line": line, "sentence": sentence})


def _joining(player: Player) -> Alike:
    """Return a player who is not a member as one that a line may mean: the player would join without changes."""
    told = PlayerFacts(player.last_name, player.first_name, licence=player.licence)  # no more is read of a guest
    return Alike(player, told, {}, joins=True)


def _held(row: PlayerRow, held: Holder) -> LineEffect:
    """Return the effect of a line whose licence a person of another club has: that person joins, or nothing happens."""
    facts = PlayerFacts(last_name=row.last_name, first_name=row.first_name or "", licence=row.licence or "")
    return LineEffect(row.line, facts, doubt=held.sentence, alike=(_joining(held.player),), is_held=True)


def _in_doubt(effect: LineEffect, alike: list[Alike], met: Mapping[int, int]) -> LineEffect:
    """Return the effect with the players that its line may mean; players found by another line are only named."""
    if not alike:
        return effect
    possible = tuple(candidate for candidate in alike if candidate.player.pk not in met)
    if possible:
        words = {"name": effect.facts.full_name, "player": possible[0].player.full_name}
        sentence = (
            _("%(name)s → %(player)s, que le club connaît déjà ?")
            if possible[0].joins
            else _("%(name)s → %(player)s, qui est déjà au club ?")
        )
        return replace(effect, doubt=effect.doubt or sentence % words, alike=possible)
    first = alike[0].player
    sentence = _("il ressemble à %(player)s, qui est à la ligne %(line)d : cochez si c’est quelqu’un d’autre.")
    return replace(effect, doubt=effect.doubt or sentence % {"player": first.full_name, "line": met[first.pk]})


def _facts_now(player: Player) -> PlayerFacts:
    return PlayerFacts(**{name: getattr(player, name) for name in FIELDS})


def _facts(row: PlayerRow, before: PlayerFacts, own: Collection[str]) -> PlayerFacts:
    """Return a player's facts after a row; empty cells change nothing. A home club in `own` (this club) is removed."""
    written = {name: getattr(row, name) for name in FIELDS if getattr(row, name) is not None}
    if fold(written.get("home_club", "")) in own:
        written["home_club"] = ""
    written = {name: richer_of(name, getattr(before, name), value) for name, value in written.items()}
    dated = (written.get("federal_series_on"), before.federal_series_on)
    if dated[0] and dated[1] and dated[0] < dated[1]:  # an older table than the one we have
        written = {name: value for name, value in written.items() if not name.startswith("federal_series")}
    facts = PlayerFacts(**(asdict(before) | written))
    kept = {name: getattr(before, name) for name, agrees in CONTACTS.items() if not getattr(facts, agrees)}
    facts = replace(facts, **kept).reached(before)
    # Of a new player whose line does not say whether his name is shown, the organiser is still asked.
    return facts if row.consent is None and not before.last_name else facts.agreed


def _contacts_notice(left: int) -> list[str]:
    if not left:
        return []
    sentence = ngettext(
        "%(n)d adresse ou téléphone est laissé de côté : la liste ne dit pas qu’on peut les garder.",
        "%(n)d adresses et téléphones sont laissés de côté : la liste ne dit pas qu’on peut les garder.",
        left,
    )
    more = _("Ajoutez-y « oui » sous « accord e-mail » et « accord téléphone », ou écrivez-les dans sa fiche.")
    return [f"{sentence % {'n': left}} {more}"]


def _contacts_left(row: PlayerRow, facts: PlayerFacts) -> int:
    """Return how many contacts of a line are not stored because the consent is missing."""
    return sum(bool(getattr(row, name)) and not getattr(facts, name) for name in CONTACTS)


def _name(last_name: str, first_name: str | None) -> tuple[str, str]:
    return fold(last_name), fold(first_name or "")


def _full_name(row: PlayerRow) -> str:
    return f"{row.last_name} {row.first_name or ''}".strip()
