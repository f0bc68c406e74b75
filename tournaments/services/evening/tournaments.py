"""A tournament: created, its settings changed while that is safe, finished, reopened."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, time
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from tournaments.comparison import ImpossibleScale, Method, read_scale, tidied
from tournaments.kit.dated_names import name_on
from tournaments.kit.text import fold
from tournaments.labels import (
    BEFORE_PLAY,
    BY_DIFFERENCE,
    HAVE_LEFT,
    MOST_IN_TEAM,
    OFFERED_METHODS,
    REMAINDER_WORDS,
    Keeps,
    Pace,
    Publication,
    TimeUp,
    TournamentState,
    Waits,
    WishKind,
    team_sizes,
)
from tournaments.models import Account, Club, Season, Seat, Tournament
from tournaments.models.entries import MOST_PLACES, MOST_TOGETHER
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.tournaments import (
    MOST_LEAST,
    MOST_POINTS,
    MOST_PROTEST_MINUTES,
    MOST_TRIMMED,
    new_entry_code,
)
from tournaments.queries.standings.standings import standings_of
from tournaments.refusals import RULE_WITHOUT_REASON, Refusal, refuse_without_reason
from tournaments.seating import Remainder
from tournaments.services.boards import free_boards
from tournaments.services.clubs.clubs import keep_season
from tournaments.services.clubs.webhooks import announce
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club, lock_tournament, raise_revision
from tournaments.services.people.entries import move_up
from tournaments.standings import Missed, Rule, Unfinished, ties_in

# What the seating can do with leftover players, by table size.
REMAINDERS: dict[int, tuple[Remainder, ...]] = {
    4: (Remainder.LARGER, Remainder.SMALLER, Remainder.EXEMPT),
    3: (Remainder.LARGER, Remainder.EXEMPT),
    5: (Remainder.SMALLER, Remainder.EXEMPT),
}

REOPENED = "tournoi rouvert"  # its action in the journal; `figures` of its details are those of before
IMPORT_UNDONE = "import défait"  # the same of its club; `figures` are (day, name, figures) of the evenings that went
TEAM_OF_MATCHES = 4  # how many of a team play a match
DIGEST = 24  # letters: other figures never have the same

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
Day = date  # the settings have a field of that name
# Who counts in the ranking changes nothing that was played: free until the ranking is final.
FREE_UNTIL_THE_END = frozenset(
    {"unfinished_rule", "minimum_rounds", "missed_counts", "missed_points", "tie_breaks", "hidden_rounds"}
    | {*COMPARED, "team_size", "bye_points"}
)


# How it ranks: changed after the first result, it moves places.
RANKING_RULE = (
    *("unfinished_rule", "minimum_rounds", "missed_counts", "missed_points", "tie_breaks"),
    *(*COMPARED, "bye_points"),
)


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


_tells: list[Callable[[Tournament], str]] = []


def tells_why_not_duplicate(query: Callable[[Tournament], str]) -> Callable[[Tournament], str]:
    """Register the function that says why the barème of a tournament is not for duplicate: a sentence, "" if it is."""
    _tells[:] = [query]
    return query


def _why_not_duplicate(tournament: Tournament) -> str:
    return _tells[0](tournament) if _tells else ""


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    settings: Settings,
    by: Account | None,
    at: datetime,
    is_past: bool = False,
    state: str = TournamentState.DRAFT,
) -> Tournament:
    """
    Create a tournament of the club and return it: a draft, or announced or open to entries, as `state` says.

    Refuses contradictory settings, any other state, and the name of another tournament of the club on that day.
    `is_past` means that it was played elsewhere: its minutes per round may then be unknown.
    """
    lock_club(club)
    wrong = keep_season(settings.season) | problems(settings, club, are_minutes_needed=not is_past)
    if state not in BEFORE_PLAY:
        wrong["state"] = [_("Un nouveau tournoi est un brouillon, annoncé, ou ouvert aux inscriptions.")]
    wrong |= _wrong_name(settings, club.tournaments.all())  # the button was pressed twice
    _refuse(wrong)
    tournament = Tournament.objects.create(club=club, state=state, entry_code=free_entry_code(), **_columns(settings))
    log(
        action=gettext_noop("tournoi créé"),
        subject=tournament.name,
        by=by,
        at=at,
        tournament=tournament,
        details=_plain(settings) | {"state": str(state)},
    )
    if state != TournamentState.DRAFT:
        announce(Publication.ANNOUNCED, tournament=tournament, at=at)
    return tournament


def free_entry_code() -> str:
    """Return an entry code that no other tournament has."""
    code = new_entry_code()
    while Tournament.objects.filter(entry_code=code).exists():
        code = new_entry_code()
    return code


@transaction.atomic
def change_settings(
    *, tournament: Tournament, settings: Settings, by: Account | None, at: datetime, reason: str = ""
) -> Tournament:
    """
    Change the settings of a tournament. Nothing is written when nothing changes.

    Once rounds are published, only `ALWAYS_FREE` may change and, until the tournament is finished,
    `FREE_UNTIL_THE_END`; libre does not become duplicate. After the first result a new ranking rule needs a `reason`:
    everybody reads it below the standings with both rules. New places go to the waiting list. If the name contains the
    day, it gets the new day, unless the name was changed as well. Refuses the name of another tournament on that day,
    fewer places than are taken, and to end the trial of a tournament that was archived unfinished, because everybody
    would see it.
    """
    season_problems = keep_season(settings.season)  # before the tournament's lock, as everywhere
    tournament = lock_tournament(tournament.pk)
    before = Settings.of(tournament)
    if settings.name == before.name:
        settings = replace(settings, name=name_on(before.name, before.date, settings.date))
    changes = differences(_plain(before), _plain(settings))
    if not changes:
        return tournament
    is_unknown = before.pace == Pace.MINUTES and before.minutes_per_round is None
    wrong = season_problems | problems(settings, tournament.club, are_minutes_needed=not is_unknown)
    if {"name", "date"} & changes.keys():
        wrong |= _wrong_name(settings, tournament.club.tournaments.exclude(pk=tournament.pk))
    wrong |= _wrong_end_of_trial(tournament, settings)
    wrong |= _wrong_formula(tournament, settings)
    wrong |= _wrong_once_published(tournament, settings, set(changes))
    if tournament.is_finished:
        final = _("Le classement est définitif : rouvrez le tournoi pour changer qui y compte.")
        wrong.update({name: [final] for name in changes if name in FREE_UNTIL_THE_END})
    wrong |= _wrong_capacity(tournament, settings)
    rules = new_ranking_rule(tournament, settings)
    if rules and not reason.strip():
        wrong["reason"] = [str(RULE_WITHOUT_REASON)]
    _refuse(wrong)
    columns = _columns(settings)
    if "hidden_rounds" in changes:  # what was released was another number of rounds
        columns["released_at"] = None
    Tournament.objects.filter(pk=tournament.pk).update(**columns)
    _log_settings(tournament, settings.name, changes, rules, reason=reason.strip(), by=by, at=at)
    if "capacity" in changes:
        move_up(tournament, at=at)
    raise_revision(tournament)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def _wrong_formula(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: why a tournament may not become duplicate or libre, or have other teams, now."""
    wrong: dict[str, list[str]] = {}
    if tournament.board_deal_id is not None and not settings.compared_by:
        wrong["compared_by"] = [_("Des étuis sont distribués pour ce tournoi : retirez-les d’abord, sous « Papiers ».")]
    if settings.compared_by and not tournament.is_duplicate and (why := _why_not_duplicate(tournament)):
        wrong["compared_by"] = [why]
    if (settings.team_size, settings.plays_matches) != (tournament.team_size, tournament.plays_matches):
        wrong |= _wrong_teams(tournament, settings)
    return wrong


def _wrong_teams(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: why a tournament may not have teams of this size (0: none), or their matches, now."""
    team_size = MOST_IN_TEAM if settings.plays_matches else settings.team_size
    if settings.plays_matches != tournament.plays_matches and tournament.matches.exists():
        return {"plays_matches": [_("Des matchs sont tirés : défaites d’abord leur tirage, sous « Matchs ».")]}
    if not team_size and tournament.teams.exists():
        return {"team_size": [_("Des équipes sont formées : dissolvez-les d’abord, sous « Équipes ».")]}
    if team_size and tournament.wishes.filter(kind=WishKind.TEAM, cancelled_at=None).exists():
        sentence = _(
            "Des souhaits séparent déjà les joueurs d’une équipe : retirez-les d’abord. Ceux d’une équipe du tournoi "
            "ne se rencontrent jamais."
        )
        return {"team_size": [sentence]}
    playing = Q(members__waits__in=["", Waits.LATE]) & ~Q(members__status__in=HAVE_LEFT)
    for team in tournament.teams.annotate(playing=Count("members", filter=playing)).filter(playing__gt=team_size):
        sentence = _("%(n)d joueurs de l’équipe « %(team)s » jouent à la fois : changez-la d’abord.")
        return {"team_size": [sentence % {"n": team.playing, "team": team.name}]}
    return {}


def _wrong_once_published(tournament: Tournament, settings: Settings, changes: set[str]) -> dict[str, list[str]]:
    """Return errors by setting: what may no longer change because rounds are published."""
    published = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    if not published:
        return {}
    locked = _("Des positions sont déjà publiées : ce réglage ne peut plus changer.")
    wrong = {name: [locked] for name in changes if name not in ALWAYS_FREE | FREE_UNTIL_THE_END}
    if bool(settings.compared_by) != tournament.is_duplicate:
        wrong["compared_by"] = [locked]
    if settings.rounds_planned < published:
        wrong["rounds_planned"] = [
            _(
                "%(count)d positions sont déjà publiées : il ne peut pas y en avoir moins. "
                "Pour vous arrêter avant la dernière, terminez le tournoi."
            )
            % {"count": published}
        ]
    return wrong


def new_ranking_rule(tournament: Tournament, settings: Settings) -> list[dict[str, Any]]:
    """
    Return the columns of the ranking rule before and after the change: [before, after].

    [] when the rule is the same, when no result exists yet, and when the settings are refused.
    """
    if _wrong_ranking(settings) or _wrong_duplicate(settings):
        return []
    before, after = ({name: _plain(one)[name] for name in RANKING_RULE} for one in (Settings.of(tournament), settings))
    has_results = Seat.objects.filter(HAS_A_SCORE, round__tournament=tournament)
    return [before, after] if before != after and has_results.exists() else []


@transaction.atomic
def finish(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """Finish a tournament: its standings are final. Idempotent. Refuses a tournament without a published round."""
    tournament = lock_tournament(tournament.pk)
    if tournament.is_finished:
        return tournament
    if not tournament.rounds.exists():
        raise Refusal(
            _("Aucune position n’a été publiée : il n’y a rien à terminer. Tirez d’abord les tables."),
            code="nothing_played",
        )
    finished = _set_state(tournament, TournamentState.FINISHED, action=gettext_noop("tournoi terminé"), by=by, at=at)
    free_boards(finished)
    _tell_correction(finished, by, at)
    return finished


def _tell_correction(tournament: Tournament, by: Account | None, at: datetime) -> None:
    """
    Log why a finished tournament was corrected, for everybody to read, if a figure changed since it was reopened or its
    import was undone.
    """
    reopened = tournament.journal.filter(action=REOPENED).order_by("-pk").first()
    if reopened:
        figures, reason = reopened.details.get("figures"), reopened.reason
        is_other = figures is not None and figures != figures_of(tournament)  # none of before they were kept
    else:
        figures, reason = _figures_undone(tournament), _("résultats entrés à nouveau, après un import défait")
        is_other = figures is not None and figures != figures_of(tournament, by_name=True)
    if is_other:
        action = gettext_noop("corrigé après la fin")
        log(action=action, subject=tournament.name, by=by, at=at, tournament=tournament, reason=reason)


def _figures_undone(tournament: Tournament) -> str | None:
    """Return the digest of the first figures that an import, undone since, gave for this name and day; or None."""
    undone = tournament.club.journal.filter(action=IMPORT_UNDONE).order_by("pk").values_list("details", flat=True)
    for details in undone:
        for day, name, figures in details.get("figures", ()):
            if (day, name) == (tournament.date.isoformat(), tournament.name):
                return str(figures)
    return None


def figures_of(tournament: Tournament, *, by_name: bool = False) -> str:
    """
    Return a digest of each player's results, total and place. Players are told by start number, or by name (`by_name`):
    start numbers that a file lacks are drawn at random each time.
    """
    lines = standings_of([tournament])[tournament.pk].lines
    who: dict[int, int | str] = {line.start_number: line.start_number for line in lines}
    if by_name:
        entries = tournament.registrations.select_related("player")
        who = {entry.start_number: fold(entry.player.full_name) for entry in entries}
    told = sorted(
        (
            who[line.start_number],
            line.place or 0,
            line.total,
            line.penalties,
            *(repr(mark.points) for mark in line.marks),
        )
        for line in lines
    )
    return sha256(repr(told).encode()).hexdigest()[:DIGEST]


@transaction.atomic
def reopen(*, tournament: Tournament, reason: str, by: Account | None, at: datetime) -> Tournament:
    """
    Reopen a finished tournament to correct it. Idempotent. Refuses an empty `reason`, and a tournament never played.

    If it is finished again with other figures, everybody reads the reason below the standings.
    """
    tournament = lock_tournament(tournament.pk)
    if not tournament.is_finished:
        return tournament
    if tournament.archived_from in BEFORE_PLAY:
        raise Refusal(
            _("« %(name)s » n’a pas été joué : sortez-le des archives, il redevient ce qu’il était.")
            % {"name": tournament.name},
            code="nothing_played",
        )
    reason = refuse_without_reason(
        reason, _("Dites pourquoi le tournoi est rouvert : le journal en garde la trace."), code="reason_missing"
    )
    return _set_state(
        tournament,
        TournamentState.RUNNING,
        action=gettext_noop("tournoi rouvert"),
        reason=reason,
        by=by,
        at=at,
        details={"figures": figures_of(tournament)},
    )


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


def _wrong_duplicate(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what duplicate cannot be played with. What it merely does not use is not one."""
    if not settings.compared_by:
        sentence = _("Des matchs d’équipes se jouent en duplicate : choisissez comment les étuis sont comparés.")
        return {"plays_matches": [sentence]} if settings.plays_matches else {}
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
        wrong |= _wrong_scale(settings)
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
    return wrong


def _wrong_scale(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what a scale lacks, and the first line of it that is wrong."""
    wrong: dict[str, list[str]] = {}
    if not settings.compared_scale_name:
        wrong["compared_scale_name"] = [_("Dites de qui est cette échelle : le classement la nomme.")]
    if settings.compared_scale_on is None:
        wrong["compared_scale_on"] = [_("Dites de quel jour est cette échelle.")]
    try:
        if not read_scale(settings.compared_scale):
            wrong["compared_scale"] = [
                _("Écrivez les paliers : un par ligne, l’écart puis les points, comme « 10 : 1 ».")
            ]
    except ImpossibleScale as error:
        wrong["compared_scale"] = [WRONG_STEPS[error.code] % {"line": error.line, "text": error.text}]
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
}


def _wrong_entries(settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: what is wrong with the settings for entries from home."""
    wrong: dict[str, list[str]] = {}
    if settings.capacity is not None and not 1 <= settings.capacity <= MOST_PLACES:
        wrong["capacity"] = [_("Écrivez combien de places : de 1 à 5000. Laissez vide pour n’en compter aucune.")]
    if not 1 <= settings.people_per_entry <= MOST_TOGETHER:
        wrong["people_per_entry"] = [_("On s’inscrit seul, ou à six au plus.")]
    return wrong


def _wrong_name(settings: Settings, others: QuerySet[Tournament]) -> dict[str, list[str]]:
    if not others.filter(name=settings.name, date=settings.date).exists():
        return {}
    return {"name": [_("Le club a déjà un tournoi de ce nom à cette date. Donnez un autre nom à celui-ci.")]}


def _wrong_capacity(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    if settings.capacity is None or settings.capacity >= tournament.places_taken:
        return {}
    sentence = ngettext(
        "%(n)d place est déjà prise : annulez d’abord une inscription, ou gardez autant de places.",
        "%(n)d places sont déjà prises : annulez d’abord des inscriptions, ou gardez autant de places.",
        tournament.places_taken,
    )
    return {"capacity": [sentence % {"n": tournament.places_taken}]}


def _wrong_end_of_trial(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    is_ended = tournament.is_trial and not settings.is_trial
    if not is_ended or tournament.archived_from in ("", TournamentState.FINISHED):
        return {}
    sentence = _(
        "Cet essai est aux archives sans être terminé : il y paraîtrait à tous. Sortez-le des archives, "
        "puis dites que ce n’est plus un essai."
    )
    return {"is_trial": [sentence]}


def _log_settings(
    tournament: Tournament,
    name: str,
    changes: dict[str, list[Any]],
    rules: list[dict[str, Any]],
    *,
    reason: str,
    **entry: Any,
) -> None:
    """Log what changed; the ranking `rules` before and after, which move places, get an entry of their own."""
    others = {column: pair for column, pair in changes.items() if not (rules and column in RANKING_RULE)}
    entry |= {"subject": name, "tournament": tournament}
    if others:
        log(action=gettext_noop("réglages modifiés"), details=others, **entry)
    if rules:
        log(action=gettext_noop("règle du classement changée"), reason=reason, details={"rule": rules}, **entry)


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


def _refuse(wrong: dict[str, list[str]]) -> None:
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="settings_refused", fields=wrong)


def _set_state(tournament: Tournament, state: TournamentState, **entry: Any) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(state=state, archived_from="")
    log(subject=tournament.name, tournament=tournament, **entry)
    raise_revision(tournament)
    event = Publication.FINISHED if state is TournamentState.FINISHED else Publication.REOPENED
    announce(event, tournament=tournament, at=entry["at"])
    tournament.state, tournament.archived_from = state, ""
    return tournament


def _columns(settings: Settings) -> dict[str, Any]:
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
    if not settings.plays_matches:
        return fixed | {"bye_points": None}
    fixed |= {"team_size": TEAM_OF_MATCHES, "boards_travel": False}
    # Two results of a board are all there are in a match.
    fixed |= {"compared_least": 1, "compared_small_fields": False}
    return fixed | {"compared_trim": 0, "compared_per_opponent": False}


def _plain(settings: Settings) -> dict[str, Any]:
    """Return the settings as plain JSON, for comparing and for the journal."""
    columns = _columns(settings)
    season, starts_at, close_at = (columns.pop(name) for name in ("season", "starts_at", "entries_close_at"))
    scale_on = columns.pop("compared_scale_on")
    return {
        name: str(value) if isinstance(value, str) else value for name, value in columns.items() if name != "date"
    } | {
        "date": settings.date.isoformat(),
        "compared_scale_on": scale_on and scale_on.isoformat(),
        "starts_at": starts_at and starts_at.isoformat("minutes"),
        "entries_close_at": close_at and close_at.isoformat(timespec="minutes"),
        "season": season.name if season else None,
    }
