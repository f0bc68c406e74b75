"""The public pages of cards: everything is in the address, nothing needs a script, nothing is a broken page."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.cards import DECK
from scoring.forms.table.cards import PileForm
from tests.scoring.written import columns, commented, with_fault
from tests.texts import words

pytestmark = pytest.mark.services  # the pages count how often they are asked

COUNT, RENONCE = "/cartes/compter/", "/cartes/renonce/"
# At five, A leads a heart and later shows a spade: a renonce when a heart was called.
LED_IN_HEARTS = "A B C D E\nC4 C5 C6 C7 C8\nP2 P3 P4 P5 P6"
ENDLESS = "9" * 4000


def pile(client: Client, **said: object):
    answer = client.get(COUNT, said)
    assert answer.status_code == 200
    return answer


def test_an_empty_pile_is_a_friendly_start_with_an_example(client: Client) -> None:
    answer = pile(client)
    assert answer.context["reading"] is None
    assert answer.content.decode().count('type="checkbox"') == len(DECK)
    example = re.search(r'href="(/cartes/compter/\?[^"]+)"', answer.content.decode())[1]
    reading = client.get(example.replace("&amp;", "&")).context["reading"]
    assert (reading.pile.half_points, reading.pile.bouts, reading.gap) == (74, 2, 4)


def test_ticked_cards_are_counted_two_by_two(client: Client) -> None:
    answer = pile(client, carte=["21", "EX", "PR", "CD", "P2", "P3"])
    assert "Ce tas attaque 6 2 18" in words(answer)
    assert "L’autre camp défense 72 1 73" in words(answer)
    assert "Avec 2 bouts, l’attaque doit faire 41 points. Contrat chuté de 23." in words(answer)
    assert "2 × (bout + petite carte) = 10 roi + dame = 8 En tout 18" in words(answer)


def test_written_and_ticked_cards_are_one_pile_each_card_once(client: Client) -> None:
    answer = pile(client, carte=["21", "PR"], cartes="pr, R♠ K10 k10")
    assert [card.code for card in answer.context["form"].cards] == ["21", "PR", "K10"]
    assert "Vous avez écrit deux fois : roi de pique." in words(answer)


def test_words_that_are_no_card_are_named_and_the_others_counted(client: Client) -> None:
    answer = pile(client, cartes="PR zut X9")
    assert answer.context["reading"].pile.cards == 1
    assert "Je ne connais pas ces cartes : « zut », « X9 »." in words(answer)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"joueurs": "4", "cartes": "21 EX PR"}, "À quatre joueurs, un camp a un nombre pair de cartes, ici 3"),
        ({"joueurs": "3", "cartes": "21 EX"}, "À trois joueurs, le nombre de cartes d’un camp est un multiple de 3"),
        ({"joueurs": "5", "cartes": "21 EX"}, "À cinq joueurs, un camp a des plis de 5 cartes"),
        ({"joueurs": "3", "cartes": "21 EX PR"}, "Le demi-point qui reste va au camp qui gagne."),
        ({"camp": "defense", "cartes": "21 EX PR P2"}, "Avec 1 bout, l’attaque doit faire 51 points. Contrat réussi"),
    ],
)
def test_the_table_and_the_camp_change_what_is_said(client: Client, said, told) -> None:
    assert told in words(pile(client, **said))


def test_htmx_is_given_the_count_alone_and_the_address_to_keep(client: Client) -> None:
    answer = client.get(
        COUNT, {"carte": ["PR", "21"], "joueurs": "4", "camp": "attaque"}, headers={"HX-Request": "true"}
    )
    assert "<html" not in answer.content.decode()
    assert answer["HX-Replace-Url"] == "/cartes/compter/?cartes=21+PR"
    again = client.get(answer["HX-Replace-Url"])
    assert [card.code for card in again.context["form"].cards] == ["21", "PR"]
    assert set(answer["Vary"].split(", ")) >= {"HX-Request"}


def test_the_address_says_the_same_pile_again() -> None:
    client = Client()
    said = {"carte": [card.code for card in DECK], "joueurs": "5", "camp": "defense"}
    form = client.get(COUNT, said).context["form"]
    assert len(form.shortest()) < 400
    again = client.get(f"{COUNT}?{form.shortest()}").context["form"]
    assert isinstance(again, PileForm)
    assert (again.cards, again.shortest()) == (form.cards, form.shortest())


@pytest.mark.parametrize("name", ["joueurs", "camp", "carte", "cartes"])
@pytest.mark.parametrize("value", [ENDLESS, "-1", "x", "\x00", "²", "<b>"])
def test_no_pile_is_a_broken_page(client: Client, name: str, value: str) -> None:
    pile(client, **{"carte": "PR", name: value})


def verdict(client: Client, **said: object):
    answer = client.get(RENONCE, said)
    assert answer.status_code == 200
    return answer


def test_who_should_have_risen_on_the_16_is_told_so(client: Client) -> None:
    answer = verdict(client, pli="C7 C4 16", jouee="12", main="17 18 P3", entame="0")
    page = words(answer)
    assert "C’est une renonce. Ouest a joué le 12 d’atout et devait couper en montant sur le 16." in page
    assert [card.code for card in answer.context["verdict"].demand.cards] == ["18", "17"]
    assert f'href="{reverse("rulebook")}#r21"' in answer.content.decode()


def test_a_card_that_is_legal_says_whether_the_rest_of_the_hand_matters(client: Client) -> None:
    sure = words(verdict(client, pli="C7", jouee="C2", main="CR"))
    assert "Ce n’est pas une renonce. Est devait fournir à cœur et pouvait jouer le 2 de cœur." in sure
    assert "Cela vaut pour les cartes" not in sure
    unsure = words(verdict(client, pli="C7", jouee="P2", main="P3"))
    assert "Avec ces cartes, ce n’est pas une renonce." in unsure
    assert "Cela vaut pour les cartes que vous avez dites." in unsure
    assert "L’Excuse se joue à tout moment." in words(verdict(client, pli="C7", jouee="EX", main="CR"))


def test_the_called_suit_is_asked_for_at_five_only(client: Client) -> None:
    said = {"jouee": "C4", "main": "P2", "appelee": "CR"}
    assert "C’est une renonce. Sud a joué le 4 de cœur et devait entamer" in words(verdict(client, joueurs="5", **said))
    assert "Ce n’est pas une renonce." in words(verdict(client, joueurs="4", **said))


def test_a_first_lead_at_five_asks_for_the_called_card(client: Client) -> None:
    answer = verdict(client, joueurs="5", jouee="C4", main="P2")
    assert "Avec ces cartes, ce n’est pas une renonce." in words(answer)
    assert "Si c’était le premier pli, dites la carte appelée et jugez de nouveau." in words(answer)
    assert re.search(r"<details[^>]*data-for-five\s+open>", answer.content.decode())
    at_four = verdict(client, joueurs="4", jouee="C4", main="P2")
    assert not re.search(r"<details[^>]*data-for-five\s+open>", at_four.content.decode())
    assert "dites la carte appelée" not in words(at_four)


@pytest.mark.parametrize(
    ("called", "told"),
    [("C4", "On appelle un roi"), ("21", "On appelle un roi"), ("CR PR", "On n’appelle qu’une carte")],
)
def test_what_cannot_be_called_is_said(client: Client, called: str, told: str) -> None:
    answer = verdict(client, joueurs="5", jouee="C4", appelee=called)
    assert answer.context["verdict"] is None
    assert told in words(answer)
    answer = client.post(RENONCE, {"releve": LED_IN_HEARTS, "carte_appelee": called})
    assert (answer.status_code, told in words(answer)) == (422, True)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"pli": "C7"}, "Dites quelle carte a été jouée."),
        ({"jouee": "C7 C8"}, "Une seule carte est jugée à la fois"),
        ({"jouee": "C9", "pli": "C7 C8 CD CR"}, "À 4 joueurs, au plus 3 cartes sont tombées avant celle-ci"),
        ({"jouee": "C9", "pli": "C9"}, "9♥ est là deux fois : il n’y en a qu’une."),
        ({"jouee": "C9", "pli": "zut"}, "Je ne connais pas cette carte : « zut »."),
    ],
)
def test_what_is_missing_or_wrong_is_said(client: Client, said, told) -> None:
    answer = verdict(client, **said)
    assert told in words(answer)
    assert answer.context["verdict"] is None


@pytest.mark.parametrize("name", ["joueurs", "entame", "pli", "jouee", "main", "appelee"])
@pytest.mark.parametrize("value", [ENDLESS, "-1", "x", "\x00", "4", "<b>"])
def test_no_question_is_a_broken_page(client: Client, name: str, value: str) -> None:
    verdict(client, **{"jouee": "PR", "pli": "P2", name: value})


def whole(client: Client, written: str, **more: object):
    return client.post(RENONCE, {"releve": written, **more})


def test_a_renonce_judged_from_a_sheet_leads_to_its_penalty(client: Client) -> None:
    said = {"pli": "C7 C4 16", "jouee": "12", "main": "12 17 18 P3"}
    penalty = 'href="/arbitrage/7/penalites/?position=2&amp;table=3&amp;faute=renonce"'
    place = {"tournoi": "7", "position": "2", "table": "3"}
    assert penalty in client.get(RENONCE, said | place).content.decode()
    assert "Donner la pénalité" not in words(client.get(RENONCE, said))
    assert "Donner la pénalité" not in words(client.get(RENONCE, said | place | {"tournoi": "7x"}))
    assert "Donner la pénalité" not in words(client.get(RENONCE, said | place | {"jouee": "17"}))


def test_every_renonce_of_a_donne_is_listed(client: Client) -> None:
    answer = whole(client, with_fault())
    assert answer.status_code == 200
    assert "1 renonce dans cette donne Pli 4 : Est a joué l’as de pique, il fallait fournir à cœur." in words(answer)
    assert "Aucune renonce : chaque carte était permise" in words(whole(client, columns(heading=False)))
    assert "Aucune renonce : chaque carte était permise" in words(whole(client, commented()))


def test_a_whole_donne_at_five_asks_for_the_called_card(client: Client) -> None:
    asked = "À cinq joueurs, la première entame n’est jugée qu’avec la carte appelée"
    answer = whole(client, LED_IN_HEARTS)
    assert "Aucune renonce" in words(answer)
    assert asked in words(answer)
    for called, at_fault in (("CR", ["called_suit"]), ("PR", [])):
        for answer in (
            whole(client, LED_IN_HEARTS, carte_appelee=called),
            whole(client, f"Roi appelé : {called}\n{LED_IN_HEARTS}"),
            whole(client, f"Roi appelé : {called}\n{LED_IN_HEARTS}", carte_appelee="TR"),  # the donne says it itself
        ):
            assert [problem.code for problem in answer.context["renonces"]] == at_fault
            assert asked not in words(answer)
    assert asked not in words(whole(client, columns(heading=False)))


def test_a_record_may_come_as_a_file(client: Client) -> None:
    file = SimpleUploadedFile("donne.txt", with_fault().encode(), content_type="text/plain")
    answer = whole(client, "", fichier=file)
    assert [problem.player for problem in answer.context["renonces"]] == ["Est"]
    assert "PA" in answer.context["record_form"]["releve"].value()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"x" * (16 * 1024 + 1), "Ce relevé est trop long : 16 ko au plus, pour une seule donne."),
        (b"\x89PNG\x00\x00", "Ce fichier n’est pas un texte."),
        (b"", "Collez un relevé, ou choisissez son fichier."),
        (b"\xff\xfe\xfd", "Écrivez les noms des 3, 4 ou 5 joueurs sur une ligne"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_a_sentence(client: Client, content: bytes, told: str) -> None:
    answer = whole(client, "", fichier=SimpleUploadedFile("x", content))
    assert (answer.status_code, told in words(answer)) == (422, True)


def test_what_was_pasted_stays_where_it_was_pasted(client: Client) -> None:
    answer = whole(client, "Nord Est Sud\nX1 X2 X3")
    assert answer.status_code == 422
    assert "X1 X2 X3" in answer.content.decode()


def test_the_buttons_of_the_pack_are_named_by_what_is_written_in_them(client: Client) -> None:
    """An `aria-label` would name « R♠ » otherwise than it reads: whoever speaks to his phone could not say it."""
    buttons = re.findall(r"<button[^>]*data-card.*?</button>", client.get(RENONCE).content.decode(), re.DOTALL)
    assert len(buttons) == 78
    assert [button for button in buttons if "aria-label" in button or 'class="sr-only"' not in button] == []
