"""Who plays at a club is its guest; a membership waits for his word, or that of the club that keeps his file."""

from dataclasses import replace
from datetime import date, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    a_season_rate,
    organiser,
)
from tests.refusals import refusal_of
from tournaments.labels import Grade, RoleName
from tournaments.models import Account, Appointment, ByLink, Club, Committee, JournalEntry, Membership, Player
from tournaments.queries.money.fees import fees_owing
from tournaments.queries.people.files import seen_by, waiting_for
from tournaments.queries.people.members import grade_of, speaks_for
from tournaments.services.journal import log
from tournaments.services.people.files import answer_proposal, facts_now, record_facts
from tournaments.services.people.joining import A_GUEST_SINCE, answer_membership, receive
from tournaments.services.people.keeping import give_file, name_keeper
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import PlayerFacts, add_player, join_club
from tournaments.services.people.registrations import register, walk_in
from tournaments.services.undo.leaving import delete_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Club:
    return ClubFactory(name="Ailleurs")


@pytest.fixture
def player(there: Club) -> Player:
    """Somebody whose file `there` keeps, and whom `club` does not know."""
    return PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al")


def lines(club: Club) -> list[str]:
    return list(JournalEntry.objects.filter(club=club, tournament=None).order_by("pk").values_list("action", flat=True))


def test_who_plays_is_a_guest_without_file_or_fee(club: Club, player: Player):
    tournament, season = TournamentFactory(club=club), SeasonFactory(club=club)

    register(tournament=tournament, players=[player], by=organiser(club), at=NOW)
    newcomer = walk_in(tournament=tournament, facts=PlayerFacts("Petit"), by=organiser(club), at=NOW)

    assert grade_of(player, club) == grade_of(newcomer.registration.player, club) == Grade.GUEST
    assert set(club.known) == {player, newcomer.registration.player}
    assert list(club.files) == [newcomer.registration.player]  # whose file it keeps
    assert not club.players.exists()
    a_season_rate(season)
    assert not fees_owing(season).exists()
    assert set(player.club.players) == {player}


def test_who_was_a_member_and_plays_again_is_a_guest(club: Club, player: Player):
    join_club(club=club, player=player, by=None, at=NOW)
    Membership.objects.filter(club=club).update(until=date(2025, 6, 30))

    register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)

    assert grade_of(player, club) == Grade.GUEST


def test_a_second_row_of_one_person_is_nobodys_guest(club: Club, player: Player):
    double = Player.rows.create(club=player.club, last_name="Roy", double_of=player)
    receive(club, [double, player])
    assert [row.player for row in Membership.objects.filter(club=club)] == [player]


def test_a_member_who_plays_stays_a_member(club: Club):
    member = PlayerFactory(club=club)

    register(tournament=TournamentFactory(club=club), players=[member], by=None, at=NOW)

    assert grade_of(member, club) == Grade.MEMBER


def test_a_club_asks_and_does_not_answer_itself(club: Club, player: Player):
    """Not by its organiser, not by the same form again, not as somebody whom it wrote down twice."""
    asker = organiser(club)

    for _turn in range(2):
        join_club(club=club, player=player, by=asker, at=NOW)
    again = add_player(club=club, facts=PlayerFacts("Roy", "Al", licence="777"), same=player.pk, by=asker, at=NOW)
    refused = refusal_of(answer_membership, club=club, player=player, accepted=True, by=asker, at=NOW)

    assert (again, grade_of(player, club)) == (player, Grade.ASKED)
    assert not club.files.exists()
    assert refused.code == "not_his_word"
    assert "attend son mot, ou celui de «\u00a0Ailleurs\u00a0»" in str(refused)
    assert lines(club) == lines(player.club) == ["adhésion demandée"]


@pytest.mark.parametrize("who", ["himself", "keeper", "administrator"])
@pytest.mark.parametrize("accepted", [True, False])
def test_he_or_his_club_answers(club: Club, player: Player, who: str, accepted: bool):
    answering = {
        "himself": lambda: AccountFactory(player=player),
        "keeper": lambda: organiser(player.club),
        "administrator": lambda: AccountFactory(is_superuser=True),
    }[who]()
    join_club(club=club, player=player, by=organiser(club), at=NOW)
    day = date(2026, 11, 20)

    answer_membership(club=club, player=player, accepted=accepted, by=answering, at=NOW, heard_on=day)

    assert grade_of(player, club) == (Grade.MEMBER if accepted else Grade.GUEST)
    assert lines(club)[-1] == lines(player.club)[-1] == ("adhésion" if accepted else "adhésion refusée")
    assert JournalEntry.objects.filter(club=player.club).latest("pk").details["heard_on"] == "2026-11-20"


def test_who_organises_both_clubs_needs_to_ask_nobody(club: Club, player: Player):
    both = organiser(club)
    both.appointments.create(club=player.club, role="organiser")

    join_club(club=club, player=player, by=both, at=NOW)

    assert grade_of(player, club) == Grade.MEMBER


def test_silence_is_asked_once_more_and_is_never_a_yes(club: Club, player: Player):
    asker = organiser(club)
    for days in (0, 13, 14, 15, 400):
        join_club(club=club, player=player, by=asker, at=NOW + timedelta(days=days))

    asked = Membership.objects.get(club=club)
    assert (asked.grade, asked.asked_again_on) == (Grade.ASKED, asked.asked_on + timedelta(days=14))
    assert lines(player.club) == ["adhésion demandée", "adhésion demandée de nouveau"]


def test_a_guest_is_asked_for_by_his_licence_or_his_name(club: Club, player: Player):
    register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)
    facts = PlayerFacts("Roy", "Al", licence="777")

    asked = refusal_of(add_player, club=club, facts=facts, by=organiser(club), at=NOW)
    add_player(club=club, facts=facts, same=player.pk, by=organiser(club), at=NOW)

    assert (asked.code, asked.people) == ("is_a_guest", [player])
    assert grade_of(player, club) == Grade.ASKED


def test_the_word_is_his_or_his_keeper_s(club: Club, player: Player):
    other = PlayerFactory()

    assert speaks_for(player, None)
    assert speaks_for(player, AccountFactory(player=player))
    assert speaks_for(player, ByLink(player))
    assert not speaks_for(player, ByLink(player, of_evening=True))
    assert not speaks_for(player, ByLink(other))
    assert not speaks_for(player, AccountFactory(player=other))
    assert not speaks_for(player, organiser(club))
    assert not speaks_for(player, AccountFactory())


@pytest.fixture
def orphan(club: Club, player: Player) -> Player:
    """Somebody who plays at `club`, and whose club left the site."""
    register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)
    delete_club(club=player.club, name=player.club.name, by=None, at=NOW)
    player.refresh_from_db()
    return player


def test_nobody_keeps_the_file_of_who_only_played_elsewhere(club: Club, orphan: Player):
    assert (orphan.club, orphan.without_keeper_since, orphan.consent) == (club, NOW.date(), False)
    assert grade_of(orphan, club) == Grade.GUEST
    assert not club.files.exists()
    assert not speaks_for(orphan, organiser(club))


def test_no_merge_gives_a_file_that_nobody_keeps_to_where_he_played(club: Club, orphan: Player):
    invented = PlayerFactory(club=club, licence="")
    himself = AccountFactory(player=invented)

    for by in (organiser(club), himself):
        for keep, drop in ((invented, orphan), (orphan, invented)):
            assert "Seul fusionne deux fiches" in str(refusal_of(merge_players, keep=keep, drop=drop, by=by, at=NOW))
    assert merge_players(keep=invented, drop=orphan, by=None, at=NOW) == invented


@pytest.mark.parametrize("who", ["himself", "administrator"])
def test_the_next_club_that_asks_keeps_the_file_by_his_word_or_the_site_s(club: Club, orphan: Player, who: str):
    asker = organiser(club)
    join_club(club=club, player=orphan, by=asker, at=NOW)
    assert refusal_of(answer_membership, club=club, player=orphan, accepted=True, by=asker, at=NOW)
    by = AccountFactory(player=orphan) if who == "himself" else AccountFactory(is_superuser=True)

    answer_membership(club=club, player=orphan, accepted=True, by=by, at=NOW)

    orphan.refresh_from_db()
    assert (orphan.without_keeper_since, grade_of(orphan, club)) == (None, Grade.MEMBER)
    assert list(club.files) == [orphan]
    assert speaks_for(orphan, asker)


def responsible(club: Club) -> Account:
    """Return who answers for a comité of which the club is."""
    committee = Committee.objects.create(name=f"Comité de {club}", slug=f"comite-{club.pk}")
    Club.objects.filter(pk=club.pk).update(committee=committee)
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.COMMITTEE, committee=committee)
    return account


def test_a_comite_names_a_keeper_once_the_one_there_is_silent(club: Club, player: Player):
    asker, committee, there = organiser(club), responsible(player.club), player.club
    organiser(there)
    join_club(club=club, player=player, by=asker, at=NOW)

    def refused(days: int, by: Account = committee) -> str:
        return refusal_of(name_keeper, club=club, player=player, by=by, at=NOW + timedelta(days=days)).code

    assert refused(400) == "keeper_not_named"  # asked once
    join_club(club=club, player=player, by=asker, at=NOW + timedelta(days=14))
    assert refused(27) == "keeper_not_named"
    assert refused(28, asker) == refused(28, organiser(ClubFactory())) == "keeper_not_named"
    name_keeper(club=club, player=player, by=committee, at=NOW + timedelta(days=28))

    player.refresh_from_db()
    assert (player.club, grade_of(player, club)) == (club, Grade.MEMBER)
    assert lines(club)[-1] == lines(there)[-1] == "fiche confiée à un autre club"


def test_a_club_without_organiser_keeps_no_file_from_another_that_asks(club: Club, player: Player):
    guest = ClubFactory()
    register(tournament=TournamentFactory(club=guest), players=[player], by=None, at=NOW)
    join_club(club=club, player=player, by=organiser(club), at=NOW)
    there = player.club
    administrator = AccountFactory(is_superuser=True)

    not_there = refusal_of(name_keeper, club=guest, player=player, by=administrator, at=NOW)
    named = name_keeper(club=club, player=player, by=administrator, at=NOW)

    assert "n’est pas membre" in str(not_there)
    assert (named.club, grade_of(named, there)) == (club, Grade.MEMBER)


def test_each_club_keeps_its_own_when_the_file_changes_hands(club: Club, player: Player):
    Player.objects.filter(pk=player.pk).update(phone="01", phone_consent=True)
    player.refresh_from_db()
    join_club(club=club, player=player, by=None, at=NOW)
    Membership.objects.filter(club=club).update(phone="02", phone_consent=True)
    there = player.club

    give_file(player, club, at=NOW)

    assert [seen_by(owner.pk, [player])[0].phone for owner in (club, there)] == ["02", "01"]
    assert player.clubs.count() == 2


def test_what_other_clubs_asked_goes_to_the_desk_of_the_new_keeper(club: Club, player: Player):
    third, old, keeper, again = ClubFactory(), player.club, organiser(club), NOW + timedelta(days=14)
    asker = organiser(third)
    for at in (NOW, again):
        for owner in (club, third):
            join_club(club=owner, player=player, by=Account.objects.get(appointments__club=owner), at=at)
    category = replace(facts_now(player), category="jeune")
    Membership.objects.create(club=(fourth := ClubFactory()), player=player)
    record_facts(club=fourth, player=player, facts=category, by=organiser(fourth), at=NOW)
    late = again + timedelta(days=14)
    name_keeper(club=club, player=player, by=AccountFactory(is_superuser=True), at=late)

    assert not waiting_for(club=old)
    (membership,), (proposal,) = waiting_for(club=club).memberships, waiting_for(club=club).proposals
    assert (membership.club, proposal.club) == (third, fourth)
    name_again: dict[str, Any] = {"club": third, "player": player, "by": AccountFactory(is_superuser=True)}
    organiser(old)
    assert refusal_of(name_keeper, **name_again, at=late).code == "keeper_not_named", "it is asked once more first"
    join_club(club=third, player=player, by=asker, at=late)
    assert refusal_of(name_keeper, **name_again, at=late + timedelta(days=13)).code == "keeper_not_named"

    answer_membership(club=third, player=player, accepted=True, by=keeper, at=late)
    answer_proposal(proposal=proposal, accepted=True, by=keeper, at=late)
    player.refresh_from_db()
    assert (grade_of(player, third), player.category) == (Grade.MEMBER, "jeune")
    assert not waiting_for(club=club)


def test_who_keeps_the_file_now_proposes_nothing_to_itself(club: Club, player: Player):
    Membership.objects.create(club=club, player=player)
    category = replace(facts_now(player), category="jeune")
    record_facts(club=club, player=player, facts=category, by=organiser(club), at=NOW)
    assert player.proposals.get().club == club
    give_file(player, club, at=NOW)
    assert not player.proposals.exists()


def test_nothing_waits_at_a_club_for_a_file_that_nobody_keeps(club: Club, orphan: Player):
    join_club(club=club, player=orphan, by=organiser(club), at=NOW)

    assert not waiting_for(club=club)
    assert waiting_for(player=orphan).memberships == [orphan.memberships.get(club=club)]


def test_a_second_membership_without_fee_or_evening_becomes_a_guest_s(club: Club, player: Player):
    """Those of before nobody was asked about; both clubs read it, and each journal what its club may read."""
    people = [player, *PlayerFactory.create_batch(2, club=player.club)]
    for person in people:
        join_club(club=club, player=person, by=None, at=NOW)
    a_fee(people[1].memberships.get(club=club), SeasonFactory(club=club))
    RegistrationFactory(tournament__club=club, player=people[2])
    for owner in (club, player.club):
        changed = {"id": player.pk, "email": ["", "al@exemple.fr"]}
        log(action="joueur modifié", subject="Roy Al", by=None, at=NOW, club=owner, details=changed)
    upgrade = import_module("tournaments.migrations.0025_a_second_membership_without_fee_or_evening")

    upgrade.second_memberships(apps, None)
    upgrade.changes_elsewhere(apps, None)

    assert [grade_of(person, club) for person in people] == [Grade.GUEST, Grade.MEMBER, Grade.MEMBER]
    assert lines(club)[-1] == lines(player.club)[-1] == A_GUEST_SINCE
    told = JournalEntry.objects.filter(action="joueur modifié").order_by("club")
    assert {line.club: "email" in line.details for line in told} == {club: False, player.club: True}
