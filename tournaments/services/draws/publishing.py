"""Publishes a draw: its plan becomes the places of all players, unless something has changed since the request."""

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Publication, TournamentState
from tournaments.models import Account, Draw, Round, Seat, Table, Tournament
from tournaments.queries.draws.drafts import rankings_to_follow
from tournaments.queries.draws.forecast import present_ids
from tournaments.queries.draws.seating import digest, places
from tournaments.queries.draws.wishes import asked_of, asks_in_force, wanted_wishes
from tournaments.queries.evening.stages import begun_rounds
from tournaments.refusals import SEATS_FINISHED, Refusal, refuse_if_called_off, refuse_if_finished
from tournaments.services.boards import boards_of_tables, ends_of, hide_boards_from
from tournaments.services.clubs.webhooks import announce
from tournaments.services.draws.requests import refuse_if_over, refuse_round
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import subject_of


@transaction.atomic
def publish_draw(*, draw: Draw, by: Account, at: datetime) -> Tournament:
    """
    Write the plan of a finished draw as the places of its rounds: all rounds not begun, or the one round it drew alone.

    Idempotent. Refuses a draw that is out of date: since the request a player came or left, a round was begun, or
    places, wishes, settings or the standings behind the draw changed.
    """
    tournament = lock_tournament(draw.tournament_id)
    draw = Draw.objects.select_for_update(of=("self",), no_key=True).get(pk=draw.pk)
    if draw.plan is None:
        raise Refusal(_("Ce tirage n’est pas prêt : attendez sa fin, puis publiez-le."), code="draw_not_ready")
    if draw.published_at is not None:
        return tournament  # the button was pressed twice
    _refuse_if_late(tournament, draw)
    replace_rounds(tournament, draw, at)
    Draw.objects.filter(pk=draw.pk).update(published_by=by, published_at=at)
    details = {"players": len(draw.players), "seed": draw.seed}
    if draw.alone:
        action, subject = gettext_noop("position tirée à nouveau"), subject_of("round", number=draw.first_round)
    else:
        Tournament.objects.filter(pk=tournament.pk).update(
            state=TournamentState.RUNNING, remainder=draw.remainder, seed=draw.seed
        )
        action, subject = gettext_noop("tirage publié"), subject_of("rounds", count=draw.round_count)
        if draw.moved is not None:
            action, details["moved"] = gettext_noop("plus petit changement publié"), len(draw.moved)
        details["certificate"] = draw.plan["certificate"]
    log(action=action, subject=subject, by=by, at=at, tournament=tournament, details=details)
    raise_revision(tournament)
    rounds = list(range(draw.first_round, draw.first_round + draw.round_count))
    announce(Publication.DRAW, tournament=tournament, at=at, rounds=rounds)
    return tournament


def _refuse_if_late(tournament: Tournament, draw: Draw) -> None:
    """Refuse a draw if something that it depends on has changed since its request. Called under the lock."""
    if draw.alone:
        refuse_if_finished(tournament, SEATS_FINISHED)
        refuse_round(tournament, draw.first_round)
    else:
        refuse_if_over(tournament, draw.first_round - 1)
        _refuse_if_begun_since(tournament, draw)
    if present_ids(tournament) != draw.players:
        raise Refusal(
            _("Des joueurs sont arrivés ou partis depuis ce tirage. Relancez le tirage pour que chacun ait sa place."),
            code="players_changed_since",
        )
    is_other = bool(draw.sets) != tournament.boards_travel or bool(draw.certificate.trios) != tournament.plays_trios
    if is_other:
        raise _settings_changed()
    seats = digest(places(tournament), but=draw.first_round if draw.alone else None)
    if draw.alone and (seats != draw.seats_digest or tournament.table_size != draw.table_size):
        raise Refusal(
            _("Les autres positions ont changé depuis ce tirage, qui en tenait compte. Relancez-le."),
            code="seats_changed_since",
        )
    if seats != (draw.seats_digest or seats):  # an old draw has no digest to compare with
        raise Refusal(
            _(
                "Des places ont été changées depuis ce tirage : il ne dit plus ce qui change pour chacun. "
                "Relancez le tirage."
            ),
            code="seats_changed_since",
        )
    if wanted_wishes(asks_in_force(tournament), draw.players) != asked_of(draw):
        raise Refusal(
            _("Les souhaits ont changé depuis ce tirage. Relancez le tirage pour qu’il les respecte."),
            code="wishes_changed_since",
        )
    follows_ranking = draw.ranking is not None and not draw.anyway
    # It followed the public standings or the whole ones; they are the same when no round is hidden.
    if follows_ranking and draw.ranking not in rankings_to_follow(tournament, draw.first_round, draw.players):
        raise Refusal(
            _("Le classement a changé depuis ce tirage. Relancez le tirage pour qu’il le suive."),
            code="standings_changed_since",
        )


def _refuse_if_begun_since(tournament: Tournament, draw: Draw) -> None:
    """Refuse a draw if one of its rounds has begun, or the settings have other rounds. Called under the lock."""
    if begun_rounds(tournament) != draw.first_round - 1:
        raise Refusal(
            _("Des donnes ont été saisies depuis ce tirage dans les positions qu’il remplace. Relancez le tirage."),
            code="round_begun_since",
        )
    if tournament.table_size != draw.table_size or tournament.rounds_planned < draw.last_round:
        raise _settings_changed()


def _settings_changed() -> Refusal:
    return Refusal(
        _("Les réglages du tournoi ont changé depuis ce tirage. Relancez le tirage pour qu’il les suive."),
        code="settings_changed_since",
    )


def replace_rounds(tournament: Tournament, draw: Draw, at: datetime) -> None:
    """
    Replace rounds by those of the plan: the one drawn alone, or every published round from the draw's first on.

    Called under the lock. Refuses a tournament that is called off.
    """
    refuse_if_called_off(tournament)
    first, plan = draw.first_round, draw.computed_plan
    replaced = {"number": first} if draw.alone else {"number__gte": first}
    boards_before = {
        (table.round.number, table.number): table.boards
        for table in Table.objects.filter(round__in=tournament.rounds.filter(**replaced)).select_related("round")
        if table.boards
    }
    try:
        tournament.rounds.filter(**replaced).delete()
    except ProtectedError as protected:
        raise Refusal(_why_kept(draw), code="round_has_records") from protected
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=number, published_at=at, draw=draw)
        for number in range(first, first + len(plan.rounds))
    )
    sets = plan.sets or [[1] * len(tables) for tables in plan.rounds]
    numbers = [round_.number for round_ in rounds]
    if tournament.boards_travel and draw.moved is not None:
        boards = boards_before  # the smallest change leaves each table its own
    else:
        kept = {} if tournament.boards_travel else {number: held for (number, _table), held in boards_before.items()}
        boards = boards_of_tables(tournament, dict(zip(numbers, sets, strict=True)), kept)
    hide_boards_from(tournament, first)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, **ends_of(boards.get((round_.number, number), range(0))))
        for round_, tables_of_round in zip(rounds, plan.rounds, strict=True)
        for number in range(1, len(tables_of_round) + 1)
    )
    seated = [players for tables_of_round in plan.rounds for players in tables_of_round]
    seats = [
        Seat(round=table.round, table=table, chair=chair, registration_id=registration)
        for table, players in zip(tables, seated, strict=True)
        for chair, registration in enumerate(players)
    ]
    seats += [
        Seat(round=round_, registration_id=registration)
        for round_, exempts in zip(rounds, plan.exempts, strict=True)
        for registration in exempts
    ]
    Seat.objects.bulk_create(seats, batch_size=1000)


def _why_kept(draw: Draw) -> str:
    """Return a sentence that says what to do before rounds with records can be replaced."""
    if draw.alone:
        return _(
            "Un appel de chelem, une pénalité ou une ligne annulée est attaché à une table de la position "
            "%(number)d : annulez la position, puis tirez-la."
        ) % {"number": draw.first_round}
    return _(
        "Un appel de chelem, une pénalité ou une ligne annulée est attaché à une table d’une position "
        "que ce tirage remplacerait. Tirez seulement les positions suivantes."
    )
