"""A club that leaves: its file, what stays without it, and the site that takes it in."""

import gzip
import json
import uuid
from collections import Counter
from copy import copy
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.services.sheets.results import differences
from tarot_club.club_files import LEFT_OUT, LONGEST_LINE, club_file, take_in
from tarot_club.demo.site import generate_site
from tests.factories import (
    NOW,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    logged_in,
    organiser,
)
from tests.one_of_everything import world
from tests.refusals import refusal_of
from tests.scoring.sheets import seated
from tests.texts import plain
from tests.whole_database import number_rows_as_no_year, where
from tournaments.labels import EndReason, JobState, TournamentState
from tournaments.mail_labels import MailPurpose, MailState
from tournaments.models import (
    Account,
    Club,
    Job,
    Mail,
    Membership,
    MembershipPeriod,
    Payment,
    Player,
    PublishedLine,
    Registration,
    Tournament,
)
from tournaments.queries.clubs.leaving import accounts_of, also_elsewhere, leaving, rows_of
from tournaments.queries.people.members import former_members, is_dead, keeps_file
from tournaments.queries.people.messages import LOST_AFTER, digest_of, mails_by_kind, reached_among
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.services.people.joining import receive
from tournaments.services.people.members import end_membership
from tournaments.services.people.messages import stop_messages
from tournaments.services.people.players import join_club
from tournaments.services.people.registrations import register
from tournaments.services.undo.leaving import delete_club
from tournaments.tasks import send_mails

pytestmark = pytest.mark.django_db


def counted(club: Club) -> Counter[str]:
    """Return how many rows of each model are the club's, but for those that its file leaves out."""
    return Counter({model.__name__: rows.count() for model, rows in rows_of(club) if model not in LEFT_OUT})


def recounted() -> list[str]:
    """Return what of the figures of any club its sheets do not give."""
    return [sentence for event in Tournament.objects.order_by("pk") for sentence in differences(event)]


def file_of(club: Club) -> bytes:
    with club_file(club, at=NOW) as file:
        return file.read()


def ended(club: Club) -> Club:
    """End the work of a club: a job under way forbids it to leave."""
    Job.objects.update(state=JobState.DONE, ended_at=NOW)
    return club


def gone(club: Club) -> None:
    delete_club(club=ended(club), name=club.name, by=None, at=NOW)


def emptied() -> None:
    """Have the database as a new site's: nobody, and no club."""
    for club in Club.objects.all():
        gone(club)
    for model in (Player, Account):
        model._base_manager.all().delete()


def test_a_club_with_one_of_everything_goes_whole_and_comes_back_elsewhere() -> None:
    club = world().club
    names = set(club.players.values_list("last_name", flat=True))
    before, told, file = counted(club), recounted(), file_of(club)
    assert len([name for name, count in before.items() if count]) > 35

    gone(club)
    assert not +counted(club)

    emptied()
    back = take_in(BytesIO(file))
    assert counted(back) == before
    assert set(back.players.values_list("last_name", flat=True)) == names
    assert recounted() == told  # this world's figures are not those of its sheets: nor are they there
    assert not Account.objects.exclude(password__startswith="!").exists()


def test_a_file_of_before_periods_has_members_since_nobody_knows_when() -> None:
    club = ClubFactory()
    PlayerFactory(club=club)
    head, *rows = gzip.decompress(file_of(club)).decode().splitlines()
    rows = [row for row in rows if '"tournaments.membershipperiod"' not in row]
    text = "\n".join([json.dumps(json.loads(head) | {"rows": len(rows)}), *rows, ""])
    emptied()
    back = take_in(BytesIO(gzip.compress(text.encode())))
    assert list(MembershipPeriod.objects.values_list("membership__club", "since", "until")) == [(back.pk, None, None)]


@pytest.mark.product
@pytest.mark.slow
def test_one_club_of_three_leaves_and_the_others_stay_as_they_are(tmp_path: Path) -> None:
    number_rows_as_no_year()
    generate_site(clubs=3, people=60, years=2, seed=1, at=NOW, tell=str)
    _first, club, _last = Club.objects.order_by("pk")
    others = Club.objects.exclude(pk=club.pk)
    leavers = club.players.exclude(pk__in=also_elsewhere(club)).exclude(last_name="ARRIVÉ")
    leavers = [f"{last} {first}" for last, first in leavers.values_list("last_name", "first_name")]
    logins = list(accounts_of(club).values_list("username", flat=True))
    stay = {other.pk: (counted(other), list(other.players.values_list("pk", flat=True))) for other in others}
    before, file = counted(club), tmp_path / "club.gz"
    file.write_bytes(file_of(club))
    assert len(leavers) > 15
    assert len(logins) == 2

    gone(club)
    assert where(*leavers) == []
    assert {table for _login, table in where(*logins)} <= {"tournaments_journalentry"}  # of what they did elsewhere
    for other in others:
        rows, people = counted(other), list(other.players.values_list("pk", flat=True))
        assert ({**rows, "JournalEntry": 0}, people) == ({**stay[other.pk][0], "JournalEntry": 0}, stay[other.pk][1])
    assert recounted() == []

    with transaction.atomic():
        emptied()
        out = StringIO()
        call_command("take_club", file, stdout=out)
        assert "avec 9 tournois" in out.getvalue()
        assert counted(Club.objects.get()) == before
        call_command("check_results", stdout=out)
        with pytest.raises(CommandError, match="ni club ni compte"):
            call_command("take_club", file, stdout=out)


def test_a_club_of_which_he_is_a_member_keeps_his_file_and_one_where_he_played_does_not() -> None:
    club, other = ClubFactory(name="Les Bouts"), ClubFactory(name="Les Oudlers")
    seated(TournamentFactory(club=club), tables=2)
    member, visitor, *_rest, alone = club.players.order_by("pk")
    join_club(club=other, player=member, by=None, at=NOW)
    join_club(club=other, player=visitor, by=None, at=NOW)
    Registration.objects.create(tournament=TournamentFactory(club=other), player=visitor, start_number=1)
    Membership.objects.filter(club=other, player=visitor).update(until=NOW.date())

    visitor.email, visitor.email_consent, visitor.birth_year = "v@exemple.fr", True, 1950
    visitor.save()
    Membership.objects.filter(club=other, player=member).update(phone="0700000000", phone_consent=True)
    was = copy(visitor)

    gone(club)
    assert list(Player.rows.order_by("pk")) == [member, visitor]
    assert {player.club for player in Player.rows.all()} == {other}
    assert list(other.players) == list(other.files) == [member]
    member.refresh_from_db()
    visitor.refresh_from_db()
    assert (keeps_file(other, member), keeps_file(other, visitor)) == (True, False)
    assert (visitor.last_name, visitor.licence, visitor.consent) == (was.last_name, was.licence, False)
    assert (visitor.email, visitor.birth_year, member.phone) == ("", None, "0700000000")  # what the other club had
    told = other.journal.filter(action="fiche confiée à un autre club").values_list("subject", flat=True)
    assert [plain(subject) for subject in told] == [f"{member} : Les Oudlers"]
    assert not Player.rows.filter(pk=alone.pk).exists()


@pytest.mark.parametrize("was_told", [True, False])
def test_who_died_stays_dead_when_the_club_that_noted_it_leaves(was_told: bool) -> None:
    """Where nobody was told, because he only played there, that club says it from now on."""
    club, told, host = ClubFactory(name="Les Bouts"), ClubFactory(name="Les Oudlers"), ClubFactory(name="Les Hôtes")
    player = PlayerFactory(club=club)
    if was_told:
        join_club(club=told, player=player, by=None, at=NOW)
    evening = TournamentFactory(club=host, state=TournamentState.FINISHED)
    Registration.objects.create(tournament=evening, player=player, start_number=1)
    receive(host, [player])
    day, died = NOW.date(), EndReason.DIED
    end_membership(club=club, player=player, until=day, reason=died, remark="Le cœur", by=None, at=NOW)

    gone(club)
    player = Player.rows.get(pk=player.pk)
    assert player.club == (told if was_told else host)
    assert is_dead(player)
    periods = MembershipPeriod.objects.filter(membership__player=player)
    assert list(periods.values_list("until", "reason", "remark")) == [(day, died, "")]
    assert evening.registrations.get().player == player
    coming = TournamentFactory(club=host)
    assert refusal_of(lambda: register(tournament=coming, players=[player], by=None, at=NOW)).code == "dead"


def test_a_former_member_of_another_club_stays_with_what_he_paid_there() -> None:
    """He never played there: its periods and payments alone name him."""
    club, other = ClubFactory(name="Les Bouts"), ClubFactory(name="Les Oudlers")
    player = PlayerFactory(club=club, last_name="ANCIEN")
    join_club(club=other, player=player, by=None, at=NOW)
    a_fee(other.memberships.get(player=player), SeasonFactory(club=other), paid=2000)
    end_membership(club=other, player=player, reason=EndReason.MOVED, by=None, at=NOW)
    was = list(MembershipPeriod.objects.filter(membership__club=other).values_list("since", "until", "reason"))
    assert "1 personne est aussi d’un autre club" in plain(" ".join(leaving(club).touches))

    gone(club)
    (left,) = former_members(other.pk)
    assert (left, left.last_name, left.club) == (player, "ANCIEN", other)
    assert list(MembershipPeriod.objects.values_list("since", "until", "reason")) == was
    assert list(Payment.objects.values_list("fee__membership__player", "amount")) == [(player.pk, 2000)]
    assert not other.players.exists()


def test_messages_that_wait_leave_from_one_site_alone_and_who_stopped_them_is_known_there(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    club = ClubFactory(name="Les Bouts")
    event = TournamentFactory(club=club, entries_open=True, entries_confirmed=False)
    facts = EntryFacts(last_name="LOIN", email="loin@example.org")
    enter(tournament=event, facts=facts, key=uuid.uuid4(), at=NOW)
    player = PlayerFactory(club=club, email="stop@example.org", email_consent=True)
    mailbox = club.mailboxes.create(digest=digest_of(player.email))
    stop_messages(mailbox=mailbox, purpose=MailPurpose.FEES, at=NOW)
    file = file_of(club)
    assert Mail.objects.get().state == MailState.WAITING  # this site sends it

    emptied()
    back = take_in(BytesIO(file))
    send_mails()
    assert mail.outbox == []
    message = Mail.objects.get()
    assert (message.state, message.handed_at) == (MailState.LEAVING, NOW)
    (told,) = mails_by_kind(back, NOW + LOST_AFTER * 2)
    assert [name for _message, name in told.unsent] == ["LOIN"]
    assert reached_among(back.pk, ["stop@example.org", "loin@example.org"], MailPurpose.FEES) == {"loin@example.org"}
    assert list(back.players.values_list("email", "email_consent")) == [("stop@example.org", True)]


def test_who_played_elsewhere_under_a_second_number_stays() -> None:
    player = PlayerFactory()
    double = Player.rows.create(club=ClubFactory(), last_name="Roy", double_of=player)
    RegistrationFactory(tournament=TournamentFactory(club=double.club), player=double)
    assert list(also_elsewhere(player.club)) == [player]


def test_whom_only_another_clubs_league_published_stays_there_without_his_name() -> None:
    made = world()
    host = ClubFactory(name="Les Hôtes")
    player = made.club.players.filter(pk__in=Registration.objects.values("player")).earliest("pk")
    name = player.last_name
    league = (
        TournamentFactory(club=host)
        .club.seasons.create(name="2026", starts_on=NOW.date(), ends_on=NOW.date())
        .leagues.create(number=1, name="Le leur", rule={})
    )
    line = PublishedLine.objects.create(
        publication=league.publications.create(at=NOW, rule={}, events=1),
        player=player, number=1, place=1, shared=False, played=1, total=12,
    )  # fmt: skip

    gone(made.club)
    line.refresh_from_db()
    assert (line.player.club, line.player.erased_at, list(host.players)) == (host, NOW, [])
    assert where(name) == []


def test_the_name_is_typed_and_what_is_under_way_ends_first() -> None:
    club = world().club
    last = Job.objects.filter(pk=Job.objects.latest("pk").pk)
    last.update(state=JobState.RUNNING, heartbeat_at=NOW, ended_at=None)
    assert refusal_of(lambda: delete_club(club=club, name=club.name, by=None, at=NOW)).code == "cannot_be_taken_back"
    ended(club)
    assert refusal_of(lambda: delete_club(club=club, name="Autre", by=None, at=NOW)).code == "another_name"
    seen = leaving(club).seen
    TournamentFactory(club=club)
    changed = refusal_of(lambda: delete_club(club=club, name=club.name, by=None, at=NOW, seen=seen))
    assert changed.code == "changed_since"
    assert Club.objects.filter(pk=club.pk).exists()


def test_an_organiser_takes_the_file_and_then_the_club_away() -> None:
    club = ClubFactory(name="Les Bouts")
    seated(TournamentFactory(club=club, name="Concours"))
    client: Client = logged_in(organiser(club))
    page = reverse("delete_club", args=[club.pk])
    taken = client.post(reverse("take_club", args=[club.pk]))
    content = b"".join(taken)
    assert gzip.decompress(content).decode().count("\n") > 10
    assert "les-bouts" in taken["Content-Disposition"] or club.slug in taken["Content-Disposition"]
    assert club.journal.filter(action="club pris dans un fichier").count() == 1

    shown = client.get(page)
    assert "Avec lui : 1 tournoi, avec ses feuilles." in plain(shown.content.decode())
    seen = shown.context["consequences"].seen
    assert client.post(page, {"seen": seen, "name": "les bouts"}).status_code == 422
    assert client.post(page, {"seen": seen, "name": " Les  Bouts "}).status_code == 303
    assert not Club.objects.exists()
    assert not Account.objects.exists()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda _lines: [b"{}"], "broken_club"),
        (lambda lines: lines[:-1], "broken_club"),
        (lambda lines: [lines[0].replace(b'"version": 2', b'"version": 3'), *lines[1:]], "newer_than_us"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b"tournaments.", b"auth.")], "broken_club"),
        (lambda lines: [*lines[:-1], b'{"model": "auth.group", "pk": 1, "fields": {"name": "x"}}\n'], "broken_club"),
        (lambda lines: [line.replace(b'"registration": ', b'"registration": 9') for line in lines], "broken_club"),
        (lambda lines: [*lines[:-1], b" " * LONGEST_LINE + lines[-1]], "broken_club"),
        (lambda lines: [b" " * LONGEST_LINE + lines[0], *lines[1:]], "broken_club"),
    ],
)
def test_a_file_that_is_no_whole_club_is_refused_and_nothing_is_written(spoil, code: str) -> None:
    club = ClubFactory()
    seated(TournamentFactory(club=club))
    lines = gzip.decompress(file_of(club)).splitlines(keepends=True)
    gone(club)
    assert refusal_of(lambda: take_in(BytesIO(gzip.compress(b"".join(spoil(lines)))))).code == code
    assert refusal_of(lambda: take_in(BytesIO(gzip.compress(b"".join(lines))[:-20]))).code == "broken_club"
    assert not Club.objects.exists()


def test_every_model_says_whose_its_rows_are() -> None:
    """One that is added later leads to its club, or is everybody's own."""
    ours = {model for model in apps.get_models() if model._meta.app_label in ("tournaments", "scoring")}
    told = {model for model, _rows in rows_of(Club(pk=0))}
    assert {model.__name__ for model in ours - told} == {"Account", "Player", "Site", "Committee"}
