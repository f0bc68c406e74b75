"""A tournament: created, its settings changed while that is safe, finished, reopened."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.kit.dated_names import name_on
from tournaments.kit.text import fold
from tournaments.labels import (
    BEFORE_PLAY,
    HAVE_LEFT,
    MOST_IN_TEAM,
    Pace,
    Publication,
    TournamentState,
    Waits,
    WishKind,
)
from tournaments.models import Account, Club, Seat, Tournament
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.tournaments import new_entry_code
from tournaments.queries.standings.standings import standings_of
from tournaments.queries.undo.consequences import untold
from tournaments.refusals import RULE_WITHOUT_REASON, Refusal, refuse_without_reason
from tournaments.seating import IN_TRIO
from tournaments.services.boards import free_boards
from tournaments.services.clubs.clubs import keep_season
from tournaments.services.clubs.webhooks import announce
from tournaments.services.evening.calling_off import TOLD, tell_change
from tournaments.services.evening.settings import (
    ALWAYS_FREE,
    FREE_UNTIL_THE_END,
    RANKING_RULE,
    Settings,
    columns_of,
    is_rule_wrong,
    plain_of,
    problems,
)
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club, lock_tournament, raise_revision
from tournaments.services.people.entries import move_up

REOPENED = "tournoi rouvert"  # its action in the journal; `figures` of its details are those of before
IMPORT_UNDONE = "import défait"  # the same of its club; `figures` are (day, name, figures) of the evenings that went
DIGEST = 24  # letters: other figures never have the same


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
    tournament = Tournament.objects.create(club=club, state=state, entry_code=free_entry_code(), **columns_of(settings))
    log(
        action=gettext_noop("tournoi créé"),
        subject=tournament.name,
        by=by,
        at=at,
        tournament=tournament,
        details=plain_of(settings) | {"state": str(state)},
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
    changes = differences(plain_of(before), plain_of(settings))
    if not changes:
        return tournament
    is_unknown = before.pace == Pace.MINUTES and before.minutes_per_round is None
    wrong = season_problems | problems(settings, tournament.club, are_minutes_needed=not is_unknown)
    if {"name", "date"} & changes.keys():
        wrong |= _wrong_name(settings, tournament.club.tournaments.exclude(pk=tournament.pk))
    wrong |= _wrong_trial(tournament, settings)
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
    columns = columns_of(settings)
    if "hidden_rounds" in changes:  # what was released was another number of rounds
        columns["released_at"] = None
    Tournament.objects.filter(pk=tournament.pk).update(**columns)
    _log_settings(tournament, settings.name, changes, rules, reason=reason.strip(), by=by, at=at)
    if "capacity" in changes:
        move_up(tournament, at=at)
    raise_revision(tournament)
    changed = Tournament.objects.select_related("club").get(pk=tournament.pk)
    if changes.keys() & TOLD:
        tell_change(changed, tournament, at)
    return changed


def _wrong_formula(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: why a tournament may not become duplicate or libre, or have other teams, now."""
    wrong: dict[str, list[str]] = {}
    if tournament.board_deal_id is not None and not settings.compared_by:
        wrong["compared_by"] = [_("Des étuis sont distribués pour ce tournoi : retirez-les d’abord, sous « Papiers ».")]
    if settings.compared_by and not tournament.is_duplicate and (why := _why_not_duplicate(tournament)):
        wrong["compared_by"] = [why]
    asked, now = ((one.team_size, one.plays_matches, one.plays_trios) for one in (settings, tournament))
    if asked != now:
        wrong |= _wrong_teams(tournament, settings)
    return wrong


def _wrong_teams(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    """Return errors by setting: why a tournament may not have teams of this size (0: none), or their matches, now."""
    team_size = MOST_IN_TEAM if settings.plays_matches else IN_TRIO if settings.plays_trios else settings.team_size
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
    if is_rule_wrong(settings):
        return []
    before, after = (
        {name: plain_of(one)[name] for name in RANKING_RULE} for one in (Settings.of(tournament), settings)
    )
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


def _wrong_trial(tournament: Tournament, settings: Settings) -> dict[str, list[str]]:
    """Return why a tournament may not become a trial, which hides it, or why a trial may not become public."""
    if settings.is_trial and not tournament.is_trial and (told := untold(tournament)):
        return {"is_trial": told}
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
