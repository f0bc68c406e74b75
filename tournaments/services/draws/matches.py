"""
Matches of teams: drawn, their line-ups sealed, and a round published once they are there.

Nobody reads a line-up before both teams of the match have sealed theirs: the journal says that it was sealed, not who
plays.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.kit.languages import current_words
from tournaments.labels import HAVE_LEFT, Publication, TournamentState
from tournaments.models import Account, ByLink, Match, Registration, SealedLineUp, Table, Team, Tournament
from tournaments.queries.draws.drafts import begins_by_rank
from tournaments.queries.draws.matches import (
    clubs_of_teams,
    next_round,
    past_matches,
    turns_of,
    who_is_there,
    who_may_play,
)
from tournaments.queries.draws.seating import as_tables, places
from tournaments.queries.evening.stages import is_begun, open_sheets, sheet_words
from tournaments.queries.standings.qualifying import stage_of
from tournaments.queries.standings.teams import TeamLine, public_team_standings
from tournaments.refusals import Refusal, refuse_if_finished, sent_before, together
from tournaments.seating import (
    AT_A_TABLE,
    ImpossibleDemand,
    LineUp,
    Matches,
    line_up,
    matched_by_standings,
    round_robin,
    tables_of,
)
from tournaments.services.clubs.webhooks import announce
from tournaments.services.draws.match_draws import draw_of
from tournaments.services.draws.publishing import replace_rounds
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import Subject, subject_of

MATCHES_FINISHED = gettext_lazy(
    "Le tournoi « %(name)s » est terminé : ses matchs ne changent plus. Rouvrez-le d’abord."
)


@transaction.atomic
def draw_matches(
    *, tournament: Tournament, by_standings: bool, by: Account | None, at: datetime, parts_clubs: bool = False
) -> list[Match]:
    """
    Draw the matches of the rounds to come and return them: all of them, so that all teams meet, or the next one alone.

    All rounds are drawn as a round robin; where the rounds before are not of the same one, teams that have met least
    meet. By standings the neighbours in the public ranking of the teams meet, so that no hidden round is told; in the
    first round of a final, the neighbours in rank of qualification. With `parts_clubs` two teams of a club meet as late
    as can be. Drawn again, what is the same stays as it is: once however often it is asked. Refuses fewer than two
    teams, a team with fewer than four players, no round to come, line-ups that are sealed for other matches, and a draw
    by standings while sheets are open.
    """
    tournament = _lock(tournament)
    first = next_round(tournament)
    if first > tournament.rounds_planned:
        raise Refusal(
            _("Toutes les positions prévues sont publiées. Ajoutez-en dans les réglages pour tirer d’autres matchs."),
            code="nothing_to_draw",
        )
    teams = _teams_that_play(tournament)
    past = past_matches(tournament, first)
    clubs = clubs_of_teams(tournament) if parts_clubs else {}
    if by_standings:
        _refuse_open_sheets(tournament, first)
        ranked = _ranked(tournament, first)
        ranking = [pk for pk in [*ranked, *(pk for pk in teams if pk not in ranked)] if pk in teams]
        drawn = [matched_by_standings(ranking, past, clubs)]
    else:
        drawn = _all_meet(teams, past, tournament.rounds_planned, tournament.seed, clubs)
    return _write_matches(tournament, first, drawn, by=by, at=at, parts_clubs=parts_clubs)


def _ranked(tournament: Tournament, first: int) -> list[int]:
    """
    Return the ids of the teams that have a rank before a round: of qualification, or in the public ranking, of a final
    with what each kept.
    """
    if begins_by_rank(tournament, first):
        stage = stage_of(tournament)
        return [stage.teams[one.key].team.pk for one in stage.seeds if one.key in stage.teams]
    if tournament.sources.filter(carried__gt=0).exists():
        return [one.team.team.pk for one in stage_of(tournament).finalists if one.team]
    return [line.team_id for line in public_team_standings(tournament).lines if isinstance(line, TeamLine)]


@transaction.atomic
def undo_matches(*, tournament: Tournament, number: int, by: Account | None, at: datetime) -> None:
    """
    Take back the matches drawn from round `number` on, with their line-ups. Idempotent.

    The tables of a cancelled round stay, without their matches: that round is not restored any more. Refuses a round
    that is published: its tables go first.
    """
    tournament = _lock(tournament)
    if number < next_round(tournament):
        raise Refusal(
            _("Les tables de la position %(number)d sont publiées : ses matchs restent.") % {"number": number},
            code="round_published",
        )
    matches = tournament.matches.filter(round_number__gte=number)
    if not matches.exists():
        return
    Table.objects.filter(match__in=matches).update(match=None)
    matches.delete()
    log(
        action=gettext_noop("tirage des matchs défait"),
        subject=subject_of("round", number=number),
        by=by,
        at=at,
        tournament=tournament,
    )
    raise_revision(tournament)


@transaction.atomic
def seal_line_up(
    *,
    match: Match,
    team: Team,
    taker: int | None,
    defence: Collection[int],
    key: uuid.UUID,
    by: Account | ByLink | None,
    at: datetime,
    is_captain: bool = False,
) -> SealedLineUp:
    """
    Seal who plays a match for a team (ids of registrations), in place of an earlier line-up, and return it.

    A captain changes it as long as the other team has not sealed its own, those who run the event until the first donne
    of the round: they then publish it again. The same form sent twice (`key`) is one line-up. Refuses, all at once: not
    three in defence, the taker among them, somebody of another team, somebody who has left.
    """
    tournament = _lock(match.tournament)
    if earlier := sent_before(SealedLineUp, key, code="stale_line_up", match_id=match.pk, team_id=team.pk):
        return earlier
    found = _refuse_late(tournament, match, team, is_captain=is_captain)
    chosen = list(dict.fromkeys(defence))
    _refuse_line_up(team, taker, chosen)
    sealed = _seal(found, team, LineUp(taker or 0, (chosen[0], chosen[1], chosen[2])), key, at)
    log(
        action=gettext_noop("composition scellée"),
        subject=_subject(found),
        by=by,
        at=at,
        tournament=tournament,
        details={"team": team.number},
    )
    raise_revision(tournament)
    return sealed


@transaction.atomic
def close_line_ups(*, tournament: Tournament, number: int, by: Account | None, at: datetime) -> None:
    """
    Give every team of a round without a line-up the usual one: who took least often takes, who played least plays.

    Idempotent. Refuses a round that is published, or without matches.
    """
    tournament = _lock(tournament)
    _refuse_published(tournament, number)
    matches = _matches_of(tournament, number)
    missing = [
        (match, team)
        for match in matches
        for team in _teams_of(match)
        if not match.is_bye and team.pk not in {sealed.team_id for sealed in match.line_ups.all()}
    ]
    if not missing:
        return
    played, taken = turns_of([team for _match, team in missing], number)
    for match, team in missing:
        members = [member.pk for member in who_is_there(team)]
        try:
            usual = line_up(members, played, taken)
        except ImpossibleDemand as impossible:
            raise _too_few(team, impossible) from impossible
        _seal(match, team, usual, uuid.uuid4(), at)
    log(
        action=gettext_noop("compositions closes"),
        subject=subject_of("round", number=number),
        by=by,
        at=at,
        tournament=tournament,
        details={"teams": sorted(team.number for _match, team in missing)},
    )
    raise_revision(tournament)


@transaction.atomic
def publish_matches(*, tournament: Tournament, number: int, by: Account | None, at: datetime) -> Tournament:
    """
    Publish the tables of a round of matches: two for each match, with the same boards. Idempotent.

    Published again before its first donne, the round has the line-ups as they are now and keeps its boards. Refuses a
    missing line-up, somebody in one who has left, a round that does not come next or is planned no more, and one that
    is begun. A cancelled round is published again in its place.
    """
    tournament = _lock(tournament)
    matches = [match for match in _matches_of(tournament, number) if not match.is_bye]
    first = next_round(tournament)
    _refuse_out_of_turn(tournament, number, first)
    sealed = _sealed_of(matches)
    plan_tables = [table for match in matches for table in tables_of(sealed[match.pk])]
    if (seats := places(tournament).get(number)) is not None:
        tables_now, _exempts = as_tables(seats)
        if [*map(tuple, plan_tables)] == [*map(tuple, tables_now)]:
            return tournament  # the button was pressed twice
        _refuse_published(tournament, number, is_begun_only=True)
    draw = draw_of(tournament, number, plan_tables, by, at, alone=number < first)
    replace_rounds(tournament, draw, at)
    tables = {table.number: table for table in Table.objects.filter(round__draw=draw)}
    for match in matches:
        for each in match.table_numbers:
            tables[each].match = match
    Table.objects.bulk_update(tables.values(), ["match"])
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, remainder=draw.remainder)
    log(
        action=gettext_noop("matchs publiés"),
        subject=subject_of("round", number=number),
        by=by,
        at=at,
        tournament=tournament,
        details={"players": len(draw.players), "tables": len(tables)},
    )
    raise_revision(tournament)
    announce(Publication.DRAW, tournament=tournament, at=at, rounds=[number])
    return tournament


def lock_for_line_up(match: Match, team: Team, *, is_captain: bool) -> Tournament:
    """Lock the tournament of a match and return it. Refuses a match whose line-up of this team can change no more."""
    tournament = _lock(match.tournament)
    _refuse_late(tournament, match, team, is_captain=is_captain)
    return tournament


def _refuse_late(tournament: Tournament, match: Match, team: Team, *, is_captain: bool) -> Match:
    """Return the match as it is now. Refuses one that is drawn again, and one whose line-ups can change no more."""
    found = tournament.matches.filter(pk=match.pk).first()
    if found is None or team.pk not in found.team_ids or found.is_bye:
        raise Refusal(
            _("Ce match n’est plus celui de l’équipe « %(team)s » : les matchs ont été tirés à nouveau.")
            % {"team": team.name},
            code="match_drawn_again",
        )
    _refuse_published(tournament, found.round_number, is_begun_only=not is_captain)
    if is_captain and found.line_ups.count() == len(found.team_ids):
        raise Refusal(
            _("Les deux compositions sont scellées et se lisent : elles ne changent plus. Appelez l’arbitre."),
            code="line_ups_open",
        )
    return found


def _lock(tournament: Tournament) -> Tournament:
    """Lock a tournament of matches and return it. Refuses one that is over, or plays no matches."""
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, MATCHES_FINISHED)
    if not tournament.plays_matches:
        raise Refusal(
            _("« %(name)s » ne se joue pas par matchs : choisissez-le d’abord dans ses réglages.")
            % {"name": tournament.name},
            code="no_matches",
        )
    return tournament


def _teams_that_play(tournament: Tournament) -> list[int]:
    """Return the ids of the teams, without those whose members have all left. Refuses a team with fewer than four."""
    wrong, playing = [], []
    for team in tournament.teams.all():
        members = len(who_may_play(team))
        if members >= AT_A_TABLE:
            playing.append(team.pk)
        elif members:
            wrong.append(_too_few(team, ImpossibleDemand("too_few_members", {"members": members, "least": AT_A_TABLE})))
    if wrong:
        raise together(wrong)
    if len(playing) < 2:
        impossible = ImpossibleDemand("too_few_teams", {"teams": len(playing)})
        raise Refusal(impossible.message(current_words()), code=impossible.code)
    return playing


def _too_few(team: Team, impossible: ImpossibleDemand) -> Refusal:
    sentence = _("Équipe « %(team)s » : %(why)s") % {"team": team.name, "why": impossible.message(current_words())}
    return Refusal(sentence, code=impossible.code)


def _refuse_open_sheets(tournament: Tournament, first: int) -> None:
    if missing := open_sheets(tournament, first - 1):
        raise Refusal(
            _("Des feuilles ne sont pas closes : %(sheets)s. Le classement peut encore changer : finissez-les d’abord.")
            % {"sheets": sheet_words(missing)},
            code="sheets_missing",
        )


def _all_meet(
    teams: Sequence[int], past: Sequence[Matches], rounds: int, seed: int, clubs: Mapping[int, int]
) -> list[Matches]:
    """Return the rounds after `past` of a round robin; where those are of another one, by who has met least."""
    whole = round_robin(teams, rounds, seed=seed, clubs=clubs)
    if [_as_sets(before) for before in past] == [_as_sets(before) for before in whole[: len(past)]]:
        return list(whole[len(past) :])
    drawn = list(past)
    for _round in range(rounds - len(past)):
        drawn.append(matched_by_standings(teams, drawn, clubs))
    return drawn[len(past) :]


def _as_sets(matches: Matches) -> set[frozenset[int | None]]:
    return {*map(frozenset, matches.pairs), frozenset([matches.bye])}


def _write_matches(
    tournament: Tournament,
    first: int,
    drawn: Sequence[Matches],
    *,
    by: Account | None,
    at: datetime,
    parts_clubs: bool,
) -> list[Match]:
    """Write these matches in place of those that are drawn and not published, from round `first` on."""
    wanted = [
        Match(tournament=tournament, round_number=number, number=place, one_id=one, other_id=other)
        for number, matches in enumerate(drawn, first)
        for place, (one, other) in enumerate(
            [*matches.pairs, *([(matches.bye, None)] if matches.bye is not None else [])], 1
        )
    ]
    before = list(tournament.matches.filter(round_number__gte=first))
    if [_told(match) for match in before] == [_told(match) for match in wanted]:
        return before
    if SealedLineUp.objects.filter(match__in=before).exists():
        raise Refusal(
            _(
                "Des compositions sont déjà scellées pour les matchs à venir. Défaites d’abord ce tirage : elles s’en "
                "vont avec lui."
            ),
            code="line_ups_sealed",
        )
    tournament.matches.filter(round_number__gte=first).delete()
    Match.objects.bulk_create(wanted)
    log(
        action=gettext_noop("matchs tirés"),
        subject=subject_of("rounds", count=len(drawn)),
        by=by,
        at=at,
        tournament=tournament,
        details={"first": first, "matches": len(wanted), "seed": tournament.seed, "parts_clubs": parts_clubs},
    )
    raise_revision(tournament)
    return wanted


def _told(match: Match) -> tuple[int | None, ...]:
    return match.round_number, match.number, match.one_id, match.other_id


def _matches_of(tournament: Tournament, number: int) -> list[Match]:
    """Return the matches of a round with their line-ups. Refuses a round without one."""
    matches = list(tournament.matches.filter(round_number=number).select_related("one", "other"))
    if not matches:
        raise Refusal(
            _("Les matchs de la position %(number)d ne sont pas tirés : tirez-les d’abord.") % {"number": number},
            code="matches_not_drawn",
        )
    return matches


def _teams_of(match: Match) -> list[Team]:
    return [match.one, *([match.other] if match.other is not None else [])]


def _refuse_published(tournament: Tournament, number: int, *, is_begun_only: bool = False) -> None:
    """Refuse a round whose tables are published, or `is_begun_only` one in which something is written."""
    is_late = is_begun(tournament, number) if is_begun_only else number < next_round(tournament)
    if is_late:
        raise Refusal(
            _("La position %(number)d est commencée : ses compositions ne changent plus.") % {"number": number}
            if is_begun_only
            else _("Les tables de la position %(number)d sont publiées : ses compositions ne changent plus.")
            % {"number": number},
            code="round_published",
        )


def _refuse_out_of_turn(tournament: Tournament, number: int, first: int) -> None:
    """Refuse to publish a round after the next one, `first`, and one that is planned no more."""
    if number > first:
        raise Refusal(
            _("La position %(missing)d n’est pas encore publiée : publiez-la d’abord.") % {"missing": first},
            code="round_before_is_missing",
        )
    if number > tournament.rounds_planned:
        raise Refusal(
            _(
                "Ce tournoi a %(planned)d positions prévues : la %(number)d n’en est pas. Ajoutez-la dans les "
                "réglages, ou défaites ses matchs."
            )
            % {"planned": tournament.rounds_planned, "number": number},
            code="round_not_planned",
        )


def _refuse_line_up(team: Team, taker: int | None, defence: Sequence[int]) -> None:
    """Refuse everything that is wrong with a line-up at once."""
    members = {member.pk: member for member in team.members.select_related("player")}
    wrong: list[Refusal] = []
    if taker is None:
        wrong.append(_wrong("taker", _("Dites qui prend pour l’équipe.")))
    if len(defence) != AT_A_TABLE - 1:
        wrong.append(_wrong("defence", _("Trois joueurs de l’équipe jouent en défense : cochez-en trois.")))
    if taker in defence:
        wrong.append(_wrong("defence", _("Qui prend ne défend pas : il joue à l’autre table au même moment.")))
    if any(pk not in members for pk in [*([] if taker is None else [taker]), *defence]):
        wrong.append(
            _wrong("defence", _("Une composition ne nomme que des joueurs de l’équipe « %(team)s ».") % {"team": team})
        )
    for pk in dict.fromkeys([taker, *defence]):
        member = members.get(pk or 0)
        if member is not None and member.status in HAVE_LEFT:
            sentence = _("%(player)s est parti : choisissez un autre joueur.") % {"player": member.player.full_name}
            wrong.append(_wrong("taker" if pk == taker else "defence", sentence))
    if wrong:
        raise together(wrong)


def _wrong(field: str, sentence: str) -> Refusal:
    return Refusal(sentence, code="line_up_wrong", fields={field: [sentence]})


def _seal(match: Match, team: Team, drawn: LineUp, key: uuid.UUID, at: datetime) -> SealedLineUp:
    """Write a line-up in place of the one that the team had."""
    match.line_ups.filter(team=team).delete()
    first, second, third = drawn.defence
    return SealedLineUp.objects.create(
        match=match,
        team=team,
        taker_id=drawn.taker,
        first_id=first,
        second_id=second,
        third_id=third,
        key=key,
        sealed_at=at,
    )


def _sealed_of(matches: Iterable[Match]) -> dict[int, tuple[LineUp, LineUp]]:
    """Return both line-ups of each match, by match id. Refuses each that is missing, and each player who has left."""
    found: dict[int, tuple[LineUp, LineUp]] = {}
    wrong: list[Refusal] = []
    for match in matches:
        sealed = {each.team_id: each for each in match.line_ups.all()}
        for team in _teams_of(match):
            if team.pk not in sealed:
                sentence = _(
                    "La composition de l’équipe « %(team)s » n’est pas là : attendez-la, ou fermez-les toutes."
                )
                wrong.append(Refusal(sentence % {"team": team.name}, code="line_up_missing"))
                continue
            gone = Registration.objects.filter(pk__in=sealed[team.pk].player_ids).exclude(
                pk__in=[member.pk for member in who_may_play(team)]
            )
            for member in gone.select_related("player"):
                sentence = _("%(player)s ne joue plus pour l’équipe « %(team)s » : changez sa composition.")
                said = {"player": member.player.full_name, "team": team.name}
                wrong.append(Refusal(sentence % said, code="line_up_wrong"))
        if len(sealed) == len(match.team_ids):
            one, other = (sealed[pk] for pk in match.team_ids)
            found[match.pk] = (
                LineUp(one.taker_id, one.defence_ids),
                LineUp(other.taker_id, other.defence_ids),
            )
    if wrong:
        raise together(wrong)
    return found


def _subject(match: Match) -> Subject:
    return subject_of("match", round=match.round_number, match=match.number)
