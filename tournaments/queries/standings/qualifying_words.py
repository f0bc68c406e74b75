"""Sentences about the stages of a championship, the same on pages, on papers and in lists."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_language
from tournaments.kit.text import percent
from tournaments.models import JournalEntry
from tournaments.queries.people.names import public_name
from tournaments.queries.standings.candidates import Candidate, in_two_teams, ranks_for
from tournaments.queries.standings.known_leagues import name_read_by
from tournaments.queries.standings.own_finals import OwnPlace, OwnState
from tournaments.queries.standings.qualifying import FinalStage, SourceNow, has_unit_of
from tournaments.queries.standings.team_people import TeamOfPeople
from tournaments.queries.standings.words import lacking_words
from tournaments.standings import Cut
from tournaments.standings.qualifying import WHOLE

CHANGED = "qualification changée"  # in the journal
RESERVES_TOLD = 12


def cut_words(cut: Cut, *, of_teams: bool = False) -> str:
    """Return how many a cut takes, of one club too, and what they keep: « les 8 premiers, chacun repart de zéro »."""
    if cut.first is not None and cut.start > 1:
        last = cut.start + cut.first - 1
        places = _("les places %(start)d à %(last)d") if cut.first > 1 else _("la place %(start)d")
        parts = [places % {"start": cut.start, "last": last}]
    elif cut.first is not None and of_teams:
        teams = ngettext("la première équipe", "les %(count)d premières équipes", cut.first)
        parts = [teams % {"count": cut.first}]
    elif cut.first is not None:
        parts = [ngettext("le premier", "les %(count)d premiers", cut.first) % {"count": cut.first}]
    else:
        share = percent(cut.share or 0, current_language())
        ranked = (
            _("%(share)s des équipes classées, arrondis au-dessus")
            if of_teams
            else _("%(share)s des classés, arrondis au-dessus")
        )
        parts = [ranked % {"share": share}]
    if cut.first is None and cut.start > 1:
        parts.append(_("à partir de la place %(start)d") % {"start": cut.start})
    if cut.club_most is not None:
        most = ngettext("%(count)d au plus d’un même club", "%(count)d au plus d’un même club", cut.club_most)
        parts.append(most % {"count": cut.club_most})
    if of_teams:
        return ", ".join([*parts, _kept_by_teams(cut)])
    if cut.carried == WHOLE:
        parts.append(_("chacun garde son total"))
    elif cut.carried:
        part = percent(cut.carried, current_language())
        parts.append(_("chacun garde %(part)s de son total") % {"part": part})
    else:
        parts.append(_("chacun repart de zéro"))
    return ", ".join(parts)


def _kept_by_teams(cut: Cut) -> str:
    if cut.carried == WHOLE:
        return _("chacune garde son total")
    if cut.carried:
        return _("chacune garde %(part)s de son total") % {"part": percent(cut.carried, current_language())}
    return _("chacune repart de zéro")


@dataclass(frozen=True)
class SourceWords:
    """A source with its words: how many it takes, and what each line has to know."""

    source: SourceNow
    cut: str

    @property
    def reserves(self) -> tuple[Candidate, ...]:
        return self.source.reserves[:RESERVES_TOLD]

    @property
    def address(self) -> str:
        """The address of the ranking's own page."""
        row = self.source.row
        if row.league is not None:
            return row.league.get_absolute_url()
        return reverse("standings", kwargs={"tournament_id": row.source_id})

    @property
    def more(self) -> int:
        """How many reserves are not told."""
        return len(self.source.reserves) - len(self.reserves)


def sources_in_words(stage: FinalStage) -> list[SourceWords]:
    """Return the sources of a stage with their words."""
    return [SourceWords(source, cut_words(source.row.cut, of_teams=stage.of_teams)) for source in stage.sources]


@dataclass(frozen=True)
class CutChange:
    """A cut that was changed once results were known: when, why, what was announced before, and what since."""

    at: datetime
    source: str
    reason: str
    before: str
    after: str


def cut_changes(stage: FinalStage) -> list[CutChange]:
    """Return the changes of the cuts of a final that needed a reason, the latest first. One query."""
    if stage.final is None:
        return []
    entries = JournalEntry.objects.filter(tournament=stage.final, action=CHANGED).exclude(reason="")
    return [
        CutChange(
            *(entry.at, entry.subject, entry.reason),
            *(cut_words(Cut(**cut), of_teams=stage.of_teams) for cut in entry.details["cut"]),
        )
        for entry in entries.order_by("-at", "-pk")
    ]


def own_words(place: OwnPlace) -> str:
    """Return what a player, or his team, is to a final and what he has to do, in sentences."""
    return _player_words(place) if place.candidate.team is None else _team_words(place, place.candidate.team)


def _player_words(place: OwnPlace) -> str:
    if place.state is OwnState.ENTERED:
        return _("Vous y êtes inscrit. Si vous ne venez pas, retirez-vous : le premier de la réserve prend la place.")
    if place.state is OwnState.IN:
        return _(
            "Vous êtes qualifié : dites si vous venez. Si vous ne venez pas, le premier de la réserve prend la place."
        )
    if place.state is OwnState.RESERVE:
        sentence = _(
            "Vous êtes réserviste n° %(number)d : vous venez si assez de qualifiés renoncent. Si vous ne venez pas, "
            "dites-le maintenant."
        )
        return sentence % {"number": place.number}
    if place.state is OwnState.OVER:
        sentence = _("Le quota de « %(team)s » est atteint : vous venez si l’un des siens renonce.")
        return sentence % {"team": place.candidate.club}
    if place.state is OwnState.DECLINED:
        return _("Vous avez dit que vous ne venez pas. Votre place passe à la réserve.")
    return _("Vous vous êtes retiré. Pour revenir, adressez-vous à l’organisateur.")


def _team_words(place: OwnPlace, team: TeamOfPeople) -> str:
    """Return what a team is to a final, and who speaks for it if the reader does not."""
    values = {"team": place.team, "number": place.number, "club": place.candidate.club}
    sentences = {
        OwnState.ENTERED: _(
            "Votre équipe « %(team)s » y est inscrite. Si elle ne vient pas, l’équipe suivante prend la place."
        ),
        OwnState.IN: _(
            "Votre équipe « %(team)s » est qualifiée. Si elle ne vient pas, l’équipe suivante prend la place."
        ),
        OwnState.RESERVE: _(
            "Votre équipe « %(team)s » est en réserve, n° %(number)d : elle vient si assez d’équipes renoncent."
        ),
        OwnState.OVER: _(
            "Le quota de « %(club)s » est atteint : votre équipe « %(team)s » vient si une autre de ce club renonce."
        ),
        OwnState.DECLINED: _("Votre équipe « %(team)s » ne vient pas. Sa place passe à la réserve."),
        OwnState.LEFT: _("Votre équipe « %(team)s » est retirée. Pour revenir, adressez-vous à l’organisateur."),
    }
    words = sentences[place.state] % values
    if place.speaks or place.state is OwnState.LEFT:
        return words
    captain = public_name(team.spokesman)
    return f"{words} " + _("C’est %(captain)s, le capitaine, qui dit si elle vient.") % {"captain": captain}


def entered_words(place: OwnPlace) -> str:
    """Return what a player reads once he has entered himself in a final, or his team."""
    if place.team is not None:
        return _("« %(team)s » est inscrite à « %(final)s ».") % {"team": place.team, "final": place.final}
    return _("Vous êtes inscrit à « %(final)s ».") % {"final": place.final}


def noted_words(place: OwnPlace, *, declines: bool) -> str:
    """Return what a player reads once he has said whether he, or his team, comes."""
    if place.team is not None and declines:
        sentence = _("C’est noté : « %(team)s » ne vient pas à « %(final)s ».")
    elif place.team is not None:
        sentence = _("C’est noté : « %(team)s » vient à « %(final)s ».")
    elif declines:
        sentence = _("C’est noté : vous ne venez pas à « %(final)s ».")
    else:
        sentence = _("C’est noté : vous venez à « %(final)s ».")
    return sentence % {"team": place.team, "final": place.final}


def provisional_words(stage: FinalStage) -> list[str]:
    """Return a sentence for each ranking of a stage that may still change."""
    sentence = _("« %(source)s » n’est pas fini : sa liste est provisoire, les qualifiés peuvent changer.")
    return [sentence % {"source": source.title} for source in stage.sources if source.is_provisional]


def warnings_of(stage: FinalStage) -> list[str]:
    """Return sentences: what is not decided yet in a stage, and what its cuts ask that cannot be given."""
    sentences = [*provisional_words(stage), *_words_about_teams(stage)]
    for source in stage.sources:
        values = {"source": source.title, "ranked": len(source.ranked), "places": source.places}
        if source.row.cut.carried and source.row.final and not has_unit_of(source.row.origin, source.row.final):
            sentences.append(
                _(
                    "Les totaux de « %(source)s » et de la finale n’ont plus la même unité : rien n’en est gardé. "
                    "Dites-le dans la règle, ou changez la finale."
                )
                % values
            )
        if source.places > len(source.ranked) and not source.is_provisional:
            sentences.append(
                ngettext(
                    "« %(source)s » n’a que %(ranked)d classé pour %(places)d places : toutes ne seront pas prises.",
                    "« %(source)s » n’a que %(ranked)d classés pour %(places)d places : toutes ne seront pas prises.",
                    len(source.ranked),
                )
                % values
            )
        elif source.free and not source.is_provisional:
            free = ngettext(
                "%(free)d place de « %(source)s » reste libre : plus personne ne peut la prendre.",
                "%(free)d places de « %(source)s » restent libres : plus personne ne peut les prendre.",
                source.free,
            )
            sentences.append(free % (values | {"free": source.free}))
        if source.is_shared:
            sentences.append(
                _(
                    "« %(source)s » : le dernier qualifié et le premier réserviste ont la même place, l’ordre de la "
                    "liste décide. Dites qui ne vient pas, ou ajoutez un critère de départage."
                )
                % values
            )
    return sentences


def _words_about_teams(stage: FinalStage) -> list[str]:
    """Return sentences about the teams that are qualified: whose source ranks none, and who lacks a player."""
    final = stage.final
    if final is None or not stage.of_teams:
        return []
    values: dict[str, object] = {"final": final.name, "size": final.team_size}
    sentences = []
    for source in stage.sources:
        if source.row.source is None or not ranks_for(source.row.source, final):
            sentence = _(
                "« %(source)s » ne classe pas d’équipes de %(size)d : il ne qualifie personne. Retirez-le, ou changez "
                "la formule de « %(final)s »."
            )
            sentences.append(sentence % (values | {"source": source.title}))
    going = [one for one in stage.seeds if one.key not in stage.entered]
    for one in going:
        lacking = final.team_size - len(one.team.coming) if one.team else 0
        if lacking > 0:
            sentence = _(
                "« %(team)s » est qualifiée : %(lacks)s. Complétez-la à l’onglet « Équipes » une fois inscrite."
            )
            sentences.append(sentence % {"team": one.name, "lacks": lacking_words(lacking)})
    for player, one, other in in_two_teams(stage.seeds):
        sentence = _(
            "%(player)s est de deux équipes qualifiées, « %(team)s » et « %(other)s » : il reste à la première "
            "inscrite. Complétez l’autre, ou notez qu’elle ne vient pas."
        )
        who = name_read_by(final.club, player)
        sentences.append(sentence % {"player": who, "team": one.name, "other": other.name})
    return sentences
