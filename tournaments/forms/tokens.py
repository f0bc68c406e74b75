"""The form of a token: its name, what it lets a program do, where."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.forms.fields import NameField
from tournaments.labels import Scope
from tournaments.models import Account, Tournament
from tournaments.queries.clubs.tokens import tournaments_run_by


class TokenForm(IdempotentForm):
    name = NameField(
        label=_("Nom du jeton"),
        max_length=40,
        help_text=_("Le programme ou l’appareil qui s’en sert, par exemple « Tablette de la salle »."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Donnez un nom à ce jeton : le journal le dira.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("Ce qu’il permet"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Cochez au moins une chose que ce jeton permet.")},
    )
    tournament = forms.ModelChoiceField(
        label=_("Où"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=_("partout où j’ai un rôle"),
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].queryset = tournaments_run_by(account).order_by("-date", "-pk")
