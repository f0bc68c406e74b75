"""The page of an odd donne: its sentences, one box, and nothing saved before that box is ticked."""

import pytest

from scoring.labels import CalledWhen
from scoring.models import SheetLine
from tests.scoring.sheets import ODD, chelem_called, looked_at, record, results, seat
from tests.scoring.views.typed import at, sheet, typed
from tests.texts import text

pytestmark = pytest.mark.django_db

ODD_FORM = {"bouts": "0", "points": "10", "chelem_announced": "on", "chelem_made": "defense"}
ASKED = "Rien n’est encore enregistré. Cette donne est possible, mais rare"
UNCALLED_IN_ENGLISH = (
    "A slam is ticked as announced and no call of the arbiter is recorded for this deal: make sure that the taker "
    "really announced it before the first card."
)
SAYS = "Chelem annoncé par l’attaque et réussi par la défense, les deux primes s’ajoutent"


def box(response):
    return response.context["form"].confirmation


def test_an_odd_donne_comes_back_with_its_sentences_and_one_box(table, as_arbiter):
    response = as_arbiter.post(at(table), typed(**ODD_FORM))

    assert response.status_code == 422
    assert SheetLine.objects.count() == 0
    page = text(response)
    assert ASKED in page
    assert page.count(SAYS) == 1
    assert page.count('type="checkbox"\n                 name="confirmed"') == 1
    assert not box(response).is_ticked
    assert response.context["form"].errors == {}
    assert response.context["form"]["points"].value() == "10"  # nothing typed is lost
    assert "−1626" in page  # and what it would be worth is shown: 3 × (−142 − 400)


def test_the_box_has_the_focus_and_enter_alone_does_not_confirm(table, as_arbiter):
    first = as_arbiter.post(at(table), typed(**ODD_FORM))
    assert text(first).count("autofocus") == 1
    assert "autofocus" in text(first).split('id="id_confirmed"')[1].split("</label>")[0]

    again = as_arbiter.post(at(table), typed(**ODD_FORM, asked="1"))

    assert again.status_code == 422
    assert SheetLine.objects.count() == 0


def test_confirmed_it_is_saved(table, as_arbiter):
    first = as_arbiter.post(at(table), typed(**ODD_FORM))

    response = as_arbiter.post(at(table), typed(**ODD_FORM, confirmed=box(first).value))

    assert response.status_code == 303
    assert SheetLine.objects.get().confirmed == sorted(looked_at(table, ODD))


def test_a_changed_donne_is_asked_again(table, as_arbiter):
    first = as_arbiter.post(at(table), typed(**ODD_FORM))
    changed = typed(**ODD_FORM | {"points": "11"}, confirmed=box(first).value)

    again = as_arbiter.post(at(table), changed)

    assert again.status_code == 422
    assert not box(again).is_ticked
    assert as_arbiter.post(at(table), changed | {"confirmed": box(again).value}).status_code == 303


def test_what_became_ordinary_is_asked_no_more(table, as_arbiter):
    first = as_arbiter.post(at(table), typed(**ODD_FORM))

    assert as_arbiter.post(at(table), typed(confirmed=box(first).value)).status_code == 303
    assert SheetLine.objects.get().confirmed == []


@pytest.mark.parametrize("value", ["on", "1", ":", "é:chelem_inflicted_on_announcer", "x" * 500])
def test_a_box_that_was_not_shown_confirms_nothing(table, as_arbiter, value):
    assert as_arbiter.post(at(table), typed(**ODD_FORM, confirmed=value)).status_code == 422
    assert SheetLine.objects.count() == 0


def test_a_correction_is_asked_why_and_asked_to_confirm_at_once(table, the_arbiter, as_arbiter):
    line = record(table, 1, the_arbiter)
    change = typed(**ODD_FORM, replaces=str(line.pk))

    first = as_arbiter.post(at(table), change)
    assert list(first.context["form"].errors) == ["reason"]
    assert "Cette donne est possible, mais rare" in text(first)
    assert text(first).count("Rien n’") == 1  # one banner, not two

    confirmed = change | {"confirmed": box(first).value}
    second = as_arbiter.post(at(table), confirmed)
    assert list(second.context["form"].errors) == ["reason"]
    assert box(second).is_ticked  # the donne is the same: the box stays ticked

    assert as_arbiter.post(at(table), confirmed | {"reason": "feuille relue"}).status_code == 303
    assert results(table)[0] == -1626


def test_without_scripts_the_marks_are_shown_with_the_box(table, as_arbiter):
    response = as_arbiter.post(at(table), typed(**ODD_FORM, preview="1"))

    assert response.status_code == 200
    assert ASKED in text(response)
    saved = as_arbiter.post(at(table), typed(**ODD_FORM, confirmed=box(response).value))
    assert saved.status_code == 303


def test_while_typing_it_is_told_and_the_box_waits_for_the_first_sending(table, as_arbiter):
    response = as_arbiter.post(at(table, name="donne_preview"), typed(**ODD_FORM))

    assert SAYS in text(response)
    assert ASKED not in text(response)
    assert 'id="confirm"' not in text(response)


def test_once_asked_the_box_follows_what_is_typed(table, as_arbiter):
    first = as_arbiter.post(at(table), typed(**ODD_FORM))
    ticked = typed(**ODD_FORM, asked="1", confirmed=box(first).value)

    same = as_arbiter.post(at(table, name="donne_preview"), ticked)
    changed = as_arbiter.post(at(table, name="donne_preview"), ticked | {"points": "11"})
    ordinary = as_arbiter.post(at(table, name="donne_preview"), typed(asked="1", confirmed=box(first).value))

    assert [box(same).is_ticked, box(changed).is_ticked, box(ordinary)] == [True, False, None]
    assert '<div id="confirm" hx-swap-oob="true">' in text(ordinary)
    assert "autofocus" not in text(same)


def test_the_sheet_says_quietly_that_it_was_checked_and_by_whom(table, the_arbiter, as_arbiter):
    record(table, 1, the_arbiter)
    assert "vérifiée" not in text(as_arbiter.get(sheet(table)))

    record(table, 2, the_arbiter, ODD, confirmed=looked_at(table, ODD))

    page = text(as_arbiter.get(sheet(table)))
    assert page.count("vérifiée") == 1
    assert f"Vérifié par {the_arbiter} : {SAYS.replace('C', 'c', 1)}." in page
    assert "Faites confirmer" not in page
    assert "notice warn" not in page.split('id="donne-2"')[1].split("</tbody>")[0]


def test_a_donne_that_contradicts_its_call_is_refused_by_one_banner(table, the_arbiter, as_arbiter):
    chelem_called(table, the_arbiter, chair=2)

    response = as_arbiter.post(at(table), typed(**ODD_FORM))

    assert box(response) is None
    assert text(response).count("Rien n’") == 1
    name = seat(table, 2).registration.player.full_name
    assert f"L’arbitre a enregistré un chelem annoncé par {name} à la donne 1" in text(response)


def test_an_announced_chelem_without_a_call_is_asked_about(table, as_arbiter):
    chelem = {"points": "48", "chelem_announced": "on"}

    first = as_arbiter.post(at(table), typed(**chelem))

    assert SheetLine.objects.count() == 0
    (sentence,) = box(first).sentences
    assert sentence.startswith("Un chelem est coché comme annoncé et aucun appel de l’arbitre n’est enregistré")
    assert as_arbiter.post(at(table), typed(**chelem, confirmed=box(first).value)).status_code == 303
    assert "chelem annoncé sans appel de l’arbitre" in text(as_arbiter.get(sheet(table)))


def test_where_a_call_was_ruled_late_nobody_is_told_that_there_is_none(table, the_arbiter, as_arbiter):
    chelem_called(table, the_arbiter, announced=CalledWhen.LATE)
    announced = typed(points="48", chelem_announced="on")

    said = [text(as_arbiter.post(address, announced)) for address in (at(table), at(table, name="donne_preview"))]

    assert "a enregistré hors délai le chelem annoncé par" in said[0]
    assert not any("aucun appel de l’arbitre" in page for page in said)


def test_in_english_it_is_asked_in_english(table, as_arbiter):
    response = as_arbiter.post(at(table), typed(**ODD_FORM), headers={"accept-language": "en"})

    assert box(response).sentences == (
        "Slam announced by the attack and made by the defence, both primes are counted: have the arbiter confirm.",
        UNCALLED_IN_ENGLISH,
    )


def test_a_table_of_people_named_alike_is_told_by_their_numbers(table, the_arbiter, as_arbiter):
    for chair in range(4):
        player = seat(table, chair).registration.player
        player.last_name, player.first_name = "MARTIN", "Jean"
        player.save()
    record(table, 1, the_arbiter)

    why = " ".join(as_arbiter.get(sheet(table)).context["rows"][0]["marque"]["why"])
    assert "MARTIN Jean (n°\u00a01) a demandé une garde" in why
