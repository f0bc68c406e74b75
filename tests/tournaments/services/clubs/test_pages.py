"""What everybody reads of a club: hall, hours, who may come, a logo and a photo drawn again from their pixels."""

from io import BytesIO

from PIL import Image

from tests.factories import NOW
from tests.refusals import refusal_of
from tests.tournaments.kit.test_pictures import SVG
from tournaments.models import Account, Club, ClubLogo, ClubPhoto, JournalEntry
from tournaments.services.clubs.pages import change_club_page


def picture(colour: str) -> bytes:
    written = BytesIO()
    Image.new("RGB", (900, 300), colour).save(written, "JPEG")
    return written.getvalue()


def changed(club: Club, by: Account, **said: object) -> Club:
    return change_club_page(club=club, by=by, at=NOW, **{"hall": "", "hours": ""} | said)


def test_hall_hours_and_logo_are_kept_and_the_logo_taken_away(club: Club, the_organiser: Account) -> None:
    club = changed(club, the_organiser, hall=" Salle  des fêtes ", hours="Le vendredi", logo=picture("red"))
    assert (club.hall, club.hours, club.logo.width, club.logo.height) == ("Salle des fêtes", "Le vendredi", 480, 160)
    first = club.logo.digest
    club = changed(club, the_organiser, logo=picture("blue"))
    assert (club.hall, club.logo.digest == first, ClubLogo.objects.count()) == ("", False, 1)
    changed(club, the_organiser)
    assert ClubLogo.objects.count() == 1  # nothing sent, nothing taken
    changed(club, the_organiser, without_logo=True)
    assert not ClubLogo.objects.exists()


def test_the_photo_of_the_hall_comes_and_goes_without_the_logo(club: Club, the_organiser: Account) -> None:
    club = changed(club, the_organiser, logo=picture("red"), photo=picture("blue"))
    assert (club.photo.width, club.photo.height, club.photo.content[:2]) == (900, 300, b"\xff\xd8")
    changed(club, the_organiser, without_photo=True)
    assert (ClubPhoto.objects.count(), ClubLogo.objects.count()) == (0, 1)
    assert set(JournalEntry.objects.latest("pk").details) == {"photo"}


def test_who_may_come_is_told_in_lines(club: Club, the_organiser: Account) -> None:
    club = changed(club, the_organiser, welcome="  Tout le  monde\r\n\u202eCartes sur place \n\n")
    assert club.welcome == "Tout le monde\nCartes sur place"
    assert refusal_of(changed, club, the_organiser, welcome="x" * 601).fields.keys() == {"welcome"}


def test_nothing_is_written_when_nothing_changes(club: Club, the_organiser: Account) -> None:
    changed(club, the_organiser, logo=picture("red"))
    before = JournalEntry.objects.count()
    changed(club, the_organiser, logo=picture("red"))
    assert JournalEntry.objects.count() == before


def test_all_that_is_wrong_is_said_at_once_and_nothing_kept(club: Club, the_organiser: Account) -> None:
    refusal = refusal_of(changed, club, the_organiser, hall="x" * 201, hours="Le vendredi", logo=SVG, photo=SVG)
    assert set(refusal.fields) == {"hall", "logo", "photo"}
    assert "PNG, JPEG" in str(refusal)
    club.refresh_from_db()
    assert (club.hours, ClubLogo.objects.count()) == ("", 0)
