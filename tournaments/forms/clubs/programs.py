"""Forms about access by programs: API tokens and webhooks."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.forms.fields import NameField
from tournaments.labels import PUBLICATIONS, Publication, Scope
from tournaments.models import Account, Tournament
from tournaments.queries.clubs.directory import open_or_recent
from tournaments.queries.clubs.tokens import tournaments_run_by
from tournaments.services.clubs.webhooks import LONGEST_URL


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
        current = tournaments_run_by(account).filter(open_or_recent(timezone.localdate()))
        self.fields["tournament"].queryset = current.order_by("-date", "-pk")


def _choices() -> list[tuple[str, str]]:
    return [(event.value, str(event.label)) for event in PUBLICATIONS]


class WebhookForm(IdempotentForm):
    url = forms.CharField(
        label=_("Adresse à prévenir"),
        max_length=LONGEST_URL,
        help_text=_("Celle que donne l’autre site ; elle commence par https://."),
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "https://", "size": 60}
        ),
        error_messages={
            "required": _("Écrivez l’adresse à prévenir."),
            "max_length": _("Cette adresse est trop longue : 300 caractères au plus."),
        },
    )
    events = forms.MultipleChoiceField(
        label=_("Ce qui lui est annoncé"),
        choices=_choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Cochez au moins une annonce.")},
    )

    @property
    def chosen_events(self) -> list[Publication]:
        return [Publication(code) for code in self.cleaned_data["events"]]
