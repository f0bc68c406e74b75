"""Entering a donne, by whatever way it comes: what its writer may do, then what everybody does."""

from functools import partial

from django.utils.translation import gettext as _

from scoring.models import Phone, SheetLine
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.protests import correct_upheld
from scoring.services.sheets.donnes import Recorded, SentDonne, record_donne
from scoring.services.sheets.phones import stop_writing
from tournaments.refusals import Refusal
from tournaments.services.people.registrations import refuse_excluded


def enter_donne(sent: SentDonne, *, after_end: bool = False) -> Recorded:
    """
    Write a donne as its writer may, and return what `record_donne` does.

    A phone at its table corrects nothing that an arbiter wrote; its writer was not excluded, and says who he is where
    the other camp has to confirm. Who runs the event also corrects a closed sheet where a protest about the donne was
    upheld since and, `after_end`, a tournament that is over, in public.
    """
    if isinstance(sent.by, Phone):
        _refuse_at_table(sent, sent.by)
        recorded = record_donne(sent)
        stop_writing(sent.by)
        return recorded
    act = partial(record_donne if sent.table.closed_at is None else correct_upheld, sent)
    if not after_end:
        return act()
    return correct_after_end(
        tournament=sent.table.round.of_tournament,
        subject=sent.subject,
        reason=sent.reason,
        act=act,
        by=sent.by,
        at=sent.at,
        tables=[sent.table],
    )


def _refuse_at_table(sent: SentDonne, phone: Phone) -> None:
    """
    Refuse to correct what an arbiter wrote, a phone that an excluded player holds, also once somebody has his place,
    and, where the other camp has to confirm, a writer who did not say who he is: nobody would know which camp is the
    other. Needs no lock: a phone whose player loses his place meanwhile is nobody's when it is written.
    """
    holder = phone.holder if phone.sits_at is None else phone.sits_at.registration
    if holder is not None:
        refuse_excluded(holder)
    if sent.table.round.of_tournament.needs_confirmation and phone.sits_at is None:
        raise Refusal(
            _("Dites d’abord qui vous êtes : l’autre camp doit confirmer la donne. Touchez votre nom sur la feuille."),
            code="writer_unknown",
        )
    of_an_arbiter = SheetLine.objects.filter(written_by__isnull=False, phone=None)
    if sent.replaces is not None and of_an_arbiter.filter(pk=sent.replaces).exists():
        raise Refusal(
            _("La donne %(number)d a été écrite par l’arbitre : lui seul la corrige. Appelez-le.")
            % {"number": sent.number},
            code="arbiters_line",
        )
