"""Members of several clubs: joined on somebody's word, ended, merged across clubs; what each club may do to them."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    DAY,
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    logged_in,
    organiser,
)
from tests.refusals import refusal_of
from tests.tournaments.ways import told as secrets_in
from tournaments.labels import EntryState, Grade, RoleName, Status, TournamentState
from tournaments.models import Account, Appointment, Club, Entry, JournalEntry, Membership, Player, Tournament
from tournaments.queries.money.fees import fees_owing
from tournaments.queries.people.files import may_change, seen_by, suspended_at
from tournaments.queries.people.members import grade_of, holders_elsewhere
from tournaments.queries.privacy.erasing import erasing_player
from tournaments.refusals import MayBeKnown
from tournaments.services.people.appointments import renew_password
from tournaments.services.people.joining import receive
from tournaments.services.people.members import end_membership
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import PlayerFacts, add_player, change_player, join_club
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.undo.undoing import delete_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Club:
    return ClubFactory(name="Ailleurs")


@pytest.fixture
def of_both(club: Club, there: Club) -> Player:
    """A person whose file `there` keeps, and who is a member here too."""
    player = PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al", consent=False)
    return join_club(club=club, player=player, by=None, at=NOW)


def lines(club: Club) -> list[tuple[str, str]]:
    return list(JournalEntry.objects.filter(club=club).order_by("pk").values_list("action", "subject"))


def test_a_new_player_is_a_member_and_a_double_is_not(club: Club):
    written = Player.objects.bulk_create([Player(club=club, last_name="A"), Player(club=club, last_name="B")])
    double = Player.rows.create(club=club, last_name="C", double_of=written[0])

    assert set(club.players) == set(written)
    assert not double.clubs.exists()


def test_who_joins_is_seen_by_both_clubs_and_each_journal_says_so(club: Club, there: Club, of_both: Player):
    again = join_club(club=club, player=of_both, by=None, at=NOW)

    assert of_both in club.players
    assert of_both in there.players
    assert again.club == there
    assert lines(club) == lines(there) == [("adhésion", f"Roy Al\u00a0: {club}")]


@pytest.mark.parametrize(
    ("last", "first", "is_asked"),
    [
        ("ROY", "al", True),
        ("Al", "Roy", True),
        ("Roy", "A.", True),
        ("Roy", "Marguerite", False),
        ("Petit", "Al", False),
    ],
)
def test_it_is_asked_where_the_names_agree_and_else_nothing_is_told(
    club: Club, there: Club, last: str, first: str, is_asked: bool
):
    holder = PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al")

    refused = refusal_of(add_player, club=club, facts=PlayerFacts(last, first, licence="777"), by=None, at=NOW)

    assert isinstance(refused, MayBeKnown) == is_asked
    assert ("Roy Al" in str(refused)) == is_asked
    assert there.name not in str(refused)
    assert holder not in club.players


def test_many_licences_are_looked_up_by_one_query(club: Club, django_assert_num_queries):
    people = PlayerFactory.create_batch(30)
    PlayerFactory(club=club, licence="OURS")
    written = [(one.licence, one.last_name, one.first_name) for one in people] + [("OURS", "X", "")]

    with django_assert_num_queries(1):
        found = holders_elsewhere(club.pk, written)

    assert set(found) == {one.licence for one in people}


def test_his_other_clubs_read_that_his_file_changed_and_not_what(club: Club, there: Club, of_both: Player):
    change_player(player=of_both, facts=PlayerFacts("Roy", "Al", licence="777", consent=True), by=None, at=NOW)

    assert (lines(club)[-1], lines(there)[-1]) == (("fiche modifiée", "Roy Al"), ("joueur modifié", "Roy Al"))
    told = JournalEntry.objects.filter(club=club).latest("pk")
    assert (told.details, told.by, told.by_name) == ({"id": of_both.pk}, None, "Ailleurs")


def test_a_membership_ends_with_its_day_and_his_file_goes_to_the_club_that_is_left(
    club: Club, there: Club, of_both: Player
):
    entry = RegistrationFactory(tournament__club=there, tournament__state=TournamentState.FINISHED, player=of_both)

    left = end_membership(club=there, player=of_both, by=None, at=NOW)

    assert (left.club, list(left.clubs)) == (club, [club])  # his file goes to the club that is left
    assert Membership.objects.get(club=there, player=of_both).until == NOW.date()
    assert entry.tournament.registrations.get().player == of_both
    assert lines(there)[-1] == ("adhésion terminée", "Roy Al\u00a0: Ailleurs")
    assert end_membership(club=club, player=of_both, by=None, at=NOW).club == club  # and stays there, a former member
    assert (of_both in club.players, of_both in club.files) == (False, True)


def test_a_membership_ends_with_its_day_where_a_fee_was_paid(club: Club, of_both: Player):
    season = SeasonFactory(club=club)
    fee = a_fee(of_both.memberships.get(club=club), season, paid=1500)
    here = Membership.objects.filter(club=club, player=of_both)
    here.update(phone="0612345678", phone_consent=True, suspended_from=DAY, suspension_reason="propos")
    end_membership(club=club, player=of_both, by=None, at=NOW)

    fee.refresh_from_db()
    assert fee.membership.until == DAY
    kept = here.values_list("phone", "phone_consent", "suspended_from", "suspension_reason").get()
    assert kept == ("", False, None, "")  # what a club wrote of him alone goes with his last day there
    assert not fees_owing(season).exists()  # of 20 € he paid 15: who is no member any more owes no rest


def test_his_file_goes_to_the_club_where_he_has_been_longest(club: Club, there: Club, of_both: Player):
    join_club(club=ClubFactory(name="Encore"), player=of_both, by=None, at=NOW)
    assert end_membership(club=there, player=of_both, by=None, at=NOW).club == club


def test_his_file_never_goes_to_a_club_where_he_only_plays(club: Club, there: Club) -> None:
    player = PlayerFactory(club=there, last_name="Roy", first_name="Al")
    receive(club, [player])  # before he was a member anywhere else
    third = ClubFactory(name="Encore")
    join_club(club=third, player=player, by=None, at=NOW)
    assert end_membership(club=there, player=player, by=None, at=NOW).club == third


def test_who_played_under_another_number_played_there(club: Club, of_both: Player):
    double = Player.rows.create(club=of_both.club, last_name="Roy", double_of=of_both)
    RegistrationFactory(tournament__club=club, tournament__state=TournamentState.FINISHED, player=double)
    end_membership(club=club, player=of_both, by=None, at=NOW)
    assert Membership.objects.get(club=club, player=of_both).until == NOW.date()


def test_what_a_club_kept_of_who_left_it_holds_no_more(club: Club, there: Club, of_both: Player):
    """Its suspension, its contact, and its word on his consent went with the membership."""
    suspended = {"suspended_from": NOW.date(), "suspension_reason": "propos"}
    hides = {"consent": [True, False]}
    here, by = Membership.objects.filter(club=club, player=of_both), organiser(club)
    here.update(email="al@exemple.fr", email_consent=True, **suspended)
    (seen,) = seen_by(club.pk, [of_both])
    assert (seen.email, seen.is_suspended_on(NOW.date())) == ("al@exemple.fr", True)
    assert suspended_at(club.pk, NOW.date()) == {of_both.pk}
    assert may_change(of_both, hides, by)
    here.update(until=NOW.date())
    (seen,) = seen_by(club.pk, [of_both])
    assert (seen.email, seen.is_suspended_on(NOW.date())) == ("", False)
    assert suspended_at(club.pk, NOW.date()) == set()
    assert not may_change(of_both, hides, by)


def test_the_club_that_keeps_his_file_suspends_by_the_file_alone(there: Club, of_both: Player):
    """His row in its own list has the same columns, and nothing in them is asked."""
    suspended = {"suspended_from": NOW.date(), "suspension_reason": "propos"}
    Membership.objects.filter(club=there, player=of_both).update(**suspended)
    assert suspended_at(there.pk, NOW.date()) == set()
    Player.objects.filter(pk=of_both.pk).update(**suspended)
    assert suspended_at(there.pk, NOW.date()) == {of_both.pk}


def test_the_pages_of_who_changes_keeper_are_made_again(club: Club, there: Club, of_both: Player):
    """His club stands beside his name where he played: those pages are told, and no other."""
    played = RegistrationFactory(tournament__club=there, tournament__state=TournamentState.FINISHED, player=of_both)
    other = TournamentFactory(club=there)
    before = {each.pk: each.revision for each in Tournament.objects.all()}
    end_membership(club=there, player=of_both, by=None, at=NOW)
    after = {each.pk: each.revision for each in Tournament.objects.all()}
    assert (after[played.tournament_id] - before[played.tournament_id], after[other.pk] - before[other.pk]) == (1, 0)


def test_who_is_entered_in_an_evening_to_come_does_not_leave(club: Club, of_both: Player):
    RegistrationFactory(tournament__club=club, player=of_both)

    assert "Il est inscrit à" in str(refusal_of(end_membership, club=club, player=of_both, by=None, at=NOW))


def test_a_former_member_who_comes_back_is_asked_for_and_joins_again(club: Club, there: Club):
    player = PlayerFactory(club=there, licence="", last_name="Roy", first_name="Al")
    join_club(club=club, player=player, by=None, at=NOW)
    RegistrationFactory(tournament__club=club, tournament__state=TournamentState.FINISHED, player=player)
    end_membership(club=club, player=player, by=None, at=NOW)

    asked = refusal_of(add_player, club=club, facts=PlayerFacts("Roy", "Al"), by=None, at=NOW)
    back = add_player(club=club, facts=PlayerFacts("Roy", "Al"), same=player.pk, by=None, at=NOW)

    assert (asked.code, back) == ("was_a_member", player)
    assert player in club.players
    assert Membership.objects.get(club=club, player=player).until is None


def test_files_that_two_clubs_keep_are_merged_by_nobody(club: Club, there: Club):
    """Nor by who organises both, or shares a member with the other: what each keeps has its own history."""
    keep = PlayerFactory(club=club, licence="", last_name="Roy", first_name="Al")
    drop = PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al")
    join_club(club=club, player=drop, by=None, at=NOW)
    entry = RegistrationFactory(tournament__club=there, player=drop)
    both = organiser(club)
    Appointment.objects.create(account=both, role=RoleName.ORGANISER, club=there)

    for one, other in ((keep, drop), (drop, keep)):
        for by in (organiser(club), organiser(there), both, AccountFactory(is_superuser=True), None):
            refused = refusal_of(merge_players, keep=one, drop=other, by=by, at=NOW)
            assert "Seul fusionne deux fiches le club qui tient l’une et l’autre" in str(refused)
    assert entry.tournament.registrations.get().player == drop


def test_a_merge_is_told_to_who_knew_the_one_that_goes_and_no_more_than_that(club: Club, there: Club):
    third = ClubFactory()
    keep = PlayerFactory(club=club, licence="", last_name="Roy", first_name="Al")
    drop = PlayerFactory(club=club, licence="777", last_name="Roi", first_name="Al")
    join_club(club=there, player=drop, by=None, at=NOW)
    join_club(club=third, player=keep, by=None, at=NOW)

    merge_players(keep=keep, drop=drop, by=organiser(club), at=NOW)

    told = {line.club: line.details for line in JournalEntry.objects.filter(action="joueurs fusionnés")}
    assert set(told) == {club, there}
    assert told[there] == {"id": drop.pk, "kept": keep.pk}
    assert told[club]["licence"] == "777"


@pytest.mark.parametrize(
    ("one", "other", "becomes"),
    [
        ("member, over", "guest", Grade.GUEST),
        ("member, over", "asked", Grade.ASKED),
        ("guest", "member, over", Grade.GUEST),
        ("guest", "asked", Grade.ASKED),
        ("asked", "member", Grade.MEMBER),
        ("member, over", "member, over", None),
    ],
)
def test_a_merge_makes_no_member_of_who_is_none(club: Club, there: Club, one: str, other: str, becomes: Grade | None):
    keep, drop = (PlayerFactory(club=there, licence="", last_name="Roy") for _file in range(2))
    for player, row in ((keep, one), (drop, other)):
        grade, over = row.split(",")[0], DAY if "over" in row else None
        asked_on = DAY if grade == Grade.ASKED else None
        Membership.objects.create(club=club, player=player, grade=grade, until=over, asked_on=asked_on)
    merge_players(keep=keep, drop=drop, by=None, at=NOW)

    assert grade_of(keep, club) == becomes
    assert Membership.objects.filter(club=club, asked_on=DAY).exists() == (becomes == Grade.ASKED)


def test_a_merge_within_a_club_keeps_one_membership_of_each(club: Club, there: Club, of_both: Player):
    drop = PlayerFactory(club=there, licence="", last_name="Roi", first_name="Al")

    merge_players(keep=of_both, drop=drop, by=None, at=NOW)

    assert set(of_both.clubs) == {club, there}


@pytest.mark.parametrize("act", [erase_player, delete_player])
def test_a_club_that_does_not_keep_his_file_takes_him_from_nobody(club: Club, of_both: Player, act):
    refused = refusal_of(act, player=of_both, by=organiser(club), at=NOW)

    assert "«\u00a0Ailleurs\u00a0» tient " in str(refused)
    assert "adhésion" in str(refused)


@pytest.mark.parametrize("knows", ["member", "entered"])
def test_the_club_that_keeps_his_file_does_not_delete_whom_another_knows(club: Club, there: Club, knows: str):
    player = PlayerFactory(club=club)
    if knows == "member":
        join_club(club=there, player=player, by=None, at=NOW)
    else:
        RegistrationFactory(player=player, tournament__club=there)

    refused = refusal_of(delete_player, player=player, by=organiser(club), at=NOW)

    assert "est aussi membre ou inscrit dans un autre club" in str(refused)
    assert "Ailleurs" not in str(refused)


def test_the_club_that_keeps_his_file_erases_him_and_no_other_keeps_him_waiting(club: Club, there: Club):
    player = PlayerFactory(club=club, last_name="Roy", first_name="Al", licence="777")
    running = RegistrationFactory(player=player, tournament__club=there, tournament__state=TournamentState.RUNNING)
    over = RegistrationFactory(player=player, tournament__club=there, tournament__state=TournamentState.FINISHED)
    coming = TournamentFactory(club=there, entries_open=True, capacity=2)
    for number, (last, first, licence) in enumerate((("Roy", "Al", "777"), ("Vent", "Éole", "")), 1):
        Entry.objects.create(
            tournament=coming,
            number=number,
            state=EntryState.CONFIRMED if number == 1 else EntryState.WAITING,
            last_name=last,
            first_name=first,
            licence=licence,
            places=2,
            key=uuid.uuid4(),
            entered_at=NOW,
        )
    Tournament.objects.filter(pk=coming.pk).update(places_taken=2)
    join_club(club=there, player=player, by=None, at=NOW)

    assert "Il est retiré de 2 soirées d’autres clubs" in " ".join(erasing_player(player).touches)
    erase_player(player=player, by=organiser(club), at=NOW)

    for entry, status in ((running, Status.WITHDRAWN), (over, Status.PRESENT)):
        entry.refresh_from_db()
        assert entry.status == status
    assert [(entry.last_name, entry.state) for entry in coming.entries.all()] == [("Vent", EntryState.CONFIRMED)]
    (left,) = running.tournament.journal.all()
    assert (left.action, left.subject) == ("retrait par le joueur", f"n° {running.start_number} Joueur effacé")
    assert lines(there)[-1] == ("données effacées", "Joueur effacé")
    assert not JournalEntry.objects.filter(subject__contains="Roy").exists()


def test_at_the_club_that_keeps_his_file_an_evening_that_goes_on_is_finished_first(club: Club):
    player = PlayerFactory(club=club)
    RegistrationFactory(player=player, tournament__club=club)

    assert "terminez ce tournoi" in str(refusal_of(erase_player, player=player, by=organiser(club), at=NOW))


def test_the_administrator_erases_him_everywhere(club: Club, there: Club, of_both: Player):
    administrator = AccountFactory(is_superuser=True)

    erased = erase_player(player=of_both, by=administrator, at=NOW).player

    assert re.fullmatch(r"Joueur effacé \d{6}", erased.full_name)
    assert not JournalEntry.objects.filter(subject__contains="Roy").exists()
    assert lines(club)[-1][0] == lines(there)[-1][0] == "données effacées"


def test_no_club_gives_a_password_to_a_member_of_another(club: Club, of_both: Player):
    account = AccountFactory(player=of_both)

    assert refusal_of(renew_password, club=club, account=account, by=None, at=NOW).code == "not_only_ours"


# The pages


@pytest.fixture
def by_club(club: Club) -> Client:
    return logged_in(organiser(club))


def page(client: Client, name: str, club: Club, player: Player) -> str:
    return client.get(reverse(name, args=[club.pk, player.pk])).content.decode()


def test_his_page_says_his_clubs_and_the_list_leads_to_it(club: Club, of_both: Player, by_club: Client):
    listed = by_club.get(reverse("club_players", args=[club.pk])).content.decode()

    assert reverse("edit_player", args=[club.pk, of_both.pk]) in listed
    assert "Il est aussi membre de Ailleurs." in page(by_club, "edit_player", club, of_both)
    for name in ("erase_player", "delete_player"):
        assert reverse("end_membership", args=[club.pk, of_both.pk]) in page(by_club, name, club, of_both)


def test_what_the_other_club_keeps_is_not_given_to_this_one(club: Club, of_both: Player, by_club: Client):
    where = reverse("player_data", args=[club.pk, of_both.pk])

    assert by_club.get(where).status_code == 303
    Appointment.objects.create(account=Account.objects.get(), role=RoleName.ORGANISER, club=of_both.club)
    assert by_club.get(where).json()["player"]["clubs"] == sorted([club.name, "Ailleurs"])


def test_a_new_player_is_asked_for_and_waits_for_his_word_or_his_club_s(club: Club, there: Club, by_club: Client):
    holder = PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al", birth_year=1950)
    where = reverse("add_player", args=[club.pk])
    typed = {"last_name": "roy", "first_name": "al", "licence": "777", "category": "senior"}

    asked = by_club.post(where, typed)
    joined = by_club.post(where, typed | {"who": str(holder.pk)})

    assert asked.status_code == 422
    assert "c’est Roy Al" in asked.content.decode()
    assert secrets_in(asked.content.decode()) == []  # his club alone knows it
    assert joined.status_code == 303
    assert grade_of(holder, club) == Grade.ASKED
    assert by_club.get(reverse("edit_player", args=[club.pk, holder.pk])).status_code == 404
    assert Player.objects.count() == 1


def test_the_page_of_a_merge_finds_those_whose_file_the_club_keeps(club: Club, there: Club, by_club: Client):
    keep = PlayerFactory(club=club, licence="", last_name="Roy", first_name="Al")
    drop = PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al")
    own = PlayerFactory(club=club, licence="778", last_name="Royal", first_name="Zoé")
    where = reverse("merge_players", args=[club.pk, keep.pk])
    Appointment.objects.create(account=Account.objects.get(), role=RoleName.ORGANISER, club=there)
    join_club(club=club, player=drop, by=None, at=NOW)

    found = by_club.get(where, {"q": "roy"}).content.decode()
    assert f"avec={own.pk}" in found
    assert f"avec={drop.pk}" not in found
    assert by_club.get(where, {"avec": drop.pk}).status_code == 404


def test_a_membership_is_ended_on_its_page(club: Club, of_both: Player, by_club: Client):
    where = reverse("end_membership", args=[club.pk, of_both.pk])
    seen = by_club.get(where).context["consequences"].seen

    assert by_club.post(where, {"seen": seen, "until": DAY.isoformat(), "reason": "moved"}).status_code == 303
    assert of_both not in club.players
