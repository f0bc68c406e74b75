"""The certificate on paper: counted on the seats, beside what the draws promised."""

from io import BytesIO

from django.contrib.auth import get_user_model
from pypdf import PdfReader

from tests.factories import NOW, field, rewrite
from tests.tournaments import rotations
from tests.tournaments.documents.rotations import document_of, printed, turned
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind, Pace
from tournaments.models import Account, Player, Seat, Tournament
from tournaments.queries.draws.certificate import certificate_words, published_worth
from tournaments.services.draws.publishing import publish_draw

CERTIFICATE = JobKind.CERTIFICATE


def drawn(tournament: Tournament, by: Account, seed: int = 1, *, by_rule: bool = False):
    """Draw and publish the positions that are not begun."""
    draw = rotations.drawn(tournament, by, seed=seed, by_rule=by_rule)
    publish_draw(draw=draw, by=by, at=NOW)
    draw.refresh_from_db()
    return draw


def test_a_draw_says_what_was_counted_and_its_own_words(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    draw = drawn(tournament, the_organiser)

    (page,) = printed(tournament, CERTIFICATE)

    assert "16 joueurs · 5 positions · 4 tables" in page
    assert "Chacun joue avec 15 personnes différentes." in page
    assert "Personne ne se retrouve deux fois à la même table." in page
    assert "Le tirage des positions 1 à 5" in page
    assert all(" ".join(words.split()) in page for words in certificate_words(draw))
    assert "changées à la main" not in page


def test_a_timed_tournament_certifies_its_sequences(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 20)
    rewrite(tournament, pace=Pace.MINUTES, minutes_per_round=60, donnes_per_round=None)
    drawn(tournament, the_organiser, by_rule=True)
    (french,) = printed(tournament, CERTIFICATE)
    (english,) = printed(tournament, CERTIFICATE, language="en")
    assert "Le tirage des séquences 1 à 5" in french
    assert "selon la place de la séquence 1" in french
    assert "osition" not in french
    assert "The draw of sequences 1 to 5" in english
    for language in ("fr", "en"):
        content = bytes(document_of(tournament, CERTIFICATE, language=language).content)
        assert PdfReader(BytesIO(content)).trailer["/Root"]["/Lang"] == language


def test_the_rule_to_follow_is_printed_as_far_as_it_holds(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 20)
    drawn(tournament, the_organiser, by_rule=True)

    (page,) = printed(tournament, CERTIFICATE)

    assert "Pour aller à la table suivante À chaque changement, selon la place de la position 1 : Sud" in page
    assert "la règle vaut jusqu’à la position" not in page

    one, other = Seat.objects.filter(round__tournament=tournament, round__number=4).order_by("pk")[:2]
    Seat.objects.filter(pk=one.pk).update(chair=None, table=None)
    Seat.objects.filter(pk=other.pk).update(chair=one.chair, table=one.table)
    Seat.objects.filter(pk=one.pk).update(chair=other.chair, table=other.table)

    assert "la règle vaut jusqu’à la position 3, ensuite suivez la liste." in " ".join(printed(tournament, CERTIFICATE))


def test_seats_moved_by_hand_show_themselves(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    drawn(tournament, the_organiser)
    one, other = Seat.objects.filter(round__number=2, chair=0).order_by("table__number")[:2]
    moved = [one.registration, other.registration]
    Seat.objects.filter(pk__in=[one.pk, other.pk]).delete()
    Seat.objects.create(round=one.round, table=one.table, chair=0, registration=moved[1])
    Seat.objects.create(round=other.round, table=other.table, chair=0, registration=moved[0])

    (page,) = printed(tournament, CERTIFICATE)

    assert "Des places ont été changées à la main depuis ce tirage" in page
    assert "6 paires de joueurs se retrouvent plus d’une fois à la même table." in page
    assert "Qui se retrouve" in page


def test_who_meets_again_is_listed_under_the_names_of_the_public_pages(tournament: Tournament) -> None:
    people = field(tournament, 4)
    Player.objects.filter(pk=people[1].player_id).update(consent=False, last_name="Secret")
    publish(tournament, 1, [people])
    publish(tournament, 3, [people])

    (page,) = printed(tournament, CERTIFICATE)

    assert "Chacun joue avec 3 personnes différentes." in page
    assert "6 paires de joueurs se retrouvent" in page
    assert f"n° 1 {people[0].player.full_name} Joueur n° 2 1, 3" in page
    assert "Secret" not in page
    assert "Ces places n’ont pas été tirées ici" in page


def test_a_second_draw_takes_over_from_where_it_begins(tournament: Tournament, the_organiser: Account) -> None:
    people = field(tournament, 16)
    drawn(tournament, the_organiser)
    seat = Seat.objects.get(round__number=2, registration=people[0])
    seat.table.closed_at = NOW
    seat.table.save()
    drawn(tournament, the_organiser, seed=9)
    worth = published_worth(tournament)
    assert [(draw.first, draw.last, draw.is_changed) for draw in worth.draws] == [(1, 2, False), (3, 5, False)]


def test_exempts_and_uneven_halls_are_counted(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 6), rounds=3)
    (page,) = printed(tournament, CERTIFICATE)
    assert "6 joueurs · 3 positions · 1 table" in page
    assert "6 exemptions en tout." in page
    assert get_user_model().objects.count() == 0


def test_hundreds_of_repeats_are_counted_and_not_all_listed(tournament: Tournament) -> None:
    people = field(tournament, 200)
    turned(tournament, people, rounds=2)
    found = printed(tournament, CERTIFICATE)
    assert "150 paires de joueurs se retrouvent" in found[0]
    assert "et 30 autres paires" in found[-1]
