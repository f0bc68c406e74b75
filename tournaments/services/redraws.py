"""One round drawn by itself, before or in place of a cancelled one: every other round stays as it is."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import JobKind, JobState
from tournaments.models import Account, Job, Round, Seat, Table, Tournament
from tournaments.queries.demands import least_repeats, why_impossible
from tournaments.queries.draws import present_ids
from tournaments.queries.places import digest, places
from tournaments.queries.redraws import demand_of_round, is_begun, mode_of_round, other_sheets
from tournaments.queries.wishes import asked, wanted_wishes
from tournaments.refusals import Refusal
from tournaments.searches import Search, in_this_process
from tournaments.seating import ImpossibleDemand, Plan, Remainder, draw
from tournaments.services import jobs
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.services.seat_changes import refuse_if_finished
from tournaments.services.standings_draws import drawn_by_standings, refuse_if_overtaken, standings_wanted
from tournaments.subjects import subject_of


def about(number: int) -> str:
    """Return what tells the draws of one round from those of another."""
    return f"position {number}"


@transaction.atomic
def ask_redraw(
    *,
    tournament: Tournament,
    number: int,
    remainder: Remainder,
    seed: int,
    by: Account | None,
    at: datetime,
    anyway: bool = False,
) -> Job:
    """
    Return the job that draws round `number` again for those who are present now, the other rounds counted as its past.

    It is drawn the way it was drawn first: by lot, by the standings as they are now (`anyway`: although sheets of other
    rounds are open), or for people to meet anew. Refuses a round that is begun (it is cancelled first), one that the
    tournament does not have, and a number of players that cannot be seated.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament)
    _refuse_round(tournament, number)
    players = present_ids(tournament)
    mode = mode_of_round(tournament, number)
    wanted: dict[str, Any] = {
        "number": number,
        "begun": number - 1,
        "players": players,
        "seed": seed,
        "remainder": remainder.value,
        "table_size": tournament.table_size,
        "mode": mode.value,
        "wishes": wanted_wishes(asked(tournament), players),
        "others": digest(places(tournament), but=number),
    }
    if mode.by_standings:
        left = tournament.rounds_planned - tournament.rounds.exclude(number=number).count() - 1
        wanted |= standings_wanted(
            tournament, wanted, other_sheets(tournament, number), rounds_left=max(0, left), anyway=anyway
        )
    try:
        wanted["bound"] = least_repeats(demand_of_round(tournament, wanted))
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, number - 1), code=impossible.code) from impossible
    return jobs.ask(kind=JobKind.REDRAW, tournament=tournament, about=about(number), wanted=wanted, by=by, at=at)


def compute_redraw(job: Job, progress: Callable[[int], None], *, search: Search = in_this_process) -> dict[str, Any]:
    """
    Return `{"plan": …}`: the one round that the job wants. Nothing is written: it waits to be accepted.

    With it comes `standing`, the price of a round by standings, or `stopped_early` when somebody had enough.
    """
    ears = jobs.Ears(job, progress)
    try:
        demand = demand_of_round(job.of_tournament, job.wanted)
        if "ranking" in job.wanted and demand.past:  # before the first round there is no ranking
            progress(1)
            return drawn_by_standings(demand, job.wanted, ears, search) | ears.told()
        plan = search(draw, demand, progress=ears.progress, better=ears.better, enough=ears.enough)
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, job.wanted["number"] - 1), code=impossible.code) from impossible
    return {"plan": plan.as_json()} | ears.told()


@transaction.atomic
def publish_redraw(*, job: Job, by: Account, at: datetime) -> Tournament:
    """
    Make a finished draw of one round the seating of that round. Publishing twice publishes once.

    Refuses when it no longer fits: something was entered in the round, somebody came or left, or the other rounds, by
    which it was drawn, have changed.
    """
    tournament = lock_tournament(job.of_tournament.pk)
    job = Job.objects.select_for_update(of=("self",), no_key=True).get(pk=job.pk)
    if job.kind != JobKind.REDRAW or job.state != JobState.DONE:
        raise Refusal(_("Ce tirage n’est pas prêt : attendez sa fin, puis publiez-le."), code="draw_not_ready")
    if job.outcome.get("published"):
        return tournament
    refuse_if_finished(tournament)
    wanted = job.wanted
    number = wanted["number"]
    _refuse_round(tournament, number)
    if present_ids(tournament) != wanted["players"]:
        raise Refusal(
            _("Des joueurs sont arrivés ou partis depuis ce tirage. Relancez le tirage pour que chacun ait sa place."),
            code="players_changed_since",
        )
    if digest(places(tournament), but=number) != wanted["others"] or tournament.table_size != wanted["table_size"]:
        raise Refusal(
            _("Les autres positions ont changé depuis ce tirage, qui en tenait compte. Relancez-le."),
            code="seats_changed_since",
        )
    refuse_if_overtaken(tournament, wanted)
    _replace_round(tournament, number, Plan.from_json(job.outcome["plan"]), at)
    Job.objects.filter(pk=job.pk).update(result=job.outcome | {"published": True, "published_at": at.isoformat()})
    note(
        action=gettext_noop("position tirée à nouveau"),
        subject=subject_of("round", number=number),
        by=by,
        at=at,
        tournament=tournament,
        details={"players": len(wanted["players"]), "seed": wanted["seed"]},
    )
    raise_revision(tournament)
    return tournament


def _refuse_round(tournament: Tournament, number: int) -> None:
    """Refuse a round that is begun, or that the tournament does not have. Called under its lock."""
    last = max(tournament.rounds_planned, *tournament.rounds.values_list("number", flat=True), 0)
    if not 1 <= number <= last:
        raise Refusal(
            _("Ce tournoi n’a pas de position %(number)d : il en compte %(last)d.") % {"number": number, "last": last},
            code="no_such_round",
        )
    before = set(range(1, number)).difference(tournament.rounds.values_list("number", flat=True))
    cancelled = set(tournament.cancelled_rounds.values_list("number", flat=True))
    if before - cancelled:
        raise Refusal(
            _("La position %(missing)d n’est pas encore tirée : tirez-la d’abord, ou tirez tout.")
            % {"missing": min(before - cancelled)},
            code="round_before_is_missing",
        )
    if is_begun(tournament, number):
        raise Refusal(
            _(
                "Quelque chose est déjà saisi à la position %(number)d. Annulez-la d’abord, avec ses résultats, "
                "si elle doit être rejouée."
            )
            % {"number": number},
            code="round_begun",
        )


def _replace_round(tournament: Tournament, number: int, plan: Plan, at: datetime) -> None:
    """Put the plan's only round at its number, in place of the one there."""
    try:
        tournament.rounds.filter(number=number).delete()
    except ProtectedError as protected:
        raise Refusal(
            _(
                "Un appel de chelem, une pénalité ou une ligne annulée est attaché à une table de la position "
                "%(number)d : annulez la position, puis tirez-la."
            )
            % {"number": number},
            code="round_has_records",
        ) from protected
    round_ = Round.objects.create(tournament=tournament, number=number, published_at=at)
    (places_,), (exempts,) = plan.rounds, plan.exempts
    tables = Table.objects.bulk_create(
        Table(round=round_, number=table_number) for table_number in range(1, len(places_) + 1)
    )
    seats = [
        Seat(round=round_, table=table, position=position, registration_id=registration)
        for table, players in zip(tables, places_, strict=True)
        for position, registration in enumerate(players)
    ]
    seats += [Seat(round=round_, registration_id=registration) for registration in exempts]
    Seat.objects.bulk_create(seats, batch_size=1000)
