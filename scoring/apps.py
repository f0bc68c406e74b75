"""The scoring app."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register
from django.utils.translation import gettext_lazy as _

from .rulebook import faults


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Marque")

    def ready(self) -> None:
        """Register `taken_after`: it tells the standings which points penalties took after each round."""
        from scoring.queries.desk import penalties  # noqa: F401  # models are there only now


@register("rulebook")
def rulebook_is_readable(**_options: Any) -> list[CheckMessage]:
    """Return a Django check error for each fault in the files of the rulebook, with its file and line."""
    return [Error(fault, id="scoring.E001") for fault in faults()]
