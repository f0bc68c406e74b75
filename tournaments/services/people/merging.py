"""Merges two players of a club who are one person, with all their history."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Player, Registration, Tournament
from tournaments.queries.people.joining_entries import have_met, rounds_met
from tournaments.queries.people.merging import facts_taken, in_both, merging_players
from tournaments.refusals import refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.people.joining_entries import give_rows, join_entries, set_double_apart
from tournaments.services.people.players import lock_club
from tournaments.services.privacy.erasing import AGREED, PERSONAL
from tournaments.services.results import raise_revisions
from tournaments.services.undo.undoing import as_it_is, delete_row, lock_tournaments_of, refuse_consequences
from tournaments.subjects import subject_of

NO_REASON = _("Ils ont eu chacun une place à la même position : dites pourquoi c’est une seule personne.")


@transaction.atomic
def merge_players(
    *, keep: Player, drop: Player, by: Account | None, at: datetime, seen: str | None = None, reason: str = ""
) -> Player:
    """
    Merge two players of a club who are one person: all that points at `drop` then points at `keep`, which is returned.

    What is empty in that file is taken from the other, except the consent: nobody consents for somebody else. Where
    both sat in one round no line may be lost: that entry stays with `drop`, which is then a double, and it takes a
    `reason`. Refuses two licences.
    """
    lock_club(keep.club)
    lock_tournaments_of(keep, drop)
    keep, drop = (as_it_is(Player.objects.select_related("club"), player.pk) for player in (keep, drop))
    refuse_consequences(merging_players(keep, drop), seen)
    both = in_both(keep, drop)
    met = [(one, other) for one, other in both if have_met(one, other)]
    if met:
        reason = refuse_without_reason(reason, NO_REASON, code="merge_without_reason")
    touched = list(Tournament.objects.filter(registrations__player__in=[keep, drop]).values_list("pk", flat=True))
    details = {
        "id": drop.pk,
        "kept": keep.pk,
        "last_name": drop.last_name,
        "first_name": drop.first_name,
        "licence": drop.licence,
        "entries": [entry.tournament.name for entry in drop.registrations.select_related("tournament")],
        "taken": sorted(facts_taken(keep, drop)),
        "met": {one.tournament.name: rounds_met(one, other) for one, other in met},
    }
    subject = subject_of("merge", drop=drop.full_name, keep=keep.full_name)
    for one, other in met:
        set_double_apart(one, other, by=by, at=at)
        _log_double(one, other, reason, by, at)
    for one, other in both:
        if (one, other) not in met:
            join_entries(one, other, by=by, at=at)
    drop.registrations.exclude(pk__in=[other.pk for _one, other in met]).update(player=keep)
    has_login = Account.objects.filter(player=keep).exists()
    left_alone = (Registration, Account) if has_login else (Registration,)
    give_rows(keep, drop, takes=lambda model: model not in left_alone)
    facts = facts_taken(keep, drop)
    if met:
        _make_double(drop, keep)
    else:
        delete_row(drop)
    for column, value in facts.items():
        setattr(keep, column, value)
    keep.save(update_fields=[*facts, "search_text"])
    raise_revisions(Tournament.objects.filter(pk__in=touched))
    log(
        action=gettext_noop("joueurs fusionnés"),
        subject=subject,
        by=by,
        at=at,
        club=keep.club,
        reason=reason,
        details=details,
    )
    return keep


def _make_double(drop: Player, keep: Player) -> None:
    """Leave of a player only his name, for the events where he met himself: he is nobody of the club any more."""
    Account.objects.filter(player=drop).update(player=None)
    for column, value in (PERSONAL | AGREED).items():
        if column != "first_name":
            setattr(drop, column, value)
    drop.double_of = keep
    drop.link_version += 1
    drop.save()


def _log_double(one: Registration, other: Registration, reason: str, by: Account | None, at: datetime) -> None:
    log(
        action=gettext_noop("double hors classement"),
        subject=subject_of("merge", drop=other, keep=one),
        by=by,
        at=at,
        tournament=one.tournament,
        reason=reason,
        details={"double": other.start_number, "of": one.start_number, "met": rounds_met(one, other)},
    )
