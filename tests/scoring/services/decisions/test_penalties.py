"""A penalty stands apart from the marks, is shared among a camp, and gives its points back when it is cancelled."""

import uuid
from itertools import chain, product

import pytest

from scoring.labels import Outcome, PenaltyTarget, Prime, Sanction
from scoring.marque import Camp
from scoring.models import Penalty, PenaltyKind
from scoring.queries.desk.penalties import SAME_DEED, decisions_of, step_due, times_before
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.decisions.penalty_checks import refusals_of
from tests.factories import NOW, ClubFactory, RegistrationFactory, arbiter, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, garde, record, results, seat, seated, void
from tournaments.labels import Status
from tournaments.models import Registration, Tournament
from tournaments.refusals import Refusal
from tournaments.standings import Adjusted

pytestmark = pytest.mark.django_db


def give(tournament, kind, by, **changes):
    return a_penalty(tournament, by, kind=kind, **{"reason": "renonce à cœur"} | changes)


def points(table):
    return list(table.seats.order_by("chair").values_list("registration__penalty_points", flat=True))


def test_a_penalty_on_a_player_stands_apart_from_his_marks(tournament, table, kind, the_arbiter):
    record(table, 1, the_arbiter)

    give(tournament, kind, the_arbiter, registration=seat(table, 1).registration)

    assert points(table) == [0, -20, 0, 0]
    assert results(table) == [198, -66, -66, -66]
    assert Tournament.objects.get().revision == tournament.revision + 2


def test_penalties_add_up(tournament, table, kind, the_arbiter):
    one = seat(table, 1).registration
    give(tournament, kind, the_arbiter, registration=one)
    give(tournament, kind, the_arbiter, registration=one, points=-10)
    give(tournament, kind, the_arbiter, target=PenaltyTarget.TABLE, table=table, points=-5)

    assert points(table) == [-5, -35, -5, -5]


def test_a_warning_takes_nothing_and_is_on_record(tournament, table, kind, the_arbiter):
    given = give(tournament, kind, the_arbiter, registration=seat(table, 1).registration, points=0)

    assert points(table) == [0, 0, 0, 0]
    assert given.shares.count() == 1


def test_a_camp_is_penalised_and_shared_again_when_the_donne_is_corrected(tournament, table, kind, the_arbiter):
    record(table, 1, the_arbiter)
    give(tournament, kind, the_arbiter, target=PenaltyTarget.CAMP, table=table, donne=1, camp=Camp.DEFENSE)
    assert points(table) == [0, -20, -20, -20]

    record(table, 1, the_arbiter, garde(taker=2))
    assert points(table) == [-20, -20, 0, -20]

    record(table, 1, the_arbiter, void(Outcome.ANNULLED))
    assert points(table) == [0, 0, 0, 0]

    record(table, 1, the_arbiter, garde(taker=3))
    assert points(table) == [-20, -20, -20, 0]


def test_the_mort_and_the_partner_belong_where_they_belong(tournament, kind, the_arbiter):
    five = seated(tournament, chairs=5)[0]
    record(five, 1, the_arbiter, garde(taker=1, mort=0))
    give(tournament, kind, the_arbiter, target=PenaltyTarget.CAMP, table=five, donne=1, camp=Camp.DEFENSE)
    assert points(five) == [0, 0, -20, -20, -20]


def test_with_a_called_king_the_attack_is_two(tournament, kind, the_arbiter):
    rewrite(tournament, table_size=5)
    five = seated(tournament, chairs=5)[0]
    record(five, 1, the_arbiter, garde(partner=4))

    give(tournament, kind, the_arbiter, target=PenaltyTarget.CAMP, table=five, donne=1, camp=Camp.ATTAQUE)

    assert points(five) == [-20, 0, 0, 0, -20]


def test_the_same_form_sent_twice_is_one_penalty(tournament, table, kind, the_arbiter):
    key, one = uuid.uuid4(), seat(table, 1).registration

    assert give(tournament, kind, the_arbiter, registration=one, key=key) == give(
        tournament, kind, the_arbiter, registration=one, key=key
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"points": -40},
        {"reason": "renonce à pique"},
        {"donne": 2},
        {"target": PenaltyTarget.TABLE},
        {"target": PenaltyTarget.CAMP, "donne": 1, "camp": Camp.DEFENSE},
    ],
)
def test_a_form_sent_again_that_says_something_else_is_no_resend(tournament, table, kind, the_arbiter, changes):
    """Silently taking it for the first would lose the new reason, the new place or the new player."""
    record(table, 1, the_arbiter)
    key, one = uuid.uuid4(), seat(table, 1).registration
    give(tournament, kind, the_arbiter, registration=one, table=table, key=key)

    with pytest.raises(Refusal) as caught:
        give(tournament, kind, the_arbiter, **{"registration": one, "table": table, "key": key} | changes)
    with pytest.raises(Refusal) as another:
        give(tournament, kind, the_arbiter, registration=seat(table, 2).registration, table=table, key=key)

    assert (caught.value.code, another.value.code) == ("penalty_given", "penalty_given")
    assert "renonce à cœur" in str(caught.value)
    assert points(table) == [0, -20, 0, 0]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"points": 10}, "penalty_gives_points"),
        ({}, "penalty_without_player"),
        ({"target": PenaltyTarget.TABLE}, "penalty_without_table"),
    ],
)
def test_an_unfinished_penalty_is_refused(tournament, table, kind, the_arbiter, changes, code):
    assert refusal_of(give, tournament, kind, the_arbiter, **changes).code == code
    assert Penalty.objects.count() == 0


def test_everything_that_is_wrong_is_said_at_once(tournament, table, the_arbiter):
    other = PenaltyKind.objects.get_or_create(club=None, code="autre", defaults={"name": "Autre faute"})[0]

    caught = refusal_of(give, tournament, other, the_arbiter, reason=" ", points=5)

    assert sorted(caught.fields) == ["points", "reason", "registration"]


def test_the_fault_alone_is_reason_enough(tournament, table, kind, the_arbiter):
    given = give(tournament, kind, the_arbiter, registration=seat(table, 1).registration, reason=" ")

    assert (given.reason, points(table)) == ("", [0, -20, 0, 0])


def test_a_camp_needs_its_donne_entered_and_played(tournament, table, kind, the_arbiter):
    camp = {"target": PenaltyTarget.CAMP, "table": table, "camp": Camp.ATTAQUE}
    unsaid = refusal_of(give, tournament, kind, the_arbiter, **camp)
    record(table, 1, the_arbiter, void(Outcome.PASSED))
    void_donne = refusal_of(give, tournament, kind, the_arbiter, **camp, donne=1)

    assert (unsaid.code, void_donne.code) == ("penalty_without_camp", "camp_unknown")
    assert "n’a pas été jouée (passée" in str(void_donne)  # it is entered: it must not be said to be missing
    assert "saisie" not in str(void_donne)


def test_nobody_from_elsewhere(tournament, table, kind, the_arbiter):
    theirs = PenaltyKind.objects.create(code="X", name="X", club=ClubFactory())
    stranger = refusal_of(give, tournament, kind, the_arbiter, registration=RegistrationFactory())
    strange_kind = refusal_of(give, tournament, theirs, the_arbiter, registration=seat(table, 0).registration)

    assert (stranger.code, strange_kind.code) == ("penalty_elsewhere", "penalty_elsewhere")


def test_a_cancelled_penalty_gives_the_points_back_and_stays_on_record(tournament, table, kind, the_arbiter):
    given = give(tournament, kind, the_arbiter, registration=seat(table, 1).registration)
    assert list(refusal_of(cancel_penalty, penalty=given, reason="", by=the_arbiter, at=NOW).fields) == ["reason"]

    cancel_penalty(penalty=given, reason="mauvais joueur", by=the_arbiter, at=NOW)
    cancel_penalty(penalty=given, reason="encore", by=the_arbiter, at=NOW)

    given.refresh_from_db()
    assert (given.cancel_reason, given.points, given.shares.count()) == ("mauvais joueur", -20, 1)
    assert points(table) == [0, 0, 0, 0]


def test_a_cancelled_camp_penalty_is_not_shared_again(tournament, table, kind, the_arbiter):
    record(table, 1, the_arbiter)
    given = give(tournament, kind, the_arbiter, target=PenaltyTarget.CAMP, table=table, donne=1, camp=Camp.ATTAQUE)
    cancel_penalty(penalty=given, reason="mauvais camp", by=the_arbiter, at=NOW)

    record(table, 1, the_arbiter, garde(taker=2))

    assert points(table) == [0, 0, 0, 0]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_excluded_player_is_in_no_draw_to_come_until_it_is_taken_back(tournament, table, kind, the_arbiter, order):
    one = seat(table, 1).registration
    Registration.objects.filter(pk=one.pk).update(status=Status.PRESENT)
    excluding = {"registration": one, "points": 0, "sanction": Sanction.EXCLUSION}
    given = [give(tournament, kind, the_arbiter, **excluding) for _time in range(2)]

    def status():
        return Registration.objects.get(pk=one.pk).status

    assert (given[0].status_before, status()) == (Status.PRESENT, Status.EXCLUDED)
    for number, left in zip(order, (Status.EXCLUDED, Status.PRESENT), strict=True):
        penalty = Penalty.objects.get(pk=given[number].pk)
        cancel_penalty(penalty=penalty, reason="erreur", by=the_arbiter, at=NOW)
        assert status() == left


def test_who_was_let_in_again_by_hand_stays_as_he_is(tournament, table, kind, the_arbiter):
    one = seat(table, 1).registration
    given = give(tournament, kind, the_arbiter, registration=one, points=0, sanction=Sanction.EXCLUSION)
    Registration.objects.filter(pk=one.pk).update(status=Status.ABSENT)
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    assert Registration.objects.get(pk=one.pk).status == Status.ABSENT


@pytest.mark.parametrize(
    ("changes", "code", "fields"),
    [
        ({"sanction": "pendaison"}, "penalty_without_sanction", ["sanction"]),
        ({"sanction": Sanction.FEDERATION}, "sanction_takes_no_points", ["points"]),
        (
            {"sanction": Sanction.EXCLUSION, "target": PenaltyTarget.TABLE, "points": 0},
            "sanction_of_players",
            ["target", "table"],
        ),
        ({"sanction": Sanction.REDEAL, "points": 0}, "sanction_of_a_donne", ["table", "donne"]),
        ({"target": PenaltyTarget.DONNE}, "sanction_of_players", ["target"]),
    ],
)
def test_a_sanction_goes_with_its_points_and_its_target(tournament, table, kind, the_arbiter, changes, code, fields):
    caught = refusal_of(give, tournament, kind, the_arbiter, **{"registration": seat(table, 1).registration} | changes)
    assert caught.code == code
    assert list(caught.fields) == fields
    assert Penalty.objects.count() == 0


def test_a_fault_that_was_taken_out_meanwhile_is_refused(tournament, table, kind, the_arbiter):
    PenaltyKind.objects.filter(pk=kind.pk).delete()
    caught = refusal_of(give, tournament, kind, the_arbiter, registration=seat(table, 1).registration)
    assert caught.code == "fault_gone"


def test_how_often_counts_what_stands_here_and_the_catalogue_says_what_follows(tournament, table, kind, the_arbiter):
    second = PenaltyKind.objects.create(code=kind.code, name="Renonce", step=2, points=-40)
    one = seat(table, 1).registration
    assert [step_due(kind, times) for times in (0, 1, 5)] == [kind, second, second]
    cancelled = give(tournament, kind, the_arbiter, registration=one)
    cancel_penalty(penalty=cancelled, reason="erreur", by=the_arbiter, at=NOW)
    stands = give(tournament, kind, the_arbiter, registration=one)
    give(tournament, kind, the_arbiter, registration=seat(table, 2).registration)
    assert (times_before(one, kind.code), times_before(one, kind.code, but=stands.key)) == (1, 0)
    assert [(each.pk, each.fell_on) for each in decisions_of([one.pk])] == [(stands.pk, one.player_id)]


def test_no_prime_is_cancelled_where_there_is_none(tournament, table, kind, the_arbiter):
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter, garde(petit_au_bout="attaque"))
    asked = {"target": PenaltyTarget.DONNE, "sanction": Sanction.PRIME_CANCELLED, "points": 0, "table": table}
    assert refusal_of(give, tournament, kind, the_arbiter, donne=2, **asked).code == "prime_unsaid"
    asked["prime"] = Prime.PETIT

    assert refusal_of(give, tournament, kind, the_arbiter, donne=1, **asked).code == "no_prime_to_cancel"

    give(tournament, kind, the_arbiter, donne=2, **asked)
    give(tournament, kind, the_arbiter, donne=3, **asked)  # one that is still to come


def test_what_another_arbiter_gave_minutes_ago_is_not_given_again_unasked(tournament, table, kind, the_arbiter):
    whom, colleague = seat(table, 1).registration, arbiter(tournament.club)
    first = give(tournament, kind, the_arbiter, registration=whom)
    again = {"kind": kind, "registration": whom, "reason": "renonce", "at": NOW + SAME_DEED / 2}

    refused = refusal_of(a_penalty, tournament, colleague, **again)

    assert (refused.code, f"Déjà donnée par {the_arbiter}" in str(refused)) == ("given_by_another", True)
    assert points(table) == [0, -20, 0, 0]
    a_penalty(tournament, the_arbiter, **again | {"at": NOW})  # he knows what he gave himself
    for other in ({"points": -10}, {"registration": seat(table, 2).registration}, {"at": NOW + SAME_DEED}):
        a_penalty(tournament, colleague, **again | other)
    a_penalty(tournament, colleague, **again, is_another=True)
    cancel_penalty(penalty=first, reason="erreur", by=the_arbiter, at=NOW)
    assert points(table) == [0, -70, -20, 0]


def test_what_a_decision_lacks_is_said_once(tournament, table, kind, the_arbiter):
    """Whatever is typed and left out: no field is told twice what it lacks, and no sentence stands twice."""
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter, void(Outcome.MISDEAL))
    who = seat(table, 1).registration
    lacks = []
    for sanction, target in product(["", *Sanction.values], PenaltyTarget.values):
        for at, donne, camp, points in product([None, table], [None, 1, 2, 3], ["", Camp.ATTAQUE], [0, 20]):
            for registration, prime, basis in product([None, who], ["", Prime.PETIT], ["", Adjusted.ASSIGNED]):
                said = {"table": at, "donne": donne, "camp": camp, "prime": prime, "basis": basis, "points": points}
                penalty = Penalty(tournament=tournament, kind=kind, sanction=sanction, target=target, **said)
                penalty.registration = registration
                told = list(chain(*(refusal.fields for refusal in refusals_of(penalty))))
                lacks += [(sanction, target, said, told)] if len(told) > len(set(told)) else []
    assert lacks == []
