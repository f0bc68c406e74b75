"""The rule that people follow from one round to the next, when the published draw has one, and as far as it holds."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import SEAT_NAMES
from tournaments.models import Draw, Seat, Tournament
from tournaments.seating import Movement

Place = tuple[int, int]  # the table from 0, the chair from 0


@dataclass(frozen=True)
class Rule:
    """
    A movement in sentences; `holds_until` is the last position it leads to, and `is_whole` when that is the last.

    `is_steady` when every change goes by the same steps, so that people can remember it.
    """

    sentences: tuple[str, ...]
    holds_until: int
    is_whole: bool
    is_steady: bool


def published_movements(tournaments: Iterable[int]) -> dict[int, tuple[int, Movement]]:
    """
    Return the first position and the rule of the last published draw, by the id of the tournament: one query.

    The plans themselves stay in the database: every player's page asks for this, again and again.
    """
    draws = Draw.objects.filter(tournament__in=list(tournaments), alone=False, published_at__isnull=False)
    rules = draws.order_by("pk").values_list("tournament_id", "first_round", "plan__movement")
    last = {tournament: (first, Movement.from_json(rule)) for tournament, first, rule in rules}
    return {tournament: (first, rule) for tournament, (first, rule) in last.items() if rule is not None}


def movement_words(draw: Draw, *, is_whole: bool = True) -> list[str]:
    """
    Return the rule of a finished draw in sentences, or nothing: by the chair of the first of its positions.

    How far it holds is left to the caller when it is no longer whole.
    """
    rule, first = draw.movement, draw.first_round
    if rule is None:
        return []
    last = first + len(rule.moves)
    if rule.steady:
        sentences = [
            _("À chaque changement, selon la place de la position %(first)d : %(moves)s.")
            % {"first": first, "moves": _moves(rule.moves[0])}
        ]
    else:
        sentences = [
            _("Pour aller à la position %(number)d, selon la place de la position %(first)d : %(moves)s.")
            % {"number": number, "first": first, "moves": _moves(moves)}
            for number, moves in enumerate(rule.moves, first + 1)
        ]
    chairs = [str(name) for name in SEAT_NAMES[: len(rule.moves[0])]]
    return [
        *sentences,
        _("Chacun prend aussi la place suivante : %(chairs)s, puis de nouveau %(first)s.")
        % {"chairs": ", ".join(chairs), "first": chairs[0]},
        " ".join(
            [
                _("Après la table %(last)d vient la table 1.") % {"last": rule.tables},
                *([_("La règle vaut jusqu’à la position %(end)d.") % {"end": last}] if is_whole else []),
            ]
        ),
    ]


def _moves(steps: Sequence[int]) -> str:
    """Return « Sud reste à sa table, Est avance d’une table, Nord avance de 2 tables »."""
    words = []
    for name, step in zip(SEAT_NAMES, steps, strict=False):
        if not step:
            words.append(_("%(chair)s reste à sa table") % {"chair": name})
        elif step == 1:
            words.append(_("%(chair)s avance d’une table") % {"chair": name})
        else:
            words.append(_("%(chair)s avance de %(step)d tables") % {"chair": name, "step": step})
    return ", ".join(words)


def published_rule(tournament: Tournament, draw: Draw | None) -> Rule | None:
    """
    Return the rule of what is published as far as people still follow it: one query, none without a movement.

    It stops before the first position where somebody sits elsewhere than it leads him. Those who left, and those who
    took their places, do not count.
    """
    rule = draw.movement if draw is not None else None
    if rule is None or draw is None:
        return None
    first = draw.first_round
    seats = Seat.objects.filter(round__tournament=tournament, round__number__gte=first, table__isnull=False)
    at: dict[int, dict[Place, int]] = defaultdict(dict)
    for number, table, chair, registration in seats.values_list(
        "round__number", "table__number", "chair", "registration_id"
    ):
        if chair is not None:
            at[number][table - 1, chair] = registration
    holds_until = first + _followed(rule, at, first)
    if holds_until == first:
        return None
    is_whole = holds_until == first + len(rule.moves)
    return Rule(tuple(movement_words(draw, is_whole=is_whole)), holds_until, is_whole, rule.steady)


def _followed(rule: Movement, at: dict[int, dict[Place, int]], first: int) -> int:
    """Return how many times the rule leads everybody to his next place, from position `first` on."""
    began = {place: place[1] for place in at[first]}
    for after in range(len(rule.moves)):
        before, following = at[first + after], at[first + after + 1]
        if not before or not before.keys() <= began.keys():  # a position was cancelled, or an empty place filled since
            return after
        leads = {place: rule.next_place(place, began[place], after) for place in before}
        still = set(following.values())
        if not following or any(
            before[place] in still and following.get(to) != before[place] for place, to in leads.items()
        ):
            return after
        began = {to: began[place] for place, to in leads.items()}
    return len(rule.moves)


def next_move(rule: Movement, path: dict[int, tuple[int, int]], first: int, number: int) -> str:
    """
    Return how a player goes from position `number` to the next one, or nothing when the rule does not lead him there.

    `path` has his table (from 1) and chair (from 0) by position, `first` is the first position of the rule.
    """
    after = number - first
    if not {first, number, number + 1} <= path.keys() or not 0 <= after < len(rule.moves):
        return ""
    (table, chair), began = path[number], path[first][1]
    next_table, next_chair = rule.next_place((table - 1, chair), began, after)
    if (next_table + 1, next_chair) != path[number + 1]:
        return ""
    step = rule.moves[after][began]
    values = {"step": step, "table": next_table + 1, "chair": SEAT_NAMES[next_chair]}
    if not step:
        return _("Ensuite, restez à la table %(table)d et prenez la place suivante : %(chair)s.") % values
    if step == 1:
        return _("Ensuite, avancez d’une table et prenez la place suivante : table %(table)d, %(chair)s.") % values
    return _("Ensuite, avancez de %(step)d tables et prenez la place suivante : table %(table)d, %(chair)s.") % values


def walk(here: tuple[int, int] | None, there: tuple[int, int] | None, *, is_next: bool = False) -> str:
    """
    Return how one goes from a table (from 1) and a chair (from 0) to others, whatever rule led there.

    Nothing where there is no table: `is_next` says that it is for later.
    """
    if there is None:
        return ""
    table, chair = there
    values = {"table": table, "chair": SEAT_NAMES[chair]}
    if is_next:
        return _("Ensuite : table %(table)d, %(chair)s.") % values
    if here is None:
        return ""
    before, was = here
    values |= {"before": before, "was": SEAT_NAMES[was], "step": abs(table - before)}
    if table == before:
        if chair == was:
            return _("Vous restez à votre table et à votre place.")
        return _("Vous restez à votre table : passez de %(was)s à %(chair)s.") % values
    if table > before:
        steps = ngettext("%(step)d table plus loin", "%(step)d tables plus loin", abs(table - before)) % values
    else:
        steps = ngettext("%(step)d table en arrière", "%(step)d tables en arrière", abs(table - before)) % values
    return _("Vous étiez table %(before)d, %(was)s : la vôtre est %(steps)s.") % (values | {"steps": steps})
