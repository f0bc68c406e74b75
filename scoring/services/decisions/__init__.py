"""The arbiter's decisions: penalties, calls, incidents, protests."""
