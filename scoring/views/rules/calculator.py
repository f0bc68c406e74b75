"""The public calculator: what a donne is worth and why, without login. Only the page's address keeps the answers."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from scoring.forms.rules.calculator import CalculatorForm
from scoring.forms.rules.calculator_address import query_of
from scoring.marque import ImpossibleDonne, parse, score, to_line
from scoring.views.entry import in_short
from tournaments.kit.languages import current_language
from tournaments.permissions import HtmxRequest, public

MOST_NOTATION = 1_000  # characters: eight long names take four hundred


@require_safe
@public
def calculator(request: HtmxRequest) -> HttpResponse:
    """
    Show the questions and, when they are answered, everybody's marks with the reasons.

    The address has all answers: it can be kept, sent and opened again. htmx asks for the result alone, or for the whole
    form when the number of players changes. A `notation` replaces all other answers.
    """
    notation = request.GET.get("notation", "").strip()
    answers, unread = _query_of(request.GET, notation)
    form = CalculatorForm(answers)
    form.is_valid()
    context: dict[str, Any] = {
        "form": form,
        "answer": _answer(form),
        "address": f"{reverse('calculator')}?{form.shortest()}",
        "notation": notation,
        "unread": unread,
    }
    response = render(request, _template(request), context)
    if request.htmx:
        response["HX-Replace-Url"] = context["address"]
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _template(request: HtmxRequest) -> str:
    if not request.htmx:
        return "scoring/calculator.html"
    return "scoring/calculator_form.html" if request.htmx.target == "calcul" else "scoring/calculator_live.html"


def _query_of(query: QueryDict, notation: str) -> tuple[QueryDict, list[str]]:
    """Return the query that the page shows, and the sentences about a pasted notation that is wrong."""
    if not notation:
        return query, []
    try:
        return query_of(parse(notation[:MOST_NOTATION])), []
    except ImpossibleDonne as impossible:
        return query, [problem.message(current_language()) for problem in impossible.problems]


def _answer(form: CalculatorForm) -> dict[str, Any]:
    """Return what the page shows beside the questions: an introduction, what is missing or wrong, or the marks."""
    donne = form.donne
    if donne is None:
        return {"state": "start" if form.is_blank else "open"}
    scored = score(donne)
    attack = set(donne.attackers)
    return scored.as_json(current_language(), why=True) | {
        "state": "scored",
        "marks": [
            (name, points, "attaque" if name in attack else "repos" if name in donne.sits_out else "defense")
            for name, points in scored.scores.items()
        ],
        "short": in_short(donne, scored.scores),
        "taker": donne.taker,
        "line": to_line(donne),
    }
