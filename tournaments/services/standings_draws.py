"""A round drawn by standings: what it needs beside the rest, what it costs, and when it comes too late."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.labels import DrawMode
from tournaments.models import Tournament
from tournaments.queries.draws import ranking_of, sheet_words
from tournaments.queries.wishes import asked, wanted_wishes
from tournaments.refusals import Refusal
from tournaments.searches import Search
from tournaments.seating import Demand, by_standings
from tournaments.services.jobs import Ears


def standings_wanted(
    tournament: Tournament,
    wanted: dict[str, Any],
    missing: Sequence[tuple[int, int]],
    *,
    rounds_left: int,
    anyway: bool,
) -> dict[str, Any]:
    """
    Return what a round by standings needs beside the rest: the ranking as it is, and the sheets it lacks.

    `missing` are the open sheets, as (position, table): they are waited for unless it is drawn `anyway`.
    """
    if missing and not anyway:
        sentence = _(
            "Des feuilles ne sont pas closes : %(sheets)s. Le classement peut encore changer. Finissez-les, ou cochez "
            "« Tirer quand même »."
        ) % {"sheets": sheet_words(missing)}
        raise Refusal(sentence, code="sheets_missing", fields={"anyway": [sentence]})
    if "sectors" in wanted["wishes"]:
        sentence = _(
            "Les secteurs de la salle ne vont pas avec un tirage selon le classement : choisissez la rotation, ou "
            "retirez les secteurs des souhaits."
        )
        raise Refusal(sentence, code="sectors_and_standings", fields={"mode": [sentence]})
    return {
        "ranking": ranking_of(tournament, wanted["players"]),
        "rounds_left": rounds_left,
        "missing": missing,
        "anyway": anyway,
    }


def drawn_by_standings(demand: Demand, wanted: dict[str, Any], ears: Ears, search: Search) -> dict[str, Any]:
    """Return a round by standings with its price: distances in places of the ranking, means in tenths of a place."""
    standing = search(
        by_standings,
        demand,
        wanted["ranking"],
        rematches=wanted["mode"] == DrawMode.DANISH,
        rounds_left=wanted["rounds_left"],
        progress=ears.progress,
        better=ears.better,
        enough=ears.enough,
    )
    price = {
        "rematches": standing.rematches,
        "rank_spread": standing.rank_spread,
        "mean_spread": standing.mean_spread,
        "free_spread": standing.free_spread,
        "repeats_ahead": standing.repeats_ahead,
    }
    return {"plan": standing.plan.as_json(), "standing": price}


def refuse_if_overtaken(tournament: Tournament, wanted: dict[str, Any]) -> None:
    """Refuse a draw that people's wishes, or the standings it follows, have overtaken."""
    if wanted_wishes(asked(tournament), wanted["players"]) != wanted.get("wishes", {}):
        raise Refusal(
            _("Les souhaits ont changé depuis ce tirage. Relancez le tirage pour qu’il les respecte."),
            code="wishes_changed_since",
        )
    waited = "ranking" in wanted and not wanted["anyway"]
    if waited and ranking_of(tournament, wanted["players"]) != wanted["ranking"]:
        raise Refusal(
            _("Le classement a changé depuis ce tirage. Relancez le tirage pour qu’il le suive."),
            code="standings_changed_since",
        )
