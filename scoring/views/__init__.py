"""The arbiter's desk, and a player's own sheets: each view translates, calls one service, translates back."""
