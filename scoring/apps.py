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
        """Register with the standings what penalties took after a round."""
        from scoring.queries.desk import penalties  # noqa: F401  # models are there only now


@register("rulebook")
def rulebook_is_readable(**_options: Any) -> list[CheckMessage]:
    """Refuse to start with files of the rulebook that cannot be shown, each fault by file and line."""
    return [Error(fault, id="scoring.E001") for fault in faults()]
