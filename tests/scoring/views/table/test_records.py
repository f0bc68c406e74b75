"""The record of a donne at the desk and on a player's own sheet."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import DonneRecord
from tests.factories import AccountFactory, logged_in
from tests.scoring.attached import attach
from tests.scoring.sheets import garde, record, seat
from tests.scoring.written import COMMENTED, columns, commented
from tests.texts import words
from tournaments.models import Player, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table, the_arbiter) -> Table:
    record(table, 1, the_arbiter, garde(taker=2, contract="prise", points="46"))
    return table


def at(table: Table, name: str) -> str:
    return reverse(name, args=[table.round.tournament_id, table.round.number, table.number, 1])


def own(table: Table, number: int = 1) -> str:
    return reverse("own_record", args=[table.round.tournament_id, table.round.number, number])


def post(client: Client, table: Table, written: str, **said: object):
    return client.post(at(table, "attach_record"), {"key": str(uuid.uuid4()), "releve": written, **said})


def test_without_a_record_the_page_says_so_and_what_to_do(table, as_arbiter) -> None:
    answer = as_arbiter.get(at(table, "donne_record"))
    assert "Aucun relevé n’est rattaché à cette donne. Rattacher un relevé" in words(answer)
    empty = reverse("donne_record", args=[table.round.tournament_id, 1, 1, 2])
    assert "Saisissez d’abord la donne sur la feuille." in words(as_arbiter.get(empty))


def test_the_first_player_sits_on_a_chair_of_the_table(table, as_arbiter) -> None:
    chairs = as_arbiter.get(at(table, "attach_record")).context["form"].fields["premier"].choices
    assert [value for value, _name in chairs] == ["", "0", "1", "2", "3"]


def test_a_donne_that_the_sheet_does_not_have(table, as_arbiter) -> None:
    for name in ("donne_record", "attach_record"):
        assert as_arbiter.get(reverse(name, args=[table.round.tournament_id, 1, 1, 99])).status_code == 404


@pytest.mark.parametrize("written", [commented(), columns()])
def test_a_pasted_record_is_attached_and_compared(table, as_arbiter, written) -> None:
    answer = post(as_arbiter, table, written)
    assert (answer.status_code, answer.url) == (303, at(table, "donne_record"))
    page = words(as_arbiter.get(answer.url))
    assert "Relevé rattaché à la donne 1." in page
    assert "Points : la feuille dit 46, les cartes font 37." in page
    assert "Rien n’est changé : à vous de décider. Corriger la donne 1 sur la feuille" in page
    taker = seat(table, 2).registration.player.full_name
    assert f"Prise de {taker}" in page


def test_a_record_that_names_the_chairs_in_french_is_read_for_an_english_arbiter(table, as_arbiter) -> None:
    said = {"key": str(uuid.uuid4()), "releve": commented()}

    answer = as_arbiter.post(at(table, "attach_record"), said, headers={"accept-language": "en"})

    assert answer.status_code == 303
    assert DonneRecord.objects.count() == 1


def test_nothing_typed_is_lost_when_it_is_refused(table, as_arbiter) -> None:
    written = commented(chien=["18", "P9", "CC", "K8", "TC", "21"])
    answer = post(as_arbiter, table, written, premier="2")
    assert answer.status_code == 422
    form = answer.context["form"]
    assert form["releve"].value() == written
    assert form["premier"].value() == "2"
    assert len(form.errors["releve"]) > 1
    assert DonneRecord.objects.count() == 0


def test_a_fault_of_the_players_is_asked_about_once(table, as_arbiter) -> None:
    tricks = [dict(trick) for trick in COMMENTED["tricks"]]
    tricks[3]["Est"], tricks[10]["Est"] = "PA", "CA"
    written = commented(tricks=tricks)
    answer = post(as_arbiter, table, written)
    assert answer.status_code == 422
    assert "C’est bien ce qui s’est passé à la table : rattacher quand même" in words(answer)
    assert post(as_arbiter, table, written, quand_meme="on").status_code == 303
    replayed = as_arbiter.get(f"{at(table, 'donne_record')}?pli=4")
    assert "a joué l’as de pique, il fallait fournir à cœur" in words(replayed)


def test_replacing_a_record_asks_why(table, as_arbiter, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    page = as_arbiter.get(at(table, "attach_record"))
    assert page.context["form"].is_correction
    assert post(as_arbiter, table, commented(), replaces=kept.pk).status_code == 422
    assert post(as_arbiter, table, commented(), replaces=kept.pk, reason="autre donne").status_code == 303
    assert DonneRecord.objects.filter(current=True).get().supersedes == kept


def test_a_record_attached_meanwhile_is_not_overwritten(table, as_arbiter, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    answer = post(as_arbiter, table, commented())
    assert answer.status_code == 422
    assert answer.context["form"]["replaces"].value() == str(kept.pk)
    assert DonneRecord.objects.get() == kept


def test_withdrawing_a_record_asks_why_and_leaves_a_trace(table, as_arbiter, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    page = as_arbiter.get(at(table, "donne_record")).content.decode()
    assert f'href="{at(table, "withdraw_record")}"' in page
    asked = as_arbiter.get(at(table, "withdraw_record"))
    assert f"Rattaché par {the_arbiter}." in words(asked)
    seen = {"record": asked.context["form"]["record"].value()}
    assert as_arbiter.post(at(table, "withdraw_record"), seen | {"reason": ""}).status_code == 422
    assert DonneRecord.objects.get().current

    answer = as_arbiter.post(at(table, "withdraw_record"), seen | {"reason": "mauvaise table"})

    assert (answer.status_code, answer.url) == (303, at(table, "donne_record"))
    page = words(as_arbiter.get(answer.url))
    assert "Relevé de la donne 1 retiré." in page
    assert "Aucun relevé n’est rattaché à cette donne. Rattacher un relevé" in page
    assert f"Retiré par {the_arbiter} le " in page
    assert ": « mauvaise table »" in page
    kept.refresh_from_db()
    assert not kept.current
    assert as_arbiter.get(at(table, "withdraw_record")).url == at(table, "donne_record")


def test_a_record_replaced_meanwhile_is_not_withdrawn_unseen(table, as_arbiter, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    post(as_arbiter, table, commented(), replaces=kept.pk, reason="autre donne")
    answer = as_arbiter.post(at(table, "withdraw_record"), {"record": kept.pk, "reason": "mauvaise table"})
    assert answer.status_code == 422
    assert "Un autre relevé a pris la place de celui-ci" in words(answer)
    assert DonneRecord.objects.filter(current=True).count() == 1
    assert "Remplacé par" in words(as_arbiter.get(at(table, "donne_record")))


@pytest.mark.parametrize(("record_id", "status"), [("10000000", 404), ("x", 422), ("", 422)])
def test_a_record_that_is_not_there_is_not_withdrawn(table, as_arbiter, the_arbiter, record_id, status) -> None:
    attach(table, the_arbiter)
    answer = as_arbiter.post(at(table, "withdraw_record"), {"record": record_id, "reason": "erreur"})
    assert answer.status_code == status
    assert DonneRecord.objects.get().current


def test_the_row_of_the_sheet_leads_to_the_record(table, as_arbiter, the_arbiter) -> None:
    sheet = reverse("sheet", args=[table.round.tournament_id, 1, 1])
    assert f'href="{at(table, "attach_record")}"' in as_arbiter.get(sheet).content.decode()
    attach(table, the_arbiter)
    page = as_arbiter.get(sheet).content.decode()
    assert f'href="{at(table, "donne_record")}"' in page
    assert f'href="{at(table, "attach_record")}"' not in page


def test_a_player_replays_his_own_donne_and_reads_names_as_their_owners_consented(table, the_arbiter) -> None:
    attach(table, the_arbiter)
    hidden = seat(table, 1).registration.player
    Player.objects.filter(pk=hidden.pk).update(consent=False, last_name="Secret")
    me = AccountFactory(player=seat(table, 0).registration.player)
    client = logged_in(me)

    sheet = client.get(reverse("own_sheet", args=[table.round.tournament_id, 1])).content.decode()
    assert f'href="{own(table)}"' in sheet
    page = words(client.get(f"{own(table)}?pli=8"))
    assert "Pli 8" in page
    assert "Secret" not in page
    assert str(the_arbiter) not in page
    assert "la feuille dit" not in page
    assert client.get(own(table, 99)).status_code == 404


@pytest.mark.parametrize(
    "said", [{"premier": "9"}, {"premier": "x"}, {"replaces": "x"}, {"key": "x"}, {"releve": "\x00"}]
)
def test_garbage_is_no_broken_page(table, as_arbiter, said) -> None:
    answer = as_arbiter.post(
        at(table, "attach_record"), {"key": str(uuid.uuid4()), "releve": commented(), "replaces": ""} | said
    )
    assert answer.status_code == 422


def test_a_replay_runs_a_constant_number_of_queries(table, as_arbiter, the_arbiter, django_assert_num_queries) -> None:
    attach(table, the_arbiter)
    as_arbiter.get(at(table, "donne_record"))
    for step in (0, 9, 19):
        with django_assert_num_queries(10):
            as_arbiter.get(f"{at(table, 'donne_record')}?pli={step}")
