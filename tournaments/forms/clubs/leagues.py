"""Forms about a league: its rule, and the season of another club that may count in the league."""

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm, SeenReasonForm
from tournaments.forms.fields import DayField, NameField
from tournaments.forms.tie_breaks import TieBreaksField
from tournaments.kit.days import french_day
from tournaments.labels import choices_of
from tournaments.league_labels import ADDS_WORDS, BRINGS_WORDS, LEAGUE_TIE_WORDS
from tournaments.models import League, Season, Series
from tournaments.queries.standings.league_events import events_offered, moved_away
from tournaments.queries.standings.league_words import weight_text
from tournaments.services.clubs.leagues import LeagueFacts
from tournaments.standings import Adds, Brings, LeagueRule, LeagueTie
from tournaments.standings.leagues import HUNDREDTHS, MOST_EVENTS, MOST_PLACES, MOST_POINTS_OF_A_PLACE, ONCE

WHOLE = {"invalid": _("Écrivez un nombre entier, ou rien.")}
USUAL_TABLE = (15, 12, 10, 8, 7, 6, 5, 4, 3, 2)  # proposed, for a club to change
APART = re.compile(r"[\s,;/–-]+")
DIGITS = 5
WEIGHTS = (ONCE, 0, 50, 150, 200, 250, 300, 400, 500)  # offered, in hundredths
TERM = ("starts_on", "ends_on", "only_chosen")
EVENING = "evening_"  # how the field of each evening begins


class WeightSelect(forms.Select):
    """How often an evening counts; its template has no empty lines: a comité's rule asks it of two hundred evenings."""

    template_name = "tournaments/office/weight_select.html"


class PlacePointsField(forms.CharField):
    """The points of each place, the best place first, as people write them: « 15 12 10 », « 15, 12, 10 »."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=1200, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the points. Refuses a text that is no whole number, and more points for a worse place."""
        texts = [text for text in APART.split(super().clean(value)) if text]
        for text in texts:
            if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
                sentence = gettext("« %(text)s » n’est pas un nombre de points : écrivez par exemple « 15 12 10 8 ».")
                raise forms.ValidationError(sentence % {"text": text[:20]})
        points = tuple(map(int, texts))
        if len(points) > MOST_PLACES or any(one > MOST_POINTS_OF_A_PLACE for one in points):
            sentence = gettext("Au plus %(places)d places, de %(points)d points au plus.")
            raise forms.ValidationError(sentence % {"places": MOST_PLACES, "points": MOST_POINTS_OF_A_PLACE})
        for place, (better, worse) in enumerate(pairwise(points), 2):
            if worse > better:
                sentence = gettext("La place %(place)d rapporterait %(worse)d, plus que la place d’avant (%(better)d).")
                raise forms.ValidationError(sentence % {"place": place, "worse": worse, "better": better})
        return points


def _count(label: Any, *, most: int = MOST_EVENTS, least: int = 1, help_text: Any = "") -> forms.IntegerField:
    """Return the field of a number that may be left empty."""
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, error_messages=WHOLE, help_text=help_text
    )


class LeagueForm(SeenReasonForm):
    """Asks for the rule of a league as the club announces it; asks for a reason when a changed rule moves places."""

    name = NameField(
        label=_("Nom"),
        max_length=60,
        help_text=_("Par exemple « Challenge du vendredi »."),
        error_messages={"required": _("Donnez un nom au championnat.")},
    )
    of_teams = forms.BooleanField(
        label=_("Classer les équipes, et non les joueurs"),
        required=False,
        help_text=_("Compte les tournois par équipes : une équipe garde son nom d’une soirée à l’autre."),
    )
    brings = forms.ChoiceField(
        label=_("Une soirée rapporte"), choices=choices_of(BRINGS_WORDS), widget=forms.RadioSelect
    )
    table = PlacePointsField(
        label=_("Points de chaque place"),
        help_text=_("Du premier au dernier, séparés par une espace. Sert quand le tableau est choisi."),
    )
    after_table = _count(
        _("Points des places suivantes"),
        most=MOST_POINTS_OF_A_PLACE,
        least=0,
        help_text=_("De qui est classé plus loin que le tableau. Vide : rien."),
    )
    bonus = _count(
        _("Points de présence"),
        most=MOST_POINTS_OF_A_PLACE,
        least=0,
        help_text=_("Ajoutés pour chaque soirée où l’on est classé. Vide : rien."),
    )
    adds = forms.ChoiceField(
        label=_("Des résultats qui comptent on fait"), choices=choices_of(ADDS_WORDS), widget=forms.RadioSelect
    )
    best_of = _count(_("Meilleurs résultats comptés"), help_text=_("Laissez vide pour compter toutes les soirées."))
    drops = _count(
        _("Plus mauvais résultats retirés"),
        least=0,
        help_text=_("Une soirée manquée est retirée d’abord. Vide : aucun."),
    )
    minimum = _count(
        _("Soirées qu’il faut pour être classé"),
        help_text=_("Laissez vide pour classer tout le monde. Compte dès que la saison a autant de soirées."),
    )
    ties = TieBreaksField(words=LEAGUE_TIE_WORDS, label=_("À total égal"), required=False)
    series = forms.ModelChoiceField(
        label=_("Soirées comptées"),
        queryset=Series.objects.none(),
        required=False,
        empty_label=_("toutes celles de la saison"),
    )
    starts_on = DayField(label=_("Du"), required=False, help_text=_("Vide : depuis le début."))
    ends_on = DayField(label=_("Au"), required=False, help_text=_("Vide : jusqu’à la fin."))
    only_chosen = forms.BooleanField(
        label=_("Ne compter que les soirées choisies"),
        required=False,
        help_text=_("Celles qui comptent sont alors à dire une à une. Sinon toutes comptent, sauf celles écartées."),
    )
    club_best = _count(
        _("Classement des clubs : joueurs comptés par soirée"),
        help_text=_(
            "Les meilleurs de chaque club, parmi ceux dont le nom est montré. Vide : les clubs ne sont pas classés."
        ),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, autofocus=False, **kwargs)
        self.league = league
        if league.committee_id is not None:
            del self.fields["series"]  # it counts the evenings of clubs that agreed, and each has its series
        else:
            self.fields["series"].queryset = league.season.club.series.all()
        weights = dict(league.ranking_rule.weights)
        choices = [("", "–"), *((weight, _counted(weight)) for weight in WEIGHTS)]
        for event in events_offered(league):
            club = "" if event.club_id == league.season.club_id else f" ({event.club})"
            self.fields[f"{EVENING}{event.pk}"] = forms.TypedChoiceField(
                label=f"{event.name}{club}, {french_day(event.date)}",
                choices=choices,
                widget=WeightSelect,
                coerce=int,
                empty_value=None,
                required=False,
                initial=weights.get(event.pk),
            )

    @classmethod
    def about(cls, league: League) -> "LeagueForm":
        rule = league.ranking_rule
        said = {name: getattr(rule, name) or None for name in ("after_table", "bonus", "drops")}
        as_it_is = (
            "of_teams",
            "brings",
            "adds",
            "best_of",
            "minimum",
            "club_best",
            "starts_on",
            "ends_on",
            "only_chosen",
        )
        initial = {
            **{name: getattr(rule, name) for name in as_it_is},
            **said,
            "name": league.name,
            "table": rule.table or USUAL_TABLE,
            "ties": ",".join(rule.ties),
            "series": league.series_id,
        }
        return cls(league=league, initial=initial)

    @classmethod
    def proposed(cls, season: Season) -> "LeagueForm":
        """Return the form of one more league of a season, filled in with usual values."""
        initial = {"brings": Brings.SCORES, "adds": Adds.SUM, "table": USUAL_TABLE}
        return cls(league=League(season=season, number=0), initial=initial)

    @cached_property
    def evenings(self) -> list[forms.BoundField]:
        """The fields of the evenings, by date."""
        return [self[name] for name in self.fields if name.startswith(EVENING)]

    @property
    def has_evenings_apart(self) -> bool:
        """True if an evening is chosen, left out or weighed, or something is wrong with one."""
        return any(field.value() not in (None, "") or field.errors for field in self.evenings)

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        by_table = said.get("brings") == Brings.TABLE
        if by_table and "table" in said and not said["table"]:
            sentence = gettext("Écrivez les points de chaque place, ou choisissez ce qu’une soirée rapporte.")
            self.add_error("table", sentence)
        after, table = said.get("after_table") or 0, said.get("table") or ()
        if by_table and table and after > table[-1]:
            sentence = gettext("Les places suivantes rapporteraient plus que la dernière du tableau (%(last)d).")
            self.add_error("after_table", sentence % {"last": table[-1]})
        first, last = said.get("starts_on"), said.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", gettext("Ce serait finir avant de commencer : vérifiez les deux dates."))
        return said

    @property
    def facts(self) -> LeagueFacts:
        """Return the rule typed. Call this on a valid form."""
        said = self.cleaned_data
        brings = Brings(said["brings"])
        by_table = brings is Brings.TABLE
        rule = LeagueRule(
            brings=brings,
            table=said["table"] if by_table else (),
            after_table=(said["after_table"] or 0) if by_table else 0,
            adds=Adds(said["adds"]),
            best_of=said["best_of"],
            drops=said["drops"] or 0,
            minimum=said["minimum"],
            bonus=said["bonus"] or 0,
            ties=tuple(map(LeagueTie, filter(None, said["ties"].split(",")))),
            club_best=said["club_best"],
            of_teams=said["of_teams"],
            **{name: said[name] for name in TERM},
            weights=self._weights(),
        )
        return LeagueFacts(said["name"], rule, said.get("series"))

    def _weights(self) -> tuple[tuple[int, int], ...]:
        """Return the weights said, and those of the league's evenings not offered; none that changes nothing."""
        offered = {int(name.removeprefix(EVENING)): name for name in self.fields if name.startswith(EVENING)}
        held = {event: weight for event, weight in self.league.ranking_rule.weights if event not in offered}
        weights = {event: held[event] for event in held.keys() - moved_away(self.league, held)}
        weights |= {event: said for event, name in offered.items() if (said := self.cleaned_data[name]) is not None}
        usual = 0 if self.cleaned_data["only_chosen"] else ONCE
        return tuple(sorted((event, weight) for event, weight in weights.items() if weight != usual))


def _counted(weight: int) -> str:
    return capfirst(weight_text(Fraction(weight, HUNDREDTHS)))


class GuestForm(RefusableForm):
    """Asks which season of another club is invited to count its evenings in a league."""

    season = forms.ModelChoiceField(
        label=_("Saison d’un autre club"), queryset=Season.objects.none(), empty_label=_("choisissez")
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        days = Q(starts_on__lte=league.season.ends_on, ends_on__gte=league.season.starts_on)
        others = Season.objects.filter(days).exclude(invitations__league=league)
        if league.committee_id is None:
            others = others.exclude(club=league.season.club_id)
        else:
            others = others.filter(club__committee=league.committee_id)
        self.fields["season"].queryset = others.select_related("club").order_by("club__name", "starts_on")
        self.fields["season"].label_from_instance = lambda season: f"{season.club.name}, {season.name}"
        committee = league.committee_id or league.season.club.committee_id
        self.of_committee = others.select_related("club").filter(club__committee=committee) if committee else []
