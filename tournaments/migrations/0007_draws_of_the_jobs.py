"""
Draws were JSON in the rows of their jobs, and which draw made a round was told by when both were published: a row for
each draw, and the rounds point to theirs, those that were cancelled too.

What a job keeps is left as it is: the next purge deletes it with its row.
"""

from collections import defaultdict
from datetime import datetime
from itertools import islice

from django.db import migrations

AT_ONCE = 200  # draws; a plan of a thousand players and thirty rounds is long
MODES = ("rotation", "hasard", "suisse", "danois")
BY_STANDINGS = ("suisse", "danois")
REMAINDERS = ("smaller", "larger", "exempt")
PRICES = ("rematches", "rank_spread", "mean_spread", "free_spread", "repeats_ahead")
# The wishes of a draw by kind, in the order in which it keeps them now.
KINDS = (("apart", "separer"), ("teams", "equipe"), ("places", "place"), ("sectors", "secteur"))


def make_draws(apps, schema_editor):
    Draw = apps.get_model("tournaments", "Draw")
    jobs = apps.get_model("tournaments", "Job").objects.filter(kind__in=("tirage", "tirage_position"))
    publishers = _publishers(apps)
    sizes = dict(apps.get_model("tournaments", "Tournament").objects.values_list("pk", "table_size"))
    rows = jobs.filter(tournament__isnull=False).order_by("pk").iterator(chunk_size=AT_ONCE)
    # For each round (tournament, number): when a draw of it was published, and the draw; of two at once the later.
    makers = defaultdict(list)
    while batch := list(islice(rows, AT_ONCE)):
        made = Draw.objects.bulk_create(
            _draw(Draw, job, table_size=sizes[job.tournament_id], publishers=publishers) for job in batch
        )
        for draw in made:
            if draw.published_at is not None:
                for number in range(draw.first_round, draw.first_round + draw.round_count):
                    makers[draw.tournament_id, number].append((draw.published_at, draw.pk))
    _point(apps, makers)


def _draw(Draw, job, *, table_size, publishers):
    """Return the draw of a job, whatever its age: what an older one did not keep is what it was drawn without."""
    wanted, result = job.wanted or {}, job.result or {}
    alone = job.kind == "tirage_position"
    plan = result.get("plan") if job.state == "fait" else None
    plan = plan if plan and plan.get("rounds") else None
    mode = wanted.get("mode") if wanted.get("mode") in MODES else "rotation"
    ranking = wanted.get("ranking") if mode in BY_STANDINGS else None
    price = result.get("standing") if plan and ranking is not None else None
    published_at = None
    if plan and result.get("published"):
        said = result.get("published_at")
        published_at = datetime.fromisoformat(said) if said else job.ended_at
    remainder = wanted.get("remainder")
    return Draw(
        tournament_id=job.tournament_id,
        job_id=job.pk,
        first_round=max(1, (wanted.get("number") or 1) if alone else (wanted.get("begun") or 0) + 1),
        round_count=1 if alone else len(plan["rounds"]) if plan else max(1, wanted.get("rounds") or 1),
        alone=alone,
        mode=mode,
        by_rule=not alone and bool(wanted.get("by_rule")),
        seed=wanted.get("seed") or 0,
        table_size=wanted.get("table_size") or table_size,
        remainder=remainder if remainder in REMAINDERS else "exempt",
        players=wanted.get("players") or [],
        wishes=_wishes(wanted.get("wishes") or {}),
        seats_digest=wanted.get("others" if alone else "seated") or "",
        ranking=ranking,
        rounds_left=max(0, wanted.get("rounds_left") or 0),
        missing=wanted.get("missing") or [],
        anyway=bool(wanted.get("anyway")),
        lower_bound=wanted.get("bound"),
        plan=plan,
        price={name: price.get(name) for name in PRICES} if price else None,
        stopped_early=bool(plan and result.get("stopped_early")),
        asked_by_id=job.asked_by_id,
        asked_at=job.asked_at,
        published_by_id=publishers.get((job.tournament_id, published_at)),
        published_at=published_at,
    )


def _wishes(kept):
    """Return the wishes as a list in which each says its kind."""
    return [
        {
            "kind": kind,
            "players": one["players"] if "players" in one else [one["player"]],
            "hard": one.get("hard", True),
            "table": one.get("table"),
            "chair": one.get("chair"),
            "name": one.get("name", ""),
            "wish": one.get("wish"),
        }
        for name, kind in KINDS
        for one in kept.get(name, ())
    ]


def _publishers(apps):
    """Return who published what, by the tournament and the moment: a line of the journal was written at that moment."""
    lines = apps.get_model("tournaments", "JournalEntry").objects.filter(
        action__in=("tirage publié", "position tirée à nouveau"), tournament__isnull=False
    )
    return {(tournament, at): by for tournament, at, by in lines.values_list("tournament_id", "at", "by_id")}


def _point(apps, makers):
    """Link each round to the last draw of it that was published no later than the round."""
    Round = apps.get_model("tournaments", "Round")
    linked = []
    for round_ in Round.objects.only("pk", "tournament_id", "cancelled_from_id", "number", "published_at").iterator():
        drawn = makers.get((round_.tournament_id or round_.cancelled_from_id, round_.number), ())
        before = [(at, draw) for at, draw in drawn if at <= round_.published_at]
        if before:
            round_.draw_id = max(before)[1]
            linked.append(round_)
    Round.objects.bulk_update(linked, ["draw"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_draws")]
    operations = [migrations.RunPython(make_draws, migrations.RunPython.noop, elidable=True)]
