"""Forms about a club (its page, its seasons, the roles in it), and about the site."""

from collections.abc import Collection
from dataclasses import fields
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ConfirmationForm, RefusableForm
from tournaments.forms.fields import DayField, NameField
from tournaments.kit.pictures import MOST_BYTES
from tournaments.kit.text import tidy
from tournaments.kit.zones import NAMES, PARIS, offered
from tournaments.labels import IN_A_CLUB, OVER, RoleName
from tournaments.models import Account, Club, Season, Site, Tournament
from tournaments.queries.clubs.committees import found_arbiters
from tournaments.queries.privacy.legal import Legal, unsaid_periods
from tournaments.services.clubs.clubs import SeasonFacts
from tournaments.services.clubs.pages import LONGEST, LONGEST_WELCOME, PICTURES
from tournaments.services.clubs.site import SiteFacts

FIRST_MONTH = 9  # of a season


def zone_choices() -> list[tuple[str, str]]:
    """Return the time zones to choose from, as (code, words): « Guadeloupe », « Africa/Dakar »."""
    return [(name, str(_(NAMES[name])) if name in NAMES else name.replace("_", " ")) for name in offered()]


class ClubForm(RefusableForm):
    """Asks for the facts of a new club."""

    name = NameField(label=_("Nom du club"), max_length=100, error_messages={"required": _("Écrivez le nom du club.")})
    town = NameField(label=_("Ville"), max_length=100, required=False)
    time_zone = forms.ChoiceField(
        label=_("Heure de"),
        choices=zone_choices,
        required=False,
        help_text=_("L’horloge de la salle : ce qui est aujourd’hui, et les heures des pages et des papiers."),
        error_messages={"invalid_choice": _("Choisissez un fuseau horaire de la liste.")},
    )

    def clean_time_zone(self) -> str:
        return self.cleaned_data["time_zone"] or PARIS


class ClubLeavingForm(ConfirmationForm):
    """Confirms that a club is deleted from the site: its name has to be typed."""

    name = NameField(
        label=_("Nom du club, pour confirmer"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class PictureField(forms.FileField):
    """The upload of a picture; may be left empty."""

    widget = forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"})

    def __init__(self, **kwargs: Any) -> None:
        # An empty file is for the service to refuse, in the words of any file that is no picture.
        super().__init__(required=False, allow_empty_file=True, **kwargs)


class FaceForm(RefusableForm):
    """Asks for what everybody reads on the club's public page."""

    hall = NameField(
        label=_("Où le club joue"),
        max_length=LONGEST,
        required=False,
        help_text=_("Par exemple « Salle des fêtes, 3 place de l’Église »."),
    )
    hours = NameField(
        label=_("Quand il joue"),
        max_length=LONGEST,
        required=False,
        help_text=_("Par exemple « Le vendredi à 20 h 30, portes à 20 h »."),
    )
    welcome = forms.CharField(
        label=_("Qui peut venir ?"),
        max_length=LONGEST_WELCOME,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Par exemple « Tout le monde, débutants compris ; cartes et café sur place »."),
    )
    logo = PictureField(
        label=_("Logo"),
        help_text=_("Une image PNG, JPEG, WebP ou GIF, de 5 Mo au plus. Elle paraît aussi sur l’accueil."),
    )
    without_logo = forms.BooleanField(label=_("Retirer le logo"), required=False)
    photo = PictureField(
        label=_("Photo de la salle"),
        help_text=_("Prise en largeur : la page en montre une bande, trois fois plus large que haute. 5 Mo au plus."),
    )
    without_photo = forms.BooleanField(label=_("Retirer la photo"), required=False)

    def __init__(self, *args: Any, shown: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in PICTURES:
            if name not in shown:
                del self.fields[f"without_{name}"]

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments for the service. Of a picture that is too heavy only its first bytes are read."""
        sent = {name: self.cleaned_data[name] for name in PICTURES}
        return self.cleaned_data | {name: file and file.read(MOST_BYTES + 1) for name, file in sent.items()}


class RatingForm(RefusableForm):
    """Asks if a club rates its players, from which day on, and until which day."""

    since = DayField(
        label=_("La cote se calcule depuis le"),
        required=False,
        help_text=_("Laissez vide pour ne pas calculer de cote."),
    )
    frozen_on = DayField(
        label=_("Date d’arrêt"),
        required=False,
        help_text=_("Rien ne compte après ce jour, jusqu’à ce que vous le déplaciez. Laissez vide pour tout compter."),
    )


class SeasonForm(RefusableForm):
    """Asks for a season as the club announces it: name, days, ages."""

    name = NameField(
        label=_("Nom"),
        max_length=60,
        help_text=_("Par exemple « 2026-2027 »."),
        error_messages={"required": _("Donnez un nom à la saison.")},
    )
    starts_on = DayField(label=_("Du"))
    ends_on = DayField(label=_("Au"))
    youth_until_age = forms.IntegerField(
        label=_("Jeune jusqu’à l’âge de"),
        required=False,
        error_messages={"invalid": _("Écrivez un nombre entier, ou rien.")},
        help_text=_("L’âge de votre club, atteint dans l’année où la saison finit. Laissez vide s’il n’y en a pas."),
    )
    veteran_from_age = forms.IntegerField(
        label=_("Vétéran dès l’âge de"),
        required=False,
        error_messages={"invalid": _("Écrivez un nombre entier, ou rien.")},
        help_text=_("De même. L’année de naissance donne alors la catégorie de qui n’est que « senior »."),
    )
    takes_leagues = forms.BooleanField(required=False)

    def __init__(self, *args: Any, last: Season | None = None, **kwargs: Any) -> None:
        """Offer a new season the leagues of the `last` season; with None, for a season that is changed, offer none."""
        super().__init__(*args, **kwargs)
        self.last = last
        if last is None:
            del self.fields["takes_leagues"]
            return
        words = {
            "season": last.name,
            "leagues": ", ".join(league.name for league in last.leagues.filter(committee=None)),
        }
        field = self.fields["takes_leagues"]
        field.initial, field.label = True, gettext("Reprendre les championnats de « %(season)s »") % words
        field.help_text = gettext("%(leagues)s : leurs règles, sans résultat ni finale.") % words

    @classmethod
    def about(cls, season: Season) -> "SeasonForm":
        return cls(initial={field.name: getattr(season, field.name) for field in fields(SeasonFacts)})

    @classmethod
    def proposed(cls, club: Club, *, today: date) -> "SeasonForm":
        """Propose the club's next season, from September to August, with the last season's ages."""
        year = today.year if today.month >= FIRST_MONTH else today.year - 1
        taken = set(club.seasons.values_list("name", flat=True))
        while f"{year}-{year + 1}" in taken:
            year += 1
        days = {"starts_on": date(year, FIRST_MONTH, 1), "ends_on": date(year + 1, FIRST_MONTH, 1) - timedelta(days=1)}
        ages: Any = club.seasons.values("youth_until_age", "veteran_from_age").first() or {}
        return cls(initial={"name": f"{year}-{year + 1}", **days, **ages}, last=club.seasons.first())

    @property
    def leagues_of(self) -> Season | None:
        """Return the season whose leagues the new season takes over; None when it takes over none."""
        return self.last if self.cleaned_data.get("takes_leagues") else None

    @property
    def facts(self) -> SeasonFacts:
        return SeasonFacts(**{field.name: self.cleaned_data[field.name] for field in fields(SeasonFacts)})


class AppointmentForm(RefusableForm):
    """Gives a person a role in the club, with a new login or with an existing one."""

    role = forms.ChoiceField(
        label=_("Rôle"),
        choices=[(role.value, role.label) for role in IN_A_CLUB],
        initial=RoleName.ARBITER,
        widget=forms.RadioSelect,
        help_text=_("Le trésorier n’ouvre que la caisse et les prix. L’accueil n’ouvre que le pointage à la porte."),
    )
    tournament = forms.ModelChoiceField(
        label=_("Pour"), queryset=Tournament.objects.none(), required=False, empty_label=_("Tout le club")
    )
    username = forms.CharField(
        label=_("Identifiant"),
        max_length=150,
        help_text=_("Ce que la personne tapera pour se connecter, par exemple « arbitre1 »."),
        error_messages={"required": _("Écrivez un identifiant.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    last_name = NameField(of_person=True, label=_("Nom"), max_length=150, required=False)
    first_name = NameField(of_person=True, label=_("Prénom"), max_length=150, required=False)
    existing = forms.BooleanField(
        label=_("Cette personne a déjà un identifiant"),
        required=False,
        help_text=_(
            "Quelqu’un d’un autre club reçoit une invitation, sur sa page ; il n’a aucun rôle ici avant de l’accepter."
        ),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].queryset = club.tournaments.exclude(state__in=OVER)


class FoundArbiterForm(RefusableForm):
    """Invites an arbiter of the comité to arbitrate in the club; he has the role once he accepts it."""

    arbiter = forms.ModelChoiceField(
        label=_("Arbitre du comité"),
        queryset=Account.objects.none(),
        empty_label=_("choisissez"),
        error_messages={
            "required": _("Choisissez un arbitre."),
            "invalid_choice": _("Cet arbitre n’est plus proposé : choisissez-en un autre."),
        },
    )
    tournament = forms.ModelChoiceField(
        label=_("Pour"), queryset=Tournament.objects.none(), required=False, empty_label=_("Tout le club")
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, prefix="comite")
        self.fields["arbiter"].queryset = found_arbiters(club)
        self.fields["tournament"].queryset = club.tournaments.exclude(state__in=OVER)


NUMBER = {"invalid": _("Écrivez un nombre entier, ou rien.")}


class SiteForm(RefusableForm):
    """Asks who answers for the site, and how long data is kept. A field left empty falls back on the settings."""

    proposes = False  # whether periods that nobody said stand in it, proposed

    name = NameField(label=_("Qui répond du site"), max_length=200, required=False)
    contact = forms.CharField(
        label=_("Comment lui écrire"),
        max_length=200,
        required=False,
        help_text=_("Une adresse électronique ou postale : tout le monde la lit."),
    )
    host = forms.CharField(
        label=_("Qui l’héberge"),
        max_length=200,
        required=False,
        help_text=_("Par exemple « l’ordinateur du club », ou le nom et l’adresse d’un hébergeur."),
    )
    kept_years = forms.IntegerField(
        label=_("Années pendant lesquelles la fiche de qui ne joue plus est gardée"),
        required=False,
        error_messages=NUMBER,
        help_text=_("Après son dernier tournoi. Passé ce temps, la page du club dit qui effacer."),
    )
    backup_days = forms.IntegerField(
        label=_("Jours pendant lesquels une sauvegarde est gardée"), required=False, error_messages=NUMBER
    )

    @classmethod
    def about(cls, site: Site, installed: Legal, data: Any = None) -> "SiteForm":
        """Return the form of a site. The placeholder of a field is the value in the settings (`installed`)."""
        said, proposed = {name: getattr(site, name) or "" for name in cls.base_fields}, unsaid_periods()
        form = cls(data, initial=said | proposed)
        form.proposes = bool(proposed)
        for name, field in form.fields.items():
            if default := getattr(installed, name):
                field.widget.attrs["placeholder"] = gettext("%(value)s, à l’installation") % {"value": default}
        return form

    @property
    def facts(self) -> SiteFacts:
        """Return what was typed, without spaces around it; 0 for an empty period. Call this on a valid form."""
        said = self.cleaned_data
        words = {name: tidy(said[name]) for name in ("name", "contact", "host")}
        return SiteFacts(**words, kept_years=said["kept_years"] or 0, backup_days=said["backup_days"] or 0)
