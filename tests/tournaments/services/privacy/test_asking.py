"""Somebody asks on his own page that his data be erased; the club that keeps his file reads it, and has a month."""

import pytest
from django.urls import reverse

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, logged_in, organiser
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.links import phone_of
from tournaments.models import ByLink, Club, JournalEntry, Player
from tournaments.queries.privacy.legal import legal_notices
from tournaments.services.people.players import join_club
from tournaments.services.privacy.asking import ask_erasure
from tournaments.services.privacy.erasing import erase_player

pytestmark = pytest.mark.django_db
HERE = "/moi/effacement/"


@pytest.fixture
def ada(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="MARTIN", first_name="Ada")


def asked(player: Player) -> bool:
    return Player.objects.get(pk=player.pk).erasure_asked_on is not None


@pytest.mark.parametrize("way", ["by_link", "by_login"])
def test_he_asks_and_takes_it_back(ada: Player, way: str) -> None:
    phone = phone_of(ada) if way == "by_link" else logged_in(AccountFactory(player=ada))
    assert HERE in phone.get(reverse("own_consents")).content.decode()
    phone.post(HERE, {"asks": "1"})
    assert asked(ada)
    assert "Retirer ma demande" in phone.get(HERE).content.decode()
    phone.post(HERE)
    assert not asked(ada)
    told = list(JournalEntry.objects.order_by("pk").values_list("action", flat=True))
    assert told == ["effacement demandé", "demande d’effacement retirée"]


def test_the_club_that_keeps_his_file_reads_it_and_no_other(ada: Player) -> None:
    other = ClubFactory()
    join_club(club=other, player=ada, by=None, at=NOW)
    ask_erasure(player=ada, asks=True, by=ByLink(ada), at=NOW)
    told = "MARTIN Ada demande que ses données soient effacées : faites-le depuis sa fiche, au plus tard le"
    assert [any(told in plain(notice) for notice in legal_notices(club, NOW.date())) for club in (ada.club, other)] == [
        True,
        False,
    ]
    assert [line.club for line in JournalEntry.objects.filter(action="effacement demandé")] == [ada.club]
    pages = [
        plain(logged_in(organiser(club)).get(reverse("edit_player", args=[club.pk, ada.pk])).content.decode())
        for club in (ada.club, other)
    ]
    assert [told in page for page in pages] == [True, False]


def test_nobody_asks_for_somebody_else(ada: Player) -> None:
    others = (ByLink(PlayerFactory()), ByLink(ada, of_evening=True), organiser(ada.club))
    codes = [refusal_of(ask_erasure, player=ada, asks=True, by=other, at=NOW).code for other in others]
    assert codes == ["not_himself"] * 3
    assert not asked(ada)


def test_once_erased_nothing_waits(ada: Player) -> None:
    ask_erasure(player=ada, asks=True, by=ByLink(ada), at=NOW)
    erase_player(player=ada, by=organiser(ada.club), at=NOW)
    assert not asked(ada)


def test_the_club_notes_when_he_asked_on_paper(ada: Player) -> None:
    client, here = logged_in(organiser(ada.club)), reverse("erase_player", args=[ada.club_id, ada.pk])
    page = client.get(here).content.decode()
    assert "Il me l’a dit le" in page
    seen = page.split('name="seen" value="')[1].split('"')[0]
    future = client.post(here, {"seen": seen, "heard_on": "2190-01-01"})
    assert (future.status_code, "pas encore venu" in future.content.decode()) == (422, True)
    assert Player.objects.get(pk=ada.pk).erased_at is None

    client.post(here, {"seen": seen, "heard_on": "2026-11-20"})

    assert Player.objects.get(pk=ada.pk).erased_at is not None
    assert JournalEntry.objects.get(action="données effacées").details["heard_on"] == "2026-11-20"
