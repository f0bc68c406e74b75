"""Donnes in words: a line of a sheet as people say it."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.labels import CAMP_WORDS, CONTRACT_WORDS, MISERE_WORDS, POIGNEE_WORDS, TURNED, Outcome
from scoring.marque import Camp
from scoring.marque.words import elides
from scoring.models import SheetLine
from scoring.queries.table.boards import (
    dealer_named,
    donne_alone,
    donne_title,
    half_time_told,
    number_told,
    shared_told,
)
from scoring.queries.table.lines import Happened, LineChange
from scoring.queries.table.sheets import marks_of, missing_text, subject_of_sheet
from scoring.rulebook import article_for
from tournaments.kit.days import french_hour
from tournaments.kit.languages import current_language
from tournaments.kit.text import points_text
from tournaments.models import Seat, Table
from tournaments.subjects import tell
from tournaments.templatetags.marks import signed

register = template.Library()
register.filter("what_is_missing", missing_text)
register.filter("elides", elides)  # {% if name|elides %}d’{% else %}de {% endif %}


@register.simple_tag
def place_told(table: Table, number: int | None = None) -> str:
    """Return a place in words: « position 2, table 3 », with the donne when `number` is given."""
    return tell(subject_of_sheet(table, number))


@register.filter
def of_table(number: int, table: Table) -> str:
    """Return what follows « la donne » in a sentence: « 7 », in duplicate « de l’étui 7 »."""
    return number_told(table, number)


@register.filter
def donne_of(number: int, table: Table) -> str:
    """Return « donne 7 » where the table is told beside it; in duplicate « étui 7 »."""
    return donne_alone(table, number)


@register.filter
def board_title(number: int, table: Table) -> str:
    """Return « Donne 7 »; in duplicate « Étui 7, donneur Sud »."""
    return donne_title(table, number)


@register.filter
def dealer(board: int) -> str:
    """Return the chair that deals a board, by its name."""
    return str(dealer_named(board))


@register.simple_tag
def dealers() -> str:
    """Return the chairs that deal boards 1 to 4, by their names, with a space between them."""
    return " ".join(str(dealer_named(board)) for board in range(1, 5))


@register.simple_tag
def told(line: SheetLine, names: Sequence[str]) -> str:
    """Return a donne in words: « Garde de Dupont, 2 bouts, 49 points, petit au bout (attaque) »."""
    turned = [_("étui %(turned)s") % {"turned": TURNED[line.turn]}] if line.turn else []
    if line.outcome != Outcome.PLAYED:
        return ", ".join([Outcome(line.outcome).label.capitalize(), *turned])
    taker = names[line.attacker.chair_index]
    attack = taker if line.partner is None else f"{taker} + {names[line.partner.chair_index]}"
    of = _("%(contract)s d’%(attack)s") if elides(attack) else _("%(contract)s de %(attack)s")
    words = [
        of % {"contract": str(CONTRACT_WORDS[line.contract]).capitalize(), "attack": attack},
        ngettext("%(bouts)d bout", "%(bouts)d bouts", line.bouts) % {"bouts": line.bouts}
        if line.bouts
        else _("aucun bout"),
        _("%(points)s points") % {"points": halves(line.half_points or 0)},
    ]
    if line.petit_au_bout:
        words.append(_("petit au bout (%(camp)s)") % {"camp": CAMP_WORDS[line.petit_au_bout]})
    words += [
        _("poignée %(size)s (%(player)s)")
        % {"size": POIGNEE_WORDS[poignee["size"]], "player": names[poignee["position"]]}
        for poignee in line.poignees
    ]
    if chelem := _chelem(line):
        words.append(chelem)
    words += house_primes(line, names)
    if line.sits_out is not None:
        words.append(_("mort : %(player)s") % {"player": names[line.sits_out.chair_index]})
    words += turned
    return ", ".join(words)


@register.simple_tag
def donne_text_beside(line: SheetLine, other: SheetLine | None, names: Sequence[str]) -> SafeString:
    """Return a donne in words as `told` does; parts that the other version does not have stand in a `<mark>`."""
    of_other = told(other, names).split(", ") if other else None
    parts = told(line, names).split(", ")
    marked = (
        format_html("<mark>{}</mark>", part) if of_other and part not in of_other else escape(part) for part in parts
    )
    return format_html_join(", ", "{}", ((part,) for part in marked))


def house_primes(line: SheetLine, names: Sequence[str]) -> list[str]:
    """Return the primes hors règlement of a donne, each in words: « petit chelem sans annonce »."""
    petit_chelem = _petit_chelem(line)
    return [petit_chelem] * bool(petit_chelem) + [
        _("misère %(kind)s (%(player)s)") % {"kind": MISERE_WORDS[misere["kind"]], "player": names[misere["position"]]}
        for misere in line.miseres
    ]


def donne_text_with_marks(line: SheetLine, names: Sequence[str]) -> str:
    """Return a donne in words and its marks by chair: « Garde de Dupont, … : +198 / −66 / −66 / −66 »."""
    marks = " / ".join(signed(points) for points in marks_of(line, len(names)))
    return _("%(donne)s : %(marks)s") % {"donne": told(line, names), "marks": marks}


@register.simple_tag
def happened(change: LineChange) -> str:
    """Return what happened to a donne, who did it, when and why: « Corrigée par Dupont le 21 novembre à … : « … » »."""
    at = timezone.localtime(change.at)
    values: dict[str, object] = {
        "by": change.by,
        "day": date_format(at, "j F"),
        "time": french_hour(at),
        "reason": change.reason,
    }
    if change.elsewhere is not None:
        values |= {
            "round": change.elsewhere.table.round.number,
            "table": change.elsewhere.table.number,
            "donne": donne_alone(change.elsewhere.table, change.elsewhere.number),
        }
    return {
        Happened.CORRECTED: _("Corrigée par %(by)s le %(day)s à %(time)s : « %(reason)s »"),
        Happened.EMPTIED: _("Vidée par %(by)s le %(day)s à %(time)s : « %(reason)s »"),
        Happened.MOVED_AWAY: _(
            "Déplacée par %(by)s le %(day)s à %(time)s vers la position %(round)d, table %(table)d, %(donne)s : "
            "« %(reason)s »"
        ),
        Happened.ARRIVED: _(
            "Déplacée par %(by)s le %(day)s à %(time)s de la position %(round)d, table %(table)d, %(donne)s : "
            "« %(reason)s »"
        ),
    }[change.kind] % values


@register.filter
def at_chair(names: Sequence[str], seat: Seat) -> str:
    """Return the name of the player who has this seat; `names` are the players of the table, by chair."""
    return names[seat.chair_index]


@register.filter
def touched(seat: Seat) -> str:
    """Return the value that a button with a player's name sends: the chair, and which player the page showed there."""
    return f"{seat.chair}.{seat.registration_id}"


@register.filter
def contract_label(contract: str) -> str:
    """Return a contract as people say it."""
    return str(CONTRACT_WORDS[contract])


@register.filter
def halves(half_points: int) -> str:
    """Return a count of half-points as people write it: « 46 », « 40,5 » (40.5 in English)."""
    return points_text(half_points, current_language())


@register.simple_tag
def marks(line: SheetLine, chairs: int) -> list[int]:
    """Return what a line brought each chair, in whole points."""
    return marks_of(line, chairs)


@register.simple_tag
def named_marks(line: SheetLine, names: Sequence[str]) -> list[tuple[str, int]]:
    """Return (name, whole points) of a line for each player, in the order of the chairs."""
    return list(zip(names, marks_of(line, len(names)), strict=True))


@register.simple_tag
def article_address(reason: str) -> str:
    """Return the address of the rule behind a part of the marque: `{% article_address part.reason %}`."""
    return f"{reverse('rulebook')}#{article_for(reason)}"


def _chelem(line: SheetLine) -> str:
    if line.chelem_made == Camp.ATTAQUE:
        return _("chelem annoncé et réussi") if line.chelem_announced else _("chelem réussi sans annonce")
    words = [_("chelem annoncé et chuté")] if line.chelem_announced else []
    if line.chelem_made == Camp.DEFENSE:
        words.append(_("chelem de la défense"))
    return ", ".join(words)


def _petit_chelem(line: SheetLine) -> str:
    if line.petit_chelem_made:
        return _("petit chelem annoncé et réussi") if line.petit_chelem_announced else _("petit chelem sans annonce")
    return _("petit chelem annoncé et chuté") if line.petit_chelem_announced else ""


@register.simple_tag
def held_open(numbers: Sequence[int]) -> str:
    """Return the sentence that names the complete sheets which stay open when the others are closed, and says why."""
    sentence = ngettext(
        "La table %(tables)s reste ouverte : il y a une contestation, deux versions, une décision à appliquer "
        "ou une donne à confirmer.",
        "Les tables %(tables)s restent ouvertes : il y a une contestation, deux versions, une décision à appliquer "
        "ou une donne à confirmer.",
        len(numbers),
    )
    return sentence % {"tables": ", ".join(map(str, numbers))}


@register.filter
def half_time(table: Table) -> str:
    """Return the order in which a table of a match plays its boards, or with whom one of teams of three passes them."""
    return half_time_told(table) if table.match_id is not None else shared_told(table)
