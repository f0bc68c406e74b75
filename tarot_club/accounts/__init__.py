"""Logins as a club uses them: allauth with few pages, and what counts as a try."""
