"""The draw: asked for, computed in the background, looked at, then published or thrown away."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.labels import DrawMode, JobKind, JobState, TournamentState
from tournaments.models import Account, Job, Round, Seat, Table, Tournament
from tournaments.queries.demands import demand_of, least_repeats, why_impossible
from tournaments.queries.draws import begun_rounds, open_sheets, present_ids
from tournaments.queries.places import digest, places
from tournaments.queries.wishes import asked, wanted_wishes
from tournaments.refusals import Refusal
from tournaments.searches import Search, in_this_process
from tournaments.seating import ImpossibleDemand, Plan, Remainder, draw
from tournaments.services import jobs
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.services.standings_draws import drawn_by_standings, refuse_if_overtaken, standings_wanted
from tournaments.subjects import subject_of


@transaction.atomic
def ask_draw(
    *,
    tournament: Tournament,
    remainder: Remainder,
    seed: int,
    by: Account | None,
    at: datetime,
    mode: DrawMode = DrawMode.ROTATION,
    by_rule: bool = False,
    anyway: bool = False,
) -> Job:
    """
    Return the job that draws the rounds that are not begun yet, for those who are present now, with their wishes.

    A rotation draws them all, every other `mode` the next one. `by_rule` prefers a rotation that people can follow by
    themselves. `anyway` draws by standings although sheets of the begun rounds are open. Refuses a finished tournament,
    one whose rounds are all begun, a number of players that cannot be seated, and wishes that cannot all be kept.
    """
    tournament = lock_tournament(tournament.pk)
    players, begun = present_ids(tournament), begun_rounds(tournament)
    _refuse_if_over(tournament, begun)
    wanted: dict[str, Any] = {
        "players": players,
        "begun": begun,
        "rounds": 1 if mode.one_by_one else tournament.rounds_planned - begun,
        "seed": seed,
        "remainder": remainder.value,
        "table_size": tournament.table_size,
        "mode": mode.value,
        "by_rule": by_rule and not mode.one_by_one,
        "wishes": wanted_wishes(asked(tournament), players),
        "seated": digest(places(tournament)),
    }
    if mode.by_standings:
        left = tournament.rounds_planned - begun - 1
        wanted |= standings_wanted(tournament, wanted, open_sheets(tournament, begun), rounds_left=left, anyway=anyway)
    try:
        wanted["bound"] = least_repeats(demand_of(tournament, wanted))
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, begun), code=impossible.code) from impossible
    return jobs.ask(kind=JobKind.DRAW, tournament=tournament, wanted=wanted, by=by, at=at)


def compute_draw(job: Job, progress: Callable[[int], None], *, search: Search = in_this_process) -> dict[str, Any]:
    """
    Return `{"plan": …}`: the rounds that the job wants. Nothing is written: the plan waits to be accepted.

    With them comes `standing`, the price of a round by standings, or `stopped_early` when somebody had enough.
    `progress` takes a percentage and raises CancelledJob when the work is to stop. `search` says where the search runs.
    """
    wanted = job.wanted
    demand = demand_of(job.of_tournament, wanted)
    ears = jobs.Ears(job, progress)
    try:
        if "ranking" in wanted and demand.past:  # before the first round there is no ranking
            progress(1)
            return drawn_by_standings(demand, wanted, ears, search) | ears.told()
        plan = search(draw, demand, progress=ears.progress, better=ears.better, enough=ears.enough)
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, wanted["begun"]), code=impossible.code) from impossible
    return {"plan": plan.as_json()} | ears.told()


@transaction.atomic
def publish_draw(*, job: Job, by: Account, at: datetime) -> Tournament:
    """
    Make a finished draw the seating of the rounds that are not begun, in place of what was drawn for them before.

    Refuses a draw that no longer fits: somebody came or left since, a round was begun, or it was published already.
    """
    tournament = lock_tournament(job.of_tournament.pk)
    job = Job.objects.select_for_update(of=("self",), no_key=True).get(pk=job.pk)
    if job.kind != JobKind.DRAW or job.state != JobState.DONE:
        raise Refusal(_("Ce tirage n’est pas prêt : attendez sa fin, puis publiez-le."), code="draw_not_ready")
    if job.outcome.get("published"):
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
    _refuse_if_stale(tournament, wanted)
    plan = Plan.from_json(job.outcome["plan"])
    _replace_rounds(tournament, wanted["begun"], plan, at)
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.RUNNING, remainder=wanted["remainder"], seed=wanted["seed"]
    )
    Job.objects.filter(pk=job.pk).update(result=job.outcome | {"published": True, "published_at": at.isoformat()})
    count = len(plan.rounds)
    note(
        action=gettext_noop("tirage publié"),
        subject=subject_of("rounds", count=count),
        by=by,
        at=at,
        tournament=tournament,
        details={
            "players": len(wanted["players"]),
            "seed": wanted["seed"],
            "certificate": job.outcome["plan"]["certificate"],
        },
    )
    raise_revision(tournament)
    return tournament


def _refuse_if_stale(tournament: Tournament, wanted: dict[str, Any]) -> None:
    """Refuse a draw that a change of seats, people's wishes or the standings have overtaken."""
    if digest(places(tournament)) != wanted.get("seated", digest(places(tournament))):
        raise Refusal(
            _(
                "Des places ont été changées depuis ce tirage : il ne dit plus ce qui change pour chacun. "
                "Relancez le tirage."
            ),
            code="seats_changed_since",
        )
    refuse_if_overtaken(tournament, wanted)


def _refuse_if_over(tournament: Tournament, begun: int) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise Refusal(
            _("Le tournoi « %(name)s » est terminé. Rouvrez-le d’abord si une position doit encore être jouée.")
            % {"name": tournament.name},
            code="tournament_finished",
        )
    if begun >= tournament.rounds_planned:
        raise Refusal(
            ngettext(
                "La position prévue est déjà commencée : il n’y a plus rien à tirer. "
                "Ajoutez des positions dans les réglages du tournoi si vous voulez continuer.",
                "Les %(count)d positions prévues sont déjà commencées : il n’y a plus rien à tirer. "
                "Ajoutez des positions dans les réglages du tournoi si vous voulez continuer.",
                tournament.rounds_planned,
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
