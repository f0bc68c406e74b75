"""Prizes are within what there is, go to who wins them, and are handed over once."""

import uuid
from typing import Any

import pytest

from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory, organiser, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import seated
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.teams import a_team
from tournaments.labels import Group, JobKind, PaymentMethod, PrizeGroup, PrizeMethod, RateCode, Status, TournamentState
from tournaments.models import (
    Account,
    Document,
    JournalEntry,
    Payment,
    Player,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    Seat,
    SeatResult,
    Tournament,
)
from tournaments.queries.money.prizes import PrizeList, handed_over, prize_list
from tournaments.queries.standings.standings import standings
from tournaments.queries.undo.consequences import deleting_tournament
from tournaments.refusals import Refusal
from tournaments.seating import Monitor
from tournaments.services.money.prize_checks import PrizeFacts
from tournaments.services.money.prizes import give_all_prizes, give_prize, set_prizes, take_prize_back
from tournaments.services.work import jobs
from tournaments.services.work.documents import ask_prize_receipts
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db

# Of n° 1 to n° 4, of whom the second is a lady without a licence and the third comes from elsewhere.
TOTALS = (60, 20, 20, -100)


@pytest.fixture
def tournament() -> Tournament:
    """Return a finished tournament of four, of whom each paid ten euros."""
    tournament = TournamentFactory(state=TournamentState.FINISHED)
    rate = Rate.objects.create(tournament=tournament, code=RateCode.OTHER, label="Entrée", amount=1_000, place=1)
    for number in range(1, 5):
        player = PlayerFactory(club=tournament.club, last_name=f"NOM{number}", first_name="Ada")
        entry = RegistrationFactory(tournament=tournament, player=player, start_number=number, rate=rate)
        Payment.objects.create(
            key=uuid.uuid4(),
            registration=entry,
            amount=1_000,
            method=PaymentMethod.CASH,
            paid_on=NOW.date(),
            at=NOW,
            by_name="aline",
        )
    Player.objects.filter(last_name="NOM2").update(sex="F", licence="", consent=False)
    Player.objects.filter(last_name="NOM3").update(home_club="Bollène")
    seated(tournament)
    for seat in Seat.objects.select_related("registration"):
        SeatResult.objects.create(seat=seat, points=TOTALS[seat.registration.start_number - 1], donnes=1)
    return tournament


@pytest.fixture
def by(tournament: Tournament) -> Account:
    return organiser(tournament.club)


def write(tournament: Tournament, *prizes: PrizeFacts, **said: Any) -> PrizePlan:
    asked = {"one_each": False, "club_adds": 0, "by": None, "at": NOW} | said
    return set_prizes(tournament=tournament, prizes=list(prizes), **asked)


def listed(tournament: Tournament) -> PrizeList:
    current = prize_list(tournament)
    assert current is not None
    return current


def test_money_says_how_it_is_paid_and_a_thing_is_in_kind(tournament: Tournament) -> None:
    plan = write(tournament, PrizeFacts(amount=500), PrizeFacts(place=2, amount=300), PrizeFacts(place=4, lot="jambon"))
    first = plan.prizes.all()[0]
    entry = tournament.registrations.get(start_number=1)

    with pytest.raises(ValueError, match="troc"):
        give_prize(tournament=tournament, prize=first.pk, registration=entry.pk, method="troc", by=None, at=NOW)
    one = give_prize(
        tournament=tournament, prize=first.pk, registration=entry.pk, method=PrizeMethod.TRANSFER, by=None, at=NOW
    )
    others = give_all_prizes(tournament=tournament, by=None, at=NOW)

    assert (one.amount, one.method) == (500, "virement")
    assert [(each.amount, each.lot, each.method) for each in others] == [
        (150, "", "especes"),
        (150, "", "especes"),
        (0, "jambon", "nature"),
    ]
    assert [entry.details["method"] for entry in tournament.journal.filter(action="prix remis").order_by("pk")] == [
        "virement", "especes", "especes", "nature",
    ]  # fmt: skip


def winners(tournament: Tournament) -> list[list[int]]:
    return [[winner.registration.start_number for winner in line.winners] for line in listed(tournament).lines]


def refused(tournament: Tournament, *prizes: PrizeFacts, **said: Any) -> Refusal:
    return refusal_of(write, tournament, *prizes, **said)


def test_places_categories_and_the_last_win(tournament: Tournament) -> None:
    write(
        tournament,
        PrizeFacts(place=1, percent=50),
        PrizeFacts(group=Group.LADIES, amount=500),
        PrizeFacts(group=PrizeGroup.VISITORS, lot="saucisson"),
        PrizeFacts(group=PrizeGroup.UNLICENSED, lot="boudin"),
        PrizeFacts(group=PrizeGroup.LAST, lot="lanterne"),
    )
    assert winners(tournament) == [[1], [2], [3], [2], [4]]
    current = listed(tournament)
    assert [line.worth for line in current.lines] == [2_000, 500, 0, 0, 0]
    assert (current.takings, current.worth, current.budget_left) == (4_000, 2_500, 1_500)
    assert current.lines[1].winners[0].name == "Joueur n°\xa02"


def test_who_is_out_of_the_ranking_wins_nothing(tournament: Tournament) -> None:
    Tournament.objects.update(unfinished_rule="out", state=TournamentState.RUNNING)
    for number in (1, 4):  # the first and the last left before the end
        tournament.registrations.filter(start_number=number).update(status=Status.WITHDRAWN)
    tournament.refresh_from_db()
    write(
        tournament,
        PrizeFacts(lot="jambon"),
        PrizeFacts(group=PrizeGroup.LAST, lot="lanterne"),
        PrizeFacts(group=Group.SENIORS, place=3, lot="boudin"),
    )
    assert winners(tournament) == [[2, 3], [2, 3], []]


def test_who_was_excluded_wins_nothing_from_either_end(tournament: Tournament) -> None:
    prizes = [PrizeFacts(lot="jambon"), PrizeFacts(group=PrizeGroup.LAST, lot="lanterne")]
    write(tournament, *prizes, PrizeFacts(group=Group.LADIES, lot="fleurs"))
    assert winners(tournament) == [[1], [4], [2]]
    tournament.registrations.filter(start_number__in=[1, 2, 4]).update(status=Status.EXCLUDED)
    assert winners(tournament) == [[3], [3], []]


def test_a_prize_of_a_group_is_of_those_whom_its_ranking_has(tournament: Tournament) -> None:
    """One definition of a group: the first of its ranking wins its first prize, consent or none."""
    Player.objects.update(consent=True)
    Player.objects.filter(last_name="NOM3").update(sex="F", category="veteran")
    Player.objects.filter(last_name="NOM4").update(category="jeune")
    write(tournament, *[PrizeFacts(group=group, lot="jambon") for group in Group])
    whole = standings(Tournament.objects.get())
    firsts = [[line.start_number for line in whole.of_group(group).ranked if line.place == 1] for group in Group]
    assert winners(tournament) == firsts == [[2, 3], [1], [3], [4]]
    Player.objects.update(consent=False)
    assert winners(tournament) == firsts


def test_a_group_that_is_everybody_wins_nothing_and_the_page_says_why(tournament: Tournament) -> None:
    prizes = [
        PrizeFacts(amount=500),
        PrizeFacts(group=Group.SENIORS, lot="jambon"),
        PrizeFacts(Group.LADIES, lot="lot"),
    ]
    write(tournament, *prizes, PrizeFacts(group=Group.VETERANS, lot="fleurs"))
    assert winners(tournament) == [[1], [], [2], []]
    assert [line.is_everybody for line in listed(tournament).lines] == [False, True, False, False]
    Player.objects.filter(last_name="NOM4").update(category="jeune")
    give_all_prizes(tournament=tournament, by=None, at=NOW)
    assert winners(tournament) == [[1], [1], [2], []]
    Player.objects.filter(last_name="NOM4").update(category="senior")
    current = listed(tournament)  # who was handed it keeps it
    assert (winners(tournament), current.strays, current.lines[1].is_everybody) == ([[1], [1], [2], []], (), False)


def test_nobody_wins_before_anything_is_played(tournament: Tournament) -> None:
    SeatResult.objects.all().delete()
    write(tournament, PrizeFacts(lot="jambon"))
    assert winners(tournament) == [[]]


def test_a_plan_above_the_takings_is_refused_until_the_club_adds_what_is_missing(tournament: Tournament) -> None:
    prizes = [PrizeFacts(amount=3_000), PrizeFacts(place=2, percent=50)]
    refusal = refused(tournament, *prizes)
    assert refusal.code == "above_the_takings"
    assert "50\xa0€ et il n’y a que 40\xa0€" in str(refusal)
    assert "le club ajoute 10\xa0€" in str(refusal).replace("que le", "le")
    assert not PrizePlan.objects.exists()
    write(tournament, *prizes, club_adds=1_000)
    assert listed(tournament).budget_left == 0
    assert refused(tournament, PrizeFacts(percent=60), PrizeFacts(place=2, percent=41)).code == "above_the_takings"


def test_everything_wrong_is_said_at_once(tournament: Tournament) -> None:
    refusal = refused(
        tournament,
        PrizeFacts(amount=-5),
        PrizeFacts(place=0, lot="jambon"),
        PrizeFacts(place=2, percent=101),
        PrizeFacts(place=3, amount=100_001),
        PrizeFacts(place=4, amount=5, percent=5),
        PrizeFacts(place=5),
        PrizeFacts(place=6, lot="x" * 101),
        PrizeFacts(group="rois", lot="x"),
        PrizeFacts(place=7, lot="a"),
        PrizeFacts(place=7, lot="b"),
        club_adds=-1,
    )
    assert " ".join(sorted(refusal.fields)) == (
        "amount_0 amount_3 club_adds group_7 lot_5 lot_6 percent_2 percent_4 place_1 place_9"
    )
    assert refused(tournament, *[PrizeFacts(place=place, lot="x") for place in range(1, 42)]).code == "too_many_prizes"


def test_the_same_list_twice_is_noted_once(tournament: Tournament) -> None:
    write(tournament, PrizeFacts(lot="jambon"))
    write(tournament, PrizeFacts(lot="jambon"))
    assert JournalEntry.objects.filter(action="prix").count() == 1


def test_a_prize_is_handed_over_once_to_who_wins_it(tournament: Tournament, by: Account) -> None:
    plan = write(tournament, PrizeFacts(amount=500), PrizeFacts(group=PrizeGroup.LAST, lot="lanterne"))
    first, _last = plan.prizes.all()
    one, _two, _three, four = tournament.registrations.order_by("start_number")
    asked = {"tournament": tournament, "prize": first.pk, "by": by, "at": NOW}
    given = give_prize(registration=one.pk, **asked)
    assert give_prize(registration=one.pk, **asked) == given
    assert (given.amount, given.by_name) == (500, str(by))
    with pytest.raises(Refusal, match="n’est pas à ce joueur"):
        give_prize(registration=four.pk, **asked)
    assert [each.registration for each in give_all_prizes(tournament=tournament, by=by, at=NOW)] == [four]
    with pytest.raises(Refusal, match="plus de prix"):
        give_all_prizes(tournament=tournament, by=by, at=NOW)
    assert refused(tournament, PrizeFacts(amount=600)).code == "prize_given"
    write(
        tournament,
        PrizeFacts(amount=500),
        PrizeFacts(group=PrizeGroup.LAST, lot="lanterne"),
        PrizeFacts("dames", 1, "x"),
    )
    assert plan.prizes.count() == 3


def test_a_thing_of_two_with_the_same_total_goes_to_one(tournament: Tournament, by: Account) -> None:
    prize = write(tournament, PrizeFacts(place=2, lot="jambon", amount=300)).prizes.get()
    assert winners(tournament) == [[2, 3]]
    with pytest.raises(Refusal, match="plus de prix"):  # somebody has to say whose it is
        give_all_prizes(tournament=tournament, by=by, at=NOW)
    _one, two, three, _four = tournament.registrations.order_by("start_number")
    asked = {"tournament": tournament, "prize": prize.pk, "by": by, "at": NOW}
    assert give_prize(registration=three.pk, **asked).amount == 300
    with pytest.raises(Refusal, match="déjà remis à NOM3"):
        give_prize(registration=two.pk, **asked)


def test_money_of_two_with_the_same_total_is_shared(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(place=2, amount=501))
    assert [given.amount for given in give_all_prizes(tournament=tournament, by=by, at=NOW)] == [250, 250]


def test_a_prize_taken_back_may_be_given_again(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(lot="jambon"))
    (given,) = give_all_prizes(tournament=tournament, by=by, at=NOW)
    with pytest.raises(Refusal):
        take_prize_back(tournament=tournament, prize_given=given.pk, reason=" ", by=by, at=NOW)
    for _time in range(2):
        taken = take_prize_back(tournament=tournament, prize_given=given.pk, reason="erreur", by=by, at=NOW)
        assert taken.cancel_reason == "erreur"
    assert JournalEntry.objects.filter(action="prix repris").count() == 1
    give_all_prizes(tournament=tournament, by=by, at=NOW)
    assert PrizeGiven.objects.filter(cancelled_at=None).count() == 1


def test_a_prize_handed_to_who_does_not_win_it_any_more_is_said(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(lot="jambon"))
    (given,) = give_all_prizes(tournament=tournament, by=by, at=NOW)
    SeatResult.objects.filter(seat__registration__start_number=1).update(points=-200)
    assert listed(tournament).strays == (given,)


def test_prizes_wait_for_the_end(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(lot="jambon"))
    Tournament.objects.update(state=TournamentState.RUNNING)
    assert refusal_of(give_all_prizes, tournament=tournament, by=by, at=NOW).code == "not_finished"


def test_a_tournament_of_which_a_prize_was_handed_over_is_kept(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(lot="jambon"))
    give_all_prizes(tournament=tournament, by=by, at=NOW)
    SeatResult.objects.all().delete()
    Payment.objects.all().delete()
    assert deleting_tournament(tournament).refusals
    PrizeGiven.objects.all().delete()
    assert not deleting_tournament(tournament).refusals


def test_what_one_has_who_does_not_win_it_any_more_is_not_given_twice(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(lot="jambon"))
    (given,) = give_all_prizes(tournament=tournament, by=by, at=NOW)
    SeatResult.objects.filter(seat__registration__start_number=1).update(points=-200)
    (line,) = listed(tournament).lines
    winner = line.winners[0]
    prize = {"tournament": tournament, "prize": line.prize.pk, "registration": winner.registration.pk}
    one = refusal_of(give_prize, **prize, by=by, at=NOW)
    everybody = refusal_of(give_all_prizes, tournament=tournament, by=by, at=NOW)
    assert (one.code, everybody.code) == ("prize_astray", "nothing_to_give")
    take_prize_back(tournament=tournament, prize_given=given.pk, reason="classement", by=by, at=NOW)
    give_prize(**prize, by=by, at=NOW)
    assert [each.registration_id for each in PrizeGiven.objects.filter(cancelled_at=None)] == [winner.registration.pk]


@pytest.mark.parametrize("percent", [0, 75], ids=["euros", "of the takings"])
def test_who_shares_a_place_since_it_was_given_gets_no_second_whole(
    tournament: Tournament, by: Account, percent: int
) -> None:
    write(tournament, PrizeFacts(amount=0 if percent else 3_000, percent=percent))
    (whole,) = give_all_prizes(tournament=tournament, by=by, at=NOW)
    totals = SeatResult.objects.filter(seat__registration__start_number=2)
    totals.update(points=60)
    (line,) = listed(tournament).lines
    assert (whole.amount, line.amount, line.uneven, listed(tournament).to_give) == (3_000, 1_500, (whole,), ())
    asked = {"tournament": tournament, "prize": line.prize.pk, "by": by, "at": NOW}
    two = tournament.registrations.get(start_number=2)
    assert refusal_of(give_prize, registration=two.pk, **asked).code == "prize_uneven"
    assert refusal_of(give_all_prizes, tournament=tournament, by=by, at=NOW).code == "nothing_to_give"

    take_prize_back(tournament=tournament, prize_given=whole.pk, reason="ex æquo", by=by, at=NOW)
    halves = give_all_prizes(tournament=tournament, by=by, at=NOW)
    assert ([given.amount for given in halves], listed(tournament).uneven) == ([1_500, 1_500], ())

    totals.update(points=0)  # and who has half of what is his alone again is told too
    take_prize_back(tournament=tournament, prize_given=halves[1].pk, reason="seul", by=by, at=NOW)
    assert listed(tournament).uneven == (() if percent else (halves[0],))


def test_what_was_given_of_takings_that_grew_or_of_a_lot_stays(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(percent=50), PrizeFacts(place=2, lot="jambon", amount=300))
    share, lot = listed(tournament).lines
    asked = {"tournament": tournament, "by": by, "at": NOW}
    give_prize(prize=share.prize.pk, registration=share.winners[0].registration.pk, **asked)
    given = give_prize(prize=lot.prize.pk, registration=lot.winners[0].registration.pk, **asked)
    assert (given.amount, lot.amount) == (300, 150)
    Payment.objects.update(amount=1_200)
    assert listed(tournament).uneven == ()
    Payment.objects.update(amount=800)
    assert [row.amount for row in listed(tournament).uneven] == [2_000]  # more than there is


def test_a_share_of_nothing_is_not_handed_over(tournament: Tournament, by: Account) -> None:
    """It made a receipt for nothing."""
    write(tournament, PrizeFacts(percent=10), PrizeFacts(place=4, lot="jambon"))
    Payment.objects.update(cancelled_at=NOW, cancel_reason="rendu")
    share, thing = listed(tournament).lines
    assert (share.is_worthless, thing.is_worthless) == (True, False)

    with pytest.raises(Refusal, match="ne vaut rien") as refused:
        give_prize(
            tournament=tournament,
            prize=share.prize.pk,
            registration=share.winners[0].registration.pk,
            by=by,
            at=NOW,
        )
    assert refused.value.code == "prize_of_nothing"
    assert [given.lot for given in give_all_prizes(tournament=tournament, by=by, at=NOW)] == ["jambon"]
    assert listed(tournament).to_give == ()


def test_what_was_handed_over_of_nothing_before_has_no_receipt(tournament: Tournament, by: Account) -> None:
    write(tournament, PrizeFacts(percent=10))
    (line,) = listed(tournament).lines
    PrizeGiven.objects.create(prize=line.prize, registration=line.winners[0].registration, at=NOW)
    assert handed_over(tournament) == []
    with pytest.raises(Refusal, match="Aucun prix n’est encore remis"):
        ask_prize_receipts(tournament=tournament, language="fr", by=by, at=NOW)


@pytest.fixture
def pairs(tournament: Tournament) -> list[Registration]:
    """Make two pairs of the four: n° 1 with n° 4, −40 together, and n° 2 with n° 3, +40."""
    rewrite(tournament, state=TournamentState.RUNNING, team_size=2)
    entries = list(tournament.registrations.order_by("start_number"))
    a_team("Les Bouts", entries[0], entries[3])
    a_team("Les Atouts", entries[1], entries[2])
    rewrite(tournament, state=TournamentState.FINISHED)
    return entries


FOR_TEAMS = PrizeFacts(PrizeGroup.TEAMS, 1, amount=2_000)


def won_by(tournament: Tournament) -> list[list[tuple[str, int, int]]]:
    return [
        [(winner.name, winner.registration.start_number, winner.place) for winner in line.winners]
        for line in listed(tournament).lines
    ]


def test_a_prize_of_teams_goes_to_the_captain_of_the_first(tournament: Tournament, pairs: list[Registration]) -> None:
    """Beside it each keeps what he wins alone, though one has one prize only."""
    write(tournament, FOR_TEAMS, PrizeFacts(amount=500), PrizeFacts(PrizeGroup.TEAMS, 2, lot="jambon"), one_each=True)

    assert won_by(tournament) == [
        [("Les Atouts", 2, 1)],
        [("NOM1 Ada", 1, 1)],
        [("Les Bouts", 1, 2)],
    ]
    given = give_all_prizes(tournament=tournament, by=None, at=NOW)
    assert [(each.registration.start_number, each.amount, each.lot) for each in given] == [
        (2, 2_000, ""),
        (1, 500, ""),
        (1, 0, "jambon"),
    ]


def test_what_a_team_got_stays_its_own_when_another_becomes_captain(
    tournament: Tournament, pairs: list[Registration]
) -> None:
    write(tournament, FOR_TEAMS)
    give_all_prizes(tournament=tournament, by=None, at=NOW)
    Registration.objects.filter(pk=pairs[1].pk).update(is_captain=False)
    Registration.objects.filter(pk=pairs[2].pk).update(is_captain=True)

    (line,) = listed(tournament).lines

    assert (line.is_given, line.strays) == (True, ())
    assert [winner.registration.start_number for winner in line.winners] == [2]


def test_a_captain_who_left_leaves_it_to_one_who_is_there(tournament: Tournament, pairs: list[Registration]) -> None:
    write(tournament, FOR_TEAMS)
    Registration.objects.filter(pk=pairs[1].pk).update(status=Status.WITHDRAWN)
    assert won_by(tournament) == [[("Les Atouts", 3, 1)]]


def test_a_prize_that_another_team_wins_by_now_is_astray(tournament: Tournament, pairs: list[Registration]) -> None:
    write(tournament, FOR_TEAMS)
    give_all_prizes(tournament=tournament, by=None, at=NOW)
    Registration.objects.filter(pk=pairs[1].pk).update(penalty_points=-100)
    (line,) = listed(tournament).lines
    assert [winner.name for winner in line.winners] == ["Les Bouts"]
    assert [given.registration for given in line.strays] == [pairs[1]]


def test_no_team_wins_where_there_are_none(tournament: Tournament) -> None:
    refusal = refusal_of(write, tournament, PrizeFacts(amount=500), FOR_TEAMS)
    assert (refusal.code, list(refusal.fields)) == ("no_teams", ["group_1"])


def test_the_palmares_names_the_team_and_no_member_who_did_not_agree(
    tournament: Tournament, pairs: list[Registration]
) -> None:
    write(tournament, FOR_TEAMS)
    job = claimed(JobKind.PRIZES, tournament=tournament)
    answer = WORKS[JobKind.PRIZES](job, Monitor())
    jobs.finish(job=job, result=answer, at=NOW)
    printed = " ".join(" ".join(pages(Document.objects.get(pk=answer["document"]))).split())
    assert "Les Atouts" in printed
    assert "équipes" in printed
    assert "NOM2" not in printed
