"""Tournaments, and the players registered in them."""

import secrets

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.comparison import ImpossibleScale, Method, VictoryBy, read_match_scale, read_scale
from tournaments.kit.languages import current_language
from tournaments.kit.translation import SEQUENCES
from tournaments.labels import (
    BEFORE_PLAY,
    MOST_IN_TEAM,
    OFFERED_METHODS,
    OFFICIAL_BAREME,
    OVER,
    TEAM_SIZES,
    Keeps,
    Pace,
    Status,
    TimeUp,
    TournamentState,
    Waits,
    bareme_label,
    methods,
    missed_rules,
    remainders,
    table_sizes,
    team_sizes,
    unfinished_rules,
    values_of,
)
from tournaments.match_labels import victories
from tournaments.models.cancelling import state_words
from tournaments.models.entries import MOST_PLACES, MOST_TOGETHER
from tournaments.models.seasons import Ages
from tournaments.seating import IN_TRIO, Remainder
from tournaments.standings import Missed, Rule, Tie, Unfinished, ties_in

# The most points that a round exempt or missed may bring.
MOST_POINTS = 1000
MOST_PROTEST_MINUTES = 120
MOST_TRIMMED = 5  # results left out at each end
MOST_LEAST = 20  # results, fewer than which are an average
# Without I, O and Q, which are read as other letters.
ENTRY_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
ENTRY_LENGTH = 5


def new_entry_code() -> str:
    """Return a random entry code: five letters, to be typed on a phone."""
    return "".join(secrets.choice(ENTRY_LETTERS) for _letter in range(ENTRY_LENGTH))


def check_order(tie_breaks: str) -> None:
    """Raise ValidationError unless the text is an order of criteria: the file of an event may contain anything."""
    try:
        Rule(ties=ties_in(tie_breaks))
    except ValueError as error:
        raise ValidationError(str(error)) from error


def is_shown(prefix: str = "") -> Q:
    """Return `Tournament.is_public` as a condition for the database; `prefix` leads to the tournament."""
    public_states = [state.value for state in TournamentState if state is not TournamentState.DRAFT]
    return Q(**{f"{prefix}is_trial": False, f"{prefix}state__in": public_states})


def check_scale(scale: str) -> None:
    """Raise ValidationError unless the text is a scale: the file of an event may contain anything."""
    try:
        read_scale(scale)
    except ImpossibleScale as error:
        raise ValidationError(str(error)) from error


def check_match_scale(scale: str) -> None:
    """Raise ValidationError unless the text is a scale of matches, as `check_scale`."""
    try:
        read_match_scale(scale)
    except ImpossibleScale as error:
        raise ValidationError(str(error)) from error


class Tournament(models.Model):
    """
    One event: an evening of a club or a concours.

    Only organisers see a trial, whatever its state: it is on no page and counts in no league. `called_off` says why it
    will not be held, empty while it will. `revision` is raised by everything that changes what the public sees: ETags
    and polls depend on it. `changed_at` is when it was raised last, for programs that ask what is new. `bareme` is the
    code of the edition it is played by, kept for ever; `bareme_name` that of a club's own one, empty for an official
    one. It is a copy of `copied_from`. `unfinished_rule` and `missed_counts` say who counts in the ranking, see
    `ranking_rule`; an empty `minimum_rounds` means more than half of the rounds. `archived_from` is its state before it
    was archived; empty means finished. `tie_breaks` are the criteria between equal totals, in order: codes of `Tie`
    with commas. `starts_at` is its hour on the club's clock; `place` is where it is held if not in the club's hall: see
    `where`. `hidden_rounds` is how many of the last rounds are not public before the prize-giving, at `released_at`
    (None until then). `at_time_up` is what a table does when the time of a round is over. `entry_at_tables` and the
    next fields say how tables write their own sheets: whether the other camp must confirm each donne, whether a signed
    sheet closes by itself, for how many minutes a protest is then possible, whether a paper sheet is typed twice.
    `entry_code` are letters to type on a phone without a camera; `entry_version` is raised to revoke all codes.
    `entries_open` and the next fields say whether people enter from home: until when, for how many places (None: no
    limit), how many people an entry may name, and whether an e-mail address is confirmed before an entry has a place.
    `places_taken` are the places of confirmed entries. In duplicate, `compared_by` is the method that compares the
    results of a board, empty where marks are added up: see `comparison`; `compared_scale` are the lines of its scale,
    named and dated. `board_deal` are its étuis, None where the tables deal them. Where `boards_travel` there is one
    copy of each board, and the tables of a round play different ones; else all play the same. `free_rounds` is how many
    of the first rounds have boards that nobody has still to play: what was marked on the others is secret. `team_size`
    is how many of each team play at once, 0 without teams. `plays_matches`: teams of four meet two by two, with a
    prescribed taker (`Match`); `bye_points` is what a bye brings in the unit of their ranking, None for what a drawn
    match does. `victory_by` says how a match brings victory points, empty where the points of its boards are added up:
    `victory_win` and the next ones, or `victory_scale`, lines of a named and dated scale. `plays_trios`: teams of three
    defend whole against a prescribed taker of another team (`seating/trios.py`), and boards travel.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="tournaments")
    season = models.ForeignKey("Season", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=100)
    date = models.DateField()
    starts_at = models.TimeField(null=True, blank=True)
    place = models.CharField(max_length=200, blank=True, default="")
    table_size = models.PositiveSmallIntegerField(choices=table_sizes, default=4)
    team_size = models.PositiveSmallIntegerField(choices=team_sizes, default=0, db_default=0)
    remainder = models.CharField(max_length=10, choices=remainders, default=Remainder.EXEMPT)
    bareme = models.CharField(max_length=40, default=OFFICIAL_BAREME)
    bareme_name = models.CharField(max_length=80, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(default=5)
    pace = models.CharField(max_length=10, choices=Pace.offered, default=Pace.DONNES)
    donnes_per_round = models.PositiveSmallIntegerField(null=True, blank=True, default=4)
    minutes_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    at_time_up = models.CharField(max_length=10, choices=TimeUp.offered, default=TimeUp.FINISH)
    keeps = models.CharField(max_length=10, choices=Keeps.offered, default=Keeps.DONNES)
    void_donnes_count = models.BooleanField(default=False)
    unfinished_rule = models.CharField(max_length=10, choices=unfinished_rules, default=Unfinished.RANKED)
    minimum_rounds = models.PositiveSmallIntegerField(null=True, blank=True)
    missed_counts = models.CharField(max_length=10, choices=missed_rules, default=Missed.ZERO)
    missed_points = models.SmallIntegerField(null=True, blank=True)
    tie_breaks = models.CharField(max_length=200, blank=True, default="", validators=[check_order])
    compared_by = models.CharField(max_length=12, blank=True, default="", db_default="", choices=methods)
    compared_trim = models.PositiveSmallIntegerField(default=0, db_default=0)
    compared_per_opponent = models.BooleanField(default=False, db_default=False)
    boards_travel = models.BooleanField(default=False, db_default=False)
    plays_matches = models.BooleanField(default=False, db_default=False)
    bye_points = models.SmallIntegerField(null=True, blank=True)
    victory_by = models.CharField(max_length=6, blank=True, default="", db_default="", choices=victories)
    victory_win = models.PositiveSmallIntegerField(null=True, blank=True)
    victory_draw = models.PositiveSmallIntegerField(null=True, blank=True)
    victory_loss = models.PositiveSmallIntegerField(null=True, blank=True)
    victory_scale = models.TextField(
        blank=True, max_length=2_000, default="", db_default="", validators=[check_match_scale]
    )
    victory_scale_name = models.CharField(max_length=100, blank=True, default="", db_default="")
    victory_scale_on = models.DateField(null=True, blank=True)
    plays_trios = models.BooleanField(default=False, db_default=False)
    compared_least = models.PositiveSmallIntegerField(default=1, db_default=1)
    compared_small_fields = models.BooleanField(default=False, db_default=False)
    compared_scale = models.TextField(blank=True, max_length=2_000, default="", db_default="", validators=[check_scale])
    compared_scale_name = models.CharField(max_length=100, blank=True, default="", db_default="")
    compared_scale_on = models.DateField(null=True, blank=True)
    board_deal = models.ForeignKey(
        "BoardDeal", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    free_rounds = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    hidden_rounds = models.PositiveSmallIntegerField(default=0)
    released_at = models.DateTimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=12, choices=TournamentState.offered, default=TournamentState.DRAFT)
    archived_from = models.CharField(max_length=12, choices=TournamentState.offered, blank=True, default="")
    is_trial = models.BooleanField(default=False)
    called_off = models.CharField(max_length=500, blank=True, default="", db_default="")
    get_state_display = state_words
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    entry_at_tables = models.BooleanField(default=True)
    needs_confirmation = models.BooleanField(default=False)
    closes_itself = models.BooleanField(default=False)
    protest_minutes = models.PositiveSmallIntegerField(default=10)
    double_entry = models.BooleanField(default=False)
    arbiters_correct_after_end = models.BooleanField(default=False, db_default=False)
    entry_code = models.CharField(max_length=5, unique=True, default=new_entry_code, editable=False)
    entry_version = models.PositiveSmallIntegerField(default=1, editable=False)
    entries_open = models.BooleanField(default=False)
    entries_close_at = models.DateTimeField(null=True, blank=True)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    people_per_entry = models.PositiveSmallIntegerField(default=1)
    entries_confirmed = models.BooleanField(default=True, db_default=True)
    places_taken = models.PositiveIntegerField(default=0, editable=False)
    series = models.ForeignKey("Series", null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")
    copied_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies")

    # Of no column: the last round that whoever asks reads whole, by the guard of a page; None for all.
    read_until: int | None = None

    class Meta:
        ordering = ["-date", "-pk"]
        indexes = [models.Index(name="tournaments_of_the_site", fields=["-date", "-id"])]
        constraints = [
            models.CheckConstraint(name="tournament_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="tables_are_of_3_4_or_5", condition=Q(table_size__in=[3, 4, 5])),
            models.CheckConstraint(name="teams_are_of_2_to_6", condition=Q(team_size__in=[0, *TEAM_SIZES])),
            models.CheckConstraint(name="tournament_state_is_known", condition=Q(state__in=TournamentState.values)),
            models.CheckConstraint(
                name="archived_from_a_state_and_while_archived",
                condition=Q(archived_from="")
                | Q(archived_from__in=[*BEFORE_PLAY, TournamentState.RUNNING, TournamentState.FINISHED])
                & Q(state=TournamentState.ARCHIVED),
            ),
            models.CheckConstraint(
                name="only_a_trial_is_archived_before_its_end",
                condition=Q(archived_from__in=["", TournamentState.FINISHED]) | Q(is_trial=True),
            ),
            models.CheckConstraint(name="remainder_is_known", condition=Q(remainder__in=values_of(Remainder))),
            models.CheckConstraint(name="sheet_kind_is_known", condition=Q(keeps__in=Keeps.values)),
            models.CheckConstraint(
                name="what_the_end_of_time_asks_is_known", condition=Q(at_time_up__in=TimeUp.values)
            ),
            models.CheckConstraint(name="from_1_to_30_rounds", condition=Q(rounds_planned__range=(1, 30))),
            models.CheckConstraint(
                name="a_round_has_its_donnes_or_its_minutes",
                condition=Q(pace=Pace.DONNES, donnes_per_round__range=(1, 60), minutes_per_round__isnull=True)
                # A concours whose results came from a file may not say how long it was.
                | Q(Q(minutes_per_round__range=(1, 600)) | Q(minutes_per_round__isnull=True))
                & Q(pace=Pace.MINUTES, donnes_per_round__isnull=True),
            ),
            models.CheckConstraint(
                name="unfinished_rule_is_known", condition=Q(unfinished_rule__in=values_of(Unfinished))
            ),
            models.CheckConstraint(name="missed_rule_is_known", condition=Q(missed_counts__in=values_of(Missed))),
            models.CheckConstraint(
                name="a_minimum_of_rounds_is_from_1_to_30_and_asked",
                condition=Q(minimum_rounds__isnull=True)
                | Q(unfinished_rule=Unfinished.MINIMUM.value, minimum_rounds__range=(1, 30)),
            ),
            models.CheckConstraint(
                name="points_of_a_missed_round_are_fixed_or_none",
                condition=Q(missed_counts=Missed.FIXED.value, missed_points__range=(-MOST_POINTS, MOST_POINTS))
                | Q(~Q(missed_counts=Missed.FIXED.value), missed_points__isnull=True),
            ),
            models.CheckConstraint(
                name="a_method_of_comparison_is_known", condition=Q(compared_by__in=["", *values_of(OFFERED_METHODS)])
            ),
            models.CheckConstraint(
                name="duplicate_is_played_by_four_on_sheets_of_donnes",
                condition=Q(compared_by="", board_deal__isnull=True)
                | Q(~Q(compared_by=""), table_size=4, keeps=Keeps.DONNES, pace=Pace.DONNES, void_donnes_count=True)
                & Q(remainder=Remainder.EXEMPT.value),
            ),
            models.CheckConstraint(
                name="boards_travel_in_a_duplicate_without_matches",
                condition=Q(boards_travel=False) | Q(~Q(compared_by=""), plays_matches=False),
            ),
            models.CheckConstraint(
                name="matches_are_of_teams_of_four_in_duplicate",
                condition=Q(plays_matches=True, team_size=4) & ~Q(compared_by="")
                | Q(plays_matches=False, bye_points__isnull=True),
            ),
            models.CheckConstraint(
                name="trios_are_teams_of_three_whose_boards_travel",
                condition=Q(plays_trios=False) | Q(plays_matches=False, boards_travel=True, team_size=IN_TRIO),
            ),
            models.CheckConstraint(
                name="a_bye_brings_up_to_1000_points",
                condition=Q(bye_points__isnull=True) | Q(bye_points__range=(-MOST_POINTS, MOST_POINTS)),
            ),
            models.CheckConstraint(
                name="victory_points_are_of_matches",
                condition=Q(victory_by="") | Q(victory_by__in=values_of(VictoryBy), plays_matches=True),
            ),
            models.CheckConstraint(
                name="a_match_won_brings_no_less_than_one_drawn_or_lost",
                condition=Q(
                    victory_by=VictoryBy.RESULT.value,
                    victory_win__isnull=False,
                    victory_draw__isnull=False,
                    victory_loss__isnull=False,
                    victory_win__range=(F("victory_draw"), MOST_POINTS),
                    victory_draw__gte=F("victory_loss"),
                )
                | Q(
                    ~Q(victory_by=VictoryBy.RESULT.value),
                    victory_win__isnull=True,
                    victory_draw__isnull=True,
                    victory_loss__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="a_scale_of_matches_has_steps_a_name_and_a_day",
                condition=Q(
                    ~Q(victory_scale=""),
                    ~Q(victory_scale_name=""),
                    victory_by=VictoryBy.SCALE.value,
                    victory_scale_on__isnull=False,
                )
                | Q(
                    ~Q(victory_by=VictoryBy.SCALE.value),
                    victory_scale="",
                    victory_scale_name="",
                    victory_scale_on__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="up_to_five_results_are_left_out_at_each_end", condition=Q(compared_trim__range=(0, MOST_TRIMMED))
            ),
            models.CheckConstraint(
                name="fewer_results_than_this_are_an_average", condition=Q(compared_least__range=(1, MOST_LEAST))
            ),
            models.CheckConstraint(
                name="a_scale_has_steps_a_name_and_a_day",
                condition=Q(
                    ~Q(compared_scale=""),
                    ~Q(compared_scale_name=""),
                    compared_by=Method.SCALE.value,
                    compared_scale_on__isnull=False,
                )
                | Q(
                    ~Q(compared_by=Method.SCALE.value),
                    compared_scale="",
                    compared_scale_name="",
                    compared_scale_on__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="fewer_rounds_are_hidden_than_planned", condition=Q(hidden_rounds__lt=F("rounds_planned"))
            ),
            models.CheckConstraint(
                name="what_is_released_was_hidden", condition=Q(released_at__isnull=True) | Q(hidden_rounds__gt=0)
            ),
            models.CheckConstraint(
                name="a_protest_is_taken_for_up_to_two_hours",
                condition=Q(protest_minutes__range=(0, MOST_PROTEST_MINUTES)),
            ),
            models.CheckConstraint(
                name="no_more_places_are_taken_than_there_are",
                condition=Q(capacity__isnull=True) | Q(places_taken__lte=F("capacity")),
            ),
            models.CheckConstraint(
                name="from_1_to_5000_places_for_entries",
                condition=Q(capacity__isnull=True) | Q(capacity__range=(1, MOST_PLACES)),
            ),
            models.CheckConstraint(
                name="from_1_to_6_people_enter_together", condition=Q(people_per_entry__range=(1, MOST_TOGETHER))
            ),
            models.CheckConstraint(
                name="a_bareme_of_the_club_is_named",
                condition=Q(~Q(bareme_name=""), bareme__startswith="club-")
                | Q(~Q(bareme__startswith="club-"), bareme_name=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bareme_label(self) -> str:
        """The name of the barème that people read: the club's own name for it, or the règlement's."""
        return self.bareme_name or bareme_label(self.bareme)

    @property
    def where(self) -> str:
        """Where it is held: its own place, else the hall and the town of its club."""
        return self.place or self.club.where

    @property
    def ages(self) -> Ages:
        """The ages of its season; all None without a season."""
        return self.season.ages if self.season else Ages()

    @property
    def ranking_rule(self) -> Rule:
        """The ranking rule: who counts, what an exempt or missed round brings, what decides between equal totals."""
        ties = ties_in(self.tie_breaks)
        return Rule(
            Unfinished(self.unfinished_rule),
            self.minimum_rounds,
            Missed(self.missed_counts),
            self.missed_points or 0,
            ties,
            lots=self.seed if Tie.LOTS in ties else 0,
        )

    @property
    def last_shown_round(self) -> int | None:
        """The number of the last round whose results are public; None while no round is hidden."""
        last = min(self.last_given_round, self.free_rounds) if self.is_duplicate else self.last_given_round
        return last if last < self.rounds_planned else None

    @property
    def last_given_round(self) -> int:
        """The number of the last round that is not held back until the prize-giving."""
        held_back = self.hidden_rounds if self.released_at is None else 0
        return self.rounds_planned - held_back

    @property
    def is_duplicate(self) -> bool:
        """True if tables play the same boards, at once or one after the other, and their results are compared."""
        return bool(self.compared_by)

    @property
    def people_together(self) -> int:
        """How many people an entry from home may name: those of a team at least."""
        return max(self.people_per_entry, self.team_size)

    @property
    def has_teams(self) -> bool:
        """True if it is played by teams, which have a ranking of their own."""
        return self.team_size > 0

    @property
    def most_playing(self) -> int:
        """How many members of a team may be there to play: in matches the captain chooses four of them each time."""
        return MOST_IN_TEAM if self.plays_matches else self.team_size

    @property
    def tables_enter(self) -> bool:
        """True if tables enter their own donnes; balances are entered at the desk."""
        return self.entry_at_tables and self.keeps == Keeps.DONNES

    @property
    def is_finished(self) -> bool:
        """True if its standings are final and nothing in it may change."""
        return self.state in OVER

    @property
    def is_final(self) -> bool:
        """True if its standings are final and wholly public."""
        return self.is_finished and self.last_shown_round is None

    @property
    def is_coming(self) -> bool:
        """True before a round is published: a draft, announced, or open to entries."""
        return self.state in BEFORE_PLAY

    @property
    def is_public(self) -> bool:
        """True if everybody may read it: pages, API, leagues and the cache all ask this property."""
        return not self.is_trial and self.state != TournamentState.DRAFT


# The condition that an entry is a person's: who was entered twice, and met himself, has one.
OF_A_PERSON = Q(player__double_of=None)


class Registration(models.Model):
    """
    A player registered in a tournament, with a start number.

    `penalty_points` is the sum of the penalties in force, whole points, zero or negative: the scoring app stores it
    through `services.results`, so that standings need not read penalties. `waits` says that a registered player comes
    late, or is a stand-in; it is empty once he is present, absent or withdrawn. `rate` is what he pays, None until it
    is chosen. `imported_by` is the spreadsheet of results that made it. `door_key` is the key of the check-in form:
    sent twice, it is one person. `link_version` is raised to withdraw the links that open this evening for him
    (`queries/pages/personal_links.py`). Its `team` counts what it brings; the captain speaks for the team. `called_at`
    is when the captain called him as a stand-in, None where the organiser put him in the team.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="registrations")
    start_number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.offered, default=Status.REGISTERED)
    waits = models.CharField(max_length=10, choices=Waits.offered, blank=True, default="")
    rate = models.ForeignKey("Rate", null=True, blank=True, on_delete=models.RESTRICT, related_name="registrations")
    penalty_points = models.IntegerField(default=0)
    imported_by = models.ForeignKey(
        "Import", null=True, blank=True, on_delete=models.SET_NULL, related_name="registrations"
    )
    door_key = models.UUIDField(null=True, blank=True, unique=True)
    link_version = models.PositiveSmallIntegerField(default=1, db_default=1, editable=False)
    # RESTRICT: a team goes with its tournament, and is dissolved before it goes alone.
    team = models.ForeignKey("Team", null=True, blank=True, on_delete=models.RESTRICT, related_name="members")
    is_captain = models.BooleanField(default=False, db_default=False)
    called_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(name="player_registers_once", fields=["tournament", "player"]),
            models.UniqueConstraint(name="start_number_is_unique", fields=["tournament", "start_number"]),
            models.CheckConstraint(name="penalties_never_add_points", condition=Q(penalty_points__lte=0)),
            models.CheckConstraint(name="start_numbers_begin_at_1", condition=Q(start_number__gte=1)),
            models.CheckConstraint(name="registration_status_is_known", condition=Q(status__in=Status.values)),
            models.CheckConstraint(
                name="late_and_stand_in_are_entered_only",
                condition=Q(waits="") | Q(waits__in=Waits.values, status=Status.REGISTERED),
            ),
            models.CheckConstraint(
                name="a_captain_is_of_a_team", condition=Q(is_captain=False) | Q(team__isnull=False)
            ),
            models.UniqueConstraint(name="a_team_has_one_captain", fields=["team"], condition=Q(is_captain=True)),
        ]

    def __str__(self) -> str:
        return f"n° {self.start_number} {self.player}"


def language_of(tournament: Tournament | None) -> str:
    """Return the language code to `override` for texts about a tournament, in which a timed round is a « séquence »."""
    is_timed = tournament is not None and tournament.pace == Pace.MINUTES
    return current_language() + (SEQUENCES if is_timed else "")
