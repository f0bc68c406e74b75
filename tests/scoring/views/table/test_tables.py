"""The page of a table: who sits there, who may confirm, everybody signs, and where he goes next."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.labels import ProtestAbout
from scoring.models import Confirmation, Phone, Protest, SheetLine, Signature
from scoring.services.decisions.protests import answer_protest
from tests.factories import AccountFactory, TournamentFactory, arbiter, logged_in
from tests.scoring.sheets import EST, NORD, OUEST, SUD, named, record, seat, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tournaments.labels import Pace, TournamentState
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db
NAMES = ("MARTIN Ada", "BERNARD Béa", "PETIT Cid", "DURAND Dan")


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1, rounds_planned=2)
    table = seated(tournament, tables=2)[0]
    named(table, NAMES, consent=False)
    return table


# Who sits there


def test_it_names_who_should_sit_there_and_asks_whether_they_do(table: Table) -> None:
    text = PhoneAt(table).text()
    assert "Est-ce bien cela ?" in text
    assert [name in text for name in NAMES] == [True] * 4  # they sit there: consent to be shown is another matter
    assert "Non, appeler l’arbitre" in text


def test_whoever_touches_his_name_is_asked_no_more(table: Table) -> None:
    phone = PhoneAt(table, EST)
    assert phone.row().seat == seat(table, EST)
    text = phone.text()
    assert "Est-ce bien cela ?" not in text
    assert "Saisir la donne 1" in text
    assert "Je ne suis pas BERNARD Béa" in text
    phone.post("table_seat", {"chair": ""})
    assert phone.row().seat is None
    assert "Est-ce bien cela ?" in phone.text()


@pytest.mark.parametrize("chair", ["9", "x", "²", "-1", "9" * 40])
def test_nobody_sits_on_a_chair_that_is_not_there(table: Table, chair: str) -> None:
    phone = PhoneAt(table, EST)
    assert phone.post("table_seat", {"chair": chair}).status_code == 303
    assert phone.row().seat == seat(table, EST)


def test_a_wrong_chair_reaches_the_arbiter_before_the_first_donne(table: Table) -> None:
    phone = PhoneAt(table)
    form = phone.get("table_contest")
    key = form.context["form"]["key"].value()
    answer = phone.post("table_contest", {"key": key, "about": "places", "reason": ""})
    assert answer.status_code == 303
    protest = Protest.objects.get()
    assert (protest.about, protest.reason, protest.table) == (
        ProtestAbout.SEATS,
        "Quelqu’un n’est pas à sa place.",
        table,
    )
    assert "L’arbitre est prévenu. téléphone de la table 1 : « Quelqu’un n’est pas à sa place. »" in phone.text()


def test_a_name_that_another_phone_holds_says_so(table: Table) -> None:
    PhoneAt(table, SUD)
    assert PhoneAt(table).text().count("déjà sur un téléphone") == 1


def test_a_phone_on_the_page_of_another_table_is_warned_by_the_names(table: Table) -> None:
    phone = PhoneAt(table, EST)
    other = Table.objects.get(round=table.round, number=2)
    assert "est celui de" not in phone.text()
    text = PhoneAt(other, client=phone.client).text()
    assert (
        "Ce téléphone est celui de BERNARD Béa, à la table 1. Vous regardez la table 2 : êtes-vous à la bonne table ?"
        in text
    )
    (next_round,) = seated(table.round.of_tournament, round_number=2)
    assert "est celui de" not in PhoneAt(next_round, client=phone.client).text()


def test_a_phone_shows_its_code_to_the_next(table: Table, settings: object) -> None:
    settings.PUBLIC_ADDRESS = "https://club.example"
    phone = PhoneAt(table)
    text = phone.text("table_qr")
    assert f'alt="Code QR : https://club.example{phone.address("table_page")}"' in text
    assert f'<b class="letters">{table.round.of_tournament.entry_code}</b>' in text


# The other camp confirms


def entered(table: Table, chair: int = SUD) -> PhoneAt:
    phone = PhoneAt(table, chair)
    phone.post("table_donne", typed(), number=1)
    return phone


def test_the_other_camp_confirms_on_its_own_phone(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=True)
    entered(table)
    phone = PhoneAt(table, NORD)
    text = phone.text()
    assert "C’est juste (PETIT Cid)" in text
    assert 'MARTIN Ada <b class="">+198</b>, BERNARD Béa <b class="minus">−66</b>' in text
    assert '<span class="badge warn">à confirmer</span>' in text
    line = SheetLine.objects.get()
    phone.post("table_confirm", {"line": line.pk, "chair": NORD}, number=1)
    text = phone.text()
    assert "Donne 1 confirmée." in text
    assert "confirmée par PETIT Cid" in text
    assert '<span class="badge ok">confirmée</span>' in text
    assert "à confirmer</span>" not in text
    assert Confirmation.objects.get().seat == seat(table, NORD)


def test_the_phone_is_handed_over_and_the_writer_himself_is_not_offered(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=True)
    phone = entered(table)
    text = phone.text()
    assert "MARTIN Ada : c’est juste" not in text
    assert [f"{name} : c’est juste" in text for name in NAMES[1:]] == [True] * 3
    line = SheetLine.objects.get()
    phone.post("table_confirm", {"line": line.pk, "chair": SUD}, number=1)
    assert "La donne 1 se confirme par quelqu’un d’autre que le camp qui l’a saisie" in phone.text()
    assert Confirmation.objects.count() == 0
    phone.post("table_confirm", {"line": line.pk, "chair": OUEST}, number=1)
    assert Confirmation.objects.get().seat == seat(table, OUEST)


def test_who_confirms_on_another_s_phone_is_told_so_and_the_arbiter_reads_it(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=True, donnes_per_round=3)
    line_of = SheetLine.objects.get
    phone, partner = entered(table), PhoneAt(table, EST)
    phone.post("table_confirm", {"line": line_of().pk, "chair": OUEST}, number=1)
    told = "Donne 1 confirmée par {who} sur le téléphone de MARTIN Ada : l’arbitre le lit."
    assert told.format(who=seat(table, OUEST).registration.player.full_name) in phone.text()
    phone.post("table_donne", typed(), number=2)
    partner.post("table_confirm", {"line": line_of(number=2).pk, "chair": EST}, number=2)
    assert "Donne 2 confirmée." in partner.text()

    desk = logged_in(arbiter(table.round.of_tournament.club))
    sheet = read(desk.get(reverse("sheet", args=[table.round.tournament_id, 1, table.number])))
    assert sheet.count("sur le téléphone de MARTIN Ada") == 1
    partner.post("table_donne", typed(), number=3)
    other = PhoneAt(table, NORD)
    other.post("table_confirm", {"line": line_of(number=3).pk, "chair": SUD}, number=3)
    assert "Donne 3 confirmée par MARTIN Ada sur le téléphone de PETIT Cid" in other.text()


def test_a_phone_that_says_another_name_is_still_the_one_that_wrote(table: Table) -> None:
    phone = entered(table)
    phone.post("table_seat", {"chair": EST})
    phone.post("table_confirm", {"line": SheetLine.objects.get().pk, "chair": EST}, number=1)
    assert "Donne 1 confirmée par BERNARD Béa sur le téléphone de MARTIN Ada" in phone.text()


def test_a_donne_corrected_since_is_not_confirmed_unread(table: Table) -> None:
    phone = entered(table)
    old = SheetLine.objects.get()
    phone.post("table_donne", typed(points="60", replaces=old.pk, reason="mal lue"), number=1)
    other = PhoneAt(table, EST)
    other.post("table_confirm", {"line": old.pk, "chair": EST}, number=1)
    assert "La donne 1 a été changée entre-temps. Relisez-la, puis confirmez." in other.text()
    assert Confirmation.objects.count() == 0


def test_a_line_of_another_table_is_not_confirmed_here(table: Table) -> None:
    other = Table.objects.get(round=table.round, number=2)
    entered(other)
    phone = PhoneAt(table, EST)
    phone.post("table_confirm", {"line": SheetLine.objects.get().pk, "chair": EST}, number=1)
    assert "Cette donne n’est plus sur la feuille." in phone.text()
    assert Confirmation.objects.count() == 0


# Everybody signs, and reads where he goes


def signed(phone: PhoneAt, *chairs: int) -> None:
    for chair in chairs:
        seen = phone.get().context["agreement"].version
        phone.post("table_sign", {"chair": chair, "seen": seen})


def test_everybody_signs_and_the_sheet_closes_by_itself_and_says_where_to_go(table: Table) -> None:
    Tournament.objects.update(closes_itself=True)
    (there, _other) = seated(table.round.of_tournament, tables=2, round_number=2)
    there.seats.filter(chair=SUD).update(table=None, chair=None)
    assert "Où aller ensuite" not in PhoneAt(table).text()
    phone = entered(table)
    text = phone.text()
    assert text.index("Signer la feuille") < text.index("Où aller ensuite")
    signed(phone, SUD, EST, NORD, OUEST)
    text = phone.text()
    assert "Tout le monde a signé : la feuille est close." in text
    assert "Où aller ensuite <small>position 2</small>" in text
    assert "MARTIN Ada <b> exempt </b>" in text
    assert "BERNARD Béa <b> table 1, Est </b>" in text
    assert "Saisir la donne" not in text
    Tournament.objects.update(state=TournamentState.FINISHED)  # nobody goes anywhere any more
    assert "Où aller ensuite" not in phone.text()


def test_those_who_sit_down_next_have_a_way_to_their_sheet_before_the_one_before_is_closed(table: Table) -> None:
    asked, link = "Vous arrivez pour la position 2 ?", "Ouvrir cette feuille"
    assert asked not in PhoneAt(table).text()
    (there, _other) = seated(table.round.of_tournament, tables=2, round_number=2)
    seated(table.round.of_tournament, tables=2, round_number=3)
    way = f'href="{PhoneAt(there).address("table_page")}">{link}'
    assert asked in (text := PhoneAt(table).text())  # a phone of nobody here: its own name is on that sheet
    assert way in text
    phone = PhoneAt(table, SUD)
    assert asked not in phone.text()  # he plays here
    entered(table)
    assert asked in phone.text()
    assert asked not in PhoneAt(there, SUD).text()
    assert "Vous arrivez pour la position 3 ?" in PhoneAt(there).text()
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert "Vous arrivez" not in PhoneAt(table).text()


def test_where_the_clock_ends_a_position_the_next_donne_comes_before_the_signatures(table: Table) -> None:
    Tournament.objects.update(pace=Pace.MINUTES, donnes_per_round=None, minutes_per_round=45)
    phone = entered(table)
    text = phone.text()
    assert "Saisir la donne 2" in text
    assert text.index("Saisir la donne 2") < text.index("C’était la dernière donne : signer la feuille")
    signed(phone, SUD, EST, NORD, OUEST)
    assert Signature.objects.count() == 4


def test_after_the_last_position_there_is_nowhere_to_go(table: Table) -> None:
    Tournament.objects.update(closes_itself=True, rounds_planned=1)
    phone = entered(table)
    signed(phone, SUD, EST, NORD, OUEST)
    assert "C’était la dernière position. Merci, et bravo !" in phone.text()


def test_nothing_is_signed_before_it_is_complete_nor_by_nobody(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    assert "Signer la feuille" not in phone.text()
    signed(phone, SUD)
    assert "des donnes ne sont pas saisies. Saisissez-les avant de signer." in phone.text()
    entered(table)
    phone.post("table_sign", {"chair": "", "seen": "x"})
    assert "Touchez le nom de qui signe." in phone.text()
    phone.post("table_sign", {"chair": SUD, "seen": "x"})
    assert "La feuille a changé pendant que vous la lisiez." in phone.text()
    assert Signature.objects.count() == 0


def test_who_signs_on_a_phone_is_who_holds_it_whatever_the_other_phones_hold(table: Table) -> None:
    entered(table)
    sud, nobody = PhoneAt(table, SUD), PhoneAt(table)
    assert "Signer la feuille" in sud.text()
    assert "Signer la feuille" not in nobody.text()


def test_unconfirmed_donnes_come_before_signatures(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=True)
    phone = entered(table)
    assert "Signer la feuille" not in phone.text()
    phone.post("table_confirm", {"line": SheetLine.objects.get().pk, "chair": EST}, number=1)
    assert "Signer la feuille" in phone.text()


# Contesting


def test_a_protest_and_its_answer_are_read_at_the_table(table: Table) -> None:
    phone = entered(table, EST)
    key = phone.get("table_contest").context["form"]["key"].value()
    data = {"key": key, "about": "donne", "number": 1, "reason": "40 points"}
    phone.post("table_contest", data)
    phone.post("table_contest", data)
    assert "L’arbitre est prévenu. BERNARD Béa : « 40 points »" in phone.text()
    by = AccountFactory(username="anne")
    protest = Protest.objects.select_related("table__round").get()
    answer_protest(protest=protest, answer="Recompté : 49.", upheld=False, by=by, at=timezone.now())
    assert "BERNARD Béa : « 40 points » anne a répondu : « Recompté : 49. »" in phone.text()


@pytest.mark.parametrize(
    ("typed_in", "sentence"),
    [
        ({"about": "feuille", "reason": " "}, "Dites à l’arbitre ce qui ne va pas, en quelques mots."),
        ({"about": "donne", "reason": "faux"}, "Écrivez le numéro de la donne."),
        ({"about": "donne", "number": "999", "reason": "faux"}, "La table 1 n’a pas de donne 999"),
        ({"about": "", "reason": "faux"}, "Choisissez ce qui ne va pas."),
    ],
)
def test_a_protest_that_says_too_little_keeps_what_was_typed(
    table: Table, typed_in: dict[str, str], sentence: str
) -> None:
    phone = PhoneAt(table, SUD)
    key = phone.get("table_contest").context["form"]["key"].value()
    answer = phone.post("table_contest", {"key": key, **typed_in})
    assert answer.status_code == 422
    assert sentence in read(answer)
    assert Protest.objects.count() == 0


# What it costs


def statements(phone: PhoneAt) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert phone.get().status_code == 200
    return len(queries)


def test_the_page_costs_the_same_however_long_the_sheet_is(table: Table) -> None:
    Tournament.objects.update(donnes_per_round=13)
    phone = PhoneAt(table, SUD)
    by = phone.row()
    record(table, 1, by)
    short = statements(phone)
    for number in range(2, 13):
        record(table, number, by if number % 2 else arbiter(table.round.of_tournament.club))
    for chair in (EST, NORD, OUEST):
        PhoneAt(table, chair)
    assert statements(phone) == short == 13
    assert Phone.objects.count() == 4


def test_a_closed_sheet_says_until_when_it_is_contested_and_asks_nothing_once_that_is_over(table: Table) -> None:
    phone = PhoneAt(table, EST)
    closed = timezone.now()
    Tournament.objects.update(protest_minutes=10)
    Table.objects.filter(pk=table.pk).update(closed_at=closed)
    until = timezone.localtime(closed + datetime.timedelta(minutes=10))
    assert f"Elle se conteste jusqu’à {until.hour} h {until:%M}." in phone.text()
    assert "Dites-le à l’arbitre" in read(phone.get("table_contest"))

    Table.objects.filter(pk=table.pk).update(closed_at=closed - datetime.timedelta(minutes=11))
    assert "Elle ne se conteste plus ici : parlez d’une erreur à l’arbitre." in phone.text()
    answer = phone.get("table_contest")
    assert (answer.status_code, answer.url) == (303, phone.address("table_page"))
    assert "ce n’est plus possible ici. Parlez-en à l’arbitre." in phone.text()


def test_a_phone_that_comes_after_the_closing_says_who_contests_and_is_asked_no_more_once_that_is_over(
    table: Table,
) -> None:
    record(table, number=1, by=None)
    closed = timezone.now()
    Tournament.objects.update(protest_minutes=10)
    Table.objects.filter(pk=table.pk).update(closed_at=closed)
    phone = PhoneAt(table)
    assert "Qui êtes-vous ?" in phone.text()
    phone.post("table_seat", {"chair": EST})
    assert "Qui êtes-vous ?" not in phone.text()
    key = phone.get("table_contest").context["form"]["key"].value()
    phone.post("table_contest", {"key": key, "about": "feuille", "reason": "total faux"})
    assert Protest.objects.get().by_name == "BERNARD Béa"

    Table.objects.filter(pk=table.pk).update(closed_at=closed - datetime.timedelta(minutes=11))
    assert "Qui êtes-vous ?" not in PhoneAt(table).text()


def test_who_opens_the_sheet_of_a_position_that_is_long_over_reads_where_he_sits_now(table: Table) -> None:
    tournament = table.round.of_tournament
    for number in (2, 3):
        seated(tournament, tables=2, round_number=number)
    Table.objects.filter(round__number=1).update(closed_at=timezone.now())
    assert "Où aller ensuite <small>position 2</small>" in PhoneAt(table).text()
    Table.objects.filter(round__number=2).update(closed_at=timezone.now())
    assert "Où aller ensuite <small>position 3</small>" in PhoneAt(table).text()
    Table.objects.filter(round__number=3).update(closed_at=timezone.now())
    assert "Où aller ensuite <small>position 2</small>" in PhoneAt(table).text()
