"""Documents about what happened at the tables: one query and one template each."""
