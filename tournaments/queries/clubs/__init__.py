"""Clubs, their pages and series, their tokens and webhooks."""
