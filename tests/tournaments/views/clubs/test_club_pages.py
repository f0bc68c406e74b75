"""The club's page and the front page: logo, next dates, calendar, podium and leaders; and the form behind them."""

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.texts import text, words
from tests.tournaments.kit.test_pictures import SVG
from tests.tournaments.rounds import mark, publish
from tests.tournaments.services.clubs.test_pages import picture
from tournaments.kit.pictures import MOST_BYTES
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, ClubLogo, ClubPhoto, Series, Tournament
from tournaments.queries.clubs.pages import club_pages
from tournaments.services.money.rates import RateFacts, set_rates
from tournaments.services.undo.undoing import delete_season

TODAY = timezone.localdate


def sent(content: bytes, name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="image/png")


def played(club: Club, *points: int, **values: object) -> Tournament:
    """Return a finished tournament of four players who brought so much; the second one withholds his name."""
    tournament = TournamentFactory(club=club, state=TournamentState.FINISHED, **values)
    entries = [
        RegistrationFactory(
            tournament=tournament, start_number=number, player=PlayerFactory(club=club, consent=number != 2)
        )
        for number in range(1, 5)
    ]
    mark(publish(tournament, 1, [entries]), dict(zip(entries, points, strict=True)))
    return tournament


def test_what_is_over_or_not_announced_is_no_date_to_come(club: Club) -> None:
    played(club, 10, 0, 0, -10, date=TODAY())
    Series.objects.create(club=club, name="Le bureau", starts_on=TODAY(), is_announced=False)
    (page,) = club_pages([club], at=timezone.now())
    assert page.coming == ()


def test_a_logo_is_sent_shown_and_kept_by_browsers(as_organiser: Client, visitor: Client, club: Club) -> None:
    typed = {"hall": "Salle des fêtes", "hours": "Le vendredi à 20 h 30", "logo": sent(picture("red"))}
    assert as_organiser.post(reverse("edit_club_page", args=[club.pk]), typed).status_code == 303
    logo = ClubLogo.objects.get()
    address = reverse("club_logo", args=[club.slug, logo.digest])

    for page in ("/", f"/clubs/{club.slug}/"):
        shown = visitor.get(page).content.decode()
        assert f'src="{address}"' in shown
        assert "Salle des fêtes" in shown
    answer = visitor.get(address)

    assert (answer["Content-Type"], answer.content) == ("image/png", bytes(logo.content))
    assert {"default-src 'none'", "sandbox"} <= set(answer["Content-Security-Policy"].split("; "))
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert {"public", "immutable"} <= set(answer["Cache-Control"].split(", "))
    assert visitor.get(reverse("club_logo", args=[club.slug, "0000"])).status_code == 404
    assert visitor.get(reverse("club_logo", args=[ClubFactory().slug, logo.digest])).status_code == 404


def test_who_may_come_and_the_hall_are_sent_shown_and_taken_away(
    as_organiser: Client, visitor: Client, club: Club
) -> None:
    page, form = f"/clubs/{club.slug}/", reverse("edit_club_page", args=[club.pk])
    assert "Qui peut venir" not in text(visitor.get(page))
    typed = {"welcome": "Tout le monde\n<b>Cartes</b> sur place", "photo": sent(picture("red"))}
    assert as_organiser.post(form, typed).status_code == 303
    photo = ClubPhoto.objects.get()
    address = reverse("club_photo", args=[club.slug, photo.digest])

    shown, answer = text(visitor.get(page)), visitor.get(address)

    assert "Tout le monde<br>&lt;b&gt;Cartes&lt;/b&gt; sur place" in shown
    assert f'src="{address}"' in shown
    assert f'alt="La salle où joue {club.name}"' in shown
    assert (answer["Content-Type"], answer.content) == ("image/jpeg", bytes(photo.content))
    assert {"default-src 'none'", "sandbox"} <= set(answer["Content-Security-Policy"].split("; "))
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert visitor.get(reverse("club_logo", args=[club.slug, photo.digest])).status_code == 404
    assert "without_photo" in text(as_organiser.get(form))
    as_organiser.post(form, {"without_photo": "on"})
    assert address not in text(visitor.get(page))
    assert "without_photo" not in text(as_organiser.get(form))


def test_the_price_is_that_of_the_next_evening_that_has_rates_else_of_the_last(
    visitor: Client, club: Club, the_organiser: Account
) -> None:
    def priced(name: str, days: int, *amounts: int, **values: object) -> None:
        event = TournamentFactory(club=club, name=name, date=TODAY() + datetime.timedelta(days), **values)
        facts = [RateFacts(f"Pour Zq {amount}", amount) for amount in amounts]
        set_rates(of=event, rates=facts, by=the_organiser, at=timezone.now())

    def price(length: int) -> str:
        said = words(visitor.get(f"/clubs/{club.slug}/"))
        return " ".join(said.partition("Prix d’une soirée :")[2].split()[:length])

    assert price(9) == ""
    priced("Gratuite", -1, 0)
    assert price(9) == ""
    priced("Ancienne", -9, 400)
    assert price(3) == "4 € Ancienne"
    priced("Prochaine", 3, 0, 800, 550)
    priced("Lointaine", 30, 3000)
    priced("Cachée", 1, 100, state=TournamentState.DRAFT)
    assert price(7) == "de 5,50 € à 8 € Prochaine"


@pytest.mark.parametrize(
    ("content", "words"),
    [(SVG, "PNG, JPEG"), (b"", "PNG, JPEG"), (b"\0" * (MOST_BYTES + 9), "5 Mo")],
    ids=["svg", "empty", "6 MB"],
)
def test_what_is_no_logo_is_refused_at_its_field(as_organiser: Client, club: Club, content: bytes, words: str) -> None:
    answer = as_organiser.post(reverse("edit_club_page", args=[club.pk]), {"hours": "Jeudi", "logo": sent(content)})
    assert answer.status_code == 422
    (sentence,) = answer.context["form"].errors["logo"]
    assert words in sentence.replace("\u00a0", " ")
    club.refresh_from_db()
    assert (club.hours, ClubLogo.objects.count()) == ("", 0)


def test_fifty_megabytes_are_refused_before_anything_is_read(as_organiser: Client, club: Club) -> None:
    answer = as_organiser.post(reverse("edit_club_page", args=[club.pk]), CONTENT_LENGTH=str(50 * 1024 * 1024))
    assert answer.status_code == 413


@pytest.mark.parametrize("page", ["/", "/clubs/{slug}/"])
def test_the_last_podium_and_the_leaders_are_shown_with_consent_only(visitor: Client, club: Club, page: str) -> None:
    season = SeasonFactory(club=club, starts_on=TODAY() - datetime.timedelta(days=40))
    played(club, 9, 8, -8, -9, season=season, name="Ancien", date=TODAY() - datetime.timedelta(days=9))
    played(club, 7, 40, -7, -40, season=season, name="Dernier", date=TODAY() - datetime.timedelta(days=2))
    played(club, 99, 0, 0, -99, name="Essai", date=TODAY(), is_trial=True)

    shown = visitor.get(page.format(slug=club.slug))

    podium = shown.content.decode().split('<ol class="podium">')[1:]
    assert len(podium) == 2
    assert [line.count('class="place"') for line in podium] == [3, 3]
    assert "Joueur n° 2" in podium[0].replace("\u00a0", " ")
    assert "+40" in podium[0]
    assert "+99" not in podium[0] + podium[1]


def test_shared_places_lengthen_a_podium_and_five_lines_are_the_most(visitor: Client, club: Club) -> None:
    played(club, 5, 5, 5, 5)
    assert visitor.get(f"/clubs/{club.slug}/").content.decode().count('class="at-1"') == 4


def test_the_next_dates_and_the_calendar_hold_what_is_announced(visitor: Client, club: Club) -> None:
    day = TODAY() + datetime.timedelta(days=3)
    fridays = Series.objects.create(club=club, name="Le vendredi", starts_on=day, starts_at=datetime.time(20, 30))
    opened = TournamentFactory(club=club, series=fridays, date=day, name="Soirée n° 1", starts_at=datetime.time(20, 15))
    hidden = {"state": TournamentState.DRAFT, "name": "Secret"}
    TournamentFactory(club=club, date=day, **hidden)

    page = text(visitor.get(f"/clubs/{club.slug}/"))
    answer = visitor.get(f"/clubs/{club.slug}/calendrier.ics")

    assert page.index("Dans 3 jours") < page.index(f"/tournois/{opened.pk}/") < page.index("Prochaines dates")
    leaves = page[page.index("Prochaines dates") :].partition("</ul>")[0]
    assert [leaves.count(words) for words in ("Le vendredi", "20 h 30", "Soirée n° 1", "20 h 15")] == [4, 4, 1, 1]
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    told = answer.content.decode()
    assert "Secret" not in page + told
    assert f"UID:serie-{fridays.pk}-{day:%Y%m%d}@club-{club.pk}.tarot-club\r\n" in told
    assert told.count("BEGIN:VEVENT") == 52  # a year of Fridays
    assert (
        visitor.get(f"/clubs/{club.slug}/calendrier.ics", headers={"if-none-match": answer["ETag"]}).status_code == 304
    )
    Series.objects.update(skipped=[(day + datetime.timedelta(days=7)).isoformat()])
    again = visitor.get(f"/clubs/{club.slug}/calendrier.ics", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content.decode().count("BEGIN:VEVENT")) == (200, 51)


def test_the_calendar_of_the_site_holds_what_every_club_announces(visitor: Client, club: Club) -> None:
    other = ClubFactory(name="Les Oudlers", town="Vichy")
    day = TODAY() + datetime.timedelta(days=3)
    series = Series.objects.create(club=other, name="Le mardi", starts_on=day, ends_on=day, starts_at=datetime.time(14))
    Series.objects.create(club=club, name="Chaque jeudi", starts_on=day + datetime.timedelta(days=2))
    coupe = TournamentFactory(club=club, date=day + datetime.timedelta(days=1), name="Coupe", place="Salle des fêtes")
    TournamentFactory(club=other, date=day, name="Secret", state=TournamentState.DRAFT)
    TournamentFactory(club=other, date=TODAY() - datetime.timedelta(days=1), name="Hier")

    page = text(visitor.get("/calendrier/"))
    told = visitor.get("/calendrier.ics").content.decode()
    file = visitor.get("/calendrier/?format=json").json()

    assert page.index("Le mardi") < page.index(f"/tournois/{coupe.pk}/") < page.index("Salle des fêtes")
    assert "14 h 00 · Vichy" in page
    assert "Secret" not in page + told
    assert "Hier" not in page + told
    assert page.count("Chaque jeudi") == 8
    assert told.count("SUMMARY:Chaque jeudi") > 50
    assert told.count("SUMMARY:Le mardi") == 1
    assert f"UID:serie-{series.pk}-{day:%Y%m%d}@club-{other.pk}.tarot-club\r\n" in told
    assert "SUMMARY:Coupe · " in told.replace("\r\n ", "")
    assert [row[3] for row in file["rows"]][:2] == ["Les Oudlers", club.name]


@pytest.mark.django_db
def test_the_calendar_takes_as_many_statements_however_many_clubs(
    visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        for _each in range(count):
            Series.objects.create(club=ClubFactory(), name="Le mardi", starts_on=TODAY())
        with django_assert_num_queries(6):  # three of what it depends on, three of what it shows
            visitor.get("/calendrier/")


@pytest.mark.parametrize("page", ["/", "/clubs/{slug}/"])
def test_a_season_made_and_taken_back_is_never_a_304(
    visitor: Client, as_organiser: Client, club: Club, page: str
) -> None:
    page = page.format(slug=club.slug)
    old = SeasonFactory(club=club, starts_on=TODAY() - datetime.timedelta(days=40))
    played(club, 9, 8, -8, -9, season=old, date=TODAY())
    with_leaders = visitor.get(page)

    new = SeasonFactory(club=club, name="Trop tôt", starts_on=TODAY())
    without = visitor.get(page, headers={"if-none-match": with_leaders["ETag"]})
    delete_season(season=new, by=None, at=timezone.now())
    again = visitor.get(page, headers={"if-none-match": without["ETag"]})

    assert [answer.content.decode().count('<ol class="podium">') for answer in (with_leaders, without, again)] == [
        2, 1, 2
    ]  # fmt: skip


def test_a_change_of_the_face_is_never_a_304(visitor: Client, as_organiser: Client, club: Club) -> None:
    for page in ("/", f"/clubs/{club.slug}/"):
        for typed in (
            {"hall": f"Ici {page}"},
            {"hall": f"Ici {page}", "logo": sent(picture("red" if page == "/" else "blue"))},
            {"hall": f"Ici {page}", "welcome": f"Tout le monde {page}"},
            {"hall": f"Ici {page}", "welcome": f"Tout le monde {page}", "photo": sent(picture("red"))},
            {"hall": f"Ici {page}", "welcome": f"Tout le monde {page}", "without_photo": "on"},
        ):
            before = visitor.get(page)["ETag"]
            as_organiser.post(reverse("edit_club_page", args=[club.pk]), typed)
            assert visitor.get(page, headers={"if-none-match": before}).status_code == 200


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Tarot Club de la Rivière", "TCR"), ("Les Atouts d’Or", "LAO"), ("A B C D", "ABC"), ("oudlers", "O")],
)
def test_a_club_without_a_logo_is_known_by_its_initials(visitor: Client, club: Club, name: str, letters: str) -> None:
    Club.objects.update(name=name)
    for page in ("/", f"/clubs/{club.slug}/"):
        assert f'<span class="initials" aria-hidden="true">{letters}</span>' in text(visitor.get(page))
