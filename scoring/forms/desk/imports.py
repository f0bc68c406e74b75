"""The forms to import files at the desk: the file of an event, past seasons, the results of a past concours."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.imports.chosen_seasons import ChosenSeason
from scoring.imports.events import WHO, Elsewhere, Said, WhoAreThey
from scoring.imports.past_evenings import PastEvening, TablePreview
from scoring.imports.past_results import PastConcours
from scoring.imports.past_seasons import Answers, Doubt, SeasonPreview
from scoring.imports.season_files import LONGEST_NAME as LENGTH_OF_A_SEASON
from scoring.imports.season_files import Alias
from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import DayField, NameField, ReasonField, SpreadsheetsField
from tournaments.forms.people.imports import SpreadsheetForm, WaitingFileForm, pasted_field
from tournaments.imports.previews import SOMEBODY_ELSE, player_choices
from tournaments.kit.text import whole_number
from tournaments.models import Club, Season
from tournaments.refusals import Refusal
from tournaments.services.clubs.clubs import SeasonFacts

LEFT_OUT, KEPT = "laisser", "garder"
LINE_CHOICES = [(LEFT_OUT, _("laisser de côté")), (KEPT, _("prendre telle quelle"))]


class EventForm(WaitingFileForm):
    """The file of an event, and the name that the event gets in this club."""

    file = forms.FileField(
        label=_("Fichier du tournoi"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".gz"}),
        error_messages={"required": _("Choisissez un fichier."), "invalid": _("Choisissez un fichier.")},
        help_text=_("Celui que donne « Tout le tournoi dans un fichier », sur la page du tournoi."),
    )
    name = NameField(
        label=_("Nom du tournoi ici"),
        required=False,
        max_length=100,
        help_text=_("Laissez vide pour garder celui du fichier."),
    )
    elsewhere = forms.ChoiceField(
        label=_("Sont-ce les mêmes personnes ?"),
        choices=Elsewhere.choices,
        required=False,
        widget=forms.HiddenInput,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.data:  # what was said already goes with the next answer
            if name.startswith(WHO):
                self.fields[name] = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def refuse(self, refusal: Refusal) -> None:
        if isinstance(refusal, WhoAreThey):
            for label, question in refusal.questions:
                (name,) = question.fields
                choices = [(each["value"], each["label"]) for each in player_choices(question.people, is_asked=True)]
                self.fields[name] = forms.ChoiceField(label=label, choices=choices)
        super().refuse(refusal)
        if "elsewhere" in refusal.fields or self.data.get("elsewhere"):
            self.fields["elsewhere"].widget = forms.RadioSelect(choices=Elsewhere.choices)

    @property
    def said(self) -> Said:
        """Return what the organiser said about who the players of the file are. Call it on a valid form."""
        answers = {name: answer for name, answer in self.cleaned_data.items() if name.startswith(WHO)}
        said = {pk: answer for name, answer in answers.items() if (pk := whole_number(name.removeprefix(WHO)))}
        same = {old: pk for old, answer in said.items() if (pk := whole_number(answer)) is not None}
        return Said(same, frozenset(old for old, answer in said.items() if answer == SOMEBODY_ELSE))


class PastSeasonsForm(RefusableForm):
    """The files of past seasons, as many as a club has, or cells pasted; and the season of all of them, asked once."""

    spreadsheets = SpreadsheetsField(
        label=_("Fichiers"),
        required=False,
        help_text=_("XLSX, ODS ou CSV, plusieurs à la fois, ou un ZIP. Rien n’est enregistré avant votre accord."),
    )
    pasted = pasted_field(
        help_text=_("Dans votre tableur, sélectionnez le tableau avec ses titres, copiez-le, puis collez-le.")
    )
    season = forms.ModelChoiceField(
        label=_("Saison de toutes ces soirées"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("celle de leur jour, ou de leur fichier"),
        help_text=_("Elles y entrent et comptent dans son championnat. Un tableau de dates sans année la demande."),
    )
    new_name = NameField(label=_("Nom de la nouvelle saison"), required=False, max_length=LENGTH_OF_A_SEASON)
    starts_on = DayField(label=_("Premier jour"), required=False)
    ends_on = DayField(label=_("Dernier jour"), required=False)
    shown_at = {"name": "new_name"}
    new_season = ("new_name", "starts_on", "ends_on")

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = club.seasons.all()

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        files = [file for file in values.get("spreadsheets") or [] if file is not None]
        has_pasted = bool((values.get("pasted") or "").strip())
        if not files and not has_pasted and "spreadsheets" in values and "pasted" in values:
            self.add_error("spreadsheets", gettext("Choisissez un fichier."))
        elif files and has_pasted:
            self.add_error("pasted", gettext("Choisissez un fichier ou collez la liste, pas les deux."))
        if any(values.get(name) for name in self.new_season):
            for name in self.new_season:
                if name in values and not values[name]:
                    self.add_error(name, gettext("Une nouvelle saison a un nom, un premier et un dernier jour."))
            if values.get("season"):
                self.add_error("season", gettext("Choisissez une saison du club ou une nouvelle, pas les deux."))
        return values

    @property
    def chosen(self) -> ChosenSeason | None:
        """Return the season of all files: one of the club, a new one, or None. Call it on a valid form."""
        name, starts_on, ends_on = (self.cleaned_data[each] for each in self.new_season)
        if name:
            return SeasonFacts(name, starts_on, ends_on)
        season: Season | None = self.cleaned_data["season"]
        return season

    def sent(self) -> list[tuple[str, bytes]]:
        """Return (name, bytes) of what was sent. Call it on a valid form, once: the files are read."""
        files = [(file.name or "", file.read()) for file in self.cleaned_data["spreadsheets"] if file is not None]
        return files or [(gettext("Liste collée"), str(self.cleaned_data["pasted"]).encode())]


class EveningTableForm(RefusableForm):
    """Asks of each evening of a table on which day it was, and whether it comes in."""

    IN, ANYWAY, OUT = "in", "anyway", "out"

    def __init__(self, *args: Any, preview: TablePreview, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview = preview
        for one in preview.evenings:
            title = {"title": one.column.title}
            day = DayField(label=gettext("Jour de « %(title)s »") % title, required=False, initial=one.column.day)
            day.widget.attrs["aria-label"] = day.label
            self.fields[f"day_{one.index}"] = day
            enters = forms.ChoiceField(
                label=gettext("« %(title)s » entre-t-elle ?") % title, required=False, choices=self._choices(one)
            )
            enters.widget.attrs["aria-label"] = enters.label
            # What the page offered before somebody let the evening in.
            enters.error_messages["invalid_choice"] = gettext("Elle est entrée depuis : regardez, puis redites-le.")
            enters.initial = self.IN if not (one.taken or one.same) else self.OUT if one.taken else ""
            self.fields[f"enter_{one.index}"] = enters

    def _choices(self, one: PastEvening) -> list[tuple[str, Any]]:
        out = (self.OUT, _("laisser de côté"))
        if one.taken:
            return [out]
        if one.same:
            return [("", _("à décider")), (self.ANYWAY, _("faire entrer quand même")), out]
        return [(self.IN, _("faire entrer")), out]

    @property
    def rows(self) -> list[tuple[PastEvening, forms.BoundField, forms.BoundField]]:
        return [(one, self[f"day_{one.index}"], self[f"enter_{one.index}"]) for one in self.preview.evenings]

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        for one in self.preview.evenings:
            enters = values.get(f"enter_{one.index}")
            if one.same and enters == "":
                self.add_error(f"enter_{one.index}", gettext("Dites si cette soirée entre quand même."))
            if enters in {self.IN, self.ANYWAY} and f"day_{one.index}" in values and not values[f"day_{one.index}"]:
                self.add_error(f"day_{one.index}", gettext("Écrivez le jour de cette soirée."))
        return values

    @classmethod
    def days_typed(cls, data: Mapping[str, str]) -> dict[int, date]:
        """Return the days that were typed, by index of the column; what is no day is left out."""
        days = {}
        for name, typed in data.items():
            index = whole_number(name.removeprefix("day_")) if name.startswith("day_") else None
            with suppress(forms.ValidationError):
                if index is not None and (day := DayField(required=False).clean(typed)):
                    days[index] = day
        return days

    @property
    def days(self) -> dict[int, date]:
        """Return the day of each evening that comes in, by index of its column. Call it on a valid form."""
        return self._days(self.IN, self.ANYWAY)

    @property
    def aside(self) -> dict[int, date]:
        """Return the day of each evening that is left out and has one. Call it on a valid form."""
        return self._days("", self.OUT)

    def _days(self, *answers: str) -> dict[int, date]:
        return {
            one.index: self.cleaned_data[f"day_{one.index}"]
            for one in self.preview.evenings
            if self.cleaned_data[f"enter_{one.index}"] in answers and self.cleaned_data[f"day_{one.index}"]
        }

    @property
    def anyway(self) -> set[int]:
        """Return the evenings that come in although another is perhaps the same. Call it on a valid form."""
        said = ((one.index, self.cleaned_data[f"enter_{one.index}"]) for one in self.preview.evenings)
        return {index for index, enters in said if enters == self.ANYWAY}


class SeasonAnswersForm(RefusableForm):
    """Asks what to do with each line that contradicts itself, and which column each unknown name means."""

    others = forms.ChoiceField(
        label=_("Les lignes dont vous ne dites rien"),
        required=False,
        choices=[("", _("je le dirai pour chacune")), *LINE_CHOICES],
    )
    reason = ReasonField(
        label=_("Pourquoi des lignes entrent-elles telles quelles ?"),
        required=False,
        help_text=_("Le journal de la soirée le garde avec chaque ligne."),
    )

    is_another = forms.BooleanField(label=_("Ce sont d’autres soirées : les faire entrer quand même"), required=False)

    def __init__(self, *args: Any, preview: SeasonPreview, players: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview = preview
        if not preview.same:
            del self.fields["is_another"]
        for number, alias in enumerate(preview.aliases):
            choices: list[tuple[str, Any]] = [
                ("", _("dites qui c’est")),
                *((str(place), name) for place, name in enumerate(players)),
            ]
            choices.append((LEFT_OUT, _("quelqu’un d’autre : laisser ces lignes de côté")))
            self._ask(f"alias-{number}", alias.name, choices)
        for doubt in preview.doubts:
            label = gettext("Ligne %(line)d") % {"line": doubt.line}
            self._ask(f"line-{doubt.line}", label, [("", _("à décider")), *LINE_CHOICES])

    def _ask(self, name: str, label: str, choices: list[tuple[str, Any]]) -> None:
        """Add a choice for one row of a table; its label is read by screen readers only."""
        select = forms.Select(attrs={"aria-label": label})
        self.fields[name] = forms.ChoiceField(label=label, required=False, choices=choices, widget=select)

    @property
    def aliases(self) -> list[tuple[Alias, forms.BoundField]]:
        return [(alias, self[f"alias-{number}"]) for number, alias in enumerate(self.preview.aliases)]

    @property
    def doubts(self) -> list[tuple[Doubt, forms.BoundField]]:
        return [(doubt, self[f"line-{doubt.line}"]) for doubt in self.preview.doubts]

    @property
    def merged(self) -> dict[str, int | None]:
        """Return name → index of its column (from 0), None to leave its lines out. Call it on a valid form."""
        said = {alias.name: self.cleaned_data[f"alias-{n}"] for n, alias in enumerate(self.preview.aliases)}
        return {name: None if means == LEFT_OUT else int(means) for name, means in said.items() if means}

    def answers(self, same: Mapping[int, int], others: Collection[int]) -> Answers:
        """Return all answers about the file; `same` and `others` are as in `Answers`. Call it on a valid form."""
        the_rest = self.cleaned_data["others"]
        said = {doubt.line: self.cleaned_data[f"line-{doubt.line}"] or the_rest for doubt in self.preview.doubts}
        return Answers(
            merged=self.merged,
            kept={line for line, means in said.items() if means == KEPT},
            left={line for line, means in said.items() if means == LEFT_OUT},
            reason=self.cleaned_data["reason"],
            same=same,
            others=others,
            is_another=bool(self.cleaned_data.get("is_another")),
        )


class PastResultsForm(SpreadsheetForm):
    """Asks for the name, the day, the season and the file of a past concours."""

    name = NameField(
        label=_("Nom du concours"), max_length=100, error_messages={"required": _("Écrivez le nom du concours.")}
    )
    date = DayField(
        label=_("Date"),
        error_messages={"required": _("Écrivez la date du concours."), "invalid": _("Écrivez une date entière.")},
    )
    season = forms.ModelChoiceField(
        label=_("Saison"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("aucune"),
        help_text=_("Avec une saison, ces résultats comptent dans son championnat."),
    )
    field_order = ("name", "date", "season", "file", "pasted")

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = club.seasons.all()

    @property
    def past(self) -> PastConcours:
        """Return the concours that the form describes. Call it on a valid form."""
        return PastConcours(self.cleaned_data["name"], self.cleaned_data["date"], self.cleaned_data["season"])
