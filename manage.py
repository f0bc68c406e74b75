#!/usr/bin/env python3
# -*- coding: utf-8 -*-  # noqa: UP009
"""Run a command of the Tarot Club."""

# This file is read by whatever Python a machine has: what is above the check of its version must be known to all.
import gc
import os
import runpy
import sys

OLDEST = (3, 11)
SETUP = ("tarot_club", "installing.py")


def main():  # noqa: ANN201 - read by old Pythons too
    """Run the command of the command line; `setup` is the one that needs nothing but Python."""
    if sys.version_info < OLDEST:
        sys.exit(
            "Tarot Club demande Python %d.%d ou plus récent, et « %s » est Python %d.%d. "  # noqa: UP031
            "Installez-le, puis mettez son nom à la place de python3 (par exemple python3.12)."
            % (OLDEST + (sys.executable,) + tuple(sys.version_info[:2]))  # noqa: RUF005
        )
    if sys.argv[1:2] == ["setup"]:
        runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), *SETUP), run_name="__main__")  # noqa: PTH100, PTH118, PTH120
        return
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django n’est pas installé pour ce Python : faites « python3 manage.py setup », "
            "puis prenez .venv/bin/python."
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
    # What a command loads stays: to look through it after each 700 new objects takes a twentieth of a start.
    gc.set_threshold(5000, 10, 100)
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(128 + 2)  # as a shell tells it: Ctrl-C, before or after what the command makes of it
    except DatabaseError:
        from django.db import connection

        if connection.introspection.table_names():
            raise
        sys.exit("Cette base de données est vide : faites d’abord « manage.py migrate », ou « manage.py serve ».")


if __name__ == "__main__":
    main()
