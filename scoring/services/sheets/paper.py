"""A signed paper sheet typed at the desk: all its donnes at once, by one person, or by two who must agree."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetLine, TypedSheet
from scoring.queries.desk.paper import (
    Differing,
    differing,
    entries_in,
    is_recorded,
    key_of_row,
    typed_row,
    waiting_typing,
)
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.sheets import refuse_unless_open
from tournaments.models import Account, Table, Tournament
from tournaments.refusals import Refusal, sent_before, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


class TypingsDiffer(Refusal):
    """Raised when two people typed a sheet differently: nothing is written until somebody looks at the paper again."""

    def __init__(self, differences: list[Differing]) -> None:
        super().__init__(
            _("Les deux saisies ne disent pas la même chose. Rien n’est enregistré : reprenez la feuille signée."),
            code="typings_differ",
        )
        self.differences = differences


@transaction.atomic
def record_paper(
    *,
    table: Table,
    lines: Mapping[int, SheetLine],
    key: uuid.UUID,
    confirmed: frozenset[str],
    settles: bool = False,
    by: Account,
    at: datetime,
) -> bool:
    """
    Write the donnes of a paper sheet, all or none, and return whether they count. `lines` are scored, unsaved lines.

    When the tournament wants sheets typed twice, the first typing is stored and does not count (False). The second, by
    somebody else, is compared with it; the donnes are written when they agree. When they differ, `settles` says that
    the second person looked at the paper and both versions again; the journal keeps the differences. The same form sent
    twice (`key`) writes once. Refuses together what `record_donne` refuses of each donne, and the `key` of another
    table's sheet.
    """
    tournament = lock_tournament(table.round.tournament_id)
    if sent_before(TypedSheet, key, code="stale_sheet", table_id=table.pk):
        return False
    if is_recorded(table, key):
        return True
    refuse_unless_open(tournament, table)
    if not tournament.double_entry:
        _record_all(table, lines, key, confirmed, by, at)
        return True
    first = waiting_typing(table)
    if first is None:
        _keep(tournament, table, lines, key, by, at)
        return False
    differences = _differences(first, lines, settles=settles, by=by)
    _record_all(table, lines, key, confirmed, by, at)
    TypedSheet.objects.filter(pk=first.pk).update(settled_at=at)
    log(
        action=gettext_noop("double saisie"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        details={"first": first.typed_by_name, "differing": [each.number for each in differences], "typed": first.rows},
    )
    return True


@transaction.atomic
def withdraw_typing(*, table: Table, by: Account, at: datetime) -> None:
    """Withdraw the first typing of a table, so that it can be typed again. Idempotent. No score changes."""
    tournament = lock_tournament(table.round.tournament_id)
    first = waiting_typing(table)
    if first is None:
        return
    TypedSheet.objects.filter(pk=first.pk).update(settled_at=at)
    log(
        action=gettext_noop("première saisie retirée"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        details={"first": first.typed_by_name, "typed": first.rows},
    )
    raise_revision(tournament)


def _differences(first: TypedSheet, lines: Mapping[int, SheetLine], *, settles: bool, by: Account) -> list[Differing]:
    """Return where two typings differ. Refuses the same person twice, and differences that nobody looked at."""
    if first.typed_by_id == by.pk:
        raise Refusal(
            _(
                "Vous avez déjà tapé cette feuille : la seconde saisie se fait par une autre personne, avec son "
                "propre compte. Retirez d’abord votre saisie si elle est à refaire."
            ),
            code="same_person",
        )
    differences = differing(entries_in(first), {number: line.entry for number, line in lines.items()})
    if differences and not settles:
        raise TypingsDiffer(differences)
    return differences


def _keep(
    tournament: Tournament,
    table: Table,
    lines: Mapping[int, SheetLine],
    key: uuid.UUID,
    by: Account,
    at: datetime,
) -> None:
    rows = {str(number): typed_row(line) for number, line in lines.items()}
    TypedSheet.objects.create(key=key, table=table, rows=rows, typed_by=by, typed_by_name=str(by), typed_at=at)
    log(action=gettext_noop("première saisie"), subject=subject_of_sheet(table), by=by, at=at, tournament=tournament)
    raise_revision(tournament)


def _record_all(
    table: Table,
    lines: Mapping[int, SheetLine],
    key: uuid.UUID,
    confirmed: frozenset[str],
    by: Account,
    at: datetime,
) -> None:
    refused = []
    for number, line in sorted(lines.items()):
        try:
            sent = SentDonne(table, number, line.entry, key_of_row(key, number), by, at, confirmed=confirmed)
            record_donne(replace(sent, is_copied=True))
        except Refusal as refusal:
            refused.append(refusal)
    if refused:
        raise together(refused)
