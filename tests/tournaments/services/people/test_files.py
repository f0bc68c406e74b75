"""Whose word changes a file: he, or the club that keeps it; another club has its own, hides, and proposes the rest."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
    organiser,
)
from tests.refusals import refusal_of
from tests.tournaments.imports.reading import read_player_file
from tests.tournaments.ways import told as secrets_in
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import Grade, Purpose
from tournaments.models import Account, Club, JournalEntry, Membership, Player, Proposal
from tournaments.models.clubs import CONSENTS
from tournaments.queries.people.files import OWN_FIELDS, seen_by, waiting_for
from tournaments.queries.people.members import grade_of
from tournaments.services.people.appointments import give_player_access, link_player
from tournaments.services.people.consents import answer_consents, record_consents
from tournaments.services.people.files import answer_proposal, facts_now, hide_player, record_facts
from tournaments.services.people.invitations import offer_file
from tournaments.services.people.players import FIELDS, PlayerFacts, add_player, change_player, join_club
from tournaments.services.people.registrations import register, walk_in

pytestmark = pytest.mark.django_db

SECRET = {"email": "al@exemple.fr", "email_consent": True, "phone": "0612345678", "phone_consent": True}
BARRED = {"suspended_from": NOW.date(), "suspension_reason": "propos injurieux"}


@pytest.fixture
def there() -> Club:
    return ClubFactory(name="Ailleurs")


@pytest.fixture
def player(there: Club) -> Player:
    """Somebody of `there`, who refused that his name is shown."""
    known = {"licence": "6418522", "last_name": "Roy", "first_name": "Al", "birth_year": 1950, "sex": "M"}
    return PlayerFactory(club=there, consent=False, **known, **SECRET, **BARRED)


@pytest.fixture
def malin(club: Club) -> Account:
    return organiser(club)


@pytest.fixture
def of_both(club: Club, player: Player) -> Player:
    return join_club(club=club, player=player, by=None, at=NOW)


def written(player: Player) -> dict[str, object]:
    return Player.objects.filter(pk=player.pk).values(*FIELDS, "club", "link_version", "asks_consent").get()


def own(club: Club, player: Player, **facts: object) -> PlayerFacts:
    """Return what a club's form says of somebody, with these changes."""
    (seen,) = seen_by(club.pk, [player])
    return replace(facts_now(seen), **facts)


def words(club: Club) -> str:
    """Return all that the journal of a club holds."""
    entries = JournalEntry.objects.filter(club=club).values("subject", "by_name", "reason", "details", "words")
    return json.dumps(list(entries), ensure_ascii=False)


CHANGES = [
    {"last_name": "MOQUÉ"},
    {"licence": "9"},
    {"category": "jeune"},
    {"birth_year": 1999},
    {"sex": "F"},
    {"public_name": "Autre"},
    {"consent": True},
    {"email": "moi@exemple.fr", "email_consent": True},
    BARRED | {"suspension_reason": "autre"},
]


@pytest.mark.parametrize("changed", CHANGES, ids=str)
@pytest.mark.parametrize("grade", [Grade.MEMBER, Grade.ASKED, Grade.GUEST, None])
def test_nobody_changes_a_file_for_another_club(club: Club, player: Player, malin: Account, changed, grade):
    if grade is not None:
        asked = {"asked_on": NOW.date()} if grade == Grade.ASKED else {}
        Membership.objects.create(club=club, player=player, grade=grade, **asked)
    before = written(player)

    refused = refusal_of(change_player, player=player, facts=replace(facts_now(player), **changed), by=malin, at=NOW)

    assert refused.code == "not_its_keeper"
    assert written(player) == before


@pytest.mark.parametrize("changed", CHANGES, ids=str)
def test_he_and_the_club_that_keeps_the_file_change_it(player: Player, changed):
    for by in (AccountFactory(player=player), organiser(player.club), None):
        player = change_player(player=player, facts=replace(facts_now(player), **changed), by=by, at=NOW)
        assert all(str(written(player)[name]) == str(value) for name, value in changed.items())


def test_who_is_entered_at_the_door_of_another_club_is_its_guest_and_is_not_asked_for(club: Club, player: Player):
    said = {"facts": PlayerFacts("Roy", "Al", licence="6418522"), "same": player.pk, "by": organiser(club), "at": NOW}
    assert add_player(club=club, grade=Grade.GUEST, **said) == player
    assert walk_in(tournament=TournamentFactory(club=club), **said).registration.player == player
    assert grade_of(player, club) == Grade.GUEST
    assert not waiting_for(player=player)


def test_a_second_club_has_its_own_and_proposes_the_rest(club: Club, of_both: Player, malin: Account):
    facts = own(club, of_both, last_name="Roi", phone="0700000000", phone_consent=True, **BARRED)
    before = written(of_both)

    recorded = record_facts(club=club, player=of_both, facts=facts, by=malin, at=NOW)

    assert recorded.is_proposed
    assert written(of_both) == before
    (seen,) = seen_by(club.pk, [of_both])
    assert (seen.phone, seen.email, seen.birth_year) == ("0700000000", "", None)
    assert Proposal.objects.get().changes == {"last_name": ["Roy", "Roi"]}
    assert "0700000000" not in words(of_both.club)
    assert secrets_in(words(club)) == ["propos injurieux"]  # its own


def test_what_is_proposed_is_answered_by_him_or_his_club_alone(club: Club, of_both: Player, malin: Account):
    facts = own(club, of_both, last_name="Roi", licence_until=NOW.date())
    record_facts(club=club, player=of_both, facts=facts, by=malin, at=NOW)
    proposal = Proposal.objects.get()

    refused, *others = (
        refusal_of(answer_proposal, proposal=proposal, accepted=accepted, by=by, at=NOW)
        for by in (malin, organiser(ClubFactory()))
        for accepted in (True, False)
    )
    assert {refusal.code for refusal in others} == {refused.code}
    assert waiting_for(club=of_both.club).proposals == waiting_for(player=of_both).proposals == [proposal]
    assert not waiting_for(club=club)
    changed = answer_proposal(proposal=proposal, accepted=True, by=organiser(of_both.club), at=NOW)
    again = answer_proposal(proposal=proposal, accepted=False, by=organiser(of_both.club), at=NOW)

    assert refused.code == "not_its_keeper"
    assert (changed.last_name, changed.birth_year, changed.licence_until) == ("Roi", 1950, NOW.date())
    assert again == changed
    assert not Proposal.objects.exists()


def test_a_proposal_that_is_declined_changes_nothing(club: Club, of_both: Player, malin: Account):
    record_facts(club=club, player=of_both, facts=own(club, of_both, last_name="Roi"), by=malin, at=NOW)
    before = written(of_both)

    answer_proposal(proposal=Proposal.objects.get(), accepted=False, by=AccountFactory(player=of_both), at=NOW)

    assert written(of_both) == before
    assert not Proposal.objects.exists()
    assert JournalEntry.objects.filter(club=club).latest("pk").action == "changement refusé"


def test_what_a_club_proposes_in_turn_waits_together_and_is_answered_as_it_was_read(
    club: Club, of_both: Player, malin: Account
):
    said = {"club": club, "player": of_both, "by": malin, "at": NOW}
    record_facts(facts=own(club, of_both, last_name="Roi"), **said)
    read = Proposal.objects.get()
    record_facts(facts=own(club, of_both, category="jeune"), **said)

    by = organiser(of_both.club)
    assert refusal_of(answer_proposal, proposal=read, accepted=True, by=by, at=NOW).code == "proposal_changed"
    changed = answer_proposal(proposal=Proposal.objects.get(), accepted=True, by=by, at=NOW)
    assert (changed.last_name, changed.category) == ("Roi", "jeune")


def test_a_suspension_is_the_same_asked_of_the_database_and_of_a_row():
    first, last = NOW.date(), NOW.date() + timedelta(days=2)
    people = [
        PlayerFactory(suspended_from=begins, suspended_until=ends, suspension_reason="tricherie" if begins else "")
        for begins, ends in ((None, None), (first, None), (first, last), (last, last))
    ]
    for day in (first + timedelta(days=n) for n in range(-1, 4)):
        asked = set(Player.objects.filter(Player.suspended_on(day)))
        assert asked == {player for player in people if player.is_suspended_on(day)}


def test_any_of_his_clubs_hides_his_name_and_none_shows_it(club: Club, of_both: Player, malin: Account):
    for by, consent in ((AccountFactory(player=of_both), True), (malin, False)):
        record_facts(club=club, player=of_both, facts=own(club, of_both, consent=consent), by=by, at=NOW)
        of_both.refresh_from_db()
        assert of_both.consent is consent
    shown = record_facts(club=club, player=of_both, facts=own(club, of_both, consent=True), by=malin, at=NOW)
    Player.objects.filter(pk=of_both.pk).update(consent=True)
    of_both.refresh_from_db()
    hidden = replace(facts_now(of_both), consent=False)

    assert shown.is_proposed
    stranger = organiser(ClubFactory())
    assert refusal_of(change_player, player=of_both, facts=hidden, by=stranger, at=NOW).code == "not_its_keeper"


def test_a_name_is_hidden_at_once_whatever_else_is_proposed_with_it(club: Club, of_both: Player, malin: Account):
    Player.objects.filter(pk=of_both.pk).update(consent=True)
    of_both.refresh_from_db()
    facts = own(club, of_both, last_name="Roi", consent=False)
    assert record_facts(club=club, player=of_both, facts=facts, by=malin, at=NOW).is_proposed
    of_both.refresh_from_db()
    assert (of_both.consent, of_both.last_name) == (False, "Roy")
    assert Proposal.objects.get().changes == {"last_name": ["Roy", "Roi"]}


def test_who_hides_a_name_twice_is_written_once(club: Club, of_both: Player, malin: Account):
    Player.objects.filter(pk=of_both.pk).update(consent=True)
    for _tap in range(2):
        hide_player(club=club, player=of_both, by=malin, at=NOW)
    assert JournalEntry.objects.filter(club=club, action="nom masqué").count() == 1


@pytest.mark.parametrize("grade", [Grade.GUEST, Grade.ASKED])
def test_a_club_where_he_only_plays_writes_nothing_of_him(club: Club, player: Player, malin: Account, grade: Grade):
    asked = {"asked_on": NOW.date()} if grade == Grade.ASKED else {}
    here = Membership.objects.create(club=club, player=player, grade=grade, **asked)
    facts = own(club, player, phone="0700000000", phone_consent=True)
    assert refusal_of(record_facts, club=club, player=player, facts=facts, by=malin, at=NOW).code == "not_its_keeper"
    here.refresh_from_db()
    assert here.phone == ""


def test_consents_are_noted_and_answered_for_all_by_the_club_that_keeps_the_file(
    club: Club, of_both: Player, malin: Account
):
    Player.objects.filter(pk=of_both.pk).update(asks_consent=True)
    for purpose in Purpose:
        assert record_consents(club=club, players=[of_both], purpose=purpose, by=malin, at=NOW) == []
    for accepted in (True, False):
        refused = refusal_of(answer_consents, player=of_both, accepted=accepted, by=malin, at=NOW)
        assert refused.code == "not_its_keeper"
    before = written(of_both)
    assert not any(before[name] for name in CONSENTS.values())
    assert before["asks_consent"]

    assert record_consents(club=of_both.club, players=[of_both], by=malin, at=NOW) == [of_both]


def test_a_login_is_given_by_the_club_that_keeps_the_file(club: Club, of_both: Player, malin: Account):
    arguments = {"club": club, "player": of_both, "by": malin, "at": NOW}

    assert refusal_of(give_player_access, username="al", **arguments).code == "not_its_keeper"
    for attach in (offer_file, link_player):
        assert refusal_of(attach, username=malin.username, **arguments).code == "not_its_keeper"
    assert not Account.objects.exclude(player=None).exists()
    assert give_player_access(username="al", **arguments | {"club": of_both.club}).account.player == of_both


def list_of(*lines: str) -> list[PlayerRow]:
    head = "licence;nom;prénom;naissance;e-mail;accord e-mail;accord;série"
    return read_player_file("\n".join((head, *lines)).encode()).rows


def test_a_list_takes_nobody_over(club: Club, player: Player, malin: Account):
    """The attack: all licences of another club, « c’est lui » on every line."""
    SeasonFactory(club=club, veteran_from_age=60)
    rows, before = list_of("6418522;Roi;Al;1999;moi@exemple.fr;oui;oui"), written(player)

    for _turn in range(2):
        preview = examine(club=club, rows=rows)
        assert secrets_in(repr([effect.alike[0].facts for effect in preview.created])) == []
        apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, same={2: player.pk}, by=malin, at=NOW)

    assert written(player) == before
    assert grade_of(player, club) == Grade.ASKED
    assert not Proposal.objects.exists()


def test_a_list_writes_a_members_own_and_proposes_the_rest(club: Club, of_both: Player, malin: Account):
    SeasonFactory(club=club, veteran_from_age=60)
    rows, before = list_of("6418522;Roy;Al;1999;moi@exemple.fr;oui;oui;2e série"), written(of_both)
    preview = examine(club=club, rows=rows)
    told = " ".join(preview.notices).replace("\u00a0", " ")

    apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, by=malin, at=NOW)

    assert secrets_in(repr([effect.changes for effect in preview.changed])) == []
    assert "1 fiche est tenue par un autre club" in told
    assert written(of_both) == before
    assert seen_by(club.pk, [of_both])[0].email == "moi@exemple.fr"
    assert Proposal.objects.get().changes.keys() == {"federal_series", "consent"}


def test_a_club_s_list_makes_members_of_its_own_guests(club: Club, malin: Account):
    guest = PlayerFactory(club=club, licence="7", last_name="Bon", first_name="Zoé")
    Membership.objects.update(grade=Grade.GUEST)
    rows = list_of("7;Bon;Zoé;;;;")
    preview = examine(club=club, rows=rows)

    applied = apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, by=malin, at=NOW)

    assert (applied.joined, grade_of(guest, club)) == (1, Grade.MEMBER)


def test_what_a_club_reads_of_people_of_others(club: Club, player: Player, django_assert_num_queries):
    stranger, mine = PlayerFactory(birth_year=1940, sex="F"), PlayerFactory(club=club, birth_year=1930)
    join_club(club=club, player=player, by=None, at=NOW)

    with django_assert_num_queries(2):
        seen = seen_by(club.pk, [player, stranger, mine])
    with django_assert_num_queries(1):
        seen_by(club.pk, [mine])
    with django_assert_num_queries(0):
        seen_by(club.pk, [])

    assert [one.birth_year for one in seen] == [None, None, 1930]
    assert [one.sex for one in seen][:2] == ["M", ""]
    assert not any(getattr(one, name) for one in seen[:2] for name in OWN_FIELDS)
    assert player.birth_year == 1950


def test_the_attack_by_the_pages(club: Club, player: Player, malin: Account):
    """A licence and a name like it, « c’est lui », then his file, his login, his link, his data."""
    client = logged_in(malin)
    base = f"/organisation/clubs/{club.pk}/joueurs/"
    typed = {"last_name": "Roi", "first_name": "Al", "licence": "6418522", "category": "senior"}
    before = written(player)

    joined = client.post(f"{base}nouveau/", typed | {"who": str(player.pk)})
    answers = [
        client.get(f"{base}{player.pk}/"),
        client.post(f"{base}{player.pk}/", typed | {"consent": "on"}),
        client.post(f"{base}{player.pk}/acces/", {"username": "al"}),
        client.post(f"{base}{player.pk}/acces/", {"username": malin.username, "existing": "on"}),
        client.post(f"{base}{player.pk}/lien/", {"reason": "x"}),
        client.post(f"{base}{player.pk}/accords/", {"answer": "oui"}),
        client.get(f"{base}{player.pk}/adherent/"),
        client.get(f"{base}{player.pk}/donnees.json"),
    ]
    listed = client.get(base, {"format": "csv"}).content.decode()
    tournament = TournamentFactory(club=club)
    register(tournament=tournament, players=[player], by=malin, at=NOW)
    door = client.get(f"/organisation/tournois/{tournament.pk}/porte/", {"q": "roy"}).content.decode()

    assert joined.status_code == 303
    assert [answer.status_code for answer in answers] == [404] * len(answers)
    assert written(player) == before
    assert not Account.objects.exclude(player=None).exists()
    assert "6418522" not in listed
    assert "Roy Al" in door
    assert secrets_in(listed + door + words(club)) == []
