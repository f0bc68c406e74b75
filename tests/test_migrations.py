"""The migrations: a first start and a chain of upgrades make the same tables."""

from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

APPS = ("tournaments", "scoring")


def test_a_first_start_makes_what_the_upgrades_make() -> None:
    quick, step_by_step = state_of(replace=True), state_of(replace=False)
    names = {name for name in step_by_step.models if name[0] in APPS}
    assert names == {name for name in quick.models if name[0] in APPS}
    for name in names:
        assert facts(quick.models[name]) == facts(step_by_step.models[name])


def state_of(*, replace: bool) -> ProjectState:
    """Return what the migrations say the models are, with the quick first ones or with those they replace."""
    loader = MigrationLoader(None)
    if replace:
        squashed = [node for node in loader.graph.nodes if node[0] in APPS and "_squashed_" in node[1]]
        assert len(squashed) == len(APPS)
        return loader.project_state(squashed)
    loader.replace_migrations = False
    loader.build_graph()
    # The quick ones stay in the graph when nothing is replaced: only the chain is wanted.
    return loader.project_state(
        [("tournaments", "0002_wishes_and_seat_changes"), ("scoring", "0003_baremes_and_records")]
    )


def facts(model: ModelState) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a model's fields by name and its options, in an order that does not depend on how they came."""
    fields = {name: field.deconstruct()[1:] for name, field in model.fields.items()}
    options = {name: value for name, value in model.options.items() if name not in ("constraints", "indexes")}
    for kind in ("constraints", "indexes"):
        options[kind] = sorted(repr(one.deconstruct()) for one in model.options.get(kind, []))
    return fields, options
