"""The donne commentée, step by step, and what the Excuse does at the end of others."""

from dataclasses import replace

import pytest

from scoring.cards import EXCUSE, Duty, codes, count
from scoring.cards.evaluation import as_donne, evaluate
from scoring.cards.reading import as_mapping, read
from scoring.cards.replay import replay
from scoring.marque import Camp, Contract, Variant, to_line

from .records import PRINTED, cards, printed, slam_at_five, told
from .witnesses import Bound, witness

ATTACK, DEFENCE = Camp.ATTAQUE, Camp.DEFENSE


def test_the_donne_commentee_comes_to_37_points_two_bouts_four_short():
    evaluation = evaluate(read(printed()))
    assert evaluation.as_json() == PRINTED["answer"]
    assert evaluation.points == 37
    assert to_line(as_donne(evaluation.replay)) == "4 Nord,Ouest,Sud,Est prise Nord 37/2"


def test_its_tricks():
    found = replay(read(printed()))
    assert [trick.number for trick in found.tricks if trick.camp is ATTACK] == PRINTED["tricks_of_the_attack"]
    assert [trick.leader for trick in found.tricks][:9] == [
        "Est", "Nord", "Sud", "Sud", "Nord", "Sud", "Ouest", "Est", "Ouest",
    ]  # fmt: skip
    assert [trick.attack_half_points / 2 for trick in found.tricks] == [
        13, 13, 13, 16, 16, 16, 16, 20, 20, 22, 22, 31, 37, 37, 37, 37, 37, 37,
    ]  # fmt: skip
    assert [trick.attack_bouts for trick in found.tricks] == [0] * 7 + [1] * 4 + [2] * 7
    assert (found.complete, found.problems, found.chelem_made, found.petit_au_bout) == (True, (), None, None)


def test_its_excuse_stays_with_nord_against_a_low_card():
    eighth = replay(read(printed())).tricks[7]
    assert [move.text() for move in eighth.moves] == [
        "L’Excuse reste à l’attaque.",
        "L’attaque donne une carte en échange de l’Excuse (as de cœur).",
    ]
    assert eighth.moves[1].text("en") == "The attack gives a card for the Excuse (ace of hearts)."


def test_its_piles_are_the_whole_pack():
    found = replay(read(printed()))
    assert (count(found.attack_cards).points, count(found.defense_cards).points) == (37, 54)
    assert count(found.attack_cards).bouts == found.bouts == 2
    assert len({*found.attack_cards, *found.defense_cards}) == 78


def test_every_play_says_what_was_allowed():
    fourth = replay(read(printed())).tricks[3]
    assert [(play.player, play.card.code, play.demand.duty, play.renonce) for play in fourth.plays] == [
        ("Sud", "C9", Duty.FREE, False),
        ("Est", "CA", Duty.FOLLOW, False),
        ("Nord", "5", Duty.TRUMP, False),
        ("Ouest", "CV", Duty.FOLLOW, False),
    ]
    assert codes(fourth.plays[1].demand.cards) == ["C10", "C6", "C5", "C3", "CA"]


def test_the_hands_are_known_before_every_trick():
    found = replay(read(printed()))
    assert codes(found.hands_before(1)["Nord"]) == codes(
        sorted(cards("18 17 12 7 5 2 1 EX PR P10 CR TD TC T7 T5 T4 T3 TA"))
    )
    assert codes(found.hands_before(18)["Sud"]) == ["K10"]
    assert set(found.hands_before(19).values()) == {()}


def test_a_donne_under_way_is_counted_as_far_as_it_goes():
    tricks = PRINTED["record"]["tricks"]
    replayed = replay(read(printed(tricks=[*tricks[:4], {"Nord": "TD", "Ouest": "T8"}])))
    assert (replayed.complete, replayed.problems, len(replayed.tricks)) == (False, (), 5)
    assert replayed.tricks[-1].winner is None
    assert (replayed.half_points, replayed.petit_au_bout, replayed.chelem_made) == (32, None, None)


def test_tricks_may_be_written_in_columns():
    columns = [{name: trick[name] for name in PRINTED["record"]["players"]} for trick in PRINTED["record"]["tricks"]]
    assert evaluate(read(printed(tricks=columns))).as_json() == PRINTED["answer"]


def test_the_leader_is_enough_where_the_dealer_is_not_known():
    assert evaluate(read(printed(dealer=None, leader="Est"))).as_json() == PRINTED["answer"]


def test_a_failed_announced_chelem_is_led_by_the_taker():
    assert told(printed(chelem_announced=True))[0] == ("out_of_turn", 1, "Est")
    assert told(printed(chelem_announced=True, leader="Est"))[0] == ("leader_conflict", 1, "Est")


def bound(bouts: int, chelem: Camp | None, half_points: int, contract: Contract = Contract.PRISE) -> Bound:
    return Bound(Variant.FOUR, contract, bouts, chelem, half_points)


@pytest.mark.parametrize(
    ("bound", "answer"),
    [
        # The attack takes everything, the Excuse last: it takes its trick, and the Petit before it is au bout [R11].
        (bound(3, ATTACK, 182), {"points": 91, "bouts": 3, "petit_au_bout": "attaque", "chelem_made": "attaque"}),
        # The defence keeps an Excuse played in time: it counts 4, the Petit in the last trick is au bout [R18].
        (bound(2, ATTACK, 173), {"points": 86.5, "bouts": 2, "petit_au_bout": "attaque", "chelem_made": "attaque"}),
        # And the other way round.
        (bound(0, DEFENCE, 6), {"points": 3, "bouts": 0, "petit_au_bout": "defense", "chelem_made": "defense"}),
        (bound(1, DEFENCE, 15), {"points": 7.5, "bouts": 1, "petit_au_bout": "defense", "chelem_made": "defense"}),
    ],
)
def test_a_chelem_and_the_excuse(bound, answer):
    found = evaluate(witness(bound)).as_json()
    assert {key: found[key] for key in answer} == answer


def warned(record: dict) -> list[tuple[str, object]]:
    answer = evaluate(read(record)).as_json()
    assert answer["chelem_made"] == "attaque"
    return [(warning["code"], warning.get("trick")) for warning in answer["warnings"]]


def test_the_excuse_of_an_announced_slam_is_to_be_kept_for_the_last_trick():
    """At five the partner may take the trick the Excuse fell in: the slam counts, and an arbiter is to hear of it."""
    early = slam_at_five("EX")
    assert warned(early) == [("excuse_not_last", 1), ("chelem_rare", None)]
    assert warned(slam_at_five("21")) == [("chelem_rare", None)]
    assert warned(early | {"chelem_announced": False}) == [("chelem_rare", None)]
    first = evaluate(read(early)).as_json("en")["warnings"][0]
    assert first == {
        "code": "excuse_not_last",
        "field": "tricks",
        "trick": 1,
        "player": "Sud",
        "message": (
            "Trick 1: a slam was announced, and Sud plays the Excuse before the last trick, when their camp had taken "
            "every trick until then. It had to be kept to the end, whether the slam is made or missed: have the "
            "arbiter decide."
        ),
    }


def test_the_excuse_of_a_slam_that_it_loses_is_pointed_out_and_not_that_of_a_slam_lost_before():
    """Est defends: his king takes the trick of the Excuse; of a slam that was lost, nothing had to be kept."""
    missed = slam_at_five("EX", called="KR")
    answer = evaluate(read(missed)).as_json()
    assert answer["chelem_made"] is None
    assert [warning["code"] for warning in answer["warnings"]] == ["excuse_not_last", "made_by_far"]
    found = replay(read(missed))
    first, second, *others = found.tricks
    assert replace(found, tricks=(replace(second, camp=DEFENCE), first, *others)).warnings == ()


def swapped(record: dict, player: str, one: str, other: str) -> dict:
    """Return the record with two cards of a player played the one when the other was."""
    turned = {one: other, other: one}
    record["tricks"] = [
        {who: turned.get(code, code) if who == player else code for who, code in trick.items()}
        for trick in record["tricks"]
    ]
    return record


def test_an_excuse_played_last_by_the_losers_of_a_chelem_goes_to_the_winners():
    record = as_mapping(witness(bound(2, ATTACK, 173)))
    last = record["tricks"][-1]["Sud"]
    found = evaluate(read(swapped(record, "Sud", "EX", last)))
    assert (found.as_json()["points"], found.as_json()["bouts"]) == (91, 3)
    assert [move.text() for move in found.replay.tricks[-1].moves] == [
        "Jouée au dernier pli, l’Excuse change de camp\u00a0: elle va à l’attaque."
    ]


def test_an_excuse_played_to_the_last_trick_changes_camp():
    """The lowest of two bouts, the Excuse moved to the end: one bout less, and nothing is owed any more."""
    lowest = bound(2, None, 26)
    before = evaluate(witness(lowest)).replay
    assert before.tricks[1].plays[0].player == "Sud"
    record = as_mapping(witness(lowest))
    last = record["tricks"][-1]["Sud"]
    found = evaluate(read(swapped(record, "Sud", "EX", last))).replay
    assert (before.half_points, before.bouts) == (26, 2)
    assert (found.half_points, found.bouts) == (26 - 8, 1)
    assert EXCUSE in found.defense_cards
