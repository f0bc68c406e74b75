"""Forms that ask for a draw, or for a document about a draw."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import ExplainedRadios, ListedNumberField
from tournaments.labels import REMAINDER_WORDS, DrawMode, JobKind, turns
from tournaments.models import Draw, Tournament
from tournaments.paper_labels import PAPERS, PRINTS, Paper
from tournaments.queries.draws.drafts import TurnPrices, begins_by_rank, turn_prices, way_of_round
from tournaments.queries.draws.forecast import Choice, Forecast
from tournaments.queries.evening.stages import begun_and_shown, sheet_words
from tournaments.seating import Remainder, RepeatBounds, Turns
from tournaments.services.work.documents import LONGEST_MESSAGE, MOST_LINES

BIGGEST_SEED = 2_147_483_647  # what the column holds

MODE_MEANINGS = {
    DrawMode.ROTATION: _(
        "Toutes les positions d’un coup : deux joueurs ne se rencontrent jamais deux fois tant que c’est possible."
    ),
    DrawMode.RANDOM: _("Une position à la fois, au hasard, en évitant ceux qu’on a déjà rencontrés."),
    DrawMode.SWISS: _("Une position à la fois : les mieux classés ensemble, sans revanche tant que c’est possible."),
    DrawMode.DANISH: _("Une position à la fois : les mieux classés ensemble, même s’ils se sont déjà rencontrés."),
}
TURN_MEANINGS = {
    Turns.FIRST: _("Personne n’y va deux fois avant que tous y soient allés."),
    Turns.LAST: _("Certains y vont plus souvent que d’autres."),
}


class DrawForm(RefusableForm):
    """
    Asks how the rounds are drawn, how everybody is seated, and for the seed that makes the draw repeatable.

    For one round alone, mode and movement rule are not asked: the round is drawn again as it was drawn first.
    """

    mode = forms.TypedChoiceField(
        label=_("Façon de tirer"),
        choices=DrawMode.of_players,
        coerce=DrawMode,
        empty_value=DrawMode.ROTATION,
        required=False,
        widget=ExplainedRadios(MODE_MEANINGS),
    )
    remainder = forms.TypedChoiceField(label=_("Comment placer tout le monde"), coerce=Remainder)
    turns = forms.TypedChoiceField(
        label=_("Tables d’une autre taille"),
        choices=turns(),
        coerce=Turns,
        empty_value=Turns.FIRST,
        required=False,
        widget=ExplainedRadios,
        help_text=_(
            "L’essai compte les souhaits. Le tirage cherche plus longtemps : il en trouve souvent moins, parfois plus."
        ),
    )
    by_rule = forms.BooleanField(
        label=_("Déplacements par règle, s’il en existe une"),
        required=False,
        help_text=_("« Sud reste, Est avance d’une table… » : chacun sait où aller sans lire la liste."),
    )
    anyway = forms.BooleanField(label=_("Tirer quand même"), required=False)
    whole = forms.BooleanField(
        label=_("Tirer selon le classement complet, positions gardées comprises"), required=False
    )
    seed = forms.IntegerField(
        label=_("Numéro du tirage"),
        min_value=0,
        max_value=BIGGEST_SEED,
        help_text=_("Le même numéro, avec les mêmes joueurs, redonne le même tirage : chacun peut le vérifier."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Écrivez un numéro, n’importe lequel."),
            "invalid": _("Écrivez le numéro en chiffres."),
            "min_value": _("Écrivez un numéro à partir de %(limit_value)s."),
            "max_value": _("Écrivez un numéro de %(limit_value)s au plus."),
        },
    )

    def __init__(
        self,
        *args: Any,
        forecast: Forecast,
        last: Draw | None,
        seed: int,
        alone: bool,
        waited_for: str,
        shown_until: int | None = None,
        prices: TurnPrices | None = None,
        by_rank: bool = False,
        **kwargs: Any,
    ) -> None:
        """
        Propose the choices of the `last` draw, with this `seed`.

        `anyway` is offered when `waited_for` names open sheets, in words. `whole` is offered when the results after the
        round `shown_until` are hidden until the prize-giving. `turns` is offered only with `prices`. `by_rank` says
        that a first round by standings follows the ranks by which the players are qualified.
        """
        super().__init__(*args, **kwargs)
        self.fields["seed"].initial = seed
        remainder = self.fields["remainder"]
        remainder.choices = [(way.remainder.value, way.sentence if alone else _choice(way)) for way in forecast.choices]
        ways = [way.remainder.value for way in forecast.choices]
        remainder.initial = next(iter(ways), None)
        # Nothing to choose when the tables come out even; the field stays, so that the answer is always sent.
        remainder.widget = forms.HiddenInput() if forecast.is_even else forms.RadioSelect(choices=remainder.choices)
        if alone or not prices:
            del self.fields["turns"]
        else:
            self.fields["turns"].widget.meanings = {turns: _meaning(turns, forecast, prices) for turns in Turns}
        if alone:
            remainder.label = _("Comment répartir les joueurs")
            del self.fields["mode"], self.fields["by_rule"]
        else:
            self._propose(forecast, last, ways, by_rank=by_rank)
        if waited_for:
            still_open = gettext("Feuilles encore ouvertes : %(sheets)s. Le classement peut encore changer.")
            self.fields["anyway"].help_text = still_open % {"sheets": waited_for}
        else:
            del self.fields["anyway"]
        self._offer_whole(shown_until)

    def _offer_whole(self, shown_until: int | None) -> None:
        if shown_until is not None:
            help_text = gettext(
                "Les résultats après la position %(number)d sont gardés jusqu’à la remise des prix. Sans cette case, "
                "les tables suivent le classement que tout le monde lit, et ne disent rien de plus. Avec elle, dès que "
                "le tirage est publié, les tables disent à tous qui est en tête : la table 1 a les premiers."
            )
            self.fields["whole"].help_text = help_text % {"number": shown_until}
        else:
            del self.fields["whole"]

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        number: int | None,
        *,
        forecast: Forecast,
        last: Draw | None,
        typed: Mapping[str, Any] | None = None,
    ) -> "DrawForm":
        """Return the form for every round not begun, or for round `number` alone, in the tournament's present state."""
        shown_until = _shown_until(tournament, forecast)
        by_rank = number is None and begins_by_rank(tournament, forecast.begun + 1)
        if number is None:
            seed = last.seed + 1 if last else tournament.seed
            waited_for, prices = forecast.waited_for, turn_prices(tournament, forecast)
        else:
            seed, prices = (last.seed if last else tournament.seed) + 1, None
            by_standings = way_of_round(tournament, number)[0].by_standings
            waited_for = _other_sheets(forecast, number) if by_standings else ""
            shown_until = shown_until if by_standings else None
        return cls(
            typed,
            forecast=forecast,
            last=last,
            seed=seed,
            alone=number is not None,
            waited_for=waited_for,
            shown_until=shown_until,
            prices=prices,
            by_rank=by_rank,
        )

    def _propose(self, forecast: Forecast, last: Draw | None, ways: list[str], *, by_rank: bool) -> None:
        """Set the initial values to the choices of the last draw of every round not begun."""
        self.fields["mode"].initial = last.mode if last else DrawMode.DANISH if by_rank else DrawMode.ROTATION
        if by_rank:
            ranks = gettext(
                "La première position suit le rang de qualification : les quatre premiers à la table 1, les quatre "
                "suivants à la table 2. Les positions suivantes comptent ce que chacun a gardé."
            )
            of_ranks = {mode: f"{MODE_MEANINGS[mode]} {ranks}" for mode in DrawMode if mode.by_standings}
            self.fields["mode"].widget.meanings = MODE_MEANINGS | of_ranks
        self.fields["by_rule"].initial = last.by_rule if last else False
        if "turns" in self.fields:
            self.fields["turns"].initial = last.turns if last else Turns.FIRST
        if last is not None and last.remainder in ways:
            self.fields["remainder"].initial = last.remainder
        if forecast.begun or forecast.travels:  # a movement starts with the first round
            del self.fields["by_rule"]
        if forecast.travels:  # all rounds at once
            self.fields["mode"].widget, self.fields["mode"].initial = forms.HiddenInput(), DrawMode.ROTATION


def _other_sheets(forecast: Forecast, number: int) -> str:
    """Return, in words, the open sheets of the other rounds: a draw of round `number` by the standings needs them."""
    return sheet_words(sheet for sheet in forecast.missing if sheet[0] != number)


def _shown_until(tournament: Tournament, forecast: Forecast) -> int | None:
    """Return the number of the last public round; None when no begun round is hidden."""
    last_shown = begun_and_shown(tournament, forecast.begun)
    return last_shown if last_shown < forecast.begun else None


def few_lines(message: str) -> None:
    """Refuse a notice of more lines than its page holds."""
    if len(message.splitlines()) > MOST_LINES:
        raise forms.ValidationError(
            _("L’avis ne tient pas sur une page : %(limit_value)d lignes au plus."), params={"limit_value": MOST_LINES}
        )


class PrintForm(RefusableForm):
    """Asks which document of a rotation is printed. `position`: the round of a document about one round, else empty."""

    kind = forms.TypedChoiceField(
        choices=[(kind.value, kind.label) for kind in PRINTS],
        coerce=JobKind,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choisissez un document de la liste.")),
    )
    position = ListedNumberField(_("Choisissez une position de la liste."), required=False)
    paper = forms.TypedChoiceField(
        choices=Paper.choices,
        coerce=Paper,
        required=False,
        empty_value=Paper.A4,
        error_messages={"invalid_choice": _("Choisissez le papier : A4 ou A3.")},
    )
    papers = forms.TypedMultipleChoiceField(
        choices=[(str(kind), label) for kind, label in PAPERS.items()],
        coerce=JobKind,
        required=False,
        error_messages={"invalid_choice": _("Cochez des papiers de la liste.")},
    )
    moved = forms.BooleanField(required=False)  # the cards of those alone whom the smallest change moved
    usual = forms.BooleanField(required=False)  # what a hall needs now, in place of `position` and `papers`
    message = forms.CharField(
        required=False,
        max_length=LONGEST_MESSAGE,
        validators=[few_lines],
        error_messages={
            "max_length": _("L’avis ne tient pas sur une page : %(limit_value)d caractères au plus."),
        },
    )


def _meaning(turns: Turns, forecast: Forecast, prices: TurnPrices) -> str:
    """Return what a choice of `turns` means, and how many repeats each way of seating everybody costs."""
    sentences = [str(TURN_MEANINGS[turns])]
    for way in forecast.choices:
        if way.remainder in prices:
            price = _price(prices[way.remainder][turns])
            sentences.append(gettext("%(tables)s : %(price)s.") % {"tables": way.sentence, "price": price})
    return " ".join(sentences)


def _price(price: RepeatBounds) -> str:
    """Return in words the repeats that a short search found, and the proved minimum if there is one."""
    if not price.reached:
        return gettext("aucune rencontre répétée à un essai rapide")
    sentence = ngettext(
        "%(count)d rencontre répétée à un essai rapide",
        "%(count)d rencontres répétées à un essai rapide",
        price.reached,
    )
    if price.least == price.reached:
        sentence += gettext(", pas moins avec ce choix")
    elif price.least:
        sentence += gettext(", au moins %(least)d")
    return sentence % {"least": price.least, "count": price.reached}


def _choice(way: Choice) -> str:
    """Return « Des tables plus petites : 3 tables de 4, 1 table de 3 »."""
    return gettext("%(way)s : %(tables)s") % {
        "way": str(REMAINDER_WORDS[way.remainder]).capitalize(),
        "tables": way.sentence,
    }
