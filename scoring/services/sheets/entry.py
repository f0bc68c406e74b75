"""The entry of a donne by any way: it checks what the writer may do, then writes as for everybody."""

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
    Write a donne within the rights of its writer, and return what `record_donne` returns.

    On a phone at the table: a line of an arbiter cannot be corrected, the writer must not be excluded, and he must say
    who he is when the other camp has to confirm. For those who run the event: a closed sheet may be corrected when a
    protest about the donne was upheld since, and with `after_end` a tournament that is over, in public.
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
    Refuse to correct a line of an arbiter; a phone of an excluded player, also after somebody took his place; and,
    where the other camp has to confirm, a writer who did not say who he is. Needs no lock: a phone whose player loses
    his place meanwhile has no holder when the donne is written.
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
            _("La donne %(number)s a été écrite par l’arbitre : lui seul la corrige. Appelez-le.")
            % {"number": sent.told},
            code="arbiters_line",
        )
