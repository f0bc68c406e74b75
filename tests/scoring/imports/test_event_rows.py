"""Every model of an event is written in its file, or said to stay here."""

from django.apps import apps

from scoring.imports.event_rows import LEFT_OUT, SECTIONS, name_of
from tournaments.models import Tournament


def models_of_a_tournament() -> set[str]:
    """Return the models of which a row belongs to one tournament, directly or by another."""
    known, before = {name_of(Tournament)}, set[str]()
    while known != before:
        before = set(known)
        for model in apps.get_models():
            targets = {
                name_of(column.related_model)
                for column in model._meta.concrete_fields
                if isinstance(column.related_model, type) and not column.many_to_many
            }
            if targets & known and model._meta.app_label in ("tournaments", "scoring"):
                known.add(name_of(model))
    return known - {name_of(Tournament)}


def test_every_kind_of_row_of_an_event_goes_with_it() -> None:
    """A new model that belongs to a tournament is written in its file, or said to stay here."""
    apart = {"tournaments.Player", "scoring.ClubBareme", "scoring.PenaltyKind"}
    assert {name_of(model) for model in SECTIONS} | LEFT_OUT | apart >= models_of_a_tournament()
    assert {name_of(model) for model in SECTIONS}.isdisjoint(LEFT_OUT)
