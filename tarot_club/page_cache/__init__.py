"""Whole pages that are the same for everybody: cached in each process, shared by Redis, answered before Django."""
