"""The pages of matches of teams: the desk's, the captain's on his phone, and everybody's; who reads a line-up when."""

import gzip
import re
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import NOW, RegistrationFactory, arbiter, logged_in, organiser, registered, rewrite
from tests.refusals import refusal_of
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import garde, record
from tests.test_urls import ALL
from tests.texts import plain, words
from tests.tournaments.boards import closed
from tests.tournaments.links import captain_phone, evening_phone
from tests.tournaments.matches import drawn_matches, matches_published, of_matches, sealed
from tournaments.labels import Status
from tournaments.models import (
    Account,
    BoardDeal,
    ByLink,
    Club,
    JournalEntry,
    Match,
    Player,
    Registration,
    SealedLineUp,
    Team,
    Tournament,
)
from tournaments.queries.people.names import public_name
from tournaments.queries.standings.matches import match_scores
from tournaments.services.boards import free_boards
from tournaments.services.people.stand_ins import call_stand_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def quadrettes(club: Club) -> Tournament:
    """Return an evening of two teams of five, nothing drawn."""
    return of_matches(club, 2, members=5, state="ouvert")


def address(name: str, tournament: Tournament, **values: int) -> str:
    return reverse(name, kwargs={"tournament_id": tournament.pk, **values})


def the_match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.get(round_number=number, number=1)


def test_who_runs_the_matches_and_plays_them_draws_closes_and_publishes(quadrettes: Tournament) -> None:
    me = organiser(quadrettes.club)
    Account.objects.filter(pk=me.pk).update(player=quadrettes.registrations.first().player)
    page = logged_in(Account.objects.get(pk=me.pk))
    assert page.get(address("match_office", quadrettes)).status_code == 200
    for number in (1, 2):
        drawn_matches(quadrettes)
        of_team = address("line_up", quadrettes, round_number=number, match_number=1, team_number=1)
        assert page.get(of_team).status_code == 200
        for act in ("close_line_ups", "publish_matches"):
            assert page.post(address(act, quadrettes, round_number=number)).status_code == 303
        assert quadrettes.rounds.filter(number=number).exists()
        assert page.get(address("match_office", quadrettes)).status_code == 200


def own_line_up(tournament: Tournament, number: int = 1) -> str:
    return reverse("own_line_up", args=[tournament.pk, number])


def sent(client: Client, page: str, match: Match, team: int, members: list[int]) -> object:
    """Send the form of a line-up as its page shows it: these members, by their places in the team."""
    shown = client.get(page)
    key = re.search(r'name="key" value="([0-9a-f-]+)"', shown.content.decode())
    assert key is not None
    of_team = list((match.one, match.other)[team].members.values_list("pk", flat=True))
    taker, *defence = (of_team[member] for member in members)
    return client.post(page, {"key": key[1], "taker": taker, "defence": defence})


def test_two_captains_seal_the_desk_publishes_and_the_ranking_follows(
    quadrettes: Tournament, as_organiser: Client, the_organiser: Account
) -> None:
    assert "Tirer toutes les positions" in words(as_organiser.get(address("match_office", quadrettes)))
    as_organiser.post(address("draw_matches", quadrettes), {"way": "toutes"})
    match = the_match(quadrettes)
    phones = [captain_phone(match.one), captain_phone(match.other)]
    assert "Les matchs de mon équipe" in words(phones[0].get(reverse("own")))

    sent(phones[0], own_line_up(quadrettes), match, 0, [1, 0, 2, 3])
    assert "composition attendue" in words(phones[0].get(reverse("own_matches", args=[quadrettes.pk])))
    sent(phones[1], own_line_up(quadrettes), match, 1, [0, 1, 2, 4])
    page = words(phones[0].get(reverse("own_matches", args=[quadrettes.pk])))
    taker = match.other.members.all()[0].player.full_name
    assert f"{taker} prend ;" in page

    as_organiser.post(address("publish_matches", quadrettes, round_number=1))
    first, second = tables_of(quadrettes, 1)
    assert first.seats.get(chair=0).registration == match.one.members.all()[1]
    for table, points in ((first, "61"), (second, "51")):
        for board in table.board_order:
            record(table, board, the_organiser, garde(points=points))
    read = words(Client().get(address("match", quadrettes, round_number=1, match_number=1)))
    assert "ne se lisent pas encore" in read
    assert "+" not in read
    told = Client().get(f"/api/v1/tournaments/{quadrettes.pk}/matches/").json()["matches"][0]
    assert ([each["points"] for each in told["teams"]], told["winner"]) == ([None, None], None)
    assert told["teams"][1]["line_up"][0] == taker

    closed(quadrettes, 1)
    quadrettes.refresh_from_db()
    free_boards(quadrettes)
    read = words(Client().get(address("match", quadrettes, round_number=1, match_number=1)))
    assert f"gagné par {match.one}" in read
    listed = words(Client().get(address("matches", quadrettes)))
    won = next(score for score in match_scores(quadrettes)).points_of(match.one_id).points
    assert f"tables 1 et 2 +{won},00 – −{won},00 {match.one}" in listed
    (told,) = Client().get(f"/api/v1/tournaments/{quadrettes.pk}/matches/").json()["matches"][:1]
    assert [each["points"] for each in told["teams"]] == [won, -won]
    assert told["winner"] == match.one.number
    team = words(Client().get(address("team", quadrettes, team_number=match.other.number)))
    assert f"1 {match.one} " in team
    assert " perdu " in team
    ranked = words(Client().get(address("team_standings", quadrettes)))
    assert ranked.index(match.one.name) < ranked.index(match.other.name)


def test_what_is_wrong_with_a_line_up_is_said_where_it_was_typed(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    answer = sent(captain_phone(match.one), own_line_up(quadrettes), match, 0, [0, 1])
    assert answer.status_code == 422
    assert "cochez-en trois" in words(answer)
    assert not SealedLineUp.objects.exists()


def test_only_the_captain_lines_up_and_only_before_the_tables_are_published(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    other = match.one.members.filter(is_captain=False).first()
    for page in (own_line_up(quadrettes), reverse("own_matches", args=[quadrettes.pk])):
        shown = evening_phone(other).get(page, follow=True)
        assert "capitaine d’aucune équipe" in words(shown)
        assert match.one.name not in words(shown)
        assert Client().get(page).status_code != 200
    assert captain_phone(match.one).get(own_line_up(quadrettes)).status_code == 200
    matches_published(quadrettes, 1)
    assert captain_phone(match.one).get(own_line_up(quadrettes)).status_code == 303


def test_the_arbiter_lines_up_and_closes_but_draws_and_publishes_nothing(
    quadrettes: Tournament, as_organiser: Client
) -> None:
    match = drawn_matches(quadrettes)[0]
    as_arbiter = logged_in(arbiter(quadrettes.club))
    page = address("line_up", quadrettes, round_number=1, match_number=1, team_number=match.one.number)
    assert sent(as_arbiter, page, match, 0, [4, 3, 2, 1]).status_code == 303
    shown = words(as_arbiter.get(address("match_office", quadrettes)))
    assert ("composition scellée" in shown, "Publier" in shown) == (True, False)
    for name in ("undo_matches", "publish_matches"):
        assert as_arbiter.post(address(name, quadrettes, round_number=1)).status_code == 403
    assert as_arbiter.post(address("close_line_ups", quadrettes, round_number=1)).status_code == 303
    assert SealedLineUp.objects.count() == 2
    Player.objects.update(consent=False)
    shown = words(as_organiser.get(address("match_office", quadrettes)))
    assert "Publier les tables" in shown
    assert SealedLineUp.objects.earliest("pk").taker.player.full_name in shown  # who runs it knows everybody
    as_organiser.post(address("undo_matches", quadrettes, round_number=1))
    assert not Match.objects.exists()


def test_the_draw_of_players_leads_to_the_matches(quadrettes: Tournament, as_organiser: Client) -> None:
    assert as_organiser.get(address("draw", quadrettes))["Location"] == address("match_office", quadrettes)


def test_pages_of_places_and_of_the_draw_lead_to_the_matches(quadrettes: Tournament, as_organiser: Client) -> None:
    matches_published(quadrettes, 1)
    assert Client().get(address("certificate", quadrettes))["Location"] == address("matches", quadrettes)
    page = words(as_organiser.get(address("seat_changes", quadrettes)))
    assert "composition de l’équipe qui place chacun" in page
    assert "Échanger deux joueurs" not in page
    assert "prouvé" not in words(Client().get(address("seating", quadrettes)))
    assert "jamais deux fois" not in words(Client().get(address("tournament", quadrettes)))


def test_the_ranking_of_teams_is_printed_unless_that_of_players_is_asked_for(
    quadrettes: Tournament, as_organiser: Client
) -> None:
    assert (
        '<option value="1" selected>des équipes' in as_organiser.get(address("documents", quadrettes)).content.decode()
    )


def test_pages_cost_as_much_for_many_rounds_as_for_few(quadrettes: Tournament) -> None:
    def statements() -> list[int]:
        counted = []
        for name, values in (("matches", {}), ("match", {"round_number": 1, "match_number": 1})):
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(address(name, quadrettes, **values)).status_code == 200
            counted.append(len(queries))
        return counted

    matches_published(quadrettes, 1)
    few = statements()
    for number in (2, 3):
        matches_published(quadrettes, number)
    assert statements() == few


def test_matches_are_taken_away_as_they_are_read(quadrettes: Tournament) -> None:
    matches_published(quadrettes, 1)
    lines = Client().get(address("matches", quadrettes) + "?format=csv").content.decode().splitlines()
    assert len(lines) == 4
    assert quadrettes.teams.first().name in lines[1]


NEW = {"health", "alive", "metrics", "fresh_token", "new_tournament", "player_model"}  # each time other


def pages(tournament: Tournament) -> Iterator[str]:
    """Yield every address of a tournament that the world of these tests can fill in."""
    entry = tournament.registrations.get(start_number=1)
    values = {
        "tournament_id": tournament.pk,
        "club_id": tournament.club_id,
        "slug": tournament.club.slug,
        "round_number": 1,
        "match_number": 1,
        "table_number": 1,
        "number": 1,
        "start_number": 1,
        "registration_id": entry.pk,
        "player_id": entry.player_id,
    }
    for each in ALL:
        if each.pattern.name in NEW:
            continue
        if each.arguments - {"team_number"} <= values.keys():
            for team in (1, 2) if "team_number" in each.arguments else (1,):
                yield each.at(values | {"team_number": team})


# What is new each time a page is asked for, whoever reads it: tokens, keys, moments, sizes.
NEW_EACH_TIME = re.compile(
    r"\b[A-Za-z0-9]{64}\b|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.+Z-]*"
    r"|\d+ (?:o|ko|Ko|ms)\b|(?<=etag=\")[^\"]*|(?<=nonce=\")[^\"]*|/j/[\w-]+|\"digest\": \"\w+\""
)


def test_nobody_reads_who_is_in_a_line_up_before_the_other_team_has_sealed_its_own(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    other = match.other
    assert other is not None
    readers = {
        "nobody": Client(),
        "organiser": logged_in(organiser(quadrettes.club)),
        "captain of the other team": captain_phone(other),
    }
    addresses = [*pages(quadrettes), reverse("own"), own_line_up(quadrettes)]

    def read(taker: int) -> dict[tuple[str, str], str]:
        told = {}
        with transaction.atomic():
            sealed(match, match.one, taker)
            for who, client in readers.items():
                for page in addresses:
                    answer = client.get(page)
                    if answer.streaming or answer.status_code != 200:
                        continue
                    content = answer.content
                    if content.startswith(b"\x1f\x8b"):  # the whole event
                        content = gzip.decompress(content)
                    told[who, page] = NEW_EACH_TIME.sub("", content.decode("utf-8", "replace"))
            transaction.set_rollback(True)
        return told

    one, another = read(0), read(3)
    assert {who for who, _page in one} == readers.keys()
    assert {where for where in one if one[where] != another[where]} == set()
    assert JournalEntry.objects.filter(action="composition scellée").count() == 0


def stand_in_page(tournament: Tournament) -> str:
    return reverse("own_stand_in", args=[tournament.pk, 1])


def test_a_captain_calls_who_is_of_no_team_lines_him_up_and_sends_him_back(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    free, hidden, gone = registered(quadrettes, [91, 92, 93])
    Player.objects.filter(pk=hidden.player_id).update(consent=False)
    Registration.objects.filter(pk=gone.pk).update(status=Status.WITHDRAWN)
    phone = captain_phone(match.one)
    shown = words(phone.get(own_line_up(quadrettes)))
    assert public_name(free) in shown
    assert "Joueur n° 92" in shown
    assert hidden.player.full_name not in shown
    assert f"n° {gone.start_number}" not in shown
    for _twice in range(2):  # the button was pressed twice
        assert phone.post(stand_in_page(quadrettes), {"registration": free.pk}).status_code == 303
    free.refresh_from_db()
    assert (free.team_id, free.called_at is not None) == (match.one_id, True)
    entry = JournalEntry.objects.get(action="remplaçant appelé")
    assert (entry.by_name, entry.subject) == (str(match.one.captain.player), str(free))
    back = reverse("send_stand_in_back", args=[quadrettes.pk, 1, free.start_number])
    assert "n’est plus de votre équipe" in words(phone.post(back, follow=True))
    free.refresh_from_db()
    assert (free.team_id, free.called_at) == (None, None)
    phone.post(stand_in_page(quadrettes), {"registration": free.pk})
    assert sent(phone, own_line_up(quadrettes), match, 0, [5, 0, 1, 2]).status_code == 303  # he takes
    assert SealedLineUp.objects.get().taker == free
    refused = words(phone.post(back, follow=True))
    assert "est dans une composition de l’équipe : changez-la d’abord" in refused
    member = match.one.members.exclude(pk=free.pk).filter(is_captain=False).first()
    kept = phone.post(reverse("send_stand_in_back", args=[quadrettes.pk, 1, member.start_number]), follow=True)
    assert "est de l’équipe depuis sa formation" in words(kept)


def refused_stand_in(match: Match, registration: int | None) -> tuple[str, str]:
    """Return the code and the sentence by which a stand-in is refused."""
    team = Team.objects.get(pk=match.one_id)
    refusal = refusal_of(
        call_stand_in, match=match, team=team, registration=registration, by=ByLink(team.captain.player), at=NOW
    )
    return refusal.code, plain(str(refusal))


def test_who_may_not_stand_in_is_said_by_his_public_name(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    other = match.other.members.filter(is_captain=False).first()
    Player.objects.filter(pk=other.player_id).update(consent=False)
    code, sentence = refused_stand_in(match, other.pk)
    assert code == "other_team"
    assert sentence.startswith(f"Joueur n° {other.start_number} est de l’équipe « {match.other.name} »")
    assert refused_stand_in(match, None)[0] == refused_stand_in(match, 10**6)[0] == "not_registered"
    elsewhere = registered(of_matches(quadrettes.club, 2), [91])[0]
    assert refused_stand_in(match, elsewhere.pk)[0] == "not_registered"
    free, sixth, seventh = registered(quadrettes, [91, 92, 93])
    Registration.objects.filter(pk=free.pk).update(status=Status.EXCLUDED)
    assert refused_stand_in(match, free.pk)[0] == "player_left"
    Registration.objects.filter(pk=sixth.pk).update(team=match.one)
    assert refused_stand_in(match, seventh.pk)[0] == "team_full"
    assert not Registration.objects.exclude(called_at=None).exists()


def test_who_plays_the_same_etuis_elsewhere_does_not_stand_in(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    deal = BoardDeal.objects.create(club=quadrettes.club, seed=1)
    (free,) = registered(quadrettes, [91])
    other = of_matches(quadrettes.club, 2, board_deal=deal)
    RegistrationFactory(tournament=other, player=free.player, start_number=91)
    rewrite(quadrettes, board_deal=deal)
    assert refused_stand_in(match, free.pk)[0] == "boards_met_again"


def test_nobody_stands_in_once_both_line_ups_are_there_or_the_tables(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    (free,) = registered(quadrettes, [91])
    sealed(match, match.one)
    phone = captain_phone(match.one)
    assert phone.post(stand_in_page(quadrettes), {"registration": free.pk}).status_code == 303  # his own alone is
    sealed(match, match.other)
    (late,) = registered(quadrettes, [92])
    assert refused_stand_in(match, late.pk)[0] == "line_ups_open"
    page = phone.post(stand_in_page(quadrettes), {"registration": late.pk})
    assert page.status_code == 422
    assert "Les deux compositions sont scellées" in words(page)
    matches_published(quadrettes, 1)
    assert refused_stand_in(match, late.pk)[0] == "round_published"
    assert phone.post(stand_in_page(quadrettes), {"registration": late.pk}).status_code == 303
    late.refresh_from_db()
    assert late.team is None


def test_only_a_captain_calls_a_stand_in(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    (free,) = registered(quadrettes, [91])
    member = match.one.members.filter(is_captain=False).first()
    for phone in (evening_phone(member), evening_phone(free), Client()):
        phone.post(stand_in_page(quadrettes), {"registration": free.pk})
    assert captain_phone(match.one).get(stand_in_page(quadrettes))["Location"] == own_line_up(quadrettes)
    free.refresh_from_db()
    assert free.team is None
