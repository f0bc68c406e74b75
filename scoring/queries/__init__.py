"""Queries: they return querysets or plain data, never HTML, with a constant number of SQL statements."""
