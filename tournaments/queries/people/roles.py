"""The clubs that an account organises, and their names in a sentence."""

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.labels import RoleName
from tournaments.models import Account, Club


def clubs_run_by(account: Account | None) -> QuerySet[Club]:
    """Return the clubs that an account organises: all for the administrator, and for the program itself (None)."""
    if account is None or account.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(appointments__account=account, appointments__role=RoleName.ORGANISER)


def club_names(clubs: Collection[Club]) -> str:
    return ", ".join(f"« {club.name} »" for club in clubs)
