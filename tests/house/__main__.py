"""Print the figures of the house: `python -m tests.house`."""

import os
import sys
from typing import Any

from tests.house import figures


def main() -> None:
    files = figures.modules()
    found = figures.imports(files)
    tests = list((figures.ROOT / "tests").rglob("*.py"))
    long = sorted(figures.long_functions(files))
    print(f"files of Python, without tests          {len(files)}")
    print(f"lines of Python, without tests          {figures.lines_of(iter(files.values()))}")
    print(f"lines of Python, tests                  {figures.lines_of(iter(tests))}")
    print(f"rooms of tournaments seen at once       {figures.rooms('tournaments')}")
    print(f"modules with one importer               {figures.one_importer(found)}")
    print(f"functions over {figures.LONG} lines                 {len(long)}")
    print(f"circles of imports                      {len(figures.circles(found))}")
    print(f"README                                  {(figures.ROOT / 'README.md').stat().st_size / 1000:.1f} kB")
    if "--names" in sys.argv:
        print(*long, *map(sorted, figures.circles(found)), sep="\n")
    trip = saved_donne()
    print(f"a saved donne: calls, stays, returns    {trip.calls}, {trip.stays}, {trip.returns}")
    print(f"               rooms, statements        {trip.rooms}, {trip.statements}")


def saved_donne() -> Any:
    """Follow a donne in a database of its own, which goes when this ends."""
    os.environ.pop("DATABASE_URL", None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)
    from tests.house.trip import a_saved_donne

    return a_saved_donne()


main()
