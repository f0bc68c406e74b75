"""Forms about players: one person, somebody at the door, a whole spreadsheet."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import SpreadsheetField
from tournaments.labels import Category
from tournaments.models import Player
from tournaments.services.players import FIELDS, PlayerFacts, clean_licence
from tournaments.services.spreadsheets import MOST_BYTES


class PlayerAccessForm(RefusableForm):
    """The login of a player who follows his own evenings: a new one, or the one he has as organiser or arbiter."""

    username = forms.CharField(
        label=_("Identifiant"),
        max_length=150,
        help_text=_("Ce que le joueur tapera pour se connecter."),
        error_messages={"required": _("Écrivez un identifiant.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    existing = forms.BooleanField(label=_("Cette personne a déjà un identifiant"), required=False)


class PlayerForm(RefusableForm):
    """A person as the club writes him down."""

    last_name = forms.CharField(label=_("Nom"), max_length=80, error_messages={"required": _("Écrivez le nom.")})
    first_name = forms.CharField(label=_("Prénom"), max_length=80, required=False)
    licence = forms.CharField(
        label=_("Licence"), max_length=20, required=False, help_text=_("Laissez vide pour un joueur sans licence.")
    )
    category = forms.ChoiceField(
        label=_("Catégorie"), choices=Category.choices, initial=Category.SENIOR, widget=forms.RadioSelect
    )
    consent = forms.BooleanField(
        label=_("Accepte que son nom soit montré au public"),
        required=False,
        help_text=_("Sans cet accord, il paraît comme « Joueur anonyme » sur les pages publiques."),
    )
    public_name = forms.CharField(
        label=_("Nom public"),
        max_length=100,
        required=False,
        help_text=_("Si le joueur préfère un autre nom que le sien sur les pages publiques."),
    )

    @classmethod
    def about(cls, player: Player) -> "PlayerForm":
        """Return the form filled in with what is known of a player."""
        return cls(initial={name: getattr(player, name) for name in FIELDS})

    def clean_licence(self) -> str:
        return clean_licence(self.cleaned_data["licence"])

    @property
    def facts(self) -> PlayerFacts:
        return PlayerFacts(**{name: self.cleaned_data[name] for name in FIELDS if name in self.cleaned_data})


class WalkInForm(PlayerForm):
    """Somebody at the door: only what is asked while others wait."""

    public_name = None  # type: ignore[assignment]
    category = None  # type: ignore[assignment]
    licence = forms.CharField(label=_("Licence"), max_length=20, required=False)
    consent = forms.BooleanField(label=_("Accepte que son nom soit montré au public"), required=False)


class PlayerFileForm(RefusableForm):
    """A spreadsheet of players."""

    file = SpreadsheetField(
        label=_("Fichier des joueurs"),
        help_text=_("XLSX ou CSV, 20 000 lignes au plus. Rien n’est enregistré avant votre accord."),
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(
                _("Ce fichier dépasse 10 Mo : ce n’est sans doute pas une liste de joueurs."), code="file_too_big"
            )
        return file
