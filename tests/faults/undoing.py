"""Faults of what was made by mistake: drafts, trials, deletions, merges, imports undone."""

from tests.faults.fault import Fault

TAKEN_BACK = "tests/tournaments/views/test_undoing.py"

TAKING_BACK: tuple[Fault, ...] = (
    Fault(
        "a draft is on the public pages",
        "tournaments/models/tournaments.py",
        "return not self.is_trial and self.state != TournamentState.DRAFT",
        "return not self.is_trial",
        (TAKEN_BACK,),
    ),
    Fault(
        "a trial is in the lists and leagues",
        "tournaments/models/tournaments.py",
        'return Q(**{f"{prefix}is_trial": False, f"{prefix}state__in": public_states})',
        'return Q(**{f"{prefix}state__in": public_states})',
        (TAKEN_BACK,),
    ),
    Fault(
        "what was played is deleted with its tournament",
        "tournaments/queries/undo/consequences.py",
        "return any(not isinstance(row, REMOVABLE) for row in kept_for_ever(rows))",
        "return False",
        ("tests/tournaments/services/undo/test_undoing.py",),
    ),
    Fault(
        "a season goes with the evenings that it adds up",
        "tournaments/queries/undo/consequences.py",
        "evenings = list(season.tournaments.order_by(",
        "evenings = list(season.tournaments.none().order_by(",
        (TAKEN_BACK,),
    ),
    Fault(
        "a season goes while its league is printed",
        "tournaments/queries/undo/consequences.py",
        "season.jobs.filter(state__in=[JobState.QUEUED, JobState.RUNNING])",
        "season.jobs.filter(state__in=[JobState.RUNNING])",
        ("tests/tournaments/services/undo/test_undoing.py::test_a_season_stays_while_its_league_is_printed",),
    ),
    Fault(
        "a tournament enters a season that is no more",
        "tournaments/services/clubs/clubs.py",
        "if season is None or Season.objects",
        "if season is None or True or Season.objects",
        ("tests/tournaments/services/undo/test_undoing.py",),
    ),
    Fault(
        "what nobody has seen is confirmed",
        "tournaments/services/undo/undoing.py",
        "if seen is not None and seen != consequences.seen:",
        "if seen and seen != consequences.seen:",
        (TAKEN_BACK,),
    ),
    Fault(
        "two who met at one table are merged",
        "tournaments/queries/people/joining_entries.py",
        "both = one.seats.filter(round__in=of_other)",
        "both = one.seats.filter(round__in=())",
        ("tests/tournaments/services/people/test_merging.py",),
    ),
    Fault(
        "two entries are joined and a draw still names the one that is gone",
        "tournaments/services/people/joining_entries.py",
        "        draw.renumber(lambda pk: stays.pk if pk == gone.pk else pk)\n",
        "",
        ("tests/scoring/services/test_joining_entries.py",),
    ),
    Fault(
        "a double is ranked",
        "tournaments/standings/ranking.py",
        "if took_part[key].can_reach >= required and not by_key[key].is_double",
        "if took_part[key].can_reach >= required",
        ("tests/scoring/services/test_doubles_who_met.py",),
    ),
    Fault(
        "a double is somebody of the club",
        "tournaments/models/clubs.py",
        "return super().get_queryset().filter(double_of=None)",
        "return super().get_queryset()",
        ("tests/scoring/services/test_doubles_who_met.py",),
    ),
    Fault(
        "a double's name stays when he is forgotten",
        "tournaments/services/privacy/erasing.py",
        "for row in (player, *player.files.exclude(pk=player.pk)):",
        "for row in (player,):",
        ("tests/scoring/services/test_doubles_who_met.py",),
    ),
    Fault(
        "a league forgets to whom results were given",
        "tournaments/services/people/merging.py",
        "raise_revisions(Tournament.objects.filter(pk__in=touched))",
        "pass",
        ("tests/tournaments/services/people/test_merging.py", "tests/services/test_public.py"),
    ),
    Fault(
        "an import undone takes who has been entered since",
        "tournaments/queries/undo/imports.py",
        "unused = list(players.filter(is_used=False)",
        "unused = list(players",
        ("tests/scoring/services/undo/test_imports.py",),
    ),
    Fault(
        "two slips make no other name, however short",
        "tournaments/kit/likeness.py",
        "most = 0 if shorter < SHORT else 1 if shorter < LONG else MOST_SLIPS",
        "most = MOST_SLIPS",
        ("tests/tournaments/kit/test_likeness.py",),
    ),
)
