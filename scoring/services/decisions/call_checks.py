"""Compares what an arbiter saw of an announced chelem with its donne: where the Excuse and the Petit were played."""

from django.utils.translation import gettext as _

from scoring.labels import CallOutcome, ExcusePlayed
from scoring.marque import Camp, Contract, Facts
from tournaments.refusals import Refusal

A_PARTNER = 5  # players: with fewer, the taker has no partner who could win the trick of his Excuse
ALL = 3  # bouts


def refuse_call(
    facts: Facts | None, *, outcome: str, excuse: str, petit_before_last: bool, players: int, of_call: bool
) -> None:
    """
    Refuse what cannot have happened at the table, or contradicts the entered donne. [R11, R18, R19]

    With `of_call`, the call is being recorded: sentences are errors of its fields, otherwise of the donne's fields.
    """
    if petit_before_last and excuse != ExcusePlayed.LAST:
        sentence = _(
            "Le Petit à l’avant-dernière levée ne compte au bout que si l’attaque joue l’Excuse à la dernière : "
            "dites-le, ou décochez-le."
        )
        raise Refusal(sentence, code="petit_without_excuse", fields={"petit_before_last": [sentence]})
    if outcome == CallOutcome.MADE and excuse == ExcusePlayed.EARLIER and players < A_PARTNER:
        sentence = _("L’Excuse jouée avant la dernière levée perd cette levée : ce chelem est chuté.")
        field = "excuse" if of_call else "chelem_made"
        raise Refusal(sentence, code="excuse_loses_a_trick", fields={field: [sentence]})
    if facts is None:
        return
    winner = None if facts.chelem is None else facts.chelem.made
    if sentence := _wrong_bouts(facts, winner, excuse):
        raise Refusal(sentence, code="excuse_differs", fields={"excuse" if of_call else "bouts": [sentence]})
    if petit_before_last and winner is Camp.ATTAQUE and facts.petit_au_bout is not Camp.ATTAQUE:
        sentence = _(
            "Le Petit à l’avant-dernière levée et l’Excuse à la dernière : la donne doit dire petit au bout pour "
            "l’attaque."
        )
        field = "petit_before_last" if of_call else "petit_au_bout"
        raise Refusal(sentence, code="petit_differs", fields={field: [sentence]})


def _wrong_bouts(facts: Facts, winner: Camp | None, excuse: str) -> str:
    """Return why the attack's bouts contradict where the Excuse was played, "" when they do not."""
    bouts = facts.bouts or 0
    if winner is Camp.ATTAQUE:
        if excuse == ExcusePlayed.DEFENCE and bouts == ALL:
            return _("La défense avait l’Excuse et la garde : l’attaque a deux bouts au plus.")
        if excuse == ExcusePlayed.LAST and bouts < ALL and facts.contract is not Contract.GARDE_CONTRE:
            return _("L’attaque avait l’Excuse et tous les plis : elle a les trois bouts et 91 points.")
    elif excuse == ExcusePlayed.LAST and bouts == ALL:
        return _("Sans chelem, l’Excuse jouée en dernier passe à l’autre camp : l’attaque a deux bouts au plus.")
    return ""
