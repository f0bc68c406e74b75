"""Two entries of one evening that are one person's and never met are joined: his totals, money and draws with them."""

import uuid
from dataclasses import dataclass

import pytest
from django.core.management import call_command

from scoring.imports.event_files import event_file
from scoring.labels import Sanction
from scoring.models import IncidentPlayer, Penalty, PenaltyShare
from scoring.services.decisions.incidents import note_incident
from tests.factories import NOW, AccountFactory, PlayerFactory, RegistrationFactory, field, rewrite
from tests.refusals import refusal_of
from tests.scoring.imports.test_events import load
from tests.scoring.sheets import a_penalty, garde, record, totals
from tests.tournaments.rotations import drawn
from tournaments.labels import PaymentMethod, SeatChangeKind, Status, WishKind
from tournaments.models import (
    Account,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    SeatChange,
    SeatResult,
    Table,
    Tournament,
    Wish,
    WishPlayer,
)
from tournaments.queries.people.merging import merging_players
from tournaments.refusals import Refusal
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.people.merging import merge_players
from tournaments.services.people.registrations import set_status

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """DUPONT Jean played position 1 under n° 1; position 2 under n° 9, entered again as « Dupon Jean »."""

    tournament: Tournament
    by: Account
    kept: Registration
    double: Registration

    def merge(self) -> None:
        merge_players(keep=self.kept.player, drop=self.double.player, by=self.by, at=NOW)
        self.kept.refresh_from_db()


def draw(tournament: Tournament, by: Account) -> None:
    publish_draw(draw=drawn(tournament, by), by=by, at=NOW)
    tournament.refresh_from_db()


def play(tournament: Tournament, number: int) -> None:
    for count, table in enumerate(Table.objects.filter(round__tournament=tournament, round__number=number)):
        record(table, 1, Account.objects.first(), garde(points=str(49 + 4 * count)))


@pytest.fixture
def evening(tournament: Tournament, the_organiser: Account) -> Evening:
    rewrite(tournament, rounds_planned=2)
    kept, *_others = field(tournament, 8)
    Player.objects.filter(pk=kept.player_id).update(last_name="DUPONT", first_name="Jean", licence="")
    draw(tournament, the_organiser)
    play(tournament, 1)
    gone = {"registrations": [kept.pk], "status": Status.WITHDRAWN, "by": the_organiser, "at": NOW}
    set_status(tournament=tournament, **gone)
    again = PlayerFactory(club=tournament.club, last_name="Dupon", first_name="Jean", licence="L9")
    double = RegistrationFactory(tournament=tournament, player=again, start_number=9)
    draw(tournament, the_organiser)
    play(tournament, 2)
    kept = Registration.objects.select_related("player", "tournament").get(pk=kept.pk)
    return Evening(tournament, the_organiser, kept, double)


def paid(entry: Registration) -> Payment:
    return Payment.objects.create(
        key=uuid.uuid4(), registration=entry, amount=500, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
    )


def penalise(entry: Registration) -> None:
    a_penalty(entry.tournament, AccountFactory(), registration=entry, points=-50)


def test_his_total_is_that_of_all_his_seats_and_nobody_elses_changes(evening: Evening) -> None:
    tournament, before = evening.tournament, totals(evening.tournament)
    penalise(evening.double)
    (told,) = [
        text for text in merging_players(evening.kept.player, evening.double.player).touches if "s’efface" in text
    ]
    assert "sans s’être rencontrés" in told
    assert "n° 9 Dupon Jean" in told
    evening.merge()

    after = totals(tournament)
    assert after.pop(1) == before.pop(1) + before.pop(9) - 50
    assert after == before
    seats = evening.kept.seats.order_by("round__number")
    assert [seat.round.number for seat in seats] == [1, 2]
    assert sum(SeatResult.objects.get(seat=seat).points for seat in seats) - 50 == totals(tournament)[1]
    assert sum(SeatResult.objects.values_list("points", flat=True)) == 0
    assert (evening.kept.status, evening.kept.penalty_points, evening.kept.player.licence) == ("present", -50, "L9")
    assert tournament.registrations.count() == 8
    call_command("check_results")


@pytest.mark.parametrize("under", ["kept", "double"])
def test_who_is_excluded_under_either_number_stays_so(evening: Evening, under: str) -> None:
    evening.tournament.registrations.update(status=Status.PRESENT)
    entry = getattr(evening, under)
    a_penalty(evening.tournament, evening.by, registration=entry, points=0, sanction=Sanction.EXCLUSION)
    evening.merge()
    assert evening.kept.status == Status.EXCLUDED
    assert Penalty.objects.get().registration == evening.kept


def test_the_draws_name_him_and_the_event_goes_elsewhere(evening: Evening) -> None:
    rewrite(evening.tournament, rounds_planned=3)
    drawn(evening.tournament, evening.by)  # nobody is seated by a draft
    evening.merge()

    published = evening.tournament.draws.exclude(published_at=None)
    assert published.count() == 2
    for of in published:
        assert evening.kept.pk in of.players
        assert evening.double.pk not in of.players
        seated = {pk for tables in of.computed_plan.rounds for table in tables for pk in table}
        assert seated == set(of.players)
    copy = load(evening.tournament.club, event_file(evening.tournament, at=NOW), name="Copie")
    assert totals(copy) == totals(evening.tournament)


def test_what_both_paid_stays_in_the_cash_box(evening: Evening) -> None:
    rate = Rate.objects.create(tournament=evening.tournament, label="Adhérent", amount=500, place=1)
    Registration.objects.filter(pk=evening.double.pk).update(rate=rate)
    payments = [paid(evening.kept), paid(evening.double)]
    assert any(
        "10\N{NO-BREAK SPACE}€" in text for text in merging_players(evening.kept.player, evening.double.player).touches
    )
    evening.merge()

    for payment in payments:
        payment.refresh_from_db()
        assert payment.registration == evening.kept
    assert evening.kept.rate == rate


def test_a_prize_given_to_both_is_taken_back_first(evening: Evening) -> None:
    prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=evening.tournament), number=3, amount=500)
    given = [
        PrizeGiven.objects.create(prize=prize, registration=entry, amount=500, at=NOW)
        for entry in (evening.kept, evening.double)
    ]
    with pytest.raises(Refusal, match="prix n° 3"):
        evening.merge()

    PrizeGiven.objects.filter(pk=given[0].pk).update(cancelled_at=NOW, cancel_reason="en double")
    evening.merge()
    assert evening.kept.prizes.count() == 2


@pytest.mark.parametrize(("kind", "stays"), [(WishKind.APART, False), (WishKind.TEAM, False), (WishKind.SECTOR, True)])
def test_nobody_is_kept_away_from_himself(evening: Evening, kind: WishKind, *, stays: bool) -> None:
    wish = Wish.objects.create(tournament=evening.tournament, kind=kind, name="salle", added_at=NOW)
    for entry in (evening.kept, evening.double):
        WishPlayer.objects.create(wish=wish, registration=entry)
    evening.merge()

    wish.refresh_from_db()
    assert (wish.cancelled_at is None) == stays
    assert [member.registration_id for member in wish.members.all()] == [evening.kept.pk]


def test_an_incident_about_both_names_him_once_and_he_replaced_nobody(evening: Evening) -> None:
    two = [evening.kept, evening.double]
    note_incident(
        tournament=evening.tournament, text="bruit", table=None, players=two, key=uuid.uuid4(), by=evening.by, at=NOW
    )
    SeatChange.objects.create(
        tournament=evening.tournament, kind=SeatChangeKind.REPLACEMENT, number=2, one=evening.kept,
        other=evening.double, reason="souffrant", key=uuid.uuid4(), made_by_name="aline", made_at=NOW,
    )  # fmt: skip
    evening.merge()

    assert IncidentPlayer.objects.get().registration == evening.kept
    assert not evening.tournament.seat_changes.exists()


def test_a_draw_that_seated_both_and_was_replaced_goes(evening: Evening) -> None:
    tournament = evening.tournament
    set_status(tournament=tournament, registrations=[evening.kept.pk], status=Status.PRESENT, by=evening.by, at=NOW)
    rewrite(tournament, rounds_planned=3)
    draw(tournament, evening.by)  # he is expected twice in position 3
    with pytest.raises(Refusal):
        evening.merge()
    set_status(tournament=tournament, registrations=[evening.kept.pk], status=Status.ABSENT, by=evening.by, at=NOW)
    draw(tournament, evening.by)
    evening.merge()

    assert tournament.draws.count() == 3
    assert all(evening.double.pk not in of.players for of in tournament.draws.all())
    assert [seat.round.number for seat in evening.kept.seats.order_by("round__number")] == [1, 2, 3]


def test_what_cannot_be_written_twice_of_one_person_is_refused(evening: Evening) -> None:
    penalise(evening.kept)
    PenaltyShare.objects.create(penalty=Penalty.objects.get(), registration=evening.double, points=-50)
    assert refusal_of(evening.merge).code == "written_of_both"
    assert evening.tournament.registrations.count() == 9
