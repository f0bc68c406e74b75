"""`manage.py health`: say line by line whether the site is well, for a person or for a timer that tells him."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tarot_club.operations.health import facts


class Command(BaseCommand):
    help = "Say in words whether all is well with the site, and what to do where it is not; exit with 1 then."
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        ill = 0
        for fact in facts(at=timezone.now()):
            self.stdout.write(f"{'✓' if fact.is_well else '✗'} {fact.title} : {fact.sentence}")
            if not fact.is_well:
                ill += 1
                self.stdout.write(f"  → {fact.remedy}")
        if ill:
            raise CommandError(f"{ill} chose(s) demandent qu’on s’en occupe.")
