"""What is wrong with a record: every fault with its trick and its player, all of them at once."""

import json

import pytest

from scoring.cards.problems import CardProblem
from scoring.marque.words import LANGUAGES

from .records import PRINTED, drawn, printed, problems, told

TRICKS = PRINTED["record"]["tricks"]
HANDS = PRINTED["record"]["hands"]


def with_trick(number: int, trick: object, **changes: object) -> dict:
    tricks = list(printed()["tricks"])
    tricks[number - 1] = trick
    return printed(tricks=tricks, **changes)


def with_hand(player: str, old: str, new: list[str]) -> dict:
    hands = {who: list(hand) for who, hand in HANDS.items()}
    place = hands[player].index(old)
    hands[player][place : place + 1] = new
    return printed(hands=hands)


# --- the deal


def test_a_card_twice_is_told_with_the_one_that_is_missing_and_accuses_nobody():
    assert told(with_hand("Est", "T6", ["PR"])) == [("card_twice", None, "Est"), ("cards_missing", None, None)]
    twice, missing = problems(with_hand("Est", "T6", ["PR"]))
    assert twice.message() == (
        "Carte donnée plusieurs fois\u00a0: le roi de pique (la main de Nord, la main d’Est). Elle n’existe qu’une "
        "fois, corrigez."
    )
    assert missing.message("en") == "The pack of 78 lacks: 6 of clubs. Give every card to a hand or to the dog."


def test_77_cards():
    assert told(with_hand("Est", "T6", [])) == [("hand_size", None, "Est"), ("cards_missing", None, None)]
    assert told(printed(chien=["18", "P9", "CC", "K8", "TC"])) == [
        ("chien_size", None, None), ("cards_missing", None, None),
    ]  # fmt: skip


def test_79_cards():
    assert told(with_hand("Est", "T6", ["T6", "PR"])) == [("hand_size", None, "Est"), ("card_twice", None, "Est")]


@pytest.mark.parametrize(
    ("ecart", "codes"),
    [
        (["KC", "K8", "K6", "P9", "P3"], ["ecart_size"]),
        (["PR", "K8", "K6", "P9", "P3", "CC"], ["ecart_king"]),
        (["EX", "K8", "K6", "P9", "P3", "CC"], ["ecart_bout"]),
        (["2", "K8", "K6", "P9", "P3", "CC"], ["ecart_trump"]),
        (["21", "K8", "K6", "P9", "P3", "CC"], ["ecart_not_held", "ecart_bout"]),
        ([], ["ecart_size"]),
    ],
)
def test_an_ecart_the_rules_do_not_allow(ecart, codes):
    found = [problem for problem in problems(printed(ecart=ecart)) if problem.code.startswith("ecart")]
    assert [problem.code for problem in found] == codes
    assert {problem.player for problem in found} == {"Nord"}


def test_no_ecart_without_the_dog():
    assert told(printed(contract="garde_sans"))[0] == ("ecart_forbidden", None, "Nord")


def test_the_petit_alone_voids_the_deal():
    hands = {who: list(hand) for who, hand in HANDS.items()}
    hands["Est"] = ["1", *hands["Est"][4:], "T7", "T5", "T4"]
    hands["Nord"] = [code for code in hands["Nord"] if code not in {"1", "T7", "T5", "T4"}] + ["20", "13", "10", "8"]
    assert ("petit_sec", None, "Est") in told(printed(hands=hands))


def test_who_leads_first():
    assert told(printed(dealer=None)) == [("leader_missing", None, None)]
    assert told(printed(leader="Nord")) == [("leader_conflict", 1, "Nord")]
    assert told(printed(leader="Est")) == []


@pytest.mark.parametrize(
    ("shown", "codes"),
    [
        (["Nord", "18 17 12 7 5 2 1 EX"], ["poignee_number"]),
        (["Nord", "18 17 12 7 5 2 1 EX PR P10"], ["poignee_not_trump"]),
        (["Nord", "21 18 17 12 7 5 2 1 EX 20"], ["poignee_not_held"]),
    ],
)
def test_a_poignee_that_was_not_held(shown, codes):
    player, text = shown
    assert told(printed(poignees=[{"player": player, "cards": text}])) == [(code, None, player) for code in codes]


def test_a_poignee_twice():
    poignee = {"player": "Sud", "cards": ["21", "16", "9", "3"]}
    assert told(printed(poignees=[poignee, poignee]))[0] == ("poignee_twice", None, "Sud")


# --- the play


def test_a_renonce_is_told_with_what_was_allowed():
    """Sud cuts the heart that Est leads, with two hearts in hand."""
    (first, *_) = problems(with_trick(1, TRICKS[0] | {"Sud": "16"}))
    assert (first.code, first.trick, first.player) == ("renonce", 1, "Sud")
    assert first.message() == (
        "Pli 1\u00a0: Sud a joué le 16 d’atout, il fallait fournir à cœur. Cartes permises\u00a0: 9 de cœur, "
        "8 de cœur, 2 de cœur."
    )
    assert first.message("en") == (
        "Trick 1: Sud played the 16 of trumps but had to follow hearts. Cards allowed: 9 of hearts, 8 of hearts, "
        "2 of hearts."
    )


def test_not_rising_on_a_trump_is_a_renonce():
    """In trick 7 Ouest leads the 6 and Sud plays the 9: Est holds the 20 and Nord the 18."""
    tricks = json.loads(json.dumps(TRICKS[:7]))
    tricks[2]["Est"], tricks[6]["Est"] = "13", "8"
    assert told(printed(tricks=tricks)) == [
        ("renonce", 7, "Est"), ("renonce", 7, "Nord"), ("unfinished", None, None),
    ]  # fmt: skip


def test_the_search_goes_on_after_a_renonce():
    tricks = json.loads(json.dumps(TRICKS[:5]))
    tricks[0]["Sud"], tricks[4]["Sud"] = "16", "C2"
    found = told(printed(tricks=tricks))
    assert ("renonce", 1, "Sud") in found
    assert ("renonce", 5, "Sud") in found


def test_a_card_that_is_not_in_the_hand():
    assert told(with_trick(17, TRICKS[16] | {"Sud": "C6"})) == [("card_not_held", 17, "Sud")]
    assert told(with_trick(18, TRICKS[17] | {"Nord": "K8"})) == [("card_discarded", 18, "Nord")]
    assert told(with_trick(18, TRICKS[17] | {"Sud": "K9"})) == [("card_played_twice", 18, "Sud")]


def test_a_trick_of_five():
    assert told(with_trick(3, TRICKS[2] | {"Intrus": "T4"})) == [("trick_size", 3, "Intrus")]
    (problem,) = problems(with_trick(3, TRICKS[2] | {"Intrus": "T4"}))
    assert problem.message() == "Le pli 3 a 5 cartes au lieu de 4\u00a0: corrigez-le (Intrus en trop)."


def test_a_trick_of_three():
    short = {who: code for who, code in TRICKS[2].items() if who != "Nord"}
    assert told(with_trick(3, short)) == [("trick_size", 3, "Nord")]


def test_somebody_else_in_a_trick():
    stranger = {"Intrus" if who == "Nord" else who: code for who, code in TRICKS[2].items()}
    assert told(with_trick(3, stranger))[0] == ("trick_stranger", 3, "Intrus")


def test_play_out_of_turn():
    turned = dict(sorted(TRICKS[4].items(), key=lambda item: ["Nord", "Sud", "Ouest", "Est"].index(item[0])))
    assert told(with_trick(5, turned)) == [("out_of_turn", 5, "Sud")]
    led = dict(sorted(TRICKS[4].items(), key=lambda item: ["Ouest", "Sud", "Est", "Nord"].index(item[0])))
    assert told(with_trick(5, led)) == [("out_of_turn", 5, "Ouest")]
    assert problems(with_trick(5, led))[0].message() == (
        "Pli 5\u00a0: Ouest a joué hors tour, c’était à Nord. Vérifiez l’ordre des cartes."
    )


def test_the_last_trick_fills_up_in_turn():
    assert told(printed(tricks=[*TRICKS[:4], {"Sud": "16"}])) == [
        ("out_of_turn", 5, "Sud"), ("unfinished", None, None), ("trick_size", 5, "Nord"),
    ]  # fmt: skip


def test_tricks_are_missing_or_too_many():
    assert told(printed(tricks=TRICKS[:17])) == [("unfinished", None, None)]
    assert told(printed(tricks=[])) == [("unfinished", None, None)]
    assert told(with_trick(18, {})) == [("trick_size", 18, "Nord")]
    assert ("tricks_too_many", 19, None) in told(printed(tricks=[*TRICKS, TRICKS[0]]))


def test_the_called_suit_is_not_led_first():
    """Found among donnes at five: the first to lead has the called suit and another."""
    record = next(
        record
        for record in (drawn(seed, "5", contract="prise") for seed in range(50))
        if not record["chelem_announced"] and leads_called_suit(record)
    )
    (first, *_) = problems(record)
    assert (first.code, first.trick, first.player) == ("called_suit", 1, next(iter(record["tricks"][0])))


def leads_called_suit(record: dict) -> bool:
    """Make the leader of the first trick lead a card of the called suit, if there is one in hand."""
    leader = next(iter(record["tricks"][0]))
    suit = record["called"][0]
    held = [code for code in record["hands"][leader] if code[0] == suit and code != record["called"]]
    if not held or leader == record["taker"]:
        return False
    record["tricks"] = [record["tricks"][0] | {leader: held[0]}]
    return True


# --- what cannot be read


@pytest.mark.parametrize(
    ("changes", "told_of"),
    [
        ({"variant": "6"}, ["code_unknown"]),
        ({"variant": 4}, ["wrong_type"]),
        ({"contract": "pousse"}, ["code_unknown"]),
        ({"contract": None}, ["key_missing"]),
        ({"players": ["Nord", "Ouest", "Sud"]}, ["players_count"]),
        ({"players": "Nord"}, ["wrong_type"]),
        ({"players": ["Nord", "Ouest", "Sud", "Sud"]}, ["players_twice"]),
        ({"players": ["Nord", "Ouest", "Sud", " "]}, ["player_unnamed"]),
        ({"taker": "Paul"}, ["player_unknown"]),
        ({"taker": 1}, ["wrong_type"]),
        ({"dealer": "Paul"}, ["player_unknown"]),
        ({"leader": ["Est"]}, ["wrong_type"]),
        ({"hands": []}, ["wrong_type"]),
        ({"hands": HANDS | {"Paul": ["21"]}}, ["player_unknown"]),
        ({"hands": HANDS | {"Est": 18}}, ["wrong_type"]),
        ({"chien": ["22", "P9", "CC", "K8", "TC", None]}, ["card_unreadable", "wrong_type"]),
        ({"chien": "18 P9 CC K8 TC ZZ"}, ["card_unreadable"]),
        ({"called": "CR"}, ["called_forbidden"]),
        ({"called": True}, ["wrong_type"]),
        ({"chelem_announced": "oui"}, ["wrong_type"]),
        ({"sits_out": "Est"}, ["sits_out_forbidden"]),
        ({"sits_out": [1]}, ["wrong_type"]),
        ({"poignees": {}}, ["wrong_type"]),
        ({"poignees": ["Nord"]}, ["wrong_type"]),
        ({"poignees": [{"player": "Paul", "trumps": 10}]}, ["key_unknown", "player_unknown", "key_missing"]),
        ({"tricks": {}}, ["wrong_type"]),
        ({"tricks": ["C7"]}, ["wrong_type"]),
        ({"tricks": [{"Est": "C7", "Nord": "XX"}]}, ["card_unreadable"]),
        ({"tricks": [{"Est": 7.5}]}, ["wrong_type"]),
        ({"levees": [], "variant": None, "taker": "Paul"}, ["key_unknown", "key_missing", "player_unknown"]),
    ],
)
def test_what_cannot_be_read_is_told_all_at_once(changes, told_of):
    assert [code for code, _, _ in told(printed(**changes))] == told_of


@pytest.mark.parametrize("thing", [None, 1, "PR", [], [{}], True, float("nan")])
def test_what_is_no_object(thing):
    assert told(thing) == [("not_object", None, None)]


def test_an_unreadable_card_names_its_trick_and_its_player():
    (problem,) = problems(printed(tricks=[{"Est": "C7", "Nord": "ROI"}]))
    assert (problem.trick, problem.player) == (1, "Nord")
    assert problem.message() == (
        'Je ne connais pas la carte "ROI" dans le pli 1\u00a0: écrivez 21 à 1 pour un atout, EX pour l’Excuse, sinon '
        "P, C, K ou T et R, D, C, V, 10 à 2 ou A (PR est le roi de pique)."
    )


def test_five_with_a_mort():
    record = drawn(3, "5_mort")
    mort = record.pop("sits_out")
    assert told(record) == []
    assert told(record | {"sits_out": [mort]}) == []
    assert told(record | {"taker": mort}) == [("player_sits_out", None, mort)]
    assert told(record | {"sits_out": "Paul"})[0] == ("player_unknown", None, "Paul")
    trick = record["tricks"][0] | {mort: "21"}
    assert told(record | {"tricks": [trick, *record["tricks"][1:]]}) == [("trick_size", 1, mort)]
    hands = {who: hand for who, hand in record["hands"].items() if who != record["taker"]}
    assert told(record | {"hands": hands})[0] == ("mort_unclear", None, None)


def test_at_five_a_card_is_called():
    record = drawn(3, "5")
    assert told(record | {"called": None}) == [("called_missing", None, None)]
    assert told(record | {"called": "PV"})[0] == ("called_not_allowed", None, record["taker"])


def test_every_problem_is_an_object_of_the_exchange_format():
    (found,) = problems(printed(dealer=None))
    assert found.as_json("en") == {
        "code": "leader_missing",
        "trick": None,
        "player": None,
        "message": "Nobody knows who leads first: give the dealer (“dealer”) or the first to play (“leader”).",
    }
    assert all(found.message(language) for language in LANGUAGES)
    assert CardProblem("tricks_too_many", 19, None, {"count": 19, "expected": 18}).message() != ""
