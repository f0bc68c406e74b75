"""Merges two players of a club who are one person, with all their history."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from tournaments.models import Account, Player, Registration, Tournament
from tournaments.queries.merging import facts_taken, merging_players
from tournaments.services.joining_entries import give_rows, join_entries
from tournaments.services.journal import log
from tournaments.services.players import lock_club
from tournaments.services.results import raise_revisions
from tournaments.services.undoing import as_it_is, delete_row, lock_tournaments_of, refuse_consequences
from tournaments.subjects import subject_of


@transaction.atomic
def merge_players(*, keep: Player, drop: Player, by: Account | None, at: datetime, seen: str | None = None) -> Player:
    """
    Merge two players of a club who are one person: all that points at `drop` then points at `keep`, which is returned.

    What is empty in that file is taken from the other, except the consent: nobody consents for somebody else. Refuses
    players who met, and two licences.
    """
    lock_club(keep.club)
    lock_tournaments_of(keep, drop)
    keep, drop = (as_it_is(Player.objects.select_related("club"), player.pk) for player in (keep, drop))
    refuse_consequences(merging_players(keep, drop), seen)
    touched = list(Tournament.objects.filter(registrations__player__in=[keep, drop]).values_list("pk", flat=True))
    details = {
        "id": drop.pk,
        "kept": keep.pk,
        "last_name": drop.last_name,
        "first_name": drop.first_name,
        "licence": drop.licence,
        "entries": [entry.tournament.name for entry in drop.registrations.select_related("tournament")],
        "taken": sorted(facts_taken(keep, drop)),
    }
    subject = subject_of("merge", drop=drop.full_name, keep=keep.full_name)
    _give_entries(keep, drop, by, at)
    has_login = Account.objects.filter(player=keep).exists()
    give_rows(keep, drop, but=(Account,) if has_login else ())
    facts = facts_taken(keep, drop)
    delete_row(drop)
    for column, value in facts.items():
        setattr(keep, column, value)
    keep.save(update_fields=[*facts, "search_text"])
    raise_revisions(Tournament.objects.filter(pk__in=touched))
    log(action=gettext_noop("joueurs fusionnés"), subject=subject, by=by, at=at, club=keep.club, details=details)
    return keep


def _give_entries(keep: Player, drop: Player, by: Account | None, at: datetime) -> None:
    """Give the kept player every entry of the other; two of one tournament are joined."""
    kept_entries = {entry.tournament_id: entry for entry in keep.registrations.select_related("player", "tournament")}
    for entry in drop.registrations.select_related("player", "tournament"):
        kept_entry = kept_entries.get(entry.tournament_id)
        staying = entry if kept_entry is None else join_entries(kept_entry, entry, by=by, at=at)
        Registration.objects.filter(pk=staying.pk).update(player=keep)
