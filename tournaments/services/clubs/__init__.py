"""Clubs, seasons, series and the site; tokens and webhooks."""
