"""Forms about what a club repeats: a series, a template, a copy of a tournament."""

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.forms.asked_days import AskedDayForm
from tournaments.forms.base import RefusableForm
from tournaments.forms.evening.tournaments import STATES_OFFERED
from tournaments.forms.fields import DayField, HourField, NameField
from tournaments.kit.text import whole_number
from tournaments.labels import Carried, Every, TournamentState
from tournaments.models import Club, Series, Template, Tournament
from tournaments.services.clubs.series import SeriesFacts

OFFERED = 20  # of the last tournaments, beside the templates


class SeriesForm(RefusableForm):
    """Asks for a series as a club announces it."""

    name = NameField(
        label=_("Nom"),
        max_length=60,
        help_text=_("Par exemple « Le vendredi »."),
        error_messages={"required": _("Donnez un nom à la série.")},
    )
    starts_on = DayField(label=_("Première date"), help_text=_("Les autres tombent le même jour de la semaine."))
    every = forms.ChoiceField(label=_("Rythme"), choices=Every.choices, initial=Every.WEEK, widget=forms.RadioSelect)
    starts_at = HourField(label=_("Heure"), required=False, help_text=_("Chaque soirée ouverte pour elle la prend."))
    ends_on = DayField(label=_("Dernière date"), required=False, help_text=_("Laissez vide si elle continue."))
    template = forms.ModelChoiceField(
        label=_("La première soirée est ouverte comme"),
        queryset=Template.objects.none(),
        required=False,
        empty_label=_("la dernière soirée du club"),
        help_text=_("Chacune des suivantes est ouverte comme celle d’avant."),
    )
    is_announced = forms.BooleanField(label=_("Les dates paraissent sur la page du club"), required=False, initial=True)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["template"].queryset = club.templates.all()

    @classmethod
    def about(cls, series: Series) -> "SeriesForm":
        return cls(club=series.club, initial={name: getattr(series, name) for name in cls.base_fields})

    @property
    def facts(self) -> SeriesFacts:
        return SeriesFacts(**self.cleaned_data)


class TemplateForm(RefusableForm):
    """Asks for the name under which a tournament is kept as a template."""

    name = NameField(
        label=_("Nom du modèle"),
        max_length=60,
        help_text=_("Par exemple « Vendredi » ou « Grand concours »."),
        error_messages={"required": _("Donnez un nom au modèle.")},
    )


class SourceField(forms.ModelChoiceField):
    """The tournament to copy. Accepts any tournament of the club; offers the templates and the last tournaments."""

    default_error_messages = dict.fromkeys(
        ("required", "invalid_choice"), _("Choisissez un tournoi de la liste : c’est lui qui sert de modèle.")
    )

    def label_from_instance(self, tournament: Tournament) -> str:
        return f"{tournament.name} ({date_format(tournament.date, 'j F Y')})"

    def offer(self, club: Club, chosen: str) -> None:
        """List the templates by name, then the last tournaments and the tournament `chosen` (its id, as text)."""
        self.queryset = club.tournaments.all()
        templates = [(template.source_id, template.name) for template in club.templates.all()]
        last = list(self.queryset.filter(is_trial=False)[:OFFERED])
        if (chosen_id := whole_number(chosen)) is not None and chosen_id not in {tournament.pk for tournament in last}:
            last += self.queryset.filter(Q(pk=chosen_id))
        tournaments = [(tournament.pk, self.label_from_instance(tournament)) for tournament in last]
        groups = [(_("Modèles"), templates), (_("Tournois du club"), tournaments)]
        self.widget.choices = [group for group in groups if group[1]]


class CopyForm(AskedDayForm):
    """Asks which tournament is copied, for which day, what is copied with it, and who sees the copy."""

    source = SourceField(label=_("Comme"), queryset=Tournament.objects.none())
    date = DayField(label=_("Date"), error_messages={"required": _("Choisissez la date.")})
    name = NameField(
        label=_("Nom"),
        max_length=100,
        required=False,
        help_text=_("Laissez vide pour garder le même nom, à la nouvelle date."),
    )
    carry = forms.MultipleChoiceField(
        label=_("Avec"),
        choices=Carried.choices,
        initial=list(Carried),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Les réglages et le barème viennent toujours."),
    )
    state = forms.ChoiceField(
        label=_("Qui le voit"),
        choices=STATES_OFFERED,
        initial=TournamentState.DRAFT,
        widget=forms.RadioSelect,
        help_text=_("Cela se change d’un geste, et publier le premier tirage le montre à tous."),
    )
    series = forms.ModelChoiceField(
        label=_("Série"), queryset=Series.objects.none(), required=False, empty_label=_("Hors série")
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["source"].offer(club, str(self["source"].value() or ""))
        self.fields["series"].queryset = club.series.all()
        if not club.series.exists():
            del self.fields["series"]

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments for the service; `series` is None in a club without series."""
        return {"series": None} | {name: value for name, value in self.cleaned_data.items() if name != "confirmed"}

    def beside(self) -> dict[str, Any]:
        """Return the arguments for `evenings_beside`; a copy of the same source in the same series is left out."""
        said = self.arguments
        source, series = said["source"], said["series"]
        same = Q(copied_from=source, series=series)
        return {"at": (series and series.starts_at) or source.starts_at, "series": series, "but": same}


class SkipForm(RefusableForm):
    """Asks if a date of a series is held or skipped."""

    day = DayField()
    held = forms.BooleanField(required=False)
