"""A donne card by card attached to a line of a sheet, or withdrawn: no score changes, it says what the cards were."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.labels import Outcome
from scoring.models import DonneRecord
from scoring.queries.record_chairs import by_chair
from scoring.queries.records import line_at, record_of, sort_problems, stored
from scoring.queries.sheets import spoken
from scoring.services.closing import refuse_if_finished, refuse_if_redrawn
from tournaments.models import Account, Table
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament
from tournaments.subjects import Subject, subject_of

MOST_SENTENCES = 20
TO_CONFIRM = "record_to_confirm"


@transaction.atomic
def attach_record(
    *,
    table: Table,
    number: int,
    record: Record,
    first: int | None,
    key: uuid.UUID,
    replaces: int | None,
    reason: str = "",
    anyway: bool = False,
    by: Account,
    at: datetime,
) -> DonneRecord:
    """
    Keep the record of donne `number` of a table, or put it in place of another one, and return it.

    `first` is the chair of its first player, None when its names say who sits where. What people did wrong at the
    table (a renonce, a lead out of turn) and a donne that stops early are kept when somebody says `anyway`. `key` and
    `replaces` are as in `record_donne`. A closed sheet takes a record: no score changes, so neither does the revision.

    Refuses a record of another table, one whose cards cannot be, with all its problems, a donne that is not written or
    was not played, a finished tournament.
    """
    tournament = lock_tournament(table.round.tournament_id)
    written = DonneRecord.objects.filter(key=key).first()
    if written is not None:
        if (written.table_id, written.number) != (table.pk, number):
            raise Refusal(_("Ce formulaire a déjà servi. Rechargez la page."), code="stale_record")
        return written
    refuse_if_finished(tournament)
    refuse_if_redrawn(table)
    line = line_at(table, number)
    if line is None or line.outcome != Outcome.PLAYED:
        raise Refusal(
            _("La donne %(number)d de la %(table)s n’est pas écrite comme jouée : saisissez-la d’abord sur la feuille.")
            % {"number": number, "table": table},
            code="no_played_line",
        )
    current = record_of(table, number)
    if (current.pk if current else None) != replaces:
        raise Refusal(
            _("Un autre relevé vient d’être rattaché à la donne %(number)d. Regardez-le avant de le remplacer.")
            % {"number": number},
            code="stale_record",
        )
    reason = reason.strip()
    if current is not None and not reason:
        raise Refusal(
            _("Donne %(number)d, %(table)s : dites pourquoi vous remplacez ce relevé.")
            % {"number": number, "table": table},
            code="correction_without_reason",
            fields={"reason": [_("Dites pourquoi vous remplacez ce relevé.")]},
        )
    seats = list(table.seats.select_related("registration__player").order_by("position"))
    # Its faults are told with the names that were typed.
    _refuse_faults(record, anyway=anyway)
    seated = by_chair(record, seats=seats, first=first, tournament=tournament)
    if current is not None:
        DonneRecord.objects.filter(pk=current.pk).update(current=False)
    kept = DonneRecord.objects.create(
        table=table,
        number=number,
        line=line,
        record=stored(seated),
        supersedes=current,
        key=key,
        reason=reason,
        written_by=by,
        written_by_name=str(by),
        written_at=at,
    )
    note(
        action=gettext_noop("relevé remplacé") if current else gettext_noop("relevé rattaché"),
        subject=_subject(kept),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"tricks": len(seated.tricks)},
    )
    return kept


@transaction.atomic
def withdraw_record(*, record: DonneRecord, reason: str, by: Account, at: datetime) -> None:
    """
    Take back the record of a donne, with a reason; it stays on record, and its donne may be given another one.

    Withdrawing twice is withdrawing once. Refuses one that was replaced meanwhile, and a finished tournament.
    """
    tournament = lock_tournament(record.table.round.tournament_id)
    refuse_if_finished(tournament)
    refuse_if_redrawn(record.table)
    found = DonneRecord.objects.get(pk=record.pk)
    if found.cancelled_at is not None:
        return
    if not found.current:
        raise Refusal(
            _("Un autre relevé a pris la place de celui-ci à la donne %(number)d. Regardez-le avant de le retirer.")
            % {"number": found.number},
            code="stale_record",
        )
    reason = reason.strip()
    if not reason:
        raise Refusal(
            _("Dites pourquoi vous retirez ce relevé."),
            code="cancelling_without_reason",
            fields={"reason": [_("Dites pourquoi vous retirez ce relevé.")]},
        )
    DonneRecord.objects.filter(pk=found.pk).update(
        current=False, cancelled_at=at, cancelled_by=by, cancel_reason=reason
    )
    note(
        action=gettext_noop("relevé retiré"),
        subject=_subject(record),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )


def _subject(record: DonneRecord) -> Subject:
    return subject_of("donne", round=record.table.round.number, table=record.table.number, donne=record.number)


def _refuse_faults(record: Record, *, anyway: bool) -> None:
    """Refuse cards that cannot be, and until it is confirmed what would be a fault of the players."""
    replayed = replay(record)
    impossible, done = sort_problems(replayed)
    sentences = [problem.message(spoken()) for problem in (*impossible, *done)]
    if not impossible and not replayed.complete:
        sentences.append(_("Le relevé s’arrête avant la fin : points et bouts ne seront pas comparés à la feuille."))
    if impossible or (sentences and not anyway):
        shown = sentences[:MOST_SENTENCES]
        raise Refusal(
            " ".join(shown),
            code="record_impossible" if impossible else TO_CONFIRM,
            fields={"record": shown},
        )
