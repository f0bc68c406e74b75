"""Forms of Django: a valid form builds plain objects from what was typed, and never saves."""
