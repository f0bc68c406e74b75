"""An evening played by the services as people play it: drawn, donnes entered and corrected, sheets closed."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from scoring.labels import CalledWhen, CallOutcome, Outcome
from scoring.marque import FFT_2012, Camp, Chelem, Contract, Facts, Poignee, PoigneeSize, Variant
from scoring.marque.feasible import exact_counts
from scoring.services.decisions.calls import record_chelem_call
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from tournaments.models import Account, Table, Tournament
from tournaments.seating import Monitor, Remainder
from tournaments.services.draws import requests
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.work import jobs

CONTRACTS = {
    Contract.PRISE: 24,
    Contract.GARDE: 58,
    Contract.GARDE_SANS: 13,
    Contract.GARDE_CONTRE: 5,
}
BOUTS = {0: 6, 1: 36, 2: 43, 3: 15}
VOIDS = {Outcome.PASSED: 6, Outcome.PETIT_SEC: 2, Outcome.MISDEAL: 1}
CHAIRS = 4
UNLIKE = 0.25  # of the tables take a board in another way than most


@dataclass
class PlayedEvening:
    """An evening with its people: the organiser draws, the arbiter enters, and `rng` makes the choices."""

    rng: Random
    organiser: Account
    arbiter: Account

    def draw(self, tournament: Tournament, *, seed: int, at: datetime) -> Tournament:
        """Draw and publish all positions of a tournament, and return it."""
        draw = requests.ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=seed, by=self.organiser, at=at)
        assert draw.job is not None
        job = jobs.claim(job_id=draw.job.pk, worker="demo", at=at)
        assert job is not None, "nobody else can have taken a job that is not committed"
        requests.finish_draw(job=job, result=requests.compute_draw(job, Monitor()), at=at)
        return publish_draw(draw=draw, by=self.organiser, at=at)

    def play(self, table: Table, when: datetime, *, donnes: int, called: bool = False, closes: bool = True) -> None:
        """Enter this many donnes at a table (a void one is played again), then close its sheet when `closes`."""
        number = played = 0
        while played < donnes:
            number += 1
            entry = plausible(self.rng)
            if called and number == 1:
                entry = chelem(taker=2)
                self.call(table, when)
            self.record(table, number, entry, when)
            played += isinstance(entry, Facts)
        if closes:
            close_sheet(table=table, by=self.arbiter, at=when)

    def play_boards(self, tables: Sequence[Table], when: datetime, *, taker: int | None = None) -> None:
        """
        Enter every board of a round at each table, taken alike by most of them, and close the sheets.

        `taker` is the chair of a prescribed one, who never passes.
        """
        boards = sorted({board for table in tables for board in table.boards})
        as_most_take = {board: on_a_board(self.rng, taker) for board in boards}
        for table in tables:
            for board in table.boards:
                taken = as_most_take[board]
                if isinstance(taken, Facts) and self.rng.random() > UNLIKE:
                    self.record(table, board, alike(taken, self.rng), when)
                else:
                    self.record(table, board, on_a_board(self.rng, taker), when)
            close_sheet(table=table, by=self.arbiter, at=when)

    def record(
        self,
        table: Table,
        number: int,
        entry: Facts | Outcome,
        when: datetime,
        *,
        replaces: int | None = None,
        reason: str = "",
    ) -> None:
        sent = SentDonne(table, number, entry, self.key(), self.arbiter, when)
        record_donne(replace(sent, replaces=replaces, reason=reason, confirmed=None))

    def call(self, table: Table, when: datetime) -> None:
        record_chelem_call(
            table=table,
            number=1,
            caller=table.seats.get(chair=2),
            announced=CalledWhen.BEFORE_CARD,
            outcome=CallOutcome.PENDING,
            key=self.key(),
            by=self.arbiter,
            at=when,
        )

    def correct(self, table: Table, when: datetime) -> None:
        """Correct the last donne of a closed sheet, as an arbiter does after a player showed a mistake."""
        arbiter = self.arbiter
        line = table.lines.filter(current=True, outcome=Outcome.PLAYED).select_related("taker", "partner").last()
        assert line is not None, "a closed sheet has a played donne"
        facts = replace(line.facts, taker=(line.attacker.chair_index + 1) % CHAIRS, poignees=())
        reopen_sheet(table=table, reason="preneur mal relevé, signalé par Nord", by=arbiter, at=when)
        self.record(table, line.number, facts, when, replaces=line.pk, reason="le preneur était le joueur suivant")
        close_sheet(table=table, by=arbiter, at=when)

    def key(self) -> uuid.UUID:
        return uuid.UUID(int=self.rng.getrandbits(128), version=4)


def tables_of(tournament: Tournament) -> list[list[Table]]:
    """Return the tables of each round, in order."""
    rounds = tournament.rounds.order_by("number")
    return [list(each.tables.select_related("round__tournament").order_by("number")) for each in rounds]


def plausible(rng: Random) -> Facts | Outcome:
    """Return the facts of a played donne at a table of four, or sometimes the outcome of one not played."""
    if rng.random() < 0.03:
        return rng.choices(list(VOIDS), list(VOIDS.values()))[0]
    taker = rng.randrange(CHAIRS)
    contract = rng.choices(list(CONTRACTS), list(CONTRACTS.values()))[0]
    bouts = rng.choices(list(BOUTS), list(BOUTS.values()))[0]
    camps = [camp for camp, without in ((Camp.ATTAQUE, 0), (Camp.DEFENSE, 3)) if bouts != without]
    return Facts(
        taker=taker,
        contract=contract,
        bouts=bouts,
        half_points=_half_points(rng, contract, bouts),
        petit_au_bout=rng.choice(camps) if rng.random() < 0.1 else None,
        poignees=(Poignee(rng.randrange(CHAIRS), PoigneeSize.SIMPLE),) if rng.random() < 0.12 else (),
    )


def on_a_board(rng: Random, taker: int | None = None) -> Facts | Outcome:
    """Return what a table may do with a board: taken, or passed by all; a prescribed `taker` (a chair) never passes."""
    entry = plausible(rng)
    if taker is None:
        return entry if isinstance(entry, Facts) else Outcome.PASSED
    return replace(entry, taker=taker) if isinstance(entry, Facts) else on_a_board(rng, taker)


def alike(entry: Facts, rng: Random) -> Facts:
    """Return what another table does with the same cards when it takes them alike: another count."""
    assert entry.contract is not None, "plausible facts have all"
    assert entry.bouts is not None
    return replace(entry, half_points=_half_points(rng, entry.contract, entry.bouts), petit_au_bout=None, poignees=())


def chelem(taker: int) -> Facts:
    """Return the facts of a garde whose taker announced the chelem and won every trick."""
    return Facts(
        taker=taker,
        contract=Contract.GARDE,
        bouts=3,
        half_points=182,
        petit_au_bout=Camp.ATTAQUE,
        chelem=Chelem(announced=True, made=Camp.ATTAQUE),
    )


def _half_points(rng: Random, contract: Contract, bouts: int) -> int:
    """Return a count in half-points that the cards allow, near what the contract needs, more often above it."""
    aimed = FFT_2012.required[bouts] + rng.gauss(5, 14)
    possible = exact_counts(Variant.FOUR, contract, bouts, None)
    return min(possible, key=lambda count: (abs(count - aimed), count))
