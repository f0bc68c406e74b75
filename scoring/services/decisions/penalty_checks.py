"""The checks of a decision before it is given: everything wrong with it is told at once."""

from django.utils.translation import gettext as _

from scoring.labels import CAMP_WORDS, OF_A_DONNE, TAKES_POINTS, Outcome, PenaltyTarget, Prime, Sanction
from scoring.models import Penalty, PenaltyShare
from scoring.queries.desk.donne_decisions import has_prime
from scoring.queries.desk.donne_scores import scores_at
from scoring.queries.desk.penalties import falls_on
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import call_of, line_at
from scoring.services.rules.catalogues import MOST_POINTS
from scoring.services.sheets.donnes import refusal_of_number
from tournaments.comparison import Method
from tournaments.labels import values_of
from tournaments.models import Table
from tournaments.refusals import Refusal
from tournaments.standings import Adjusted

# Refused because of what its donne says now.
OF_ITS_DONNE = {"camp_unknown", "donne_not_entered", "no_prime_to_cancel", "prime_unsaid"}


def refusals_of(penalty: Penalty, *, is_again: bool = False) -> list[Refusal]:
    """
    Return every refusal of a new penalty, each with its field; an empty list when it may be given.

    `penalty` is not saved. What depends on its kind or its points is not checked while these are None. With `is_again`,
    the decision was given before: the current line of its donne does not matter.
    """
    refusals = []
    if penalty.points is not None and penalty.points > 0:
        refusals.append(
            Refusal(
                _("Une pénalité retire des points : écrivez un nombre négatif, ou 0 pour un avertissement."),
                code="penalty_gives_points",
                fields={"points": [_("Un nombre négatif, ou 0 pour un avertissement.")]},
            )
        )
    if penalty.kind_id is not None and not penalty.reason and not penalty.kind.says_it_all:
        sentence = _("« %(kind)s » ne dit pas laquelle : écrivez le motif, les joueurs doivent pouvoir le lire.")
        sentence %= {"kind": penalty.kind}
        refusals.append(Refusal(sentence, code="penalty_without_reason", fields={"reason": [sentence]}))
    checked = (_sanction_refusal(penalty), _target_refusal(penalty), _number_refusal(penalty))
    refusals += [each for each in checked if each is not None]
    return _each_lack_once([each for each in refusals if not (is_again and each.code in OF_ITS_DONNE)])


def _each_lack_once(refusals: list[Refusal]) -> list[Refusal]:
    """Return these refusals without those whose fields another refusal has too; of equal fields the later one stays."""
    return [
        refusal
        for place, refusal in enumerate(refusals)
        if not any(
            refusal.fields.keys() < other.fields.keys()
            or (refusal.fields.keys() == other.fields.keys() and place < its_place)
            for its_place, other in enumerate(refusals)
        )
    ]


def _sanction_refusal(penalty: Penalty) -> Refusal | None:
    """Return why a sanction does not fit its points or its target, None when it does."""
    if penalty.sanction not in Sanction.values:
        sentence = _("Choisissez la sanction : le catalogue n’en propose pas.")
        return Refusal(sentence, code="penalty_without_sanction", fields={"sanction": [sentence]})
    words = {"sanction": Sanction(penalty.sanction).label}
    if penalty.points and penalty.sanction not in TAKES_POINTS:
        sentence = _("« %(sanction)s » ne retire pas de points : videz la case, ou choisissez « points ».") % words
        return Refusal(sentence, code="sanction_takes_no_points", fields={"points": [sentence]})
    checks = {Sanction.ADJUSTED: _adjusted_refusal, Sanction.DONNE_SCORE: _donne_score_refusal}
    checks |= dict.fromkeys(OF_A_DONNE, _donne_refusal)
    if check := checks.get(Sanction(penalty.sanction)):
        return check(penalty)
    sentence = ""
    if penalty.target == PenaltyTarget.DONNE:
        sentence = _("« %(sanction)s » porte sur des joueurs : choisissez un joueur, un camp ou toute la table.")
    elif penalty.sanction == Sanction.EXCLUSION and penalty.target != PenaltyTarget.PLAYER:
        sentence = _("Une exclusion porte sur un joueur : choisissez lequel.")
    if not sentence:
        return None
    return Refusal(sentence % words, code="sanction_of_players", fields={"target": [sentence % words]})


def _donne_refusal(penalty: Penalty) -> Refusal | None:
    """Return the refusal of a decision about a donne that names no donne, else None."""
    missing = {
        **({"table": [_("Choisissez la table concernée.")]} if penalty.table is None else {}),
        **({"donne": [_("Dites de quelle donne.")]} if penalty.donne is None else {}),
    }
    if not missing:
        return _prime_refusal(penalty) if penalty.sanction == Sanction.PRIME_CANCELLED else None
    sentence = _("« %(sanction)s » porte sur une donne : dites la table et la donne.")
    sentence %= {"sanction": Sanction(penalty.sanction).label}
    return Refusal(sentence, code="sanction_of_a_donne", fields=missing)


def _number_refusal(penalty: Penalty) -> Refusal | None:
    """Return the refusal of a decision about a donne that its table cannot have, else None."""
    if penalty.table is None or penalty.donne is None:
        return None  # said with its sanction, where it wants them
    return refusal_of_number(penalty.table, penalty.donne, "donne")


def _prime_refusal(penalty: Penalty) -> Refusal | None:
    """Return why this prime cannot be cancelled at its donne; None when the donne has it or is not entered yet."""
    if penalty.table is None or penalty.donne is None:
        return None  # said with the donne
    if penalty.prime not in Prime.values:
        sentence = _("Dites quelle prime est annulée.")
        return Refusal(sentence, code="prime_unsaid", fields={"prime": [sentence]})
    call = call_of(penalty.table, penalty.donne) if penalty.prime == Prime.CHELEM else None
    if call is not None and call.counts:
        sentence = _(
            "L’arbitre a enregistré ce chelem comme annoncé à temps : annulez cet appel, puis enregistrez-le hors "
            "délai."
        )
        return Refusal(sentence, code="prime_is_called", fields={"prime": [sentence]})
    line = line_at(penalty.table, penalty.donne)
    if line is None or (line.outcome == Outcome.PLAYED and has_prime(line.facts, penalty.prime)):
        return None
    sentence = _("La donne %(number)s n’a pas cette prime (%(prime)s).")
    sentence %= {"number": number_told(line.table, line.number), "prime": Prime(penalty.prime).label}
    return Refusal(sentence, code="no_prime_to_cancel", fields={"prime": [sentence]})


def _adjusted_refusal(penalty: Penalty) -> Refusal | None:
    """Return why scores of a round cannot be adjusted so, None when they can."""
    if penalty.tournament.is_duplicate:
        sentence = _(
            "En duplicate on ajuste le résultat d’un étui, pas celui d’une position : choisissez « score ajusté d’une "
            "donne », étui par étui."
        )
        return Refusal(sentence, code="adjusted_by_board", fields={"sanction": [sentence]})
    if penalty.target not in (PenaltyTarget.PLAYER, PenaltyTarget.TABLE):
        sentence = _("Un score ajusté est celui d’un joueur ou de toute la table : choisissez l’un des deux.")
        return Refusal(sentence, code="adjusted_for_nobody", fields={"target": [sentence]})
    fields = {}
    if penalty.table is None and penalty.target == PenaltyTarget.PLAYER:
        fields["table"] = [_("Dites la position et la table dont le score est ajusté.")]
    if penalty.basis not in values_of(Adjusted):
        fields["basis"] = [_("Dites d’où vient le score : une moyenne, ou un nombre que vous attribuez.")]
    elif penalty.basis == Adjusted.ASSIGNED and penalty.assigned is None:
        fields["assigned"] = [_("Écrivez le score que vous attribuez.")]
    elif penalty.assigned is not None and abs(penalty.assigned) > MOST_POINTS:
        fields["assigned"] = [_("Un score attribué va jusqu’à %(most)d points.") % {"most": MOST_POINTS}]
    if fields:
        return Refusal(next(iter(fields.values()))[0], code="adjusted_score_unsaid", fields=fields)
    return _seats_refusal(penalty)


def _donne_score_refusal(penalty: Penalty) -> Refusal | None:
    """Return why the score of one donne cannot be adjusted so, None when it can."""
    if penalty.target == PenaltyTarget.DONNE:
        sentence = _("Le score d’une donne est ajusté pour un joueur, un camp ou toute la table : choisissez lequel.")
        return Refusal(sentence, code="adjusted_for_nobody", fields={"target": [sentence]})
    if refusal := _donne_refusal(penalty):
        return refusal
    sentence = ""
    if penalty.assigned is None:
        sentence = _("Écrivez le score que vous attribuez.")
    elif penalty.tournament.compared_by == Method.MATCHPOINTS and not 0 <= penalty.assigned <= 100:
        sentence = _("Un résultat ajusté va de 0 à 100 : c’est un pourcentage de ce que l’étui peut rapporter.")
    elif abs(penalty.assigned) > MOST_POINTS:
        sentence = _("Un score attribué va jusqu’à %(most)d points.") % {"most": MOST_POINTS}
    if sentence:
        return Refusal(sentence, code="adjusted_score_unsaid", fields={"assigned": [sentence]})
    if penalty.table is None or penalty.donne is None:
        return None  # said with the donne
    if line_at(penalty.table, penalty.donne) is None:
        sentence = _("La donne %(number)s n’est pas saisie : saisissez-la, même annulée, puis ajustez son score.")
        sentence %= {"number": number_told(penalty.table, penalty.donne)}
        return Refusal(sentence, code="donne_not_entered", fields={"donne": [sentence]})
    return _seats_refusal(penalty) or _scored_already(penalty)


def _scored_already(penalty: Penalty) -> Refusal | None:
    """Return the refusal when the donne's score is already adjusted for one of these players, else None."""
    members = set(falls_on(penalty))
    earlier = PenaltyShare.objects.filter(
        penalty__in=scores_at(penalty.table, penalty.donne) if penalty.table else [], registration__in=members
    ).select_related("registration__player")
    if taken := [share.registration.player.full_name for share in earlier]:
        sentence = _("Le score de cette donne est déjà ajusté pour %(players)s : annulez d’abord cette décision.")
        sentence %= {"players": ", ".join(taken)}
        return Refusal(sentence, code="adjusted_already", fields={"sanction": [sentence]})
    return None


def _seats_refusal(penalty: Penalty) -> Refusal | None:
    """Return why these scores cannot be adjusted: a player is not at the table, or has an adjusted score already."""
    if penalty.table is None:
        return None  # said with the target
    seats = penalty.table.seats.select_related("registration__player")
    if penalty.registration is not None:
        seats = seats.filter(registration=penalty.registration)
        if not seats:
            sentence = _("%(player)s n’est pas à la %(table)s de la position %(round)d : choisissez sa table.") % {
                "player": penalty.registration.player.full_name,
                "table": penalty.table,
                "round": penalty.table.round.number,
            }
            return Refusal(sentence, code="not_at_the_table", fields={"table": [sentence]})
    if penalty.target == PenaltyTarget.PLAYER and penalty.registration is None:
        return None  # said with the target
    if taken := [seat.registration.player.full_name for seat in seats if seat.adjusted]:
        sentence = _("Le score de cette position est déjà ajusté pour %(players)s : annulez d’abord cette décision.")
        sentence %= {"players": ", ".join(taken)}
        return Refusal(sentence, code="adjusted_already", fields={"sanction": [sentence]})
    return None


def _target_refusal(penalty: Penalty) -> Refusal | None:
    """Return what is wrong with the target of a penalty, None when nothing is."""
    if penalty.target == PenaltyTarget.PLAYER:
        if penalty.registration_id is None:
            sentence = _("Choisissez le joueur pénalisé.")
            return Refusal(sentence, code="penalty_without_player", fields={"registration": [sentence]})
        return None
    if penalty.table is None and penalty.target != PenaltyTarget.DONNE:
        sentence = _("Choisissez la table concernée.")
        return Refusal(sentence, code="penalty_without_table", fields={"table": [sentence]})
    if penalty.table is None or penalty.target != PenaltyTarget.CAMP:
        return None  # what a donne lacks is said with its sanction
    fields = {}
    if penalty.donne is None:
        fields["donne"] = [_("Dites de quelle donne.")]
    if penalty.camp not in CAMP_WORDS:
        fields["camp"] = [_("Dites quel camp : attaque ou défense.")]
    if fields or penalty.donne is None:
        return Refusal(
            _("Pour pénaliser un camp, dites de quelle donne et lequel : attaque ou défense."),
            code="penalty_without_camp",
            fields=fields,
        )
    return _camp_refusal(penalty.table, penalty.donne)


def _camp_refusal(table: Table, number: int) -> Refusal | None:
    """Return why a donne has no camps (it was not played), None when it has."""
    line = table.lines.filter(number=number, current=True).first()
    if line is not None and line.outcome == Outcome.PLAYED:
        return None
    place = {"number": number_told(table, number), "table": table}
    if line is None:
        why = _("La donne %(number)s de la %(table)s n’est pas saisie : on ne sait pas encore qui attaquait.") % place
        advice = _("Saisissez-la d’abord, ou pénalisez un joueur ou la table.")
    else:
        place |= {"outcome": Outcome(line.outcome).label}
        why = _("La donne %(number)s de la %(table)s n’a pas été jouée (%(outcome)s) : elle n’a pas de camps.") % place
        advice = _("Pénalisez un joueur ou la table.")
    return Refusal(f"{why} {advice}", code="camp_unknown", fields={"donne": [f"{why} {advice}"]})
