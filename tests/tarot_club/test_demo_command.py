"""`manage.py demo`: the logins are printed; a second run is refused with a sentence."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tarot_club.demo import DEMO_LOGINS


@pytest.mark.django_db
def test_the_logins_are_printed_and_a_second_run_refused() -> None:
    out = StringIO()
    call_command("demo", stdout=out)
    assert all(name in out.getvalue() and password in out.getvalue() for name, password in DEMO_LOGINS)
    with pytest.raises(CommandError, match="existe déjà"):
        call_command("demo", stdout=out)
