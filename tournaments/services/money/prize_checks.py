"""Checks a list of prizes, and says everything that is wrong with it at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.labels import PRIZE_GROUPS, PrizeGroup, prize_groups
from tournaments.models import Prize, PrizeGiven, PrizePlan, Tournament
from tournaments.models.money import MOST_CENTS, MOST_COUNTED
from tournaments.queries.money.prizes import cents_of
from tournaments.queries.money.takings import takings
from tournaments.refusals import Refusal, together
from tournaments.standings import Winnable

MOST_PRIZES = 40
MOST_PLACE = 999
LONGEST_LOT = 100


@dataclass(frozen=True)
class PrizeFacts:
    """The values that a prize gets: see `Prize`."""

    group: str = PrizeGroup.EVERYBODY
    place: int = 1
    lot: str = ""
    amount: int = 0
    percent: int = 0


def prize_facts(prize: Prize) -> PrizeFacts:
    """Return the values of a stored prize as facts."""
    return PrizeFacts(prize.group, prize.place, prize.lot, prize.amount, prize.percent)


def refuse_given(plan: PrizePlan, prizes: Sequence[PrizeFacts]) -> None:
    """Refuse to change or remove a prize that was handed over, even if it was taken back since."""
    new_facts = {(facts.group, facts.place): facts for facts in prizes}
    for prize_given in PrizeGiven.objects.filter(prize__plan=plan).select_related("prize", "registration__player"):
        if new_facts.get((prize_given.prize.group, prize_given.prize.place)) != prize_facts(prize_given.prize):
            raise Refusal(
                _("Le prix « %(prize)s » a été remis à %(player)s : il ne change plus.")
                % {"prize": prize_label(prize_given.prize), "player": prize_given.registration.player.full_name},
                code="prize_given",
            )


def prize_label(prize: Prize | PrizeFacts) -> str:
    """Return the group and the place of a prize as text: « dames, 1 »."""
    return f"{dict(prize_groups())[prize.group]}, {prize.place}"


def refuse_prizes(tournament: Tournament, prizes: Sequence[PrizeFacts], club_adds: int) -> None:
    wrong = [refusal for row, facts in enumerate(prizes) for refusal in _wrong_with(row, facts)]
    for row, facts in enumerate(prizes):
        if facts.group == PrizeGroup.TEAMS and not tournament.has_teams:
            sentence = _("Ce tournoi se joue chacun pour soi : aucune équipe n’y gagne de prix.")
            wrong.append(Refusal(sentence, code="no_teams", fields={f"group_{row}": [sentence]}))
    row_of_place: dict[tuple[str, int], int] = {}
    for row, facts in enumerate(prizes):
        if (facts.group, facts.place) in row_of_place:
            sentence = _("Cette place a déjà un prix dans la liste : « %(prize)s ».") % {"prize": prize_label(facts)}
            wrong.append(Refusal(sentence, code="place_twice", fields={f"place_{row}": [sentence]}))
        row_of_place[facts.group, facts.place] = row
    if len(prizes) > MOST_PRIZES:
        wrong.append(Refusal(_("Un tournoi a %(most)d prix au plus.") % {"most": MOST_PRIZES}, code="too_many_prizes"))
    if not 0 <= club_adds <= MOST_COUNTED:
        sentence = _("Ce que le club ajoute va de 0 € à %(most)s.") % {"most": _euros(MOST_COUNTED)}
        wrong.append(Refusal(sentence, code="wrong_amount", fields={"club_adds": [sentence]}))
    if not wrong:
        wrong = _above_the_takings(tournament, prizes, club_adds)
    if wrong:
        raise together(wrong)


def _wrong_with(row: int, facts: PrizeFacts) -> list[Refusal]:
    sentences: Mapping[str, tuple[bool, str]] = {
        "group": (facts.group in PRIZE_GROUPS, _("Ce groupe n’existe pas. Rechargez la page.")),
        "place": (1 <= facts.place <= MOST_PLACE, _("Une place va de 1 à %(most)d.") % {"most": MOST_PLACE}),
        "amount": (
            0 <= facts.amount <= MOST_CENTS,
            _("Un prix va de 0 € à %(most)s.") % {"most": _euros(MOST_CENTS)},
        ),
        "percent": (0 <= facts.percent <= 100, _("Un pourcentage de la recette va de 0 à 100.")),
        "lot": (
            len(facts.lot) <= LONGEST_LOT,
            _("Un lot se dit en %(most)d caractères au plus.") % {"most": LONGEST_LOT},
        ),
    }
    wrong = [(name, sentence) for name, (is_right, sentence) in sentences.items() if not is_right]
    if not wrong and facts.amount and facts.percent:
        wrong = [("percent", _("Écrivez un montant ou un pourcentage, pas les deux."))]
    if not wrong and not (facts.lot or facts.amount or facts.percent):
        wrong = [("lot", _("Dites ce que l’on gagne : un lot, un montant ou un pourcentage de la recette."))]
    return [Refusal(text, code="wrong_prize", fields={f"{name}_{row}": [text]}) for name, text in wrong]


def _above_the_takings(tournament: Tournament, prizes: Sequence[PrizeFacts], club_adds: int) -> list[Refusal]:
    shares = sum(facts.percent for facts in prizes)
    if shares > 100:
        sentence = _("Les pourcentages font %(sum)d %% de la recette : 100 %% au plus.") % {"sum": shares}
        return [Refusal(sentence, code="above_the_takings")]
    paid = takings(tournament).paid
    worth = cents_of((Winnable(0, facts.group, facts.place, facts.amount, facts.percent) for facts in prizes), paid)
    if worth <= paid + club_adds:
        return []
    sentence = _(
        "Les prix font %(worth)s et il n’y a que %(budget)s : %(paid)s payés à la porte, %(adds)s que le club ajoute. "
        "Baissez les prix, donnez-les en pourcentage, ou écrivez que le club ajoute %(missing)s."
    ) % {
        "worth": _euros(worth),
        "budget": _euros(paid + club_adds),
        "paid": _euros(paid),
        "adds": _euros(club_adds),
        "missing": _euros(worth - paid),
    }
    return [Refusal(sentence, code="above_the_takings", fields={"club_adds": [sentence]})]


def _euros(cents: int) -> str:
    return euros(cents, current_language())
