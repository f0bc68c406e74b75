"""What a comité suspends somebody for counts in the clubs that are in it, at every door, and in no other."""

import uuid
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.urls import reverse

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
    organiser,
)
from tests.refusals import refusal_of, refused
from tests.texts import NO_BREAK
from tests.tournaments.links import phone_of
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening, publish
from tests.whole_database import where
from tournaments.labels import EntryState, Status
from tournaments.models import (
    Club,
    Committee,
    CommitteeSuspension,
    Entry,
    JournalEntry,
    Membership,
    Player,
    Tournament,
)
from tournaments.queries.people.deleting import deleting_player
from tournaments.queries.people.files import left_out_words, licence_marks, own_suspensions, seen_by, suspended_at
from tournaments.queries.people.linking import is_one_person
from tournaments.services.clubs.copies import copy_tournament
from tournaments.services.clubs.qualifying import enter_qualified
from tournaments.services.draws.replacements import replace_player
from tournaments.services.evening.check_in import arrive
from tournaments.services.people.entries import EntryFacts, enter, take_in, take_in_known
from tournaments.services.people.linking import link_files, offer_link
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import register, set_status, walk_in
from tournaments.services.people.suspensions import SuspensionFacts, change_suspension, lift_suspension, suspend
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.undo.leaving import delete_club
from tournaments.services.undo.undoing import delete_player

pytestmark = pytest.mark.django_db

DAY = NOW.date()
REASON = "zzbagarre"
FACTS = SuspensionFacts(DAY, DAY + timedelta(7), REASON)
ACT = {"by": None, "at": NOW}
TOLD = "ROY Al est suspendu du 21 novembre 2026 au 28 novembre 2026 par le comité « Ouest »."


@pytest.fixture
def committee() -> Committee:
    return Committee.objects.create(name="Ouest", slug="ouest")


@pytest.fixture
def club(committee: Committee) -> Club:
    return ClubFactory(name="Ici", committee=committee)


@pytest.fixture
def out(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="ROY", first_name="Al", licence="L1")


def barred(committee: Committee, player: Player, facts: SuspensionFacts = FACTS) -> CommitteeSuspension:
    return suspend(committee=committee, player=player, facts=facts, key=uuid.uuid4(), **ACT)


@pytest.mark.parametrize(
    ("first", "last", "is_out"),
    [(0, 7, True), (0, 0, True), (-3, -1, False), (1, 7, False), (-3, None, True), (1, None, False)],
)
def test_it_counts_from_the_first_day_through_the_last_in_its_clubs_alone(
    committee: Committee, club: Club, out: Player, first: int, last: int | None, is_out: bool
) -> None:
    elsewhere, second = ClubFactory(), ClubFactory(committee=committee)
    PlayerFactory(club=club)  # nobody linked him with anybody, as most
    barred(
        committee, out, SuspensionFacts(DAY + timedelta(first), None if last is None else DAY + timedelta(last), "x")
    )

    for here in (club, second):  # the one that keeps his file, and one that has never seen him
        assert seen_by(here.pk, [out])[0].is_suspended_on(DAY) is is_out
        assert suspended_at(here.pk, DAY) == ({out.pk} if is_out else set())
    assert not seen_by(elsewhere.pk, [out])[0].is_suspended_on(DAY)
    assert out.pk not in suspended_at(elsewhere.pk, DAY)


def test_a_form_sent_again_with_other_days_is_not_taken_for_the_first(committee: Committee, out: Player) -> None:
    key = uuid.uuid4()
    first = suspend(committee=committee, player=out, facts=FACTS, key=key, **ACT)
    assert suspend(committee=committee, player=out, facts=FACTS, key=key, **ACT) == first
    for said in (replace(FACTS, suspended_until=None), replace(FACTS, suspension_reason="autre chose")):
        assert refused(suspend, committee=committee, player=out, facts=said, key=key, **ACT)[0] == "stale_suspension"
    assert CommitteeSuspension.objects.count() == 1


def test_a_comite_bars_who_is_of_other_clubs_from_its_own_alone(committee: Committee, club: Club) -> None:
    """The attack: by licence and name it reaches everybody on the site, and stops nobody outside its clubs."""
    stranger = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al", licence="L9")
    barred(committee, stranger)

    assert [entry.player for entry in register(tournament=TournamentFactory(club=stranger.club, date=DAY),
        players=[stranger], **ACT)] == [stranger]  # fmt: skip
    assert refused(register, tournament=TournamentFactory(club=club, date=DAY), players=[stranger], **ACT)[0] == (
        "suspended"
    )
    club.committee = None  # a club that leaves the comité is bound by it no longer
    club.save()
    assert register(tournament=TournamentFactory(club=club, date=DAY), players=[stranger], **ACT)


def test_who_is_suspended_by_the_comite_is_refused_at_every_door(committee: Committee, club: Club, out: Player) -> None:
    tournament = TournamentFactory(club=club, date=DAY, entries_open=True)
    good = PlayerFactory(club=club, last_name="BON", first_name="Zoé", licence="L2")
    barred(committee, out)
    person = {"tournament": tournament, **ACT}

    for code, sentence in (
        refused(register, players=[out], **person),
        refused(arrive, player=out, key=uuid.uuid4(), **person),
        refused(walk_in, facts=PlayerFacts("ROY", "Al", licence="L1"), **person),
    ):
        assert (code, sentence) == ("suspended", f"{TOLD} Ce qu’un comité a noté, lui seul le corrige.")
    assert [entry.player for entry in register(players=[out, good], **person)] == [good]
    assert REASON not in left_out_words(tournament, [out])

    typed = {"tournament": tournament, "key": uuid.uuid4(), "at": NOW}
    assert refused(enter, facts=EntryFacts("ROY", "Al", licence="L1"), **typed)[0] == "entry_refused"
    online = Entry.objects.create(
        tournament=tournament, number=9, state=EntryState.CONFIRMED, last_name="ROY", first_name="Al", licence="L1",
        key=uuid.uuid4(), entered_at=NOW,
    )  # fmt: skip
    assert take_in_known(**person) == 0
    assert (
        refusal_of(take_in, entry=online, place=0, facts=PlayerFacts("ROY", "Al", licence="L1"), player=out, **ACT).code
        == "suspended"
    )


def test_who_was_entered_before_is_not_there_nor_replaces_somebody(
    committee: Committee, club: Club, out: Player
) -> None:
    tournament = TournamentFactory(club=club, date=DAY)
    entries = [RegistrationFactory(tournament=tournament, status=Status.PRESENT) for _seat in range(4)]
    publish(tournament, 1, [entries])
    late = RegistrationFactory(tournament=tournament, player=out, status=Status.REGISTERED)
    barred(committee, out)

    refusal = refused(set_status, tournament=tournament, registrations=[late.pk], status=Status.PRESENT, **ACT)
    assert refusal[0] == "suspended"
    change = {"tournament": tournament, "leaver": entries[0].pk, "comer": late.pk, "number": 1, "reason": "genou"}
    assert refusal_of(replace_player, **change, key=uuid.uuid4(), by=organiser(club), at=NOW).code == "suspended"


def test_next_week_s_tournament_and_a_final_leave_him_out_and_say_so(
    committee: Committee, club: Club, out: Player
) -> None:
    season = SeasonFactory(club=club)
    others = [PlayerFactory(club=club) for _other in range(3)]
    for number in range(1, 5):
        last = evening(season, number, {out: 100, others[0]: 50, others[1]: -50, others[2]: -100})
    facts = SuspensionFacts(date(2026, 1, 1), None, REASON)
    barred(committee, out, facts)
    told = "ROY Al est suspendu depuis le 1er janvier 2026, sans date de fin, par le comité « Ouest »."

    copied = copy_tournament(source=last, date=last.date + timedelta(7), **ACT)
    assert out not in {entry.player for entry in copied.tournament.registrations.all()}
    assert copied.left_out.replace("\u00a0", " ").startswith(told)

    final = TournamentFactory(club=club, season=season, date=last.date + timedelta(9))
    leads(season.main_league, final)
    code, sentence = refused(enter_qualified, final=final, **ACT)
    assert code == "suspended"
    assert sentence == (
        f"{told} Ce qu’un comité a noté, lui seul le corrige. Notez ci-dessous qu’il ne vient pas : le premier de la "
        "réserve prend sa place."
    )
    assert not Tournament.objects.get(pk=final.pk).registrations.exists()


def test_a_club_s_own_word_and_the_comite_s_are_both_told(committee: Committee, club: Club, out: Player) -> None:
    own = {"suspended_from": DAY, "suspension_reason": "dispute"}
    Player.objects.filter(pk=out.pk).update(**own)
    out.refresh_from_db()
    barred(committee, out)
    code, sentence = refused(register, tournament=TournamentFactory(club=club, date=DAY), players=[out], **ACT)
    assert code == "suspended"
    assert sentence == (
        f"ROY Al est suspendu depuis le 21 novembre 2026, sans date de fin (dispute). {TOLD} Il ne joue pas ce "
        "jour-là : sa fiche dit la suspension, et la corrige. Ce qu’un comité a noté, lui seul le corrige."
    )
    assert licence_marks(seen_by(club.pk, [out])[0], DAY) == ["suspendu"]


def test_it_holds_for_the_linked_files_of_one_person(committee: Committee, club: Club, out: Player) -> None:
    other = PlayerFactory(club=ClubFactory(committee=committee), last_name="Roi", first_name="Al", licence="")
    code = offer_link(player=out, by=organiser(club), at=NOW).link_code
    link_files(player=other, code=code, by=organiser(other.club), at=NOW)
    barred(committee, out)
    other.refresh_from_db()

    assert suspended_at(other.club_id, DAY) == {out.pk, other.pk}
    told = left_out_words(TournamentFactory(club=other.club, date=DAY), [other])
    assert "Roi Al est suspendu" in told
    assert "ROY" not in told  # how the other club writes him is not this one's to read


@pytest.mark.parametrize("is_in", [True, False])
def test_the_page_of_a_linked_file_and_he_tell_of_it(
    committee: Committee, club: Club, out: Player, *, is_in: bool
) -> None:
    """A club of the comité whose door refuses him reads why on his page; one outside reads nothing of another's."""
    other = PlayerFactory(club=ClubFactory(committee=committee if is_in else None), last_name="Roi", first_name="Al",
        licence="")  # fmt: skip
    code = offer_link(player=out, by=organiser(club), at=NOW).link_code
    by = organiser(other.club)
    link_files(player=other, code=code, by=by, at=NOW)
    barred(committee, out, replace(FACTS, suspended_from=DAY - timedelta(2000), suspended_until=None))

    page = logged_in(by).get(reverse("edit_player", args=[other.club_id, other.pk])).content.decode()
    assert ("par le comité « Ouest »" in page.translate(NO_BREAK)) is is_in
    own = logged_in(AccountFactory(player=other))
    assert "Le comité « Ouest » vous suspend depuis le" in own.get("/moi/").content.decode().translate(NO_BREAK)
    assert [one["suspension_reason"] for one in own.get("/moi/donnees.json").json()["suspensions"]] == [REASON]


def test_two_linked_files_with_two_licences_are_two_people(committee: Committee, club: Club, out: Player) -> None:
    """Linked before the second licence was written: who has the other one plays, and reads nothing of it."""
    other = PlayerFactory(club=ClubFactory(committee=committee), last_name="Roi", first_name="Al", licence="")
    Player.objects.filter(pk__in=[out.pk, other.pk]).update(linked_as="one")
    barred(committee, out)
    own = logged_in(AccountFactory(player=other))
    for licence, is_he in (("", True), ("L7", False), ("L1", True)):
        Player.objects.filter(pk=out.pk).update(licence="" if licence == "L1" else "L1")
        Player.objects.filter(pk=other.pk).update(licence=licence)
        other.refresh_from_db()
        assert (other.pk in suspended_at(other.club_id, DAY)) is is_he
        assert seen_by(other.club_id, [other])[0].is_suspended_on(DAY) is is_he
        assert (REASON in own.get("/moi/donnees.json").content.decode()) is is_he
    assert not is_one_person(PlayerFactory(licence=""), PlayerFactory(licence=""))  # files that nobody linked


def test_a_reason_that_names_him_is_told_by_his_login_alone(committee: Committee, out: Player) -> None:
    barred(committee, out, replace(FACTS, suspension_reason=f"ROY Al, {REASON}"))
    Player.objects.filter(pk=out.pk).update(suspended_from=DAY, suspension_reason="ROY Al, zzcris")
    Membership.objects.create(club=ClubFactory(), player=out, suspended_from=DAY, suspension_reason="ROY Al, zzretards")
    own, phone = logged_in(AccountFactory(player=out)), phone_of(out)

    for query in ({}, {"format": "csv"}):
        told = own.get("/moi/donnees.json", query).content.decode()
        assert [word for word in (REASON, "zzcris", "zzretards") if word not in told] == []
        told = phone.get("/moi/donnees.json", query).content.decode()
        assert [word for word in (REASON, "zzcris", "zzretards") if word in told] == []


def test_why_is_not_the_organiser_s_to_take_with_his_data(committee: Committee, club: Club, out: Player) -> None:
    suspension = barred(committee, out)
    as_organiser, address = logged_in(organiser(club)), reverse("player_data", args=[club.pk, out.pk])

    assert as_organiser.get(address).status_code == 303
    assert REASON in logged_in(AccountFactory(is_superuser=True)).get(address).content.decode()
    lift_suspension(suspension=suspension, **ACT)
    assert REASON not in as_organiser.get(address).content.decode()
    assert as_organiser.get(address).status_code == 200


def test_journals_of_those_who_know_him_tell_when_and_never_why(committee: Committee, club: Club, out: Player) -> None:
    by = AccountFactory(last_name="Comité", first_name="Odile")
    stranger = ClubFactory(committee=committee)
    JournalEntry.objects.all().delete()
    one = barred(committee, out)
    for facts in (replace(FACTS, suspended_until=None), replace(FACTS, suspended_until=None)):
        change_suspension(suspension=one, facts=facts, by=by, at=NOW)
    change_suspension(suspension=one, facts=replace(facts, suspension_reason="zzautre"), by=by, at=NOW)
    lift_suspension(suspension=one, by=by, at=NOW)

    lines = JournalEntry.objects.filter(club=club).order_by("pk")
    about = {"id": out.pk, "committee": committee.pk, "suspended_from": "2026-11-21"}
    assert list(lines.values_list("action", "details")) == [
        ("suspendu par un comité", about | {"suspended_until": "2026-11-28"}),
        ("suspension par un comité corrigée", about | {"suspended_until": ["2026-11-28", None]}),
        ("suspension par un comité corrigée", about | {"suspended_until": None}),
        ("suspension par un comité levée", about | {"suspended_until": None}),
    ]
    assert (lines[0].by_name, lines[1].by_name) == ("", str(by))
    assert not JournalEntry.objects.filter(club=stranger).exists()
    assert where(REASON) == []
    assert suspended_at(club.pk, DAY) == set()
    for act in (lambda: lift_suspension(suspension=one, **ACT),
                lambda: change_suspension(suspension=one, facts=FACTS, **ACT)):  # fmt: skip
        assert refusal_of(act).code == "gone"


def test_the_keeper_outside_and_a_club_that_knows_him_inside_are_both_told(committee: Committee, club: Club) -> None:
    keeper = ClubFactory()
    player = PlayerFactory(club=keeper)
    register(tournament=TournamentFactory(club=club, date=DAY), players=[player], **ACT)
    JournalEntry.objects.all().delete()
    barred(committee, player)
    assert set(JournalEntry.objects.values_list("club", flat=True)) == {keeper.pk, club.pk}


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        (replace(FACTS, suspended_until=DAY - timedelta(1)), "suspended_until"),
        (replace(FACTS, suspension_reason=""), "suspension_reason"),
    ],
)
def test_days_turned_round_and_no_reason_are_refused(
    committee: Committee, out: Player, facts: SuspensionFacts, field: str
) -> None:
    one = barred(committee, out)
    for refusal in (
        refusal_of(barred, committee, out, facts),
        refusal_of(change_suspension, suspension=one, facts=facts, **ACT),
    ):
        assert list(refusal.fields) == [field]
    assert CommitteeSuspension.objects.get().suspended_until == FACTS.suspended_until


def test_erasing_takes_it_along_and_who_is_erased_is_not_suspended(committee: Committee, out: Player) -> None:
    barred(committee, out)
    erase_player(player=out, by=organiser(out.club), at=NOW)
    assert not CommitteeSuspension.objects.exists()
    assert where(REASON) == []
    assert refusal_of(barred, committee, out).code == "erased"


def test_of_two_files_that_are_merged_the_one_that_stays_has_both(
    committee: Committee, club: Club, out: Player
) -> None:
    double = PlayerFactory(club=club, last_name="ROI", first_name="Al", licence="")
    barred(committee, out)
    barred(committee, double, replace(FACTS, suspended_until=None))
    keep = merge_players(keep=double, drop=out, by=organiser(club), at=NOW)
    assert keep.committee_suspensions.count() == 2
    assert suspended_at(club.pk, DAY) == {keep.pk}


def test_a_club_does_not_delete_or_leave_it_away(committee: Committee, club: Club, out: Player) -> None:
    barred(committee, out)
    by = organiser(club)
    code, sentence = refused(delete_player, player=out, by=by, at=NOW)
    assert (code, sentence) == ("cannot_be_taken_back", "Un comité a suspendu ROY Al : sa fiche reste.")
    assert deleting_player(PlayerFactory(club=club), by).refusals == ()

    other = ClubFactory(committee=committee)
    register(tournament=TournamentFactory(club=other, date=DAY + timedelta(9)), players=[out], **ACT)
    delete_club(club=club, name=club.name, **ACT)
    out.refresh_from_db()
    assert suspended_at(other.pk, DAY) == {out.pk}


def test_a_club_that_leaves_takes_its_own_people_s_along(committee: Committee, club: Club, out: Player) -> None:
    barred(committee, out)
    delete_club(club=club, name=club.name, **ACT)
    assert not CommitteeSuspension.objects.exists()


def test_he_reads_who_suspends_him_until_when_and_why_by_his_login_alone(committee: Committee, out: Player) -> None:
    barred(committee, out, replace(FACTS, suspended_until=None))
    told = "Le comité « Ouest » vous suspend depuis le 21 novembre 2026, sans date de fin (zzbagarre)."
    own = logged_in(AccountFactory(player=out))
    phone = phone_of(out)

    assert told in own.get("/moi/").content.decode().replace("\u00a0", " ")
    data = own.get("/moi/donnees.json").json()
    assert data["suspensions"] == [
        {
            "committee__name": "Ouest",
            "suspended_from": "2026-11-21",
            "suspended_until": None,
            "suspension_reason": REASON,
        }
    ]
    assert REASON in own.get("/moi/donnees.json", {"format": "csv"}).content.decode()
    for page in ("/moi/", "/moi/donnees.json", "/moi/donnees.json?format=csv"):
        assert "Ouest" not in phone.get(page).content.decode()

    before = own.get("/moi/")["ETag"]
    lift_suspension(suspension=CommitteeSuspension.objects.get(), **ACT)
    after = own.get("/moi/", headers={"If-None-Match": before})
    assert (after.status_code, "Ouest" in after.content.decode()) == (200, False)


def test_he_reads_of_it_through_its_last_day(committee: Committee, out: Player) -> None:
    barred(committee, out)
    told = [len(own_suspensions(out, DAY + timedelta(days))) for days in (0, 7, 8)]
    assert told == [1, 1, 0]
