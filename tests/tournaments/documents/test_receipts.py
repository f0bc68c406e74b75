"""A receipt for each who paid, four to a page."""

import uuid

from tests.factories import NOW, PlayerFactory, RegistrationFactory, SeasonFactory, a_fee
from tests.refusals import refusal_of
from tests.tournaments.documents.printing import made, pages
from tournaments.labels import JobKind, PaymentMethod
from tournaments.models import Club, Document, Payment, Player, Rate, Registration, Season, Tournament
from tournaments.services.money.payments import give_back
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.work.documents import ask_fee_papers, ask_receipts


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


def member(season: Season, name: str, due: int = 2_000, paid: int = 0) -> Player:
    player = PlayerFactory(club=season.club, last_name=name, consent=False)
    a_fee(player.memberships.get(), season, due=due, paid=paid)
    return player


def fee_paper(season: Season, kind: JobKind, *players: Player, message: str = "") -> list[str]:
    ids = [player.pk for player in players]
    asked = {"season": season, "kind": kind, "players": ids, "message": message, "language": "fr"}
    return [" ".join(page.split()) for page in pages(made(ask_fee_papers(**asked, by=None, at=NOW)))]


def test_a_receipt_of_a_fee_has_each_payment_and_what_was_given_back(club: Club) -> None:
    season = SeasonFactory(club=club, name="2026-2027")
    one, other = member(season, "Payeur", paid=2_000), member(season, "Autre", paid=500)
    payment = Payment.objects.get(fee__membership__player=one)
    said = {"reason": "parti", "method": PaymentMethod.CASH, "key": uuid.uuid4()}
    give_back(payment=payment, amount=450, **said, by=None, at=NOW)

    (page,) = fee_paper(season, JobKind.FEE_RECEIPTS, one)

    assert "Payeur Prénom" in page
    assert "pour sa cotisation de la saison 2026-2027" in page
    assert "15,50 €" in page
    assert "20 €, chèque, le 21 novembre 2026" in page
    assert "rendu 4,50 €, espèces, le 21 novembre 2026" in page
    assert "Autre" not in page
    both = fee_paper(season, JobKind.FEE_RECEIPTS, one, other)
    assert [page.count("Reçu n°") for page in both] == [2]


def test_a_receipt_of_somebody_erased_has_no_name_of_his(club: Club) -> None:
    season = SeasonFactory(club=club, name="2026-2027")
    gone = member(season, "Effacera", paid=2_000)
    fee_paper(season, JobKind.FEE_RECEIPTS, gone)
    erase_player(player=gone, by=None, at=NOW)
    assert not Document.objects.filter(season=season).exists()

    (page,) = fee_paper(season, JobKind.FEE_RECEIPTS, gone)

    assert "Effacera" not in page
    assert "Joueur effacé" in page


def test_a_letter_goes_to_each_who_owes_and_to_nobody_else(club: Club) -> None:
    season = SeasonFactory(club=club, name="2026-2027")
    half, nothing, all_paid = (member(season, name, paid=paid) for name, paid in (("A", 500), ("B", 0), ("C", 2000)))

    one, two = fee_paper(season, JobKind.FEE_LETTERS, half, nothing, all_paid, message="Par chèque.\nLe vendredi.")

    assert "A Prénom" in one
    assert "Nous avons reçu 5 €" in one
    assert "Il reste à payer : 15 €" in one
    assert "Par chèque. Le vendredi." in one
    assert "Il reste à payer : 20 €" in two
    assert "Nous avons reçu" not in two
    asked = {"season": season, "players": [all_paid.pk], "language": "fr", "by": None, "at": NOW}
    assert refusal_of(ask_fee_papers, **asked, kind=JobKind.FEE_LETTERS).code == "nothing_owed"
    assert (
        refusal_of(ask_fee_papers, **asked | {"players": [nothing.pk]}, kind=JobKind.FEE_RECEIPTS).code
        == "nothing_paid"
    )
