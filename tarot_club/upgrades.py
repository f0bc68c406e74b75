"""What a database of before 0.1.0 needs: migrations that only the commit before that one has."""

from collections.abc import Iterable

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tournaments.refusals import Refusal

OURS = frozenset({"tournaments", "scoring"})

Migration = tuple[str, str]  # app and name


def known_migrations() -> dict[Migration, set[Migration]]:
    """Return our migrations of this version, each with those that it stands for."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return {name: set(migration.replaces) for name, migration in loader.disk_migrations.items() if name[0] in OURS}


def refuse_unfinished(applied: Iterable[Migration]) -> None:
    """Refuse a database that has migrations of before 0.1.0, and not all of them."""
    applied = set(applied)
    begun = {app for app, _name in applied}
    for (app, name), replaced in known_migrations().items():
        if replaced and app in begun and (app, name) not in applied and not replaced <= applied:
            raise Refusal(
                _(
                    "Cette base de données est plus ancienne que la version 0.1.0. Démarrez-la une fois avec le "
                    "commit qui précède « Cut 0.1.0 » : il la met à jour. Revenez ensuite à cette "
                    "version. Rien n’a été changé."
                ),
                code="too_old",
            )
