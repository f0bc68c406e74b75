"""What the codes of a table tell once the evening is over, and of a hidden position: less than to who sat there."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.labels import CallAbout, Kept
from scoring.models import ArbiterCall, Conflict, Phone, Protest
from scoring.queries.table.table_access import access_of, reads_names
from scoring.services.sheets.lines import LineRefused
from scoring.services.sheets.phones import revoke_codes
from scoring.views.table.table_answers import Answer
from tests.factories import NOW, AccountFactory, TournamentFactory, arbiter, logged_in, organiser, rewrite
from tests.scoring.sheets import EST, SUD, named, record, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tournaments.labels import Status, TournamentState
from tournaments.models import Player, Registration, Table, Tournament
from tournaments.queries.pages.table_codes import card_token_of, token_of
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db
NAMES = ("MARTIN Ada", "BERNARD Béa", "PETIT Cid", "DURAND Dan")
OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED)


@pytest.fixture
def table() -> Table:
    """A table with a donne, written on a phone where somebody said who he is; one of four is named."""
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2, rounds_planned=2)
    table = seated(tournament, tables=2)[0]
    named(table, NAMES, consent=False)
    Player.objects.filter(last_name="PETIT").update(consent=True)
    return table


def positions_code(table: Table, client: Client) -> str:
    return read(client.get(reverse("table_page", args=[token_of(table, fresh(table))])))


def cards_code(table: Table, client: Client) -> str:
    return read(client.get(reverse("table_page", args=[card_token_of(fresh(table), table.number)])))


def letters(table: Table, client: Client) -> str:
    asked = {"code": fresh(table).entry_code, "table": table.number}
    return read(client.post(reverse("find_table"), asked, follow=True))


CODES = pytest.mark.parametrize("opened_by", [positions_code, cards_code, letters])


def fresh(table: Table) -> Tournament:
    return Tournament.objects.get(pk=table.round.tournament_id)


def close(table: Table, **state: object) -> None:
    """Close the sheets of an evening now, then change it."""
    Table.objects.update(closed_at=timezone.now())
    rewrite(fresh(table), protest_minutes=10, **state)


def told(table: Table, phone: PhoneAt) -> None:
    """Write free text at a table: a protest, and a call for the arbiter."""
    phone.post("table_donne", typed(), number=1)
    key = phone.get("table_contest").context["form"]["key"].value()
    phone.post("table_contest", {"key": key, "about": "feuille", "reason": "Ada a triché"})
    assert Protest.objects.count() == 1
    key = phone.get("table_call").context["form"]["key"].value()
    phone.post("table_call", {"key": key, "about": CallAbout.OTHER, "reason": "Dan crie"})
    assert ArbiterCall.objects.count() == 1


@CODES
@pytest.mark.parametrize("state", OVER)
def test_after_the_end_a_code_names_who_agreed_and_tells_no_free_text(
    table: Table, opened_by: Callable[[Table, Client], str], state: str
) -> None:
    phone = PhoneAt(table, EST)
    told(table, phone)
    shown = opened_by(table, Client())
    assert [name in shown for name in NAMES] == [True] * 4
    assert "Ada a triché" in shown
    assert "Dan crie" in shown
    close(table, state=state)

    shown = opened_by(table, Client())
    assert [name in shown for name in NAMES] == [False, False, True, False]
    assert not any(word in shown for word in ("MARTIN", "BERNARD", "DURAND", "triché", "crie"))
    assert "Joueur n° 1" in shown
    assert "+132" in shown or "−66" in shown  # the sheet is read

    kept = phone.text()
    assert [name in kept for name in NAMES] == [True] * 4
    assert "Ada a triché" in kept
    elsewhere = Table.objects.get(round=table.round, number=2)
    assert "BERNARD" not in positions_code(elsewhere, phone.client)
    rewrite(fresh(table), protest_minutes=0)
    assert "BERNARD" not in phone.text()
    assert "triché" not in phone.text()


def test_who_comes_after_the_end_contests_under_the_name_that_he_agreed_to(table: Table) -> None:
    told(table, PhoneAt(table, SUD))
    close(table, state=TournamentState.FINISHED)
    late = PhoneAt(table)
    shown = late.text()
    assert "Qui êtes-vous ?" in shown
    assert "Joueur n° 2" in shown
    late.post("table_seat", {"chair": EST})
    assert "Je ne suis pas Joueur n° 2" in late.text()
    assert "BERNARD" not in late.text()
    key = late.get("table_contest").context["form"]["key"].value()
    late.post("table_contest", {"key": key, "about": "feuille", "reason": "total faux"})
    assert Protest.objects.filter(by_name="BERNARD Béa", reason="total faux").exists()
    assert "total faux" not in late.text()


def test_no_page_behind_a_code_names_who_did_not_agree_after_the_end(table: Table) -> None:
    told(table, PhoneAt(table, EST))
    close(table, state=TournamentState.FINISHED)
    Registration.objects.filter(seats__table=table, seats__chair=SUD).update(status=Status.EXCLUDED)
    finder = PhoneAt(table)
    late = typed(points="50") | {"garde": "1"}
    answers = [
        finder.client.get(finder.address("table_call") + "?motif=chelem", follow=True),
        finder.client.get(finder.address("table_donne", number=1), follow=True),
        finder.get("table_qr"),
        finder.get("table_contest"),
        finder.client.post(finder.address("table_donne", number=2), typed(), follow=True),
        finder.post("table_preview", typed(), number=2),
        finder.post("table_donne", typed(points="50"), json=True, number=1),
        finder.post("table_donne", late, json=True, number=1),
        settled(finder, late),
        finder.client.post(finder.address("table_confirm", number=1), {"line": "1", "chair": "0"}, follow=True),
        finder.client.post(finder.address("table_sign"), {"seen": "x", "chair": "0"}, follow=True),
        *(finder.client.post(finder.address("table_seat"), {"chair": chair}, follow=True) for chair in (SUD, "1.0")),
        *(finder.post("table_donne", sent, json=True, number=1) for sent in (typed(points="50"), typed(partner="0"))),
    ]
    for answer in answers:
        assert answer.status_code in {200, 204, 403, 409, 422}, answer
        shown = read(answer)
        assert not any(word in shown for word in ("MARTIN", "BERNARD", "DURAND", "triché", "crie")), shown
        assert answer["X-Robots-Tag"] == "noindex, nofollow"


@pytest.mark.parametrize("names_all", [True, False])
def test_what_a_script_is_refused_names_nobody_either(table: Table, *, names_all: bool) -> None:
    """Of whatever a service refuses, its line and its fields too."""
    line = record(table, 1, arbiter(fresh(table).club))
    line.written_by_name = "DURAND Dan"
    at_fields = {"taker": ["BERNARD Béa ne joue plus."]}
    refusal = LineRefused(Refusal("MARTIN Ada ne joue plus.", code="excluded", fields=at_fields), line)
    answer = Answer(access_of(token_of(table, fresh(table))), 1, names_all=names_all).to(refusal)
    said = read(answer).encode().decode("unicode_escape")
    assert [name in said for name in ("MARTIN Ada", "BERNARD B", "DURAND Dan")] == [names_all] * 3


def settled(phone: PhoneAt, late: dict[str, object]) -> HttpResponse:
    """Send a donne again that the arbiter has decided about meanwhile."""
    why = {"settled_at": NOW, "settled_by_name": "DURAND Dan", "settle_reason": "triché"}
    assert Conflict.objects.update(kept=Kept.STANDING, **why) == 1
    return phone.post("table_donne", late, json=True, number=1)


def test_search_engines_are_told_to_leave_the_codes_alone(table: Table) -> None:
    assert "Disallow: /t/\n" in Client().get("/robots.txt").content.decode()
    assert PhoneAt(table).get()["X-Robots-Tag"] == "noindex, nofollow"


@CODES
@pytest.mark.parametrize("state", OVER)
def test_codes_are_revoked_after_the_end_too(
    table: Table, opened_by: Callable[[Table, Client], str], state: str
) -> None:
    close(table, state=state)
    before = {"old": fresh(table).entry_code, "token": token_of(table, fresh(table))}
    boss = logged_in(organiser(fresh(table).club))
    answer = boss.post(reverse("revoke_all_codes", args=[table.round.tournament_id]), {"reason": "cartes perdues"})
    assert answer.status_code == 303
    assert "Ce code ne vaut plus" in read(Client().get(reverse("table_page", args=[before["token"]])))
    assert fresh(table).entry_code != before["old"]
    assert "PETIT Cid" in opened_by(Table.objects.get(pk=table.pk), Client())  # the new ones open it
    revoke_codes(tournament=fresh(table), table=table, reason="carte perdue", by=AccountFactory(), at=NOW)
    assert Table.objects.get(pk=table.pk).entry_version == 2


def hide(table: Table) -> None:
    rewrite(fresh(table), hidden_rounds=1, rounds_planned=2)
    table.round.number = 2
    table.round.save()


@CODES
@pytest.mark.parametrize("state", [TournamentState.RUNNING, TournamentState.FINISHED])
def test_a_closed_sheet_of_a_hidden_position_is_read_by_who_sat_down_in_time(
    table: Table, opened_by: Callable[[Table, Client], str], state: str
) -> None:
    hide(table)
    seated_, looked = PhoneAt(table, EST), PhoneAt(table)
    seated_.post("table_donne", typed(), number=1)
    looked.text()
    close(table, state=state)
    phones = Phone.objects.count()

    for client in (Client(), looked.client):
        shown = opened_by(table, client)
        assert "cette position est gardée jusqu’à la publication du classement" in shown
        assert not any(mark in shown for mark in (*NAMES, "+132", "−66", "Joueur n°"))
    assert Phone.objects.count() == phones
    looked.post("table_seat", {"chair": EST})
    assert looked.get().status_code == 410
    assert "−66" in opened_by(table, seated_.client)

    rewrite(fresh(table), released_at=NOW)
    assert "−66" in opened_by(table, Client())


@CODES
def test_the_open_sheet_of_a_hidden_position_asks_who_one_is_before_it_shows_a_mark(
    table: Table, opened_by: Callable[[Table, Client], str]
) -> None:
    hide(table)
    told(table, PhoneAt(table, SUD))
    phone = PhoneAt(table)
    shown = opened_by(table, phone.client)
    assert "Qui êtes-vous ?" in shown
    assert [name in shown for name in NAMES] == [True] * 4
    assert not any(mark in shown for mark in ("+132", "−66", "triché", "crie", "Saisir sans dire"))
    answer = phone.get("table_donne", number=1)
    assert answer.status_code == 303
    assert "Touchez d’abord votre nom" in phone.text()
    phone.post("table_seat", {"chair": EST})
    assert "−66" in phone.text()
    assert phone.get("table_donne", number=1).status_code == 200


def test_a_position_that_is_not_hidden_is_read_as_before(table: Table) -> None:
    PhoneAt(table, EST).post("table_donne", typed(), number=1)
    rewrite(fresh(table), hidden_rounds=1, rounds_planned=2)
    close(table)
    assert "−66" in PhoneAt(table).text()


def test_a_phone_keeps_the_names_as_long_as_it_may_contest(table: Table) -> None:
    phone = PhoneAt(table, EST)
    close(table, state=TournamentState.FINISHED)
    row = phone.row()
    sat_at = Table.objects.select_related("round__tournament").get(pk=table.pk)
    assert sat_at.closed_at is not None
    until = sat_at.closed_at + timedelta(minutes=10)
    assert [reads_names(row, sat_at, at=until + timedelta(seconds=after)) for after in (0, 1)] == [True, False]
