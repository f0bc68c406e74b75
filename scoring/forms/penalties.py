"""The form of a penalty: what, on whom, how many points, why."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.sheets import NO_TABLE, seat_choices, table_at
from scoring.labels import Outcome, PenaltyTarget, camps
from scoring.marque import Camp
from scoring.models import Penalty, PenaltyKind
from scoring.queries.sheets import Sheet, SheetRow, sheet_of
from scoring.services.donnes import MOST_DONNES
from scoring.services.penalties import refusals_of
from tournaments.forms.base import AnchoredForm, IdempotentForm
from tournaments.forms.fields import DonneNumberField, KeyedRadios, TableField, chair_keys
from tournaments.models import Registration, Table, Tournament
from tournaments.queries.names import folded, people

MOST_POINTS = 100_000  # a typing mistake must not overflow a column of the database


class KindSelect(forms.Select):
    """A list of faults whose options carry the points they propose."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["data-points"] = str(-value.instance.points)
        return option


class PenaltyForm(AnchoredForm, IdempotentForm):
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
    table = TableField(label=gettext_lazy("Table"), required=False)
    donne = DonneNumberField(label=gettext_lazy("Donne"), required=False, max_value=MOST_DONNES)
    camp = forms.ChoiceField(
        label=gettext_lazy("Camp"),
        choices=camps(),
        widget=KeyedRadios({Camp.ATTAQUE: "a", Camp.DEFENSE: "d"}),
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
        label=gettext_lazy("Motif"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Facultatif quand la faute dit tout."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    field_order = ["kind", "points", "target", "player", "position", "table", "donne", "camp", "reason", "key"]
    from_sheet = forms.CharField(required=False, max_length=1, widget=forms.HiddenInput)

    shown_at = {"registration": "player"}

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)
        self.fields["kind"].queryset = kinds_in_force(tournament)
        numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
        self.fields["position"].choices = [("", "–"), *((number, str(number)) for number in numbers)]
        self.sheet = self._sheet_it_came_from()
        if self.sheet is not None:
            self._offer(self.sheet)

    def _sheet_it_came_from(self) -> Sheet | None:
        """Return the sheet that this form was opened from: its table is then known and shown, not asked."""
        if "from_sheet" not in (self.data if self.is_bound else self.initial):
            return None
        round_number, number = (str(self[name].value() or "") for name in ("position", "table"))
        if not (round_number.isdecimal() and number.isdecimal() and len(round_number) < 4 and len(number) < 5):
            return None
        table = table_at(self.tournament, int(round_number), int(number))
        return sheet_of(table) if table is not None else None

    def _offer(self, sheet: Sheet) -> None:
        """Offer the players and the donnes of a sheet instead of asking for their numbers."""
        self.fields["position"].widget = forms.HiddenInput()
        self.fields["table"].widget = forms.HiddenInput()
        self.fields["seated"] = forms.TypedChoiceField(
            label=_("Joueur"),
            choices=seat_choices(sheet),
            coerce=int,
            empty_value=None,
            required=False,
            widget=KeyedRadios(chair_keys()),
        )
        self.fields["player"].label = _("Un autre joueur")
        self.fields["donne"] = forms.TypedChoiceField(
            label=_("Donne"),
            choices=[("", "–"), *((row.number, _donne_told(sheet, row)) for row in sheet.rows)],
            coerce=int,
            empty_value=None,
            required=False,
        )

    def what_else(self) -> None:
        """Add to what cannot be read everything that is wrong with the rest, so that nobody is refused twice."""
        penalty = self.penalty()
        if penalty.target:
            for refusal in refusals_of(penalty):
                self.refuse_the_rest(refusal)

    def penalty(self) -> Penalty:
        """Return the penalty that could be read, not saved, of a form that is valid or not."""
        answers = self.cleaned_data
        target = answers.get("target", "")
        return Penalty(
            tournament=self.tournament,
            kind=answers.get("kind"),
            target=target,
            registration=answers.get("registration") if target == PenaltyTarget.PLAYER else None,
            table=answers.get("place"),
            donne=answers.get("donne"),
            camp=answers.get("camp", ""),
            points=answers.get("points") or 0,
            reason=answers.get("reason", "").strip(),
        )

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
        cleaned["registration"] = self._registration(cleaned)
        cleaned["place"] = self._place(cleaned)
        if cleaned.get("points") is None and cleaned.get("kind") is not None and "points" not in self.errors:
            cleaned["points"] = cleaned["kind"].points  # the catalogue's proposal, when nothing was typed
        return cleaned

    def wanted(self) -> dict[str, Any]:
        """Return what the service is to be asked. Call it on a valid form."""
        names = ("kind", "target", "points", "reason", "key", "registration", "donne", "camp")
        return {name: self.cleaned_data[name] for name in names} | {"table": self.cleaned_data["place"]}

    def _registration(self, cleaned: dict[str, Any]) -> Registration | None:
        """Find the player by start number or by name: « 12 », « 12 · Dupont Jean », « dupont »."""
        text, chair = cleaned.get("player", "").strip(), cleaned.get("seated")
        if text and chair is not None:
            self.add_error("player", _("Choisissez un joueur de la table ou un autre, pas les deux."))
            return None
        if chair is not None and self.sheet is not None:
            return next(seat.registration for seat in self.sheet.seats if seat.chair_index == chair)
        if not text:
            return None
        number, _dot, name = text.partition("·")
        entered = self.tournament.registrations.select_related("player")
        if number.strip().isdecimal():
            meant = list(entered.filter(start_number=int(number.strip())))
        else:
            meant = list(entered.filter(people(name.strip() or text, "player__")))
        if len(meant) == 1:
            return meant[0]
        if meant:
            names = ", ".join(f"{entry.start_number} · {entry.player.full_name}" for entry in meant[:6])
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
        round_number, number = cleaned.get("position"), cleaned.get("table")
        if number is None and round_number is None:
            return None
        if number is None or round_number is None:
            if cleaned.get("target") != PenaltyTarget.PLAYER or number is not None:
                name = "table" if number is None else "position"
                self.add_error(name, _("Donnez la position et la table, ou ni l’une ni l’autre."))
            return None
        table = table_at(self.tournament, round_number, number)
        if table is None:
            self.add_error("table", NO_TABLE % {"position": round_number, "table": number})
        return table


def kinds_in_force(tournament: Tournament) -> QuerySet[PenaltyKind]:
    """Return the faults that may be given on the day of a tournament: the club's own and the catalogue's."""
    return PenaltyKind.objects.filter(
        Q(club=None) | Q(club=tournament.club_id),
        Q(valid_from=None) | Q(valid_from__lte=tournament.date),
        Q(valid_until=None) | Q(valid_until__gte=tournament.date),
    ).order_by(folded("name"))


def _donne_told(sheet: Sheet, row: SheetRow) -> str:
    """Return a donne of a sheet by its number and its camps: « 3 · attaque : DUPONT Jean »."""
    number = {"number": row.number}
    if row.line is None:
        return _("%(number)d · à saisir") % number
    if row.line.outcome != Outcome.PLAYED:
        return _("%(number)d · %(outcome)s") % (number | {"outcome": Outcome(row.line.outcome).label})
    attack = {seat.chair_index for seat in (row.line.taker, row.line.partner) if seat is not None}
    names = [seat.registration.player.full_name for seat in sheet.seats if seat.chair_index in attack]
    return _("%(number)d · attaque : %(names)s") % (number | {"names": " + ".join(names)})
