"""Honours of a league: most evenings played, most won, the best evening, most contracts made."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_language
from tournaments.kit.text import signed
from tournaments.models import SeatResult, Tournament
from tournaments.queries.standings.leagues import EventMark, LeagueLine, LeagueStandings

MOST_HOLDERS = 3  # what more share is no honour
FEWEST_EVENINGS = 2


@dataclass(frozen=True)
class Honour:
    """An honour: its title, the players who hold it, and its value in words."""

    title: str
    holders: tuple[LeagueLine, ...]
    words: str

    @property
    def names(self) -> str:
        return ", ".join(line.name for line in self.holders)


def honours(league: LeagueStandings) -> list[Honour]:
    """
    Return the honours of the named players in evenings that are over; [] before there are two. One query.

    Contracts count for players who agreed to a card and all of whose sheets tell them.
    """
    running = {event.pk for event in league.running}
    over = {index for index, event in enumerate(league.events) if event.pk not in running}
    if len(over) < FEWEST_EVENINGS:
        return []
    named = [line for line in league.lines if line.is_named]
    # A team plays by its members, of whom only those with a card tell their contracts.
    contracts = {} if league.rule.of_teams else _contracts([league.events[index] for index in sorted(over)])

    marks = {line.key: [mark for index, mark in line.attended if index in over] for line in named}

    def evenings(line: LeagueLine) -> int:
        return len(marks[line.key])

    def won(line: LeagueLine) -> int:
        return sum(mark.won for mark in marks[line.key])

    def best(line: LeagueLine) -> int:
        return max(map(_scored, marks[line.key]), default=0)

    return [
        Honour(title, holders, words(most))
        for title, value, words in (
            (_("Le plus de soirées"), evenings, _evenings_words),
            (_("Le plus de soirées gagnées"), won, _evenings_words),
            (_("La meilleure soirée"), best, lambda points: signed(points, language=current_language())),
            (
                _("Le plus de contrats réussis"),
                lambda line: sum(contracts.get(file, 0) for file in line.files),
                _contracts_words,
            ),
        )
        for most, holders in _most(named, value)
    ]


def _scored(mark: EventMark) -> int:
    """Return what a player scored in an event, before the league's rule and weight; 0 where boards are compared."""
    scored = mark.once if mark.score is None else mark.score
    return scored if isinstance(scored, int) else 0


def _most(lines: Iterable[LeagueLine], value: Callable[[LeagueLine], int]) -> list[tuple[int, tuple[LeagueLine, ...]]]:
    """Return [(greatest value, lines that have it)]; [] if it is below two, or too many lines have it."""
    values = {line.key: (value(line), line) for line in lines}
    most = max((found for found, _line in values.values()), default=0)
    holders = tuple(line for found, line in values.values() if found == most)
    return [(most, holders)] if most > 1 and len(holders) <= MOST_HOLDERS else []


def _contracts(events: list[Tournament]) -> dict[int, int]:
    """Return, by player id, how many contracts each player with a card made, if all his results tell them."""
    rows = (
        SeatResult.objects.filter(
            seat__round__tournament__in=events, seat__registration__player__card_consent=True, donnes__gt=0
        )
        .order_by()
        .values("seat__registration__player")
        .annotate(made=Sum("contracts"), untold=Count("pk", filter=Q(contracts=None)))
        .values_list("seat__registration__player", "made", "untold")
    )
    return {player: made for player, made, untold in rows if made and not untold}


def _evenings_words(count: int) -> str:
    return ngettext("%(count)d soirée", "%(count)d soirées", count) % {"count": count}


def _contracts_words(count: int) -> str:
    return ngettext("%(count)d contrat", "%(count)d contrats", count) % {"count": count}
