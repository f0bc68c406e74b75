"""What is found and shared: a page's one address, what a link shows, a picture with the names people agreed to."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import Settings
from django.test import Client
from PIL import Image

from tests.factories import TournamentFactory, organiser
from tests.scoring.sheets import record, seated
from tests.texts import HOSTILE
from tournaments import banners
from tournaments.banners import PodiumLine, banner
from tournaments.labels import TournamentState
from tournaments.models import Player, Tournament
from tournaments.services.locks import raise_revision

ROOT = Path(__file__).parents[2]
SITE = "https://tarot.example"
TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
DESCRIPTION = re.compile('name="description" content="(.*?)"')


@pytest.fixture
def played(db: None, settings: Settings) -> Tournament:
    settings.PUBLIC_ADDRESS = f"{SITE}/"
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1, name="Coupe <b>&</b>")
    (table,) = seated(tournament)
    record(table, 1, organiser(tournament.club))
    return tournament


def test_a_page_says_its_one_address_and_what_a_link_shows(client: Client, played: Tournament) -> None:
    page = client.get(f"/tournois/{played.pk}/classement/?categorie=dames").content.decode()
    head = page.partition("</head>")[0]
    assert f'<link rel="canonical" href="{SITE}/tournois/{played.pk}/classement/">' in head
    assert f'<meta property="og:image" content="{SITE}/tournois/{played.pk}/image.png">' in head
    assert '<meta property="og:title" content="Coupe &lt;b&gt;&amp;&lt;/b&gt;">' in head
    assert head.count('name="description"') == 1
    titles = set()
    for path in ("", "classement/", "tables/"):
        page = client.get(f"/tournois/{played.pk}/{path}").content.decode()
        title, told = TITLE.search(page), DESCRIPTION.search(page)
        assert title
        assert told
        titles.add((title[1].strip(), told[1]))
    assert len({title for title, _told in titles}) == len({told for _title, told in titles}) == 3
    for path in ("/", f"/clubs/{played.club.slug}/"):
        assert f'<link rel="canonical" href="{SITE}{path}">' in client.get(path).content.decode()


def test_a_hall_without_a_name_says_no_address(client: Client, db: None, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*", "localhost", "127.0.0.1"]
    page = client.get("/").content.decode()
    assert "canonical" not in page
    assert 'property="og:title"' in page


def names_drawn(client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    drawn: list[str] = []

    def kept(**told: object) -> bytes:
        drawn.extend(line.name for line in told["lines"])  # type: ignore[attr-defined]
        return banner(**told)  # type: ignore[arg-type]

    monkeypatch.setattr(banners, "banner", kept)
    assert client.get(f"/tournois/{tournament.pk}/image.png").status_code == 200
    return drawn


def test_the_picture_names_who_agreed_and_changes_with_the_revision(
    client: Client, played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(f"/tournois/{played.pk}/image.png")
    assert first.headers["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(first.content)) as image:
        assert image.size == (1200, 630)
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"/tournois/{played.pk}/image.png", headers=known).status_code == 304
    leader = played.registrations.get(start_number=1).player
    assert names_drawn(client, played, monkeypatch)[0] == leader.full_name
    Player.objects.filter(pk=leader.pk).update(consent=False)
    raise_revision(played)
    assert client.get(f"/tournois/{played.pk}/image.png", headers=known).status_code == 200
    assert "Joueur n°\N{NO-BREAK SPACE}1" in names_drawn(client, played, monkeypatch)[:3]
    assert leader.full_name not in names_drawn(client, played, monkeypatch)


def test_the_picture_of_a_draft_is_not_there(client: Client, db: None) -> None:
    draft = TournamentFactory(state=TournamentState.DRAFT)
    assert client.get(f"/tournois/{draft.pk}/image.png").status_code == 404


def test_whatever_people_call_themselves_a_picture_is_drawn() -> None:
    assert banners._drawable("\u202eZoé\u202c 👩", banners.SANS) == "Zoé"
    assert banners._drawable("أحمد", banners.SANS) == ""
    for first in range(0, len(HOSTILE), 3):
        some = HOSTILE[first : first + 3]
        lines = [PodiumLine("1er", name, "n° 1", "+1") for name in some]
        content = banner(title=some[0] * 3, under=some[-1], heading="Le podium", lines=lines)
        assert content.startswith(b"\x89PNG")


def test_robots_are_told_where_the_public_pages_are_listed_and_what_is_for_people_alone(
    client: Client, played: Tournament
) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert {"Disallow: /organisation/", "Disallow: /moi/", "Disallow: /arbitrage/", "Disallow: /admin/"} <= set(lines)
    assert lines[-1] == f"Sitemap: {SITE}/sitemap.xml"
    draft, trial = TournamentFactory(state=TournamentState.DRAFT), TournamentFactory(is_trial=True)
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    listed = [found.text or "" for found in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert f"{SITE}/tournois/{played.pk}/classement/" in listed
    assert not any(f"/tournois/{hidden.pk}/" in path for path in listed for hidden in (draft, trial))
    forbidden = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ") and "*" not in line]
    for address in listed:
        path = address.removeprefix(SITE)
        assert client.get(path).status_code == 200, path
        assert not path.startswith(tuple(forbidden)), path


def test_the_icon_is_there_in_every_size(client: Client) -> None:
    with Image.open(io.BytesIO(client.get("/favicon.ico").content)) as favicon:
        assert favicon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}
    for size in (180, 192, 512):
        with Image.open(io.BytesIO(client.get(f"/icone-{size}.png").content)) as icon:
            assert icon.size == (size, size)
            assert icon.getpixel((0, 0)) == (29, 90, 65)
    assert client.get("/icone-20000.png").status_code == 404


OUTSIDE = re.compile(
    r"<(?:link|script|img|form|iframe|source|video|audio|object|embed|use|input)\b[^>]*?"
    r"(?:src|href|srcset|action|formaction|data|poster)\s*=\s*[\"']?\s*(?:https?:)?//[^>]*>",
    re.IGNORECASE,
)
FETCHED = re.compile(r"(?:url\(|@import|fetch\(|importScripts\(|import\(?)\s*[\"'(]?\s*(?:https?:)?//")


def test_no_page_style_or_script_calls_anybody_else() -> None:
    assert OUTSIDE.search('<script defer src="//cdn.example/x.js">')
    assert OUTSIDE.search("<link rel=stylesheet href='https://fonts.example/'>")
    assert FETCHED.search("src: url(https://fonts.example/a.woff2)")
    asked = [
        (path.name, found[0])
        for folder, kinds in (("templates", (".html", ".txt")), ("tarot_club/static", (".css", ".js", ".svg")))
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in kinds
        for pattern in (OUTSIDE, FETCHED)
        for found in pattern.finditer(path.read_text("utf-8"))
    ]
    assert asked == []
