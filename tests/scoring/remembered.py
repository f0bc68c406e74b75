"""A club evening with somebody of whom all is known that a club may know, and of whom all write that may write."""

import uuid
from dataclasses import replace
from typing import Any

from scoring.labels import ProtestAbout
from scoring.services.decisions.incidents import note_incident
from scoring.services.decisions.protests import answer_protest, contest
from tests.factories import NOW, AccountFactory, RegistrationFactory, SeasonFactory, TournamentFactory, rewrite
from tests.scoring.sheets import a_penalty, garde, record, seated
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import JobKind, PaymentMethod, RoleName, TournamentState
from tournaments.models import (
    Account,
    CashCount,
    Club,
    Document,
    Invitation,
    Payment,
    Player,
    Tournament,
)
from tournaments.services.draws.wishes import add_wish
from tournaments.services.people.invitations import name_or_invite
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import PlayerFacts, add_player, change_player
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.work import jobs
from tournaments.tasks import run_job

# Every value that was ever known of her; the years as no figure of an evening is.
KNOWN = (
    *("Zzverdier", "Zzancienne", "Zzvairdier", "Odile", "Odyle", "LIC4242", "OLD4242", "odile.zz", "Odette ZV"),
    *("Club de Zzville", "zz@example.org", "1933", "1932", "1931"),
)
HER = "ODILE Zzverdier"
# The same family name where it is another's, in a text or in two columns.
MARCELS = r"zzverdier[^a-z]*(birth year[^a-z]*)?(first name[^a-z]*)?marcel"  # PostgreSQL has an order of keys
OTHER_YEAR = 1977


def evening_of_her(club: Club, the_organiser: Account) -> Tournament:
    """Return a finished evening of four tables, where all that people write was written about her."""
    season = SeasonFactory(club=club, veteran_from_age=60)  # a club that keeps birth years
    tournament = TournamentFactory(club=club, season=season, state=TournamentState.RUNNING, name="Grand Prix")
    her = _through_a_life(club, the_organiser)
    account = AccountFactory(username="odile.zz", email="zz@example.org", player=her)
    marcel = add_player(
        club=club,
        facts=PlayerFacts("Zzverdier", "Marcel", licence="MAR1", birth_year=OTHER_YEAR, consent=True),
        by=the_organiser,
        at=NOW,
    )
    for number, player in enumerate((her, marcel), 1):
        RegistrationFactory(tournament=tournament, player=player, start_number=number)
    tables = seated(tournament, tables=4)
    for table in tables:
        record(table, 1, account, garde(taker=table.number - 1))
    _written_about(tournament, the_organiser, account)
    rewrite(tournament, state=TournamentState.FINISHED)
    return tournament


def _through_a_life(club: Club, by: Account) -> Player:
    """Return her file: added under another name, corrected, imported, merged with a second one."""
    facts = PlayerFacts("Zzanciènne", "Odyle", licence="OLD4242", birth_year=1931, home_club="Club de Zzville", sex="F")
    her = add_player(club=club, facts=facts, by=by, at=NOW)
    now = replace(facts, last_name="Zzverdier", first_name="Odile", licence="LIC4242", birth_year=1932)
    her = change_player(player=her, facts=replace(now, public_name="Odette ZV", consent=True), by=by, at=NOW)
    rows = [
        PlayerRow(2, "Zzverdier", "Odile", "LIC4242", birth_year=1933),
        PlayerRow(3, "Roux", "Lise", "LISE1", birth_year=1980),
    ]
    apply_import(club=club, rows=rows, fingerprint=examine(club=club, rows=rows).fingerprint, by=by, at=NOW)
    double = PlayerFacts("Zzvairdier", "Odile", birth_year=1933)
    double = add_player(club=club, facts=double, others=[her.pk], by=by, at=NOW)
    her = merge_players(keep=her, drop=double, by=by, at=NOW)
    rows = [
        PlayerRow(2, "Zzverdier", "Odile", "LIC4242", birth_year=1932),
        PlayerRow(3, "Roux", "Lise", "LISE1", birth_year=1981),
    ]
    apply_import(club=club, rows=rows, fingerprint=examine(club=club, rows=rows).fingerprint, by=by, at=NOW)
    return her


def _written_about(tournament: Tournament, by: Account, account: Account) -> None:
    """Write of her wherever somebody may: by her names of today and of before, in any order and case."""
    her, marcel, third = tournament.registrations.order_by("start_number")[:3]
    table = tournament.rounds.get().tables.get(number=1)
    reasons = (
        (her, "Zzverdier a vu le chien, née en 1933"),
        (third, f"a parlé à {HER} (licence LIC4242)"),
        (third, "l’ancienne Mme Zzancienne s’en est plainte"),
        (marcel, "Zzverdier Marcel a renoncé devant Zzverdier Odile"),
    )
    for entry, reason in reasons:
        a_penalty(tournament, by, registration=entry, reason=reason)
    protest = contest(
        table=table,
        about=ProtestAbout.DONNE,
        number=1,
        seat=table.seats.get(chair=0),
        reason="je n’ai pas renoncé. zzverdier odile",
        key=uuid.uuid4(),
        by=account,
        at=NOW,
    )
    answer_protest(protest=protest, answer="odile a raison", upheld=True, by=by, at=NOW)
    note_incident(
        tournament=tournament, text="Odile était debout, Marcel aussi", key=uuid.uuid4(), by=by, at=NOW, players=[her]
    )
    record(table, 1, by, garde(bouts=1), reason="relu avec Odyle Zzanciènne")
    name_or_invite(club=tournament.club, username="odile.zzverdier", role=RoleName.ARBITER, by=by, at=NOW)
    Invitation.objects.create(club=tournament.club, username="odile.zz", role=RoleName.ORGANISER, asked_at=NOW)
    add_wish(tournament=tournament, kind="separer", players=[her.pk, marcel.pk], reason="Odile préfère", by=by, at=NOW)
    Payment.objects.create(
        key=uuid.uuid4(),
        registration=her,
        amount=500,
        method=PaymentMethod.CASH,
        paid_on=NOW.date(),
        at=NOW,
        by=by,
        by_name=str(by),
        cancelled_at=NOW,
        cancelled_by=by,
        cancelled_by_name=str(by),
        cancel_reason="rendu à odile",
    )
    CashCount.objects.create(
        key=uuid.uuid4(),
        tournament=tournament,
        counted=500,
        expected=500,
        remark="5 € de Odile ZZVERDIER",
        by=by,
        by_name=str(by),
        at=NOW,
    )


def her_file() -> Player:
    return Player.objects.get(licence="LIC4242")


def erase(by: Account | None = None) -> Player:
    return erase_player(player=her_file(), by=by, at=NOW).player


def printed(kind: JobKind, **owner: Any) -> Document:
    """Have a document made, as a worker does."""
    wanted = {"language": "fr", "site": "https://club.example"}
    job = jobs.ask(kind=kind, by=None, at=NOW, about="fr", wanted=wanted, **owner)
    run_job(job.pk)
    return Document.objects.get(job=job)
