"""Forms about a tournament: its settings, and why a final tournament is opened again."""

import datetime
import secrets
from dataclasses import fields
from typing import Any

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.asked_days import AskedDayForm
from tournaments.forms.base import RefusableForm, SeenReasonForm
from tournaments.forms.evening.duplicate import FORMULAS, DuplicateAsked
from tournaments.forms.evening.matches import MatchSettings
from tournaments.forms.evening.trios import TriosAsked
from tournaments.forms.fields import WHOLE_NUMBER, DayField, HourField, MomentField, NameField, ReasonField
from tournaments.forms.in_words import Fold, folded, initial_in_words
from tournaments.forms.tie_breaks import TieBreaksField
from tournaments.kit.dated_names import LONGEST, evening_name
from tournaments.kit.text import whole_number
from tournaments.labels import (
    REMAINDER_WORDS,
    Keeps,
    Pace,
    TimeUp,
    TournamentState,
    missed_rules,
    remainders,
    table_sizes,
    team_sizes,
    unfinished_rules,
)
from tournaments.models import Club, Season, Tournament
from tournaments.queries.pages.addresses import sends_mail
from tournaments.seating import Remainder
from tournaments.services.evening.settings import (
    ALWAYS_FREE,
    COMPARED,
    ENTRY,
    FREE_UNTIL_THE_END,
    FROM_HOME,
    OF_MATCHES,
    REMAINDERS,
    Settings,
)
from tournaments.standings import Missed, Unfinished

STATES_OFFERED = [
    (TournamentState.DRAFT, _("les organisateurs seulement : c’est un brouillon")),
    (TournamentState.ANNOUNCED, _("tout le monde : il est annoncé")),
    (TournamentState.OPEN, _("tout le monde, et les inscriptions sont ouvertes")),
]


# Settings that have a good default, by the folded part of the form that holds them.
FOLDED = {
    "shown": ("season", "state", "is_trial"),
    "played": ("remainder", "keeps", "void_donnes_count", "seed"),
    "ranked": (
        *(*COMPARED[1:], "scale_file", *OF_MATCHES),
        *("unfinished_rule", "minimum_rounds", "missed_counts", "missed_points", "tie_breaks", "hidden_rounds"),
    ),
}


# Ticks added later: a page opened before an update does not show them, and must not take them off.
ADDED_LATER = (
    "entry_at_tables",
    "needs_confirmation",
    *("closes_itself", "double_entry"),
    "arbiters_correct_after_end",
    "entries_open",
    "entries_confirmed",
    "compared_per_opponent",
    "boards_travel",
    "compared_small_fields",
    *("plays_matches", "plays_trios"),
)
ADDED_LATER_TOO = {"starts_at", "place", *FROM_HOME} - {"entries_open", "entries_confirmed"}
USUAL_HOUR = datetime.time(20, 30)  # of a club's first evening, until it says another
ASKED = "asked"  # the hidden field that names those that the page shows


class TournamentForm(DuplicateAsked, TriosAsked, MatchSettings, AskedDayForm, SeenReasonForm):
    """
    Asks for a tournament's settings. `locked` names the settings that can no longer change: shown, not asked.

    A reason is asked when a change of the ranking rule moves places; `seen` is a digest of the rule shown.
    """

    name = NameField(label=_("Nom"), max_length=LONGEST, error_messages={"required": _("Donnez un nom au tournoi.")})
    date = DayField(label=_("Date"), error_messages={"required": _("Choisissez la date.")})
    starts_at = HourField(label=_("Heure"), required=False)
    place = NameField(
        label=_("Lieu"), max_length=200, required=False, help_text=_("Laissez vide pour la salle du club.")
    )
    season = forms.ModelChoiceField(
        label=_("Saison"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("Hors saison"),
        help_text=_("Le tournoi compte dans le championnat de cette saison."),
    )
    rounds_planned = forms.IntegerField(
        label=_("Nombre de positions"),
        error_messages=WHOLE_NUMBER,
        help_text=_("Une position : quelques donnes à une table, puis chacun change de place."),
    )
    table_size = forms.TypedChoiceField(
        label=_("Joueurs par table"), choices=table_sizes, coerce=int, widget=forms.RadioSelect
    )
    team_size = forms.TypedChoiceField(
        label=_("Équipes"),
        choices=team_sizes,
        coerce=int,
        required=False,
        empty_value="0",
        help_text=_(
            "Chacun garde sa ligne au classement ; son équipe additionne ce qu’apportent ses joueurs, qui ne "
            "jouent jamais l’un contre l’autre. Elles se forment sous « Joueurs »."
        ),
    )
    remainder = forms.ChoiceField(
        label=_("Si le compte n’y est pas"),
        choices=remainders(),
        widget=forms.RadioSelect,
        help_text=_("Quand le nombre de présents n’est pas un multiple. Vous pourrez encore choisir au tirage."),
    )
    pace = forms.ChoiceField(label=_("Fin d’une position"), choices=Pace.choices, widget=forms.RadioSelect)
    donnes_per_round = forms.IntegerField(
        label=_("Donnes par position"),
        required=False,
        error_messages=WHOLE_NUMBER,
        help_text=_("Si le nombre de donnes est fixé."),
    )
    minutes_per_round = forms.IntegerField(
        label=_("Minutes par position"),
        required=False,
        error_messages=WHOLE_NUMBER,
        help_text=_("Si la durée est fixée."),
    )
    at_time_up = forms.ChoiceField(
        label=_("Quand le temps est écoulé"),
        choices=TimeUp.choices,
        initial=TimeUp.FINISH,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "Si la durée est fixée : les joueurs le lisent à leur table, sur la page publique et au grand écran."
        ),
    )
    keeps = forms.ChoiceField(label=_("La feuille garde"), choices=Keeps.choices, widget=forms.RadioSelect)
    void_donnes_count = forms.BooleanField(
        label=_("Une donne passée ou annulée compte parmi les donnes de la position"),
        required=False,
        help_text=_("Sinon elle est redonnée."),
    )
    plays_matches = forms.BooleanField(
        label=_("Par matchs d’équipes, preneur imposé"),
        required=False,
        help_text=_(
            "En duplicate : deux équipes de quatre à six se rencontrent à deux tables aux mêmes étuis, et l’on compare "
            "leurs deux preneurs. Les capitaines disent qui joue."
        ),
    )
    is_trial = forms.BooleanField(
        label=_("C’est un essai"),
        required=False,
        help_text=_(
            "Pour apprendre : aucune page publique ne le montre, il ne compte dans aucun championnat, "
            "et il se supprime d’un geste."
        ),
    )
    entry_at_tables = forms.BooleanField(
        label=_("Les joueurs peuvent saisir leurs donnes à leur table"),
        required=False,
        help_text=_("Avec un téléphone et le QR code de la table, sans compte. L’arbitre voit tout et corrige tout."),
    )
    needs_confirmation = forms.BooleanField(
        label=_("Un joueur de l’autre camp confirme chaque donne"),
        required=False,
        help_text=_("Sur son téléphone, ou sur celui de la table qu’on lui passe."),
    )
    closes_itself = forms.BooleanField(
        label=_("Une feuille complète et signée par tous se clôt d’elle-même"),
        required=False,
        help_text=_("Sinon l’arbitre la clôt."),
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes pour contester"),
        required=False,
        error_messages=WHOLE_NUMBER,
        help_text=_("Après la clôture de la feuille, de 0 à 120."),
    )
    double_entry = forms.BooleanField(
        label=_("Une feuille papier est tapée par deux personnes"),
        required=False,
        help_text=_("La seconde ne voit pas la première : elles s’accordent, ou l’on s’arrête là où elles diffèrent."),
    )
    arbiters_correct_after_end = forms.BooleanField(
        label=_("Un arbitre aussi corrige le tournoi après sa fin"),
        required=False,
        help_text=_("Avec un motif que tout le monde lit. Sinon l’organisateur seul."),
    )
    entries_open = forms.BooleanField(
        label=_("On s’inscrit en ligne"),
        required=False,
        help_text=_("Chacun s’inscrit depuis la page publique, sans compte. Vous acceptez qui vient."),
    )
    entries_close_at = MomentField(
        label=_("Jusqu’au"),
        required=False,
        help_text=_("Laissez vide pour que l’on s’inscrive jusqu’au début du tournoi."),
    )
    capacity = forms.IntegerField(
        label=_("Places en ligne"),
        required=False,
        error_messages=WHOLE_NUMBER,
        widget=forms.NumberInput(attrs={"min": 1}),
        help_text=_(
            "La suite s’inscrit sur une liste d’attente. Ceux que vous inscrivez vous-même n’y comptent pas. "
            "Laissez vide pour ne pas compter les places."
        ),
    )
    people_per_entry = forms.TypedChoiceField(
        label=_("On s’inscrit"),
        choices=[
            (1, _("chacun pour soi")),
            (2, _("à deux")),
            (3, _("à trois au plus")),
            (4, _("à quatre au plus")),
            (5, _("à cinq au plus")),
            (6, _("à six au plus")),
        ],
        coerce=int,
        required=False,
        empty_value="1",
        initial=1,
        widget=forms.RadioSelect,
        help_text=_("À plusieurs, une seule personne s’inscrit et nomme les autres."),
    )
    entries_confirmed = forms.BooleanField(
        label=_("Une adresse électronique est confirmée avant de tenir une place"),
        required=False,
        help_text=_("Qui s’inscrit reçoit un message et ouvre son lien ; jusque-là il n’a ni place ni rang d’attente."),
    )
    state = forms.ChoiceField(
        label=_("Qui le voit"),
        choices=STATES_OFFERED,
        initial=TournamentState.DRAFT,
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Cela se change d’un geste, et publier le premier tirage le montre à tous."),
    )
    unfinished_rule = forms.TypedChoiceField(
        label=_("Qui n’a pas joué toutes les positions"),
        choices=unfinished_rules,
        required=False,
        empty_value=Unfinished.RANKED,
        widget=forms.RadioSelect,
        help_text=_("Qui arrive en cours, part avant la fin ou manque une position. Un exempt a joué : il était là."),
    )
    minimum_rounds = forms.IntegerField(
        label=_("Minimum de positions"),
        required=False,
        error_messages=WHOLE_NUMBER,
        help_text=_("S’il y a un minimum. Laissez vide pour plus de la moitié."),
    )
    missed_counts = forms.TypedChoiceField(
        label=_("Une position exempte ou manquée rapporte"),
        choices=missed_rules,
        required=False,
        empty_value=Missed.ZERO,
        widget=forms.RadioSelect,
        help_text=_("La moyenne profite à qui part en tête : demandez alors un minimum de positions."),
    )
    missed_points = forms.IntegerField(
        label=_("Points fixés"),
        required=False,
        error_messages=WHOLE_NUMBER,
        help_text=_("Si leur nombre est fixé ; par exemple 0, 30 ou −20."),
    )
    tie_breaks = TieBreaksField(
        label=_("À total égal"),
        required=False,
        help_text=_(
            "Le premier critère départage, le suivant qui reste à égalité. Sans critère, la place est partagée."
        ),
    )
    hidden_rounds = forms.IntegerField(
        label=_("Dernières positions gardées jusqu’à la remise des prix"),
        required=False,
        min_value=0,
        max_value=29,
        error_messages=WHOLE_NUMBER,
        help_text=_(
            "Leurs résultats ne paraissent pour tout le monde que lorsque vous publiez le classement. "
            "Vide ou 0 : tout se lit aussitôt."
        ),
    )
    seed = forms.IntegerField(
        label=_("Numéro du tirage"),
        error_messages=WHOLE_NUMBER,
        help_text=_("Le même numéro, avec les mêmes présents, redonne le même tirage."),
    )

    def __init__(
        self, *args: Any, club: Club, locked: frozenset[str] = frozenset(), is_new: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, autofocus=False, **kwargs)
        if self.is_bound:
            self._keep_ticks_not_asked()
        self.locked = locked
        self.club = club
        for name in ("reason", "seen") if is_new else ("state",):  # its state is changed by buttons of its own
            del self.fields[name]
        if is_new:
            self.fields["name"].required = False
            self.fields["name"].help_text = _("Laissez vide : elle s’appelle d’après sa date.")
            self.fields["name"].widget.attrs["placeholder"] = evening_name(timezone.localdate())
        self.fields["place"].widget.attrs["placeholder"] = club.hall
        if not sends_mail():
            self.fields["entries_confirmed"].help_text = _(
                "Ce site n’envoie pas encore de messages : d’ici là, chacun tient sa place aussitôt."
            )
        if self.is_published:  # another method is chosen then, but libre and duplicate do not become each other
            is_duplicate = bool(self.initial.get("compared_by"))
            self.fields["compared_by"].choices = FORMULAS[1:] if is_duplicate else FORMULAS[:1]
        self.fields["season"].queryset = club.seasons.all()
        offered = REMAINDERS.get(whole_number(str(self["table_size"].value() or 4)) or 0)
        # Only what is drawn changes: a choice that does not fit the size is refused with a sentence that says why.
        self.fields["remainder"].widget.choices = [
            (remainder, REMAINDER_WORDS[remainder]) for remainder in offered or Remainder
        ]

    def _keep_ticks_not_asked(self) -> None:
        """Keep the value of a tick that the page did not show: an unticked box sends nothing either."""
        asked_ticks = self.data.get(ASKED, "").split()
        missing = [name for name in ADDED_LATER if name not in asked_ticks and name not in self.data]
        restored = {name: "on" for name in missing if self.initial.get(name, getattr(Settings, name))}
        if restored:
            self.data = self.data.copy()
            self.data.update(restored)

    @property
    def asked_ticks(self) -> str:
        """Return the value of the hidden field `asked`: the names of the ticks of `ADDED_LATER` on this page."""
        return " ".join(ADDED_LATER)

    @classmethod
    def new(cls, *, club: Club, today: datetime.date, typed: dict[str, Any] | None = None) -> "TournamentForm":
        """Return the form for a new tournament, filled in with usual values, then with `typed`."""
        season = club.seasons.filter(starts_on__lte=today, ends_on__gte=today).first()
        last = club.tournaments.filter(is_trial=False, starts_at__isnull=False).first()
        usual = {field.name: field.default for field in fields(Settings)} | {
            "unfinished_rule": Unfinished.MINIMUM,  # who leaves early must not win the evening
            "name": "",
            "date": today,
            "starts_at": last.starts_at if last else USUAL_HOUR,
            "season": season,
            "seed": secrets.randbelow(9000) + 1000,
        }
        return cls(club=club, initial=usual | (typed or {}))

    @classmethod
    def about(
        cls, tournament: Tournament, *, data: dict[str, Any] | None = None, files: Any = None
    ) -> "TournamentForm":
        """Return the form for a tournament. Settings locked or `FREE_UNTIL_THE_END` keep their value when not sent."""
        club, initial = tournament.club, {
            field.name: getattr(tournament, field.name) for field in fields(Settings)
        }  # fmt: skip
        published = tournament.rounds.exists()
        free = ALWAYS_FREE if tournament.is_finished else ALWAYS_FREE | FREE_UNTIL_THE_END
        locked = frozenset(initial) - free if published else frozenset()
        if data is None:
            return cls(club=club, locked=locked, initial=initial | {"pk": tournament.pk}, is_new=False)
        not_sent = {
            name: initial[name]
            for name in locked | FREE_UNTIL_THE_END | ADDED_LATER_TOO
            if name not in data and initial[name] not in (None, False)
        }
        return cls(
            not_sent | data, files, club=club, locked=locked, initial=initial | {"pk": tournament.pk}, is_new=False
        )

    def clean(self) -> dict[str, Any]:
        """Return the typed values; a tournament without a name is named after its day."""
        cleaned = super().clean()
        if not cleaned.get("name") and "name" not in self.errors and cleaned.get("date"):
            cleaned["name"] = evening_name(cleaned["date"])
        return cleaned

    def beside(self) -> dict[str, Any]:
        return {"at": self.cleaned_data["starts_at"], "but": Q(pk=self.initial.get("pk"))}

    def clean_at_time_up(self) -> str:
        """Return what was chosen; the earlier value when nothing was sent."""
        return self.cleaned_data["at_time_up"] or self.initial.get("at_time_up", Settings.at_time_up)

    def clean_protest_minutes(self) -> int:
        """Return the minutes typed; the earlier minutes for an empty box."""
        minutes: int | None = self.cleaned_data["protest_minutes"]
        return self.initial.get("protest_minutes", Settings.protest_minutes) if minutes is None else minutes

    def clean_people_per_entry(self) -> int:
        """Return how many people an entry may name; 1 when nothing was sent."""
        return int(self.cleaned_data["people_per_entry"])

    def clean_team_size(self) -> int:
        """Return how many of a team play; 0 when nothing was sent."""
        return int(self.cleaned_data["team_size"])

    def clean_hidden_rounds(self) -> int:
        """Return how many last rounds are hidden until the prize-giving; 0 for an empty box."""
        return self.cleaned_data["hidden_rounds"] or 0

    @property
    def answers_entry(self) -> bool:
        """Return True when the folded part about entry at the tables has an error, and so is shown open."""
        return any(self[name].errors for name in ENTRY)

    @property
    def answers_from_home(self) -> bool:
        """Return True when the folded part about entries from home has an error, and so is shown open."""
        return any(self[name].errors for name in FROM_HOME)

    @property
    def first_state(self) -> str:
        """Return who sees a new tournament (a `TournamentState`); a draft when nothing was chosen."""
        return self.cleaned_data["state"] or TournamentState.DRAFT

    @property
    def settings(self) -> Settings:
        return Settings(**{field.name: self.cleaned_data[field.name] for field in fields(Settings)})

    @property
    def is_published(self) -> bool:
        """Return True when rounds are published, so that the formula is settled."""
        return "table_size" in self.locked

    @property
    def is_ranking_locked(self) -> bool:
        """Return True when the rule for unfinished evenings can no longer change: the ranking is final."""
        return "unfinished_rule" in self.locked

    def folds(self) -> dict[str, Fold]:
        """Return the folded parts of the form, by name, each with its values in words."""
        return {part: folded(self, names) for part, names in FOLDED.items()}

    def played_like(self) -> list[tuple[str, str]]:
        """Return the locked settings in words: (label, value)."""
        return initial_in_words(self, self.locked)


class ReopeningForm(RefusableForm):
    """Asks why a final tournament is opened again."""

    reason = ReasonField(max_length=500)
