"""Sentences about the stages of a championship, the same on pages, on papers and in lists."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_language
from tournaments.kit.text import percent
from tournaments.models import JournalEntry
from tournaments.queries.standings.own_finals import OwnPlace, OwnState
from tournaments.queries.standings.qualifying import Candidate, FinalStage, SourceNow, has_unit_of
from tournaments.standings import Cut
from tournaments.standings.qualifying import WHOLE

CHANGED = "qualification changée"  # in the journal
RESERVES_TOLD = 12


def cut_words(cut: Cut) -> str:
    """Return how many a cut takes, of one club too, and what they keep: « les 8 premiers, chacun repart de zéro »."""
    if cut.first is not None:
        parts = [ngettext("le premier", "les %(count)d premiers", cut.first) % {"count": cut.first}]
    else:
        share = percent(cut.share or 0, current_language())
        parts = [_("%(share)s des classés, arrondis au-dessus") % {"share": share}]
    if cut.club_most is not None:
        most = ngettext("%(count)d au plus d’un même club", "%(count)d au plus d’un même club", cut.club_most)
        parts.append(most % {"count": cut.club_most})
    if cut.carried == WHOLE:
        parts.append(_("chacun garde son total"))
    elif cut.carried:
        part = percent(cut.carried, current_language())
        parts.append(_("chacun garde %(part)s de son total") % {"part": part})
    else:
        parts.append(_("chacun repart de zéro"))
    return ", ".join(parts)


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
    return [SourceWords(source, cut_words(source.row.cut)) for source in stage.sources]


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
        CutChange(entry.at, entry.subject, entry.reason, *(cut_words(Cut(**cut)) for cut in entry.details["cut"]))
        for entry in entries.order_by("-at", "-pk")
    ]


def own_words(place: OwnPlace) -> str:
    """Return what a player is to a final and what he has to do, in sentences."""
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
        return sentence % {"team": place.candidate.team}
    if place.state is OwnState.DECLINED:
        return _("Vous avez dit que vous ne venez pas. Votre place passe à la réserve.")
    return _("Vous vous êtes retiré. Pour revenir, adressez-vous à l’organisateur.")


def provisional_words(stage: FinalStage) -> list[str]:
    """Return a sentence for each ranking of a stage that may still change."""
    sentence = _("« %(source)s » n’est pas fini : sa liste est provisoire, les qualifiés peuvent changer.")
    return [sentence % {"source": source.title} for source in stage.sources if source.is_provisional]


def warnings_of(stage: FinalStage) -> list[str]:
    """Return sentences: what is not decided yet in a stage, and what its cuts ask that cannot be given."""
    sentences = provisional_words(stage)
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
