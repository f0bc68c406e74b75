"""
Earlier names of a player: read back in time from the journal and the imports, to the day his file was made.

A journal line since version 9 has the player's `id`, and so has an import. An older line has only his name then: it is
followed unless its licence is another player's; if it may mean a namesake, only by its licence.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.kit.text import fold
from tournaments.models import Account, Import, JournalEntry, Player
from tournaments.queries.privacy.named_texts import Name, NamedPerson

ADDED, CHANGED, MERGED = "joueur ajouté", "joueur modifié", "joueurs fusionnés"
Change = dict[str, list[Any]]  # {field: [old, new]}


@dataclass
class _File:
    """One of the player's files as it was at the moment now read; reading goes back in time."""

    pk: int
    last_name: str
    first_name: str

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@dataclass
class _Past:
    """All that was found about the player so far."""

    files: list[_File]
    names: set[Name] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    licences: set[str] = field(default_factory=set)
    years: set[int] = field(default_factory=set)
    namesakes: set[str] = field(default_factory=set)  # the names that others of his club have today, folded
    licences_of_others: set[str] = field(default_factory=set)

    def learn(self, name: str, value: Any) -> None:
        """Keep a value that one of his fields had."""
        values: Any = {"licence": self.licences, "birth_year": self.years, "public_name": self.whole}.get(name)
        if values is not None and value:
            values.add(value)


def person_of(player: Player) -> NamedPerson:
    """Return the names and data that a player has and had, with those of the files merged into his."""
    past = _Past([_File(player.pk, player.last_name, player.first_name)])
    past.names.add((player.last_name, player.first_name))
    clubs = {player.club_id, *player.memberships.values_list("club", flat=True)}
    others = Player.objects.filter(memberships__club__in=clubs, erased_at=None).exclude(pk=player.pk)
    for last, first, licence in others.values_list("last_name", "first_name", "licence"):
        past.namesakes.add(fold(f"{last} {first}"))
        past.licences_of_others |= {licence} - {""}
    for name in ("licence", "birth_year", "public_name"):
        past.learn(name, getattr(player, name))
    for _at, event in sorted(_events(clubs), key=lambda pair: pair[0], reverse=True):
        if isinstance(event, Import):
            _by_import(past, event)
        else:
            _by_line(past, event)
    account = Account.objects.filter(player=player).first()
    logins = set()
    if account is not None:
        logins = {account.username, account.email} - {""}
        if account.last_name:
            past.names.add((account.last_name, account.first_name))
        past.whole |= {account.get_full_name()} - {""}
    return NamedPerson(
        ids=frozenset(file.pk for file in past.files),
        names=frozenset(past.names),
        whole=frozenset(past.whole),
        logins=frozenset(logins),
        licences=frozenset(past.licences),
        birth_years=frozenset(past.years),
    )


def _events(clubs: Collection[int]) -> Iterator[tuple[datetime, JournalEntry | Import]]:
    lines = JournalEntry.objects.filter(club__in=clubs, action__in=(ADDED, CHANGED, MERGED))
    for line in lines.only("at", "action", "subject", "words", "details"):
        yield line.at, line
    for spreadsheet in Import.objects.filter(club__in=clubs).exclude(changes={}).only("at", "changes"):
        yield spreadsheet.at, spreadsheet


def _by_import(past: _Past, spreadsheet: Import) -> None:
    for file in past.files:
        if (changes := spreadsheet.changes.get(str(file.pk))) is not None:
            _undo_change(past, file, changes)


def _by_line(past: _Past, line: JournalEntry) -> None:
    if line.action == MERGED:
        _by_merge(past, line)
        return
    file = _file_of(past, line)
    if file is None:
        return
    if line.action == CHANGED:
        _undo_change(past, file, {name: change for name, change in line.details.items() if isinstance(change, list)})
        return
    facts = line.details
    file.last_name, file.first_name = facts.get("last_name") or file.last_name, facts.get("first_name") or ""
    past.names.add((file.last_name, file.first_name))
    past.whole.discard(file.full_name)
    for name, value in facts.items():
        past.learn(name, value)


def _by_merge(past: _Past, line: JournalEntry) -> None:
    """Add a file that was merged into one of his; its name stays one text until its own line splits it."""
    kept_id, dropped_name = line.details.get("kept"), str(line.words.get("drop", ""))
    his_names = {fold(file.full_name) for file in past.files}
    is_his = (
        kept_id in {file.pk for file in past.files} if kept_id else fold(str(line.words.get("keep", ""))) in his_names
    )
    if not is_his or not dropped_name:
        return
    last, first = line.details.get("last_name"), line.details.get("first_name", "")
    past.learn("licence", line.details.get("licence"))
    if last:
        past.names.add((last, first))
        past.files.append(_File(line.details.get("id", 0), last, first))
        return
    past.whole.add(dropped_name)
    past.files.append(_File(line.details.get("id", 0), dropped_name, ""))


def _file_of(past: _Past, line: JournalEntry) -> _File | None:
    """Return which of his files a journal line is about: by id, else by name unless its licence is another player's."""
    if (pk := line.details.get("id")) is not None:
        return next((file for file in past.files if file.pk == pk), None)
    licence = line.details.get("licence") or ""
    if isinstance(licence, list):
        licence = licence[-1]
    if licence in past.licences_of_others or (licence and past.licences and licence not in past.licences):
        return None
    if licence not in past.licences and fold(line.subject) in past.namesakes:
        return None  # his or a namesake's: nothing says which
    return next((file for file in past.files if fold(file.full_name) == fold(line.subject)), None)


def _undo_change(past: _Past, file: _File, changes: Change) -> None:
    """Set a file back to its state before a change, and keep all values of the change."""
    for name, change in changes.items():
        for value in change:
            past.learn(name, value)
    file.last_name = changes.get("last_name", [file.last_name])[0]
    file.first_name = changes.get("first_name", [file.first_name])[0]
    past.names.add((file.last_name, file.first_name))
