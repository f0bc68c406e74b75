"""The étuis in the office: who deals them there, what the page offers, and who reads the papers."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring.imports.event_files import read_event_file
from scoring.services.boards import deal_boards, share_deal
from tests.factories import (
    NOW,
    AccountFactory,
    RegistrationFactory,
    TournamentFactory,
    arbiter,
    at_the_door,
    field,
    logged_in,
    organiser,
    rewrite,
    treasurer,
)
from tests.scoring.sheets import record, seated
from tests.texts import plain, text
from tests.tournaments.tokens import Program, a_token
from tournaments.labels import JobKind, Scope, TournamentState
from tournaments.models import Account, BoardDeal, Club, Document, Job, Round, Table, Tournament
from tournaments.services.boards import lift_secrecy

pytestmark = pytest.mark.django_db
ADDRESSES = ("deal_boards", "share_deal", "withdraw_deal", "make_board_paper")


@pytest.fixture
def event(club: Club) -> Tournament:
    return TournamentFactory(
        club=club, name="Printemps", compared_by="mean", void_donnes_count=True, donnes_per_round=2, rounds_planned=2,
        state=TournamentState.RUNNING,
    )  # fmt: skip


def dealt(event: Tournament) -> BoardDeal:
    etuis = deal_boards(tournament=event, keeps_petit_sec=False, by=None, at=NOW)
    event.refresh_from_db()
    return etuis


def here(event: Tournament, name: str = "board_deal") -> str:
    return reverse(name, args=[event.pk])


def player_of(event: Tournament) -> Account:
    """Return an arbiter of the club who plays in its tournament."""
    account = arbiter(event.club)
    account.player = RegistrationFactory(tournament=event).player
    account.save()
    return account


def test_the_papers_of_a_duplicate_lead_to_its_etuis(as_arbiter: Client, event: Tournament, club: Club) -> None:
    link = f'href="{here(event)}"'
    libre = TournamentFactory(club=club)
    assert link in as_arbiter.get(reverse("documents", args=[event.pk])).content.decode()
    assert "/etuis/" not in as_arbiter.get(reverse("documents", args=[libre.pk])).content.decode()
    assert "il n’a pas d’étuis" in text(as_arbiter.get(here(libre)))
    assert as_arbiter.post(here(libre, "deal_boards"), follow=True).redirect_chain == [(here(libre), 303)]
    assert not BoardDeal.objects.exists()


def test_etuis_are_dealt_and_withdrawn_with_a_button_and_no_page_says_the_seed(
    as_arbiter: Client, event: Tournament
) -> None:
    offered = text(as_arbiter.get(here(event)))
    assert "Le programme distribue 4 étuis au hasard." in offered
    answer = as_arbiter.post(here(event, "deal_boards"), {"keeps_petit_sec": "on"}, follow=True)
    etuis = BoardDeal.objects.get()
    assert (etuis.keeps_petit_sec, answer.redirect_chain) == (True, [(here(event), 303)])
    assert "Les étuis sont distribués" in text(answer)
    assert "4 étuis sont distribués." in text(answer)
    for page in ("board_deal", "documents", "journal"):
        assert str(etuis.seed) not in as_arbiter.get(here(event, page)).content.decode()
    again = as_arbiter.post(here(event, "deal_boards"), follow=True)
    assert "Ce tournoi a déjà ses étuis" in text(again)
    gone = as_arbiter.post(here(event, "withdraw_deal"), follow=True)
    assert "Les étuis sont retirés" in text(gone)
    assert not BoardDeal.objects.exists()


def test_once_a_round_has_begun_nothing_is_dealt_or_withdrawn(
    as_arbiter: Client, event: Tournament, club: Club, the_arbiter: Account
) -> None:
    begun = TournamentFactory(
        club=club, compared_by="mean", void_donnes_count=True, donnes_per_round=2, state=TournamentState.RUNNING
    )
    dealt(begun)
    for played in (begun, event):
        (table,) = seated(played)
        Table.objects.update(first_board=1, last_board=2)
        table.refresh_from_db()
        record(table, 1, the_arbiter)
    assert "Retirer ces étuis" not in text(as_arbiter.get(here(begun)))
    assert "position 1 est commencée" in text(as_arbiter.post(here(begun, "withdraw_deal"), follow=True))
    assert "Distribuer les étuis" not in text(as_arbiter.get(here(event)))
    assert "Les tables distribuent elles-mêmes" in text(as_arbiter.get(here(event)))


def test_two_sessions_share_their_etuis(as_arbiter: Client, event: Tournament, club: Club) -> None:
    other = TournamentFactory(club=club, name="Matin", compared_by="mean", void_donnes_count=True)
    assert "Jouer les étuis d’un autre tournoi" not in text(as_arbiter.get(here(event)))
    assert "Choisissez un tournoi de la liste." in text(
        as_arbiter.post(here(event, "share_deal"), {"other": other.pk}, follow=True)
    )
    dealt(other)
    assert "Matin" in text(as_arbiter.get(here(event)))
    shown = text(as_arbiter.post(here(event, "share_deal"), {"other": other.pk}, follow=True))
    assert "Ce tournoi joue les étuis de « Matin »." in shown
    assert "« Matin » les joue aussi." in shown


def test_a_paper_is_made_and_read_by_who_does_not_play(
    as_arbiter: Client, event: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    dealt(event)
    with django_capture_on_commit_callbacks(execute=True):
        answer = as_arbiter.post(here(event, "make_board_paper"), {"kind": "mains_pdf"})
    document = Document.objects.get()
    address = reverse("document", args=[document.pk])
    assert answer["Location"] == reverse("job", args=[document.job_id])
    assert document.title == "Fiches de main · Printemps"
    assert as_arbiter.get(address).content.startswith(b"%PDF-")

    plays = logged_in(player_of(event))
    assert plays.get(address).status_code == 403
    page = text(plays.get(here(event)))
    assert "quelqu’un qui ne les joue pas imprime" in page
    assert "Fiches de main" not in page
    refused = plays.post(here(event, "make_board_paper"), {"kind": "etuis_pdf"}, follow=True)
    assert "Vous êtes inscrit à un tournoi qui joue ces étuis" in text(refused)
    assert Job.objects.count() == 1
    rewrite(event, free_rounds=2)
    assert plays.get(address).status_code == 200


def test_who_plays_another_session_of_the_same_etuis_does_not_read_them_either(
    event: Tournament, club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    other = TournamentFactory(club=club, compared_by="mean", void_donnes_count=True)
    dealt(event)
    share_deal(tournament=other, other=event, by=None, at=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        logged_in(arbiter(club)).post(here(event, "make_board_paper"), {"kind": "etuis_pdf"})
    address = reverse("document", args=[Document.objects.get().pk])
    assert logged_in(player_of(other)).get(address).status_code == 403


def test_a_program_of_who_plays_does_not_fetch_them(
    client: Client, event: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    dealt(event)
    plays = player_of(event)
    with django_capture_on_commit_callbacks(execute=True):
        logged_in(arbiter(event.club)).post(here(event, "make_board_paper"), {"kind": "mains_pdf"})
    document = Document.objects.get()
    address = reverse("api_document", args=[event.pk, document.pk])
    for who, status in ((plays, 403), (arbiter(event.club), 200)):
        assert Program(a_token(who, Scope.READ).secret, client).send("GET", address).status_code == status


def test_the_file_of_an_event_has_its_seed_and_is_not_for_who_plays(event: Tournament) -> None:
    etuis, address = dealt(event), here(event, "save_event")
    plays = organiser(event.club)
    plays.player = RegistrationFactory(tournament=event).player
    plays.save()
    assert logged_in(plays).get(address).status_code == 403
    Round.objects.create(tournament=event, number=2, published_at=NOW)
    lift_secrecy(tournament=event, reason="seul arbitre", by=plays, at=NOW)
    refused = logged_in(plays).get(address, follow=True)  # what he may then read are results, not hands
    assert refused.redirect_chain == [(reverse("tournament_desk", args=[event.pk]), 303)]
    assert "Ce fichier dit les mains des étuis" in text(refused)
    content = logged_in(organiser(event.club)).get(address).content
    assert read_event_file(content)["board_deal"] == {"seed": etuis.seed, "keeps_petit_sec": False}
    rewrite(event, free_rounds=2)
    assert logged_in(plays).get(address).content.startswith(b"\x1f\x8b")


def test_the_hands_of_a_round_are_printed_once_it_is_free(as_arbiter: Client, event: Tournament) -> None:
    dealt(event)
    seated(event)
    Table.objects.update(first_board=1, last_board=2)
    asked = {"kind": JobKind.HAND_RECORDS.value, "position": "1"}
    assert "Donnes en PDF" not in text(as_arbiter.get(here(event)))
    refused = as_arbiter.post(here(event, "make_board_paper"), asked, follow=True)
    assert "Les donnes de la position 1 sont encore secrètes" in text(refused)
    rewrite(event, free_rounds=1)
    assert "Donnes en PDF" in text(as_arbiter.get(here(event)))
    assert as_arbiter.post(here(event, "make_board_paper"), asked)["Location"] == reverse(
        "job", args=[Job.objects.get().pk]
    )


def test_a_paper_that_there_is_not_is_refused(as_arbiter: Client, event: Tournament) -> None:
    dealt(event)
    for said in ({}, {"kind": "affiche_pdf"}, {"kind": "x"}):
        answer = as_arbiter.post(here(event, "make_board_paper"), said, follow=True)
        assert "Choisissez un papier de la liste." in text(answer)
    bad = as_arbiter.post(here(event, "make_board_paper"), {"kind": "donnes_pdf", "position": "x"}, follow=True)
    assert "Choisissez une position de la liste." in text(bad)
    assert not Job.objects.exists()


def test_neither_players_nor_the_public_nor_the_cash_desk_come_here(client: Client, event: Tournament) -> None:
    dealt(event)
    plays = AccountFactory(player=RegistrationFactory(tournament=event).player)
    strangers = (logged_in(plays), logged_in(treasurer(event.club)), logged_in(at_the_door(event.club)))
    for stranger in strangers:
        assert stranger.get(here(event)).status_code == 403
        assert {stranger.post(here(event, name)).status_code for name in ADDRESSES} == {403}
    assert client.get(here(event)).status_code == 302
    assert {client.post(here(event, name)).status_code for name in ADDRESSES} == {302}
    event.refresh_from_db()
    assert event.board_deal is not None


def test_boards_that_travel_are_counted_by_the_players_expected_until_the_draw(
    as_arbiter: Client, event: Tournament
) -> None:
    rewrite(event, boards_travel=True)
    field(event, 23)
    said = plain(as_arbiter.get(here(event)).content.decode())
    assert "ils sont comptés pour 5 tables" in said
    assert f"Le programme distribue {5 * (event.donnes_per_round or 0)} étuis" in said
