"""The public calculator: everything is in its address, nothing needs a script, nothing is a broken page."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given, settings

from scoring.forms.rules.calculator import CalculatorForm
from scoring.forms.rules.calculator_address import query_of
from scoring.marque import Donne, Variant, parse, score, to_line
from tests.strategies import donnes, names
from tests.texts import NO_BREAK, text
from tournaments.kit.text import tidy, without_pictures

HERE = "/marque/"
# The example of the README: a garde of Est, 46 points with two bouts, and a simple poignée.
GARDE = {"taker": "1", "contract": "garde", "bouts": "2", "points": "46", "poignee_1": "simple"}
ENDLESS = "9" * 4000


def shown(client: Client, said: object = None, **headers: str):
    answer = client.get(HERE, said or {}, headers=headers)
    assert answer.status_code == 200
    return answer


def marks(answer) -> list[tuple[str, int]]:
    return [(name, points) for name, points, _camp in answer.context["answer"]["marks"]]


def wrong(answer) -> dict[str, list[str]]:
    return {name: [str(sentence) for sentence in said] for name, said in answer.context["form"].errors.items()}


def test_an_empty_page_is_a_friendly_start(client: Client) -> None:
    answer = shown(client)
    assert answer.context["answer"] == {"state": "start"}
    assert wrong(answer) == {}
    assert "errorlist" not in text(answer)
    assert answer.context["form"].shortest() == ""
    example = re.search(r'href="(/marque/\?[^"]+)"', text(answer)).group(1).replace("&amp;", "&")
    assert marks(client.get(example)) == [("Sud", -80), ("Est", 240), ("Nord", -80), ("Ouest", -80)]


def test_a_donne_with_its_marks_its_parts_and_why(client: Client) -> None:
    answer = shown(client, GARDE)
    assert marks(answer) == [("Sud", -80), ("Est", 240), ("Nord", -80), ("Ouest", -80)]
    page = text(answer)
    for sentence in score(parse("4 Sud,Est,Nord,Ouest garde Est 46/2 poignee=Est:simple")).why("fr"):
        assert sentence.translate(NO_BREAK) in page
    assert f'<a href="{reverse("rulebook")}#r7">(25 + 5) × 2</a>' in page
    assert 'value="4 Sud,Est,Nord,Ouest garde Est 46/2 poignee=Est:simple"' in page
    assert "hors règlement" not in re.search(r'<section.*?id="reponse".*?</section>', page, re.DOTALL).group()


@pytest.mark.parametrize(
    ("said", "impossible"),
    [
        ({"points": "douze"}, False),
        ({"misere_0": "atout", "misere_value": "dix"}, False),
        ({"name_0": "Anne", "name_1": "Anne"}, False),
        ({"points": "92"}, True),
        ({"points": "46", "bouts": "0", "petit_au_bout": "attaque"}, True),
        ({"points": "92", "misere_value": "dix"}, True),
    ],
)
def test_only_what_was_understood_is_called_impossible(client: Client, said: dict[str, str], impossible: bool) -> None:
    page = text(shown(client, GARDE | said))
    assert ("Cette donne est impossible" in page) is impossible
    assert ("C’est impossible : voyez pourquoi." in page) is impossible
    assert ("<h2> Une réponse est à revoir </h2>" in " ".join(page.split())) is not impossible
    assert ("<span> Une réponse est à revoir. </span>" in " ".join(page.split())) is not impossible


def test_it_needs_no_script(client: Client) -> None:
    """The form is a plain GET whose every control carries what was said: what comes back can be sent again as it is."""
    page = text(shown(client, GARDE))
    form = re.search(r'<form id="calcul".*?</form>', page, re.DOTALL).group()
    assert 'method="get"' in form
    assert '<button type="submit"' in form
    assert re.findall(r'<input[^>]* name="(\w+)" value="(\w*)"[^>]* checked', form) == [
        ("variant", "4"), ("taker", "1"), ("contract", "garde"), ("bouts", "2"), ("counted_by", "attaque"),
        ("petit_au_bout", ""), ("poignee_0", ""), ("poignee_1", "simple"), ("poignee_2", ""), ("poignee_3", ""),
        ("chelem_made", ""), ("pousse", ""),
    ]  # fmt: skip
    assert re.search(r'<input[^>]*name="points" value="46"', form)


# A box on a page gives no half a character and no line of its own, and takes out what nobody sees.
typed_names = names.map(lambda name: without_pictures(tidy(re.sub(r"[\ud800-\udfff]", "", name)))).filter(bool)


@settings(max_examples=60)
@given(donne=donnes(naming=typed_names))
def test_whatever_can_happen_can_be_said_kept_in_an_address_and_opened_again(donne: Donne) -> None:
    with override("fr"):
        form = CalculatorForm(query_of(donne))
        assert form.is_valid(), form.errors
        assert form.donne is not None
        assert set(to_line(form.donne).split()) == set(to_line(donne).split())  # poignées come in playing order
        answer = Client().get(f"{HERE}?{form.shortest()}")
    assert answer.status_code == 200
    assert dict(marks(answer)) == dict(score(donne).scores)


@pytest.mark.parametrize("variant", list(Variant))
def test_every_table_asks_who_plays(client: Client, variant: Variant) -> None:
    answer = shown(client, {"variant": variant})
    form = answer.context["form"]
    assert len(form.names) == variant.seats
    assert set(form.wanted) == {"taker", "contract", "bouts", "points"} | (
        {"partner"} if variant is Variant.FIVE or variant.teams else set()
    ) | ({"sits_out"} if variant.resting else set())  # fmt: skip
    assert answer.context["answer"] == {"state": "start"}


def test_eight_in_teams_with_house_rules(client: Client) -> None:
    said = {
        "variant": "8", "taker": "0", "partner": "4", "sits_out": ["3", "7"], "contract": "pousse", "bouts": "2",
        "points": "46", "pousse": "add", "misere_1": ["tete"], "name_0": "Anne",
    }  # fmt: skip
    answer = shown(client, said)
    assert dict(marks(answer)) == {
        "Anne": 40, "Joueur 2": 25, "Joueur 3": -35, "Joueur 4": 0, "Joueur 5": 40, "Joueur 6": -35, "Joueur 7": -35,
        "Joueur 8": 0,
    }  # fmt: skip
    assert "hors règlement" in re.search(r'<section.*?id="reponse".*?</section>', text(answer), re.DOTALL).group()


def test_the_defences_count_is_turned_round(client: Client) -> None:
    assert marks(shown(client, GARDE | {"points": "45", "counted_by": "defense"})) == marks(shown(client, GARDE))
    three = {"variant": "3", "taker": "0", "contract": "prise", "bouts": "2"}
    by_attack = marks(shown(client, three | {"points": "40,5"}))
    assert marks(shown(client, three | {"points": "50.5", "counted_by": "defense"})) == by_attack


def test_a_question_still_open_is_no_mistake(client: Client) -> None:
    answer = shown(client, {"variant": "5", "taker": "1", "contract": "garde"})
    assert wrong(answer) == {}
    assert list(answer.context["form"].wanted) == ["partner", "bouts", "points"]
    assert '<a href="#f-partner">Dites qui est avec le preneur, ou « seul ».</a>' in text(answer)


def test_all_problems_at_once_each_at_its_question_and_nothing_typed_is_lost(client: Client) -> None:
    said = GARDE | {"points": "95", "bouts": "0", "petit_au_bout": "attaque", "poignee_0": "triple", "name_0": "Est"}
    answer = shown(client, said)
    assert {"points", "petit_au_bout", "poignee_0", "name_0"} <= set(wrong(answer))
    page = text(answer)
    assert re.search(r'<input[^>]*name="points" value="95"', page)
    assert re.search(r'<input[^>]*name="poignee_0" value="triple"[^>]* checked', page)
    assert '<a href="#f-points">Il y a 91 points dans le jeu' in page


def test_a_chelem_that_nobody_said_is_asked_about(client: Client) -> None:
    assert set(wrong(shown(client, GARDE | {"points": "87"}))) == {"chelem_made"}
    assert marks(shown(client, GARDE | {"points": "87", "chelem_made": "attaque"}))[1][1] > 600


def test_what_is_odd_is_marked_with_a_warning(client: Client) -> None:
    said = {"taker": "0", "contract": "garde", "bouts": "0", "points": "10", "chelem_announced": "on"}
    answer = shown(client, said | {"chelem_made": "defense"})
    assert answer.context["answer"]["state"] == "scored"
    assert '<p class="notice warn">' in text(answer)


def test_the_rules_of_the_house_are_refused_at_their_own_questions(client: Client) -> None:
    assert set(wrong(shown(client, GARDE | {"contract": "pousse"}))) == {"contract"}
    made = {"petit_chelem_made": "on", "chelem_made": "attaque", "points": "91", "bouts": "3"}
    assert "petit_chelem_made" in wrong(shown(client, GARDE | made))
    assert set(wrong(shown(client, GARDE | {"misere_1": "atout"}))) == {"misere_0"}
    assert set(wrong(shown(client, GARDE | {"misere_0": "tete", "misere_value": "dix"}))) == {"misere_value"}
    assert set(wrong(shown(client, GARDE | {"misere_0": "tete", "misere_value": ENDLESS}))) == {"misere_value"}


@pytest.mark.parametrize(
    "donne", ["4 Sud,Est,Nord,Ouest garde Est 46/2 poignee=Est:simple", "5 A,B,C,D,E prise B+E 40.5/2"]
)
def test_a_line_that_is_pasted_fills_the_questions(client: Client, donne: str) -> None:
    answer = shown(client, {"notation": f"  {donne} ", "taker": "0", "points": "91"})
    assert dict(marks(answer)) == dict(score(parse(donne)).scores)
    assert f'value="{donne}"' in text(answer)


def test_half_a_character_in_a_line_is_a_question_mark(client: Client) -> None:
    answer = shown(client, {"notation": "4 %D800;,Bob,Chloé,Dan garde Bob 46/2"})
    assert marks(answer) == [("?", -60), ("Bob", 180), ("Chloé", -60), ("Dan", -60)]


@pytest.mark.parametrize(
    "line", ["n’importe quoi", "4 a,b,c,d garde e 46/2", "4" * 5000, "4 a,b,c,d garde a 91/0", "\x00"]
)
def test_a_line_that_cannot_be_read_says_so_and_loses_nothing(client: Client, line: str) -> None:
    answer = shown(client, GARDE | {"notation": line})
    assert len(answer.context["unread"]) >= 1
    assert marks(answer)[1] == ("Est", 240)


@pytest.mark.parametrize(
    "garbage",
    [
        {"points": "NaN"}, {"points": "Infinity"}, {"points": "1e9"}, {"points": "1e999999"}, {"points": "10" * 9},
        {"points": "46.25"}, {"points": "45,5"}, {"points": "−3"}, {"points": "quarante"}, {"points": "²"},
        {"points": ENDLESS}, {"points": "\x00"}, {"points": "46", "counted_by": "x"},
        {"bouts": "4"}, {"bouts": "-1"}, {"bouts": ENDLESS}, {"bouts": "deux"}, {"taker": "9"}, {"taker": "Est"},
        {"taker": "²"}, {"contract": "petite"}, {"variant": "9"}, {"variant": "2"}, {"variant": ENDLESS},
        {"name_0": "Est"}, {"name_0": "x" * 400}, {"poignee_1": "quadruple"},
        {"petit_au_bout": "est"}, {"chelem_made": "est"}, {"pousse": "y"}, {"misere_2": "main"},
        {"poignee_0": "triple", "poignee_1": "triple"},
    ],
    ids=lambda said: json.dumps(said)[:40],
)  # fmt: skip
@pytest.mark.parametrize("turned", [{}, {"counted_by": "defense"}])
def test_garbage_is_refused_with_a_sentence(client: Client, garbage: dict[str, str], turned: dict[str, str]) -> None:
    answer = shown(client, GARDE | turned | garbage)
    assert answer.context["answer"] == {"state": "open"}
    assert wrong(answer) != {}
    assert all(sentence.strip() for said in wrong(answer).values() for sentence in said)


@pytest.mark.parametrize("unseen", ["\x00", "\u200b", " ", "\u202e"])
def test_a_name_of_what_nobody_sees_is_none(client: Client, unseen: str) -> None:
    assert marks(shown(client, GARDE | {"name_0": unseen})) == marks(shown(client, GARDE))


def test_unknown_questions_and_a_key_said_twice_are_harmless(client: Client) -> None:
    answer = client.get(f"{HERE}?colour=red&taker=0&taker=1&contract=garde&bouts=2&points=46&mort=3")
    assert marks(answer)[1] == ("Est", 180)


def test_htmx_is_given_the_answer_alone_and_the_address_to_show(client: Client) -> None:
    said = GARDE | {"variant": "4", "name_0": "", "poignee_0": "", "counted_by": "attaque", "misere_value": "10"}
    live = shown(client, said, **{"HX-Request": "true", "HX-Target": "reponse"})
    page = text(live)
    assert "<html" not in page
    assert "<form" not in page
    assert 'id="err-points" hx-swap-oob="true"' in page
    assert live["HX-Replace-Url"] == ("/marque/?contract=garde&bouts=2&points=46&taker=1&poignee_1=simple")
    assert marks(client.get(live["HX-Replace-Url"])) == marks(live)
    assert {"HX-Request", "Accept-Language"} <= set(live["Vary"].split(", "))


def test_another_number_of_players_brings_other_questions_and_keeps_the_answers(client: Client) -> None:
    live = shown(client, GARDE | {"variant": "5"}, **{"HX-Request": "true", "HX-Target": "calcul"})
    page = text(live)
    assert page.lstrip().startswith('<form id="calcul"')
    assert "5e joueur" in page
    assert re.search(r'<input[^>]*name="points" value="46"', page)
    assert 'name="contract" value="garde" id="id_contract_2" checked' in " ".join(page.split())


def test_it_speaks_english(client: Client) -> None:
    english = shown(client, GARDE, **{"Accept-Language": "en"})
    for sentence in score(parse("4 South,East,North,West garde East 46/2 poignee=East:simple")).why("en"):
        assert sentence in text(english)


def test_everybody_finds_it_from_the_menu(client: Client) -> None:
    assert f'href="{HERE}">Compter</a>' in text(shown(client))


def test_it_only_answers_and_keeps_nothing(client: Client) -> None:
    assert client.post(HERE, GARDE).status_code == 405
    assert client.head(HERE).status_code == 200
    assert "sessionid" not in shown(client, GARDE).cookies
