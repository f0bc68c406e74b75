"""The code and the address of the public page, on what is handed out and hung up."""

import re
from base64 import b64decode
from io import BytesIO

import pytest
import segno
from PIL import Image
from pypdf import PdfReader

from tests.factories import field, rewrite
from tests.tournaments.documents.rotations import document_of, images, printed, turned
from tournaments.documents.public_page import PIXELS, PublicPage, qr_image
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.queries.pages.personal_links import evening_code
from tournaments.queries.pages.table_codes import card_token_of

SITE = "http://192.168.1.20:8000"
CODED = (JobKind.SEATING_PLAN, JobKind.POSTER, JobKind.TABLE_LISTS, JobKind.NOTICE)


@pytest.mark.parametrize("kind", CODED)
def test_each_carries_the_code_and_the_address(tournament: Tournament, kind: JobKind) -> None:
    turned(tournament, field(tournament, 8))
    rewrite(tournament, entry_at_tables=False)
    document = document_of(tournament, kind, site=SITE)
    assert set(images(document)) == {f"Code QR : {SITE}/tournois/{tournament.pk}/"}
    (page, *_more) = PdfReader(BytesIO(bytes(document.content))).pages
    assert f"192.168.1.20:8000/tournois/{tournament.pk}" in page.extract_text().replace("\n", "")


def test_the_list_of_a_table_opens_its_page_where_tables_enter(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    said = set(images(document_of(tournament, JobKind.TABLE_LISTS, site=SITE)))
    assert said == {f"Code QR : {SITE}/t/{card_token_of(tournament, number)}/" for number in (1, 2)}
    (page,) = printed(tournament, JobKind.TABLE_LISTS, site=SITE)
    way = f"Saisie sur un téléphone. Sans appareil photo : 192.168.1.20:8000/table code {tournament.entry_code}"
    assert page.count(way) == 2


def test_the_card_of_a_player_opens_his_evening(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    document = document_of(tournament, JobKind.PLAYER_CARDS, site=SITE)
    addresses = [f"{SITE}/j/{evening_code(entry)}/" for entry in tournament.registrations.all()]
    assert sorted(images(document)) == sorted(f"Code QR : {address}" for address in addresses)
    assert len(set(addresses)) == 8
    (page,) = PdfReader(BytesIO(bytes(document.content))).pages
    assert addresses[0].removeprefix("http://").rstrip("/") in page.extract_text().replace("\n", "")
    assert {segno.make_qr(address, error="L").version for address in addresses} == {3}  # it is 13 mm wide


@pytest.mark.parametrize("kind", [*CODED, JobKind.PLAYER_CARDS])
def test_without_an_address_there_is_neither(tournament: Tournament, kind: JobKind) -> None:
    turned(tournament, field(tournament, 8))
    assert images(document_of(tournament, kind)) == []
    assert not any("tournois/" in page for page in printed(tournament, kind))


def test_the_pixels_of_a_code_are_its_modules() -> None:
    address = f"{SITE}/tournois/12/"
    drawn = re.search(r'src="data:image/png;base64,([^"]+)"', qr_image(address))[1]
    image = Image.open(BytesIO(b64decode(drawn))).convert("L")
    modules = segno.make_qr(address, error="L").matrix
    assert image.size == (len(modules) * PIXELS, len(modules) * PIXELS)
    for row, line in enumerate(modules):
        for column, module in enumerate(line):
            grey = image.getpixel((column * PIXELS + PIXELS // 2, row * PIXELS + PIXELS // 2))
            assert grey == (0 if module else 255)


def test_what_was_typed_into_an_address_stays_text() -> None:
    assert "<script" not in qr_image('http://a/"><script>')


def test_an_address_is_shown_as_people_type_it() -> None:
    assert PublicPage("https://club.example/tournois/3/").shown == "club.example/tournois/3"


def test_a_long_name_and_a_long_number_hold_beside_the_code(tournament: Tournament) -> None:
    people = field(tournament, 4)
    type(people[0]).objects.filter(pk=people[0].pk).update(start_number=9876)
    player = people[0].player
    player.last_name, player.first_name = "de La Rochefoucauld-Montbéliard", "Marie-Antoinette"
    player.save()
    turned(tournament, people)
    (page,) = printed(tournament, JobKind.PLAYER_CARDS, site=SITE)
    assert "n° 9876" in page
    assert "Rochefoucauld" in page
