"""Two of an evening who have one name: a start number stands wherever both do, on pages and on paper."""

import re
import uuid
from html import unescape

import pytest

from tests.factories import NOW, AccountFactory, logged_in
from tests.one_of_everything import World, world
from tests.scoring.sheets import record
from tests.test_urls import ALL
from tests.texts import plain, text, words
from tests.tournaments.documents.rotations import printed
from tournaments.labels import JobKind, PaymentMethod, Status
from tournaments.models import Payment, Player, Rate, Registration, Table
from tournaments.queries.draws.seating import seating
from tournaments.queries.standings.standings import standings

NAME, NUMBERS = "Brun Dominique", (41, 72)
BESIDE = re.compile(r"n° ?\d|\b41 ·|\b72 ·")
# What is heard or sent rather than read.
ATTRIBUTE = re.compile(r'\s(?:aria-label|title|alt|placeholder|value|content|data-[\w-]+)="([^"]*)"')
# Lists that a page shows to who asks for them.
ASKED = {"check_in": ("?q=brun", "?liste=attendus", "?liste=presents"), "cash_desk": ("?liste=restes",)}
# Pages that speak of one person, which say his name again.
OF_ONE = {"own", "place", "delete_registration", "show_link", "withdraw_link", "captain_link"}
PAPERS = (JobKind.POSTER, JobKind.SEATING_PLAN, JobKind.BLANK_SHEETS, JobKind.PLAYER_CARDS, JobKind.TABLE_LISTS)


@pytest.fixture
def one_of_everything(db: None) -> World:
    made = world()
    boss = AccountFactory(is_superuser=True)
    table = Table.objects.filter(round__tournament=made.tournament).earliest("round__number", "number")
    record(table, 2, boss)
    for seat, number in zip(table.seats.order_by("chair")[:2], NUMBERS, strict=True):
        entry = Registration.objects.filter(pk=seat.registration_id)
        entry.update(start_number=number)
        Player.objects.filter(pk=entry.get().player_id).update(
            last_name="Brun", first_name="Dominique", consent=True, public_name=""
        )
        rate = Rate.objects.get_or_create(tournament=made.tournament, label="Soirée", amount=900, place=1)[0]
        entry.update(rate=rate, status=Status.PRESENT)
        paid = {"amount": 400, "method": PaymentMethod.CASH, "paid_on": NOW.date(), "at": NOW}
        Payment.objects.create(key=uuid.uuid4(), registration=entry.get(), **paid)
    return made


def alike(text: str) -> list[str]:
    """Return where the name stands without a number beside it, in a text that says it twice."""
    found = [(at.start(), at.end()) for at in re.finditer(NAME, text)]
    if len(found) < 2:
        return []
    return [text[max(0, a - 40) : b + 40] for a, b in found if not BESIDE.search(text[max(0, a - 12) : b + 14])]


def alike_in_attributes(page: str) -> list[str]:
    """Return the attributes of a page that say the name without a number."""
    told = map(unescape, ATTRIBUTE.findall(page))
    return [each for each in told if NAME in each and not BESIDE.search(each)]


def test_no_page_of_an_evening_shows_two_people_alike(one_of_everything: World) -> None:
    boss = logged_in(AccountFactory(is_superuser=True))
    met = heard = 0
    for address in ALL:
        name = address.pattern.name or ""
        of_an_evening = {"tournament_id", "token", "code"} & address.arguments and not name.startswith("api")
        if not of_an_evening or name in OF_ONE:
            continue
        for asked in ("", *ASKED.get(name, ())):
            answer = boss.get(address.at(one_of_everything.values) + asked)
            if answer.status_code == 200 and "html" in answer["Content-Type"]:
                shown = words(answer).replace("\\u00b0\\u00a0", "° ")  # as the data of a page writes them
                assert not alike(shown), name
                assert not alike_in_attributes(text(answer)), name
                met += shown.count(NAME) > 1
                heard += len(re.findall(f'="[^"]*{NAME}', text(answer)))
    assert (met >= 20, heard >= 10) == (True, True)


@pytest.mark.parametrize("kind", PAPERS)
def test_no_paper_of_an_evening_does(one_of_everything: World, kind: JobKind) -> None:
    text = " ".join(printed(one_of_everything.tournament, kind, 1))
    assert len(re.findall(NAME, text)) > 1
    assert not alike(text)


def test_a_player_reads_who_is_at_his_table(one_of_everything: World) -> None:
    own = words(logged_in(one_of_everything.player).get("/moi/"))
    assert "Brun Dominique (n° 72)" in own


def test_the_rule_is_that_of_everybody_of_the_evening(one_of_everything: World) -> None:
    """Of one whose namesake sits elsewhere the number is said too; nobody else has one."""
    tournament = one_of_everything.tournament
    told = [plain(line.told) for line in standings(tournament).lines]
    assert {name for name in told if "(n° " in name} == {f"{NAME} (n° {number})" for number in NUMBERS}
    assert sorted(plain(seat.told) for seat in seating(tournament, 1).by_name if seat.is_namesake) == sorted(
        f"{NAME} (n° {number})" for number in NUMBERS
    )
    Player.objects.filter(registrations__start_number=72).update(first_name="Dominiqué")
    assert sum(line.is_namesake for line in standings(tournament).lines) == 2
    Player.objects.filter(registrations__start_number=72).update(first_name="Denis")
    assert not any(line.is_namesake for line in standings(tournament).lines)
