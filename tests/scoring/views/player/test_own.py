"""A player's own page: his table, the way there, his place, and nothing of another player's."""

import datetime
import re
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    field,
)
from tests.texts import plain
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Status, TournamentState
from tournaments.models import Payment, Player, Registration, Season, Seat, Table, Tournament
from tournaments.queries.evening.own_evenings import PAST, entries, own_evenings
from tournaments.queries.pages.table_codes import token_of
from tournaments.services.locks import raise_revision
from tournaments.standings import Unfinished

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def me(club):
    return PlayerFactory(club=club, last_name="Moimême", consent=False)


@pytest.fixture
def as_player(client, me):
    client.force_login(AccountFactory(player=me), backend=BACKEND)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    return client


@pytest.fixture
def evening(club, me):
    """Two rounds: I am exempt in the first and Nord at table 2 in the second, with Secret facing me."""
    tournament = TournamentFactory(club=club, name="Soirée du test", state=TournamentState.RUNNING)
    others = field(tournament, 6)
    secret = PlayerFactory(club=club, last_name="Secret", consent=False)
    hidden = RegistrationFactory(tournament=tournament, player=secret, start_number=8)
    mine = RegistrationFactory(tournament=tournament, player=me, start_number=7)
    mark(publish(tournament, 1, [others[:4]], [mine, hidden]), dict.fromkeys(others[:4], 0))
    mark(publish(tournament, 2, [others[:4], [hidden, others[4], mine, others[5]]]), {mine: 50})
    return tournament


def test_the_public_has_no_page_of_its_own(client):
    response = client.get("/moi/")
    assert (response.status_code, response["Location"]) == (302, "/comptes/login/?next=/moi/")


def test_an_account_without_a_player_has_none_either(as_organiser):
    assert as_organiser.get("/moi/").status_code == 403


def test_my_table_now_and_who_is_there(evening, me):
    (running,) = own_evenings(entries(me)).running
    now = running.now
    assert (now.number, now.table, now.chair, now.points) == (2, 2, "Nord", 50)
    assert [(other.letter, other.is_me) for other in now.companions] == [
        ("S", False),
        ("E", False),
        ("N", True),
        ("O", False),
    ]
    assert now.companions[0].name == "Joueur n°\u00a08"
    assert (running.rounds[1].exempt, running.rounds[1].companions) == (True, ())
    assert (running.line.place, running.line.total, running.ranked) == (1, 50, 8)


def test_of_a_whole_rotation_i_am_shown_the_table_where_i_have_to_be(club, me):
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    mine = RegistrationFactory(tournament=tournament, player=me, start_number=5)
    others = field(tournament, 4)
    publish(tournament, 1, [[mine, *others[:3]]], others[3:])
    publish(tournament, 2, [others], [mine])
    publish(tournament, 3, [[others[0], mine, *others[1:3]]], others[3:])

    def now() -> int:
        return own_evenings(entries(me)).running[0].now.number

    assert now() == 1
    Table.objects.filter(round__number=1).update(closed_at=NOW)
    assert now() == 2  # exempt, while the others play
    Table.objects.filter(round__number=2).update(closed_at=NOW)
    assert now() == 3
    Table.objects.update(closed_at=NOW)
    assert now() == 3


def test_my_evening_is_read_at_a_glance(as_player, evening):
    response = as_player.get("/moi/")
    assert response.status_code == 200
    shown = response.content.decode()
    assert "Table 2, <span>Nord</span>" in " ".join(shown.split())
    assert "Moimême" in shown
    assert "Secret" not in shown
    assert "<dd>+50</dd>" in "".join(shown.split())


def test_before_and_after(as_player, club, me):
    coming = TournamentFactory(club=club, name="Bientôt là")
    RegistrationFactory(tournament=coming, player=me)
    past = TournamentFactory(club=club, name="Déjà joué", state=TournamentState.FINISHED)
    entry = RegistrationFactory(tournament=past, player=me)
    mark(publish(past, 1, [[entry]]), {entry: -40})
    shown = as_player.get("/moi/").content.decode()
    assert shown.index("Où je suis inscrit") < shown.index("Bientôt là") < shown.index("Mes derniers tournois")
    assert "1er sur 1" in shown
    assert "−40" in shown


def test_what_is_over_leads_to_my_sheets_and_my_card_and_back(as_player, club, me):
    past = TournamentFactory(club=club, name="Déjà joué", state=TournamentState.FINISHED)
    entry = RegistrationFactory(tournament=past, player=me)
    publish(past, 1, [], exempts=[entry])  # an exempt has no sheet
    for number in (2, 3):
        publish(past, number, [[entry, *(RegistrationFactory(tournament=past) for _other in range(3))]])
    imported = RegistrationFactory(tournament=TournamentFactory(club=club, state=TournamentState.FINISHED), player=me)
    shown = as_player.get("/moi/").content.decode()
    assert f'href="/moi/feuilles/{past.pk}/2/"' in shown
    assert f"/moi/feuilles/{imported.tournament_id}/" not in shown
    assert as_player.get(f"/moi/feuilles/{past.pk}/2/").status_code == 200
    card = f"/joueurs/{me.key}/"
    assert card not in shown
    me.consent = me.card_consent = True
    me.save()
    assert card in as_player.get("/moi/").content.decode()
    assert 'href="/moi/"' in as_player.get(card).content.decode().split("C’est votre fiche ?")[1][:80]


def test_my_sheet_leads_to_where_it_is_written(as_player, evening, me):
    mine = Table.objects.get(round__tournament=evening, round__number=2, seats__registration__player=me)
    sheet = f"/moi/feuilles/{evening.pk}/2/"

    def told() -> tuple[bool, bool]:
        shown = as_player.get(sheet).content.decode()
        address = reverse("table_page", args=[token_of(mine, Tournament.objects.get())])
        return f'href="{address}">Saisir ou corriger à la table' in shown, "lui seul la corrige" in shown

    assert told() == (True, False)
    Tournament.objects.update(entry_at_tables=False)
    assert told() == (False, True)
    Tournament.objects.update(entry_at_tables=True, state=TournamentState.FINISHED)
    assert told()[0] is False
    Tournament.objects.update(state=TournamentState.RUNNING)
    Table.objects.update(closed_at=timezone.now())
    assert told()[0] is False


def test_who_left_reads_that_he_is_out_of_the_ranking(as_player, evening, me):
    Registration.objects.filter(player=me).update(status=Status.WITHDRAWN)
    Tournament.objects.update(unfinished_rule=Unfinished.OUT)
    raise_revision(evening)
    assert "<dd>hors classement</dd>" in " ".join(as_player.get("/moi/").content.decode().split())
    Tournament.objects.update(state=TournamentState.FINISHED)
    raise_revision(evening)
    Seat.objects.filter(registration__player=me, round__number=1).delete()
    assert "<span>hors classement, " in as_player.get("/moi/").content.decode()


def test_nothing_to_follow_says_what_to_do(as_player):
    assert "Vous n’êtes inscrit à aucun tournoi." in as_player.get("/moi/").content.decode()


def test_my_poll_is_answered_by_a_304_until_my_tournament_changes(as_player, evening):
    page = "/moi/?fragment"
    etag = as_player.get(page)["ETag"]
    assert as_player.get(page, headers={"if-none-match": etag}).status_code == 304
    raise_revision(evening)
    changed = as_player.get(page, headers={"if-none-match": etag})
    assert (changed.status_code, b"<html" in changed.content) == (200, False)


def test_what_one_player_keeps_is_not_shown_to_another(as_player, evening, club):
    etag = as_player.get("/moi/?fragment")["ETag"]
    companion = evening.registrations.get(start_number=8).player
    as_player.force_login(AccountFactory(player=companion), backend=BACKEND)
    assert as_player.get("/moi/?fragment", headers={"if-none-match": etag}).status_code == 200


@pytest.mark.parametrize("count", [1, 30])
def test_the_same_queries_for_one_and_for_thirty_tournaments(club, me, count, django_assert_num_queries):
    for _index in range(count):
        tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
        publish(tournament, 1, [[RegistrationFactory(tournament=tournament, player=me), *field(tournament, 3)]])
    with django_assert_num_queries(7):
        assert len(own_evenings(entries(me)).running) == count


def test_a_past_of_years_stays_short(me, club):
    """What is open is always there; of what is over, the latest."""
    open_one = RegistrationFactory(
        tournament=TournamentFactory(club=club, state=TournamentState.RUNNING, date=datetime.date(2020, 1, 1)),
        player=me,
    )
    over = [
        RegistrationFactory(
            tournament=TournamentFactory(club=club, state=TournamentState.FINISHED, date=datetime.date(2021, 1, day)),
            player=me,
        )
        for day in range(1, PAST + 4)
    ]
    mine = entries(me)
    assert mine == [open_one, *reversed(over[3:])]
    assert len(own_evenings(mine).past) == PAST


def test_the_sheets_of_before_the_last_ten_are_linked_page_by_page(club, me, as_player):
    for day in range(1, 2 * PAST + 2):
        tournament = TournamentFactory(club=club, state=TournamentState.FINISHED, date=datetime.date(2021, 1, day))
        publish(
            tournament,
            1,
            [[RegistrationFactory(tournament=tournament, player=me, start_number=9), *field(tournament, 3)]],
        )
    assert f'href="{reverse("own_past")}"' in as_player.get(reverse("own")).content.decode()
    linked: list[int] = []
    for page in (1, 2, 3):
        shown = as_player.get(reverse("own_past"), {"page": page}).content.decode()
        linked += [int(pk) for pk in re.findall(r'href="/moi/feuilles/(\d+)/1/"', shown)]
        assert ("Plus anciens" in shown) == (page < 3)
    assert linked == list(Tournament.objects.order_by("-date").values_list("pk", flat=True))
    rows = as_player.get(reverse("own_past"), {"format": "csv"}).content.decode().splitlines()
    assert len({row[:10] for row in rows[1:]}) == 2 * PAST + 1  # of the latest its path too


def test_who_played_little_needs_no_other_page(club, me, as_player):
    RegistrationFactory(tournament=TournamentFactory(club=club, state=TournamentState.FINISHED), player=me)
    assert reverse("own_past") not in as_player.get(reverse("own")).content.decode()


# The way there, and what is next to one's place


def walked(club, me, *places: tuple[int, int]):
    """Return my evening after positions at these tables (from 1) and chairs (from 0), all but the last over."""
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    mine = RegistrationFactory(tournament=tournament, player=me, start_number=99)
    others = field(tournament, 11)
    for number, (table, chair) in enumerate(places, 1):
        row = [*others]
        row.insert((table - 1) * 4 + chair, mine)
        publish(tournament, number, [row[:4], row[4:8], row[8:]])
    Table.objects.filter(round__number__lt=len(places)).update(closed_at=NOW)
    (running,) = own_evenings(entries(me)).running
    return running


@pytest.mark.parametrize(
    ("here", "there", "told"),
    [
        ((1, 0), (3, 1), "Vous étiez table 1, Sud : la vôtre est 2 tables plus loin."),
        ((3, 1), (2, 1), "Vous étiez table 3, Est : la vôtre est 1 table en arrière."),
        ((2, 0), (2, 3), "Vous restez à votre table : passez de Sud à Ouest."),
        ((2, 3), (2, 1), "Vous restez à votre table : passez d’Ouest à Est."),
        ((2, 0), (2, 0), "Vous restez à votre table et à votre place."),
    ],
)
def test_how_to_walk_from_the_last_table(club, me, here, there, told):
    running = walked(club, me, here, there)
    assert plain(running.way) == told
    assert running.movement == ""
    Table.objects.filter(round__number=1).update(closed_at=None)
    (running,) = own_evenings(entries(me)).running
    assert (running.now.number, running.way) == (1, "")
    assert plain(running.movement) == f"Ensuite : table {there[0]}, {['Sud', 'Est', 'Nord', 'Ouest'][there[1]]}."


def test_once_he_plays_there_he_is_not_sent_there(club, me):
    running = walked(club, me, (1, 0), (2, 0))
    mark(running.registration.tournament.rounds.get(number=2), {running.registration: 10})
    (running,) = own_evenings(entries(me)).running
    assert (running.now.number, running.way) == (2, "")


def test_the_gaps_to_the_places_next_to_mine(club, me):
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    mine = RegistrationFactory(tournament=tournament, player=me)
    people = field(tournament, 5)
    Player.objects.filter(pk=people[1].player_id).update(consent=False)
    totals = dict(zip([*people[:2], mine, *people[2:]], (90, 60, 20, 20, -30, -160), strict=True))
    mark(publish(tournament, 1, [[*totals][:3], [*totals][3:]]), totals)
    (running,) = own_evenings(entries(me)).running
    assert (running.line.place, running.line.shared) == (3, True)
    assert (running.ahead.place, plain(running.ahead.name), running.ahead.points) == (
        2,
        f"Joueur n° {people[1].start_number}",
        40,
    )
    assert (running.behind.place, running.behind.points) == (5, 50)


def test_the_first_has_nobody_before_him_and_who_has_played_nothing_no_gaps(club, me):
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    mine = RegistrationFactory(tournament=tournament, player=me)
    others = field(tournament, 3)
    first = publish(tournament, 1, [[mine, *others]])
    (running,) = own_evenings(entries(me)).running
    assert (running.ahead, running.behind) == (None, None)
    mark(first, {mine: 30, **dict.fromkeys(others, -10)})
    (running,) = own_evenings(entries(me)).running
    assert (running.ahead, running.behind.points) == (None, 40)


def test_i_read_what_i_owe_and_paid_for_the_season_of_my_club(as_player, me):
    today = timezone.localdate()
    season = SeasonFactory(club=me.club, starts_on=today - datetime.timedelta(9), ends_on=today + datetime.timedelta(9))
    assert "Ma cotisation" not in as_player.get("/moi/").content.decode()
    fee = a_fee(me.memberships.get(), season, due=3000, paid=1250)
    told = plain(" ".join(as_player.get("/moi/").content.decode().split()))
    assert f"Ma cotisation {season.name} · {me.club.name}" in told
    assert "Cotisation 3000, 30 € · <b> il reste 17,50 € à payer </b>" in told
    assert "21 novembre 2026 · chèque · 12,50 €" in told
    Payment.objects.create(fee=fee, key=uuid.uuid4(), amount=1750, method="carte", paid_on=today, at=timezone.now())
    told = plain(" ".join(as_player.get("/moi/").content.decode().split()))  # an unchanged page would be kept
    assert "Cotisation 3000, 30 € · payée" in told
    Season.objects.update(starts_on=today - datetime.timedelta(90), ends_on=today - datetime.timedelta(1))
    assert "Ma cotisation" not in as_player.get("/moi/").content.decode()
