"""The settings of a tournament: what they are, which may still change, and all that is wrong with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.comparison import ImpossibleScale, Method, VictoryBy, read_match_scale, read_scale, tidied
from tournaments.labels import (
    BY_DIFFERENCE,
    OFFERED_METHODS,
    REMAINDER_WORDS,
    Keeps,
    Pace,
    TimeUp,
    team_sizes,
)
from tournaments.models import Club, Season, Tournament
from tournaments.models.entries import MOST_PLACES, MOST_TOGETHER
from tournaments.models.tournaments import (
    MOST_LEAST,
    MOST_POINTS,
    MOST_PROTEST_MINUTES,
    MOST_TRIMMED,
)
from tournaments.seating import Remainder
from tournaments.services.evening.trios import FIXED_BY_TRIOS, wrong_trios, wrong_trios_in_libre
from tournaments.standings import Missed, Rule, Unfinished, ties_in

# What the seating can do with leftover players, by table size.
REMAINDERS: dict[int, tuple[Remainder, ...]] = {
    4: (Remainder.LARGER, Remainder.SMALLER, Remainder.EXEMPT),
    3: (Remainder.LARGER, Remainder.EXEMPT),
    5: (Remainder.SMALLER, Remainder.EXEMPT),
}
TEAM_OF_MATCHES = 4  # how many of a team play a match
# Once a round is published, only settings that change nothing for the players stay free: these, among them how tables
# write their sheets.
ENTRY = frozenset(
    {"entry_at_tables", "needs_confirmation", "closes_itself", "protest_minutes", "double_entry"}
    | {"arbiters_correct_after_end"}
)
FROM_HOME = frozenset({"entries_open", "entries_close_at", "capacity", "people_per_entry", "entries_confirmed"})
ALWAYS_FREE = (
    ENTRY | FROM_HOME | {"starts_at", "place", "at_time_up", "name", "date", "season", "rounds_planned", "is_trial"}
)
# How boards are compared, in duplicate.
COMPARED = (
    *("compared_by", "compared_trim", "compared_per_opponent", "compared_least", "compared_small_fields"),
    *("compared_scale", "compared_scale_name", "compared_scale_on"),
)
# What a match brings a team, and a bye.
OF_MATCHES = (
    *("victory_by", "victory_win", "victory_draw", "victory_loss"),
    *("victory_scale", "victory_scale_name", "victory_scale_on", "bye_points"),
)
# Who counts in the ranking changes nothing that was played: free until the ranking is final.
FREE_UNTIL_THE_END = frozenset(
    {"unfinished_rule", "minimum_rounds", "missed_counts", "missed_points", "tie_breaks", "hidden_rounds"}
    | {*COMPARED, *OF_MATCHES, "team_size"}
)
# How it ranks: changed after the first result, it moves places.
RANKING_RULE = (
    *("unfinished_rule", "minimum_rounds", "missed_counts", "missed_points", "tie_breaks"),
    *(*COMPARED, *OF_MATCHES),
)
Day = date  # the settings have a field of that name


@dataclass(frozen=True)
class Settings:
    """How a tournament is played."""

    name: str
    date: date
    starts_at: time | None = None
    place: str = ""
    season: Season | None = None
    table_size: int = 4
    team_size: int = 0
    remainder: str = Remainder.EXEMPT
    rounds_planned: int = 5
    pace: str = Pace.DONNES
    donnes_per_round: int | None = 4
    minutes_per_round: int | None = None
    at_time_up: str = TimeUp.FINISH
    keeps: str = Keeps.DONNES
    void_donnes_count: bool = False
    compared_by: str = ""
    compared_trim: int = 0
    compared_per_opponent: bool = False
    boards_travel: bool = False
    plays_matches: bool = False
    bye_points: int | None = None
    victory_by: str = ""
    victory_win: int | None = None
    victory_draw: int | None = None
    victory_loss: int | None = None
    victory_scale: str = ""
    victory_scale_name: str = ""
    victory_scale_on: Day | None = None
    plays_trios: bool = False
    compared_least: int = 1
    compared_small_fields: bool = False
    compared_scale: str = ""
    compared_scale_name: str = ""
    compared_scale_on: Day | None = None
    unfinished_rule: str = Unfinished.RANKED
    minimum_rounds: int | None = None
    missed_counts: str = Missed.ZERO
    missed_points: int | None = None
    tie_breaks: str = ""
    hidden_rounds: int = 0
    seed: int = 1
    is_trial: bool = False
    entry_at_tables: bool = True
    needs_confirmation: bool = False
    closes_itself: bool = False
    protest_minutes: int = 10
    double_entry: bool = False
    arbiters_correct_after_end: bool = False
    entries_open: bool = False
    entries_close_at: datetime | None = None
    capacity: int | None = None
    people_per_entry: int = 1
    entries_confirmed: bool = True

    @classmethod
    def of(cls, tournament: Tournament) -> "Settings":
        return cls(**{field.name: getattr(tournament, field.name) for field in fields(cls)})


def problems(settings: Settings, club: Club, *, are_minutes_needed: bool = True) -> dict[str, list[str]]:
    """Return errors by setting: sentences that say everything that is wrong with the settings; {} when nothing is."""
    wrong: dict[str, list[str]] = {}
    if not settings.name:
        wrong["name"] = [_("Le tournoi n’a pas de nom : écrivez-le.")]
    if settings.season is not None and settings.season.club_id != club.pk:
        wrong["season"] = [_("Cette saison est celle d’un autre club.")]
    if settings.table_size not in REMAINDERS:
        wrong["table_size"] = [_("On joue à 3, 4 ou 5 par table.")]
    elif settings.remainder not in REMAINDERS[settings.table_size]:
        sentence = _("Avec des tables de %(size)d, choisissez : %(choices)s.")
        choices = _(" ou ").join(str(REMAINDER_WORDS[choice]) for choice in REMAINDERS[settings.table_size])
        wrong["remainder"] = [sentence % {"size": settings.table_size, "choices": choices}]
    if not 1 <= settings.rounds_planned <= 30:
        wrong["rounds_planned"] = [_("Il faut de 1 à 30 positions.")]
    if settings.pace == Pace.DONNES and not 1 <= (settings.donnes_per_round or 0) <= 60:
        wrong["donnes_per_round"] = [_("Écrivez combien de donnes compte une position : de 1 à 60.")]
    is_unknown = settings.minutes_per_round is None and not are_minutes_needed
    if settings.pace == Pace.MINUTES and not is_unknown and not 1 <= (settings.minutes_per_round or 0) <= 600:
        wrong["minutes_per_round"] = [_("Écrivez combien de minutes dure une position : de 1 à 600.")]
    wrong |= _wrong_duplicate(settings)
    wrong |= _wrong_ranking(settings)
    if not 0 <= settings.protest_minutes <= MOST_PROTEST_MINUTES:
        wrong["protest_minutes"] = [_("On peut contester de 0 à 120 minutes après la clôture d’une feuille.")]
    wrong |= _wrong_entries(settings)
    if not 0 <= settings.seed <= 2_147_483_647:
        wrong["seed"] = [_("Le numéro du tirage va de 0 à 2 147 483 647.")]
    return wrong


def is_rule_wrong(settings: Settings) -> bool:
    """Return whether anything is wrong with the ranking rule, or with how boards are compared."""
    return bool(_wrong_ranking(settings) or _wrong_duplicate(settings))


def _wrong_duplicate(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what duplicate cannot be played with. What it merely does not use is not one."""
    if not settings.compared_by:
        sentence = _("Des matchs d’équipes se jouent en duplicate : choisissez comment les étuis sont comparés.")
        in_libre = {"plays_matches": [sentence]} if settings.plays_matches else {}
        return in_libre | wrong_trios_in_libre(plays_trios=settings.plays_trios)
    wrong: dict[str, list[str]] = {}
    if settings.compared_by not in OFFERED_METHODS:
        wrong["compared_by"] = [_("Choisissez comment les résultats d’un étui sont comparés.")]
    if settings.table_size != 4:
        wrong["table_size"] = [_("En duplicate on joue à quatre : un étui tient quatre jeux et le chien.")]
    if settings.pace != Pace.DONNES:
        wrong["pace"] = [_("En duplicate une position se joue en un nombre d’étuis : choisissez un nombre de donnes.")]
    if settings.keeps != Keeps.DONNES:
        wrong["keeps"] = [_("En duplicate la feuille garde chaque donne : c’est étui par étui que l’on compare.")]
    if not 0 <= settings.compared_trim <= MOST_TRIMMED:
        wrong["compared_trim"] = [_("On écarte de 0 à 5 résultats de chaque côté.")]
    if not 1 <= settings.compared_least <= MOST_LEAST:
        wrong["compared_least"] = [_("Écrivez de combien de résultats un étui se compare : de 1 à 20.")]
    if settings.compared_by == Method.SCALE:
        wrong |= _wrong_scale(settings, "compared_scale", read_scale)
    if settings.plays_trios:
        wrong |= wrong_trios(plays_matches=settings.plays_matches, rounds_planned=settings.rounds_planned)
    return wrong | _wrong_matches(settings)


def _wrong_matches(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what matches of teams cannot be played with."""
    if not settings.plays_matches:
        return {}
    wrong: dict[str, list[str]] = {}
    if settings.pace == Pace.DONNES and not (settings.donnes_per_round or 0) >= 2:
        wrong["donnes_per_round"] = [
            _("Les deux tables d’un match échangent leurs étuis à la mi-temps : il en faut deux au moins.")
        ]
    if settings.bye_points is not None and abs(settings.bye_points) > MOST_POINTS:
        wrong["bye_points"] = [_("Écrivez combien de points : de −1000 à 1000.")]
    if settings.victory_by not in {"", *VictoryBy}:
        wrong["victory_by"] = [_("Choisissez ce qu’un match rapporte à une équipe.")]
    if settings.victory_by == VictoryBy.RESULT:
        wrong |= _wrong_results(settings)
    if settings.victory_by == VictoryBy.SCALE:
        wrong |= _wrong_scale(settings, "victory_scale", read_match_scale)
    return wrong


def _wrong_results(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what is wrong with the points of a match won, drawn or lost."""
    points = {name: getattr(settings, name) for name in ("victory_win", "victory_draw", "victory_loss")}
    sentence = _("Écrivez combien de points : de 0 à 1000.")
    wrong = {name: [sentence] for name, typed in points.items() if typed is None or not 0 <= typed <= MOST_POINTS}
    win, draw, loss = points.values()
    if not wrong and draw > win:
        wrong["victory_draw"] = [_("Un match nul ne rapporte pas plus qu’un match gagné.")]
    if not wrong and loss > draw:
        wrong["victory_loss"] = [_("Un match perdu ne rapporte pas plus qu’un match nul.")]
    return wrong


def _wrong_scale(settings: Settings, name: str, read: Callable[[str], Sequence[object]]) -> dict[str, list[str]]:
    """Return errors by setting: what the scale of this name lacks, and the first line of it that is wrong."""
    wrong: dict[str, list[str]] = {}
    if not getattr(settings, f"{name}_name"):
        wrong[f"{name}_name"] = [_("Dites de qui est cette échelle : le classement la nomme.")]
    if getattr(settings, f"{name}_on") is None:
        wrong[f"{name}_on"] = [_("Dites de quel jour est cette échelle.")]
    try:
        if not read(getattr(settings, name)):
            wrong[name] = [_("Écrivez les paliers : un par ligne, l’écart puis les points, comme « 10 : 1 ».")]
    except ImpossibleScale as error:
        wrong[name] = [WRONG_STEPS[error.code] % {"line": error.line, "text": error.text}]
    return wrong


WRONG_STEPS = {
    "unreadable": gettext_lazy("Ligne %(line)d, « %(text)s » : écrivez l’écart puis les points, comme « 10 : 1 »."),
    "not_ascending": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : l’écart n’est pas au-dessus du précédent. Rangez les paliers en montant."
    ),
    "falling": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : un plus grand écart ne rapporte pas moins de points que le précédent."
    ),
    "too_many": gettext_lazy("Ligne %(line)d, « %(text)s » : une échelle a soixante paliers au plus."),
    "gap": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : entre le palier précédent et celui-ci, des écarts n’ont pas de points. "
        "Commencez celui-ci juste après la fin du précédent."
    ),
    "open": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : au-dessus de la fin du dernier palier, un écart n’a pas de points. Écrivez-le "
        "sans fin, comme « 60 et plus : 20 »."
    ),
    "no_zero": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : la table commence à l’écart 0, ce que rapporte un match nul. Écrivez ce "
        "palier d’abord."
    ),
    "uneven": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : à l’écart 0 personne n’a gagné, et les deux équipes ont autant de points. "
        "Écrivez deux fois le même nombre, ou un seul."
    ),
    "negative": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : le gagnant a plus de points que les deux équipes ensemble à un match nul, et "
        "il n’en reste pas pour le perdant. Écrivez aussi les siens, comme « 60 : 25 – 0 »."
    ),
    "rising": gettext_lazy(
        "Ligne %(line)d, « %(text)s » : un plus grand écart ne rapporte pas au perdant plus de points que le précédent."
    ),
}


def _wrong_entries(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what is wrong with the settings for entries from home."""
    wrong: dict[str, list[str]] = {}
    if settings.capacity is not None and not 1 <= settings.capacity <= MOST_PLACES:
        wrong["capacity"] = [_("Écrivez combien de places : de 1 à 5000. Laissez vide pour n’en compter aucune.")]
    if not 1 <= settings.people_per_entry <= MOST_TOGETHER:
        wrong["people_per_entry"] = [_("On s’inscrit seul, ou à six au plus.")]
    return wrong


def _wrong_ranking(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what is wrong with the ranking rule, and with the teams that are ranked."""
    wrong: dict[str, list[str]] = {}
    if settings.team_size not in {size for size, _words in team_sizes()}:
        wrong["team_size"] = [_("On joue chacun pour soi, ou par équipes de 2 à 6.")]
    if settings.unfinished_rule not in set(Unfinished):
        wrong["unfinished_rule"] = [_("Choisissez ce que devient qui n’a pas tout joué.")]
    minimum = settings.minimum_rounds
    if settings.unfinished_rule == Unfinished.MINIMUM and minimum is not None and not 1 <= minimum <= 30:
        wrong["minimum_rounds"] = [_("Le minimum va de 1 à 30 positions. Laissez vide pour plus de la moitié.")]
    if settings.missed_counts not in set(Missed):
        wrong["missed_counts"] = [_("Choisissez ce que rapporte une position sans jouer.")]
    points = settings.missed_points
    if settings.missed_counts == Missed.FIXED and (points is None or abs(points) > MOST_POINTS):
        wrong["missed_points"] = [_("Écrivez combien de points : de −1000 à 1000.")]
    try:
        Rule(ties=ties_in(settings.tie_breaks))
    except ValueError:
        wrong["tie_breaks"] = [_("Un critère de départage se choisit une fois, et rien ne vient après le sort.")]
    if not 0 <= settings.hidden_rounds < max(1, settings.rounds_planned):
        wrong["hidden_rounds"] = [_("Il reste au moins une position que tout le monde lit : gardez-en moins.")]
    return wrong


def columns_of(settings: Settings) -> dict[str, Any]:
    """Return the columns to write; a number that the other choices do not use becomes None."""
    columns = {field.name: getattr(settings, field.name) for field in fields(settings)}
    unused = ["minutes_per_round" if settings.pace == Pace.DONNES else "donnes_per_round"]
    if settings.unfinished_rule != Unfinished.MINIMUM:
        unused.append("minimum_rounds")
    if settings.missed_counts != Missed.FIXED:
        unused.append("missed_points")
    return columns | dict.fromkeys(unused) | _fixed_by_duplicate(settings)


def _fixed_by_duplicate(settings: Settings) -> dict[str, Any]:
    """Return the columns that have one value in duplicate, and those of duplicate that nothing uses."""
    fixed: dict[str, Any] = {}
    if settings.compared_by:
        fixed = {"void_donnes_count": True, "remainder": Remainder.EXEMPT.value, "tie_breaks": ""}
        fixed |= {"missed_counts": Missed.ZERO.value, "missed_points": None}
    else:
        fixed = {"compared_least": 1, "boards_travel": False}
    if settings.compared_by not in BY_DIFFERENCE:
        fixed |= {"compared_trim": 0, "compared_per_opponent": False}
    if settings.compared_by != Method.MATCHPOINTS:
        fixed |= {"compared_small_fields": False}
    if settings.compared_by == Method.SCALE:
        fixed |= {"compared_scale": tidied(settings.compared_scale)}
    else:
        fixed |= {"compared_scale": "", "compared_scale_name": "", "compared_scale_on": None}
    if settings.plays_trios and settings.compared_by:
        fixed |= FIXED_BY_TRIOS
    if not settings.plays_matches:
        return fixed | {"victory_by": "", "bye_points": None} | _UNUSED_RESULTS | _UNUSED_SCALE
    if settings.victory_by != VictoryBy.RESULT:
        fixed |= _UNUSED_RESULTS
    is_scaled = settings.victory_by == VictoryBy.SCALE
    fixed |= {"victory_scale": tidied(settings.victory_scale)} if is_scaled else _UNUSED_SCALE
    fixed |= {"team_size": TEAM_OF_MATCHES, "boards_travel": False}
    # Two results of a board are all there are in a match.
    fixed |= {"compared_least": 1, "compared_small_fields": False}
    return fixed | {"compared_trim": 0, "compared_per_opponent": False}


_UNUSED_RESULTS = {"victory_win": None, "victory_draw": None, "victory_loss": None}
_UNUSED_SCALE = {"victory_scale": "", "victory_scale_name": "", "victory_scale_on": None}


def plain_of(settings: Settings) -> dict[str, Any]:
    """Return the settings as plain JSON, for comparing and for the journal."""
    columns = columns_of(settings)
    season, starts_at, close_at = (columns.pop(name) for name in ("season", "starts_at", "entries_close_at"))
    scale_on, victory_on = columns.pop("compared_scale_on"), columns.pop("victory_scale_on")
    return {
        name: str(value) if isinstance(value, str) else value for name, value in columns.items() if name != "date"
    } | {
        "date": settings.date.isoformat(),
        "compared_scale_on": scale_on and scale_on.isoformat(),
        "victory_scale_on": victory_on and victory_on.isoformat(),
        "starts_at": starts_at and starts_at.isoformat("minutes"),
        "entries_close_at": close_at and close_at.isoformat(timespec="minutes"),
        "season": season.name if season else None,
    }
