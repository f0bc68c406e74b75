"""Forms of a printed ranking: which rounds count, and which group of players."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.labels import Group
from tournaments.models import Tournament
from tournaments.queries.evening.round_names import after_round, all_rounds, round_alone
from tournaments.queries.standings.lines import Span, part_code, until
from tournaments.queries.standings.standings import standings


class GroupForm(RefusableForm):
    """Asks which group's ranking is printed; everybody's when no group is chosen."""

    group = forms.ChoiceField(
        choices=Group.choices,
        required=False,
        error_messages={"invalid_choice": _("Choisissez une catégorie de la liste.")},
    )


class RankingForm(GroupForm):
    """Asks which ranking of a tournament is printed: all its rounds or some, everybody, one group or club, or teams."""

    part = forms.ChoiceField(
        label=_("Positions comptées"),
        required=False,
        error_messages={"invalid_choice": _("Choisissez une position de la liste.")},
    )
    club = forms.TypedChoiceField(
        label=_("Club"),
        required=False,
        coerce=int,
        empty_value=None,
        error_messages={"invalid_choice": _("Choisissez un club de la liste.")},
    )

    teams = forms.TypedChoiceField(
        label=_("Classement"),
        choices=[("", _("des joueurs")), ("1", _("des équipes"))],
        coerce=bool,
        empty_value=False,  # type: ignore[arg-type]
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not tournament.has_teams:
            del self.fields["teams"]
        elif tournament.plays_matches:  # the players of a team have the same result
            self.fields["teams"].initial = "1"
        whole = standings(tournament)
        self.groups = whole.groups
        self.fields["part"].choices = [
            ("", all_rounds(tournament)),
            *((part_code(until(number)), after_round(tournament, number)) for number in whole.drawn),
            *((part_code(Span(number, number)), round_alone(tournament, number)) for number in whole.drawn),
        ]
        self.fields["club"].choices = [("", gettext("tous les clubs")), *whole.clubs]

    @property
    def choices_of_a_page(self) -> list[forms.BoundField]:
        """Return the choices beside the group: rounds once two are drawn, clubs where there are several."""
        choices = [self[name] for name, least in (("part", 3), ("club", 2)) if len(self.fields[name].choices) > least]
        return [*choices, *([self["teams"]] if "teams" in self.fields else [])]
