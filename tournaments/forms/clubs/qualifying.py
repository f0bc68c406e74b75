"""Forms about the stages of a championship: from which ranking a final takes its players, and how many."""

from datetime import timedelta
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import ReasonField
from tournaments.models import League, Qualifying, Tournament, is_shown
from tournaments.models.qualifying import MOST_PEOPLE, WHOLE, holder_of, title_of
from tournaments.queries.standings.qualifying import finals_of
from tournaments.standings import Cut

LOOKED_BACK = timedelta(days=366)  # before the final: rankings that are offered
LEAGUE, TOURNAMENT = "championnat", "tournoi"


def _number(label: Any, *, least: int, most: int, help_text: Any) -> forms.IntegerField:
    """Return the field of a number that may be left empty."""
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        help_text=help_text,
        error_messages={
            "invalid": _("Écrivez un nombre entier, ou rien."),
            "min_value": _("Écrivez un nombre à partir de %(limit_value)s."),
            "max_value": _("Écrivez un nombre de %(limit_value)s au plus."),
        },
    )


class CutForm(RefusableForm):
    """Asks how many of a ranking are qualified, how many of one club, and what they keep of their total."""

    first = _number(
        _("Combien de joueurs"), least=1, most=MOST_PEOPLE, help_text=_("Les premiers du classement, par exemple 8.")
    )
    share = _number(
        _("ou quelle part, en %"), least=1, most=WHOLE, help_text=_("Des joueurs classés, arrondie au-dessus.")
    )
    start = _number(
        _("À partir de la place"),
        least=1,
        most=MOST_PEOPLE,
        help_text=_("Vide : de la 1re. Par exemple 5, si les 4 premiers vont ailleurs."),
    )
    club_most = _number(
        _("Au plus d’un même club"), least=1, most=MOST_PEOPLE, help_text=_("Vide : autant qu’il y en a.")
    )
    carried = _number(
        _("Part du total gardée, en %"),
        least=0,
        most=WHOLE,
        help_text=_("Vide ou 0 : chacun repart de zéro. 100 : chacun garde son total. 50 : la moitié."),
    )

    def ask_about_teams(self) -> None:
        """Word the questions for a final that takes whole teams."""
        self.fields["first"].label = _("Combien d’équipes")
        self.fields["share"].help_text = _("Des équipes classées, arrondie au-dessus.")
        self.fields["club_most"].help_text = _("Vide : autant qu’il y en a. Une équipe est du club de son capitaine.")
        self.fields["carried"].help_text = _("Vide ou 0 : chacune repart de zéro. 100 : chacune garde son total.")

    @staticmethod
    def said(cut: Cut) -> dict[str, Any]:
        """Return the initial values of the form for a cut."""
        said = {"first": cut.first, "share": cut.share, "club_most": cut.club_most, "carried": cut.carried or None}
        return said | {"start": cut.start if cut.start > 1 else None}

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        if not {"first", "share"} & self.errors.keys():
            if said.get("first") is None and said.get("share") is None:
                self.add_error("first", gettext("Dites combien de joueurs se qualifient, ou quelle part."))
            elif said.get("first") is not None and said.get("share") is not None:
                self.add_error("share", gettext("Dites un nombre ou une part, pas les deux."))
        return said

    @property
    def cut(self) -> Cut:
        """Return what was typed. Call this on a valid form."""
        said = self.cleaned_data
        return Cut(said["first"], said["share"], said["club_most"], said["carried"] or 0, said["start"] or 1)


class SourceForm(CutForm):
    """Asks for one more ranking that leads to a final: of this club, or public and of another one."""

    source = forms.ChoiceField(
        label=_("Classement"), error_messages={"required": _("Choisissez d’où viennent les qualifiés.")}
    )
    field_order = ("source", "first", "share", "start", "club_most", "carried")

    def __init__(self, *args: Any, final: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.origins = dict(_origins(final))
        if final.has_teams:
            self.ask_about_teams()
        by_club: dict[str, list[tuple[str, str]]] = {}
        for code, origin in self.origins.items():
            by_club.setdefault(holder_of(origin).name, []).append((code, _label(origin)))
        self.fields["source"].choices = [("", gettext("choisissez")), *by_club.items()]

    @property
    def origin(self) -> League | Tournament:
        """Return the ranking chosen. Call this on a valid form."""
        return self.origins[self.cleaned_data["source"]]


def _origins(final: Tournament) -> list[tuple[str, League | Tournament]]:
    """Return (code, ranking) of all that may lead to a final, its own club first. Two queries."""
    since, own = final.date - LOOKED_BACK, Q(club=final.club_id)
    # Where teams are qualified, only tournaments of teams of the same size rank any.
    held = {row.league_id or -(row.source_id or 0) for row in final.sources.all()}
    leagues = League.objects.filter(season__ends_on__gte=since, season__starts_on__lte=final.date)
    if final.has_teams:
        leagues = leagues.none()
    tournaments = Tournament.objects.filter(own | is_shown(), date__range=(since, final.date)).exclude(pk=final.pk)
    tournaments = tournaments.filter(team_size=final.team_size)
    if not final.is_trial:
        tournaments = tournaments.filter(is_trial=False)
    found: list[tuple[str, League | Tournament]] = [
        (f"{LEAGUE}-{league.pk}", league)
        for league in leagues.select_related("season__club", "committee").order_by(
            "season__club__name", "season__starts_on"
        )
        if league.pk not in held
    ]
    found += [
        (f"{TOURNAMENT}-{tournament.pk}", tournament)
        for tournament in tournaments.select_related("club").order_by("club__name", "-date", "-pk")
        if -tournament.pk not in held
    ]
    near = (final.club, final.club.committee)
    return sorted(found, key=lambda pair: holder_of(pair[1]) not in near)


def _label(origin: League | Tournament) -> str:
    return title_of(origin) if isinstance(origin, League) else f"{origin.name}, {origin.date:%d/%m/%Y}"


class ChangedCutForm(CutForm):
    """Asks for another cut of a source; for a reason too, which everybody reads, once the source has a result."""

    reason = ReasonField(label=_("Motif"), required=False, help_text=_("Lu par tous, dès qu’un résultat est connu."))

    @classmethod
    def about(cls, row: Qualifying) -> "ChangedCutForm":
        return cls(initial=cls.said(row.cut))


class AnnouncedForm(ChangedCutForm):
    """Asks how many players of a league go to its final, and in which tournament that is played."""

    final = forms.ModelChoiceField(
        label=_("Tournoi de la finale"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=_("pas encore choisi"),
        help_text=_("Il ne compte pas parmi les soirées."),
    )
    field_order = ("final", "first", "share", "start", "club_most", "carried", "reason")

    def __init__(self, *args: Any, league: League, row: Qualifying | None, **kwargs: Any) -> None:
        initial = {"final": row.final_id, **self.said(row.cut)} if row else {}
        super().__init__(*args, **{"initial": initial, **kwargs})
        if row is None:  # nothing was announced yet
            del self.fields["reason"]
        season = league.season
        finals = finals_of(league).select_related("club")
        if league.committee_id is not None:
            self.fields["final"].help_text = _(
                "D’un club du comité, qui y ajoute d’abord ce championnat à sa page « Qualifiés »."
            )
            self.fields["final"].label_from_instance = lambda final: f"{final}, {final.club}"
        else:
            finals = finals.filter(Q(season=season) | Q(season=None, date__gte=season.starts_on))
        self.fields["final"].queryset = finals
