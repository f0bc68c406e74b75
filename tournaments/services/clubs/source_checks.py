"""What a ranking must be to lead to a final: refusals of a source, before anything is written."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import League, Tournament
from tournaments.models.qualifying import title_of
from tournaments.queries.standings.candidates import ranks_for
from tournaments.queries.standings.qualifying import MOST_STEPS, has_unit_of, steps
from tournaments.refusals import Refusal
from tournaments.standings import Cut


def refuse_source(final: Tournament, origin: League | Tournament, cut: Cut) -> None:
    """Refuse a source that ranks players for teams, is not public elsewhere, a trial, a circle, and another unit."""
    values = {"final": final.name, "source": title_of(origin)}
    _refuse_form(final, origin, values)
    if isinstance(origin, Tournament):
        if origin.club_id != final.club_id and not origin.is_public:
            sentence = _(
                "« %(source)s » est d’un autre club et n’est pas encore public : attendez que ce club l’annonce."
            )
            raise source_refusal(sentence % values, "source_not_public")
        if origin.is_trial and not final.is_trial:
            raise source_refusal(
                _("« %(source)s » est un essai : il ne qualifie personne.") % values, "source_is_a_trial"
            )
        if origin.pk == final.pk or final.pk in {row.source_id for row in steps(origin, "final", "source")}:
            sentence = _(
                "« %(source)s » prend ses joueurs de « %(final)s », directement ou par une autre étape : l’un ne "
                "peut pas qualifier pour l’autre."
            )
            raise source_refusal(sentence % values, "circle")
    before = _depth(steps(origin, "final", "source")) if isinstance(origin, Tournament) else 0
    if before + 1 + _depth(steps(final, "source", "final")) > MOST_STEPS:
        sentence = _("Un championnat a au plus %(most)d étapes, et avec « %(source)s » il en aurait une de plus.")
        raise source_refusal(sentence % (values | {"most": MOST_STEPS + 1}), "too_many_stages")
    refuse_unit(final, origin, cut)


def refuse_unit(final: Tournament, origin: League | Tournament, cut: Cut) -> None:
    """Refuse to carry totals of another unit than the final's."""
    if cut.carried and not has_unit_of(origin, final):
        sentence = _(
            "Les totaux de « %(source)s » et de « %(final)s » n’ont pas la même unité (points marqués, pourcentage, "
            "écart à la moyenne) : rien ne s’en garde. Écrivez 0, ou choisissez un autre tournoi."
        )
        title = title_of(origin)
        raise source_refusal(sentence % {"source": title, "final": final.name}, "other_unit", "carried")


def of_teams_sentence(league: League) -> str:
    """Return why a league of teams leads to no final."""
    sentence = _(
        "« %(league)s » classe des équipes : un championnat d’équipes ne qualifie pas. Prenez les équipes d’un tournoi."
    )
    return sentence % {"league": title_of(league)}


def elsewhere_sentence(league: League) -> str:
    """Return why the final of a league is not played in a tournament."""
    if league.committee_id is None:
        return _("Ce tournoi est celui d’un autre club.")
    return _(
        "Ce tournoi ne prend pas ses joueurs de ce championnat : son club l’y ajoute d’abord, à sa page « Qualifiés »."
    )


def source_refusal(sentence: str, code: str, field: str = "source") -> Refusal:
    """Return the refusal of a source, at a field of its form."""
    return Refusal(sentence, code=code, fields={field: [sentence]})


def _refuse_form(final: Tournament, origin: League | Tournament, values: dict[str, str]) -> None:
    """Refuse a source that does not rank what the final is played by: players, or teams of as many players."""
    if final.has_teams and isinstance(origin, League):
        sentence = _(
            "« %(source)s » classe des joueurs, et « %(final)s » se joue par équipes : prenez un tournoi par équipes."
        )
        raise source_refusal(sentence % values, "other_form")
    if isinstance(origin, League) and origin.ranking_rule.of_teams:
        raise source_refusal(of_teams_sentence(origin), "other_form")
    if isinstance(origin, League) or ranks_for(origin, final):
        return
    if not final.has_teams:
        sentence = _(
            "« %(source)s » se joue par équipes, et « %(final)s » chacun pour soi : prenez un tournoi individuel, ou "
            "dites dans les réglages de la finale qu’elle se joue par équipes."
        )
    elif not origin.has_teams:
        sentence = _(
            "« %(source)s » se joue chacun pour soi, et « %(final)s » par équipes de %(size)d : prenez un tournoi par "
            "équipes de %(size)d."
        )
    else:
        sentence = _(
            "« %(source)s » se joue par équipes de %(other)d, et « %(final)s » par équipes de %(size)d : une équipe se "
            "qualifie telle qu’elle a joué."
        )
    raise source_refusal(sentence % (values | {"size": final.team_size, "other": origin.team_size}), "other_form")


def _depth(rows: Iterable[Any]) -> int:
    return max((row.step for row in rows), default=0)
