"""What a draw would start from, and what each choice means and costs, before anything is drawn."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import Status, TournamentState, Waits
from tournaments.models import Seat, Tournament
from tournaments.queries.draws.trios import trio_layout, trios_words, why_no_trios
from tournaments.queries.evening.stages import begun_rounds, open_sheets, sheet_words
from tournaments.queries.people.names import by_alphabet, names_words
from tournaments.seating import IN_TRIO, Layout, Remainder, can_be_trios, possible_layouts, sets_of_trios

SMALLEST_TABLE = 3
FEWEST_TO_TRAVEL = 5  # tables: at four, four players of a table have met all four sets between them


@dataclass(frozen=True)
class Choice:
    """One way to seat all players, with its sentence; "" where teams of three are not as many as a plan has."""

    remainder: Remainder
    layout: Layout
    sentence: str


@dataclass(frozen=True)
class Forecast:
    """
    What can be drawn now: how many players are present, how many rounds are begun, and the ways to seat all players.

    `unseated` names players present without a place in the published rounds to come, `gone` those who have one and are
    not. `missing` are the open sheets of begun rounds, `replaces` the published rounds that a new draw replaces. Where
    boards travel, `travel` says what a draw gives, `no_travel` why there is none.
    """

    present: int
    begun: int
    rounds: int
    choices: tuple[Choice, ...]
    unseated: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    missing: tuple[tuple[int, int], ...] = ()
    replaces: tuple[int, ...] = ()
    travels: bool = False
    travel: str = ""
    no_travel: str = ""
    is_of_trios: bool = False

    @property
    def next(self) -> int:
        """The number of the first round that a draw makes."""
        return self.begun + 1

    @property
    def undrawn(self) -> int:
        """How many planned rounds are neither begun nor published."""
        return max(0, self.rounds - len(self.replaces))

    @property
    def waited_for(self) -> str:
        """The open sheets of begun rounds, in words, or ""."""
        return sheet_words(self.missing)

    @property
    def moved(self) -> str:
        """A sentence that says who came or left since the draw, and what to do; "" if nobody did."""
        words = []
        if self.unseated:
            words.append(_("ne sont pas encore placés : %(names)s") % {"names": names_words(self.unseated)})
        if self.gone:
            words.append(_("ne sont plus là : %(names)s") % {"names": names_words(self.gone)})
        if not words:
            return ""
        who = _(" ; ").join(words)
        if self.is_of_trios:
            return _(
                "Depuis ce tirage, %(who)s. Remplacez qui est parti : qui prend sa place joue pour son équipe."
            ) % {"who": who}
        sentences = _(
            "Depuis ce tirage, %(who)s. Changez le moins de places possible, ou tirez à nouveau les positions qui ne "
            "sont pas commencées."
        ) % {"who": who}
        if self.unseated and self.gone:
            sentences += " " + _("Si l’un prend la place de l’autre, remplacez-le plutôt : personne d’autre ne bouge.")
        return sentences

    @property
    def is_even(self) -> bool:
        """True if all players sit at tables of the usual size, or by the plan of teams of three: nothing to choose."""
        return self.is_of_trios or (
            bool(self.choices) and self.choices[0].layout.exempts == 0 and len(set(self.choices[0].layout.tables)) == 1
        )


def present_ids(tournament: Tournament) -> list[int]:
    """Return the registration ids of the players who are present, by start number."""
    return _ids(tournament, Status.PRESENT)


def expected_ids(tournament: Tournament) -> list[int]:
    """Return the registration ids of the players who are present or still expected, by start number."""
    return _ids(tournament, Status.PRESENT, Status.REGISTERED)


def _ids(tournament: Tournament, *statuses: Status) -> list[int]:
    entries = tournament.registrations.filter(status__in=statuses).order_by("start_number")
    return list(entries.values_list("pk", flat=True))


def forecast(tournament: Tournament) -> Forecast:
    """Return what a draw would start from."""
    players = present_ids(tournament)
    present = len(players)
    begun = begun_rounds(tournament)
    published = list(tournament.rounds.filter(number__gt=begun).order_by("number").values_list("number", flat=True))
    unseated, gone = _unseated_and_gone(tournament, published[-1] if published else begun + 1)
    layouts = layouts_of(tournament, present)
    is_without = tournament.plays_trios and not can_be_trios(present // IN_TRIO)
    # The choice made in the settings comes first.
    proposed_way = proposed(layouts, Remainder(tournament.remainder))
    ways = sorted(layouts.items(), key=lambda way: (way[0] != proposed_way, list(Remainder).index(way[0])))
    return Forecast(
        present=present,
        begun=begun,
        rounds=tournament.rounds_planned - begun,
        travels=tournament.boards_travel,
        travel=travel_words(tournament, present, tournament.rounds_planned - begun),
        no_travel=why_no_draw(tournament, players, begun),
        is_of_trios=tournament.plays_trios,
        choices=tuple(
            Choice(way, layout, "" if is_without else describe(layout, tournament.table_size)) for way, layout in ways
        ),
        unseated=unseated,
        gone=gone,
        missing=tuple(open_sheets(tournament, begun)),
        replaces=tuple(published),
    )


def layouts_of(tournament: Tournament, players: int) -> dict[Remainder, Layout]:
    """Return the ways to seat so many players. In duplicate, who is over sits out: a board has four hands."""
    if tournament.plays_trios and can_be_trios(players // IN_TRIO):
        return {Remainder.EXEMPT: trio_layout(players)}
    layouts = possible_layouts(players, tournament.table_size)
    if not tournament.is_duplicate:
        return layouts
    return {way: layout for way, layout in layouts.items() if way is Remainder.EXEMPT}


def why_no_draw(tournament: Tournament, players: Collection[int], begun: int) -> str:
    """Return why boards cannot travel among these players (registration ids), or as teams of three; "" if they can."""
    if tournament.plays_trios:
        return why_no_trios(tournament, players, begun)
    return why_not_travel(tournament, len(players), tournament.rounds_planned - begun)


def sets_of_draw(tournament: Tournament, players: int) -> int:
    """Return how many sets of boards travel in a draw for so many players; 0 where none does."""
    if tournament.plays_trios:
        return sets_of_trios(players // IN_TRIO)
    return players // tournament.table_size if tournament.boards_travel else 0


def why_not_travel(tournament: Tournament, players: int, rounds: int) -> str:
    """
    Return why the boards of so many players cannot travel for so many rounds, and what can be done; "" where they can.

    Nobody plays a board twice. Where nobody then meets anybody twice either is known for few numbers of tables alone:
    the certificate says it.
    """
    tables = players // tournament.table_size
    if not tournament.boards_travel or not tables:
        return ""
    if tables < FEWEST_TO_TRAVEL:
        return ngettext(
            "Les étuis voyagent à partir de cinq tables : avec %(count)d table, dites dans les réglages qu’ils ne "
            "voyagent pas.",
            "Les étuis voyagent à partir de cinq tables : avec %(count)d tables, dites dans les réglages qu’ils ne "
            "voyagent pas.",
            tables,
        ) % {"count": tables}
    if rounds > tables:
        return _(
            "Avec %(tables)d tables il y a %(tables)d jeux d’étuis, et personne n’en joue un deux fois : %(tables)d "
            "positions au plus, et non %(rounds)d. Changez leur nombre dans les réglages, ou dites que les étuis ne "
            "voyagent pas."
        ) % {"tables": tables, "rounds": rounds}
    return ""


def travel_words(tournament: Tournament, players: int, rounds: int) -> str:
    """Return what a draw with boards that travel will give, to be read before it; "" where they do not travel."""
    if tournament.plays_trios:
        return trios_words(tournament, players)
    if not tournament.boards_travel or (tables := players // tournament.table_size) < FEWEST_TO_TRAVEL:
        return ""
    boards = tables * (tournament.donnes_per_round or 0)
    said = [
        _("Les étuis voyagent : %(tables)d jeux d’étuis, %(boards)d étuis en tout, un par table et par donne.")
        % {"tables": tables, "boards": boards}
    ]
    if (tables, rounds) == (6, 6):
        said.append(_("À 6 tables et 6 positions, il est prouvé que des joueurs se retrouvent : à 5 positions, aucun."))
    elif (tables, rounds) == (10, 10):
        said.append(
            _("À 10 tables et 10 positions, personne ne connaît de mouvement sans rencontre répétée : à 9, si.")
        )
    return " ".join(said)


def proposed(layouts: Mapping[Remainder, Layout], chosen: Remainder) -> Remainder:
    """
    Return the way to seat all players that is proposed first: the one chosen in the settings.

    If it leaves out three players or more, enough for a table, and another way seats everybody, return that other way.
    """
    if chosen not in layouts or layouts[chosen].exempts < SMALLEST_TABLE:
        return chosen
    return next((way for way, layout in layouts.items() if not layout.exempts), chosen)


def moved_words(tournament: Tournament) -> str:
    """Return who came or left since the draw, in words, while the tournament is running; else ""."""
    return forecast(tournament).moved if tournament.state == TournamentState.RUNNING else ""


def awaited_words(tournament: Tournament) -> str:
    """Return the players who are late or stand-ins, whom the draw does not seat, in words; "" if there are none."""
    awaited = by_alphabet(tournament.registrations.exclude(waits=""))
    late = [entry.player.full_name for entry in awaited if entry.waits == Waits.LATE]
    standing_in = [entry.player.full_name for entry in awaited if entry.waits == Waits.STAND_IN]
    words = [
        *([_("en retard : %(names)s") % {"names": names_words(late)}] if late else []),
        *([_("remplaçants : %(names)s") % {"names": names_words(standing_in)}] if standing_in else []),
    ]
    return _("Le tirage n’assoit pas : %(who)s.") % {"who": _(" ; ").join(words)} if words else ""


def _unseated_and_gone(tournament: Tournament, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """
    Return the names of players present without a seat in round `number`, and of players with one who are not present.

    `number` is the last published round: a player replaced from a round on may still play the round before.
    """
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    seated = set(seats.values_list("registration", flat=True))
    if not seated:
        return (), ()
    people = tournament.registrations.select_related("player").order_by("start_number")
    unseated = [entry.player.full_name for entry in people if entry.status == Status.PRESENT and entry.pk not in seated]
    gone = [entry.player.full_name for entry in people if entry.status != Status.PRESENT and entry.pk in seated]
    return tuple(unseated), tuple(gone)


def describe(layout: Layout, table_size: int) -> str:
    """Return a layout in words: « 5 tables de 4, 1 table de 5 où chacun est mort à son tour »."""
    words = []
    for size, count in sorted(Counter(layout.tables).items(), key=lambda item: (item[0] != table_size, item[0])):
        phrase = ngettext("%(count)d table de %(size)d", "%(count)d tables de %(size)d", count)
        phrase %= {"count": count, "size": size}
        if table_size == 4 and size == 5:
            phrase += " " + _("où chacun est mort à son tour")
        words.append(phrase)
    if layout.exempts:
        words.append(
            ngettext("%(count)d exempt à chaque position", "%(count)d exempts à chaque position", layout.exempts)
            % {"count": layout.exempts}
        )
    return ", ".join(words)
