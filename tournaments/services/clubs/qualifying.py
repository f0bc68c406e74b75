"""The stages of a championship: where the players of a final come from, who does not come, who is entered."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import (
    Account,
    ByLink,
    Declined,
    League,
    Player,
    Qualifying,
    Registration,
    Seat,
    Team,
    Tournament,
)
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.standings.known_leagues import name_read_by
from tournaments.queries.standings.league_events import events_of
from tournaments.queries.standings.own_finals import OwnState, own_place
from tournaments.queries.standings.qualifying import (
    ROWS,
    FinalStage,
    final_row,
    finals_of,
    stage_of,
    stage_of_row,
)
from tournaments.queries.standings.shown_stages import strangers
from tournaments.refusals import RULE_WITHOUT_REASON, Refusal, refuse_if_finished, refuse_without_reason
from tournaments.services.clubs.committee_leagues import leave_announced
from tournaments.services.clubs.qualified_teams import enter_teams, expect_again, withdraw_team
from tournaments.services.clubs.source_checks import (
    elsewhere_sentence,
    of_teams_sentence,
    refuse_source,
    refuse_unit,
    source_refusal,
)
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament, raise_revision, raise_revisions
from tournaments.services.people.registrations import refuse_suspended, register
from tournaments.standings import Cut

MOST_SOURCES = 24


@transaction.atomic
def add_source(
    *, final: Tournament, origin: League | Tournament, cut: Cut, by: Account | None, at: datetime
) -> Qualifying:
    """
    Return a new source of a final, placed last. The same source asked for twice with the same cut is one row.

    Refuses what `_refuse` refuses, more than `MOST_SOURCES`, and a source that the final has with another cut.
    """
    final = lock_tournament(final.pk)
    held = final.sources.filter(**_column(origin)).select_related(*ROWS).first()
    if held is not None and held.cut == cut:
        return held
    if held is not None:
        sentence = _("« %(final)s » prend déjà ses joueurs de « %(source)s » : changez sa ligne plutôt.")
        raise source_refusal(sentence % {"final": final.name, "source": held.title}, "source_held")
    if final.sources.count() >= MOST_SOURCES:
        sentence = _("« %(final)s » prend déjà ses joueurs de %(most)d classements : retirez-en un d’abord.")
        raise source_refusal(sentence % {"final": final.name, "most": MOST_SOURCES}, "too_many_sources")
    refuse_source(final, origin, cut)
    row = Qualifying.objects.create(final=final, number=_next_number(final), **_column(origin), **_columns(cut))
    _log(gettext_noop("qualification ajoutée"), row, by, at, details={"cut": asdict(cut)})
    _raise(row)
    return row


@transaction.atomic
def announce_final(
    *,
    league: League,
    cut: Cut,
    final: Tournament | None,
    by: Account | None,
    at: datetime,
    reason: str = "",
) -> Qualifying:
    """
    Write how many players of a league go to its final, and which of `finals_of` that is (None: not chosen yet).

    Who declined before stays noted. Refuses what `change_source` and `_refuse` refuse, and any other final.
    """
    lock_club(league.season.club)
    if league.ranking_rule.of_teams:
        raise source_refusal(of_teams_sentence(league), "other_form", "final")
    row = final_row(league)
    if final is not None:
        if not finals_of(league).filter(pk=final.pk).exists():
            raise source_refusal(elsewhere_sentence(league), "final_elsewhere", "final")
        final = lock_tournament(final.pk)
        if row is None or row.final_id != final.pk:
            refuse_source(final, league, cut)
    if row is None:
        by_committee = league.committee_id is not None
        first = None if by_committee else final  # a row of the club that offers its tournament is taken over below
        number = _next_number(first) if first else 1
        row = Qualifying.objects.create(
            final=first, number=number, league=league, by_committee=by_committee, **_columns(cut)
        )
        _log(gettext_noop("qualification ajoutée"), row, by, at, details={"cut": asdict(cut)})
        _raise(row)
    if row.final_id != (final.pk if final else None):
        before = row.final
        row.final, row.number = final, _number_in(final, row) if final else 1
        row.save(update_fields=["final", "number"])
        details = {"final": [one.name if one else None for one in (before, final)]}
        _log(gettext_noop("finale choisie"), row, by, at, details=details)
        _raise(row)
        if before is not None:
            raise_revision(before)
            if before.club_id != _club(row).pk:  # a comité's final goes from one club to another
                action = gettext_noop("finale choisie")
                log(action=action, subject=row.title, by=by, at=at, tournament=before, details=details)
    return change_source(row=row, cut=cut, by=by, at=at, reason=reason)


@transaction.atomic
def change_source(
    *, row: Qualifying, cut: Cut, by: Account | None, at: datetime, reason: str = "", by_host: bool = False
) -> Qualifying:
    """
    Change how many a source qualifies, or what they keep; nothing is written when nothing changes.

    Once the source has a result, a `reason` is needed: everybody reads it with what was announced before. Refuses the
    club of the final (`by_host`) where a comité announced it.
    """
    row = _row(row)
    before = row.cut
    if before == cut:
        return row
    if by_host and row.by_committee:
        sentence = _("« %(source)s » mène ici parce que son comité l’a annoncé : lui seul dit combien y vont.")
        raise source_refusal(sentence % {"source": row.title}, "of_the_committee", "first")
    if row.final is not None:
        refuse_unit(row.final, row.origin, cut)
    if _has_results(row.origin):
        reason = refuse_without_reason(reason, RULE_WITHOUT_REASON, code="reason_missing")
    for column, value in _columns(cut).items():
        setattr(row, column, value)
    row.save(update_fields=list(_columns(cut)))
    details = {"qualifying": row.pk, "cut": [asdict(before), asdict(cut)]}
    _log(gettext_noop("qualification changée"), row, by, at, reason=reason, details=details)
    _raise(row)
    return row


@transaction.atomic
def place_source(*, row: Qualifying, before: Qualifying, by: Account | None, at: datetime) -> None:
    """
    Put a source of a final before another of it: who is qualified by both is then qualified by it. Idempotent.

    Refuses a source that is gone, one of another final, and a final that is over.
    """
    row = _row(row)
    if row.final is None:
        return
    refuse_if_finished(row.final, _("« %(name)s » est terminé : l’ordre de ses classements ne change plus."))
    rows = list(row.final.sources.order_by("number", "pk"))
    if before.pk not in {one.pk for one in rows}:
        raise Refusal(_("Cette ligne n’existe plus : quelqu’un l’a changée ou retirée."), code="gone")
    if rows.index(row) < [one.pk for one in rows].index(before.pk):
        return
    rows.remove(row)
    rows.insert([one.pk for one in rows].index(before.pk), row)
    for number, one in enumerate(rows, start=1):
        Qualifying.objects.filter(pk=one.pk).update(number=number)
    details = {"qualifying": row.pk, "before": before.pk}
    _log(gettext_noop("qualification mise avant une autre"), row, by, at, details=details)
    _raise(row)


def carry_sources(
    *,
    source: Tournament,
    tournament: Tournament,
    entries: Mapping[int, int],  # noqa: ARG001 - every function of `copies.CARRY` takes it
    by: Account | None,
    at: datetime,
) -> int:
    """
    Take over where the people of a tournament came from, with the cuts, and return how many sources that are.

    Who did not come is not taken over, nor what `add_source` refuses of the new tournament. Called under the lock of
    the club.
    """
    count = 0
    for row in source.sources.select_related(*ROWS).order_by("number", "pk"):
        with suppress(Refusal), transaction.atomic():
            add_source(final=tournament, origin=row.origin, cut=row.cut, by=by, at=at)
            count += 1
    return count


@transaction.atomic
def remove_source(*, row: Qualifying, by: Account | None, at: datetime, by_host: bool = False) -> None:
    """
    Remove a source from its final: nobody is qualified by it any more. Who is entered stays entered.

    The club of the final (`by_host`) no longer holds what a comité announced; the announcement stays.
    """
    row = _row(row)
    _log(gettext_noop("qualification retirée"), row, by, at, details={"cut": asdict(row.cut)})
    _raise(row)
    if by_host and row.by_committee:
        leave_announced(Qualifying.objects.filter(pk=row.pk))
    else:
        row.delete()


@transaction.atomic
def decline_final(
    *,
    row: Qualifying,
    player: Player,
    team: Team | None = None,
    declines: bool,
    by: Account | ByLink | None,
    at: datetime,
) -> None:
    """
    Note that a player does not come to the final of a source, or that he comes after all. Idempotent.

    Where whole teams are qualified it is the `team` of the source, without which the one for which the player may come;
    once it is entered its members are withdrawn, and expected again, with it. Refuses who is ranked by no source of the
    final, and who has a place at its tables: somebody of the reserve plays for him.
    """
    row = _row(row)
    if row.final is not None:
        refuse_if_finished(row.final, _("« %(name)s » est terminé : qui y venait ne change plus."))
    stage = stage_of_row(row)
    found = stage.of_player(player.pk) if team is None else stage.of_id(team.pk)
    if found is None:
        raise source_refusal(_not_ranked(stage, row, player, team), "not_ranked")
    source, candidate = found
    declined = Declined.objects.filter(qualifying__in=[one.row for one in stage.sources])
    if candidate.team:
        same = [one.id for one in stage.everybody if one.key == candidate.key]
        declined = declined.filter(team__in=same)
    else:
        declined = declined.filter(player__in=candidate.files, team=None)
    if declines == declined.exists():
        return
    entered = stage.teams.get(candidate.key)
    if declines:
        if entered is not None and not entered.is_away:
            withdraw_team(entered, by=by, at=at)
        elif candidate.team is None:
            _refuse_seated(row, player, candidate.files)
        Declined.objects.create(
            qualifying=source.row,
            player=player,
            team=candidate.team.team if candidate.team else None,
            at=at,
            by=by if isinstance(by, Account) else None,
            is_own_word=isinstance(by, ByLink) or (by is not None and by.player_id in candidate.files),
        )
    else:
        declined.delete()
        if entered is not None:
            expect_again(entered, by=by, at=at)
    club = _club(row)
    log(
        action=gettext_noop("finale déclinée") if declines else gettext_noop("finale acceptée"),
        subject=candidate.name if candidate.team else name_read_by(club, player),
        by=by,
        at=at,
        tournament=row.final,
        club=club,
        details={"qualifying": source.row.pk, "id": player.pk},
    )
    _raise(row)


@transaction.atomic
def enter_qualified(*, final: Tournament, by: Account | None, at: datetime) -> list[Registration]:
    """
    Register in a final the players who are qualified for it now, and return the new registrations.

    Whole teams come with their people (`enter_teams`), and the registrations returned are those of their members. Of
    another club's ranking, only those whom the host may read: a qualified player enters himself (`enter_himself`).
    Refuses a final without a source, and a qualified player who is suspended that day.
    """
    final = lock_tournament(final.pk)
    stage = stage_of(final)
    if not stage.sources:
        sentence = _(
            "« %(final)s » ne prend ses joueurs d’aucun classement : dites d’abord d’où viennent les qualifiés."
        )
        raise Refusal(sentence % {"final": final.name}, code="no_source")
    out = stage.entered.union(one.key for one in strangers(stage, final.club))
    if stage.of_teams:
        return enter_teams(final=final, teams=[one for one in stage.seeds if one.key not in out], by=by, at=at)
    going = [one.player_id for one in stage.going if one.key not in out]
    players = Player.objects.in_bulk(going)
    instead = _("Notez ci-dessous qu’il ne vient pas : le premier de la réserve prend sa place.")
    refuse_suspended(final, players.values(), instead=instead)
    return register(tournament=final, players=[players[pk] for pk in going], by=by, at=at)


@transaction.atomic
def enter_himself(*, final: Tournament, player: Player, by: Account | ByLink | None, at: datetime) -> None:
    """
    Register a qualified player in a final on his own word, a whole team on its captain's. Idempotent.

    Refuses a player who has no place, and one whose ranking may still change.
    """
    final = lock_tournament(final.pk)
    place = own_place(stage_of(final), player)
    if place is not None and place.state is OwnState.ENTERED:
        return
    if place is None or not place.may_enter:
        sentence = _(
            "Vous n’avez pas encore de place à « %(final)s » : son classement n’est pas fini, ou la place est à "
            "un autre. Revenez sur cette page."
        )
        raise Refusal(sentence % {"final": final.name}, code="no_place")
    if place.candidate.team:
        enter_teams(final=final, teams=[place.candidate], by=by, at=at)
    else:
        register(tournament=final, players=[player], by=by, at=at)


@transaction.atomic
def decline_himself(
    *, final: Tournament, player: Player, declines: bool, by: Account | ByLink | None, at: datetime
) -> None:
    """Note on a player's own word whether he, or his team, comes to a final; a team's captain alone speaks for it."""
    final = lock_tournament(final.pk)
    place = own_place(stage_of(final), player)
    if place is None:
        raise Refusal(_("Aucun classement public ne vous mène à cette finale."), code="not_ranked")
    if not place.speaks:
        sentence = _("Le capitaine de « %(team)s » dit si l’équipe vient : demandez-le-lui.")
        raise Refusal(sentence % {"team": place.team}, code="not_the_captain")
    team = place.candidate.team.team if place.candidate.team else None
    decline_final(row=place.source.row, player=player, team=team, declines=declines, by=by, at=at)


def _row(row: Qualifying) -> Qualifying:
    """Lock the final of a row, or the club of its league, and return the row. Refuses a row that is gone."""
    if row.final is not None:
        lock_tournament(row.final_id)
    else:
        lock_club(_club(row))
    found = Qualifying.objects.select_related(*ROWS).filter(pk=row.pk, final=row.final_id).first()
    if found is None:
        raise Refusal(_("Cette ligne n’existe plus : quelqu’un l’a changée ou retirée."), code="gone")
    return found


def _club(row: Qualifying) -> Any:
    if row.final is not None:
        return row.final.club
    assert row.league is not None  # a constraint
    return row.league.season.club


def _column(origin: League | Tournament) -> dict[str, Any]:
    return {"league" if isinstance(origin, League) else "source": origin}


def _columns(cut: Cut) -> dict[str, int | None]:
    return asdict(cut)


def _number_in(final: Tournament, row: Qualifying) -> int:
    """
    Return the number that a league's row gets in a final: the next, or that of the row by which it leads there already.

    The row takes the place of that one, with who declined there.
    """
    other = final.sources.filter(league=row.league_id).exclude(pk=row.pk).first()
    if other is None:
        return _next_number(final)
    noted = row.declined.values_list("player", flat=True)
    other.declined.exclude(player__in=list(noted)).update(qualifying=row)
    other.delete()
    return other.number


def _next_number(final: Tournament) -> int:
    return (final.sources.aggregate(last=Max("number"))["last"] or 0) + 1


def _refuse_seated(row: Qualifying, player: Player, files: Iterable[int]) -> None:
    if row.final is None:
        return
    seats = Seat.objects.filter(round__tournament=row.final, registration__player__in=files)
    if seats.exists():
        sentence = _(
            "%(player)s a déjà sa place aux tables de « %(final)s » : le tirage est publié. Faites jouer un remplaçant "
            "à sa place, par exemple le premier de la réserve (onglet « Places »)."
        )
        values = {"player": name_read_by(row.final.club, player), "final": row.final.name}
        raise Refusal(sentence % values, code="seated_already")


def _not_ranked(stage: FinalStage, row: Qualifying, player: Player, team: Team | None) -> str:
    sentence = _(
        "%(player)s n’est pas dans la liste : aucun classement qui mène à cette finale ne le classe (%(which)s)."
    )
    titles = ", ".join(source.title for source in stage.sources)
    name = name_read_by(_club(row), player) if team is None else team.name
    return sentence % {"player": name, "which": titles}


def _has_results(origin: League | Tournament) -> bool:
    events = events_of(origin) if isinstance(origin, League) else [origin]
    return Seat.objects.filter(HAS_A_SCORE, round__tournament__in=events).exists()


def _raise(row: Qualifying) -> None:
    """Raise the revisions of a final and of the leagues that lead to it, or of a league that announces one."""
    leagues = League.objects.filter(qualifyings__final=row.final) if row.final else League.objects.none()
    League.objects.filter(pk__in=[row.league_id, *leagues.values_list("pk", flat=True)]).update(
        revision=F("revision") + 1
    )
    if row.final is not None:
        raise_revision(row.final)
    elif row.league is not None:
        raise_revisions(events_of(row.league))


def _log(
    action: str, row: Qualifying, by: Account | None, at: datetime, *, details: dict[str, Any], reason: str = ""
) -> None:
    log(
        action=action,
        subject=row.title,
        by=by,
        at=at,
        tournament=row.final,
        club=_club(row),
        reason=reason,
        details=details,
    )
