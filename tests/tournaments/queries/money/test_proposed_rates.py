"""Which rate the door proposes to each player."""

import pytest

from tests.factories import DAY, PlayerFactory, RegistrationFactory, TournamentFactory
from tournaments.labels import RateCode
from tournaments.models import Club, Rate, Tournament
from tournaments.queries.money.proposed_rates import proposed_rates


def rates(tournament: Tournament, *codes: str) -> list[Rate]:
    """Make one rate of each code, labelled by it; the rates of no code are all « other »."""
    return [
        Rate.objects.create(tournament=tournament, code=code, label=f"{place} {code}", amount=100 * place, place=place)
        for place, code in enumerate(codes, 1)
    ]


@pytest.mark.parametrize(
    ("codes", "facts", "proposed"),
    [
        ((RateCode.OTHER, RateCode.OTHER), {}, 0),
        ((RateCode.OTHER, RateCode.MEMBER, RateCode.MEMBER), {}, 1),
        ((RateCode.MEMBER, RateCode.LICENSED, RateCode.VISITOR), {}, 0),
        ((RateCode.MEMBER, RateCode.LICENSED, RateCode.VISITOR), {"licence": "A1"}, 1),
        ((RateCode.MEMBER, RateCode.LICENSED, RateCode.VISITOR), {"licence": "A1", "home_club": "Dijon"}, 2),
        ((RateCode.OTHER, RateCode.MEMBER), {"home_club": "Dijon"}, 1),
    ],
)
def test_who_pays_for_the_first_time_is_proposed_the_rate_of_his_kind_else_the_first(
    codes: tuple[str, ...], facts: dict[str, str], proposed: int, tournament: Tournament
) -> None:
    player = PlayerFactory(club=tournament.club, **{"licence": "", **facts})
    offered = rates(tournament, *codes)
    assert proposed_rates(tournament, [player], offered) == {player.pk: offered[proposed]}


def test_who_paid_before_is_proposed_what_he_paid_last_in_this_club(club: Club, tournament: Tournament) -> None:
    """The last he paid for was written first; one without a rate, elsewhere or this one does not count."""
    player = PlayerFactory(club=club, licence="")
    offered = rates(tournament, RateCode.MEMBER, RateCode.OTHER, RateCode.OTHER, RateCode.OTHER)
    paid = [(club, 14, 1), (club, 7, 2), (None, 20, 3)]
    for at, day, place in paid:
        evening = TournamentFactory(date=DAY.replace(day=day), **({"club": at} if at else {}))
        label = offered[place].label
        RegistrationFactory(
            tournament=evening,
            player=player,
            rate=Rate.objects.create(tournament=evening, label=label, amount=5, place=1),
        )
    RegistrationFactory(tournament=TournamentFactory(club=club, date=DAY.replace(day=20)), player=player)
    RegistrationFactory(tournament=tournament, player=player, rate=offered[3])
    assert proposed_rates(tournament, [player], offered) == {player.pk: offered[1]}
    assert proposed_rates(tournament, [player], []) == {}
