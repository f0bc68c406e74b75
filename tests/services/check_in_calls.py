"""The services of the check-in and of its money, one row for each thing that one of them can do."""

import uuid
from typing import Any

from tests.factories import NOW, a_fee, a_season_rate
from tests.services.calls import KEY, Act, Entry, World, call_of
from tournaments.imports.fee_lists import apply_fees, examine_fees
from tournaments.imports.player_rows import PlayerRow
from tournaments.labels import PaymentMethod, RateCode, Status, TournamentState, Waits
from tournaments.models import Payment, PrizeGiven, Rate, Seat, SeatResult, Tournament
from tournaments.services.evening.check_in import arrive, come_unknown, expect
from tournaments.services.money.fees import ListedFee, owe_fees, take_fees, take_listed_fees
from tournaments.services.money.payments import cancel_payment, count_cash, give_all_back, give_back, take_payment
from tournaments.services.money.prize_checks import PrizeFacts
from tournaments.services.money.prizes import give_all_prizes, give_prize, set_prizes, take_prize_back
from tournaments.services.money.rates import RateFacts, give_rate, set_rates
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import set_waits

FACTS = PlayerFacts(last_name="ZIMMER", first_name="Zoé", licence="Z1")


def a_rate(world: World) -> Rate:
    """Return a rate of five euros, which n° 1 has."""
    rate = Rate.objects.create(tournament=world.tournament, code=RateCode.MEMBER, label="Adhérent", amount=500, place=1)
    world.tournament.registrations.filter(start_number=1).update(rate=rate)
    return rate


@call_of(set_waits, Entry("pointage", "n° 8 NOM8 Ada : en retard"), told=True)
def one_late(world: World) -> Act:
    world.tournament.registrations.filter(start_number=8).update(status=Status.ABSENT)
    return lambda: set_waits(
        tournament=world.tournament, registration=world.entries[7].pk, waits=Waits.LATE, by=world.by, at=NOW
    )


@call_of(set_rates, Entry("tarifs", "2 tarifs"), told=True)
def rates_written(world: World) -> Act:
    rate = a_rate(world)
    rates = [RateFacts("Adhérents", 500, RateCode.MEMBER, rate.pk), RateFacts("Visiteurs", 800, RateCode.VISITOR)]
    return lambda: set_rates(of=world.tournament, rates=rates, by=world.by, at=NOW)


@call_of(give_rate, Entry("tarif donné", "n° 2 NOM2 Ada : tarif Adhérent"))
def a_rate_given(world: World) -> Act:
    rate = a_rate(world)
    return lambda: give_rate(
        tournament=world.tournament, registration=world.entries[1].pk, rate=rate.pk, by=world.by, at=NOW
    )


@call_of(take_fees, Entry("cotisation payée", "NOM1 Ada", of="club"))
def a_fee_noted(world: World) -> Act:
    a_season_rate(world.season)
    said = {"players": [world.entries[0].player_id], "method": PaymentMethod.CASH, "key": uuid.uuid4()}
    return lambda: take_fees(season=world.season, **said, by=world.by, at=NOW)


@call_of(set_rates, Entry("tarifs de la saison", "1 tarif", of="club"))
def season_rates_written(world: World) -> Act:
    rates = [RateFacts("Adulte", 2000, RateCode.ADULT)]
    return lambda: set_rates(of=world.season, rates=rates, by=world.by, at=NOW)


@call_of(owe_fees, Entry("cotisation due", "NOM1 Ada", of="club"))
def a_fee_owed(world: World) -> Act:
    rate = a_season_rate(world.season)
    people = [world.entries[0].player_id]
    return lambda: owe_fees(season=world.season, players=people, rate=rate.pk, by=world.by, at=NOW)


@call_of(
    take_listed_fees,
    Entry("cotisation due", "NOM1 Ada", of="club"),
    Entry("cotisation payée", "NOM1 Ada", of="club"),
)
def a_fee_of_a_list_noted(world: World) -> Act:
    listed = [ListedFee(world.entries[0].player_id, a_season_rate(world.season).pk, 2000)]
    return lambda: take_listed_fees(season=world.season, listed=listed, by=world.by, at=NOW)


@call_of(
    apply_fees,
    Entry("cotisation due", "NOM1 Ada", of="club"),
    Entry("cotisation payée", "NOM1 Ada", of="club"),
)
def the_fees_of_a_list_alone(world: World) -> Act:
    a_season_rate(world.season)
    rows = [PlayerRow(line=2, last_name="NOM1", first_name="Ada", fee="20")]
    said: dict[str, Any] = {"club": world.club, "rows": rows, "season": world.season}
    shown = examine_fees(**said)
    return lambda: apply_fees(**said, fingerprint=shown.fingerprint, by=world.by, at=NOW)


@call_of(give_back, Entry("remboursement", "NOM1 Ada : −20 €", reason="parti", of="club"))
def a_fee_given_back(world: World) -> Act:
    payment = a_fee(world.entries[0].player.memberships.get(), world.season).payments.get()
    said = {"reason": "parti", "method": PaymentMethod.CASH, "key": uuid.uuid4()}
    return lambda: give_back(payment=payment, **said, by=world.by, at=NOW)


@call_of(give_all_back, Entry("remboursement", "n° 1 NOM1 Ada : −5 €", reason="annulée"))
def an_evening_given_back(world: World) -> Act:
    a_rate(world)
    payment = take_payment(owed=world.entries[0], method=PaymentMethod.CASH, key=uuid.uuid4(), by=world.by, at=NOW)
    said = {"payments": [payment.pk], "reason": "annulée", "key": uuid.uuid4()}
    return lambda: give_all_back(tournament=world.tournament, **said, by=world.by, at=NOW)


@call_of(take_payment, Entry("paiement", "n° 1 NOM1 Ada : 5 €"))
def one_who_pays(world: World) -> Act:
    a_rate(world)
    return lambda: take_payment(
        owed=world.entries[0],
        method=PaymentMethod.CASH,
        key=uuid.uuid4(),
        by=world.by,
        at=NOW,
    )


@call_of(cancel_payment, Entry("paiement annulé", "n° 1 NOM1 Ada : 5 €", reason="rendu"))
def one_who_is_paid_back(world: World) -> Act:
    a_rate(world)
    payment = Payment.objects.create(
        key=uuid.uuid4(),
        registration=world.entries[0],
        amount=500,
        method=PaymentMethod.CASH,
        paid_on=NOW.date(),
        at=NOW,
    )
    return lambda: cancel_payment(payment=payment, reason="rendu", by=world.by, at=NOW)


@call_of(
    count_cash,
    Entry("caisse comptée", "60 € comptés, 50 € attendus", reason="pourboire"),
)
def the_cash_box_counted(world: World) -> Act:
    return lambda: count_cash(
        tournament=world.tournament,
        opening=5_000,
        counted=6_000,
        remark="pourboire",
        key=KEY,
        by=world.by,
        at=NOW,
    )


@call_of(
    arrive,
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("tarif donné", "n° 9 ZIMMER Zoé : tarif Adhérent"),
    Entry("paiement", "n° 9 ZIMMER Zoé : 5 €"),
    told=True,
)
def a_member_who_comes_and_pays(world: World) -> Act:
    rate, player = a_rate(world), world.another_player()
    return lambda: arrive(
        tournament=world.tournament,
        player=player,
        rate=rate.pk,
        method=PaymentMethod.CASH,
        key=uuid.uuid4(),
        by=world.by,
        at=NOW,
    )


@call_of(
    come_unknown,
    Entry("joueur ajouté", "ZIMMER Zoé", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    told=True,
)
def a_stranger_who_comes(world: World) -> Act:
    return lambda: come_unknown(tournament=world.tournament, facts=FACTS, key=uuid.uuid4(), by=world.by, at=NOW)


@call_of(
    expect,
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("pointage", "n° 9 ZIMMER Zoé : remplaçant"),
    told=True,
)
def a_stand_in(world: World) -> Act:
    player = world.another_player()
    return lambda: expect(tournament=world.tournament, player=player, waits=Waits.STAND_IN, by=world.by, at=NOW)


# Prizes


def won(world: World) -> None:
    """End a tournament that n° 1 won, with a bottle for the first place."""
    world.tables()
    for seat in Seat.objects.select_related("registration"):
        SeatResult.objects.create(seat=seat, points=10 - seat.registration.start_number, donnes=1)
    set_prizes(
        tournament=world.tournament, prizes=[PrizeFacts(lot="jambon")], one_each=True, club_adds=0, by=world.by, at=NOW
    )
    Tournament.objects.filter(pk=world.tournament.pk).update(state=TournamentState.FINISHED)


@call_of(set_prizes, Entry("prix", "2 prix"))
def prizes_written(world: World) -> Act:
    prizes = [PrizeFacts(lot="jambon"), PrizeFacts(place=2, amount=500)]
    return lambda: set_prizes(
        tournament=world.tournament, prizes=prizes, one_each=True, club_adds=500, by=world.by, at=NOW
    )


@call_of(give_prize, Entry("prix remis", "n° 1 NOM1 Ada : jambon"))
def a_prize_given(world: World) -> Act:
    won(world)
    prize = world.tournament.prize_plan.prizes.get().pk
    return lambda: give_prize(
        tournament=world.tournament, prize=prize, registration=world.entries[0].pk, by=world.by, at=NOW
    )


@call_of(give_all_prizes, Entry("prix remis", "n° 1 NOM1 Ada : jambon"))
def every_prize_given(world: World) -> Act:
    won(world)
    return lambda: give_all_prizes(tournament=world.tournament, by=world.by, at=NOW)


@call_of(take_prize_back, Entry("prix repris", "n° 1 NOM1 Ada : jambon", reason="erreur"))
def a_prize_taken_back(world: World) -> Act:
    a_prize_given(world)()
    given = PrizeGiven.objects.get().pk
    return lambda: take_prize_back(
        tournament=world.tournament, prize_given=given, reason=" erreur ", by=world.by, at=NOW
    )
