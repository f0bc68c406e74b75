"""The form of a penalty: what, on whom, how many points, why."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.parts import KeyedForm, KeyedRadios
from scoring.labels import CampChoice, PenaltyTarget
from scoring.models import PenaltyKind
from scoring.services.sheets import MOST_DONNES
from tournaments.models import Registration, Table, Tournament
from tournaments.queries.search import folded

MOST_POINTS = 100_000  # no slip of the pen may fill a column of the database


class KindSelect(forms.Select):
    """A list of faults whose options carry the points they propose."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["data-points"] = str(-value.instance.points)
        return option


class PenaltyForm(KeyedForm):
    """
    A penalty of the tournament. People write the points taken away as a positive number; services want it negative.

    The player is found by start number or by name, as the arbiter reads it on the table.
    """

    kind = forms.ModelChoiceField(
        label=gettext_lazy("Faute"),
        queryset=PenaltyKind.objects.none(),
        widget=KindSelect(attrs={"autofocus": True}),
        empty_label=gettext_lazy("Choisissez…"),
        error_messages={"required": gettext_lazy("Choisissez la faute.")},
    )
    target = forms.ChoiceField(
        label=gettext_lazy("Qui est pénalisé"),
        choices=PenaltyTarget.choices,
        widget=KeyedRadios({PenaltyTarget.PLAYER: "j", PenaltyTarget.CAMP: "c", PenaltyTarget.TABLE: "t"}),
        initial=PenaltyTarget.PLAYER,
    )
    player = forms.CharField(
        label=gettext_lazy("Joueur"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("Son numéro de départ ou son nom."),
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
    )
    position = forms.TypedChoiceField(label=gettext_lazy("Position"), coerce=int, empty_value=None, required=False)
    table = forms.IntegerField(
        label=gettext_lazy("Table"),
        required=False,
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "class": "num", "autocomplete": "off"}),
    )
    donne = forms.IntegerField(
        label=gettext_lazy("Donne"),
        required=False,
        min_value=1,
        max_value=MOST_DONNES,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "class": "num", "autocomplete": "off"}),
    )
    camp = forms.ChoiceField(
        label=gettext_lazy("Camp"),
        choices=CampChoice.choices,
        widget=KeyedRadios({CampChoice.ATTACK: "a", CampChoice.DEFENCE: "d"}),
        required=False,
    )
    points = forms.CharField(
        label=gettext_lazy("Points retirés"),
        required=False,
        max_length=10,
        help_text=gettext_lazy("À chaque joueur visé. 0 : avertissement."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "class": "num", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Motif"), required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )

    field_order = ["kind", "points", "target", "player", "position", "table", "donne", "camp", "reason", "key"]
    shown_at = {"registration": "player"}

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)
        self.fields["kind"].queryset = kinds_in_force(tournament)
        numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
        self.fields["position"].choices = [("", "–"), *((number, str(number)) for number in numbers)]

    def clean_points(self) -> int | None:
        """Return the points as the service wants them, negative: « 20 » and « −20 » both take 20 away."""
        text = self.cleaned_data["points"].strip().replace("−", "-").replace("–", "-")
        if not text:
            return None
        digits = text.removeprefix("-").strip()
        if not digits.isdecimal():
            raise forms.ValidationError(_("Écrivez un nombre entier de points, par exemple 20 ; 0 pour avertir."))
        if int(digits) > MOST_POINTS:
            raise forms.ValidationError(
                _("Une pénalité retire au plus %(most)d points. Vérifiez le nombre.") % {"most": MOST_POINTS}
            )
        return -int(digits)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["registration"] = self._registration(cleaned) if cleaned.get("player") else None
        cleaned["place"] = self._place(cleaned)
        if cleaned.get("points") is None and cleaned.get("kind") is not None and "points" not in self.errors:
            cleaned["points"] = cleaned["kind"].points  # the catalogue's proposal, when nothing was typed
        return cleaned

    def wanted(self) -> dict[str, Any]:
        """Return what the service is to be asked. Call it on a valid form."""
        said = self.cleaned_data
        return {
            "kind": said["kind"],
            "target": said["target"],
            "points": said["points"],
            "reason": said["reason"],
            "key": said["key"],
            "registration": said["registration"],
            "table": said["place"],
            "donne": said["donne"],
            "camp": said["camp"],
        }

    def _registration(self, cleaned: dict[str, Any]) -> Registration | None:
        """Find the player by start number or by name: « 12 », « 12 · Dupont Jean », « dupont »."""
        text = cleaned["player"].strip()
        number, _dot, name = text.partition("·")
        entered = self.tournament.registrations.select_related("player")
        if number.strip().isdecimal():
            found = list(entered.filter(start_number=int(number.strip())))
        else:
            found = list(_named(entered, name.strip() or text))
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(f"{one.start_number} · {one.player.full_name}" for one in found[:6])
            self.add_error(
                "player", _("Plusieurs joueurs répondent : %(names)s. Écrivez le numéro.") % {"names": names}
            )
        else:
            self.add_error(
                "player",
                _("Aucun joueur de ce tournoi ne répond à « %(text)s ». Écrivez son numéro de départ ou son nom.")
                % {"text": text},
            )
        return None

    def _place(self, cleaned: dict[str, Any]) -> Table | None:
        position, number = cleaned.get("position"), cleaned.get("table")
        if number is None and position is None:
            return None
        if number is None or position is None:
            if cleaned.get("target") != PenaltyTarget.PLAYER or number is not None:
                name = "table" if number is None else "position"
                self.add_error(name, _("Donnez la position et la table, ou ni l’une ni l’autre."))
            return None
        table = (
            Table.objects.filter(round__tournament=self.tournament, round__number=position, number=number)
            .select_related("round")
            .first()
        )
        if table is None:
            self.add_error(
                "table",
                _("La position %(position)d n’a pas de table %(number)d. Vérifiez le numéro.")
                % {"position": position, "number": number},
            )
        return table


def kinds_in_force(tournament: Tournament) -> QuerySet[PenaltyKind]:
    """Return the faults that may be given on the day of a tournament: the club's own and the catalogue's."""
    return PenaltyKind.objects.filter(
        Q(club=None) | Q(club=tournament.club_id),
        Q(valid_from=None) | Q(valid_from__lte=tournament.date),
        Q(valid_until=None) | Q(valid_until__gte=tournament.date),
    ).order_by(folded("name"))


def _named(entered: QuerySet[Registration], text: str) -> QuerySet[Registration]:
    """Return the registrations whose player's name holds every word of the text."""
    for word in text.split():
        entered = entered.filter(Q(player__last_name__icontains=word) | Q(player__first_name__icontains=word))
    return entered
