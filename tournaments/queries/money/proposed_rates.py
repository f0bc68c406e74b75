"""The rate that a player is likely to pay, proposed until the cashier chooses one."""

from collections.abc import Collection, Sequence

from django.db.models import F

from tournaments.labels import RateCode
from tournaments.models import Player, Rate, Registration, Tournament


def proposed_rates(tournament: Tournament, players: Collection[Player], rates: Sequence[Rate]) -> dict[int, Rate]:
    """Return the rate that each player is likely to pay, by player id; {} without rates. One query."""
    if not rates:
        return {}
    before = _rates_before(tournament, [player.pk for player in players])
    return {player.pk: _proposed(player, rates, before.get(player.pk, "")) for player in players}


def _rates_before(tournament: Tournament, players: Sequence[int]) -> dict[int, str]:
    """Return the label of the rate that each of these players (ids) had last in the club, by player id."""
    entries = (
        Registration.objects.filter(player__in=players, tournament__club=tournament.club_id, rate__isnull=False)
        .exclude(tournament=tournament)
        .order_by("tournament__date", "pk")
    )
    return dict(entries.values_list("player", F("rate__label")))


def _proposed(player: Player, rates: Sequence[Rate], before: str) -> Rate:
    """Return the rate that a player is likely to pay: that of last time, else by his home club or licence."""
    by_label = {rate.label: rate for rate in rates}
    by_code: dict[str, Rate] = {}
    for rate in rates:
        by_code.setdefault(rate.code, rate)
    if before in by_label:
        return by_label[before]
    codes = [RateCode.MEMBER]
    if player.licence:
        codes.insert(0, RateCode.LICENSED)
    if player.home_club:
        codes.insert(0, RateCode.VISITOR)
    return next((by_code[code] for code in codes if code in by_code), rates[0])
