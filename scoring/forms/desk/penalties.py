"""The form of a penalty: which fault, on whom, how many points, and why."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.desk.places import PlacedForm
from scoring.forms.desk.sheets import seat_choices
from scoring.labels import TAKES_POINTS, PenaltyTarget, Prime, Sanction, camps
from scoring.marque import Camp
from scoring.models import Penalty, PenaltyKind, SheetLine
from scoring.queries.desk.penalties import given_by_another, step_due, times_before
from scoring.queries.rules.catalogues import faults_on
from scoring.queries.table.lines import line_at
from scoring.services.decisions.effects import changed_by
from scoring.services.decisions.penalty_checks import refusals_of
from scoring.services.rules.catalogues import MOST_POINTS
from tournaments.forms.base import ConfirmableEntryForm
from tournaments.forms.fields import KeyedRadios, PointsField, chair_keys
from tournaments.kit.text import signed, typed_number
from tournaments.labels import adjusted_choices
from tournaments.models import Account, Registration, Tournament


class KindSelect(forms.Select):
    """A select of faults; each option carries what the catalogue proposes for its fault."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value:
            kind = value.instance
            option["attrs"] |= {
                "data-points": "" if kind.points is None else str(-kind.points),
                "data-sanction": kind.proposed,
                "data-target": kind.target,
            }
        return option


class PenaltyForm(PlacedForm, ConfirmableEntryForm):
    """
    A decision to give. People type the points taken as a positive number; the services take a negative one.

    A player is typed by start number or by name, as the arbiter reads it at the table.
    """

    confirms = gettext_lazy("J’ai lu ce qui précède : c’est bien cette décision que je donne")
    kind = forms.ModelChoiceField(
        label=gettext_lazy("Faute"),
        queryset=PenaltyKind.objects.none(),
        widget=KindSelect(attrs={"autofocus": True}),
        empty_label=gettext_lazy("Choisissez…"),
        error_messages={"required": gettext_lazy("Choisissez la faute.")},
    )
    sanction = forms.ChoiceField(
        label=gettext_lazy("Sanction"),
        required=False,
        choices=[("", gettext_lazy("celle du catalogue")), *Sanction.choices],
    )
    basis = forms.ChoiceField(
        label=gettext_lazy("Score ajusté"),
        required=False,
        choices=adjusted_choices(),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Il remplace ce que la position rapporte ; la feuille reste comme elle est écrite."),
    )
    assigned = PointsField(label=gettext_lazy("Score attribué"), required=False)
    prime = forms.ChoiceField(
        label=gettext_lazy("Prime annulée"),
        required=False,
        choices=Prime.choices,
        widget=forms.RadioSelect,
    )
    is_dealt_again = forms.BooleanField(
        label=gettext_lazy("Ce qui est saisi est déjà la nouvelle donne"),
        required=False,
        help_text=gettext_lazy("Sinon, la donne saisie est annulée, et il s’en joue une autre."),
    )
    target = forms.ChoiceField(
        label=gettext_lazy("Qui est pénalisé"),
        choices=PenaltyTarget.choices,
        widget=KeyedRadios(
            {PenaltyTarget.PLAYER: "j", PenaltyTarget.CAMP: "c", PenaltyTarget.TABLE: "t", PenaltyTarget.DONNE: "d"}
        ),
        initial=PenaltyTarget.PLAYER,
    )
    player = forms.CharField(
        label=gettext_lazy("Joueur"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("Son numéro de départ ou son nom."),
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
    )
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

    # The count of earlier times that was shown: sending the form again confirms it.
    times_seen = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    field_order = (
        *("kind", "sanction", "points", "basis", "assigned", "prime", "is_dealt_again", "target"),
        *("player", "position", "table", "donne", "camp", "reason", "key"),
    )

    shown_at = {"registration": "player"}
    again_text = ""  # the sentence about earlier times, where it is why the form is shown again

    def __init__(self, *args: Any, tournament: Tournament, by: Account | None = None, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.by = by
        self.fields["kind"].queryset = faults_on(tournament.club_id, tournament.date)
        if self.sheet is not None:
            self.fields["seated"] = forms.TypedChoiceField(
                label=_("Joueur"),
                choices=seat_choices(self.sheet),
                coerce=int,
                empty_value=None,
                required=False,
                widget=KeyedRadios(chair_keys()),
            )
            self.fields["player"].label = _("Un autre joueur")

    @property
    def about(self) -> list[Registration]:
        """Return the players whose earlier decisions the page shows: those of the sheet, and the chosen one."""
        chosen = getattr(self, "cleaned_data", {}).get("registration")
        seated = [seat.registration for seat in self.sheet.seats] if self.sheet is not None else []
        return [*([chosen] if chosen is not None and chosen not in seated else []), *seated]

    def what_else(self) -> None:
        """Add to the form's errors what the service would refuse, so that the user reads all errors at once."""
        penalty = self.penalty()
        if penalty.target:
            for refusal in refusals_of(penalty):
                self.refuse_the_rest(refusal)

    def penalty(self) -> Penalty:
        """Return the unsaved penalty that could be read, also from an invalid form."""
        answers = self.cleaned_data
        kind, target = answers.get("kind"), answers.get("target", "")
        return Penalty(
            tournament=self.tournament,
            kind=kind,
            sanction=answers.get("sanction") or (kind.proposed if kind is not None else "") or Sanction.WARNING,
            target=target,
            registration=answers.get("registration") if target == PenaltyTarget.PLAYER else None,
            table=answers.get("place"),
            donne=answers.get("donne"),
            camp=answers.get("camp", ""),
            points=answers.get("points") or 0,
            basis=answers.get("basis") or "",
            assigned=answers.get("assigned"),
            prime=answers.get("prime") or "",
            reason=answers.get("reason", "").strip(),
        )

    def corrects(self) -> tuple[SheetLine | None, SheetLine | None] | None:
        """
        Return the donne's line before and after this decision; None when the decision changes no donne.

        Call it on a valid form of a decision that can be given. Refuses a donne that cannot be scored.
        """
        penalty = self.penalty()
        if self.cleaned_data.get("is_dealt_again") or penalty.table is None or penalty.donne is None:
            return None
        changed = changed_by(penalty)
        return None if changed is None else (line_at(penalty.table, penalty.donne), changed[2])

    def sealed(self) -> str:
        before, after = self.corrects() or (None, None)
        same = self.given_by_another()
        return repr((before and before.pk, after and after.entry, same and same.pk))

    def given_by_another(self) -> Penalty | None:
        """Return the same decision when somebody else gave it minutes ago, else None."""
        return None if self.by is None else given_by_another(self.penalty(), by=self.by, at=timezone.now())

    def clean_points(self) -> int | None:
        """Return the points as a negative number for the service: « 20 » and « −20 » both take 20 away."""
        text = self.cleaned_data["points"].strip()
        if not text:
            return None
        points = typed_number(text)
        if points is None:
            raise forms.ValidationError(_("Écrivez un nombre entier de points, par exemple 20 ; 0 pour avertir."))
        if abs(points) > MOST_POINTS:
            raise forms.ValidationError(
                _("Une pénalité retire au plus %(most)d points. Vérifiez le nombre.") % {"most": MOST_POINTS}
            )
        return -abs(points)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["registration"] = self._registration(cleaned)
        cleaned["place"] = self.place(cleaned, is_needed=cleaned.get("target") != PenaltyTarget.PLAYER)
        if cleaned.get("kind") is not None and "points" not in self.errors and "sanction" not in self.errors:
            self._propose(cleaned, cleaned["kind"])
        if not self.errors:
            self._tell_times(cleaned)
        return cleaned

    def _propose(self, cleaned: dict[str, Any], kind: PenaltyKind) -> None:
        """Fill empty fields with what the catalogue proposes. Where it proposes nothing, the arbiter must choose."""
        typed = cleaned.get("points")
        sanction = cleaned.get("sanction") or kind.proposed
        if not cleaned.get("sanction") and typed is not None and sanction not in TAKES_POINTS:
            sanction = Sanction.POINTS if typed else (sanction or Sanction.WARNING)
        cleaned["sanction"] = sanction
        if not sanction:
            self.add_error("sanction", _("Choisissez la sanction : le catalogue n’en propose pas."))
            return
        if typed is not None or sanction not in TAKES_POINTS:
            cleaned["points"] = typed or 0
        elif kind.points is None:
            self.add_error("points", _("Le catalogue ne dit pas combien : écrivez les points que vous retirez."))
        else:
            cleaned["points"] = kind.points

    def _tell_times(self, cleaned: dict[str, Any]) -> None:
        """
        Say once that the player committed this fault before, and what the club then proposes. Sent again, it is valid.
        """
        kind, registration = cleaned["kind"], cleaned.get("registration")
        if registration is None or cleaned["target"] != PenaltyTarget.PLAYER:
            return
        if self.given_by_another() is not None:  # it is asked first whether it is the same deed
            return
        times = times_before(registration, kind.code, but=cleaned["key"])
        shown_times = f"{registration.pk}:{kind.code}:{times}"
        if not times or cleaned["times_seen"] == shown_times:
            return
        due = step_due(kind, times)
        self.data = self.data.copy()
        self.data[self.add_prefix("times_seen")] = shown_times
        values = {"player": registration.player.full_name, "fault": _(kind.name), "time": times + 1}
        if due.step > kind.step or (due.step > 1 and due == kind):
            self.data[self.add_prefix("kind")] = str(due.pk)
            self.data[self.add_prefix("sanction")] = due.proposed
            self.data[self.add_prefix("points")] = "" if due.points is None else str(-due.points)
            values["proposed"] = proposal_text(due)
            sentence = _(
                "Récidive : %(player)s a déjà « %(fault)s » dans ce tournoi, c’est la %(time)de fois. Le club prévoit "
                "alors : %(proposed)s. Vérifiez, puis donnez la pénalité : rien n’est encore enregistré."
            )
        else:
            sentence = _(
                "Récidive : %(player)s a déjà « %(fault)s » dans ce tournoi, c’est la %(time)de fois. Le catalogue ne "
                "prévoit rien de plus : vérifiez la sanction, puis donnez-la ; rien n’est encore enregistré."
            )
        self.again_text = sentence % values
        self.add_error(None, self.again_text)  # no field is wrong: the arbiter reads it, and sends the form again

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `give_penalty`. Call it on a valid form."""
        names = (
            "kind",
            "sanction",
            "basis",
            "assigned",
            "prime",
            "is_dealt_again",
            "target",
            "points",
            "reason",
            "key",
            "registration",
            "donne",
            "camp",
        )
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
        return self.player_meant(text)


def proposal_text(kind: PenaltyKind) -> str:
    """Return what the catalogue proposes for a fault, in words: « points, −20 », « avertissement »."""
    return f"{kind.sanction_text}, {signed(kind.points)}" if kind.points else kind.sanction_text
