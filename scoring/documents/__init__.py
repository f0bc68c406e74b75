"""Documents about what happened at the tables: one query and one template each."""

from scoring.documents import sheets

__all__ = ["sheets"]  # declared in the registry by being imported
