"""What exchanging two players in one round would cost, told before it is accepted."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Registration, Tournament
from tournaments.queries.draws import published_draw
from tournaments.queries.movements import published_rule
from tournaments.queries.places import Places, Where, as_tables, described
from tournaments.queries.search import fold
from tournaments.queries.wishes import asked, wanted_wishes, wishes_of
from tournaments.seating import Change, Demand, ImpossibleDemand, Plan, Remainder, Wishes, price_of_swap
from tournaments.seating.certificate import certify
from tournaments.seating.problem import Past

# What may be told of a swap, the gravest first. What is not here says the same thing otherwise.
REASONS = {
    "apart": gettext_lazy("Rencontres de joueurs à séparer"),
    "team": gettext_lazy("Rencontres dans une même équipe"),
    "line": gettext_lazy("Rencontres entre secteurs"),
    "fixed_table": gettext_lazy("Tables fixes non respectées"),
    "fixed_seat": gettext_lazy("Places fixes non respectées"),
    "repeats": gettext_lazy("Rencontres répétées sur tout le tournoi"),
    "most_meetings": gettext_lazy("Rencontres des deux mêmes joueurs, au plus"),
    "exempts": gettext_lazy("Écart entre les exemptions des uns et des autres"),
    "odd_tables": gettext_lazy("Écart entre les passages aux tables d’une autre taille"),
    "seats": gettext_lazy("Écart entre les places Sud, Est, Nord, Ouest de chacun"),
    "table_numbers": gettext_lazy("Retours de trop à une même table"),
    "same_right": gettext_lazy("Même voisin de droite, au plus"),
    "same_facing": gettext_lazy("Même vis-à-vis, au plus"),
}


@dataclass(frozen=True)
class Side:
    """One of the two players: where he is, where he would go, and whom he would meet again there."""

    entry: Registration
    now: str
    then: str
    again: tuple[str, ...]


@dataclass(frozen=True)
class Price:
    """
    What an exchange would change; `figures` is empty when it costs nothing and brings nothing.

    `ends_rule` says that a movement leads everybody to this round, and would no longer.
    """

    sides: tuple[Side, Side]
    figures: tuple[Change, ...]
    ends_rule: bool = False

    @property
    def worse(self) -> bool:
        return self.ends_rule or any(one.worse for one in self.figures)


def price(tournament: Tournament, rounds: Mapping[int, Places], number: int, one: int, other: int) -> Price:
    """
    Return what exchanging the places of two registrations in a round would change, the whole tournament counted.

    `rounds` are the `places` of the tournament. Both have a place in that round.
    """
    here = rounds[number]
    demand, plan = _round_as_plan(tournament, rounds, number)
    told = {change.reason: change for change in price_of_swap(plan, demand, 0, one, other)}
    entries = {entry.pk: entry for entry in Registration.objects.filter(tournament=tournament).select_related("player")}
    sides = tuple(
        Side(entries[who], described(here[who]), described(here[by]), _again(rounds, number, who, by, entries))
        for who, by in ((one, other), (other, one))
    )
    figures = tuple(replace(told[reason], reason=str(words)) for reason, words in REASONS.items() if reason in told)
    rule = published_rule(tournament, published_draw(tournament))
    return Price((sides[0], sides[1]), figures, ends_rule=rule is not None and number <= rule.holds_until)


def _round_as_plan(tournament: Tournament, rounds: Mapping[int, Places], number: int) -> tuple[Demand, Plan]:
    """Return a round as the only new one of a demand, every other its past: so the whole evening is counted."""
    tables, exempts = as_tables(rounds[number])
    others = [as_tables(here) for other, here in sorted(rounds.items()) if other != number]
    players = tuple(rounds[number])
    sizes = {len(table) for table in tables}
    remainder = Remainder.EXEMPT
    if not exempts and len(sizes) > 1:
        remainder = Remainder.LARGER if max(sizes) > tournament.table_size else Remainder.SMALLER

    def asking(wishes: Wishes) -> Demand:
        return Demand(
            players=players,
            rounds=1,
            seed=tournament.seed,
            table_size=tournament.table_size,
            remainder=remainder,
            past=tuple(one for one, _out in others),
            past_exempts=tuple(out for _one, out in others),
            wishes=wishes,
        )

    try:
        demand = asking(wishes_of(wanted_wishes(asked(tournament), players)))
    except ImpossibleDemand:  # wishes that these players cannot have together are priced as none
        demand = asking(Wishes())
    return demand, Plan((tables,), (exempts,), certify(demand, Past(demand), [tables], [exempts], "search"))


def _again(
    rounds: Mapping[int, Places], number: int, who: int, by: int, entries: Mapping[int, Registration]
) -> tuple[str, ...]:
    """Return whom a player would meet again in the place of another: « Petit Zoé (position 1) »."""
    where = rounds[number][by]
    if where is None:
        return ()
    table = where[0]
    there = [one for one, place in rounds[number].items() if place and place[0] == table and one not in (who, by)]
    companions = sorted(there, key=lambda one: fold(entries[one].player.full_name))
    told = []
    for companion in companions:
        at = [
            str(other)
            for other, here in sorted(rounds.items())
            if other != number and _together(here.get(who), here.get(companion))
        ]
        if at:
            words = ngettext("%(name)s (position %(at)s)", "%(name)s (positions %(at)s)", len(at))
            told.append(words % {"name": entries[companion].player.full_name, "at": ", ".join(at)})
    return tuple(told)


def _together(one: Where, other: Where) -> bool:
    return one is not None and other is not None and one[0] == other[0]
