"""A receipt for each who paid, four to a page."""

import uuid

from tests.factories import NOW, RegistrationFactory
from tests.tournaments.documents.printing import made, pages
from tournaments.labels import PaymentMethod
from tournaments.models import Payment, Rate, Registration, Tournament
from tournaments.services.work.documents import ask_receipts


def paid(tournament: Tournament, number: int, *amounts: int) -> Registration:
    rate, _new = Rate.objects.get_or_create(
        tournament=tournament, label="Adhérent", defaults={"amount": 1_250, "place": 1}
    )
    entry = RegistrationFactory(
        tournament=tournament, start_number=number, rate=rate, player__last_name=f"Nom{number}", player__consent=False
    )
    for amount in amounts:
        Payment.objects.create(
            key=uuid.uuid4(), registration=entry, amount=amount, method=PaymentMethod.CHEQUE, paid_on=NOW.date(), at=NOW
        )
    return entry


def printed(tournament: Tournament, registration: int | None = None) -> list[str]:
    """Return the words of each page, spaces made plain."""
    asked = ask_receipts(tournament=tournament, registration=registration, language="fr", by=None, at=NOW)
    return [" ".join(page.split()) for page in pages(made(asked))]


def test_a_receipt_names_its_holder_in_full_and_adds_his_payments(tournament: Tournament) -> None:
    entry = paid(tournament, 7, 1_000, 250)
    cancelled = Payment.objects.create(
        key=uuid.uuid4(), registration=entry, amount=300, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
    )
    Payment.objects.filter(pk=cancelled.pk).update(cancelled_at=NOW, cancel_reason="erreur")

    (page,) = printed(tournament)

    assert f"Reçu n° {tournament.pk}-7" in page
    assert "Nom7 Prénom" in page
    assert "12,50 €" in page
    assert "10 €, chèque, le 21 novembre 2026" in page
    assert "3 €" not in page
    assert f"« {tournament.name} »" in page


def test_everybody_who_paid_has_one(tournament: Tournament) -> None:
    for number in range(1, 6):
        paid(tournament, number, 1_250)
    paid(tournament, 6)

    found = printed(tournament)

    assert [page.count("Reçu n°") for page in found] == [4, 1]


def test_one_is_printed_alone(tournament: Tournament) -> None:
    paid(tournament, 1, 1_250)
    second = paid(tournament, 2, 1_250)

    (page,) = printed(tournament, second.pk)

    assert ("Nom2" in page, "Nom1" in page) == (True, False)
