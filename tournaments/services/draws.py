"""The draw: asked for, computed in the background, looked at, then published or thrown away."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from tournaments.labels import JobKind, JobState, TournamentState
from tournaments.models import Account, Job, Round, Seat, Table, Tournament
from tournaments.queries.draws import begun_rounds, past_of, present_ids
from tournaments.refusals import Refusal
from tournaments.seating import Demand, ImpossibleDemand, Plan, Remainder, draw, layout
from tournaments.services import jobs
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision


@transaction.atomic
def ask_draw(*, tournament: Tournament, remainder: Remainder, seed: int, by: Account | None, at: datetime) -> Job:
    """
    Return the job that draws the rounds that are not begun yet, for those who are present now.

    Refuses a finished tournament, one whose rounds are all begun, and a number of players that cannot be seated.
    """
    tournament = lock_tournament(tournament.pk)
    players, begun = present_ids(tournament), begun_rounds(tournament)
    _refuse_if_over(tournament, begun)
    try:
        layout(len(players), tournament.table_size, remainder)
    except ImpossibleDemand as impossible:
        raise Refusal(impossible.message((get_language() or "fr")[:2]), code=impossible.code) from impossible
    wanted = {
        "players": players,
        "begun": begun,
        "rounds": tournament.rounds_planned - begun,
        "seed": seed,
        "remainder": remainder.value,
        "table_size": tournament.table_size,
    }
    return jobs.ask(kind=JobKind.DRAW, tournament=tournament, wanted=wanted, by=by, at=at)


def compute_draw(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """
    Return `{"plan": …}`: the rotation that the job wants. Nothing is written: the plan waits to be accepted.

    `progress` takes a percentage and raises CancelledJob when the work is to stop.
    """
    wanted = job.wanted
    past, past_exempts = past_of(job.tournament, wanted["begun"])
    demand = Demand(
        players=tuple(wanted["players"]),
        rounds=wanted["rounds"],
        seed=wanted["seed"],
        table_size=wanted["table_size"],
        remainder=Remainder(wanted["remainder"]),
        past=tuple(tuple(tuple(table) for table in tables) for tables in past),
        past_exempts=tuple(tuple(exempts) for exempts in past_exempts),
    )
    return {"plan": draw(demand, progress=progress).as_json()}


@transaction.atomic
def publish_draw(*, job: Job, by: Account, at: datetime) -> Tournament:
    """
    Make a finished draw the seating of the rounds that are not begun, in place of what was drawn for them before.

    Refuses a draw that no longer fits: somebody came or left since, a round was begun, or it was published already.
    """
    tournament = lock_tournament(job.tournament_id)
    job = Job.objects.select_for_update(of=("self",), no_key=True).get(pk=job.pk)
    if job.kind != JobKind.DRAW or job.state != JobState.DONE:
        raise Refusal(_("Ce tirage n’est pas prêt : attendez sa fin, puis publiez-le."), code="draw_not_ready")
    if job.result.get("published"):
        return tournament  # the button was pressed twice
    wanted = job.wanted
    _refuse_if_over(tournament, wanted["begun"])
    if begun_rounds(tournament) != wanted["begun"]:
        raise Refusal(
            _("Des donnes ont été saisies depuis ce tirage dans les positions qu’il remplace. Relancez le tirage."),
            code="round_begun_since",
        )
    if tournament.table_size != wanted["table_size"] or tournament.rounds_planned < wanted["begun"] + wanted["rounds"]:
        raise Refusal(
            _("Les réglages du tournoi ont changé depuis ce tirage. Relancez le tirage pour qu’il les suive."),
            code="settings_changed_since",
        )
    if present_ids(tournament) != wanted["players"]:
        raise Refusal(
            _("Des joueurs sont arrivés ou partis depuis ce tirage. Relancez le tirage pour que chacun ait sa place."),
            code="players_changed_since",
        )
    plan = Plan.from_json(job.result["plan"])
    _replace_rounds(tournament, wanted["begun"], plan, at)
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.RUNNING, remainder=wanted["remainder"], seed=wanted["seed"]
    )
    Job.objects.filter(pk=job.pk).update(result=job.result | {"published": True})
    count = len(plan.rounds)
    note(
        action=gettext_noop("tirage publié"),
        subject=ngettext("%(count)d position", "%(count)d positions", count) % {"count": count},
        by=by,
        at=at,
        tournament=tournament,
        details={
            "players": len(wanted["players"]),
            "seed": wanted["seed"],
            "certificate": job.result["plan"]["certificate"],
        },
    )
    raise_revision(tournament)
    return tournament


def _refuse_if_over(tournament: Tournament, begun: int) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise Refusal(
            _("Le tournoi « %(name)s » est terminé. Rouvrez-le d’abord si une position doit encore être jouée.")
            % {"name": tournament.name},
            code="tournament_finished",
        )
    if begun >= tournament.rounds_planned:
        raise Refusal(
            _(
                "Les %(count)d positions prévues sont déjà commencées : il n’y a plus rien à tirer. "
                "Ajoutez des positions dans les réglages du tournoi si vous voulez continuer."
            )
            % {"count": tournament.rounds_planned},
            code="nothing_to_draw",
        )


def _replace_rounds(tournament: Tournament, begun: int, plan: Plan, at: datetime) -> None:
    """Put the plan's rounds after the begun ones, in place of any that were drawn before."""
    try:
        tournament.rounds.filter(number__gt=begun).delete()
    except ProtectedError as protected:
        raise Refusal(
            _(
                "Un appel de chelem, une pénalité ou une ligne annulée est attaché à une table d’une position "
                "que ce tirage remplacerait. Tirez seulement les positions suivantes."
            ),
            code="round_has_records",
        ) from protected
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=begun + index, published_at=at) for index in range(1, len(plan.rounds) + 1)
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number)
        for round_, places in zip(rounds, plan.rounds, strict=True)
        for number in range(1, len(places) + 1)
    )
    places = [place for tables_of_round in plan.rounds for place in tables_of_round]
    seats = [
        Seat(round=table.round, table=table, position=position, registration_id=registration)
        for table, place in zip(tables, places, strict=True)
        for position, registration in enumerate(place)
    ]
    seats += [
        Seat(round=round_, registration_id=registration)
        for round_, exempts in zip(rounds, plan.exempts, strict=True)
        for registration in exempts
    ]
    Seat.objects.bulk_create(seats, batch_size=1000)
