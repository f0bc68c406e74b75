"""Forms about players: a player of the club, a new player at the check-in, a player's own consents."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ConfirmationForm, RefusableForm
from tournaments.forms.fields import DayField, HeardOnField, MailField, NameField, PhoneField, suspension_fields
from tournaments.forms.in_words import Fold, folded
from tournaments.kit.licences import clean_licence
from tournaments.kit.text import whole_number
from tournaments.labels import Category, EndReason, Sex
from tournaments.models import Club, Membership, Player, Proposal
from tournaments.queries.people.files import NOT_ELSEWHERE, Waiting, distinct_name, seen_by
from tournaments.queries.people.members import keeps_file
from tournaments.queries.people.names import keeps_birth_years
from tournaments.refusals import MayBeKnown, Refusal
from tournaments.services.people.players import FIELDS, NO_BIRTH_YEAR, PlayerFacts, is_birth_year

SOMEBODY_ELSE = "autre"


def people_meant(refusal: MayBeKnown) -> dict[int, str]:
    """Return the players whom a typed person may be: {id: name}. A name shows more where the club may read more."""
    told = str if refusal.code == "held_elsewhere" else distinct_name  # his club alone knows the rest
    return {player.pk: told(player) for player in refusal.people}


class PlayerAccessForm(RefusableForm):
    """Gives a player a login to see the own evenings: a new login, or the one of a role in the club."""

    username = forms.CharField(
        label=_("Identifiant"),
        max_length=150,
        help_text=_("Ce que le joueur tapera pour se connecter."),
        error_messages={"required": _("Écrivez un identifiant.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    existing = forms.BooleanField(
        label=_("Cette personne a déjà un identifiant"),
        required=False,
        help_text=_("Celui d’un rôle au club : sa fiche lui est proposée, et ne s’ouvre que s’il l’accepte."),
    )


class LinkCodeForm(RefusableForm):
    """Asks for the code with which another club links its file of the same person."""

    code = forms.CharField(
        label=_("Code donné par l’autre club"),
        max_length=40,
        help_text=_("Douze lettres et chiffres, que lit son organisateur sur la fiche qu’il tient."),
        error_messages={"required": _("Écrivez le code.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )


FOLDED = {
    "licensed": ("licence_until", "federal_series", "federal_series_on"),
    "more": ("birth_year", "home_club", "public_name"),
    "agreed": ("consent", "card_consent", "sharing_consent"),
    "reached": ("email", "phone"),
    "suspended": ("suspended_from", "suspended_until", "suspension_reason"),
}


class PlayerForm(RefusableForm):
    """Asks for the facts of a player as the club records them; `player` is the stored one, None for a new one."""

    last_name = NameField(
        of_person=True, label=_("Nom"), max_length=80, error_messages={"required": _("Écrivez le nom.")}
    )
    first_name = NameField(of_person=True, label=_("Prénom"), max_length=80, required=False)
    licence = forms.CharField(
        label=_("Licence"), max_length=20, required=False, help_text=_("Laissez vide pour un joueur sans licence.")
    )
    category = forms.ChoiceField(
        label=_("Catégorie"), choices=Category.choices, initial=Category.SENIOR, widget=forms.RadioSelect
    )
    sex = forms.ChoiceField(
        label=_("Sexe"), choices=[("", _("non précisé")), *Sex.choices], required=False, widget=forms.RadioSelect
    )
    birth_year = forms.IntegerField(
        label=_("Année de naissance"),
        required=False,
        error_messages={"invalid": NO_BIRTH_YEAR},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "class": "num", "autocomplete": "off"}),
        help_text=_(
            "Par les âges de la saison, elle fait d’un senior un jeune ou un vétéran. "
            "« Jeune » ou « vétéran » coché l’emporte."
        ),
    )
    licence_until = DayField(label=_("Licence valable jusqu’au"), required=False)
    federal_series = NameField(
        label=_("Série fédérale"),
        max_length=20,
        required=False,
        help_text=_("Comme la fédération l’écrit, par exemple « 2e série »."),
    )
    federal_series_on = DayField(label=_("Série à la date du"), required=False)
    email = MailField(label=_("Adresse électronique"))
    email_consent = forms.BooleanField(
        label=_("Accepte que ses clubs gardent son adresse et lui écrivent"), required=False
    )
    phone = PhoneField(label=_("Téléphone"))
    phone_consent = forms.BooleanField(
        label=_("Accepte que ses clubs gardent son numéro et l’appellent"), required=False
    )
    suspended_from, suspended_until, suspension_reason = suspension_fields(
        required=False,
        read_by=_("Lu dans ce club par qui voudrait l’inscrire ces jours-là : rien n’en est public."),
    )
    home_club = NameField(
        label=_("Club d’origine"),
        max_length=100,
        required=False,
        help_text=_("Pour un visiteur : le club où il est membre. Laissez vide pour un joueur du club."),
    )
    consent = forms.BooleanField(
        label=_("Accepte que son nom soit montré au public"),
        required=False,
        help_text=_("Sans cet accord, il paraît comme « Joueur anonyme » sur les pages publiques."),
    )
    card_consent = forms.BooleanField(
        label=_("Accepte une fiche publique de ses soirées"),
        required=False,
        help_text=_("Résultats de toutes ses soirées, contrats, adversaires. Demande l’accord sur le nom."),
    )
    sharing_consent = forms.BooleanField(
        label=_("Accepte que ses résultats soient transmis à des tiers"),
        required=False,
        help_text=_(
            "La fédération, les programmes d’autres sites : ils le reconnaissent d’une soirée à l’autre. "
            "Demande l’accord sur le nom."
        ),
    )
    public_name = NameField(
        label=_("Nom public"),
        max_length=100,
        required=False,
        help_text=_("Si le joueur préfère un autre nom que le sien sur les pages publiques."),
    )

    def __init__(self, *args: Any, club: Club | None = None, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if club is not None and player is not None and not keeps_file(club, player):
            for name in NOT_ELSEWHERE:
                del self.fields[name]
            return
        if club is None or keeps_birth_years(club):
            return
        if player is None or player.birth_year is None:
            del self.fields["birth_year"]
        else:
            useless = _("Elle ne sert à rien : aucune saison du club ne dit ses âges. Vous pouvez la retirer.")
            self.fields["birth_year"].help_text = useless

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        if year is not None and not is_birth_year(year):
            raise forms.ValidationError(NO_BIRTH_YEAR)
        return year

    def folds(self) -> dict[str, Fold]:
        """Return the folded parts of the form, by name, each with its values in words."""
        return {part: folded(self, names) for part, names in FOLDED.items()}

    @classmethod
    def about(cls, player: Player, club: Club, typed: PlayerFacts | None = None) -> "PlayerForm":
        """Return the form of a stored player; values `typed` replace stored ones, except the name and the category."""
        new = {name: value for name, value in asdict(typed).items() if value} if typed else {}
        for name in ("last_name", "first_name", "category"):
            new.pop(name, None)
        (seen,) = seen_by(club.pk, [player])
        return cls(player=player, club=club, initial={name: getattr(seen, name) for name in FIELDS} | new)

    def clean_licence(self) -> str:
        return clean_licence(self.cleaned_data["licence"])

    @property
    def facts(self) -> PlayerFacts:
        return PlayerFacts(**{name: self.cleaned_data[name] for name in FIELDS if name in self.cleaned_data})


class MembershipForm(RefusableForm):
    """Asks for the first day of a membership; `is_member` where it is corrected."""

    since = DayField(label=_("Membre depuis le"))

    def __init__(self, *args: Any, is_member: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_member = is_member
        if not is_member:
            self.fields["since"].initial = timezone.localdate
            self.fields["since"].label = _("Membre à partir du")


class EndForm(ConfirmationForm):
    """Confirms the end of a membership: on which day, and why."""

    until = DayField(label=_("Son dernier jour"), initial=timezone.localdate)
    reason = forms.ChoiceField(
        label=_("Pourquoi ?"),
        choices=EndReason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Dites pourquoi il arrête.")},
    )
    remark = NameField(
        label=_("Remarque"), max_length=200, required=False, help_text=_("Lue par les organisateurs du club seuls.")
    )


class NewPlayerForm(PlayerForm):
    """Adds a player; asks who it is when the typed person may be a player whom the club knows already."""

    who = forms.RegexField(
        rf"^([0-9]{{1,18}}|{SOMEBODY_ELSE}(-[0-9]{{1,18}})*)$",
        label=_("Qui est-ce ?"),
        max_length=500,
        required=False,
        widget=forms.HiddenInput,
    )

    field_order: Any = ["who"]

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        if isinstance(refusal, MayBeKnown):
            ids = dict.fromkeys([*self.others, *(player.pk for player in refusal.people)])
            choices = [
                (str(pk), gettext("c’est %(player)s") % {"player": name}) for pk, name in people_meant(refusal).items()
            ]
            somebody_else = "-".join([SOMEBODY_ELSE, *map(str, ids)])
            self.fields["who"].widget = forms.RadioSelect(
                choices=[*choices, (somebody_else, gettext("quelqu’un d’autre, nouveau"))]
            )

    @property
    def others(self) -> list[int]:
        """Return the ids of the players that the user refused as the same person. Call this once the form was valid."""
        _else, *ids = self.data.get(self.add_prefix("who"), "").split("-")
        return [int(pk) for pk in ids]

    @property
    def same(self) -> int | None:
        """Return the id of the player that the user said it is, of any club; None for somebody else."""
        return whole_number(self.cleaned_data["who"])

    def known_player(self, club: Club) -> Player | None:
        """Return the player that the user said it is; None for somebody else, or one whom the club does not know."""
        return None if self.same is None else club.known.filter(pk=self.same, erased_at=None).first()


class OwnConsentForm(RefusableForm):
    """Asks for a player's own consents, one box a purpose."""

    consent = forms.BooleanField(
        label=_("Mon nom est montré dans les résultats"),
        required=False,
        help_text=_(
            "Les moteurs de recherche peuvent trouver ces pages. "
            "Sans cet accord, elles montrent votre numéro, ou « Joueur anonyme ». "
            "Le retirer retire aussi les deux autres."
        ),
    )
    card_consent = forms.BooleanField(
        label=_("J’ai une fiche publique de mes soirées"),
        required=False,
        help_text=_(
            "Résultats de toutes vos soirées, contrats, adversaires. Il est demandé aux moteurs de recherche de ne pas "
            "la montrer. Demande l’accord sur le nom."
        ),
    )
    sharing_consent = forms.BooleanField(
        label=_("Mes résultats peuvent être transmis à des tiers"),
        required=False,
        help_text=_(
            "La fédération, les programmes d’autres sites : ils vous reconnaissent d’une soirée à l’autre. "
            "Demande l’accord sur le nom."
        ),
    )


class AnswerForm(RefusableForm):
    """Asks for yes or no to a request about a player; for an answer on paper, also for its day."""

    membership = forms.IntegerField(required=False, widget=forms.HiddenInput)
    proposal = forms.IntegerField(required=False, widget=forms.HiddenInput)
    answer = forms.ChoiceField(choices=[("oui", _("oui")), ("non", _("non"))])
    heard_on = HeardOnField()

    def __init__(self, *args: Any, waiting: Waiting, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting = waiting

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.one is None:
            raise forms.ValidationError(gettext("Cette demande n’attend plus : rechargez la page."))
        return data | {"accepted": data.get("answer") == "oui"}

    @property
    def one(self) -> Membership | Proposal | None:
        """Return the membership or the proposal that is answered; None when it awaits no answer from this user."""
        for name, rows in (("membership", self.waiting.memberships), ("proposal", self.waiting.proposals)):
            number = whole_number(self.data.get(name, ""))
            if number is not None:
                return next((row for row in rows if row.pk == number), None)
        return None


class WalkInForm(NewPlayerForm):
    """Adds a player at the check-in: only the few fields to fill in while others wait."""

    licence_until = federal_series = federal_series_on = None  # type: ignore[assignment]
    email = email_consent = phone = phone_consent = None  # type: ignore[assignment]
    suspended_from = suspended_until = suspension_reason = None  # type: ignore[assignment]
    public_name = None  # type: ignore[assignment]
    category = None  # type: ignore[assignment]
    sex = None  # type: ignore[assignment]
    birth_year = None  # type: ignore[assignment]
    home_club = None  # type: ignore[assignment]
    licence = forms.CharField(label=_("Licence"), max_length=20, required=False)
    consent = forms.BooleanField(label=_("Accepte que son nom soit montré au public"), required=False)
    card_consent = forms.BooleanField(label=_("… et une fiche publique de ses soirées"), required=False)
    sharing_consent = None  # type: ignore[assignment]
