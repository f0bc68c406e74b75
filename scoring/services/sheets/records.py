"""Records of donnes card by card, attached to a line of a sheet or withdrawn. They change no score."""

import dataclasses
import uuid
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.labels import Outcome
from scoring.marque import Variant
from scoring.models import DonneRecord, SheetLine
from scoring.queries.rules.baremes import variant_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.queries.table.records import record_of, renamed, sort_problems, stored
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.sheets import refuse_if_redrawn
from tournaments.kit.languages import current_language
from tournaments.kit.text import fold
from tournaments.labels import SEAT_NAMES
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament

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
    Attach the record of donne `number` of a table, in place of an earlier one if any, and return it.

    `first` is the chair of the record's first player, None when its names tell the chairs. With `anyway`, faults of
    players (a renonce, a lead out of turn) and a donne that stops early are accepted. `key` and `replaces` are as in
    `record_donne`. A closed sheet and a tournament that is over accept a record: neither scores nor the revision
    change.

    Refuses a record of another table, impossible cards with all their problems, a donne not written or not played.
    """
    tournament = lock_tournament(table.round.tournament_id)
    if earlier := sent_before(DonneRecord, key, code="stale_record", table_id=table.pk, number=number):
        return earlier
    refuse_if_redrawn(table)
    line = _played_line(table, number)
    current, reason = record_of(table, number), reason.strip()
    _refuse_replacing(current, table, number, replaces, reason)
    seats = list(table.seats.select_related("registration__player").order_by("chair"))
    # The sentences call people by the names that were typed.
    _refuse_faults(record, anyway=anyway)
    seated = by_chair(record, seats=seats, first=first, tournament=tournament)
    attached = DonneRecord(
        table=table,
        number=number,
        line=line,
        record=stored(seated),
        supersedes=current,
        key=key,
        reason=reason,
    )
    return _put_in_place(attached, tournament, by=by, at=at)


def _played_line(table: Table, number: int) -> SheetLine:
    """Return the line of a played donne. Refuses a donne that is not written or was not played."""
    line = line_at(table, number)
    if line is None or line.outcome != Outcome.PLAYED:
        raise Refusal(
            _("La donne %(number)s de la %(table)s n’est pas écrite comme jouée : saisissez-la d’abord sur la feuille.")
            % {"number": number_told(table, number), "table": table},
            code="no_played_line",
        )
    return line


def _refuse_replacing(
    current: DonneRecord | None, table: Table, number: int, replaces: int | None, reason: str
) -> None:
    """Refuse to replace another record than `replaces`, or without a reason."""
    if (current.pk if current else None) != replaces:
        raise Refusal(
            _("Un autre relevé vient d’être rattaché à la donne %(number)s. Regardez-le avant de le remplacer.")
            % {"number": number_told(table, number)},
            code="stale_record",
        )
    if current is not None:
        refuse_without_reason(
            reason,
            _("Donne %(number)s, %(table)s : dites pourquoi vous remplacez ce relevé.")
            % {"number": number_told(table, number), "table": table},
            code="correction_without_reason",
            at_field=_("Dites pourquoi vous remplacez ce relevé."),
        )


def _put_in_place(attached: DonneRecord, tournament: Tournament, *, by: Account, at: datetime) -> DonneRecord:
    """Save a record in place of the one that it supersedes, if any, and write the journal."""
    if attached.supersedes is not None:
        DonneRecord.objects.filter(pk=attached.supersedes.pk).update(current=False)
    attached.written_by, attached.written_by_name, attached.written_at = by, str(by), at
    attached.save()
    log(
        action=gettext_noop("relevé remplacé") if attached.supersedes else gettext_noop("relevé rattaché"),
        subject=subject_of_sheet(attached.table, attached.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=attached.reason,
        details={"tricks": len(attached.record["tricks"])},
    )
    return attached


@transaction.atomic
def withdraw_record(*, record: DonneRecord, reason: str, by: Account, at: datetime) -> None:
    """
    Withdraw the record of a donne, with a reason. It stays stored, and the donne may get another record.

    Idempotent; possible after the end. Refuses a record that was replaced meanwhile, and an empty `reason`.
    """
    tournament = lock_tournament(record.table.round.tournament_id)
    refuse_if_redrawn(record.table)
    stored_record = DonneRecord.objects.get(pk=record.pk)
    if stored_record.cancelled_at is not None:
        return
    if not stored_record.current:
        raise Refusal(
            _("Un autre relevé a pris la place de celui-ci à la donne %(number)s. Regardez-le avant de le retirer.")
            % {"number": number_told(stored_record.table, stored_record.number)},
            code="stale_record",
        )
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous retirez ce relevé."), code="cancelling_without_reason"
    )
    DonneRecord.objects.filter(pk=stored_record.pk).update(
        current=False, cancelled_at=at, cancelled_by=by, cancel_reason=reason
    )
    log(
        action=gettext_noop("relevé retiré"),
        subject=subject_of_sheet(record.table, record.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )


def _refuse_faults(record: Record, *, anyway: bool) -> None:
    """Refuse impossible cards and, without `anyway`, faults of players."""
    replayed = replay(record)
    impossible, faults = sort_problems(replayed)
    sentences = [problem.message(current_language()) for problem in (*impossible, *faults)]
    if not impossible and not replayed.complete:
        sentences.append(_("Le relevé s’arrête avant la fin : points et bouts ne seront pas comparés à la feuille."))
    if impossible or (sentences and not anyway):
        listed = sentences[:MOST_SENTENCES]
        raise Refusal(
            " ".join(listed),
            code="record_impossible" if impossible else TO_CONFIRM,
            fields={"record": listed},
        )


def by_chair(record: Record, *, seats: Sequence[Seat], first: int | None, tournament: Tournament) -> Record:
    """
    Return a record whose players are the chairs of a table: "0" for Sud, "1" …

    `first` is the chair of its first player. Without it, names tell who sits where: chairs, full names, or last or
    first names that only one player of the table has. Refuses another number of players, names nobody here has, and an
    order that is not the table's.
    """
    chairs = len(seats)
    variant = variant_of(tournament, chairs)
    if record.variant != variant:
        raise _not_this_table(
            _("Cette table joue à %(chairs)s ; le relevé est à %(players)s. Vérifiez la table et le relevé.")
            % {"chairs": _how_many(variant) if variant else chairs, "players": _how_many(record.variant)}
        )
    if first is None:
        chair_by_player = {player: _chair_of(player, seats) for player in record.players}
        unknown = [player for player, place in chair_by_player.items() if place is None]
        if unknown:
            raise _not_this_table(
                _(
                    "Je ne trouve pas à cette table : %(unknown)s. Écrivez les chaises ou les noms de la feuille "
                    "(%(names)s), ou dites où est assis le premier joueur du relevé."
                )
                % {
                    "unknown": ", ".join(unknown),
                    "names": ", ".join(seat.registration.player.full_name for seat in seats),
                },
                field="premier",
            )
        places = [place for place in chair_by_player.values() if place is not None]
        if any(place != (places[0] + turn) % chairs for turn, place in enumerate(places)):
            raise _not_this_table(
                _("Dans le relevé l’ordre du jeu est %(order)s : ce n’est pas celui de la table, %(names)s.")
                % {
                    "order": ", ".join(record.players),
                    "names": ", ".join(seat.registration.player.full_name for seat in seats),
                },
                field="premier",
            )
        first = places[0]
    turned = {player: str((first + turn) % chairs) for turn, player in enumerate(record.players)}
    seated = renamed(record, turned)
    return dataclasses.replace(seated, players=tuple(str(chair) for chair in range(chairs)))


def _chair_of(player: str, seats: Sequence[Seat]) -> int | None:
    """Return the chair that a name means, None when nobody or several people have it."""
    name = fold(player)
    for words in (_chair_words, _full_names, _part_names):
        chairs = [seat.chair_index for seat in seats if name in words(seat)]
        if len(chairs) == 1:
            return int(chairs[0])
    return None


def _chair_words(seat: Seat) -> set[str]:
    """Return the names of a chair in every language: the record may be in another language than its reader's."""
    words = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            words |= {fold(str(SEAT_NAMES[seat.chair_index])), fold(str(seat.letter))}
    return words


def _full_names(seat: Seat) -> set[str]:
    player = seat.registration.player
    return {fold(f"{player.first_name} {player.last_name}"), fold(f"{player.last_name} {player.first_name}")}


def _part_names(seat: Seat) -> set[str]:
    player = seat.registration.player
    return {fold(player.last_name), fold(player.first_name)}


def _how_many(variant: Variant) -> str:
    return _("cinq avec un mort") if variant is Variant.FIVE_MORT else str(variant).partition("_")[0]


def _not_this_table(sentence: str, field: str = "releve") -> Refusal:
    return Refusal(sentence, code="record_of_another_table", fields={field: [sentence]})
