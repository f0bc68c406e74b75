"""Writing: one transaction each, keyword-only, `by=` and `at=` passed in; or scoring and refusing only."""
