"""Which players of a club the rows of past results mean, and which players they may mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.imports.past_files import PastFile, PastRow
from tournaments.imports.columns import LineProblem
from tournaments.imports.players import MOST_ALIKE, MOST_COMPARED
from tournaments.imports.previews import player_twice, stale
from tournaments.imports.spelling import zeros_lost
from tournaments.kit.licences import clean_licence
from tournaments.kit.likeness import Lookalikes, is_surely
from tournaments.kit.text import fold
from tournaments.models import Club, Player
from tournaments.queries.people.members import Holder, holders_elsewhere


def put_zeros_back(club: Club, file: PastFile) -> str:
    """Restore the zeros that a spreadsheet took off licences. Return a sentence that says so, or an empty text."""
    licences = club.known.exclude(licence="").values_list("licence", flat=True)
    whole, sentence = zeros_lost([(row.line, row.licence) for row in file.rows], licences)
    file.rows = [replace(row, licence=whole.get(row.licence, row.licence)) for row in file.rows]
    return sentence


@dataclass(frozen=True)
class AskedPerson:
    """
    The question whom a row means: `players` are the people of that name, or the holder of the row's licence.

    `is_held` means that the licence belongs to another name or another club. `elsewhere` is a person of another club
    with that name.
    """

    sentence: str
    players: tuple[Player, ...] = ()
    is_held: bool = False
    elsewhere: Player | None = None


def identify(
    club: Club, rows: Sequence[PastRow]
) -> tuple[dict[int, Player], dict[int, AskedPerson], list[LineProblem]]:
    """
    Return row number → player of the club, row number → question about the player, and a problem for each row that
    names nobody.
    """
    holders: dict[str, Player] = {}
    names: dict[str, list[Player]] = {}
    for player in club.known.all():
        holders[player.licence] = player
        for name in {fold(player.full_name), fold(f"{player.first_name} {player.last_name}")}:
            names.setdefault(name, []).append(player)
    holders.pop("", None)
    named = [(line.licence, line.last_name, line.first_name) for line in rows if line.last_name]
    elsewhere = holders_elsewhere(club.pk, named)
    people: dict[int, Player] = {}
    asked: dict[int, AskedPerson] = {}
    problems: list[LineProblem] = []
    first_lines: dict[int | str, int] = {}
    for line in rows:
        holder = _holder_of(line, holders, elsewhere)
        means, asks, sentence = (None, _held(holder), "") if holder else _player_of_line(line, holders, names)
        mark: int | str = means.pk if means else f"asked {line.line}" if asks else line.licence or fold(line.name)
        if not sentence and mark in first_lines:
            sentence = _("c’est le même joueur qu’à la ligne %(first)d. Ajoutez sa licence si ce sont deux personnes.")
            sentence %= {"first": first_lines[mark]}
        first_lines.setdefault(mark, line.line)
        if sentence:
            where = _("Ligne %(line)d, %(name)s : ") % {"line": line.line, "name": line.name or line.licence}
            problems.append(LineProblem(line.line, where + sentence))
        elif asks is not None:
            asked[line.line] = asks
        elif means:
            people[line.line] = means
    return people, asked, problems


def _held(holder: Holder) -> AskedPerson:
    elsewhere = holder.player if holder.is_alike and not holder.is_known else None
    return AskedPerson(holder.sentence, (holder.player,) if holder.is_alike else (), is_held=True, elsewhere=elsewhere)


def _holder_of(line: PastRow, holders: Mapping[str, Player], elsewhere: Mapping[str, Holder]) -> Holder | None:
    """Return the holder of a row's licence when the row has another name than his, else None."""
    if not line.last_name:
        return None
    holder = holders.get(line.licence)
    if holder is None:
        return elsewhere.get(line.licence)
    is_he = is_surely((line.last_name, line.first_name), (holder.last_name, holder.first_name))
    return None if is_he else Holder(holder, is_alike=True, is_known=True)


def alike_to(
    club: Club, rows: Sequence[PastRow], people: Mapping[int, Player], asked: Mapping[int, AskedPerson]
) -> dict[int, list[Player]]:
    """Return row number → players with a similar name, except those with another licence or met in other rows."""
    met = {player.pk for player in people.values()}
    candidates = {player.pk: player for player in club.known.all() if player.pk not in met}
    lookalikes = {
        line: free for line, asks in asked.items() if (free := [each for each in asks.players if each.pk not in met])
    }
    if len(candidates) * len(rows) > MOST_COMPARED:
        return lookalikes
    index = Lookalikes((pk, player.last_name, player.first_name) for pk, player in candidates.items())
    for line in rows:
        alike = [candidates[pk] for pk, _how in index.find(line.last_name, line.first_name)]
        if line.line in asked:  # a licence that is another's says nothing of who it is
            first = lookalikes.get(line.line, [])
            alike = [*first, *(player for player in alike if player not in first)][: max(MOST_ALIKE, len(first))]
            lookalikes |= {line.line: alike} if alike else {}
        elif alike := [player for player in alike if not (player.licence and line.licence)][:MOST_ALIKE]:
            lookalikes[line.line] = alike
    return lookalikes


def said_to_be(alike: Mapping[int, list[Player]], same: Mapping[int, int]) -> dict[int, Player]:
    """Return row number → chosen player. Refuses a player who was not proposed, and one player for two rows."""
    players: dict[int, Player] = {}
    for line, pk in same.items():
        player = next((player for player in alike.get(line, ()) if player.pk == pk), None)
        if player is None:
            raise stale()
        if player in players.values():
            raise player_twice(
                next(first for first, chosen in players.items() if chosen == player), line, player.full_name
            )
        players[line] = player
    return players


def _player_of_line(
    line: PastRow, holders: dict[str, Player], names: dict[str, list[Player]]
) -> tuple[Player | None, AskedPerson | None, str]:
    """Return the player that a row means, None for somebody new; the question about him; why the row names nobody."""
    if line.licence and line.licence in holders:
        return holders[line.licence], None, ""
    if not line.first_name and clean_licence(line.last_name) in holders:
        return holders[clean_licence(line.last_name)], None, ""
    if not line.last_name:
        sentence = _("aucun joueur du club n’a cette licence, et le fichier ne dit pas son nom. Ajoutez son nom.")
        return None, None, sentence
    same = names.get(fold(line.name), [])
    if line.licence:  # a namesake with another licence is somebody else
        same = [player for player in same if not player.licence]
    if len(same) > 1:
        sentence = _("le club a plusieurs joueurs nommés « %(name)s » : dites qui c’est.") % {"name": line.name}
        return None, AskedPerson(sentence, tuple(same)), ""
    return (same[0] if same else None), None, ""
