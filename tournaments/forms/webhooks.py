"""The form of a webhook: its address, and the events that it gets."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.labels import PUBLICATIONS, Publication
from tournaments.services.clubs.webhooks import LONGEST_URL


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
