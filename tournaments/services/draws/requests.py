"""A draw: requested, then computed in the background. `publishing.py` publishes it after somebody has read it."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import DrawMode, JobKind, WishKind
from tournaments.models import Account, Draw, Job, Tournament
from tournaments.models.draws import StandingsPrice
from tournaments.permissions import read_until
from tournaments.queries.draws.boards_met import boards_held
from tournaments.queries.draws.drafts import (
    begins_by_rank,
    demand_of,
    least_repeats,
    published_draw,
    rankings_to_follow,
    way_of_round,
    why_impossible,
)
from tournaments.queries.draws.forecast import present_ids, sets_of_draw, why_no_draw
from tournaments.queries.draws.seating import as_tables, digest, places
from tournaments.queries.draws.small_changes import (
    is_out_of_date,
    moved_by,
    nearest_way,
    places_to_keep,
    rounds_to_keep,
)
from tournaments.queries.draws.wishes import asked_of, asks_in_force, of_kind, wanted_wishes
from tournaments.queries.evening.stages import begun_and_shown, begun_rounds, is_begun, open_sheets, sheet_words
from tournaments.refusals import SEATS_FINISHED, Refusal, refuse_if_finished
from tournaments.seating import (
    ImpossibleDemand,
    Monitor,
    Plan,
    Remainder,
    Turns,
    by_standings,
    draw,
    repaired,
    with_travelling_sets,
)
from tournaments.services.locks import lock_tournament
from tournaments.services.people.teams import refuse_crowded_teams
from tournaments.services.work import jobs
from tournaments.work.searches import Search, in_this_process


@transaction.atomic
def ask_draw(
    *,
    tournament: Tournament,
    remainder: Remainder,
    seed: int,
    by: Account | None,
    at: datetime,
    number: int | None = None,
    mode: DrawMode = DrawMode.ROTATION,
    by_rule: bool = False,
    turns: Turns = Turns.FIRST,
    anyway: bool = False,
    whole: bool = False,
) -> Draw:
    """
    Return a draw, requested for the players who are present now: of all rounds not begun, or of round `number` alone.

    A rotation draws all rounds that are not begun, every other `mode` only the next round. A round drawn alone is drawn
    as it was the first time (`mode` and `turns` are then ignored), and all other rounds count as its past. `by_rule`
    prefers a rotation that players can follow by a rule; `turns` says whether equal turns at odd tables matter more
    than few repeats. `anyway` allows a draw by standings while sheets are open. Such a draw uses the public standings,
    because its tables would reveal hidden rounds; `whole` uses all rounds. In round 1 of a final it follows the ranks
    by which its players are qualified. The caller enqueues the draw's job; a second request returns the draw under way.
    Refuses a finished tournament, one whose rounds have all begun, a round `number`
    that is begun (it is cancelled first) or that the tournament does not have, a number of players that cannot be
    seated, wishes that cannot all be kept, and a team of which more are present than play at once. Where boards travel,
    refuses a round alone, and too few tables; of teams of three those that are not whole, a number of them that has no
    plan, and any draw once a round has begun.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_matches(tournament)
    if tournament.is_duplicate and remainder is not Remainder.EXEMPT:
        raise Refusal(
            _("En duplicate toutes les tables sont de quatre : choisissez que ceux qui sont en trop soient exempts."),
            code="duplicate_by_four",
        )
    begun = begun_rounds(tournament)
    if tournament.boards_travel:
        _refuse_apart(number, mode)
    if number is None:
        refuse_if_over(tournament, begun)
        first, rounds_left = begun + 1, tournament.rounds_planned - begun - 1
    else:
        refuse_if_finished(tournament, SEATS_FINISHED)
        refuse_round(tournament, number)
        (mode, turns), by_rule = way_of_round(tournament, number), False
        first, rounds_left = number, tournament.rounds_planned - tournament.rounds.exclude(number=number).count() - 1
    players = present_ids(tournament)
    if why := why_no_draw(tournament, players, begun):
        raise Refusal(why, code="boards_cannot_travel")
    refuse_crowded_teams(tournament, players)
    new_draw = Draw(
        tournament=tournament,
        first_round=first,
        round_count=1 if number is not None or mode.one_by_one else tournament.rounds_planned - begun,
        alone=number is not None,
        mode=mode,
        by_rule=by_rule and not mode.one_by_one,
        turns=(Turns.FIRST if mode.one_by_one else turns).value,
        seed=seed,
        table_size=tournament.table_size,
        remainder=remainder.value,
        sets=sets_of_draw(tournament, len(players)),
        players=players,
        wishes=[ask.as_json() for ask in wanted_wishes(asks_in_force(tournament), players)],
        seats_digest=digest(places(tournament), but=number),
        asked_by=by,
        asked_at=at,
    )
    if mode.by_standings:
        if whole and by is not None and read_until(by, tournament) is not None:
            raise Refusal(
                _(
                    "Vous avez encore des étuis à jouer, et ce tirage dirait le classement entier : tirez d’après le "
                    "classement public, ou demandez-le à quelqu’un qui ne joue pas."
                ),
                code="plays_the_etuis",
            )
        counted = begun if whole else begun_and_shown(tournament, begun)
        new_draw.missing, new_draw.anyway = open_sheets(tournament, counted, but=number), anyway
        _refuse_by_standings(new_draw)
        new_draw.rounds_left = max(0, rounds_left)
        public, *complete = rankings_to_follow(tournament, first, players)
        new_draw.ranking = complete[0] if whole and complete else public
    try:
        new_draw.lower_bound = least_repeats(demand_of(new_draw))
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, new_draw), code=impossible.code) from impossible
    return _with_job(new_draw)


@transaction.atomic
def ask_smallest_change(*, tournament: Tournament, by: Account | None, at: datetime) -> Draw:
    """
    Return a draw, requested after a player came or left, that changes as few published places as possible.

    Only rounds not begun change. The caller enqueues its job; a second request returns the draw that is under way.
    Leftover players are seated as in the published draw; where it had none, in the way that moves the fewest players.
    Where boards travel each table keeps its own, and its job refuses what would let somebody play a board twice, with
    who that is, and a table more, which has none. Refuses when no published round is left to play, when everybody has
    a place, and what `ask_draw` refuses.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_matches(tournament)
    begun = begun_rounds(tournament)
    refuse_if_over(tournament, begun)
    published, numbers = published_draw(tournament), rounds_to_keep(places(tournament), begun)
    if published is None or not numbers:
        raise Refusal(
            _("Aucune position publiée n’est encore à jouer : tirez les tables."), code="nothing_published_to_change"
        )
    players = present_ids(tournament)
    refuse_crowded_teams(tournament, players)
    if not is_out_of_date(places(tournament), numbers, players):
        raise Refusal(
            _("Personne n’est arrivé ni parti depuis ce tirage : chacun a sa place."), code="everybody_is_seated"
        )
    new_draw = Draw(
        tournament=tournament,
        first_round=begun + 1,
        round_count=len(numbers),
        mode=published.mode,
        turns=published.turns,
        seed=tournament.seed,
        table_size=tournament.table_size,
        sets=published.sets,
        players=players,
        wishes=[ask.as_json() for ask in wanted_wishes(asks_in_force(tournament), players)],
        seats_digest=digest(places(tournament)),
        moved=[],
        asked_by=by,
        asked_at=at,
    )
    try:
        new_draw.remainder = nearest_way(new_draw, published)
        new_draw.lower_bound = least_repeats(demand_of(new_draw))
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, new_draw), code=impossible.code) from impossible
    return _with_job(new_draw)


def compute_draw(job: Job, monitor: Monitor, *, search: Search = in_this_process) -> dict[str, Any]:
    """
    Return the columns that `finish_draw` writes: `plan` and `moved` for a smallest change, else `plan`, `price` and
    `stopped_early`.

    `search` is the function that runs the search, here or in another process. Raises Cancelled when the monitor does.
    Refuses a number of players, or wishes, that no rotation can seat; the job shows this sentence.
    """
    requested = Draw.objects.select_related("tournament").get(job=job)
    try:
        demand = demand_of(requested)
        if requested.moved is not None:
            before = places_to_keep(requested)
            boards = boards_held(requested.tournament, list(before))
            plan = search(repaired, demand, list(map(as_tables, before.values())), boards=boards, monitor=monitor)
            return {"plan": plan.as_json(), "moved": moved_by(plan, before)}
        # Before the first round there is no ranking, but that of who is qualified.
        is_ranked = bool(demand.past) or begins_by_rank(requested.tournament, requested.first_round)
        if requested.ranking is not None and is_ranked:
            ranked = search(
                by_standings,
                demand,
                requested.ranking,
                rematches=requested.mode == DrawMode.DANISH,
                rounds_left=requested.rounds_left,
                monitor=monitor,
            )
            plan, price = ranked.plan, StandingsPrice.of(ranked).as_json()
        else:
            plan, price = search(draw, demand, monitor=monitor), None
        if plan.sets:
            _refuse_set_repeats(plan)
            plan = plan if demand.trios else with_travelling_sets(plan)
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, requested), code=impossible.code) from impossible
    return {"plan": plan.as_json(), "price": price, "stopped_early": monitor.stopped_early}


@transaction.atomic
def finish_draw(*, job: Job, result: dict[str, Any], at: datetime) -> bool:
    """Store the result of `compute_draw` in its draw; return False when `jobs.finish` rejects it."""
    return jobs.finish(job=job, result={}, at=at) and bool(Draw.objects.filter(job=job).update(**result))


def _with_job(new_draw: Draw) -> Draw:
    """Save a draw with its job and return it; while a draw of the same rounds is under way, return that one."""
    job = jobs.ask(
        kind=JobKind.REDRAW if new_draw.alone else JobKind.DRAW,
        tournament=new_draw.tournament,
        about=f"position {new_draw.first_round}" if new_draw.alone else "",
        by=new_draw.asked_by,
        at=new_draw.asked_at,
    )
    under_way = Draw.objects.filter(job=job).first()
    if under_way is not None:
        return under_way
    new_draw.job = job
    new_draw.save()
    return new_draw


def _refuse_apart(number: int | None, mode: DrawMode) -> None:
    """Refuse to draw a round alone where boards travel: what each plays in it hangs on what he plays in the others."""
    if number is None and not mode.one_by_one:
        return
    sentence = _(
        "Les étuis voyagent : une position ne se tire pas seule. Tirez d’un coup toutes celles qui ne sont pas "
        "commencées."
    )
    raise Refusal(sentence, code="boards_travel", fields={} if number is not None else {"mode": [sentence]})


def _refuse_set_repeats(plan: Plan) -> None:
    """Refuse a plan in which somebody would play boards that he has played."""
    if again := plan.certificate.set_repeats:
        sentence = ngettext(
            "Le tirage laisse %(count)d fois quelqu’un rejouer des étuis qu’il a joués : prévoyez une position de "
            "moins, ou que personne ne soit exempt.",
            "Le tirage laisse %(count)d fois quelqu’un rejouer des étuis qu’il a joués : prévoyez une position de "
            "moins, ou que personne ne soit exempt.",
            again,
        )
        raise Refusal(sentence % {"count": again}, code="boards_met_again")


def _refuse_by_standings(new_draw: Draw) -> None:
    """Refuse a draw by standings while sheets are open, and one with sectors, because it cannot keep them."""
    if new_draw.missing and not new_draw.anyway:
        sentence = _(
            "Des feuilles ne sont pas closes : %(sheets)s. Le classement peut encore changer. Finissez-les, ou cochez "
            "« Tirer quand même »."
        ) % {"sheets": sheet_words(new_draw.missing)}
        raise Refusal(sentence, code="sheets_missing", fields={"anyway": [sentence]})
    if of_kind(asked_of(new_draw), WishKind.SECTOR):
        sentence = _(
            "Les secteurs de la salle ne vont pas avec un tirage selon le classement : choisissez la rotation, ou "
            "retirez les secteurs des souhaits."
        )
        raise Refusal(sentence, code="sectors_and_standings", fields={"mode": [sentence]})


def _refuse_matches(tournament: Tournament) -> None:
    """Refuse to seat people one by one where teams meet."""
    if tournament.plays_matches:
        raise Refusal(
            _("Ce tournoi se joue par matchs : tirez les matchs, sous « Matchs », et les compositions placent chacun."),
            code="plays_matches",
        )


def refuse_if_over(tournament: Tournament, begun: int) -> None:
    """Refuse a draw if the tournament is over, or all its planned rounds are begun. Called under the lock."""
    refuse_if_finished(
        tournament, _("Le tournoi « %(name)s » est terminé. Rouvrez-le d’abord si une position doit encore être jouée.")
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


def refuse_round(tournament: Tournament, number: int) -> None:
    """Refuse a round that does not exist, is begun, or follows one that is not drawn. Called under the lock."""
    last_number = max(tournament.rounds_planned, *tournament.rounds.values_list("number", flat=True), 0)
    if not 1 <= number <= last_number:
        raise Refusal(
            _("Ce tournoi n’a pas de position %(number)d : il en compte %(last)d.")
            % {"number": number, "last": last_number},
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
