"""Two forms: one to compose a club's barème, one to choose the barème of a tournament."""

from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.marque import FFT_2012, Bareme, PousseReading, as_composed, compose
from scoring.marque.composing import MOST_FIGURE, MOST_POINTS
from scoring.models import ClubBareme
from scoring.queries.rules.bareme_words import RULES, SECTIONS, FigureSection, HouseRuleWords
from scoring.queries.rules.baremes import choices_of, flat
from scoring.services.rules import baremes
from tournaments.forms.base import AnchoredForm
from tournaments.forms.fields import NameField, PointsField
from tournaments.models import Club, Tournament

NAME = "name"
POUSSE = "house.pousse"


def field_of(key: str) -> str:
    """Return the field name of a figure's dotted key, in letters that an address and an HTML id allow."""
    return key.replace(".", "__")


KEYS = {field_of(key): key for part in (*SECTIONS, *RULES) for key in part.figures}


class BaremeForm(AnchoredForm):
    """
    All figures of a barème, and a switch for each rule hors règlement.

    Every error is told at once, in the words of the service. A figure that cannot be read is left out, so that the
    others are still checked.
    """

    name = NameField(
        label=gettext_lazy("Nom du barème"),
        required=False,  # the service refuses an empty one, in its own words
        max_length=200,
        help_text=gettext_lazy("Celui que liront les joueurs, par exemple « Barème du vendredi »."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, club: Club, replaces: ClubBareme | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club, self.replaces = club, replaces
        official = flat(as_composed(FFT_2012))
        for section in SECTIONS:
            for key, label in section.figures.items():
                help_text = _("règlement : %(figure)s") % {"figure": official[key]}
                most = MOST_POINTS if key.startswith("required") else MOST_FIGURE
                self.fields[field_of(key)] = _figure(key, section, label, help_text, most)
        for rule in RULES:
            self.fields[field_of(rule.key)] = _switch(rule)
            for key, label in rule.figures.items():
                self.fields[field_of(key)] = _figure(key, rule, label, "", MOST_FIGURE)

    @classmethod
    def about(cls, bareme: Bareme, *, club: Club, name: str = "", replaces: ClubBareme | None = None) -> "BaremeForm":
        """Return the form filled in with a barème: the règlement's, or another to start from."""
        figures = flat(as_composed(bareme))
        initial = {field_of(key): "" if value is None else value for key, value in figures.items()}
        return cls(club=club, replaces=replaces, initial=initial | {NAME: name})

    @property
    def sections(self) -> list[tuple[FigureSection, list[forms.BoundField]]]:
        return [(section, [self[field_of(key)] for key in section.figures]) for section in SECTIONS]

    @property
    def rules(self) -> list[tuple[HouseRuleWords, forms.BoundField, list[forms.BoundField]]]:
        """Return, for each rule hors règlement, its words, the field of its switch and the fields of its figures."""
        return [(rule, self[field_of(rule.key)], [self[field_of(key)] for key in rule.figures]) for rule in RULES]

    @property
    def figures(self) -> dict[str, Any]:
        """Return the typed figures in the shape of `compose`, without unreadable ones. Call it on a cleaned form."""
        answers = self.cleaned_data
        composed: dict[str, Any] = {}
        for section in SECTIONS:
            if section.gives_way and answers.get(field_of(POUSSE)):
                continue
            for key in section.figures:
                _set_key(composed, key, answers.get(field_of(key)))
        for rule in RULES:
            switch = answers.get(field_of(rule.key)) or None
            _set_key(composed, rule.key, switch)
            if switch:
                for key in rule.figures:
                    _set_key(composed, key, answers.get(field_of(key)))
        return composed

    @property
    def bareme(self) -> Bareme | None:
        """Return the barème being typed, None while a figure is wrong. Call it on a cleaned form."""
        if any(name in KEYS for name in self.errors):
            return None
        return compose(self.figures, edition=FFT_2012.edition)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self._forget_what_is_off()
        problems = baremes.problems(
            club=self.club, name=cleaned.get(NAME, ""), figures=self.figures, replaces=self.replaces
        )
        unread = {KEYS[name] for name in self.errors if name in KEYS}
        for key, sentences in problems.items():
            if unread and (key == "" or unread & {key, _compared_with(key)}):
                continue  # the check used the règlement's figure in place of one that cannot be read
            name = field_of(key)
            for sentence in sentences:
                self.add_error(name if name in self.fields else None, sentence)
        return cleaned

    def only_figures(self) -> None:
        """Remove all errors except those of figures: while somebody types, the name may still be missing."""
        for name in (NAME, "__all__"):
            self.errors.pop(name, None)

    def _forget_what_is_off(self) -> None:
        """Remove the errors of hidden figures: those of rules that are off, and those that the pousse replaces."""
        off = [rule for rule in RULES if not self.cleaned_data.get(field_of(rule.key))]
        replaced = [section for section in SECTIONS if section.gives_way and self.cleaned_data.get(field_of(POUSSE))]
        parts: list[Any] = [*off, *replaced]  # rules and sections: both have figures
        for part in parts:
            for key in part.figures:
                self.errors.pop(field_of(key), None)


class ChoiceForm(AnchoredForm):
    """Asks which barème a tournament is played by: the règlement's, or one that its club offers."""

    bareme = forms.ChoiceField(
        label=gettext_lazy("Barème"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choisissez un barème."),
            "invalid_choice": gettext_lazy("Ce barème n’est plus dans la liste : choisissez-en un autre."),
        },
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": {"bareme": tournament.bareme}})
        self.offered = choices_of(tournament)
        self.fields["bareme"].choices = [(choice.edition, choice.label) for choice in self.offered]


def _figure(key: str, part: FigureSection | HouseRuleWords, label: Any, help_text: str, most: int) -> PointsField:
    """Return the field of a figure. Its errors name the figure, because the page also lists them above the form."""
    wrong = _("%(part)s, « %(figure)s » : écrivez un nombre entier, de 0 à %(most)s.") % {
        "part": part.title,
        "figure": label,
        "most": number_format(most, force_grouping=True),
    }
    field = PointsField(
        label=label,
        help_text=help_text,
        min_value=0,
        max_value=most,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
    )
    field.widget.attrs |= {"inputmode": "numeric", "size": 5, "aria-describedby": f"err-{field_of(key)}"}
    return field


def _compared_with(key: str) -> str:
    """Return the key of the figure shown for comparison: the next lower number of bouts, or the prise for a pousse."""
    scale, _dot, code = key.rpartition(".")
    return f"required.{int(code) - 1}" if scale == "required" else f"{scale}.prise"


def _switch(rule: HouseRuleWords) -> forms.Field:
    if rule.key == POUSSE:
        return forms.ChoiceField(
            label=str(rule.title),
            choices=[
                ("", _("non")),
                (PousseReading.ADD.value, _("points ajoutés")),
                (PousseReading.TIMES.value, _("points multipliés")),
            ],
            widget=forms.RadioSelect,
            required=False,
        )
    return forms.BooleanField(label=str(rule.title), required=False)


def _set_key(composed: dict[str, Any], key: str, value: Any) -> None:
    """Set the value at a dotted key of a barème's JSON object. None sets nothing."""
    if value is None:
        return
    *parts, last = key.split(".")
    for part in parts:
        composed = composed.setdefault(part, {})
    composed[last] = value
