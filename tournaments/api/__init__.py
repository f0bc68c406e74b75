"""The API: what programs may read of clubs and tournaments. Nothing is computed here: query results become JSON."""
