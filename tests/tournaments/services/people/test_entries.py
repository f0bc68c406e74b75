"""Entries from home: once each, in order, never more than there are places, taken in once by the club."""

import datetime
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, rewrite
from tests.refusals import refusal_of, refused
from tests.tournaments.rounds import publish
from tournaments.labels import EntryState, Status, TournamentState
from tournaments.mail_labels import MailKind, MailState
from tournaments.models import (
    Entry,
    EntryPartner,
    FromHome,
    JournalEntry,
    Mail,
    Player,
    Registration,
    Round,
    Tournament,
)
from tournaments.queries.evening.stages import left_by_themselves
from tournaments.queries.people.entries import (
    at_the_door,
    entries_opened_by,
    entry_code,
    listed_entries,
    offer_of,
    place_in_line,
    to_take_in,
)
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings
from tournaments.services.people.entries import EntryFacts, cancel_entry, confirm_address, enter, take_in, take_in_known
from tournaments.services.people.entry_changes import cancel_several, change_entry, take_in_several, typed_in
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import set_status

DAY = datetime.timedelta(days=1)
CONFIRMED, WAITING, CANCELLED = EntryState.CONFIRMED, EntryState.WAITING, EntryState.CANCELLED


@pytest.fixture
def opened(tournament: Tournament) -> Tournament:
    rewrite(tournament, entries_open=True, capacity=2, people_per_entry=2)
    return tournament


def enters(tournament: Tournament, name: str = "ZIMMER", *partners: str, **facts: Any) -> Entry:
    typed = EntryFacts(last_name=name, first_name="Zoé", partners=tuple((one, "Max") for one in partners), **facts)
    return enter(tournament=tournament, facts=typed, key=uuid.uuid4(), at=NOW)


def cancels(entry: Entry) -> Entry:
    return cancel_entry(entry=entry, by=FromHome(entry.full_name), at=NOW)


def has_places(tournament: Tournament, capacity: int | None) -> None:
    """Change how many places there are, as the organiser does."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    settings = {name: getattr(Settings.of(tournament), name) for name in Settings.__dataclass_fields__}
    change_settings(tournament=tournament, settings=Settings(**settings | {"capacity": capacity}), by=None, at=NOW)


def states(tournament: Tournament) -> str:
    """Return the states of the entries in their order: c, w, x."""
    letters = {CONFIRMED: "c", WAITING: "w", CANCELLED: "x"}
    return "".join(letters[EntryState(state)] for state in tournament.entries.values_list("state", flat=True))


def test_they_come_in_order_and_the_rest_wait(opened: Tournament) -> None:
    entries = [enters(opened, name) for name in ("UN", "DEUX", "TROIS", "QUATRE")]
    assert [entry.number for entry in entries] == [1, 2, 3, 4]
    assert states(opened) == "ccww"
    assert [place_in_line(entry) for entry in entries[2:]] == [1, 2]
    opened.refresh_from_db()
    assert opened.places_taken == 2
    offer = offer_of(opened, NOW)
    assert (offer.is_open, offer.left, offer.waiting) == (True, 0, 2)


def test_the_first_who_waits_moves_up_when_somebody_cancels(opened: Tournament) -> None:
    one, _two, three, _four = (enters(opened, name) for name in ("UN", "DEUX", "TROIS", "QUATRE"))
    revision = Tournament.objects.get(pk=opened.pk).revision
    cancels(one)
    assert cancels(one).cancelled_at == NOW
    assert states(opened) == "xccw"
    three.refresh_from_db()
    assert three.moved_up_at == NOW
    assert Tournament.objects.get(pk=opened.pk).revision == revision + 1


def test_nobody_goes_past_a_pair_that_needs_two_places(opened: Tournament) -> None:
    one, two = enters(opened, "UN"), enters(opened, "DEUX")
    enters(opened, "PAIRE", "AUTRE")
    enters(opened, "SEUL")
    cancels(one)
    assert states(opened) == "xcww"
    assert offer_of(Tournament.objects.get(pk=opened.pk), NOW).left == 0
    enters(opened, "TARD")
    cancels(two)
    assert states(opened) == "xxcww"


def test_places_that_are_added_go_to_those_who_wait_and_none_is_taken_from_who_has_one(opened: Tournament) -> None:
    for name in ("UN", "DEUX", "TROIS", "QUATRE", "CINQ"):
        enters(opened, name)
    has_places(opened, 4)
    assert states(opened) == "ccccw"
    code, sentence = refused(has_places, opened, 3)
    assert code == "settings_refused"
    assert sentence == "4 places sont déjà prises : annulez d’abord des inscriptions, ou gardez autant de places."
    has_places(opened, None)
    assert states(opened) == "ccccc"


def test_the_database_holds_the_places(opened: Tournament) -> None:
    with pytest.raises(IntegrityError, match="no_more_places_are_taken_than_there_are"), transaction.atomic():
        Tournament.objects.filter(pk=opened.pk).update(places_taken=3)


def test_one_form_sent_twice_is_one_entry_and_its_key_is_nobody_elses(opened: Tournament) -> None:
    key, zoe = uuid.uuid4(), EntryFacts(last_name="ZIMMER", first_name="Zoé")
    first = enter(tournament=opened, facts=zoe, key=key, at=NOW)
    assert enter(tournament=opened, facts=EntryFacts(last_name="Zimmer", first_name="zoe"), key=key, at=NOW) == first
    assert opened.entries.count() == JournalEntry.objects.filter(tournament=opened).count() == 1
    other = TournamentFactory(club=opened.club, entries_open=True)
    for tournament, facts in ((opened, EntryFacts(last_name="AUTRE")), (other, zoe)):
        assert refusal_of(enter, tournament=tournament, facts=facts, key=key, at=NOW).code == "stale_entry"


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"entries_open": False}, "On ne s’inscrit pas en ligne à « Coupe » : adressez-vous au club."),
        ({"state": TournamentState.DRAFT}, "On ne s’inscrit pas en ligne à « Coupe » : adressez-vous au club."),
        ({"state": TournamentState.RUNNING}, "« Coupe » a commencé : on ne s’y inscrit plus en ligne. Adressez-vous"),
        ({"date": NOW.date() - DAY}, "« Coupe » était le 20 novembre 2026 : on ne s’y inscrit plus."),
        ({"entries_close_at": NOW}, "à « Coupe » sont closes depuis le 21 novembre 2026, 21 h 00 : adressez-vous"),
    ],
)
def test_entries_that_are_closed_say_why(opened: Tournament, columns: dict[str, Any], said: str) -> None:
    rewrite(opened, name="Coupe", **columns)
    code, sentence = refused(enters, opened)
    assert code == "entries_closed"
    assert said in sentence
    assert not offer_of(opened, NOW).is_open


def test_until_the_hour_of_closing_one_enters(opened: Tournament) -> None:
    rewrite(opened, entries_close_at=NOW + datetime.timedelta(seconds=1))
    assert enters(opened).state == CONFIRMED


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        (EntryFacts(last_name=""), "last_name"),
        (EntryFacts(last_name="UN", partners=(("", "Max"),)), "partner_last_name_1"),
        (EntryFacts(last_name="UN", first_name="Max", partners=(("un", "MAX"),)), "partner_last_name_1"),
        (EntryFacts(last_name="UN", partners=(("DEUX", ""), ("TROIS", ""))), "partner_last_name_2"),
    ],
)
def test_names_that_are_missing_twice_or_too_many_are_said_at_their_field(
    opened: Tournament, facts: EntryFacts, field: str
) -> None:
    refusal = refusal_of(enter, tournament=opened, facts=facts, key=uuid.uuid4(), at=NOW)
    assert (refusal.code, list(refusal.fields)) == ("entry_refused", [field])
    assert opened.entries.count() == 0


def test_who_is_new_is_added_and_who_is_known_is_not_added_again(opened: Tournament) -> None:
    known = PlayerFactory(club=opened.club, last_name="Lô", first_name="Zoé", licence="", consent=False)
    new, old = enters(opened, "ZIMMER", consent=True, home_club="Vichy"), enters(opened, "LO", consent=True)
    facts = PlayerFacts(last_name="ZIMMER", first_name="Zoé", consent=True, home_club="Vichy")
    one = take_in(entry=new, place=0, facts=facts, by=None, at=NOW)
    other = take_in(entry=old, place=0, facts=PlayerFacts(last_name="LO", first_name="Zoé"), by=None, at=NOW)

    assert (one.player.consent, one.player.home_club, one.status) == (True, "Vichy", Status.REGISTERED)
    assert other.player == known
    known.refresh_from_db()
    assert (known.consent, known.asks_consent) == (False, True)  # it may not have been him who typed it
    again = take_in(entry=new, place=0, facts=facts, by=None, at=NOW, status=Status.PRESENT)
    assert (again, again.status) == (one, Status.PRESENT)
    assert opened.registrations.count() == 2


def test_who_agreed_already_is_not_asked_again(opened: Tournament) -> None:
    player = PlayerFactory(club=opened.club, last_name="ZIMMER", first_name="Zoé", consent=True)
    entry = enters(opened, licence=player.licence, consent=True)
    facts = PlayerFacts("ZIMMER", "Zoé", player.licence)
    assert take_in(entry=entry, place=0, facts=facts, by=None, at=NOW).player == player
    player.refresh_from_db()
    assert (player.consent, player.asks_consent) == (True, False)


def test_who_is_registered_already_keeps_his_number(opened: Tournament) -> None:
    player = PlayerFactory(club=opened.club, last_name="ZIMMER", first_name="Zoé")
    there = RegistrationFactory(tournament=opened, player=player, start_number=7, status=Status.REGISTERED)
    entry = enters(opened, licence=player.licence)
    taken = take_in(
        entry=entry,
        place=0,
        facts=PlayerFacts("ZIMMER", "Zoé", player.licence),
        status=Status.PRESENT,
        by=None,
        at=NOW,
    )
    there.refresh_from_db()
    assert (taken, there.status) == (there, Status.PRESENT)


def test_somebody_alike_is_asked_about_and_a_partner_is_taken_in_by_his_name(opened: Tournament) -> None:
    PlayerFactory(club=opened.club, last_name="ZIMMER", first_name="Zoéé")
    entry = enters(opened, "ZIMMER", "AUTRE")
    facts = PlayerFacts(last_name="ZIMMER", first_name="Zoé")
    assert list(refusal_of(take_in, entry=entry, place=0, facts=facts, by=None, at=NOW).fields) == ["who"]
    partner = take_in(entry=entry, place=1, facts=PlayerFacts("AUTRE", "Max"), by=None, at=NOW)
    assert EntryPartner.objects.get().registration == partner
    assert refusal_of(take_in, entry=entry, place=2, facts=facts, by=None, at=NOW).code == "gone"


def test_who_waits_or_cancelled_is_not_taken_in(opened: Tournament) -> None:
    one, _two, three = enters(opened, "UN"), enters(opened, "DEUX"), enters(opened, "TROIS")
    facts = PlayerFacts(last_name="TROIS", first_name="Zoé")
    code, sentence = refused(take_in, entry=three, place=0, facts=facts, by=None, at=NOW)
    assert code == "entry_waits"
    assert "TROIS Zoé est en liste d’attente, à la place 1 :" in sentence
    cancels(one)
    assert refusal_of(take_in, entry=one, place=0, facts=facts, by=None, at=NOW).code == "entry_cancelled"
    assert take_in(entry=three, place=0, facts=facts, by=None, at=NOW).player.last_name == "TROIS"


def test_one_press_takes_in_whom_the_club_knows_and_a_pair_whole_or_not(opened: Tournament) -> None:
    rewrite(opened, capacity=None)
    club = opened.club
    by_licence = PlayerFactory(club=club, last_name="UN", first_name="", licence="L1")
    PlayerFactory(club=club, last_name="UN", first_name="Autrement", licence="L2")  # one figure away: another member
    by_name, partner = (PlayerFactory(club=club, last_name=name, first_name="Zoé", licence="") for name in "AB")
    Player.objects.filter(pk=partner.pk).update(first_name="Max")
    Player.objects.get(pk=partner.pk).save()
    for name in ("JEAN", "JEAN"):
        PlayerFactory(club=club, last_name=name, first_name="Zoé", licence="")
    PlayerFactory(last_name="AILLEURS", first_name="Zoé")
    erased = PlayerFactory(club=club, last_name="PARTI", first_name="Zoé", licence="", consent=False, erased_at=NOW)
    enters(opened, "UN", licence="L1")
    enters(opened, "UN", licence="L2")
    enters(opened, "A", "B")
    enters(opened, "A", "INCONNU")
    enters(opened, "JEAN")
    enters(opened, "AILLEURS")
    enters(opened, erased.last_name)
    enters(opened, "FAUX", licence="L1")

    assert take_in_known(tournament=opened, by=None, at=NOW) == 3
    assert take_in_known(tournament=opened, by=None, at=NOW) == 0

    entered = set(opened.registrations.values_list("player", flat=True))
    assert entered == {by_licence.pk, by_name.pk, partner.pk}
    assert to_take_in(opened) == 7
    assert [one.alike for one in listed_entries(opened) if one.entry.last_name == "A"] == [(4,), (3,)]


def test_cancelling_withdraws_who_was_taken_in_and_not_who_is_there(opened: Tournament) -> None:
    entry, other = enters(opened, "UN"), enters(opened, "DEUX")
    taken = take_in(entry=entry, place=0, facts=PlayerFacts("UN", "Zoé"), by=None, at=NOW)
    there = take_in(entry=other, place=0, facts=PlayerFacts("DEUX", "Zoé"), by=None, at=NOW, status=Status.PRESENT)
    cancels(entry)
    taken.refresh_from_db()
    assert taken.status == Status.WITHDRAWN
    code, sentence = refused(cancels, other)
    assert (code, sentence.split(" : ")[0]) == (
        "already_there", "DEUX Zoé est pointé présent, ou a sa place à une table",
    )  # fmt: skip
    publish(opened, 1, [[there]])
    Registration.objects.filter(pk=there.pk).update(status=Status.REGISTERED)
    assert refusal_of(cancels, other).code == "already_there"


def test_a_place_in_a_cancelled_round_keeps_no_entry(opened: Tournament) -> None:
    entry = enters(opened, "UN")
    taken = take_in(entry=entry, place=0, facts=PlayerFacts("UN", "Zoé"), by=None, at=NOW)
    published = publish(opened, 1, [[taken]])
    assert refusal_of(cancels, entry).code == "already_there"
    Round.objects.filter(pk=published.pk).update(
        tournament=None, cancelled_from=opened, cancelled_at=NOW, cancel_reason="mal tirée"
    )
    assert cancels(entry).state == CANCELLED


def test_who_was_absent_stays_so_when_the_entry_is_cancelled(opened: Tournament) -> None:
    entry = enters(opened, "UN")
    taken = take_in(entry=entry, place=0, facts=PlayerFacts("UN", "Zoé"), by=None, at=NOW)
    Registration.objects.filter(pk=taken.pk).update(status=Status.ABSENT)
    cancel_entry(entry=entry, by=None, at=NOW)
    assert opened.registrations.get().status == Status.ABSENT


def test_the_organiser_is_told_of_who_cancels_himself_and_not_of_what_he_did(opened: Tournament) -> None:
    by_himself, by_the_club = enters(opened, "UN"), enters(opened, "DEUX")
    for entry in (by_himself, by_the_club):
        take_in(entry=entry, place=0, facts=PlayerFacts(entry.last_name, "Zoé"), by=None, at=NOW)
    cancel_entry(entry=by_the_club, by=None, at=NOW)
    assert left_by_themselves(opened) == []
    cancels(by_himself)
    assert [left.registration.player.last_name for left in left_by_themselves(opened)] == ["UN"]
    assert {entry.status for entry in opened.registrations.all()} == {Status.WITHDRAWN}


def waiting(entry: Entry) -> list[str]:
    """Return the kinds of the messages that wait to be sent for an entry."""
    return [message.kind for message in entry.mails.filter(due_at=NOW, tries=0)]


@override_settings(SENDS_MAIL=True, PUBLIC_ADDRESS="https://tarot.example.org")
def test_the_mail_of_who_moves_up_is_tried_anew(opened: Tournament) -> None:
    """The one that said he waits may never have left; that he has a place is another one."""
    rewrite(opened, entries_confirmed=False)
    one, _two, three = (enters(opened, name, email="zoe@exemple.fr") for name in ("UN", "DEUX", "TROIS"))
    Mail.objects.update(tries=5)
    cancels(one)
    three.refresh_from_db()
    assert (three.state, waiting(three)) == (CONFIRMED, [MailKind.MOVED_UP])
    assert not three.mails.filter(tries=5).exclude(state=MailState.DROPPED)


def test_one_press_takes_in_nobody_who_waits_and_asks_the_consent_that_was_typed(opened: Tournament) -> None:
    known = [
        PlayerFactory(club=opened.club, last_name=name, first_name=first, licence="", consent=False)
        for name, first in (("A", "Zoé"), ("B", "Max"), ("C", "Zoé"))
    ]
    enters(opened, "A", "B", consent=True)
    enters(opened, "C", consent=True)
    assert states(opened) == "cw"
    assert take_in_known(tournament=opened, by=None, at=NOW) == 2
    assert {entry.player for entry in opened.registrations.all()} == {*known[:2]}
    asked = Player.objects.filter(asks_consent=True)
    assert [*asked] == [known[0]]  # he typed it; his partner did not


def test_a_partner_s_consent_is_nobody_else_s_to_give(opened: Tournament) -> None:
    partner = PlayerFactory(club=opened.club, last_name="B", first_name="Max", licence="", consent=False)
    entry = enters(opened, "A", "B", consent=True)
    assert take_in(entry=entry, place=1, facts=PlayerFacts("B", "Max"), by=None, at=NOW).player == partner
    partner.refresh_from_db()
    assert (partner.consent, partner.asks_consent) == (False, False)


def test_codes_open_the_entries_of_this_tournament_that_are_not_cancelled(opened: Tournament) -> None:
    elsewhere = TournamentFactory(entries_open=True, state=opened.state, date=opened.date)
    kept, gone, other = enters(opened, "UN"), enters(opened, "DEUX"), enters(elsewhere, "TROIS")
    cancels(gone)
    codes = [*map(entry_code, (kept, gone, other)), f"{entry_code(kept)}x"]
    assert entries_opened_by(codes, opened) == [kept]
    assert entries_opened_by(codes, elsewhere) == [other]


@pytest.fixture
def confirming(opened: Tournament, settings: Any) -> Tournament:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    return opened


def confirms(entry: Entry, at: datetime.datetime = NOW) -> Entry:
    return confirm_address(entry=entry, email=entry.email, at=at)


def test_an_address_is_confirmed_before_an_entry_holds_a_place(confirming: Tournament) -> None:
    one, two, three = (enters(confirming, name, email="zoe@example.org") for name in ("UN", "DEUX", "TROIS"))
    assert {entry.state for entry in confirming.entries.all()} == {EntryState.TO_CONFIRM}
    assert offer_of(Tournament.objects.get(pk=confirming.pk), NOW).left == 2
    for late in (three, two):
        assert confirms(late).state == CONFIRMED
    assert confirms(Entry.objects.get(pk=two.pk)).number == 4  # once, however often it is sent
    waits = confirms(one)
    assert (waits.state, waits.number, waits.address_confirmed_at) == (WAITING, 5, NOW)
    assert [entry.last_name for entry in confirming.entries.all()] == ["TROIS", "DEUX", "UN"]  # as they confirmed
    assert Tournament.objects.get(pk=confirming.pk).places_taken == 2


def test_without_an_address_nobody_enters_where_one_is_confirmed(confirming: Tournament, settings: Any) -> None:
    assert list(refusal_of(enters, confirming).fields) == ["email"]
    rewrite(confirming, entries_confirmed=False)
    assert enters(confirming).state == CONFIRMED
    rewrite(confirming, entries_confirmed=True)
    settings.SENDS_MAIL = False
    assert enters(confirming, "DEUX").state == CONFIRMED


def test_an_address_is_confirmed_for_an_hour_after_closing_and_by_its_own_message(confirming: Tournament) -> None:
    closes = NOW + datetime.timedelta(minutes=1)
    rewrite(confirming, entries_close_at=closes)
    one, two, gone = (enters(confirming, name, email="zoe@example.org") for name in ("UN", "DEUX", "TROIS"))
    assert refusal_of(confirm_address, entry=one, email="autre@example.org", at=NOW).code == "stale"
    cancels(gone)
    assert confirms(gone).state == CANCELLED
    assert confirms(one, closes + datetime.timedelta(minutes=59)).state == CONFIRMED
    code, sentence = refused(confirms, two, closes + datetime.timedelta(hours=1))
    assert (code, "sont closes depuis" in sentence) == ("entries_closed", True)


def test_the_club_takes_in_who_has_not_confirmed_and_he_holds_a_place(confirming: Tournament) -> None:
    one = enters(confirming, "UN", email="zoe@example.org")
    assert at_the_door(confirming, most=9) == []
    assert [found.person.last_name for found in at_the_door(confirming, "un", most=9)] == ["UN"]
    assert listed_entries(confirming)[0].people[0].may_be_taken_in
    taken = take_in(entry=one, place=0, facts=PlayerFacts("UN", "Zoé"), by=None, at=NOW)
    one.refresh_from_db()
    assert (one.registration, one.state, waiting(one)) == (taken, CONFIRMED, [])
    assert Tournament.objects.get(pk=confirming.pk).places_taken == 1
    assert confirms(one).address_confirmed_at == NOW


def changes(entry: Entry, **facts: Any) -> Entry:
    """Change what was typed of an entry, by the page that he kept open."""
    facts = replace(typed_in(Entry.objects.get(pk=entry.pk)), **facts)
    return change_entry(entry=entry, facts=facts, by=FromHome(entry.full_name), at=NOW)


def test_who_finds_his_partner_keeps_his_place_and_his_rank(opened: Tournament) -> None:
    rewrite(opened, capacity=3)
    one, two, three, four, last = (enters(opened, name) for name in ("UN", "DEUX", "TROIS", "QUATRE", "CINQ"))
    assert changes(four, partners=(("AUBE", "Luc"),)).names == "QUATRE Zoé, AUBE Luc"
    assert [place_in_line(entry) for entry in (four, last)] == [1, 2]
    code, sentence = refused(changes, one, partners=(("AUBE", "Max"),))
    assert (code, sentence.split(" : ")[0]) == ("entry_refused", "Il n’y a pas de place de plus")
    for entry in (two, three):  # the pair before the one behind it
        cancels(entry)
    four.refresh_from_db()
    assert (four.state, four.number, states(opened)) == (CONFIRMED, 4, "cxxcw")
    assert changes(four, partners=()).places == 1
    assert states(opened) == "cxxcc"  # the place that he gives back is the next one's
    assert Tournament.objects.get(pk=opened.pk).places_taken == 3


def test_a_partner_takes_a_free_place_and_none_before_those_who_wait(opened: Tournament) -> None:
    rewrite(opened, capacity=3)
    one = enters(opened, "UN")
    assert changes(one, partners=(("AUBE", "Luc"),)).places == 2
    assert Tournament.objects.get(pk=opened.pk).places_taken == 2
    enters(opened, "PAIRE", "AUTRE")
    changes(one, partners=())
    assert states(opened) == "cc"
    rewrite(opened, entries_open=False, capacity=9)
    assert list(refusal_of(changes, one, partners=(("AUBE", "Luc"),)).fields) == ["partner_last_name_1"]
    assert changes(one, first_name="Zoë").first_name == "Zoë"  # who comes already may still correct himself


def test_a_partner_does_not_pass_a_pair_that_waits_for_two_places(opened: Tournament) -> None:
    rewrite(opened, capacity=3)
    one, _two, pair = enters(opened, "UN"), enters(opened, "DEUX"), enters(opened, "PAIRE", "AUTRE")
    assert (pair.state, Tournament.objects.get(pk=opened.pk).places_taken) == (WAITING, 2)
    assert to_take_in(opened) == 2
    assert list(refusal_of(changes, one, partners=(("AUBE", "Luc"),)).fields) == ["partner_last_name_1"]


def test_what_the_club_has_taken_in_is_changed_by_it_alone_and_the_rest_by_himself(opened: Tournament) -> None:
    rewrite(opened, people_per_entry=3, capacity=9)
    entry = enters(opened, "UN", "DEUX", phone="06")
    for place, name in enumerate(("UN", "DEUX")):
        facts = PlayerFacts(name, "Zoé" if not place else "Max")
        take_in(entry=entry, place=place, facts=facts, by=None, at=NOW)
    refusal = refusal_of(changes, entry, last_name="AUTRE", licence="X", partners=(("AUTRE", "Max"),))
    assert set(refusal.fields) == {"last_name", "licence", "partner_last_name_1"}
    assert str(refusal).startswith("UN Zoé est déjà accepté par le club")
    assert set(refusal_of(changes, entry, partners=()).fields) == {"partner_last_name_1"}
    changed = changes(entry, phone="07", message="en retard", partners=(("DEUX", "Max"), ("TROIS", "Max")))
    assert (changed.phone, changed.message, changed.names) == ("07", "en retard", "UN Zoé, DEUX Max, TROIS Max")
    assert [person.registration is None for person in changed.people] == [False, False, True]


def test_a_name_is_corrected_and_a_cancelled_entry_is_not(opened: Tournament) -> None:
    entry = enters(opened, "UNN")
    lines = JournalEntry.objects.filter(tournament=opened).count()
    assert changes(entry).full_name == "UNN Zoé"
    assert JournalEntry.objects.filter(tournament=opened).count() == lines  # nothing changed
    assert changes(entry, last_name="UN").full_name == "UN Zoé"
    assert list(refusal_of(changes, entry, last_name="").fields) == ["last_name"]
    pair = enters(opened, "PAIRE", "AUTRE")
    rewrite(opened, people_per_entry=1)
    assert refusal_of(changes, entry, partners=(("A", ""),)).code == "entry_refused"
    assert changes(pair, phone="07").places == 2  # who came as two stays so
    cancels(entry)
    assert refusal_of(changes, entry, last_name="DEUX").code == "entry_cancelled"


def test_another_address_is_sent_the_link_and_confirmed_anew(confirming: Tournament) -> None:
    entry = enters(confirming, "UN", email="zeo@example.org")
    Mail.objects.update(state=MailState.SENT, due_at=None, handed_at=NOW, tries=3)
    changed = changes(entry, email="zoe@example.org")
    assert (changed.state, waiting(changed)) == (EntryState.TO_CONFIRM, [MailKind.LINK])
    assert refusal_of(confirm_address, entry=entry, email="zeo@example.org", at=NOW).code == "stale"
    held = confirms(changed)
    moved = changes(held, email="autre@example.org")
    assert (moved.state, moved.address_confirmed_at, waiting(moved)) == (CONFIRMED, None, [MailKind.LINK])
    assert list(refusal_of(changes, held, email="").fields) == ["email"]
    assert waiting(changes(moved, phone="06 1")) == [MailKind.LINK]


def test_several_are_taken_in_at_once_and_who_is_alike_is_left(opened: Tournament) -> None:
    rewrite(opened, capacity=None)
    PlayerFactory(club=opened.club, last_name="TROISS", first_name="Zoé", licence="")
    chosen = [enters(opened, *names) for names in (("UN", "DEUX"), ("TROIS",), ("QUATRE",))]
    cancelled, other = enters(opened, "CINQ"), enters(opened, "SIX")
    cancels(cancelled)
    pks = [entry.pk for entry in (*chosen, cancelled)]
    several = take_in_several(tournament=opened, entries=pks, by=None, at=NOW)
    assert (several.done, len(several.left), "TROIS" in several.left[0]) == (3, 1, True)
    entered = set(opened.registrations.values_list("player__last_name", flat=True))
    assert entered == {"UN", "DEUX", "QUATRE"}
    assert take_in_several(tournament=opened, entries=pks, by=None, at=NOW).done == 0
    other.refresh_from_db()
    assert other.registration is None


def test_who_is_left_as_he_was_holds_no_rank_by_it(confirming: Tournament) -> None:
    first, second = (enters(confirming, name, email="zoe@example.org") for name in ("UN", "DEUX"))
    rewrite(confirming, capacity=1)
    confirms(first)
    several = take_in_several(tournament=confirming, entries=[second.pk], by=None, at=NOW)
    assert (several.done, len(several.left)) == (0, 1)
    second.refresh_from_db()
    assert (second.state, second.number) == (EntryState.TO_CONFIRM, 2)


def test_several_are_cancelled_at_once_before_anybody_moves_up(opened: Tournament) -> None:
    one, two, three, four = (enters(opened, name) for name in ("UN", "DEUX", "TROIS", "QUATRE"))
    take_in(entry=two, place=0, facts=PlayerFacts("DEUX", "Zoé"), by=None, at=NOW, status=Status.PRESENT)
    elsewhere = enters(TournamentFactory(club=opened.club, entries_open=True, date=opened.date), "AILLEURS")
    pks = [entry.pk for entry in (one, two, three, elsewhere)]
    several = cancel_several(tournament=opened, entries=pks, by=None, at=NOW)
    assert (several.done, len(several.left)) == (2, 1)
    assert several.left[0].startswith("DEUX Zoé est pointé présent, ou a sa place à une table")
    assert states(opened) == "xcxc"
    three.refresh_from_db()
    four.refresh_from_db()
    assert (three.moved_up_at, four.moved_up_at) == (None, NOW)
    elsewhere.refresh_from_db()
    assert not elsewhere.is_cancelled
    assert cancel_several(tournament=opened, entries=pks[:1], by=None, at=NOW).done == 0


def test_nobody_moves_up_once_it_has_begun(opened: Tournament) -> None:
    one = enters(opened, "UN")
    enters(opened, "DEUX")
    enters(opened, "TROIS")
    rewrite(opened, state=TournamentState.RUNNING)
    cancels(one)
    assert states(opened) == "xcw"


def test_the_door_finds_who_is_not_in_yet_by_the_beginnings_of_his_words(opened: Tournament) -> None:
    enters(opened, "LE GOFF", "ÎLOT", licence="AB12")
    enters(opened, "ZIMMER")
    found = {typed: [one.person.last_name for one in at_the_door(opened, typed, most=9)] for typed in ("", *"gzf")}
    assert found == {"": ["ÎLOT", "LE GOFF"], "g": ["LE GOFF"], "z": ["LE GOFF", "ZIMMER"], "f": []}
    assert [one.person.last_name for one in at_the_door(opened, "ab1 go", most=9)] == ["LE GOFF"]


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("enter"), st.integers(1, 3)),
        st.tuples(st.just("cancel"), st.integers(0, 30)),
        st.tuples(st.just("places"), st.integers(1, 9)),
    ),
    max_size=25,
)


class Laws(TestCase):
    """What holds after each act, whatever they are."""

    @given(capacity=st.integers(1, 6), acts=ACTS)
    def test_never_more_than_there_are_places_and_nobody_is_skipped(
        self, capacity: int, acts: list[tuple[str, int]]
    ) -> None:
        tournament = TournamentFactory(
            club=ClubFactory(), entries_open=True, capacity=capacity, people_per_entry=3, date=NOW.date()
        )
        had_a_place: set[int] = set()
        for number, (act, value) in enumerate(acts):
            before = list(tournament.entries.filter(state=WAITING).order_by("number"))
            if act == "enter":
                enters(tournament, f"NOM{number}", *(f"AMI{number}-{one}" for one in range(1, value)))
            elif act == "cancel" and (entry := tournament.entries.filter(number=value).first()):
                cancels(entry)
            elif act == "places":
                taken = Tournament.objects.get(pk=tournament.pk).places_taken
                has_places(tournament, max(value, taken, 1))
            now = Tournament.objects.get(pk=tournament.pk)
            confirmed = list(now.entries.filter(state=CONFIRMED))
            waiting = list(now.entries.filter(state=WAITING).order_by("number"))
            assert sum(entry.places for entry in confirmed) == now.places_taken <= (now.capacity or 0)
            # Who waits is in the order in which they came: those who moved up were the first of those before.
            moved = [entry for entry in before if entry.pk in {one.pk for one in confirmed}]
            still = [entry for entry in before if entry.pk in {one.pk for one in waiting}]
            assert not moved or not still or moved[-1].number < still[0].number
            # The first who waits has no room: nobody waits for nothing.
            assert not waiting or now.places_taken + waiting[0].places > (now.capacity or 0)
            # Nobody loses his place but by cancelling.
            had_a_place |= {entry.pk for entry in confirmed}
            assert not had_a_place & {entry.pk for entry in waiting}


def test_who_was_excluded_enters_from_home_no_more_and_is_not_taken_in(opened: Tournament) -> None:
    rewrite(opened, capacity=None)
    player = PlayerFactory(club=opened.club, last_name="ZIMMER", first_name="Zoé", licence="123")
    one = RegistrationFactory(tournament=opened, player=player)
    earlier, told = enters(opened, licence="123"), PlayerFacts(last_name="ZIMMER", first_name="Zoé", licence="123")
    set_status(tournament=opened, registrations=[one.pk], status=Status.EXCLUDED, by=None, at=NOW, is_exclusion=True)
    refusal = refusal_of(lambda: enters(opened, licence="123"))
    assert set(refusal.fields) == {"licence"}
    assert "exclu" not in str(refusal)  # it is his club's to know
    assert enters(opened, "MARTIN", licence="123").number == 2  # a wrong number of somebody else
    assert [one.people[0].is_barred for one in listed_entries(opened)] == [True, False]
    assert take_in_known(tournament=opened, by=None, at=NOW) == 0
    refused_in = refusal_of(lambda: take_in(entry=earlier, place=0, facts=told, by=None, at=NOW))
    assert (refused_in.code, "a été exclu" in str(refused_in)) == ("excluded", True)
    earlier.refresh_from_db()
    assert earlier.registration is None
