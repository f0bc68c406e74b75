"""Two files of one person that two clubs keep: linked by both, undone by either, one person in leagues alone."""

import datetime
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.services.undo.imports import undo_import
from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    logged_in,
    organiser,
)
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.rounds import evening
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.models import ByLink, Club, Import, JournalEntry, League, LeagueGuest, Player, Season, Tournament
from tournaments.queries.people.linking import linked_files
from tournaments.queries.privacy.erasing import erasing_player
from tournaments.queries.standings.known_leagues import own_leagues
from tournaments.queries.standings.league_places import league_place_of
from tournaments.queries.standings.leagues import league_standings, public_league
from tournaments.services.clubs.leagues import publish_league
from tournaments.services.people.consents import record_consents
from tournaments.services.people.files import hide_player
from tournaments.services.people.linking import link_files, offer_link, unlink
from tournaments.services.people.merging import merge_players
from tournaments.services.privacy.erasing import erase_player
from tournaments.standings import LeagueRule

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(days=31)


@pytest.fixture
def there() -> Club:
    return ClubFactory(name="Ailleurs")


@pytest.fixture
def one(club: Club) -> Player:
    return PlayerFactory(
        club=club, last_name="Roy", first_name="Al", licence="777", email="secret@ici.example", email_consent=True
    )


@pytest.fixture
def other(there: Club) -> Player:
    return PlayerFactory(club=there, last_name="ROY", first_name="Al", licence="", birth_year=1951)


def link(one: Player, other: Player) -> None:
    code = offer_link(player=one, by=organiser(one.club), at=NOW).link_code
    link_files(player=other, code=code.upper(), by=organiser(other.club), at=NOW)
    one.refresh_from_db()
    other.refresh_from_db()


def journal(club: Club) -> list[tuple[str, str]]:
    return list(JournalEntry.objects.filter(club=club).order_by("pk").values_list("action", "subject"))


def test_one_club_gives_a_code_and_the_other_types_it(one: Player, other: Player) -> None:
    link(one, other)
    assert (list(linked_files(one)), list(linked_files(other))) == ([other], [one])
    assert (one.link_code, one.link_code_until) == ("", None)  # it is good once
    assert journal(one.club) == [("code de lien donné", "Roy Al"), ("fiches liées", "Roy Al")]
    assert journal(other.club) == [("fiches liées", "ROY Al")]
    written = str(list(JournalEntry.objects.filter(club=other.club).values()))
    assert not [word for word in ("777", "secret") if word in written]


def test_the_one_who_types_is_told_nothing_before(one: Player, other: Player) -> None:
    """Whatever is wrong with a code, the sentence says nothing of whose it is."""
    by = organiser(other.club)
    code = offer_link(player=one, by=organiser(one.club), at=NOW).link_code
    Player.objects.filter(pk=one.pk).update(last_name="Zimmer", search_text="")
    told = [refusal_of(link_files, player=other, code=typed, by=by, at=NOW) for typed in (code, "x" * 12, "")]
    told.append(refusal_of(link_files, player=other, code=code, by=by, at=LATER))
    assert [refusal.code for refusal in told] == ["not_one_person", *["unknown_code"] * 3]
    assert not [word for word in ("Zimmer", "Al", "777", one.club.name) if word in " ".join(map(str, told)).split()]


def test_only_the_club_that_keeps_a_file_links_it_or_undoes_it(one: Player, other: Player) -> None:
    code = offer_link(player=one, by=organiser(one.club), at=NOW).link_code
    strangers = [organiser(ClubFactory()), organiser(other.club)]
    for by in strangers:
        assert refusal_of(offer_link, player=one, by=by, at=NOW).code == "kept_elsewhere"
        assert refusal_of(unlink, player=one, by=by, at=NOW).code == "kept_elsewhere"
    assert refusal_of(link_files, player=other, code=code, by=organiser(one.club), at=NOW).code == "kept_elsewhere"
    assert refusal_of(unlink, player=one, by=ByLink(one, of_evening=True), at=NOW).code == "kept_elsewhere"


@pytest.mark.parametrize("side", [0, 1])
def test_either_undoes_it_at_once_and_the_other_is_told(one: Player, other: Player, side: int) -> None:
    link(one, other)
    files = (one, other)
    unlink(player=files[side], by=organiser(files[side].club), at=NOW)
    assert not Player.objects.exclude(linked_as="").exists()
    assert [journal(file.club)[-1][0] for file in files] == ["lien de fiches défait"] * 2


def test_a_third_file_is_of_the_same_person(one: Player, other: Player) -> None:
    third = PlayerFactory(club=ClubFactory(), last_name="Roy", first_name="Al", licence="")
    link(one, other)
    link(third, other)
    assert set(linked_files(one)) == {other, third} or set(linked_files(third)) == {one, other}
    unlink(player=third, by=organiser(third.club), at=NOW)
    assert list(linked_files(one)) == [other]


def test_the_pages_of_both_are_made_again(one: Player, other: Player) -> None:
    """Their leagues count one person from now on, and two again once it is undone."""
    played = [RegistrationFactory(player=each, tournament__club=each.club).tournament for each in (one, other)]

    def revisions() -> list[int]:
        return [Tournament.objects.get(pk=tournament.pk).revision for tournament in played]

    before = revisions()
    link(one, other)
    linked = revisions()
    unlink(player=one, by=organiser(one.club), at=NOW)
    assert all(was < then < now for was, then, now in zip(before, linked, revisions(), strict=True))


def test_two_links_become_one(one: Player, other: Player) -> None:
    third, fourth = (PlayerFactory(club=ClubFactory(), last_name="Roy", first_name="Al", licence="") for _n in "34")
    link(one, other)
    link(third, fourth)
    link(third, other)
    files = {one, other, third, fourth}
    assert [set(linked_files(Player.objects.get(pk=each.pk))) for each in files] == [files - {each} for each in files]


def test_two_licences_are_never_linked(one: Player, other: Player) -> None:
    Player.objects.filter(pk=other.pk).update(licence="888")
    code = offer_link(player=one, by=None, at=NOW).link_code
    refusal = refusal_of(link_files, player=other, code=code, by=None, at=NOW)
    assert plain(str(refusal)) == "Les deux fiches ont chacune une licence : ce sont deux personnes."
    Player.objects.filter(pk=other.pk).update(licence="")
    third = PlayerFactory(club=ClubFactory(), last_name="Roy", first_name="Al", licence="999")
    link(one, other)
    code = offer_link(player=third, by=None, at=NOW).link_code
    assert refusal_of(link_files, player=other, code=code, by=None, at=NOW).code == "not_one_person"


def test_files_of_one_club_are_merged_instead(one: Player) -> None:
    second = PlayerFactory(club=one.club, last_name="Roy", first_name="Al", licence="")
    code = offer_link(player=one, by=None, at=NOW).link_code
    assert "fusionnez-les" in str(refusal_of(link_files, player=second, code=code, by=None, at=NOW))


def test_a_merge_keeps_the_link(one: Player, other: Player) -> None:
    link(one, other)
    keep = PlayerFactory(club=one.club, last_name="Roi", first_name="Al", licence="")
    merge_players(keep=keep, drop=one, by=None, at=NOW)
    assert list(linked_files(Player.objects.get(pk=other.pk))) == [keep]


def test_an_erasure_is_asked_of_the_club_of_the_linked_file(one: Player, other: Player) -> None:
    link(one, other)
    assert "Sa fiche liée d’un autre club n’est pas effacée ici" in " ".join(erasing_player(one).touches)
    erase_player(player=one, by=organiser(one.club), at=NOW)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.linked_as, one.link_code) == ("", "")
    assert other.erasure_asked_on is not None
    assert ("effacement demandé", "ROY Al") in journal(other.club)


# In leagues


@pytest.fixture
def season(one: Player, other: Player) -> Season:
    """Three evenings in two clubs: under one file +100 and −30, under the other +50; somebody else came to each."""
    here, away = SeasonFactory(club=one.club, rule=LeagueRule(minimum=1)), SeasonFactory(club=other.club)
    LeagueGuest.objects.create(league=here.main_league, season=away, agreed_at=NOW)
    rival = PlayerFactory(club=one.club, last_name="Rival", licence="1")
    evening(here, 1, {one: 100, rival: -100})
    evening(here, 2, {one: -30, rival: 30})
    evening(away, 3, {other: 50, rival: -50})
    return here


def lines(season: Season) -> dict[str, int]:
    return {f"{line.name} {line.played}": line.total for line in league_standings(season.main_league).lines}


def test_their_points_are_one_line(season: Season, one: Player, other: Player) -> None:
    assert lines(season) == {"Roy Al 2": 70, "ROY Al 1": 50, "Rival Prénom 3": -120}
    link(one, other)
    assert lines(season) == {"Roy Al 3": 120, "Rival Prénom 3": -120}
    for file in (one, other):
        assert league_place_of(season.main_league, file.pk).line.total == 120
        assert own_leagues(file)[0].line.total == 120
    unlink(player=other, by=organiser(other.club), at=NOW)
    assert lines(season) == {"Roy Al 2": 70, "ROY Al 1": 50, "Rival Prénom 3": -120}


def test_the_rule_counts_them_as_one_person_s(season: Season, one: Player, other: Player) -> None:
    def ranked(rule: LeagueRule) -> list[tuple[str, int]]:
        season.leagues.update(rule=rule.data)
        league = League.objects.select_related("season__club").get(season=season)
        return [(line.name, line.total) for line in league_standings(league).ranked]

    assert ranked(LeagueRule(minimum=3)) == [("Rival Prénom", -120)]
    link(one, other)
    assert ranked(LeagueRule(minimum=3)) == [("Roy Al", 120), ("Rival Prénom", -120)]
    assert ranked(LeagueRule(best_of=2))[0] == ("Roy Al", 150)  # the two best of three evenings


@pytest.mark.parametrize("hidden", ["one", "other"])
def test_who_refuses_in_one_of_the_two_clubs_is_not_named(
    season: Season, one: Player, other: Player, hidden: str
) -> None:
    link(one, other)
    Player.objects.filter(pk={"one": one, "other": other}[hidden].pk).update(consent=False)
    shown = public_league(season.main_league)
    assert [line.name for line in shown.lines] == ["Rival Prénom"]
    assert shown.unnamed == 1


@pytest.mark.parametrize("by_list", [False, True])
def test_a_publication_that_is_cached_is_read_again_once_he_refuses_elsewhere(
    client: Client, one: Player, other: Player, *, by_list: bool
) -> None:
    season = SeasonFactory(club=one.club, rule=LeagueRule(minimum=1))
    evening(season, 1, {one: 100, PlayerFactory(club=one.club): -100})
    by = organiser(one.club)
    published = publish_league(league=season.main_league, key=uuid.uuid4(), by=by, at=NOW)
    link(one, other)
    address = reverse("published_league", args=[published.pk])
    before = client.get(address)
    assert "Roy Al" in before.content.decode()

    if by_list:
        rows = [PlayerRow(2, "ROY", "Al", consent=False)]
        seen = examine(club=other.club, rows=rows).fingerprint
        apply_import(club=other.club, rows=rows, fingerprint=seen, by=None, at=NOW)
    else:
        hide_player(club=other.club, player=other, by=organiser(other.club), at=NOW)

    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, "Roy Al" in after.content.decode()) == (200, False)
    if by_list:
        undo_import(made=Import.objects.get(), by=None, at=NOW)
    else:
        record_consents(club=other.club, players=[other], by=None, at=NOW)
    again = client.get(address, headers={"If-None-Match": after["ETag"]})
    assert (again.status_code, "Roy Al" in again.content.decode()) == (200, True)


def test_who_is_linked_with_nobody_has_nobody_else_s_evening_read_again(one: Player, other: Player) -> None:
    tournament = RegistrationFactory(player=other).tournament
    hide_player(club=one.club, player=one, by=organiser(one.club), at=NOW)
    assert Tournament.objects.get(pk=tournament.pk).revision == tournament.revision


def test_two_who_sat_in_one_evening_or_have_two_licences_since_stay_two(
    season: Season, one: Player, other: Player
) -> None:
    link(one, other)
    Player.objects.filter(pk=other.pk).update(licence="888")
    assert len(lines(season)) == 3
    Player.objects.filter(pk=other.pk).update(licence="")
    assert len(lines(season)) == 2
    evening(season, 4, {one: 5, other: -5})
    assert len(lines(season)) == 3


# The page


def page_of(player: Player, client: Client) -> str:
    return plain(client.get(reverse("link_player", args=[player.club_id, player.pk])).content.decode())


def test_the_page_gives_a_code_takes_one_and_undoes(one: Player, other: Player) -> None:
    here, away = logged_in(organiser(one.club)), logged_in(organiser(other.club))
    at_home, at_theirs = (reverse("link_player", args=[each.club_id, each.pk]) for each in (one, other))
    assert at_home in here.get(reverse("edit_player", args=[one.club_id, one.pk])).content.decode()
    here.post(at_home, {"offer": "1"})
    code = Player.objects.get(pk=one.pk).link_code
    assert f'<b class="letters">{code}</b>' in page_of(one, here)
    assert away.post(at_theirs, {"code": "faux"}).status_code == 422
    assert away.post(at_theirs, {"code": f" {code} "}).status_code == 303
    told = page_of(other, away)
    assert f"<li>{one.club.name}</li>" in told
    assert not [word for word in ("777", "secret@ici.example") if word in told]
    away.post(at_theirs, {"undo": "1"})
    assert "Liée à une fiche de" not in page_of(one, here)


def test_the_page_is_of_the_club_that_keeps_the_file(one: Player, other: Player) -> None:
    by_other = logged_in(organiser(other.club))
    one.memberships.get_or_create(club=other.club)
    assert by_other.get(reverse("link_player", args=[other.club_id, one.pk])).status_code == 404
    assert by_other.get(reverse("link_player", args=[one.club_id, one.pk])).status_code == 403
    theirs = by_other.get(reverse("edit_player", args=[other.club_id, one.pk])).content.decode()
    for name in ("link_player", "merge_players", "delete_player"):
        assert reverse(name, args=[other.club_id, one.pk]) not in theirs
    somebody = logged_in(AccountFactory())
    assert somebody.get(reverse("link_player", args=[one.club_id, one.pk])).status_code == 403
