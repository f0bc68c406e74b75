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
    if not replace:
        loader.replace_migrations = False
        loader.build_graph()
    # Without replacing, the quick ones stay in the graph beside the chain, and nothing follows them.
    return loader.project_state(
        [node for node in loader.graph.leaf_nodes() if node[0] in APPS and (replace or "_squashed_" not in node[1])]
    )


def facts(model: ModelState) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a model's fields by name and its options, in an order that does not depend on how they came."""
    fields = {name: field.deconstruct()[1:] for name, field in model.fields.items()}
    options = {name: value for name, value in model.options.items() if name not in ("constraints", "indexes")}
    for kind in ("constraints", "indexes"):
        options[kind] = sorted(repr(one.deconstruct()) for one in model.options.get(kind, []))
    return fields, options
