"""Django's `migrate`, which first says what to do with a database from before 0.1.0."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from tarot_club.backups import refuse_too_old
from tournaments.refusals import Refusal


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            refuse_too_old(MigrationRecorder(connections[options["database"]]).applied_migrations())
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        super().handle(*args, **options)
