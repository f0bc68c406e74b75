"""What is always true of a donne card by card, and of one fault planted in it."""

from dataclasses import replace
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.cards import BY_CODE, DECK, Kind, Suit, count
from scoring.cards.evaluation import evaluate
from scoring.cards.reading import as_mapping, read
from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.marque import Variant
from tests.scoring.cards.dealing import CONTRACTS, random_record

from .records import told

PLAIN = (Kind.VALET, Kind.BASSE)
VARIANTS = (Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a whole legal donne."""
    variant, contract = draw(st.sampled_from(VARIANTS)), draw(st.sampled_from(CONTRACTS))
    return random_record(Random(draw(st.integers())), variant=variant, contract=contract)


@given(records())
def test_a_legal_donne_is_evaluated_and_the_piles_make_91(record):
    evaluation = evaluate(record)
    replayed = evaluation.replay
    attack, defence = count(replayed.attack_cards), count(replayed.defense_cards)
    assert (attack.half_points, attack.bouts) == (replayed.half_points, replayed.bouts)
    assert attack.points + defence.points == 91
    assert sorted((*replayed.attack_cards, *replayed.defense_cards)) == list(DECK)
    assert sum(evaluation.scored.scores.values()) == 0
    assert list(evaluation.scored.scores) == list(record.players)


@given(records())
def test_points_are_whole_at_four_save_in_a_chelem(record):
    replayed = evaluate(record).replay
    assume(record.variant in {Variant.FOUR, Variant.FIVE_MORT} and replayed.chelem_made is None)
    assert replayed.half_points % 2 == 0


@given(records())
def test_every_step_follows_from_the_one_before(record):
    replayed = replay(record)
    leaders = [record.first_leader, *(trick.winner for trick in replayed.tricks[:-1])]
    assert [trick.leader for trick in replayed.tricks] == leaders
    assert all(play.held and play.card in play.demand.cards for trick in replayed.tricks for play in trick.plays)
    assert replayed.tricks[-1].attack_half_points == replayed.half_points
    assert set(replayed.hands_before(record.hand_size + 1).values()) == {()}


@given(records())
def test_a_record_is_read_back_from_what_was_written(record):
    assert read(as_mapping(record)) == record


@given(records(), st.permutations(range(5)))
def test_the_order_of_columns_says_nothing(record, order):
    columns = [record.players[place] for place in order if place < len(record.players)]
    tricks = tuple(tuple(sorted(trick, key=lambda one: columns.index(one[0]))) for trick in record.tricks)
    assert evaluate(replace(record, tricks=tricks)).as_json() == evaluate(record).as_json()


@given(records(), st.data())
def test_a_donne_cut_short_is_the_same_as_far_as_it_goes(record, data):
    whole = replay(record)
    number = data.draw(st.integers(0, record.hand_size - 1))
    part = replay(replace(record, tricks=record.tricks[:number]))
    assert part.tricks == whole.tricks[:number]
    assert part.problems == ()
    assert not part.complete


# --- one fault planted in a legal donne


@given(records(), st.data())
def test_a_renonce_is_caught_where_it_is_made(record, data):
    """The last to play in a trick throws another card of the hand; the record stops after that trick."""
    whole = replay(record)
    chances = [
        (trick, card)
        for trick in whole.tricks
        for play in trick.plays[-1:]
        for card in whole.hands_before(trick.number)[play.player]
        if card not in play.demand.cards
    ]
    assume(chances)
    trick, card = data.draw(st.sampled_from(chances))
    player = trick.plays[-1].player
    made = (*record.tricks[trick.number - 1][:-1], (player, card))
    mapping = as_mapping(replace(record, tricks=(*record.tricks[: trick.number - 1], made)))
    assert told(mapping) == [
        ("renonce", trick.number, player),
        *([("unfinished", None, None)] if trick.number < record.hand_size else []),
    ]


@given(records(), st.data())
def test_a_card_out_of_turn_is_caught_where_it_falls(record, data):
    """Two neighbours of a trick are written the one before the other."""
    assume(len({tuple(who for who, _ in trick) for trick in record.tricks}) > 1)
    number = data.draw(st.integers(0, record.hand_size - 1))
    place = data.draw(st.integers(0, record.variant.hands - 2))
    trick = list(record.tricks[number])
    trick[place], trick[place + 1] = trick[place + 1], trick[place]
    tricks = (*record.tricks[:number], tuple(trick), *record.tricks[number + 1 :])
    assert told(as_mapping(replace(record, tricks=tricks))) == [("out_of_turn", number + 1, trick[place][0])]


@given(records(), st.data())
def test_77_cards_are_caught_in_the_hand_that_is_short(record, data):
    player = data.draw(st.sampled_from(record.playing))
    # A card that nothing else hangs on: neither a trump nor a king, and not in the écart.
    loose = [card for card in record.hands[player] if card.kind in PLAIN and card.suit is not Suit.ATOUT]
    loose = [card for card in loose if card not in record.ecart and card is not record.called]
    assume(loose)
    gone = data.draw(st.sampled_from(loose))
    hands = record.hands | {player: tuple(card for card in record.hands[player] if card is not gone)}
    found = told(as_mapping(replace(record, hands=hands)))
    assert found == [("hand_size", None, player), ("cards_missing", None, None)]


@given(records(), st.data())
def test_a_card_twice_is_caught_with_its_second_holder(record, data):
    one, other = data.draw(st.permutations(record.playing))[:2]
    first, second = sorted((one, other), key=record.playing.index)
    doubled = data.draw(st.sampled_from([card for card in record.hands[first] if not card.is_bout]))
    replaced = data.draw(st.sampled_from([card for card in record.hands[second] if not card.is_bout]))
    hand = tuple(doubled if card is replaced else card for card in record.hands[second])
    found = told(as_mapping(replace(record, hands=record.hands | {second: hand})))
    assert found[:2] == [("card_twice", None, second), ("cards_missing", None, None)]
    assert not [code for code, _, player in found if code == "renonce" and player in (first, second)]


@given(records(), st.data())
def test_a_trick_of_five_is_caught(record, data):
    number = data.draw(st.integers(0, record.hand_size - 1))
    trick = (*record.tricks[number], ("Intrus", BY_CODE["T4"]))
    tricks = (*record.tricks[:number], trick, *record.tricks[number + 1 :])
    assert told(as_mapping(replace(record, tricks=tricks))) == [("trick_size", number + 1, "Intrus")]


@given(records(), st.data())
def test_a_card_forgotten_in_a_trick_accuses_nobody_of_anything_else(record, data):
    number = data.draw(st.integers(0, record.hand_size - 2))
    place = data.draw(st.integers(0, record.variant.hands - 1))
    trick = record.tricks[number]
    tricks = (*record.tricks[:number], trick[:place] + trick[place + 1 :], *record.tricks[number + 1 :])
    assert told(as_mapping(replace(record, tricks=tricks))) == [("trick_size", number + 1, trick[place][0])]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["PR", "EX", "Est"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["Sud", "Est", "player", "cards"]), inner)
    ),
    max_leaves=12,
)


@given(records(), st.data())
def test_nothing_written_in_place_of_a_value_breaks_the_reading(record, data):
    mapping = as_mapping(record)
    key = data.draw(st.sampled_from(sorted(mapping)))
    told(mapping | {key: data.draw(JSON)})
