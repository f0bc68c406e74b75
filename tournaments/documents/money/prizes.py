"""
Prizes and first places on paper: a poster with the names that players agreed to, and receipts that winners sign.

The poster has the first three places of an event or a season in large letters, then the prizes (or without prizes the
next places), then the honours of a season. A receipt has the winner's full name: it stays with the club.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents.composed_pages import (
    LEADING,
    MM,
    Fitted,
    about,
    composed,
    fitted,
    lines_of,
    logo_url,
    moment,
)
from tournaments.documents.money.receipts import ACROSS, NAME_SIZES, receipt_pages
from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import Content, Order, document
from tournaments.documents.standings.rankings import league_of
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.labels import JobKind, PrizeGroup
from tournaments.models import Club, PrizeGiven, Registration
from tournaments.queries.money.prizes import PrizeLine, Winner, handed_over, prize_list
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.leagues import LeagueLine, public_league
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.standings import standings
from tournaments.templatetags.marks import ordinal, when_and_where

# Points for the name of the event, and for a name of the podium; millimetres for both.
TITLE, NAMES, ACROSS_PAGE, ACROSS_NAME = (40, 36, 32, 28, 24, 20), (46, 40, 35, 31, 27, 24, 21, 18, 15), 158, 104
# Millimetres: what the framed page has below an ordinary head, what a logo, a warning and a row of places take of it.
ROOM, LOGO, WARNING, AMONG, OF_A_PLACE, GAP = 176, 24, 13, 7, 7.4, 5
ON_ONE_LINE = 27  # points
LEAST, MOST, OF_THE_FIRST = 16, 40, 1.35  # millimetres for a row of the podium; how much more the first has
OF_AN_HONOUR = 7  # millimetres
FOLLOWING = 20  # places after the podium, in two columns
Ranked = Line | LeagueLine


@dataclass(frozen=True)
class Density:
    """The density of the table of prizes: font size in points; heights in millimetres of head, row and further line."""

    layout: str
    size: float
    head: float
    row: float
    line: float

    def height(self, lines: Sequence[dict[str, Any]]) -> float:
        """Return about how many millimetres these prizes take."""
        return self.head + sum(self.row + (self._lines(line) - 1) * self.line for line in lines)

    def _lines(self, line: dict[str, Any]) -> int:
        winners = sum(lines_of(winner["name"], 45, self.size) for winner in line["winners"])
        return max(winners, lines_of(line["group"], 40, self.size), lines_of(", ".join(line["worth"]), 43, self.size))


ROOMY, DENSE = Density("roomy", 11.5, 15, 8.2, 4.9), Density("dense", 9.5, 13, 5.9, 4.1)


@document(JobKind.PRIZES, template="documents/prizes.html")
def prizes(order: Order) -> Content:
    tournament = order.tournament
    current, ranking = prize_list(tournament), standings(tournament)
    podium = ranking.podium if ranking.rounds_begun else ()
    lines = [_line(line) for line in current.lines] if current else []
    context = _wall(
        tournament.club, tournament.name, podium, ranking.ranked, lines=lines, is_warned=bool(ranking.hidden)
    )
    context |= {
        "day": when_and_where(tournament),
        "what": _("Palmarès") if tournament.is_finished else _("Palmarès provisoire"),
        "hidden": ranking.hidden,
        "about": about(tournament, _("Palmarès"), order.at),
    }
    return Content(_("Palmarès · %(tournament)s") % {"tournament": tournament.name}, "palmares", [PdfPart(context)])


@document(JobKind.LEAGUE_POSTER, template="documents/prizes.html")
def league_poster(order: Order) -> Content:
    league = league_of(order.job)
    table = public_league(league)
    honoured = honours(table)
    below = len(honoured) * OF_AN_HONOUR + GAP * bool(honoured)
    taken = below + AMONG * bool(table.unnamed)
    context = _wall(None if league.committee else league.club, league.title, table.podium, table.ranked, taken=taken)
    is_over = not table.running and league.last_day < timezone.localdate(order.at)
    context |= {
        "club": league.holder,
        "day": ngettext("Championnat, %(count)d tournoi", "Championnat, %(count)d tournois", len(table.events))
        % {"count": len(table.events)},
        "what": _("Palmarès") if is_over else _("Palmarès provisoire"),
        "honours": honoured,
        "unnamed": table.unnamed,
        "about": _("%(club)s · championnat %(season)s, imprimé le %(moment)s")
        % {"club": league.holder.name, "season": league.title, "moment": moment(order.at)},
    }
    return Content(_("Palmarès · %(tournament)s") % {"tournament": league.title}, "palmares", [PdfPart(context)])


def _wall(
    club: Club | None,
    title: str,
    podium: Sequence[Ranked],
    ranked: Sequence[Ranked],
    *,
    lines: Sequence[dict[str, Any]] = (),
    taken: float = 0,
    is_warned: bool = False,
) -> dict[str, Any]:
    """
    Return the contents of a poster: the podium, then the prizes (`lines`), or without prizes the next places.

    The logo is that of `club`; a comité has none. `taken` is the height of everything else, in millimetres.
    """
    event, logo = fitted(title, ACROSS_PAGE, TITLE, height=32, bold=True), logo_url(club) if club else ""
    room: float = ROOM - (LOGO if logo else 0) - (WARNING if is_warned else 0) - taken
    room -= (lines_of(event.text, ACROSS_PAGE, event.size) - 1) * event.size * MM * LEADING
    least = sum(LEAST * _share(line) for line in podium)
    density = ROOMY if ROOMY.height(lines) <= room - least else DENSE
    rows = int((room - least - GAP) / OF_A_PLACE)
    following = () if lines or not podium else ranked[len(podium) :][: min(FOLLOWING, 2 * rows)]
    half = (len(following) + 1) // 2
    below = density.height(lines) if lines else half * OF_A_PLACE + GAP
    return {
        "lines": lines,
        "density": density.layout,
        "event": event,
        "logo": logo,
        "steps": _steps(podium, room - below),
        "halves": [following[:half], following[half:]],
        "is_whole": below + least <= room,
    }


def _share(line: Ranked) -> float:
    return OF_THE_FIRST if line.place == 1 else 1


def _steps(podium: Sequence[Ranked], room: float) -> list[dict[str, Any]]:
    """Return the rows of the podium, each with its height in millimetres: they share the room, the first has more."""
    each = min(MOST, max(LEAST, room / sum(map(_share, podium)))) if podium else 0
    steps = []
    largest: float = NAMES[0]
    for line in podium:
        height = int(each * _share(line))
        name = _name(line.told, largest, height)
        steps.append({"line": line, "height": height, "name": name})
        largest = max(name.size, ON_ONE_LINE)  # nobody is written much larger than who is before him
    return steps


def _name(name: str, largest: float, height: float) -> Fitted:
    """Return a name on one line, or on two when it would be small on one."""
    sizes = [size for size in NAMES if size <= largest]
    on_one = fitted(name, ACROSS_NAME, [size for size in sizes if size >= ON_ONE_LINE], bold=True)
    return on_one if on_one.text == name else fitted(name, ACROSS_NAME, sizes, height=height * 0.85, bold=True)


def _line(line: PrizeLine) -> dict[str, Any]:
    language = current_language()
    money = euros(line.worth, language) if line.worth else ""
    if money and line.is_shared and not line.is_lot_for_one:
        money = _("%(amount)s chacun") % {"amount": euros(line.amount, language)}
    return {
        "place": ordinal(line.prize.place),
        "group": line.prize.get_group_display(),
        "worth": [text for text in (line.prize.lot, money) if text],
        "winners": [_winner(line, winner) for winner in line.winners],
        "to_be_settled": line.is_lot_for_one and not line.is_given,
    }


def _winner(line: PrizeLine, winner: Winner) -> dict[str, Any]:
    """Return a winner for the poster; without a public name, the groups (lady, youth, visitor) are left out too."""
    of_no_group = (PrizeGroup.EVERYBODY, PrizeGroup.LAST, PrizeGroup.TEAMS)
    if winner.registration.player.consent or line.prize.group in of_no_group:
        return {"name": winner.name, "total": winner.total}
    return {"name": _("nom non montré"), "total": None}


@document(JobKind.PRIZE_RECEIPTS, template="documents/prize_receipts.html")
def prize_receipts(order: Order) -> Content:
    tournament = order.tournament
    entries = handed_over(tournament)
    foot = {"about": about(tournament, _("Reçus des prix"), order.at)}
    pages = receipt_pages(foot, [_receipt(entry, prizes_given) for entry, prizes_given in entries])
    title = _("Reçus des prix · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "recus-des-prix", composed(pages, layout="composed receipts"))


def _receipt(entry: Registration, prizes_given: list[PrizeGiven]) -> dict[str, Any]:
    language = current_language()
    money = sum(given.amount for given in prizes_given)
    return {
        "number": f"{entry.tournament_id}-{entry.start_number}",
        "name": fitted(entry.player.full_name, ACROSS, NAME_SIZES, bold=True),
        "sum": euros(money, language) if money else "",
        "prizes": [
            ", ".join(
                [
                    f"{ordinal(given.prize.place)}, {given.prize.get_group_display()}",
                    *([given.lot] if given.lot else []),
                    *([f"{euros(given.amount, language)} {given.get_method_display()}"] if given.amount else []),
                ]
            )
            for given in prizes_given
        ],
    }
