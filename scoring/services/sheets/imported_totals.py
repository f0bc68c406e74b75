"""A result that came in from a file, corrected: the totals of one entry, or whose they are."""

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetTotal
from scoring.queries.desk.imported import ImportedEntry, imported_entries, others_known
from tournaments.models import Account, Player, Registration, Tournament
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.results import Result, set_results


@transaction.atomic
def correct_imported(
    *,
    tournament: Tournament,
    registration: int,
    points: Mapping[int, int],
    player: int | None,
    key: uuid.UUID,
    replaces: Iterable[int],
    reason: str,
    by: Account,
    at: datetime,
) -> Registration:
    """
    Correct the totals of an imported entry, number of round → whole points, and name its `player` (id), None for the
    same. What the file gave stays as rows that are not current. Idempotent.

    `key` and `replaces` (ids of the totals that the writer saw) work as in `record_balances`. Refuses an entry that no
    file gave, rounds it did not play, somebody unknown to the club or already entered, another name where this one got
    a prize or paid, and an empty `reason`.
    """
    tournament = lock_tournament(tournament.pk)
    sent = SheetTotal.objects.filter(key=_key(key, 0)).select_related("seat__registration__player").first()
    if sent is not None:
        if sent.seat.registration_id != registration:
            raise form_used("stale_totals")
        return sent.seat.registration
    refuse_if_finished(tournament)
    entry = _imported(tournament, registration, points)
    changed = [number for number, total in sorted(entry.totals.items()) if total.points != points[number]]
    other = None if player == entry.registration.player_id else player
    if not changed and other is None:
        return entry.registration
    if {total.pk for total in entry.totals.values()} != set(replaces):
        sentence = _(
            "Ce résultat a été corrigé pendant que vous l’écriviez. Comparez avec ce qui est maintenant affiché."
        )
        raise Refusal(sentence, code="stale_totals")
    named = None if other is None else _named(tournament, entry.registration, other)
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous corrigez ce résultat."), code="correction_without_reason"
    )
    was = entry.registration.player
    _write(entry, {number: points[number] for number in changed}, key, reason, by, at)
    if named is not None:
        entry.registration.player = named
        entry.registration.save(update_fields=["player"])
    details: dict[str, Any] = {
        "old": {str(n): entry.totals[n].points for n in changed},
        "new": {str(n): points[n] for n in changed},
    }
    if named is not None:
        details["player"] = [was.full_name, named.full_name]
    action = gettext_noop("résultat importé corrigé")
    log(action=action, subject=was.full_name, by=by, at=at, tournament=tournament, reason=reason, details=details)
    raise_revision(tournament)
    return entry.registration


def _imported(tournament: Tournament, registration: int, points: Mapping[int, int]) -> ImportedEntry:
    """Return an entry that a file gave, with these rounds. Refuses any other."""
    entry = next(iter(imported_entries(tournament, registration)), None)
    if entry is None or entry.totals.keys() != points.keys():
        sentence = _("Ce résultat ne vient pas d’un fichier, ou il n’existe plus : rouvrez la page du tournoi.")
        raise Refusal(sentence, code="not_imported")
    return entry


def _named(tournament: Tournament, registration: Registration, player: int) -> Player:
    handed_over = (registration.prizes, registration.payments)
    if any(rows.filter(cancelled_at=None).exists() for rows in handed_over):
        sentence = _(
            "%(name)s a reçu un prix ou payé dans ce tournoi, et ses papiers le disent : annulez d’abord ce prix ou ce "
            "paiement, puis changez le nom."
        ) % {"name": registration.player.full_name}
        raise Refusal(sentence, code="something_handed_over", fields={"player": [sentence]})
    named = others_known(tournament).select_for_update(of=("self",)).filter(pk=player).first()
    if named is None:
        sentence = _(
            "Cette personne est déjà dans ce tournoi, ou le club ne la connaît plus : choisissez-en une autre."
        )
        raise Refusal(sentence, code="player_not_free", fields={"player": [sentence]})
    return named


def _write(
    entry: ImportedEntry, points: Mapping[int, int], key: uuid.UUID, reason: str, by: Account, at: datetime
) -> None:
    """Write totals in place of the current ones of these rounds; donnes and contracts stay."""
    old = [entry.totals[number] for number in points]
    SheetTotal.objects.filter(pk__in=[total.pk for total in old]).update(current=False)
    new = SheetTotal.objects.bulk_create(
        SheetTotal(
            seat=total.seat,
            points=points[total.seat.round.number],
            donnes=total.donnes,
            taken=total.taken,
            contracts=total.contracts,
            key=_key(key, index),
            written_by=by,
            written_by_name=str(by),
            written_at=at,
            reason=reason,
        )
        for index, total in enumerate(old)
    )
    set_results(Result(total.seat, total.points, total.donnes, total.contracts) for total in new)


def _key(key: uuid.UUID, index: int) -> uuid.UUID:
    """Return the key of one total. When the first total of a form exists, that form was sent before."""
    return uuid.uuid5(key, f"imported/{index}")
