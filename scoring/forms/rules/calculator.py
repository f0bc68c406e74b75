"""The form of the public calculator: a donne in words and choices. The address of the page holds all answers."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.facts import ALONE, CardPointsField, FactsForm, one_of
from scoring.forms.rules.calculator_address import USUAL, facts_in, usual_names, with_usual_answers
from scoring.labels import MISERE_WORDS, POIGNEE_WORDS
from scoring.marque import FFT_2012, Camp, Donne, ImpossibleDonne, PoigneeSize, Problem, Variant
from scoring.marque.problems import IMPOSSIBLE
from tournaments.forms.fields import NameField
from tournaments.kit.languages import current_language
from tournaments.kit.text import without_pictures

OFFICIAL = [
    (Variant.FOUR, gettext_lazy("4 joueurs")),
    (Variant.THREE, gettext_lazy("3 joueurs")),
    (Variant.FIVE, gettext_lazy("5 joueurs")),
    (Variant.FIVE_MORT, gettext_lazy("5 avec un mort")),
]
HOUSE = [
    (Variant.FIVE_FLAMBEUSE, gettext_lazy("5, un contre quatre (flambeuse)")),
    (Variant.TWO_TIRETTE, gettext_lazy("2, à la tirette")),
    (Variant.TWO_MORT, gettext_lazy("2, avec un mort")),
    (Variant.TWO_DECOUVERTE, gettext_lazy("2, à la découverte")),
    (Variant.SIX, gettext_lazy("6, par équipes")),
    (Variant.SEVEN, gettext_lazy("7, par équipes")),
    (Variant.EIGHT, gettext_lazy("8, par équipes")),
]
CHAIRS = "scoring/calculator_chairs.html"  # for the questions about players: their names follow what is typed
# The keys of the exchange format → the questions of this page, where they differ.
PLACES = {
    "players": "name_0",
    "poignees": "poignee_0",
    "chelem": "chelem_made",
    "defense_points": "points",
}
# Any other error is an answer to be given again.
AGAINST_THE_CARDS = IMPOSSIBLE.keys() - {"points_unreadable"}
HOUSE_PLACES = {"petit_chelem": "petit_chelem_made", "misere_value": "misere_value", "misere": "misere_0"}


class CalculatorForm(FactsForm):
    """
    One donne in any variant. The form is always bound: an empty address is an empty form.

    On a cleaned form, `donne` is the donne when it is possible; `wanted` names the unanswered questions with their
    sentences, which are no mistakes. The marque says what is wrong, each sentence at its question. `is_impossible`
    means: the donne was understood, and cannot have happened.
    """

    variant = forms.ChoiceField(
        label=gettext_lazy("À combien jouez-vous ?"), choices=[*OFFICIAL, *HOUSE], widget=forms.RadioSelect
    )
    points = CardPointsField(
        label=gettext_lazy("Points comptés"),
        widget=forms.TextInput(
            attrs={"inputmode": "decimal", "class": "num", "size": 6, "aria-describedby": "err-points"}
        ),
    )
    counted_by = one_of(
        gettext_lazy("Ce sont les points de"),
        [(Camp.ATTAQUE, gettext_lazy("l’attaque")), (Camp.DEFENSE, gettext_lazy("la défense"))],
    )
    pousse = one_of(
        gettext_lazy("Pousse, entre la prise et la garde"),
        [
            ("", gettext_lazy("non")),
            ("add", gettext_lazy("points ajoutés")),
            ("x", gettext_lazy("points multipliés")),
        ],
    )
    petit_chelem_announced = forms.BooleanField(label=gettext_lazy("Petit chelem annoncé"), required=False)
    petit_chelem_made = forms.BooleanField(
        label=gettext_lazy("Petit chelem réussi (tous les plis sauf un)"), required=False
    )
    misere_value = forms.IntegerField(
        label=gettext_lazy("Une misère vaut, par joueur"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "num", "size": 4}),
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(with_usual_answers(query))
        self.donne: Donne | None = None
        self.wanted: dict[str, str] = {}
        self.is_impossible = False
        variants = [code for code in Variant if code == self.data["variant"]]
        self.played_by = variants[0] if variants else Variant.FOUR
        self.usual = usual_names(self.played_by)
        self.player_names = [
            without_pictures(self.data.get(f"name_{chair}", "")) or usual for chair, usual in enumerate(self.usual)
        ]
        self.fields["bouts"].help_text = _("Le 1 et le 21 d’atout, l’Excuse.")
        self._add_people()

    def _add_people(self) -> None:
        """Add the questions that depend on the number of players."""
        chairs = [(str(chair), name) for chair, name in enumerate(self.player_names)]
        for chair, usual in enumerate(self.usual):
            self.fields[f"name_{chair}"] = NameField(
                of_person=True,
                label=usual,
                required=False,
                max_length=40,
                widget=forms.TextInput(attrs={"autocomplete": "off", "data-names": chair, "placeholder": usual}),
            )
        self.fields["taker"] = one_of(_("Qui a pris ?"), chairs)
        if self.played_by is Variant.FIVE:
            self.fields["partner"] = one_of(_("Qui est avec le preneur ?"), [(ALONE, _("seul")), *chairs])
        elif self.played_by.teams:
            self.fields["partner"] = one_of(_("Son coéquipier"), chairs)
        if self.played_by.resting == 1:
            label = _("Mort (ne joue pas cette donne)") if self.played_by.official else _("Donneur (ne joue pas)")
            self.fields["sits_out"] = one_of(label, chairs)
        elif self.played_by.resting:
            self.fields["sits_out"] = _some_of(_("L’équipe qui donne (ne joue pas)"), chairs)
        for name in self.fields.keys() & {"taker", "partner", "sits_out"}:
            self.fields[name].template_name = CHAIRS
        trumps = FFT_2012.shown_trumps(self.played_by) or {}
        sizes = [
            (size, f"{POIGNEE_WORDS[size]} ({trumps[size]})" if size in trumps else POIGNEE_WORDS[size])
            for size in PoigneeSize
        ]
        for key, name in chairs:
            self.fields[f"poignee_{key}"] = forms.ChoiceField(
                label=name, choices=[("", _("aucune")), *sizes], widget=forms.RadioSelect, required=False
            )
            self.fields[f"misere_{key}"] = _some_of(name, [(kind, str(words)) for kind, words in MISERE_WORDS.items()])

    @property
    def names(self) -> list[forms.BoundField]:
        return self._of_each("name")

    @property
    def poignees(self) -> list[forms.BoundField]:
        return self._of_each("poignee")

    @property
    def miseres(self) -> list[forms.BoundField]:
        return self._of_each("misere")

    @property
    def answerable(self) -> list[forms.BoundField]:
        """Return the questions that show their own errors."""
        apart = {field.name for field in (*self.poignees[1:], *self.miseres[1:])}
        apart |= {"counted_by", "petit_chelem_announced"}
        return [field for field in self.visible_fields() if field.name not in apart]

    @property
    def is_blank(self) -> bool:
        """Return whether no question about the donne is answered yet."""
        questions = ("taker", "partner", "sits_out", "contract", "bouts", "points")
        return not self.errors and not any(self.data.get(name) for name in questions)

    @property
    def names_answered(self) -> bool:
        return self._are_answered(self.names)

    @property
    def primes_answered(self) -> bool:
        return self._are_answered([*self.poignees, self["chelem_announced"], self["chelem_made"]])

    @property
    def house_answered(self) -> bool:
        """Return whether a house rule is chosen, besides the variant: the page then opens their block."""
        return self._are_answered(
            [*self.miseres, self["pousse"], self["petit_chelem_announced"], self["petit_chelem_made"]]
        ) or bool(self["misere_value"].errors)

    @property
    def is_house_variant(self) -> bool:
        return not self.played_by.official

    def shortest(self) -> str:
        """Return the shortest query string with the same answers, for an address to keep or to send."""
        query = QueryDict(mutable=True)
        for name in self.fields:
            values = [value for value in self.data.getlist(name) if value and value != USUAL.get(name)]
            if values:
                query.setlist(name, values)
        return query.urlencode()

    def clean(self) -> dict[str, Any]:
        answers = super().clean()
        self.wanted = self._open_questions(answers)
        try:
            facts, house = facts_in(answers, self.player_names)
            donne = Donne.of(facts, self.player_names, house)
        except ImpossibleDonne as impossible:
            language = current_language()
            for problem in impossible.problems:
                if problem.code == "key_missing":
                    continue  # the question is still open, or shows that its answer cannot be read
                place = self._place(problem)
                sentence = problem.message(language)
                self.is_impossible |= problem.code in AGAINST_THE_CARDS
                if place not in self.wanted and sentence not in self.errors.get(place or "__all__", []):
                    self.add_error(place, sentence)
        else:
            if not self.errors and not self.wanted:
                self.donne = donne
        return answers

    def _open_questions(self, answers: dict[str, Any]) -> dict[str, str]:
        sentences = {
            "sits_out": _("Dites qui ne joue pas cette donne."),
            "taker": _("Dites qui a pris."),
            "partner": _("Dites qui est avec le preneur, ou « seul »."),
            "contract": _("Dites le contrat."),
            "bouts": _("Dites combien de bouts a l’attaque, de 0 à 3."),
            "points": _("Écrivez les points comptés, de 0 à 91."),
        }
        if self.played_by.teams:
            sentences["partner"] = _("Dites qui joue avec le preneur.")
        return {
            name: sentence
            for name, sentence in sentences.items()
            if name in self.fields and name not in self.errors and answers.get(name) in (None, "", [])
        }

    def _place(self, problem: Problem) -> str | None:
        """Return the question to which a problem belongs, None when it is about the whole form."""
        name = PLACES.get(problem.field, problem.field)
        if problem.field == "options":  # the exchange format has one key for all rules hors règlement
            rule = next((rule for rule in HOUSE_PLACES if problem.code.startswith(rule)), "pousse")
            name = HOUSE_PLACES.get(rule, rule)
        return name if name in self.fields else None

    def _of_each(self, name: str) -> list[forms.BoundField]:
        return [self[f"{name}_{chair}"] for chair in range(len(self.player_names))]

    @staticmethod
    def _are_answered(fields: Iterable[forms.BoundField]) -> bool:
        return any(field.value() or field.errors for field in fields)


def _some_of(label: str, choices: list[tuple[str, str]]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, choices=choices, widget=forms.CheckboxSelectMultiple, required=False)
