"""Forms about a comité: its name, its clubs, who answers for it, and the suspensions that it pronounces."""

from typing import Any

from django import forms
from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm, RefusableForm
from tournaments.forms.fields import NameField, suspension_fields
from tournaments.kit.licences import clean_licence
from tournaments.models import Club, Committee, CommitteeSuspension, Season
from tournaments.queries.people.members import licensed
from tournaments.services.clubs.committees import Lists
from tournaments.services.people.suspensions import SuspensionFacts


class NewCommitteeForm(RefusableForm):
    """Asks for the name of a new comité."""

    name = NameField(
        label=_("Nom du comité"), max_length=100, error_messages={"required": _("Écrivez le nom du comité.")}
    )


class CommitteeForm(NewCommitteeForm):
    """Changes the name and the clubs of a comité; clubs of another comité are not offered."""

    clubs = forms.ModelMultipleChoiceField(
        label=_("Clubs"), queryset=Club.objects.none(), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, committee: Committee) -> None:
        members = committee.clubs.values_list("pk", flat=True)
        super().__init__(data, initial={"name": committee.name, "clubs": list(members)})
        self.fields["clubs"].queryset = Club.objects.filter(Q(committee=None) | Q(committee=committee))


class ListsForm(RefusableForm):
    """Asks which of its lists a club opens to the comité that its page showed."""

    committee = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    lists_members = forms.BooleanField(
        label=_("Le comité lit la liste de nos membres"),
        required=False,
        help_text=_("Nom, licence, catégorie et club de chacun. Jamais ses coordonnées ni son année de naissance."),
    )
    lists_arbiters = forms.BooleanField(
        label=_("Le comité lit la liste de nos arbitres"),
        required=False,
        help_text=_("Il peut les nommer arbitres du comité : ses autres clubs les trouvent alors et les invitent."),
    )

    @classmethod
    def about(cls, club: Club) -> "ListsForm":
        opened = {"lists_members": club.lists_members, "lists_arbiters": club.lists_arbiters}
        return cls(initial={"committee": club.committee_id, **opened})

    @property
    def lists(self) -> Lists:
        return Lists(self.cleaned_data["lists_members"], self.cleaned_data["lists_arbiters"])


class NewLeagueForm(RefusableForm):
    """Opens a league of a comité: its name, and the season of one of its clubs whose days it has."""

    name = NameField(
        label=_("Nom"),
        max_length=60,
        help_text=_("Par exemple « Interclubs »."),
        error_messages={"required": _("Donnez un nom au championnat.")},
    )
    season = forms.ModelChoiceField(
        label=_("Aux dates de la saison"),
        queryset=Season.objects.none(),
        empty_label=None,
        help_text=_("Le classement prend les dates de cette saison, et l’heure de ce club."),
        error_messages={"required": _("Choisissez une saison."), "invalid_choice": _("Choisissez une saison.")},
    )

    def __init__(self, data: Any = None, *, committee: Committee) -> None:
        super().__init__(data)
        last = Season.objects.filter(club=OuterRef("club")).order_by("-starts_on", "-pk").values("pk")[:1]
        seasons = Season.objects.filter(club__committee=committee, pk=Subquery(last)).select_related("club")
        self.fields["season"].queryset = seasons.order_by("-starts_on", "club__name")
        self.fields["season"].label_from_instance = lambda season: f"{season.name}, {season.club.name}"


class ResponsibleForm(RefusableForm):
    """Lets the holder of an existing login answer for a comité."""

    username = forms.CharField(
        label=_("Identifiant"),
        max_length=150,
        help_text=_("Celui de quelqu’un qui se connecte déjà ici."),
        error_messages={"required": _("Écrivez un identifiant.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )


class SuspensionForm(RefusableForm):
    """Asks from when until when a comité suspends a person, and why."""

    suspended_from, suspended_until, suspension_reason = suspension_fields(
        required=True, read_by=_("Lu par qui répond du comité, et par le joueur.")
    )

    @classmethod
    def about(cls, suspension: CommitteeSuspension) -> "SuspensionForm":
        """Return the form filled in with a stored suspension."""
        return cls(initial={name: getattr(suspension, name) for name in cls.base_fields})

    @property
    def facts(self) -> SuspensionFacts:
        return SuspensionFacts(**{name: self.cleaned_data[name] for name in SuspensionForm.base_fields})


class NewSuspensionForm(IdempotentForm, SuspensionForm):
    """Asks for a new suspension; the person is found by licence and name."""

    licence = forms.CharField(
        label=_("Licence"), max_length=20, error_messages={"required": _("Écrivez le numéro de licence.")}
    )
    last_name = NameField(
        of_person=True, label=_("Nom"), max_length=80, error_messages={"required": _("Écrivez le nom.")}
    )
    first_name = NameField(
        of_person=True, label=_("Prénom"), max_length=80, error_messages={"required": _("Écrivez le prénom.")}
    )

    field_order: Any = ["licence", "last_name", "first_name"]

    def clean_licence(self) -> str:
        return clean_licence(self.cleaned_data["licence"])

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if {"licence", "last_name", "first_name"} <= typed.keys():
            typed["player"] = licensed(typed["licence"], typed["last_name"], typed["first_name"])
            if typed["player"] is None:
                sentence = gettext("Personne ici n’a cette licence sous ce nom : vérifiez les deux, et l’orthographe.")
                self.add_error("licence", sentence)
        return typed
