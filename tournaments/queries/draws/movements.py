"""The movement rule that leads players from round to round, if the published draw has one, as far as it holds."""

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
class MovementWords:
    """
    A movement in sentences; `holds_until` is the last round it leads to, `is_whole` if it never stops before its end.

    `is_steady` means that every change has the same steps, so that players can remember it.
    """

    sentences: tuple[str, ...]
    holds_until: int
    is_whole: bool
    is_steady: bool


def published_movements(tournaments: Iterable[int]) -> dict[int, tuple[int, Movement]]:
    """
    Return (first round, rule) of the last published draw, by tournament id. One query.

    The plans themselves are not read: every player's page calls this again and again.
    """
    draws = Draw.objects.filter(tournament__in=list(tournaments), alone=False, published_at__isnull=False)
    rules = draws.order_by("pk").values_list("tournament_id", "first_round", "plan__movement")
    last = {tournament: (first, Movement.from_json(rule)) for tournament, first, rule in rules}
    return {tournament: (first, rule) for tournament, (first, rule) in last.items() if rule is not None}


def movement_words(draw: Draw, *, is_whole: bool = True) -> list[str]:
    """
    Return the rule of a finished draw in sentences, by the chair in its first round; [] if it has no rule.

    If the rule no longer holds to its end (`is_whole` is false), the caller says how far it holds.
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
    return [
        *sentences,
        _chairs_words(rule),
        " ".join(
            [
                _("Après la table %(last)d vient la table 1.") % {"last": rule.tables},
                *([_("La règle vaut jusqu’à la position %(end)d.") % {"end": last}] if is_whole else []),
            ]
        ),
    ]


def _chairs_words(rule: Movement) -> str:
    """Return what becomes of the chairs, and where the étuis go when they travel."""
    if rule.turns:
        chairs = [str(name) for name in SEAT_NAMES[: len(rule.moves[0])]]
        sentence = _("Chacun prend aussi la place suivante : %(chairs)s, puis de nouveau %(first)s.")
        return sentence % {"chairs": ", ".join(chairs), "first": chairs[0]}
    back = {rule.tables - step for step in rule.sets}
    if back == {1}:
        return _("Chacun garde sa place ; les étuis reculent d’une table.")
    if len(back) == 1:
        return _("Chacun garde sa place ; les étuis reculent de %(step)d tables.") % {"step": back.pop()}
    return _("Chacun garde sa place ; les étuis changent de table.")


def _moves(steps: Sequence[int]) -> str:
    """Return « Sud reste à sa table, Est avance d’une table, Nord avance de 2 tables »."""
    words = []
    for name, step in zip(SEAT_NAMES, steps, strict=False):
        if not step:
            words.append(_("%(chair)s reste à sa table") % {"chair": name})
        elif step == 1:
            words.append(_("%(chair)s avance d’une table") % {"chair": name})
        else:
            words.append(_("%(chair)s avance de %(step)d tables") % {"chair": name, "step": step})
    return ", ".join(words)


def published_rule(tournament: Tournament, draw: Draw | None) -> MovementWords | None:
    """
    Return the published rule as far as it still holds, or None. One query, none without a movement.

    The rule stops before the first round in which a player sits elsewhere than it leads him. Players who left, and
    those who took their places, do not count.
    """
    rule = draw.movement if draw is not None else None
    if rule is None or draw is None:
        return None
    first = draw.first_round
    seats = Seat.objects.filter(round__tournament=tournament, round__number__gte=first, table__isnull=False)
    seated: dict[int, dict[Place, int]] = defaultdict(dict)
    for number, table, chair, registration in seats.values_list(
        "round__number", "table__number", "chair", "registration_id"
    ):
        if chair is not None:
            seated[number][table - 1, chair] = registration
    holds_until = first + _followed(rule, seated, first)
    if holds_until == first:
        return None
    is_whole = holds_until == first + len(rule.moves)
    return MovementWords(tuple(movement_words(draw, is_whole=is_whole)), holds_until, is_whole, rule.steady)


def _followed(rule: Movement, seated: dict[int, dict[Place, int]], first: int) -> int:
    """Return for how many changes, from round `first` on, the rule leads all players to their next places."""
    first_chairs = {place: place[1] for place in seated[first]}
    for moves_made in range(len(rule.moves)):
        before, following = seated[first + moves_made], seated[first + moves_made + 1]
        if (
            not before or not before.keys() <= first_chairs.keys()
        ):  # a position was cancelled, or an empty place filled since
            return moves_made
        destinations = {place: rule.next_place(place, first_chairs[place], moves_made) for place in before}
        still_playing = set(following.values())
        if not following or any(
            before[place] in still_playing and following.get(destination) != before[place]
            for place, destination in destinations.items()
        ):
            return moves_made
        first_chairs = {destination: first_chairs[place] for place, destination in destinations.items()}
    return len(rule.moves)


def next_move(rule: Movement, path: dict[int, tuple[int, int]], first: int, number: int) -> str:
    """
    Return how a player goes from round `number` to the next one, in words; "" if the rule does not lead him there.

    `path` has his (table from 1, chair from 0) by round; `first` is the first round of the rule.
    """
    moves_made = number - first
    if not {first, number, number + 1} <= path.keys() or not 0 <= moves_made < len(rule.moves):
        return ""
    (table, chair), first_chair = path[number], path[first][1]
    next_table, next_chair = rule.next_place((table - 1, chair), first_chair, moves_made)
    if (next_table + 1, next_chair) != path[number + 1]:
        return ""
    return _move_words(rule.moves[moves_made][first_chair], (next_table, next_chair), is_chair_kept=not rule.turns)


def _move_words(step: int, end: Place, *, is_chair_kept: bool) -> str:
    """Return in words how to go `step` tables forward to a place."""
    if is_chair_kept:
        stays = _("Ensuite, restez à la table %(table)d, en %(chair)s.")
        one = _("Ensuite, avancez d’une table, toujours en %(chair)s : table %(table)d.")
        several = _("Ensuite, avancez de %(step)d tables, toujours en %(chair)s : table %(table)d.")
    else:
        stays = _("Ensuite, restez à la table %(table)d et prenez la place suivante : %(chair)s.")
        one = _("Ensuite, avancez d’une table et prenez la place suivante : table %(table)d, %(chair)s.")
        several = _("Ensuite, avancez de %(step)d tables et prenez la place suivante : table %(table)d, %(chair)s.")
    sentence = several if step > 1 else one if step else stays
    return sentence % {"step": step, "table": end[0] + 1, "chair": SEAT_NAMES[end[1]]}


def walk(start: tuple[int, int] | None, end: tuple[int, int] | None, *, is_next: bool = False) -> str:
    """
    Return in words how to go from `start` to `end`, each (table from 1, chair from 0), without any rule.

    "" if there is no `end`. `is_next` means that `end` is the place of the next round.
    """
    if end is None:
        return ""
    table, chair = end
    values = {"table": table, "chair": SEAT_NAMES[chair]}
    if is_next:
        return _("Ensuite : table %(table)d, %(chair)s.") % values
    if start is None:
        return ""
    table_before, chair_before = start
    values |= {"before": table_before, "was": SEAT_NAMES[chair_before], "step": abs(table - table_before)}
    if table == table_before:
        if chair == chair_before:
            return _("Vous restez à votre table et à votre place.")
        begins_with_vowel = str(values["was"]).startswith(("E", "O"))  # Est, Ouest
        words = (
            _("Vous restez à votre table : passez d’%(was)s à %(chair)s.")
            if begins_with_vowel
            else _("Vous restez à votre table : passez de %(was)s à %(chair)s.")
        )
        return words % values
    if table > table_before:
        steps = ngettext("%(step)d table plus loin", "%(step)d tables plus loin", abs(table - table_before)) % values
    else:
        steps = ngettext("%(step)d table en arrière", "%(step)d tables en arrière", abs(table - table_before)) % values
    return _("Vous étiez table %(before)d, %(was)s : la vôtre est %(steps)s.") % (values | {"steps": steps})
