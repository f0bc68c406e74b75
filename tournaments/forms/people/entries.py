"""Forms of an entry from home: what a player types, and how the club registers the player."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.forms.fields import MailField, NameField, PhoneField
from tournaments.forms.people.players import WalkInForm
from tournaments.kit.licences import clean_licence
from tournaments.models import Entry, EntryPartner, Tournament
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.people.entries import asks_address, reminds
from tournaments.services.people.entries import COLUMNS, EntryFacts


class EntryForm(IdempotentForm):
    """Asks for a player who enters a tournament online, and for the partners where people enter together."""

    last_name = NameField(
        of_person=True, label=_("Nom"), max_length=80, error_messages={"required": _("Écrivez votre nom.")}
    )
    first_name = NameField(
        of_person=True, label=_("Prénom"), max_length=80, error_messages={"required": _("Écrivez votre prénom.")}
    )
    licence = forms.CharField(
        label=_("Licence"), max_length=20, required=False, help_text=_("Laissez vide si vous n’en avez pas.")
    )
    home_club = NameField(
        label=_("Votre club"),
        max_length=100,
        required=False,
        help_text=_("Si vous êtes membre d’un autre club que celui qui organise."),
    )
    team_name = NameField(
        label=_("Nom de l’équipe"),
        max_length=60,
        required=False,
        help_text=_("Tout le monde le lit. Vous et vos partenaires la formez dès que le club vous a acceptés."),
    )
    email = MailField(label=_("Adresse électronique"))
    phone = PhoneField(label=_("Téléphone"))
    message = NameField(label=_("Un mot à l’organisateur"), max_length=500, required=False)
    consent = forms.BooleanField(
        label=_("Mon nom est montré dans les résultats"),
        required=False,
        help_text=_(
            "Les moteurs de recherche peuvent trouver ces pages. Sans cet accord, elles montrent votre numéro, ou "
            "« Joueur anonyme »."
        ),
    )

    reminder = forms.BooleanField(
        label=_("Un rappel la veille"),
        required=False,
        help_text=_("Un message à votre adresse, une seule fois. Chaque message dit comment l’arrêter."),
    )

    def __init__(self, *args: Any, tournament: Tournament, entry: Entry | None = None, **kwargs: Any) -> None:
        super().__init__(*args, initial=_typed_of(entry) if entry else None, **kwargs)
        self.partners = range(1, max(tournament.people_together, entry.places if entry else 1))
        if not tournament.has_teams:
            del self.fields["team_name"]
        for place in self.partners:
            for name, label in (("last_name", gettext("Nom")), ("first_name", gettext("Prénom"))):
                field = NameField(of_person=True, label=label, max_length=80, required=False)
                field.widget.attrs["autocomplete"] = "off"
                self.fields[f"partner_{name}_{place}"] = field
        self.kept: dict[str, Any] = {}
        if not (sends_mail() and reminds(tournament, timezone.now())):
            del self.fields["reminder"]
            self.kept["reminder"] = entry is not None and entry.reminder
        for name, token in AUTOCOMPLETE.items():
            self.fields[name].widget.attrs["autocomplete"] = token
        self.fields["email"].help_text = (
            _("Un message y est envoyé : votre place est tenue quand vous l’avez ouvert. L’organisateur seul la voit.")
            if asks_address(tournament)
            else _("Votre lien y est envoyé. Elle n’est montrée qu’à l’organisateur.")
            if sends_mail()
            else _("Pour vous prévenir. Elle n’est montrée qu’à l’organisateur.")
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a reminder without an e-mail address."""
        cleaned = super().clean()
        if cleaned.get("reminder") and not cleaned.get("email") and "email" not in self.errors:
            self.add_error("email", _("Écrivez votre adresse : c’est là que part le rappel."))
        return cleaned

    def clean_licence(self) -> str:
        return clean_licence(self.cleaned_data["licence"])

    @property
    def partner_fields(self) -> list[tuple[int, list[forms.BoundField]]]:
        """Return the name fields of each partner: (place of the partner, from 1; its fields)."""
        names = ("last_name", "first_name")
        return [(place, [self[f"partner_{name}_{place}"] for name in names]) for place in self.partners]

    @property
    def facts(self) -> EntryFacts:
        """Return what was typed; a partner without any name is left out. Call this on a valid form."""
        named = (
            tuple(self.cleaned_data[f"partner_{name}_{place}"] for name in ("last_name", "first_name"))
            for place in self.partners
        )
        return EntryFacts(
            **{name: self.cleaned_data[name] for name in COLUMNS if name in self.fields},
            **self.kept,
            partners=tuple((last, first) for last, first in named if last or first),
        )


def _typed_of(entry: Entry) -> dict[str, Any]:
    """Return what was typed in an entry, by field name."""
    typed = {name: getattr(entry, name) for name in COLUMNS}
    for partner in entry.partners.all():
        typed |= {f"partner_{name}_{partner.place}": getattr(partner, name) for name in ("last_name", "first_name")}
    return typed


AUTOCOMPLETE = {
    "last_name": "family-name",
    "first_name": "given-name",
    "licence": "off",
    "home_club": "organization",
    "email": "email",
    "phone": "tel",
    "message": "off",
}


class AcceptForm(WalkInForm):
    """Registers a person who entered from home: the club corrects what was typed, or says which known player it is."""

    card_consent = None  # type: ignore[assignment]
    home_club = NameField(  # type: ignore[assignment]
        label=_("Club d’origine"), max_length=100, required=False
    )

    @classmethod
    def typed(cls, person: Entry | EntryPartner) -> dict[str, Any]:
        """Return the initial values for a person of an entry, by field name; a partner has given no consent."""
        typed = {"last_name": person.last_name, "first_name": person.first_name}
        if isinstance(person, Entry):
            typed |= {"licence": person.licence, "home_club": person.home_club}
            typed |= {"consent": "on"} if person.consent else {}
        return typed
