"""Teams of three: whether those who are there can be drawn, and what a draw then gives."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_words
from tournaments.models import Registration, Seat, Team, Tournament
from tournaments.queries.people.names import by_alphabet, names_words
from tournaments.seating import (
    AT_A_TABLE,
    IN_TRIO,
    ImpossibleDemand,
    Layout,
    Trio,
    Wishes,
    can_be_trios,
    refuse_trios,
    sets_of_trios,
    tables_of_a_set,
    tables_of_trios,
)


def trios_of(wishes: Wishes) -> tuple[Trio, ...]:
    """Return the teams of a draw's wishes; the demand refuses one that is not of three."""
    return cast("tuple[Trio, ...]", wishes.teams)


def trio_layout(players: int) -> Layout:
    """Return the tables of each position for so many players, and how many wait; no table where they cannot play."""
    teams = players // IN_TRIO
    tables = tables_of_trios(teams)
    return Layout((AT_A_TABLE,) * tables, players - AT_A_TABLE * tables)


def why_no_trios(tournament: Tournament, players: Collection[int], begun: int) -> str:
    """
    Return why these players (registration ids) cannot be drawn by teams of three, and what can be done; "" if they can.

    Three queries.
    """
    if begun:
        return _(
            "Le plan des triplettes vaut pour toutes ses positions, et la première est commencée : on ne le tire plus. "
            "Remplacez qui est parti : qui prend sa place joue pour son équipe."
        )
    if why := _not_whole(tournament, players):
        return why
    teams = len(players) // IN_TRIO
    try:
        refuse_trios(teams, tournament.rounds_planned)
    except ImpossibleDemand as impossible:
        return impossible.message(current_words())
    return ""


def trios_words(tournament: Tournament, players: int) -> str:
    """Return what a draw by teams of three will give, to be read before it; "" where there is none for so many."""
    if not can_be_trios(players // IN_TRIO):
        return ""
    teams, boards = players // IN_TRIO, tournament.donnes_per_round or 0
    sets, sharing = sets_of_trios(teams), tables_of_a_set(teams)
    said = [
        _("Par triplettes : %(teams)d équipes, %(sets)d jeux d’étuis, %(boards)d étuis en tout.")
        % {"teams": teams, "sets": sets, "boards": sets * boards}
    ]
    if sharing > 1:
        said.append(_("À chaque position %(count)d tables voisines se passent le même jeu.") % {"count": sharing})
    if sharing > boards:
        said.append(
            ngettext(
                "Un jeu n’a que %(count)d étui : il en faut plusieurs exemplaires, ou plus de donnes par position.",
                "Un jeu n’a que %(count)d étuis : il en faut plusieurs exemplaires, ou plus de donnes par position.",
                boards,
            )
            % {"count": boards}
        )
    return " ".join(said)


def _not_whole(tournament: Tournament, players: Collection[int]) -> str:
    """Return a sentence that names who has no team, and the teams of which not three are there; "" without one."""
    here = tournament.registrations.filter(pk__in=players).select_related("player", "team")
    alone = [entry for entry in by_alphabet(here) if entry.team_id is None]
    there: dict[int, list[Registration]] = {}
    for entry in here:
        if entry.team_id is not None:
            there.setdefault(entry.team_id, []).append(entry)
    wrong = [members for members in there.values() if len(members) != IN_TRIO]
    said = []
    if alone:
        sentence = ngettext("%(names)s n’est d’aucune équipe.", "%(names)s ne sont d’aucune équipe.", len(alone))
        said.append(sentence % {"names": names_words([entry.player.full_name for entry in alone])})
    if wrong:
        teams = sorted(
            _("« %(team)s » (%(count)d)") % {"team": members[0].team, "count": len(members)} for members in wrong
        )
        said.append(_("Une triplette joue à trois ; ne sont pas trois : %(teams)s.") % {"teams": names_words(teams)})
    if said:
        said.append(_("Formez les équipes, pointez leurs joueurs, puis tirez."))
    return " ".join(said)


def teams_by_entry(tournament: Tournament) -> dict[int, int]:
    """Return the team ids of registrations, by id, where teams of three play; {} elsewhere. One query."""
    if not tournament.plays_trios:
        return {}
    return dict(tournament.registrations.filter(team__isnull=False).values_list("pk", "team"))


def table_of_trios_words(seats: Sequence[Seat]) -> str:
    """Return which team takes at a table and which one defends; `seats` begin with Sud."""
    teams = [seat.registration.team for seat in seats]
    if len(teams) < AT_A_TABLE or None in teams:
        return ""
    return _("%(one)s prend, %(other)s défend") % {"one": teams[0], "other": teams[1]}


def waiting_words(exempts: Iterable[Seat]) -> str:
    """Return which teams of three wait in a round, "" where none does."""
    waiting = {str(seat.registration.team) for seat in exempts if seat.registration.team is not None}
    if not waiting:
        return ""
    return _("Attendent : %(teams)s.") % {"teams": ", ".join(sorted(waiting))}


@dataclass(frozen=True)
class TrioTurn:
    """What a team of three does in a round: it takes against teams, defends against one, or waits (no `against`)."""

    round: int
    takes: bool
    against: tuple[Team, ...]


def turns_of_trio(tournament: Tournament, number: int) -> list[TrioTurn]:
    """
    Return what the team with this number does in each published round; none where no teams of three play.

    Two queries.
    """
    if not tournament.plays_trios:
        return []
    own = Seat.objects.filter(round__tournament=tournament, registration__team__number=number)
    places = list(
        own.order_by("round__number", "table__number", "chair").values_list("round__number", "table", "chair")
    )
    others = Seat.objects.filter(table__in={table for _round, table, _chair in places if table is not None})
    met: dict[int, Team] = {}
    for seat in others.exclude(registration__team__number=number).select_related("registration__team"):
        if seat.registration.team is not None:
            met[seat.seated_at.pk] = seat.registration.team
    turns: dict[int, TrioTurn] = {}
    for round_number, table, chair in places:
        before = turns.get(round_number, TrioTurn(round_number, chair == 0, ()))
        against = before.against if table not in met or met[table] in before.against else (*before.against, met[table])
        turns[round_number] = TrioTurn(round_number, before.takes, against)
    return list(turns.values())
