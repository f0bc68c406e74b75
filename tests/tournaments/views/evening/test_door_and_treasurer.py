"""The treasurer and the door: each opens his own pages, and no page shows either what answers 403."""

import re
import uuid

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.factories import (
    DAY,
    NOW,
    PlayerFactory,
    RegistrationFactory,
    at_the_door,
    logged_in,
    organiser,
    rewrite,
    treasurer,
)
from tests.scoring.sheets import seated
from tests.texts import plain
from tournaments.labels import JobKind, JobState, PaymentMethod, RateCode, RoleName, TournamentState
from tournaments.models import (
    Appointment,
    Club,
    Document,
    Job,
    Payment,
    Prize,
    PrizePlan,
    Rate,
    Registration,
    Tournament,
)
from tournaments.services.work.documents import ask_receipts

LEADS = re.compile(r'<a[^>]*?\shref="(/[^"#]*)')
SENDS = re.compile(r'(?:action|hx-post)="(/(?:organisation|arbitrage)/[^"#]*)')


@pytest.fixture
def as_treasurer(club: Club) -> Client:
    return logged_in(treasurer(club))


@pytest.fixture
def as_door(club: Club) -> Client:
    return logged_in(at_the_door(club))


@pytest.fixture
def paid(tournament: Tournament) -> Payment:
    """Somebody who is there and paid, at a tournament with a prize; another owes, a third is awaited."""
    rate = Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=500, place=1)
    entry, _owes = (RegistrationFactory(tournament=tournament, rate=rate) for _each in range(2))
    PlayerFactory(club=tournament.club, last_name="TARD")
    Prize.objects.create(plan=PrizePlan.objects.create(tournament=tournament), number=1, lot="Jambon", amount=500)
    return Payment.objects.create(
        key=uuid.uuid4(),
        registration=entry,
        amount=500,
        method=PaymentMethod.CASH,
        paid_on=NOW.date(),
        at=NOW,
        by_name="paul",
    )


def printed(tournament: Tournament, kind: JobKind, state: JobState = JobState.DONE) -> Document:
    job = Job.objects.create(kind=kind, tournament=tournament, state=state, asked_at=NOW, ended_at=NOW)
    return Document.objects.create(
        job=job, tournament=tournament, title="Reçu", filename="r.pdf", content=b"%PDF-", size=5, made_at=NOW
    )


def refused_on_the_way(client: Client, start: str) -> tuple[set[str], set[str]]:
    """Follow every link and send every form from a page on; return the pages seen, and what answered 403."""
    seen, refused, waiting = set[str](), set[str](), [start]
    while waiting:
        path = waiting.pop()
        if path in seen or not path.startswith(("/organisation/", "/arbitrage/", "/tournois/")):
            continue
        seen.add(path)
        with transaction.atomic():
            answer = client.get(path)
            transaction.set_rollback(True)
        if answer.status_code in (403, 404):
            refused.add(path)
        if (
            answer.streaming
            or "html" not in answer.headers["Content-Type"]
            or "?" in path
            or path.startswith("/tournois/")
        ):
            continue
        page = answer.content.decode()
        waiting += LEADS.findall(page)
        for sent in set(SENDS.findall(page)):
            with transaction.atomic():
                if client.post(sent).status_code in (403, 404):
                    refused.add(sent)
                transaction.set_rollback(True)
    return seen, refused


EACH, BOTH = ([RoleName.TREASURER], [RoleName.DOOR]), [RoleName.TREASURER, RoleName.DOOR]
EVENINGS = [
    *((state, roles, True) for state in (TournamentState.DRAFT, TournamentState.RUNNING) for roles in EACH),
    *((state, roles, False) for state in (TournamentState.FINISHED, TournamentState.ARCHIVED) for roles in EACH),
    (TournamentState.OPEN, BOTH, True),
    (TournamentState.RUNNING, [RoleName.ARBITER], True),
]


@pytest.mark.parametrize(("state", "roles", "whole_club"), EVENINGS)
def test_no_page_of_theirs_leads_to_a_refusal(
    tournament: Tournament, paid: Payment, state: TournamentState, roles: list[RoleName], whole_club: bool
) -> None:
    if state not in (TournamentState.DRAFT, TournamentState.OPEN):
        seated(tournament)
    rewrite(tournament, state=state, hidden_rounds=1)
    job = ask_receipts(tournament=tournament, registration=paid.registration_id, language="fr", by=None, at=NOW)
    where = {"club": tournament.club} if whole_club else {"tournament": tournament}
    account = organiser(tournament.club)
    account.appointments.all().delete()
    for role in roles:
        Appointment.objects.create(account=account, role=role, **where)
    client, desk = logged_in(account), f"/organisation/tournois/{tournament.pk}/"

    seen, refused = refused_on_the_way(client, "/organisation/")
    if roles != [RoleName.ARBITER]:
        followed, refused_there = refused_on_the_way(client, reverse("job", args=[job.pk]))
        seen, refused = seen | followed, refused | refused_there

    assert refused == set()
    if state != TournamentState.ARCHIVED and roles != [RoleName.ARBITER]:
        assert desk in seen
        assert (f"{desk}porte/" in seen) == (RoleName.DOOR in roles)
        assert ({f"{desk}caisse/", f"{desk}caisse/tarifs/", f"{desk}prix/"} <= seen) == (RoleName.TREASURER in roles)


def test_the_door_lets_somebody_in_takes_his_money_and_prints_his_receipt(
    as_door: Client, tournament: Tournament, paid: Payment
) -> None:
    late, rate = PlayerFactory(club=tournament.club, last_name="ROY"), tournament.rates.get()
    typed = {"player": late.pk, "do": f"paye-{rate.pk}", "key": str(uuid.uuid4()), "method": "especes"}

    page = as_door.post(reverse("check_in_tap", args=[tournament.pk]), typed, follow=True)
    entry = Registration.objects.get(player=late)
    answer = as_door.post(reverse("make_receipt", args=[tournament.pk, entry.pk]))

    assert "5 € encaissés" in plain(page.content.decode())
    assert (entry.status, entry.payments.get().amount) == ("present", 500)
    assert as_door.get(answer.url).status_code == 200


def test_the_treasurer_cancels_a_payment_and_counts_the_box(
    as_treasurer: Client, tournament: Tournament, paid: Payment
) -> None:
    as_treasurer.post(reverse("cancel_payment", args=[tournament.pk, paid.pk]), {"reason": "rendu"})
    as_treasurer.post(
        reverse("cash_desk", args=[tournament.pk]), {"opening": "20", "counted": "20", "key": str(uuid.uuid4())}
    )

    paid.refresh_from_db()
    assert paid.cancel_reason == "rendu"
    assert (tournament.cash_counts.get().difference, tournament.cash_counts.get().by) == (0, paid.cancelled_by)


def test_rates_noted_by_who_keeps_no_door_lead_back_to_the_cash_desk(
    as_treasurer: Client, tournament: Tournament
) -> None:
    answer = as_treasurer.post(
        reverse("rates", args=[tournament.pk]), {"code_0": "membre", "amount_0": "5", "label_0": "", "pk_0": ""}
    )

    assert answer.url == reverse("cash_desk", args=[tournament.pk])


@pytest.mark.parametrize(
    ("kind", "treasurer_may", "door_may"),
    [
        (JobKind.RECEIPTS, True, True),
        (JobKind.PRIZES, True, False),
        (JobKind.PRIZE_RECEIPTS, True, False),
        (JobKind.RANKING, False, False),
        (JobKind.NOTICE, False, False),
    ],
)
def test_each_fetches_the_papers_he_may_ask_for_and_no_other(
    as_treasurer: Client, as_door: Client, tournament: Tournament, kind: JobKind, treasurer_may: bool, door_may: bool
) -> None:
    document = printed(tournament, kind)
    addresses = [
        reverse("document", args=[document.pk]),
        reverse("job", args=[document.job_id]),
        reverse("job_progress", args=[document.job_id]),
    ]
    for client, may in ((as_treasurer, treasurer_may), (as_door, door_may)):
        assert [client.get(one).status_code for one in addresses] == [200 if may else 403] * 3
        assert (client.post(reverse("cancel_job", args=[document.job_id])).status_code == 403) is not may


def test_a_role_is_given_by_the_page_of_roles(as_organiser: Client, club: Club) -> None:
    typed = {"role": "treasurer", "tournament": "", "username": "tresorier1", "last_name": "Roy", "first_name": "Paul"}
    as_organiser.post(reverse("club_access", args=[club.pk]), typed)

    page = plain(as_organiser.get(reverse("club_access", args=[club.pk])).content.decode())

    assert Appointment.objects.get(account__username="tresorier1").role == RoleName.TREASURER
    assert re.findall(r'class="badge (?:ok|muted)">([^<]+)<', page) == ["organisateur", "trésorier"]


def test_the_first_page_says_his_role(as_door: Client, tournament: Tournament) -> None:
    page = plain(as_door.get("/organisation/").content.decode())

    assert "Votre rôle ici : accueil" in page
    assert "Jetons pour les programmes" not in page
    assert tournament.date == DAY
