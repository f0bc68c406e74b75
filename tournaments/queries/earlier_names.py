"""
What somebody was called before: followed back through the journal and the imports, to the day his file was made.

A line of the journal says since version 9 of whom it is (`id`); one of before says his name of that moment, and is
followed only as long as its licence is not somebody else's, and, where a namesake may be meant, only by its licence. An
import says it by id.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.models import Account, Import, JournalEntry, Player
from tournaments.queries.named_texts import Name, Person
from tournaments.text import fold

ADDED, CHANGED, MERGED = "joueur ajouté", "joueur modifié", "joueurs fusionnés"
Change = dict[str, list[Any]]  # {field: [old, new]}


@dataclass
class _File:
    """One file of his as it stood at the moment that is looked at, which goes back in time."""

    pk: int
    last_name: str
    first_name: str

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@dataclass
class _Past:
    """All that was found of him so far."""

    files: list[_File]
    names: set[Name] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    licences: set[str] = field(default_factory=set)
    years: set[int] = field(default_factory=set)
    namesakes: set[str] = field(default_factory=set)  # the names that others of his club bear today, folded
    held: set[str] = field(default_factory=set)  # the licences that they hold

    def learn(self, name: str, value: Any) -> None:
        """Keep a value that a field of his had."""
        kept: Any = {"licence": self.licences, "birth_year": self.years, "public_name": self.whole}.get(name)
        if kept is not None and value:
            kept.add(value)


def person_of(player: Player) -> Person:
    """Return all that somebody of a club is and was called, with the files that were merged with his."""
    past = _Past([_File(player.pk, player.last_name, player.first_name)])
    past.names.add((player.last_name, player.first_name))
    others = Player.objects.filter(club=player.club_id, erased_at=None).exclude(pk=player.pk)
    for last, first, licence in others.values_list("last_name", "first_name", "licence"):
        past.namesakes.add(fold(f"{last} {first}"))
        past.held |= {licence} - {""}
    for name in ("licence", "birth_year", "public_name"):
        past.learn(name, getattr(player, name))
    for _at, event in sorted(_events(player), key=lambda pair: pair[0], reverse=True):
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
    return Person(
        ids=frozenset(each.pk for each in past.files),
        names=frozenset(past.names),
        whole=frozenset(past.whole),
        logins=frozenset(logins),
        licences=frozenset(past.licences),
        birth_years=frozenset(past.years),
    )


def _events(player: Player) -> Iterator[tuple[datetime, JournalEntry | Import]]:
    lines = JournalEntry.objects.filter(club=player.club_id, action__in=(ADDED, CHANGED, MERGED))
    for line in lines.only("at", "action", "subject", "words", "details"):
        yield line.at, line
    for made in Import.objects.filter(club=player.club_id).exclude(changes={}).only("at", "changes"):
        yield made.at, made


def _by_import(past: _Past, made: Import) -> None:
    for each in past.files:
        if (changes := made.changes.get(str(each.pk))) is not None:
            _go_back(past, each, changes)


def _by_line(past: _Past, line: JournalEntry) -> None:
    if line.action == MERGED:
        _by_merge(past, line)
        return
    each = _whose(past, line)
    if each is None:
        return
    if line.action == CHANGED:
        _go_back(past, each, {name: change for name, change in line.details.items() if isinstance(change, list)})
        return
    facts = line.details
    each.last_name, each.first_name = facts.get("last_name") or each.last_name, facts.get("first_name") or ""
    past.names.add((each.last_name, each.first_name))
    past.whole.discard(each.full_name)
    for name, value in facts.items():
        past.learn(name, value)


def _by_merge(past: _Past, line: JournalEntry) -> None:
    """Take in the file that was merged with one of his: its name as one text, until its own line tells it apart."""
    kept, drop = line.details.get("kept"), str(line.words.get("drop", ""))
    keeps = {fold(each.full_name) for each in past.files}
    is_his = kept in {each.pk for each in past.files} if kept else fold(str(line.words.get("keep", ""))) in keeps
    if not is_his or not drop:
        return
    last, first = line.details.get("last_name"), line.details.get("first_name", "")
    past.learn("licence", line.details.get("licence"))
    if last:
        past.names.add((last, first))
        past.files.append(_File(line.details.get("id", 0), last, first))
        return
    past.whole.add(drop)
    past.files.append(_File(line.details.get("id", 0), drop, ""))


def _whose(past: _Past, line: JournalEntry) -> _File | None:
    """Return which of his files a line is about: by id, or by the name of that moment and no other's licence."""
    if (pk := line.details.get("id")) is not None:
        return next((each for each in past.files if each.pk == pk), None)
    licence = line.details.get("licence") or ""
    if isinstance(licence, list):
        licence = licence[-1]
    if licence in past.held or (licence and past.licences and licence not in past.licences):
        return None
    if licence not in past.licences and fold(line.subject) in past.namesakes:
        return None  # his or his namesake's: nothing tells
    return next((each for each in past.files if fold(each.full_name) == fold(line.subject)), None)


def _go_back(past: _Past, each: _File, changes: Change) -> None:
    """Make a file what it was before a change, and keep what the change took away."""
    for name, change in changes.items():
        for value in change:
            past.learn(name, value)
    each.last_name = changes.get("last_name", [each.last_name])[0]
    each.first_name = changes.get("first_name", [each.first_name])[0]
    past.names.add((each.last_name, each.first_name))
