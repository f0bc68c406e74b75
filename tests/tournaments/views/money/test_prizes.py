"""The pages of the prizes: a list written, winners shown, handed over, taken back, printed."""

import datetime
import re

import pytest
from django.test import Client

from tests.factories import NOW, TournamentFactory, organiser
from tests.texts import plain
from tests.tournaments.documents.printing import pages
from tests.tournaments.services.money.test_prizes import tournament as tournament  # noqa: PLC0414 - a fixture
from tests.tournaments.services.money.test_prizes import write
from tournaments.documents.registry import DOCUMENTS
from tournaments.labels import Group, JobKind, JobState, TournamentState
from tournaments.models import Document, Job, Player, PrizeGiven, SeatResult, Tournament
from tournaments.queries.standings.standings import standings
from tournaments.seating import Monitor
from tournaments.services.money.prize_checks import PrizeFacts

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client: Client, tournament: Tournament) -> Client:
    client.force_login(organiser(tournament.club))
    return client


def at(tournament: Tournament, rest: str = "") -> str:
    return f"/organisation/tournois/{tournament.pk}/prix/{rest}"


def test_the_usual_prizes_wait_for_what_they_are_worth(office: Client, tournament: Tournament) -> None:
    assert "Écrire la liste des prix" in office.get(at(tournament)).content.decode()
    form = office.get(at(tournament, "liste/")).context["form"]
    assert [(line["group"].value(), line["place"].value()) for line in form.lines][:5] == [
        ("tous", 1), ("tous", 2), ("tous", 3), ("dames", 1), ("dernier", 1),
    ]  # fmt: skip
    sent = {"group_0": "tous", "place_0": "1", "percent_0": "50", "group_1": "dames", "place_1": "1", "lot_1": "jambon"}
    answer = office.post(at(tournament, "liste/"), sent | {"club_adds": "5"})
    assert (answer.status_code, answer["Location"]) == (303, at(tournament))
    page = office.get(at(tournament)).content.decode()
    assert "20\xa0€ de prix sur 45\xa0€" in page
    assert "NOM2 Ada" in page


def test_what_the_last_tournament_gave_is_proposed(office: Client, tournament: Tournament) -> None:
    write(tournament, PrizeFacts(lot="jambon"), one_each=True, club_adds=700)
    new = TournamentFactory(club=tournament.club)
    page = office.get(at(new, "liste/"))
    assert "Voici les prix de" in page.content.decode()
    form = page.context["form"]
    assert (form.lines[0]["lot"].value(), form["one_each"].value(), form["club_adds"].value()) == ("jambon", True, None)
    assert len(form.lines) == 2


def test_a_line_is_added_and_what_was_typed_stays(office: Client, tournament: Tournament) -> None:
    """Without a script: the page comes back one line longer, and nothing is noted yet."""
    shown = len(office.get(at(tournament, "liste/")).context["form"].lines)
    sent = {"group_0": "tous", "place_0": "1", "lot_0": "jambon", "lines": str(shown), "more": "1"}
    longer = office.post(at(tournament, "liste/"), sent)
    assert longer.status_code == 200
    form = longer.context["form"]
    assert (len(form.lines), form.lines[0]["lot"].value()) == (shown + 1, "jambon")
    assert f'name="lines" value="{shown + 1}"' in longer.content.decode()
    assert "Liste des prix" in longer.content.decode()
    assert "Écrire la liste des prix" in office.get(at(tournament)).content.decode()
    assert office.post(at(tournament, "liste/"), sent | {"lines": "9" * 50}).status_code == 200


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("amount_0", "-5", "Un montant ne peut pas être négatif"),
        ("amount_0", "cinq", "Écrivez un montant en euros"),
        ("amount_0", "1001", "1\N{NARROW NO-BREAK SPACE}000\xa0€ au plus"),
        ("percent_0", "150", "Écrivez un pourcentage entier, de 0 à 100."),
        ("place_0", "0", "Écrivez une place, par exemple 1."),
        ("place_0", "", "Écrivez une place, par exemple 1."),
        ("group_0", "rois", "Sélectionnez un choix valide"),
        ("club_adds", "-1", "Un montant ne peut pas être négatif"),
        ("amount_0", "41", "Les prix font 41\xa0€ et il n’y a que 40\xa0€"),
    ],
)
def test_bad_input_is_told_at_its_field(
    office: Client, tournament: Tournament, name: str, typed: str, sentence: str
) -> None:
    sent = {"group_0": "tous", "place_0": "1", "lot_0": "jambon", "amount_0": "", "percent_0": "", "club_adds": ""}
    answer = office.post(at(tournament, "liste/"), sent | {name: typed})
    assert answer.status_code == 422
    assert '<a href="#f-' in answer.content.decode()  # above the form: on a phone the field is far below
    assert sentence in answer.content.decode()


def test_the_fourth_line_is_where_its_sentence_stands(office: Client, tournament: Tournament) -> None:
    sent = {"group_3": "tous", "place_3": "1", "amount_3": "5", "percent_3": "5"}
    form = office.post(at(tournament, "liste/"), sent).context["form"]
    assert list(form.errors) == ["percent_3"]


def test_prizes_are_handed_over_and_taken_back(office: Client, tournament: Tournament) -> None:
    prizes = write(tournament, PrizeFacts(amount=500), PrizeFacts(place=2, lot="jambon")).prizes.all()
    two = tournament.registrations.get(start_number=2)
    office.post(at(tournament, "remettre/"), {"prize": prizes[1].pk, "registration": two.pk})
    office.post(at(tournament, "remettre/"))
    given = PrizeGiven.objects.order_by("pk")
    assert [(each.registration.start_number, each.lot, each.amount) for each in given] == [
        (2, "jambon", 0),
        (1, "", 500),
    ]
    back = at(tournament, f"{given[0].pk}/reprendre/")
    assert office.post(back, {"reason": ""}).status_code == 422
    assert office.post(back, {"reason": "erreur"}).status_code == 303
    assert "repris déjà" in office.get(back).content.decode()
    assert PrizeGiven.objects.get(pk=given[0].pk).cancelled_at is not None


def test_who_has_more_than_his_share_by_now_is_told_and_nobody_is_offered_the_rest(
    office: Client, tournament: Tournament
) -> None:
    write(tournament, PrizeFacts(amount=500))
    office.post(at(tournament, "remettre/"))
    assert "autre chose que ce qu’il gagne" not in office.get(at(tournament)).content.decode()
    SeatResult.objects.filter(seat__registration__start_number=2).update(points=60)
    page = office.get(at(tournament)).content.decode()
    assert (
        "NOM1 Ada (n°\xa01) a reçu autre chose que ce qu’il gagne maintenant de ce prix\xa0: reprenez-le-lui, puis"
        in page
    )
    assert page.count(at(tournament, f"{PrizeGiven.objects.get().pk}/reprendre/")) == 2  # there, and in the list
    assert 'name="registration"' not in page


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"prize": "x", "registration": "1"}, "Ce bouton n’existe plus"),
        ({"prize": "1", "registration": ""}, "Ce bouton n’existe plus"),
        ({"registration": "1"}, "Ce bouton n’existe plus"),
        ({"prize": "9" * 5000, "registration": "1"}, "Ce bouton n’existe plus"),
        ({"prize": "-1", "registration": "1"}, "Ce bouton n’existe plus"),
        ({"prize": "1\x00", "registration": "1"}, "Ce bouton n’existe plus"),
        ({"prize": "999999", "registration": "999999"}, "n’est pas à ce joueur"),
        ({"method": "troc"}, "Dites comment le prix est payé"),
    ],
)
def test_what_no_button_sends_gives_nothing_and_is_told(
    office: Client, tournament: Tournament, sent: dict[str, str], sentence: str
) -> None:
    write(tournament, PrizeFacts(amount=500))
    answer = office.post(at(tournament, "remettre/"), sent, follow=True)
    assert answer.redirect_chain == [(at(tournament), 303)]
    assert sentence in answer.content.decode()
    assert not PrizeGiven.objects.exists()


def test_how_the_money_is_paid_is_chosen_and_shown(office: Client, tournament: Tournament) -> None:
    plan = write(tournament, PrizeFacts(amount=500), PrizeFacts(place=2, lot="jambon"), PrizeFacts(place=4, amount=100))
    page = office.get(at(tournament)).content.decode()
    assert page.count('<select name="method"') == 3  # of all that is left, and of each sum

    one = tournament.registrations.get(start_number=1)
    office.post(
        at(tournament, "remettre/"), {"prize": plan.prizes.all()[0].pk, "registration": one.pk, "method": "virement"}
    )
    office.post(at(tournament, "remettre/"), {"method": "cheque"})

    assert list(PrizeGiven.objects.order_by("pk").values_list("amount", "method")) == [
        (500, "virement"),
        (100, "cheque"),
    ]
    page = office.get(at(tournament)).content.decode()
    shown = re.findall(r'<span class="badge ok">\s*remis\s*(.*?)\s*</span>', page)
    assert shown == ["par virement", "par chèque"]
    assert (
        "5\xa0€ par virement"
        in office.get(at(tournament, f"{PrizeGiven.objects.earliest('pk').pk}/reprendre/")).content.decode()
    )


def printed(kind: JobKind) -> str:
    Job.objects.filter(kind=kind).update(state=JobState.RUNNING, heartbeat_at=NOW)
    job = Job.objects.get(kind=kind)
    made = DOCUMENTS[kind].make(job, Monitor())
    return "\n".join(pages(Document.objects.get(pk=made["document"])))


def test_the_list_on_the_wall_names_who_agreed_and_receipts_name_everybody(
    office: Client, tournament: Tournament, settings
) -> None:
    settings.PUBLIC_ADDRESS = "https://club.example"
    write(tournament, PrizeFacts(amount=500), PrizeFacts(group=Group.LADIES, lot="jambon"))
    assert (
        office.post(at(tournament, "imprimer/"), {"receipts": "1"}, follow=True)
        .content.decode()
        .count("Aucun prix n’est encore remis")
    )
    office.post(at(tournament, "remettre/"))
    office.post(at(tournament, "imprimer/"))
    office.post(at(tournament, "imprimer/"), {"receipts": "1"})
    wall = printed(JobKind.PRIZES)
    assert "Palmarès" in wall
    assert f"club.example/tournois/{tournament.pk}" in wall.replace("\n", "")
    assert "jambon" in wall
    assert "NOM1 Ada" in wall
    assert "NOM2" not in wall
    assert "nom non montré" in wall
    assert not re.search(
        r"n°\s2\b", wall.partition("Gagnant")[2]
    )  # of a prize of the ladies: her number would say that she is one
    assert wall.index("1er") < wall.index("NOM1 Ada") < wall.index("Gagnant")  # large, before the list
    receipts = printed(JobKind.PRIZE_RECEIPTS)
    assert "NOM2 Ada" in receipts
    assert "jambon" in receipts
    assert "1er, classement général, 5 € en espèces" in receipts


def test_without_prizes_the_wall_has_the_first_places_and_those_that_follow(
    office: Client, tournament: Tournament
) -> None:
    Tournament.objects.update(starts_at=datetime.time(20, 30), place="Salle des fêtes", state=TournamentState.FINISHED)
    Player.objects.filter(last_name="NOM1").update(consent=False)
    names = [plain(line.name) for line in standings(tournament).ranked]
    assert names[0] == "Joueur n° 1"

    answer = office.post(at(tournament, "imprimer/"))

    assert Job.objects.filter(kind=JobKind.PRIZES).count() == 1, answer
    words = plain(printed(JobKind.PRIZES))
    found = [words.index(word) for word in ("20 h 30, Salle des fêtes", "Palmarès", *names)]
    assert found == sorted(found)
    assert "NOM1" not in words
    assert "Gagnant" not in words
    assert words.count("page 1/1") == 1


def test_a_shared_place_is_on_the_podium_whole(office: Client, tournament: Tournament) -> None:
    SeatResult.objects.update(points=0)
    office.post(at(tournament, "imprimer/"))
    words = plain(printed(JobKind.PRIZES))
    assert words.count("1er") == len(standings(tournament).podium) == 4


def test_a_list_that_one_page_does_not_hold_goes_on(office: Client, tournament: Tournament) -> None:
    write(tournament, *(PrizeFacts(place=place, amount=100) for place in range(1, 31)))
    office.post(at(tournament, "imprimer/"))
    assert "page 2/2" in plain(printed(JobKind.PRIZES))


def test_where_there_is_neither_a_prize_nor_a_result_it_is_said(office: Client, tournament: Tournament) -> None:
    SeatResult.objects.all().delete()
    answer = office.post(at(tournament, "imprimer/"), follow=True)
    assert "n’a encore ni prix ni résultat" in answer.content.decode()
    assert not Job.objects.exists()
