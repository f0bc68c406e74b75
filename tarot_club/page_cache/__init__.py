"""Whole pages that are the same for everybody: kept in each process, shared by Redis, answered before Django."""
