"""Two players who are one person: what a merge does, and what shows that they are two people."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Account, Player, Registration, Tournament
from tournaments.queries.joining_entries import drawn_together, joining_told, meetings, why_not_joined
from tournaments.queries.undoing import Consequences, login_goes, tournament_names


def merging_players(keep: Player, drop: Player) -> Consequences:
    """Return what a merge does: `keep` takes all the history of `drop`, who is deleted."""
    names = {"keep": keep.full_name, "drop": drop.full_name}
    refusals = _two_people(keep, drop)
    touches = [_("%(drop)s disparaît de la liste des joueurs ; tout ce qui est à lui passe à %(keep)s.") % names]
    entries = list(drop.registrations.select_related("tournament__season", "player").order_by("tournament__date", "pk"))
    kept_entries = {entry.tournament_id: entry for entry in keep.registrations.select_related("tournament", "player")}
    for entry in entries:
        kept_entry = kept_entries.get(entry.tournament_id)
        if kept_entry is not None and keep.pk != drop.pk:
            told, refused = _in_both(kept_entry, entry)
            touches += told
            refusals += refused
    touches += _moved_tournaments([entry.tournament for entry in entries], keep)
    if labels := [label for label, value, _column in _filled(keep, drop) if value]:
        touches.append(
            _("%(keep)s reçoit ce que sa fiche ne disait pas : %(what)s.") % {**names, "what": ", ".join(labels)}
        )
    touches.append(
        _("Le nom de %(keep)s est montré à tous : il y a consenti.") % names
        if keep.consent
        else _("Le nom de %(keep)s reste caché : sa fiche ne dit pas qu’il consent.") % names
    )
    if Account.objects.filter(player=keep).exists():
        touches += login_goes(drop)
    return Consequences(tuple(touches), tuple(refusals))


def facts_taken(keep: Player, drop: Player) -> dict[str, object]:
    """Return what is empty in the kept player's file and not in the other's: {column: value}."""
    return {column: value for _label, value, column in _filled(keep, drop) if value}


def _two_people(keep: Player, drop: Player) -> list[str]:
    """Return why the two files themselves cannot be one."""
    refusals = []
    if keep.pk == drop.pk:
        refusals.append(_("C’est la même fiche : choisissez-en une autre."))
    if keep.erased_at or drop.erased_at:
        refusals.append(_("Les données de l’un d’eux ont été effacées : personne ne doit plus savoir qui il était."))
    if keep.club_id != drop.club_id:
        refusals.append(_("Ces deux fiches sont de deux clubs : elles ne se fusionnent pas."))
    if keep.licence and drop.licence and keep.licence != drop.licence:
        refusals.append(
            _(
                "Ils ont deux licences, %(one)s et %(other)s : ce sont deux personnes. "
                "Si l’une est fausse, effacez-la d’abord."
            )
            % {"one": keep.licence, "other": drop.licence}
        )
    return refusals


def _moved_tournaments(tournaments: list[Tournament], keep: Player) -> list[str]:
    """Return in sentences which tournaments become the kept player's, and which leagues are counted again."""
    if not tournaments:
        return []
    count = ngettext("%(n)d tournoi", "%(n)d tournois", len(tournaments)) % {"n": len(tournaments)}
    values = {"keep": keep.full_name, "count": count, "where": tournament_names(tournaments)}
    touches = [_("Passent à %(keep)s : %(count)s, %(where)s.") % values]
    if seasons := sorted({str(tournament.season) for tournament in tournaments if tournament.season_id}):
        touches.append(_("Recompté : le championnat %(seasons)s.") % {"seasons": ", ".join(seasons)})
    return touches


def _in_both(one: Registration, other: Registration) -> tuple[list[str], list[str]]:
    """Return sentences about two registrations of one tournament: what joining them does, and what forbids it."""
    values: dict[str, object] = {"one": str(one), "other": str(other), "tournament": one.tournament.name}
    for seat, other_seat in meetings(one, other):
        values |= {"number": seat.round.number}
        if seat.table_id and seat.table_id == other_seat.table_id:
            values |= {"table": seat.seated_at.number}
            return [], [
                _(
                    "%(one)s et %(other)s ont joué à la même table (« %(tournament)s », position %(number)d, "
                    "table %(table)d) : ce sont deux personnes."
                )
                % values
            ]
        return [], [
            _(
                "%(one)s et %(other)s ont eu chacun une place à la même position (« %(tournament)s », "
                "position %(number)d) : ce sont deux personnes."
            )
            % values
        ]
    if drawn_together(one, other):
        return [], [
            _(
                "Les deux ont des places, des souhaits, des pénalités ou des paiements dans « %(tournament)s » "
                "(%(one)s, %(other)s) : ce tournoi ne saurait plus lequel a joué quoi."
            )
            % values
        ]
    return joining_told(one, other), why_not_joined(one, other)


def _filled(keep: Player, drop: Player) -> list[tuple[str, object, str]]:
    """Return (label, what the other file says, column) of what the kept one leaves empty."""
    columns = {
        "licence": _("la licence"),
        "first_name": _("le prénom"),
        "public_name": _("le nom montré"),
        "sex": _("le sexe"),
        "birth_year": _("l’année de naissance"),
        "home_club": _("le club d’origine"),
    }
    return [(label, getattr(drop, column), column) for column, label in columns.items() if not getattr(keep, column)]
